// The games of this browser: all that were begun, with how far they are, statistics of those that were solved, and a file to take
// them to another browser.

import { count, dialog, fill, h, save, toast } from "./dom.js";
import { recall, remember } from "./settings.js";

/** @typedef {import("./main.js").AppType} App */

/**
 * A game as it is kept.
 * @typedef {{
 *   puzzle: string, family: string, moves: import("./game.js").Move[], at: number, played: number, solved: boolean,
 *   name?: string, about?: string, hints?: number, tally?: number, when?: number
 * }} Kept
 */

const LIBRARY = "quandary.library";
/** How many games are kept, and how many bytes they may take together. */
const MOST = 200;
const MOST_BYTES = 3_000_000;

/** All games, the latest first. @returns {Kept[]} */
export function games() {
  const kept = recall(LIBRARY);
  return Array.isArray(kept) ? kept : [];
}

/** Keeps a game; one that was never played is not kept. @param {Kept} game */
export function keep(game) {
  const others = games().filter((other) => other.puzzle !== game.puzzle || other.family !== game.family);
  if (game.at === 0) return;
  store([{ ...game, when: Date.now() }, ...others]);
}

/** @param {Kept[]} all */
function store(all) {
  const kept = all.slice(0, MOST);
  // The oldest solved games go first, then the oldest.
  while (kept.length > 1 && JSON.stringify(kept).length > MOST_BYTES) {
    const solved = kept.findLastIndex((game) => game.solved);
    kept.splice(solved > 0 ? solved : kept.length - 1, 1);
  }
  remember(LIBRARY, kept);
}

/** The game of a puzzle, where there is one. @param {string} family @param {string} puzzle */
export function gameOf(family, puzzle) {
  return games().find((game) => game.family === family && game.puzzle === puzzle) ?? null;
}

/** Minutes and seconds. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The list of games, to be resumed or deleted. @param {App} app @param {HTMLElement} body @param {HTMLDialogElement} opened */
export function library(app, body, opened) {
  const titleOf = (/** @type {string} */ name) => app.families.find((family) => family.name === name)?.title ?? name;
  const all = games();
  const open = (/** @type {Kept} */ game) => {
    opened.close();
    void app.resume(game);
  };
  const rows = all.map((game) => {
    const what = `${titleOf(game.family)}${game.name ? `, ${game.name}` : ""}${game.about ? `, ${game.about}` : ""}`;
    const state = game.solved ? `solved in ${duration(game.played)}` : `${count(game.tally ?? game.at, "move")}${game.hints ? ` and ${count(game.hints, "hint")}` : ""}, ${duration(game.played)} so far`;
    const date = game.when ? new Date(game.when).toLocaleDateString("en", { day: "numeric", month: "short" }) : "";
    return h(
      "li",
      {},
      h("button", { type: "button", class: "game", onclick: () => open(game) }, h("span", {}, what), h("span", { class: "soft" }, `${state}${date ? `, ${date}` : ""}`)),
      h("button", { type: "button", class: "close", "aria-label": `Delete ${what}`, onclick: () => (store(games().filter((other) => other.puzzle !== game.puzzle)), library(app, body, opened), body.querySelector("button")?.focus()) }, "×"),
    );
  });
  const file = h("input", { type: "file", id: "import-games", accept: ".json,application/json", hidden: true });
  file.onchange = async () => {
    const text = await file.files?.[0]?.text();
    const added = text ? merge(text) : -1;
    toast(added < 0 ? "This file contains no games." : `${count(added, "game")} added.`);
    library(app, body, opened);
    body.querySelector("button")?.focus();
  };
  fill(
    body,
    statistics(app, all),
    all.length > 0 ? h("ul", { class: "games" }, ...rows) : h("p", { class: "soft" }, "No games yet. Every game that you start is saved here."),
    h(
      "div",
      { class: "ask" },
      h("button", { type: "button", id: "export-games", disabled: all.length === 0, onclick: () => save(new Blob([JSON.stringify({ quandary: 1, games: games() })], { type: "application/json" }), "quandary-games.json") }, "Save to a file"),
      h("button", { type: "button", onclick: () => file.click() }, "Add from a file"),
      file,
    ),
  );
}

/** Adds the games of a file; those that are known stay as they are. @param {string} text @returns {number} how many were added, -1 where it is no such file */
function merge(text) {
  try {
    const { games: found } = JSON.parse(text);
    if (!Array.isArray(found)) return -1;
    const isGame = (/** @type {any} */ game) => typeof game?.puzzle === "string" && typeof game.family === "string" && Array.isArray(game.moves) && Number.isInteger(game.at);
    const known = new Set(games().map((game) => game.family + game.puzzle));
    const added = found.filter((game) => isGame(game) && !known.has(game.family + game.puzzle));
    store([...games(), ...added]);
    return added.length;
  } catch {
    return -1;
  }
}

/** What was solved so far, kind by kind. @param {App} app @param {Kept[]} all */
function statistics(app, all) {
  const rows = app.families.flatMap((family) => {
    const solved = all.filter((game) => game.family === family.name && game.solved);
    if (solved.length === 0) return [];
    const times = solved.map((game) => game.played).sort((a, b) => a - b);
    const without = solved.filter((game) => !game.hints).length;
    const cell = (/** @type {string} */ text) => h("td", {}, text);
    return [h("tr", {}, h("th", { scope: "row" }, family.title), cell(String(solved.length)), cell(duration(times[0] ?? 0)), cell(duration(times[Math.floor(times.length / 2)] ?? 0)), cell(String(without)))];
  });
  if (rows.length === 0) return null;
  const head = ["Solved", "Best time", "Median time", "No hints"].map((text) => h("th", { scope: "col" }, text));
  return h("div", { class: "scroll" }, h("table", { id: "statistics" }, h("thead", {}, h("tr", {}, h("th", {}, ""), ...head)), h("tbody", {}, ...rows)));
}

/** Opens the list by itself. @param {App} app */
export function libraryDialog(app) {
  const body = h("div", { class: "new-body" });
  const opened = dialog("My games", body);
  library(app, body, opened);
}
