#!/usr/bin/env bash
# Installs what the browser tests need: Node.js 20, Chromium and the packages of package.json. Debian's packages are installed
# only as root; elsewhere install Node.js and Chromium by hand, and run this for the rest.
set -euo pipefail
cd "$(dirname "$0")"

# Debian's packages, with fresh lists when the present ones are too old.
install() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "install by hand: $*" >&2
    return 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
    { apt-get update >/dev/null && apt-get install -y --no-install-recommends "$@" >/dev/null; }
}

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then install nodejs npm; fi
if [ -z "$(./find-browser.sh)" ]; then install chromium fonts-dejavu-core; fi
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules ]; then
  npm ci --no-audit --no-fund --silent
  touch node_modules
fi
