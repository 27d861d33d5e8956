// What the player has done: the value of every place, the moves that led there, and a trial branch. Everything is
// derived from the list of moves and a position in it, so undo, redo, trying out and reloading are one mechanism.

/**
 * One move. `edits` are [place, before, after]; `mark` says that a trial begins, is kept or is discarded, that the game
 * restarts, or that another board replaces this one (`puzzles`: before and after). `action` is the engine's name for the
 * move, where it is more than written values.
 * @typedef {{
 *   edits: [number, string, string][], mark?: "try" | "keep" | "drop" | "restart" | "swap", hint?: true, setup?: true,
 *   action?: Record<string, unknown>, puzzles?: [string, string]
 * }} Move
 */

/** How something is written: as part of a stroke, by a hint, before the player begins, as an action of the engine's. @typedef {{stroke?: boolean, hint?: boolean, setup?: boolean, action?: Record<string, unknown>}} How */

const MARKS = ["try", "keep", "drop", "restart", "swap"];

export class Game {
  /** @param {string[]} start the values at the start */
  constructor(start) {
    this.start = start;
    this.values = [...start];
    /** @type {Move[]} */
    this.moves = [];
    /** How many of the moves are done; the others can be redone. */
    this.at = 0;
    /** Whether the last move still grows: one stroke of the brush is one move. */
    this.open = false;
    /** Called when moves are made, taken back or done again; with the move and its edits where something was written. @type {(move?: Move, edits?: [number, string, string][]) => void} */
    this.changed = () => {};
  }

  /**
   * Writes values; places that have them already are left out. A stroke is one move until `endStroke`.
   * @param {[number, string][]} writes
   * @param {How} [how]
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
      this.#push({ edits: [...edits], ...(how.hint ? { hint: true } : {}), ...(how.setup ? { setup: true } : {}), ...(how.action ? { action: how.action } : {}) });
      this.open = how.stroke === true;
    }
    this.#do(edits, 2);
    this.changed(this.moves[this.at - 1], edits);
    return true;
  }

  /**
   * Adds to a move what follows from it, which may be known only after it was taken back: then it is done again with the move.
   * @param {Move} move @param {[number, string, string][]} edits
   */
  extend(move, edits) {
    const at = this.moves.indexOf(move);
    if (at < 0) return;
    move.edits.push(...edits);
    for (const [place, before, after] of edits) this.#rebase(at, place, before, after);
  }

  /** Lets the moves after one begin with what it has written into a place. @param {number} from @param {number} place @param {string} before what they began with so far @param {string} after */
  #rebase(from, place, before, after) {
    let [old, now] = [before, after];
    /** What the place held when a trial began after the move. @type {string | undefined} */
    let tried;
    for (let at = from + 1; at <= this.moves.length; at++) {
      if (at === this.at) this.values[place] = now;
      const later = this.moves[at];
      if (later?.mark === "try") tried = now;
      const own = later?.edits.filter((edit) => edit[0] === place) ?? [];
      const isBack = later?.mark === "drop" || later?.mark === "restart";
      const [first, last] = [own[0], own.at(-1)];
      old = last?.[2] ?? old;
      // Who goes back goes back to what was there without the move, or with it where it is older than the trial.
      const to = later?.mark === "drop" && tried !== undefined ? tried : last || isBack ? old : now;
      if (first && last) [first[1], last[2]] = [now, to];
      else if (to !== now) later?.edits.push([place, now, to]);
      now = to;
      if (isBack || later?.mark === "keep") tried = undefined;
    }
  }

  /** Whether a move is on the board. @param {Move} move */
  isDone(move) {
    const at = this.moves.indexOf(move);
    return at >= 0 && at < this.at && !this.#endOf(move);
  }

  /** Whether a move is part of the game, on the board or taken back. @param {Move} move */
  has(move) {
    return this.moves.includes(move);
  }

  /** The later move that took a move's edits off the board: the end of its trial, or a new start. @param {Move} move */
  #endOf(move) {
    const at = this.moves.indexOf(move);
    let isKept = at < 0;
    for (const later of at < 0 ? [] : this.moves.slice(at + 1, Math.max(at + 1, this.at))) {
      if (later.mark === "restart" || (later.mark === "drop" && !isKept)) return later;
      // A trial that begins after the move, or was kept, is not about it.
      if (later.mark === "try" || later.mark === "keep") isKept = true;
    }
    return undefined;
  }

  /** The actions that are done, without those of discarded trials. */
  get actions() {
    /** @type {Record<string, unknown>[]} */
    let done = [];
    let before = done;
    for (const { mark, action } of this.moves.slice(0, this.at)) {
      if (mark === "try") before = [...done];
      else if (mark === "drop") done = [...before];
      else if (mark === "restart") done = [];
      else if (action) done.push(action);
    }
    return done;
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

  /** Where the current trial began, or -1. */
  get trial() {
    for (let index = this.at - 1; index >= 0; index--) {
      const mark = this.moves[index]?.mark;
      if (mark === "keep" || mark === "drop" || mark === "restart") return -1;
      if (mark === "try") return index;
    }
    return -1;
  }

  /** The places that the current trial has changed. */
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

  /** How many moves were made, hints and answers to questions not counted, and how many hints. */
  get tally() {
    const done = this.moves.slice(0, this.at).filter((move) => move.edits.length > 0 && !move.action?.name && !move.setup);
    const hints = done.filter((move) => move.hint).length;
    return { moves: done.length - hints, hints };
  }

  /** What is kept of the game when another board takes the place of this one: the change is a move like any other. @param {[string, string]} puzzles before and after */
  swapped(puzzles) {
    return { moves: [...this.moves.slice(0, this.at), /** @type {Move} */ ({ edits: [], mark: "swap", puzzles })], at: this.at + 1 };
  }

  /** What is kept between visits. */
  save() {
    return { moves: this.moves, at: this.at };
  }

  /** @param {{moves: Move[], at: number}} saved @returns {boolean} whether it fits this board */
  restore(saved) {
    const values = [...this.start];
    if (!Array.isArray(saved.moves)) return false;
    if (saved.moves.some(({ mark, puzzles }) => mark !== undefined && (!MARKS.includes(mark) || (mark === "swap" && !puzzles)))) return false;
    for (const move of saved.moves.slice(0, saved.at)) {
      for (const [place, before, after] of move.edits) {
        if (values[place] !== before) return false;
        values[place] = after;
      }
    }
    this.moves = saved.moves;
    this.at = Math.min(saved.at, saved.moves.length);
    this.values = values;
    return true;
  }

  /** Back to the start, with nothing to undo. */
  forget() {
    this.values = [...this.start];
    this.moves = [];
    this.at = 0;
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
