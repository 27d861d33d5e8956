// The engine that answers the page's requests: one interface, two implementations. One is the server that served the page,
// the other is the same program as WebAssembly in workers, for pages without a server.

/**
 * A request: a puzzle in any notation, and the options of the action.
 * @typedef {{puzzle?: string, family?: string, rule?: string, options?: Record<string, unknown>}} Question
 */

/**
 * @typedef {"families" | "board" | "solve" | "check" | "certify" | "play" | "hint" | "explain" | "grade" | "generate" | "convert" | "compare" | "experiment" | "replay" | "edit" | "print"} Verb
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

/**
 * The engines of the static site: Quandary's npm package, of which the site has a copy.
 * @typedef {{ask(verb: Verb, question: Question, signal?: AbortSignal): Promise<any>}} PackageEngine
 */

/** Sends requests to the engine in workers. There are two: a touch must not wait for a long search. */
class WorkerEngines {
  kind = "worker";
  /** @type {PackageEngine} */
  #quick;
  /** @type {PackageEngine} */
  #other;

  /** @param {new () => PackageEngine} WorkerEngine */
  constructor(WorkerEngine) {
    [this.#quick, this.#other] = [new WorkerEngine(), new WorkerEngine()];
  }

  /** @type {PackageEngine["ask"]} */
  async ask(verb, question, signal) {
    try {
      const isQuick = verb === "play" || (verb === "edit" && !question.options?.clues);
      return await (isQuick ? this.#quick : this.#other).ask(verb, question, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError(/** @type {any} */ (error));
    }
  }
}

/** The engine of this page: the static site says in its manifest of files that it has one of its own. */
export async function chooseEngine() {
  if (document.documentElement.dataset.engine !== "worker") return new ServerEngine();
  const address = "./quandary/worker-engine.js";
  return new WorkerEngines((await import(address)).WorkerEngine);
}
