"""Aquarium beside its peers: solve a board and prove its solution the only one, CPU time, one thread.

Every board goes through all peers one after the other before the next board is taken, so that a busy machine is busy for
everybody. Building a peer's model is timed (it is most of clingo's time on easy boards), starting Python and reading the
text are not. Quandary is the command itself; its time is the CPU time that it reports for the puzzle. The least of some
runs counts for everybody. A peer that has
taken longer than the limit on a set is left out of the rest of that set, and the table says so.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time

import clingo
import numpy
from ortools.sat.python import cp_model
from puzzle_solver.puzzles.aquarium.aquarium import Board

# File, name of the set, start of the boards' names, how many boards of it.
SETS = [
    ("real_tasks.tsv", "real 6×6 hard", "ngk-6x6_hard", 6),
    ("real_tasks.tsv", "real 10×10 hard", "ngk-10x10_hard", 6),
    ("real_tasks.tsv", "real 15×15 hard", "ngk-15x15_hard", 12),
    ("real_tasks.tsv", "real 30×30 monthly", "quando-monthly30", 1),
    ("bench/gen_30_60.tsv", "30×30, 60 tanks", "", 5),
    ("bench/gen_50_50.tsv", "50×50, 50 tanks", "", 3),
    ("bench/gen_50_100.tsv", "50×50, 100 tanks", "", 2),
    ("bench/gen_30_90.tsv", "30×30, 90 tanks", "", 3),
]


class Task:
    """A board of the puzzle site's form: square, all clues given."""

    def __init__(self, name, text):
        clues, tanks = text.strip().split(";")
        clues = [int(clue) for clue in clues.split("_")]
        self.name, self.text, self.side = name, text, len(clues) // 2
        self.columns, self.rows = clues[: self.side], clues[self.side :]
        flat = [int(tank) for tank in tanks.split(",")]
        self.tanks = [flat[row * self.side : (row + 1) * self.side] for row in range(self.side)]

    def widths(self):
        """By tank: its cells in each row, from the top."""
        widths = {}
        for row, tanks in enumerate(self.tanks):
            for tank in tanks:
                rows = widths.setdefault(tank, {})
                rows[row] = rows.get(row, 0) + 1
        return widths


