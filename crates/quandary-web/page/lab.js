// The lab: algorithms side by side on the puzzle on the board.

import { fill, h } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

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
    fill(this.panel, h("p", { class: "lead" }, "Textbook algorithms against the real one, on this very board, with the same counters for all."), h("div", { class: "ask" }, run), this.result);
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
  const cell = (/** @type {any} */ value) => (typeof value === "number" ? short(value) : String(value ?? ""));
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "All counters" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...keys.map((key) => h("th", { scope: "col" }, key.replaceAll("_", " "))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...keys.map((key, index) => h(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {}, cell(row[key])))))),
    ),
  );
}
