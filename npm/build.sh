#!/usr/bin/env bash
# Builds the npm package in this folder: the engine as WebAssembly, the types from the description of the interface, and a
# tarball in target/npm. Needs Node 20 and a compiler for WebAssembly (cargo xtask says how to get one).
set -euo pipefail
cd "$(dirname "$0")"

cargo xtask wasm quandary.wasm
[ -d node_modules ] && ! [ package-lock.json -nt node_modules ] || { npm ci --no-audit --no-fund --silent && touch node_modules; }
npm run --silent types
npm run --silent check
cp ../LICENSE-MIT ../LICENSE-APACHE .
npm test
mkdir -p ../target/npm
npm pack --silent --pack-destination ../target/npm
