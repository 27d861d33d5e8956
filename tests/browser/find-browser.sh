#!/usr/bin/env bash
# Prints the browser that the tests use: QUANDARY_CHROMIUM, or what is installed. Prints nothing where there is none.
set -euo pipefail
if [ -n "${QUANDARY_CHROMIUM:-}" ]; then
  echo "$QUANDARY_CHROMIUM"
  exit
fi
for name in chromium chromium-browser google-chrome; do
  if command -v "$name"; then exit; fi
done
