// The page as a whole: the first visit, screens of all sizes, export and print, accessibility.

import assert from "node:assert/strict";
import { join } from "node:path";
import { browserTests, enter, openExample, paste, pictures, SMALL, WALLED } from "./browser.mjs";

const { pageTest } = browserTests(".place");

pageTest("a first visit shows a puzzle, its kind and the button for a hint", async (page) => {
  assert.equal(await page.locator(".place").count(), 81);
  await page.waitForSelector("#families button >> nth=3");
  assert.match(await page.textContent("#caption") ?? "", /Sudoku/);
  assert.ok(await page.isVisible("#hint"));
  const painted = await page.evaluate(() => performance.getEntriesByType("paint").find((entry) => entry.name === "first-contentful-paint")?.startTime ?? Infinity);
  console.log(`# first contentful paint after ${Math.round(painted)} ms`);
  const began = Date.now();
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  console.log(`# first hint after ${Date.now() - began} ms`);
});

pageTest("what to do is in sight with the board", async (page) => {
  for (const [family, name] of /** @type {const} */ ([["sudoku", "classic"], ["sudoku", "anti-knight"], ["nonogram", "cat"], ["aquarium", "harbour"], ["ballsort", "behind-the-lock"]])) {
    await openExample(page, family, name);
    const bottom = await page.locator("#rule").evaluate((goal) => goal.getBoundingClientRect().bottom);
    assert.ok(bottom <= 900, `${family}, ${name}: the goal ends at ${bottom}`);
  }
});

pageTest(
  "on a phone the board that the steps are about is in sight",
  async (page) => {
    await page.click("#tab-steps");
    await page.waitForSelector(".steps li");
    await page.click("[aria-label=Next]");
    for (const part of [".stage", ".walk", ".steps .here"]) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.y >= -20 && box.y + box.height <= 844, `${part} is out of sight: ${JSON.stringify(box)}`);
    }
  },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
);

pageTest("the board can be taken along as a picture and as text", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await paste(page, SMALL);
  await page.click("#more");
  for (const kind of ["SVG", "PNG", "PDF"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=Save as ${kind}`)]);
    assert.equal(download.suggestedFilename(), `sudoku.${kind.toLowerCase()}`);
  }
  await page.waitForSelector("#notation option", { state: "attached" });
  await page.selectOption("#notation", "json");
  await page.click("#notation-copy");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('"sudoku"'));
});

pageTest("Ctrl+P prints the page with the solution, too", async (page) => {
  await paste(page, SMALL);
  await page.evaluate(() => {
    window.print = () => (document.body.dataset.printed = String(document.querySelectorAll("#sheet .solution svg").length));
  });
  await page.keyboard.press("Control+p");
  await page.waitForSelector("body[data-printed='1']");
});

pageTest("paper gets the puzzle and its solution", async (page) => {
  await paste(page, SMALL);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForSelector("#sheet .solution", { state: "attached" });
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.isVisible("#sheet .solution svg"));
  assert.ok(!(await page.isVisible("main")));
});

pageTest("screen readers announce the clues of cells", async (page) => {
  const label = () => page.locator(".place").first().getAttribute("aria-label");
  await paste(page, JSON.stringify({ family: "nonogram", rows: [[1, 1], [1]], columns: [[1], [], [1], [1], []] }));
  assert.equal(await label(), "Row 1, clues 1 1, column 1, clue 1: open");
  await paste(page, WALLED);
  assert.equal(await label(), "Row 1, clue 0, column 1, clue 1, tank of r1c1: open");
  // What a key has done is spoken, and first of all the rule that it breaks.
  await paste(page, SMALL);
  const spoken = (/** @type {string} */ said) => page.waitForFunction((said) => new RegExp(said).test(document.getElementById("live")?.textContent ?? ""), said);
  await enter(page, { 2: "3" });
  await spoken("^Row 1, column 3: 3\\.$");
  await enter(page, { 3: "3" });
  await spoken("^Row 1 has two 3s: .* Row 1, column 4: 3\\.$");
});

const LOOKS = [
  ["desktop-light", { viewport: { width: 1280, height: 860 }, colorScheme: "light" }],
  ["desktop-dark", { viewport: { width: 1280, height: 860 }, colorScheme: "dark" }],
  ["phone-light", { viewport: { width: 360, height: 740 }, colorScheme: "light", hasTouch: true, isMobile: true }],
  ["phone-dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, isMobile: true }],
];

for (const [look, options] of LOOKS) {
  pageTest(`every family fits the screen: ${look}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
      await page.click(`[data-family=${family}]`);
      await page.waitForSelector(`[data-family=${family}][aria-current=true]`);
      await page.click("#hint");
      await page.click("[data-depth=why]");
      await page.waitForSelector("[data-depth=do]");
      await page.screenshot({ path: join(pictures, `${family}-${look}.png`), fullPage: look.startsWith("phone") });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${family}: ${wide} pixels too wide`);
    }
  }, /** @type {any} */ (options));
}

for (const scheme of ["light", "dark"]) {
  pageTest(`the page is accessible: axe finds nothing serious, ${scheme}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    const axe = new URL("node_modules/axe-core/axe.min.js", import.meta.url);
    const check = async (/** @type {string} */ where) => {
      // The page forbids foreign scripts; the tester's tool comes in another way.
      const source = await (await import("node:fs/promises")).readFile(axe, "utf8");
      await page.evaluate(source);
      const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] }));
      const serious = found.violations.filter((/** @type {any} */ one) => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(serious.map((/** @type {any} */ one) => `${where}: ${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120)).join(" | ")}`), []);
    };
    for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
      await page.click(`[data-family=${family}]`);
      await page.waitForSelector(`[data-family=${family}][aria-current=true]`);
      await check(family);
    }
    await page.click("[data-family=sudoku]");
    await page.waitForSelector("[data-family=sudoku][aria-current=true]");
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.waitForSelector("[data-depth=do]");
    await check("hint");
    await page.click("#new");
    for (const tab of ["Play", "My games", "Examples", "Make one", "Enter one", "Paste"]) {
      await page.click(`dialog .choices button:has-text('${tab}')`);
      await check(tab);
    }
    for (const [index, blank] of ["sudoku/6x6", "nonogram/10x10", "aquarium/6x6", "ballsort/5x4"].entries()) {
      if (index > 0) await page.click("#new");
      await page.click("dialog .choices button:has-text('Enter one')");
      await page.click(`dialog [data-blank="${blank}"]`);
      await page.waitForSelector("#verdict[data-verdict]");
      await check(`editor, ${blank}`);
    }
  }, { colorScheme: /** @type {any} */ (scheme) });
}
