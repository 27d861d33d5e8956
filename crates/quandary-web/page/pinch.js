// Two fingers on a board: they move it, and zoom. One finger plays.

/** How large a board may become. */
const MOST = 6;

export class Pinch {
  /** The fingers on the board. @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  /** How it was when the second finger came down. @type {{distance: number, zoom: number, x: number, y: number, left: number, top: number} | null} */
  #start = null;
  /** Whether fingers of a pinch are still down. */
  #isOver = true;

  /** @param {HTMLElement} host what scrolls */
  constructor(host) {
    this.host = host;
    this.zoom = 1;
    /** How small the board may become: all of it is seen. */
    this.least = 1;
    /** Called when the size changes, or how far it may change. */
    this.changed = () => {};
    /** Called when the size has changed: what depends on it is measured. */
    this.fit = () => {};
    /** How much of the board is left out at its beginning, in pixels. */
    this.shift = { left: 0, top: 0 };
  }

  /** Another board: back to its usual size. */
  reset() {
    this.#fingers.clear();
    this.#start = null;
    this.#isOver = true;
    this.least = 1;
    this.set(1);
  }

  /** @param {number} part what the board would have to shrink to from now on to be seen in one piece */
  limit(part) {
    this.least = Math.min(1, this.zoom * part);
    this.changed();
  }

  /** @param {number} zoom */
  set(zoom) {
    const before = this.zoom;
    this.zoom = Math.min(MOST, Math.max(this.least, zoom));
    // Measuring takes time: nothing is measured anew where nothing has changed.
    if (this.zoom === before) return;
    this.host.style.setProperty("--zoom", String(this.zoom));
    this.host.toggleAttribute("data-zoomed", Math.abs(this.zoom - 1) > 0.01);
    this.fit();
    this.changed();
  }

  get isLeast() {
    return this.zoom < this.least + 0.01;
  }

  get isMost() {
    return this.zoom > MOST - 0.01;
  }

  /** Zooms about a point of the frame, its middle by default. @param {number} factor @param {{x: number, y: number}} [point] */
  by(factor, point) {
    const { host } = this;
    const { x, y } = point ?? { x: host.clientWidth / 2, y: host.clientHeight / 2 };
    const { zoom, shift } = this;
    const [left, top] = [host.scrollLeft + shift.left, host.scrollTop + shift.top];
    this.set(zoom * factor);
    const grown = this.zoom / zoom;
    host.scrollLeft = (left + x) * grown - x - this.shift.left;
    host.scrollTop = (top + y) * grown - y - this.shift.top;
  }

  /** A finger comes down. @param {PointerEvent} event @returns {boolean} whether it belongs to a pinch */
  down(event) {
    if (event.pointerType !== "touch") return false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size < 2) return !this.#isOver;
    const { distance, x, y } = this.#shape();
    this.#start = { distance, x, y, zoom: this.zoom, left: this.host.scrollLeft + this.shift.left, top: this.host.scrollTop + this.shift.top };
    this.#isOver = false;
    return true;
  }

  /** @param {PointerEvent} event @returns {boolean} */
  move(event) {
    if (event.pointerType !== "touch" || !this.#fingers.has(event.pointerId)) return false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const start = this.#start;
    if (!start || this.#fingers.size < 2) return !this.#isOver;
    const { distance, x, y } = this.#shape();
    this.set(start.zoom * (distance / start.distance));
    const grown = this.zoom / start.zoom;
    const frame = this.host.getBoundingClientRect();
    // What was between the fingers stays between them.
    this.host.scrollLeft = (start.left + start.x - frame.left) * grown - (x - frame.left) - this.shift.left;
    this.host.scrollTop = (start.top + start.y - frame.top) * grown - (y - frame.top) - this.shift.top;
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size < 2) this.#start = null;
    if (this.#fingers.size === 0) this.#isOver = true;
  }

  /** The distance of two fingers, and the point between them. */
  #shape() {
    const [a = { x: 0, y: 0 }, b = a] = this.#fingers.values();
    return { distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}
