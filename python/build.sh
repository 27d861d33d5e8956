#!/usr/bin/env bash
# Builds the wheel and an environment with it: python/build.sh [DIRECTORY] (default python/.venv).
set -euo pipefail
cd "$(dirname "$0")"
env=${1:-.venv}
python=${PYTHON:-python3}
if [ ! -x "$env/bin/python" ] && ! "$python" -m venv "$env"; then
    # Debian keeps what environments need in a package of its own.
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "install Python 3.10 or later with its module venv" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    rm -rf "$env"
    apt-get install -y --no-install-recommends python3 python3-venv >/dev/null 2>&1 ||
        { apt-get update >/dev/null && apt-get install -y --no-install-recommends python3 python3-venv >/dev/null; }
    "$python" -m venv "$env"
fi
"$env/bin/python" -m pip install --quiet "maturin>=1.9.4,<2" pytest mypy
rm -rf dist
"$env/bin/maturin" build --release --locked --quiet --interpreter "$env/bin/python" --out dist
"$env/bin/python" -m pip install --quiet --force-reinstall --no-deps dist/quandary-*.whl
"$env/bin/python" -c 'import quandary; print("quandary", quandary.__version__, "in", quandary.__file__)'
ls -l dist/*.whl
