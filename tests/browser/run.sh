#!/usr/bin/env bash
# The page, tried in a real browser. Installs what is missing (Node's packages, Chromium) where that is possible, and says
# why it skips where it is not: exit code 77. QUANDARY_BIN names the program, QUANDARY_CHROMIUM a browser to take.
set -euo pipefail
cd "$(dirname "$0")"

skip() { echo "skipped: $*"; exit 77; }
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
# Debian's packages, with fresh lists when the present ones are too old.
install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
    { apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1; }
}

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  can_install && install nodejs npm || skip "there is no Node.js, and it cannot be installed here"
fi
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip "Node.js 20 or newer is needed, this is $(node --version)"

if [ ! -d node_modules ] || [ package-lock.json -nt node_modules ]; then
  npm ci --no-audit --no-fund --silent || skip "the packages of the tests cannot be fetched (no network?)"
  touch node_modules
fi

echo "== types"
node_modules/.bin/tsc --project tsconfig.json

find_browser() {
  local name
  for name in chromium chromium-browser google-chrome; do command -v "$name" && return; done
  node -e 'const path = require("playwright-core").chromium.executablePath(); if (!require("fs").existsSync(path)) process.exit(1); console.log(path)'
}
browser=${QUANDARY_CHROMIUM:-$(find_browser || true)}
if [ -z "$browser" ]; then
  if can_install; then install chromium fonts-dejavu-core || true; fi
  browser=$(find_browser || true)
  [ -n "$browser" ] || node_modules/.bin/playwright-core install chromium >/dev/null 2>&1 || true
  browser=$(find_browser || true)
fi
[ -n "$browser" ] || skip "there is no Chromium, and it can be installed neither from Debian nor by Playwright"

echo "== $("$browser" --version 2>/dev/null || echo "$browser")"
export QUANDARY_CHROMIUM=$browser
exec node --test --test-reporter=spec --test-concurrency=1 ./*.test.mjs
