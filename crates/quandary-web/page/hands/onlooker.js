// Hands for a family that cannot be played yet: the board is shown, and help works where the engine has it.

import { gridPlaces, gridSpots, placeName } from "./hands.js";

/**
 * @param {import("./hands.js").Board} board
 * @returns {import("./hands.js").Hands}
 */
export function onlooker(board) {
  const nothing = () => {};
  return {
    spots: gridSpots(board.rows, board.columns),
    start: Array.from({ length: board.rows * board.columns }, () => ""),
    touch: { down: nothing, over: nothing, up: nothing, key: () => false },
    draw: nothing,
    label: (place) => placeName(place, board.columns),
    pad: () => [],
    keys: [],
    state: () => null,
    claim: () => null,
    fromSolution: () => [],
    conclude: () => [],
    placesOf: (cells) => gridPlaces(cells, board.columns),
    breaks: () => new Set(),
  };
}
