"""Puzzles with proofs: solve, explain, grade and generate Sudoku, Nonogram, Aquarium and Ball Sort.

>>> import quandary
>>> puzzle = quandary.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> puzzle.solve().verdict
'unique'
"""

from __future__ import annotations

import json as _json
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import _quandary
from ._actions import edit, experiment, pdf
from ._batch import generate_batch, grade_batch, score_batch, solve_batch
from ._dataset import Dataset, Item, generate
from ._display import png
from ._errors import BudgetError, InternalError, OptionError, QuandaryError, ReadError, Refused
from ._play import Play
from ._puzzle import Puzzle, compare, read
from ._quandary import Table
from ._score import Score, StepScore, score, score_steps

if _TYPE_CHECKING:
    from ._answers import (Catalogue, Certified, Checked, Comparison, Edited, Experimented, Explained, Graded, Hint, Played,
                           Replay, Solved)

__version__: str = _quandary.__version__

__all__ = [
    "BudgetError", "Catalogue", "Certified", "Checked", "Comparison", "Dataset", "Edited", "Experimented", "Explained", "Graded",
    "Hint", "InternalError",
    "Item", "OptionError", "Play", "Played", "Puzzle", "QuandaryError", "ReadError", "Refused", "Replay",
    "Score", "Solved",
    "StepScore", "Table", "compare", "edit", "experiment", "families", "generate", "generate_batch", "grade_batch",
    "pdf", "png", "read", "score",
    "score_batch", "score_steps", "solve_batch",
]


def __getattr__(name: str) -> _Any:
    # The classes of answers are many, and few programs name them.
    if name in __all__:
        from . import _answers

        return getattr(_answers, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def families() -> Catalogue:
    """All families: rules, notations, algorithms, examples, generator options."""
    from ._answers import Catalogue

    return Catalogue(_json.loads(_quandary.catalogue(None)))
