"""Answers beside the rows that they are about, for the clusters."""

from __future__ import annotations

from typing import Any

import pyarrow

from ._puzzle import _whole


def beside(rows: pyarrow.Table, answers: pyarrow.Table, prefix: str) -> pyarrow.Table:
    """A table with the columns of the answers after its own; a name that is taken gets the prefix."""
    for name, column in zip(answers.column_names, answers.columns):
        rows = rows.append_column(prefix + name if name in rows.column_names else name, column)
    return rows


def counted(count: Any, start: Any, rows_per_task: Any) -> tuple[int, int, int]:
    """How many items are made, from which number on, and how many in one task; :class:`OptionError` for what counts nothing."""
    return (_whole("count", count, 0, "a number of items"), _whole("start", start, 0, "the number of an item"),
            _whole("rows_per_task", rows_per_task, 1, "a number from 1 on"))
