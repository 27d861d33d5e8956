"""Measures what bench/results/python.md reports: ``python tools/bench.py``. CPU time of one thread, best of three."""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import quandary


def rate(count: int, call: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return count / min(times)


def main() -> None:
    if "--batch" in sys.argv:
        batches(Path(sys.argv[sys.argv.index("--batch") + 1]))
        return
    print(f"Python {platform.python_version()}, quandary {quandary.__version__}\n")
    print("| what | per second and core |\n|---|---|")
    show = lambda what, value: print(f"| {what} | {value:,.0f} |")  # noqa: E731
    dataset = quandary.Dataset("sudoku", seed=1)
    show("`Dataset.batch`, default Sudokus with prompts", rate(20_000, lambda: dataset.batch(0, 20_000, threads=1)))
    table = dataset.batch(0, 50_000, threads=1)
    puzzles, answers = table.column("puzzle"), table.column("answer")
    try:
        import pyarrow

        puzzles, answers = pyarrow.array(puzzles), pyarrow.array(answers)
        replies = pyarrow.array([f"Let me think.\n<answer>\n{answer}\n</answer>" for answer in answers.to_pylist()])
    except ImportError:
        replies = [f"Let me think.\n<answer>\n{answer}\n</answer>" for answer in answers]
    show("`score_batch`, Sudoku, strict, every row another puzzle", rate(50_000, lambda: quandary.score_batch(replies, puzzles, threads=1)))
    show("`solve_batch`, Sudoku", rate(50_000, lambda: quandary.solve_batch(puzzles, threads=1)))
    for family, count in (("nonogram", 10_000), ("aquarium", 10_000), ("ballsort", 10_000)):
        other = quandary.Dataset(family, seed=1)
        show(f"`Dataset.batch`, {family}", rate(2000, lambda: other.batch(0, 2000, threads=1)))
        made = other.batch(0, count)
        texts, solved = made.column("puzzle"), made.column("answer")
        try:
            texts, solved = pyarrow.array(texts), pyarrow.array(solved)
        except NameError:
            pass
        show(f"`score_batch`, {family}", rate(count, lambda: quandary.score_batch(solved, texts, threads=1)))
    test = quandary.Dataset("sudoku", seed=1, split="test")
    show("`Dataset.batch`, Sudokus of the split `test`", rate(2000, lambda: test.batch(0, 2000, threads=1)))
    print("\n| what | microseconds, median |\n|---|---|")
    walls = []
    for index in range(1000):
        begin = time.perf_counter()
        dataset[index]
        walls.append(time.perf_counter() - begin)
    print(f"| `ds[i]`, wall | {statistics.median(walls) * 1e6:.0f} |")
    begin = time.process_time()
    for index in range(1000):
        dataset[index]
    print(f"| `ds[i]`, CPU, mean | {(time.process_time() - begin) * 1e3:.0f} |")
    item = dataset[0]
    walls = []
    for _ in range(1000):
        begin = time.perf_counter()
        quandary.score(item.answer, item)
        walls.append(time.perf_counter() - begin)
    print(f"| `score(answer, item)`, wall | {statistics.median(walls) * 1e6:.0f} |")
    imports = []
    for code in ("pass", "import quandary"):
        runs = []
        for _ in range(7):
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            runs.append(time.perf_counter() - begin)
        imports.append(min(runs))
    print(f"| `import quandary`, wall, beyond an empty program | {(imports[1] - imports[0]) * 1e6:,.0f} |")
    if "--guess" in sys.argv:
        guess()
    if "--fuzz" in sys.argv:
        fuzz()
    if "--items" in sys.argv:
        items()


def batches(folder: Path) -> None:
    """`solve_batch` on puzzles that are also written into files, for `bench/src/bin/batch.rs`."""
    import pyarrow

    folder.mkdir(parents=True, exist_ok=True)
    print("| family | `solve_batch`, puzzles per second |\n|---|---:|")
    for family, count in (("sudoku", 200_000), ("nonogram", 10_000), ("aquarium", 10_000), ("ballsort", 5000)):
        puzzles = pyarrow.array(quandary.Dataset(family, seed=1).batch(0, count).column("puzzle"))
        (folder / f"{family}.txt").write_text("\f".join(puzzles.to_pylist()))
        best = max(rate(count, lambda: quandary.solve_batch(puzzles, threads=1)) for _ in range(2))
        print(f"| {family} | {best:,.0f} |", flush=True)


def guess() -> None:
    """The mean of `progress` for random fill, constant fill and copied givens, and for guesses that keep a rule."""
    chance = random.Random(1)
    print("\n| guess | mean progress |\n|---|---|")

    def show(what: str, replies: list[str], puzzles: list[object]) -> None:
        tagged = [f"<answer>{reply}</answer>" for reply in replies]
        print(f"| {what} | {statistics.mean(quandary.score_batch(tagged, puzzles, reward='progress').column('value')):.4f} |", flush=True)

    puzzles = quandary.Dataset("sudoku", seed=2).batch(0, 3000).column("puzzle")
    for name, fill in (("random digits", lambda: chance.choice("123456789")), ("one digit", lambda: "5"), ("open cells", lambda: "?")):
        show(f"Sudoku: {name}", ["".join(fill() if sign == "." else sign for sign in text) for text in puzzles], puzzles)

    def permuted(text: str) -> str:
        row = [chance.sample("123456789", 9) for _ in range(9)]
        left = [[digit for digit in row[line] if digit not in text[line * 9:line * 9 + 9]] for line in range(9)]
        return "".join(left[place // 9].pop() if sign == "." else sign for place, sign in enumerate(text))

    show("Sudoku: each row holds each digit once", [permuted(text) for text in puzzles], puzzles)
    for family in ("nonogram", "aquarium"):
        table = quandary.Dataset(family, seed=2).batch(0, 1000)
        rows = [answer.split("\n") for answer in table.column("answer")]
        shuffled = ["\n".join("".join(chance.sample(row, len(row))) for row in each) for each in rows]
        show(f"{family}: as many cells in each row as there have to be", shuffled, table.column("puzzle"))
    items = quandary.Dataset("ballsort", seed=2)[:200]
    for length in (10, 20, 40):
        walks = []
        for item in items:
            game, walk = item.puzzle.play(), []
            while len(walk) < length and (legal := [move for move in game.legal() if not walk or move != walk[-1][::-1]]):
                walk.append(chance.choice(legal))
                game.move(*walk[-1])
            walks.append("" if game.solved() else "\n".join(f"{source} -> {target}" for source, target in walk))
        show(f"ballsort: {length} legal moves, none of which takes the one before it back", walks,
             [item.metadata["puzzle"] for item in items])


def fuzz() -> None:
    """A million damaged replies."""
    chance = random.Random(3)
    signs = "0123456789.#?|+-\n <>answer/{}[]\"r1c=→é\0"
    total = accepted = 0
    for family in ("sudoku", "nonogram", "aquarium", "ballsort"):
        item = quandary.Dataset(family, seed=1)[0]
        replies = []
        for _ in range(250_000):
            text = item.answer if chance.random() < 0.5 else "".join(chance.choices(signs, k=chance.randrange(120)))
            place = chance.randrange(len(text) + 1)
            text = text[:place] + "".join(chance.choices(signs, k=chance.randrange(5))) + text[place + chance.randrange(9):]
            replies.append(("<answer>" if chance.random() < 0.5 else "") + text)
        scores = quandary.score_batch(replies, [item.metadata["puzzle"]] * len(replies))
        assert all(error is None for error in scores.column("error"))
        total += len(replies)
        accepted += sum(value == 1.0 for value in scores.column("value"))
    print(f"\n{total:,} fuzzed replies: no exception; {accepted:,} are solutions (unharmed, or damaged outside the answer).")


def items() -> None:
    """Items scored with their own answers, and with one cell changed or the last move missing."""
    print("\n| family | items | right | changed | accepted |\n|---|---|---|---|---|")
    chance = random.Random(4)
    for family in ("sudoku", "nonogram", "aquarium", "ballsort"):
        count = 100_000
        table = quandary.Dataset(family, seed=9).batch(0, count)
        puzzles, answers = table.column("puzzle"), table.column("answer")
        right = sum(value == 1.0 for value in quandary.score_batch(answers, puzzles).column("value"))
        wrong = [changed(answer, family, chance) for answer in answers]
        accepted = sum(value == 1.0 for value in quandary.score_batch(wrong, puzzles).column("value"))
        print(f"| {family} | {count:,} | {right:,} | {count:,} | {accepted} |", flush=True)


def changed(answer: str, family: str, chance: random.Random) -> str:
    if family == "ballsort":
        return "\n".join(answer.splitlines()[:-1])
    place = chance.choice([place for place, sign in enumerate(answer) if sign != "\n"])
    other = chance.choice(sorted(set("123456789" if family == "sudoku" else answer) - {"\n", answer[place]}) or ["?"])
    return answer[:place] + other + answer[place + 1:]


if __name__ == "__main__":
    main()
