// What the board says about the game while it is played: broken rules, clues that are satisfied, what the current lines hold, and
// how long a stroke is; and that it is solved. The engine has found it out; here it is shown.

import { announce, byId, sentence } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

export class Signs {
  /** How each clue is shown. @type {Map<string, string>} */
  #clues = new Map();
  /** The answer that was last checked against the rules. */
  #judged = "";
  /** The broken rules that were spoken of. @type {Set<string>} */
  #broken = new Set();
  /** What the focused place was called when it was last looked at. */
  #label = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Another board is shown. */
  reset() {
    this.#clues = new Map();
    this.#judged = "";
    this.#broken = new Set();
  }

  showBroken() {
    const { app } = this;
    const isShown = app.settings.pointOut && !app.preview;
    app.view.markBroken(new Set(isShown ? app.position.broken.flatMap(({ cells }) => app.placesOf(cells)) : []));
  }

  /** Fades clues that are satisfied, and marks those that can no longer be. */
  showClues() {
    const { app } = this;
    const { fadeClues, pointOut } = app.settings;
    /** @type {Map<string, string>} */
    const now = new Map();
    if (!app.preview) {
      for (const { clue, satisfied, is_wrong } of app.position.clues) {
        const [texts = []] = app.view.clue(clue);
        // The picture lists the numbers of a clue from the one nearest to the board.
        const states = texts.map((_, back) => (is_wrong && pointOut ? "wrong" : fadeClues && satisfied[satisfied.length - 1 - back] ? "done" : ""));
        now.set(clue, states.join());
      }
    }
    for (const clue of new Set([...this.#clues.keys(), ...now.keys()])) {
      const states = now.get(clue) ?? "";
      if (states === (this.#clues.get(clue) ?? "")) continue;
      const each = states.split(",");
      for (const texts of app.view.clue(clue)) {
        texts.forEach((text, back) => {
          text.classList.toggle("done", each[back] === "done");
          text.classList.toggle("wrong", each[back] === "wrong");
        });
      }
    }
    this.#clues = now;
  }

  /**
   * What the lines of the focused place hold, for eyes and, after a touch, for ears: what has just been broken, and what the lines hold
   * or, where there are no clues, what the place itself holds now.
   * @param {boolean} isSpoken
   */
  showSummary(isSpoken) {
    const { app } = this;
    const lines = app.preview ? [] : (app.controls?.summary?.(app.view.focused) ?? []);
    byId("summary").textContent = lines.join(" · ");
    const label = app.view.places[app.view.focused]?.getAttribute("aria-label") ?? "";
    const isNew = label !== this.#label;
    this.#label = label;
    if (!isSpoken) return;
    const broken = app.settings.pointOut && !app.preview ? app.position.broken.map(({ message }) => message) : [];
    const spoken = [...broken.filter((message) => !this.#broken.has(message)), ...(lines.length > 0 ? lines : isNew ? [label] : [])];
    this.#broken = new Set(broken);
    if (spoken.length > 0 && app.view.grid.contains(document.activeElement)) announce(spoken.map(sentence).join(" "));
  }

  /** Whether everything is done. @param {boolean} congratulate */
  async judge(congratulate) {
    const { app } = this;
    const { claim, complete } = app.position;
    const { text } = app;
    app.solved = complete;
    byId("board").classList.toggle("solved", complete);
    const judged = claim === undefined ? "" : JSON.stringify(claim);
    if (judged === this.#judged) return;
    this.#judged = judged;
    if (!judged || !congratulate) return;
    try {
      const answer = await app.askHere("check", { solution: claim, time_limit: 5 }, app.asking.signal);
      if (text !== app.text || this.#judged !== judged) return;
      // After a reveal the engine knows only the rest of the game: what it says of the shortest plan is about that rest.
      if (answer.correct) app.help?.congratulate(app.position.ask.puzzle ? {} : answer);
      else app.help?.wrongEnd(answer);
    } catch {
      // Nothing is claimed if the engine could not be reached.
    }
  }
}

/** Shows how many cells a stroke has, from two on. @param {number} cells */
export function showCount(cells) {
  const shown = byId("count");
  shown.hidden = cells < 2;
  shown.textContent = String(cells);
}
