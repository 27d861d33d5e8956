#!/usr/bin/env bash
# Tests the page in a real browser. Installs nothing: where something is missing (install.sh has it all), it says what, and
# exits with 77. QUANDARY_BIN names the program to test, QUANDARY_CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")"

skip() { echo "skipped: $*; tests/browser/install.sh installs it"; exit 77; }

command -v node >/dev/null || skip "Node.js is missing"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip "Node.js 20 or newer is missing (this is $(node --version))"
[ -d node_modules ] && ! [ package-lock.json -nt node_modules ] || skip "the packages in package-lock.json are not installed"
browser=$(./find-browser.sh)
[ -n "$browser" ] || skip "Chromium is missing"

echo "== types"
node_modules/.bin/tsc --project tsconfig.json

echo "== $("$browser" --version 2>/dev/null || echo "$browser")"
export QUANDARY_CHROMIUM=$browser
exec node --test --test-reporter=spec --test-concurrency=1 ./*.test.mjs
