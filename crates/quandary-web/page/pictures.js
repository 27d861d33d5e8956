// Small pictures of the board in use, drawn from the same scene: two solutions side by side.

import { parse } from "./picture.js";
import { h } from "./dom.js";

/** @typedef {import("./main.js").AppType} App */

/**
 * A picture of the board with these values. It is drawn by the same controls, on a copy of the scene.
 * @param {App} app @param {string[]} values
 */
export function picture(app, values) {
  const { board, controls, view } = app;
  const holder = h("div", { class: "small-board" });
  if (!board?.play || !controls) return { holder, groups: /** @type {SVGGElement[][]} */ ([]) };
  const svg = parse(board.svg);
  const groups = board.play.places.map((place) => place.cells.flatMap((id) => /** @type {SVGGElement[]} */ ([...svg.querySelectorAll(`#${id}`)])));
  // The controls draw where the view points: for this moment it points at the copy. Bounds need a picture on the page.
  const own = view.groups;
  const workshop = h("div", { class: "workshop" }, svg);
  document.body.append(workshop);
  const kept = app.preview;
  app.preview = { values };
  view.groups = groups;
  try {
    values.forEach((value, place) => controls.draw(place, value));
  } finally {
    view.groups = own;
    app.preview = kept;
  }
  for (const element of svg.querySelectorAll("[id]")) element.removeAttribute("id");
  workshop.remove();
  holder.append(svg);
  return { holder, groups };
}

/** Two solutions side by side; the cells in which they differ are marked. @param {App} app @param {any[]} solutions */
export async function comparison(app, solutions) {
  const boards = await Promise.all(solutions.slice(0, 2).map((solution) => app.boardsOf(solution)));
  const [first, second] = boards.map((shown) => shown[0]?.values ?? []);
  if (!first || !second) return null;
  const differ = first.flatMap((value, place) => (value !== second[place] ? [place] : []));
  const pictures = [first, second].map((values) => {
    const { holder, groups } = picture(app, values);
    for (const place of differ) for (const group of groups[place] ?? []) group.classList.add("differs");
    return holder;
  });
  return h("div", { class: "two" }, ...pictures);
}
