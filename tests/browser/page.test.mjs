// The page in a real browser: every test is something that a player does.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, browserTests, enter, entered, example, middle, openExample, paste, pictures, program, settled, solved } from "./browser.mjs";

const { env, pageTest } = browserTests(".place");

const SMALL = "12..\n....\n....\n..43";

pageTest("a first visit shows a puzzle, its kind and the button for a hint", async (page) => {
  assert.equal(await page.locator(".place").count(), 81);
  await page.waitForSelector("#families button >> nth=3");
  assert.match(await page.textContent("#caption") ?? "", /Sudoku/);
  assert.ok(await page.isVisible("#hint"));
  const painted = await page.evaluate(() => performance.getEntriesByType("paint").find((entry) => entry.name === "first-contentful-paint")?.startTime ?? Infinity);
  console.log(`# first contentful paint after ${Math.round(painted)} ms`);
  const began = Date.now();
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  console.log(`# first hint after ${Date.now() - began} ms`);
});

pageTest("what to do is in sight with the board", async (page) => {
  for (const [family, name] of /** @type {const} */ ([["sudoku", "classic"], ["sudoku", "anti-knight"], ["nonogram", "cat"], ["aquarium", "harbour"], ["ballsort", "behind-the-lock"]])) {
    await openExample(page, family, name);
    const bottom = await page.locator("#rule").evaluate((goal) => goal.getBoundingClientRect().bottom);
    assert.ok(bottom <= 900, `${family}, ${name}: the goal ends at ${bottom}`);
  }
});

pageTest("a Sudoku is solved by the keyboard alone", async (page) => {
  const { text, solution } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  await page.locator(".place").first().focus();
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      await page.keyboard.press(solution[row * 9 + column]);
      if (column < 8) await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
  }
  await solved(page);
  // Who goes back has not solved it any more.
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".cheer").count(), 0);
});

pageTest("a Sudoku is solved by the mouse, cell first and digit first", async (page) => {
  const { text, solution } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const open = await page.$$eval(".place", (places) => places.flatMap((place, index) => (place.getAttribute("aria-label")?.endsWith("empty") ? [index] : [])));
  const half = open.slice(0, 5);
  for (const place of half) {
    const at = await middle(page, place);
    await page.mouse.click(at.x, at.y);
    await page.click(`.digit[data-symbol="${solution[place]}"]`);
  }
  await page.click("text=Digit first");
  for (const digit of "123456789") {
    await page.click(`.digit[data-symbol="${digit}"]`);
    for (const place of open.filter((place) => !half.includes(place) && solution[place] === digit)) {
      const at = await middle(page, place);
      await page.mouse.click(at.x, at.y);
    }
  }
  await solved(page);
});

pageTest("marks and colours are kept apart from digits", async (page) => {
  await paste(page, SMALL);
  const cell = page.locator(".place").nth(2);
  await cell.focus();
  await page.keyboard.press("Shift+Digit3");
  await page.keyboard.press("Shift+Digit4");
  await page.keyboard.press("Control+Digit3");
  assert.match(await cell.getAttribute("aria-label") ?? "", /corner marks 3 4, centre marks 3/);
  await page.keyboard.press("v");
  await page.keyboard.press("2");
  assert.match(await cell.getAttribute("aria-label") ?? "", /rose/);
  await page.keyboard.press("z");
  await page.keyboard.press("3");
  assert.match(await cell.getAttribute("aria-label") ?? "", /: 3/);
  // The digit in the same row strikes the mark in its peers.
  await page.locator(".place").nth(3).focus();
  await page.keyboard.press("Control+Digit3");
  assert.match(await page.locator(".place").nth(3).getAttribute("aria-label") ?? "", /centre marks 3/);
});

