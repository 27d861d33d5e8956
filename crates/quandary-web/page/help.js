// Help that teaches: hints in three levels, "correct so far?", mistakes with their reason, and what the engine knows
// about the puzzle: whether it is unique, how hard it is, the shortest plan.

import { showTab } from "./frame.js";
import { announce, count, fill, h, save, sentence } from "./dom.js";
import { duration } from "./library.js";
import { comparison } from "./pictures.js";
import { techniqueName } from "./technique.js";
import { legend } from "./tints.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {import("./controls/controls.js").Tints} Tints */

export class Help {
  /** @param {App} app @param {HTMLElement} panel */
  constructor(app, panel) {
    this.app = app;
    this.panel = panel;
    this.answer = h("div", { class: "answer" });
    /** How much of the current hint is shown: 0 nothing, 1 where, 2 why. */
    this.depth = 0;
    /** @type {any} */
    this.found = null;
    /** @type {AbortController | null} */
    this.running = null;
    this.isHinting = false;
  }

  reset() {
    this.depth = 0;
    this.found = null;
    this.running?.abort();
    this.running = null;
    const moves = this.app.board?.kind === "moves";
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => unknown} */ act, /** @type {string} */ kind = "") =>
      h("button", { type: "button", id, class: kind, onclick: act }, text);
    fill(
      this.panel,
      h(
        "div",
        { class: "ask first" },
        button("hint", "Hint", () => this.hint(), "primary big"),
        button("check", moves ? "Still solvable?" : "Correct so far?", () => this.check(), "big"),
      ),
      this.answer,
      h(
        "div",
        { class: "ask quiet" },
        moves
          ? button("plan", "Shortest plan", () => this.plan())
          : [button("explain", "Explain everything", () => showTab(this.app, "steps"))][0],
        moves ? null : button("unique", "Is it unique?", () => this.unique()),
        button("grade", moves ? "How long is it?" : "How hard is it?", () => (moves ? this.plan(true) : this.grade())),
        button("solution", "Show the solution", () => this.solution()),
      ),
    );
    this.answer.classList.remove("open");
    fill(
      this.answer,
      h("p", { class: "lead" }, "Stuck? A hint first shows where to look, then why, and only then takes the step."),
      h("p", { class: "soft" }, "Your game is saved in this browser. Press ? for the keys."),
    );
  }

  /** The game has changed: the previous answer no longer applies. */
  stale() {
    if (this.forget()) this.close();
  }

  /** Takes the answer away from over the page. @param {string} [text] what is said in its place */
  close(text = "You can ask again at any time.") {
    this.answer.classList.remove("open");
    fill(this.answer, h("p", { class: "soft" }, text));
  }

  /** What was shown of an earlier answer no longer applies. */
  forget() {
    if (this.depth === 0 && !this.found) return false;
    this.depth = 0;
    this.found = null;
    this.app.tint(null);
    return true;
  }

  /** Shows an answer; on a small screen it lies over the page until it is closed. @param {...(Node | string | null)} parts */
  show(...parts) {
    const close = h("button", { type: "button", class: "close narrow", "aria-label": "Close", onclick: () => (this.stale(), this.close()) }, "×");
    fill(this.answer, close, ...parts);
    this.answer.classList.add("open");
  }

  /** Says something, and shows what belongs to it. @param {string} text @param {...(Node | string | null)} rest */
  say(text, ...rest) {
    this.show(h("p", { class: "lead", id: "said" }, text), ...rest);
    announce(text);
  }

  /**
   * Sends a request, with a note and a stop button while it takes time.
   * @param {import("./engine.js").Verb} verb @param {Record<string, unknown>} options
   * @returns {Promise<any>} `null` when it was stopped or went wrong; what went wrong has been said
   */
  async ask(verb, options) {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    if (this.app.preview) this.app.endPreview();
    this.forget();
    const waiting = setTimeout(() => {
      const stop = h("button", { type: "button", onclick: () => running.abort() }, "Stop");
      this.show(h("p", { class: "lead busy" }, "Thinking …"), h("div", { class: "ask" }, stop));
    }, 250);
    try {
      return await this.app.askHere(verb, options, running.signal);
    } catch (error) {
      // Something else was asked, or another board was opened.
      if (this.running !== running) return null;
      if (running.signal.aborted) this.say("Stopped.");
      else this.say(/** @type {Error} */ (error).message, note(/** @type {any} */ (error).help));
      return null;
    } finally {
      clearTimeout(waiting);
    }
  }

  /**
   * Asks about the game as it is. Where something is played meanwhile, asks again: the answer is about what is on the board.
   * @param {import("./engine.js").Verb} verb @param {Record<string, unknown>} options @returns {Promise<any>}
   */
  async askNow(verb, options) {
    const { app } = this;
    for (;;) {
      await app.settled();
      const { state } = app.position.ask;
      const answer = await this.ask(verb, { ...options, state });
      await app.settled();
      if (!answer || app.position.ask.state === state) return answer;
    }
  }

  /** The next level: where, why, do it. Who presses again while the hint is looked for gets one hint. */
  async hint() {
    showTab(this.app, "help");
    if (this.depth === 2 && this.found) return this.apply();
    if (this.depth === 1 && this.found) return this.why();
    if (this.isHinting) return;
    this.isHinting = true;
    const answer = await this.askNow("hint", { depth: "what", one_step: true, svg: true }).finally(() => (this.isHinting = false));
    if (!answer) return;
    if (answer.mistake || answer.correct === false) return this.mistaken(answer);
    if (answer.move) return this.move(answer);
    const step = answer.steps?.[0];
    if (!step) return this.ended(answer);
    this.found = answer;
    this.depth = 1;
    const tints = this.tintsOf(step);
    const where = step.name === "supposition" || step.argument === "supposition" ? "No single rule helps here. Look at the marked cells and try a value." : look(step, tints);
    this.app.tint({ lines: tints.lines ?? [], ...(tints.lines?.length ? {} : { premises: tints.conclusions ?? [] }) });
    this.say(where, this.next("Why?", "why"));
  }

  /** The step with its reason, on the board in the engine's own picture. */
  why() {
    const { app } = this;
    const [step] = this.found.steps;
    this.depth = 2;
    const tints = this.tintsOf(step);
    app.tint(tints, this.found.svg);
    this.show(
      h("div", { id: "said" }, techniqueName(app, step.name), h("p", { class: "lead" }, step.text), chain(step, app)),
      step.move ? null : key(tints),
      this.next("Do it", "do"),
    );
    announce(step.text);
  }

  async apply() {
    const { app } = this;
    const [step] = this.found.steps;
    const { conclusions = [] } = this.tintsOf(step);
    this.depth = 0;
    this.found = null;
    app.tint(null);
    if (step.move) await app.actions.move(step.move[0] - 1, step.move[1] - 1, { hint: true });
    else app.write(app.controls?.conclude(step, app.game.values) ?? [], { hint: true });
    await app.settled();
    app.tint({ conclusions });
    const [place] = app.placesOf(conclusions);
    if (place !== undefined) app.view.focus(place, false);
    if (app.solved) return;
    // The board is in sight again.
    this.close("Done. Go on from here, or ask for another hint.");
    announce("Done.");
  }

  /** The next move, in the same three depths. @param {any} answer */
  move(answer) {
    const [from, to] = answer.move;
    const cells = (/** @type {number} */ place) => this.app.cellsOf(place - 1);
    const step = { text: answer.text ?? answer.message, move: answer.move, tints: { premises: cells(from), conclusions: cells(to) }, conclusions: [], premises: [], rules: [], argument: "move", cost: 0 };
    this.found = { ...answer, steps: [step] };
    this.depth = 1;
    this.app.tint({ premises: cells(from) });
    this.say(`Take from ${this.app.nameOf(from - 1)}.`, this.next("Why?", "why"));
  }

  /** The button that opens the hint further. @param {string} text @param {string} kind */
  next(text, kind) {
    return h("div", { class: "ask" }, h("button", { type: "button", class: "primary", "data-depth": kind, onclick: () => this.hint() }, text));
  }

  /** @param {any} step @returns {Tints} */
  tintsOf(step) {
    if (step.tints) return step.tints;
    const cells = (/** @type {any[]} */ facts) => facts.flatMap((fact) => fact.cells);
    return { premises: cells(step.premises), conclusions: cells(step.conclusions) };
  }

  /** Only says whether everything is correct so far. */
  async check() {
    showTab(this.app, "help");
    const answer = await this.askNow("check", {});
    if (!answer) return;
    this.found = answer;
    if (answer.correct === false) {
      const undo = answer.undo;
      const show = h("button", { type: "button", class: "primary", id: "show-mistake", onclick: () => this.mistaken(answer) }, undo === undefined ? "Show me" : "What now?");
      const deadEnd = undo === null ? answer.message : "This is a dead end: the puzzle cannot be solved from here.";
      this.say(undo === undefined ? "There is a mistake." : deadEnd, h("div", { class: "ask" }, show));
    } else this.say(answer.message);
  }

  /** @param {any} answer */
  mistaken(answer) {
    this.found = answer;
    this.depth = 0;
    this.app.tint(answer.tints ?? { wrong: answer.mistake?.cells ?? [] });
    /** @type {HTMLElement | null} */
    let back = null;
    if (typeof answer.undo === "number" && answer.undo > 0) {
      const undo = async () => {
        await this.app.actions.takeBack(answer.undo);
        this.say(`Taken back: ${count(answer.undo, "move")}. It can be solved from here.`);
      };
      back = h("div", { class: "ask" }, h("button", { type: "button", class: "primary", onclick: undo }, `Take back ${count(answer.undo, "move")}`));
    }
    const wrong = answer.mistake?.take_back ?? [];
    if (wrong.length > 0) {
      const open = async () => {
        await this.app.actions.openAgain(wrong);
        this.say("Taken back. The rest is correct so far.");
      };
      back = h("div", { class: "ask" }, h("button", { type: "button", class: "primary", id: "take-back", onclick: open }, "Take the mistake back"));
    }
    this.say(answer.message ?? answer.mistake?.message ?? "There is a mistake.", key(answer.tints), back);
  }

  /** There is no next step. @param {any} answer */
  async ended(answer) {
    this.found = answer;
    const texts = /** @type {Record<string, string>} */ ({ complete: "The puzzle is complete: there is nothing left to hint at." });
    const said = texts[answer.ending] ?? sentence(answer.message ?? "There are no further details.");
    const two = answer.solutions?.length > 1 ? await comparison(this.app, answer.solutions) : null;
    if (answer.conflict?.cells) this.app.tint({ wrong: answer.conflict.cells });
    this.say(said, two);
  }

  async unique() {
    const answer = await this.ask("solve", { solutions: 2 });
    if (!answer) return;
    this.found = answer;
    if (answer.verdict === "unique") return this.say("Yes. There is exactly one solution: it is proved that there is no second one.", this.#offerProof());
    if (answer.verdict === "multiple") {
      return this.say("No: it has more than one solution. Here are two, with the cells where they differ marked.", await comparison(this.app, answer.solutions), this.#offerProof());
    }
    if (answer.verdict === "impossible") {
      this.app.tint({ wrong: answer.conflict?.cells ?? [] });
      return this.say("There is no solution at all.", note(answer.conflict?.message), this.#offerProof());
    }
    this.say(outcome(answer));
  }

  /** A button for a proof of the verdict. */
  #offerProof() {
    return h("div", { class: "ask" }, h("button", { type: "button", id: "proof", onclick: () => this.proof() }, "Get the proof"));
  }

  /** A proof that others can check, as two files. */
  async proof() {
    const answer = await this.ask("certify", {});
    if (!answer) return;
    if (!answer.qcert) return this.say("There is no certificate.", note(sentence(answer.not_certified ?? "")));
    const bytes = Uint8Array.from(atob(answer.qcert), (byte) => byte.charCodeAt(0));
    const file = (/** @type {BlobPart} */ content, /** @type {string} */ name) =>
      h("button", { type: "button", onclick: () => save(new Blob([content]), name) }, `Save ${name}`);
    this.say(
      `Here is a proof, ${count(answer.certificate.bytes, "byte")} long. An independent checker has accepted it.`,
      note("To check it yourself, without trusting this page, save both files and run: quandary-check puzzle.jsonl puzzle.qcert"),
      h("div", { class: "ask" }, file(`${answer.puzzle}\n`, "puzzle.jsonl"), file(bytes, "puzzle.qcert")),
    );
  }

  async grade() {
    const answer = await this.ask("grade", {});
    if (!answer) return;
    const grade = answer.grade;
    if (!grade) return this.ended(answer);
    const facts = [
      `${count(grade.steps, "step")}, ${grade.hard_steps === 0 ? "none of them hard" : `${grade.hard_steps} of them hard`}.`,
      grade.suppositions > 0 ? `${count(grade.suppositions, "supposition")}; the longest chain has ${count(grade.longest_chain, "link")}.` : "Every step follows from a rule; nothing has to be supposed.",
      `On average, ${grade.width} steps are available at a time; ${grade.bottlenecks === 0 ? "never only one" : `${count(grade.bottlenecks, "time")} only one`}.`,
    ];
    const scales = [...new Set((answer.ratings ?? []).map((/** @type {any} */ rating) => rating.scale))];
    const rated = scales.map((scale) => `${scale}: ${answer.ratings.filter((/** @type {any} */ rating) => rating.scale === scale).map((/** @type {any} */ rating) => `${rating.name} ${rating.value}`).join(", ")}.`);
    const hardest = answer.hardest_step ? h("li", {}, `The hardest step is number ${grade.hardest?.[1] ?? ""}: `, techniqueName(this.app, answer.hardest_step)) : null;
    this.say(`This one is ${grade.word} (${grade.score} of 600).`, h("ul", { class: "facts" }, ...[...facts, ...rated].map((fact) => h("li", {}, fact)), hardest));
  }

  /** The shortest plan: its length, or walked through. @param {boolean} [lengthOnly] */
  async plan(lengthOnly = false) {
    const { app } = this;
    await app.settled();
    const answer = lengthOnly ? await this.ask("solve", { solutions: 1 }) : await this.#solveNow(app.position.ask.now);
    if (!answer) return;
    this.found = answer;
    const plan = answer.solutions?.[0];
    if (!plan) return this.say(answer.verdict === "impossible" ? "The puzzle cannot be solved from here." : outcome(answer));
    const isPartial = answer.stopped === "hidden";
    const proved = isPartial ? outcome(answer) : answer.verdict === "optimal" ? "That is proved: no plan is shorter." : `No plan has fewer than ${plan.lower_bound ?? 0}; whether one is shorter than this is open.`;
    const far = isPartial ? " until more is revealed" : "";
    if (lengthOnly) return this.say(`From the start it takes ${count(plan.length, "move")}${far}.`, note(proved), answer.verdict === "optimal" ? this.#offerProof() : null);
    const replay = h("button", { type: "button", class: "primary", onclick: () => app.steps?.replayPlan(plan.moves, isPartial) }, "Walk through it");
    this.say(`From here it takes ${count(plan.length, "move")}${far}.`, note(proved), h("div", { class: "ask" }, replay));
  }

  /** @param {string | undefined} puzzle */
  async #solveNow(puzzle) {
    if (!puzzle) return this.ask("solve", { solutions: 1 });
    try {
      return await this.app.askAbout(puzzle, "solve", { solutions: 1 });
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
      return null;
    }
  }

  async solution() {
    const answer = await this.ask("solve", { solutions: 2 });
    if (!answer) return;
    const found = answer.solutions?.[0];
    if (!found) return this.say(outcome(answer));
    const { app } = this;
    const boards = await app.boardsOf(found);
    app.showPreview(boards[boards.length - 1] ?? { values: [] });
    const back = h("button", { type: "button", class: "primary", onclick: () => (app.endPreview(), this.reset()) }, "Back to my game");
    const what = answer.verdict === "multiple" ? "This is one of several solutions." : answer.stopped === "hidden" ? outcome(answer) : "This is the solution.";
    this.say(what, h("div", { class: "ask" }, back));
  }

  /** @param {any} answer */
  congratulate(answer) {
    const { app } = this;
    // Who plays on has no use for it any more.
    this.found = answer;
    showTab(app, "help");
    const rest = answer.message ? note(sentence(answer.message.replace(/^yes: /, ""))) : null;
    const next = h("button", { type: "button", class: "primary", id: "next-puzzle", onclick: () => void app.later.then((later) => later.nextPuzzle(app)) }, "Next puzzle");
    const level = h("button", { type: "button", onclick: () => void app.later.then((later) => later.newDialog(app)) }, "Choose another");
    const hasLevels = app.families.some((family) => family.name === app.board?.family && family.levels?.length > 0);
    this.say(`Solved! ${app.actions.effort}${app.settings.timer ? `, ${duration(app.played)}` : ""}.`, rest, hasLevels && !app.training?.now ? h("div", { class: "ask" }, next, level) : null);
    this.answer.prepend(h("p", { class: "cheer", "aria-hidden": "true" }, "✓"));
  }

  /** Everything is filled in, but not as the rules want it. @param {any} answer */
  wrongEnd(answer) {
    const cells = answer.violation?.cells ?? [];
    this.found = answer;
    const show = h("button", { type: "button", class: "primary", onclick: () => (this.app.tint({ wrong: cells }), this.say(sentence(answer.violation?.message ?? answer.message))) }, "Show me where");
    this.say("Everything is filled in, but something is wrong.", h("div", { class: "ask" }, show));
  }
}

/** Where to look, without what to see there. @param {any} step @param {Tints} tints */
function look(step, tints) {
  const lines = (tints.lines ?? []).map((line) => line.name);
  const names = lines.length > 0 ? lines : step.rules;
  if (names.length === 0) return "Look at the marked cells.";
  const last = names[names.length - 1];
  return `Look at ${names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last}.`;
}

/** What came out when the engine was asked to solve, without the word for it. @param {any} answer */
function outcome(answer) {
  return sentence((answer.message ?? "").replace(`${answer.verdict}: `, "") || "No solution was found");
}

/** The chain of a supposition, to be opened. @param {any} step @param {App} app */
function chain(step, app) {
  if (!step.steps?.length) return null;
  const items = step.steps.map((/** @type {any} */ inner) =>
    h("li", {}, h("button", { type: "button", class: "step", onclick: () => app.tint(inner.tints ?? {}) }, inner.name ? h("span", { class: "technique" }, inner.name) : "", inner.text), chain(inner, app)),
  );
  return h("details", {}, h("summary", {}, `Follow the chain (${count(items.length, "step")})`), h("ol", { class: "chain" }, ...items));
}

/** What the colours mean. @param {Tints | undefined} tints */
function key(tints) {
  const items = legend(tints);
  if (items.length === 0) return null;
  return h("p", { class: "legend" }, ...items.map(([tint, words]) => h("span", { "data-tint": tint }, words)));
}

/** @param {string | null | undefined} text */
function note(text) {
  return text ? h("p", { class: "soft" }, text) : null;
}
