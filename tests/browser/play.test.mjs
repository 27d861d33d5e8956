// Playing, where it is about the engine behind the page: touches are seen at once whatever the engine takes, nothing is lost, and
// a family that brings no script of its own is played like any other.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ask, browserTests, hold, middle, newPage, paste, program, run, settled, solved } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

/** What the cells hold, from their accessible names. @param {import("playwright-core").Page} page */
const labels = (page) => page.$$eval(".place", (places) => places.map((place) => /: (.*)$/.exec(place.getAttribute("aria-label") ?? "")?.[1]));

/** Makes the engine take its time over every touch. @param {import("playwright-core").Page} page @param {number} delay */
async function slowEngine(page, delay) {
  let asked = 0;
  await page.route("**/api/play", async (route) => {
    asked++;
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
  return () => asked;
}

/** One tank of three rows, and another beside it. */
const TANKS = JSON.stringify({ family: "aquarium", columns: [2, 2, 0], rows: [0, 2, 2], tanks: [[1, 1, 2], [1, 1, 2], [1, 1, 2]], rule: "region" });

pageTest("a touch is seen at once, and what follows from it when the engine says so", async (page) => {
  await paste(page, TANKS);
  await slowEngine(page, 500);
  const at = await middle(page, 3);
  await page.mouse.click(at.x, at.y);
  assert.deepEqual((await labels(page)).filter((label) => label === "water").length, 1, "the touched cell alone");
  await solved(page);
  assert.deepEqual(await labels(page), ["open", "open", "open", "water", "water", "open", "water", "water", "open"]);
  // All of it is one move.
  await page.click("#undo");
  await settled(page);
  assert.ok((await labels(page)).every((label) => label === "open"));
  await page.click("#redo");
  await settled(page);
  assert.equal((await labels(page)).filter((label) => label === "water").length, 4);
});

pageTest("touches that come faster than answers are all kept, and sent together", async (page) => {
  const columns = 12;
  await paste(page, JSON.stringify({ family: "nonogram", rows: Array.from({ length: columns }, () => [columns]), columns: Array.from({ length: columns }, () => [columns]) }));
  const asked = await slowEngine(page, 300);
  await page.mouse.move(.../** @type {[number, number]} */ (Object.values(await middle(page, 0))));
  await page.mouse.down();
  for (let place = 1; place < columns; place++) await page.mouse.move(...Object.values(await middle(page, place)));
  await page.mouse.up();
  assert.equal((await labels(page)).filter((label) => label === "filled").length, columns);
  // Undo in the middle of it all takes the whole stroke back.
  await page.locator(".place").nth(20).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll(".place")[20]?.getAttribute("aria-label")?.endsWith("open"));
  await settled(page);
  assert.equal((await labels(page)).filter((label) => label === "filled").length, columns);
  assert.equal(await page.locator("#row1 .clue.done").count(), 1);
  assert.ok(asked() <= 6, `${asked()} questions`);
  await page.click("#undo");
  await settled(page);
  assert.equal((await labels(page)).filter((label) => label === "filled").length, 0);
});

pageTest("moves that come faster than answers are made in order", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [[1, 2], [2, 1], []], rule: "ball" }));
  await slowEngine(page, 200);
  await page.locator(".place").first().focus();
  for (const key of ["1", "3", "2", "1", "2", "3"]) await page.keyboard.press(key);
  await solved(page);
});