pageTest("a Nonogram is solved by the keyboard alone", async (page) => {
  const { text, solution } = await example(env.server.url, "nonogram", "cat");
  await paste(page, text);
  await page.locator(".place").first().focus();
  for (const row of solution) {
    for (const [index, symbol] of [...row].entries()) {
      if (symbol === "#") await page.keyboard.press("Space");
      if (index < row.length - 1) await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
  }
  await solved(page);
});

pageTest("a Nonogram is solved by the mouse: a drag paints, the right button crosses out", async (page) => {
  const { text, solution } = await example(env.server.url, "nonogram", "cat");
  await paste(page, text);
  const columns = solution[0].length;
  const corner = await middle(page, solution[0].indexOf("."));
  await page.mouse.click(corner.x, corner.y, { button: "right" });
  assert.match(await page.locator(".place").nth(solution[0].indexOf(".")).getAttribute("aria-label") ?? "", /crossed out/);
  for (const [row, line] of solution.entries()) {
    for (const run of line.matchAll(/#+/g)) {
      const from = await middle(page, row * columns + run.index);
      const to = await middle(page, row * columns + run.index + run[0].length - 1);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    }
  }
  await solved(page);
  // Everything is painted, so every clue is implied by the position.
  assert.equal(await page.locator(".clue:not(.done)").count(), 0);
});

pageTest("a stroke keeps what was crossed out, and counts its cells", async (page) => {
  await paste(page, JSON.stringify({ family: "nonogram", rows: [[3, 1], [1]], columns: [[1], [1], [1], [], [1, 1]] }));
  await page.locator(".place").nth(3).focus();
  await page.keyboard.press("x");
  const [from, to] = [await middle(page, 0), await middle(page, 4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  assert.equal(await page.textContent("#count"), "5");
  await page.mouse.up();
  await settled(page);
  const row = await page.$$eval(".place", (places) => places.slice(0, 5).map((place) => /: (.*)$/.exec(place.getAttribute("aria-label") ?? "")?.[1]));
  assert.deepEqual(row, ["filled", "filled", "filled", "crossed out", "filled"]);
  assert.ok(await page.isHidden("#count"));
});

pageTest("a coloured Nonogram is painted with the letters and names of its own colours", async (page) => {
  const { text, solution } = await example(env.server.url, "nonogram", "balloon");
  await paste(page, text);
  const keys = { r: "1", y: "2", b: "3" };
  await page.getByRole("button", { name: "y yellow" }).waitFor();
  await page.locator(".place").first().focus();
  for (const row of solution) {
    for (const [index, symbol] of [...row].entries()) {
      if (symbol in keys) await page.keyboard.press(keys[symbol]);
      if (index < row.length - 1) await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
  }
  assert.match(await page.locator(".place").nth(2).getAttribute("aria-label") ?? "", /red/);
  await solved(page);
});

pageTest("a clue fades only when the position implies it", async (page) => {
  await paste(page, JSON.stringify({ family: "nonogram", rows: [[1, 1], [1]], columns: [[1], [], [1], [1], []] }));
  const clues = page.locator("#row1 .clue");
  await page.locator(".place").nth(2).focus();
  await page.keyboard.press("Space");
  await settled(page);
  // One cell is painted, but it could still be the first block or the second.
  assert.equal(await page.locator("#row1 .clue.done").count(), 0);
  await page.locator(".place").nth(0).focus();
  await page.keyboard.press("Space");
  await settled(page);
  assert.equal(await page.locator("#row1 .clue.done").count(), await clues.count());
});

pageTest("an Aquarium is solved by the keyboard alone, and one key pours a level", async (page) => {
  const { text, solution } = await example(env.server.url, "aquarium", "harbour");
  await paste(page, text);
  const columns = solution[0].length;
  for (const [row, line] of solution.entries()) {
    for (const [column, symbol] of [...line].entries()) {
      const cell = page.locator(".place").nth(row * columns + column);
      if (symbol !== "1" || /water$/.test(await cell.getAttribute("aria-label") ?? "")) continue;
      await cell.focus();
      await page.keyboard.press("Space");
      await settled(page);
    }
  }
  await solved(page);
});

pageTest("an Aquarium is solved by the mouse, and air is let in with the right button", async (page) => {
  const { text, solution } = await example(env.server.url, "aquarium", "harbour");
  await paste(page, text);
  const columns = solution[0].length;
  for (const [row, line] of solution.entries()) {
    for (const [column, symbol] of [...line].entries()) {
      const place = row * columns + column;
      const label = await page.locator(".place").nth(place).getAttribute("aria-label") ?? "";
      const at = await middle(page, place);
      if (symbol === "1" && !/water$/.test(label)) await page.mouse.click(at.x, at.y);
      if (symbol === "0" && row === 0 && !/air$/.test(label)) await page.mouse.click(at.x, at.y, { button: "right" });
      await settled(page);
    }
  }
  await solved(page);
});

pageTest("bottles are sorted by the keyboard alone", async (page) => {
  const { text, solution } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  await page.locator(".place").first().focus();
  for (const [from, to] of solution.moves) {
    await page.keyboard.press(String(from));
    await page.keyboard.press(String(to));
  }
  await solved(page);
});

pageTest("bottles are sorted by the mouse: touch and touch, or drag", async (page) => {
  const { text, solution } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  for (const [index, [from, to]] of solution.moves.entries()) {
    const [a, b] = [await middle(page, from - 1), await middle(page, to - 1)];
    if (index % 2 === 0) {
      await page.mouse.click(a.x, a.y);
      await page.mouse.click(b.x, b.y);
    } else {
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 4 });
      await page.mouse.up();
    }
  }
  await solved(page);
});

pageTest("a bottle can be added without losing the game", async (page) => {
  const { text, solution } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  const bottles = await page.locator(".place").count();
  const [[from, to]] = solution.moves;
  await page.locator(".place").first().focus();
  await page.keyboard.press(String(from));
  await page.keyboard.press(String(to));
  await page.click("[data-offer]");
  await page.waitForFunction((count) => document.querySelectorAll(".place").length === count, bottles + 1);
  assert.ok(await page.isEnabled("#undo"));
});

pageTest("a hidden ball that is revealed is named, and the game goes on to the end", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["?", 1], ["?", 2], [], []], rule: "ball" }));
  const press = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator(".place").first().focus();
  await press("1", "3");
  await page.waitForSelector("[data-piece]");
  await page.click("#hint");
  await page.waitForFunction(() => document.getElementById("said")?.textContent?.includes("has been revealed"));
  // The ball is a 2, so the other hidden one is a 1, and hidden no more.
  await page.click('[data-piece="2"]');
  await page.waitForSelector("[data-offer]");
  await page.click("#check");
  await page.waitForFunction(() => document.getElementById("said")?.textContent?.includes("solution from here"));
  await page.waitForFunction(() => document.querySelectorAll(".place")[1]?.getAttribute("aria-label")?.startsWith("Bottle 2: from the top: 2, 1"));
  // A name can be taken back, and given again.
  await page.click("#undo");
  await page.waitForSelector("[data-piece]");
  await page.click("#redo");
  await page.waitForSelector("[data-offer]");
  await page.locator(".place").first().focus();
  await press("2", "1", "2", "3");
  await solved(page);
});

