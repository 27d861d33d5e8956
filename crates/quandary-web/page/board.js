// The board on the screen: the engine's picture, and over it a grid of elements that can be focused, named and touched.
// The picture is what people see; the grid is for mouse, touch, keys and screen readers. Both have the same places.

import { h, fill } from "./dom.js";
import { Overlay } from "./overlay.js";
import { around, lay, parse } from "./picture.js";
import { Pinch } from "./pinch.js";
import { reveal } from "./reveal.js";

/**
 * One place that can be played: a cell, or several.
 * @typedef {{cells: string[]}} Spot `cells` are ids in the picture: r1c1 …
 */

/**
 * What the view tells the controls.
 * @typedef {{
 *   down(place: number, event: PointerEvent): void,
 *   over(place: number): void,
 *   up(): void,
 *   cancel?(): void,
 *   held?(place: number): void,
 *   key(event: KeyboardEvent, place: number): boolean,
 * }} Touch
 */

/** How long a touch must last to count as a long press, in milliseconds. */
const HELD = 420;
/** Cells that are smaller than this, in pixels, cannot be met by a finger: it enlarges the board. */
const TINY = 12;

export class BoardView {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {HTMLElement[]} */
    this.places = [];
    /** The cells of each place in the picture. @type {SVGGElement[][]} */
    this.groups = [];
    /** @type {DOMRect[]} */
    this.bounds = [];
    this.columns = 1;
    /** The size of the picture, in its own units. */
    this.width = 1;
    this.height = 1;
    this.focused = 0;
    /** Which places have which class. @type {Map<string, Set<number>>} */
    this.marked = new Map();
    /** @type {Map<number, string>} */
    this.tinted = new Map();
    /** @type {Touch | null} */
    this.touch = null;
    /** @type {(place: number) => void} */
    this.onfocus = () => {};
    this.grid = h("div");
    this.pinch = new Pinch(host);
    /** The place that the pointer touched last, while it is down; otherwise -1. */
    this.touched = -1;
    /** Where on the screen that was. @type {{clientX: number, clientY: number}} */
    this.point = { clientX: 0, clientY: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    this.#listenForPinch();
    this.overlay = new Overlay(host);
    this.pinch.fit = () => this.#fit();
    this.resized = new ResizeObserver(() => this.#fit());
    /** Another picture of the same board, which lies over it. @type {SVGSVGElement | null} */
    this.over = null;
  }

  /**
   * Shows a picture and the places that can be played on it.
   * @param {string} picture SVG from the engine
   * @param {Spot[][]} rows
   * @param {string} label
   */
  show(picture, rows, label) {
    this.columns = Math.max(1, ...rows.map((row) => row.length));
    this.places = [];
    const grid = h("div", { class: "grid", role: "grid", "aria-label": label });
    this.grid = grid;
    for (const row of rows) {
      const line = h("div", { role: "row" });
      for (const _ of row) {
        const place = h("div", { role: "gridcell", class: "place", tabIndex: -1 });
        line.append(place);
        this.places.push(place);
      }
      grid.append(line);
    }
    grid.prepend(...this.overlay.cross.map((line) => (line.removeAttribute("style"), line)));
    const stage = h("div", { class: "stage" }, grid);
    fill(this.host, stage, this.overlay.edge);
    this.pinch.reset();
    this.host.scrollTo(0, 0);
    this.marked = new Map();
    this.tinted = new Map();
    this.#giveUp(false);
    this.#draw(picture, rows);
    this.focused = 0;
    if (this.places[0]) this.places[0].tabIndex = 0;
    this.#listen(grid);
    this.resized.disconnect();
    this.resized.observe(this.host);
    this.resized.observe(stage);
    // The buttons below, too: they leave room for the board.
    if (this.host.parentElement) this.resized.observe(this.host.parentElement);
    this.#fit();
  }

  /**
   * Shows another picture of a board with the same places: the focus, the zoom, and what a finger is drawing stay.
   * @param {string} picture @param {Spot[][]} rows
   * @returns {boolean} whether it has the same places
   */
  redraw(picture, rows) {
    const shape = [...this.grid.querySelectorAll('[role="row"]')].map((row) => row.children.length);
    if (!this.grid.isConnected || String(shape) !== String(rows.map((row) => row.length))) return false;
    this.tint(new Map());
    this.#draw(picture, rows);
    this.#fit();
    if (this.grid.contains(document.activeElement)) this.#showCross(this.focused);
    return true;
  }

  /** Puts the picture under the grid, and the grid's places over its cells. @param {string} picture @param {Spot[][]} rows */
  #draw(picture, rows) {
    const { grid, host } = this;
    const svg = parse(picture);
    const [, , width = 100, height = 100] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.layOver(null);
    this.svg?.remove();
    [this.svg, this.width, this.height] = [svg, width, height];
    host.style.setProperty("--w", String(width));
    host.style.setProperty("--h", String(height));
    const side = rows.flat().length ? Math.min(width, height) / Math.max(rows.length, 1) : width;
    host.style.setProperty("--side", String(side));
    grid.before(svg, ...this.overlay.begin(svg, width, height));
    // Bounds are known only once the picture is on the page.
    const find = (/** @type {string} */ id) => /** @type {SVGGElement | null} */ (svg.querySelector(`#${id}`));
    this.groups = rows.flat().map((spot) => spot.cells.map(find).filter((group) => group !== null));
    // All are measured before anything is changed: measuring in between would force a new layout each time.
    this.bounds = this.groups.map((groups) => around(groups));
    let from = 0;
    for (const row of grid.querySelectorAll('[role="row"]')) {
      lay(/** @type {HTMLElement} */ (row), this.bounds.slice(from, from + row.children.length), width, height);
      from += row.children.length;
    }
  }

