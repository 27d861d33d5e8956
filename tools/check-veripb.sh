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
#  - the proof may use only the rules f, soli, rup, del, output, conclusion and end, each on a line of its own, in printable
#    characters;
#  - it may log only the solution that is asked about, and that once: what follows is shown of solutions that are better;
#  - VeriPB has to print exactly the line that is expected, with the number of variables of this formula.
set -eu
usage() {
    sed -n 's/^#   tools/tools/p' "$0" >&2
    exit 2
}
puzzle=${1:-} proof=${2:-} solution= all=
case $# in
2) ;;
3) solution=$3 && [ -n "$solution" ] || usage ;;
4) all=$4 && [ "$3" = --all ] && [ -n "$all" ] || usage ;;
*) usage ;;
esac
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
# What one program takes for the end of a line or of a text, another might not.
if [ "$(LC_ALL=C tr -d '[:print:]\n' < "$proof" | wc -c)" -ne 0 ]; then
    echo "not proved: the proof has characters that do not belong there"
    exit 1
fi
# Each line is one statement. A solution is logged as the formula's objective has it: each of its terms is true.
if ! LC_ALL=C awk '
    BEGIN { left = -1 }
    file == 1 && $1 == "min:" { left = 0; for (at = 3; at < NF; at += 2) { wanted[$at] = 1; left++ } }
    file == 1 || FNR == 1 { next }
    { is_whole = /;$/ && gsub(/;/, " ;") == 1 }
    $1 == "soli" && is_whole {
        for (at = 2; at < NF; at++) {
            if ($at in wanted) { delete wanted[$at]; left-- } else if ($at !~ /^~?e[0-9]+$/) { left = -1 }
        }
        if (left-- == 0) { next }
    }
    !is_whole || $1 !~ /^(f|rup|del|output|conclusion|end)$/ {
        print "not proved: line " FNR " of the proof is not allowed: " $0; bad = 1; exit
    } END { exit bad }' file=1 "$formula" file=2 "$proof"; then
    exit 1
fi
if result=$("$veripb" "$formula" "$proof" 2>&1) && [ "$(printf '%s\n' "$result" | grep '^s ')" = "$expected" ]; then
    echo "proved: $expected"
else
    echo "not proved: $result"
    exit 1
fi
