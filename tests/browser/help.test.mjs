// Help while playing: hints, mistakes, steps, uniqueness and proofs, grades, dead ends and shortest plans.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, browserTests, enter, entered, example, paste, program, settled, SMALL, solved, WALLED } from "./browser.mjs";

const { env, pageTest } = browserTests(".place");

pageTest("a hint says where, then why, then does it", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const empty = () => page.$$eval(".place", (places) => places.filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length);
  const before = await empty();
  await page.click("#hint");
  await page.waitForSelector("[data-depth=why]");
  assert.match(await page.textContent("#said") ?? "", /^Look at /);
  assert.equal(await page.locator("[data-tint=conclusion].place").count(), 0);
  await page.waitForFunction(() => document.getElementById("live")?.textContent?.startsWith("Look at"));
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  assert.ok((await page.locator(".place[data-tint=conclusion]").count()) > 0);
  assert.equal(await empty(), before);
  await page.click("[data-depth=do]");
  await page.waitForFunction((count) => [...document.querySelectorAll(".place")].filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length < count, before);
});

pageTest("a question after a hint takes the hint away, and the next hint begins anew", async (page) => {
  await paste(page, (await example(env.server.url, "sudoku", "classic")).text);
  for (const question of ["#check", "#grade"]) {
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.waitForSelector(".stage > svg.over");
    await page.click(question);
    await page.waitForSelector(".stage > svg.over", { state: "detached" });
    await page.waitForFunction(() => /correct so far|This one is/.test(document.getElementById("said")?.textContent ?? ""));
    await page.click("#hint");
    await page.waitForFunction(() => document.getElementById("said")?.textContent?.startsWith("Look at"));
    assert.deepEqual(await entered(page), {});
    await page.click("#check");
    await page.waitForFunction(() => /correct so far/.test(document.getElementById("said")?.textContent ?? ""));
  }
});

pageTest("on a phone, a hint that is done leaves the board free", async (page) => {
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector(".answer.open");
  await page.click("[data-depth=do]");
  await page.waitForSelector(".answer:not(.open)");
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const [family, name] of [["nonogram", "cat"], ["aquarium", "harbour"], ["ballsort", "three-colours"]]) {
  pageTest(`hints alone solve a board: ${family}`, async (page) => {
    const { text } = await example(env.server.url, family, name);
    await paste(page, text);
    for (let hints = 0; hints < 400; hints++) {
      await page.click("#hint");
      await page.waitForFunction(() => document.querySelector("[data-depth=why]") ?? document.querySelector("#said")?.textContent?.startsWith("The puzzle is complete"));
      if (!(await page.isVisible("[data-depth=why]"))) break;
      await page.keyboard.press("h");
      await page.waitForSelector("[data-depth=do]");
      await page.keyboard.press("h");
      await page.waitForSelector("[data-depth]", { state: "detached" });
    }
    await page.waitForSelector(".board.solved");
  });
}

pageTest("walls inside of a tank hold the water back, for hands and for hints", async (page) => {
  await paste(page, WALLED);
  const labels = () => page.$$eval(".place", (places) => places.map((place) => /: (\w+)$/.exec(place.getAttribute("aria-label") ?? "")?.[1]));
  await page.locator(".place").nth(2).focus();
  await page.keyboard.press("Space");
  await settled(page);
  assert.deepEqual(await labels(), ["open", "open", "water", "open"]);
  await solved(page);
  await page.click("#undo");
  await page.waitForSelector(".board:not(.solved)");
  for (let hints = 0; hints < 8 && !(await page.isVisible(".board.solved")); hints++) {
    await page.click("#hint");
    await page.click("[data-depth=why]");
    await page.click("[data-depth=do]");
    await page.waitForSelector("[data-depth]", { state: "detached" });
    assert.doesNotMatch((await labels()).join(), /water.*water/);
  }
  await page.waitForSelector(".board.solved");
  await page.click("#tab-steps");
  await page.click("#explain-all");
  await page.click("[aria-label=Last]");
  assert.deepEqual(await labels(), ["air", "air", "water", "air"]);
});

pageTest("hints go on from the marks in the centre of cells", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "all-dots");
  const { steps } = await ask(env.server.url, "hint", { puzzle: text, family: "sudoku" });
  assert.ok(steps.length > 1, "the example's first entry takes more than one step");
  await paste(page, text);
  const side = Math.sqrt(await page.locator(".place").count());
  for (const fact of steps[0].conclusions) {
    for (const cell of fact.cells) {
      const [, row, column] = /^r(\d+)c(\d+)$/.exec(cell) ?? [];
      await page.locator(".place").nth((Number(row) - 1) * side + Number(column) - 1).focus();
      for (const digit of fact.left) await page.keyboard.press(`Control+Digit${digit}`);
    }
  }
  await page.click("#hint");
  await page.click("[data-depth=why]");
  await page.waitForSelector("[data-depth=do]");
  assert.doesNotMatch(await page.textContent(".answer") ?? "", new RegExp(steps[0].text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
});

pageTest("broken rules of variants are marked, and the goal says what the variants mean", async (page) => {
  await paste(page, JSON.stringify({ family: "sudoku", box: [2, 2], cells: "................", rules: ["anti-knight"], cages: [{ sum: 3, cells: ["r4c1", "r4c2"] }] }));
  assert.match(await page.textContent("#rule") ?? "", /knight's move apart differ.*/);
  assert.match(await page.textContent("#rule") ?? "", /cage/);
  const broken = () => page.$$eval(".place", (places) => places.flatMap((place, index) => (place.classList.contains("broken") ? [index] : [])));
  await enter(page, { 0: "1", 6: "1" });
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 2);
  assert.deepEqual(await broken(), [0, 6]);
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 0);
  await enter(page, { 12: "3", 13: "4" });
  await page.waitForFunction(() => document.querySelectorAll(".place.broken").length === 2);
  assert.deepEqual(await broken(), [12, 13]);
  assert.match(await page.locator(".place").nth(12).getAttribute("aria-label") ?? "", /cage of 3/);
  await paste(page, WALLED);
  assert.match(await page.textContent("#rule") ?? "", /without rising/);
});

