// Cells are painted with brushes: the first cell of a stroke decides what it does. What a stroke means for other cells, the
// engine says.

import { showCount } from "../signs.js";
import { h, s } from "../dom.js";
import { brushTouch } from "./brush.js";
import { beside, nameOf } from "./controls.js";
import { drawLook, layerOf } from "./layer.js";

/**
 * @param {import("./controls.js").Setup} setup
 * @param {import("./controls.js").PaintSetup} own
 * @param {import("./controls.js").Table} table
 * @returns {import("./controls.js").Controls}
 */
export function paint(setup, own, table) {
  const { columns } = setup;
  const { brushes } = own;
  const joined = new Set(own.joined);
  const bySymbol = new Map(brushes.map((brush) => [brush.symbol, brush]));
  const byName = new Map(brushes.map((brush) => [brush.name, brush]));
  const first = brushes[0]?.symbol ?? "";
  const second = brushes.find((brush) => brush.is_second)?.symbol ?? "";
  /** What fills a cell, as the engine's pictures name it. */
  const classes = ["open", ...new Set(brushes.map((brush) => brush.look.class))];
  let chosen = first;
  /** What the first cell of the stroke held: the stroke changes only cells that hold the same. */
  let strokeFrom = "";
  /** @type {HTMLElement[]} */
  let pad = [];

  const valueAt = (/** @type {number} */ place) => table.game.values[place] ?? "";

  const touch = brushTouch(
    {
      columns,
      action(place, isSecond) {
        strokeFrom = valueAt(place);
        const wanted = isSecond ? (chosen === second ? first : second) : chosen;
        return valueAt(place) === wanted ? "" : wanted;
      },
      paint(place, action) {
        if (valueAt(place) === strokeFrom && strokeFrom !== action) table.write([[place, action]], { stroke: true });
      },
      done() {
        table.game.endStroke();
        showCount(0);
      },
      drawn: (cells) => showCount(cells),
    },
    (event, place) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      const now = valueAt(place);
      const put = (/** @type {string} */ value) => table.write([[place, now === value ? "" : value]]);
      const keyed = brushes.find((brush) => brush.key === key);
      if (key === " " || key === "enter") put(chosen);
      else if (key === "x") put(second);
      else if (key === "delete" || key === "backspace") table.write([[place, ""]]);
      else if (keyed) put(keyed.symbol);
      else if (event.shiftKey && key.startsWith("arrow")) {
        // Holding Shift paints along with the current cell.
        const to = beside(event.key, place, setup);
        if (to === null) return true;
        table.write([[to, now]]);
        table.view.focus(to);
      } else return false;
      return true;
    },
  );

  function refreshPad() {
    for (const button of pad) button.setAttribute("aria-pressed", String(button.dataset.value === chosen));
  }

  /** The look of a brush as a small picture. @param {import("./controls.js").Look} look */
  function icon(look) {
    const picture = s("svg", { class: "quandary brush", viewBox: "0 0 36 36", "aria-hidden": "true" });
    const cell = s("g", { class: `cell ${look.class}` });
    drawLook(cell, { x: 0, y: 0, width: 36, height: 36 }, { ...look, text: "" });
    picture.append(cell);
    return picture;
  }

  const keysOf = (/** @type {import("./controls.js").Brush} */ brush) => (brush.is_second ? "X, right button, or hold" : brush.symbol === first ? "Space" : brush.key);

  return {
    touch,
    keys: [
      ["Space", "paint the cell with the brush, or open it"],
      ...brushes.map((brush) => /** @type {[string, string]} */ ([brush.is_second ? "X" : brush.key, brush.hint])),
      ["Shift + arrows", "paint with the value of the cell you start from"],
      ["Delete", "open the cell"],
      ["Mouse", "drag to paint, right button for the other brush; on a touch screen, hold"],
    ],
    pad() {
      const button = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ title, /** @type {Node | null} */ picture) =>
        h("button", { type: "button", class: "layer", title, "data-value": value, onclick: () => ((chosen = value), refreshPad()) }, picture, text);
      const sentence = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
      pad = [
        ...brushes.map((brush) => button(brush.symbol, brush.label, `${sentence(brush.hint)} (${keysOf(brush)})`, brush.look.shape === "cross" ? null : icon(brush.look))),
        button("", "Erase", "Open cells again", null),
      ];
      refreshPad();
      return [h("div", { class: "pad-row layers" }, ...pad)];
    },
    draw(place, value) {
      const cell = layerOf(table.view.groups[place]?.[0]);
      if (!cell) return;
      const brush = bySymbol.get(value);
      cell.group.classList.remove(...classes);
      cell.group.classList.add(brush?.look.class ?? "open");
      if (!brush) return;
      const isSurface = joined.has(place) && table.shown.values[place - columns] !== value;
      drawLook(cell.layer, cell.bounds, brush.look, isSurface);
    },
    summary(place) {
      const line = (/** @type {string | undefined} */ name, /** @type {number[]} */ places) => {
        const counts = new Map(brushes.map((brush) => [brush.spoken, 0]));
        let open = 0;
        for (const at of places) {
          const spoken = bySymbol.get(valueAt(at))?.spoken;
          if (spoken) counts.set(spoken, (counts.get(spoken) ?? 0) + 1);
          else open++;
        }
        const said = [...counts].filter(([, count]) => count > 0).map(([spoken, count]) => `${count} ${spoken}`);
        return `${name}: ${[...said, `${open} open`].join(", ")}`;
      };
      const [row, column] = [Math.floor(place / columns), place % columns];
      const rows = Math.ceil(setup.places.length / columns);
      const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);
      return [
        line(setup.row_names[row], Array.from({ length: columns }, (_, at) => row * columns + at)),
        line(capital(setup.column_names[column] ?? ""), Array.from({ length: rows }, (_, at) => at * columns + column)),
      ];
    },
    label: (place, value) => `${nameOf(setup, place)}: ${bySymbol.get(value)?.spoken ?? "open"}`,
    conclude(step) {
      return step.conclusions.flatMap((fact) => {
        const [only, other] = fact.left ?? [];
        const brush = only !== undefined && other === undefined ? byName.get(only) : undefined;
        return brush ? table.placesOf(fact.cells).map((place) => /** @type {[number, string]} */ ([place, brush.symbol])) : [];
      });
    },
  };
}
