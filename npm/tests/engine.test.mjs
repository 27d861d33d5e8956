import assert from "node:assert/strict";
import { test } from "node:test";
import * as quandary from "quandary";
import { WorkerEngine } from "quandary/worker";

const SMALL = "4...\n..3.\n.4..\n...2";
/** Takes much longer than a test may: all solutions of an empty board. */
const LONG = ".".repeat(81);

const ACTIONS = /** @type {const} */ (["solve", "certify", "hint", "explain", "grade", "compare", "convert", "draw", "board", "replay"]);

test("every action answers, here and in a worker", async () => {
  const worker = new WorkerEngine();
  for (const action of ACTIONS) {
    const [here, there] = [await quandary[action](SMALL), await worker[action](SMALL)];
    assert.equal(here.family, "sudoku", action);
    assert.deepEqual(Object.keys(here), Object.keys(there), action);
  }
  const checked = await worker.check(SMALL, { solution: (await quandary.solve(SMALL)).solutions[0] ?? null });
  assert.equal(checked.correct, true);
  const played = await worker.play(SMALL, { touches: [] });
  assert.equal(played.family, "sudoku");
  const { pdf } = await worker.print(SMALL);
  assert.equal(atob(pdf).slice(0, 5), "%PDF-");
  const { families } = await worker.families();
  assert.ok(families.length >= 4);
  for (const { name } of families) {
    const { puzzles } = await worker.generate(name, { seed: 3, count: 2 });
    assert.equal(puzzles.length, 2, name);
    const [first] = puzzles;
    assert.ok(first && ["unique", "optimal"].includes((await worker.solve(first.text)).verdict), name);
  }
  worker.close();
});

test("a solution has the form of its family, and goes back into check", async () => {
  /** @type {Record<string, string>} */
  const forms = {};
  const { families } = await quandary.families();
  for (const { name } of families) {
    const [made] = (await quandary.generate(name, { seed: 4 })).puzzles;
    assert.ok(made);
    /** @type {quandary.Answer<"solve">} */
    const { solutions } = await quandary.solve({ puzzle: made.text, family: name });
    const [solution] = solutions;
    assert.ok(solution);
    if (typeof solution === "string") forms[name] = `${solution.length} symbols`;
    else if (Array.isArray(solution)) forms[name] = `${solution.length} rows of ${solution[0]?.length}`;
    else assert.equal(solution.length, solution.moves.length);
    assert.equal((await quandary.check(made.text, { solution })).correct, true, name);
  }
  assert.deepEqual(forms, { aquarium: "10 rows of 10", nonogram: "15 rows of 15", sudoku: "81 symbols" });
});

test("a text that is no puzzle is an error with its place", async () => {
  for (const engine of [quandary, new WorkerEngine()]) {
    await assert.rejects(engine.solve("12..\n..x.\n....\n..43"), (error) => {
      assert.ok(error instanceof quandary.QuandaryError);
      assert.deepEqual([error.line, error.column], [2, 3]);
      return true;
    });
  }
});

test("a question can be given up, and the next one is answered", async () => {
  const engine = new WorkerEngine();
  await engine.solve(SMALL);
  await assert.rejects(engine.solve(LONG, { count: true }, AbortSignal.timeout(100)), { name: "TimeoutError" });
  assert.equal((await engine.solve(SMALL)).verdict, "unique");
  engine.close();
});

test("questions at the same time get their own answers", async () => {
  const engine = new WorkerEngine();
  const puzzles = [SMALL, "1...\n..2.\n.1..\n...3"];
  const solved = await Promise.all([...puzzles, ...puzzles].map((puzzle) => engine.solve(puzzle)));
  assert.deepEqual(solved.map((one) => one.solutions[0]), solved.map((_, index) => solved[index % 2]?.solutions[0]));
  assert.notEqual(solved[0]?.solutions[0], solved[1]?.solutions[0]);
  engine.close();
});
