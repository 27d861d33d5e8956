// The npm package in a browser, where it was built (npm/build.sh): the example of its README, without a bundler.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { here, launch, visit } from "./browser.mjs";

const folder = join(here, "../../npm");
const skip = existsSync(join(folder, "quandary.wasm")) ? false : "the npm package was not built: npm/build.sh";
/** @type {Record<string, string>} */
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

test("the README's page answers in a browser", { skip, timeout: 60_000 }, async () => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const page = `<!doctype html><title>Quandary</title><body>${/^```html\n(.*?)^```$/ms.exec(readme)?.[1]}</body>`;
  const host = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end(page);
    try {
      const bytes = await readFile(join(folder, path.replace("/quandary/", "/")));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(undefined)));
  const browser = await launch();
  try {
    const port = /** @type {import("node:net").AddressInfo} */ (host.address()).port;
    const { page: tab, complaints } = await visit(browser, `http://127.0.0.1:${port}/`);
    await tab.waitForFunction(() => document.body.textContent?.includes("unique"));
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    host.close();
  }
});
