// The static site, where it was built (cargo xtask site): the same page, its engine in a worker, no server behind it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { here, launch, newPage } from "./browser.mjs";

const site = process.env.QUANDARY_SITE ?? join(here, "../../target/site");
const skip = existsSync(join(site, "quandary/quandary.wasm")) ? false : "the static site was not built: cargo xtask site";
/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** A file host, and nothing more: under a folder, as many hosts have it. */
const host = createServer(async (ask, answer) => {
  const path = normalize(new URL(ask.url ?? "/", "http://host").pathname).replace(/^\/puzzles\//, "/");
  try {
    const file = join(site, path === "/" ? "index.html" : path);
    const bytes = await readFile(file);
    answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    answer.end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
});
let url = "";
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  if (skip) return;
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(undefined)));
  url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (host.address()).port}/puzzles/`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  host.close();
});

test("the static site plays, hints and explains without a server", { skip, timeout: 120_000 }, async () => {
  const { page, context, problems } = await newPage(browser, url.replace("puzzles/", ""));
  await page.goto(url);
  await page.waitForSelector(".place");
  for (const family of ["nonogram", "aquarium", "ballsort", "sudoku"]) {
    await page.click(`[data-family=${family}]`);
    await page.waitForSelector(`[data-family=${family}][aria-current=true]`);
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.click("[data-depth=do]");
    await page.waitForFunction(() => document.querySelector(".answer")?.textContent?.startsWith("Done"));
  }
  await page.click("#explain");
  await page.click("text=From the start");
  await page.waitForSelector(".steps li");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a question that takes too long is stopped, and the next one is answered", { skip, timeout: 120_000 }, async () => {
  const { page, context } = await newPage(browser, url.replace("puzzles/", ""));
  await page.goto(url);
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "sudoku");
  // So few given digits are practically never found.
  await page.fill("#make-givens", "17");
  await page.click("dialog button[type=submit]");
  await page.click("dialog button:has-text('Stop'), dialog button:has-text('Cancel')");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  await context.close();
});

test("after the first visit no network is needed", { skip, timeout: 120_000 }, async () => {
  const { page, context } = await newPage(browser, url.replace("puzzles/", ""));
  await page.goto(url);
  await page.waitForSelector(".place");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".place");
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  await context.close();
});
