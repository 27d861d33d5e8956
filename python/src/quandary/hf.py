"""Hugging Face ``datasets``: finite ones in memory, infinite ones as streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import datasets
import pyarrow

from . import Dataset, __version__
from ._puzzle import _whole


def dataset(source: Dataset, *, threads: int | None = None) -> datasets.Dataset:
    """All items of a dataset, with the columns of :meth:`quandary.Dataset.batch`; ``prompt`` is the question."""
    table = pyarrow.table(source.batch(threads=threads))
    failed = [error for error in table["error"].to_pylist() if error is not None]
    if failed:
        raise ValueError(f"{len(failed)} items could not be made; the first: {failed[0]}")
    table = table.drop_columns(["error", "error_line", "error_column", "error_help"])
    return datasets.Dataset(table.append_column("prompt", table["question"]))


def _items(shards: list[tuple[int, int]], source: dict[str, Any], version: str) -> Iterator[dict[str, Any]]:
    made = Dataset(**source)
    for start, stop in shards:
        for index in range(start, stop):
            item = made[index]
            yield {"prompt": item.question, "question": item.question, "answer": item.answer, **item.metadata}


def stream(family: str, *, size: int, shards: int = 8, **options: Any) -> datasets.IterableDataset:
    """Items as a stream in shards that workers share among them."""
    size, shards = _whole("size", size, 0, "a number of items"), _whole("shards", shards, 1, "a number from 1 on")
    cuts = [size * shard // shards for shard in range(shards + 1)]
    return datasets.IterableDataset.from_generator(
        # The cache is keyed by these arguments, so the versions have to be among them.
        _items, gen_kwargs={"shards": list(zip(cuts, cuts[1:])), "source": {"family": family, **options},
                            "version": f"{__version__}, {Dataset(family, **options).revision}"})
