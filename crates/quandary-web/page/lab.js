// The lab: algorithms side by side on the puzzle on the board, and the search of one of them replayed on it.

import { autoplay } from "./autoplay.js";
import { announce, count, fill, h } from "./dom.js";
import { growthForm, inUnits } from "./growth.js";

/** @typedef {import("./main.js").AppType} App */

/** How long an event stays where they follow each other, in milliseconds. */
const STAY = 400;

export class Lab {
  /** @param {App} app @param {HTMLElement} panel */
  constructor(app, panel) {
    this.app = app;
    this.panel = panel;
    this.of = "";
    /** @type {AbortController | null} */
    this.running = null;
  }

  reset() {
    this.running?.abort();
    this.of = "";
    fill(this.panel);
  }

  opened() {
    const { app } = this;
    if (this.of === app.text) return;
    this.of = app.text;
    this.result = h("div", { class: "compared" });
    const run = h("button", { type: "button", class: "primary", id: "compare", onclick: () => this.compare() }, "Compare all algorithms");
    const family = app.families.find((family) => family.name === app.board?.family);
    const replays = (family?.algorithms ?? []).filter((/** @type {any} */ algorithm) => algorithm.replays && app.board?.kind === "deduction");
    this.stage = h("div", { class: "replay" });
    const pick = h("select", { id: "replay-algorithm", "aria-label": "Algorithm" }, ...replays.map((/** @type {any} */ one) => h("option", { value: one.name, title: one.summary }, one.name)));
    const watch = h("button", { type: "button", id: "replay", onclick: () => this.replay(pick.value) }, "Watch its search");
    fill(
      this.panel,
      h("p", { class: "lead" }, "Textbook algorithms compared with the real solver on this board, with the same counters for all."),
      h("div", { class: "ask" }, run),
      this.result,
      replays.length > 0 ? h("div", { class: "ask quiet" }, pick, watch) : null,
      this.stage,
      growthForm(app),
    );
  }

  /** Records the search of an algorithm, and shows it on the board. @param {string} algorithm */
  async replay(algorithm) {
    const { app, stage } = this;
    if (!stage) return;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    fill(stage, h("p", { class: "lead busy" }, "Recording …"));
    try {
      const answer = await app.askHere("replay", { algorithm, events: 5000 }, running.signal);
      this.#player(answer);
    } catch (error) {
      fill(stage, h("p", { class: "lead" }, /** @type {Error} */ (error).message));
    }
  }

  /** The buttons of a replay. @param {any} answer */
  #player(answer) {
    const { app, stage } = this;
    const events = answer.events;
    if (!stage) return;
    let at = 0;
    const said = h("p", { class: "lead", role: "status" });
    const place = h("output", { class: "place-in-steps" });
    const range = h("input", { type: "range", min: "0", max: String(events.length), "aria-label": "Event", oninput: () => go(Number(range.value)) });
    const go = (/** @type {number} */ to) => {
      at = Math.max(0, Math.min(events.length, to));
      const { values, tints, text } = positionAt(app, events, at);
      app.showPreview({ values }, tints);
      range.value = String(at);
      place.textContent = `${at} of ${events.length}`;
      said.textContent = text;
    };
    const next = (/** @type {string} */ kind) => {
      const found = events.findIndex((/** @type {any} */ event, /** @type {number} */ index) => index >= at && event.event === kind);
      go(found < 0 ? events.length : found + 1);
    };
    const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    const play = autoplay({ isOver: () => at >= events.length, on: () => go(at + 1), restart: () => go(0), isLeft: () => !app.preview, every: STAY });
    const tries = events.filter((/** @type {any} */ event) => event.event === "try").length;
    const dead = events.filter((/** @type {any} */ event) => event.event === "dead").length;
    fill(
      stage,
      h("div", { class: "walk" }, button("Rewind", "«", () => go(0)), button("Previous event", "‹", () => go(at - 1)), place, button("Next event", "›", () => go(at + 1)), button("To the end", "»", () => go(events.length))),
      h("div", { class: "play-row" }, play, range),
      said,
      h(
        "div",
        { class: "ask" },
        h("button", { type: "button", id: "to-dead-end", onclick: () => next("dead") }, "To the next dead end"),
        h("button", { type: "button", onclick: () => app.endPreview() }, "Back to my game"),
      ),
      h("p", { class: "soft" }, `${count(tries, "try").replace("trys", "tries")}, ${count(dead, "dead end")}${answer.complete ? "." : "; the search goes on after that."}`),
    );
    go(0);
    announce(`${answer.algorithm}: ${count(events.length, "event")}.`);
  }

  async compare() {
    const { app, result } = this;
    if (!result) return;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    fill(result, h("p", { class: "lead busy" }, "Running, at most two seconds each …"), h("button", { type: "button", onclick: () => running.abort() }, "Stop"));
    try {
      const answer = await app.askHere("compare", { time_limit: 2 }, running.signal);
      fill(result, bars(answer.algorithms), table(answer.algorithms));
    } catch (error) {
      fill(result, h("p", { class: "lead" }, running.signal.aborted ? "Stopped." : /** @type {Error} */ (error).message));
    }
  }
}

