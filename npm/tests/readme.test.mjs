// The examples of the README run, and print what their comments say.

import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code ?? "");

test("there are examples", () => assert.ok(examples.length >= 3));

for (const [number, code] of examples.entries()) {
  test(`example ${number + 1}`, async () => {
    // In the package's own folder, "quandary" is the package itself.
    const file = new URL(`../example-${number + 1}.mjs`, import.meta.url);
    await writeFile(file, code);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(file)]);
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said ?? "");
      const lines = stdout.split("\n");
      for (const said of expected) {
        const beginning = said.split("…")[0]?.trimEnd() ?? "";
        assert.ok(lines.some((line) => line.startsWith(beginning)), `${said} is not in\n${stdout}`);
      }
    } finally {
      await rm(file);
    }
  });
}
