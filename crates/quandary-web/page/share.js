// A puzzle and what was done with it, as the fragment of an address: it never leaves the browser, and whoever gets the
// link sees the same board.

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

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} stream */
async function through(data, stream) {
  const flow = new Blob([data]).stream().pipeThrough(/** @type {any} */ (stream));
  return new Uint8Array(await new Response(/** @type {any} */ (flow)).arrayBuffer());
}

/** @param {Shared} shared */
export async function encode(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return `#q=${toText(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The longest text that a link may unfold to, in bytes. */
const MOST = 4_000_000;

/** @param {string} fragment @returns {Promise<Shared | null>} `null` when there is nothing shared */
export async function decode(fragment) {
  const found = /^#q=([\w-]+)$/.exec(fragment);
  // A puzzle may also stand there in plain words: #puzzle=53..7…
  const plain = /^#puzzle=(.+)$/.exec(fragment);
  if (plain) return { puzzle: decodeURIComponent(plain[1] ?? "") };
  if (!found) return null;
  const bytes = await through(toBytes(found[1] ?? ""), new DecompressionStream("deflate-raw"));
  if (bytes.length > MOST) throw new Error("this link holds more than a puzzle");
  const shared = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof shared?.puzzle !== "string") throw new Error("this link holds no puzzle");
  return shared;
}
