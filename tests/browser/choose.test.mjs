// Choosing what to play: how hard and how large, the next puzzle, the puzzle of the day, games that go on, rules.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ask, browserTests, enter, launch, newPage, paste, pictures, solved } from "./browser.mjs";

const { env, pageTest } = browserTests("#families button >> nth=3");

/** @param {import("playwright-core").Page} page @param {string} tab */
async function open(page, tab) {
  await page.click("#new");
  await page.click(`dialog .choices button:has-text('${tab}')`);
}

/** The givens of the board. @param {import("playwright-core").Page} page */
const board = (page) => page.$$eval(".place", (places) => places.map((place) => place.getAttribute("aria-label")).join("|"));

pageTest("difficulty comes first, in words with a sentence each, then the size", async (page) => {
  await page.click("#new");
  await page.waitForSelector("dialog .level");
  const levels = await page.$$eval("dialog .level label", (labels) => labels.map((label) => label.textContent ?? ""));
  assert.equal(levels.length, 6);
  assert.ok(levels.every((level) => /^[A-Z][a-z ]+.*\.$/.test(level)), levels.join("\n"));
  await page.screenshot({ path: join(pictures, "choose.png") });
  await page.check("#level-moderate");
  await page.selectOption("#choose-size", "2x3");
  await page.click("#choose-play");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.match(await page.textContent("#caption") ?? "", /6×6, .*moderate$/);
  await page.click("#grade");
  await page.waitForFunction(() => /This one is moderate/.test(document.getElementById("said")?.textContent ?? ""));
  // The choice is remembered.
  await page.click("#new");
  assert.ok(await page.isChecked("#level-moderate"));
  assert.equal(await page.inputValue("#choose-size"), "2x3");
});

pageTest("after a puzzle is solved the next one is a click away", async (page) => {
  await open(page, "Play");
  await page.selectOption("#choose-family", { label: "Sudoku" });
  await page.check("#level-easy");
  await page.selectOption("#choose-size", "2x2");
  await page.click("#choose-play");
  await page.waitForSelector("dialog", { state: "detached" });
  const first = await board(page);
  // The page keeps the game soon; the one before it has nine rows.
  const kept = await page.waitForFunction(() => {
    const { puzzle } = JSON.parse(localStorage.getItem("quandary.last") ?? "{}");
    return puzzle && JSON.parse(puzzle).box?.[0] === 2 ? puzzle : null;
  });
  const puzzle = await kept.jsonValue();
  const { solutions } = await ask(env.server.url, "solve", { puzzle, family: "sudoku" });
  const places = await page.$$eval(".place", (all) => all.flatMap((place, at) => (place.getAttribute("aria-label")?.endsWith("empty") ? [at] : [])));
  await enter(page, Object.fromEntries(places.map((place) => [place, solutions[0][place]])));
  await solved(page);
  await page.click("#next-puzzle");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.notEqual(await board(page), first);
  assert.match(await page.textContent("#caption") ?? "", /4×4/);
});

pageTest("the puzzle of the day is the same for everyone, and another one for each level", async (page) => {
  const daily = async (/** @type {import("playwright-core").Page} */ here, /** @type {string} */ level) => {
    await open(here, "Play");
    await here.check(`#level-${level}`);
    await here.click("#choose-daily");
    await here.waitForSelector("dialog", { state: "detached" });
    return board(here);
  };
  const mine = await daily(page, "easy");
  const browser = await launch();
  try {
    const other = await newPage(browser, env.server.url);
    await other.page.goto(env.server.url);
    await other.page.waitForSelector("#families button >> nth=3");
    assert.equal(await daily(other.page, "easy"), mine);
    assert.notEqual(await daily(other.page, "moderate"), mine);
    // The caption says so, after a reload, too.
    await other.page.reload();
    await other.page.waitForFunction(() => /moderate, puzzle of the day, [A-Z]/.test(document.getElementById("caption")?.textContent ?? ""));
  } finally {
    await browser.close();
  }
});

pageTest("several games are in progress at once, are counted when solved, and can be saved to a file", async (page) => {
  await paste(page, "1...\n..3.\n.4..\n...2");
  await enter(page, { 1: "3" });
  await paste(page, "2...\n..3.\n.4..\n...1");
  await enter(page, { 1: "3" });
  await open(page, "My games");
  assert.equal(await page.locator(".games li").count(), 2);
  // The older one goes on, and is solved.
  await page.locator(".games .game").nth(1).click();
  await page.waitForFunction(() => /given 1/.test(document.querySelector(".place")?.getAttribute("aria-label") ?? ""));
  const { solutions } = await ask(env.server.url, "solve", { puzzle: "1...\n..3.\n.4..\n...2", family: "sudoku" });
  const places = await page.$$eval(".place", (all) => all.flatMap((place, at) => (/given/.test(place.getAttribute("aria-label") ?? "") ? [] : [at])));
  await page.click("#restart");
  await enter(page, Object.fromEntries(places.map((place) => [place, solutions[0][place]])));
  await solved(page);
  await open(page, "My games");
  assert.match(await page.textContent("#statistics") ?? "", /Sudoku1/);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await page.$eval("#statistics", (table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0)), "all columns are seen on a phone");
  await page.screenshot({ path: join(pictures, "games.png") });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-games")]);
  const saved = JSON.parse(await readFile(await download.path() ?? "", "utf8"));
  assert.equal(saved.games.length, 2);
  const file = join(pictures, "games.json");
  await writeFile(file, JSON.stringify(saved));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.waitForSelector("#families button >> nth=3");
  await open(page, "My games");
  await page.setInputFiles("#import-games", file);
  await page.waitForFunction(() => document.querySelectorAll(".games li").length === 2);
  // The list was written anew; the dialog closes by key all the same, also where nothing of it has the focus.
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
});

