#!/usr/bin/env bash
# Makes, solves and grades puzzles in one process, on Ray and on Spark, kills a worker halfway, and compares the Parquet files:
# python/tools/clusters.sh [ROWS [FOLDER]] (default 10000000 and python/.clusters). Needs python/build.sh, Java 17 and about
# 1 GB of disk for a million rows. CLUSTERS="ray" runs one of them. What was cut off goes on where it was. The rows are Sudokus
# with few empty cells, since grading takes most of the time: a default Sudoku takes 1 ms or two.
set -euo pipefail
cd "$(dirname "$0")/.."
rows=${1:-10000000} folder=${2:-.clusters}
environments=${ENVIRONMENTS:-.adapters}
mkdir -p "$folder" "$environments"
install() {
    if [ ! -x "$environments/$1/bin/python" ]; then
        "${PYTHON:-python3}" -m venv "$environments/$1"
        "$environments/$1/bin/python" -m pip install --quiet --no-compile "${@:2}"
        "$environments/$1/bin/python" -m pip install --quiet --force-reinstall --no-deps dist/quandary-*.whl
    fi
}
install ray "ray[data]" pyarrow
install spark pyspark pyarrow "pandas<3"
options=(givens=68..72 prompt=board)
"$environments/ray/bin/python" tools/clusters.py alone sudoku "$rows" "$folder" "${options[@]}"
for cluster in ${CLUSTERS:-ray spark}; do
    "$environments/$cluster/bin/python" tools/clusters.py "$cluster" sudoku "$rows" "$folder" "${options[@]}"
done
"$environments/ray/bin/python" tools/clusters.py compare sudoku "$rows" "$folder"
