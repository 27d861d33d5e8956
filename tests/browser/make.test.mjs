// Puzzles made to order, and texts that cannot be read.

import assert from "node:assert/strict";
import { browserTests, SMALL } from "./browser.mjs";

const { pageTest } = browserTests(".place");

pageTest("advice on unreadable text makes sense on a page", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Paste')");
  for (const text of ["", "hello", "1 2\n3 4"]) {
    await page.fill("#paste", text);
    await page.click("#open-pasted");
    await page.waitForSelector(".problem .lead");
    assert.doesNotMatch(await page.textContent(".problem") ?? "", /--|quandary |standard input/, text);
  }
  await page.selectOption("#paste-family", "sudoku");
  await page.fill("#paste", SMALL);
  await page.click("#open-pasted");
  await page.waitForSelector("dialog", { state: "detached" });
});

pageTest("a bad puzzle is refused with its line and column", async (page) => {
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Paste')");
  await page.fill("#paste", "12..\n..x.\n....\n..43");
  await page.click("#open-pasted");
  await page.waitForSelector(".problem .lead");
  assert.match(await page.textContent(".problem") ?? "", /Line 2, column 3/);
  await page.keyboard.press("Escape");
});

pageTest("a puzzle is made from options and a seed", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "aquarium");
  await page.fill("#make-size", "6x6");
  await page.fill("#make-seed", "7");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 36);
});

pageTest("making a puzzle offers a grade, and nothing that must fail", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  for (const family of ["sudoku", "nonogram", "aquarium", "ballsort"]) {
    await page.selectOption("#make-family", family);
    const grades = await page.$$eval("#make-grade option", (options) => options.map((option) => /** @type {any} */ (option).value));
    assert.deepEqual(grades.slice(0, 3), ["", "easy", "moderate"], family);
  }
  const rules = await page.$$eval("#make-rule option", (options) => options.map((option) => option.textContent));
  assert.deepEqual(rules, ["ball", "water"]);
  await page.selectOption("#make-family", "nonogram");
  await page.click("dialog summary");
  assert.ok(!(await page.isVisible("#make-colours")), "colours need a picture");
  assert.equal(await page.getAttribute("#make-image", "type"), "file");
  await page.fill("#make-picture", ".#.#.\n#####\n#####\n.###.\n..#..");
  assert.ok(await page.isVisible("#make-colours"));
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 25);
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "sudoku");
  await page.selectOption("#make-grade", "easy");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#grade");
  await page.waitForSelector(".facts li");
  assert.match(await page.textContent("#said") ?? "", /is easy/);
});

pageTest("a Nonogram is made from an image that is uploaded", async (page) => {
  const image = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [60, 60];
    const pen = canvas.getContext("2d");
    if (!pen) return "";
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 60, 60);
    pen.fillStyle = "black";
    pen.beginPath();
    pen.moveTo(30, 4);
    pen.lineTo(56, 56);
    pen.lineTo(4, 56);
    pen.fill();
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "nonogram");
  await page.click("dialog summary");
  await page.setInputFiles("#make-image", { name: "triangle.png", mimeType: "image/png", buffer: Buffer.from(image, "base64") });
  await page.fill("#make-size", "10x10");
  await page.click("dialog button[type=submit]");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".place").count(), 100);
});

pageTest("a failed request keeps the dialog open: it gives the reason, and Escape closes it", async (page) => {
  await page.waitForSelector("#families button >> nth=3");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Make one')");
  await page.selectOption("#make-family", "aquarium");
  await page.fill("#make-size", "1000x1000");
  await page.click("dialog button[type=submit]");
  await page.waitForFunction(() => /100/.test(document.querySelector("dialog [role=status]")?.textContent ?? ""));
  assert.ok(await page.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement)));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
});
