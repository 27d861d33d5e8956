// Typing and looking: where the keys go, what is kept, and that what is drawn stays where it belongs.

import assert from "node:assert/strict";
import { browserTests, enter, entered, example, middle, paste, settled, solved } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

const SMALL = "12..\n....\n....\n..43";
const OTHER = "1...\n..2.\n.3..\n...4";
const HIDDEN = JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["?", 1], ["?", 2], [], []], rule: "ball" });

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {...string} keys */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The accessible name of a place. @param {Page} page @param {number} place */
const label = async (page, place) => (await page.locator(".place").nth(place).getAttribute("aria-label")) ?? "";

pageTest("pencil marks are as large as their cell allows, and stay inside of it", async (page) => {
  await page.locator(".place").nth(2).focus();
  for (const digit of "123456789") await press(page, `Shift+Digit${digit}`, `Control+Digit${digit}`);
  const marks = await page.$$eval("#r1c3 text.mark", (texts) => {
    const cell = document.querySelector("#r1c3 > .ground")?.getBoundingClientRect();
    return texts.map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const isInside = cell && left >= cell.left && right <= cell.right && top >= cell.top - 1 && bottom <= cell.bottom + 1;
      return { size: parseFloat(getComputedStyle(text).fontSize), asked: Number(text.getAttribute("font-size")), isInside };
    });
  });
  assert.equal(marks.length, 10);
  for (const { size, asked, isInside } of marks) assert.ok(Math.abs(size - asked) < 0.01 && isInside, JSON.stringify(marks));
});

pageTest("once a cell has many candidates, all cells have theirs each at its own place", async (page) => {
  await paste(page, (await example(env.server.url, "sudoku", "classic")).text);
  const sevens = () =>
    page.$$eval(".cell", (cells) =>
      cells.flatMap((cell) => [...cell.querySelectorAll("text.mark")].filter((text) => text.textContent === "7").map((text) => {
        const [at, own] = [text.getBoundingClientRect(), cell.querySelector(".ground")?.getBoundingClientRect() ?? text.getBoundingClientRect()];
        return [(at.x + at.width / 2 - own.x) / own.width, (at.y + at.height / 2 - own.y) / own.height].map((part) => Math.round(10 * part)).join();
      })),
    );
  // Few marks stand together in the middle.
  await page.locator(".place").nth(0).focus();
  await press(page, "Control+Digit1", "Control+Digit7");
  assert.equal(await page.textContent("#r1c1 text.mark"), "17");
  await page.click("#fill-marks");
  await page.waitForFunction(() => document.querySelectorAll("text.mark").length > 100);
  const places = await sevens();
  assert.ok(places.length > 5 && new Set(places).size === 1, String(places));
  // They stay there when few are left, and after a reload.
  await page.locator(".place").nth(0).focus();
  await press(page, "Delete", "Control+Digit1", "Control+Digit7");
  await settled(page);
  assert.equal(await page.locator("#r1c1 text.mark").count(), 2);
  await page.reload();
  await page.waitForSelector("text.mark");
  assert.equal(new Set(await sevens()).size, 1);
});

pageTest("typing goes on at the selected cell after a click on the pad", async (page) => {
  await paste(page, SMALL);
  const at = await middle(page, 2);
  await page.mouse.click(at.x, at.y);
  for (const layer of ["corner", "centre", "digit"]) await page.click(`[data-layer=${layer}]`);
  await press(page, "3");
  assert.match(await label(page, 2), /: 3$/);
  await page.click(".digit[data-symbol='4']");
  assert.match(await label(page, 2), /: 4$/);
  await press(page, "ArrowRight", "3");
  assert.match(await label(page, 3), /: 3$/);
  await page.click("#undo");
  await press(page, "ArrowDown", "1");
  assert.match(await label(page, 7), /: 1$/);
});

pageTest("keys work before anything has been clicked", async (page) => {
  await paste(page, SMALL);
  await page.reload();
  await page.waitForSelector(".place >> nth=15");
  await press(page, "ArrowRight", "ArrowRight", "4");
  assert.match(await label(page, 2), /: 4$/);
});

pageTest("the focus stays on the pad for those who use it by keyboard", async (page) => {
  await paste(page, SMALL);
  await page.focus("[data-layer=corner]");
  await press(page, "Enter");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.layer), "corner");
  await press(page, "Tab", "Enter");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.layer), "centre");
});

pageTest("the link to the board leads to a cell that takes keys", async (page) => {
  await paste(page, SMALL);
  await page.focus("#skip");
  await press(page, "Enter", "ArrowRight", "ArrowRight", "3");
  assert.match(await label(page, 2), /: 3$/);
  assert.ok(!page.url().includes("#"));
});

pageTest("a new puzzle keeps the game before it, and the way back; a solved one is not kept", async (page) => {
  await paste(page, SMALL);
  await enter(page, { 2: "3", 3: "4" });
  await paste(page, OTHER);
  await page.waitForSelector("#kept:not([hidden])");
  assert.match((await page.textContent("#kept-what")) ?? "", /Sudoku, 2 moves/);
  await enter(page, { 1: "2" });
  // Each is kept while the other is played.
  await page.click("#kept-open");
  await page.waitForFunction(() => document.querySelectorAll(".place")[15]?.getAttribute("aria-label")?.endsWith("given 3"));
  assert.deepEqual(await entered(page), { 2: "3", 3: "4" });
  await page.click("#kept-open");
  await page.waitForFunction(() => document.querySelectorAll(".place")[15]?.getAttribute("aria-label")?.endsWith("given 4"));
  assert.deepEqual(await entered(page), { 1: "2" });
  // The same puzzle again: the game goes on.
  await paste(page, OTHER);
  assert.deepEqual(await entered(page), { 1: "2" });
  await paste(page, SMALL);
  assert.deepEqual(await entered(page), { 2: "3", 3: "4" });
  await page.click("#kept-forget");
  await enter(page, { 4: "3", 5: "4", 6: "1", 7: "2", 8: "4", 9: "3", 10: "2", 11: "1", 12: "2", 13: "1" });
  await solved(page);
  await paste(page, OTHER);
  assert.ok(!(await page.isVisible("#kept")));
});

