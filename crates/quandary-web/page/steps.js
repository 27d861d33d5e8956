// The whole way, step by step: a list at the side that can be walked forth and back, with the board following.

import { autoplay } from "./autoplay.js";
import { announce, byId, count, fill, h, sentence } from "./dom.js";
import { showTab } from "./frame.js";
import { techniqueName } from "./technique.js";

/** @typedef {import("./main.js").AppType} App */

/** An explanation that takes longer than this, in milliseconds, is not asked for again for each picture. */
const QUICK = 1200;
/** How long a step stays where they follow each other, in milliseconds. */
const STAY = 1800;

export class Steps {
  /** @param {App} app @param {HTMLElement} panel */
  constructor(app, panel) {
    this.app = app;
    this.panel = panel;
    /** @type {any[]} */
    this.steps = [];
    /** The board before each step, and after the last. @type {import("./controls/controls.js").Snapshot[]} */
    this.boards = [];
    this.at = -1;
    this.of = "";
    /** The player's board when the steps were made. */
    this.since = "";
    /** @type {AbortController | null} */
    this.running = null;
    /** The engine's pictures of steps. @type {Map<number, string>} */
    this.pictures = new Map();
    /** Where the explanation begins. @type {Record<string, unknown>} */
    this.from = {};
    /** Whether the engine is quick enough here to draw each step when it is looked at. */
    this.hasPictures = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.drawing = undefined;
  }

  reset() {
    this.running?.abort();
    this.steps = [];
    this.at = -1;
    this.of = "";
    fill(this.panel, h("p", { class: "soft" }, "Every step to the solution, in words."));
  }

