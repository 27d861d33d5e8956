// The editor's tools as buttons and fields: which one is chosen, and what it offers.

import { announce, h, toast } from "./dom.js";
import { content } from "./images.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./editor.js").Tool} Tool */

/** The tools, and what the current one offers. @param {Editor} editor @returns {HTMLElement[]} */
export function toolPad(editor) {
  const { sheet, current } = editor;
  if (!sheet) return [];
  const tools = sheet.tools.map((tool) =>
    h("button", { type: "button", class: "layer", "data-tool": tool.id, "aria-pressed": tool.id === editor.tool, title: tool.hint, onclick: () => editor.choose(tool.id) }, tool.label),
  );
  if (!current) return [h("div", { class: "pad-row layers" }, ...tools)];
  return [h("div", { class: "pad-row layers" }, ...tools), h("p", { class: "soft" }, current.hint), offer(editor, current)];
}

/** Whether the keys 1 to 9 choose among a tool's values: where none of them is written into a cell. @param {Tool} tool */
export function hasNumbers({ gesture, values }) {
  return (gesture === "stamp" || gesture === "stroke") && values.length > 1;
}

/** A field for what a tool takes beside its values, or instead of them. @param {Editor} editor @param {Tool} tool @returns {HTMLElement[]} */
function typedField(editor, tool) {
  if (!tool.field) return [];
  const input = h("input", { id: "tool-value", type: "text", inputMode: "numeric", autocomplete: "off", size: 6, defaultValue: editor.numbers.get(tool.id) ?? "", oninput: () => editor.numbers.set(tool.id, input.value) });
  return [h("label", { for: "tool-value" }, tool.field), input];
}

/**
 * What a tool offers. An offer may stay while the draft changes, so what is pressed looks up how things are then.
 * @param {Editor} editor @param {Tool} tool @returns {HTMLElement}
 */
function offer(editor, tool) {
  if (tool.gesture === "lines") return lineField(editor, tool);
  if (tool.gesture === "image") {
    const file = h("input", { type: "file", id: "tool-image", accept: "image/png,image/jpeg", "aria-label": tool.label });
    file.onchange = async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      await content(chosen).then((value) => editor.edit([{ tool: tool.id, value }]), (error) => toast(error.message));
    };
    return h("div", { class: "pad-row", "data-for": tool.id }, file);
  }
  const buttons = tool.values.map((choice, at) => {
    const isOn = tool.gesture === "board" ? choice.is_set : tool.gesture !== "write" && editor.choice(tool) === choice.value;
    const act = () => {
      if (tool.gesture === "board") void editor.edit([{ tool: tool.id, value: choice.value }]);
      else if (tool.gesture === "write") void editor.write(editor.app.view.focused, choice.value);
      else editor.pick(tool, choice.value);
    };
    const chip = choice.fill ? h("span", { class: "brush", "aria-hidden": "true" }) : null;
    if (chip) chip.style.background = choice.fill ?? "";
    const isShort = choice.label.length <= 2 && !chip;
    return h("button", { type: "button", class: isShort ? "digit" : "layer", "data-choice": choice.value, "aria-pressed": isOn, title: hasNumbers(tool) && at < 9 ? `Key ${at + 1}` : null, onclick: act }, chip, choice.label);
  });
  const isDigits = buttons.length > 5 && buttons.every((button) => button.className === "digit");
  const kind = isDigits ? (buttons.length > 10 ? "pad-row digits many" : "pad-row digits") : "pad-row";
  return h("div", { class: kind, "data-for": tool.id }, ...buttons, ...typedField(editor, tool));
}

/** One field at a time: Enter goes on to the next line. @param {Editor} editor @param {Tool} tool */
function lineField(editor, tool) {
  const lines = editor.sheet?.lines ?? [];
  const line = lines[Math.min(editor.line, lines.length - 1)];
  if (!line) return h("div");
  const fault = editor.faults.get(line.id);
  const write = () => {
    if (input.value !== editor.textOf(line.id)) void editor.edit([{ tool: tool.id, line: line.id, value: input.value }]);
  };
  // The next line is there at once: who types quickly does not wait for the engine.
  const send = (/** @type {number} */ step) => {
    write();
    const next = (editor.line + step + lines.length) % lines.length;
    editor.line = next;
    editor.showPad();
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
    field?.focus();
    field?.select();
    announce(`${lines[next]?.name}.`);
  };
  const input = h("input", {
    id: "tool-line",
    type: "text",
    inputMode: "text",
    autocomplete: "off",
    enterKeyHint: "next",
    "aria-invalid": fault ? "true" : null,
    "aria-describedby": fault ? "line-fault" : null,
    defaultValue: editor.textOf(line.id),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void send(event.shiftKey ? -1 : 1);
    },
    onchange: () => input.isConnected && write(),
  });
  const jump = h("select", { "aria-label": "Line", onchange: () => ((editor.line = jump.selectedIndex), editor.showPad(), document.getElementById("tool-line")?.focus()) });
  jump.append(...lines.map(({ name }, at) => h("option", { selected: at === editor.line }, name)));
  return h(
    "div",
    { class: "pad-row", "data-for": `${tool.id} ${line.id}` },
    jump,
    h("label", { for: "tool-line", class: "unseen" }, `Clue of ${line.name}`),
    input,
    h("button", { type: "button", class: "layer", onclick: () => void send(-1) }, "Back"),
    h("button", { type: "button", class: "layer primary", onclick: () => void send(1) }, "Next"),
    fault ? h("p", { class: "problem", id: "line-fault", role: "alert" }, fault) : null,
  );
}
