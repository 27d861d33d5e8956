// The page: opens a puzzle, gives it the controls that the engine names, saves the game, and calls the engine on request.

import { BoardView } from "./board.js";
import { controlsFor } from "./controls/controls.js";
import { piecesOf } from "./controls/stacks.js";
import { announce, byId, count, dialog, fill, h, sentence, toast } from "./dom.js";
import { chooseEngine, EngineError } from "./engine.js";
import { Editor } from "./editor.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { Lab } from "./lab.js";
import { Keeper } from "./kept.js";
import { Referee, UNSEEN } from "./referee.js";
import { loadSettings, saveSettings } from "./settings.js";
import { decode, encode } from "./share.js";
import { Steps } from "./steps.js";
import { tintPlaces } from "./tints.js";
import { Training } from "./training.js";
import { wire } from "./wire.js";

/** @typedef {{moves: import("./game.js").Move[], at: number}} Saved what was played, and how much of it is in force */

class App {
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
    /** What the board shows instead of the game. @type {import("./controls/controls.js").Snapshot | null} */
    this.preview = null;
    /** @type {string[] | undefined} */
    this.drawn = undefined;
    this.solved = false;
    /** The answer that was last checked against the rules. */
    this.judged = "";
    /** How each clue is shown. @type {Map<string, string>} */
    this.clues = new Map();
    /** Whether another board is replacing this one. */
    this.isSwapping = false;
    this.keeper = new Keeper(this);
    /** Milliseconds played, for the clock. */
    this.played = 0;
    /** @type {AbortController} */
    this.asking = new AbortController();
  }

  async start() {
    saveSettings(this.settings);
    this.engine = await chooseEngine();
    this.help = new Help(this, byId("panel-help"));
    this.steps = new Steps(this, byId("panel-steps"));
    this.lab = new Lab(this, byId("panel-lab"));
    this.training = new Training(this);
    this.editor = new Editor(this);
    wire(this);
    const families = this.ask("families", {});
    const shown = await this.openFirst();
    this.families = (await families).families;
    this.showFamilies();
    this.#showCaption();
    this.keeper.show();
    if (!shown) await this.openFamily(this.families[0]?.name ?? "");
    if ("serviceWorker" in navigator && this.engine.kind === "worker") void navigator.serviceWorker.register("sw.js");
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
      await this.open(kept.puzzle, { family: kept.family, saved: { moves: kept.moves, at: kept.at }, played: kept.played });
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
   * before it; any other takes the place of the last game of its family.
   * @param {string} text
   * @param {{family?: string | undefined, rule?: string, saved?: Saved, played?: number, isSwap?: boolean}} [how]
   */
  async open(text, how = {}) {
    const asked = { ...(how.family ? { family: how.family } : {}), ...(how.rule ? { rule: how.rule } : {}) };
    const board = await this.ask("board", { puzzle: text, ...asked });
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
      failed: (error) => this.#failed(error, "The engine could not follow."),
      waits: (isWaiting) => referee === this.referee && byId("board").toggleAttribute("data-waiting", isWaiting),
    });
    if (board.play) await this.#restore(game, referee, how.saved);
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
    Object.assign(this, { text: written, board, game, referee, preview: null, solved: false, judged: "", drawn: undefined, clues: new Map(), played: how.played ?? 0 });
    const spots = this.#spots();
    this.placeOf = new Map(spots.flat().flatMap(({ cells }, place) => cells.map((cell) => [cell, place])));
    const controls = controlsFor(board, this);
    this.controls = controls;
    this.view.touch = controls.touch;
    this.view.onfocus = (place) => {
      controls.focused?.(place);
      this.#showSummary(false);
    };
    const hadFocus = byId("board").contains(document.activeElement);
    this.view.show(board.svg, spots, `${board.title}, ${board.size}`);
    byId("board").dataset.controls = board.play?.controls.kind ?? "";
    byId("board").removeAttribute("data-waiting");
    this.#showSummary(false);
    this.#showCaption();
    byId("rule").textContent = [board.goal, ...(board.rules ?? [])].join(" ");
    document.title = `${board.title} · Quandary`;
    game.changed = (move, edits) => this.#changed(move, edits);
    fill(byId("pad"), ...controls.pad());
    this.redraw();
    this.#showClues();
    void this.#judge(false);
    this.help?.reset();
    this.steps?.reset();
    this.lab?.reset();
    this.training?.opened();
    this.keeper.soon();
    this.showFamilies();
    this.keeper.show();
    if (hadFocus) this.view.focus(0);
  }

  /** The places of the board, row by row; a board that cannot be played has its cells. */
  #spots() {
    const { rows = 0, columns = 1, play } = this.board ?? {};
    const cell = (/** @type {number} */ at) => ({ cells: [`r${Math.floor(at / columns) + 1}c${(at % columns) + 1}`] });
    const places = play?.places ?? Array.from({ length: rows * columns }, (_, at) => cell(at));
    const across = play?.columns ?? columns;
    /** @type {import("./board.js").Spot[][]} */
    const lines = [];
    for (let at = 0; at < places.length; at += across) lines.push(places.slice(at, at + across));
    return lines;
  }

  /** Begins with a saved game, if it fits the board as the engine sees it. @param {Game} game @param {Referee} referee @param {Saved | undefined} saved */
  async #restore(game, referee, saved) {
    const { failed } = referee.how;
    const isRestored = saved ? game.restore(saved) : true;
    let isRefused = false;
    referee.how.failed = () => (isRefused = true);
    await referee.look();
    referee.how.failed = failed;
    const fits = isRestored && !isRefused && (!referee.how.isMoves || String(referee.position.values) === String(game.values));
    if (fits) return;
    game.forget();
    await referee.look();
    if (saved?.moves?.length) toast("The saved game no longer fits this board, so it starts from the beginning.");
  }

  /** The last game of a family, or its first example. @param {string} name */
  async openFamily(name) {
    if (this.editor?.isOpen) return void this.editor.open(name, {});
    if (name === this.board?.family) return;
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
      this.#failed(error, "This puzzle cannot be opened.");
    }
  }

  /** @param {any} error @param {string} what */
  #failed(error, what) {
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

  /** Makes a move, or says why it is refused. @param {number} from @param {number} to @param {{hint?: boolean}} [how] @returns {Promise<boolean>} */
  async move(from, to, how = {}) {
    if (this.preview) {
      this.endPreview();
      return false;
    }
    await this.settled();
    const legal = this.position.legal.find((move) => move.from === from && move.to === to);
    if (!legal) {
      await this.#sayRefusal(from, to);
      return false;
    }
    const [source, target] = [piecesOf(this.game.values[from] ?? ""), piecesOf(this.game.values[to] ?? "")];
    const taken = source.splice(source.length - legal.count);
    /** @type {[number, string][]} */
    const writes = [
      [from, JSON.stringify(source)],
      [to, JSON.stringify([...target, ...taken])],
    ];
    this.write(writes, { ...how, action: { move: { from, to } } });
    return true;
  }

  /** Says why a move is refused. @param {number} from @param {number} to */
  async #sayRefusal(from, to) {
    try {
      const answer = await this.askAbout(this.text, "play", { state: this.referee?.state(), touches: [{ move: { from, to } }] });
      toast(sentence(answer.message ?? "This move is not possible."));
    } catch (error) {
      this.#failed(error, "This move is not possible.");
    }
  }

  /** Says which piece was revealed. @param {number} place @param {string} piece */
  name(place, piece) {
    const pieces = piecesOf(this.game.values[place] ?? "");
    pieces[pieces.length - 1] = piece;
    this.write([[place, JSON.stringify(pieces)]], { action: { name: { place, piece } } });
  }

  /** Takes one of the engine's offers: another board takes the place of this one. @param {string} id */
  async offer(id) {
    await this.settled();
    try {
      const answer = await this.askAbout(this.text, "play", { state: this.referee?.state(), touches: [{ offer: { id } }] });
      if (answer.replaced) await this.#swap(answer.replaced, this.game.swapped([this.text, answer.replaced]));
    } catch (error) {
      this.#failed(error, "That is not possible.");
    }
  }

  /** Puts another board in the place of this one; what was played stays. @param {string} text @param {Saved} saved */
  async #swap(text, saved) {
    if (this.isSwapping) return;
    this.isSwapping = true;
    await this.tryOpen(text, { saved, played: this.played, family: this.board?.family, isSwap: true });
    this.isSwapping = false;
    announce(`${this.board?.title}, ${this.board?.size}.`);
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

  /** The caption of the board, with a choice where the family has several rules. */
  #showCaption() {
    const { board } = this;
    if (!board) return;
    const rules = this.families.find((family) => family.name === board.family)?.rules ?? [];
    const caption = byId("caption");
    if (!board.rule || rules.length < 2) {
      caption.textContent = `${board.title}, ${board.size}${board.rule ? `, ${board.rule} rule` : ""}`;
      return;
    }
    const pick = h("select", { id: "rule-switch", class: "quiet", "aria-label": "Rule", title: "Play by another rule", onchange: () => void this.switchRule(pick.value) });
    pick.append(...rules.map((/** @type {any} */ rule) => h("option", { value: rule.name, title: rule.summary, selected: rule.name === board.rule }, `${rule.name} rule`)));
    fill(caption, `${board.title}, ${board.size}, `, pick);
  }

  /** The board is handed over to the editor. */
  enterEditor() {
    this.keeper.file();
    this.preview = null;
    document.body.classList.add("editing");
    byId("panel-editor").hidden = false;
    byId("rule").textContent = "";
  }

  /** Back to playing: a puzzle from the editor, or the last game. @param {string} [puzzle] @param {string} [family] */
  async leaveEditor(puzzle, family) {
    // Opening a puzzle closes the editor.
    const last = this.keeper.last;
    if (puzzle) await this.tryOpen(puzzle, { family });
    else if (!last || !(await this.reopen(last))) await this.openFamily(this.families[0]?.name ?? "");
    this.view.focus(0);
  }

  /** Marks every open place with what is left to it, as one move. */
  async fillMarks() {
    await this.settled();
    try {
      const answer = await this.askAbout(this.text, "play", { state: this.referee?.state(), touches: [{ fill_marks: {} }] });
      if (answer.message) toast(answer.message);
      else this.write(answer.changed[0] ?? []);
    } catch (error) {
      this.#failed(error, "That is not possible.");
    }
  }

  /** Values with every open place marked with what is left to it; the same values where that is not possible. @param {string[]} values @returns {Promise<string[]>} */
  async marked(values) {
    const answer = await this.askAbout(this.text, "play", { state: { values }, touches: [{ fill_marks: {} }] });
    return answer.values ?? values;
  }

  /** Opens places again, as one move. @param {string[]} cells */
  async openAgain(cells) {
    await this.settled();
    this.write(this.placesOf(cells).map((place) => [place, ""]));
    await this.settled();
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
    this.#showClues();
    this.training?.look();
    this.#showSummary(true);
    void this.#judge(true);
  }

  #markBroken() {
    const isShown = this.settings.pointOut && !this.preview;
    this.view.markBroken(new Set(isShown ? this.position.broken.flatMap(({ cells }) => this.placesOf(cells)) : []));
  }

  /** Fades clues that are satisfied, and marks those that can no longer be. */
  #showClues() {
    const { fadeClues, pointOut } = this.settings;
    /** @type {Map<string, string>} */
    const now = new Map();
    if (!this.preview) {
      for (const { clue, satisfied, is_wrong } of this.position.clues) {
        const [texts = []] = this.view.clue(clue);
        // The picture lists the numbers of a clue from the one nearest to the board.
        const states = texts.map((_, back) => (is_wrong && pointOut ? "wrong" : fadeClues && satisfied[satisfied.length - 1 - back] ? "done" : ""));
        now.set(clue, states.join());
      }
    }
    for (const clue of new Set([...this.clues.keys(), ...now.keys()])) {
      const states = now.get(clue) ?? "";
      if (states === (this.clues.get(clue) ?? "")) continue;
      const each = states.split(",");
      for (const texts of this.view.clue(clue)) {
        texts.forEach((text, back) => {
          text.classList.toggle("done", each[back] === "done");
          text.classList.toggle("wrong", each[back] === "wrong");
        });
      }
    }
    this.clues = now;
  }

  /** What the lines of the focused place hold, for eyes and, after a touch, for ears. @param {boolean} isSpoken */
  #showSummary(isSpoken) {
    const lines = this.preview ? [] : (this.controls?.summary?.(this.view.focused) ?? []);
    byId("summary").textContent = lines.join(" · ");
    if (isSpoken && lines.length > 0 && this.view.grid.contains(document.activeElement)) announce(`${lines.join(". ")}.`);
  }

  /** Shows how many cells a stroke has, from two on. @param {number} cells */
  count(cells) {
    const shown = byId("count");
    shown.hidden = cells < 2;
    shown.textContent = String(cells);
  }

  /** Shows the board by other settings. */
  settingsChanged() {
    this.redraw();
    this.#showClues();
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
    this.#markBroken();
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
    const [shown] = this.placesOf([...(tints?.conclusions ?? []), ...(tints?.wrong ?? []), ...(tints?.lines ?? []).flatMap((line) => line.cells)]);
    if (shown !== undefined) this.view.reveal(shown);
    for (const lit of byId("board").querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const line of tints?.lines ?? []) if (line.clue) for (const text of this.view.clue(line.clue).flat()) text.classList.add("lit");
  }

  /** Shows another board than the game's, for as long as nobody plays. @param {import("./controls/controls.js").Snapshot} board @param {import("./controls/controls.js").Tints} [tints] */
  showPreview(board, tints) {
    const before = this.drawn ?? [];
    this.preview = board;
    this.redraw();
    this.#showClues();
    this.controls?.animate?.(before, board.values);
    this.tint(tints);
  }

  endPreview() {
    if (!this.preview) return;
    this.preview = null;
    this.tint(null);
    this.redraw();
    this.#showClues();
    toast("Back to your own game.");
  }

  /** Whether everything is done. @param {boolean} congratulate */
  async #judge(congratulate) {
    const { claim, complete } = this.position;
    const { text } = this;
    this.solved = complete;
    byId("board").classList.toggle("solved", complete);
    const judged = claim === undefined ? "" : JSON.stringify(claim);
    if (judged === this.judged) return;
    this.judged = judged;
    if (!judged || !congratulate) return;
    try {
      const answer = await this.askHere("check", { solution: claim, time_limit: 5 }, this.asking.signal);
      if (text !== this.text || this.judged !== judged) return;
      // After a reveal the engine knows only the rest of the game: what it says of the shortest plan is about that rest.
      if (answer.correct) this.help?.congratulate(this.position.ask.puzzle ? {} : answer);
      else this.help?.wrongEnd(answer);
    } catch {
      // Nothing is claimed if the engine could not be reached.
    }
  }

  /** The kinds of puzzles, the current one marked. */
  showFamilies() {
    const buttons = this.families.map((family) =>
      h(
        "button",
        {
          type: "button",
          "data-family": family.name,
          "aria-current": family.name === (this.editor?.sheet?.family ?? this.board?.family) ? "true" : "false",
          onclick: () => this.openFamily(family.name),
        },
        family.title,
      ),
    );
    fill(byId("families"), ...buttons);
  }

  async share() {
    await this.settled();
    const { moves, at } = this.game.save();
    const fragment = await encode({ puzzle: this.text, family: this.board?.family, moves, at });
    const link = new URL(fragment, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("Link copied. It contains the puzzle and your moves.");
    } catch {
      const shown = h("textarea", { rows: 4, readOnly: true, value: link, "aria-label": "Link" });
      dialog("Copy this link", shown, h("p", { class: "soft" }, "It contains the puzzle and your moves."));
      shown.select();
    }
  }

  /** @param {string} name */
  showTab(name) {
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const isOpen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isOpen));
      /** @type {HTMLElement} */ (tab).tabIndex = isOpen ? 0 : -1;
      byId(`panel-${tab.id.slice(4)}`).hidden = !isOpen;
    }
    if (name === "steps") this.steps?.opened();
    if (name === "lab") this.lab?.opened();
    if (name === "help" && this.preview) this.endPreview();
  }

  /** Changes the game once the engine has seen every touch. @param {(game: Game) => unknown} act */
  async whenSettled(act) {
    const { game } = this;
    await this.settled();
    if (game === this.game) act(game);
  }

  undo() {
    if (this.editor?.isOpen) return this.editor.undo();
    if (this.preview) return this.endPreview();
    void this.whenSettled(async () => {
      const move = await this.#back();
      if (move && move.mark !== "swap") announce(move.mark === "drop" ? "The trial is back." : "Undone.");
    });
  }

  /** Takes back one move, and the board that it opened. */
  async #back() {
    if (this.isSwapping) return null;
    const { game } = this;
    const move = game.undo();
    if (move?.mark === "swap") await this.#swap(move.puzzles?.[0] ?? this.text, game.save());
    return move;
  }

  /** Takes moves back until so many have changed something. @param {number} moves */
  async takeBack(moves) {
    await this.settled();
    for (let left = moves; left > 0 && this.game.canUndo; ) {
      const move = await this.#back();
      if (!move) break;
      if (move.edits.length > 0) left--;
    }
    await this.settled();
  }

  redo() {
    if (this.editor?.isOpen) return this.editor.redo();
    if (this.preview) return this.endPreview();
    void this.whenSettled((game) => {
      if (this.isSwapping) return;
      const move = game.redo();
      if (move?.mark === "swap") void this.#swap(move.puzzles?.[1] ?? this.text, game.save());
      else if (move) announce("Done again.");
    });
  }

  /** What the player did, in a few words. */
  get effort() {
    const { moves, hints } = this.game.tally;
    return `${count(moves, "move")}, ${hints === 0 ? "no hints" : count(hints, "hint")}`;
  }
}

/** From here on the game in this browser counts, not the link in the address. */
function leaveLink() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** @typedef {App} AppType */

void new App().start();
