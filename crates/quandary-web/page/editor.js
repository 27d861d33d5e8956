// Setting a puzzle by hand. The engine says which tools a board has and what an edit makes of it; here are the gestures: a value is
// written into a place, stamped onto places, drawn as a stroke, typed for a line, or chosen for the whole board. After every
// edit the engine says what the puzzle is worth: unique, several solutions, impossible, and how hard.

import { announce, byId, count, dialog, fill, h, sentence, toast } from "./dom.js";
import { showFamilies } from "./frame.js";
import { recall, remember } from "./settings.js";
import { offerLink } from "./share.js";
import { hasNumbers, toolPad } from "./tools.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {{value: string, label: string, fill?: string, is_set: boolean}} Choice */
/** @typedef {{id: string, label: string, hint: string, gesture: "write" | "stamp" | "stroke" | "lines" | "image" | "board", values: Choice[], field: string | null}} Tool */
/** @typedef {{tool: string, cells?: string[], line?: string, value?: string}} Edit */
/**
 * What the engine says of a draft.
 * @typedef {{
 *   family: string, title: string, draft: any, puzzle: string | null, fault: string | null, message?: string, svg: string,
 *   places: string[][], columns: number, tools: Tool[], lines: {id: string, name: string, text: string}[],
 *   has_single_clues: boolean, sizes: [string, string][]
 * }} Sheet
 */

/** The draft that was last worked on. */
const DRAFT = "quandary.draft";
/** How long the verdict waits for the next edit, in milliseconds. */
const PAUSE = 200;

