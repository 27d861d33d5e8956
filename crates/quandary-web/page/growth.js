// The lab's experiment: how the work of algorithms grows with the size of a puzzle. The engine makes the puzzles, runs the
// algorithms, and draws the chart; here are the questions and the table.

import { count, dialog, fill, h, save, sentence } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {{low: number, median: number, high: number}} Spread */
/** @typedef {{size: string, algorithm: string, puzzles: number, ran_out: number, time_us: Spread, nodes: Spread, peak_bytes: Spread}} Row */

/** How long an experiment may take, in seconds; what is left is shared evenly among the puzzles. */
const SECONDS = 10;
/** The most search nodes of one algorithm on one puzzle. */
const NODES = 200_000;
/** How many algorithms are chosen at the beginning. */
const CHOSEN = 4;

/** What can grow: options of the generator with usual values. @param {any} family @returns {any[]} */
const growing = (family) => (family?.generator_options ?? []).filter((/** @type {any} */ option) => option.usual.length > 1 && option.requires.length === 0 && !option.usual.some((/** @type {string} */ value) => value.includes("..")));

/** Values to begin with: the smaller half of the usual ones. @param {any} option */
function usualValues(option) {
  const small = option.usual.slice(0, Math.max(3, Math.ceil(option.usual.length / 2)));
  const isCount = small.every((/** @type {string} */ value) => /^\d+$/.test(value));
  return isCount ? `${small[0]}..${small.at(-1)}` : small.join(",");
}

/**
 * The form of an experiment on the family of the board; `null` where nothing can grow.
 * @param {App} app @returns {HTMLElement | null}
 */
export function growthForm(app) {
  const family = app.families.find((one) => one.name === app.board?.family);
  const options = growing(family);
  const [first] = options;
  if (!first) return null;
  const values = h("input", { id: "growth-values", type: "text", autocomplete: "off", spellcheck: false, value: usualValues(first) });
  const vary = h("select", { id: "growth-vary", onchange: () => (values.value = usualValues(options[vary.selectedIndex])) });
  vary.append(...options.map((option) => h("option", { value: option.name, title: option.summary }, option.name)));
  const puzzles = h("input", { id: "growth-count", type: "number", min: "1", max: "50", value: "5" });
  /** @type {HTMLInputElement[]} */
  const ticks = family.algorithms.map((/** @type {any} */ one, /** @type {number} */ at) => h("input", { type: "checkbox", value: one.name, id: `growth-${one.name}`, checked: at % 2 === 0 && at < 2 * CHOSEN }));
  const choices = family.algorithms.map((/** @type {any} */ one, /** @type {number} */ at) => h("div", { class: "field check" }, ticks[at], h("label", { for: `growth-${one.name}`, title: one.summary }, one.name)));
  const result = h("div", { class: "compared" });
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => h("div", { class: "field" }, h("label", { for: input.id }, label), input);

  /** @type {AbortController | null} */
  let running = null;
  async function run() {
    running?.abort();
    const { signal } = (running = new AbortController());
    const stop = running;
    const algorithms = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
    fill(result, h("p", { class: "lead busy" }, `Making puzzles and solving them, at most ${count(SECONDS, "second")} in all …`), h("button", { type: "button", onclick: () => stop.abort() }, "Stop"));
    try {
      const asked = { vary: vary.value, values: values.value, count: Number(puzzles.value), algorithms, node_limit: NODES, time_limit: SECONDS, seed: 1, svg: true };
      const answer = await app.ask("experiment", { family: family.name, options: asked }, signal);
      fill(result, ...shown(answer, family.name));
      // The panel ends above it.
      result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      const { message, help } = /** @type {any} */ (error);
      fill(result, h("p", { class: "lead", role: "alert" }, signal.aborted ? "Stopped." : [message, help].filter(Boolean).map(sentence).join(" ")));
    }
  }

  const form = h(
    "form",
    { class: "make", id: "growth", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void run()) },
    field("What grows", vary),
    field("Values", values),
    h("p", { class: "soft" }, "From 3 to 12: 3..12. In steps of 5: 5..30:5. Or a list: 5x5,8x8,10x10."),
    field("Puzzles of each", puzzles),
    h("fieldset", {}, h("legend", {}, "Algorithms"), h("div", { class: "algorithms" }, ...choices)),
    h("div", { class: "ask" }, h("button", { type: "submit", class: "primary", id: "growth-run" }, "Draw the growth")),
    result,
  );
  return h("details", { class: "ask quiet growth" }, h("summary", {}, "How the work grows with the puzzle"), form);
}

