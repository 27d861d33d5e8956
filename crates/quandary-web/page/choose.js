// A new puzzle in two choices, how hard and how large; and the puzzle of the day. The engine says which levels and sizes there are.

import { announce, dialog, fill, h, sentence } from "./dom.js";
import { recall, remember } from "./settings.js";
import { canBeTrained } from "./technique.js";

/** @typedef {import("./main.js").AppType} App */
/** What kind of puzzle: saved, and used again for the next puzzle. @typedef {{grade: string, size?: [string, string], index?: number}} Spec */

/** Where the last request for a family is saved. */
const LAST = "quandary.wish.";
/** How many numbers of a series are tried after the first. */
const TRIES = 4;
/** A number that fails only after this time, in milliseconds, may have failed for lack of time: elsewhere it may not. */
const SLOW = 4000;
/** How long a puzzle of a chosen size is looked for, in seconds: some sizes are hardly ever that hard. */
const PATIENCE = 6;

/** What was last asked for in a family, or the easiest. @param {App} app @param {string} family @returns {Spec} */
export function lastSpec(app, family) {
  const levels = app.families.find((one) => one.name === family)?.levels ?? [];
  return { grade: levels[0]?.name ?? "", ...(recall(LAST + family) ?? {}) };
}

/** The option that says how large a board is: the first with usual values. @param {any} family */
function sizeOption(family) {
  return (family?.generator_options ?? []).find((/** @type {any} */ option) => option.usual.length > 0 && option.requires.length === 0);
}

/** A choice of how large a board is, where the generator has one. @param {any} family @param {string} id @param {Spec} last what was chosen last */
export function sizeField(family, id, last) {
  const option = sizeOption(family);
  if (!option) return null;
  const called = (/** @type {string} */ value) => option.called[option.usual.indexOf(value)] ?? value.replace("x", "×");
  const select = h("select", { name: "size", id }, h("option", { value: "" }, option.default ? `standard (${called(option.default)})` : "standard"));
  const wanted = last.size?.[0] === option.name ? last.size?.[1] : undefined;
  for (const value of option.usual) select.append(h("option", { value, selected: value === wanted }, called(value)));
  return h("div", { class: "field" }, h("label", { for: id }, "How large"), select);
}

/** What a form asks for. @param {any} family @param {HTMLFormElement} form @returns {Spec} */
export function specOf(family, form) {
  const data = new FormData(form);
  const size = sizeOption(family);
  const chosen = String(data.get("size") ?? "");
  return { grade: String(data.get("grade") ?? ""), ...(size && chosen ? { size: [size.name, chosen] } : {}) };
}

/** What the generator is asked for. @param {Spec} spec */
export function optionsOf({ grade, size }) {
  return { ...(grade ? { grade } : {}), ...(size ? { [size[0]]: size[1], time_limit: PATIENCE } : {}) };
}

/** The day as people write it. */
function today() {
  return new Date().toLocaleDateString("en", { day: "numeric", month: "long" });
}

/** A number that is the same for everyone on one day. @param {Date} day */
export function seedOfDay(day) {
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
}

/**
 * The text of a new puzzle, and the number in the series after it. Some numbers of a series have no such puzzle; the next number is
 * then taken, and is the same everywhere.
 * @param {App} app @param {string} family @param {Record<string, unknown>} options @param {number} start @param {AbortSignal} signal
 * @returns {Promise<[string, number]>}
 */
export async function makeText(app, family, options, start, signal) {
  for (let at = start; ; at++) {
    const began = performance.now();
    try {
      const answer = await app.ask("generate", { family, options: { ...options, start: at } }, signal);
      signal.throwIfAborted();
      return [answer.puzzles[0].text, at + 1];
    } catch (error) {
      if (signal.aborted || at - start >= TRIES || performance.now() - began > SLOW) throw error;
    }
  }
}

/** Makes a puzzle and opens it. @param {App} app @param {string} family @param {Spec} spec @param {number} seed @param {AbortSignal} signal @param {string} [day] where it is the puzzle of a day */
async function make(app, family, spec, seed, signal, day) {
  const isWritten = app.families.find((one) => one.name === family)?.notations.some((/** @type {any} */ notation) => notation.name === "json");
  const options = { seed, ...optionsOf(spec), ...(isWritten ? { to: "json" } : {}) };
  const [text] = await makeText(app, family, options, 0, signal);
  return app.open(text, { family, about: [spec.grade, day && `puzzle of the day, ${day}`].filter(Boolean).join(", ") });
}

