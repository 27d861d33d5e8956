// The editor: a puzzle from paper is entered by mouse, by finger and by keyboard, and the verdict follows every edit.

import assert from "node:assert/strict";
import { join } from "node:path";
import { browserTests, hold, middle, paste, pictures, solved } from "./browser.mjs";

const { pageTest } = browserTests("#families button >> nth=3");

/** Opens an empty board. @param {import("playwright-core").Page} page @param {string} blank family/size */
async function blank(page, blank) {
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Enter one')");
  await page.click(`dialog [data-blank="${blank}"]`);
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForSelector("body.editing");
}

/** Waits for a verdict. @param {import("playwright-core").Page} page @param {string} verdict */
const verdict = (page, verdict) => page.waitForSelector(`#verdict[data-verdict=${verdict}]`);

/** Draws through places. @param {import("playwright-core").Page} page @param {number[]} places */
async function draw(page, places) {
  const points = [];
  for (const place of places) points.push(await middle(page, place));
  const before = await page.evaluate(() => localStorage.getItem("quandary.draft"));
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const { x, y } of points.slice(1)) await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
  await page.waitForFunction((old) => localStorage.getItem("quandary.draft") !== old, before);
}

/** @param {import("playwright-core").Page} page @param {string} tool @param {string} [value] */
async function take(page, tool, value) {
  await page.click(`[data-tool=${tool}]`);
  if (value !== undefined) await page.click(`[data-choice="${value}"]`);
}

pageTest("a Sudoku from paper is typed in, with its verdict after each digit, and played", async (page) => {
  await blank(page, "sudoku/4x4");
  await verdict(page, "unfinished");
  assert.match(await page.textContent("#verdict") ?? "", /The board is empty/);
  const type = async (/** @type {number} */ place, /** @type {string} */ key) => {
    await page.locator(".place").nth(place).focus();
    await page.keyboard.press(key);
    await page.waitForFunction(([at, text]) => document.querySelectorAll(".place")[Number(at)]?.getAttribute("aria-label")?.endsWith(String(text)), [place, key === "Delete" ? "empty" : key]);
  };
  await type(0, "1");
  await verdict(page, "several");
  assert.ok((await page.locator(".place.differs").count()) > 0, "the difference is shown");
  for (const [place, digit] of [[6, "3"], [9, "4"], [15, "2"]]) await type(Number(place), String(digit));
  await verdict(page, "unique");
  // The grade comes after it.
  await page.waitForFunction(() => /It is moderate: 12 steps, the hardest is naked single/.test(document.getElementById("verdict")?.textContent ?? ""));
  // Two equal digits in a row: impossible, and said why.
  await type(1, "1");
  await verdict(page, "impossible");
  assert.ok((await page.locator(".place[data-tint=wrong]").count()) > 0);
  await page.screenshot({ path: join(pictures, "editor-impossible.png") });
  await page.keyboard.press("Control+z");
  await verdict(page, "unique");
  await page.click("#edit-play");
  await page.waitForFunction(() => !document.body.classList.contains("editing"));
  assert.equal(await page.$$eval(".place", (places) => places.filter((place) => /given/.test(place.getAttribute("aria-label") ?? "")).length), 4);
});

pageTest("a printed Sudoku is typed row by row, with the space bar from cell to cell", async (page) => {
  await blank(page, "sudoku/4x4");
  for (const key of "1... ..3. .4.. ...2".replaceAll(" ", "")) {
    if (key !== ".") await page.keyboard.press(key);
    await page.keyboard.press("Space");
  }
  await verdict(page, "unique");
  const labels = await page.$$eval(".place", (places) => places.map((place) => place.getAttribute("aria-label")?.at(-1)));
  assert.deepEqual([labels[0], labels[6], labels[9], labels[15]], ["1", "3", "4", "2"]);
});

