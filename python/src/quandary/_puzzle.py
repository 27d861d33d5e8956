"""One puzzle, and everything that can be asked about it."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _quandary

if TYPE_CHECKING:
    from ._answers import Board, Certified, Checked, Comparison, Explained, Graded, Hint, Played, Replay, Solved
    from ._play import Play

State = str | Sequence[str] | Mapping[str, Any]
Depth = Literal["where", "why", "what"]


def _text(value: State | None) -> str | None:
    """A text, its lines, or JSON in its place."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (Mapping, Sequence)) and not isinstance(value, (bytes, bytearray)):
        if value and all(isinstance(line, str) for line in value) and not isinstance(value, Mapping):
            return "\n".join(value)
        return _json(value)
    raise TypeError(f"expected a text, or a mapping or list in its place, not {type(value).__name__}")


def _json(value: Any) -> str:
    """The JSON of options. Whole numbers of numpy are as good as those of Python."""
    try:
        return json.dumps(value, allow_nan=False, default=operator.index)
    except (TypeError, ValueError, RecursionError) as error:
        from ._errors import OptionError

        raise OptionError(f"an option has no JSON form: {error}") from None


def _whole(option: str, number: Any, least: int, expected: str) -> int:
    """A whole number below 2**64, also one of numpy."""
    try:
        whole = -1 if isinstance(number, bool) else operator.index(number)
    except TypeError:
        whole = -1
    if not least <= whole < 1 << 64:
        from ._errors import OptionError

        raise OptionError(f"{option}: expected {expected}, not {number!r}")
    return whole