pageTest("a mistake is found when asked, and explained by what it clashes with", async (page) => {
  const { text, solution } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  const place = await page.$$eval(".place", (places) => places.findIndex((place) => place.getAttribute("aria-label")?.endsWith("empty")));
  const wrong = [..."123456789"].find((digit) => digit !== solution[place]) ?? "1";
  await page.locator(".place").nth(place).focus();
  await page.keyboard.press(wrong);
  await page.click("#check");
  await page.click("#show-mistake");
  assert.match(await page.textContent("#said") ?? "", new RegExp(`r${Math.floor(place / 9) + 1}c${(place % 9) + 1}`));
  assert.ok((await page.locator(".place[data-tint=wrong]").count()) > 0);
  await page.keyboard.press("Control+z");
  await page.click("#check");
  await page.waitForFunction(() => /correct so far/.test(document.getElementById("said")?.textContent ?? ""));
});

pageTest("two solutions are shown where the puzzle is not unique, with the difference", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "one-clue-too-few");
  await paste(page, text);
  await page.click("#unique");
  await page.waitForSelector(".two .small-board >> nth=1");
  assert.ok((await page.locator(".two .differs").count()) >= 4);
});

/** The verdict of `quandary-check` about the files that the page offers, as its sentence says; nothing where it was not built. */
async function checkProof(page) {
  await page.click("#proof");
  await page.waitForFunction(() => /independent checker has accepted it/.test(document.getElementById("said")?.textContent ?? ""));
  const files = [];
  for (const name of ["puzzle.jsonl", "puzzle.qcert"]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`text=Save ${name}`)]);
    assert.equal(saved.suggestedFilename(), name);
    files.push(await saved.path());
  }
  const checker = join(dirname(program), "quandary-check");
  return existsSync(checker) ? execFileSync(checker, files, { encoding: "utf8" }) : null;
}

pageTest("every verdict comes with a proof to save, which the checker accepts", async (page) => {
  for (const [family, name, button, verdict] of [
    ["sudoku", "classic", "#unique", /^line 1: unique, "/],
    ["sudoku", "one-clue-too-few", "#unique", /^line 1: at least 2 solutions/],
    ["nonogram", "torn-apart", "#unique", /^line 1: impossible/],
    ["ballsort", "three-colours", "#grade", /^line 1: optimal, 12 moves/],
  ]) {
    const { text } = await example(env.server.url, family, name);
    await paste(page, text);
    await page.click(String(button));
    const said = await checkProof(page);
    if (said !== null) assert.match(said, /** @type {RegExp} */ (verdict));
  }
});

pageTest("the solution can be stepped through forwards and backwards, with the board following", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  const steps = await page.locator(".steps > li").count();
  assert.ok(steps > 10);
  await page.click("[aria-label=Last]");
  assert.equal(await page.$$eval(".place", (places) => places.filter((place) => place.getAttribute("aria-label")?.endsWith("empty")).length), 0);
  await page.click("[aria-label=First]");
  await page.click("[aria-label=Next]");
  assert.match(await page.textContent(".place-in-steps") ?? "", /^1 of/);
  await page.click("text=Back to my game");
  assert.equal(await page.locator("body.previewing").count(), 0);
});

