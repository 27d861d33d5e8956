// How quickly the page answers, as a table for bench/results/page.md:
//   node tests/browser/measure.mjs [FILE…]
// (with QUANDARY_BIN and QUANDARY_CHROMIUM as for run.sh). First paint and board are those of a browser without a cache; hints are
// asked of the server, for every example of every family, for large boards that are made from a seed, and for the first 20 lines
// of each file.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ask, launch, newPage, program, serve } from "./browser.mjs";

const ROUNDS = 11;
const LARGE = /** @type {[string, string[]][]} */ ([
  ["nonogram", ["--size", "30x30", "-n", "5"]],
  ["nonogram", ["--size", "50x50", "-n", "3"]],
  ["aquarium", ["--size", "20x20", "-n", "5"]],
  ["ballsort", ["--colours", "12", "-n", "5"]],
]);

/** @param {number[]} times */
const summary = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted.length} | ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} | ${(sorted.at(-1) ?? 0).toFixed(0)}`;
};

const server = await serve();
const browser = await launch();

console.log("| screen | visits | median ms | slowest ms |\n|---|---:|---:|---:|");
for (const [name, options, slower] of /** @type {[string, any, number][]} */ ([
  ["1280×900", {}, 1],
  ["390×844, processor four times slower", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, 4],
])) {
  /** @type {number[]} */
  const paints = [];
  /** @type {number[]} */
  const boards = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, context } = await newPage(browser, server.url, options);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.goto(server.url);
    await page.waitForSelector(".place");
    boards.push(await page.evaluate(() => performance.now()));
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN));
    await context.close();
  }
  console.log(`| first paint, ${name} | ${summary(paints)} |\n| board, ${name} | ${summary(boards)} |`);
}
await browser.close();

/** How long the first hint takes. @param {string} puzzle @param {string} family */
async function hintTime(puzzle, family) {
  const start = performance.now();
  const answer = await ask(server.url, "hint", { puzzle, family });
  return performance.now() - start;
}

/** The hints of a whole game, one step after the other, each from what those before it have shown. @param {string} puzzle @param {number} most */
async function laterHints(puzzle, most) {
  /** What is left to each cell: a digit, marks in braces, or "?". @type {string[]} */
  const left = [...puzzle].map((digit) => (digit === "." || digit === "0" ? "?" : digit));
  const times = [];
  while (times.length < most) {
    const start = performance.now();
    const answer = await ask(server.url, "hint", { puzzle, family: "sudoku", options: { state: left.join(""), one_step: true, depth: "what", svg: true } });
    const time = performance.now() - start;
    const conclusions = answer.steps?.[0]?.conclusions ?? [];
    if (conclusions.length === 0) break;
    times.push(time);
    for (const { cells, left: values } of conclusions) {
      for (const cell of cells) {
        const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell)?.map(Number) ?? [];
        left[((row ?? 1) - 1) * 9 + (column ?? 1) - 1] = values.length === 1 ? values[0] : `{${values.join("")}}`;
      }
    }
  }
  return times;
}

console.log("\n| first hint | boards | median ms | slowest ms |\n|---|---:|---:|---:|");
const { families } = await ask(server.url, "families", {});
for (const family of families) {
  const times = [];
  for (const example of family.examples) times.push(await hintTime(example.text, family.name));
  console.log(`| ${family.title}, the examples | ${summary(times)} |`);
}
for (const [family, words] of LARGE) {
  const made = execFileSync(program, ["generate", family, ...words, "--seed", "1", "--to", "json"], { encoding: "utf8" });
  const times = [];
  for (const puzzle of made.split("\n").filter((line) => line.startsWith("{"))) times.push(await hintTime(puzzle, family));
  console.log(`| ${family} ${words.slice(0, 2).join(" ")} | ${summary(times)} |`);
}
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, "utf8").split("\n").filter((line) => /^[0-9.]{81}/.test(line)).slice(0, 20);
  const times = [];
  for (const line of lines) times.push(await hintTime(line.slice(0, 81), "sudoku"));
  console.log(`| Sudoku, ${basename(file)} | ${summary(times)} |`);
}

console.log("\n| hints of a game, to its end or the 60th | hints | median ms | slowest ms |\n|---|---:|---:|---:|");
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, "utf8").split("\n").filter((line) => /^[0-9.]{81}/.test(line)).slice(0, 10);
  const times = [];
  for (const line of lines) times.push(...(await laterHints(line.slice(0, 81), 60)));
  console.log(`| Sudoku, ${basename(file)}, ${lines.length} boards | ${summary(times)} |`);
}
server.stop();
