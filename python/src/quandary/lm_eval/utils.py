"""What the task files call."""

from __future__ import annotations

from typing import Any

from quandary import Dataset, score


def load(family: str = "sudoku", seed: int = 0, size: int = 100, grade: str | None = None, **_: Any) -> dict[str, Any]:
    """The test split. ``--metadata '{"size": 500}'`` changes what is in it."""
    import datasets

    items = Dataset(family, seed=seed, split="test", size=size, grade=grade)
    return {"test": datasets.Dataset.from_list([
        {"question": item.question, "answer": item.answer, "family": family, "puzzle": item.metadata["puzzle"]}
        for item in items])}


def load_sudoku(**options: Any) -> dict[str, Any]:
    """Sudokus."""
    return load("sudoku", **_without_family(options))


def load_nonogram(**options: Any) -> dict[str, Any]:
    """Nonograms."""
    return load("nonogram", **_without_family(options))


def load_aquarium(**options: Any) -> dict[str, Any]:
    """Aquariums."""
    return load("aquarium", **_without_family(options))


def load_ballsort(**options: Any) -> dict[str, Any]:
    """Ball Sort."""
    return load("ballsort", **_without_family(options))


def _without_family(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "family"}


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """The strict score of the reply."""
    return {"solved": score(results[0], doc).value}
