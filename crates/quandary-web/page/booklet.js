// Puzzles on paper, as PDF: the one on the board, or a booklet of new ones.

import { count, dialog, h, save, sentence, toast } from "./dom.js";
import { lastSpec, makeText, optionsOf, sizeField, specOf } from "./choose.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {import("./choose.js").Spec} Spec */

/** @param {{pdf: string}} booklet @param {string} name */
function saveBooklet({ pdf }, name) {
  save(new Blob([Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))], { type: "application/pdf" }), `${name}.pdf`);
}

/** Saves the puzzle on the board with its solution. @param {App} app */
export async function savePdf(app) {
  try {
    saveBooklet(await app.askHere("print", { per_page: 1 }), app.board?.family ?? "puzzle");
  } catch (error) {
    toast(sentence(/** @type {Error} */ (error).message));
  }
}

/** In place of a level: as many puzzles of each of the first levels. */
const MIXED = "mixed";
/** How many levels a mixed booklet has. */
const LEVELS = 3;

/**
 * New puzzles of one kind, those of the first grade first.
 * @param {App} app @param {string} family @param {Spec} spec @param {string[]} grades @param {number} wanted how many @param {AbortSignal} signal
 * @param {(made: number) => void} progress
 */
async function makePuzzles(app, family, spec, grades, wanted, signal, progress) {
  const seed = Math.floor(Math.random() * 1_000_000_000);
  /** Where the series of each grade goes on. @type {Map<string, number>} */
  const next = new Map();
  /** @type {string[]} */
  const texts = [];
  while (texts.length < wanted) {
    const grade = grades[Math.floor((texts.length * grades.length) / wanted)] ?? "";
    const [text, start] = await makeText(app, family, { seed, ...optionsOf({ ...spec, grade }) }, next.get(grade) ?? 0, signal);
    next.set(grade, start);
    texts.push(text);
    progress(texts.length);
  }
  return texts;
}

/** Asks what the booklet is to be, makes it and saves it. @param {App} app */
export function bookletDialog(app) {
  const family = app.families.find((one) => one.name === app.board?.family);
  if (!family) return;
  const running = new AbortController();
  const said = h("p", { class: "soft", role: "status" });
  const field = (/** @type {string} */ text, /** @type {HTMLElement} */ input) => h("div", { class: "field" }, h("label", { for: input.id }, text), input);
  const last = lastSpec(app, family.name);
  const select = (/** @type {string} */ id, /** @type {string} */ name, /** @type {[string, string][]} */ options, /** @type {string} */ chosen) =>
    h("select", { id, name }, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  const check = (/** @type {string} */ id, /** @type {string} */ text) => h("div", { class: "field check" }, h("input", { type: "checkbox", id, name: id }), h("label", { for: id }, text));
  const levels = /** @type {{name: string}[]} */ (family.levels ?? []).map(({ name }) => /** @type {[string, string]} */ ([name, name]));
  /** @type {[string, string][]} */
  const mixed = levels.length >= LEVELS ? [[MIXED, `from ${levels[0]?.[0]} to ${levels[LEVELS - 1]?.[0]}, easiest first`]] : [];
  const make = h("button", { type: "submit", class: "primary", id: "booklet-make" }, "Make the booklet");
  const form = h(
    "form",
    { class: "make", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void run()) },
    field("How many", h("input", { type: "number", id: "booklet-count", name: "booklet-count", min: 1, max: 100, value: 12, required: true })),
    levels.length > 0 ? field("How hard", select("booklet-grade", "grade", [...levels, ...mixed], last.grade)) : null,
    sizeField(family, "booklet-size", last),
    field("Title", h("input", { type: "text", id: "booklet-title", name: "title", autocomplete: "off", placeholder: family.title })),
    field("On a page", select("booklet-page", "page", [1, 2, 4, 6, 9, 12].map((count) => [String(count), String(count)]), "4")),
    field("Paper", select("booklet-paper", "paper", [["a4", "A4"], ["letter", "Letter"]], "a4")),
    check("booklet-large", "Large print, at most two on a page"),
    check("booklet-worked", "Explain every step of the solutions"),
    said,
    h("div", { class: "ask" }, make),
  );
  const opened = dialog(`A booklet: ${family.title}`, form);
  opened.addEventListener("close", () => running.abort());

  async function run() {
    const data = new FormData(form);
    const [wanted, large] = [Number(data.get("booklet-count")), data.has("booklet-large")];
    const title = String(data.get("title") ?? "").trim();
    const perPage = Number(data.get("page"));
    make.disabled = true;
    said.classList.add("busy");
    try {
      const spec = specOf(family, form);
      const grades = spec.grade === MIXED ? levels.slice(0, LEVELS).map(([name]) => name) : [spec.grade];
      const puzzles = await makePuzzles(app, family.name, spec, grades, wanted, running.signal, (made) => (said.textContent = `${made} of ${wanted} puzzles …`));
      said.textContent = "Printing …";
      const options = { puzzles, per_page: large ? Math.min(perPage, 2) : perPage, paper: data.get("paper"), ...(title ? { title } : {}), large, worked: data.has("booklet-worked") };
      const booklet = await app.ask("print", { family: family.name, options }, running.signal);
      saveBooklet(booklet, `${family.name}-booklet`);
      opened.close();
      toast(`Saved as ${family.name}-booklet.pdf: ${count(wanted, "puzzle")} on ${count(booklet.pages, "page")}.`);
    } catch (error) {
      if (!running.signal.aborted) said.textContent = sentence(/** @type {Error} */ (error).message);
    } finally {
      said.classList.remove("busy");
      make.disabled = false;
    }
  }
}
