// Small things that every part of the page uses: elements, words, waiting.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with its properties and children. Text is always text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties] `class`, `on…` handlers, `data-…`, `aria-…` or plain properties
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name.includes("-") || name === "role" || name === "for" || name === "list") {
      element.setAttribute(name, String(value));
    } else /** @type {any} */ (element)[name] = value;
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {Child[]} children */
export function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** What tells elements of the same kind apart. */
const KEYS = ["id", "data-for", "data-tool", "data-choice", "data-family"];

/**
 * Makes the children of an element like others, but leaves those that are the same in place, with their listeners: a button that is being
 * pressed and a field that is being typed into are not disturbed.
 * @param {Element} element @param {...Node} children
 */
export function renew(element, ...children) {
  let old = element.firstChild;
  for (const child of children) {
    let same = old;
    while (same && !isSame(same, child)) same = same.nextSibling;
    if (!same) {
      element.insertBefore(child, old);
      continue;
    }
    // What lies between is gone.
    while (old && old !== same) {
      const next = /** @type {ChildNode | null} */ (old.nextSibling);
      old.remove();
      old = next;
    }
    old = same.nextSibling;
    if (same instanceof HTMLElement && child instanceof HTMLElement) liken(same, child);
    else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
  }
  while (old) {
    const next = /** @type {ChildNode | null} */ (old.nextSibling);
    old.remove();
    old = next;
  }
}

/** @param {Node} a @param {Node} b */
function isSame(a, b) {
  if (!(a instanceof Element) || !(b instanceof Element)) return a.nodeType === b.nodeType;
  return a.tagName === b.tagName && KEYS.every((key) => a.getAttribute(key) === b.getAttribute(key));
}

/** @param {HTMLElement} element @param {HTMLElement} other */
function liken(element, other) {
  for (const { name } of [...element.attributes]) if (name !== "style" && !other.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of other.attributes) if (name !== "style" && element.getAttribute(name) !== value) element.setAttribute(name, value);
  if (element.style.cssText !== other.style.cssText) element.style.cssText = other.style.cssText;
  renew(element, ...other.childNodes);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element called ${id}`);
  return found;
}

/** Says something to those who listen. @param {string} text */
export function announce(text) {
  const live = byId("live");
  live.textContent = "";
  // Two equal sentences in a row are spoken twice only when there was nothing between.
  setTimeout(() => (live.textContent = text), 30);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toasting;

/** Shows a short note for a moment, and says it. @param {string} text */
export function toast(text) {
  const note = byId("toast");
  note.textContent = text;
  note.hidden = false;
  clearTimeout(toasting);
  toasting = setTimeout(() => (note.hidden = true), 3200);
  announce(text);
}

/** Takes a note away that no longer holds. @param {string} text */
export function hush(text) {
  const note = byId("toast");
  if (note.textContent === text) note.hidden = true;
}

/** "1 step", "3 steps". @param {number} number @param {string} thing */
export function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** With a capital, unless it begins with a cell (r1c3), and a full stop. @param {string} text */
export function sentence(text) {
  const begun = /^r\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Whether things may move on this screen. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A dialog over the page; it goes away when closed.
 * @param {string} title
 * @param {...Child} children
 */
export function dialog(title, ...children) {
  const close = h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => shown.close() }, "×");
  const heading = h("h2", {}, title);
  const shown = h("dialog", { "aria-label": title }, h("div", { class: "dialog-head" }, heading, close), ...children);
  // Also where the focus has fallen out of it, as when the focused button was replaced.
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || [...document.querySelectorAll("dialog[open]")].at(-1) !== shown) return;
    event.preventDefault();
    shown.close();
  };
  addEventListener("keydown", escape);
  shown.addEventListener("close", () => {
    removeEventListener("keydown", escape);
    shown.remove();
  });
  shown.addEventListener("click", (event) => {
    if (event.target === shown) shown.close();
  });
  document.body.append(shown);
  shown.showModal();
  return shown;
}

/** Saves a file where the browser keeps downloads. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