export class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Sheet | null} */
    this.sheet = null;
    this.tool = "";
    /** The value that is chosen for each tool. @type {Map<string, string>} */
    this.chosen = new Map();
    /** The cells of a stroke that is being drawn, by their places. @type {number[]} */
    this.stroke = [];
    /** The drafts before and after this one. @type {any[]} */
    this.past = [];
    /** @type {any[]} */
    this.future = [];
    this.line = 0;
    /** Whether it began with an empty board. */
    this.isBlank = false;
    /** @type {AbortController} */
    this.judging = new AbortController();
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    byId("board").addEventListener("click", (/** @type {MouseEvent} */ event) => this.#touchLine(event));
    this.verdict = h("div", { class: "answer", id: "verdict", "aria-live": "polite" });
  }

  get isOpen() {
    return this.sheet !== null;
  }

  /** The draft of the last visit. @returns {{family: string, draft: any} | null} */
  get kept() {
    return recall(DRAFT);
  }

  /** Begins with an empty board, a puzzle or a draft. @param {string} family @param {{size?: string, puzzle?: string, draft?: any}} from */
  async open(family, { size, puzzle, draft }) {
    const { app } = this;
    const options = { ...(size ? { size } : {}), ...(draft ? { draft } : {}) };
    const sheet = await app.ask("edit", { family, ...(puzzle ? { puzzle } : {}), options });
    app.enterEditor();
    this.isBlank = !puzzle && !draft;
    Object.assign(this, { past: [], future: [], line: 0, stroke: [], sheet: null, chosen: new Map() });
    delete this.verdict.dataset.verdict;
    fill(this.verdict, h("p", { class: "soft" }, "Solving it …"));
    this.tool = sheet.tools[0]?.id ?? "";
    this.#show(sheet);
    // Where clues are typed, the first one can be typed at once.
    const line = document.getElementById("tool-line");
    if (line) line.focus();
    else app.view.focus(0);
    announce(`Set your own ${sheet.title}.`);
  }

  /** Back to playing. */
  close() {
    if (!this.sheet) return;
    this.judging.abort();
    this.sheet = null;
  }

  /** @returns {Tool | undefined} */
  get current() {
    return this.sheet?.tools.find((tool) => tool.id === this.tool);
  }

  /** Sends edits, one after the other. @param {Edit[]} edits @param {{clues?: "add" | "remove"}} [more] @returns {Promise<void>} */
  edit(edits, more = {}) {
    const run = async () => {
      const { sheet, app } = this;
      if (!sheet) return;
      try {
        const next = await app.ask("edit", { family: sheet.family, options: { draft: sheet.draft, edits, ...more } });
        if (this.sheet !== sheet) return;
        this.past.push(sheet.draft);
        this.future = [];
        this.#show(next);
        if (next.message) toast(next.message);
      } catch (error) {
        toast(sentence(/** @type {Error} */ (error).message));
        this.#markStroke();
      }
    };
    this.queue = this.queue.then(run, run);
    return /** @type {Promise<void>} */ (this.queue);
  }

  undo() {
    void this.#travel(this.past, this.future);
  }

  redo() {
    void this.#travel(this.future, this.past);
  }

  /** @param {any[]} from @param {any[]} to */
  async #travel(from, to) {
    await this.queue;
    const { sheet } = this;
    const draft = from.pop();
    if (!sheet || draft === undefined) return;
    to.push(sheet.draft);
    this.#show(await this.app.ask("edit", { family: sheet.family, options: { draft } }));
  }

  /** @param {Sheet} sheet */
  #show(sheet) {
    const { app } = this;
    const focused = app.view.focused;
    const hadFocus = byId("board").contains(document.activeElement);
    const isFirst = !this.sheet;
    const typing = this.#typing();
    // A stroke that was begun before the engine answered goes on.
    if (sheet.places.length !== this.sheet?.places.length) this.stroke = [];
    this.sheet = sheet;
    remember(DRAFT, { family: sheet.family, draft: sheet.draft });
    /** @type {import("./board.js").Spot[][]} */
    const rows = [];
    for (let at = 0; at < sheet.places.length; at += sheet.columns) rows.push(sheet.places.slice(at, at + sheet.columns).map((cells) => ({ cells })));
    app.view.touch = this.#touch();
    app.view.onfocus = () => {};
    app.view.show(sheet.svg, rows, `${sheet.title}, in the editor`);
    sheet.places.forEach((cells, place) => app.view.label(place, this.#nameOf(cells, place)));
    if (this.stroke.length > 0) this.#markStroke();
    byId("caption").textContent = `${sheet.title}, in the editor`;
    showFamilies(app);
    if (focused < sheet.places.length) app.view.focus(focused, hadFocus, false);
    const pad = byId("pad");
    const at = pad.contains(document.activeElement) ? [...pad.querySelectorAll("button, input")].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    fill(pad, ...toolPad(this));
    if (at >= 0) /** @type {HTMLElement | undefined} */ ([...pad.querySelectorAll("button, input")][at])?.focus();
    const field = /** @type {HTMLInputElement | null} */ (typing === null ? null : document.getElementById("tool-line"));
    if (field) field.value = typing ?? "";
    if (isFirst) this.#panel();
    this.#refreshButtons();
    void this.#judge(sheet);
  }

  /** What is being typed for a line and was not sent yet. @returns {string | null} */
  #typing() {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
    const known = this.sheet?.lines[this.line]?.text;
    return field && field === document.activeElement && field.value !== known ? field.value : null;
  }

  /** What a place is called, with what is written in it. @param {string[]} cells @param {number} place */
  #nameOf(cells, place) {
    const texts = this.app.view.groups[place]?.flatMap((group) => [...group.querySelectorAll("text")].map((text) => text.textContent)) ?? [];
    const name = cells.length > 1 ? `Place ${place + 1}` : (cells[0] ?? "").replace(/^r(\d+)c(\d+)$/, "Row $1, column $2");
    return `${name}: ${texts.join(", ") || "empty"}`;
  }

  /** A touch beside or above the board: the clue of that line is typed. @param {MouseEvent} event */
  #touchLine(event) {
    const { sheet, app } = this;
    const tool = sheet?.tools.find((one) => one.gesture === "lines");
    if (!sheet || !tool || /** @type {Element} */ (event.target).closest(".place")) return;
    const areas = app.view.places.map((place) => place.getBoundingClientRect());
    const [first] = areas;
    if (!first) return;
    const isIn = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => at >= from && at < to;
    const row = event.clientX < first.left ? areas.findIndex((area) => isIn(event.clientY, area.top, area.bottom)) : -1;
    const column = event.clientY < first.top ? areas.findIndex((area) => isIn(event.clientX, area.left, area.right)) : -1;
    const id = row >= 0 ? `row${Math.floor(row / sheet.columns) + 1}` : column >= 0 ? `column${(column % sheet.columns) + 1}` : "";
    const line = sheet.lines.findIndex((one) => one.id === id);
    if (line < 0) return;
    this.line = line;
    this.choose(tool.id);
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
    field?.focus();
    field?.select();
  }

  /** What a finger, a mouse or a key does on the board. @returns {import("./board.js").Touch} */
  #touch() {
    return {
      down: (place) => {
        const gesture = this.current?.gesture;
        if (gesture === "stamp") void this.#stamp(place);
        else if (gesture === "stroke") this.#draw([place]);
        else if (gesture === "write") this.app.view.select(new Set([place]));
      },
      over: (place) => {
        if (this.current?.gesture === "stroke" && !this.stroke.includes(place)) this.#draw([...this.stroke, place]);
      },
      up: () => {
        if (this.current?.gesture === "stroke" && this.stroke.length > 0) this.#finish();
      },
      key: (event, place) => this.#key(event, place),
    };
  }

  /** @param {KeyboardEvent} event @param {number} place @returns {boolean} */
  #key(event, place) {
    const tool = this.current;
    if (!tool || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key } = event;
    const nth = hasNumbers(tool) ? tool.values[Number(key) - 1] : undefined;
    if (nth) {
      this.pick(tool, nth.value);
      announce(`${nth.label}.`);
      return true;
    }
    if (tool.gesture === "stroke") {
      const columns = this.sheet?.columns ?? 1;
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
      if (event.shiftKey && step) {
        const to = place + step;
        if (to < 0 || to >= (this.sheet?.places.length ?? 0)) return true;
        this.#draw(this.stroke.length === 0 ? [place, to] : this.stroke.includes(to) ? this.stroke : [...this.stroke, to]);
        this.app.view.focus(to);
        return true;
      }
      if (key === "Enter" || key === " ") {
        if (this.stroke.length === 0) this.#draw([place]);
        this.#finish();
        return true;
      }
      if (key === "Escape" && this.stroke.length > 0) {
        this.#draw([]);
        return true;
      }
      return false;
    }
    if (tool.gesture === "stamp" && (key === "Enter" || key === " ")) {
      void this.#stamp(place);
      return true;
    }
    // A printed board is typed row by row.
    if (tool.gesture === "write" && (key === " " || key === ".")) {
      this.app.view.focus((place + 1) % (this.sheet?.places.length ?? 1));
      return true;
    }
    const typed = tool.values.find(({ value }) => value.toLowerCase() === key.toLowerCase());
    const isErasing = key === "Delete" || key === "Backspace" || key === "0";
    if (tool.gesture === "write" && (typed || isErasing)) {
      void this.write(place, typed?.value ?? "");
      return true;
    }
    return false;
  }

  /** @param {number[]} stroke */
  #draw(stroke) {
    this.stroke = stroke;
    this.#markStroke();
  }

  #markStroke() {
    this.app.view.select(new Set(this.stroke));
  }

  /** The stroke is complete. */
  #finish() {
    const { sheet, current } = this;
    const cells = this.stroke.flatMap((place) => sheet?.places[place] ?? []);
    this.stroke = [];
    if (current) void this.edit([{ tool: current.id, cells, value: this.value(current) }]);
  }

  /** @param {number} place */
  #stamp(place) {
    const { current, sheet } = this;
    const [cell] = sheet?.places[place] ?? [];
    return current && cell ? this.edit([{ tool: current.id, cells: [cell], value: this.value(current) }]) : undefined;
  }

  /** @param {number} place @param {string} value */
  write(place, value) {
    const { current, sheet } = this;
    return current ? this.edit([{ tool: current.id, cells: sheet?.places[place] ?? [], value }]) : undefined;
  }

  /** The chosen or typed value of a tool. @param {Tool} tool */
  value(tool) {
    return this.chosen.get(tool.id) ?? (tool.field ? "" : (tool.values[0]?.value ?? ""));
  }

  /** Takes one of a tool's values. @param {Tool} tool @param {string} value */
  pick(tool, value) {
    this.chosen.set(tool.id, value);
    fill(byId("pad"), ...toolPad(this));
  }

  /** @param {string} id */
  choose(id) {
    this.tool = id;
    this.#draw([]);
    fill(byId("pad"), ...toolPad(this));
    // Where clues are typed, they can be typed at once.
    (document.getElementById("tool-line") ?? byId("pad").querySelector(`[data-tool="${id}"]`))?.focus();
  }

  /** The panel at the side. */
  #panel() {
    const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => unknown} */ run, /** @type {string} */ kind = "") => h("button", { type: "button", id, class: kind, onclick: run }, text);
    const clues = this.sheet?.has_single_clues
      ? h("div", { class: "ask" }, act("add-clues", "Add clues until unique", () => this.edit([], { clues: "add" })), act("remove-clues", "Remove clues while unique", () => this.edit([], { clues: "remove" })))
      : null;
    fill(
      byId("panel-editor"),
      h("h2", {}, "Set your own"),
      this.verdict,
      clues,
      h("div", { class: "ask" }, act("edit-undo", "Undo", () => this.undo()), act("edit-redo", "Redo", () => this.redo()), act("edit-clear", "Start again", () => this.#startAgain())),
      h("div", { class: "ask" }, act("edit-share", "Share link", () => this.#share()), act("edit-export", "As text", () => this.#export())),
      h("div", { class: "ask" }, act("edit-play", "Play it", () => this.#play(), "primary big"), act("edit-close", "Close the editor", () => this.app.leaveEditor(), "big")),
    );
  }

  #refreshButtons() {
    const { sheet } = this;
    byId("edit-undo").disabled = this.past.length === 0;
    byId("edit-redo").disabled = this.future.length === 0;
    for (const id of ["edit-play", "edit-share", "edit-export"]) byId(id).disabled = !sheet?.puzzle;
  }

  /** Another empty board. */
  #startAgain() {
    const { sheet } = this;
    if (!sheet) return;
    const sizes = sheet.sizes.map(([size, label]) => h("button", { type: "button", class: "example", onclick: () => (opened.close(), void this.open(sheet.family, { size })) }, label));
    const opened = dialog("How large?", h("div", { class: "examples" }, ...sizes));
  }

  async #share() {
    const { sheet } = this;
    if (!sheet?.puzzle) return;
    await offerLink({ puzzle: sheet.puzzle, family: sheet.family }, "It contains the puzzle.");
  }

  /** The puzzle in every notation that can hold it. */
  async #export() {
    const { sheet, app } = this;
    if (!sheet?.puzzle) return;
    const { texts } = await app.ask("convert", { puzzle: sheet.puzzle, family: sheet.family });
    const shown = h("textarea", { rows: 10, readOnly: true, id: "exported", "aria-label": "The puzzle as text" });
    const pick = h("select", { id: "export-notation", "aria-label": "Notation", onchange: () => (shown.value = texts[pick.value] ?? "") });
    pick.append(...Object.keys(texts).map((name) => h("option", { value: name }, name)));
    shown.value = texts[pick.value] ?? "";
    const copy = h("button", { type: "button", onclick: () => void navigator.clipboard.writeText(shown.value).then(() => toast("Copied."), () => shown.select()) }, "Copy");
    dialog("As text", h("div", { class: "field" }, h("label", { for: "export-notation" }, "Notation"), pick, copy), shown);
  }

  async #play() {
    const { sheet, app } = this;
    if (!sheet?.puzzle) return;
    app.leaveEditor(sheet.puzzle, sheet.family);
  }

  /** Says what the puzzle is worth as it is. @param {Sheet} sheet */
  async #judge(sheet) {
    this.judging.abort();
    const judging = new AbortController();
    this.judging = judging;
    const { app } = this;
    const say = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ more = "") => {
      if (judging.signal.aborted) return;
      this.verdict.dataset.verdict = kind;
      this.verdict.classList.remove("stale");
      fill(this.verdict, h("p", { class: "lead" }, text), more ? h("p", { class: "soft" }, more) : null);
    };
    app.tint(null);
    app.view.mark("differs", new Set());
    this.verdict.classList.add("stale");
    if (this.isBlank && this.past.length === 0) return say("unfinished", "Nothing is set yet.", this.current?.hint ?? "");
    if (!sheet.puzzle) return say("unfinished", "Not complete yet.", sentence(sheet.fault ?? ""));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (judging.signal.aborted) return;
    const about = { puzzle: sheet.puzzle, family: sheet.family };
    const solve = (/** @type {import("./engine.js").Verb} */ verb, /** @type {Record<string, unknown>} */ options) => app.ask(verb, { ...about, options }, judging.signal);
    try {
      const answer = await solve("solve", { solutions: 2, time_limit: 4 });
      if (judging.signal.aborted) return;
      if (answer.verdict === "impossible") {
        app.placeOf = new Map(sheet.places.flatMap((cells, place) => cells.map((cell) => [cell, place])));
        app.tint({ wrong: answer.conflict?.cells ?? [] });
        const clues = (answer.conflict?.clues ?? []).map((/** @type {string} */ clue) => clue.replace(" ", ""));
        for (const line of sheet.lines) if (clues.includes(line.id)) for (const text of app.view.clue(line.id).flat()) text.classList.add("wrong");
        return say("impossible", "No solution.", sentence(answer.conflict?.message ?? answer.message ?? ""));
      }
      if (answer.verdict === "multiple") {
        const boards = await Promise.all(answer.solutions.slice(0, 2).map((/** @type {unknown} */ solution) => solve("play", { solution })));
        const [first, second] = boards.map((board) => board.boards?.[0]?.values ?? []);
        const differ = first.flatMap((/** @type {string} */ value, /** @type {number} */ place) => (value !== second[place] ? [place] : []));
        app.view.mark("differs", new Set(differ));
        return say("several", "Several solutions.", `Two of them differ in the ${count(differ.length, "marked cell")}.`);
      }
      if (answer.verdict === "unique") {
        say("unique", "Exactly one solution.", "Grading it …");
        const { grade } = await solve("grade", { time_limit: 5 });
        return say("unique", "Exactly one solution.", grade ? `It is ${grade.word} (${grade.score} of 600), ${count(grade.steps, "step")}.` : "");
      }
      const plan = answer.solutions?.[0];
      if (plan?.moves) return say("solvable", answer.verdict === "optimal" ? `Can be solved in ${count(plan.length, "move")}, and not in fewer.` : `Can be solved in ${count(plan.length, "move")}.`);
      say("open", sentence(answer.message ?? "Not known yet."));
    } catch (error) {
      if (!judging.signal.aborted) say("open", sentence(/** @type {Error} */ (error).message));
    }
  }
}