/** The form: how hard, how large. @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened */
export function choose(app, body, opened) {
  const makers = app.families.filter((family) => (family.levels ?? []).length > 0);
  const current = app.editor?.sheet?.family ?? app.board?.family;
  let family = makers.find((one) => one.name === current) ?? makers[0];
  const said = h("p", { class: "soft", role: "status" });
  const stop = h("button", { type: "button", hidden: true }, "Cancel");
  /** @type {AbortController | null} */
  let running = null;
  opened.addEventListener("close", () => running?.abort());

  const pick = h("select", { id: "choose-family", onchange: () => ((family = makers.find((one) => one.name === pick.value)), show()) });
  pick.append(...makers.map((one) => h("option", { value: one.name, selected: one === family }, one.title)));
  const form = h("form", { class: "make", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void run(false)) });

  async function run(/** @type {boolean} */ isDaily) {
    if (running || !family) return;
    running = new AbortController();
    const { signal } = running;
    const wanted = specOf(family, form);
    stop.hidden = false;
    stop.onclick = () => running?.abort();
    said.textContent = "Generating …";
    said.classList.add("busy");
    try {
      remember(LAST + family.name, wanted);
      // The puzzle of the day has the usual size: it is the same for everyone.
      const seed = isDaily ? seedOfDay(new Date()) : Math.floor(Math.random() * 1_000_000_000);
      await make(app, family.name, isDaily ? { grade: wanted.grade } : wanted, seed, signal, isDaily ? today() : undefined);
      opened.close();
      app.view.focus(0);
      announce(isDaily ? "The puzzle of the day." : "A new puzzle.");
    } catch (error) {
      if (signal.aborted) said.textContent = "Cancelled.";
      else notFound(wanted, /** @type {Error} */ (error).message);
    } finally {
      said.classList.remove("busy");
      stop.hidden = true;
      running = null;
    }
  }

  /** Says that there is no such puzzle, and offers the level below. @param {Spec} wanted @param {string} why */
  function notFound({ grade, size }, why) {
    const levels = /** @type {{name: string}[]} */ (family?.levels ?? []).map(({ name }) => name);
    const easier = levels[levels.indexOf(grade) - 1];
    if (!easier || !size) return void (said.textContent = sentence(why));
    const take = () => {
      for (const input of form.querySelectorAll("input[name=grade]")) /** @type {HTMLInputElement} */ (input).checked = /** @type {HTMLInputElement} */ (input).value === easier;
      void run(false);
    };
    fill(said, `Puzzles of this size are hardly ever ${grade}: none was found in ${PATIENCE} seconds. Choose another size, or `, h("button", { type: "button", id: "choose-easier", onclick: take }, `try ${easier}`));
    form.querySelector("#choose-easier")?.scrollIntoView({ block: "nearest" });
  }

  function show() {
    if (!family) return;
    const last = lastSpec(app, family.name);
    const level = (/** @type {{name: string, summary: string}} */ { name, summary }) => {
      const id = `level-${name.replace(" ", "-")}`;
      return h(
        "div",
        { class: "level" },
        h("input", { type: "radio", name: "grade", id, value: name, checked: name === last.grade }),
        h("label", { for: id }, h("strong", {}, name.charAt(0).toUpperCase() + name.slice(1)), h("span", { class: "soft" }, summary)),
      );
    };
    fill(
      form,
      h("div", { class: "field" }, h("label", { for: "choose-family" }, "Kind"), pick),
      h("fieldset", {}, h("legend", {}, "How hard?"), ...family.levels.map(level)),
      sizeField(family, "choose-size", last),
      training(),
      said,
      h("div", { class: "ask" }, h("button", { type: "submit", class: "primary", id: "choose-play" }, "Play"), h("button", { type: "button", id: "choose-daily", onclick: () => void run(true) }, `Puzzle of the day, ${today()}`), stop),
    );
  }

  /** Ten puzzles that need one technique. */
  function training() {
    const names = (family?.techniques ?? []).filter((/** @type {any} */ technique) => technique.summary && canBeTrained(family, technique.name));
    if (names.length === 0) return null;
    const about = h("p", { class: "soft" });
    const pick = h("select", { id: "train-technique", "aria-label": "Technique", onchange: () => (about.textContent = names[pick.selectedIndex]?.summary ?? "") });
    pick.append(...names.map((/** @type {any} */ technique) => h("option", { value: technique.name }, technique.name)));
    about.textContent = names[0]?.summary ?? "";
    const begin = () => {
      opened.close();
      void app.training?.begin(family.name, pick.value);
    };
    const unfold = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).scrollIntoView({ block: "nearest" });
    return h("details", { class: "train", ontoggle: unfold }, h("summary", {}, "Practise a technique"), h("div", { class: "ask" }, pick, h("button", { type: "button", id: "train-begin", onclick: begin }, "Ten puzzles")), about);
  }

  show();
  fill(body, form);
}

/** Another puzzle like the last one that was asked for. @param {App} app */
export async function nextPuzzle(app) {
  const family = app.board?.family ?? "";
  const waiting = new AbortController();
  const spec = lastSpec(app, family);
  const opened = dialog("Next puzzle", h("p", { class: "lead busy" }, `Making one that is ${spec.grade} …`));
  opened.addEventListener("close", () => waiting.abort());
  try {
    await make(app, family, spec, Math.floor(Math.random() * 1_000_000_000), waiting.signal);
    opened.close();
    app.view.focus(0);
  } catch (error) {
    if (!waiting.signal.aborted) fill(opened, h("p", { class: "lead" }, sentence(/** @type {Error} */ (error).message)), h("button", { type: "button", onclick: () => opened.close() }, "Close"));
  }
}
