// Which blocks of a Nonogram line are done? Not those whose length appears somewhere: those that can lie in one place
// only, whatever the rest of the line will be, with all of that place painted.

/** @typedef {{length: number, colour: number}} Block */

/**
 * The ways to lay the first blocks of a line: `gap[k][p]`, the first k blocks lie before p and the cell before p is no
 * block's; `end[k][p]`, block k ends just before p.
 * @param {Block[]} clue @param {string[]} line
 */
function ways(clue, line) {
  const width = line.length + 1;
  const table = () => clue.concat({ length: 0, colour: 0 }).map(() => new Uint8Array(width));
  const [gap, end] = [table(), table()];
  for (let k = 0; k <= clue.length; k++) {
    const block = clue[k - 1];
    const before = clue[k - 2];
    for (let p = 0; p < width; p++) {
      const open = p > 0 && (line[p - 1] === "" || line[p - 1] === "x");
      if (k === 0 && p === 0) /** @type {Uint8Array} */ (gap[0])[0] = 1;
      else if (open && (gap[k]?.[p - 1] || end[k]?.[p - 1])) /** @type {Uint8Array} */ (gap[k])[p] = 1;
      if (!block || p < block.length) continue;
      const first = p - block.length;
      const touches = end[k - 1]?.[first] && before && before.colour !== block.colour;
      if ((gap[k - 1]?.[first] || touches) && fits(block, line, first)) /** @type {Uint8Array} */ (end[k])[p] = 1;
    }
  }
  return { gap, end };
}

/** @param {Block} block @param {string[]} line @param {number} first */
function fits(block, line, first) {
  for (let at = first; at < first + block.length; at++) {
    if (line[at] !== "" && line[at] !== String(block.colour)) return false;
  }
  return true;
}

/**
 * @param {Block[]} clue
 * @param {string[]} line "" for an open cell, "x" for an empty one, else a colour
 * @returns {{done: boolean[], possible: boolean}}
 */
export function blocksDone(clue, line) {
  const length = line.length;
  const left = ways(clue, line);
  const right = ways([...clue].reverse(), [...line].reverse());
  const count = clue.length;
  const possible = Boolean(left.gap[count]?.[length] || left.end[count]?.[length]);
  const done = clue.map((block, k) => {
    /** @type {number[]} */
    const starts = [];
    for (let first = 0; first + block.length <= length; first++) {
      const [before, after] = [clue[k - 1], clue[k + 1]];
      const end = first + block.length;
      const fromLeft = left.gap[k]?.[first] || (left.end[k]?.[first] && before && before.colour !== block.colour);
      const rest = count - 1 - k;
      const fromRight =
        right.gap[rest]?.[length - end] || (right.end[rest]?.[length - end] && after && after.colour !== block.colour);
      if (fromLeft && fromRight && fits(block, line, first)) starts.push(first);
    }
    const [only] = starts;
    if (starts.length !== 1 || only === undefined) return false;
    return line.slice(only, only + block.length).every((value) => value !== "");
  });
  return { done, possible };
}
