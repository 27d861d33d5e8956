// The player's settings, saved in this browser only.

const KEY = "quandary.settings";

/**
 * @typedef {{
 *   pointOut: boolean, fadeClues: boolean, tidyMarks: boolean, timer: boolean, theme: "auto" | "light" | "dark"
 * }} Settings
 */

/** @type {Settings} */
const DEFAULTS = { pointOut: true, fadeClues: true, tidyMarks: true, timer: false, theme: "auto" };

/** @type {[Exclude<keyof Settings, "theme">, string][]} */
export const SWITCHES = [
  ["pointOut", "Show broken rules immediately"],
  ["fadeClues", "Fade clues that are done"],
  ["tidyMarks", "Remove marks that a new digit rules out"],
  ["timer", "Show a clock"],
];

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULTS, ...(recall(KEY) ?? {}) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  remember(KEY, settings);
  // The style covers both; this tells the browser which one to use.
  document.documentElement.style.colorScheme = settings.theme === "auto" ? "" : settings.theme;
}

/** Keeps something in this browser. A browser that keeps nothing is no reason to stop. @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the game continues but is not saved.
  }
}

/** @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