pageTest("a hint says where, then why, then does it", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const empty = () => page.$$eval(".place", (places) => places.filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length);
  const before = await empty();
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  assert.match(await page.textContent("#said") ?? "", /^Look at /);
  assert.equal(await page.locator("[data-tint=conclusion].place").count(), 0);
  await page.waitForFunction(() => document.getElementById("live")?.textContent?.startsWith("Look at"));
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  assert.ok((await page.locator(".place[data-tint=conclusion]").count()) > 0);
  assert.equal(await empty(), before);
  await page.click("[data-depth=do]");
  await page.waitForFunction((count) => [...document.querySelectorAll(".place")].filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length < count, before);
});

for (const [family, name] of [["nonogram", "cat"], ["aquarium", "harbour"], ["ballsort", "three-colours"]]) {
  pageTest(`hints alone solve a board: ${family}`, async (page) => {
    const { text } = await example(env.server.url, family, name);
    await paste(page, text);
    for (let hints = 0; hints < 400; hints++) {
      await page.click("#hint");
      await page.waitForFunction(() => document.querySelector("[data-depth=why]") ?? document.querySelector("#said")?.textContent?.startsWith("The puzzle is complete"));
      if (!(await page.isVisible("[data-depth=why]"))) break;
      await page.keyboard.press("h");
      await page.waitForSelector("[data-depth=do]");
      await page.keyboard.press("h");
      await page.waitForSelector("[data-depth]", { state: "detached" });
    }
    await page.waitForSelector(".board.solved");
  });
}

/** An arch whose walls part its legs: water in one leg says nothing of the other. */
const WALLED = JSON.stringify({ family: "aquarium", columns: [1, 0], rows: [0, 1], tanks: [[1, 1], [1, 1]], rule: "pool", walls: [[[2, 1], [2, 2]]] });

pageTest("walls inside of a tank hold the water back, for hands and for hints", async (page) => {
  await paste(page, WALLED);
  const labels = () => page.$$eval(".place", (places) => places.map((place) => /: (\w+)$/.exec(place.getAttribute("aria-label") ?? "")?.[1]));
  await page.locator(".place").nth(2).focus();
  await page.keyboard.press("Space");
  await settled(page);
  assert.deepEqual(await labels(), ["open", "open", "water", "open"]);
  await solved(page);
  await page.click("#undo");
  await page.waitForSelector(".board:not(.solved)");
  for (let hints = 0; hints < 8 && !(await page.isVisible(".board.solved")); hints++) {
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.click("[data-depth=do]");
    await page.waitForSelector("[data-depth]", { state: "detached" });
    assert.doesNotMatch((await labels()).join(), /water.*water/);
  }
  await page.waitForSelector(".board.solved");
  await page.click("#tab-steps");
  await page.click("#explain-all");
  await page.click("[aria-label=Last]");
  assert.deepEqual(await labels(), ["air", "air", "water", "air"]);
});

pageTest("hints go on from the marks in the centre of cells", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "all-dots");
  const { steps } = await ask(env.server.url, "hint", { puzzle: text, family: "sudoku" });
  assert.ok(steps.length > 1, "the example's first entry takes more than one step");
  await paste(page, text);
  const side = Math.sqrt(await page.locator(".place").count());
  for (const fact of steps[0].conclusions) {
    for (const cell of fact.cells) {
      const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell) ?? [];
      await page.locator(".place").nth((Number(row) - 1) * side + Number(column) - 1).focus();
      for (const digit of fact.left) await page.keyboard.press(`Control+Digit${digit}`);
    }
  }
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  assert.doesNotMatch(await page.textContent(".answer") ?? "", new RegExp(steps[0].text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
});

pageTest("broken rules of variants are marked, and the goal says what the variants mean", async (page) => {
  await paste(page, JSON.stringify({ family: "sudoku", box: [2, 2], cells: "................", rules: ["anti-knight"], cages: [{ sum: 3, cells: ["r4c1", "r4c2"] }] }));
  assert.match(await page.textContent("#rule") ?? "", /knight's move apart differ.*/);
  assert.match(await page.textContent("#rule") ?? "", /cage/);
  const broken = () => page.$$eval(".place", (places) => places.flatMap((place, index) => (place.classList.contains("broken") ? [index] : [])));
  await enter(page, { 0: "1", 6: "1" });
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 2);
  assert.deepEqual(await broken(), [0, 6]);
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 0);
  await enter(page, { 12: "3", 13: "4" });
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 2);
  assert.deepEqual(await broken(), [12, 13]);
  assert.match(await page.locator(".place").nth(12).getAttribute("aria-label") ?? "", /cage of 3/);
  await paste(page, WALLED);
  assert.match(await page.textContent("#rule") ?? "", /without rising/);
});

