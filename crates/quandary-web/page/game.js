// What the player has done: the value of every place, the moves that led there, and a trial branch. Everything is
// derived from the list of moves and a position in it, so undo, redo, trying out and reloading are one mechanism.

/**
 * One move. `edits` are [place, before, after]; `mark` says that a trial begins, is kept or is thrown
 * away, that all begins anew, or that the board has one place more from here on.
 * @typedef {{edits: [number, string, string][], mark?: "try" | "keep" | "drop" | "restart" | "grow", hint?: true}} Move
 */

export class Game {
  /** @param {string[]} start the values at the start */
  constructor(start) {
    this.start = start;
    this.values = [...start];
    /** @type {Move[]} */
    this.moves = [];
    /** How many of the moves are in force; the others can be done again. */
    this.at = 0;
    /** Whether the last move still grows: one stroke of the brush is one move. */
    this.open = false;
    /** @type {() => void} */
    this.changed = () => {};
  }

  /**
   * Writes values; places that have them already are left out. A stroke is one move until `endStroke`.
   * @param {[number, string][]} writes
   * @param {{stroke?: boolean, hint?: boolean}} [how]
   * @returns {boolean} whether anything changed
   */
  write(writes, how = {}) {
    /** @type {[number, string, string][]} */
    const edits = [];
    const seen = new Map(writes);
    for (const [place, after] of seen) {
      const before = this.values[place];
      if (before !== undefined && before !== after) edits.push([place, before, after]);
    }
    if (edits.length === 0) return false;
    const last = this.moves[this.at - 1];
    if (how.stroke && this.open && last) {
      last.edits.push(...edits);
    } else {
      this.#push({ edits, ...(how.hint ? { hint: true } : {}) });
      this.open = how.stroke === true;
    }
    this.#do(edits, 2);
    this.changed();
    return true;
  }

  endStroke() {
    this.open = false;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.moves.length;
  }

  /** @returns {Move | null} the move that was taken back */
  undo() {
    const move = this.moves[this.at - 1];
    if (!move) return null;
    this.endStroke();
    this.at--;
    this.#do([...move.edits].reverse(), 1);
    this.changed();
    return move;
  }

  /** @returns {Move | null} the move that was done again */
  redo() {
    const move = this.moves[this.at];
    if (!move) return null;
    this.at++;
    this.#do(move.edits, 2);
    this.changed();
    return move;
  }

  /** Where the present trial began, or -1. */
  get trial() {
    for (let index = this.at - 1; index >= 0; index--) {
      const mark = this.moves[index]?.mark;
      if (mark === "keep" || mark === "drop" || mark === "restart") return -1;
      if (mark === "try") return index;
    }
    return -1;
  }

  /** The places that the present trial has changed. */
  get tried() {
    const from = this.trial;
    /** @type {Set<number>} */
    const places = new Set();
    if (from < 0) return places;
    for (const move of this.moves.slice(from, this.at)) for (const [place] of move.edits) places.add(place);
    return places;
  }

  beginTrial() {
    if (this.trial >= 0) return;
    this.#push({ edits: [], mark: "try" });
    this.changed();
  }

  keepTrial() {
    if (this.trial < 0) return;
    this.#push({ edits: [], mark: "keep" });
    this.changed();
  }

  dropTrial() {
    const from = this.trial;
    if (from < 0) return;
    /** @type {Map<number, string>} */
    const old = new Map();
    for (const move of this.moves.slice(from, this.at)) {
      for (const [place, before] of move.edits) if (!old.has(place)) old.set(place, before);
    }
    /** @type {[number, string, string][]} */
    const edits = [...old].map(([place, before]) => [place, this.values[place] ?? "", before]);
    this.#push({ edits, mark: "drop" });
    this.#do(edits, 2);
    this.changed();
  }

  /** Back to the start, as a move that can be taken back. @returns {boolean} whether anything changed */
  restart() {
    const edits = /** @type {[number, string, string][]} */ (
      this.start.flatMap((value, place) => (this.values[place] === value ? [] : [[place, this.values[place] ?? "", value]]))
    );
    if (edits.length === 0) return false;
    this.#push({ edits, mark: "restart" });
    this.#do(edits, 2);
    this.changed();
    return true;
  }

  /** How many moves were made, hints not counted, and how many hints. */
  get tally() {
    const done = this.moves.slice(0, this.at).filter((move) => move.edits.length > 0);
    const hints = done.filter((move) => move.hint).length;
    return { moves: done.length - hints, hints };
  }

  /** What is kept of the game when the board grows by a place: the growth is a move like any other. */
  grown() {
    return { moves: [...this.moves.slice(0, this.at), /** @type {Move} */ ({ edits: [], mark: "grow" })], at: this.at + 1 };
  }

  /** What is kept between visits. */
  save() {
    return { moves: this.moves, at: this.at };
  }

  /** @param {{moves: Move[], at: number}} saved @returns {boolean} whether it fits this board */
  restore(saved) {
    const values = [...this.start];
    if (!Array.isArray(saved.moves)) return false;
    for (const move of saved.moves.slice(0, saved.at)) {
      for (const [place, before, after] of move.edits) {
        if (values[place] !== before) return false;
        values[place] = after;
      }
    }
    this.moves = saved.moves;
    this.at = Math.min(saved.at, saved.moves.length);
    this.values = values;
    this.changed();
    return true;
  }

  /** @param {Move} move */
  #push(move) {
    this.moves.length = this.at;
    this.moves.push(move);
    this.at++;
    this.open = false;
  }

  /** @param {[number, string, string][]} edits @param {1 | 2} which */
  #do(edits, which) {
    for (const edit of edits) this.values[edit[0]] = edit[which];
  }
}
