// The npm package in a browser, where it was built (npm/build.sh): the examples of its README, without a bundler.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { here, launch, newPage } from "./browser.mjs";

const folder = join(here, "../../npm");
const skip = existsSync(join(folder, "quandary.wasm")) ? false : "the npm package was not built: npm/build.sh";
const readme = await readFile(join(folder, "README.md"), "utf8");
/** @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
/** What a bundler does: finds the package by its name. */
const IMPORTS = JSON.stringify({ imports: { quandary: "/quandary/index.js", "quandary/worker": "/quandary/worker-engine.js" } });

let html = "";
const host = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", "http://host").pathname;
  if (path === "/") return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><title>Quandary</title><body>${html}</body>`);
  try {
    const bytes = await readFile(join(folder, path.replace("/quandary/", "/")));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
  }
});
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  if (skip) return;
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(undefined)));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  host.close();
});

/** Opens a page with this content. @param {string} content @param {(tab: import("playwright-core").Page, logged: string[]) => Promise<unknown>} check */
async function open(content, check) {
  html = content;
  const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (host.address()).port}/`;
  const { page: tab, context, problems } = await newPage(browser, url);
  /** @type {string[]} */
  const logged = [];
  tab.on("console", (message) => logged.push(message.text()));
  try {
    await tab.goto(url);
    await check(tab, logged);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

test("the README's page answers in a browser", { skip, timeout: 60_000 }, () =>
  open(/^```html\n(.*?)^```$/ms.exec(readme)?.[1] ?? "", (tab) => tab.waitForFunction(() => document.body.innerText.trim() === "unique")),
);

for (const [at, [, code = ""]] of [...readme.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
  test(`example ${at + 1} of the README prints in a browser what its comments say`, { skip, timeout: 60_000 }, () =>
    open(`<script type="importmap">${IMPORTS}</script><script type="module">${code}\ndocument.body.append("done");</script>`, async (tab, logged) => {
      await tab.waitForFunction(() => document.body.innerText.trim() === "done");
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said?.split("…")[0]?.trimEnd() ?? "");
      assert.ok(expected.length > 0);
      for (const said of expected) assert.ok(logged.some((line) => line.startsWith(said)), `${said} is not among ${logged.join("\n")}`);
    }),
  );
}
