// Print, export, settings, keys: what is needed now and then.

import { styleOf } from "./picture.js";
import { bookletDialog, savePdf } from "./booklet.js";
import { dialog, fill, h, save, toast, byId } from "./dom.js";
import { picture } from "./pictures.js";
import { saveSettings, SWITCHES } from "./settings.js";
import { textField } from "./texts.js";
import { showKeys } from "./wire.js";

/** @typedef {import("./main.js").AppType} App */

/** @param {App} app */
export async function moreDialog(app) {
  // It waits for the texts, which take a moment on large boards.
  const texts = textField(app, "notation", (text) => dialog("As text", h("pre", {}, text)));
  const act = (/** @type {string} */ text, /** @type {() => unknown} */ run) => h("button", { type: "button", onclick: run }, text);
  const opened = dialog(
    "More",
    h("h3", {}, "Export"),
    h(
      "div",
      { class: "ask" },
      act("Save as SVG", () => saveSvg(app)),
      act("Save as PNG", () => void savePng(app)),
      act("Save as PDF", () => void savePdf(app)),
      act("Booklet …", () => (opened.close(), bookletDialog(app))),
      act("Print", () => (opened.close(), void printSheet(app).then(() => print()))),
    ),
    ...texts.parts,
    h("h3", {}, "Settings"),
    ...SWITCHES.map(([name, text]) => {
      const id = `set-${name}`;
      const input = h("input", {
        type: "checkbox",
        id,
        checked: app.settings[name],
        onchange: () => {
          app.settings[name] = input.checked;
          saveSettings(app.settings);
          app.settingsChanged();
        },
      });
      return h("div", { class: "field check" }, input, h("label", { for: id }, text));
    }),
    h("div", { class: "field" }, h("label", { for: "theme" }, "Colours"), themes(app)),
    h("h3", {}, "Also"),
    h("div", { class: "ask" }, act("Keys", () => (opened.close(), showKeys(app))), app.engine?.kind === "server" ? h("a", { href: "api/openapi.json" }, "JSON interface") : null),
    h("p", { class: "soft" }, "No tracking, no accounts: everything you do stays in this browser."),
  );
  try {
    texts.offer(app.board?.family ?? "", (await app.askHere("convert")).texts);
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** @param {App} app */
function themes(app) {
  const input = h("select", {
    id: "theme",
    onchange: () => {
      app.settings.theme = /** @type {any} */ (input.value);
      saveSettings(app.settings);
    },
  });
  for (const [value, text] of [["auto", "same as the system"], ["light", "light"], ["dark", "dark"]]) {
    input.append(h("option", { value: value ?? "", selected: app.settings.theme === value }, text ?? ""));
  }
  return input;
}

/** The page's style for what a player writes: it is included when the board is exported. */
const OWN_PARTS = ".play *, .tinted, .clue, .note";
/** @type {("fill" | "fillOpacity" | "stroke" | "strokeWidth" | "strokeLinecap" | "opacity" | "fontWeight")[]} */
const OWN_STYLE = ["fill", "fillOpacity", "stroke", "strokeWidth", "strokeLinecap", "opacity", "fontWeight"];

/** The board as it stands, as a document of its own. @param {App} app */
function asSvg(app) {
  const svg = /** @type {SVGSVGElement} */ (app.view.svg?.cloneNode(true));
  const [, , width = "100", height = "100"] = (svg.getAttribute("viewBox") ?? "").split(" ");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.removeAttribute("aria-hidden");
  // The file is self-contained and may be printed or pasted anywhere, so it uses the light style.
  const workshop = h("div", { class: "workshop" }, svg);
  workshop.style.colorScheme = "light";
  document.body.append(workshop);
  for (const part of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(OWN_PARTS))) {
    const shown = getComputedStyle(part);
    for (const name of OWN_STYLE) part.style[name] = shown[name];
  }
  workshop.remove();
  const [light] = styleOf(app.board?.svg ?? "").split("@media");
  const text = new XMLSerializer().serializeToString(svg).replace(">", `><style>${light}</style>`);
  return { text, width: Number(width), height: Number(height) };
}

/** @param {App} app */
function saveSvg(app) {
  save(new Blob([asSvg(app).text], { type: "image/svg+xml" }), `${app.board?.family}.svg`);
}

/** @param {App} app */
async function savePng(app) {
  const { text, width, height } = asSvg(app);
  const scale = 3;
  const image = new Image(width * scale, height * scale);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = h("canvas", { width: width * scale, height: height * scale });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
    if (blob) save(blob, `${app.board?.family}.png`);
  } catch {
    toast("This browser cannot turn the board into a PNG picture. SVG works everywhere.");
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The sheet that only a printer sees, and the puzzle that it is for. @type {{text: string, filled: Promise<void>} | null} */
let sheet = null;

/** Puts the puzzle and its solution onto the sheet. @param {App} app */
export function printSheet(app) {
  if (sheet?.text !== app.text) sheet = { text: app.text, filled: fillSheet(app) };
  return sheet.filled;
}

/** What a solution on paper is. @param {any} answer */
function heading({ stopped, verdict }) {
  if (stopped === "hidden") return "Plan until more is revealed";
  return verdict === "multiple" ? "One of several solutions" : "Solution";
}

/** @param {App} app */
async function fillSheet(app) {
  const paper = byId("sheet");
  const { board, game } = app;
  if (!board) return;
  const rules = [board.goal, ...(board.rules ?? [])].join(" ");
  fill(paper, h("h2", {}, `${board.title}, ${board.size}`), h("p", {}, rules), picture(app, game.start).holder);
  paper.setAttribute("aria-busy", "true");
  const waiting = setTimeout(() => toast("Preparing the solution page …"), 400);
  try {
    const answer = await app.askHere("solve", { solutions: 2, time_limit: 5 });
    const [solution] = answer.solutions ?? [];
    if (app.board !== board || !solution) return;
    const shown = solution.moves
      ? h("p", {}, solution.moves.map((/** @type {number[]} */ move) => move.join("→")).join("  "))
      : picture(app, (await app.boardsOf(solution))[0]?.values ?? []).holder;
    paper.append(h("section", { class: "solution" }, h("h2", {}, heading(answer)), shown));
  } catch {
    // Without a solution the puzzle is printed alone.
  } finally {
    clearTimeout(waiting);
    paper.removeAttribute("aria-busy");
  }
}
