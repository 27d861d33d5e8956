// What a draft is worth: after every edit the engine says whether the puzzle is unique, has several solutions or none, and how hard it is.

import { count, fill, h, sentence } from "./dom.js";
import { tintPlaces } from "./tints.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {import("./editor.js").Sheet} Sheet */

/** How long the verdict waits for the next edit, in milliseconds. */
const PAUSE = 200;

export class Judge {
  /** @type {AbortController} */
  #judging = new AbortController();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.verdict = h("div", { class: "answer", id: "verdict", "aria-live": "polite" });
  }

  /** Another draft was opened. */
  begin() {
    delete this.verdict.dataset.verdict;
    fill(this.verdict, h("p", { class: "soft" }, "Checking it …"));
  }

  /** The editor is closed. */
  stop() {
    this.#judging.abort();
  }

  /** Says what the puzzle is worth as it is. @param {Sheet} sheet @param {boolean} isBlank whether nothing is set yet */
  async judge(sheet, isBlank) {
    this.#judging.abort();
    const judging = new AbortController();
    this.#judging = judging;
    const { app } = this;
    const say = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ more = "") => {
      if (judging.signal.aborted) return;
      this.verdict.dataset.verdict = kind;
      this.verdict.classList.remove("stale");
      fill(this.verdict, h("p", { class: "lead" }, text), more ? h("p", { class: "soft" }, more) : null);
    };
    app.view.tint(new Map());
    app.view.mark("differs", new Set());
    this.verdict.classList.add("stale");
    if (isBlank) return say("unfinished", "The board is empty.", "As you fill it in, you see here whether it has exactly one solution.");
    if (!sheet.puzzle) return say("unfinished", "Not complete yet.", sentence(sheet.fault ?? ""));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (judging.signal.aborted) return;
    const about = { puzzle: sheet.puzzle, family: sheet.family };
    const solve = (/** @type {import("./engine.js").Verb} */ verb, /** @type {Record<string, unknown>} */ options) => app.ask(verb, { ...about, options }, judging.signal);
    try {
      const answer = await solve("solve", { solutions: 2, time_limit: 4 });
      if (judging.signal.aborted) return;
      if (answer.verdict === "impossible") {
        // Nothing is scrolled: the next place may be under the finger already.
        const placesOf = (/** @type {string[]} */ cells) => sheet.places.flatMap((own, place) => (own.some((cell) => cells.includes(cell)) ? [place] : []));
        app.view.tint(tintPlaces({ wrong: answer.conflict?.cells ?? [] }, placesOf));
        const clues = (answer.conflict?.clues ?? []).map((/** @type {string} */ clue) => clue.replace(" ", ""));
        for (const line of sheet.lines) if (clues.includes(line.id)) for (const text of app.view.clue(line.id).flat()) text.classList.add("wrong");
        return say("impossible", "No solution.", sentence(answer.conflict?.message ?? answer.message ?? ""));
      }
      if (answer.verdict === "multiple") {
        const boards = await Promise.all(answer.solutions.slice(0, 2).map((/** @type {unknown} */ solution) => solve("play", { solution })));
        const [first, second] = boards.map((board) => board.boards?.[0]?.values ?? []);
        const differ = first.flatMap((/** @type {string} */ value, /** @type {number} */ place) => (value !== second[place] ? [place] : []));
        if (judging.signal.aborted) return;
        app.view.mark("differs", new Set(differ));
        return say("several", "Several solutions.", `Two of them differ in the ${count(differ.length, "marked cell")}.`);
      }
      if (answer.verdict === "unique") {
        say("unique", "Exactly one solution.", "Grading it …");
        const { grade, hardest_step } = await solve("grade", { time_limit: 5 });
        const hardest = hardest_step ? `, the hardest is ${hardest_step}` : "";
        return say("unique", "Exactly one solution.", grade ? `It is ${grade.word}: ${count(grade.steps, "step")}${hardest}.` : "");
      }
      const plan = answer.solutions?.[0];
      if (plan?.moves) {
        const best = `Can be solved in ${count(plan.length, "move")}${answer.verdict === "optimal" ? ", and not in fewer" : ""}.`;
        say("solvable", best, "Grading it …");
        const { grade } = await solve("grade", { time_limit: 5 });
        return say("solvable", best, grade ? `It is ${grade.word}.` : "");
      }
      say("open", sentence(answer.message ?? "Not known yet."));
    } catch (error) {
      if (!judging.signal.aborted) say("open", sentence(/** @type {Error} */ (error).message));
    }
  }
}
