// Every example of every family is opened from the dialog and played to the end with the page's own controls. Which keys lead
// there follows from the kind of controls and the engine's solution alone: nothing here knows a rule.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, browserTests, newPage, openExample, settled } from "./browser.mjs";

const { env } = browserTests(".place");

/** Plays single keys at a place. @param {import("playwright-core").Page} page @param {number} place @param {string} key */
async function press(page, place, key) {
  await page.locator(".place").nth(place).focus();
  await page.keyboard.press(key);
}

/** What the page says of a place. @param {import("playwright-core").Page} page @param {number} place */
const said = async (page, place) => /: (.*)$/.exec(await page.locator(".place").nth(place).getAttribute("aria-label") ?? "")?.[1] ?? "";

/** Writes the values of a solution. @param {import("playwright-core").Page} page @param {any} board @param {string[]} values */
async function write(page, { play }, values) {
  const { controls, places } = play;
  const brushOf = new Map((controls.brushes ?? []).map((/** @type {any} */ brush) => [brush.symbol, brush]));
  for (const [place, value] of values.entries()) {
    const brush = brushOf.get(value);
    if (!value || places[place].is_given || brush?.is_second) continue;
    if (brush && (await said(page, place)) === brush.spoken) continue;
    await press(page, place, brush?.key ?? value);
    // What follows from a touch may fill other places.
    if (controls.joined?.length > 0) await settled(page);
  }
}

/** Makes moves until the end; what is revealed on the way is named. @param {import("playwright-core").Page} page @param {string} family @param {string} puzzle */
async function move(page, family, puzzle) {
  const { url } = env.server;
  for (let round = 0; round < 20; round++) {
    const { solutions } = await ask(url, "solve", { puzzle, family });
    const moves = solutions?.[0]?.moves ?? [];
    for (const [from, to] of moves) {
      await press(page, from - 1, "Space");
      await press(page, to - 1, "Space");
    }
    await settled(page);
    const question = page.locator("[data-piece]").first();
    if (!(await question.isVisible())) return;
    await question.click();
    await settled(page);
    // A page that is left keeps its game: it says where the game is now.
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    const game = await page.evaluate((name) => JSON.parse(localStorage.getItem(`quandary.game.${name}`) ?? "null"), family);
    const actions = game.moves.slice(0, game.at).map((/** @type {any} */ made) => made.action);
    puzzle = (await ask(url, "play", { puzzle: game.puzzle, family, options: { state: { actions } } })).ask.now;
  }
}

test("every example of every family is opened and played to the end", { timeout: 600_000 }, async () => {
  const { url } = env.server;
  const { families } = await ask(url, "families", {});
  const { page, context, problems } = await newPage(env.browser, url);
  let played = 0;
  try {
    await page.goto(url);
    await page.waitForSelector("#families button >> nth=3");
    for (const family of families) {
      const names = new Set();
      for (const example of family.examples.filter((/** @type {any} */ one) => !names.has(one.name) && names.add(one.name))) {
        const what = `${family.name}: ${example.name}`;
        const board = await ask(url, "board", { puzzle: example.text, family: family.name });
        const { verdict, solutions } = await ask(url, "solve", { puzzle: example.text, family: family.name });
        await openExample(page, family.name, example.name);
        await page.waitForFunction((text) => document.querySelector("#caption")?.textContent?.startsWith(text), `${board.title}, ${board.size}`);
        assert.equal(await page.locator(".place").count(), board.play.places.length, what);
        if (verdict === "impossible") {
          await page.click(board.kind === "moves" ? "#plan" : "#unique");
          await page.waitForFunction(() => /no solution|cannot be solved/.test(document.getElementById("said")?.textContent ?? ""));
          continue;
        }
        assert.ok(solutions.length > 0, `${what}: ${verdict}`);
        if (board.kind === "moves") await move(page, family.name, example.text);
        else {
          const { boards } = await ask(url, "play", { puzzle: example.text, family: family.name, options: { solution: solutions[0] } });
          await write(page, board, boards[0].values);
        }
        await page.waitForSelector(".board.solved", { timeout: 30_000 }).catch(() => assert.fail(`${what} is not solved`));
        assert.equal(await page.locator(".place.broken").count(), 0, what);
        played++;
      }
    }
    console.log(`# ${played} examples were played to the end`);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
});
