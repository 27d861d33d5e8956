// Every kind of puzzle played to its end, by the keyboard alone, by the mouse and by touch.

import assert from "node:assert/strict";
import { browserTests, example, middle, paste, settled, SMALL, solved } from "./browser.mjs";

const { env, pageTest } = browserTests(".place");

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
