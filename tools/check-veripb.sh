#!/bin/sh
# Checks a proof for VeriPB without trusting the program that wrote it:
#
#   tools/check-veripb.sh PUZZLE.json PROOF.pbp [SOLUTION.json]
#   tools/check-veripb.sh PUZZLE.json PROOF.pbp --all SOLUTIONS.json
#
# With a solution: this is the only solution. Without one: there is none. With a list of solutions: these are all. The exit
# code is 0 only if that is proved.
#
# VeriPB alone is not enough: it also ends with 0 for a proof that concludes nothing or that assumes something. So
#  - the formula, with its objective, is written here, by quandary-check and its own reading of the rules;
#  - the proof may use only the rules f, soli, rup, del, output, conclusion and end;
#  - VeriPB has to print exactly the line that is expected, with the number of variables of this formula.
set -eu
puzzle=$1 proof=$2 solution=${3:-}
all=
if [ "$solution" = --all ]; then
    all=$4 solution=
fi
check=${QUANDARY_CHECK:-quandary-check} veripb=${QUANDARY_VERIPB:-veripb}
for program in "$check" "$veripb"; do
    command -v "$program" > /dev/null || { echo "not proved: there is no program '$program'"; exit 2; }
done
formula=$(mktemp --suffix=.opb)
trap 'rm -f "$formula"' EXIT
if [ -n "$solution" ]; then
    "$check" solution "$puzzle" "$solution" > /dev/null || { echo "not proved: this is not a solution"; exit 1; }
    "$check" --opb "$puzzle" "$solution" > "$formula"
    # One term of the objective for each variable: a coefficient and a name.
    count=$(head -n 1 "$formula" | awk '$1 == "min:" { print (NF - 2) / 2 }')
    expected="s VERIFIED BOUNDS $count <= obj <= $count"
elif [ -n "$all" ]; then
    # This fails if one of them is no solution, or comes twice.
    "$check" --opb-others "$puzzle" "$all" > "$formula"
    expected="s VERIFIED UNSATISFIABLE"
else
    "$check" --opb "$puzzle" > "$formula"
    expected="s VERIFIED UNSATISFIABLE"
fi
if [ "$(head -n 1 "$proof")" != "pseudo-Boolean proof version 3.0" ]; then
    echo "not proved: this is not a proof of version 3.0"
    exit 1
fi
# Each line is one statement.
if ! awk 'NR > 1 && ($1 !~ /^(f|soli|rup|del|output|conclusion|end)$/ || $0 !~ /;$/ || gsub(/;/, ";") != 1) {
        print "not proved: line " NR " of the proof is not allowed: " $0; bad = 1; exit
    } END { exit bad }' "$proof"; then
    exit 1
fi
if result=$("$veripb" "$formula" "$proof" 2>&1) && [ "$(printf '%s\n' "$result" | grep '^s ')" = "$expected" ]; then
    echo "proved: $expected"
else
    echo "not proved: $result"
    exit 1
fi
