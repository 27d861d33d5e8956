// What can be asked, and how it is written down: the same for an engine in this thread and for one in a worker.

/** @typedef {import("./api.js").paths} Paths */

/**
 * A puzzle: its text in any notation, or that with what the text does not say.
 * @typedef {string | {puzzle: string, family?: string, from?: string, rule?: string}} Puzzle
 */

/**
 * An action of the engine.
 * @typedef {"solve" | "check" | "certify" | "hint" | "explain" | "play" | "grade" | "compare" | "convert" | "draw" | "board" | "replay" | "generate" | "experiment" | "print" | "edit" | "families"} Action
 */

/**
 * The answer to an action.
 * @template {Action} A
 * @typedef {Paths[`/api/${A}`]["post"]["responses"][200]["content"]["application/json"]} Answer
 */

/**
 * The options of an action.
 * @template {Action} A
 * @typedef {NonNullable<Paths[`/api/${A}`]["post"]["requestBody"]["content"]["application/json"]["options"]>} Options
 */

/** Why there is no answer, with the place in the puzzle's text and advice, where there are any. */
export class QuandaryError extends Error {
  name = "QuandaryError";

  /** @param {{message: string, line?: number | null, column?: number | null, help?: string | null}} error */
  constructor(error) {
    super(error.message);
    /** The line of the puzzle's text, counted from 1. */
    this.line = error.line ?? null;
    /** The column, counted from 1. */
    this.column = error.column ?? null;
    /** What to do about it. */
    this.help = error.help ?? null;
  }
}

/**
 * Reads an answer; an error is thrown.
 * @param {string} text @returns {any}
 */
export function read(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new QuandaryError(answer.error);
  return answer;
}

/** An engine: every action by its name. */
export class Engine {
  /**
   * Sends a request as it is.
   * @param {Action} _action @param {object} _request @param {AbortSignal} [_signal] @returns {Promise<any>}
   */
  async ask(_action, _request, _signal) {
    throw new Error("an engine answers");
  }

  /**
   * @param {Action} action @param {Puzzle} puzzle @param {object} options @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  #about(action, puzzle, options, signal) {
    const text = typeof puzzle === "string" ? { puzzle } : puzzle;
    return this.ask(action, { ...text, options }, signal);
  }

  /**
   * Solves: the verdict (the only solution, several, none), the solutions, what it took.
   * @param {Puzzle} puzzle @param {Options<"solve">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"solve">>}
   */
  solve(puzzle, options = {}, signal) {
    return this.#about("solve", puzzle, options, signal);
  }

  /**
   * Checks a solution, or a player's board.
   * @param {Puzzle} puzzle @param {Options<"check">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"check">>}
   */
  check(puzzle, options = {}, signal) {
    return this.#about("check", puzzle, options, signal);
  }

  /**
   * Proves the verdict, with a certificate that `quandary-check` checks.
   * @param {Puzzle} puzzle @param {Options<"certify">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"certify">>}
   */
  certify(puzzle, options = {}, signal) {
    return this.#about("certify", puzzle, options, signal);
  }

  /**
   * The next step from a player's board.
   * @param {Puzzle} puzzle @param {Options<"hint">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"hint">>}
   */
  hint(puzzle, options = {}, signal) {
    return this.#about("hint", puzzle, options, signal);
  }

  /**
   * The whole solution, step by step, in words.
   * @param {Puzzle} puzzle @param {Options<"explain">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"explain">>}
   */
  explain(puzzle, options = {}, signal) {
    return this.#about("explain", puzzle, options, signal);
  }

  /**
   * Plays: what touches lead to, and which entries break which rule.
   * @param {Puzzle} puzzle @param {Options<"play">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"play">>}
   */
  play(puzzle, options = {}, signal) {
    return this.#about("play", puzzle, options, signal);
  }

  /**
   * How difficult a puzzle is.
   * @param {Puzzle} puzzle @param {Options<"grade">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"grade">>}
   */
  grade(puzzle, options = {}, signal) {
    return this.#about("grade", puzzle, options, signal);
  }

  /**
   * Several algorithms on one puzzle, with time and memory.
   * @param {Puzzle} puzzle @param {Options<"compare">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"compare">>}
   */
  compare(puzzle, options = {}, signal) {
    return this.#about("compare", puzzle, options, signal);
  }

  /**
   * The puzzle in another notation.
   * @param {Puzzle} puzzle @param {Options<"convert">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"convert">>}
   */
  convert(puzzle, options = {}, signal) {
    return this.#about("convert", puzzle, options, signal);
  }

  /**
   * The board as SVG.
   * @param {Puzzle} puzzle @param {Options<"draw">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"draw">>}
   */
  draw(puzzle, options = {}, signal) {
    return this.#about("draw", puzzle, options, signal);
  }

  /**
   * Everything that a page needs to show and play a puzzle.
   * @param {Puzzle} puzzle @param {Options<"board">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"board">>}
   */
  board(puzzle, options = {}, signal) {
    return this.#about("board", puzzle, options, signal);
  }

  /**
   * The search of one algorithm, event by event.
   * @param {Puzzle} puzzle @param {Options<"replay">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"replay">>}
   */
  replay(puzzle, options = {}, signal) {
    return this.#about("replay", puzzle, options, signal);
  }

  /**
   * New puzzles, each with one solution.
   * @param {string} family @param {Options<"generate">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"generate">>}
   */
  generate(family, options = {}, signal) {
    return this.ask("generate", { family, options }, signal);
  }

  /**
   * Algorithms compared on new puzzles of growing size.
   * @param {string} family @param {Options<"experiment">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"experiment">>}
   */
  experiment(family, options = {}, signal) {
    return this.ask("experiment", { family, options }, signal);
  }

  /**
   * A sheet or a book of puzzles as PDF (`pdf` is base64); `options.puzzles` has more of them.
   * @param {Puzzle} puzzle @param {Options<"print">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"print">>}
   */
  print(puzzle, options = {}, signal) {
    return this.#about("print", puzzle, options, signal);
  }

  /**
   * A puzzle set by hand: a draft, and what edits make of it.
   * @param {string} family @param {Options<"edit">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"edit">>}
   */
  edit(family, options = {}, signal) {
    return this.ask("edit", { family, options }, signal);
  }

  /**
   * What there is: the families with their rules, notations, algorithms, examples and options.
   * @param {Options<"families">} [options] @param {AbortSignal} [signal]
   * @returns {Promise<Answer<"families">>}
   */
  families(options = {}, signal) {
    return this.ask("families", { options }, signal);
  }
}
