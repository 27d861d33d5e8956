// The page: it opens a puzzle, gives it to the right hands, keeps what was done, and asks the engine when the player
// does.

import { BoardView } from "./board.js";
import { announce, byId, count, dialog, fill, h, toast } from "./dom.js";
import { chooseEngine, EngineError } from "./engine.js";
import { Game } from "./game.js";
import { handsFor } from "./hands/hands.js";
import { Help } from "./help.js";
import { Lab } from "./lab.js";
import { moreDialog, printSheet } from "./more.js";
import { newDialog } from "./new.js";
import { loadSettings, recall, remember, saveSettings } from "./settings.js";
import { decode, encode } from "./share.js";
import { Steps } from "./steps.js";
import { tintPlaces } from "./tints.js";

/** The last game, and the last one of each family. */
const LAST = "quandary.last";
const OF_FAMILY = "quandary.game.";
/** Games whose place a link has taken, the latest last. */
const KEPT = "quandary.kept";
/** How many of those are kept. */
const MOST_KEPT = 9;

/** @typedef {{moves: import("./game.js").Move[], at: number}} Saved what was played, and how much of it is in force */

/** Puzzles for a first visit, by the names of the engine's own examples. */
const FIRST = ["classic", "cat", "harbour", "three-colours"];

class App {
  constructor() {
    this.settings = loadSettings();
    this.view = new BoardView(byId("board"));
    this.game = new Game([]);
    /** @type {import("./hands/hands.js").Hands | null} */
    this.hands = null;
    /** @type {import("./hands/hands.js").Board | null} */
    this.board = null;
    /** @type {any[]} */
    this.families = [];
    this.text = "";
    /** The values that the board shows instead of the game's, and with which colours. @type {{values: string[], tints: Map<number, string>} | null} */
    this.preview = null;
    /** @type {string[] | undefined} */
    this.drawn = undefined;
    /** @type {string[] | undefined} */
    this.shown = undefined;
    this.solved = false;
    /** Places whose rules are broken, as the engine sees it, and the board that it was asked about. @type {Set<number>} */
    this.broken = new Set();
    this.watched = "";
    this.isWatching = false;
    /** Whether the board is being changed for one with more or fewer places. */
    this.isResizing = false;
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
    this.#wire();
    const families = this.ask("families", {});
    const shown = await this.#openFirst();
    this.families = (await families).families;
    this.#showFamilies();
    this.#showKept();
    if (!shown) await this.openFamily(this.families[0]?.name ?? "");
    if ("serviceWorker" in navigator && this.engine.kind === "worker") void navigator.serviceWorker.register("sw.js");
  }

