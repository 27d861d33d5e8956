// Aquarium by hand: one touch pours a level, the other one lets air in. What water reaches depends on the board's rule.

import { h, s } from "../dom.js";
import { brushTouch } from "./brush.js";
import { gridPlaces, gridSpots, placeName } from "./hands.js";
import { fillCell, layerOf } from "./layer.js";

const [WATER, AIR] = ["1", "0"];

/**
 * @param {import("./hands.js").Board} board
 * @param {import("./hands.js").Table} table
 * @returns {import("./hands.js").Hands}
 */
export function aquarium(board, table) {
  const { rows, columns } = board;
  /** @type {number[]} */
  const tanks = board.json.tanks.flat();
  /** @type {(number | null)[]} */
  const rowClues = board.json.rows;
  /** @type {(number | null)[]} */
  const columnClues = board.json.columns;
  const start = tanks.map(() => "");
  /** Walls inside of tanks, between two places: both orders. */
  const walls = new Set(
    (board.json.walls ?? []).flatMap((/** @type {[number, number][]} */ wall) => {
      const [a, b] = wall.map(([row, column]) => (row - 1) * columns + column - 1);
      return [`${a} ${b}`, `${b} ${a}`];
    }),
  );
  /** Whether water goes from one place to its neighbour. @param {number} a @param {number} b */
  const isOpen = (a, b) => tanks[a] === tanks[b] && !walls.has(`${a} ${b}`);
  const floods = tanks.map((_, place) => flooded(place));
  let brush = WATER;
  /** @type {HTMLElement[]} */
  let pad = [];

  const rowOf = (/** @type {number} */ place) => Math.floor(place / columns);

  /** What a clue says, for those who cannot see it. @param {number | null | undefined} clue */
  const amount = (clue) => (typeof clue === "number" ? `${clue} of water` : undefined);

  /** What is wet when this cell is. @param {number} place @returns {Set<number>} */
  function flooded(place) {
    const row = Math.floor(place / columns);
    const rule = board.rule ?? "region";
    if (rule === "region") {
      return new Set(tanks.flatMap((tank, other) => (tank === tanks[place] && Math.floor(other / columns) >= row ? [other] : [])));
    }
    // Communicating vessels may rise again up to this row; the simple rule never rises.
    const wet = new Set([place]);
    for (const at of wet) {
      const lowest = rule === "pool" ? row : Math.floor(at / columns);
      const beside = [at % columns > 0 ? at - 1 : -1, at % columns < columns - 1 ? at + 1 : -1, at - columns, at + columns];
      for (const next of beside) {
        if (next >= 0 && next < tanks.length && isOpen(at, next) && Math.floor(next / columns) >= lowest) wet.add(next);
      }
    }
    return wet;
  }

  /** What is dry when this cell is: everything that would flood it. @param {number} place */
  const dried = (place) => new Set(tanks.flatMap((tank, other) => (tank === tanks[place] && floods[other]?.has(place) ? [other] : [])));

  /** @param {number} place @param {string} action @param {boolean} [stroke] */
  function pour(place, action, stroke = true) {
    const values = table.game.values;
    /** @type {[number, string][]} */
    let writes;
    if (action === WATER) writes = [...(floods[place] ?? [])].map((at) => [at, WATER]);
    else if (action === AIR) writes = [...dried(place)].map((at) => [at, AIR]);
    else if (values[place] === WATER) writes = [...dried(place)].filter((at) => values[at] === WATER).map((at) => [at, ""]);
    else writes = [...(floods[place] ?? [])].filter((at) => values[at] === AIR).map((at) => [at, ""]);
    table.write(writes, { stroke });
  }

  const touch = brushTouch(
    {
      columns,
      action(place, second) {
        const wanted = second ? (brush === AIR ? WATER : AIR) : brush;
        return table.game.values[place] === wanted ? "" : wanted;
      },
      paint(place, action) {
        if (table.game.values[place] !== action) pour(place, action);
      },
      done: () => table.game.endStroke(),
    },
    (event, place) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      const now = table.game.values[place];
      if (key === " " || key === "enter" || key === "1") pour(place, now === WATER ? "" : WATER, false);
      else if (key === "x" || key === "0") pour(place, now === AIR ? "" : AIR, false);
      else if (key === "delete" || key === "backspace") {
        if (now) pour(place, "", false);
      } else return false;
      return true;
    },
  );

  /** Calls with every line that has a clue. @param {(id: string, clue: number, places: number[]) => void} visit */
  function eachLine(visit) {
    const places = tanks.map((_, place) => place);
    rowClues.forEach((clue, row) => clue !== null && visit(`row${row + 1}`, clue, places.filter((place) => rowOf(place) === row)));
    columnClues.forEach((clue, column) => clue !== null && visit(`column${column + 1}`, clue, places.filter((place) => place % columns === column)));
  }

  function refreshPad() {
    for (const button of pad) button.setAttribute("aria-pressed", String(button.dataset.value === brush));
  }

  const wetIn = (/** @type {string[]} */ values, /** @type {number[]} */ places) => places.filter((place) => values[place] === WATER).length;

  return {
    spots: gridSpots(rows, columns),
    start,
    touch,
    keys: [
      ["Space", "pour water up to this row of the tank, or drain it"],
      ["X", "let air in: this row of the tank and above"],
      ["Delete", "open the cell"],
      ["Mouse", "click to pour, right button for air; on a touch screen, hold"],
    ],
    pad() {
      const button = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ title, /** @type {string} */ kind) =>
        h(
          "button",
          { type: "button", class: "layer", title, "data-value": value, onclick: () => ((brush = value), refreshPad()) },
          h("span", { class: `brush ${kind}`, "aria-hidden": "true" }),
          text,
        );
      pad = [
        button(WATER, "Water", "Pour up to this row (Space)", "wet"),
        button(AIR, "Air", "Let air in, from this row up (X, right button, or hold)", "dry"),
        button("", "Wipe", "Open cells again", ""),
      ];
      refreshPad();
      return [h("div", { class: "pad-row layers" }, ...pad)];
    },
    draw(place, value) {
      const cell = layerOf(table.view.groups[place]?.[0]);
      if (!cell) return;
      const { layer, box, group } = cell;
      fillCell(group, value === WATER ? "wavy" : value === AIR ? "empty" : "open");
      if (value === AIR) {
        layer.append(s("circle", { class: "dot", cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: 3 }));
      } else if (value === WATER) {
        const above = place - columns;
        const isSurface = above >= 0 && isOpen(above, place) && table.shownValue(above) !== WATER;
        const [x, y, w] = [box.x, box.y + (isSurface ? 6 : 0), box.width / 4];
        const top = isSurface ? `q${w} -5 ${2 * w} 0t${2 * w} 0` : `h${4 * w}`;
        layer.append(s("path", { class: "fill", d: `M${x} ${y}${top}V${box.y + box.height}H${x}Z` }));
      }
    },
    label: (place, value) =>
      `${placeName(place, columns, [amount(rowClues[rowOf(place)]), amount(columnClues[place % columns])])}, tank ${tanks[place]}: ${value === WATER ? "wavy" : value === AIR ? "air" : "open"}`,
    afterDraw(values) {
      eachLine((id, clue, places) => {
        const wet = wetIn(values, places);
        const room = places.filter((place) => values[place] !== AIR).length;
        for (const text of table.view.clue(id)) {
          text.classList.toggle("done", table.settings.fadeClues && wet === clue);
          text.classList.toggle("wrong", table.settings.pointOut && (wet > clue || room < clue));
        }
      });
    },
    state: (values) => values.map((value) => value || "?").join(""),
    claim(values) {
      let complete = true;
      eachLine((_, clue, places) => (complete &&= wetIn(values, places) === clue));
      // Without any clue a line says nothing: then everything has to be decided.
      const open = [...rowClues, ...columnClues].every((clue) => clue === null);
      if (!complete || (open && values.includes(""))) return null;
      const symbols = values.map((value) => (value === WATER ? WATER : AIR));
      return JSON.stringify(Array.from({ length: rows }, (_, row) => symbols.slice(row * columns, (row + 1) * columns).join("")));
    },
    fromSolution: (solution) => [...(Array.isArray(solution) ? solution.join("") : String(solution))],
    conclude(step) {
      // Water is poured as a player pours it, down to the bottom; air comes in from above.
      return step.conclusions.flatMap((fact) => {
        const left = fact.left ?? [];
        if (left.length !== 1) return [];
        const value = left[0] === "water" ? WATER : AIR;
        const reached = gridPlaces(fact.cells, columns).flatMap((place) => [...(value === WATER ? (floods[place] ?? []) : dried(place))]);
        return reached.map((place) => /** @type {[number, string]} */ ([place, value]));
      });
    },
    placesOf: (cells) => gridPlaces(cells, columns),
    breaks: () => new Set(),
  };
}
