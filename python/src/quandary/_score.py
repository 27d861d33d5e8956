"""What an answer is worth, and what each step of a reasoning is worth."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from . import _quandary
from ._errors import OptionError
from ._puzzle import Puzzle, State, _text

Reward = Literal["strict", "progress"]


class Score(NamedTuple):
    """A score, and why."""

    #: From 0 to 1; 1 for solutions only.
    value: float
    #: ``unparsed``, ``wrong_shape``, ``changed_givens``, ``breaks_rule``, ``incomplete`` or ``right``.
    outcome: str
    #: In a sentence; empty for a solution.
    reason: str
    #: The part of the reply that was read.
    extracted: str | None

    def __float__(self) -> float:
        return self.value


class StepScore(NamedTuple):
    """One step of a reasoning."""

    #: The words of the step.
    text: str
    #: The cell as ``r1c1``, or the move as ``1 -> 3``.
    claim: str
    #: The value that is claimed, where the step is about a cell.
    value: str | None
    #: Whether it is true (in all solutions), or legal and not a dead end.
    sound: bool
    #: Whether it follows from what was known before by one rule or rule combination, shown by the independent checker.
    forced: bool
    #: What players call it, where it has a name.
    technique: str | None
    #: What shows it, or what is wrong with it.
    reason: str
    #: For moves: how many are left before and after it; ``None`` for a dead end.
    before: int | None
    after: int | None


@functools.lru_cache(maxsize=4096)
def _read(text: str, family: str | None) -> Puzzle:
    """A puzzle, which does not change. Replies to one puzzle often come one after the other."""
    return Puzzle(text, family=family)


def puzzle_of(item: Puzzle | str | Mapping[str, Any]) -> Puzzle:
    """The puzzle of an item, of its decoded metadata, or of a row of a table."""
    if isinstance(item, Puzzle):
        return item
    if isinstance(item, str):
        return _read(item, None)
    if isinstance(item, Mapping):
        metadata = item.get("metadata", item)
        if isinstance(metadata, str):
            try:
                metadata = json.loads(metadata)
            except (ValueError, RecursionError) as error:
                raise OptionError(f"item: its metadata is no JSON: {error}") from None
        if isinstance(metadata, Mapping) and isinstance(metadata.get("puzzle"), str):
            family = metadata.get("family")
            return _read(metadata["puzzle"], family if isinstance(family, str) else None)
    raise OptionError("item: expected an item of a dataset, its metadata, a Puzzle, or the text of one")


def score(answer: str | None, item: Puzzle | str | Mapping[str, Any], *, reward: Reward = "strict",
          time_limit: float | None = None, node_limit: int | None = None) -> Score:
    """Scores a reply. The last ``<answer>`` in it counts; any solution that keeps all rules is right."""
    if answer is not None and not isinstance(answer, str):
        return Score(0.0, "unparsed", f"expected a text, not {type(answer).__name__}", None)
    return Score(*_quandary.score(_whole_text(answer or ""), puzzle_of(item)._board, reward, time_limit, node_limit))


def _whole_text(text: str) -> str:
    """The text with a mark in place of half a surrogate pair, which is no text."""
    return text.encode("utf-8", "replace").decode("utf-8")


def score_steps(text: str, item: Puzzle | str | Mapping[str, Any], *, state: State | None = None,
                time_limit: float | None = None) -> list[StepScore]:
    """Scores the steps of a reasoning, one after the other."""
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a reasoning, not {type(text).__name__}")
    found = json.loads(_quandary.score_steps(_whole_text(text), puzzle_of(item)._board, _text(state), time_limit))
    return [StepScore(**step) for step in found]
