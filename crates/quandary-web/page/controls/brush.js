// The strokes of a brush. The first cell decides what a stroke does (paint, mark or wipe), and the stroke
// keeps to one line once it has left that cell. The other button, or a finger that rests, paints with the second
// colour.

/**
 * @typedef {{
 *   columns: number,
 *   action(place: number, second: boolean): string,
 *   paint(place: number, action: string): void,
 *   done(): void,
 *   drawn?(cells: number): void,
 * }} Brush `action` says what a stroke that begins here does; `paint` does it to one place
 */

/**
 * @param {Brush} brush
 * @param {(event: KeyboardEvent, place: number) => boolean} key
 * @returns {import("../board.js").Touch}
 */
export function brushTouch(brush, key) {
  let from = -1;
  let action = "";
  let waits = false;
  /** @type {"" | "row" | "column"} */
  let line = "";

  function begin() {
    if (!waits) return;
    waits = false;
    brush.paint(from, action);
  }

  return {
    down(place, event) {
      from = place;
      line = "";
      const second = event.button === 2 || event.ctrlKey;
      action = brush.action(place, second);
      // This may still become a long press, which means the other colour.
      waits = event.pointerType !== "mouse";
      if (!waits) brush.paint(place, action);
    },
    held(place) {
      if (!waits) return;
      waits = false;
      action = brush.action(place, true);
      navigator.vibrate?.(12);
      brush.paint(place, action);
    },
    over(place) {
      if (from < 0) return;
      begin();
      const { columns } = brush;
      const sameRow = Math.floor(place / columns) === Math.floor(from / columns);
      if (!line) line = sameRow ? "row" : "column";
      const row = line === "row" ? Math.floor(from / columns) : Math.floor(place / columns);
      const column = line === "row" ? place % columns : from % columns;
      // A quick hand skips cells: everything between is painted, too.
      const to = row * columns + column;
      const step = line === "row" ? Math.sign(to - from) : Math.sign(to - from) * columns;
      for (let at = from; at !== to && step !== 0; at += step) brush.paint(at, action);
      brush.paint(to, action);
      brush.drawn?.(step === 0 ? 1 : Math.abs((to - from) / step) + 1);
    },
    up() {
      begin();
      from = -1;
      brush.done();
    },
    cancel() {
      // A finger that has painted nothing yet leaves nothing behind.
      waits = false;
      from = -1;
      brush.done();
    },
    key,
  };
}
