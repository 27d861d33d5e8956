// What stands around the board: the kinds of puzzles, the caption with the choice of a rule, and the tabs at the side.

import { byId, h, renew } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

/** The kinds of puzzles, the current one marked. @param {App} app */
export function showFamilies(app) {
  const current = app.editor?.sheet?.family ?? app.board?.family;
  const buttons = app.families.map((family) =>
    h("button", { type: "button", "data-family": family.name, "aria-current": family.name === current ? "true" : "false", onclick: () => app.openFamily(family.name) }, family.title),
  );
  renew(byId("families"), ...buttons);
}

/** The caption of the board, with a choice where the family has several rules. @param {App} app */
export function showCaption(app) {
  const { board } = app;
  if (!board) return;
  const rules = app.families.find((family) => family.name === board.family)?.rules ?? [];
  const caption = byId("caption");
  const about = app.about ? `, ${app.about}` : "";
  if (!board.rule || rules.length < 2) {
    caption.textContent = `${board.title}, ${board.size}${board.rule ? `, ${board.rule} rule` : ""}${about}`;
    return;
  }
  const pick = h("select", { id: "rule-switch", class: "quiet", "aria-label": "Rule", title: "Play by another rule", onchange: (/** @type {Event} */ event) => void app.switchRule(/** @type {HTMLSelectElement} */ (event.target).value) });
  pick.append(...rules.map((/** @type {any} */ rule) => h("option", { value: rule.name, title: rule.summary, selected: rule.name === board.rule }, `${rule.name} rule`)));
  renew(caption, document.createTextNode(`${board.title}, ${board.size}, `), pick, document.createTextNode(about));
  byId("rule-switch").value = board.rule;
}

/** @param {App} app @param {string} name */
export function showTab(app, name) {
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    const isOpen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isOpen));
    /** @type {HTMLElement} */ (tab).tabIndex = isOpen ? 0 : -1;
    byId(`panel-${tab.id.slice(4)}`).hidden = !isOpen;
  }
  if (name === "steps") app.steps?.opened();
  if (name === "lab") app.lab?.opened();
  // A step or a replay is shown only where it can be walked through.
  if (name !== "steps" && app.preview) app.endPreview();
}
