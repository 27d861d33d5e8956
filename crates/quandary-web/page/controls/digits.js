// Symbols are written into cells: as a value, as corner or centre marks, and colours beside them; cell first or digit first.

import { GROUND } from "../picture.js";
import { h, s } from "../dom.js";
import { beside, nameOf } from "./controls.js";
import { layerOf, write } from "./layer.js";

/** @typedef {{digit: string, corner: string, centre: string, colour: string}} Entry */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Layer */

/** What a value says: digit, corner marks, centre marks and colour, parted by slashes. @param {string} value @returns {Entry} */
function read(value) {
  const [digit = "", corner = "", centre = "", colour = ""] = value.length === 1 ? [value] : value.split("/");
  return { digit, corner, centre, colour };
}

/** @param {Entry} entry */
function written({ digit, corner, centre, colour }) {
  return corner || centre || colour ? [digit, corner, centre, colour].join("/") : digit;
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
 * @param {import("./controls.js").Setup} setup
 * @param {import("./controls.js").DigitSetup} own
 * @param {import("./controls.js").Table} table
 * @returns {import("./controls.js").Controls}
 */
export function digits(setup, own, table) {
  const { places } = setup;
  const symbols = own.symbols.map(({ symbol }) => symbol);
  const named = new Map(own.symbols.map(({ name, symbol }) => [name, symbol]));
  const [markRows, markColumns] = own.marks;
  /** How often each symbol is needed, where all are needed equally often. */
  const needed = places.length / symbols.length;
  const hasMany = symbols.length > 9;
  /** @type {Set<number>[]} the places that must differ from each */
  const peers = places.map(() => new Set());
  for (const group of own.groups) for (const place of group) for (const other of group) peers[place]?.add(other);

  /** @type {Layer} */
  let layer = "digit";
  let digitFirst = false;
  let held = "";
  /** @type {Set<number>} */
  let selection = new Set([0]);
  /** @type {HTMLElement[]} */
  let pad = [];
  /** More marks in the centre of a cell than fit on a line. */
  const isMany = (/** @type {string} */ value) => read(value).centre.length > 4;
  /** Whether the marks in the centre stand each at its own place, in all cells: since there were many in one of them. */
  let isSpread = table.game.values.some(isMany) || table.game.moves.some((move) => move.edits.some(([, , after]) => isMany(after)));

  const isFixed = (/** @type {number} */ place) => places[place]?.is_given === true;
  const entry = (/** @type {number} */ place) => read(table.game.values[place] ?? "");

  /** Adds a mark, or takes it away; marks stand in the order of the symbols. @param {string} marks @param {string} symbol */
  function toggled(marks, symbol) {
    const isThere = marks.includes(symbol);
    return symbols.filter((one) => (one === symbol ? !isThere : marks.includes(one))).join("");
  }

  function select(/** @type {Set<number>} */ chosen) {
    selection = chosen;
    light();
  }

  /** What is selected, its peers, and every cell with the same digit. */
  function light() {
    const view = table.view;
    view.select(digitFirst ? new Set() : selection);
    const only = selection.size === 1 ? [...selection][0] : undefined;
    const digit = digitFirst ? held : only === undefined ? "" : entry(only).digit;
    view.mark("peer", only === undefined || digitFirst ? new Set() : (peers[only] ?? new Set()));
    const same = digit ? places.map((_, place) => place).filter((place) => entry(place).digit === digit) : [];
    view.mark("same", new Set(same));
  }

  /** Writes a symbol into places, on a layer. @param {string} symbol @param {number[]} chosen @param {Layer} on @param {boolean} [stroke] */
  function put(symbol, chosen, on, stroke = false) {
    const open = chosen.filter((place) => on === "colour" || !isFixed(place));
    const targets = on === "corner" || on === "centre" ? open.filter((place) => !entry(place).digit) : open;
    const all = targets.length > 0 && targets.every((place) => entry(place)[on].includes(symbol));
    /** @type {[number, string][]} */
    const writes = targets.map((place) => {
      const now = entry(place);
      if (on === "digit" || on === "colour") now[on] = all ? "" : symbol;
      else if (all || !now[on].includes(symbol)) now[on] = toggled(now[on], symbol);
      return [place, written(now)];
    });
    table.write(writes, { stroke });
  }

  function erase(/** @type {number[]} */ chosen) {
    /** @type {[number, string][]} */
    const writes = chosen
      .filter((place) => !isFixed(place) || entry(place).colour)
      .map((place) => {
        const now = entry(place);
        if (isFixed(place)) return [place, now.digit];
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
    table.padChanged();
  }

  function refreshPad() {
    for (const button of pad) {
      const { layer: own, symbol } = button.dataset;
      if (own) button.setAttribute("aria-pressed", String(own === layer));
      if (symbol) {
        button.setAttribute("aria-pressed", String(digitFirst && held === symbol));
        const left = needed - places.filter((_, place) => entry(place).digit === symbol).length;
        button.classList.toggle("spent", layer !== "colour" && left <= 0);
      }
    }
  }

  return {
    writes: (key) => hasMany && symbols.includes(key),
    keys: [
      [`${symbols[0]}–${symbols.at(-1)}`, "write a digit; with Shift a corner mark, with Ctrl a centre mark"],
      .../** @type {[string, string][]} */ (hasMany ? [] : [["Z X C V", "digits, corner marks, centre marks, colours"]]),
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
        const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
        select(new Set([...(isAdding ? selection : []), place]));
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
        const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
        const symbol = digit ?? (key.length === 1 ? (symbols.includes(key) ? key : key.toUpperCase()) : "");
        if (symbols.includes(symbol) && !event.altKey && !event.metaKey && (digit || hasMany || !LAYERS.some(([, , shortcut]) => shortcut === symbol))) {
          const on = event.shiftKey ? "corner" : event.ctrlKey ? "centre" : layer;
          const mark = on === "colour" ? String(symbols.indexOf(symbol) + 1) : symbol;
          if (on === "colour" && Number(mark) > COLOURS.length) return true;
          put(mark, selection.has(place) ? [...selection] : [place], on);
          return true;
        }
        if (event.shiftKey && key.startsWith("Arrow")) {
          const to = beside(key, place, setup);
          if (to === null) return true;
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
        const shortcut = LAYERS.find(([, , shortcut]) => shortcut === key.toUpperCase());
        if (shortcut && !hasMany) {
          setLayer(shortcut[0]);
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
        h("button", { type: "button", class: "layer", "data-layer": name, title: hasMany ? hint : `${hint} (${key})`, onclick: () => setLayer(name) }, title),
      );
      const isColour = layer === "colour";
      const buttons = (isColour ? COLOURS : symbols).map((symbol, index) =>
        h(
          "button",
          {
            type: "button",
            class: isColour ? `digit swatch ${symbol}` : "digit",
            "data-symbol": isColour ? String(index + 1) : symbol,
            "aria-label": isColour ? `Colour ${index + 1}, ${symbol}` : `Write ${symbol}`,
            onclick: () => choose(isColour ? String(index + 1) : symbol),
          },
          isColour ? String(index + 1) : symbol,
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
            table.padChanged();
            light();
          },
        },
        "Digit first",
      );
      const candidates = h("button", { type: "button", class: "layer", id: "fill-marks", title: "Mark every open cell with the digits that are left to it", onclick: () => table.actions.fillMarks() }, "Fill in candidates");
      const clear = h("button", { type: "button", class: "digit", "aria-label": "Empty the cell", onclick: () => erase([...selection]) }, "⌫");
      pad = [...layers, ...buttons];
      refreshPad();
      return [
        h("div", { class: "pad-row layers" }, ...layers, first, candidates),
        h("div", { class: hasMany ? "pad-row digits many" : "pad-row digits" }, ...buttons, clear),
      ];
    },
    draw(place, value) {
      const cell = layerOf(table.view.groups[place]?.[0]);
      if (!cell) return;
      if (!isSpread && isMany(value)) {
        isSpread = true;
        places.forEach((_, other) => other !== place && entry(other).centre && this.draw(other, table.game.values[other] ?? ""));
      }
      const { digit, corner, centre, colour } = read(value);
      const { layer: on, bounds, group } = cell;
      const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
      // The setter's own small digits make room for what the player writes.
      group.ownerSVGElement?.querySelector(`.note-${group.id}`)?.classList.toggle("away", Boolean(digit || corner || centre));
      group.querySelector(":scope > .tinted")?.remove();
      if (colour) {
        // Under the given digit, so it goes before everything but the ground.
        const tint = s("path", { class: `tinted ${COLOURS[Number(colour) - 1] ?? ""}`, d: group.querySelector(GROUND)?.getAttribute("d") ?? "" });
        group.querySelector(GROUND)?.after(tint);
        write(on, String.fromCharCode(96 + Number(colour)), { x: bounds.x + bounds.width - 6, y: bounds.y + bounds.height - 6, size: 7, class: "letter" });
      }
      if (digit) {
        if (!isFixed(place)) write(on, digit, { ...middle, size: 21, class: "found" });
        return;
      }
      const atPlaces = (/** @type {string} */ marks) => {
        for (const symbol of marks) {
          const at = symbols.indexOf(symbol);
          const x = bounds.x + ((at % markColumns) + 0.5) * (bounds.width / markColumns);
          const y = bounds.y + (Math.floor(at / markColumns) + 0.5) * (bounds.height / markRows);
          write(on, symbol, { x, y, size: Math.min(10, 30 / markRows), class: "mark" });
        }
      };
      atPlaces(corner);
      // Many marks are easier to read each at its own place, and to compare where all cells have them there.
      if (isSpread && !corner) atPlaces(centre);
      else if (centre) write(on, centre, { ...middle, size: Math.min(12, 50 / centre.length), class: "mark" });
    },
    label(place, value) {
      const { digit, corner, centre, colour } = read(value);
      const marks = [corner && `corner marks ${[...corner].join(" ")}`, centre && `centre marks ${[...centre].join(" ")}`];
      const what = digit ? (isFixed(place) ? `given ${digit}` : digit) : (marks.filter(Boolean).join(", ") || "empty");
      return `${nameOf(setup, place)}: ${what}${colour ? `, ${COLOURS[Number(colour) - 1]}` : ""}`;
    },
    holds(value, expected) {
      const [now, wanted] = [read(value), read(expected)];
      if (wanted.digit) return now.digit === wanted.digit;
      if (now.digit) return wanted.centre.includes(now.digit);
      return now.centre !== "" && [...now.centre].every((mark) => wanted.centre.includes(mark));
    },
    afterDraw() {
      refreshPad();
      light();
    },
    conclude(step, values) {
      const symbolOf = (/** @type {string} */ name) => named.get(name) ?? name;
      /** @type {[number, string][]} */
      const writes = [];
      for (const fact of step.conclusions) {
        for (const place of table.placesOf(fact.cells)) {
          const now = read(values[place] ?? "");
          if (now.digit) continue;
          const left = (fact.left ?? []).map(symbolOf);
          if (left.length === 1) {
            writes.push([place, written({ ...now, digit: left[0] ?? "", corner: "", centre: "" })]);
          } else {
            const removed = (fact.removed ?? []).map(symbolOf);
            const without = (/** @type {string} */ marks) => [...marks].filter((mark) => !removed.includes(mark)).join("");
            writes.push([place, written({ ...now, centre: without(now.centre || left.join("")), corner: without(now.corner) })]);
          }
        }
      }
      return writes;
    },
  };
}