pageTest("clues are added until a Sudoku is unique, and removed while it stays so", async (page) => {
  await blank(page, "sudoku/9x9");
  await page.click("#add-clues");
  await verdict(page, "unique");
  const given = () => page.$$eval(".place", (places) => places.filter((place) => !/empty$/.test(place.getAttribute("aria-label") ?? "")).length);
  const before = await given();
  assert.ok(before >= 17, `${before} clues`);
  await page.click("#remove-clues");
  await page.waitForFunction(() => /(is|are) needed\./.test(document.getElementById("toast")?.textContent ?? ""));
  assert.ok((await given()) <= before);
  await verdict(page, "unique");
  // The puzzle as text, in every notation that can hold it.
  await page.click("#edit-export");
  await page.waitForSelector("#exported");
  const notations = await page.$$eval("#export-notation option", (options) => options.map((option) => option.textContent));
  assert.ok(notations.includes("json") && notations.length > 3, notations.join());
  assert.match(await page.inputValue("#exported"), /\d/);
});

pageTest("variants are drawn: a cage with its sum, a thermometer, an arrow, dots, regions and rules", async (page) => {
  await blank(page, "sudoku/6x6");
  await take(page, "cage");
  await page.fill("#tool-value", "9");
  await draw(page, [0, 1, 7]);
  await take(page, "thermometer");
  await draw(page, [12, 13, 14]);
  await take(page, "arrow");
  await draw(page, [18, 19, 20]);
  // A circle of two cells, for a number such as 12.
  await take(page, "arrow", "2");
  await draw(page, [33, 34, 35]);
  await take(page, "sign", "black");
  await draw(page, [24, 25]);
  await take(page, "sign", "x");
  await draw(page, [28, 29]);
  // With a number it is another sum.
  await page.fill("#tool-value", "7");
  await draw(page, [26, 27]);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("quandary.draft") ?? "").draft);
  assert.deepEqual(kept.arrows[1], { circle: ["r6c4", "r6c5"], shaft: ["r6c6"] });
  assert.deepEqual(kept.signs.map((/** @type {any} */ sign) => sign.ratio ?? sign.sum), [2, 10, 7]);
  await take(page, "box", "3x2");
  await page.waitForSelector('[data-choice="3x2"][aria-pressed=true]');
  await take(page, "rules", "main-diagonal");
  await page.waitForSelector("[data-choice=main-diagonal][aria-pressed=true]");
  for (const shown of [".cage", ".thermometer", ".arrow", ".sign.full", ".diagonal"]) assert.ok((await page.locator(`.stage svg ${shown}`).count()) > 0, shown);
  await page.screenshot({ path: join(pictures, "editor-variants.png") });
  // A region with too few cells is shown as it is drawn, and said to be incomplete.
  await take(page, "region", "A");
  await draw(page, [3, 4]);
  await verdict(page, "unfinished");
  assert.match(await page.textContent("#verdict") ?? "", /Region \d has \d+ cells/);
  await page.click("#edit-undo");
  await page.waitForSelector("#verdict:not([data-verdict=unfinished])");
  // By keyboard: Shift and arrows draw, Enter finishes.
  await take(page, "erase");
  await page.locator(".place").nth(0).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".stage svg .cage").length === 0);
});

pageTest("the line below the board says nothing of another board in the editor", async (page) => {
  await page.click("[data-family=nonogram]");
  await page.waitForFunction(() => /Row 1/.test(document.getElementById("summary")?.textContent ?? ""));
  await blank(page, "nonogram/5x5");
  assert.equal(await page.textContent("#summary"), "");
});

pageTest("a Nonogram is entered by its clues, Enter after Enter", async (page) => {
  await blank(page, "nonogram/5x5");
  // The first clue can be typed at once. Row by row, then column by column: an arrow.
  const clues = ["1", "3", "5", "1", "1", "1", "2", "5", "2", "1"];
  for (const clue of clues) {
    // As quickly as anybody can: the field of the next line is there before the engine has answered.
    await page.keyboard.type(clue);
    await page.keyboard.press("Enter");
  }
  // After the last line it is the first again.
  await page.waitForFunction(() => document.activeElement?.id === "tool-line" && /** @type {HTMLInputElement} */ (document.activeElement).value === "1");
  await verdict(page, "unique");
  await page.screenshot({ path: join(pictures, "editor-nonogram.png") });
});

pageTest("a clue that cannot be read stays in its field, with what is wrong with it", async (page) => {
  await blank(page, "nonogram/5x5");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("a b");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#line-fault");
  assert.match(await page.textContent("#line-fault") ?? "", /'a' is not part of a clue/);
  assert.equal(await page.textContent("label[for=tool-line]"), "Clue of Row 2");
  assert.equal(await page.inputValue("#tool-line"), "a b");
  // It is selected: what is typed next takes its place.
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#row2 text")?.textContent === "3");
  assert.equal(await page.textContent("label[for=tool-line]"), "Clue of Row 3");
  assert.equal(await page.locator("#line-fault").count(), 0);
});

