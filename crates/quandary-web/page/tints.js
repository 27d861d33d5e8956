// What a step colours on the board: the lines it looks at, what it rests on, what is supposed, what follows, what is
// wrong. Each place has one tint; the later one in this list wins.

/**
 * @param {import("./controls/controls.js").Tints} tints
 * @param {(cells: string[]) => number[]} placesOf
 * @returns {Map<number, string>}
 */
export function tintPlaces(tints, placesOf) {
  /** @type {Map<number, string>} */
  const places = new Map();
  const put = (/** @type {string[] | undefined} */ cells, /** @type {string} */ tint) => {
    for (const place of placesOf(cells ?? [])) places.set(place, tint);
  };
  for (const line of tints.lines ?? []) put(line.cells, "line");
  put(tints.premises, "premise");
  for (const { role, cells } of tints.roles ?? []) put(cells, role);
  put(tints.supposed, "supposed");
  put(tints.conclusions, "conclusion");
  put(tints.wrong, "wrong");
  return places;
}

/** The key to the colours, for a legend. @param {import("./controls/controls.js").Tints | undefined} tints @returns {[string, string][]} */
export function legend(tints) {
  const role = (/** @type {string} */ name) => tints?.roles?.filter((part) => part.role === name);
  // Where everything in a line has a colour of its own, nothing of the line's is seen.
  const own = new Set([tints?.premises, tints?.supposed, tints?.conclusions, ...(tints?.roles ?? []).map(({ cells }) => cells)].flatMap((cells) => cells ?? []));
  /** @type {[string, string, unknown[] | undefined][]} */
  const all = [
    ["line", "where to look", tints?.lines?.flatMap((line) => line.cells).filter((cell) => !own.has(cell))],
    ["premise", "the reason", tints?.premises],
    ["blocker", "what blocks other cells", role("blocker")],
    ["corner", "the pattern", role("corner")],
    ["fin", "its fins", role("fin")],
    ["supposed", "the assumption", tints?.supposed],
    ["conclusion", "the result", tints?.conclusions],
    ["wrong", "the mistake", tints?.wrong],
  ];
  return all.filter(([, , cells]) => (cells?.length ?? 0) > 0).map(([tint, words]) => [tint, words]);
}
