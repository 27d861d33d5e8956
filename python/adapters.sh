#!/usr/bin/env bash
# Tests every adapter against the real library, each in an environment of its own: python/adapters.sh [FOLDER] (default
# python/.adapters). Needs the wheel in python/dist (python/build.sh makes it). Java 17 for Spark is installed on Debian as
# root; elsewhere install it by hand. ONLY="gym hf" tests some of them. The time of each is printed: first that of its
# installation, then that of its tests.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "${1:-.adapters}"
folder=$(cd "${1:-.adapters}" && pwd)
python=${PYTHON:-python3}
wheel=$(ls dist/quandary-*.whl)
failed=""
# A library that is missing here is an error, not a reason to skip a test.
export QUANDARY_ADAPTERS_REQUIRED=1
export TIMEFORMAT='%R s, %U s of CPU time'

run() {
    name=$1 tests=$2
    shift 2
    case " ${ONLY:-$name} " in *" $name "*) ;; *) return ;; esac
    printf '\n== %s\n' "$name"
    time install "$@" || { failed="$failed $name"; return; }
    time (cd tests && "$folder/$name/bin/python" -B -m pytest -p no:cacheprovider $tests) || failed="$failed $name"
}

install() {
    [ -x "$folder/$name/bin/python" ] || "$python" -m venv "$folder/$name"
    "$folder/$name/bin/python" -m pip install --quiet --no-compile pytest "$@" &&
        "$folder/$name/bin/python" -m pip install --quiet --force-reinstall --no-deps "$wheel"
}

run gym adapters/test_gym.py gymnasium numpy
run hf adapters/test_hf.py datasets
run reasoning_gym adapters/test_reasoning_gym.py reasoning-gym
run inspect_ai adapters/test_inspect_ai.py inspect-ai
run arrow "test_batch.py test_docs.py test_round_trips.py" pyarrow polars duckdb arro3-core daft anywidget
run notebooks "adapters/test_widget.py adapters/test_notebooks.py" anywidget nbclient ipykernel matplotlib pyarrow polars duckdb playwright
run ray adapters/test_ray.py "ray[data]" pyarrow
run lm_eval adapters/test_lm_eval.py lm-eval
run verifiers adapters/test_verifiers.py verifiers
if ! command -v java >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y --no-install-recommends openjdk-17-jre-headless >/dev/null 2>&1 ||
        { apt-get update >/dev/null && apt-get install -y --no-install-recommends openjdk-17-jre-headless >/dev/null; } || true
fi
run spark adapters/test_spark.py pyspark pyarrow "pandas<3"
run trl adapters/test_trl.py trl
[ -z "$failed" ] || { echo "failed:$failed" >&2; exit 1; }
