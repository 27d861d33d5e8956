// Controls for a board that cannot be played: it is shown, and help works where the engine has it.

/**
 * @param {import("./controls.js").Board} board
 * @returns {import("./controls.js").Controls}
 */
export function readOnly(board) {
  const nothing = () => {};
  return {
    touch: { down: nothing, over: nothing, up: nothing, key: () => false },
    draw: nothing,
    label: (place) => `Row ${Math.floor(place / board.columns) + 1}, column ${(place % board.columns) + 1}`,
    pad: () => [],
    keys: [],
    conclude: () => [],
  };
}
