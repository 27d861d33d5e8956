// The game that is being played is saved in this browser soon after every change, one for each family. A game that gives way to another
// puzzle is set aside, and the player can return to it.

import { byId, count, toast } from "./dom.js";
import { gameOf, keep } from "./library.js";
import { recall, remember } from "./settings.js";

/** @typedef {import("./main.js").AppType} App */
/** @typedef {import("./main.js").Saved} Saved */

/** The last game, and the last one of each family. */
const LAST = "quandary.last";
const OF_FAMILY = "quandary.game.";
/** Games that were replaced by another puzzle, the latest last. */
const KEPT = "quandary.kept";
/** How many of those are kept. */
const MOST_KEPT = 9;

/** How long a change waits before the game is saved, in milliseconds; leaving the page saves it at once. */
const KEEP_AFTER = 150;

export class Keeper {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.keeping = undefined;
    /** Whether the library has the game as it is. */
    this.isFiled = true;
  }

  /** The game of the last visit. @returns {any} */
  get last() {
    return recall(LAST);
  }

  /** The last game of a family. @param {string} family @returns {any} */
  lastOf(family) {
    return recall(OF_FAMILY + family);
  }

  /** Begins with a saved game, if it fits the board as the engine sees it. @param {import("./game.js").Game} game @param {import("./referee.js").Referee} referee @param {Saved | undefined} saved */
  async restore(game, referee, saved) {
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

  /**
   * The game to open for a puzzle, given those that this browser has. A game that continues the new one is opened instead; the
   * last unsolved game of the family is saved, and the player can return to it.
   * @param {string} family @param {string} text @param {Saved} [given] @returns {{saved?: Saved, played?: number, about?: string}}
   */
  beside(family, text, given) {
    const before = given?.moves?.slice(0, given.at) ?? [];
    const goesOn = (/** @type {any} */ game) =>
      game?.at > 0 && game.puzzle === text && !(game.solved && !given) && JSON.stringify(before) === JSON.stringify(game.moves.slice(0, Math.min(before.length, game.at)));
    const own = recall(OF_FAMILY + family);
    const kept = recall(KEPT) ?? [];
    const mine = [own, ...kept, gameOf(family, text)].find(goesOn);
    if (own !== mine && own?.at && !own.solved) this.#setAside(own);
    if (!mine) return {};
    remember(KEPT, (recall(KEPT) ?? []).filter((/** @type {any} */ game) => game.puzzle !== text));
    if (!given) toast("You have played this puzzle before: here is your game.");
    return { saved: mine, played: mine.played, ...(mine.about ? { about: mine.about } : {}) };
  }

  /** @param {any} game */
  #setAside(game) {
    const others = (recall(KEPT) ?? []).filter((/** @type {any} */ other) => other.puzzle !== game.puzzle);
    remember(KEPT, [...others, game].slice(-MOST_KEPT));
  }

  /** Offers the game that was set aside last. */
  show() {
    const last = (recall(KEPT) ?? []).at(-1);
    // A training has a line of its own there.
    byId("kept").hidden = !last || Boolean(this.app.training?.now);
    if (!last) return;
    const title = this.app.families.find((family) => family.name === last.family)?.title ?? last.family;
    byId("kept-what").textContent = `Your previous game is saved: ${title}, ${count(last.at, "move")}.`;
  }

  /** Back to the game before this one, or on without it. @param {boolean} goBack */
  async leave(goBack) {
    const games = recall(KEPT) ?? [];
    const last = games.pop();
    remember(KEPT, games);
    if (goBack && last) await this.app.reopen(last);
    this.show();
  }

  /** The current game, as it is saved. */
  #current() {
    const { app } = this;
    return { puzzle: app.text, family: app.board?.family ?? "", ...app.game.save(), played: app.played, solved: app.solved, about: app.about };
  }

  /** Saves the game in this browser soon. */
  soon() {
    this.keeping ??= setTimeout(() => this.now(), KEEP_AFTER);
  }

  /** Saves what has not been saved yet. */
  now() {
    const { app } = this;
    if (this.keeping === undefined || !app.board) return;
    clearTimeout(this.keeping);
    this.keeping = undefined;
    const kept = this.#current();
    remember(LAST, kept);
    remember(OF_FAMILY + app.board.family, kept);
    this.isFiled = false;
  }

  /** Puts the game into the library, which takes longer: when the player turns to something else, and now and then. */
  file() {
    const { app } = this;
    this.now();
    // A board that was set up for a training is not a game.
    if (this.isFiled || !app.board || app.game.moves[0]?.setup) return;
    const { hints, moves: tally } = app.game.tally;
    keep({ ...this.#current(), name: app.board.size, hints, tally });
    this.isFiled = true;
  }
}
