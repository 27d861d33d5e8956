// The controls of a board: what a touch or a key writes, and how a value looks. The engine says which kind a board has and all
// that there is to know about it; nothing here knows a kind of puzzle or a rule.

import { digits } from "./digits.js";
import { paint } from "./paint.js";
import { readOnly } from "./read-only.js";
import { stacks } from "./stacks.js";

/**
 * How a value looks in a cell of the picture.
 * @typedef {{class: string, shape: "text" | "whole" | "disc" | "tile" | "level" | "dot" | "cross", fill?: string, text: string, ink?: string}} Look
 */

/** @typedef {{symbol: string, name: string}} SymbolInfo */
/** @typedef {{symbol: string, name: string, spoken: string, label: string, hint: string, key: string, is_second: boolean, look: Look}} Brush */
/** @typedef {{id: string, look: Look}} Piece */
/** @typedef {{kind: "digits", symbols: SymbolInfo[], marks: [number, number], groups: number[][]}} DigitSetup */
/** @typedef {{kind: "paint", brushes: Brush[], joined: number[]}} PaintSetup */
/** @typedef {{kind: "move", pieces: Piece[], hint: string}} MoveSetup */

/**
 * How a board is played, as the engine says it.
 * @typedef {{
 *   controls: DigitSetup | PaintSetup | MoveSetup,
 *   places: {cells: string[], name: string, is_given: boolean}[], columns: number, row_names: string[], column_names: string[],
 *   values: string[],
 *   offers: {id: string, label: string, hint: string}[]
 * }} Setup
 */

/**
 * What the engine says of a board.
 * @typedef {{
 *   family: string, title: string, size: string, rule?: string | null, goal: string, rules?: string[], kind: "deduction" | "moves",
 *   json: any, svg: string, play: Setup | null, rows: number, columns: number, description: string
 * }} Board
 */

/** @typedef {{cells: string[], values?: string[], removed?: string[], left?: string[]}} Fact what a step knows of some cells */

/**
 * What a picture colours; cells and clues are ids in it.
 * @typedef {{
 *   premises?: string[], conclusions?: string[], supposed?: string[], wrong?: string[], roles?: {role: string, cells: string[]}[],
 *   lines?: {name: string, cells: string[], clue?: string | null}[]
 * }} Tints
 */

/**
 * A step of an explanation.
 * @typedef {{
 *   number?: number, argument: string, name?: string, text: string, rules: string[], cost: number,
 *   premises: Fact[], conclusions: Fact[], suppose?: Fact, steps?: Step[], tints?: Tints, move?: [number, number]
 * }} Step
 */

/** A place that may not be used yet, and until when. @typedef {{place: number, until: string}} Closed */

/** A board to look at. @typedef {{values: string[], finished?: number[], closed?: Closed[]}} Snapshot */

/**
 * What the controls may do with the page.
 * @typedef {{
 *   game: import("../game.js").Game, view: import("../board.js").BoardView, settings: import("../settings.js").Settings,
 *   position: import("../referee.js").Position,
 *   shown: Snapshot,
 *   write(writes: [number, string][], how?: import("../game.js").How): void,
 *   actions: {
 *     move(from: number, to: number): Promise<boolean>, name(place: number, piece: string): void, offer(id: string): unknown, fillMarks(): void,
 *     inOrder(act: () => unknown): Promise<void>
 *   },
 *   padChanged(): void, placesOf(cells: string[]): number[]
 * }} Table
 */

/**
 * The controls of one board. `conclude` is what a step of an explanation writes; `holds` says whether a
 * value says as much as an expected one; `writes` whether a letter is written.
 * @typedef {{
 *   touch: import("../board.js").Touch,
 *   draw(place: number, value: string): void,
 *   label(place: number, value: string): string,
 *   afterDraw?(): void,
 *   focused?(place: number): void,
 *   summary?(place: number): string[],
 *   pad(): HTMLElement[],
 *   keys: [string, string][],
 *   writes?(key: string): boolean,
 *   conclude(step: Step, values: string[]): [number, string][],
 *   holds?(value: string, expected: string): boolean,
 *   animate?(before: string[], after: string[]): void,
 * }} Controls
 */

/** @param {Board} board @param {Table} table @returns {Controls} */
export function controlsFor(board, table) {
  const setup = board.play;
  switch (setup?.controls.kind) {
    case "digits":
      return digits(setup, setup.controls, table);
    case "paint":
      return paint(setup, setup.controls, table);
    case "move":
      return stacks(setup, setup.controls, table);
    default:
      return readOnly(board);
  }
}

/** The places of a board, row by row; a board that cannot be played has its cells. @param {Board} board @returns {import("../board.js").Spot[][]} */
export function spotsOf({ rows, columns, play }) {
  const cell = (/** @type {number} */ at) => ({ cells: [`r${Math.floor(at / columns) + 1}c${(at % columns) + 1}`] });
  const places = play?.places ?? Array.from({ length: rows * columns }, (_, at) => cell(at));
  const across = play?.columns ?? columns;
  /** @type {import("../board.js").Spot[][]} */
  const lines = [];
  for (let at = 0; at < places.length; at += across) lines.push(places.slice(at, at + across));
  return lines;
}

/** The name of a place, for those who cannot see it. @param {Setup} setup @param {number} place */
export function nameOf({ places, columns, row_names, column_names }, place) {
  return [row_names[Math.floor(place / columns)], column_names[place % columns], places[place]?.name].filter(Boolean).join(", ");
}

/** The place that an arrow key leads to with Shift held; `null` at the edge. @param {string} key @param {number} place @param {{columns: number, places: unknown[]}} setup */
export function beside(key, place, { columns, places }) {
  const delta = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0;
  const to = place + delta;
  const wraps = Math.abs(delta) === 1 && Math.floor(to / columns) !== Math.floor(place / columns);
  return to < 0 || to >= places.length || wraps ? null : to;
}
