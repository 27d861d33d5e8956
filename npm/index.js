// Quandary in this thread: a question blocks it until the answer is there. For long ones see `quandary/worker`.

import { Engine, QuandaryError, read } from "./engine.js";
import { Program } from "./program.js";

export { Engine, QuandaryError };

// What is asked and answered, by its name.
/** @typedef {import("./engine.js").Puzzle} Puzzle */
/** @typedef {import("./api.js").Solution} Solution */
/** @typedef {import("./engine.js").Action} Action */
/** @template {Action} A @typedef {import("./engine.js").Options<A>} Options */
/** @template {Action} A @typedef {import("./engine.js").Answer<A>} Answer */

/** An engine in this thread. It starts with the first question. */
export class LocalEngine extends Engine {
  /** @type {Promise<Program> | null} */
  #program = null;
  /** @type {WebAssembly.Module | Promise<WebAssembly.Module> | undefined} */
  #module;

  /** @param {WebAssembly.Module | Promise<WebAssembly.Module>} [module] `quandary.wasm`, where it does not lie beside this file */
  constructor(module) {
    super();
    this.#module = module;
  }

  /**
   * @param {import("./engine.js").Action} action @param {object} request @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(action, request, signal) {
    this.#program ??= Program.start(this.#module);
    let text;
    try {
      const program = await this.#program;
      signal?.throwIfAborted();
      text = program.ask(action, JSON.stringify(request));
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#program = null;
      throw new QuandaryError({ message: `the engine stopped: ${error}` });
    }
    return read(text);
  }
}

const engine = new LocalEngine();

/** @type {LocalEngine["solve"]} */
export const solve = (...args) => engine.solve(...args);
/** @type {LocalEngine["check"]} */
export const check = (...args) => engine.check(...args);
/** @type {LocalEngine["certify"]} */
export const certify = (...args) => engine.certify(...args);
/** @type {LocalEngine["hint"]} */
export const hint = (...args) => engine.hint(...args);
/** @type {LocalEngine["explain"]} */
export const explain = (...args) => engine.explain(...args);
/** @type {LocalEngine["play"]} */
export const play = (...args) => engine.play(...args);
/** @type {LocalEngine["grade"]} */
export const grade = (...args) => engine.grade(...args);
/** @type {LocalEngine["compare"]} */
export const compare = (...args) => engine.compare(...args);
/** @type {LocalEngine["convert"]} */
export const convert = (...args) => engine.convert(...args);
/** @type {LocalEngine["draw"]} */
export const draw = (...args) => engine.draw(...args);
/** @type {LocalEngine["board"]} */
export const board = (...args) => engine.board(...args);
/** @type {LocalEngine["replay"]} */
export const replay = (...args) => engine.replay(...args);
/** @type {LocalEngine["generate"]} */
export const generate = (...args) => engine.generate(...args);
/** @type {LocalEngine["experiment"]} */
export const experiment = (...args) => engine.experiment(...args);
/** @type {LocalEngine["print"]} */
export const print = (...args) => engine.print(...args);
/** @type {LocalEngine["edit"]} */
export const edit = (...args) => engine.edit(...args);
/** @type {LocalEngine["families"]} */
export const families = (...args) => engine.families(...args);
