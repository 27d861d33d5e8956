// Sends every touch to the engine. A touch is drawn at once, so that the player sees it in the next frame; the engine then
// says what else changes and what to show: broken rules, satisfied clues, legal moves, whether the board is complete. There is
// one request at a time, and touches made meanwhile go into the next one together, so answers never queue up.

/**
 * What to show, as the engine reports it.
 * @typedef {{
 *   values: string[], changed: [number, string][][], finished: number[], closed: import("./controls/controls.js").Closed[],
 *   broken: {name: string, message: string, cells: string[]}[],
 *   clues: {clue: string, satisfied: boolean[], is_wrong: boolean}[],
 *   complete: boolean, claim?: unknown, message?: string, replaced?: string,
 *   legal: {from: number, to: number, count: number}[],
 *   question: {place: number, text: string, pieces: string[]} | null,
 *   ask: {puzzle?: string, state: string, now?: string}, boards?: import("./controls/controls.js").Snapshot[]
 * }} Position
 */

/** What is known before the engine was asked. @type {Position} */
export const UNSEEN = {
  values: [],
  changed: [],
  finished: [],
  closed: [],
  broken: [],
  clues: [],
  complete: false,
  legal: [],
  question: null,
  ask: { state: "" },
};

/** @typedef {{move: import("./game.js").Move, place: number, before: string, value: string}} Pending a touch that the engine has not seen */

export class Referee {
  /** @type {Pending[]} */
  #pending = [];
  #isStale = false;
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {(options: Record<string, unknown>) => Promise<Position>} ask
   * @param {{isMoves: boolean, keepsMarks: () => boolean, seen: (isChanged: boolean) => void, failed: (error: any) => void, waits: (isWaiting: boolean) => void}} how
   */
  constructor(game, ask, how) {
    this.game = game;
    this.ask = ask;
    this.how = how;
    this.isClosed = false;
    /** @type {Position} */
    this.position = UNSEEN;
  }

  /** Nobody looks at this board any more. */
  close() {
    this.isClosed = true;
  }

  /** What was done so far, as the engine takes it. @param {string[]} [values] */
  state(values = this.game.values) {
    return this.how.isMoves ? { actions: this.game.actions } : { values };
  }

  /** Tells the engine of touches that are on the board already. @param {import("./game.js").Move} move @param {[number, string, string][]} edits */
  touched(move, edits) {
    if (!this.how.isMoves) for (const [place, before, value] of edits) this.#pending.push({ move, place, before, value });
    this.look();
  }

  /** Has the engine look at the board as it is. @returns {Promise<void>} */
  look() {
    this.#isStale = true;
    if (!this.#running) {
      this.how.waits(true);
      this.#running = this.#run().finally(() => {
        this.#running = null;
        if (!this.isClosed) this.how.waits(false);
      });
    }
    return this.#running;
  }

  /** Waits until the engine has seen everything. */
  async settled() {
    while (this.#running) await this.#running;
  }

  async #run() {
    while (this.#isStale && !this.isClosed) {
      this.#isStale = false;
      // What was taken back before the engine saw it waits: it may be done again.
      const sent = this.#pending.filter(({ move }) => this.game.isDone(move));
      this.#pending = this.#pending.filter(({ move }) => this.game.has(move) && !this.game.isDone(move));
      // The engine starts from the board before the touches.
      const base = [...this.game.values];
      for (const { place, before } of [...sent].reverse()) base[place] = before;
      const touches = sent.map(({ place, value }) => ({ write: { place, value } }));
      try {
        const position = await this.ask({ state: this.state(base), touches, keep_marks: this.how.keepsMarks() });
        if (this.isClosed) return;
        const isChanged = this.how.isMoves ? this.#adopt(position.values) : this.#follow(sent, base, position.changed);
        this.position = position;
        // What was touched meanwhile is looked at first: only the latest board is shown.
        if (!this.#isStale || isChanged) this.how.seen(isChanged);
      } catch (error) {
        if (this.isClosed) return;
        this.how.failed(error);
      }
    }
  }

  /** Writes what follows from touches; what was touched later stays. @param {Pending[]} sent @param {string[]} board before them @param {[number, string][][]} changed */
  #follow(sent, board, changed) {
    let isChanged = false;
    sent.forEach(({ move, place: own, value }, index) => {
      board[own] = value;
      const later = new Set([...sent.slice(index + 1), ...this.#pending].filter((one) => this.game.isDone(one.move)).map(({ place }) => place));
      /** @type {[number, string, string][]} */
      const edits = [];
      for (const [place, after] of changed[index] ?? []) {
        const before = board[place] ?? "";
        if (place === own || later.has(place) || before === after) continue;
        edits.push([place, before, after]);
        board[place] = after;
      }
      if (edits.length === 0) return;
      this.game.extend(move, edits);
      isChanged = true;
    });
    return isChanged;
  }

  /** Writes what a move led to beyond what was to be seen at once. @param {string[]} values */
  #adopt(values) {
    const last = this.game.moves[this.game.at - 1];
    const edits = /** @type {[number, string][]} */ (values.flatMap((value, place) => (this.game.values[place] === value ? [] : [[place, value]])));
    // At first nothing has been played here yet: a saved game either fits or does not.
    if (edits.length === 0 || this.#isStale || !last || this.position === UNSEEN) return false;
    this.game.extend(last, edits.map(([place, value]) => [place, this.game.values[place] ?? "", value]));
    return true;
  }
}