pageTest("a mistake is found when asked, and explained by what it clashes with", async (page) => {
  const { text, solution } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const place = await page.$$eval(".place", (places) => places.findIndex((place) => place.getAttribute("aria-label")?.endsWith("empty")));
  const wrong = [..."123456789"].find((digit) => digit !== solution[place]) ?? "1";
  await page.locator(".place").nth(place).focus();
  await page.keyboard.press(wrong);
  await page.click("#check");
  await page.click("#show-mistake");
  assert.match(await page.textContent("#said") ?? "", new RegExp(`r${Math.floor(place / 9) + 1}c${(place % 9) + 1}`));
  assert.ok((await page.locator(".place[data-tint=wrong]").count()) > 0);
  await page.keyboard.press("Control+z");
  await page.click("#check");
  await page.waitForFunction(() => /correct so far/.test(document.getElementById("said")?.textContent ?? ""));
});

pageTest("two solutions are shown where the puzzle is not unique, with the difference", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "one-clue-too-few");
  await paste(page, text);
  await page.click("#unique");
  await page.waitForSelector(".two .small-board >> nth=1");
  assert.ok((await page.locator(".two .differs").count()) >= 4);
});

/** The verdict of `quandary-check` about the files that the page offers, as its sentence says; nothing where it was not built. */
async function checkProof(page) {
  await page.click("#proof");
  await page.waitForFunction(() => /independent checker has accepted it/.test(document.getElementById("said")?.textContent ?? ""));
  const files = [];
  for (const name of ["puzzle.jsonl", "puzzle.qcert"]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`text=Save ${name}`)]);
    assert.equal(saved.suggestedFilename(), name);
    files.push(await saved.path());
  }
  const checker = join(dirname(program), "quandary-check");
  return existsSync(checker) ? execFileSync(checker, files, { encoding: "utf8" }) : null;
}

pageTest("every verdict comes with a proof to save, which the checker accepts", async (page) => {
  for (const [family, name, button, verdict] of [
    ["sudoku", "classic", "#unique", /^line 1: unique, "/],
    ["sudoku", "one-clue-too-few", "#unique", /^line 1: at least 2 solutions/],
    ["nonogram", "torn-apart", "#unique", /^line 1: impossible/],
    ["ballsort", "three-colours", "#grade", /^line 1: optimal, 12 moves/],
  ]) {
    const { text } = await example(env.server.url, family, name);
    await paste(page, text);
    await page.click(String(button));
    const said = await checkProof(page);
    if (said !== null) assert.match(said, /** @type {RegExp} */ (verdict));
  }
});

pageTest("the solution can be stepped through forwards and backwards, with the board following", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  const steps = await page.locator(".steps > li").count();
  assert.ok(steps > 10);
  await page.click("[aria-label=Last]");
  assert.equal(await page.$$eval(".place", (places) => places.filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length), 0);
  await page.click("[aria-label=First]");
  await page.click("[aria-label=Next]");
  assert.match(await page.textContent(".place-in-steps") ?? "", /^1 of/);
  await page.click("text=Back to my game");
  assert.equal(await page.locator("body.previewing").count(), 0);
});

pageTest("another puzzle leaves no empty panel behind: the lab is there for it, and the steps give way to help", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#tab-lab");
  await page.waitForSelector("#compare");
  await paste(page, SMALL);
  await page.click("#compare");
  await page.waitForSelector(".compared table");
  await page.click("#tab-steps");
  await page.waitForSelector(".steps li");
  await paste(page, "1...\n..2.\n.3..\n...4");
  assert.ok(await page.isVisible("#hint"));
  assert.equal(await page.locator("body.previewing").count(), 0);
});

pageTest("steps follow each other by themselves, until they are paused or nobody looks", async (page) => {
  await paste(page, SMALL);
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  const at = async () => Number((await page.textContent(".place-in-steps"))?.split(" ")[0]);
  const begun = await at();
  await page.click("[aria-label=Play]");
  await page.waitForFunction((than) => Number(document.querySelector(".place-in-steps")?.textContent?.split(" ")[0]) > than, begun + 1);
  await page.click("[aria-label=Pause]");
  const paused = await at();
  await page.waitForTimeout(2500);
  assert.equal(await at(), paused);
  // From the end it begins again; and who goes back to the game is left alone.
  await page.click("[aria-label=Last]");
  await page.click("[aria-label=Play]");
  assert.ok((await at()) <= 1);
  await page.click("#tab-help");
  await page.waitForTimeout(2500);
  assert.equal(await page.locator("body.previewing").count(), 0);
});

pageTest(
  "on a phone the board that the steps are about is in sight",
  async (page) => {
    await page.click("#tab-steps");
    await page.waitForSelector(".steps li");
    await page.click("[aria-label=Next]");
    for (const part of [".stage", ".walk", ".steps .here"]) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.y >= -20 && box.y + box.height <= 844, `${part} is out of sight: ${JSON.stringify(box)}`);
    }
  },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
);

