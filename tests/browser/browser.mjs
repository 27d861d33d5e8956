// A server and a browser for the tests, and the few things that every test does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const pictures = process.env.QUANDARY_PICTURES ?? join(here, "../../target/pictures");
mkdirSync(pictures, { recursive: true });

/** A small Sudoku with several solutions. */
export const SMALL = "12..\n....\n....\n..43";

/** An Aquarium: an arch whose walls part its legs, so that water in one leg says nothing of the other. */
export const WALLED = JSON.stringify({ family: "aquarium", columns: [1, 0], rows: [0, 1], tanks: [[1, 1], [1, 1]], rule: "pool", walls: [[[2, 1], [2, 2]]] });

/** The program that is tested. */
export const program = process.env.QUANDARY_BIN ?? join(here, "../../target/debug/quandary");

/** How long answers may wait at random, in milliseconds: whatever is done meanwhile must not be lost. */
const DELAY = Number(process.env.QUANDARY_DELAY ?? 0);

/** Starts 'quandary serve' on a free port. @returns {Promise<{url: string, stop(): void}>} */
export function serve() {
  if (process.env.QUANDARY_URL) return Promise.resolve({ url: process.env.QUANDARY_URL, stop() {} });
  return run(program, ["serve", "--listen", "127.0.0.1:0"]);
}

/** Starts a server that prints its address. @param {string} program @param {string[]} words @returns {Promise<{url: string, stop(): void}>} */
export async function run(program, words) {
  if (!existsSync(program)) throw new Error(`${program} does not exist: build it first`);
  const server = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.stdout.on("data", (text) => {
      const found = /http:\/\/[\d.:]+/.exec(String(text));
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => server.kill("SIGTERM") };
}

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  const path = process.env.QUANDARY_CHROMIUM;
  return chromium.launch({ ...(path ? { executablePath: path } : {}), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/**
 * A page in a browser context of its own. Errors, and requests to other sites, are collected: they fail the test at the end.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function newPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (DELAY > 0) await page.route("**/api/**", (route) => new Promise((resolve) => setTimeout(resolve, Math.random() * DELAY)).then(() => route.continue(), () => {}).catch(() => {}));
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // An error answer of the server is expected in some tests: the browser logs its status.
    if (message.type() === "error" && !message.text().includes("status of 4")) problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) problems.push(`request to another site: ${request.url()}`);
  });
  return { page, context, problems };
}

/**
 * A server and a browser for the tests of a file. `pageTest` is a test with a page of its own, which must report no problems.
 * @param {string} ready what is on a page that can be played
 */
export function browserTests(ready) {
  const env = /** @type {{server: Awaited<ReturnType<typeof serve>>, browser: import("playwright-core").Browser}} */ ({});
  before(async () => Object.assign(env, { server: await serve(), browser: await launch() }));
  after(async () => {
    await env.browser?.close();
    env.server?.stop();
  });
  /**
   * @param {string} name @param {(page: import("playwright-core").Page) => Promise<void>} check
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  const pageTest = (name, check, options) =>
    test(name, { timeout: 120_000 }, async () => {
      const { page, context, problems } = await newPage(env.browser, env.server.url, options);
      try {
        await page.goto(env.server.url);
        await page.waitForSelector(ready);
        await check(page);
        assert.deepEqual(problems, []);
      } finally {
        await context.close();
      }
    });
  return { env, pageTest };
}

/** Opens a puzzle by pasting it. @param {import("playwright-core").Page} page @param {string} text */
export async function paste(page, text) {
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Paste')");
  await page.fill("#paste", text);
  await page.click("#open-pasted");
  await page.waitForSelector("dialog", { state: "detached" });
}

/** Opens an example from the dialog. @param {import("playwright-core").Page} page @param {string} family @param {string} name */
export async function openExample(page, family, name) {
  // The board on the page may be the same one, in another notation.
  await page.evaluate(() => document.querySelector(".stage")?.classList.add("old"));
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Examples')");
  // Examples that differ only in notation are in a closed <details>.
  await page.evaluate(() => document.querySelectorAll("dialog details").forEach((details) => details.setAttribute("open", "")));
  await page.click(`dialog [data-example="${family}/${name}"]`);
  await page.waitForSelector(".stage:not(.old)");
}

/** Sends a request to the server. @param {string} url @param {string} action @param {unknown} request */
export async function ask(url, action, request) {
  const response = await fetch(`${url}/api/${action}`, { method: "POST", body: JSON.stringify(request), headers: { "content-type": "application/json" } });
  return response.json();
}

/** One of the engine's own examples. @param {string} url @param {string} family @param {string} name */
export async function example(url, family, name) {
  const { families } = await ask(url, "families", {});
  const found = families.find((one) => one.name === family).examples.find((one) => one.name === name);
  if (!found) throw new Error(`there is no example ${name}`);
  const { solutions } = await ask(url, "solve", { puzzle: found.text, family });
  return { text: found.text, solution: solutions[0] };
}

/**
 * Holds back what the engine is asked, until it is released: whatever is done meanwhile must not be lost.
 * @param {import("playwright-core").Page} page @param {string} verb
 */
export async function hold(page, verb) {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => void (release = resolve));
  await page.route(`**/api/${verb}`, (route) => held.then(() => route.fallback()));
  return () => release();
}

/** Waits until the engine has seen every touch. @param {import("playwright-core").Page} page */
export function settled(page) {
  return page.waitForFunction(() => !document.querySelector("#board[data-waiting]"));
}

/** Waits until the page says that all is solved. @param {import("playwright-core").Page} page */
export function solved(page) {
  return page.waitForSelector(".cheer");
}

/** The middle of a place on the board. @param {import("playwright-core").Page} page @param {number} place */
export async function middle(page, place) {
  const box = await page.locator(".place").nth(place).boundingBox();
  if (!box) throw new Error(`place ${place} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Writes digits into cells. @param {import("playwright-core").Page} page @param {Record<number, string>} digits */
export async function enter(page, digits) {
  for (const [place, digit] of Object.entries(digits)) {
    await page.locator(".place").nth(Number(place)).focus();
    await page.keyboard.press(digit);
  }
  await settled(page);
}

/** The digits that a player has written, by their places. @param {import("playwright-core").Page} page */
export function entered(page) {
  return page.$$eval(".place", (places) =>
    Object.fromEntries(places.flatMap((place, index) => {
      const digit = /: (\d)$/.exec(place.getAttribute("aria-label") ?? "")?.[1];
      return digit ? [[index, digit]] : [];
    })),
  );
}
