// The page of a technique: what it is, an example of it on a board, and the way to train it.

import { dialog, fill, h } from "./dom.js";
import { parse } from "./picture.js";

/** @typedef {import("./main.js").AppType} App */

/** What the family says of a technique. @param {App} app @param {string} name */
function infoOf(app, name) {
  const family = app.families.find((one) => one.name === app.board?.family);
  return { family, info: family?.techniques?.find((/** @type {any} */ technique) => technique.name === name) };
}

/** Whether puzzles that need a technique can be asked for: some are needed by hardly any. @param {any} family @param {string} name @returns {boolean} */
export function canBeTrained(family, name) {
  const needs = family?.generator_options?.find((/** @type {any} */ option) => option.name === "needs");
  return needs?.choices.includes(name) ?? false;
}

/** The name of a step, as a link to its page where there is one. @param {App} app @param {string | undefined} name */
export function techniqueName(app, name) {
  if (!name) return "";
  const { info } = infoOf(app, name);
  if (!info?.summary) return h("span", { class: "technique" }, name);
  return h("button", { type: "button", class: "technique link", onclick: () => void techniquePage(app, name) }, name);
}

/** @param {App} app @param {string} name */
export async function techniquePage(app, name) {
  const { family, info } = infoOf(app, name);
  const example = h("div", { class: "technique-example" }, h("p", { class: "soft busy" }, "Looking for an example …"));
  const train = () => {
    opened.close();
    void app.training?.begin(family.name, name);
  };
  const opened = dialog(
    name.charAt(0).toUpperCase() + name.slice(1),
    h("p", { class: "lead" }, info?.summary ?? ""),
    example,
    canBeTrained(family, name) ? h("div", { class: "ask" }, h("button", { type: "button", class: "primary", id: "train", onclick: train }, "Train it: ten puzzles")) : null,
  );
  try {
    const { text, explained, at } = await exampleOf(app, family.name, name, 1, 0);
    const drawn = await app.ask("explain", { puzzle: text, family: family.name, options: { first: at + 1, last: at + 1, svg: true } });
    const step = explained.steps[at];
    const picture = h("div", { class: "small-board" });
    if (drawn.steps?.[0]?.svg) picture.append(withoutIds(parse(drawn.steps[0].svg)));
    fill(example, picture, h("p", {}, step.text));
  } catch (error) {
    fill(example, h("p", { class: "soft" }, /** @type {Error} */ (error).message));
  }
}

/** @param {SVGSVGElement} svg */
function withoutIds(svg) {
  for (const element of svg.querySelectorAll("[id]")) element.removeAttribute("id");
  return svg;
}

/**
 * A puzzle whose explanation uses a technique, and the step at which it does.
 * @param {App} app @param {string} family @param {string} name @param {number} seed @param {number} start its number in the series
 */
export async function exampleOf(app, family, name, seed, start) {
  const made = await app.ask("generate", { family, options: { needs: [name], seed, start, to: "json" } });
  const { text, index } = made.puzzles[0];
  const explained = await app.ask("explain", { puzzle: text, family });
  const at = explained.steps.findIndex((/** @type {any} */ step) => step.name === name);
  if (at < 0) throw new Error("There is no example of it yet.");
  return { text, index, explained, at };
}
