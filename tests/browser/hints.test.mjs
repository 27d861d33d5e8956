// Hints that teach: one step at a time, drawn as the engine draws it, with buttons for what comes next.

import assert from "node:assert/strict";
import { join } from "node:path";
import { ask, browserTests, enter, example, paste, pictures, settled } from "./browser.mjs";

const { env, pageTest } = browserTests(".place");

/** A Sudoku of which the first steps but singles are locked candidates and an X-Wing. */
async function needing(/** @type {string} */ technique, /** @type {string} */ family = "sudoku") {
  const made = await ask(env.server.url, "generate", { family, options: { needs: [technique], seed: 5, to: "json" } });
  const { text } = made.puzzles[0];
  const { steps } = await ask(env.server.url, "explain", { puzzle: text, family });
  return { text, steps, at: steps.findIndex((/** @type {any} */ step) => step.name === technique) };
}

/** Asks for a hint up to its reason. @param {import("playwright-core").Page} page */
async function why(page) {
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
}

pageTest("an elimination is a step of its own: shown with candidates, done, and kept as marks", async (page) => {
  const { text } = await needing("locked candidates (pointing)");
  await paste(page, text);
  for (let hints = 0; ; hints++) {
    assert.ok(hints < 80, "no elimination was hinted at");
    await why(page);
    assert.equal(await page.locator(".answer ol.chain > li").count(), 0, "a hint is one step");
    const isElimination = (await page.locator(".stage > svg.over .struck").count()) > 0;
    if (isElimination) break;
    await page.click("[data-depth=do]");
    await page.waitForSelector("[data-depth]", { state: "detached" });
  }
  const struck = await page.locator(".stage > svg.over .struck").count();
  assert.ok(await page.locator(".stage > svg.over .key-mark").count() > 0, "the pattern's candidates are marked");
  await page.screenshot({ path: join(pictures, "hint-elimination.png") });
  const marks = () => page.$$eval(".place", (places) => places.filter((place) => /centre marks/.test(place.getAttribute("aria-label") ?? "")).length);
  const before = await marks();
  await page.click("[data-depth=do]");
  await page.waitForSelector("[data-depth]", { state: "detached" });
  assert.equal(await page.locator(".stage > svg.over").count(), 0);
  assert.ok((await marks()) > before || before > 0, `${struck} candidates were struck`);
});

pageTest("the picture of a hint is the one that files get", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  await why(page);
  const { svg } = await ask(env.server.url, "hint", { puzzle: text, family: "sudoku", options: { one_step: true, svg: true } });
  const classes = (/** @type {string} */ picture) => [...picture.matchAll(/class="cell[^"]*(t-[a-z]+)/g)].map(([, tint]) => tint).sort().join();
  const shown = await page.$eval(".stage > svg.over", (over) => over.outerHTML);
  assert.equal(classes(shown), classes(svg));
  assert.match(shown, /t-conclusion/);
});

pageTest("the digits that block a hidden single are marked, and its name leads to its page and to training", async (page) => {
  const { text, steps, at } = await needing("hidden single");
  assert.ok(at >= 0);
  await paste(page, text);
  const before = steps.slice(0, at).flatMap((/** @type {any} */ step) => step.conclusions);
  for (const { cells, left } of before) for (const cell of cells) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell) ?? [];
    if (left.length === 1) await enter(page, { [(Number(row) - 1) * 9 + Number(column) - 1]: left[0] });
  }
  await why(page);
  assert.ok((await page.locator(".stage > svg.over .t-blocker").count()) > 0);
  await page.locator(".legend [data-tint=blocker]").waitFor();
  await page.screenshot({ path: join(pictures, "hint-blockers.png") });
  await page.click("button.technique");
  await page.waitForSelector("dialog .technique-example svg");
  assert.match(await page.textContent("dialog") ?? "", /only one cell left/);
  await page.screenshot({ path: join(pictures, "technique.png") });
  await page.click("#train");
  await page.waitForFunction(() => /Training, 1 of 10/.test(document.getElementById("training")?.textContent ?? ""));
  // The board is set up so that the very next hint is the technique.
  await why(page);
  assert.match(await page.textContent(".answer") ?? "", /hidden single/i);
  await page.click("[data-depth=do]");
  await page.waitForFunction(() => /Shown: hidden single/.test(document.getElementById("training")?.textContent ?? ""));
  await page.click("#training-next");
  await page.waitForFunction(() => /Training, 2 of 10/.test(document.getElementById("training")?.textContent ?? ""));
});

pageTest("candidates are filled in with one button, and taken back with one undo", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const labels = () => page.$$eval(".place", (places) => places.map((place) => place.getAttribute("aria-label") ?? ""));
  await page.click("#fill-marks");
  await page.waitForFunction(() => [...document.querySelectorAll(".place")].every((place) => !place.getAttribute("aria-label")?.endsWith("empty")));
  assert.ok((await labels()).some((label) => /centre marks \d( \d)+/.test(label)));
  await page.screenshot({ path: join(pictures, "candidates.png") });
  await page.click("#undo");
  await settled(page);
  assert.ok((await labels()).every((label) => !/marks/.test(label)));
});

pageTest("a mistake is taken back with one button, and nothing else is", async (page) => {
  const { text, solution } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const open = await page.$$eval(".place", (places) => places.flatMap((place, index) => (place.getAttribute("aria-label")?.endsWith("empty") ? [index] : [])));
  const [right, wrong] = open;
  await enter(page, { [right]: solution[right], [wrong]: solution[wrong] === "1" ? "2" : "1" });
  await page.click("#hint");
  await page.click("#take-back");
  await page.waitForFunction(() => /Taken back/.test(document.getElementById("said")?.textContent ?? ""));
  const label = (/** @type {number} */ place) => page.locator(".place").nth(place).getAttribute("aria-label");
  assert.match(await label(wrong) ?? "", /empty$/);
  assert.match(await label(right) ?? "", new RegExp(`: ${solution[right]}$`));
});

pageTest("the steps of an explanation are drawn as in files, with links as arrows", async (page) => {
  const { text, at } = await needing("Skyscraper");
  await paste(page, text);
  await page.click("#tab-steps");
  await page.waitForSelector(".steps li");
  await page.locator(".steps li button").nth(at).click();
  await page.waitForSelector(".stage > svg.over .link");
  assert.equal(await page.locator(".stage > svg.over .head").count(), await page.locator(".stage > svg.over .link").count());
  assert.ok((await page.locator(".stage > svg.over .t-corner").count()) >= 2);
  await page.screenshot({ path: join(pictures, "steps-skyscraper.png") });
});
