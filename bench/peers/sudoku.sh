#!/usr/bin/env bash
# Fetches Sudoku's peers that are programs of their own, once, into bench/target: OR-Tools from PyPI, qqwing from Debian (its
# package is unpacked there, nothing is installed). Prints where they are, or why one is skipped:
#
#   cp-sat  path/to/python
#   qqwing  path/to/qqwing
#   skipped: …
#
# `cargo run --release --bin sudoku` calls it.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment="$here/../target/peers-sudoku"
mkdir -p "$environment"

python="$environment/bin/python"
if ! "$python" -c "import ortools.sat.python.cp_model" 2>/dev/null; then
    { python3 -m venv "$environment" && "$environment/bin/pip" install --quiet "ortools==9.15.*"; } >&2
fi
if "$python" -c "import ortools.sat.python.cp_model" 2>/dev/null; then
    echo "cp-sat $python"
else
    echo "skipped: OR-Tools CP-SAT (no Python 3 with venv, or PyPI out of reach)"
fi

if command -v qqwing >/dev/null; then
    echo "qqwing $(command -v qqwing)"
    exit
fi
unpacked="$environment/qqwing"
if [ ! -x "$unpacked/run" ] && command -v apt-get >/dev/null && command -v dpkg >/dev/null; then
    mkdir -p "$unpacked"
    fetch() { (cd "$unpacked" && apt-get download qqwing libqqwing2v5 >&2); }
    if fetch || { apt-get update >/dev/null 2>&1 && fetch; }; then
        for package in "$unpacked"/*.deb; do dpkg -x "$package" "$unpacked"; done
        # Its library lies beside it and not where the system looks.
        library=$(dirname "$(find "$unpacked" -name 'libqqwing.so*' | head -n 1)")
        printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$library" "$unpacked/usr/bin/qqwing" >"$unpacked/run"
        chmod +x "$unpacked/run"
    fi
fi
if [ -x "$unpacked/run" ] && "$unpacked/run" --version >/dev/null 2>&1; then
    echo "qqwing $unpacked/run"
else
    echo "skipped: qqwing (no Debian packages here, or Debian out of reach)"
fi
