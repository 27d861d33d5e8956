// The engine as WebAssembly, in a thread of its own. Text goes in, text comes out: the program has three functions, for
// room, for its return, and for a question.

/** @typedef {{memory: WebAssembly.Memory, alloc(size: number): number, release(at: number, size: number): void, ask(verb: number, verbSize: number, text: number, textSize: number): bigint}} Program */

/** @returns {Promise<Program>} */
async function load() {
  const host = { now: () => performance.now() };
  const { instance } = await WebAssembly.instantiateStreaming(fetch("quandary.wasm"), { host });
  return /** @type {any} */ (instance.exports);
}

const loading = load();

/** @param {Program} program @param {string} text @returns {[number, number]} */
function put(program, text) {
  const bytes = new TextEncoder().encode(text);
  const at = program.alloc(bytes.length);
  new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

onmessage = async ({ data: { id, verb, question } }) => {
  try {
    const program = await loading;
    // The program frees what it is given; what it hands over is freed here. Both ends of the answer come in one number.
    const packed = program.ask(...put(program, verb), ...put(program, JSON.stringify(question)));
    const [at, size] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(program.memory.buffer, at, size));
    program.release(at, size);
    postMessage({ id, answer: JSON.parse(text) });
  } catch (error) {
    // A program that fell over cannot be trusted with the next question.
    postMessage({ id, failure: `The engine stopped: ${error}` });
  }
};
