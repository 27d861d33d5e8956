#!/usr/bin/env bash
# Nonogram beside OR-Tools: makes a virtual environment with the Python peer (once) and runs nonogram.py in it.
#
#   bench/peers/nonogram.sh path/to/quandary [options of nonogram.py]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment="$here/../target/peers-nonogram"
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet "ortools==9.15.*"
fi
exec "$environment/bin/python" "$here/nonogram.py" "$@"