pageTest("a grade names the hardest technique, and the scales that players know", async (page) => {
  await page.click("#grade");
  await page.waitForFunction(() => /Sudoku Explainer: ER/.test(document.querySelector(".facts")?.textContent ?? ""));
  assert.match(await page.textContent(".facts") ?? "", /HoDoKu: .*The hardest step is number \d+: [a-z ]+/s);
});

pageTest("a grade comes with its reasons", async (page) => {
  await page.click("#grade");
  await page.waitForSelector(".facts li");
  assert.match(await page.textContent("#said") ?? "", /This one is /);
});

pageTest("a dead end is reported, and the moves to take back are offered", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 3, bottles: [[2, 1, 2], [2, 3, 3], [1, 3, 1], []], rule: "ball" }));
  await page.locator(".place").first().focus();
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  await page.click("#check");
  await page.waitForFunction(() => /dead end/.test(document.getElementById("said")?.textContent ?? ""));
  await page.click("#show-mistake");
  await page.click("text=Take back 1 move");
  await page.waitForFunction(() => /can be solved from here/.test(document.getElementById("said")?.textContent ?? ""));
  await page.click("#check");
  await page.waitForFunction(() => /solution from here/.test(document.getElementById("said")?.textContent ?? ""));
});

pageTest("the shortest plan is proved, and stepped through with the bottles following", async (page) => {
  const { text, solution } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  await page.click("#plan");
  await page.waitForFunction((moves) => document.getElementById("said")?.textContent?.includes(`${moves} moves`), solution.length);
  await page.click("text=Walk through it");
  await page.click("[aria-label=Last]");
  await page.waitForFunction(() => document.querySelectorAll(".place.finished").length === 3);
});

pageTest("advice on unreadable text makes sense on a page", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Paste')");
  for (const text of ["", "hello", "1 2\n3 4"]) {
    await page.fill("#paste", text);
    await page.click("#open-pasted");
    await page.waitForSelector(".problem .lead");
    assert.doesNotMatch(await page.textContent(".problem") ?? "", /--|quandary |standard input/, text);
  }
  await page.selectOption("#paste-family", "sudoku");
  await page.fill("#paste", SMALL);
  await page.click("#open-pasted");
  await page.waitForSelector("dialog", { state: "detached" });
});

pageTest("a bad puzzle is refused with its line and column", async (page) => {
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Paste')");
  await page.fill("#paste", "12..\n..x.\n....\n..43");
  await page.click("#open-pasted");
  await page.waitForSelector(".problem .lead");
  assert.match(await page.textContent(".problem") ?? "", /Line 2, column 3/);
  await page.keyboard.press("Escape");
});

/** The link that Share puts on the clipboard. @param {import("playwright-core").Page} page */
async function shared(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#share");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("#q="));
  return page.evaluate(() => navigator.clipboard.readText());
}

pageTest("a shared link opens the same board with the same game, and leaves the address", async (page) => {
  await paste(page, SMALL);
  await enter(page, { 2: "3" });
  const link = await shared(page);
  assert.ok(!page.url().includes("#"));
  const other = await (await page.context().browser()?.newContext())?.newPage();
  assert.ok(other);
  await other.goto(link);
  await other.waitForSelector(".place");
  assert.equal(await other.locator(".place").count(), 16);
  await other.waitForFunction(() => document.querySelectorAll(".place")[2]?.getAttribute("aria-label")?.endsWith(": 3"));
  assert.ok(!other.url().includes("#"));
  await enter(other, { 3: "4" });
  await other.reload();
  await other.waitForSelector(".place >> nth=15");
  assert.deepEqual(await entered(other), { 2: "3", 3: "4" });
  await other.context().close();
});

pageTest("sharing and then playing on loses nothing, whether the page or the link is opened again", async (page) => {
  await paste(page, SMALL);
  await enter(page, { 2: "3" });
  const link = await shared(page);
  await enter(page, { 3: "4", 4: "3" });
  await page.reload();
  await page.waitForSelector(".place >> nth=15");
  assert.deepEqual(await entered(page), { 2: "3", 3: "4", 4: "3" });
  // The old link: the game in this browser goes on where it ends.
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector(".place >> nth=15");
  assert.deepEqual(await entered(page), { 2: "3", 3: "4", 4: "3" });
  assert.ok(!(await page.isVisible("#kept")));
});

pageTest("a link to another puzzle keeps the game that was played, and the way back to it", async (page) => {
  await paste(page, SMALL);
  await enter(page, { 2: "3", 3: "4" });
  await page.goto(`${env.server.url}/#puzzle=${encodeURIComponent("1...\n..2.\n.3..\n...4")}`);
  await page.waitForFunction(() => document.querySelectorAll(".place")[10]?.getAttribute("aria-label")?.endsWith("empty"));
  await page.waitForSelector("#kept:not([hidden])");
  assert.match(await page.textContent("#kept-what") ?? "", /Sudoku, 2 moves/);
  await page.reload();
  await page.click("#kept-open");
  await page.waitForFunction(() => document.querySelectorAll(".place")[15]?.getAttribute("aria-label")?.endsWith("given 3"));
  assert.deepEqual(await entered(page), { 2: "3", 3: "4" });
  assert.ok(!(await page.isVisible("#kept")));
});