/** The chart, the table, and both as files. @param {{rows: Row[], axis: string, svg?: string, disagreements: string[]}} answer @param {string} name */
function shown(answer, name) {
  const { rows, axis, svg = "" } = answer;
  const picture = new Blob([svg], { type: "image/svg+xml" });
  const chart = () => {
    const url = URL.createObjectURL(picture);
    return h("img", { class: "chart", src: url, alt: `Time, nodes and memory by ${axis}, on logarithmic axes; the table has the same numbers.`, onload: () => URL.revokeObjectURL(url) });
  };
  const file = (/** @type {string} */ label, /** @type {Blob} */ content, /** @type {string} */ end) => h("button", { type: "button", onclick: () => save(content, `${name}-growth.${end}`) }, label);
  return [
    chart(),
    h("p", { class: "soft" }, "Medians, with the quartiles; ≥ where half of the runs or more ran out of their budget. Then larger puzzles are not tried."),
    table(rows, axis),
    ...answer.disagreements.map((text) => h("p", { class: "lead", role: "alert" }, text)),
    h("div", { class: "ask" }, h("button", { type: "button", id: "growth-large", onclick: () => dialog("Growth", chart()).classList.add("large") }, "Enlarge"), file("Save the chart", picture, "svg"), file("Save the table", new Blob([csv(rows)], { type: "text/csv" }), "csv")),
  ];
}

/** A time in a unit that suits it. @param {number} micros */
export const inUnits = (micros) => (micros < 1000 ? `${micros.toFixed(0)} µs` : micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(1)} s`);

/** The measures of a row: what they are called, and how they are written. @type {[string, (row: Row) => Spread, (value: number) => string][]} */
const MEASURES = [
  ["time", (row) => row.time_us, inUnits],
  ["nodes", (row) => row.nodes, (value) => Math.round(value).toLocaleString("en")],
  ["memory", (row) => row.peak_bytes, (value) => (value < 1e6 ? `${(value / 1000).toFixed(0)} kB` : `${(value / 1e6).toFixed(1)} MB`)],
];

/** @param {Row[]} rows @param {string} axis */
function table(rows, axis) {
  const head = [axis, "algorithm", ...MEASURES.map(([name]) => name), "ran out"];
  const line = (/** @type {Row} */ row) => {
    const least = row.ran_out > 0 && 2 * row.ran_out >= row.puzzles ? "≥ " : "";
    const cells = MEASURES.map(([, of, text]) => {
      const { low, median, high } = of(row);
      return h("td", { title: `from ${text(low)} to ${text(high)}` }, least + text(median));
    });
    return h("tr", {}, h("th", { scope: "row" }, row.size), h("td", {}, row.algorithm), ...cells, h("td", {}, `${row.ran_out} of ${row.puzzles}`));
  };
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Medians by size and algorithm" },
    h("table", { id: "growth-table" }, h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows.map(line))),
  );
}

/** The same columns as `quandary compare --csv`. @param {Row[]} rows */
function csv(rows) {
  const spreads = ["time_us", "nodes", "peak_bytes"];
  const head = ["size", "algorithm", "puzzles", "ran_out", ...spreads.flatMap((name) => [`${name}_low`, `${name}_median`, `${name}_high`])];
  const line = (/** @type {Row} */ row) => [row.size, row.algorithm, row.puzzles, row.ran_out, ...[row.time_us, row.nodes, row.peak_bytes].flatMap(({ low, median, high }) => [low, median, high])];
  return `${[head, ...rows.map(line)].map((cells) => cells.join(",")).join("\n")}\n`;
}
