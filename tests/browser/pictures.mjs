// The pictures of the README and of docs/page.md, retaken:   node tests/browser/pictures.mjs
// (with QUANDARY_BIN and QUANDARY_CHROMIUM as for run.sh)

import { join } from "node:path";
import { example, here, launch, newPage, paste, serve } from "./browser.mjs";

const folder = join(here, "../../docs/pictures");
const server = await serve();
const browser = await launch();
const desktop = { viewport: { width: 1100, height: 760 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/**
 * @param {string} name @param {string} family @param {string} board @param {any} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} act
 */
async function picture(name, family, board, options, act) {
  const { page, context } = await newPage(browser, server.url, options);
  await page.goto(server.url);
  await page.waitForSelector("#families button >> nth=3");
  await paste(page, (await example(server.url, family, board)).text);
  await act(page);
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** Takes so many hints, and opens the next one. @param {number} hints */
const after = (hints) => async (/** @type {import("playwright-core").Page} */ page) => {
  for (let taken = 0; taken < hints; taken++) {
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.click("[data-depth=do]");
    await page.waitForSelector("[data-depth]", { state: "detached" });
  }
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
};

await picture("sudoku-hint", "sudoku", "classic", { ...desktop, colorScheme: "light" }, after(9));
await picture("nonogram-night", "nonogram", "cat", { ...desktop, colorScheme: "dark" }, after(14));
await picture("aquarium-phone", "aquarium", "harbour", { ...phone, colorScheme: "light" }, after(4));
await picture("bottles-phone", "ballsort", "three-colours", { ...phone, colorScheme: "dark" }, after(5));
await picture("steps", "sudoku", "classic", { ...desktop, colorScheme: "light" }, async (page) => {
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  for (let step = 0; step < 11; step++) await page.click("[aria-label=Next]");
});
await browser.close();
server.stop();
