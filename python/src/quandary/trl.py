"""TRL: rewards for ``GRPOTrainer`` and an environment with tools. Needs no import of TRL itself."""

from __future__ import annotations

from typing import Any

from . import Puzzle, QuandaryError, score
from ._score import Reward


def _text(completion: Any) -> str:
    """A completion as text: a string, or messages of which the last counts."""
    if isinstance(completion, list):
        completion = completion[-1].get("content") if completion else ""
    if isinstance(completion, list):
        completion = "".join(part.get("text") or "" for part in completion)
    return completion or ""


def _rewards(completions: list[Any], puzzle: list[str], reward: Reward, columns: dict[str, Any]) -> list[float]:
    log_extra, log_metric = columns.get("log_extra"), columns.get("log_metric")
    scores = [score(_text(completion), text, reward=reward) for completion, text in zip(completions, puzzle)]
    if log_extra is not None:
        log_extra("outcome", [one.outcome for one in scores])
    if log_metric is not None and scores:
        log_metric("solved", sum(one.outcome == "right" for one in scores) / len(scores))
    return [one.value for one in scores]


def strict_reward(completions: list[Any], puzzle: list[str], **columns: Any) -> list[float]:
    """1 for a solution and 0 for anything else. The dataset needs the column ``puzzle``."""
    return _rewards(completions, puzzle, "strict", columns)


def progress_reward(completions: list[Any], puzzle: list[str], **columns: Any) -> list[float]:
    """Also a part for a part of the solution, and nothing for guessing."""
    return _rewards(completions, puzzle, "progress", columns)


class PuzzleEnvironment:
    """A board that a model plays with tools. Every public method but ``reset`` and ``get_reward`` is a tool."""

    def reset(self, puzzle: str, **row: Any) -> str:
        """Begins the puzzle of a row."""
        self._puzzle = Puzzle(puzzle, family=row.get("family"))
        self._game = self._puzzle.play()
        return self._puzzle.prompt("board")

    def move(self, source: int, target: int) -> str:
        """
        Moves from one bottle to another.

        Args:
            source: The number of the bottle to take from, counted from 1.
            target: The number of the bottle to put into, counted from 1.

        Returns:
            The board after the move, or why the move is not allowed.
        """
        return self._tried(lambda: self._game.move(source, target))

    def write(self, row: int, column: int, value: str) -> str:
        """
        Writes a value into a cell.

        Args:
            row: The row of the cell, counted from 1.
            column: The column of the cell, counted from 1.
            value: The value, as in the answer; an empty text clears the cell.

        Returns:
            The board afterwards, or why this cannot be written.
        """
        return self._tried(lambda: self._game.write((row, column), value))

    def _tried(self, change: Any) -> str:
        try:
            change()
        except (QuandaryError, ValueError, TypeError) as error:
            return f"Not possible: {error}"
        return self._game.state + ("\nSolved." if self._game.solved() else "")

    def get_reward(self) -> float:
        """1 once the board is solved."""
        return 1.0 if self._game.solved() else 0.0