pageTest("a board of any size is begun in numbers", async (page) => {
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Enter one')");
  await page.click("[data-other=nonogram]");
  await page.fill("#size-nonogram-0", "900");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /is not a size/.test(document.querySelector("dialog .other-size + [role=alert]:not(:empty)")?.textContent ?? ""));
  await page.fill("#size-nonogram-0", "10");
  await page.fill("#size-nonogram-1", "15");
  await page.keyboard.press("Enter");
  await page.waitForSelector("body.editing");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 150);
  assert.match((await page.locator(".place").nth(15).getAttribute("aria-label")) ?? "", /^Row 2, .*column 1.*: empty$/);
  // Another one from there: a Sudoku has one number.
  await page.click("#families [data-family=sudoku]");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 81);
  await page.click("#edit-clear");
  await page.click("[data-other=sudoku]");
  await page.fill("#size-sudoku-0", "10");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 100);
});

pageTest("clues that conflict are marked, and only those", async (page) => {
  await blank(page, "nonogram/5x5");
  await page.locator("#tool-line").focus();
  // The first row is full, but the first column is empty.
  for (const [at, clue] of ["5", "", "", "", "", "", "1", "1", "1", "2"].entries()) {
    if (clue) await page.keyboard.type(clue);
    await page.keyboard.press("Enter");
    await page.waitForFunction((next) => document.querySelector("label[for=tool-line]")?.textContent === `Clue of ${next}`, at < 4 ? `Row ${at + 2}` : at < 9 ? `Column ${at - 3}` : "Row 1");
  }
  await verdict(page, "impossible");
  await page.waitForSelector("#row1 .clue.wrong");
  assert.equal(await page.locator("#column2 .clue.wrong").count(), 0);
  assert.match(await page.textContent("#verdict") ?? "", /row 1.*column 1/);
});

pageTest("a touch beside or above the board opens the clue of that line", async (page) => {
  await blank(page, "nonogram/5x5");
  await take(page, "paint", "#");
  const cell = await middle(page, 2 * 5 + 1);
  const corner = await page.locator(".place").first().boundingBox();
  assert.ok(corner);
  await page.mouse.click(corner.x - 8, cell.y);
  assert.match(await page.$eval("label[for=tool-line]", (label) => label.textContent ?? ""), /Row 3/);
  // The field takes a click like any other.
  await page.locator(".place").first().focus();
  await page.click("#tool-line");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "tool-line");
  await page.mouse.click(cell.x, corner.y - 6);
  assert.match(await page.$eval("label[for=tool-line]", (label) => label.textContent ?? ""), /Column 2/);
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#column2")?.textContent?.trim() === "4");
});

pageTest("a Nonogram is made from an image in the editor", async (page) => {
  await blank(page, "nonogram/5x5");
  await take(page, "image");
  // A black cross on white, drawn by the browser itself.
  const image = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 50;
    const draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    draw.fillStyle = "white";
    draw.fillRect(0, 0, 50, 50);
    draw.fillStyle = "black";
    draw.fillRect(20, 0, 10, 50);
    draw.fillRect(0, 20, 50, 10);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  await page.setInputFiles("#tool-image", { name: "cross.png", mimeType: "image/png", buffer: Buffer.from(image, "base64") });
  await page.waitForFunction(() => document.querySelector("#row3")?.textContent?.trim() === "5");
  assert.equal((await page.textContent("#column1"))?.trim(), "1");
  await verdict(page, "unique");
});

