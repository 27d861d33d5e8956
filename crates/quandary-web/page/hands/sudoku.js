// Sudoku by hand: digits, corner and centre marks, colours; cell first or digit first.

import { GROUND } from "../board.js";
import { h, s } from "../dom.js";
import { gridPlaces, gridSpots, placeName } from "./hands.js";
import { layerOf, write } from "./layer.js";

/** @typedef {{digit: string, corner: string, centre: string, colour: string}} Entry */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Layer */

/** What a value says: digit, corner marks, centre marks and colour, parted by slashes. @param {string} value @returns {Entry} */
function read(value) {
  const [digit = "", corner = "", centre = "", colour = ""] = value.split("/");
  return { digit, corner, centre, colour };
}

/** @param {Entry} entry */
function written({ digit, corner, centre, colour }) {
  return corner || centre || colour ? [digit, corner, centre, colour].join("/") : digit;
}

/** Adds a mark, or takes it away. @param {string} marks @param {string} symbol */
function toggled(marks, symbol) {
  return marks.includes(symbol) ? marks.replace(symbol, "") : [...marks, symbol].sort().join("");
}

/** @type {[Layer, string, string, string][]} */
const LAYERS = [
  ["digit", "Digit", "Z", "Write digits"],
  ["corner", "Corner", "X", "Write marks at their corner (also Shift and digit)"],
  ["centre", "Centre", "C", "Write marks in the centre (also Ctrl and digit)"],
  ["colour", "Colour", "V", "Colour cells"],
];

const COLOURS = ["amber", "rose", "violet", "sky", "teal", "lime", "sand", "slate"];

/**
 * @param {import("./hands.js").Board} board
 * @param {import("./hands.js").Table} table
 * @returns {import("./hands.js").Hands}
 */
