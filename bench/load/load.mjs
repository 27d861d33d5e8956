// 64 clients ask 'quandary serve' for a minute: easy questions, hard ones, and nonsense.
//   node bench/load/load.mjs target/release/quandary [SECONDS] [CLIENTS]
// Prints how many were answered with which status, how long easy ones took, and the most memory that the server held.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const [program = "target/release/quandary", seconds = "60", clients = "64"] = process.argv.slice(2);
const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--time-limit", "5"], { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((resolve) => server.stdout.on("data", (text) => resolve(Number(/:(\d+)/.exec(String(text).replace("http:", ""))?.[1]))));

const EASY = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "12..\n....\n....\n..43"];
const EMPTY16 = Array.from({ length: 16 }, () => ".".repeat(16)).join("\n");
const random = (() => {
  let seed = 1;
  return (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
})();
/** A sort board that takes long. */
function bottles(colours) {
  const balls = Array.from({ length: colours * 4 }, (_, index) => (index % colours) + 1);
  for (let at = balls.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [balls[at], balls[other]] = [balls[other], balls[at]];
  }
  const stacks = Array.from({ length: colours }, (_, bottle) => balls.slice(4 * bottle, 4 * bottle + 4));
  return JSON.stringify({ family: "ballsort", capacity: 4, bottles: [...stacks, [], []], rule: "ball" });
}

/** The kinds of clients: how they are called, and what they ask. */
const KINDS = {
  easy: () => ["solve", JSON.stringify({ puzzle: EASY[random(2)] })],
  hint: () => ["hint", JSON.stringify({ puzzle: EASY[0] })],
  "hard count": () => ["solve", JSON.stringify({ puzzle: EMPTY16, options: { count: true } })],
  "hard sort": () => ["solve", JSON.stringify({ puzzle: bottles(14) })],
  generate: () => ["generate", JSON.stringify({ family: "nonogram", options: { seed: random(1e6), size: "20x20" } })],
  malformed: () => [["solve", "hint", "nothing"][random(3)], ["{", "{\"puzzle\": \"12..\\n..x.\\n....\\n..43\"}", "\u0000", `{"puzzle": "${"9".repeat(5000)}"}`, "[]"][random(5)]],
  "too long": () => ["solve", `{"puzzle": "${".".repeat(1_200_000)}"}`],
  "runs away": () => ["solve", JSON.stringify({ puzzle: EMPTY16, options: { count: true } }), 150],
};
const SHARES = ["easy", "easy", "hint", "hard count", "hard sort", "generate", "malformed", "runs away"];

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** @type {Map<string, {statuses: Map<string, number>, times: number[]}>} */
const seen = new Map(Object.keys(KINDS).map((kind) => [kind, { statuses: new Map(), times: [] }]));

function ask(verb, body, leaveAfter) {
  return new Promise((resolve) => {
    const began = performance.now();
    const asking = request({ host: "127.0.0.1", port, path: `/api/${verb}`, method: "POST", agent, headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) } }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve([String(answer.statusCode), performance.now() - began, Number(answer.headers["retry-after"] ?? 0)]));
    });
    asking.on("error", () => resolve([leaveAfter ? "left" : "broken off", performance.now() - began, 0]));
    if (leaveAfter) setTimeout(() => asking.destroy(), leaveAfter);
    asking.end(body);
  });
}

const end = performance.now() + Number(seconds) * 1000;
async function client(number) {
  const kind = number % 16 === 15 ? "too long" : SHARES[number % SHARES.length] ?? "easy";
  while (performance.now() < end) {
    const [verb, body, leave] = KINDS[kind]();
    const [status, time, retry] = await ask(verb, body, leave);
    const counts = seen.get(kind);
    counts?.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    if (status === "200") counts?.times.push(time);
    // Easy clients think for a moment between questions; all honour a busy server's wish.
    await new Promise((resolve) => setTimeout(resolve, retry ? retry * 1000 : kind === "too long" ? 500 : 20));
  }
}

let most = 0;
const watching = setInterval(() => {
  const text = readFileSync(`/proc/${server.pid}/status`, "utf8");
  most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024);
}, 200);
await Promise.all(Array.from({ length: Number(clients) }, (_, number) => client(number)));
clearInterval(watching);

console.log(`| question | answers | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|`);
for (const [kind, { statuses, times }] of seen) {
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => (times.length ? (times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(1) : "–");
  const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`).join(", ");
  console.log(`| ${kind} | ${counts} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
}
console.log(`\nmost memory: ${most.toFixed(0)} MB`);
server.kill("SIGTERM");
server.on("exit", (code) => {
  console.log(`the server stopped with ${code}`);
  process.exit(0);
});