  /** What the address or the last visit holds. @returns {Promise<boolean>} */
  async #openFirst() {
    try {
      const shared = await decode(location.hash);
      if (shared) {
        const { moves = [], at } = shared;
        await this.open(shared.puzzle, { family: shared.family, saved: { moves, at: at ?? moves.length }, isLink: true });
        // From here on the game in this browser counts, not the one in the link.
        history.replaceState(null, "", location.pathname + location.search);
        return true;
      }
    } catch (error) {
      const { message, help } = /** @type {any} */ (error);
      dialog("This link cannot be opened", h("p", { class: "lead" }, message), help ? h("p", { class: "soft" }, help) : null);
    }
    if (this.board) return true;
    const last = recall(LAST);
    return last ? this.#reopen(last) : false;
  }

  /** @param {any} kept @returns {Promise<boolean>} */
  async #reopen(kept) {
    try {
      await this.open(kept.puzzle, { family: kept.family, saved: { moves: kept.moves, at: kept.at }, played: kept.played });
      return true;
    } catch {
      return false;
    }
  }

  /** Asks the engine. @type {import("./hands/hands.js").Table["ask"]} */
  ask(verb, question, signal) {
    if (!this.engine) throw new EngineError({ message: "The engine is not there yet." });
    return this.engine.ask(verb, question, signal);
  }

  /** Asks about the puzzle on the board. @param {import("./engine.js").Verb} verb @param {Record<string, unknown>} [options] @param {AbortSignal} [signal] */
  askHere(verb, options = {}, signal) {
    // Where the player has told what was revealed, the puzzle goes on from there.
    return this.ask(verb, { puzzle: this.hands?.base?.() ?? this.text, ...(this.board ? { family: this.board.family } : {}), options }, signal);
  }

  /** What the player has done so far, as the engine reads it. */
  get state() {
    return this.hands?.state(this.game.values) ?? null;
  }

  /**
   * Opens a puzzle in any notation. What is wrong with it is thrown.
   * @param {string} text
   * @param {{family?: string | undefined, saved?: Saved, played?: number, isLink?: boolean}} [how]
   */
  async open(text, how = {}) {
    const board = await this.ask("board", { puzzle: text, ...(how.family ? { family: how.family } : {}) });
    this.asking.abort();
    this.asking = new AbortController();
    // From here on the puzzle is written in the one notation that every family has.
    this.text = board.json ? JSON.stringify(board.json) : text;
    if (how.isLink) how = { ...how, ...this.#beside(board.family, this.text, how.saved) };
    const hadFocus = byId("board").contains(document.activeElement);
    this.board = board;
    this.preview = null;
    this.solved = false;
    this.broken = new Set();
    this.watched = "";
    this.played = how.played ?? 0;
    const hands = handsFor(board, this);
    this.hands = hands;
    this.game = new Game(hands.start);
    this.view.touch = hands.touch;
    this.view.onfocus = (place) => hands.focused?.(place);
    this.view.show(board.svg, hands.spots, `${board.title}, ${board.size}`);
    if (how.saved) this.game.restore(how.saved);
    byId("board").dataset.kind = board.kind;
    byId("caption").textContent = `${board.title}, ${board.size}${board.rule ? `, ${board.rule} rule` : ""}`;
    byId("rule").textContent = [board.goal, ...(board.rules ?? [])].join(" ");
    document.title = `${board.title} · Quandary`;
    this.game.changed = () => this.#changed();
    this.shown = [...this.game.values];
    this.drawn = undefined;
    fill(byId("pad"), ...hands.pad());
    this.redraw();
    this.#judge(false);
    this.help?.reset();
    this.steps?.reset();
    this.lab?.reset();
    this.#keep();
    this.#showFamilies();
    this.#showKept();
    void this.#watch();
    if (hadFocus) this.view.focus(0);
  }

  /**
   * The game to open for a link, beside the one that this browser has of the same family. One that goes on where the link
   * ends is opened instead; any other is kept, and can be gone back to.
   * @param {string} family @param {string} text @param {Saved} [shared] @returns {{saved?: Saved, played?: number}}
   */
  #beside(family, text, shared) {
    const own = recall(OF_FAMILY + family);
    if (!own?.at) return {};
    const [before, after] = [shared?.moves.slice(0, shared.at) ?? [], own.moves.slice(0, own.at)];
    const goesOn = own.puzzle === text && JSON.stringify(before) === JSON.stringify(after.slice(0, before.length));
    if (goesOn) return { saved: own, played: own.played };
    this.#setAside(own);
    return {};
  }

  /** @param {any} game */
  #setAside(game) {
    const others = (recall(KEPT) ?? []).filter((/** @type {any} */ other) => other.puzzle !== game.puzzle);
    remember(KEPT, [...others, game].slice(-MOST_KEPT));
  }

  #showKept() {
    const last = (recall(KEPT) ?? []).at(-1);
    byId("kept").hidden = !last;
    if (!last) return;
    const title = this.families.find((family) => family.name === last.family)?.title ?? last.family;
    byId("kept-what").textContent = `The game that you played before the link is kept: ${title}, ${count(last.at, "move")}.`;
  }

  /** Back to the game before the link, or on without it. @param {boolean} goBack */
  async #leaveKept(goBack) {
    const games = recall(KEPT) ?? [];
    const last = games.pop();
    remember(KEPT, games);
    if (goBack && last) {
      if (this.game.at > 0 && this.board?.family === last.family) this.#setAside(this.#current());
      await this.#reopen(last);
    }
    this.#showKept();
  }

  /** The last game of a family, or its first example. @param {string} name */
  async openFamily(name) {
    const kept = recall(OF_FAMILY + name);
    if (kept && (await this.#reopen(kept))) return;
    const family = this.families.find((family) => family.name === name);
    const examples = family?.examples ?? [];
    const example = examples.find((/** @type {any} */ example) => FIRST.includes(example.name)) ?? examples[0];
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

  /** @type {import("./hands/hands.js").Table["write"]} */
  write(writes, how) {
    if (this.preview) {
      this.endPreview();
      return;
    }
    this.game.write(writes, how);
  }

  /** What the board shows in a place: the game, or a preview. @param {number} place */
  shownValue(place) {
    return (this.preview?.values ?? this.game.values)[place] ?? "";
  }

  /** The pad has other buttons now. */
  selected() {
    if (this.hands) fill(byId("pad"), ...this.hands.pad());
  }

  #changed() {
    const before = this.shown ?? [];
    this.help?.stale();
    this.redraw();
    this.hands?.animate?.(before, this.game.values);
    this.#keep();
    this.#judge(true);
    void this.#watch();
  }

  /** Has the engine look for broken rules on a board with more of them than the hands know. One question at a time. */
  async #watch() {
    if (this.isWatching) return;
    this.isWatching = true;
    try {
      for (;;) {
        const { text, hands } = this;
        const state = this.board?.rules?.length && this.settings.pointOut ? hands?.written?.(this.game.values) : undefined;
        if (!hands || !state || state === this.watched) break;
        this.watched = state;
        const { broken } = await this.askHere("check", { state, at_sight: true });
        if (text !== this.text) continue;
        this.broken = new Set(broken.flatMap((/** @type {{cells: string[]}} */ rule) => hands.placesOf(rule.cells)));
        this.#markBroken();
      }
    } catch {
      // Without an answer nothing is pointed out.
    } finally {
      this.isWatching = false;
    }
  }

  #markBroken() {
    const values = this.preview?.values ?? this.game.values;
    const seen = this.settings.pointOut ? (this.hands?.breaks(values) ?? []) : [];
    this.view.markBroken(new Set([...seen, ...(this.settings.pointOut && !this.preview ? this.broken : [])]));
  }

  /** Draws what changed. */
  redraw() {
    const { hands, view, game } = this;
    if (!hands) return;
    const values = this.preview?.values ?? game.values;
    // A changed place may change the look of the one below it: some fills have an upper edge.
    const isNew = (/** @type {number} */ place) => values[place] !== this.drawn?.[place];
    values.forEach((value, place) => {
      if (!isNew(place) && !isNew(place - view.columns)) return;
      // The picture comes with open cells: at first only what is not open has to be drawn.
      if (this.drawn || value) hands.draw(place, value);
      view.label(place, hands.label(place, value));
    });
    this.shown = [...values];
    this.drawn = [...values];
    view.mark("tried", this.preview ? new Set() : game.tried);
    this.#markBroken();
    hands.afterDraw?.(values);
    byId("undo").disabled = !game.canUndo;
    byId("redo").disabled = !game.canRedo;
    byId("trial").hidden = game.trial < 0;
    byId("try").disabled = game.trial >= 0;
    document.body.classList.toggle("previewing", this.preview !== null);
  }

  /** Tints the board. @param {import("./hands/hands.js").Tints | null | undefined} tints */
  tint(tints) {
    this.view.tint(tints && this.hands ? tintPlaces(tints, this.hands) : new Map());
    const [shown] = this.hands?.placesOf([...(tints?.conclusions ?? []), ...(tints?.wrong ?? [])]) ?? [];
    if (shown !== undefined) this.view.reveal(shown);
    for (const lit of byId("board").querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const line of tints?.lines ?? []) if (line.clue) for (const text of this.view.clue(line.clue)) text.classList.add("lit");
  }

  /** Shows other values than the game's, for as long as nobody plays. @param {string[]} values @param {import("./hands/hands.js").Tints} [tints] */
  showPreview(values, tints) {
    const before = this.shown ?? [];
    this.preview = { values, tints: new Map() };
    this.redraw();
    this.hands?.animate?.(before, values);
    this.tint(tints);
  }

  endPreview() {
    if (!this.preview) return;
    this.preview = null;
    this.tint(null);
    this.redraw();
    toast("Back to your own game.");
  }

  /** Whether everything is done; the engine has the last word. @param {boolean} congratulate */
  async #judge(congratulate) {
    const claim = this.hands?.claim(this.game.values);
    if (!claim) {
      this.solved = false;
      byId("board").classList.remove("solved");
      return;
    }
    if (this.solved) return;
    const { text } = this;
    try {
      const answer = await this.askHere("check", { solution: claim, time_limit: 5 }, this.asking.signal);
      if (text !== this.text || this.hands?.claim(this.game.values) !== claim) return;
      this.solved = answer.correct === true;
      byId("board").classList.toggle("solved", this.solved);
      if (this.solved && congratulate) this.help?.congratulate(answer);
      else if (!this.solved && congratulate) this.help?.wrongEnd(answer);
    } catch {
      // Nothing is claimed where the engine could not be asked.
    }
  }

  /** The present game, as it is kept. */
  #current() {
    return { puzzle: this.text, family: this.board?.family ?? "", ...this.game.save(), played: this.played };
  }

  #keep() {
    if (!this.board) return;
    const kept = this.#current();
    remember(LAST, kept);
    remember(OF_FAMILY + this.board.family, kept);
  }

  #showFamilies() {
    const buttons = this.families.map((family) =>
      h(
        "button",
        {
          type: "button",
          "data-family": family.name,
          "aria-current": family.name === this.board?.family ? "true" : "false",
          onclick: () => this.openFamily(family.name),
        },
        family.title,
      ),
    );
    fill(byId("families"), ...buttons);
  }

  async share() {
    const { moves, at } = this.game.save();
    const fragment = await encode({ puzzle: this.text, family: this.board?.family, moves, at });
    const link = new URL(fragment, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is on the clipboard. It holds the puzzle and what you have done.");
    } catch {
      const shown = h("textarea", { rows: 4, readOnly: true, value: link, "aria-label": "Link" });
      dialog("Copy this link", shown, h("p", { class: "soft" }, "It holds the puzzle and what you have done."));
      shown.select();
    }
  }

  /** One more empty bottle, or the last one away again; what was played stays. @param {1 | -1} by @param {Saved} saved */
  async #resize(by, saved) {
    const json = this.board?.json;
    if (!json?.bottles || this.isResizing) return;
    this.isResizing = true;
    const bottles = by > 0 ? [...json.bottles, []] : json.bottles.slice(0, -1);
    await this.tryOpen(JSON.stringify({ ...json, bottles }), { saved, played: this.played, family: this.board?.family });
    this.isResizing = false;
    announce(by > 0 ? "One more bottle." : "The bottle is gone again.");
  }

  #wire() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
    on("undo", () => this.undo());
    on("redo", () => this.redo());
    on("try", () => this.game.beginTrial());
    on("keep", () => this.game.keepTrial());
    on("drop", () => this.game.dropTrial());
    on("restart", () => toast(this.game.restart() ? "Started over. Undo brings everything back." : "This is the start already."));
    on("kept-open", () => void this.#leaveKept(true));
    on("kept-forget", () => void this.#leaveKept(false));
    on("new", () => newDialog(this));
    on("share", () => void this.share());
    on("more", () => moreDialog(this));
    byId("board").addEventListener("add-bottle", () => void this.#resize(1, this.game.grown()));
    this.#wireTabs();
    this.#wireDrop();
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => void this.#openFirst());
    addEventListener("beforeprint", () => void printSheet(this));
    setInterval(() => this.#tick(), 1000);
  }

  #wireTabs() {
    /** @type {HTMLElement[]} */
    const tabs = [...document.querySelectorAll('[role="tab"]')].map((tab) => /** @type {HTMLElement} */ (tab));
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.showTab(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        next?.focus();
        next?.click();
        event.preventDefault();
      });
    });
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

  #wireDrop() {
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", async (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = file ? await file.text() : (event.dataTransfer?.getData("text") ?? "");
      if (text.trim()) newDialog(this, text);
    });
    addEventListener("paste", (event) => {
      const target = /** @type {HTMLElement | null} */ (event.target);
      if (target?.closest("textarea, input")) return;
      const text = event.clipboardData?.getData("text") ?? "";
      if (text.trim()) newDialog(this, text);
    });
  }

  undo() {
    if (this.preview) return this.endPreview();
    if (this.isResizing) return;
    const move = this.game.undo();
    if (move?.mark === "grow") void this.#resize(-1, this.game.save());
    else if (move) announce(move.mark === "drop" ? "The trial is back." : "Undone.");
  }

  redo() {
    if (this.preview) return this.endPreview();
    if (this.isResizing) return;
    const move = this.game.redo();
    if (move?.mark === "grow") void this.#resize(1, this.game.save());
    else if (move) announce("Done again.");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "p") {
      // The browser would print at once; the solution's page takes a moment.
      event.preventDefault();
      void printSheet(this).then(() => print());
      return;
    }
    const target = /** @type {HTMLElement | null} */ (event.target);
    if (target?.closest("textarea, input, select, dialog")) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && key === "z" && !event.shiftKey) this.undo();
    else if (command && (key === "y" || (key === "z" && event.shiftKey))) this.redo();
    else if (command || event.altKey) return;
    else if (key === "h") void this.help?.hint();
    else if (key === "k") void this.help?.check();
    else if (key === "t") this.game.trial < 0 ? this.game.beginTrial() : this.game.keepTrial();
    else if (key === "n") newDialog(this);
    else if (key === "?") this.keys();
    else if (key === "escape") {
      if (this.game.trial >= 0 && !this.preview) this.game.dropTrial();
      this.endPreview();
    } else return;
    event.preventDefault();
  }

  /** Which keys there are. */
  keys() {
    const rows = [
      ...(this.hands?.keys ?? []),
      ["Arrows", "go from cell to cell"],
      ["Ctrl + Z, Ctrl + Y", "undo, redo"],
      ["H", "hint: where, then why, then do it"],
      ["K", "is it correct so far?"],
      ["T", "try something out, or keep it; Esc throws it away"],
      ["N", "new puzzle"],
      ["?", "these keys"],
    ];
    dialog("Keys", h("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [h("dt", {}, key ?? ""), h("dd", {}, what ?? "")])));
  }

  #tick() {
    const clock = byId("clock");
    clock.hidden = !this.settings.timer;
    if (document.hidden || this.solved) return;
    this.played += 1000;
    const seconds = Math.floor(this.played / 1000);
    if (this.settings.timer) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** What the player did, in a few words. */
  get effort() {
    const { moves, hints } = this.game.tally;
    return `${count(moves, "move")}, ${hints === 0 ? "no hints" : count(hints, "hint")}`;
  }
}

/** @typedef {App} AppType */

void new App().start();
