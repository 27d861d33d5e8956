"""Ray Data: the batch functions on a cluster, one thread for each worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow
import ray.data

from . import Dataset, grade_batch, score_batch, solve_batch
from ._beside import beside, counted


def solve(batch: pyarrow.Table, **options: Any) -> pyarrow.Table:
    """For ``map_batches(solve, batch_format="pyarrow")``: solutions beside the column ``puzzle``."""
    return beside(batch, pyarrow.table(solve_batch(batch, threads=1, **options)), "solve_")


def grade(batch: pyarrow.Table, **options: Any) -> pyarrow.Table:
    """The same with grades."""
    return beside(batch, pyarrow.table(grade_batch(batch, threads=1, **options)), "grade_")


def score(batch: pyarrow.Table, *, reply: str = "reply", **options: Any) -> pyarrow.Table:
    """The same with scores of the column ``reply``."""
    return beside(batch, pyarrow.table(score_batch(batch, batch, reply_column=reply, threads=1, **options)), "score_")


def generate(family: str, count: int, *, seed: int, start: int = 0, rows_per_task: int = 10_000,
             **options: Any) -> ray.data.Dataset:
    """``count`` items of a dataset from ``start`` on, made on the cluster. A task that is run again makes the same items."""
    count, start, rows_per_task = counted(count, start, rows_per_task)
    Dataset(family, seed=seed, **options)  # What is refused is refused here, and not on the workers.
    tasks = (count + rows_per_task - 1) // rows_per_task
    # One block for each task: what a lost worker has made so far and must be made again stays small.
    starts = ray.data.range(tasks, override_num_blocks=max(tasks, 1))
    return starts.map_batches(_maker(family, range(start, start + count), seed, rows_per_task, options), batch_size=1,
                              batch_format="pyarrow")


def _maker(family: str, items: range, seed: int, rows: int,
           options: dict[str, Any]) -> Callable[[pyarrow.Table], pyarrow.Table]:
    def make(batch: pyarrow.Table) -> pyarrow.Table:
        source = Dataset(family, seed=seed, **options)
        firsts = [items.start + task * rows for task in batch["id"].to_pylist()]
        parts = [pyarrow.table(source.batch(first, min(first + rows, items.stop), threads=1)) for first in firsts]
        return pyarrow.concat_tables(parts)

    return make
