#!/usr/bin/env bash
# Makes, solves and grades puzzles in one process, on Ray and on Spark, kills a worker halfway, and compares the Parquet files:
# python/tools/clusters.sh [ROWS [FOLDER]] (default 10000000 and python/.clusters). Needs python/build.sh, Java 17 and about
# 1 GB of disk for a million rows. CLUSTERS="ray" runs one of them. The rows are Sudokus with few empty cells, since grading takes
# most of the time: a default Sudoku takes 2.7 ms, one of these 0.1 ms.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-10000000} folder=${2:-.clusters}
mkdir -p "$folder" .adapters
install() {
    [ -x ".adapters/$1/bin/python" ] || "${PYTHON:-python3}" -m venv ".adapters/$1"
    ".adapters/$1/bin/python" -m pip install --quiet --no-compile "${@:2}"
    ".adapters/$1/bin/python" -m pip install --quiet --force-reinstall --no-deps dist/quandary-*.whl
}
install ray "ray[data]" pyarrow
install spark pyspark pyarrow "pandas<3"
.adapters/ray/bin/python tools/clusters.py alone sudoku "$rows" "$folder" givens=68..72
for cluster in ${CLUSTERS:-ray spark}; do
    ".adapters/$cluster/bin/python" tools/clusters.py "$cluster" sudoku "$rows" "$folder" givens=68..72
done
.adapters/ray/bin/python tools/clusters.py compare sudoku "$rows" "$folder"