pageTest("a Nonogram is painted, and its clues follow", async (page) => {
  await blank(page, "nonogram/5x5");
  await take(page, "paint", "#");
  await draw(page, [10, 11, 12, 13, 14]);
  await draw(page, [2, 7, 12, 17, 22]);
  assert.equal((await page.textContent("#row3"))?.trim(), "5");
  assert.equal((await page.textContent("#column3"))?.trim(), "5");
  // For screen readers, too: what a cell holds, its clues, and what was just done.
  assert.equal(await page.locator(".place").nth(10).getAttribute("aria-label"), "Row 3, clue 5, column 1, clue 1: filled");
  assert.equal(await page.locator(".place").nth(0).getAttribute("aria-label"), "Row 1, clue 1, column 1, clue 1: empty");
  await page.waitForFunction(() => /^5 cells, the last of them Row 5, .*: filled\.$/.test(document.getElementById("live")?.textContent ?? ""));
  await verdict(page, "unique");
  await page.click("#edit-play");
  await page.waitForFunction(() => !document.body.classList.contains("editing"));
  assert.ok(await page.$$eval(".place", (places) => places.every((place) => /open$/.test(place.getAttribute("aria-label") ?? ""))), "the picture is not given away");
});

pageTest("an Aquarium is drawn tank by tank, and filled by pouring", async (page) => {
  await blank(page, "aquarium/6x6");
  await draw(page, [0, 1, 6, 12, 18]);
  await draw(page, [2, 3, 9, 8]);
  await draw(page, [30, 31, 32, 33]);
  await take(page, "pour", "1");
  await draw(page, [12, 12]);
  assert.equal((await page.textContent("#column1"))?.trim(), "2");
  await take(page, "rule", "pool");
  await page.waitForSelector("[data-choice=pool][aria-pressed=true]");
  await take(page, "clues");
  await page.fill("#tool-line", "0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#row1")?.textContent?.trim() === "0");
  await page.screenshot({ path: join(pictures, "editor-aquarium.png") });
});