pageTest("a damaged link says so, and the page opens all the same", async (page) => {
  for (const link of ["#q=abc", "#q=%%", "#puzzle=%E0%A4%A", "#puzzle=hello"]) {
    await page.goto("about:blank");
    await page.goto(`${env.server.url}/${link}`);
    await page.waitForSelector("dialog .lead");
    const said = await page.textContent("dialog") ?? "";
    assert.match(said, /cannot be opened/);
    assert.match(said, link.includes("hello") ? /recognise|format/ : /incomplete or damaged/);
    assert.doesNotMatch(said, /fetch|--|quandary /);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".place >> nth=15");
    // The link has done its harm once: a reload does not bring it back.
    assert.ok(!page.url().includes("#"));
  }
});

pageTest("undo and redo go on after a reload", async (page) => {
  await paste(page, SMALL);
  await page.locator(".place").nth(2).focus();
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("4");
  await page.keyboard.press("Control+z");
  await settled(page);
  await page.reload();
  await page.waitForSelector(".place >> nth=15");
  const label = (/** @type {number} */ place) => page.locator(".place").nth(place).getAttribute("aria-label");
  assert.match(await label(2) ?? "", /: 3$/);
  assert.match(await label(3) ?? "", /empty$/);
  await page.keyboard.press("Control+y");
  await settled(page);
  assert.match(await label(3) ?? "", /: 4$/);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.match(await label(2) ?? "", /empty$/);
});

pageTest("a trial can be discarded or kept", async (page) => {
  await paste(page, SMALL);
  const cell = page.locator(".place").nth(2);
  await cell.focus();
  await page.keyboard.press("t");
  await page.waitForSelector("#trial:not([hidden])");
  await page.keyboard.press("4");
  assert.ok(/tried/.test(await cell.getAttribute("class") ?? ""));
  await page.click("#drop");
  await settled(page);
  assert.match(await cell.getAttribute("aria-label") ?? "", /empty$/);
  await page.click("#try");
  await settled(page);
  await cell.focus();
  await page.keyboard.press("3");
  await page.click("#keep");
  await settled(page);
  assert.match(await cell.getAttribute("aria-label") ?? "", /: 3$/);
  assert.ok(!(await page.isVisible("#trial")));
});

pageTest("a puzzle is made from options and a seed", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "aquarium");
  await page.fill("#make-size", "6x6");
  await page.fill("#make-seed", "7");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 36);
});

pageTest("making a puzzle offers a grade, and nothing that must fail", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
    await page.selectOption("#make-family", family);
    const grades = await page.$$eval("#make-grade option", (options) => options.map((option) => /** @type {any} */ (option).value));
    assert.deepEqual(grades.slice(0, 3), ["", "easy", "moderate"], family);
  }
  const rules = await page.$$eval("#make-rule option", (options) => options.map((option) => option.textContent));
  assert.deepEqual(rules, ["ball", "water"]);
  await page.selectOption("#make-family", "nonogram");
  await page.click("dialog summary");
  assert.ok(!(await page.isVisible("#make-colours")), "colours need a picture");
  assert.equal(await page.getAttribute("#make-image", "type"), "file");
  await page.fill("#make-picture", ".#.#.\n#####\n#####\n.###.\n..#..");
  assert.ok(await page.isVisible("#make-colours"));
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 25);
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "sudoku");
  await page.selectOption("#make-grade", "easy");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#grade");
  await page.waitForSelector(".facts li");
  assert.match(await page.textContent("#said") ?? "", /is easy/);
});

pageTest("a Nonogram is made from an image that is uploaded", async (page) => {
  const image = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [60, 60];
    const pen = canvas.getContext("2d");
    if (!pen) return "";
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 60, 60);
    pen.fillStyle = "black";
    pen.beginPath();
    pen.moveTo(30, 4);
    pen.lineTo(56, 56);
    pen.lineTo(4, 56);
    pen.fill();
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "nonogram");
  await page.click("dialog summary");
  await page.setInputFiles("#make-image", { name: "triangle.png", mimeType: "image/png", buffer: Buffer.from(image, "base64") });
  await page.fill("#make-size", "10x10");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 100);
});

pageTest("a failed request keeps the dialog open: it gives the reason, and Escape closes it", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "aquarium");
  await page.fill("#make-size", "1000x1000");
  await page.click("dialog button[type=submit]");
  await page.waitForFunction(() => /100/.test(document.querySelector("dialog [role=status]")?.textContent ?? ""));
  assert.ok(await page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement)));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
});

pageTest("the lab compares algorithms on this board", async (page) => {
  await paste(page, SMALL);
  await page.click("#tab-lab");
  await page.click("#compare");
  await page.waitForSelector(".bars li >> nth=2");
  assert.ok((await page.locator(".compared table tbody tr").count()) > 2);
});

