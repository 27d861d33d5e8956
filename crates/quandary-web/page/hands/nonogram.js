// Nonogram by hand: paint, cross out, wipe. A clue fades only when the position implies that its block is done.

import { h, s } from "../dom.js";
import { brushTouch } from "./brush.js";
import { gridPlaces, gridSpots, placeName } from "./hands.js";
import { fillCell, layerOf, write } from "./layer.js";
import { blocksDone } from "./lines.js";

const CROSS = "x";

/**
 * @param {import("./hands.js").Board} board
 * @param {import("./hands.js").Table} table
 * @returns {import("./hands.js").Hands}
 */
export function nonogram(board, table) {
  const { rows, columns } = board;
  /** @type {(line: any[]) => import("./lines.js").Block[]} */
  const blocks = (line) =>
    line.map((block) => (Array.isArray(block) ? { length: Number(block[0]), colour: Number(block[1]) } : { length: Number(block), colour: 1 }));
  /** @type {import("./lines.js").Block[][]} */
  const rowClues = board.json.rows.map(blocks);
  /** @type {import("./lines.js").Block[][]} */
  const columnClues = board.json.columns.map(blocks);
  const colours = Math.max(1, ...[...rowClues, ...columnClues].flat().map((block) => block.colour));
  const start = Array.from({ length: rows * columns }, () => "");
  // What may be written: nothing, then the colours, each with its letter, its name and its paint.
  /** @type {{symbol: string, name: string, paint?: string, ink?: string}[]} */
  const symbols = board.symbols ?? [];
  const letter = (/** @type {string} */ value) => (value === "" ? "?" : value === CROSS ? "." : (symbols[Number(value)]?.symbol ?? "#"));
  const paint = (/** @type {number} */ colour) => symbols[colour]?.paint ?? "#888";
  const ink = (/** @type {number} */ colour) => symbols[colour]?.ink ?? "black";
  // Values: "" open, "x" crossed out, otherwise the number of the colour.
  let brush = "1";
  /** @type {HTMLElement[]} */
  let pad = [];
  /** Each line as it was looked at last. @type {Map<string, string>} */
  const lines = new Map();

  const name = (/** @type {string} */ value) =>
    value === "" ? "open" : value === CROSS ? "crossed out" : (symbols[Number(value)]?.name ?? "filled");

  /** What the clue of a line says, for those who cannot see it. @param {import("./lines.js").Block[]} [clue] */
  const told = (clue = []) =>
    `clue${clue.length > 1 ? "s" : ""} ${clue.map(({ length, colour }) => (colours > 1 ? `${length} ${name(String(colour))}` : length)).join(" ") || 0}`;

  const touch = brushTouch(
    {
      columns,
      action(place, second) {
        const wanted = second ? (brush === CROSS ? "1" : CROSS) : brush;
        return table.game.values[place] === wanted ? "" : wanted;
      },
      paint: (place, action) => table.write([[place, action]], { stroke: true }),
      done: () => table.game.endStroke(),
    },
    (event, place) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      const now = table.game.values[place];
      const put = (/** @type {string} */ value) => table.write([[place, now === value ? "" : value]]);
      if (key === " " || key === "enter") put(brush);
      else if (key === "x") put(CROSS);
      else if (key === "delete" || key === "backspace") table.write([[place, ""]]);
      else if (/^[1-9]$/.test(key) && Number(key) <= colours) put(key);
      else if (event.shiftKey && key.startsWith("arrow")) {
        // Holding Shift draws the present cell along.
        const delta = { arrowleft: -1, arrowright: 1, arrowup: -columns, arrowdown: columns }[key] ?? 0;
        const to = place + delta;
        const wraps = Math.abs(delta) === 1 && Math.floor(to / columns) !== Math.floor(place / columns);
        if (to < 0 || to >= start.length || wraps) return true;
        table.write([[to, now ?? ""]]);
        table.view.focus(to);
      } else return false;
      return true;
    },
  );

  const lineOf = (/** @type {string[]} */ values, /** @type {boolean} */ isRow, /** @type {number} */ index) =>
    Array.from({ length: isRow ? columns : rows }, (_, at) => values[isRow ? index * columns + at : at * columns + index] ?? "");

  /** Calls with every line: its id in the picture, its clue, its places. @param {(id: string, clue: import("./lines.js").Block[], isRow: boolean, index: number) => void} visit */
  function eachLine(visit) {
    rowClues.forEach((clue, index) => visit(`row${index + 1}`, clue, true, index));
    columnClues.forEach((clue, index) => visit(`column${index + 1}`, clue, false, index));
  }

  function choose(/** @type {string} */ value) {
    brush = value;
    refreshPad();
  }

  function refreshPad() {
    for (const button of pad) button.setAttribute("aria-pressed", String(button.dataset.value === brush));
  }

  return {
    spots: gridSpots(rows, columns),
    start,
    touch,
    keys: [
      ["Space", "fill or open the cell"],
      ["X", "cross the cell out"],
      ["Shift + arrows", "draw the cell's value along"],
      ["Delete", "open the cell"],
      ["Mouse", "drag to paint, right button to cross out; on a touch screen, hold"],
    ],
    pad() {
      const button = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ title, /** @type {string} */ swatch) => {
        const icon = h("span", { class: "brush", "aria-hidden": "true" });
        if (swatch) icon.style.background = swatch;
        return h("button", { type: "button", class: "layer", title, "data-value": value, onclick: () => choose(value) }, icon, text);
      };
      const fills = Array.from({ length: colours }, (_, index) =>
        colours === 1
          ? button("1", "Fill", "Fill cells (Space)", "currentColor")
          : button(String(index + 1), `${letter(String(index + 1))} ${name(String(index + 1))}`, `Fill cells (${index + 1})`, paint(index + 1)),
      );
      pad = [...fills, button(CROSS, "✕ Cross out", "Cross cells out (X, right button, or hold)", ""), button("", "Wipe", "Open cells again", "")];
      refreshPad();
      return [h("div", { class: "pad-row layers" }, ...pad)];
    },
    draw(place, value) {
      const cell = layerOf(table.view.groups[place]?.[0]);
      if (!cell) return;
      const { layer, box, group } = cell;
      fillCell(group, value === "" ? "open" : value === CROSS ? "empty" : colours > 1 ? "colour" : "filled");
      if (value === CROSS) {
        const [x, y, r] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.16];
        layer.append(s("path", { class: "cross", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` }));
      } else if (value) {
        const inset = 1.5;
        const tile = s("rect", { class: "fill", x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset, rx: 2 });
        layer.append(tile);
        if (colours > 1) {
          tile.style.fill = paint(Number(value));
          write(layer, letter(value), { x: box.x + box.width / 2, y: box.y + box.height / 2, size: 14, class: ink(Number(value)) });
        }
      }
    },
    label: (place, value) => `${placeName(place, columns, [told(rowClues[Math.floor(place / columns)]), told(columnClues[place % columns])])}: ${name(value)}`,
    afterDraw(values) {
      eachLine((id, clue, isRow, index) => {
        const line = lineOf(values, isRow, index);
        const seen = `${line.join()}${table.settings.fadeClues}${table.settings.pointOut}`;
        if (lines.get(id) === seen) return;
        lines.set(id, seen);
        const { done, possible } = blocksDone(clue, line);
        const texts = table.view.clue(id);
        const off = table.settings.fadeClues === false;
        // The picture lists a line's blocks from the one nearest to the board.
        texts.forEach((text, back) => {
          const isDone = clue.length === 0 ? line.every((value) => value === CROSS) : done[clue.length - 1 - back];
          text.classList.toggle("done", !off && possible && isDone === true);
          text.classList.toggle("wrong", table.settings.pointOut && !possible);
        });
      });
    },
    state: (values) => values.map(letter).join(""),
    claim(values) {
      let complete = true;
      eachLine((_, clue, isRow, index) => {
        const runs = runsOf(lineOf(values, isRow, index));
        complete &&= runs.length === clue.length && runs.every((run, at) => run.length === clue[at]?.length && run.colour === clue[at]?.colour);
      });
      if (!complete) return null;
      const cells = values.map((value) => (value === "" ? "." : letter(value)));
      return JSON.stringify(Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join("")));
    },
    fromSolution(solution) {
      const text = Array.isArray(solution) ? solution.join("") : String(solution);
      return [...text].map((symbol) => (symbol === "." ? CROSS : String(Math.max(1, symbols.findIndex((known) => known.symbol === symbol)))));
    },
    conclude(step) {
      return step.conclusions.flatMap((fact) => {
        const left = fact.left ?? [];
        const found = left.length === 1 ? symbols.findIndex((known) => known.name === left[0]) : -1;
        const value = found < 0 ? null : found === 0 ? CROSS : String(found);
        return value === null ? [] : gridPlaces(fact.cells, columns).map((place) => /** @type {[number, string]} */ ([place, value]));
      });
    },
    placesOf: (cells) => gridPlaces(cells, columns),
    breaks: () => new Set(),
  };
}

/** The runs of a line. @param {string[]} line */
function runsOf(line) {
  /** @type {import("./lines.js").Block[]} */
  const runs = [];
  line.forEach((value, at) => {
    if (value === "" || value === CROSS) return;
    const last = runs[runs.length - 1];
    if (last && line[at - 1] === value) last.length++;
    else runs.push({ length: 1, colour: Number(value) });
  });
  return runs;
}
