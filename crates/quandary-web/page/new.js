// A new puzzle: pick an example, make one, or paste whatever you have.

import { announce, count, dialog, fill, h } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

/** @param {App} app @param {string} [pasted] a text that was dropped or pasted */
export function newDialog(app, pasted) {
  const tabs = h("div", { class: "choices", role: "group", "aria-label": "How" });
  const body = h("div", { class: "new-body" });
  const box = dialog("New puzzle", tabs, body);
  /** @type {[string, () => void][]} */
  const ways = [
    ["Examples", () => examples(app, body, box)],
    ["Make one", () => make(app, body, box)],
    ["Paste", () => paste(app, body, box, pasted ?? "")],
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
  buttons[pasted === undefined ? 0 : 2]?.click();
}

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} box */
function examples(app, body, box) {
  const groups = app.families.map((family) => {
    // The same board may be there in several notations.
    const names = new Set();
    const items = family.examples
      .filter((/** @type {any} */ example) => !names.has(example.name) && names.add(example.name))
      .map((/** @type {any} */ example) =>
        h(
          "button",
          {
            type: "button",
            class: "example",
            onclick: () => {
              box.close();
              void app.tryOpen(example.text, { family: family.name }).then(() => app.view.focus(0));
            },
          },
          title(example.name),
          example.verdict && example.verdict !== "unique" && example.verdict !== "optimal" ? h("span", { class: "soft" }, ` ${example.verdict}`) : null,
        ),
      );
    return h("section", {}, h("h3", {}, family.title), h("div", { class: "examples" }, ...items));
  });
  fill(body, ...groups);
}

/** "first-steps" as people write it. @param {string} name */
function title(name) {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The options that come first, and good values for them. @type {Record<string, string[]>} */
const USUAL = {
  size: ["5x5", "6x6", "8x8", "10x10", "12x12", "15x15", "20x20"],
  box: ["2x2", "2x3", "3x3", "3x4", "4x4"],
  givens: ["22..24", "25..28", "29..34", "35..40"],
  grade: ["easy", "moderate", "hard", "very hard", "fiendish", "extreme"],
  colours: ["3", "4", "5", "6", "8", "10"],
  capacity: ["3", "4", "5", "6"],
  empty: ["1", "2", "3"],
  symmetry: ["none", "rotate180", "rotate90", "mirror", "diagonal", "full"],
};

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} box */
function make(app, body, box) {
  const makers = app.families.filter((family) => (family.generator_options ?? []).length > 0);
  const chosen = makers.find((family) => family.name === app.board?.family) ?? makers[0];
  const pick = h("select", { id: "make-family" }, ...makers.map((family) => h("option", { value: family.name, selected: family === chosen }, family.title)));
  const fields = h("div", { class: "fields" });
  const seed = h("input", { id: "make-seed", type: "number", min: "0", step: "1", placeholder: "any" });
  const said = h("p", { class: "soft", role: "status" });
  const go = h("button", { type: "submit", class: "primary" }, "Make it");
  const stop = h("button", { type: "button", hidden: true }, "Cancel");
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  let inputs = new Map();

  function ask() {
    const family = makers.find((family) => family.name === pick.value);
    inputs = new Map();
    const rows = (family?.generator_options ?? []).map((/** @type {any} */ option) => {
      const id = `make-${option.name}`;
      const usual = USUAL[option.name];
      const rule = option.name === "rule" ? family.rules.map((/** @type {any} */ rule) => rule.name) : null;
      /** @type {HTMLInputElement | HTMLSelectElement} */
      let input;
      if (!option.value) input = h("input", { type: "checkbox", id });
      else if (usual || rule) {
        const values = rule ?? usual ?? [];
        input = h("select", { id }, h("option", { value: "" }, "any"), ...values.map((/** @type {string} */ value) => h("option", { value }, value.replace("x", " × ").replace("..", "–"))));
      } else input = h("input", { type: "text", id, placeholder: option.value });
      inputs.set(option.name, input);
      const label = h("label", { for: id, title: option.summary }, title(option.name));
      return { row: h("div", { class: "field" }, label, input), first: Boolean(usual || rule) };
    });
    const first = rows.filter((/** @type {any} */ row) => row.first).map((/** @type {any} */ row) => row.row);
    const rest = rows.filter((/** @type {any} */ row) => !row.first).map((/** @type {any} */ row) => row.row);
    fill(
      fields,
      ...first,
      h("div", { class: "field" }, h("label", { for: "make-seed" }, "Seed"), seed),
      rest.length > 0 ? h("details", {}, h("summary", {}, "More wishes"), ...rest) : null,
    );
  }

  pick.onchange = ask;
  ask();
  const form = h(
    "form",
    {
      class: "make",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const running = new AbortController();
        const number = seed.value ? Number(seed.value) : Math.floor(Math.random() * 1_000_000_000);
        /** @type {Record<string, unknown>} */
        const options = { seed: number, to: "json" };
        for (const [name, input] of inputs) {
          if (input instanceof HTMLInputElement && input.type === "checkbox") {
            if (input.checked) options[name] = true;
          } else if (input.value) options[name] = input.value;
        }
        stop.hidden = false;
        stop.onclick = () => running.abort();
        go.disabled = true;
        const began = Date.now();
        const ticking = setInterval(() => (said.textContent = `Making … ${Math.round((Date.now() - began) / 1000)} s`), 500);
        said.textContent = "Making …";
        said.classList.add("busy");
        try {
          const answer = await app.ask("generate", { family: pick.value, options }, running.signal);
          await app.open(answer.puzzles[0].text, { family: pick.value });
          box.close();
          app.view.focus(0);
          announce(`A new puzzle, seed ${number}.`);
        } catch (error) {
          said.textContent = running.signal.aborted ? "Cancelled." : [/** @type {any} */ (error).message, /** @type {any} */ (error).help].filter(Boolean).join(" ");
        } finally {
          clearInterval(ticking);
          said.classList.remove("busy");
          go.disabled = false;
          stop.hidden = true;
        }
      },
    },
    h("div", { class: "field" }, h("label", { for: "make-family" }, "Kind"), pick),
    fields,
    said,
    h("div", { class: "ask" }, go, stop),
  );
  fill(body, form);
}

/** @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} box @param {string} pasted */
function paste(app, body, box, pasted) {
  const area = h("textarea", {
    id: "paste",
    rows: 9,
    spellcheck: false,
    value: pasted,
    placeholder: "53..7....6..195....98....6.8...6...3 …",
  });
  const file = h("input", { type: "file", id: "file", "aria-label": "Open a file" });
  const said = h("div", { class: "problem", role: "alert" });
  const open = async () => {
    fill(said);
    area.removeAttribute("aria-invalid");
    try {
      await app.open(area.value);
      box.close();
      app.view.focus(0);
      announce(`${app.board?.title}, ${app.board?.size}.`);
    } catch (error) {
      const { message, line, column, help } = /** @type {import("./engine.js").EngineError} */ (error);
      area.setAttribute("aria-invalid", "true");
      fill(
        said,
        h("p", { class: "lead" }, line ? h("strong", {}, `Line ${line}, column ${column ?? 1}: `) : null, message),
        line ? h("pre", {}, pointed(area.value, line, column ?? 1)) : null,
        help ? h("p", { class: "soft" }, help) : null,
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
