// Setting a puzzle by hand. The engine says which tools a board has and what an edit makes of it; here are the gestures: a value is
// written into a place, stamped onto places, drawn as a stroke, typed for a line, or chosen for the whole board. judge.js says after
// every edit what the puzzle is worth.

import { beside } from "./controls/controls.js";
import { announce, byId, count, dialog, fill, h, renew, sentence, toast } from "./dom.js";
import { showFamilies } from "./frame.js";
import { Judge } from "./judge.js";
import { recall, remember } from "./settings.js";
import { offerLink } from "./share.js";
import { sizeButtons } from "./sizes.js";
import { textField } from "./texts.js";
import { hasNumbers, toolPad } from "./tools.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {{value: string, label: string, fill?: string, is_set: boolean}} Choice */
/** @typedef {{id: string, label: string, hint: string, gesture: "write" | "stamp" | "stroke" | "lines" | "image" | "board", values: Choice[], field: string | null}} Tool */
/** @typedef {{tool: string, cells?: string[], line?: string, value?: string}} Edit */
/**
 * What the engine says of a draft.
 * @typedef {{
 *   family: string, title: string, draft: any, puzzle: string | null, fault: string | null, message?: string, svg: string,
 *   places: string[][], names: string[], contents: string[], columns: number, tools: Tool[], lines: {id: string, name: string, text: string}[],
 *   has_single_clues: boolean, sizes: [string, string][], dimensions: string[]
 * }} Sheet
 */

/** The draft that was last worked on, and the last one of each family. */
const DRAFT = "quandary.draft";

