"""Sudoku by OR-Tools CP-SAT: the usual model, one worker.

Reads boards of 81 signs, one per line, and counts the solutions of each up to a limit (the argument). Prints the counts on
one line and, on the next, the CPU seconds that building the models and solving them took.
"""

import sys
import time

from ortools.sat.python import cp_model


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
        self.count = 0

    def on_solution_callback(self):
        self.count += 1
        if self.count >= self.limit:
            self.stop_search()


def count(board, limit):
    model = cp_model.CpModel()
    cells = [[model.new_int_var(1, 9, "") for _ in range(9)] for _ in range(9)]
    for line in range(9):
        model.add_all_different(cells[line])
        model.add_all_different([cells[row][line] for row in range(9)])
        row, column = line // 3 * 3, line % 3 * 3
        model.add_all_different([cells[row + place // 3][column + place % 3] for place in range(9)])
    for place, sign in enumerate(board):
        if sign in "123456789":
            model.add(cells[place // 9][place % 9] == int(sign))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = limit > 1
    counter = Counter(limit)
    solver.solve(model, counter)
    return counter.count


limit = int(sys.argv[1])
boards = [line[:81] for line in sys.stdin if len(line) >= 81]
start = time.process_time()
counts = [count(board, limit) for board in boards]
seconds = time.process_time() - start
print(*counts)
print(seconds)