pageTest("the lab draws how the work of algorithms grows with the puzzle, and saves chart and table", async (page) => {
  await page.click("[data-family=ballsort]");
  await page.waitForSelector("#rule-switch");
  await page.click("#tab-lab");
  await page.click(".growth summary");
  await page.fill("#growth-values", "2..4");
  await page.fill("#growth-count", "3");
  for (const at of await page.locator("#growth [type=checkbox]").all()) await at.setChecked(["ucs", "astar"].includes(await at.inputValue()));
  await page.click("#growth-run");
  await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("#growth .chart"))?.naturalWidth);
  const rows = await page.$$eval("#growth-table tbody tr", (all) => all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent).join(" ")));
  assert.deepEqual(rows, ["2 ucs", "2 astar", "3 ucs", "3 astar", "4 ucs", "4 astar"]);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the table")]);
  assert.match(readFileSync(await file.path(), "utf8"), /^size,algorithm,puzzles,ran_out,time_us_low,.*\n2,ucs,3,0,/);
  await page.click("#growth-large");
  await page.waitForSelector("dialog .chart");
  await page.keyboard.press("Escape");
  // What cannot be made is said, and the form stays.
  await page.fill("#growth-values", "7..3");
  await page.click("#growth-run");
  await page.waitForFunction(() => /expected numbers such as/.test(document.querySelector("#growth [role=alert]")?.textContent ?? ""));
});

pageTest("the search of a textbook algorithm is replayed, up to its first dead end and back", async (page) => {
  await paste(page, SMALL);
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#tab-lab");
  await page.selectOption("#replay-algorithm", "backtracking");
  await page.click("#replay");
  await page.click("#to-dead-end");
  assert.match(await page.textContent(".replay .lead") ?? "", /Dead end: row 1/);
  assert.equal(await page.locator(".place[data-tint=wrong]").count(), 1);
  await page.click("[aria-label='To the end']");
  assert.match(await page.textContent(".replay .lead") ?? "", /a solution/);
  assert.equal(await page.$$eval(".place", (places) => places.filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length), 0);
  await page.click("[aria-label=Rewind]");
  assert.match(await page.textContent(".replay .lead") ?? "", /Before the first/);
  // By itself, too.
  await page.click(".replay [aria-label=Play]");
  await page.waitForFunction(() => /^[3-9] of/.test(document.querySelector(".replay .place-in-steps")?.textContent ?? ""));
  await page.click(".replay [aria-label=Pause]");
});

pageTest("the board can be taken along as a picture and as text", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await paste(page, SMALL);
  await page.click("#more");
  for (const kind of ["SVG", "PNG", "PDF"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=Save as ${kind}`)]);
    assert.equal(download.suggestedFilename(), `sudoku.${kind.toLowerCase()}`);
  }
  await page.waitForSelector("#notation option", { state: "attached" });
  await page.selectOption("#notation", "json");
  await page.click("#copy-notation");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('"sudoku"'));
});

pageTest("Ctrl+P prints the page with the solution, too", async (page) => {
  await paste(page, SMALL);
  await page.evaluate(() => {
    window.print = () => (document.body.dataset.printed = String(document.querySelectorAll("#sheet .solution svg").length));
  });
  await page.keyboard.press("Control+p");
  await page.waitForSelector("body[data-printed='1']");
});

pageTest("starting over promises an undo only where there is something to undo", async (page) => {
  await paste(page, SMALL);
  await page.click("#restart");
  await page.waitForSelector("#toast:not([hidden])");
  assert.doesNotMatch(await page.textContent("#toast") ?? "", /Undo/);
  await enter(page, { 2: "3" });
  await page.click("#restart");
  await settled(page);
  assert.match(await page.textContent("#toast") ?? "", /Undo brings everything back/);
  await page.click("#undo");
  await settled(page);
  assert.deepEqual(await entered(page), { 2: "3" });
});

pageTest("paper gets the puzzle and its solution", async (page) => {
  await paste(page, SMALL);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForSelector("#sheet .solution", { state: "attached" });
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.isVisible("#sheet .solution svg"));
  assert.ok(!(await page.isVisible("main")));
});

pageTest("one more bottle is a move that can be undone and done again", async (page) => {
  const { text } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  const bottles = page.locator(".place");
  await page.locator(".place").first().focus();
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  await page.click("[data-offer]");
  await page.waitForSelector(".place >> nth=5");
  await page.locator(".place").first().focus();
  await page.keyboard.press("2");
  await page.keyboard.press("6");
  await settled(page);
  assert.doesNotMatch(await bottles.nth(5).getAttribute("aria-label") ?? "", /empty/);
  await page.click("#undo");
  await settled(page);
  assert.match(await bottles.nth(5).getAttribute("aria-label") ?? "", /empty/);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 5);
  assert.doesNotMatch(await bottles.nth(3).getAttribute("aria-label") ?? "", /empty/);
  await page.click("#redo");
  await page.waitForSelector(".place >> nth=5");
  await page.click("#redo");
  await settled(page);
  assert.doesNotMatch(await bottles.nth(5).getAttribute("aria-label") ?? "", /empty/);
  await page.reload();
  await page.waitForSelector(".place >> nth=5");
  assert.doesNotMatch(await bottles.nth(5).getAttribute("aria-label") ?? "", /empty/);
});

pageTest("screen readers announce the clues of cells", async (page) => {
  const label = () => page.locator(".place").first().getAttribute("aria-label");
  await paste(page, JSON.stringify({ family: "nonogram", rows: [[1, 1], [1]], columns: [[1], [], [1], [1], []] }));
  assert.equal(await label(), "Row 1, clues 1 1, column 1, clue 1: open");
  await paste(page, WALLED);
  assert.equal(await label(), "Row 1, clue 0, column 1, clue 1, tank 1: open");
});

for (const [width, height] of [[1280, 900], [390, 844]]) {
  pageTest(`however long a hint is, it can be read and done: ${width} by ${height}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    await page.route("**/api/hint", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const [step] = answer.steps;
      answer.steps = [{ ...step, steps: Array.from({ length: 40 }, () => step) }];
      await route.fulfill({ json: answer });
    });
    await page.click("#hint");
    await page.click("[data-depth=why]");
    const go = page.locator("[data-depth=do]");
    /** Whether a thing is in sight and nothing lies over it. @param {import("playwright-core").Locator} thing */
    const isFree = (thing) =>
      thing.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    assert.ok(await isFree(go), "Do it is in sight at once");
    await page.click(".answer summary");
    const last = page.locator(".answer .chain .step").last();
    await last.scrollIntoViewIfNeeded();
    assert.ok(await isFree(last), "the last step can be reached");
    assert.ok(await isFree(go), "Do it stays in sight");
    const solution = page.locator("#solution");
    if (width > 1000) {
      await solution.scrollIntoViewIfNeeded();
      assert.ok(await isFree(solution), "what stands below is not covered");
    }
    await go.click();
    await page.waitForSelector("[data-depth]", { state: "detached" });
  }, { viewport: { width, height } });
}

