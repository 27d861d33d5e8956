"""A game on a board: what may be done, what was done, and what is to be seen."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from ._errors import OptionError

if TYPE_CHECKING:
    from ._answers import Hint, Played
    from ._puzzle import Depth, Puzzle


def _counted(name: str, number: Any) -> int:
    """A place that is counted from 1, counted from 0."""
    try:
        counted = operator.index(number)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, not {number!r}") from None
    if not 1 <= counted < 1 << 32:
        raise OptionError(f"{name}: expected a number from 1 on, not {counted}")
    return counted - 1


class Play:
    """A game. Moves and cells are counted from 1, as in solutions and pictures."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._past: list[Played] = []
        self._now = puzzle.touch()

    @property
    def now(self) -> Played:
        """What is to be seen."""
        return self._now

    @property
    def state(self) -> str:
        """What was done so far, as ``hint``, ``check`` and ``explain`` take it."""
        return self._now.ask.state

    @property
    def done(self) -> bool:
        """Whether nothing is left to do. The answer may still be wrong: see :meth:`solved`."""
        return bool(self._now.to_dict().get("complete"))

    def solved(self) -> bool:
        """Whether the board is solved."""
        claim = self._now.to_dict().get("claim")
        return claim is not None and self.puzzle.check(claim).correct is True

    def legal(self) -> list[tuple[int, int]]:
        """The legal moves of a board that is solved by moves; none on others."""
        return [(move["from"] + 1, move["to"] + 1) for move in self._now.to_dict().get("legal") or []]

    def move(self, from_: int, to: int) -> Play:
        """Makes a move; ``ValueError`` where the rules forbid it."""
        return self.touch({"move": {"from": self._place("from", from_), "to": self._place("to", to)}})

    def write(self, cell: int | tuple[int, int], value: str | int) -> Play:
        """Writes a value into a cell, given as (row, column) or by its number; an empty value clears it.

        ``ValueError`` for a cell that cannot be written into.
        """
        if isinstance(cell, (tuple, list)) and len(cell) == 2:
            row, column = _counted("row", cell[0]), _counted("column", cell[1])
            columns = self._columns()
            if column >= columns:
                raise OptionError(f"column: there are {columns}, and no column {column + 1}")
            place = row * columns + column
        else:
            place = _counted("cell, a number or (row, column)", cell)
        place = self._place("cell", place + 1)
        self.touch({"write": {"place": place, "value": str(value)}})
        if self._now.values[place] != str(value) and not any(self._now.changed):
            self.undo()
            raise ValueError(f"cell {place + 1} is given and stays as it is")
        return self

    def _place(self, name: str, number: Any) -> int:
        """A place of the board that is counted from 1, counted from 0."""
        place, places = _counted(name, number), len(self._now.values)
        if place >= places:
            raise OptionError(f"{name}: there are {places}, and no number {place + 1}")
        return place

    def undo(self) -> Play:
        """Takes the last move or entry back."""
        if self._past:
            self._now = self._past.pop()
        return self

    def hint(self, depth: Depth = "what", *, svg: bool = False, time_limit: float | None = None) -> Hint:
        """What to do next."""
        return self._asked().hint(self.state, depth=depth, svg=svg, time_limit=time_limit)

    def svg(self) -> str:
        """The board as it stands, as a picture."""
        return self._asked().svg(state=self.state)

    def png(self, *, scale: float = 2.0) -> bytes:
        """The same as a PNG file."""
        return self._asked().png(state=self.state, scale=scale)

    def distance(self, *, node_limit: int | None = None) -> int | None:
        """How many moves are left on the plan that the solver finds; ``None`` from a dead end."""
        from ._puzzle import Puzzle

        if "actions" not in self._now.to_dict()["state"]:
            raise TypeError("only boards that are solved by moves have a distance")
        now = self._now.ask.now
        board = self.puzzle if now is None else Puzzle(now, family=self.puzzle.family)
        solutions = board.solve(node_limit=node_limit).solutions
        return len(solutions[0]["moves"]) if solutions else None

    def _asked(self) -> Puzzle:
        """The puzzle that the state is about: another one since a hidden piece was named."""
        from ._puzzle import Puzzle

        other = self._now.ask.puzzle
        return self.puzzle if other is None else Puzzle(other, family=self.puzzle.family)

    def _columns(self) -> int:
        setup = self.puzzle.describe().play
        return 1 if setup is None else setup.columns

    def touch(self, touch: dict[str, Any]) -> Play:
        """Does what :meth:`quandary.Puzzle.touch` takes; ``ValueError`` where the rules forbid it."""
        answer = self.puzzle.touch([touch], state=self._now.to_dict()["state"])
        message = answer.to_dict().get("message")
        if message is not None:
            raise ValueError(message)
        self._past.append(self._now)
        self._now = answer
        return self

    def __repr__(self) -> str:
        return f"<Play of {self.puzzle!r}, {len(self._past)} done>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ._display import separate

        drawn = self._asked()._ask("draw", {"state": self.state})
        return {"image/svg+xml": separate(drawn["svg"]), "text/plain": drawn["text"]}
