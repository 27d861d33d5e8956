// The engine as WebAssembly: text goes in, text comes out. The program has three functions: for room, for its return, and for a
// question; it imports nothing but a clock.

/**
 * What the program exports.
 * @typedef {{memory: WebAssembly.Memory, alloc(size: number): number, release(at: number, size: number): void, ask(action: number, actionSize: number, text: number, textSize: number): bigint}} Exports
 */

/** Compiles the program that lies beside this file. */
async function compile() {
  const url = new URL("quandary.wasm", import.meta.url);
  if (url.protocol !== "file:") return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
  return WebAssembly.compile(await readFile(url));
}

/** A running program. Once it has thrown, it cannot be trusted with the next question. */
export class Program {
  /** @type {Exports} */
  #exports;

  /** @param {Exports} exports */
  constructor(exports) {
    this.#exports = exports;
  }

  /**
   * Starts the program.
   * @param {WebAssembly.Module | Promise<WebAssembly.Module>} [module] the compiled program, where another file has it
   */
  static async start(module) {
    const host = { now: () => performance.now() };
    const { exports } = await WebAssembly.instantiate(await (module ?? compile()), { host });
    return new Program(/** @type {any} */ (exports));
  }

  /**
   * Answers a request, both as JSON.
   * @param {string} action @param {string} request @returns {string}
   */
  ask(action, request) {
    const program = this.#exports;
    // The program frees what it is given; what it hands over is freed here. Both ends of the answer come in one number.
    const packed = program.ask(...this.#put(action), ...this.#put(request));
    const [at, size] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(program.memory.buffer, at, size));
    program.release(at, size);
    return text;
  }

  /** @param {string} text @returns {[number, number]} */
  #put(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }
}
