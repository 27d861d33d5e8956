// A new puzzle: choose how hard and how large, go on with a game, pick an example, make one to order, set or paste your own.

import { choose } from "./choose.js";
import { announce, count, dialog, fill, h, sentence, toast } from "./dom.js";

import { content } from "./images.js";
import { library } from "./library.js";
import { sizeButtons } from "./sizes.js";

/** @typedef {import("./main.js").AppType} App */

/** @param {App} app @param {string} [pasted] a text that was dropped or pasted */
export function newDialog(app, pasted) {
  const tabs = h("div", { class: "choices", role: "group", "aria-label": "How" });
  const body = h("div", { class: "new-body" });
  const opened = dialog("New puzzle", tabs, body);
  /** @type {[string, () => void][]} */
  const ways = [
    ["Play", () => choose(app, body, opened)],
    ["My games", () => library(app, body, opened)],
    ["Examples", () => examples(app, body, opened)],
    ["Make one", () => make(app, body, opened)],
    ["Enter one", () => setOwn(app, body, opened)],
    ["Paste", () => paste(app, body, opened, pasted ?? "")],
  ];
  const buttons = ways.map(([text, show]) =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === text));
          show();
        },
      },
      text,
    ),
  );
  tabs.append(...buttons);
  const first = buttons[pasted === undefined ? 0 : buttons.length - 1];
  first?.focus();
  first?.click();
}

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened */
function examples(app, body, opened) {
  const groups = app.families.map((family) => {
    // The same board may be there in several notations.
    const names = new Set();
    const all = family.examples.filter((/** @type {any} */ example) => !names.has(example.name) && names.add(example.name));
    const button = (/** @type {any} */ example) =>
      h(
        "button",
        {
          type: "button",
          class: "example",
          "data-example": `${family.name}/${example.name}`,
          onclick: () => {
            // Until it is there, keys and touches go to the dialog and not to the board before it.
            void app.tryOpen(example.text, { family: family.name }).then(() => (opened.close(), app.view.focus(0)));
          },
        },
        example.title ?? title(example.name),
      );
    const isTitled = all.some((/** @type {any} */ example) => example.title);
    const shown = all.filter((/** @type {any} */ example) => example.title || !isTitled);
    const others = all.filter((/** @type {any} */ example) => !shown.includes(example));
    const more = others.length > 0 ? h("details", {}, h("summary", {}, "In other notations"), h("div", { class: "examples" }, ...others.map(button))) : null;
    return h("section", {}, h("h3", {}, family.title), h("div", { class: "examples" }, ...shown.map(button)), more);
  });
  fill(body, ...groups);
}

