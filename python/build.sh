#!/usr/bin/env bash
# Builds the wheel and an environment with it: python/build.sh [DIRECTORY] (default python/.venv).
set -euo pipefail
cd "$(dirname "$0")"
env=${1:-.venv}
python=${PYTHON:-python3}
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
"$env/bin/python" -m pip install --quiet "maturin>=1.9.4,<2" pytest mypy
rm -rf dist
"$env/bin/maturin" build --release --locked --quiet --interpreter "$env/bin/python" --out dist
"$env/bin/python" -m pip install --quiet --force-reinstall --no-deps dist/quandary-*.whl
"$env/bin/python" -c 'import quandary; print("quandary", quandary.__version__, "in", quandary.__file__)'
ls -l dist/*.whl