pageTest("undo, redo and trying out are done in their order, however late the answers come", async (page) => {
  const press = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await paste(page, "12..\n....\n....\n..43");
  let answer = await hold(page, "play");
  await page.locator(".place").nth(2).focus();
  await press("4", "Control+z", "3", "t", "ArrowRight", "4", "Escape", "ArrowDown", "2");
  assert.deepEqual((await labels(page)).slice(2, 8), ["3", "empty", "empty", "empty", "empty", "2"]);
  answer();
  await settled(page);
  assert.deepEqual((await labels(page)).slice(2, 8), ["3", "empty", "empty", "empty", "empty", "2"]);
  await page.reload();
  await page.waitForSelector(".place >> nth=15");
  assert.deepEqual((await labels(page)).slice(2, 8), ["3", "empty", "empty", "empty", "empty", "2"]);
  await page.locator(".place").nth(7).focus();
  await press("Control+z");
  assert.equal((await labels(page))[7], "empty");
  // What was tried and thrown away stands in nobody's way: a digit still strikes the marks that it rules out there.
  await page.locator(".place").nth(3).focus();
  await press("Control+Digit2", "Control+Digit4", "ArrowDown", "2");
  await settled(page);
  assert.equal((await labels(page))[3], "centre marks 4");

  // What follows from a touch comes with it when it is done again, also where the answer came after it was taken back.
  await paste(page, TANKS);
  answer = await hold(page, "play");
  await page.locator(".place").nth(3).focus();
  await press("Space", "Control+z");
  assert.ok((await labels(page)).every((label) => label === "open"));
  answer();
  await settled(page);
  assert.ok((await labels(page)).every((label) => label === "open"));
  await press("Control+y");
  await solved(page);
  assert.equal((await labels(page)).filter((label) => label === "water").length, 4);

  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [[1, 2], [2, 1], []], rule: "ball" }));
  answer = await hold(page, "play");
  await page.locator(".place").first().focus();
  await press("1", "3", "Control+z", "2", "3");
  answer();
  await page.waitForFunction(() => /from the top: 1; room for 1$/.test(document.querySelectorAll(".place")[2]?.getAttribute("aria-label") ?? ""));
});

pageTest("candidates that are filled in leave a digit alone that was written meanwhile, and heed it", async (page) => {
  await paste(page, "12..\n....\n....\n..43");
  const answer = await hold(page, "play");
  await page.click("#fill-marks");
  await page.locator(".place").nth(2).focus();
  await page.keyboard.press("3");
  answer();
  await page.waitForFunction(() => /centre marks/.test(document.querySelectorAll(".place")[3]?.getAttribute("aria-label") ?? ""));
  await settled(page);
  assert.deepEqual((await labels(page)).slice(2, 4), ["3", "centre marks 4"]);
});

pageTest("a hint is about the board as it is when it comes, and not about another one", async (page) => {
  await paste(page, "12..\n....\n....\n..43");
  let answer = await hold(page, "hint");
  await page.keyboard.press("h");
  await page.keyboard.press("h");
  await page.locator(".place").nth(2).focus();
  for (const key of ["3", "ArrowRight", "4"]) await page.keyboard.press(key);
  answer();
  await page.click("[data-depth=why]");
  await page.click("[data-depth=do]");
  await settled(page);
  // Two digits by hand, and the step that came after them.
  assert.ok((await labels(page)).filter((label) => /^\d$/.test(label ?? "")).length >= 2);
  assert.deepEqual((await labels(page)).slice(2, 4), ["3", "4"]);
  answer = await hold(page, "hint");
  await page.keyboard.press("h");
  await paste(page, TANKS);
  answer();
  assert.doesNotMatch((await page.textContent(".answer")) ?? "", /Stopped/);
});

pageTest("of two families that are chosen quickly, the last one is shown", async (page) => {
  await page.waitForSelector(".place >> nth=80");
  // The answer for the last one comes first.
  let asked = 0;
  /** @type {(value?: unknown) => void} */
  let answer = () => {};
  const held = new Promise((resolve) => void (answer = resolve));
  await page.route("**/api/board", (route) => (++asked <= 2 ? held.then(() => route.fallback()) : route.fallback()));
  for (const family of ["nonogram", "aquarium", "ballsort"]) await page.click(`[data-family=${family}]`);
  await page.waitForFunction(() => /bottles/.test(document.getElementById("caption")?.textContent ?? ""));
  let late = 0;
  const both = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/api/board") && ++late === 2);
  answer();
  await both;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.match((await page.textContent("#caption")) ?? "", /bottles/);
});

pageTest("a refused move says why, in the engine's words", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [[1, 2], [2, 1], []], rule: "ball" }));
  await page.locator(".place").first().focus();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.waitForFunction(() => document.getElementById("toast")?.textContent === "Bottle 2 is full.");
});

