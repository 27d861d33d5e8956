// The thread of a `WorkerEngine`: takes questions, one after the other.

import { Program } from "./program.js";

const program = Program.start();

/** @param {{id: number, action: string, request: string}} question @param {(answer: object) => void} send */
async function answer({ id, action, request }, send) {
  try {
    send({ id, text: (await program).ask(action, request) });
  } catch (error) {
    send({ id, failure: String(error) });
  }
}

if (typeof postMessage === "function") {
  // At once: messages that come before there is a handler are lost.
  onmessage = ({ data }) => answer(data, postMessage);
} else {
  // Bundlers make classic scripts of workers, in which nothing can be awaited at the top.
  void import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads").then(({ parentPort }) =>
    parentPort?.on("message", (data) => answer(data, (message) => parentPort.postMessage(message))),
  );
}
