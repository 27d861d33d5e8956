// Pieces are taken from the top of one place and put onto another: touch and touch, or drag. Which moves are legal, and how
// many pieces go over, the engine says.

import { boundsOf } from "../picture.js";
import { h, mayMove, s, toast } from "../dom.js";
import { nameOf } from "./controls.js";
import { drawLook } from "./layer.js";

/** @param {string} value @returns {string[]} the pieces of a place, from the bottom up */
export const piecesOf = (value) => (value ? JSON.parse(value) : []);

/** How long a piece is under way, in milliseconds. */
const FLIGHT = 300;

/**
 * @param {import("./controls.js").Setup} setup
 * @param {import("./controls.js").MoveSetup} own
 * @param {import("./controls.js").Table} table
 * @returns {import("./controls.js").Controls}
 */
export function stacks(setup, own, table) {
  const { places } = setup;
  const looks = new Map(own.pieces.map(({ id, look }) => [id, look]));
  let lifted = -1;
  /** What stood there when it was lifted. */
  let liftedFrom = "";
  /** @type {SVGGElement | undefined} */
  let liftedPiece;
  let dragged = -1;
  /** The question of the pad. */
  let asked = "";

  const stackAt = (/** @type {number} */ place) => piecesOf(table.game.values[place] ?? "");
  const capacityOf = (/** @type {number} */ place) => places[place]?.cells.length ?? 0;

  /** How a piece looks, small. @param {string} piece */
  function chip(piece) {
    const shown = h("span", { class: "brush", "aria-hidden": "true" });
    shown.style.background = looks.get(piece)?.fill ?? "";
    return shown;
  }

  function lift(/** @type {number} */ place) {
    lifted = place;
    liftedFrom = table.shown.values[place] ?? "";
    table.view.select(new Set(place < 0 ? [] : [place]));
    liftedPiece?.classList.remove("lifted");
    liftedPiece = table.view.groups[place]?.[piecesOf(liftedFrom).length - 1];
    liftedPiece?.classList.add("lifted");
  }

  async function touchPlace(/** @type {number} */ place) {
    const { question } = table.position;
    if (question) {
      toast(question.text);
      return;
    }
    if (lifted < 0) {
      if (stackAt(place).length === 0) toast("There is nothing to take here: choose another one first.");
      else lift(place);
      return;
    }
    if (lifted === place) {
      lift(-1);
      return;
    }
    await move(lifted, place);
  }

  async function move(/** @type {number} */ from, /** @type {number} */ to) {
    lift(-1);
    // After a refused move the second touch is taken as a new beginning.
    if (!(await table.actions.move(from, to))) lift(stackAt(to).length > 0 ? to : -1);
  }

  /** Touches are taken one after the other, also while the engine looks at the last one. */
  const later = (/** @type {() => unknown} */ act) => void table.actions.inOrder(act);

  return {
    keys: [
      ["← →", "go from place to place"],
      ["Space", own.hint],
      ["1–9", "the same for the place of this number"],
      ["Esc", "put back what was taken"],
    ],
    touch: {
      down(place) {
        dragged = lifted < 0 && stackAt(place).length > 0 ? place : -1;
        later(() => touchPlace(place));
      },
      over(place) {
        if (dragged >= 0 && place !== dragged) table.view.mark("target", new Set([place]));
      },
      up() {
        const target = table.view.places.findIndex((place) => place.classList.contains("target"));
        const from = dragged;
        table.view.mark("target", new Set());
        dragged = -1;
        later(() => (from >= 0 && target >= 0 && target !== from && lifted === from ? move(from, target) : undefined));
      },
      key(event, place) {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === " " || event.key === "Enter") later(() => touchPlace(place));
        else if (event.key === "Escape" && lifted >= 0) lift(-1);
        else if (/^[1-9]$/.test(event.key) && Number(event.key) <= places.length) {
          later(() => touchPlace(Number(event.key) - 1));
          table.view.focus(Number(event.key) - 1);
        } else return false;
        return true;
      },
    },
    pad() {
      const { question } = table.position;
      if (question) {
        const name = (/** @type {string} */ piece) =>
          h("button", { type: "button", class: "layer", "data-piece": piece, onclick: () => table.actions.name(question.place, piece) }, chip(piece), piece);
        return [h("p", { class: "soft" }, question.text), h("div", { class: "pad-row layers" }, ...question.pieces.map(name))];
      }
      const offer = (/** @type {{id: string, label: string, hint: string}} */ { id, label, hint }) =>
        h("button", { type: "button", class: "layer", "data-offer": id, title: hint, onclick: () => table.actions.offer(id) }, label);
      return setup.offers.length > 0 ? [h("div", { class: "pad-row layers" }, ...setup.offers.map(offer))] : [];
    },
    draw(place, value) {
      const pieces = piecesOf(value);
      (table.view.groups[place] ?? []).forEach((group, height) => {
        for (const old of [...group.children]) if (!old.classList.contains("ground")) old.remove();
        const piece = pieces[height];
        if (piece === undefined) return;
        const look = looks.get(piece);
        const text = look?.text ?? piece;
        const bounds = boundsOf(group);
        if (look?.shape === "disc") drawLook(group, bounds, { ...look, text: "" });
        else if (look?.fill) group.append(s("path", { class: "piece", fill: look.fill, d: group.querySelector(".ground")?.getAttribute("d") ?? "" }));
        // A round piece has less room for its name than a square one.
        const size = Math.min(16, (look?.shape === "disc" ? 40 : 52) / Math.max(1, text.length));
        group.append(s("text", { class: look?.ink ?? "", x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 + 0.35 * size, "font-size": size, "text-anchor": "middle" }, text));
      });
    },
    label(place, value) {
      const pieces = piecesOf(value);
      const free = capacityOf(place) - pieces.length;
      const lock = table.shown.closed?.find((closed) => closed.place === place);
      const what = pieces.length === 0 ? "empty" : `from the top: ${pieces.reverse().join(", ")}`;
      const room = free === 0 ? "; full" : pieces.length > 0 ? `; room for ${free}` : "";
      return `${nameOf(setup, place)}: ${what}${room}${lock ? `; closed ${lock.until}` : ""}`;
    },
    afterDraw() {
      // What was lifted stays so, unless something else happened to its place.
      lift(lifted >= 0 && table.shown.values[lifted] === liftedFrom ? lifted : -1);
      table.view.mark("finished", new Set(table.shown.finished));
      const closed = new Set(table.shown.closed?.map((closed) => closed.place));
      table.view.mark("closed", closed);
      // The picture was drawn before the first move: what has opened since then has lost its lid.
      places.forEach(({ cells }, place) => {
        for (const cell of cells) table.view.svg?.querySelector(`.lid-${cell}`)?.classList.toggle("away", !closed.has(place));
      });
      const asks = JSON.stringify(table.position.question ?? null);
      if (asks !== asked) {
        asked = asks;
        table.padChanged();
      }
    },
    conclude: () => [],
    animate(before, after) {
      const changed = after.flatMap((value, place) => (value !== before[place] ? [place] : []));
      const grows = (/** @type {number} */ place) => piecesOf(after[place] ?? "").length > piecesOf(before[place] ?? "").length;
      const to = changed.find(grows);
      const from = changed.find((place) => !grows(place));
      if (changed.length !== 2 || from === undefined || to === undefined || !mayMove()) return;
      fly(from, to, piecesOf(before[from] ?? "").length, piecesOf(before[to] ?? "").length, piecesOf(after[to] ?? "").length);
    },
  };

  /** Lets pieces fly from one place to another, as copies over the picture. */
  function fly(/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ high, /** @type {number} */ low, /** @type {number} */ end) {
    const view = table.view;
    const svg = view.svg;
    if (!svg) return;
    for (let at = low; at < end; at++) {
      const source = view.groups[from]?.[high - 1 - (at - low)];
      const target = view.groups[to]?.[at];
      if (!source || !target) continue;
      const [a, b] = [source, target].map(boundsOf);
      if (!a || !b) continue;
      const copy = /** @type {SVGGElement} */ (target.cloneNode(true));
      copy.removeAttribute("id");
      copy.querySelector(".ground")?.remove();
      copy.classList.add("flying");
      for (const part of [...target.children]) if (!part.classList.contains("ground")) part.classList.add("away");
      svg.append(copy);
      const top = -a.height * 1.2 + Math.min(...view.bounds.map((bounds) => bounds.y));
      const [dx, dy, up] = [a.x - b.x, a.y - b.y, top - b.y];
      const flight = copy.animate(
        [
          { transform: `translate(${dx}px, ${dy}px)` },
          { transform: `translate(${dx}px, ${up}px)`, offset: 0.3 },
          { transform: `translate(0px, ${up}px)`, offset: 0.65 },
          { transform: "translate(0px, 0px)" },
        ],
        { duration: FLIGHT, delay: (at - low) * 60, easing: "ease-in-out", fill: "backwards" },
      );
      const land = () => {
        copy.remove();
        for (const part of target.children) part.classList.remove("away");
      };
      flight.onfinish = land;
      flight.oncancel = land;
    }
  }
}
