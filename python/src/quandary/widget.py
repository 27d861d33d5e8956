"""A board to play in notebooks: ``PuzzleWidget(puzzle)``. Needs ``anywidget``.

The browser shows what is sent from here and sends back what the player does; the action ``play`` of the engine decides what
that changes. The pictures of the explanation are part of the widget's state, so its slider works in exported pages, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from . import QuandaryError
from ._display import separate
from ._play import Play
from ._puzzle import Puzzle

_FOLDER = Path(__file__).parent
_DEPTHS = ("where", "why", "what")


class PuzzleWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A puzzle that is played with the mouse or the keyboard, with hints, undo and a slider over the explanation."""

    _esm = _FOLDER / "widget.js"
    _css = _FOLDER / "widget.css"

    title = traitlets.Unicode().tag(sync=True)
    #: How the board is played: the kind of controls, and the cells of each place.
    setup = traitlets.Dict().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    values = traitlets.List().tag(sync=True)
    #: Legal moves, from place to place.
    legal = traitlets.List().tag(sync=True)
    #: Cells that break a rule visibly.
    broken = traitlets.List().tag(sync=True)
    #: What the player must say before the game goes on.
    question = traitlets.Dict().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    #: The explanation: number, text and picture of each step. Empty until it is asked for.
    steps = traitlets.List().tag(sync=True)
    solved = traitlets.Bool().tag(sync=True)

    def __init__(self, puzzle: Puzzle | str, *, explain: bool = False, time_limit: float = 10.0) -> None:
        """``explain=True`` sends the explanation at once; ``time_limit`` is for each hint and each explanation."""
        super().__init__()
        #: The game that is played.
        self.game = Play(puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle))
        self._time_limit = time_limit
        self._depth = 0
        described = self.game.puzzle.describe().to_dict()
        self.title = described["description"]
        self.setup = _setup(described["play"])
        self._show("")
        if explain:
            self.explain()
        self.on_msg(self._received)

    def touch(self, touch: dict[str, Any]) -> None:
        """Does what a player does: ``{"write": {"place": 0, "value": "5"}}`` or ``{"move": {"from": 0, "to": 6}}``."""
        try:
            self.game.touch(touch)
        except (QuandaryError, ValueError) as error:
            self.message = str(error)
            return
        self._show("")

    def undo(self) -> None:
        """Takes the last touch back."""
        self.game.undo()
        self._show("")

    def restart(self) -> None:
        """Begins again."""
        self.game = Play(self.game.puzzle)
        self._show("")

    def hint(self) -> None:
        """Where to look; asked again, why; and then what to write."""
        hint = self.game.hint(_DEPTHS[min(self._depth, 2)], svg=True, time_limit=self._time_limit)
        self._depth += 1
        if hint.svg is not None:
            self.picture = separate(hint.svg)
        self.message = hint.message

    def explain(self) -> None:
        """Sends the explanation of the puzzle from its start."""
        explained = self.game.puzzle.explain(svg=True, time_limit=self._time_limit)
        self.steps = [{"number": step["number"], "text": step["text"], "svg": separate(step["svg"])}
                      for step in explained.to_dict()["steps"] if "svg" in step]
        self.message = explained.message if not self.steps else ""

    def _show(self, message: str) -> None:
        now = self.game.now.to_dict()
        self._depth = 0
        self.solved = self.game.solved()
        with self.hold_sync():
            self.values = now["values"]
            self.legal = [[move["from"], move["to"]] for move in now["legal"]]
            self.broken = sorted({cell for rule in now["broken"] for cell in rule["cells"]})
            self.question = now["question"] or {}
            self.picture = separate(self.game.svg())
            broken = now["broken"][0]["message"] if now["broken"] else ""
            self.message = "Solved." if self.solved else message or broken

    def _received(self, _: Any, content: Any, __: Any) -> None:
        """A message from the browser. What goes wrong is said on the board: a notebook has no other place for it."""
        kind = content.get("kind") if isinstance(content, dict) else None
        try:
            if kind == "touch" and isinstance(content.get("touch"), dict):
                self.touch(content["touch"])
            elif kind in ("hint", "undo", "restart", "explain"):
                getattr(self, kind)()
        except QuandaryError as error:
            self.message = str(error)


def _setup(play: dict[str, Any] | None) -> dict[str, Any]:
    """What the browser needs to know of the controls."""
    if play is None:
        return {"kind": "none", "places": [], "columns": 1}
    controls = play["controls"]
    return {
        "kind": controls["kind"], "columns": play["columns"], "places": [place["cells"] for place in play["places"]],
        "symbols": [symbol["symbol"] for symbol in controls.get("symbols", [])],
        "brushes": [{"symbol": brush["symbol"], "label": brush["label"]} for brush in controls.get("brushes", [])],
    }