/** "first-steps" as people write it. @param {string} name */
function title(name) {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Values that take more than one line to write. */
const LONG = ["TEXT", "MASK"];

/**
 * The options of a generator, as the engine lists them. An option with `requires` is valid only together with one of those;
 * `usual` are values to suggest.
 * @typedef {{
 *   name: string, value: string | null, summary: string, kind: "flag" | "choice" | "choices" | "file" | "text",
 *   choices: string[], default: string | null, requires: string[], usual: string[], called: string[]
 * }} Option
 */

/** @typedef {{option: Option, row: HTMLElement, input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}} Field */

/** @param {Option} option @returns {Field} */
function field(option) {
  const id = `make-${option.name}`;
  const usual = option.usual.length > 0 ? option.usual : null;
  const help = { id };
  /** @type {Field["input"]} */
  let input;
  let list = null;
  switch (option.kind) {
    case "flag":
      input = h("input", { type: "checkbox", ...help });
      break;
    case "file":
      input = h("input", { type: "file", accept: "image/png,image/jpeg,.pbm,.txt", ...help });
      break;
    case "choice":
      input = h("select", help, h("option", { value: "" }, called(option, option.choices, option.default) ?? "any"));
      for (const choice of option.choices) if (choice !== option.default) input.append(h("option", { value: choice }, called(option, option.choices, choice)));
      break;
    case "choices":
      input = h("select", { multiple: true, size: 4, ...help }, ...option.choices.map((choice) => h("option", { value: choice }, choice)));
      break;
    default:
      if (LONG.includes(option.value ?? "")) {
        input = h("textarea", { rows: 6, spellcheck: false, placeholder: option.summary, ...help });
      } else {
        input = h("input", { type: "text", autocomplete: "off", placeholder: option.default ?? (usual ? "usual" : (option.value ?? "")), list: usual ? `${id}-usual` : null, ...help });
        if (usual) list = h("datalist", { id: `${id}-usual` }, ...usual.map((value) => h("option", { value, label: called(option, usual, value) ?? value })));
      }
  }
  input.setAttribute("aria-describedby", `${id}-about`);
  const about = h("p", { class: "soft about", id: `${id}-about` }, sentence(option.summary));
  return { option, input, row: h("div", { class: "field described" }, h("label", { for: id }, title(option.name)), input, list, about) };
}

/** What people call one of an option's values. @param {Option} option @param {string[]} values @param {string | null} value */
function called(option, values, value) {
  return (option.called.length === values.length && value !== null ? option.called[values.indexOf(value)] : null) ?? value;
}

/** What a field says, `null` for nothing. @param {Field} field @returns {Promise<unknown>} */
async function valueOf({ option, input }) {
  if (option.kind === "flag") return /** @type {HTMLInputElement} */ (input).checked || null;
  if (option.kind === "choices") {
    const chosen = [.../** @type {HTMLSelectElement} */ (input).selectedOptions].map((one) => one.value);
    return chosen.length > 0 ? chosen : null;
  }
  if (option.kind === "file") {
    const file = /** @type {HTMLInputElement} */ (input).files?.[0];
    return file ? content(file) : null;
  }
  return input.value.trim() === "" ? null : input.value;
}

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened */
function make(app, body, opened) {
  const makers = app.families.filter((family) => (family.generator_options ?? []).length > 0);
  const chosen = makers.find((family) => family.name === app.board?.family) ?? makers[0];
  const pick = h("select", { id: "make-family" }, ...makers.map((family) => h("option", { value: family.name, selected: family === chosen }, family.title)));
  const fields = h("div", { class: "fields" });
  const seed = h("input", { id: "make-seed", type: "number", min: "0", step: "1", placeholder: "any" });
  const said = h("p", { class: "soft", role: "status" });
  const go = h("button", { type: "submit", class: "primary" }, "Make it");
  const stop = h("button", { type: "button", hidden: true }, "Cancel");
  /** @type {Field[]} */
  let asked = [];
  /** @type {AbortController | null} */
  let running = null;

  const picked = () => makers.find((family) => family.name === pick.value);

  function ask() {
    asked = (picked()?.generator_options ?? []).map(field);
    const isFirst = (/** @type {Field} */ { option }) => option.requires.length === 0 && (option.kind === "choice" || option.usual.length > 0);
    const rest = asked.filter((one) => !isFirst(one));
    fill(
      fields,
      ...asked.filter(isFirst).map((one) => one.row),
      h("div", { class: "field" }, h("label", { for: "make-seed" }, "Seed"), seed),
      rest.length > 0 ? h("details", {}, h("summary", {}, "More options"), ...rest.map((one) => one.row)) : null,
    );
    offer();
  }

  /** Offers only options that fit the chosen ones. */
  function offer() {
    const isGiven = (/** @type {string} */ name) => asked.some(({ option, input }) => option.name === name && (option.kind === "flag" ? /** @type {any} */ (input).checked : input.value !== ""));
    // Two options that need each other are offered together.
    const isOpen = (/** @type {Option} */ option) =>
      option.requires.length === 0 || option.requires.some((name) => isGiven(name) || asked.some((other) => other.option.name === name && other.option.requires.includes(option.name)));
    for (const { option, row } of asked) row.hidden = !isOpen(option);
  }

  pick.onchange = ask;
  fields.addEventListener("input", offer);
  fields.addEventListener("change", offer);
  ask();
  opened.addEventListener("close", () => running?.abort());

  async function submit() {
    // The button stays enabled while a puzzle is generated: disabling it would lose the focus.
    if (running) return;
    running = new AbortController();
    const { signal } = running;
    const number = seed.value ? Number(seed.value) : Math.floor(Math.random() * 1_000_000_000);
    stop.hidden = false;
    stop.onclick = () => {
      go.focus();
      running?.abort();
    };
    go.setAttribute("aria-disabled", "true");
    const began = Date.now();
    const ticking = setInterval(() => (said.textContent = `Making … ${Math.round((Date.now() - began) / 1000)} s`), 500);
    said.textContent = "Making …";
    said.classList.add("busy");
    try {
      /** @type {Record<string, unknown>} */
      const options = { seed: number };
      // JSON has a place for everything, where the family has it.
      if (picked()?.notations.some((/** @type {any} */ notation) => notation.name === "json")) options.to = "json";
      for (const one of asked) {
        const value = one.row.hidden ? null : await valueOf(one);
        if (value !== null) options[one.option.name] = value;
      }
      const answer = await app.ask("generate", { family: pick.value, options }, signal);
      signal.throwIfAborted();
      await app.open(answer.puzzles[0].text, { family: pick.value });
      opened.close();
      app.view.focus(0);
      announce(`A new puzzle, seed ${number}.`);
    } catch (error) {
      const { message, help } = /** @type {any} */ (error);
      said.textContent = signal.aborted ? "Cancelled." : [message, help].filter(Boolean).map(sentence).join(" ");
    } finally {
      clearInterval(ticking);
      said.classList.remove("busy");
      go.removeAttribute("aria-disabled");
      stop.hidden = true;
      running = null;
    }
  }

  const form = h(
    "form",
    { class: "make", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void submit()) },
    h("div", { class: "field" }, h("label", { for: "make-family" }, "Kind"), pick),
    fields,
    said,
    h("div", { class: "ask" }, go, stop),
  );
  fill(body, form);
}

