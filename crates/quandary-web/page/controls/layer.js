// The player's own layer in a cell of the picture: it is emptied and drawn anew, the engine's part stays.

import { boxOf } from "../board.js";
import { s } from "../dom.js";

/**
 * @param {SVGGElement | undefined} group a cell of the picture
 * @returns {{layer: SVGElement, box: DOMRect, group: SVGGElement} | null}
 */
export function layerOf(group) {
  if (!group) return null;
  let layer = /** @type {SVGElement | null} */ (group.querySelector(":scope > .play"));
  if (!layer) {
    layer = s("g", { class: "play" });
    group.append(layer);
  }
  layer.replaceChildren();
  return { layer, box: boxOf(group), group };
}

/** What fills a cell, as the engine's pictures name it. */
const FILLS = ["open", "empty", "water", "filled", "colour"];

/** Says what fills a cell now: its style follows. @param {SVGGElement} group @param {"open" | "empty" | "water" | "filled" | "colour"} fill */
export function fillCell(group, fill) {
  group.classList.remove(...FILLS);
  group.classList.add(fill);
}

/**
 * @param {SVGElement} layer
 * @param {string} text
 * @param {{x: number, y: number, size: number, class: string}} at the middle of the text
 */
export function write(layer, text, at) {
  layer.append(
    s("text", { x: at.x, y: at.y + 0.35 * at.size, "font-size": at.size, "text-anchor": "middle", class: at.class }, text),
  );
}
