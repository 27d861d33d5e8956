// The list of moves that a game is: whatever is written, taken back, tried out and thrown away, and however late it is known what followed
// from a move, a game that is saved opens again as it was, and goes back and forth without a difference.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../crates/quandary-web/page/game.js";

/** @typedef {import("../../crates/quandary-web/page/game.js").Move} Move */

const START = ["", "", "", ""];

/** The values after moves, one by one: each must begin where the one before it ended. @param {Move[]} moves */
function replayed(moves) {
  const values = [...START];
  for (const { edits } of moves) {
    for (const [place, before, after] of edits) {
      assert.equal(values[place], before);
      values[place] = after;
    }
  }
  return values;
}

/** Plays at random; what follows from a move becomes known at any time after it. @param {(below: number) => number} random @param {(game: Game) => void} look */
function play(random, look) {
  const game = new Game(START);
  /** @type {Move[]} */
  const unanswered = [];
  for (let step = 0; step < 14; step++) {
    const kind = random(9);
    if (kind < 3 && game.write([[random(4), String(random(3) || "")]])) unanswered.push(/** @type {Move} */ (game.moves[game.at - 1]));
    if (kind === 3) game.undo();
    if (kind === 4) game.redo();
    if (kind === 5) game.beginTrial();
    if (kind === 6) random(2) === 0 ? game.dropTrial() : game.keepTrial();
    if (kind === 7 && random(3) === 0) game.restart();
    const [move] = kind === 8 ? unanswered.splice(random(Math.max(1, unanswered.length)), 1) : [];
    if (move && game.has(move)) {
      const [place, after] = [random(4), String(random(3) || "")];
      const before = replayed(game.moves.slice(0, game.moves.indexOf(move) + 1))[place] ?? "";
      if (before !== after) game.extend(move, [[place, before, after]]);
    }
    look(game);
  }
  return game;
}

test("a game of any moves opens again as it was, and goes back and forth", () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff), (seed >> 8) % below);
  for (let round = 0; round < 4000; round++) {
    const game = play(random, (game) => {
      assert.deepEqual(replayed(game.moves.slice(0, game.at)), game.values);
      assert.ok(new Game(START).restore(JSON.parse(JSON.stringify(game.save()))));
      // Who goes back is back: to the beginning of the trial, or to the start.
      const last = game.moves[game.at - 1];
      if (last?.mark === "restart") assert.deepEqual(game.values, START);
      if (last?.mark === "drop") assert.deepEqual(game.values, replayed(game.moves.slice(0, game.moves.findLastIndex((move, at) => at < game.at && move.mark === "try"))));
    });
    while (game.undo());
    assert.deepEqual(game.values, START);
    while (game.redo());
    assert.deepEqual(replayed(game.moves), game.values);
  }
});

test("what follows from a move is left alone where something else was written since, and comes back with it", () => {
  const game = new Game(START);
  game.write([[0, "1"]]);
  const [move] = game.moves;
  assert.ok(move);
  game.write([[1, "2"]]);
  game.extend(move, [[1, "", "3"], [2, "", "3"]]);
  assert.deepEqual(game.values, ["1", "2", "3", ""]);
  game.undo();
  assert.deepEqual(game.values, ["1", "3", "3", ""]);
  game.undo();
  assert.deepEqual(game.values, START);
});