export class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Sheet | null} */
    this.sheet = null;
    this.tool = "";
    /** The value that is chosen for each tool. @type {Map<string, string>} */
    this.chosen = new Map();
    /** What was typed beside it. @type {Map<string, string>} */
    this.numbers = new Map();
    /** The cells of a stroke that is being drawn, by their places. @type {number[]} */
    this.stroke = [];
    /** The drafts before and after this one. @type {any[]} */
    this.past = [];
    /** @type {any[]} */
    this.future = [];
    this.line = 0;
    /** Whether it began with an empty board. */
    this.isBlank = false;
    /** Changes whenever a draft is opened. */
    this.session = {};
    /** Edits go to the engine one after the other. @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** What was typed for lines and is not in the draft yet. @type {Map<string, string>} */
    this.typed = new Map();
    /** What is wrong with what was typed for lines. @type {Map<string, string>} */
    this.faults = new Map();
    byId("board").addEventListener("click", (/** @type {MouseEvent} */ event) => this.#touchLine(event));
    this.judge = new Judge(app);
  }

  get isOpen() {
    return this.sheet !== null;
  }

  /** The draft of the last visit. @returns {{family: string, draft: any} | null} */
  get kept() {
    return recall(DRAFT);
  }

  /** Goes on with the draft of a family, or begins with an empty board. @param {string} family */
  openFamily(family) {
    if (family === this.sheet?.family) return;
    const { draft } = recall(`${DRAFT}.${family}`) ?? {};
    void this.#inOrder(() => void this.open(family, { draft }).catch((error) => toast(sentence(error.message))));
  }

  /** Begins with an empty board, a puzzle or a draft. @param {string} family @param {{size?: string, puzzle?: string, draft?: any}} from @param {() => void} [ready] */
  async open(family, { size, puzzle, draft }, ready) {
    const { app } = this;
    const options = { ...(size ? { size } : {}), ...(draft ? { draft } : {}) };
    const opening = ++app.openings;
    const sheet = await app.ask("edit", { family, ...(puzzle ? { puzzle } : {}), options });
    if (opening !== app.openings) return;
    ready?.();
    app.enterEditor();
    this.isBlank = !puzzle && !draft;
    Object.assign(this, { session: {}, past: [], future: [], line: 0, stroke: [], sheet: null, chosen: new Map(), numbers: new Map(), typed: new Map(), faults: new Map() });
    this.judge.begin();
    this.tool = sheet.tools[0]?.id ?? "";
    app.view.touch = this.#touch();
    app.view.onfocus = () => this.#markStroke();
    this.#show(sheet);
    this.#panel();
    this.#refreshButtons();
    // Where clues are typed, the first one can be typed at once.
    const line = document.getElementById("tool-line");
    if (line) line.focus();
    else app.view.focus(0);
    announce(`Your own ${sheet.title}.`);
  }

  /** Back to playing. */
  close() {
    if (!this.sheet) return;
    this.judge.stop();
    this.sheet = null;
  }

  /** @returns {Tool | undefined} */
  get current() {
    return this.sheet?.tools.find((tool) => tool.id === this.tool);
  }

  /** Does something with the draft as it is after everything that was done before. @param {(sheet: Sheet) => unknown} act @returns {Promise<void>} */
  #inOrder(act) {
    const { session } = this;
    this.queue = this.queue.then(async () => {
      // Another draft or a puzzle may have been opened since.
      if (!this.sheet || session !== this.session) return;
      try {
        await act(this.sheet);
      } catch (error) {
        toast(sentence(/** @type {Error} */ (error).message));
      }
    });
    return this.queue;
  }

  /** Has the engine apply edits to the draft. @param {Edit[]} edits @param {{clues?: "add" | "remove"}} [more] @returns {Promise<void>} */
  edit(edits, more = {}) {
    for (const { line, value } of edits) if (line) this.typed.set(line, value ?? "");
    return this.#inOrder(async (sheet) => {
      try {
        const next = await this.app.ask("edit", { family: sheet.family, options: { draft: sheet.draft, edits, ...more } });
        if (this.sheet !== sheet) return;
        if (JSON.stringify(next.draft) !== JSON.stringify(sheet.draft)) {
          this.past.push(sheet.draft);
          this.future = [];
        }
        this.#settle(edits);
        this.#show(next);
        if (next.message) toast(next.message);
        else this.#announce(edits);
      } catch (error) {
        if (this.#refuse(edits, /** @type {Error} */ (error).message)) return;
        this.#settle(edits);
        this.#markStroke();
        this.showPad();
        throw error;
      }
    });
  }

  /** What was typed has been answered. @param {Edit[]} edits */
  #settle(edits) {
    for (const { line, value } of edits) {
      if (!line || this.typed.get(line) !== (value ?? "")) continue;
      this.typed.delete(line);
      this.faults.delete(line);
    }
  }

  /**
   * The clue of a line cannot be read: it stays as it was typed, and its line is shown again unless the next one is being typed already.
   * @param {Edit[]} edits @param {string} why @returns {boolean} whether it was about a line
   */
  #refuse(edits, why) {
    const [{ line } = { line: "" }] = edits;
    const at = this.sheet?.lines.findIndex(({ id }) => id === line) ?? -1;
    if (!line || at < 0) return false;
    this.faults.set(line, sentence(why));
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
    const isTyping = field && field.value !== field.defaultValue && this.line !== at;
    if (isTyping || this.current?.gesture !== "lines") toast(`${this.sheet?.lines[at]?.name}: ${why}`);
    else {
      this.line = at;
      this.showPad();
      const again = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
      again?.focus();
      again?.select();
    }
    return true;
  }

  /** What a line says, as soon as it was typed. @param {string} line */
  textOf(line) {
    return this.typed.get(line) ?? this.sheet?.lines.find((one) => one.id === line)?.text ?? "";
  }

  undo() {
    this.#travel("past", "future");
  }

  redo() {
    this.#travel("future", "past");
  }

  /** @param {"past" | "future"} from @param {"past" | "future"} to */
  #travel(from, to) {
    void this.#inOrder(async (sheet) => {
      const draft = this[from].at(-1);
      if (draft === undefined) return;
      this.faults.clear();
      const next = await this.app.ask("edit", { family: sheet.family, options: { draft } });
      if (this.sheet !== sheet) return;
      this[from].pop();
      this[to].push(sheet.draft);
      this.#show(next);
    });
  }

  /** @param {Sheet} sheet */
  #show(sheet) {
    const { app } = this;
    const isFirst = !this.sheet;
    this.sheet = sheet;
    // An empty board does not replace a draft.
    if (!this.isBlank || this.past.length > 0 || this.future.length > 0) {
      for (const key of [DRAFT, `${DRAFT}.${sheet.family}`]) remember(key, { family: sheet.family, draft: sheet.draft });
    }
    /** @type {import("./board.js").Spot[][]} */
    const rows = [];
    for (let at = 0; at < sheet.places.length; at += sheet.columns) rows.push(sheet.places.slice(at, at + sheet.columns).map((cells) => ({ cells })));
    const label = `${sheet.title}, in the editor`;
    // A stroke that was begun before the engine answered goes on, and so does everything else on the same places.
    if (isFirst || !app.view.redraw(sheet.svg, rows)) {
      const { focused } = app.view;
      const hadFocus = byId("board").contains(document.activeElement);
      this.stroke = [];
      app.view.show(sheet.svg, rows, label);
      if (!isFirst) app.view.focus(Math.min(focused, sheet.places.length - 1), hadFocus, false);
    }
    sheet.names.forEach((name, place) => app.view.label(place, `${name}: ${sheet.contents[place] ?? ""}`));
    this.#markStroke();
    this.showPad();
    if (isFirst) {
      byId("caption").textContent = label;
      showFamilies(app);
      app.tint(null);
    } else this.#refreshButtons();
    void this.judge.judge(sheet, this.isBlank && this.past.length === 0);
  }

  /** Shows the tools as they are now. */
  showPad() {
    renew(byId("pad"), ...toolPad(this));
    // Nobody is typing a line: it is shown as it is in the draft.
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("tool-line"));
    if (field && field !== document.activeElement) field.value = field.defaultValue;
  }

  /** Says what the last place of some edits holds now. @param {Edit[]} edits */
  #announce(edits) {
    const { sheet } = this;
    const cells = edits.flatMap((edit) => edit.cells ?? []);
    const place = sheet?.places.findIndex((own) => own.includes(cells.at(-1) ?? "")) ?? -1;
    if (!sheet || place < 0) return;
    const many = cells.length > 1 && (sheet.places[place]?.length ?? 0) === 1 ? `${count(cells.length, "cell")}, the last of them ` : "";
    announce(`${many}${sheet.names[place]}: ${sheet.contents[place]}.`);
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
    // Clues that stay in sight lie over the cells of a large board.
    const isOn = (/** @type {string} */ side) => /** @type {Element} */ (event.target).closest(`.sticky.${side}`) !== null;
    const isBeside = isOn("beside") || (event.clientX < first.left && !isOn("above"));
    const row = isBeside ? areas.findIndex((area) => isIn(event.clientY, area.top, area.bottom)) : -1;
    const column = isOn("above") || event.clientY < first.top ? areas.findIndex((area) => isIn(event.clientX, area.left, area.right)) : -1;
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
      if (event.shiftKey && this.sheet && key.startsWith("Arrow")) {
        const to = beside(key, place, this.sheet);
        if (to === null) return true;
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

  /** Marks the stroke that is being drawn, or the place that is written into. */
  #markStroke() {
    const { view } = this.app;
    view.select(new Set(this.current?.gesture === "write" ? [view.focused] : this.stroke));
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

  /** The chosen value of a tool. @param {Tool} tool */
  choice(tool) {
    return this.chosen.get(tool.id) ?? tool.values[0]?.value ?? "";
  }

  /** The chosen value of a tool, with what was typed beside it. @param {Tool} tool */
  value(tool) {
    return `${this.choice(tool)} ${this.numbers.get(tool.id) ?? ""}`.trim();
  }

  /** Takes one of a tool's values. @param {Tool} tool @param {string} value */
  pick(tool, value) {
    this.chosen.set(tool.id, value);
    this.showPad();
  }

  /** @param {string} id */
  choose(id) {
    this.tool = id;
    this.#draw([]);
    this.showPad();
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
      h("h2", {}, "Your own puzzle"),
      this.judge.verdict,
      clues,
      h("div", { class: "ask" }, act("edit-undo", "Undo", () => this.undo()), act("edit-redo", "Redo", () => this.redo()), act("edit-clear", "Start again", () => this.#startAgain())),
      h("div", { class: "ask" }, act("edit-share", "Share link", () => this.#whenComplete((about) => offerLink(about, "It contains the puzzle."))), act("edit-export", "As text", () => this.#whenComplete((about) => this.#export(about)))),
      h("div", { class: "ask" }, act("edit-play", "Play it", () => this.#whenComplete(({ puzzle, family }) => this.app.leaveEditor(puzzle, family)), "primary big"), act("edit-close", "Close the editor", () => this.#inOrder(() => void this.app.leaveEditor()), "big")),
    );
  }

  #refreshButtons() {
    const { sheet } = this;
    byId("edit-undo").disabled = this.past.length === 0;
    byId("edit-redo").disabled = this.future.length === 0;
    for (const id of ["edit-play", "edit-share", "edit-export"]) byId(id).disabled = !sheet?.puzzle;
  }

  /** Does something with the puzzle once everything that was done is in it. @param {(puzzle: {puzzle: string, family: string}) => unknown} act */
  #whenComplete(act) {
    void this.#inOrder(({ puzzle, family, fault }) => {
      if (!puzzle) return toast(`Not complete yet. ${sentence(fault ?? "")}`);
      // What follows is not waited for: an edit may be made beside it.
      void Promise.resolve(act({ puzzle, family })).catch((error) => toast(sentence(error.message)));
      return undefined;
    });
  }

  /** Another empty board. */
  #startAgain() {
    const { sheet } = this;
    if (!sheet) return;
    const opened = dialog("How large?", ...sizeButtons(sheet, (size) => this.open(sheet.family, { size }, () => opened.close())));
  }

  /** The puzzle in every notation that can hold it. @param {{puzzle: string, family: string}} about */
  async #export(about) {
    const { texts } = await this.app.ask("convert", about);
    const shown = h("textarea", { rows: 10, readOnly: true, id: "exported", "aria-label": "The puzzle as text" });
    const field = textField(this.app, "export-notation", () => shown.select(), (text) => (shown.value = text));
    field.offer(about.family, texts);
    shown.value = field.text();
    dialog("As text", ...field.parts, shown);
  }
}
