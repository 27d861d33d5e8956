// A puzzle on paper, entered in the editor and explained to the first hint: by keyboard alone, and by touch alone on a phone. Every key, tap and
// stroke is counted: even somebody slow is done within two minutes.

import assert from "node:assert/strict";
import { ask, browserTests } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

/** Two minutes: at one tap or stroke a second, and at two keys a second. */
const MOST = { taps: 120, keys: 240 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A puzzle as it is printed. @param {string} family @param {Record<string, unknown>} options @returns {Promise<any>} */
async function paper(family, options) {
  const { puzzles } = await ask(env.server.url, "generate", { family, options: { seed: 3, to: "json", ...options } });
  return JSON.parse(puzzles[0].text);
}

/** The cells of each tank in an order in which each touches the one before it, as far as there is one: strokes. @param {number[][]} tanks */
function strokes(tanks) {
  const columns = tanks[0]?.length ?? 0;
  const of = tanks.flat();
  const left = new Set(of.keys());
  /** @type {number[][]} */
  const all = [];
  const beside = (/** @type {number} */ at) => [at + 1, at - 1, at + columns, at - columns].filter((to) => left.has(to) && of[to] === of[at] && (Math.abs(to - at) > 1 || Math.floor(to / columns) === Math.floor(at / columns)));
  while (left.size > 0) {
    const own = [...left].filter((at) => of[at] === of[/** @type {number} */ ([...left][0])]);
    // A stroke that goes back over its own cells draws them once.
    const [first = 0] = own;
    const stroke = [first];
    const visit = (/** @type {number} */ at) => {
      left.delete(at);
      for (let next = beside(at)[0]; next !== undefined; next = beside(at)[0]) {
        stroke.push(next);
        visit(next);
        stroke.push(at);
      }
    };
    visit(first);
    while (stroke.length > 1 && stroke.indexOf(/** @type {number} */ (stroke.at(-1))) < stroke.length - 1) stroke.pop();
    all.push(stroke);
  }
  return all;
}

const BOTTLES = [["red", "blue", "green", "red"], ["green", "red", "blue", "blue"], ["green", "blue", "red", "green"]];

/** Hands that have nothing but a keyboard. @param {import("playwright-core").Page} page */
function keyboard(page) {
  let count = 0;
  const press = async (/** @type {string} */ key) => {
    count++;
    await page.keyboard.press(key);
  };
  const at = (/** @type {string} */ selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const to = async (/** @type {string} */ selector, key = "Tab") => {
    await page.waitForSelector(selector);
    for (let tries = 0; !(await at(selector)); tries++) {
      assert.ok(tries < 40, `the keyboard does not get to ${selector}`);
      await press(key);
    }
  };
  const go = async (/** @type {string} */ selector, key = "Tab") => {
    await to(selector, key);
    await press("Enter");
  };
  return { press, to, go, count: () => count };
}

/** Opens an empty board by keyboard. @param {ReturnType<typeof keyboard>} hands @param {import("playwright-core").Page} page @param {string} blank */
async function blankByKeys(hands, page, blank) {
  await hands.press("n");
  await hands.go("dialog .choices button:nth-child(5)");
  await hands.go(`dialog [data-blank="${blank}"]`);
  await page.waitForSelector("body.editing");
}

/** Plays what was entered, and asks for a hint and its reason. @param {ReturnType<typeof keyboard>} hands @param {import("playwright-core").Page} page @param {string} verdict */
async function explainByKeys(hands, page, verdict) {
  await page.waitForSelector(`#verdict[data-verdict=${verdict}]`);
  await hands.go("#edit-play");
  await page.waitForSelector("body:not(.editing)");
  await hands.press("h");
  await page.waitForSelector("[data-depth=why]");
  await hands.press("h");
  await page.waitForSelector("[data-depth=do]");
  assert.ok(hands.count() <= MOST.keys, `${hands.count()} keys`);
  console.log(`${hands.count()} keys`);
}

/** The fingers of somebody with a phone. @param {import("playwright-core").Page} page */
async function fingers(page) {
  let count = 0;
  const session = await page.context().newCDPSession(page);
  const send = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  // People are slower than the engine: what was done before is on the board.
  let open = 0;
  page.on("request", (request) => void (request.url().endsWith("/api/edit") && open++));
  page.on("requestfinished", (request) => void (request.url().endsWith("/api/edit") && open--));
  const frame = () => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const rest = async () => {
    do await frame();
    while (open > 0);
    await frame();
  };
  const tap = async (/** @type {string} */ selector) => {
    count++;
    await rest();
    await page.locator(selector).first().tap();
  };
  /** Taps a place, or draws through several, no faster than a finger: what ends in motion is a fling, which swallows the next tap. @param {number[]} places */
  const draw = async (places) => {
    count++;
    await rest();
    const points = await page.evaluate((wanted) => {
      const all = document.querySelectorAll(".place");
      all[wanted[0] ?? 0]?.scrollIntoView({ block: "nearest" });
      return wanted.map((place) => {
        const { x = 0, y = 0, width = 0, height = 0 } = all[place]?.getBoundingClientRect() ?? {};
        return { x: x + width / 2, y: y + height / 2 };
      });
    }, places);
    const [first = { x: 0, y: 0 }, ...others] = points;
    await send("touchStart", [first]);
    for (const point of others) {
      await page.waitForTimeout(20);
      await send("touchMove", [point]);
    }
    await page.waitForTimeout(60);
    await send("touchEnd", []);
  };
  /** Types on the keyboard of the phone. @param {string} text */
  const type = async (text) => {
    for (const key of text) {
      count++;
      await page.keyboard.press(key === "\n" ? "Enter" : key);
    }
  };
  return { tap, draw, type, count: () => count };
}

/** @param {Awaited<ReturnType<typeof fingers>>} hands @param {import("playwright-core").Page} page @param {string} blank */
async function blankByTouch(hands, page, blank) {
  await hands.tap("#new");
  await hands.tap("dialog .choices button:nth-child(5)");
  await hands.tap(`dialog [data-blank="${blank}"]`);
  await page.waitForSelector("body.editing");
}

/** @param {Awaited<ReturnType<typeof fingers>>} hands @param {import("playwright-core").Page} page @param {string} verdict */
async function explainByTouch(hands, page, verdict) {
  await page.waitForSelector(`#verdict[data-verdict=${verdict}]`);
  await hands.tap("#edit-play");
  await page.waitForSelector("body:not(.editing)");
  await hands.tap("#hint");
  await hands.tap("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  assert.ok(hands.count() <= MOST.taps, `${hands.count()} taps`);
  console.log(`${hands.count()} taps`);
}

/** The clues of all lines, in the order in which they are typed. @param {(number | number[])[]} rows @param {(number | number[])[]} columns */
const clues = (rows, columns) => [...rows, ...columns].map((clue) => [clue].flat().join(" "));

/** The digits of a printed Sudoku, row by row. */
const digits = async () => [...(await paper("sudoku", { givens: "26..30" })).cells].map((cell) => Number(cell) || 0);

pageTest("a printed Sudoku is entered and explained by keyboard alone", async (page) => {
  const hands = keyboard(page);
  const given = await digits();
  await blankByKeys(hands, page, "sudoku/9x9");
  for (const digit of given.slice(0, given.findLastIndex(Boolean) + 1)) {
    if (digit) await hands.press(String(digit));
    await hands.press(" ");
  }
  await explainByKeys(hands, page, "unique");
});

pageTest("a printed Sudoku is entered and explained by touch alone", async (page) => {
  const hands = await fingers(page);
  await blankByTouch(hands, page, "sudoku/9x9");
  for (const [place, digit] of (await digits()).entries()) {
    if (!digit) continue;
    await hands.draw([place]);
    await hands.tap(`[data-choice="${digit}"]`);
  }
  await explainByTouch(hands, page, "unique");
}, PHONE);

pageTest("a printed Nonogram is entered and explained by keyboard alone", async (page) => {
  const hands = keyboard(page);
  const { rows, columns } = await paper("nonogram", { size: "10x10" });
  await blankByKeys(hands, page, "nonogram/10x10");
  for (const clue of clues(rows, columns)) for (const key of [...clue, "Enter"]) await hands.press(key);
  await explainByKeys(hands, page, "unique");
});

pageTest("a printed Nonogram is entered and explained by touch alone", async (page) => {
  const hands = await fingers(page);
  const { rows, columns } = await paper("nonogram", { size: "10x10" });
  await blankByTouch(hands, page, "nonogram/10x10");
  for (const clue of clues(rows, columns)) await hands.type(`${clue}\n`);
  await explainByTouch(hands, page, "unique");
}, PHONE);

pageTest("a printed Aquarium is entered and explained by keyboard alone", async (page) => {
  const hands = keyboard(page);
  const { rows, columns, tanks } = await paper("aquarium", { size: "6x6" });
  await blankByKeys(hands, page, "aquarium/6x6");
  let at = 0;
  const arrow = (/** @type {number} */ to) => ({ 1: "ArrowRight", [-1]: "ArrowLeft", 6: "ArrowDown", [-6]: "ArrowUp" })[to - at] ?? "";
  for (const [first = 0, ...rest] of strokes(tanks)) {
    while (at !== first) {
      const next = Math.floor(at / 6) !== Math.floor(first / 6) ? at + 6 * Math.sign(Math.floor(first / 6) - Math.floor(at / 6)) : at + Math.sign(first - at);
      await hands.press(arrow(next));
      at = next;
    }
    for (const next of rest) {
      await hands.press(`Shift+${arrow(next)}`);
      at = next;
    }
    await hands.press("Enter");
  }
  await hands.go("[data-tool=clues]");
  for (const clue of clues(rows, columns)) for (const key of [...clue, "Enter"]) await hands.press(key);
  await explainByKeys(hands, page, "unique");
});

pageTest("a printed Aquarium is entered and explained by touch alone", async (page) => {
  const hands = await fingers(page);
  const { rows, columns, tanks } = await paper("aquarium", { size: "6x6" });
  await blankByTouch(hands, page, "aquarium/6x6");
  for (const stroke of strokes(tanks)) await hands.draw(stroke);
  await hands.tap("[data-tool=clues]");
  for (const clue of clues(rows, columns)) await hands.type(`${clue}\n`);
  await explainByTouch(hands, page, "unique");
}, PHONE);

pageTest("bottles on paper are entered and explained by keyboard alone", async (page) => {
  const hands = keyboard(page);
  await blankByKeys(hands, page, "ballsort/5x4");
  for (const [at, bottle] of BOTTLES.entries()) {
    if (at > 0) await hands.press("ArrowRight");
    for (const colour of bottle) {
      await hands.press(String(1 + ["red", "blue", "green"].indexOf(colour)));
      await hands.press(" ");
    }
  }
  await explainByKeys(hands, page, "solvable");
});

pageTest("bottles on paper are entered and explained by touch alone", async (page) => {
  const hands = await fingers(page);
  await blankByTouch(hands, page, "ballsort/5x4");
  for (const [at, bottle] of BOTTLES.entries()) {
    for (const colour of bottle) {
      await hands.tap(`[data-choice=${colour}]`);
      await hands.draw([at]);
    }
  }
  await explainByTouch(hands, page, "solvable");
}, PHONE);
