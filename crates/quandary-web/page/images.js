// Files that are sent to the engine: text as it is, images as small ones.

import { h } from "./dom.js";

/** The longest side of an image that is sent, in pixels: more than any board has cells, and little to send. */
const LARGEST = 400;

/** A file as an option's value: its text, or a data address where it is an image. @param {File} file @returns {Promise<string>} */
export async function content(file) {
  if (file.type !== "image/png" && file.type !== "image/jpeg") return file.text();
  const image = await createImageBitmap(file).catch(() => {
    throw new Error("This image cannot be read: choose a PNG or JPEG file.");
  });
  const scale = Math.min(1, LARGEST / Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
