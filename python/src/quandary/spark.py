"""Spark: the batch functions through ``mapInArrow``, one thread for each task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from . import Dataset, grade_batch, score_batch, solve_batch
from ._beside import beside, counted
from ._errors import OptionError

Batches = Iterator[pyarrow.RecordBatch]
Answer = Callable[[pyarrow.Table], pyarrow.Table]


def _signed(table: pyarrow.Table) -> pyarrow.Table:
    """Spark has no unsigned numbers."""
    fields = [field.with_type(pyarrow.int64()) if field.type == pyarrow.uint64() else field for field in table.schema]
    return table.cast(pyarrow.schema(fields))


def _mapped(frame: DataFrame, answer: Answer) -> DataFrame:
    def run(batches: Batches) -> Batches:
        for batch in batches:
            yield from answer(pyarrow.Table.from_batches([batch])).to_batches()

    empty = pyarrow.Table.from_batches([], schema=_schema_of(frame))
    return frame.mapInArrow(run, from_arrow_schema(answer(empty).schema))


def _schema_of(frame: DataFrame) -> pyarrow.Schema:
    return frame.limit(0).toArrow().schema


def _solved(batch: pyarrow.Table, **options: Any) -> pyarrow.Table:
    return beside(batch, _signed(pyarrow.table(solve_batch(batch, threads=1, **options))), "solve_")


def _graded(batch: pyarrow.Table, **options: Any) -> pyarrow.Table:
    return beside(batch, _signed(pyarrow.table(grade_batch(batch, threads=1, **options))), "grade_")


def solve(frame: DataFrame, **options: Any) -> DataFrame:
    """A frame with solutions beside its column ``puzzle``."""
    return _mapped(frame, lambda batch: _solved(batch, **options))


def grade(frame: DataFrame, **options: Any) -> DataFrame:
    """The same with grades."""
    return _mapped(frame, lambda batch: _graded(batch, **options))


def score(frame: DataFrame, *, reply: str = "reply", **options: Any) -> DataFrame:
    """The same with scores of the column ``reply``."""
    def scored(batch: pyarrow.Table) -> pyarrow.Table:
        scores = score_batch(batch, batch, reply_column=reply, threads=1, **options)
        return beside(batch, _signed(pyarrow.table(scores)), "score_")

    return _mapped(frame, scored)


def generate(session: SparkSession, family: str, count: int, *, seed: int, start: int = 0, rows_per_task: int = 10_000,
             also: Sequence[Callable[..., DataFrame]] = (), **options: Any) -> DataFrame:
    """``count`` items of a dataset from ``start`` on, made on the cluster. A task that is run again makes the same items.

    ``also=(solve, grade)`` does that in the same task, which is cheaper than frame after frame: between two of them all rows
    go through the JVM.
    """
    count, start, rows_per_task = counted(count, start, rows_per_task)
    tasks = (count + rows_per_task - 1) // rows_per_task
    in_one_task: dict[Callable[..., DataFrame], Answer] = {solve: _solved, grade: _graded}
    if unknown := [one for one in also if one not in in_one_task]:
        raise OptionError(f"also: expected quandary.spark.solve or quandary.spark.grade, not {unknown[0]!r}")
    answers = [in_one_task[one] for one in also]

    def items(source: Dataset, first: int, stop: int) -> pyarrow.Table:
        made = _signed(pyarrow.table(source.batch(start + first, start + stop, threads=1)))
        for answer in answers:
            made = answer(made)
        return made

    def make(batches: Batches) -> Batches:
        source = Dataset(family, seed=seed, **options)
        for batch in batches:
            for task in batch.column("id").to_pylist():
                yield from items(source, task * rows_per_task, min((task + 1) * rows_per_task, count)).to_batches()

    empty = items(Dataset(family, seed=seed, **options), 0, 0)
    return session.range(tasks, numPartitions=max(tasks, 1)).mapInArrow(make, from_arrow_schema(empty.schema))