/** The ways into the editor. @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened */
function setOwn(app, body, opened) {
  const { editor } = app;
  if (!editor) return;
  const enter = (/** @type {string} */ family, /** @type {Parameters<import("./editor.js").Editor["open"]>[1]} */ from) => editor.open(family, from, () => opened.close());
  const go = (/** @type {string} */ family, /** @type {Parameters<typeof enter>[1]} */ from) => void enter(family, from).catch((error) => (opened.close(), toast(sentence(error.message))));
  const kinds = app.families
    .filter((family) => family.editor_sizes?.length > 0)
    .map((family) => {
      const board = { family: family.name, sizes: family.editor_sizes, dimensions: family.editor_dimensions };
      return h("section", {}, h("h3", {}, family.title), ...sizeButtons(board, (size) => enter(family.name, { size })));
    });
  const { kept } = editor;
  const here = app.board;
  fill(
    body,
    h("p", { class: "lead" }, "Enter a puzzle from paper, or invent one. While you edit, the engine says whether it has exactly one solution."),
    h(
      "div",
      { class: "ask" },
      kept ? h("button", { type: "button", id: "edit-kept", onclick: () => go(kept.family, { draft: kept.draft }) }, "Continue your draft") : null,
      here?.play && !editor.isOpen ? h("button", { type: "button", id: "edit-this", onclick: () => go(here.family, { puzzle: app.text }) }, "Edit the puzzle on the board") : null,
    ),
    ...kinds,
  );
}

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened @param {string} pasted */
function paste(app, body, opened, pasted) {
  const area = h("textarea", {
    id: "paste",
    rows: 9,
    spellcheck: false,
    value: pasted,
    placeholder: "53..7....6..195....98....6.8...6...3 …",
  });
  const file = h("input", { type: "file", id: "file", "aria-label": "Open a file" });
  const kind = h("select", { id: "paste-family" }, h("option", { value: "" }, "detect from the text"), ...app.families.map((family) => h("option", { value: family.name }, family.title)));
  const said = h("div", { class: "problem", role: "alert" });
  const open = async () => {
    fill(said);
    area.removeAttribute("aria-invalid");
    try {
      await app.open(area.value, kind.value ? { family: kind.value } : {});
      opened.close();
      app.view.focus(0);
      announce(`${app.board?.title}, ${app.board?.size}.`);
    } catch (error) {
      const { message, line, column, help } = /** @type {import("./engine.js").EngineError} */ (error);
      area.setAttribute("aria-invalid", "true");
      fill(
        said,
        h("p", { class: "lead" }, line ? h("strong", {}, `Line ${line}, column ${column ?? 1}: `) : null, sentence(message)),
        line ? h("pre", {}, pointed(area.value, line, column ?? 1)) : null,
        help ? h("p", { class: "soft" }, sentence(help)) : null,
      );
      if (line) mark(area, line, column ?? 1);
    }
  };
  file.onchange = async () => {
    area.value = (await file.files?.[0]?.text()) ?? "";
    await open();
  };
  const notations = app.families.reduce((sum, family) => sum + family.notations.length, 0);
  fill(
    body,
    h("label", { for: "paste", class: "lead" }, "A puzzle as text, or a puzz.link address"),
    area,
    h("p", { class: "soft" }, `${count(notations, "notation")} are recognised. You can also drop a file onto the page.`),
    h("div", { class: "field" }, h("label", { for: "paste-family" }, "Kind"), kind),
    said,
    h("div", { class: "ask" }, h("button", { type: "button", class: "primary", id: "open-pasted", onclick: open }, "Open"), file),
  );
  if (pasted) void open();
  else area.focus();
}

/** The line that is wrong, with a caret under the place. @param {string} text @param {number} line @param {number} column */
function pointed(text, line, column) {
  const shown = text.split("\n")[line - 1] ?? "";
  const from = Math.max(0, column - 30);
  return `${shown.slice(from, from + 60)}\n${" ".repeat(Math.max(0, column - 1 - from))}^`;
}

/** Puts the cursor to the place. @param {HTMLTextAreaElement} area @param {number} line @param {number} column */
function mark(area, line, column) {
  const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(before + column - 1, before + column);
}