pageTest("a stroke that is being drawn outlives the answer to the one before it", async (page) => {
  await blank(page, "aquarium/6x6");
  let answer = await hold(page, "edit");
  await page.locator(".place").first().focus();
  for (const key of ["Shift+ArrowRight", "Enter", "ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
  answer();
  const tanks = (/** @type {number} */ count) => page.waitForFunction((wanted) => {
    const [row] = JSON.parse(localStorage.getItem("quandary.draft") ?? "{}").draft?.tanks ?? [];
    return row && new Set(row).size === wanted && row;
  }, count);
  await tanks(2);
  for (const key of ["Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
  const [first, second, third, fourth, fifth] = await (await tanks(3)).jsonValue();
  assert.ok(first === second && third === fourth && fourth === fifth && first !== third, `${[first, second, third, fourth, fifth]}`);
  // By mouse, too, and so quickly that the mouse skips cells.
  answer = await hold(page, "edit");
  const cells = [];
  for (const place of [0, 2, 3, 5]) cells.push(await middle(page, place));
  const [from, to, start, end] = cells;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  answer();
  await page.waitForFunction(() => {
    const [row] = JSON.parse(localStorage.getItem("quandary.draft") ?? "{}").draft.tanks;
    return row[0] === row[2] && row[2] !== row[3];
  });
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  await page.waitForFunction(() => {
    const [row] = JSON.parse(localStorage.getItem("quandary.draft") ?? "{}").draft.tanks;
    return row[2] !== row[3] && row[3] === row[4] && row[4] === row[5];
  });
});

pageTest("undo, redo and typing are done in their order, however late the answers come", async (page) => {
  await blank(page, "sudoku/4x4");
  await page.keyboard.type("1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2");
  const shown = (/** @type {string} */ wanted) => page.waitForFunction((text) => [...document.querySelectorAll(".place")].slice(0, 4).map((place) => place.getAttribute("aria-label")?.split(": ")[1]?.replace("empty", ".")).join("") === text, wanted);
  await shown("12..");
  const answer = await hold(page, "edit");
  for (const key of ["Control+z", "Control+z", "Control+y", "ArrowRight", "3"]) await page.keyboard.press(key);
  answer();
  await shown("1.3.");
  await page.keyboard.press("Control+z");
  await shown("1...");
  await page.keyboard.press("Control+z");
  await shown("....");
});

pageTest("what is played, shared or copied has the last digit that was typed", async (page) => {
  await blank(page, "sudoku/4x4");
  await page.keyboard.type("1");
  await verdict(page, "several");
  const answer = await hold(page, "edit");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2");
  await page.click("#edit-play");
  answer();
  await page.waitForFunction(() => !document.body.classList.contains("editing"));
  assert.match((await page.locator(".place").nth(1).getAttribute("aria-label")) ?? "", /given 2$/);
});

pageTest("an answer disturbs neither a button that is being pressed nor a clue that is being typed", async (page) => {
  await blank(page, "nonogram/5x5");
  const shown = (/** @type {number} */ row, /** @type {string} */ text) => page.waitForFunction(([id, wanted]) => document.getElementById(String(id))?.textContent?.trim() === wanted, [`row${row}`, text]);
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await shown(2, "2");
  // What is there is selected: typing replaces it.
  for (const key of ["Shift+Enter", "Shift+Enter"]) await page.keyboard.press(key);
  let answer = await hold(page, "edit");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  answer();
  await shown(1, "4");
  answer = await hold(page, "edit");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  // Back at once: what was typed is there, and can be typed over.
  await page.keyboard.press("Shift+Enter");
  assert.equal(await page.inputValue("#tool-line"), "3");
  const button = await page.locator("[data-tool=paint]").boundingBox();
  assert.ok(button);
  await page.mouse.move(button.x + 10, button.y + 10);
  await page.mouse.down();
  answer();
  await shown(2, "3");
  await page.mouse.up();
  await page.waitForSelector("[data-tool=paint][aria-pressed=true]");
  // Who works the tools by keyboard stays where they are.
  await page.focus("[data-choice='#']");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.choice), "#");
});

pageTest("an edit leaves the zoom of a large board and the selected cell as they are", async (page) => {
  await blank(page, "sudoku/25x25");
  await page.click("#zoom-in");
  await page.click("#zoom-in");
  const zoom = () => page.$eval("#board", (board) => [/** @type {HTMLElement} */ (board).style.getPropertyValue("--zoom"), board.scrollLeft, board.scrollTop]);
  const before = await zoom();
  const board = await page.locator("#board").boundingBox();
  assert.ok(board);
  await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
  const selected = () => page.$$eval(".place", (places) => places.findIndex((place) => place.classList.contains("selected")));
  const place = await selected();
  assert.ok(place > 0);
  await page.locator("[data-choice='5']").tap();
  await page.waitForFunction((at) => document.querySelectorAll(".place")[at]?.getAttribute("aria-label")?.endsWith(": 5"), place);
  assert.deepEqual([await zoom(), await selected()], [before, place]);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

pageTest("a draft is kept while another family is looked at, and an empty board does not replace it", async (page) => {
  await blank(page, "sudoku/4x4");
  const answer = await hold(page, "edit");
  await page.keyboard.type("3");
  await page.click("[data-family=nonogram]");
  answer();
  await page.waitForSelector("#tool-line");
  await page.click("[data-family=sudoku]");
  await page.waitForFunction(() => document.querySelector(".place")?.getAttribute("aria-label")?.endsWith(": 3"));
});

pageTest("a coloured Nonogram is set: colours are switched on, clues have letters, and a picture has paint", async (page) => {
  await blank(page, "nonogram/5x5");
  await take(page, "colours", "red");
  await page.waitForSelector("[data-choice=red][aria-pressed=true]");
  await take(page, "clues");
  await page.fill("#tool-line", "2r 1k");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => ["2r", "1k"].every((block) => document.querySelector("#row1")?.textContent?.includes(block)));
  await take(page, "paint", "r");
  await draw(page, [0, 1, 2]);
  assert.equal((await page.textContent("#row1"))?.trim(), "3r");
  await take(page, "clues");
  await page.selectOption("select[aria-label=Line]", "Row 1");
  assert.equal(await page.inputValue("#tool-line"), "3r");
  await page.screenshot({ path: join(pictures, "editor-colours.png") });
});

pageTest("a wall is drawn inside of a tank, and holds the water back", async (page) => {
  await blank(page, "aquarium/6x6");
  await take(page, "rule", "pool");
  await page.waitForSelector("[data-choice=pool][aria-pressed=true]");
  await take(page, "wall");
  await draw(page, [30, 31]);
  await take(page, "pour", "1");
  await draw(page, [30, 30]);
  assert.equal((await page.textContent("#column1"))?.trim(), "1");
  assert.equal((await page.textContent("#column2"))?.trim(), "0");
});

pageTest("pencil marks are written into a Sudoku, and a digit elsewhere leaves them", async (page) => {
  await blank(page, "sudoku/4x4");
  await take(page, "mark");
  await page.locator(".place").nth(0).focus();
  for (const digit of ["1", "3"]) {
    await page.keyboard.press(digit);
    await page.waitForFunction((mark) => document.querySelector(".note-r1c1")?.textContent?.includes(mark), digit);
  }
  await take(page, "digit");
  await page.locator(".place").nth(15).focus();
  await page.keyboard.press("2");
  await page.waitForFunction(() => document.querySelectorAll(".place")[15]?.getAttribute("aria-label")?.endsWith("2"));
  assert.match((await page.textContent(".note-r1c1")) ?? "", /1.*3/s);
  await page.screenshot({ path: join(pictures, "editor-marks.png") });
});

pageTest("bottles are filled with a finger until the puzzle is complete, and then sorted", async (page) => {
  await blank(page, "ballsort/5x4");
  await take(page, "bottles", "remove");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 4);
  await page.click("[data-choice=remove]");
  await page.waitForFunction(() => document.querySelectorAll(".place").length === 3);
  await take(page, "capacity", "2");
  await page.waitForSelector("[data-choice='2'][aria-pressed=true]");
  const put = async (/** @type {number} */ bottle, /** @type {string} */ colour, /** @type {number} */ total) => {
    await take(page, "ball", colour);
    const at = await middle(page, bottle);
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForFunction((count) => document.querySelectorAll(".stage svg .cell.colour").length === count, total);
  };
  await put(0, "red", 1);
  await verdict(page, "unfinished");
  await put(0, "blue", 2);
  await put(1, "blue", 3);
  await put(1, "red", 4);
  await verdict(page, "solvable");
  assert.match(await page.textContent("#verdict") ?? "", /3 moves, and not in fewer/);
  await page.waitForFunction(() => /It is easy/.test(document.getElementById("verdict")?.textContent ?? ""));
  assert.equal(await page.locator(".place").first().getAttribute("aria-label"), "Bottle 1: from the bottom: red, blue");
  await page.screenshot({ path: join(pictures, "editor-bottles.png") });
  await page.click("#edit-play");
  await page.waitForFunction(() => !document.body.classList.contains("editing"));
  await page.locator(".place").first().focus();
  for (const key of ["1", "3", "2", "1", "2", "3"]) await page.keyboard.press(key);
  await solved(page);
}, { hasTouch: true });

pageTest("the puzzle on the board can be edited, a draft outlives a reload, and closing leads back to the game", async (page) => {
  await paste(page, "1...\n..3.\n.4..\n...2");
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Enter one')");
  await page.click("#edit-this");
  await page.waitForSelector("body.editing");
  await verdict(page, "unique");
  await page.locator(".place").nth(0).focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelector(".place")?.getAttribute("aria-label")?.endsWith("empty"));
  await page.reload();
  await page.waitForSelector("#families button >> nth=3");
  assert.ok(await page.evaluate(() => !document.body.classList.contains("editing")));
  assert.match(await page.locator(".place").first().getAttribute("aria-label") ?? "", /given 1/);
  await page.click("#new");
  await page.click("dialog .choices button:has-text('Enter one')");
  await page.click("#edit-kept");
  await page.waitForSelector("body.editing");
  assert.match(await page.locator(".place").first().getAttribute("aria-label") ?? "", /empty$/);
  await page.click("#edit-close");
  await page.waitForFunction(() => !document.body.classList.contains("editing"));
  assert.match(await page.locator(".place").first().getAttribute("aria-label") ?? "", /given 1/);
});

for (const [scheme, width, height] of /** @type {["light" | "dark", number, number][]} */ ([["light", 1280, 900], ["dark", 390, 844]])) {
  pageTest(`the editor fits the screen: ${scheme}, ${width} by ${height}`, async (page) => {
    for (const kind of ["sudoku/9x9", "nonogram/10x10", "aquarium/6x6", "ballsort/7x4"]) {
      await blank(page, kind);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${kind}: ${overflow} px too wide`);
      await page.screenshot({ path: join(pictures, `editor-${kind.split("/")[0]}-${scheme}.png`), fullPage: true });
    }
  }, { viewport: { width, height }, colorScheme: scheme });
}
