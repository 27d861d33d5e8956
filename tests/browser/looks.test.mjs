// Every example of every family, in light, in dark and on paper: whatever is drawn can be seen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, launch, newPage, openExample, serve } from "./browser.mjs";
import { NEEDED, hardToSee } from "./looks.mjs";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.stop();
});

test("white dots are white and black dots black, on a dark screen, too", { timeout: 60_000 }, async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, context } = await newPage(browser, server.url, { colorScheme });
    await page.goto(server.url);
    await page.waitForSelector("#families button >> nth=3");
    await openExample(page, "sudoku", "all-dots");
    const fill = (/** @type {string} */ kind) => page.$eval(`.stage .sign.${kind} circle`, (dot) => (getComputedStyle(dot).fill.match(/\d+/g) ?? []).slice(0, 3).map(Number));
    assert.deepEqual(await fill("open"), [255, 255, 255], colorScheme);
    assert.ok((await fill("full")).every((part) => part < 40), colorScheme);
    await context.close();
  }
});

for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
  test(`every example can be seen in light, in dark and on paper: ${family}`, { timeout: 120_000 }, async () => {
    const { families } = await ask(server.url, "families", { family });
    const names = [...new Set(families[0].examples.map((/** @type {any} */ example) => example.name))];
    const { page, context, problems } = await newPage(browser, server.url, { colorScheme: "light" });
    try {
      await page.goto(server.url);
      await page.waitForSelector("#families button >> nth=3");
      /** @type {string[]} */
      const faults = [];
      const look = async (/** @type {string} */ where, /** @type {string} */ pictures) => {
        const seen = await page.evaluate(hardToSee, { pictures, needed: NEEDED });
        assert.ok(seen.count > 2, `${where}: nothing is drawn`);
        faults.push(...seen.faults.map((fault) => `${where}: ${fault}`));
      };
      for (const name of names) {
        await openExample(page, family, name);
        await look(`${name}, light`, ".stage > svg");
        await page.emulateMedia({ colorScheme: "dark" });
        await look(`${name}, dark`, ".stage > svg");
        // Paper is white, whatever the screen is.
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        await page.waitForSelector("#sheet:not([aria-busy=true])");
        await look(`${name}, paper`, "#sheet svg");
        await page.emulateMedia({ media: "screen", colorScheme: "light" });
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  });
}