class Puzzle:
    """A puzzle. Read one with :func:`read`, make one with :func:`generate`."""

    __slots__ = ("_board",)
    _board: _quandary.Board

    def __init__(self, text: str, *, family: str | None = None, notation: str | None = None, rule: str | None = None):
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a puzzle, not {type(text).__name__}")
        try:
            self._board = _quandary.Board.read(text, family, notation, rule)
        except UnicodeEncodeError:
            from ._errors import ReadError

            raise ReadError("half of a surrogate pair is no text") from None

    @property
    def family(self) -> str:
        """``sudoku``, ``nonogram``, ``aquarium`` or ``ballsort``."""
        return self._board.family

    @property
    def rule(self) -> str | None:
        """The rule in force, where the family has several."""
        return self._board.rule

    @property
    def size(self) -> str:
        """The size as people say it."""
        return self._board.size

    def _ask(self, action: str, options: Mapping[str, Any], time_limit: float | None = None,
             node_limit: int | None = None) -> dict[str, Any]:
        given = {name: value for name, value in options.items() if value is not None}
        answer: dict[str, Any] = json.loads(self._board.ask(action, _json(given), time_limit, node_limit))
        return answer

    def solve(self, *, solutions: int = 2, count: bool = False, sample: int = 0, seed: int = 0, svg: bool = False,
              time_limit: float | None = None, node_limit: int | None = None) -> Solved:
        """Solves it: verdict, solutions, what it took. Two solutions prove or refute uniqueness. ``sample`` draws that many
        solutions at random, each as likely as any other; they are in ``sampled``."""
        from ._answers import Solved

        solutions = _whole("solutions", solutions, 1, "a number from 1 on")
        options = {"solutions": solutions, "count": count, "sample": sample, "seed": seed, "svg": svg}
        return Solved(self._ask("solve", options, time_limit, node_limit))

    def check(self, answer: State | None = None, *, state: State | None = None, at_sight: bool = False,
              time_limit: float | None = None) -> Checked:
        """Whether an answer is a solution, or what a player has written so far is right."""
        from ._answers import Checked

        options = {"solution": _text(answer), "state": _text(state), "at_sight": at_sight}
        return Checked(self._ask("check", options, time_limit))

    def hint(self, state: State | None = None, *, depth: Depth = "what", svg: bool = False,
             time_limit: float | None = None) -> Hint:
        """The next step from a player's state, a mistake first."""
        from ._answers import Hint

        return Hint(self._ask("hint", {"state": _text(state), "depth": depth, "svg": svg}, time_limit))

    def explain(self, state: State | None = None, *, first: int | None = None, last: int | None = None,
                svg: bool = False, html: bool = False, time_limit: float | None = None) -> Explained:
        """Every step to the solution, in words."""
        from ._answers import Explained

        options = {"state": _text(state), "first": first, "last": last, "svg": svg, "html": html}
        return Explained(self._ask("explain", options, time_limit))

    def grade(self, *, time_limit: float | None = None) -> Graded:
        """How hard it is, and why."""
        from ._answers import Graded

        return Graded(self._ask("grade", {}, time_limit))

    def compare(self, algorithms: Iterable[str] = (), *, node_limit: int | None = None, lab: bool = False,
                svg: bool = False, time_limit: float | None = None) -> Comparison:
        """Algorithms side by side on this puzzle."""
        from ._answers import Comparison

        names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
        options = {"algorithms": names, "node_limit": node_limit, "lab": lab, "svg": svg}
        return Comparison(self._ask("compare", options, time_limit))

    def certify(self, *, count: bool = False, veripb: bool = False, time_limit: float | None = None) -> Certified:
        """The verdict with a certificate that the independent checker accepts (``qcert``, a file in base64)."""
        from ._answers import Certified

        return Certified(self._ask("certify", {"count": count, "veripb": veripb}, time_limit))

    def replay(self, algorithm: str | None = None, *, events: int | None = None,
               time_limit: float | None = None) -> Replay:
        """The search of an algorithm, event by event."""
        from ._answers import Replay

        return Replay(self._ask("replay", {"algorithm": algorithm, "events": events}, time_limit))

    def canonical(self) -> str | None:
        """The form that all copies of this board share; ``None`` where none is known."""
        return self._board.canonical()

    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that all copies of this board share."""
        return f"{self._board.fingerprint():016x}"

    def svg(self, *, state: State | None = None, solution: bool = False) -> str:
        """The board as a picture."""
        drawn: str = self._ask("draw", {"state": _text(state), "solution": solution})["svg"]
        return drawn

    def png(self, *, state: State | None = None, solution: bool = False, scale: float = 2.0) -> bytes:
        """The same as a PNG file, ``scale`` pixels for each unit of the picture."""
        return _quandary.png(self.svg(state=state, solution=solution), scale)

    def text(self, *, state: State | None = None, solution: bool = False) -> str:
        """The board as a picture of characters."""
        drawn: str = self._ask("draw", {"state": _text(state), "solution": solution})["text"]
        return drawn

    def to(self, notation: str | None = None) -> str:
        """The puzzle in a notation; without one, in the first that can hold it."""
        if notation is None:
            return self._board.text()
        text: str = self._ask("convert", {"to": notation})["text"]
        return text

    def notations(self) -> dict[str, str]:
        """The puzzle in every notation that can hold it."""
        texts: dict[str, str] = self._ask("convert", {})["texts"]
        return texts

    def prompt(self, style: Literal["plain", "short", "board"] = "plain") -> str:
        """The puzzle as a question to a language model."""
        return self._board.prompt(style)

    def describe(self) -> Board:
        """What a page needs to show the board."""
        from ._answers import Board

        return Board(self._ask("board", {}))

    def touch(self, touches: Sequence[Mapping[str, Any]] = (), *, state: Mapping[str, Any] | None = None) -> Played:
        """What a player's touches make of the board; :meth:`play` is the comfortable way."""
        from ._answers import Played

        return Played(self._ask("play", {"touches": list(touches), "state": state}))

    def play(self) -> Play:
        """A game on this board, from its start."""
        from ._play import Play

        return Play(self)

    def __repr__(self) -> str:
        return f"<Puzzle: {self._board.heading}>"

    def __str__(self) -> str:
        return self.to()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.to("json") == other.to("json")

    def __hash__(self) -> int:
        return hash(self.to("json"))

    def __reduce__(self) -> tuple[Any, ...]:
        return Puzzle._rebuilt, (self.to("json"),)

    @staticmethod
    def _rebuilt(text: str) -> Puzzle:
        return Puzzle(text)

    def __copy__(self) -> Puzzle:
        return self

    def __deepcopy__(self, _: Any) -> Puzzle:
        return self

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ._display import separate

        drawn = self._ask("draw", {})
        return {"image/svg+xml": separate(drawn["svg"]), "text/plain": drawn["text"]}


def read(text: str, *, family: str | None = None, notation: str | None = None, rule: str | None = None) -> Puzzle:
    """Reads a puzzle in any notation of any family."""
    return Puzzle(text, family=family, notation=notation, rule=rule)


def compare(puzzle: Puzzle | str, algorithms: Iterable[str] = (), **options: Any) -> Comparison:
    """Algorithms side by side on a puzzle."""
    return (puzzle if isinstance(puzzle, Puzzle) else read(puzzle)).compare(algorithms, **options)
