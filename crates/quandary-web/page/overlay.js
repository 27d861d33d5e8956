// What helps on a board that is larger than its frame: clues that stay in sight, the row and the column of the focused place, and a
// right edge that says that the board goes on.

import { h } from "./dom.js";
import { hideCut, stickyClues } from "./picture.js";

/** A board with more places than this is shown as a large one. */
const MANY = 400;

/** How much of the frame clues may take that stay in sight. */
const BAND = 0.34;

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
    return [...this.bands, this.corner];
  }

  /** Whether the board is larger than its frame: then the clues stay in sight, and two fingers move it. @param {number} places how many there are */
  fit(places) {
    const { host } = this;
    const stage = host.querySelector(".stage");
    // On paper the board is not shown at all.
    if (!stage?.clientWidth) return;
    host.classList.toggle("large", places > MANY || stage.clientWidth > host.clientWidth + 1);
    this.edge.style.height = `${stage.clientHeight}px`;
    const scale = stage.clientWidth / this.width;
    // Long clues must leave room for the board: of those that stay in sight, the ones next to it are shown.
    for (const band of this.bands) {
      const isAbove = band.classList.contains("above");
      const [across, down] = [Number(band.dataset.across), Number(band.dataset.down)];
      const [width, height] = isAbove ? [across, Math.min(down, (BAND * host.clientHeight) / scale)] : [Math.min(across, (BAND * host.clientWidth) / scale), down];
      band.firstElementChild?.setAttribute("viewBox", `${across - width} ${down - height} ${width} ${height}`);
      hideCut(band, isAbove, isAbove ? down - height : across - width);
      band.style.setProperty("--across", String(width * scale));
      band.style.setProperty("--down", String(height * scale));
      this.corner.style.setProperty(isAbove ? "--down" : "--across", String((isAbove ? height : width) * scale));
    }
    this.#showEdge();
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