/** @param {number} value */
function short(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)} k`;
  return String(Math.round(value * 10) / 10);
}

/** Nodes expanded as bars, on a scale of powers of ten. @param {any[]} rows */
function bars(rows) {
  const most = Math.max(10, ...rows.map((row) => Number(row.nodes) || 0));
  const list = h("ul", { class: "bars", "aria-label": "Nodes expanded, on a scale of powers of ten" });
  for (const row of rows) {
    const nodes = Number(row.nodes) || 0;
    const bar = h("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(100 * Math.log10(1 + nodes)) / Math.log10(1 + most)}%`;
    list.append(h("li", {}, h("span", { class: "name" }, row.algorithm ?? row.name), h("span", { class: "track" }, bar), h("span", { class: "number" }, short(nodes))));
  }
  return h("figure", {}, h("figcaption", { class: "soft" }, "Nodes expanded (powers of ten)"), list);
}

/** @param {any[]} rows */
function table(rows) {
  const keys = Object.keys(rows[0] ?? {}).filter((key) => rows.some((row) => row[key] !== null && row[key] !== undefined));
  const cell = (/** @type {string} */ key, /** @type {any} */ value) => (typeof value === "number" ? (key === "time_us" ? inUnits : short)(value) : String(value ?? ""));
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "All counters" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...keys.map((key) => h("th", { scope: "col" }, key === "time_us" ? "time" : key.replaceAll("_", " "))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...keys.map((key, index) => h(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {}, cell(key, row[key])))))),
    ),
  );
}

/**
 * The board after this many events: the current decisions, what follows from them, and what happened last.
 * @param {App} app @param {any[]} events @param {number} at
 */
function positionAt(app, events, at) {
  /** @type {any[]} */
  let stand = [];
  for (const event of events.slice(0, at)) {
    if (event.event === "try") stand = [...stand.slice(0, event.depth - 1), event];
    else if (event.event === "back") stand = stand.slice(0, event.depth);
  }
  const last = events[at - 1];
  const facts = stand.flatMap((event) => [event, ...event.follows]).map((one) => ({ cells: one.cells, left: [one.value] }));
  const values = [...app.game.start];
  const step = { argument: "", text: "", rules: [], cost: 0, premises: [], conclusions: facts };
  for (const [place, value] of app.controls?.conclude(step, values) ?? []) values[place] = value;
  const cells = (/** @type {any[]} */ some) => some.flatMap((one) => one.cells);
  const top = stand[stand.length - 1];
  const decided = cells(stand.slice(0, -1));
  /** @type {import("./controls/controls.js").Tints} */
  let tints = { premises: decided, ...(top ? { supposed: top.cells, conclusions: cells(top.follows) } : {}) };
  let text = "Before the first decision.";
  if (last?.event === "try") text = `${last.cells.join(", ")} is tried as ${last.value}, ${count(last.depth, "decision")} deep${last.follows.length > 0 ? `; ${count(last.follows.length, "cell")} follow` : ""}.`;
  if (last?.event === "dead") {
    tints = { premises: decided, wrong: top?.cells ?? [] };
    text = `Dead end${last.rule ? `: ${last.rule} can no longer hold` : ""}.`;
  }
  if (last?.event === "back") text = `Everything was tried here: back to decision ${last.depth + 1}.`;
  if (last?.event === "solution") text = "Every cell has a value and every rule holds: a solution.";
  return { values, tints, text };
}