pageTest("switching off what is pointed out takes it away at once", async (page) => {
  await paste(page, JSON.stringify({ family: "nonogram", rows: [[1], [1]], columns: [[1], [1]] }));
  await page.locator(".place").first().focus();
  await press(page, "Space");
  await settled(page);
  await page.waitForSelector(".clue.done");
  await press(page, "ArrowRight", "Space");
  await settled(page);
  await page.waitForSelector(".clue.wrong");
  await page.click("#more");
  await page.uncheck("#set-pointOut");
  assert.equal(await page.locator(".clue.wrong").count(), 0);
  await page.uncheck("#set-fadeClues");
  assert.equal(await page.locator(".clue.done").count(), 0);
  await page.check("#set-pointOut");
  assert.ok((await page.locator(".clue.wrong").count()) > 0);
});

pageTest("an answer to a question is no move, and nothing is said of the shortest plan after one", async (page) => {
  await paste(page, HIDDEN);
  await page.locator(".place").first().focus();
  await press(page, "1", "3");
  await page.click('[data-piece="2"]');
  await page.waitForSelector("[data-offer]");
  await press(page, "2", "1", "2", "3");
  await solved(page);
  const said = (await page.textContent(".answer")) ?? "";
  assert.match(said, /Solved! 3 moves, no hints\./);
  assert.doesNotMatch(said, /shorter|shortest/);
});

pageTest("the list of steps ends with one full stop", async (page) => {
  await page.click("#tab-steps");
  await page.waitForSelector(".steps");
  const end = (await page.textContent("#panel-steps > p.soft")) ?? "";
  assert.match(end, /^Solved in \d+ steps\.$/);
});

pageTest("locks and hidden balls are explained, and a plan that ends at one is not called a solution", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["blue", "red"], ["red", "blue"], [], []], locks: { 4: "red" }, rule: "ball" }));
  assert.match((await page.textContent("#rule")) ?? "", /Bottle 4 is locked until colour red is complete\. A locked bottle/);
  assert.match(await label(page, 3), /closed until colour red is complete$/);
  await paste(page, HIDDEN);
  assert.match((await page.textContent("#rule")) ?? "", /A ball marked \? is hidden/);
  await page.click("#solution");
  await page.waitForSelector("#said");
  assert.match((await page.textContent("#said")) ?? "", /^Part of the puzzle is hidden.*\.$/);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForSelector("#sheet .solution", { state: "attached" });
  assert.equal(await page.textContent("#sheet .solution h2"), "Plan until more is revealed");
});

pageTest("a bottle that opens loses its lid, and gets it back with the moves", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["blue", "red"], ["red", "blue"], [], [], []], locks: { 5: "red" }, rule: "ball" }));
  const lids = () => page.$$eval(".stage > svg [class*=lid-]", (lids) => lids.map((lid) => getComputedStyle(lid).opacity));
  assert.deepEqual(await lids(), ["1"]);
  await page.locator(".place").first().focus();
  // Both reds into bottle 3: the lock opens.
  await press(page, "1", "3", "2", "4", "2", "3");
  await page.waitForFunction(() => !document.querySelector(".place.closed"));
  assert.deepEqual(await lids(), ["0"]);
  await page.keyboard.press("Control+z");
  await page.waitForSelector(".place.closed");
  assert.deepEqual(await lids(), ["1"]);
});

pageTest("white balls can be seen on white paper, and names stay inside of their balls", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["white", "orange"], ["orange", "white"], []], rule: "ball" }));
  const seen = await page.$$eval(".stage > svg .cell circle", (discs) =>
    discs.map((disc) => ({ rim: getComputedStyle(disc).stroke, width: disc.getBoundingClientRect().width, text: disc.parentElement?.querySelector("text")?.getBoundingClientRect().width ?? 0 })),
  );
  assert.equal(seen.length, 4);
  for (const { rim, width, text } of seen) assert.ok(rim !== "none" && text <= width, `${rim}, ${text} of ${width}`);
});

pageTest("a revealed ball is chosen by its colour", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["?", "red"], ["?", "green"], [], []], rule: "ball" }));
  await page.locator(".place").first().focus();
  await press(page, "1", "3");
  const [red, green, blue] = await page.locator('[data-piece="red"] .brush').evaluate((chip) => getComputedStyle(chip).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
  assert.ok((red ?? 0) > 150 && (green ?? 255) < 100 && (blue ?? 255) < 100, String([red, green, blue]));
});

pageTest("a cage that is exceeded marks its sum", async (page) => {
  await paste(page, JSON.stringify({ family: "sudoku", box: [2, 2], cells: ".".repeat(16), cages: [{ sum: 5, cells: ["r1c1", "r1c2", "r1c3"] }] }));
  await enter(page, { 0: "4", 1: "3" });
  await page.waitForSelector(".sum.wrong");
});

pageTest("the list of keys has no letter that the board writes", async (page) => {
  await paste(page, JSON.stringify({ family: "sudoku", box: [5, 5], cells: ".".repeat(625) }));
  await press(page, "?");
  const keys = await page.$$eval("dialog dt", (terms) => terms.map((term) => term.textContent));
  assert.ok(!keys.includes("H") && !keys.includes("Z X C V") && keys.includes("T"), keys.join());
});