pageTest("a tap paints, and a long press crosses out", async (page) => {
  const { text } = await example(env.server.url, "nonogram", "cat");
  await paste(page, text);
  const at = await middle(page, 0);
  await page.touchscreen.tap(at.x, at.y);
  assert.match(await page.locator(".place").first().getAttribute("aria-label") ?? "", /filled$/);
  const session = await page.context().newCDPSession(page);
  const other = await middle(page, 1);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [other] });
  const isCrossed = () => page.waitForFunction(() => document.querySelectorAll(".place")[1]?.getAttribute("aria-label")?.endsWith("crossed out"));
  await isCrossed();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await isCrossed();
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const LOOKS = [
  ["desktop-light", { viewport: { width: 1280, height: 860 }, colorScheme: "light" }],
  ["desktop-dark", { viewport: { width: 1280, height: 860 }, colorScheme: "dark" }],
  ["phone-light", { viewport: { width: 360, height: 740 }, colorScheme: "light", hasTouch: true, isMobile: true }],
  ["phone-dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, isMobile: true }],
];

for (const [look, options] of LOOKS) {
  pageTest(`every family fits the screen: ${look}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
      await page.click(`[data-family=${family}]`);
      await page.waitForSelector(`[data-family=${family}][aria-current=true]`);
      await page.click("#hint");
      await page.click("[data-depth=why]");
      await page.waitForSelector("[data-depth=do]");
      await page.screenshot({ path: join(pictures, `${family}-${look}.png`), fullPage: look.startsWith("phone") });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${family}: ${wide} pixels too wide`);
    }
  }, /** @type {any} */ (options));
}

for (const scheme of ["light", "dark"]) {
  pageTest(`the page is accessible: axe finds nothing serious, ${scheme}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    const axe = new URL("node_modules/axe-core/axe.min.js", import.meta.url);
    const check = async (/** @type {string} */ where) => {
      // The page forbids foreign scripts; the tester's tool comes in another way.
      const source = await (await import("node:fs/promises")).readFile(axe, "utf8");
      await page.evaluate(source);
      const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] }));
      const serious = found.violations.filter((/** @type {any} */ one) => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(serious.map((/** @type {any} */ one) => `${where}: ${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120)).join(" | ")}`), []);
    };
    for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
      await page.click(`[data-family=${family}]`);
      await page.waitForSelector(`[data-family=${family}][aria-current=true]`);
      await check(family);
    }
    await page.click("[data-family=sudoku]");
    await page.waitForSelector("[data-family=sudoku][aria-current=true]");
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.waitForSelector("[data-depth=do]");
    await check("hint");
    await page.click("#new");
    for (const tab of ["Play", "My games", "Examples", "Make one", "Set your own", "Paste"]) {
      await page.click(`dialog .choices button:has-text('${tab}')`);
      await check(tab);
    }
    for (const [index, blank] of ["sudoku/6x6", "nonogram/10x10", "aquarium/6x6", "ballsort/5x4"].entries()) {
      if (index > 0) await page.click("#new");
      await page.click("dialog .choices button:has-text('Set your own')");
      await page.click(`dialog [data-blank="${blank}"]`);
      await page.waitForSelector("#verdict[data-verdict]");
      await check(`editor, ${blank}`);
    }
  }, { colorScheme: /** @type {any} */ (scheme) });
}
