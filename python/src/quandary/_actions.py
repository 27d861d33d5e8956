"""What is not about one puzzle as it is: sheets on paper, puzzles set by hand, experiments with many puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _quandary
from ._puzzle import Puzzle, _json

if TYPE_CHECKING:
    from ._answers import Edited, Experimented


def _perform(action: str, request: Mapping[str, Any], options: Mapping[str, Any], time_limit: float | None) -> dict[str, Any]:
    given = {name: value for name, value in options.items() if value is not None}
    body = _json({**request, "options": given})
    answer: dict[str, Any] = json.loads(_quandary.perform(action, body, time_limit))
    return answer


def pdf(puzzles: Puzzle | str | Iterable[Puzzle | str], *, title: str | None = None,
        paper: Literal["a4", "letter"] = "a4", per_page: int | None = None, large: bool = False,
        cover: bool | None = None, solutions: bool | None = None, grades: bool | None = None, worked: bool = False,
        time_limit: float | None = None) -> bytes:
    """A sheet or a book of puzzles as a PDF file, with solutions at the end. The same puzzles give the same bytes.

    A puzzle without a solution, or with several, is printed with a warning. ``time_limit`` is for each puzzle.
    """
    import base64
    import warnings

    listed = [puzzles] if isinstance(puzzles, (Puzzle, str)) else list(puzzles)
    if not all(isinstance(one, (Puzzle, str)) for one in listed):
        raise TypeError("puzzles: expected puzzles or their texts")
    texts = [one.to("json") if isinstance(one, Puzzle) else one for one in listed]
    options = {"puzzles": texts, "title": title, "paper": paper, "per_page": per_page, "large": large, "cover": cover,
               "solutions": solutions, "grades": grades, "worked": worked}
    booklet = _perform("print", {}, options, time_limit)
    for note in booklet["notes"]:
        warnings.warn(note, stacklevel=2)
    return base64.b64decode(booklet["pdf"])


def edit(start: Puzzle | str, edits: Sequence[Mapping[str, Any]] = (), *, draft: Mapping[str, Any] | None = None,
         size: str | None = None, clues: Literal["add", "remove"] | None = None,
         time_limit: float | None = None) -> Edited:
    """A puzzle set by hand: ``start`` is a puzzle, or a family for an empty board; ``draft`` is that of the last answer.

    ``tools`` of the answer says what can be done. ``clues="add"`` adds clues until there is one solution, ``"remove"``
    removes those that are not needed.
    """
    from ._answers import Edited

    if isinstance(start, Puzzle):
        request = {"family": start.family, "puzzle": start.to("json")}
    elif isinstance(start, str):
        request = {"family": start}
    else:
        raise TypeError(f"expected a puzzle or the name of a family, not {type(start).__name__}")
    options = {"edits": list(edits), "draft": draft, "size": size, "clues": clues}
    return Edited(_perform("edit", request, options, time_limit))


def experiment(family: str, vary: str, values: str, *, algorithms: Iterable[str] = (), count: int | None = None,
               seed: int = 0, node_limit: int | None = None, svg: bool = False, time_limit: float | None = None,
               **options: Any) -> Experimented:
    """Algorithms side by side on new puzzles of growing size: ``experiment("ballsort", "colours", "3..6")``.

    ``options`` are those of the family's generator. ``time_limit`` is for each puzzle.
    """
    from ._answers import Experimented

    generator = {name.replace("_", "-"): value for name, value in options.items()}
    asked = {"vary": vary, "values": values, "algorithms": list(algorithms), "count": count, "seed": seed,
             "node_limit": node_limit, "svg": svg, "generator": generator}
    return Experimented(_perform("experiment", {"family": family}, asked, time_limit))
