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
  }

  /** Another board: back to its usual size. */
  reset() {
    this.#fingers.clear();
    this.#start = null;
    this.#isOver = true;
    this.set(1);
  }

  /** @param {number} zoom */
  set(zoom) {
    this.zoom = Math.min(MOST, Math.max(1, zoom));
    this.host.style.setProperty("--zoom", String(this.zoom));
    this.host.toggleAttribute("data-zoomed", this.zoom > 1.01);
  }

  /** Zooms about the middle of what is seen. @param {number} factor */
  by(factor) {
    const { host } = this;
    const [x, y] = [host.clientWidth / 2, host.clientHeight / 2];
    const before = this.zoom;
    this.set(this.zoom * factor);
    const grown = this.zoom / before;
    host.scrollLeft = (host.scrollLeft + x) * grown - x;
    host.scrollTop = (host.scrollTop + y) * grown - y;
  }

  /** A finger comes down. @param {PointerEvent} event @returns {boolean} whether it belongs to a pinch */
  down(event) {
    if (event.pointerType !== "touch") return false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size < 2) return !this.#isOver;
    const { distance, x, y } = this.#shape();
    this.#start = { distance, x, y, zoom: this.zoom, left: this.host.scrollLeft, top: this.host.scrollTop };
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
    this.host.scrollLeft = (start.left + start.x - frame.left) * grown - (x - frame.left);
    this.host.scrollTop = (start.top + start.y - frame.top) * grown - (y - frame.top);
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
