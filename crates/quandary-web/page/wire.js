// Buttons, keys, tabs, and files that are dropped: what the page listens to.

import { byId, dialog, h, toast } from "./dom.js";
import { showTab } from "./frame.js";
import { offerLink } from "./share.js";

/** @typedef {import("./main.js").AppType} App */

/** How often the game goes into the library while it is played, in milliseconds. */
const FILED_EVERY = 15_000;

/** @param {App} app */
export function wire(app) {
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
  on("undo", () => app.actions.undo());
  on("redo", () => app.actions.redo());
  on("try", () => app.actions.change((game) => game.beginTrial()));
  on("keep", () => app.actions.change((game) => game.keepTrial()));
  on("drop", () => app.actions.change((game) => game.dropTrial()));
  on("restart", () => app.actions.change((game) => toast(game.restart() ? "Started over. Undo brings everything back." : "You are already at the start.")));
  on("zoom-in", () => app.view.pinch.by(1.4));
  on("zoom-out", () => app.view.pinch.by(1 / 1.4));
  app.view.pinch.changed = () => {
    byId("zoom-out").disabled = app.view.pinch.isLeast;
    byId("zoom-in").disabled = app.view.pinch.isMost;
  };
  on("kept-open", () => void app.keeper.leave(true));
  on("kept-forget", () => void app.keeper.leave(false));
  on("new", () => (app.keeper.file(), void newDialog(app)));
  on("share", () => void share(app));
  on("more", () => void app.later.then((later) => later.moreDialog(app)));
  // A click on what writes leaves the keyboard where it is: at the cell that is written to.
  byId("pad").addEventListener("mousedown", (/** @type {Event} */ event) => {
    if (!(/** @type {Element} */ (event.target).closest("input, select, label"))) event.preventDefault();
  });
  byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    app.view.focus(app.view.focused);
  });
  wireTabs(app);
  wireDrop(app);
  addEventListener("keydown", (event) => press(app, event));
  addEventListener("hashchange", () => void app.openFirst());
  addEventListener("beforeprint", () => void printSheet(app));
  addEventListener("pagehide", () => app.keeper.file());
  addEventListener("visibilitychange", () => document.hidden && app.keeper.file());
  setInterval(() => tick(app), 1000);
}

/** @param {App} app @param {string} [pasted] */
const newDialog = async (app, pasted) => (await app.later).newDialog(app, pasted);

/** @param {App} app */
const printSheet = async (app) => (await app.later).printSheet(app);

/** @param {App} app */
async function share(app) {
  await app.settled();
  const { moves, at } = app.game.save();
  await offerLink({ puzzle: app.text, family: app.board?.family, moves, at }, "It contains the puzzle and your moves.");
}

/** @param {App} app */
function wireTabs(app) {
  /** @type {HTMLElement[]} */
  const tabs = [...document.querySelectorAll('[role="tab"]')].map((tab) => /** @type {HTMLElement} */ (tab));
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => showTab(app, tab.id.slice(4)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next?.focus();
      next?.click();
      event.preventDefault();
    });
  });
}

/** @param {App} app */
function wireDrop(app) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : (event.dataTransfer?.getData("text") ?? "");
    if (text.trim()) void newDialog(app, text);
  });
  addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement | null} */ (event.target);
    if (target?.closest("textarea, input")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) void newDialog(app, text);
  });
}

/** @param {App} app @param {KeyboardEvent} event */
function press(app, event) {
  // A dialog lies over the board, also where none of it has the focus.
  if (document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "p") {
    // The browser would print at once; the solution's page takes a moment.
    event.preventDefault();
    void printSheet(app).then(() => print());
    return;
  }
  const target = /** @type {HTMLElement | null} */ (event.target);
  if (event.defaultPrevented || target?.closest("textarea, input, select, dialog")) return;
  // What is typed outside of the board goes on at the selected cell, but for keys that the focused element has itself.
  if (!app.view.grid.contains(target) && !usesKey(target, event.key) && app.view.key(event)) return;
  const key = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  if (command && key === "z" && !event.shiftKey) app.actions.undo();
  else if (command && (key === "y" || (key === "z" && event.shiftKey))) app.actions.redo();
  else if (command || event.altKey || app.editor?.isOpen) return;
  else if (key === "h") void app.help?.hint();
  else if (key === "k") void app.help?.check();
  else if (key === "t") app.actions.change((game) => (game.trial < 0 ? game.beginTrial() : game.keepTrial()));
  else if (key === "n") void newDialog(app);
  else if (key === "?") showKeys(app);
  else if (key === "escape") {
    if (app.preview) app.endPreview();
    else app.actions.change((game) => game.trial >= 0 && game.dropTrial());
  } else return;
  event.preventDefault();
}

/** Which keys there are. @param {App} app */
export function showKeys(app) {
  /** @type {[string, string][]} */
  const everywhere = [
    ["Arrows", "go from cell to cell"],
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ["H", "hint: where, then why, then do it"],
    ["K", "is it correct so far?"],
    ["T", "start a trial, or keep it; Esc discards it"],
    ["N", "new puzzle"],
    ["?", "these keys"],
  ];
  // A letter that is written on this board is not a command.
  const rows = [...(app.controls?.keys ?? []), ...everywhere.filter(([key]) => !app.controls?.writes?.(key))];
  dialog("Keys", h("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
}

/** A second has passed. @param {App} app */
function tick(app) {
  if (app.editor?.isOpen) return;
  const clock = byId("clock");
  clock.hidden = !app.settings.timer;
  if (document.hidden || app.solved) return;
  app.played += 1000;
  if (app.played % FILED_EVERY === 0) app.keeper.file();
  const seconds = Math.floor(app.played / 1000);
  if (app.settings.timer) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whether an element outside of the board does something with a key itself. @param {HTMLElement | null} element @param {string} key */
function usesKey(element, key) {
  if (key === " " || key === "Enter") return Boolean(element?.closest("button, a, summary, .side"));
  return /^(Arrow|Home|End)/.test(key) && Boolean(element?.closest(".side"));
}
