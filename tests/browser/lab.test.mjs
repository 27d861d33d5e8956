// The lab: comparisons, experiments, replays.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { browserTests, paste, SMALL } from "./browser.mjs";

const { pageTest } = browserTests(".place");

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
