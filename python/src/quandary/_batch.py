"""Many puzzles at once, in Arrow columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from . import _quandary
from ._dataset import Dataset
from ._score import Reward


class ArrowStream(Protocol):
    """Anything that exports a stream of Arrow arrays: tables of pyarrow, Polars, DuckDB and arro3."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class ArrowArray(Protocol):
    """Anything that exports one Arrow array."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


Texts = ArrowStream | ArrowArray | Iterable[str | None]


def solve_batch(puzzles: Texts, *, column: str = "puzzle", solutions: int = 2, threads: int | None = None,
                time_limit: float | None = None, node_limit: int | None = None) -> _quandary.Table:
    """Solves a column of puzzles. Limits are those of one puzzle."""
    return _quandary.solve_batch(puzzles, column=column, solutions=solutions, threads=threads, time_limit=time_limit,
                                 node_limit=node_limit)


def grade_batch(puzzles: Texts, *, column: str = "puzzle", threads: int | None = None,
                time_limit: float | None = None, node_limit: int | None = None) -> _quandary.Table:
    """Grades a column of puzzles."""
    return _quandary.grade_batch(puzzles, column=column, threads=threads, time_limit=time_limit,
                                 node_limit=node_limit)


def generate_batch(family: str, start: int, stop: int, *, seed: int, split: str = "train", threads: int | None = None,
                   **options: Any) -> _quandary.Table:
    """Makes items ``start`` to ``stop`` of a dataset."""
    return Dataset(family, seed=seed, split=split, **options).batch(start, stop, threads=threads)


def score_batch(replies: Texts, puzzles: Texts, *, reward: Reward = "strict", reply_column: str = "reply",
                column: str = "puzzle", threads: int | None = None, time_limit: float | None = None,
                node_limit: int | None = None) -> _quandary.Table:
    """Scores a column of replies to a column of puzzles."""
    return _quandary.score_batch(replies, puzzles, reward=reward, reply_column=reply_column, column=column,
                                 threads=threads, time_limit=time_limit, node_limit=node_limit)
