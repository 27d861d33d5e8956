// What helps on a board that is larger than its frame: clues that stay in sight, the row and the column of the focused place, and a
// right edge that says that the board goes on.

import { h } from "./dom.js";
import { hideCut, shrinkClues, stickyClues } from "./picture.js";

/** A board with more places than this is shown as a large one. */
const MANY = 400;

/** How much of the frame clues may take that stay in sight. */
const BAND = 0.34;
/** How large their letters may become when the board is enlarged, in pixels. */
const LETTER = 16;
/** The least height of the frame, in pixels. */
const LEAST = 240;

export class Overlay {
  /** Copies of the clues that stay in sight. @type {HTMLElement[]} */
  bands = [];
  /** Covers the corner between them, where clues of columns would lie beside clues of rows. */
  corner = h("div", { class: "sticky corner", "aria-hidden": "true" });
  /** Fades the right edge where the board goes on: it may end at a column just as a whole board does. */
  edge = h("div", { class: "edge", "aria-hidden": "true" });
  /** The row and the column of the focused place. */
  cross = [h("div", { class: "cross-row" }), h("div", { class: "cross-column" })];
  /** The size of the picture, in its own units. */
  width = 1;
  height = 1;
  /** How much of the picture is left out at its beginning, in pixels: the clues that stay in sight stand for its own. */
  shift = { left: 0, top: 0 };

  /** @param {HTMLElement} host the frame, which scrolls */
  constructor(host) {
    this.host = host;
    host.addEventListener("scroll", () => this.#showEdge(), { passive: true });
  }

  /** Another picture is shown. @param {SVGSVGElement} svg @param {number} width @param {number} height @returns {HTMLElement[]} what lies over it */
  begin(svg, width, height) {
    for (const old of this.bands) old.remove();
    [this.width, this.height] = [width, height];
    this.bands = stickyClues(svg, width, height);
    // The board before this one may have had clues.
    this.corner.remove();
    return this.bands.length > 0 ? [...this.bands, this.corner] : [];
  }

  /**
   * Whether the board is larger than its frame: then the clues stay in sight, and two fingers move it.
   * @param {number} places how many there are
   * @returns {number} what it would have to shrink to for all of it to be seen
   */
  fit(places) {
    const { host } = this;
    const stage = /** @type {HTMLElement | null} */ (host.querySelector(".stage"));
    // On paper the board is not shown at all.
    if (!stage?.clientWidth) return 1;
    host.classList.toggle("large", places > MANY || stage.clientWidth > host.clientWidth + 1);
    const room = roomFor(host);
    setOnce(host, "--room", `${room}px`);
    this.edge.style.height = `${stage.clientHeight}px`;
    const scale = stage.clientWidth / this.width;
    const isScrolled = host.matches(".large, [data-zoomed]");
    this.shift = { left: 0, top: 0 };
    // Long clues must leave room for the board: of those that stay in sight, the ones next to it are shown.
    for (const band of this.bands) {
      const isAbove = band.classList.contains("above");
      const [across, down] = [Number(band.dataset.across), Number(band.dataset.down)];
      const letter = Number(band.querySelector("text")?.getAttribute("font-size") ?? LETTER);
      const part = isScrolled ? Math.min(1, LETTER / (scale * letter)) : 1;
      const [width, height] = isAbove ? [across, Math.min(part * down, (BAND * host.clientHeight) / scale)] : [Math.min(part * across, (BAND * host.clientWidth) / scale), down];
      band.firstElementChild?.setAttribute("viewBox", `${across - width} ${down - height} ${width} ${height}`);
      if (isScrolled) this.shift[isAbove ? "top" : "left"] = scale * (isAbove ? down - height : across - width);
      shrinkClues(band, isAbove, { across, down }, part);
      hideCut(band, isAbove, isAbove ? down - height / part : across - width / part);
      band.style.setProperty("--across", String(width * scale));
      band.style.setProperty("--down", String(height * scale));
      this.corner.style.setProperty(isAbove ? "--down" : "--across", String((isAbove ? height : width) * scale));
    }
    setOnce(stage, "margin-left", `${-this.shift.left}px`);
    setOnce(stage, "margin-top", `${-this.shift.top}px`);
    this.#showEdge();
    return Math.min(host.clientWidth / stage.clientWidth, room / stage.clientHeight);
  }

  /** Whether there is more of the board on the right. */
  #showEdge() {
    const { scrollLeft, clientWidth, scrollWidth } = this.host;
    this.host.toggleAttribute("data-more", scrollLeft + clientWidth < scrollWidth - 4);
  }

  /** Shows which row and column a place is in, up to the last place of the board. @param {DOMRect | undefined} place @param {DOMRect | undefined} last */
  showCross(place, last) {
    const [across, down] = this.cross;
    const { width, height } = this;
    if (!place || !last || !across || !down) return;
    Object.assign(across.style, { top: `${(100 * place.y) / height}%`, height: `${(100 * place.height) / height}%`, right: `${100 - (100 * (last.x + last.width)) / width}%` });
    Object.assign(down.style, { left: `${(100 * place.x) / width}%`, width: `${(100 * place.width) / width}%`, bottom: `${100 - (100 * (last.y + last.height)) / height}%` });
  }
}

/** Sets a property that has another value: everything would be laid out anew. @param {HTMLElement} element @param {string} name @param {string} value */
function setOnce(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/** How high the frame may be so that what is below it, down to undo and redo, is in sight together with it. @param {HTMLElement} host */
function roomFor(host) {
  const shown = (/** @type {string} */ names) => [...document.querySelectorAll(names)].filter((part) => part.checkVisibility());
  const frame = host.getBoundingClientRect();
  const [last] = shown("#pad, .history").map((part) => part.getBoundingClientRect().bottom).sort((a, b) => b - a);
  const [bar] = shown(".ask.first, #verdict").filter((part) => getComputedStyle(part).position === "fixed");
  return Math.max(LEAST, Math.floor(innerHeight - frame.top - scrollY - ((last ?? frame.bottom) - frame.bottom) - (bar?.clientHeight ?? 0) - 8));
}
