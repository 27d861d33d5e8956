// Large boards and small screens: clues stay in sight, two fingers move the board and one paints, and help comes into view.

import assert from "node:assert/strict";
import { join } from "node:path";
import { ask, browserTests, middle, paste, pictures, settled, solved } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A Nonogram of 50 by 50. */
function large() {
  const rows = Array.from({ length: 50 }, (_, row) => Array.from({ length: 50 }, (_, column) => ((row * 7 + column * 3) % 11 < 6 || row === column ? 1 : 0)));
  const runs = (/** @type {number[]} */ line) => line.join("").split(/0+/).filter(Boolean).map((run) => run.length);
  const columns = rows.map((_, at) => rows.map((row) => row[at] ?? 0));
  return { text: JSON.stringify({ family: "nonogram", rows: rows.map(runs), columns: columns.map(runs) }), rows };
}

/** Sends touches as a phone does. @param {import("playwright-core").Page} page */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  return (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

pageTest("a Nonogram of 50 by 50 on a phone: two fingers zoom and move, one paints, and nothing is painted by accident", async (page) => {
  await paste(page, large().text);
  const board = page.locator("#board");
  const touch = await fingers(page);
  const filled = () => page.$$eval(".place", (places) => places.filter((place) => /filled$/.test(place.getAttribute("aria-label") ?? "")).length);
  const box = await board.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2 + 40, box.y + box.height / 2];
  const side = async () => (await page.locator(".place").nth(0).boundingBox())?.width ?? 0;
  const before = await side();
  assert.ok(before >= 20, `cells are ${before} px wide`);
  // Pinch: apart.
  await touch("touchStart", [{ x: x - 30, y }]);
  await touch("touchStart", [{ x: x - 30, y }, { x: x + 30, y }]);
  for (let by = 35; by <= 60; by += 5) await touch("touchMove", [{ x: x - by, y }, { x: x + by, y }]);
  await touch("touchEnd", []);
  assert.ok((await side()) > 1.7 * before, `${before} to ${await side()}`);
  assert.equal(await filled(), 0);
  // Both fingers move: the board follows.
  const scrolled = () => board.evaluate((host) => [host.scrollLeft, host.scrollTop]);
  const [left = 0, top = 0] = await scrolled();
  await touch("touchStart", [{ x: x - 30, y }, { x: x + 30, y }]);
  for (let by = 10; by <= 60; by += 10) await touch("touchMove", [{ x: x - 30 - by, y: y - by }, { x: x + 30 - by, y: y - by }]);
  await touch("touchEnd", []);
  const [movedLeft = 0, movedTop = 0] = await scrolled();
  assert.ok(movedLeft > left + 30 && movedTop > top + 30, `${left},${top} to ${movedLeft},${movedTop}`);
  assert.equal(await filled(), 0);
  // The clues are still in sight, beside and above.
  for (const band of [".sticky.above svg", ".sticky.beside svg"]) {
    const seen = await page.locator(band).boundingBox();
    const frame = await board.boundingBox();
    assert.ok(seen && frame && seen.x + seen.width > frame.x && seen.y + seen.height > frame.y, band);
    assert.ok(band.includes("above") ? Math.abs(seen.y - frame.y) < 2 : Math.abs(seen.x - frame.x) < 2, `${band} ${JSON.stringify(seen)} ${JSON.stringify(frame)}`);
  }
  // Where they meet, neither lies over the other: the corner is empty, and covers both.
  const corner = await page.locator(".sticky.corner").evaluate((element) => {
    const { width, height } = getComputedStyle(element, "::before");
    const at = element.getBoundingClientRect();
    return [at.x, at.y, parseFloat(width), parseFloat(height)].map(Math.round);
  });
  const [above, beside, host] = await Promise.all([".sticky.above svg", ".sticky.beside svg", "#board"].map((one) => page.locator(one).boundingBox()));
  assert.ok(above && beside && host);
  assert.deepEqual(corner, [host.x, host.y, beside.width, above.height].map(Math.round));
  // The right edge says that the board goes on, until it does not.
  assert.equal(await page.locator(".board[data-more] .edge").count(), 1);
  await board.evaluate((host) => (host.scrollLeft = host.scrollWidth));
  await page.waitForSelector(".board:not([data-more])");
  await board.evaluate((host, left) => (host.scrollLeft = left), movedLeft);
  await page.screenshot({ path: join(pictures, "large-phone.png") });
  // One finger paints a stroke and counts its cells.
  const cell = await side();
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 3; step++) await touch("touchMove", [{ x: x + step * cell, y }]);
  // It follows the finger once for each frame that is drawn.
  await page.waitForFunction(() => document.querySelector("#count:not([hidden])")?.textContent === "4");
  await touch("touchEnd", []);
  await settled(page);
  assert.equal(await filled(), 4);
  assert.ok(await page.isHidden("#count"));
}, PHONE);