pageTest("a level that a size hardly ever has is said to be so, and an easier one is a click away", async (page) => {
  await open(page, "Play");
  // What the engine finds out after some seconds.
  await page.route("**/api/generate", (route) => {
    const { grade } = route.request().postDataJSON().options;
    return grade === "extreme" ? route.fulfill({ status: 422, json: { error: { message: "none was extreme" } } }) : route.continue();
  });
  await page.check("#level-extreme");
  await page.selectOption("#choose-size", "2x2");
  await page.click("#choose-play");
  await page.waitForSelector("#choose-easier");
  assert.equal(await page.textContent("#choose-easier"), "try fiendish");
  await page.unroute("**/api/generate");
  await page.check("#level-easy");
  await page.click("#choose-play");
  await page.waitForSelector("dialog", { state: "detached" });
});

pageTest("examples have readable titles; those that differ only in notation are listed separately", async (page) => {
  await open(page, "Examples");
  const shown = await page.$$eval("dialog section > .examples .example", (buttons) => buttons.map((button) => button.textContent ?? ""));
  assert.ok(shown.includes("Killer: cages with sums") && shown.includes("A locked bottle"), shown.join());
  assert.ok(!shown.some((name) => /json|sadman|forum|link$/i.test(name)), shown.join());
  await page.screenshot({ path: join(pictures, "examples.png") });
});

pageTest("one technique is trained from the dialog", async (page) => {
  await open(page, "Play");
  await page.click("dialog .train summary");
  await page.selectOption("#train-technique", "naked single");
  await page.click("#train-begin");
  await page.waitForFunction(() => /Training, 1 of 10: find a step by “naked single”/.test(document.getElementById("training")?.textContent ?? ""));
  assert.ok(await page.isHidden("#toast"), "nothing is being made any more");
  await page.click("#hint");
  await page.click("[data-depth=why]");
  assert.match(await page.textContent("button.technique") ?? "", /naked single/);
});

pageTest("the rule is switched on the board", async (page) => {
  await page.click("[data-family=aquarium]");
  await page.waitForSelector("#rule-switch");
  const { families } = await ask(env.server.url, "families", {});
  const [first, other] = families.find((/** @type {any} */ family) => family.name === "aquarium").rules;
  await page.selectOption("#rule-switch", other.name);
  await page.waitForFunction((name) => document.getElementById("rule")?.textContent?.includes(`'${name}'`), other.name);
  assert.equal(await page.inputValue("#rule-switch"), other.name);
  await page.selectOption("#rule-switch", first.name);
  await page.waitForFunction((name) => document.getElementById("rule")?.textContent?.includes(`'${name}'`), first.name);
});

for (const [scheme, width, height] of /** @type {["light" | "dark", number, number][]} */ ([["dark", 1280, 900], ["light", 390, 844]])) {
  pageTest(`choosing fits the screen: ${scheme}, ${width} by ${height}`, async (page) => {
    for (const tab of ["Play", "My games", "Examples", "Enter one"]) {
      await open(page, tab);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, tab);
      assert.ok(await page.$eval("dialog", (dialog) => dialog.scrollWidth <= dialog.clientWidth + 1), tab);
      await page.screenshot({ path: join(pictures, `new-${tab.replaceAll(" ", "-")}-${scheme}.png`) });
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
  }, { viewport: { width, height }, colorScheme: scheme });
}

pageTest("a booklet of new puzzles is saved as PDF", async (page) => {
  await page.click("#more");
  await page.click("text=Booklet …");
  await page.fill("#booklet-count", "3");
  await page.selectOption("#booklet-page", "2");
  await page.selectOption("#booklet-paper", "letter");
  await page.selectOption("#booklet-size", { label: "4×4" });
  await page.selectOption("#booklet-grade", { label: "easy" });
  await page.fill("#booklet-title", "Three small ones");
  await page.screenshot({ path: join(pictures, "booklet.png") });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#booklet-make")]);
  assert.match(download.suggestedFilename(), /-booklet\.pdf$/);
  assert.equal((await readFile(await download.path() ?? "", "latin1")).slice(0, 5), "%PDF-");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.match(await page.textContent("#toast") ?? "", /booklet\.pdf: 3 puzzles on \d pages\.$/);
  // Graded: one puzzle of each level, the easiest first.
  await page.click("[data-family=aquarium]");
  await page.waitForSelector("[data-family=aquarium][aria-current=true]");
  await page.click("#more");
  await page.click("text=Booklet …");
  await page.fill("#booklet-count", "3");
  await page.selectOption("#booklet-grade", { label: "from easy to hard, easiest first" });
  const [asked] = await Promise.all([page.waitForRequest("**/api/print"), page.waitForEvent("download"), page.click("#booklet-make")]);
  const { options } = asked.postDataJSON();
  const grades = await Promise.all(options.puzzles.map((/** @type {string} */ puzzle) => ask(env.server.url, "grade", { puzzle })));
  assert.deepEqual(grades.map(({ grade }) => grade.word), ["easy", "moderate", "hard"]);
});
