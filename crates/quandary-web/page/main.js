// The page: opens a puzzle, gives it the controls that the engine names, saves the game, and calls the engine on request.

import { Actions } from "./actions.js";
import { BoardView } from "./board.js";
import { controlsFor, spotsOf } from "./controls/controls.js";
import { announce, byId, dialog, fill, h, toast } from "./dom.js";
import { chooseEngine, EngineError } from "./engine.js";
import { showCaption, showFamilies, showTab } from "./frame.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { Keeper } from "./kept.js";
import { reveal } from "./reveal.js";
import { Referee, UNSEEN } from "./referee.js";
import { loadSettings, saveSettings } from "./settings.js";
import { decode } from "./share.js";
import { Signs } from "./signs.js";
import { tintPlaces } from "./tints.js";
import { wire } from "./wire.js";

/** @typedef {{moves: import("./game.js").Move[], at: number}} Saved what was played, and how much of it is in force */

class App {
  /** @type {(later: typeof import("./later.js")) => void} */
  #loaded = () => {};

  constructor() {
    this.settings = loadSettings();
    this.view = new BoardView(byId("board"));
    this.game = new Game([]);
    /** @type {import("./controls/controls.js").Controls | null} */
    this.controls = null;
    /** @type {import("./controls/controls.js").Board | null} */
    this.board = null;
    /** @type {Referee | null} */
    this.referee = null;
    /** The places of cells, by their ids in the picture. @type {Map<string, number>} */
    this.placeOf = new Map();
    /** @type {any[]} */
    this.families = [];
    this.text = "";
    /** What the board was chosen as: its level, the puzzle of the day. */
    this.about = "";
    /** What the board shows instead of the game. @type {import("./controls/controls.js").Snapshot | null} */
    this.preview = null;
    /** @type {string[] | undefined} */
    this.drawn = undefined;
    this.solved = false;
    this.signs = new Signs(this);
    /** @type {import("./editor.js").Editor | null} */
    this.editor = null;
    /** @type {import("./lab.js").Lab | null} */
    this.lab = null;
    /** @type {import("./steps.js").Steps | null} */
    this.steps = null;
    /** @type {import("./training.js").Training | null} */
    this.training = null;
    this.actions = new Actions(this);
    this.keeper = new Keeper(this);
    /** Milliseconds played, for the clock. */
    this.played = 0;
    /** @type {AbortController} */
    this.asking = new AbortController();
    /** How often something was asked to be opened: what was asked for last is shown. */
    this.openings = 0;
    /** What is loaded after the first board. @type {Promise<typeof import("./later.js")>} */
    this.later = new Promise((loaded) => (this.#loaded = loaded));
  }

  async start() {
    saveSettings(this.settings);
    this.engine = await chooseEngine();
    this.help = new Help(this, byId("panel-help"));
    wire(this);
    const families = this.ask("families", {});
    const shown = await this.openFirst();
    this.families = (await families).families;
    showFamilies(this);
    showCaption(this);
    this.keeper.show();
    if (!shown) await this.openFamily(this.families[0]?.name ?? "");
    await this.#loadRest();
    if ("serviceWorker" in navigator && this.engine.kind === "worker") void navigator.serviceWorker.register("sw.js");
  }

  /** Loads what can wait until the board is there. */
  async #loadRest() {
    const later = await import("./later.js");
    this.editor = new later.Editor(this);
    this.lab = new later.Lab(this, byId("panel-lab"));
    this.steps = new later.Steps(this, byId("panel-steps"));
    this.training = new later.Training(this);
    this.#loaded(later);
    for (const name of ["help", "steps", "lab"]) if (isOpenTab(name)) showTab(this, name);
  }

  /** What the address or the last visit holds. @returns {Promise<boolean>} */
  async openFirst() {
    try {
      const shared = await decode(location.hash);
      if (shared) {
        const { moves = [], at } = shared;
        await this.open(shared.puzzle, { family: shared.family, saved: { moves, at: at ?? moves.length } });
        leaveLink();
        return true;
      }
    } catch (error) {
      const { message, help } = /** @type {any} */ (error);
      leaveLink();
      dialog("This link cannot be opened", h("p", { class: "lead" }, message), help ? h("p", { class: "soft" }, help) : null);
    }
    if (this.board) return true;
    const last = this.keeper.last;
    return last ? this.reopen(last) : false;
  }

  /** @param {any} kept @returns {Promise<boolean>} */
  async reopen(kept) {
    try {
      await this.open(kept.puzzle, { family: kept.family, saved: { moves: kept.moves, at: kept.at }, played: kept.played, about: kept.about });
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Asks the engine.
   * @param {import("./engine.js").Verb} verb @param {import("./engine.js").Question} question @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(verb, question, signal) {
    if (!this.engine) throw new EngineError({ message: "The engine is still starting." });
    return this.engine.ask(verb, question, signal);
  }

  /** Asks about the puzzle on the board. @param {import("./engine.js").Verb} verb @param {Record<string, unknown>} [options] @param {AbortSignal} [signal] */
  askHere(verb, options = {}, signal) {
    // Where the player has named what was revealed, the puzzle continues from there.
    return this.askAbout(this.position.ask.puzzle ?? this.text, verb, options, signal);
  }

  /** Asks about a puzzle of the same family. @param {string} puzzle @param {import("./engine.js").Verb} verb @param {Record<string, unknown>} options @param {AbortSignal} [signal] */
  askAbout(puzzle, verb, options, signal) {
    return this.ask(verb, { puzzle, ...(this.board ? { family: this.board.family } : {}), options }, signal);
  }

  /** What the engine sees on the board. */
  get position() {
    return this.referee?.position ?? UNSEEN;
  }

  /** What the board shows: the game, or a preview. @returns {import("./controls/controls.js").Snapshot} */
  get shown() {
    return this.preview ?? { values: this.game.values, finished: this.position.finished, closed: this.position.closed };
  }

  /** Waits until the engine has seen every touch. */
  async settled() {
    await this.referee?.settled();
  }

  /** The boards of a solution: one, or for moves the start and the board after each of them. @param {unknown} solution @returns {Promise<import("./controls/controls.js").Snapshot[]>} */
  async boardsOf(solution) {
    return (await this.askHere("play", { solution })).boards ?? [];
  }

  /** The board as it is, and after each of some moves. @param {[number, number][]} moves @returns {Promise<import("./controls/controls.js").Snapshot[]>} */
  async boardsAfter(moves) {
    await this.settled();
    return (await this.askAbout(this.text, "play", { state: this.referee?.state(), solution: { moves } })).boards ?? [];
  }

  /** The cells of a place. @param {number} place */
  cellsOf(place) {
    return this.board?.play?.places[place]?.cells ?? [];
  }

  /** The name of a place inside a sentence. @param {number} place */
  nameOf(place) {
    const name = this.board?.play?.places[place]?.name ?? `place ${place + 1}`;
    return name.charAt(0).toLowerCase() + name.slice(1);
  }

  /** The places of cells. @param {string[]} cells */
  placesOf(cells) {
    return [...new Set(cells.flatMap((cell) => this.placeOf.get(cell) ?? []))];
  }

  /**
   * Opens a puzzle in any notation. What is wrong with it is thrown. A board that `isSwap` goes on with the game of the one
   * before it; any other takes the place of the last game of its family. Where something else was asked for meanwhile, nothing happens.
   * @param {string} text
   * @param {{family?: string | undefined, rule?: string, saved?: Saved, played?: number, isSwap?: boolean, about?: string}} [how] `about` says what it was chosen as
   * @returns {Promise<boolean>} whether it was opened
   */
  async open(text, how = {}) {
    const asked = { ...(how.family ? { family: how.family } : {}), ...(how.rule ? { rule: how.rule } : {}) };
    const opening = ++this.openings;
    const board = await this.ask("board", { puzzle: text, ...asked });
    if (opening !== this.openings) return false;
    // From here on the puzzle is written in the one notation that every family has.
    const written = board.json ? JSON.stringify(board.json) : text;
    this.keeper.file();
    if (!how.isSwap) how = { ...how, ...this.keeper.beside(board.family, written, how.saved) };
    const game = new Game(board.play?.values ?? []);
    /** @type {Referee} */
    const referee = new Referee(game, (options) => this.ask("play", { puzzle: written, family: board.family, options }), {
      isMoves: board.kind === "moves",
      keepsMarks: () => !this.settings.tidyMarks,
      seen: (isChanged) => referee === this.referee && this.#seen(isChanged),
      failed: (error) => this.failed(error, "The engine failed to answer."),
      waits: (isWaiting) => referee === this.referee && byId("board").toggleAttribute("data-waiting", isWaiting),
    });
    if (board.play) await this.keeper.restore(game, referee, how.saved);
    if (opening !== this.openings) return false;
    // Everything is ready: the new board replaces the old one at once.
    if (this.editor?.isOpen) {
      this.editor.close();
      document.body.classList.remove("editing");
      byId("panel-editor").hidden = true;
    }
    this.keeper.file();
    this.asking.abort();
    this.asking = new AbortController();
    this.referee?.close();
    const isFirst = !this.board;
    Object.assign(this, { text: written, board, game, referee, preview: null, solved: false, drawn: undefined, played: how.played ?? 0, about: how.about ?? "" });
    this.signs.reset();
    const spots = spotsOf(board);
    this.placeOf = new Map(spots.flat().flatMap(({ cells }, place) => cells.map((cell) => [cell, place])));
    const controls = controlsFor(board, this);
    this.controls = controls;
    this.view.touch = controls.touch;
    this.view.onfocus = (place) => {
      controls.focused?.(place);
      this.signs.showSummary(false);
    };
    const hadFocus = byId("board").contains(document.activeElement);
    this.view.show(board.svg, spots, `${board.title}, ${board.size}`);
    byId("board").dataset.controls = board.play?.controls.kind ?? "";
    byId("board").removeAttribute("data-waiting");
    this.signs.showSummary(false);
    showCaption(this);
    byId("rule").textContent = [board.goal, ...(board.rules ?? [])].join(" ");
    document.title = `${board.title} · Quandary`;
    game.changed = (move, edits) => this.#changed(move, edits);
    fill(byId("pad"), ...controls.pad());
    this.redraw();
    this.signs.showClues();
    void this.signs.judge(false);
    this.help?.reset();
    this.steps?.reset();
    this.lab?.reset();
    this.training?.opened();
    // What was asked about another board is over; the lab offers the same for this one.
    if (isOpenTab("steps") && !isFirst) showTab(this, "help");
    else if (isOpenTab("lab")) this.lab?.opened();
    this.keeper.soon();
    showFamilies(this);
    this.keeper.show();
    if (hadFocus) this.view.focus(0);
    // What was opened from below, as by the editor on a small screen, is seen from its caption on.
    if (!isFirst && !how.isSwap) scrollTo(0, 0);
    return true;
  }

  /** The last game of a family, or its first example. @param {string} name */
  async openFamily(name) {
    if (this.editor?.isOpen) return void this.editor.openFamily(name);
    if (name === this.board?.family) {
      // Whatever is being opened is no longer wanted.
      this.openings++;
      return;
    }
    this.keeper.file();
    const kept = this.keeper.lastOf(name);
    if (kept && (await this.reopen(kept))) return;
    const family = this.families.find((family) => family.name === name);
    const examples = family?.examples ?? [];
    const example = examples.find((/** @type {any} */ example) => example.name === family.first_example) ?? examples[0];
    if (example) await this.tryOpen(example.text, { family: name });
  }

  /** Opens a puzzle, and says what is wrong where that fails. @param {string} text @param {Parameters<App["open"]>[1]} [how] */
  async tryOpen(text, how) {
    try {
      await this.open(text, how);
    } catch (error) {
      this.failed(error, "This puzzle cannot be opened.");
    }
  }

  /** @param {any} error @param {string} what */
  failed(error, what) {
    toast(`${what} ${error?.message ?? ""}`);
  }

  /** Writes values into places. @param {[number, string][]} writes @param {import("./game.js").How} [how] */
  write(writes, how) {
    if (this.preview) {
      this.endPreview();
      return;
    }
    this.game.write(writes, how);
  }

  /** Goes on with a game of the library. @param {import("./library.js").Kept} game */
  async resume(game) {
    if (!(await this.reopen(game))) toast("This game cannot be opened any more.");
    this.view.focus(0);
  }

  /** Plays the same board by another rule. @param {string} rule */
  async switchRule(rule) {
    await this.tryOpen(this.text, { family: this.board?.family, rule });
    announce(`${rule} rule.`);
  }

  /** The board is handed over to the editor. */
  enterEditor() {
    this.keeper.file();
    this.preview = null;
    document.body.classList.add("editing");
    byId("panel-editor").hidden = false;
    for (const id of ["rule", "summary"]) byId(id).textContent = "";
  }

  /** Back to playing: a puzzle from the editor, or the last game. @param {string} [puzzle] @param {string} [family] */
  async leaveEditor(puzzle, family) {
    // Opening a puzzle closes the editor.
    const last = this.keeper.last;
    if (puzzle) await this.tryOpen(puzzle, { family });
    else if (!last || !(await this.reopen(last))) await this.openFamily(this.families[0]?.name ?? "");
    this.view.focus(0);
  }

  /** Values with every open place marked with what is left to it; the same values where that is not possible. @param {string[]} values @returns {Promise<string[]>} */
  async marked(values) {
    const answer = await this.askAbout(this.text, "play", { state: { values }, touches: [{ fill_marks: {} }] });
    return answer.values ?? values;
  }

  /** The buttons of the pad have changed. The focus stays on the same button, or moves to the board if it is gone. */
  padChanged() {
    const pad = byId("pad");
    const was = pad.contains(document.activeElement) ? document.activeElement : null;
    if (this.controls) fill(pad, ...this.controls.pad());
    if (!was) return;
    const same = [...pad.querySelectorAll("button")].find((button) => button.textContent === was.textContent);
    if (same) same.focus();
    else this.view.focus(this.view.focused);
  }

  /** @param {import("./game.js").Move} [move] @param {[number, string, string][]} [edits] */
  #changed(move, edits) {
    const before = this.drawn ?? [];
    this.help?.stale();
    this.redraw();
    this.controls?.animate?.(before, this.game.values);
    this.keeper.soon();
    if (move && edits) this.referee?.touched(move, edits);
    else void this.referee?.look();
  }

  /** The engine has looked at the board. @param {boolean} isChanged whether something followed from a touch */
  #seen(isChanged) {
    if (isChanged || this.position.complete !== this.solved) this.keeper.soon();
    this.redraw();
    this.signs.showClues();
    this.training?.look();
    this.signs.showSummary(true);
    void this.signs.judge(true);
  }

  /** Shows the board by other settings. */
  settingsChanged() {
    this.redraw();
    this.signs.showClues();
  }

  /** Draws what changed. */
  redraw() {
    const { controls, view, game } = this;
    if (!controls) return;
    const { values } = this.shown;
    // A changed place may change the look of the one below it: some fills have an upper edge.
    const isNew = (/** @type {number} */ place) => values[place] !== this.drawn?.[place];
    values.forEach((value, place) => {
      if (!isNew(place) && !isNew(place - view.columns)) return;
      // The picture comes with open cells: at first only what is not open has to be drawn.
      if (this.drawn || value) controls.draw(place, value);
      view.label(place, controls.label(place, value));
    });
    this.drawn = [...values];
    view.mark("tried", this.preview ? new Set() : game.tried);
    this.signs.showBroken();
    controls.afterDraw?.();
    byId("undo").disabled = !game.canUndo;
    byId("redo").disabled = !game.canRedo;
    byId("trial").hidden = game.trial < 0;
    byId("try").disabled = game.trial >= 0;
    document.body.classList.toggle("previewing", this.preview !== null);
  }

  /** Tints the board, or shows it in the engine's own picture of a step. @param {import("./controls/controls.js").Tints | null | undefined} tints @param {string | null} [picture] */
  tint(tints, picture) {
    this.view.layOver(picture);
    this.view.tint(tints ? tintPlaces(tints, (cells) => this.placesOf(cells)) : new Map());
    // As much as possible of what it is about comes into view, and its beginning in any case.
    const about = [tints?.conclusions ?? [], tints?.wrong ?? [], (tints?.lines ?? []).flatMap((line) => line.cells)].find((cells) => cells.length > 0);
    const places = this.placesOf(about ?? []);
    for (const place of [places.at(-1), places[0]]) if (place !== undefined) reveal(this.view, place);
    for (const lit of byId("board").querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const line of tints?.lines ?? []) if (line.clue) for (const text of this.view.clue(line.clue).flat()) text.classList.add("lit");
  }

  /** Shows another board than the game's, for as long as nobody plays. @param {import("./controls/controls.js").Snapshot} board @param {import("./controls/controls.js").Tints} [tints] */
  showPreview(board, tints) {
    const before = this.drawn ?? [];
    this.preview = board;
    this.redraw();
    this.signs.showClues();
    this.controls?.animate?.(before, board.values);
    this.tint(tints);
  }

  endPreview() {
    if (!this.preview) return;
    this.preview = null;
    this.tint(null);
    this.redraw();
    this.signs.showClues();
    toast("Back to your own game.");
  }
}

/** @param {string} name */
const isOpenTab = (name) => byId(`tab-${name}`).getAttribute("aria-selected") === "true";

/** From here on the game in this browser counts, not the link in the address. */
function leaveLink() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** @typedef {App} AppType */

void new App().start();
