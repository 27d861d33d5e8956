#!/bin/sh
# Installs VeriPB 3.0.2, the third-party checker of pseudo-Boolean proofs, into DIR/bin (default: ~/.local/veripb).
# It takes about two minutes. The tests use it if it is on the PATH or if QUANDARY_VERIPB names it.
set -eu
directory=${1:-"$HOME/.local/veripb"}
cargo install veripb --version 3.0.2 --locked --root "$directory"
echo "installed: $directory/bin/veripb"