  /** The tab was opened: explains the board as it is given, unless that has been done. Who has played since then chooses anew. */
  async opened() {
    const { app } = this;
    if (this.of === app.text && this.since === app.game.values.join()) {
      if (this.at >= 0) this.go(this.at);
      return;
    }
    if (app.board?.kind === "moves") {
      fill(
        this.panel,
        h("p", { class: "lead" }, "The shortest plan, move by move."),
        h("div", { class: "ask" }, h("button", { type: "button", class: "primary", onclick: () => this.planFromHere() }, "From here to the goal")),
      );
      return;
    }
    if (app.game.at === 0) return this.explain(false);
    fill(this.panel, h("p", { class: "lead" }, "Every step to the solution, in words, with the board following."), h("div", { class: "ask" }, this.#way(false, "primary"), this.#way(true)));
  }

  /** A button for where an explanation begins. @param {boolean} fromHere */
  #way(fromHere, kind = "") {
    const [id, text] = fromHere ? ["explain-on", "From where I am"] : ["explain-all", "From the start"];
    return h("button", { type: "button", class: kind, id, onclick: () => this.explain(fromHere) }, text);
  }

  async planFromHere() {
    const { app } = this;
    await app.settled();
    try {
      const answer = await app.askAbout(app.position.ask.now ?? app.text, "solve", { solutions: 1 }, this.#begin());
      const plan = answer.solutions?.[0];
      if (plan) await this.replayPlan(plan.moves, answer.stopped === "hidden");
      else fill(this.panel, h("p", { class: "lead" }, answer.verdict === "impossible" ? "The puzzle cannot be solved from here." : sentence(answer.message ?? "")));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {boolean} fromHere */
  async explain(fromHere) {
    const { app } = this;
    const { text } = app;
    const signal = this.#begin();
    await app.settled();
    try {
      this.from = fromHere ? { state: app.position.ask.state } : {};
      const began = performance.now();
      const answer = await app.askHere("explain", this.from, signal);
      this.pictures = new Map();
      this.hasPictures = performance.now() - began < QUICK;
      if (text !== app.text) return;
      if (answer.mistake) {
        this.reset();
        showTab(app, "help");
        return app.help?.mistaken(answer);
      }
      const first = fromHere ? [...app.game.values] : [...app.game.start];
      const boards = [{ values: first }];
      for (const step of answer.steps ?? []) {
        const values = [...(boards[boards.length - 1]?.values ?? [])];
        for (const [place, value] of app.controls?.conclude(step, values) ?? []) values[place] = value;
        boards.push({ values });
      }
      this.#show(answer.steps ?? [], boards, answer);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  #begin() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const stop = h("button", { type: "button", onclick: () => (running.abort(), this.reset()) }, "Stop");
    fill(this.panel, h("p", { class: "lead busy" }, "Thinking …"), h("div", { class: "ask" }, stop));
    return running.signal;
  }

  /** @param {any} error */
  #failed(error) {
    fill(this.panel, h("p", { class: "lead" }, error.message), error.help ? h("p", { class: "soft" }, error.help) : "");
  }

  /** Walks through the moves of a plan. @param {[number, number][]} moves from the board as it is now @param {boolean} [isPartial] whether it ends where more is revealed */
  async replayPlan(moves, isPartial = false) {
    const { app } = this;
    const boards = await app.boardsAfter(moves);
    [this.of, this.since] = [app.text, app.game.values.join()];
    const steps = moves.map(([from, to]) => ({
      text: `From ${app.nameOf(from - 1)} to ${app.nameOf(to - 1)}.`,
      move: [from, to],
      tints: { premises: app.cellsOf(from - 1), conclusions: app.cellsOf(to - 1) },
      conclusions: [],
    }));
    showTab(app, "steps");
    this.hasPictures = false;
    this.#show(steps, boards, isPartial ? { ending: "hidden", message: "this is as far as can be seen" } : { ending: "complete" });
  }

  /** @param {any[]} steps @param {import("./controls/controls.js").Snapshot[]} boards before each step, and after the last @param {any} answer */
  #show(steps, boards, answer) {
    const { app } = this;
    [this.of, this.since] = [app.text, app.game.values.join()];
    this.steps = steps;
    this.boards = boards;
    const walk = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => number} */ to, /** @type {string} */ key) =>
      h("button", { type: "button", "aria-label": label, title: `${label} (${key})`, onclick: () => this.go(to()) }, text);
    this.range = h("input", { type: "range", min: "0", max: String(steps.length), "aria-label": "Step", oninput: () => this.go(Number(this.range?.value ?? 0)) });
    this.list = h("ol", { class: "steps" });
    steps.forEach((step, index) => {
      this.list?.append(
        h(
          "li",
          {},
          h("button", { type: "button", class: "step", onclick: () => this.go(index + 1) }, h("span", { class: "technique" }, step.name ?? ""), step.text),
        ),
      );
    });
    const length = count(steps.length, "step");
    const end = answer.ending === "complete" ? `Solved in ${length}.` : `${length}. ${sentence(answer.message)}`;
    this.place = h("output", { class: "place-in-steps" });
    this.named = h("div", { class: "named" });
    const back = h("button", { type: "button", onclick: () => showTab(app, "help") }, "Back to my game");
    const hasWays = app.board?.kind !== "moves" && app.game.at > 0;
    const play = autoplay({ isOver: () => this.at >= steps.length, on: () => this.go(this.at + 1), restart: () => this.go(0), isLeft: () => !app.preview, every: STAY });
    fill(
      this.panel,
      h(
        "div",
        { class: "walk" },
        walk("First", "«", () => 0, "Home"),
        walk("Back", "‹", () => this.at - 1, "←"),
        this.place,
        walk("Next", "›", () => this.at + 1, "→"),
        walk("Last", "»", () => steps.length, "End"),
      ),
      h("div", { class: "play-row" }, play, this.range),
      this.named,
      this.list,
      h("p", { class: "soft" }, end),
      h("div", { class: "ask" }, back, hasWays ? this.#way(!this.from.state) : null),
    );
    this.panel.onkeydown = (event) => {
      const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.steps.length }[event.key];
      if (to === undefined || /** @type {HTMLElement} */ (event.target).tagName === "INPUT") return;
      this.go(to);
      event.preventDefault();
    };
    this.go(steps.length > 0 ? 1 : 0);
    // On a small screen the panel lies below the board: the steps are about what is seen there.
    if (byId("board").getBoundingClientRect().top < 0) byId("board").scrollIntoView({ block: "start" });
  }

  /** Asks for the engine's own picture of a step, and shows it if the reader is still there. @param {number} number */
  #drawStep(number) {
    clearTimeout(this.drawing);
    const { app } = this;
    const show = () => this.at === number && app.preview && app.tint(this.steps[number - 1]?.tints, this.pictures.get(number));
    if (this.pictures.has(number)) return void show();
    if (!this.hasPictures) return;
    this.drawing = setTimeout(async () => {
      try {
        const { of } = this;
        const answer = await app.askHere("explain", { ...this.from, first: number, last: number, svg: true });
        if (of !== this.of) return;
        this.pictures.set(number, answer.steps?.[0]?.svg);
        show();
      } catch {
        // Without a picture the colours on the board have to do.
      }
    }, 80);
  }

  /** Shows the board after so many steps, with the colours of the last one. @param {number} at */
  go(at) {
    const to = Math.max(0, Math.min(this.steps.length, at));
    this.at = to;
    const step = this.steps[to - 1];
    const tints = step?.tints ?? { premises: (step?.premises ?? []).flatMap((/** @type {any} */ fact) => fact.cells), conclusions: (step?.conclusions ?? []).flatMap((/** @type {any} */ fact) => fact.cells) };
    this.app.showPreview(this.boards[to] ?? { values: [] }, step ? tints : {});
    if (step && !step.move) this.#drawStep(to);
    if (this.range) this.range.value = String(to);
    if (this.named) fill(this.named, techniqueName(this.app, step?.name));
    if (this.place) this.place.textContent = `${to} of ${this.steps.length}`;
    this.list?.querySelectorAll(":scope > li").forEach((item, index) => {
      const isHere = index === to - 1;
      item.classList.toggle("here", isHere);
      if (isHere) {
        item.setAttribute("aria-current", "step");
        // Only the list scrolls: the board must stay where it is.
        const list = /** @type {HTMLElement} */ (this.list);
        const { offsetTop, offsetHeight } = /** @type {HTMLElement} */ (item);
        if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
        if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
      } else item.removeAttribute("aria-current");
    });
    if (step) announce(step.text);
  }
}
