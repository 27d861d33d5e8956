"""Quandary and other packages on the same work, in one run: ``python tools/side_by_side.py``. Needs reasoning-gym, py-sudoku and dokusan.

CPU time of one thread. reasoning-gym makes Sudokus with 30 to 50 empty cells by default; Quandary makes such ones, too, and its
own default, which leaves as few givens as removing them in random order does. The other two make Sudokus as in the example of
their own page.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

warnings.simplefilter("ignore")
import dokusan.boards  # noqa: E402
import dokusan.generators  # noqa: E402
import dokusan.solvers  # noqa: E402
import quandary.reasoning_gym  # noqa: E402
import reasoning_gym  # noqa: E402
import sudoku  # noqa: E402

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 400
SAME = {"options": {"givens": "31..51"}}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def show(what: str, *columns: str) -> None:
    print(f"| {what} | {' | '.join(columns)} |")


def rate(count: int, seconds: float) -> str:
    return f"{count / seconds:,.0f}"


def as_line(item: dict[str, Any]) -> str:
    return "".join(str(digit) if digit else "." for row in item["metadata"]["puzzle"] for digit in row)


def main() -> None:
    theirs = reasoning_gym.create_dataset("sudoku", seed=1, size=COUNT)
    ours = reasoning_gym.create_dataset("quandary_sudoku", seed=1, size=COUNT, **SAME)
    batch = quandary.Dataset("sudoku", seed=1, **SAME["options"])
    default = quandary.Dataset("sudoku", seed=1)
    many = 20 * COUNT
    print("| per second and core | reasoning-gym | quandary in reasoning-gym | quandary batch |\n|---|---:|---:|---:|")
    seconds, items = timed(lambda: [theirs[index] for index in range(COUNT)])
    our_seconds, our_items = timed(lambda: [ours[index] for index in range(COUNT)])
    batch_seconds, table = timed(lambda: batch.batch(0, many, threads=1))
    show("Sudokus with prompts, 30 to 50 empty cells", rate(COUNT, seconds), rate(COUNT, our_seconds), rate(many, batch_seconds))
    seconds, _ = timed(lambda: [default[index] for index in range(COUNT)])
    batch_seconds, _ = timed(lambda: default.batch(0, many, threads=1))
    show("default Sudokus of Quandary", "–", rate(COUNT, seconds), rate(many, batch_seconds))
    for what, reply in (("scores, the stored answer itself", "{}"),
                        ("scores, the answer with words around it", "I think it is\n<answer>\n{}\n</answer>")):
        their_replies = [(reply.format(item["answer"]), item) for item in items]
        our_replies = [(reply.format(item["answer"]), item) for item in our_items]
        seconds, values = timed(lambda: [theirs.score_answer(*each) for each in their_replies])
        our_seconds, our_values = timed(lambda: [ours.score_answer(*each) for each in our_replies])
        replies = [reply.format(answer) for answer in table.column("answer")]
        puzzles = table.column("puzzle")
        batch_seconds, scores = timed(lambda: quandary.score_batch(replies, puzzles, threads=1))
        value = lambda values: f"value {sum(values) / len(values):.2f}"  # noqa: E731
        show(what, f"{rate(COUNT, seconds)} ({value(values)})", f"{rate(COUNT, our_seconds)} ({value(our_values)})",
             f"{rate(many, batch_seconds)} ({value(scores.column('value'))})")

    print("\n| what is made | reasoning-gym | quandary |\n|---|---:|---:|")
    lines = [as_line(item) for item in items]
    verdicts = quandary.solve_batch(lines).column("verdict")
    our_verdicts = quandary.solve_batch(table.column("puzzle")[:COUNT]).column("verdict")
    show(f"{COUNT} Sudokus: several solutions", *(str(sum(verdict != "unique" for verdict in each)) for each in (verdicts, our_verdicts)))
    small = reasoning_gym.create_dataset("mini_sudoku", seed=1, size=COUNT)
    prints = [quandary.read("\n".join("".join(str(digit or ".") for digit in row) for row in item["metadata"]["puzzle"])).fingerprint()
              for item in small]
    test = reasoning_gym.create_dataset("mini_sudoku", seed=2, size=COUNT)
    other = {quandary.read("\n".join("".join(str(digit or ".") for digit in row) for row in item["metadata"]["puzzle"])).fingerprint()
             for item in test}
    train = {item.puzzle.fingerprint() for item in quandary.Dataset("sudoku", seed=1, split="train", size=COUNT, box="2x2")}
    held = {item.puzzle.fingerprint() for item in quandary.Dataset("sudoku", seed=2, split="test", size=COUNT, box="2x2")}
    show(f"4×4, {COUNT} to train and {COUNT} to test: boards in both, copies included", str(len(set(prints) & other)), str(len(train & held)))
    chance = random.Random(1)
    item, score = items[0], theirs.score_answer
    guess = "\n".join(" ".join(str(digit or chance.randrange(1, 10)) for digit in row) for row in item["metadata"]["puzzle"])
    our_guess = "".join(sign if sign != "." else chance.choice("123456789") for sign in our_items[0]["metadata"]["puzzle"])
    progress = reasoning_gym.create_dataset("quandary_sudoku", seed=1, size=COUNT, reward="progress", **SAME)
    show("score of givens copied and the rest guessed (strict; progress)", f"{score(guess, item):.2f}",
         f"{ours.score_answer(our_guess, our_items[0]):.2f}; {progress.score_answer(our_guess, our_items[0]):.2f}")
    packages(theirs)


def packages(theirs: Any) -> None:
    """Sudokus of other packages: how fast, how many of them have several solutions, and how fast each solves the same puzzles."""
    def rows(line: str) -> list[list[int]]:
        return [[int(digit) for digit in line[start:start + 9].replace(".", "0")] for start in range(0, 81, 9)]

    def line_of(board: list[list[int | None]]) -> str:
        return "".join(str(digit or ".") for row in board for digit in row)

    default = quandary.Dataset("sudoku", seed=2)
    random.seed(1)
    makers: dict[str, Callable[[int], str]] = {
        "reasoning-gym": lambda index: as_line(theirs[index]),
        "py-sudoku": lambda index: line_of(sudoku.Sudoku(3, seed=index).difficulty(0.5).board),
        "dokusan": lambda index: str(dokusan.generators.random_sudoku(avg_rank=150)).replace("0", "."),
        "quandary": lambda index: str(default[index].metadata["puzzle"]),
    }
    box = dokusan.boards.BoxSize(3, 3)
    solvers: dict[str, Callable[[str], str]] = {
        "py-sudoku": lambda line: line_of(sudoku.Sudoku(3, 3, board=rows(line)).solve().board),
        "dokusan": lambda line: str(dokusan.solvers.backtrack(dokusan.boards.Sudoku.from_string(line.replace(".", "0"), box))),
        "quandary": lambda line: quandary.read(line).solve().solutions[0],
    }
    same = [item.metadata["puzzle"] for item in quandary.Dataset("sudoku", seed=3, size=COUNT // 10, **SAME["options"])]
    answers = quandary.solve_batch(same).column("solution")
    print("\n| package | Sudokus made per second | several solutions | solved per second, 30 to 50 empty cells |\n|---|---:|---:|---:|")
    for name, make in makers.items():
        seconds, lines = timed(lambda: [make(index) for index in range(COUNT)])
        verdicts = quandary.solve_batch(lines).column("verdict")
        solved = "–"
        if solve := solvers.get(name):
            solving, found = timed(lambda: [solve(line) for line in same])
            assert found == answers, name
            solved = rate(len(same), solving)
        show(name, rate(COUNT, seconds), f"{sum(verdict != 'unique' for verdict in verdicts)} of {COUNT}", solved)


if __name__ == "__main__":
    main()
