"""Gymnasium environments: ``gymnasium.make("quandary.gym:quandary/BallSort-v0")``, and one for each other family.

An action is one number. In Ball Sort it is a move, ``source * bottles + target``. Elsewhere it writes a value into a cell,
``cell * values + value``. ``info["action_mask"]`` says which actions do something; the others change nothing. An episode ends
when the board is full, or sorted: reward 1 for a solution, else 0.
"""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register

from . import Dataset, Puzzle, score

#: Colours of values in pictures.
_COLOURS = np.array([(255, 255, 255), (66, 133, 244), (219, 68, 55), (244, 180, 0), (15, 157, 88), (171, 71, 188),
                     (0, 172, 193), (255, 112, 67), (158, 157, 36), (92, 107, 192), (240, 98, 146), (0, 121, 107),
                     (94, 53, 177), (120, 144, 156), (93, 64, 55), (40, 40, 40)], dtype=np.uint8)


class PuzzleEnv(gymnasium.Env[dict[str, np.ndarray], int]):
    """What the environments have in common."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}
    family = ""

    def __init__(self, render_mode: str | None = None, split: str = "train", max_steps: int = 500, **options: Any) -> None:
        self.render_mode = render_mode
        self._options = {"split": split, **options}
        self._max_steps = max_steps
        self._begin(Dataset(self.family, seed=0, **self._options)[0].puzzle)
        self._spaces()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        if options and "puzzle" in options:
            puzzle = Puzzle(options["puzzle"], family=self.family)
        else:
            number = int(self.np_random.integers(0, 1 << 40))
            puzzle = Dataset(self.family, seed=0, **self._options)[number].puzzle
        self._begin(puzzle)
        self._steps = 0
        return self._observed(), self._info()

    def step(self, action: Any) -> Any:
        index = int(action)
        if self._mask()[index]:
            self._act(index)
        self._steps += 1
        ended = self._is_over()
        reward = 1.0 if ended and self._is_solved() else 0.0
        return self._observed(), reward, ended, self._steps >= self._max_steps, self._info()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            picture = _COLOURS[self._board() % len(_COLOURS)]
            return np.ascontiguousarray(np.repeat(np.repeat(picture, 16, axis=0), 16, axis=1))
        return self._text()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "puzzle": self.puzzle.to()}

    puzzle: Puzzle
    _steps = 0

    def _begin(self, puzzle: Puzzle) -> None: raise NotImplementedError
    def _spaces(self) -> None: raise NotImplementedError
    def _observed(self) -> dict[str, np.ndarray]: raise NotImplementedError
    def _mask(self) -> np.ndarray: raise NotImplementedError
    def _act(self, action: int) -> None: raise NotImplementedError
    def _is_over(self) -> bool: raise NotImplementedError
    def _is_solved(self) -> bool: raise NotImplementedError
    def _board(self) -> np.ndarray: raise NotImplementedError
    def _text(self) -> str: raise NotImplementedError


class BallSortEnv(PuzzleEnv):
    """Bottles as columns of colours, bottom first; 0 is empty."""

    family = "ballsort"

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._game = puzzle.play()
        board = json.loads(puzzle.to("json"))
        self._height = max(board.get("capacities") or [board.get("capacity", 4)])

    def _spaces(self) -> None:
        bottles = len(self._game.now.values)
        self._bottles = bottles
        self.action_space = spaces.Discrete(bottles * bottles)
        self.observation_space = spaces.Dict({"board": spaces.Box(0, 255, (self._height, bottles), np.uint8)})

    def _columns(self) -> np.ndarray:
        board = np.zeros((self._height, len(self._game.now.values)), dtype=np.uint8)
        for place, value in enumerate(self._game.now.values):
            for height, ball in enumerate(json.loads(value)):
                board[height, place] = int(ball) if ball.isdigit() else 255
        return board

    def _observed(self) -> dict[str, np.ndarray]:
        return {"board": self._columns()}

    def _mask(self) -> np.ndarray:
        mask = np.zeros(self._bottles * self._bottles, dtype=np.int8)
        for source, target in self._game.legal():
            mask[(source - 1) * self._bottles + target - 1] = 1
        return mask

    def _act(self, action: int) -> None:
        self._game.move(action // self._bottles + 1, action % self._bottles + 1)

    def _is_over(self) -> bool:
        return self._game.done or not self._game.legal()

    def _is_solved(self) -> bool:
        return self._game.done

    def _board(self) -> np.ndarray:
        return self._columns()[::-1]

    def _text(self) -> str:
        return str(self._game._repr_mimebundle_()["text/plain"])


class GridEnv(PuzzleEnv):
    """Cells with values; 0 is an open cell, and value *k* of the action space is *k* + 1 on the board."""

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        described = puzzle.describe()
        self._symbols = [symbol["symbol"] for symbol in described.to_dict()["symbols"]]
        self._rows, self._width = described.rows, described.columns
        self._cells = np.zeros(self._rows * self._width, dtype=np.uint8)
        for place, symbol in enumerate(puzzle.play().state):
            if symbol in self._symbols:
                self._cells[place] = self._symbols.index(symbol) + 1
        self._given = self._cells > 0
        self._clues = _clues(json.loads(puzzle.to("json")), self._rows, self._width)

    def _spaces(self) -> None:
        self.action_space = spaces.Discrete(len(self._cells) * len(self._symbols))
        self.observation_space = spaces.Dict({
            "board": spaces.Box(0, len(self._symbols), (self._rows, self._width), np.uint8),
            "clues": spaces.Box(-1, 1 << 14, self._clues.shape, np.int16),
        })

    def _observed(self) -> dict[str, np.ndarray]:
        return {"board": self._cells.reshape(self._rows, self._width).copy(), "clues": self._clues.copy()}

    def _mask(self) -> np.ndarray:
        return np.repeat(~self._given, len(self._symbols)).astype(np.int8)

    def _act(self, action: int) -> None:
        self._cells[action // len(self._symbols)] = action % len(self._symbols) + 1

    def _is_over(self) -> bool:
        return bool((self._cells > 0).all())

    def _written(self) -> str:
        return "".join(self._symbols[value - 1] if value else "?" for value in self._cells)

    def _is_solved(self) -> bool:
        return score(f"<answer>{self._written()}</answer>", self.puzzle).value == 1.0

    def _board(self) -> np.ndarray:
        return self._cells.reshape(self._rows, self._width)

    def _text(self) -> str:
        return self.puzzle.text(state=self._written())


def _clues(puzzle: dict[str, Any], rows: int, width: int) -> np.ndarray:
    """Numbers beside the rows, above the columns, and the tank of each cell, in one list; -1 fills it up."""
    numbers: list[int] = []
    for name, length in (("rows", width), ("columns", rows)):
        for clue in puzzle.get(name, []):
            line = clue if isinstance(clue, list) else [-1 if clue is None else clue]
            line = [each if isinstance(each, int) else each[0] for each in line]
            numbers += line + [-1] * ((length + 1) // 2 - len(line) if isinstance(clue, list) else 0)
    names: dict[str, int] = {}
    for row in puzzle.get("tanks", []):
        numbers += [names.setdefault(str(tank), len(names)) for tank in row]
    return np.array(numbers or [-1], dtype=np.int16)


class SudokuEnv(GridEnv):
    """Sudoku, cell by cell."""

    family = "sudoku"


class NonogramEnv(GridEnv):
    """Nonogram, cell by cell. Boards of one size: ``board_size=10``."""

    family = "nonogram"


class AquariumEnv(GridEnv):
    """Aquarium, cell by cell."""

    family = "aquarium"


for _name, _class in [("BallSort", BallSortEnv), ("Sudoku", SudokuEnv), ("Nonogram", NonogramEnv),
                      ("Aquarium", AquariumEnv)]:
    register(id=f"quandary/{_name}-v0", entry_point=f"quandary.gym:{_class.__name__}")
