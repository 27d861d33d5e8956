// The player's own layer in a cell of the picture: it is cleared and redrawn, the engine's part stays.

import { boundsOf } from "../picture.js";
import { s } from "../dom.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Bounds */

/**
 * @param {SVGGElement | undefined} group a cell of the picture
 * @returns {{layer: SVGElement, bounds: DOMRect, group: SVGGElement} | null}
 */
export function layerOf(group) {
  if (!group) return null;
  let layer = /** @type {SVGElement | null} */ (group.querySelector(":scope > .play"));
  if (!layer) {
    layer = s("g", { class: "play" });
    group.append(layer);
  }
  layer.replaceChildren();
  return { layer, bounds: boundsOf(group), group };
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

/** How far a tile stays from the sides of its cell, and a surface from its top. */
const TILE = 1.5;
const SURFACE = 6;

/**
 * Draws how a value looks.
 * @param {SVGElement} layer @param {Bounds} bounds of the cell @param {import("./controls.js").Look} look
 * @param {boolean} [isSurface] whether nothing of the kind lies above
 */
export function drawLook(layer, { x, y, width, height }, look, isSurface = false) {
  const [middle, centre] = [x + width / 2, y + height / 2];
  switch (look.shape) {
    case "dot":
      layer.append(s("circle", { class: "dot", cx: middle, cy: centre, r: 3 }));
      break;
    case "cross": {
      const r = width * 0.16;
      layer.append(s("path", { class: "cross", d: `M${middle - r} ${centre - r}L${middle + r} ${centre + r}M${middle - r} ${centre + r}L${middle + r} ${centre - r}` }));
      break;
    }
    case "tile": {
      const tile = s("rect", { class: "fill", x: x + TILE, y: y + TILE, width: width - 2 * TILE, height: height - 2 * TILE, rx: 2 });
      if (look.fill) tile.style.fill = look.fill;
      layer.append(tile);
      break;
    }
    case "disc": {
      const disc = s("circle", { class: "piece disc", cx: middle, cy: centre, r: 15.5 });
      if (look.fill) disc.style.fill = look.fill;
      layer.append(disc);
      break;
    }
    case "level": {
      const [top, w] = [y + (isSurface ? SURFACE : 0), width / 4];
      const edge = isSurface ? `q${w} -5 ${2 * w} 0t${2 * w} 0` : `h${4 * w}`;
      layer.append(s("path", { class: "fill", d: `M${x} ${top}${edge}V${y + height}H${x}Z` }));
      break;
    }
  }
  if (look.text) write(layer, look.text, { x: middle, y: centre, size: 14, class: look.ink ?? "found" });
}
