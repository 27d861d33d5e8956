// Quandary in a thread of its own, in browsers and in Node: questions do not block, and can be given up.

import { Engine, QuandaryError, read } from "./engine.js";

export { QuandaryError };

/** The part of a worker that browsers and Node have in common. @typedef {{postMessage(message: any): void, terminate(): any, ref?(): void, unref?(): void}} Thread */

/** An engine in a worker. It starts with the first question. */
export class WorkerEngine extends Engine {
  /** @type {Promise<Thread> | null} */
  #thread = null;
  #next = 1;
  /** @type {Map<number, {resolve: (text: string) => void, reject: (error: any) => void}>} */
  #waiting = new Map();

  /**
   * @param {import("./engine.js").Action} action @param {object} request @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(action, request, signal) {
    signal?.throwIfAborted();
    this.#thread ??= this.#start();
    const thread = await this.#thread;
    signal?.throwIfAborted();
    const id = this.#next++;
    const text = await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // Node: the program stays until it is answered, and may end when nothing is asked any more.
      thread.ref?.();
      // A busy worker cannot receive messages: it is stopped, and a new one answers the next question.
      signal?.addEventListener("abort", () => this.#waiting.has(id) && this.#stop(signal.reason), { once: true });
      thread.postMessage({ id, action, request: JSON.stringify(request) });
    }).finally(() => this.#waiting.size === 0 && thread.unref?.());
    return read(text);
  }

  /** Stops the worker. What it was asked is not answered any more; the next question starts a new one. */
  close() {
    this.#stop(new QuandaryError({ message: "the engine was closed" }));
  }

  /** @returns {Promise<Thread>} */
  async #start() {
    const failed = () => this.#stop(new QuandaryError({ message: "the engine could not be started" }));
    if (typeof Worker !== "undefined") {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => this.#take(data);
      worker.onerror = failed;
      return worker;
    }
    const { Worker: NodeWorker } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
    const worker = new NodeWorker(new URL("./worker.js", import.meta.url));
    worker.on("message", (data) => this.#take(data));
    worker.on("error", failed);
    return worker;
  }

  /** @param {{id: number, text?: string, failure?: string}} answer */
  #take({ id, text, failure }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (text !== undefined) waiting?.resolve(text);
    else {
      const error = new QuandaryError({ message: `the engine stopped: ${failure}` });
      waiting?.reject(error);
      // What fell over cannot be trusted with the next question.
      this.#stop(error);
    }
  }

  /** @param {any} reason */
  #stop(reason) {
    this.#thread?.then((thread) => thread.terminate());
    this.#thread = null;
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    this.#waiting.clear();
  }
}
