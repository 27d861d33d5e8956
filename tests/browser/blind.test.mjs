// For players who cannot see the board: one puzzle of each family is played with only the accessibility tree and the keyboard.
// Nothing is read from the picture, from classes or from positions on the screen.

import assert from "node:assert/strict";
import { ask, browserTests, example, paste, settled } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

/** The accessibility tree as the browser hands it to a screen reader. @param {import("playwright-core").Page} page */
async function tree(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => ({
    role: String(node.role?.value ?? ""),
    name: String(node.name?.value ?? ""),
    isFocused: (node.properties ?? []).some(({ name, value }) => name === "focused" && value.value === true),
  }));
}

/** The cells, by name, in reading order. @param {import("playwright-core").Page} page */
const cells = async (page) => (await tree(page)).filter(({ role }) => role === "gridcell");

/** What is read out now. @param {import("playwright-core").Page} page */
const focused = async (page) => (await cells(page)).find(({ isFocused }) => isFocused)?.name ?? "";

/** Goes to the board by keyboard alone. @param {import("playwright-core").Page} page */
async function enterBoard(page) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await focused(page)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Control+Home");
}

/** Walks over the board row by row with the arrows, and does something at each cell. @param {import("playwright-core").Page} page @param {number} rows @param {number} columns @param {(row: number, column: number) => Promise<void>} act */
async function walk(page, rows, columns, act) {
  for (let row = 0; row < rows; row++) {
    await page.keyboard.press("Home");
    for (let column = 0; column < columns; column++) {
      await act(row, column);
      if (column + 1 < columns) await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
}

/** Waits until the page says that all is solved. @param {import("playwright-core").Page} page */
async function solvedIsAnnounced(page) {
  for (let tries = 0; tries < 60; tries++) {
    if ((await tree(page)).some(({ name }) => /^Solved!/.test(name))) return;
    await page.waitForTimeout(100);
  }
  assert.fail("the end of the game is not announced");
}

pageTest("a Sudoku is played with a screen reader", async (page) => {
  await paste(page, "1...\n..3.\n.4..\n...2");
  const names = (await cells(page)).map(({ name }) => name);
  // What a screen reader announces is enough to solve the board.
  const text = names.map((name) => /given (\d)/.exec(name)?.[1] ?? ".").join("");
  assert.equal(names[0], "Row 1, column 1: given 1");
  const { solutions } = await ask(env.server.url, "solve", { puzzle: text, family: "sudoku" });
  await enterBoard(page);
  await walk(page, 4, 4, async (row, column) => {
    if (text[row * 4 + column] === ".") await page.keyboard.press(solutions[0][row * 4 + column]);
  });
  await solvedIsAnnounced(page);
});

pageTest("a Nonogram is played with a screen reader: clues are in the names, and each touch announces what the line holds", async (page) => {
  const { text } = await example(env.server.url, "nonogram", "arrow");
  await paste(page, text);
  const names = (await cells(page)).map(({ name }) => name);
  // The clues are taken from the names of the cells alone.
  const numbers = (/** @type {string | undefined} */ said) => (said ? said.split(" ").map(Number) : []);
  /** @type {Map<number, number[]>} */
  const [rows, columns] = [new Map(), new Map()];
  for (const name of names) {
    const [, row, rowClue, column, columnClue] = /^Row (\d+)(?:, clues? ([\d ]+))?, column (\d+)(?:, clues? ([\d ]+))?: open$/.exec(name) ?? [];
    assert.ok(row && column, name);
    rows.set(Number(row), numbers(rowClue));
    columns.set(Number(column), numbers(columnClue));
  }
  const announced = JSON.stringify({ family: "nonogram", rows: [...rows.values()], columns: [...columns.values()] });
  const { solutions, verdict } = await ask(env.server.url, "solve", { puzzle: announced });
  assert.equal(verdict, "unique");
  await enterBoard(page);
  let isFirst = true;
  await walk(page, rows.size, columns.size, async (row, column) => {
    if (solutions[0][row][column] !== "#") return;
    await page.keyboard.press("Space");
    if (!isFirst) return;
    isFirst = false;
    await settled(page);
    await page.waitForFunction(() => /^Row \d+, clues? [\d ]+: 1 filled, \d+ open\. Column \d+/.test(document.getElementById("live")?.textContent ?? ""));
  });
  await solvedIsAnnounced(page);
});

pageTest("an Aquarium is played with a screen reader", async (page) => {
  const { text } = await example(env.server.url, "aquarium", "harbour");
  await paste(page, text);
  const names = (await cells(page)).map(({ name }) => name);
  const parts = names.map((name) => /^Row (\d+)(?:, clue (\d+))?, column (\d+)(?:, clue (\d+))?, tank of (r\d+c\d+): open$/.exec(name));
  assert.ok(parts.every(Boolean), names[0]);
  const rows = Math.max(...parts.map((part) => Number(part?.[1])));
  const columns = Math.max(...parts.map((part) => Number(part?.[3])));
  const at = (/** @type {number} */ row, /** @type {number} */ column) => parts[row * columns + column];
  const number = (/** @type {string | undefined} */ said) => (said === undefined ? null : Number(said));
  const { rule } = await ask(env.server.url, "board", { puzzle: text, family: "aquarium" });
  const announced = JSON.stringify({
    family: "aquarium",
    rows: Array.from({ length: rows }, (_, row) => number(at(row, 0)?.[2])),
    columns: Array.from({ length: columns }, (_, column) => number(at(0, column)?.[4])),
    tanks: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => at(row, column)?.[5])),
    rule,
  });
  const { solutions, verdict } = await ask(env.server.url, "solve", { puzzle: announced });
  assert.equal(verdict, "unique");
  await enterBoard(page);
  await walk(page, rows, columns, async (row, column) => {
    if (solutions[0][row][column] !== "1" || /water$/.test(await focused(page))) return;
    await page.keyboard.press("Space");
    await settled(page);
  });
  await solvedIsAnnounced(page);
});

pageTest("bottles are sorted with a screen reader", async (page) => {
  const { text } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  const names = (await cells(page)).map(({ name }) => name);
  // "Bottle 1: from the top: 1, 3, 2, 1; full"
  const bottles = names.map((name) => (/from the top: ([^;]*)/.exec(name)?.[1] ?? "").split(", ").filter(Boolean).reverse());
  const capacity = Math.max(...bottles.map((bottle) => bottle.length));
  const { solutions } = await ask(env.server.url, "solve", { puzzle: JSON.stringify({ family: "ballsort", capacity, bottles, rule: "ball" }) });
  await enterBoard(page);
  let place = 0;
  const go = async (/** @type {number} */ to) => {
    for (; place < to; place++) await page.keyboard.press("ArrowRight");
    for (; place > to; place--) await page.keyboard.press("ArrowLeft");
    assert.match(await focused(page), new RegExp(`^Bottle ${to + 1}: `));
    await page.keyboard.press("Space");
  };
  for (const [from, to] of solutions[0].moves) {
    await go(from - 1);
    await go(to - 1);
    await settled(page);
  }
  await solvedIsAnnounced(page);
});