pageTest("an engine that fails leaves the touch on the board, and the game goes on", async (page) => {
  await paste(page, TANKS);
  await page.route("**/api/play", (route) => route.fulfill({ status: 422, json: { error: { message: "No." } } }));
  await page.locator(".place").nth(3).focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => /failed to answer/.test(document.getElementById("toast")?.textContent ?? ""));
  assert.equal((await labels(page))[3], "water");
  await page.unroute("**/api/play");
  await page.locator(".place").nth(6).focus();
  await page.keyboard.press("Space");
  await settled(page);
  assert.equal((await labels(page)).filter((label) => label === "water").length, 3);
});

pageTest("a game saved by an older version of the page is dropped with a message, and the puzzle opens", async (page) => {
  const puzzle = JSON.stringify({ family: "nonogram", rows: [[1]], columns: [[1]] });
  for (const moves of [[{ edits: [[0, "", "x"]] }], [{ edits: [], mark: "grow" }], [{ edits: [[0, "?", "#"]] }]]) {
    await page.goto("about:blank");
    await page.goto(env.server.url);
    await page.waitForSelector(".place");
    await page.evaluate((kept) => {
      addEventListener("pagehide", () => localStorage.setItem("quandary.last", kept));
      localStorage.setItem("quandary.last", kept);
    }, JSON.stringify({ puzzle, family: "nonogram", moves, at: 1, played: 0 }));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".place").length === 1);
    await page.waitForFunction(() => /no longer fits/.test(document.getElementById("toast")?.textContent ?? ""));
    assert.deepEqual(await labels(page), ["open"]);
  }
});

// The largest boards that people play: how long until a touched cell is painted. Printed, not judged: machines differ.
test("how quickly a touch is seen on boards of 50 by 50", { timeout: 120_000 }, async () => {
  const side = 50;
  const line = Array.from({ length: 13 }, () => 2);
  const rows = Array.from({ length: side }, () => line);
  const tanks = Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, column) => 1 + Math.floor(row / 10) * 5 + Math.floor(column / 10)));
  const counts = Array.from({ length: side }, () => 20);
  const bottles = [...Array.from({ length: 46 }, (_, bottle) => Array.from({ length: 30 }, (_, height) => 1 + ((bottle + height) % 46))), [], [], [], []];
  const boards = {
    nonogram: { family: "nonogram", rows, columns: rows },
    aquarium: { family: "aquarium", columns: counts, rows: counts, tanks, rule: "pool" },
    "aquarium, one tank": { family: "aquarium", columns: counts, rows: counts, tanks: tanks.map((row) => row.map(() => 1)), rule: "region" },
    sudoku: { family: "sudoku", box: [5, 5], cells: ".".repeat(625) },
    ballsort: { family: "ballsort", capacity: 30, bottles, rule: "ball" },
  };
  const { page, context, problems } = await newPage(env.browser, env.server.url);
  try {
    await page.goto(env.server.url);
    await page.waitForSelector("#families button >> nth=3");
    for (const [name, board] of Object.entries(boards)) {
      await paste(page, JSON.stringify(board));
      await page.evaluate(() => {
        const times = { handled: /** @type {number[]} */ ([]), painted: /** @type {number[]} */ ([]), answered: /** @type {number[]} */ ([]) };
        Object.assign(globalThis, { times });
        const grid = document.querySelector(".grid");
        for (const kind of ["pointerdown", "keydown"]) {
          grid?.addEventListener(kind, (event) => {
            const began = event.timeStamp;
            const start = performance.now();
            // The page's own listener stands before this one.
            grid.addEventListener(kind, () => times.handled.push(performance.now() - start), { once: true });
            // Painted: the frame after the one in which the handlers ran.
            requestAnimationFrame(() => setTimeout(() => times.painted.push(performance.now() - began)));
            const look = () => (document.querySelector("#board[data-waiting]") ? requestAnimationFrame(look) : times.answered.push(performance.now() - began));
            requestAnimationFrame(look);
          }, { capture: true });
        }
      });
      for (let touch = 0; touch < 12; touch++) {
        const places = await page.locator(".place").count();
        const place = Math.min(places - 1, board.family === "ballsort" ? (touch % 2 === 0 ? 0 : 46) : 7 + 53 * touch);
        const cell = page.locator(".place").nth(place);
        if (board.family === "sudoku") {
          await cell.focus();
          await page.keyboard.press(String(1 + (touch % 9)));
        } else {
          await cell.scrollIntoViewIfNeeded();
          const at = await middle(page, place);
          await page.mouse.click(at.x, at.y);
        }
        await page.waitForTimeout(60);
        await settled(page);
      }
      const { handled, painted, answered } = await page.evaluate(() => /** @type {any} */ (globalThis).times);
      const middleOf = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
      console.log(`# ${name}: written after ${middleOf(handled).toFixed(1)} ms (most ${Math.max(...handled).toFixed(1)}), painted after ${middleOf(painted).toFixed(1)} ms (most ${Math.max(...painted).toFixed(1)}), answered after ${middleOf(answered).toFixed(1)} ms (most ${Math.max(...answered).toFixed(1)}), ${painted.length} touches`);
      assert.ok(painted.length >= 12, name);
    }
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
});

