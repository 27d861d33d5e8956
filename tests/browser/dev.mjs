// For work on the page: serves its files from the disk, so that a reload shows a change, and hands questions over to a
// running 'quandary serve'.   node tests/browser/dev.mjs [PORT] [http://127.0.0.1:7878]

import { createServer, request } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const [port = "7879", engine = "http://127.0.0.1:7878"] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../../crates/quandary-web/page/", import.meta.url));
/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

createServer(async (ask, answer) => {
  const url = new URL(ask.url ?? "/", engine);
  if (url.pathname.startsWith("/api/")) {
    const headers = { ...ask.headers, host: url.host };
    delete headers.origin;
    ask.pipe(request(url, { method: ask.method ?? "GET", headers }, (said) => {
      answer.writeHead(said.statusCode ?? 500, said.headers);
      said.pipe(answer);
    }).on("error", () => answer.writeHead(502).end("{}")));
    return;
  }
  try {
    // The style of the boards is the library's.
    const isStyle = url.pathname === "/picture.css";
    const path = isStyle ? join(folder, "../../quandary-core/src/scene/picture.css") : join(folder, normalize(url.pathname === "/" ? "index.html" : url.pathname));
    const bytes = await readFile(path);
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'";
    answer.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": policy });
    answer.end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
}).listen(Number(port), "127.0.0.1", () => console.log(`the page from the disk: http://127.0.0.1:${port}`));
