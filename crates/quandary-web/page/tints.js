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
  /** @type {[string, string, unknown[] | undefined][]} */
  const all = [
    ["premise", "what it rests on", tints?.premises],
    ["blocker", "what blocks other cells", role("blocker")],
    ["corner", "the pattern", role("corner")],
    ["fin", "its fins", role("fin")],
    ["supposed", "what is supposed", tints?.supposed],
    ["conclusion", "what follows", tints?.conclusions],
    ["wrong", "what cannot stand", tints?.wrong],
  ];
  return all.filter(([, , cells]) => (cells?.length ?? 0) > 0).map(([tint, words]) => [tint, words]);
}