pageTest("steps begin where the player is, also after the next move; a mistake is named instead", async (page) => {
  const { text } = await example(env.server.url, "sudoku", "classic");
  await paste(page, text);
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  const all = await page.locator(".steps li").count();
  for (const [place, digit] of [[2, "6"], [0, "1"]]) {
    await page.click("text=Back to my game");
    await enter(page, { [Number(place)]: String(digit) });
    await page.click("#tab-steps");
    await page.click("#explain-on");
    // The second digit is wrong: nothing follows from it.
    if (place === 0) break;
    await page.waitForFunction((count) => [1, 2].includes(count - document.querySelectorAll(".steps li").length), all);
  }
  await page.waitForFunction(() => /r1c1 is wrong/.test(document.getElementById("said")?.textContent ?? ""));
  await page.click("#take-back");
  await settled(page);
  assert.deepEqual(await entered(page), { 2: "6" });
});

pageTest("steps follow each other by themselves, until they are paused or nobody looks", async (page) => {
  await paste(page, SMALL);
  await page.click("#explain");
  await page.waitForSelector(".steps li");
  const at = async () => Number((await page.textContent(".place-in-steps"))?.split(" ")[0]);
  const begun = await at();
  await page.click("[aria-label=Play]");
  await page.waitForFunction((than) => Number(document.querySelector(".place-in-steps")?.textContent?.split(" ")[0]) > than, begun + 1);
  await page.click("[aria-label=Pause]");
  const paused = await at();
  await page.waitForTimeout(2500);
  assert.equal(await at(), paused);
  // From the end it begins again; and who goes back to the game is left alone.
  await page.click("[aria-label=Last]");
  await page.click("[aria-label=Play]");
  assert.ok((await at()) <= 1);
  await page.click("#tab-help");
  await page.waitForTimeout(2500);
  assert.equal(await page.locator("body.previewing").count(), 0);
});

pageTest("a grade names the hardest technique, and the scales that players know", async (page) => {
  await page.click("#grade");
  await page.waitForFunction(() => /Sudoku Explainer: ER/.test(document.querySelector(".facts")?.textContent ?? ""));
  assert.match(await page.textContent(".facts") ?? "", /HoDoKu: .*The hardest step is number \d+: [a-z ]+/s);
});

pageTest("a grade comes with its reasons", async (page) => {
  await page.click("#grade");
  await page.waitForSelector(".facts li");
  assert.match(await page.textContent("#said") ?? "", /This one is /);
});

pageTest("a dead end is reported, and the moves to take back are offered", async (page) => {
  await paste(page, JSON.stringify({ family: "ballsort", capacity: 3, bottles: [[2, 1, 2], [2, 3, 3], [1, 3, 1], []], rule: "ball" }));
  await page.locator(".place").first().focus();
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  await page.click("#check");
  await page.waitForFunction(() => /dead end/.test(document.getElementById("said")?.textContent ?? ""));
  await page.click("#show-mistake");
  await page.click("text=Take back 1 move");
  await page.waitForFunction(() => /can be solved from here/.test(document.getElementById("said")?.textContent ?? ""));
  await page.click("#check");
  await page.waitForFunction(() => /solution from here/.test(document.getElementById("said")?.textContent ?? ""));
});

pageTest("the shortest plan is proved, and stepped through with the bottles following", async (page) => {
  const { text, solution } = await example(env.server.url, "ballsort", "three-colours");
  await paste(page, text);
  await page.click("#plan");
  await page.waitForFunction((moves) => document.getElementById("said")?.textContent?.includes(`${moves} moves`), solution.length);
  await page.click("text=Walk through it");
  await page.click("[aria-label=Last]");
  await page.waitForFunction(() => document.querySelectorAll(".place.finished").length === 3);
});

for (const [width, height] of [[1280, 900], [390, 844]]) {
  pageTest(`however long a hint is, it can be read and done: ${width} by ${height}`, async (page) => {
    await page.waitForSelector("#families button >> nth=3");
    await page.route("**/api/hint", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const [step] = answer.steps;
      answer.steps = [{ ...step, steps: Array.from({ length: 40 }, () => step) }];
      await route.fulfill({ json: answer });
    });
    await page.click("#hint");
    await page.click("[data-depth=why]");
    const go = page.locator("[data-depth=do]");
    /** Whether a thing is in sight and nothing lies over it. @param {import("playwright-core").Locator} thing */
    const isFree = (thing) =>
      thing.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    assert.ok(await isFree(go), "Do it is in sight at once");
    await page.click(".answer summary");
    const last = page.locator(".answer .chain .step").last();
    await last.scrollIntoViewIfNeeded();
    assert.ok(await isFree(last), "the last step can be reached");
    assert.ok(await isFree(go), "Do it stays in sight");
    const solution = page.locator("#solution");
    if (width > 1000) {
      await solution.scrollIntoViewIfNeeded();
      assert.ok(await isFree(solution), "what stands below is not covered");
    }
    await go.click();
    await page.waitForSelector("[data-depth]", { state: "detached" });
  }, { viewport: { width, height } });
}
