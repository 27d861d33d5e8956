// Hands for every family: what a touch or a key does to a board, and how a value looks. One file per family beside
// this one; a family that has none yet is shown, solved and explained, but not played.

import { sudoku } from "./sudoku.js";
import { nonogram } from "./nonogram.js";
import { aquarium } from "./aquarium.js";
import { ballsort } from "./ballsort.js";
import { onlooker } from "./onlooker.js";

/**
 * What the engine says of a board.
 * @typedef {{
 *   family: string, title: string, size: string, rule?: string | null, goal: string, rules?: string[], kind: "deduction" | "moves",
 *   json: any, svg: string, palette?: string[],
 *   symbols?: {symbol: string, name: string, paint?: string, ink?: string}[], rows: number, columns: number, description: string
 * }} Board
 */

/** @typedef {{cells: string[], values?: string[], removed?: string[], left?: string[]}} Fact what a step knows of some cells */

/**
 * What a picture colours; cells and clues are ids in it.
 * @typedef {{
 *   premises?: string[], conclusions?: string[], supposed?: string[], wrong?: string[],
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

/**
 * What the hands may do with the page.
 * @typedef {{
 *   game: import("../game.js").Game, view: import("../board.js").BoardView, settings: import("../settings.js").Settings,
 *   write(writes: [number, string][], how?: {stroke?: boolean, hint?: boolean}): void, redraw(): void, selected(): void, shownValue(place: number): string,
 *   ask(verb: import("../engine.js").Verb, question: import("../engine.js").Question, signal?: AbortSignal): Promise<any>
 * }} Table
 */

/**
 * One family's hands on one board. `written` is what stands on the board without marks, for boards whose rules the engine
 * watches.
 * @typedef {{
 *   spots: import("../board.js").Spot[][],
 *   start: string[],
 *   touch: import("../board.js").Touch,
 *   draw(place: number, value: string): void,
 *   label(place: number, value: string): string,
 *   afterDraw?(values: string[]): void,
 *   focused?(place: number): void,
 *   pad(): HTMLElement[],
 *   keys: [string, string][],
 *   state(values: string[]): string | null,
 *   written?(values: string[]): string,
 *   base?(): string | null,
 *   puzzleNow?(values: string[]): string,
 *   claim(values: string[]): string | null,
 *   fromSolution(solution: any): string[],
 *   conclude(step: Step, values: string[]): [number, string][],
 *   placesOf(cells: string[]): number[],
 *   breaks(values: string[]): Set<number>,
 *   play?(move: [number, number], values: string[]): [number, string][],
 *   animate?(before: string[], after: string[]): void,
 * }} Hands
 */

/** @type {Record<string, (board: Board, table: Table) => Hands>} */
const HANDS = { sudoku, nonogram, aquarium, ballsort };

/** @param {Board} board @param {Table} table @returns {Hands} */
export function handsFor(board, table) {
  return (HANDS[board.family] ?? onlooker)(board, table);
}

/** Places of cells such as "r3c4" on a board of this many columns. @param {string[]} cells @param {number} columns */
export function gridPlaces(cells, columns) {
  return cells.flatMap((cell) => {
    const found = /^r(\d+)c(\d+)$/.exec(cell);
    return found ? [(Number(found[1]) - 1) * columns + Number(found[2]) - 1] : [];
  });
}

/** The spots of a plain grid. @param {number} rows @param {number} columns @returns {import("../board.js").Spot[][]} */
export function gridSpots(rows, columns) {
  const numbers = (/** @type {number} */ length) => Array.from({ length }, (_, index) => index + 1);
  return numbers(rows).map((row) => numbers(columns).map((column) => ({ cells: [`r${row}c${column}`] })));
}

/**
 * "Row 3, column 4"; with what the clues of the row and the column say, "Row 3, clue 5, column 4, clues 1 1".
 * @param {number} place @param {number} columns @param {(string | undefined)[]} [clues] of the row and of the column
 */
export function placeName(place, columns, [row, column] = []) {
  const said = (/** @type {string | undefined} */ clue) => (clue ? `, ${clue}` : "");
  return `Row ${Math.floor(place / columns) + 1}${said(row)}, column ${(place % columns) + 1}${said(column)}`;
}
