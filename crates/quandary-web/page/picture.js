// The engine's picture of a board as elements: where its cells are, and copies of its clues.

import { h } from "./dom.js";

/** Copies of the clues above and beside a board, which stay in sight when it is scrolled. @param {SVGSVGElement} svg @param {number} width @param {number} height */
export function stickyClues(svg, width, height) {
  const cell = svg.querySelector(".cell > :is(.ground, .clear)")?.getAttribute("d") ?? "";
  const [, left = 0, top = 0] = /M([\d.]+) ([\d.]+)/.exec(cell)?.map(Number) ?? [];
  /** @type {[string, string, [number, number]][]} */
  const sides = [
    ["above", '[id^="column"]', [width, top]],
    ["beside", '[id^="row"]', [left, height]],
  ];
  return sides.flatMap(([side, groups, [across, down]]) => {
    const clues = [...svg.querySelectorAll(groups)];
    if (clues.length === 0) return [];
    const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
    for (const clue of clues) {
      const own = /** @type {Element} */ (clue.cloneNode(true));
      own.setAttribute("data-clue", clue.id);
      own.removeAttribute("id");
      copy.append(own);
    }
    const band = h("div", { class: `sticky ${side}`, "aria-hidden": "true" });
    Object.assign(band.dataset, { across, down });
    band.append(copy);
    return [band];
  });
}

/**
 * Makes the clues of a band smaller than the board, each towards its own line and the board.
 * @param {HTMLElement} band @param {boolean} isAbove @param {{across: number, down: number}} corner where the board begins @param {number} part what they shrink to
 */
export function shrinkClues(band, isAbove, { across, down }, part) {
  for (const clue of band.querySelectorAll("[data-clue]")) {
    const text = clue.querySelector("text");
    const at = (/** @type {string} */ name) => Number(text?.getAttribute(name) ?? 0);
    // A text stands on its line: its middle is above that.
    const [x, y] = isAbove ? [at("x"), down] : [across, at("y") - 0.35 * at("font-size")];
    if (part < 1) clue.setAttribute("transform", `translate(${x * (1 - part)} ${y * (1 - part)}) scale(${part})`);
    else clue.removeAttribute("transform");
  }
}

/**
 * Of the clues in a band that is too narrow for all of them, hides those that would be cut, and says that there are more: half of a
 * number is another number.
 * @param {HTMLElement} band @param {boolean} isAbove @param {number} from where the band begins, in the picture
 */
export function hideCut(band, isAbove, from) {
  const at = (/** @type {Element} */ text, /** @type {string} */ name) => Number(text.getAttribute(name));
  for (const clue of band.querySelectorAll("[data-clue]")) {
    // The numbers of a clue come from the one nearest to the board.
    const texts = [...clue.querySelectorAll("text")];
    for (const text of texts) text.setAttribute("data-full", text.getAttribute("data-full") ?? text.textContent ?? "");
    /** Where a text of this many letters and this height would begin in the place of a number. */
    const begin = (/** @type {Element} */ text, /** @type {number} */ letters, /** @type {number} */ height) =>
      isAbove ? at(text, "y") - height * at(text, "font-size") : at(text, "x") - 0.62 * letters * at(text, "font-size");
    const cut = texts.findIndex((text) => begin(text, text.getAttribute("data-full")?.length ?? 0, 0.8) < from);
    let more = cut;
    for (let text = texts[more]; text && more > 0 && begin(text, 1.5, 0.3) < from; text = texts[more]) more--;
    texts.forEach((text, number) => {
      text.textContent = cut >= 0 && number === more ? "…" : text.getAttribute("data-full");
      text.classList.toggle("away", cut >= 0 && number > more);
    });
  }
}

const STYLE = /<style>([^]*?)<\/style>/;

/** The style that the engine's picture brings along. @param {string} picture */
export function styleOf(picture) {
  return STYLE.exec(picture)?.[1] ?? "";
}

/**
 * The engine's picture as elements, without its own style: the page has the same style as a file, which follows the
 * page's own choice of light or dark, and the page allows no style inside of documents.
 * @param {string} picture
 */
export function parse(picture) {
  const read = new DOMParser().parseFromString(picture.replace(STYLE, ""), "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(read, true)));
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** The background of a cell of the picture: its ground, or a clear one where something is drawn under the cells. */
export const GROUND = ":scope > :is(.ground, .clear)";

/** @type {WeakMap<Element, DOMRect>} */
const measured = new WeakMap();

/** The bounds of a cell's ground, which never changes. @param {SVGGElement} group @returns {DOMRect} */
export function boundsOf(group) {
  const known = measured.get(group);
  if (known) return known;
  const bounds = /** @type {SVGGraphicsElement} */ (group.querySelector(GROUND) ?? group).getBBox();
  measured.set(group, bounds);
  return bounds;
}

/** Lays a row and its places over the picture. @param {HTMLElement} row @param {DOMRect[]} bounds of its places @param {number} width @param {number} height */
export function lay(row, bounds, width, height) {
  const top = Math.min(...bounds.map(({ y }) => y));
  const bottom = Math.max(...bounds.map((place) => place.y + place.height));
  row.style.top = `${(100 * top) / height}%`;
  row.style.height = `${(100 * (bottom - top)) / height}%`;
  let end = 0;
  bounds.forEach((place, index) => {
    const { style } = /** @type {HTMLElement} */ (row.children[index]);
    style.marginLeft = `${(100 * (place.x - end)) / width}%`;
    style.marginTop = `${(100 * (place.y - top)) / width}%`;
    style.width = `${(100 * place.width) / width}%`;
    style.height = `${(100 * place.height) / (bottom - top)}%`;
    end = place.x + place.width;
  });
}

/** The bounds of some cells together. @param {SVGGElement[]} groups */
export function around(groups) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const group of groups) {
    const bounds = boundsOf(group);
    left = Math.min(left, bounds.x);
    top = Math.min(top, bounds.y);
    right = Math.max(right, bounds.x + bounds.width);
    bottom = Math.max(bottom, bounds.y + bounds.height);
  }
  return new DOMRect(left, top, right - left, bottom - top);
}
