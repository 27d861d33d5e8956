"""Answers beside the rows that they are about, for the clusters."""

from __future__ import annotations

import pyarrow


def beside(rows: pyarrow.Table, answers: pyarrow.Table, prefix: str) -> pyarrow.Table:
    """A table with the columns of the answers after its own; a name that is taken gets the prefix."""
    for name, column in zip(answers.column_names, answers.columns):
        rows = rows.append_column(prefix + name if name in rows.column_names else name, column)
    return rows
