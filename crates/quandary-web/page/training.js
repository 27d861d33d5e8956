// Training: ten puzzles that need one technique, each with the board as it is just before that technique applies.

import { announce, byId, h, fill, hush, toast } from "./dom.js";
import { exampleOf } from "./technique.js";

/** @typedef {import("./main.js").AppType} App */

/** How many puzzles make a training. */
const ROUNDS = 10;
/** How many puzzles are tried for one round after the first. */
const TRIES = 8;

export class Training {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{family: string, technique: string, seed: number, start: number, round: number, text: string, expected: [number, string][], isDone: boolean, isShown: boolean} | null} */
    this.now = null;
    this.isOpening = false;
  }

  /** @param {string} family @param {string} technique */
  async begin(family, technique) {
    this.now = { family, technique, seed: Math.floor(Math.random() * 1_000_000), start: 0, round: 0, text: "", expected: [], isDone: false, isShown: false };
    this.#show();
    await this.next();
  }

  /** The next puzzle, set up to the step before the technique. */
  async next() {
    const { app, now } = this;
    if (!now) return;
    if (now.round >= ROUNDS) return this.end(`Training finished: ${ROUNDS} puzzles with ${now.technique}.`);
    const waiting = "Making the next puzzle …";
    toast(waiting);
    this.isOpening = true;
    try {
      /** @type {any} */
      let step = null;
      // Marks cannot say everything that the explanation knew: the technique must be the next step on the board as it is.
      for (let tries = 0; step?.name !== now.technique; tries++) {
        if (tries > TRIES) throw new Error("No puzzle was found for this technique.");
        step = await this.#setUp(now);
      }
      const expected = app.controls?.conclude(step, app.game.values) ?? [];
      Object.assign(now, { round: now.round + 1, text: app.text, expected, isDone: false });
      hush(waiting);
      announce(`Training, ${now.round} of ${ROUNDS}: find a step by “${now.technique}”.`);
    } catch (error) {
      this.end(/** @type {Error} */ (error).message);
    } finally {
      this.isOpening = false;
      this.#show();
    }
  }

  /** Opens a puzzle and sets it up to the step before the technique. @param {NonNullable<Training["now"]>} now @returns {Promise<any>} the next step from there */
  async #setUp(now) {
    const { app } = this;
    const { text, index, explained, at } = await exampleOf(app, now.family, now.technique, now.seed, now.start);
    now.start = index + 1;
    if (!(await app.open(text, { family: now.family }))) throw new Error("Another puzzle was opened.");
    const values = [...app.game.values];
    for (const step of explained.steps.slice(0, at)) {
      for (const [place, value] of app.controls?.conclude(step, values) ?? []) values[place] = value;
    }
    const { game } = app;
    const filled = await app.marked(values);
    if (game !== app.game) throw new Error("Another puzzle was opened.");
    app.game.write(filled.map((value, place) => [place, value]), { setup: true });
    await app.settled();
    const hint = await app.askHere("hint", { state: app.position.ask.state, one_step: true });
    return hint.steps?.[0];
  }

  /** Another board was opened. */
  opened() {
    if (!this.isOpening && this.now && this.app.text !== this.now.text) this.end();
  }

  /** Looks whether the player has done what the technique shows. */
  look() {
    const { app, now } = this;
    if (!now || now.isDone || this.isOpening || app.text !== now.text) return;
    const values = app.game.values;
    const holds = ([place, value] = /** @type {[number, string]} */ ([0, ""])) => app.controls?.holds?.(values[place] ?? "", value) ?? values[place] === value;
    if (now.expected.length === 0 || !now.expected.every(holds)) return;
    now.isDone = true;
    // What a hint did was shown, and not found.
    now.isShown = app.game.moves[app.game.at - 1]?.hint === true;
    if (!now.isShown) toast(`Correct: ${now.technique}.`);
    this.#show();
  }

  /** @param {string} [why] */
  end(why) {
    this.now = null;
    this.#show();
    if (why) toast(why);
  }

  #show() {
    const { now } = this;
    const bar = byId("training");
    bar.hidden = !now;
    this.app.keeper.show();
    if (!now) return;
    if (now.round === 0) return fill(bar, h("span", { class: "busy" }, `Looking for a puzzle that needs ${now.technique} …`));
    const isLast = now.round >= ROUNDS;
    fill(
      bar,
      h("span", {}, now.isDone ? `${now.isShown ? "Shown" : "Found"}: ${now.technique}, ${now.round} of ${ROUNDS}.` : `Training, ${now.round} of ${ROUNDS}: find a step by “${now.technique}”.`),
      h("button", { type: "button", id: "training-next", class: now.isDone ? "primary" : "", onclick: () => void this.next() }, isLast ? "Finish" : now.isDone ? "Next one" : "Skip it"),
      h("button", { type: "button", onclick: () => this.end() }, "Stop training"),
    );
  }
}
