#!/usr/bin/env bash
# Tests every adapter against the real library, each in an environment of its own: python/adapters.sh [FOLDER] (default
# python/.adapters). Needs the wheel in python/dist (python/build.sh makes it), and Java 17 for Spark. ONLY="gym hf"
# tests some of them.
set -euo pipefail
cd "$(dirname "$0")"
folder=${1:-.adapters}
python=${PYTHON:-python3}
wheel=$(ls dist/quandary-*.whl)
failed=""

run() {
    name=$1 tests=$2
    shift 2
    case " ${ONLY:-$name} " in *" $name "*) ;; *) return ;; esac
    [ -x "$folder/$name/bin/python" ] || "$python" -m venv "$folder/$name"
    "$folder/$name/bin/python" -m pip install --quiet pytest "$@"
    "$folder/$name/bin/python" -m pip install --quiet --force-reinstall --no-deps "$wheel"
    echo "== $name"
    "$folder/$name/bin/pytest" "tests/adapters/$tests" || failed="$failed $name"
}

run gym test_gym.py gymnasium numpy
run hf test_hf.py datasets
run reasoning_gym test_reasoning_gym.py reasoning-gym
run inspect_ai test_inspect_ai.py inspect-ai
run lm_eval test_lm_eval.py lm-eval
run verifiers test_verifiers.py verifiers
run trl test_trl.py trl
run ray test_ray.py "ray[data]" pyarrow
run spark test_spark.py pyspark pyarrow "pandas<3"
[ -z "$failed" ] || { echo "failed:$failed" >&2; exit 1; }
