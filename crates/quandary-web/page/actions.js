// What a player does beyond writing a value: moves, what was revealed, the engine's offers, filling in marks; and going back
// and forth in all of it.

import { piecesOf } from "./controls/stacks.js";
import { announce, count, sentence, toast } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {import("./main.js").Saved} Saved */
/** @typedef {import("./game.js").Game} Game */

export class Actions {
  /** Whether another board is replacing this one. */
  #isSwapping = false;
  /** What was done last, where one thing waits for another. @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Makes a move, or says why it is refused. @param {number} from @param {number} to @param {{hint?: boolean}} [how] @returns {Promise<boolean>} */
  async move(from, to, how = {}) {
    if (this.app.preview) {
      this.app.endPreview();
      return false;
    }
    await this.app.settled();
    const legal = this.app.position.legal.find((move) => move.from === from && move.to === to);
    if (!legal) {
      await this.#sayRefusal(from, to);
      return false;
    }
    const [source, target] = [piecesOf(this.app.game.values[from] ?? ""), piecesOf(this.app.game.values[to] ?? "")];
    const taken = source.splice(source.length - legal.count);
    /** @type {[number, string][]} */
    const writes = [
      [from, JSON.stringify(source)],
      [to, JSON.stringify([...target, ...taken])],
    ];
    this.app.write(writes, { ...how, action: { move: { from, to } } });
    return true;
  }

  /** Says why a move is refused. @param {number} from @param {number} to */
  async #sayRefusal(from, to) {
    try {
      const answer = await this.app.askAbout(this.app.text, "play", { state: this.app.referee?.state(), touches: [{ move: { from, to } }] });
      toast(sentence(answer.message ?? "This move is not possible."));
    } catch (error) {
      this.app.failed(error, "This move is not possible.");
    }
  }

  /** Says which piece was revealed. @param {number} place @param {string} piece */
  name(place, piece) {
    const pieces = piecesOf(this.app.game.values[place] ?? "");
    pieces[pieces.length - 1] = piece;
    this.app.write([[place, JSON.stringify(pieces)]], { action: { name: { place, piece } } });
  }

  /** Takes one of the engine's offers: another board takes the place of this one. @param {string} id */
  offer(id) {
    return this.inOrder(async () => {
      await this.app.settled();
      const answer = await this.app.askAbout(this.app.text, "play", { state: this.app.referee?.state(), touches: [{ offer: { id } }] });
      if (answer.replaced) await this.#swap(answer.replaced, this.app.game.swapped([this.app.text, answer.replaced]));
    });
  }

  /** Puts another board in the place of this one; what was played stays. @param {string} text @param {Saved} saved */
  async #swap(text, saved) {
    if (this.#isSwapping) return;
    this.#isSwapping = true;
    await this.app.tryOpen(text, { saved, played: this.app.played, family: this.app.board?.family, about: this.app.about, isSwap: true });
    this.#isSwapping = false;
    announce(`${this.app.board?.title}, ${this.app.board?.size}.`);
  }

  /** Marks every open place with what is left to it, as one move. */
  async fillMarks() {
    const { app } = this;
    try {
      for (;;) {
        await app.settled();
        const { game } = app;
        const before = [...game.values];
        const answer = await app.askAbout(app.text, "play", { state: app.referee?.state(), touches: [{ fill_marks: {} }] });
        if (game !== app.game) return;
        // What was written meanwhile changes what is left.
        if (String(before) !== String(game.values)) continue;
        if (answer.message) toast(answer.message);
        else app.write(answer.changed[0] ?? []);
        return;
      }
    } catch (error) {
      this.app.failed(error, "That is not possible.");
    }
  }

  /** Opens places again, as one move. @param {string[]} cells */
  async openAgain(cells) {
    await this.app.settled();
    this.app.write(this.app.placesOf(cells).map((place) => [place, ""]));
    await this.app.settled();
  }

  /** Does things one after the other, in the order in which they were asked for. @param {() => unknown} act @returns {Promise<void>} */
  inOrder(act) {
    this.#last = this.#last.then(act).then(() => undefined, (error) => this.app.failed(error, "That is not possible."));
    return this.#last;
  }

  /**
   * Changes the game: at once, so that what is done next comes after it. Moves of pieces wait for the engine, and so does this on their
   * boards.
   * @param {(game: Game) => unknown} act
   */
  change(act) {
    const { app } = this;
    if (app.board?.kind !== "moves") return void act(app.game);
    const { game } = app;
    void this.inOrder(async () => {
      await app.settled();
      if (game === app.game) await act(game);
    });
  }

  undo() {
    if (this.app.editor?.isOpen) return this.app.editor.undo();
    if (this.app.preview) return this.app.endPreview();
    this.change(async () => {
      const move = await this.#back();
      if (move && move.mark !== "swap") announce(move.mark === "drop" ? "The trial is back." : "Undone.");
    });
  }

  /** Takes back one move, and the board that it opened. */
  async #back() {
    if (this.#isSwapping) return null;
    const { game } = this.app;
    const move = game.undo();
    if (move?.mark === "swap") await this.#swap(move.puzzles?.[0] ?? this.app.text, game.save());
    return move;
  }

  /** Takes moves back until so many have changed something. @param {number} moves */
  takeBack(moves) {
    return this.inOrder(async () => {
      await this.app.settled();
      for (let left = moves; left > 0 && this.app.game.canUndo; ) {
        const move = await this.#back();
        if (!move) break;
        if (move.edits.length > 0) left--;
      }
      await this.app.settled();
    });
  }

  redo() {
    if (this.app.editor?.isOpen) return this.app.editor.redo();
    if (this.app.preview) return this.app.endPreview();
    this.change(async (game) => {
      if (this.#isSwapping) return;
      const move = game.redo();
      if (move?.mark === "swap") await this.#swap(move.puzzles?.[1] ?? this.app.text, game.save());
      else if (move) announce("Done again.");
    });
  }

  /** What the player did, in a few words. */
  get effort() {
    const { moves, hints } = this.app.game.tally;
    const own = moves > 0 || hints === 0 ? [count(moves, "move")] : [];
    return [...own, hints === 0 ? "no hints" : count(hints, "hint")].join(", ");
  }
}
