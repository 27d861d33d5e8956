#!/usr/bin/env bash
# Aquarium beside its peers: makes a virtual environment with the Python peers (once) and runs aquarium.py in it.
#
#   bench/peers/aquarium.sh path/to/quandary [options of aquarium.py]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment="$here/../target/peers-aquarium"
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet "ortools==9.15.*" "clingo==5.8.*" "multi-puzzle-solver==1.1.10"
fi
exec "$environment/bin/python" "$here/aquarium.py" "$@"
