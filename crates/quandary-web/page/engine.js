// The engine that answers the page's requests: one interface, two implementations. One is the server that served the page,
// the other is the same program as WebAssembly in a worker, for pages without a server.

/**
 * A request: a puzzle in any notation, and the options of the action.
 * @typedef {{puzzle?: string, family?: string, rule?: string, options?: Record<string, unknown>}} Question
 */

/**
 * @typedef {"families" | "board" | "solve" | "check" | "certify" | "play" | "hint" | "explain" | "grade" | "generate" | "convert" | "compare" | "replay" | "edit"} Verb
 */

/** Why a request failed, in words for the player. */
export class EngineError extends Error {
  /** @param {{message: string, line?: number | null, column?: number | null, help?: string | null}} error */
  constructor(error) {
    super(error.message);
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    this.help = error.help ?? null;
  }
}

/** Sends requests to the server that served the page. */
export class ServerEngine {
  kind = "server";

  /**
   * @param {Verb} verb
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(verb, question, signal) {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#send(verb, question, signal);
      // A busy server says when to retry; anything else is an answer.
      const wait = response.headers.get("retry-after");
      if (wait !== null && attempt < 3) {
        const seconds = Math.min(5, Number(wait) || 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        signal?.throwIfAborted();
        continue;
      }
      return read(response);
    }
  }

  /** @param {Verb} verb @param {Question} question @param {AbortSignal | undefined} signal */
  async #send(verb, question, signal) {
    try {
      return await fetch(`api/${verb}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(question),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError({ message: "The server does not answer.", help: "Is 'quandary serve' still running?" });
    }
  }
}

/** @param {Response} response */
async function read(response) {
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new EngineError({ message: `The server's answer cannot be read (${response.status}).` });
  }
  if (answer.error) throw new EngineError(answer.error);
  return answer;
}

/** Sends requests to a worker that runs the engine as WebAssembly. */
export class WorkerEngine {
  kind = "worker";
  /** @type {Worker | null} */
  #worker = null;
  #next = 1;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: any) => void}>} */
  #waiting = new Map();

  /**
   * @param {Verb} verb
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(verb, question, signal) {
    signal?.throwIfAborted();
    const worker = this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        // A busy worker cannot receive messages: it is stopped, and a new one answers the next request.
        if (this.#waiting.has(id)) this.#stop(signal.reason);
      });
      worker.postMessage({ id, verb, question });
    });
  }

  #start() {
    if (this.#worker) return this.#worker;
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.answer?.error) waiting?.reject(new EngineError(data.answer.error));
      else if (data.answer) waiting?.resolve(data.answer);
      else waiting?.reject(new EngineError({ message: data.failure ?? "The engine stopped." }));
      if (data.failure) this.#stop(new EngineError({ message: data.failure }));
    };
    worker.onerror = () => this.#stop(new EngineError({ message: "The engine could not be started in this browser." }));
    this.#worker = worker;
    return worker;
  }

  /** @param {any} reason */
  #stop(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    this.#waiting.clear();
  }
}

/** Two workers: a touch must not wait for a long search. */
class WorkerEngines {
  kind = "worker";
  #quick = new WorkerEngine();
  #other = new WorkerEngine();

  /** @type {WorkerEngine["ask"]} */
  ask(verb, question, signal) {
    const isQuick = verb === "play" || (verb === "edit" && !question.options?.clues);
    return (isQuick ? this.#quick : this.#other).ask(verb, question, signal);
  }
}

/** The engine of this page: the static site says in its manifest of files that it has one of its own. */
export async function chooseEngine() {
  if (document.documentElement.dataset.engine === "worker") return new WorkerEngines();
  return new ServerEngine();
}