/** What is wrong with where things are on a phone. @param {import("playwright-core").Page} page */
async function reach(page) {
  const box = async (/** @type {string} */ one) => (await page.locator(one).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [bar, last, board] = [await box(".ask.first"), await box("#undo"), await box("#board")];
  assert.ok(board.height >= 240 && last.y > board.y + board.height && last.y + last.height <= bar.y, JSON.stringify([bar, last, board]));
}

pageTest("tools and keys are in sight together with a large board, and clues take no touch for the cells under them", async (page) => {
  await paste(page, large().text);
  await reach(page);
  const filled = () => page.$$eval(".place", (places) => places.filter((place) => /filled$/.test(place.getAttribute("aria-label") ?? "")).length);
  for (let times = 0; times < 3; times++) await page.click("#zoom-in");
  await page.locator("#board").evaluate((host) => host.scrollTo(300, 300));
  for (const side of ["above", "beside"]) {
    const band = await page.locator(`.sticky.${side} svg`).boundingBox();
    const frame = await page.locator("#board").boundingBox();
    assert.ok(band && frame);
    await page.touchscreen.tap(side === "above" ? frame.x + frame.width - 60 : band.x + band.width / 2, side === "above" ? band.y + band.height / 2 : frame.y + frame.height - 60);
  }
  await settled(page);
  assert.equal(await filled(), 0);
  // However large the board is, its clues can be read, and are no larger than that.
  const letters = await page.$$eval(".sticky.beside text:not(.away)", (texts) => texts.map((text) => ({ text: text.textContent, height: text.getBoundingClientRect().height })));
  assert.ok(letters.some(({ text }) => text !== "…") && letters.every(({ height }) => height < 24), JSON.stringify(letters.slice(0, 5)));
  // All of it can be seen; there a touch does not paint, but goes nearer.
  while (!(await page.isDisabled("#zoom-out"))) await page.click("#zoom-out");
  const [stage, frame] = await Promise.all([".stage", "#board"].map((one) => page.locator(one).boundingBox()));
  assert.ok(stage && frame && stage.width <= frame.width + 1 && stage.height <= frame.height + 1, JSON.stringify([stage, frame]));
  await page.screenshot({ path: join(pictures, "large-whole.png") });
  const at = await middle(page, 50 * 25 + 25);
  await page.touchscreen.tap(at.x, at.y);
  await page.waitForFunction(() => document.querySelector(".stage")?.clientWidth !== undefined && (document.querySelector(".place")?.getBoundingClientRect().width ?? 0) >= 20);
  assert.equal(await filled(), 0);
  // A board without clues that comes after it has nothing of them on it.
  const made = await ask(env.server.url, "edit", { family: "sudoku", options: { size: "25x25" } });
  await paste(page, made.puzzle);
  assert.equal(await page.locator(".sticky").count(), 0);
  await reach(page);
  assert.deepEqual(await page.locator("#board").evaluate((host) => [host.scrollLeft, host.scrollTop]), [0, 0]);
}, PHONE);

pageTest("a clue that stays in sight has whole numbers, and says where there are more", async (page) => {
  const clue = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? [12, 1, 1, 1, 1, 1, 1, 1] : [1]));
  await paste(page, JSON.stringify({ family: "nonogram", rows: clue, columns: clue }));
  await page.click("#zoom-in");
  await page.click("#zoom-in");
  const frame = await page.locator(".sticky.beside svg").evaluate((band) => band.getBoundingClientRect().left);
  const shown = await page.$$eval('.sticky.beside [data-clue="row1"] text:not(.away)', (texts) => texts.map((text) => ({ text: text.textContent, left: text.getBoundingClientRect().left })));
  assert.ok(shown.length > 1 && shown.every(({ left }) => left >= frame - 2), JSON.stringify([frame, shown]));
  assert.equal(shown.at(-1)?.text, "…");
  assert.ok(shown.slice(0, -1).every(({ text }) => text === "1"));
}, PHONE);

pageTest("a Nonogram of 50 by 50 is solved on a phone, tap by tap, and every tap is brought into view", async (page) => {
  const ones = Array.from({ length: 50 }, () => [1]);
  await paste(page, JSON.stringify({ family: "nonogram", rows: ones, columns: ones }));
  await page.locator(".place").first().focus();
  for (let row = 0; row < 50; row++) {
    const place = row * 50 + row;
    // Arrows bring the next place into view, clear of the clues.
    if (row > 0) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
    }
    const at = await middle(page, place);
    await page.touchscreen.tap(at.x, at.y);
    assert.match(await page.locator(".place").nth(place).getAttribute("aria-label") ?? "", /filled$/, `place ${place}`);
  }
  await solved(page);
}, PHONE);

