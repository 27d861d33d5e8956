"""Nonogram beside CP-SAT: solve a board and look for a second solution, CPU time, one thread.

CP-SAT gets each line as an automaton, which is how its own examples state a Nonogram; then it is asked again with the first
solution forbidden. Building the model is timed, starting Python and reading the file are not. Both take each board one after
the other before the next is taken, so that a busy machine is busy for both. Quandary is the command itself; its time is the
CPU time that it reports for the puzzle.
"""

import argparse
import json
import pathlib
import subprocess
import time

from ortools.sat.python import cp_model

BOARDS = [
    ("Dancer", "survey/webpbn-00001.nin"),
    ("Swing", "survey/webpbn-00529.nin"),
    ("Mum", "survey/webpbn-00065.nin"),
    ("Light", "survey/webpbn-00803.nin"),
    ("Forever", "survey/webpbn-06574.nin"),
    ("9-Dom", "generated/dom/dom-09.nin"),
    ("dom-12", "generated/dom/dom-12.nin"),
    ("Knotty", "survey/knotty.nin"),
]


def read(path):
    """Rows and columns of a .nin file."""
    lines = path.read_text().splitlines()
    width, height = map(int, lines[0].split())
    clues = [[int(word) for word in line.split() if word != "0"] for line in lines[1 : 1 + height + width]]
    return clues[:height], clues[height:]


def add_line(model, cells, clue):
    """The automaton of a line: any gaps around the blocks, at least one cell between two."""
    state, arcs = 0, [(0, 0, 0)]
    for index, length in enumerate(clue):
        for _ in range(length):
            arcs.append((state, 1, state + 1))
            state += 1
        if index + 1 < len(clue):
            arcs.append((state, 0, state + 1))
            state += 1
        arcs.append((state, 0, state))
    model.add_automaton(cells, 0, [state], arcs)


def cp_sat(rows, columns, limit):
    """CPU seconds, and how many solutions were found, up to two; None when the time ran out."""
    start = time.process_time()
    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in columns] for _ in rows]
    for line, clue in zip(cells, rows):
        add_line(model, line, clue)
    for column, clue in enumerate(columns):
        add_line(model, [line[column] for line in cells], clue)
    found = 0
    while found < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = limit
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return time.process_time() - start, None
        found += 1
        flat = [cell for line in cells for cell in line]
        model.add_bool_or([cell.negated() if solver.value(cell) else cell for cell in flat])
    return time.process_time() - start, found


def quandary(command, path, limit):
    """The command, as anybody runs it; the time is what it reports."""
    arguments = [command, "solve", "--json", "--time-limit", str(limit), str(path)]
    answer = subprocess.run(arguments, capture_output=True, text=True, check=False)
    answer = json.loads(answer.stdout.splitlines()[0])
    return answer["time_us"] / 1e6, {"unique": 1, "multiple": 2, "impossible": 0}.get(answer["verdict"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", help="the quandary command")
    parser.add_argument("--shared", type=pathlib.Path, default=pathlib.Path(__file__).parents[3] / "shared/data")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for one board")
    arguments = parser.parse_args()
    print("| board | Quandary, ms | CP-SAT, ms | ratio |\n|---|---|---|---|")
    for name, file in BOARDS:
        path = arguments.shared / "nonogram" / file
        rows, columns = read(path)
        theirs, their_count = cp_sat(rows, columns, arguments.limit)
        ours, our_count = min(quandary(arguments.command, path, arguments.limit) for _ in range(3))
        if None not in (their_count, our_count) and their_count != our_count:
            raise SystemExit(f"{name}: {our_count} and {their_count} solutions")
        shown = f"{theirs * 1e3:.0f}" if their_count is not None else f"more than {theirs * 1e3:.0f}"
        print(f"| {name} | {ours * 1e3:.3f} | {shown} | {theirs / max(ours, 1e-6):.0f} |", flush=True)


if __name__ == "__main__":
    main()