  #fit() {
    this.pinch.limit(this.overlay.fit(this.places.length));
    this.pinch.shift = this.overlay.shift;
  }

  /** Shows which row and column a place is in. @param {number} place */
  #showCross(place) {
    this.overlay.showCross(this.bounds[place], this.bounds[this.bounds.length - 1]);
  }

  /** Lays another picture of the same board over it, or takes it away. @param {string | null | undefined} picture SVG from the engine */
  layOver(picture) {
    this.over?.remove();
    this.over = null;
    this.host.toggleAttribute("data-over", Boolean(picture));
    if (!picture || !this.svg) return;
    const over = parse(picture);
    // It may have lines of text below the board; the board itself is at the same place.
    over.setAttribute("viewBox", this.svg.getAttribute("viewBox") ?? "");
    for (const element of over.querySelectorAll("[id]")) element.removeAttribute("id");
    over.classList.add("over");
    this.svg.after(over);
    this.over = over;
  }

  /** @param {number} place @param {boolean} [take] whether the keyboard goes there, too @param {boolean} [mayScroll] whether it comes into view */
  focus(place, take = true, mayScroll = true) {
    const old = this.places[this.focused];
    const now = this.places[place];
    if (!now) return;
    if (old) old.tabIndex = -1;
    now.tabIndex = 0;
    this.focused = place;
    if (take) now.focus({ preventScroll: true });
    if (mayScroll) reveal(this, place);
    this.#showCross(place);
    this.onfocus(place);
  }

  /** Tints places: a class for each; everything else loses its tint. @param {Map<number, string>} tints */
  tint(tints) {
    this.grid.classList.toggle("tinted", tints.size > 0);
    for (const index of new Set([...this.tinted.keys(), ...tints.keys()])) {
      const tint = tints.get(index);
      // The ground takes the colour, under what is written; the place over it has the outline.
      for (const element of [this.places[index], ...(this.groups[index] ?? [])]) {
        if (tint && element) element.dataset.tint = tint;
        else if (element) delete element.dataset.tint;
      }
    }
    this.tinted = tints;
  }

  /** Sets one class on just these places. @param {string} name @param {Set<number>} places */
  mark(name, places) {
    const before = this.marked.get(name);
    for (const index of before ?? []) if (!places.has(index)) this.places[index]?.classList.remove(name);
    for (const index of places) if (!before?.has(index)) this.places[index]?.classList.add(name);
    this.marked.set(name, new Set(places));
  }

  /** Marks just these places as selected, for eyes and for screen readers. @param {Set<number>} places */
  select(places) {
    for (const index of this.marked.get("selected") ?? []) if (!places.has(index)) this.places[index]?.setAttribute("aria-selected", "false");
    for (const index of places) this.places[index]?.setAttribute("aria-selected", "true");
    this.mark("selected", places);
  }

  /** Marks just these places as breaking a rule, for eyes and for screen readers. @param {Set<number>} places */
  markBroken(places) {
    for (const index of this.marked.get("broken") ?? []) if (!places.has(index)) this.places[index]?.removeAttribute("aria-invalid");
    for (const index of places) this.places[index]?.setAttribute("aria-invalid", "true");
    this.mark("broken", places);
  }

  /** @param {number} place @param {string} label */
  label(place, label) {
    const element = this.places[place];
    if (element && element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
  }

  /** The texts of a clue, `row3`, `column5`, or a text on the board; and those of its copy that stays in sight. @param {string} name @returns {Element[][]} */
  clue(name) {
    const own = [...(this.svg?.querySelectorAll(`#${name} text, text.${name}`) ?? [])];
    return [own, [...this.host.querySelectorAll(`[data-clue="${name}"] text`)]];
  }

  /** Two fingers anywhere on the board move it, before anything else gets to know of them. */
  #listenForPinch() {
    const { host, pinch } = this;
    host.addEventListener(
      "pointerdown",
      (event) => {
        if (!pinch.down(event)) return;
        event.stopPropagation();
        this.#giveUp(true);
      },
      true,
    );
    host.addEventListener("pointermove", (event) => pinch.move(event) && event.stopPropagation(), true);
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) host.addEventListener(end, (event) => pinch.up(event), true);
  }

  /** What a pointer has begun is given up: a second finger moves the board, or another board is shown. @param {boolean} isTold whether the controls get to know of it */
  #giveUp(isTold) {
    clearTimeout(this.holding);
    if (isTold && this.touched >= 0) (this.touch?.cancel ?? this.touch?.up)?.();
    this.touched = -1;
  }

  /** @param {HTMLElement} grid */
  #listen(grid) {
    grid.addEventListener("pointerdown", (event) => {
      const place = this.#at(event);
      if (place < 0 || !this.touch) return;
      event.preventDefault();
      if (event.pointerType === "touch" && this.#side() < TINY) {
        const frame = this.host.getBoundingClientRect();
        this.pinch.by(1 / this.pinch.zoom, { x: event.clientX - frame.left, y: event.clientY - frame.top });
        return;
      }
      grid.setPointerCapture(event.pointerId);
      this.focus(place, true, false);
      this.touched = place;
      this.point = event;
      this.touch.down(place, event);
      if (event.pointerType !== "mouse" && this.touch.held) {
        this.holding = setTimeout(() => this.touch?.held?.(place), HELD);
      }
    });
    grid.addEventListener("pointermove", (event) => {
      if (this.touched < 0) return;
      const from = this.touched;
      // What a quick hand did since the last frame comes as one event.
      const all = event.getCoalescedEvents?.() ?? [];
      for (const point of all.length > 0 ? all : [event]) this.#follow(point);
      if (this.touched !== from) this.focus(this.touched, true, false);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      // The last of the way may not have been reported.
      if (this.touched >= 0 && event.type === "pointerup") this.#follow(event);
      clearTimeout(this.holding);
      if (this.touched < 0) return;
      this.touched = -1;
      this.touch?.up();
    };
    grid.addEventListener("pointerup", up);
    grid.addEventListener("pointercancel", up);
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("keydown", (event) => this.key(event) && event.stopPropagation());
    // A screen reader may move the focus anywhere.
    grid.addEventListener("focusin", (event) => {
      const place = this.places.indexOf(/** @type {HTMLElement} */ (event.target));
      if (place >= 0 && place !== this.focused) this.focus(place, false);
    });
  }

  /** Does what a key does on the board. @param {KeyboardEvent} event @returns {boolean} whether it does anything */
  key(event) {
    const place = this.focused;
    if (this.touch?.key(event, place)) {
      event.preventDefault();
      return true;
    }
    if (event.altKey || event.metaKey) return false;
    const to = this.#beside(event.key, place, event.ctrlKey);
    if (to === null) return false;
    event.preventDefault();
    this.focus(to);
    return true;
  }

  /** Where an arrow leads. @param {string} key @param {number} place @param {boolean} far @returns {number | null} */
  #beside(key, place, far) {
    const last = this.places.length - 1;
    const column = place % this.columns;
    switch (key) {
      case "ArrowLeft":
        return column > 0 ? place - 1 : place;
      case "ArrowRight":
        return column < this.columns - 1 && place < last ? place + 1 : place;
      case "ArrowUp":
        return place >= this.columns ? place - this.columns : place;
      case "ArrowDown":
        return place + this.columns <= last ? place + this.columns : place;
      case "Home":
        return far ? 0 : place - column;
      case "End":
        return far ? last : Math.min(last, place - column + this.columns - 1);
      default:
        return null;
    }
  }

  /** The pointer has moved on to a point, over every place between. @param {{clientX: number, clientY: number}} point */
  #follow(point) {
    const to = this.#at(point);
    if (to >= 0 && to !== this.touched) {
      clearTimeout(this.holding);
      const [across, down] = [to % this.columns, Math.floor(to / this.columns)];
      const isBeside = Math.abs((this.touched % this.columns) - across) <= 1 && Math.abs(Math.floor(this.touched / this.columns) - down) <= 1;
      const { clientX, clientY } = this.point;
      const [dx, dy] = [point.clientX - clientX, point.clientY - clientY];
      const parts = isBeside ? 1 : Math.ceil((3 * Math.hypot(dx, dy)) / Math.max(3, this.#side()));
      for (let part = 1; part <= parts; part++) {
        const place = part === parts ? to : this.#at({ clientX: clientX + (dx * part) / parts, clientY: clientY + (dy * part) / parts });
        if (place < 0 || place === this.touched) continue;
        this.touched = place;
        this.touch?.over(place);
      }
    }
    this.point = point;
  }

  /** How wide or high the smallest place is, in pixels. */
  #side() {
    return (Math.min(...this.bounds.map(({ width, height }) => Math.min(width, height))) * this.grid.clientWidth) / this.width;
  }

  /** The place under a point. @param {{clientX: number, clientY: number}} event */
  #at(event) {
    const bounds = this.grid.getBoundingClientRect();
    const x = ((event.clientX - bounds.left) / bounds.width) * this.width;
    const y = ((event.clientY - bounds.top) / bounds.height) * this.height;
    return this.bounds.findIndex((b) => x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height);
  }
}