const dummy = process.env.QUANDARY_DUMMY_BIN ?? join(dirname(program), "examples/dummy_family");
const isRequired = process.env.QUANDARY_BROWSER_REQUIRED !== undefined;
const skip = existsSync(dummy) || isRequired ? false : "build it first: cargo build -p quandary-web --example dummy_family";

test("a family that brings no script is played, marked, hinted and shared", { skip, timeout: 60_000 }, async () => {
  const own = await run(dummy, []);
  const { page, context, problems } = await newPage(env.browser, own.url);
  try {
    const { families } = await ask(own.url, "families", {});
    assert.deepEqual(families.map((/** @type {any} */ family) => family.name), ["row"]);
    await page.goto(own.url);
    await page.waitForSelector(".place >> nth=6");
    assert.match(await page.textContent("#caption") ?? "", /^Row, 1×7/);
    assert.deepEqual(await labels(page), ["given 3", "empty", "given 1", "empty", "given 5", "empty", "given 7"]);
    const write = async (/** @type {number} */ place, /** @type {string} */ key) => {
      await page.locator(".place").nth(place).focus();
      await page.keyboard.press(key);
      await settled(page);
    };
    // A broken rule is marked, and gone with its cause.
    await write(1, "3");
    assert.deepEqual(await page.$$eval(".place", (places) => places.flatMap((place, index) => (place.classList.contains("broken") ? [index] : []))), [0, 1]);
    await page.click("#check");
    await page.click("#show-mistake");
    assert.match(await page.textContent("#said") ?? "", /two 3s/);
    await page.keyboard.press("Control+z");
    await settled(page);
    // A digit strikes its marks.
    await write(3, "Control+Digit2");
    await write(3, "Control+Digit4");
    await write(1, "2");
    assert.equal((await labels(page))[3], "centre marks 4");
    await page.reload();
    await page.waitForSelector(".place >> nth=6");
    assert.equal((await labels(page))[1], "2");
    await page.click("#hint");
    await page.waitForSelector("#said");
    // By mouse: cell, then digit.
    for (const [place, digit] of [[3, "4"], [5, "6"]]) {
      const at = await middle(page, Number(place));
      await page.mouse.click(at.x, at.y);
      await page.click(`.digit[data-symbol="${digit}"]`);
    }
    await solved(page);
    // The general generator makes new ones to order.
    await page.click("#new");
    await page.click("dialog .choices button:has-text('Make one')");
    await page.fill("#make-size", "1x5");
    await page.selectOption("#make-grade", "easy");
    await page.fill("#make-seed", "7");
    await page.click("dialog button[type=submit]");
    await page.waitForSelector("dialog", { state: "detached" });
    assert.equal(await page.locator(".place").count(), 5);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    own.stop();
  }
});
