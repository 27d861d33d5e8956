// Sorting by hand: touch a bottle, then another; or drag. Balls go one at a time, water as much as fits.

import { boxOf, parse } from "../board.js";
import { h, mayMove, s, toast } from "../dom.js";

/** @typedef {string | number} Colour */

/** @param {string} value @returns {Colour[]} from the bottom up */
const read = (value) => (value ? JSON.parse(value) : []);
/** @param {Colour[]} stack */
const written = (stack) => JSON.stringify(stack);

/** A ball whose colour nobody has seen yet. */
const HIDDEN = "?";

/** How long a ball is under way, in milliseconds. */
const FLIGHT = 300;

/**
 * @param {import("./hands.js").Board} board
 * @param {import("./hands.js").Table} table
 * @returns {import("./hands.js").Hands}
 */
export function ballsort(board, table) {
  /** @type {number} */
  const capacity = board.json.capacity;
  const rule = String(board.json.rule ?? "ball");
  const isWater = rule.startsWith("water");
  // Where it is enough that no bottle holds two colours, a colour may stand in several.
  const isUniform = rule.endsWith("uniform");
  /** The colour that each locked bottle waits for. @type {Record<string, Colour>} */
  const locks = board.json.locks ?? {};
  /** @type {string[]} */
  const start = board.json.bottles.map((/** @type {Colour[]} */ stack) => written(stack));
  const thing = isWater ? "pour" : "ball";
  let lifted = -1;
  let dragged = -1;
  /** The bottles whose top ball the pad asks for. */
  let asked = "";
  const looks = looksOf(board);

  /** Whether a bottle still waits for a colour to be complete. @param {number} bottle @param {string[]} values */
  function isLocked(bottle, values) {
    const colour = locks[String(bottle + 1)];
    if (colour === undefined) return false;
    const holding = values.map(read).filter((stack) => stack.includes(colour));
    return holding.length === 0 || !holding.every((stack) => stack.length === capacity && stack.every((ball) => ball === colour));
  }

  /** The open bottles whose top ball has been revealed and has no name yet. @param {string[]} values */
  const unnamed = (values) => values.flatMap((value, bottle) => (read(value).at(-1) === HIDDEN && !isLocked(bottle, values) ? [bottle] : []));

  /** The colours that hidden balls may have: those that lack balls to fill whole bottles, else a new one. @param {string[]} values @returns {Colour[]} */
  function hiddenColours(values) {
    const balls = values.flatMap(read);
    const seen = [...new Set(balls.filter((ball) => ball !== HIDDEN))];
    /** How many balls a colour lacks. @param {Colour} colour @returns {number} */
    const lacking = (colour) => (capacity - (balls.filter((ball) => ball === colour).length % capacity)) % capacity;
    const more = balls.filter((ball) => ball === HIDDEN).length - seen.map(lacking).reduce((sum, lack) => sum + lack, 0);
    const awaited = new Set(Object.values(locks).filter((colour) => !seen.includes(colour)));
    let number = 1;
    while ([...seen, ...awaited].some((colour) => String(colour) === String(number))) number++;
    return [...seen.filter((colour) => lacking(colour) > 0), ...[...awaited, number].slice(0, more / capacity)];
  }

  /** The moves since a ball was last named, and the board from which they count. */
  function line() {
    let [values, base] = [[...start], start];
    /** @type {[number, number][]} */
    let plan = [];
    let before = { base, plan };
    for (const { edits, mark } of table.game.moves.slice(0, table.game.at)) {
      values = [...values];
      for (const [place, , after] of edits) values[place] = after;
      const [a, b] = edits;
      if (mark === "try") before = { base, plan: [...plan] };
      else if (mark === "drop") ({ base, plan } = before);
      else if (mark === "restart") [base, plan] = [start, []];
      else if (edits.length === 2 && a && b) {
        const isFrom = read(a[2]).length < read(a[1]).length;
        plan.push(isFrom ? [a[0] + 1, b[0] + 1] : [b[0] + 1, a[0] + 1]);
      } else if (edits.length === 1 && unnamed(values).length === 0) [base, plan] = [values, []];
    }
    return { base, plan };
  }

  /** A board as a puzzle; what is open by now is locked no more. @param {string[]} values */
  const puzzleNow = (values) =>
    JSON.stringify({ ...board.json, bottles: values.map(read), locks: Object.fromEntries(Object.entries(locks).filter(([bottle]) => isLocked(Number(bottle) - 1, values))) });

  /** How many go from one bottle to another; 0 when none may. @param {Colour[]} from @param {Colour[]} to */
  function room(from, to) {
    const top = from[from.length - 1];
    if (top === undefined || top === HIDDEN || to.length >= capacity) return 0;
    if (to.length > 0 && to[to.length - 1] !== top) return 0;
    if (!isWater) return 1;
    let run = 0;
    while (run < from.length && from[from.length - 1 - run] === top) run++;
    return Math.min(run, capacity - to.length);
  }

  /** @type {import("./hands.js").Hands["play"] & {}} */
  const play = ([from, to], values) => {
    const [source, target] = [read(values[from] ?? ""), read(values[to] ?? "")];
    const moving = room(source, target);
    if (from === to || moving === 0 || isLocked(from, values) || isLocked(to, values)) return [];
    const taken = source.splice(source.length - moving);
    return [
      [from, written(source)],
      [to, written([...target, ...taken])],
    ];
  };

  function lift(/** @type {number} */ bottle) {
    lifted = bottle;
    table.view.mark("selected", new Set(bottle < 0 ? [] : [bottle]));
    table.view.places.forEach((place, index) => place.setAttribute("aria-selected", String(index === bottle)));
    table.view.groups.forEach((groups, index) => {
      const stack = read(table.game.values[index] ?? "");
      groups.forEach((group, row) => group.classList.toggle("lifted", index === bottle && row === capacity - stack.length));
    });
  }

  function touchBottle(/** @type {number} */ bottle) {
    const values = table.game.values;
    const [first] = unnamed(values);
    if (first !== undefined) {
      toast(`A hidden ball has been revealed in bottle ${first + 1}: name its colour first.`);
      return;
    }
    if (lifted < 0) {
      if (read(values[bottle] ?? "").length === 0) toast("This bottle is empty: take from another one first.");
      else lift(bottle);
      return;
    }
    if (lifted === bottle) {
      lift(-1);
      return;
    }
    move(lifted, bottle);
  }

  function move(/** @type {number} */ from, /** @type {number} */ to) {
    const values = [...table.game.values];
    const writes = play([from, to], values);
    if (writes.length === 0) {
      const target = read(values[to] ?? "");
      const isShut = isLocked(from, values) || isLocked(to, values);
      toast(isShut ? "That bottle is locked until its colour is complete." : target.length >= capacity ? "That bottle is full." : `A ${thing} may go only into an empty bottle or onto its own colour.`);
      // The second touch is taken as a new beginning: the usual wish after a wrong one.
      lift(target.length > 0 ? to : -1);
      return;
    }
    lift(-1);
    table.write(writes);
  }

  const names = (/** @type {Colour[]} */ stack) => stack.map((colour) => looks.get(String(colour))?.text || String(colour)).join(", ");

  return {
    spots: [start.map((_, bottle) => ({ cells: Array.from({ length: capacity }, (_, row) => `r${row + 1}c${2 * bottle + 1}`) }))],
    start,
    keys: [
      ["← →", "go from bottle to bottle"],
      ["Space", "take from this bottle, or put into it"],
      ["1–9", "take from or put into the bottle of this number"],
      ["Esc", "put back what was taken"],
    ],
    touch: {
      down(bottle) {
        dragged = lifted < 0 && read(table.game.values[bottle] ?? "").length > 0 ? bottle : -1;
        touchBottle(bottle);
      },
      over(bottle) {
        if (dragged >= 0 && bottle !== dragged) table.view.mark("target", new Set([bottle]));
      },
      up() {
        const target = table.view.places.findIndex((place) => place.classList.contains("target"));
        table.view.mark("target", new Set());
        if (dragged >= 0 && target >= 0 && target !== dragged && lifted === dragged) move(dragged, target);
        dragged = -1;
      },
      key(event, bottle) {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === " " || event.key === "Enter") touchBottle(bottle);
        else if (event.key === "Escape" && lifted >= 0) lift(-1);
        else if (/^[1-9]$/.test(event.key) && Number(event.key) <= start.length) {
          touchBottle(Number(event.key) - 1);
          table.view.focus(Number(event.key) - 1);
        } else return false;
        return true;
      },
    },
    pad() {
      const [bottle] = unnamed(table.game.values);
      if (bottle !== undefined) {
        const stack = read(table.game.values[bottle] ?? "").slice(0, -1);
        const name = (/** @type {Colour} */ colour) =>
          h("button", { type: "button", class: "layer", "data-name-ball": String(colour), onclick: () => table.write([[bottle, written([...stack, colour])]]) }, names([colour]));
        return [h("p", { class: "soft" }, `A hidden ball has been revealed in bottle ${bottle + 1}. Which colour is it?`), h("div", { class: "pad-row layers" }, ...hiddenColours(table.game.values).map(name))];
      }
      return [
        h(
          "div",
          { class: "pad-row layers" },
          h("button", { type: "button", class: "layer", "data-add-bottle": "", title: "One more empty bottle makes it easier", onclick: () => table.view.host.dispatchEvent(new CustomEvent("add-bottle", { bubbles: true })) }, "+ Add a bottle"),
        ),
      ];
    },
    draw(bottle, value) {
      const stack = read(value);
      (table.view.groups[bottle] ?? []).forEach((group, row) => {
        for (const old of [...group.children]) if (!old.classList.contains("ground")) old.remove();
        const colour = stack[capacity - 1 - row];
        const look = colour === undefined ? undefined : (looks.get(String(colour)) ?? { fill: board.palette?.[looks.size] ?? "none", text: String(colour), ink: "" });
        group.classList.remove("lifted");
        if (!look) return;
        const ground = /** @type {SVGGraphicsElement} */ (group.querySelector(".ground"));
        group.append(s("path", { class: "ball", fill: look.fill, d: ground.getAttribute("d") ?? "" }));
        const box = boxOf(group);
        const size = Math.min(16, 52 / Math.max(1, look.text.length));
        const text = s("text", { class: look.ink, x: box.x + box.width / 2, y: box.y + box.height / 2 + 0.35 * size, "font-size": size, "text-anchor": "middle" }, look.text);
        group.append(text);
      });
    },
    label(bottle, value) {
      const stack = read(value);
      const free = capacity - stack.length;
      const what = stack.length === 0 ? "empty" : `from the top: ${names([...stack].reverse())}`;
      return `Bottle ${bottle + 1}: ${what}${stack.length > 0 && free > 0 ? `; room for ${free}` : ""}${stack.length === capacity ? "; full" : ""}${isLocked(bottle, table.game.values) ? "; locked" : ""}`;
    },
    afterDraw(values) {
      lift(-1);
      const done = values.flatMap((value, bottle) => {
        const stack = read(value);
        return stack.length === capacity && stack.every((colour) => colour === stack[0]) ? [bottle] : [];
      });
      table.view.mark("finished", new Set(done));
      const asks = String(unnamed(values));
      if (asks !== asked) {
        asked = asks;
        table.selected();
      }
      table.view.mark("locked", new Set(values.flatMap((_, bottle) => (isLocked(bottle, values) ? [bottle] : []))));
    },
    state: () => JSON.stringify({ moves: line().plan }),
    base: () => (line().base === start ? null : puzzleNow(line().base)),
    puzzleNow,
    claim(values) {
      /** @type {Map<string, number>} */
      const total = new Map();
      for (const colour of values.flatMap(read)) total.set(String(colour), (total.get(String(colour)) ?? 0) + 1);
      const sorted = values.every((value) => {
        const stack = read(value);
        // A hidden ball is sorted only where it may stand alone.
        return stack.every((colour) => colour === stack[0]) && (stack[0] !== HIDDEN || (isUniform && stack.length === 1));
      });
      // A colour that fills several bottles is done when all but its last bottle are full.
      const bottles = values.map(read).filter((stack) => stack.length > 0);
      const tight = isUniform || [...total].every(([colour, balls]) => bottles.filter((stack) => String(stack[0]) === colour).length === Math.ceil(balls / capacity));
      if (!sorted || !tight) return null;
      return JSON.stringify({ moves: line().plan });
    },
    fromSolution(solution) {
      let values = [...line().base];
      for (const [from, to] of solution.moves ?? []) {
        for (const [place, value] of play([from - 1, to - 1], values)) values[place] = value;
      }
      return values;
    },
    conclude(step, values) {
      const { move } = step;
      return move ? play([move[0] - 1, move[1] - 1], values) : [];
    },
    placesOf: (cells) => [
      ...new Set(
        cells.flatMap((cell) => {
          const column = /c(\d+)$/.exec(cell)?.[1];
          const bottle = /^bottle ?(\d+)$/.exec(cell)?.[1];
          return column ? [(Number(column) - 1) / 2] : bottle ? [Number(bottle) - 1] : [];
        }),
      ),
    ],
    breaks: () => new Set(),
    play,
    animate(before, after) {
      const changed = after.flatMap((value, bottle) => (value !== before[bottle] ? [bottle] : []));
      const grows = (/** @type {number} */ bottle) => read(after[bottle] ?? "").length > read(before[bottle] ?? "").length;
      const to = changed.find(grows);
      const from = changed.find((bottle) => !grows(bottle));
      if (changed.length !== 2 || from === undefined || to === undefined || !mayMove()) return;
      fly(from, to, read(before[from] ?? "").length, read(before[to] ?? "").length, read(after[to] ?? "").length);
    },
  };

  /** Lets balls fly from one bottle to another, as copies over the picture. */
  function fly(/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ high, /** @type {number} */ low, /** @type {number} */ end) {
    const view = table.view;
    const svg = view.svg;
    if (!svg) return;
    for (let at = low; at < end; at++) {
      const source = view.groups[from]?.[capacity - (high - (at - low))];
      const target = view.groups[to]?.[capacity - 1 - at];
      if (!source || !target) continue;
      const [a, b] = [source, target].map(boxOf);
      if (!a || !b) continue;
      const copy = /** @type {SVGGElement} */ (target.cloneNode(true));
      copy.removeAttribute("id");
      copy.querySelector(".ground")?.remove();
      copy.classList.add("flying");
      for (const part of [...target.children]) if (!part.classList.contains("ground")) part.classList.add("away");
      svg.append(copy);
      const top = -a.height * 1.2 + Math.min(...view.boxes.map((box) => box.y));
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

/**
 * How each colour looks in the engine's picture.
 * @param {import("./hands.js").Board} board
 */
function looksOf(board) {
  /** @type {Map<string, {fill: string, text: string, ink: string}>} */
  const looks = new Map();
  const picture = parse(board.svg);
  board.json.bottles.forEach((/** @type {Colour[]} */ stack, /** @type {number} */ bottle) => {
    stack.forEach((colour, height) => {
      const group = picture.querySelector(`#r${board.json.capacity - height}c${2 * bottle + 1}`);
      if (!group || looks.has(String(colour))) return;
      const text = group.querySelector("text");
      const fill = group.querySelector("path[fill]")?.getAttribute("fill") ?? "none";
      looks.set(String(colour), { fill, text: text?.textContent ?? "", ink: text?.getAttribute("class") ?? "" });
    });
  });
  return looks;
}