export function sudoku(board, table) {
  const side = board.rows;
  // Boards with regions of their own have no boxes; their marks are laid out as near to a square as can be.
  const across = Math.ceil(Math.sqrt(side));
  /** @type {[number, number]} */
  const [boxRows, boxColumns] = board.json.box ?? [Math.ceil(side / across), across];
  const symbols = Array.from({ length: side }, (_, index) => (index < 9 ? String(index + 1) : String.fromCharCode(56 + index)));
  const start = [...String(board.json.cells)].map((symbol) => (symbols.includes(symbol.toUpperCase()) ? symbol.toUpperCase() : ""));
  const units = unitsOf(side, boxRows, boxColumns, board.json.regions);
  const peers = start.map((_, place) => new Set(units.filter((unit) => unit.includes(place)).flat()));

  /** Which cage a cell lies in, for those who cannot see it. */
  const cages = start.map((_, place) => {
    const cage = (board.json.cages ?? []).find((/** @type {{cells: string[]}} */ { cells }) => gridPlaces(cells, side).includes(place));
    return cage ? `, ${cage.sum ? `cage of ${cage.sum}` : "cage"} with ${cage.cells.length} cells` : "";
  });

  /** @type {Layer} */
  let layer = "digit";
  let digitFirst = false;
  let held = "";
  /** @type {Set<number>} */
  let selection = new Set([0]);
  let adding = false;
  /** @type {HTMLElement[]} */
  let pad = [];

  const isFixed = (/** @type {number} */ place) => start[place] !== "";
  const entry = (/** @type {number} */ place) => read(table.game.values[place] ?? "");

  function select(/** @type {Set<number>} */ places) {
    selection = places;
    light();
  }

  /** What is selected, its peers, and every cell with the same digit. */
  function light() {
    const view = table.view;
    view.mark("selected", digitFirst ? new Set() : selection);
    view.places.forEach((place, index) => place.setAttribute("aria-selected", String(!digitFirst && selection.has(index))));
    const only = selection.size === 1 ? [...selection][0] : undefined;
    const digit = digitFirst ? held : only === undefined ? "" : entry(only).digit;
    view.mark("peer", only === undefined || digitFirst ? new Set() : (peers[only] ?? new Set()));
    const same = digit ? start.map((_, place) => place).filter((place) => entry(place).digit === digit) : [];
    view.mark("same", new Set(same));
  }

  /** Writes a symbol into places, on a layer. @param {string} symbol @param {number[]} places @param {Layer} on @param {boolean} [stroke] */
  function put(symbol, places, on, stroke = false) {
    const open = places.filter((place) => on === "colour" || !isFixed(place));
    const targets = on === "corner" || on === "centre" ? open.filter((place) => !entry(place).digit) : open;
    /** @type {Map<number, string>} */
    const writes = new Map();
    const field = on === "digit" ? "digit" : on;
    const all = targets.length > 0 && targets.every((place) => entry(place)[field].includes(symbol));
    for (const place of targets) {
      const now = entry(place);
      if (on === "digit") now.digit = all ? "" : symbol;
      else if (on === "colour") now.colour = all ? "" : symbol;
      else if (all || !now[on].includes(symbol)) now[on] = toggled(now[on], symbol);
      writes.set(place, written(now));
      if (on === "digit" && !all && table.settings.tidyMarks) {
        for (const peer of peers[place] ?? []) {
          if (peer === place || isFixed(peer)) continue;
          const other = read(writes.get(peer) ?? table.game.values[peer] ?? "");
          if (!other.corner.includes(symbol) && !other.centre.includes(symbol)) continue;
          other.corner = other.corner.replace(symbol, "");
          other.centre = other.centre.replace(symbol, "");
          writes.set(peer, written(other));
        }
      }
    }
    table.write([...writes], { stroke });
  }

  function erase(/** @type {number[]} */ places) {
    /** @type {[number, string][]} */
    const writes = places
      .filter((place) => !isFixed(place) || entry(place).colour)
      .map((place) => {
        const now = entry(place);
        if (isFixed(place)) return [place, start[place] ?? ""];
        // What was written last on top goes first: the digit, then everything else.
        return [place, now.digit ? written({ ...now, digit: "" }) : ""];
      });
    table.write(writes);
  }

  function choose(/** @type {string} */ symbol) {
    if (digitFirst) {
      held = held === symbol ? "" : symbol;
      refreshPad();
      light();
    } else {
      put(symbol, [...selection], layer);
    }
  }

  function setLayer(/** @type {Layer} */ next) {
    layer = next;
    table.selected();
  }

  function refreshPad() {
    for (const button of pad) {
      const { layer: own, symbol } = button.dataset;
      if (own) button.setAttribute("aria-pressed", String(own === layer));
      if (symbol) {
        button.setAttribute("aria-pressed", String(digitFirst && held === symbol));
        const left = side - start.filter((_, place) => entry(place).digit === symbol).length;
        button.classList.toggle("spent", layer !== "colour" && left <= 0);
      }
    }
  }

  return {
    spots: gridSpots(side, side),
    start,
    keys: [
      ["1–9", "write a digit; with Shift a corner mark, with Ctrl a centre mark"],
      ["Z X C V", "digits, corner marks, centre marks, colours"],
      ["Shift + arrows", "select more cells"],
      ["Space", "the next of digits, corner and centre marks, colours"],
      ["Delete", "empty the cell"],
    ],
    touch: {
      down(place, event) {
        if (digitFirst && held) {
          put(held, [place], layer, true);
          return;
        }
        adding = event.shiftKey || event.ctrlKey || event.metaKey;
        const next = adding ? new Set(selection) : new Set([place]);
        next.add(place);
        select(next);
      },
      over(place) {
        if (digitFirst && held) put(held, [place], layer, true);
        else select(new Set([...selection, place]));
      },
      up() {
        table.game.endStroke();
      },
      key(event, place) {
        const { key, code } = event;
        const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
        const symbol = digit ?? (key.length === 1 ? key.toUpperCase() : "");
        if (symbols.includes(symbol) && !event.altKey && !event.metaKey && (digit || side > 9)) {
          const on = event.shiftKey ? "corner" : event.ctrlKey ? "centre" : layer;
          if (layer === "colour" && on === "colour" && Number(symbol) > COLOURS.length) return true;
          put(symbol, selection.has(place) ? [...selection] : [place], on);
          return true;
        }
        if (event.shiftKey && key.startsWith("Arrow")) {
          const delta = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[key] ?? 0;
          const to = place + delta;
          const wraps = Math.abs(delta) === 1 && Math.floor(to / side) !== Math.floor(place / side);
          if (to < 0 || to >= side * side || wraps) return true;
          const next = new Set([...selection, to]);
          table.view.focus(to);
          select(next);
          return true;
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (key === "Delete" || key === "Backspace" || key === "0") {
          erase(selection.has(place) ? [...selection] : [place]);
          return true;
        }
        if (key === " ") {
          const at = LAYERS.findIndex(([name]) => name === layer);
          setLayer(/** @type {any} */ (LAYERS[(at + 1) % LAYERS.length])[0]);
          return true;
        }
        const named = LAYERS.find(([, , shortcut]) => shortcut === key.toUpperCase());
        if (named && side <= 9) {
          setLayer(named[0]);
          return true;
        }
        return false;
      },
    },
    focused(place) {
      // The arrows move the selection along; a drag has its own.
      if (!selection.has(place)) select(new Set([place]));
      else light();
    },
    pad() {
      const layers = LAYERS.map(([name, title, key, hint]) =>
        h("button", { type: "button", class: "layer", "data-layer": name, title: `${hint} (${key})`, onclick: () => setLayer(name) }, title),
      );
      const marks = layer === "colour" ? symbols.slice(0, COLOURS.length) : symbols;
      const digits = marks.map((symbol, index) =>
        h(
          "button",
          {
            type: "button",
            class: layer === "colour" ? `digit swatch ${COLOURS[index]}` : "digit",
            "data-symbol": symbol,
            "aria-label": layer === "colour" ? `Colour ${symbol}, ${COLOURS[index]}` : `Write ${symbol}`,
            onclick: () => choose(symbol),
          },
          symbol,
        ),
      );
      const first = h(
        "button",
        {
          type: "button",
          class: "layer",
          "aria-pressed": digitFirst,
          title: "Choose a digit, then touch the cells",
          onclick: () => {
            digitFirst = !digitFirst;
            held = "";
            table.selected();
            light();
          },
        },
        "Digit first",
      );
      const clear = h("button", { type: "button", class: "digit", "aria-label": "Empty the cell", onclick: () => erase([...selection]) }, "⌫");
      pad = [...layers, ...digits];
      refreshPad();
      return [
        h("div", { class: "pad-row layers" }, ...layers, first),
        h("div", { class: side > 9 ? "pad-row digits many" : "pad-row digits" }, ...digits, clear),
      ];
    },
    draw(place, value) {
      const cell = layerOf(table.view.groups[place]?.[0]);
      if (!cell) return;
      const { digit, corner, centre, colour } = read(value);
      const { layer: on, box, group } = cell;
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      // The setter's own small digits make room for what the player writes.
      group.ownerSVGElement?.querySelector(`.note-${group.id}`)?.classList.toggle("away", Boolean(digit || corner || centre));
      if (colour) {
        // Under the given digit, so it goes before everything but the ground.
        const tint = s("path", { class: `tinted ${COLOURS[Number(colour) - 1] ?? ""}`, d: group.querySelector(GROUND)?.getAttribute("d") ?? "" });
        group.querySelector(":scope > .tinted")?.remove();
        group.querySelector(GROUND)?.after(tint);
        write(on, String.fromCharCode(96 + Number(colour)), { x: box.x + box.width - 6, y: box.y + box.height - 6, size: 7, class: "letter" });
      } else {
        group.querySelector(":scope > .tinted")?.remove();
      }
      if (digit) {
        if (!isFixed(place)) write(on, digit, { ...middle, size: 21, class: "found" });
        return;
      }
      for (const symbol of corner) {
        const at = symbols.indexOf(symbol);
        const x = box.x + ((at % boxColumns) + 0.5) * (box.width / boxColumns);
        const y = box.y + (Math.floor(at / boxColumns) + 0.5) * (box.height / boxRows);
        write(on, symbol, { x, y, size: Math.min(10, 30 / boxRows), class: "mark" });
      }
      if (centre) write(on, centre, { ...middle, size: Math.min(12, 50 / centre.length), class: "mark" });
    },
    label(place, value) {
      const { digit, corner, centre, colour } = read(value);
      const marks = [corner && `corner marks ${[...corner].join(" ")}`, centre && `centre marks ${[...centre].join(" ")}`];
      const what = digit ? (isFixed(place) ? `given ${digit}` : digit) : (marks.filter(Boolean).join(", ") || "empty");
      return `${placeName(place, side)}${cages[place]}: ${what}${colour ? `, ${COLOURS[Number(colour) - 1]}` : ""}`;
    },
    afterDraw() {
      refreshPad();
      light();
    },
    state(values) {
      // Centre marks are what a cell may still hold, and the engine goes on from there. A single one says nothing that a
      // digit would not say better; corner marks say where a digit may stand, and not that no other may.
      const marked = (/** @type {Entry} */ { digit, centre }) => digit || (centre.length > 1 ? `{${centre}}` : "?");
      return values.map((value) => marked(read(value))).join("");
    },
    written: (values) => values.map((value) => read(value).digit || "?").join(""),
    claim(values) {
      const digits = values.map((value) => read(value).digit);
      return digits.every(Boolean) ? digits.join("") : null;
    },
    fromSolution(solution) {
      return [...String(solution)];
    },
    conclude(step, values) {
      /** @type {[number, string][]} */
      const writes = [];
      for (const fact of step.conclusions) {
        for (const place of gridPlaces(fact.cells, side)) {
          const now = read(values[place] ?? "");
          if (now.digit) continue;
          const left = fact.left ?? [];
          if (left.length === 1) {
            writes.push([place, written({ ...now, digit: left[0] ?? "", corner: "", centre: "" })]);
          } else {
            const centre = now.centre || left.join("");
            const without = (/** @type {string} */ marks) => [...marks].filter((mark) => !(fact.removed ?? []).includes(mark)).join("");
            writes.push([place, written({ ...now, centre: without(centre), corner: without(now.corner) })]);
          }
        }
      }
      return writes;
    },
    placesOf: (cells) => gridPlaces(cells, side),
    breaks(values) {
      /** @type {Set<number>} */
      const broken = new Set();
      for (const unit of units) {
        /** @type {Map<string, number>} */
        const seen = new Map();
        for (const place of unit) {
          const { digit } = read(values[place] ?? "");
          if (!digit) continue;
          const other = seen.get(digit);
          if (other !== undefined) broken.add(place).add(other);
          seen.set(digit, place);
        }
      }
      return broken;
    },
  };
}

/**
 * Rows, columns and boxes.
 * @param {number} side @param {number} boxRows @param {number} boxColumns @param {unknown} regions
 */
function unitsOf(side, boxRows, boxColumns, regions) {
  /** @type {number[][]} */
  const units = [];
  const add = (/** @type {(place: number) => unknown} */ unitOf) => {
    /** @type {Map<unknown, number[]>} */
    const found = new Map();
    for (let place = 0; place < side * side; place++) {
      const key = unitOf(place);
      found.set(key, [...(found.get(key) ?? []), place]);
    }
    units.push(...found.values());
  };
  add((place) => Math.floor(place / side));
  add((place) => place % side);
  if (typeof regions === "string" || Array.isArray(regions)) {
    const flat = typeof regions === "string" ? [...regions] : regions.flatMap((row) => (typeof row === "string" ? [...row] : row));
    add((place) => flat[place]);
  } else {
    const across = side / boxColumns;
    add((place) => Math.floor(Math.floor(place / side) / boxRows) * across + Math.floor((place % side) / boxColumns));
  }
  return units;
}
