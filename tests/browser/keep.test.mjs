// Nothing is lost: shared links, reloads, undo and redo, trials, starting over.

import assert from "node:assert/strict";
import { browserTests, enter, entered, paste, settled, SMALL } from "./browser.mjs";

const { env, pageTest } = browserTests(".place");

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
