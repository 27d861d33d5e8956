// A puzzle and what was done with it, as the fragment of an address: it never leaves the browser, and whoever gets the
// link sees the same board.

import { dialog, h, toast } from "./dom.js";

/**
 * @typedef {{puzzle: string, family?: string | undefined, moves?: import("./game.js").Move[], at?: number}} Shared
 */

/** @param {Uint8Array} bytes */
function toText(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The longest text that a link may unfold to, in bytes. */
const MOST = 4_000_000;

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} stream */
async function through(data, stream) {
  const reader = new Blob([data]).stream().pipeThrough(/** @type {any} */ (stream)).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST) throw new LinkError("It contains more than a puzzle.");
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** What is wrong with a link, for the person who has it. */
export class LinkError extends Error {}

/** @param {Shared} shared */
export async function encode(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return `#q=${toText(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** Copies a link, or shows it where that is not possible. @param {Shared} shared @param {string} what what is in it, in a sentence */
export async function offerLink(shared, what) {
  const link = new URL(await encode(shared), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(`Link copied. ${what}`);
  } catch {
    const shown = h("textarea", { rows: 4, readOnly: true, value: link, "aria-label": "Link" });
    dialog("Copy this link", shown, h("p", { class: "soft" }, what));
    shown.select();
  }
}

/** @param {string} fragment @returns {Promise<Shared | null>} `null` when there is nothing shared */
export async function decode(fragment) {
  // A puzzle may also be given as plain text: #puzzle=53..7…
  const plain = /^#puzzle=(.+)$/.exec(fragment);
  const packed = /^#q=(.*)$/.exec(fragment);
  if (!plain && !packed) return null;
  try {
    if (plain) return { puzzle: decodeURIComponent(plain[1] ?? "") };
    const bytes = await through(toBytes(packed?.[1] ?? ""), new DecompressionStream("deflate-raw"));
    const shared = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof shared?.puzzle !== "string") throw new LinkError("It contains no puzzle.");
    return shared;
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("It is incomplete or damaged: perhaps its end was cut off when it was copied.");
  }
}