pageTest("a Sudoku of 25 by 25 on a phone: cells are large enough for a finger, and hints scroll into view", async (page) => {
  const made = await ask(env.server.url, "edit", { family: "sudoku", options: { size: "25x25" } });
  await paste(page, made.puzzle);
  const cell = await page.locator(".place").nth(0).boundingBox();
  assert.ok(cell && cell.width >= 20, `cells are ${cell?.width} px wide`);
  const last = 25 * 25 - 1;
  await page.locator(".place").nth(last).focus();
  await page.keyboard.press("End");
  const frame = await page.locator("#board").boundingBox();
  await page.locator(".place").nth(last).scrollIntoViewIfNeeded();
  const at = await middle(page, last);
  assert.ok(frame && at.x < frame.x + frame.width);
  await page.touchscreen.tap(at.x, at.y);
  await page.click('.digit[data-symbol="P"]');
  await settled(page);
  assert.match(await page.locator(".place").nth(last).getAttribute("aria-label") ?? "", /: P$/);
  await page.screenshot({ path: join(pictures, "large-sudoku-phone.png") });
}, PHONE);

pageTest("what a hint is about comes into view on a large board", async (page) => {
  await paste(page, large().text);
  await page.locator("#board").evaluate((host) => host.scrollTo(host.scrollWidth, host.scrollHeight));
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const seen = await page.evaluate(() => {
    const frame = /** @type {HTMLElement} */ (document.getElementById("board")).getBoundingClientRect();
    const answer = document.querySelector(".answer.open")?.getBoundingClientRect().top ?? innerHeight;
    const all = [...document.querySelectorAll(".place[data-tint=conclusion]")];
    const inside = all.filter((place) => {
      const { left, right, top, bottom } = place.getBoundingClientRect();
      return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= Math.min(frame.bottom, answer, innerHeight);
    });
    return { all: all.length, inside: inside.length, isFirst: inside[0] === all[0] };
  });
  // The first cell, and of the others what fits.
  assert.ok(seen.isFirst && seen.inside >= Math.min(seen.all, 6), JSON.stringify(seen));
  await page.screenshot({ path: join(pictures, "large-hint-phone.png") });
}, PHONE);

pageTest("what a hint is about comes into view where the page was scrolled down", async (page) => {
  await page.waitForFunction(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return (document.querySelector(".place")?.getBoundingClientRect().top ?? 0) < -50;
  });
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  await page.waitForFunction(() => {
    const covered = document.querySelector(".answer.open")?.getBoundingClientRect().top ?? innerHeight;
    const { top = -1, bottom = Infinity } = document.querySelector(".place[data-tint=conclusion]")?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= covered;
  });
}, { viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true });

pageTest("many bottles stand in several rows, and balls are round under the ball rule", async (page) => {
  const bottles = [...Array.from({ length: 20 }, (_, at) => [at + 1, ((at + 1) % 20) + 1, at + 1, ((at + 1) % 20) + 1]), [], []];
  const text = (/** @type {string} */ rule) => JSON.stringify({ family: "ballsort", capacity: 4, bottles, rule });
  await paste(page, text("ball"));
  const boxes = await page.$$eval(".place", (places) => places.map((place) => place.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })));
  assert.ok(new Set(boxes.map(({ y }) => Math.round(y))).size >= 3, "several rows");
  assert.ok(boxes.every(({ width }) => width >= 28), `${boxes[0]?.width} px wide`);
  assert.ok((await page.locator(".stage > svg circle").count()) >= 80);
  await page.screenshot({ path: join(pictures, "bottles-phone.png"), fullPage: true });
  // Arrows go from row to row.
  await page.locator(".place").first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = await page.evaluate(() => [...document.querySelectorAll(".place")].indexOf(/** @type {Element} */ (document.activeElement)));
  assert.ok(focused > 0 && boxes[focused] && Math.abs((boxes[focused]?.x ?? 0) - (boxes[0]?.x ?? 0)) < 2);
  await paste(page, text("water"));
  assert.equal(await page.locator(".stage > svg .cell circle").count(), 0);
}, PHONE);

pageTest("colours look like their names", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 2, bottles: [["blue", "red"], ["red", "blue"], ["green", "yellow"], ["yellow", "green"], []], rule: "ball" }));
  const fills = await page.$$eval(".stage > svg .cell", (cells) => cells.flatMap((cell) => {
    const [name, ball] = [cell.querySelector("text")?.textContent, cell.querySelector("circle, path:not(.ground)")];
    return name && ball ? [[name, getComputedStyle(ball).fill]] : [];
  }));
  for (const [name, fill] of fills) {
    const [red = 0, green = 0, blue = 0] = (/** @type {string} */ (fill).match(/\d+/g) ?? []).map(Number);
    const hue = { red: red > green && red > blue, green: green > red && green >= blue, blue: blue > red && blue > green, yellow: red > 150 && green > 150 && blue < 120 }[/** @type {string} */ (name)];
    assert.ok(hue, `${name} is ${fill}`);
  }
  assert.equal(fills.length, 8);
});