class AtMostTwo(cp_model.CpSolverSolutionCallback):
    """Stops at the second solution."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def on_solution_callback(self):
        self.count += 1
        if self.count >= 2:
            self.stop_search()


def count_with_cp_sat(model, limit):
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = limit
    solutions = AtMostTwo()
    status = solver.solve(model, solutions)
    done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or solutions.count >= 2
    return solutions.count if done else None


def cp_sat_cells(task, limit):
    """The cell model: a variable for each cell, implications downwards, equal neighbours. Its rule is the
    weakest of the three (neighbours only), so that some boards have more solutions by it."""
    model, side = cp_model.CpModel(), range(task.side)
    water = {(row, column): model.new_bool_var("") for row in side for column in side}
    for row in side:
        model.add(sum(water[row, column] for column in side) == task.rows[row])
    for column in side:
        model.add(sum(water[row, column] for row in side) == task.columns[column])
    for row in side:
        for column in side:
            here = task.tanks[row][column]
            if row > 0 and task.tanks[row - 1][column] == here:
                model.add_implication(water[row - 1, column], water[row, column])
            for other in (column - 1, column + 1):
                if 0 <= other < task.side and task.tanks[row][other] == here:
                    both = model.new_bool_var("")
                    for cell in ((row, column), (row, other)):
                        model.add(water[cell] == 1).only_enforce_if(both)
                        model.add(water[cell] == 0).only_enforce_if(both.negated())
    return count_with_cp_sat(model, limit)


def cp_sat_levels(task, limit):
    """A variable for each tank and row, wet or dry: the region rule in its shortest form."""
    model = cp_model.CpModel()
    widths = task.widths()
    wet = {(tank, row): model.new_bool_var("") for tank, rows in widths.items() for row in rows}
    for tank, rows in widths.items():
        order = sorted(rows)
        for above, below in zip(order, order[1:]):
            model.add_implication(wet[tank, above], wet[tank, below])
    for row in range(task.side):
        tanks = set(task.tanks[row])
        model.add(sum(widths[tank][row] * wet[tank, row] for tank in tanks) == task.rows[row])
    for column in range(task.side):
        model.add(sum(wet[task.tanks[row][column], row] for row in range(task.side)) == task.columns[column])
    return count_with_cp_sat(model, limit)


CLINGO = """
{ wet(T,R) : width(T,R,_) }.
:- wet(T,R), not wet(T,S), width(T,R,_), width(T,S,_), R < S, not between(T,R,S).
between(T,R,S) :- width(T,R,_), width(T,S,_), width(T,M,_), R < M, M < S.
:- row(R,N), not N = #sum { W,T : wet(T,R), width(T,R,W) }.
:- column(C,N), not N = #sum { 1,R : wet(T,R), cell(R,C,T) }.
"""


def clingo_levels(task, limit):
    """Answer sets over the same levels."""
    facts = []
    for tank, rows in task.widths().items():
        facts += [f"width({tank},{row},{width})." for row, width in rows.items()]
    for row, tanks in enumerate(task.tanks):
        facts += [f"cell({row},{column},{tank})." for column, tank in enumerate(tanks)]
    facts += [f"row({row},{clue})." for row, clue in enumerate(task.rows)]
    facts += [f"column({column},{clue})." for column, clue in enumerate(task.columns)]
    control = clingo.Control(["--models=2", "--warn=none"])
    control.add("base", [], CLINGO + " ".join(facts))
    control.ground([("base", [])])
    count = 0
    with control.solve(yield_=True, async_=True) as handle:
        end = time.monotonic() + limit
        while True:
            handle.resume()
            if not handle.wait(max(0.0, end - time.monotonic())):
                handle.cancel()
                return None
            if handle.model() is None:
                return count
            count += 1


def multi_puzzle_solver(task, limit):
    """The package as published (CP-SAT, up to 99 solutions); it takes no time limit."""
    board = Board(numpy.array(task.tanks), numpy.array(task.columns), numpy.array(task.rows))
    return min(2, len(board.solve_and_print(verbose=False)))


# It cannot be stopped, and would go on for hours.
WITHOUT_LIMIT = {"multi-puzzle-solver"}
HARD_SETS = {"50×50, 100 tanks", "30×30, 90 tanks"}

PEERS = {
    "CP-SAT, cells": cp_sat_cells,
    "CP-SAT, levels": cp_sat_levels,
    "clingo, levels": clingo_levels,
    "multi-puzzle-solver": multi_puzzle_solver,
}
OURS = "Quandary"


def quandary(command, task, limit, repeats):
    """The command, as anybody runs it, with the board several times on its input; the time is the least that it reports."""
    arguments = [command, "solve", "--json", "--threads", "1", "--family", "aquarium", "--time-limit", str(limit), "-"]
    answer = subprocess.run(arguments, input=(task.text + "\n") * repeats, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in answer.stdout.splitlines()]
    count = {"unique": 1, "multiple": 2, "impossible": 0}.get(answers[0]["verdict"])
    return min(answer["time_us"] for answer in answers) / 1e3, count


def run(command, shared, limit, repeats):
    """By set and peer: times in milliseconds, and how many verdicts were 'unique'."""
    results = []
    for file, name, prefix, most in SETS:
        lines = [line.split("\t") for line in (shared / file).read_text().splitlines() if line.startswith(prefix)]
        tasks = [Task(line[0], next(part for part in line if ";" in part)) for line in lines if any(";" in p for p in line)]
        times = {peer: [] for peer in [*PEERS, OURS]}
        unique = dict.fromkeys(times, 0)
        left_out = set(WITHOUT_LIMIT) if name in HARD_SETS else set()
        for task in tasks[:most]:
            for peer, solve in PEERS.items():
                if peer in left_out:
                    continue
                best = None
                for _ in range(repeats if task.side <= 15 else 1):
                    start = time.process_time()
                    count = solve(task, limit)
                    spent = (time.process_time() - start) * 1e3
                    best = spent if best is None else min(best, spent)
                times[peer].append(best)
                unique[peer] += count == 1
                if best > limit * 1e3 * 0.5:
                    left_out.add(peer)
            spent, count = quandary(command, task, limit, repeats)
            times[OURS].append(spent)
            unique[OURS] += count == 1
        results.append((name, len(tasks[:most]), times, unique))
        shown = ", ".join(f"{peer} {sum(t) / len(t):.3f} ms" for peer, t in times.items() if t)
        print(f"{name}: {shown}", file=sys.stderr, flush=True)
    return results


def table(results):
    peers = [*PEERS, OURS]
    lines = ["| set | boards | " + " | ".join(peers) + " |", "|---|---|" + "---|" * len(peers)]
    for name, boards, times, unique in results:
        cells = []
        for peer in peers:
            spent = times[peer]
            if not spent:
                cells.append("–")
                continue
            cell = f"{sum(spent) / len(spent):.{3 if peer == OURS else 1}f} ({max(spent):.{3 if peer == OURS else 1}f})"
            if len(spent) < boards:
                cell += f", {len(spent)} of {boards} run"
            if unique[peer] < len(spent):
                cell += f", {unique[peer]} unique"
            cells.append(cell)
        lines.append(f"| {name} | {boards} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def plot(results):
    """Bars on a logarithmic scale, one group for each set, as SVG."""
    peers = [*PEERS, OURS]
    colours = dict(zip(peers, ["#9a6fb0", "#c28e0e", "#3d7d4e", "#8a5a44", "#1766c2"]))
    left, width, bar, gap = 190, 620, 13, 16
    low, high = -3, 5
    place = lambda value: left + width * (math.log10(max(value, 10**low)) - low) / (high - low)
    parts, y = [], 56
    for name, _, times, _ in results:
        top = y
        for peer in peers:
            if times[peer]:
                mean = sum(times[peer]) / len(times[peer])
                parts.append(f'<rect x="{left}" y="{y}" width="{place(mean) - left:.1f}" height="{bar - 2}" fill="{colours[peer]}"/>')
                parts.append(f'<text x="{place(mean) + 5:.1f}" y="{y + 9}" font-size="10">{mean:.3g} ms</text>')
            y += bar
        parts.append(f'<text x="{left - 10}" y="{(top + y) / 2 + 4}" text-anchor="end" font-size="12">{name}</text>')
        y += gap
    for power in range(low, high + 1):
        x = place(10**power)
        label = f"{10**power:g} ms" if power < 3 else f"{10 ** (power - 3):g} s"
        parts.insert(0, f'<path d="M{x:.1f} 46V{y}" stroke="#8884" fill="none"/>')
        parts.append(f'<text x="{x:.1f}" y="40" text-anchor="middle" font-size="10">{label}</text>')
    for index, peer in enumerate(peers):
        x = 20 + index * 165
        parts.append(f'<rect x="{x}" y="12" width="10" height="10" fill="{colours[peer]}"/>')
        parts.append(f'<text x="{x + 15}" y="21" font-size="11">{peer}</text>')
    title = "<title>Aquarium: solve and prove unique, mean CPU time per board, logarithmic scale</title>"
    style = "<style>text{font-family:sans-serif;fill:#222}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {y + 6}">{title}{style}{"".join(parts)}</svg>\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", help="the quandary program, built with --release")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one board (60)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of a board up to 15×15; the least time counts (3)")
    parser.add_argument("--svg", type=pathlib.Path, help="draw the table into this file")
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    shared = pathlib.Path(os.environ.get("QUANDARY_SHARED") or here.parents[2] / "shared") / "data" / "aquarium"
    results = run(arguments.command, shared, arguments.limit, arguments.repeats)
    print(table(results), end="")
    if arguments.svg:
        arguments.svg.write_text(plot(results))


if __name__ == "__main__":
    main()
