"""Spark: the batch functions through ``mapInArrow``, one thread for each task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from . import Dataset, grade_batch, score_batch, solve_batch
from ._beside import beside

Batches = Iterator[pyarrow.RecordBatch]


def _signed(table: pyarrow.Table) -> pyarrow.Table:
    """Spark has no unsigned numbers."""
    fields = [field.with_type(pyarrow.int64()) if field.type == pyarrow.uint64() else field for field in table.schema]
    return table.cast(pyarrow.schema(fields))


def _mapped(frame: DataFrame, answer: Callable[[pyarrow.Table], Any], prefix: str) -> DataFrame:
    def answered(batch: pyarrow.Table) -> pyarrow.Table:
        return beside(batch, _signed(pyarrow.table(answer(batch))), prefix)

    def run(batches: Batches) -> Batches:
        for batch in batches:
            yield from answered(pyarrow.Table.from_batches([batch])).to_batches()

    empty = pyarrow.Table.from_batches([], schema=_schema_of(frame))
    return frame.mapInArrow(run, from_arrow_schema(answered(empty).schema))


def _schema_of(frame: DataFrame) -> pyarrow.Schema:
    return frame.limit(0).toArrow().schema


def solve(frame: DataFrame, **options: Any) -> DataFrame:
    """A frame with solutions beside its column ``puzzle``."""
    return _mapped(frame, lambda batch: solve_batch(batch, threads=1, **options), "solve_")


def grade(frame: DataFrame, **options: Any) -> DataFrame:
    """The same with grades."""
    return _mapped(frame, lambda batch: grade_batch(batch, threads=1, **options), "grade_")


def score(frame: DataFrame, *, reply: str = "reply", **options: Any) -> DataFrame:
    """The same with scores of the column ``reply``."""
    return _mapped(frame, lambda batch: score_batch(batch, batch, reply_column=reply, threads=1, **options), "score_")


def generate(session: SparkSession, family: str, count: int, *, seed: int, rows_per_task: int = 10_000,
             **options: Any) -> DataFrame:
    """Items 0 to ``count`` of a dataset, made on the cluster. A task that is run again makes the same items."""
    tasks = (count + rows_per_task - 1) // rows_per_task

    def make(batches: Batches) -> Batches:
        source = Dataset(family, seed=seed, **options)
        for batch in batches:
            for task in batch.column("id").to_pylist():
                items = source.batch(task * rows_per_task, min((task + 1) * rows_per_task, count), threads=1)
                yield from _signed(pyarrow.table(items)).to_batches()

    empty = _signed(pyarrow.table(Dataset(family, seed=seed, **options).batch(0, 0)))
    return session.range(tasks, numPartitions=max(tasks, 1)).mapInArrow(make, from_arrow_schema(empty.schema))
