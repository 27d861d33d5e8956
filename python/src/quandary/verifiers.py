"""verifiers (v1): a taskset of puzzles, scored by their rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from . import Dataset, Puzzle, score


class PuzzleData(vf.TaskData):  # type: ignore[misc]
    """A puzzle as it travels."""

    family: str
    puzzle: str
    answer: str


class PuzzleTaskConfig(vf.TaskConfig):  # type: ignore[misc]
    """How replies are scored."""

    reward: Literal["strict", "progress"] = "strict"


class PuzzleTask(vf.Task[PuzzleData, vf.State, PuzzleTaskConfig]):  # type: ignore[misc]
    """A puzzle; any solution that keeps its rules is right."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def solved(self, trace: Any) -> float:
        result = score(trace.last_reply, {"puzzle": self.data.puzzle, "family": self.data.family},
                       reward=self.config.reward)
        trace.info["outcome"] = result.outcome
        trace.info["reason"] = result.reason
        return result.value

    async def validate(self, runtime: Any) -> bool:
        """Whether the stored answer is a solution, and the only one where the family has only one."""
        puzzle = Puzzle(self.data.puzzle, family=self.data.family)
        return score(self.data.answer, puzzle).value == 1.0 and puzzle.solve().verdict in ("unique", "optimal")


class PuzzleConfig(vf.TasksetConfig):  # type: ignore[misc]
    """What the tasks are made from; without a size there is no end of them."""

    task: PuzzleTaskConfig = PuzzleTaskConfig()
    family: str = "sudoku"
    seed: int = 0
    split: str = "train"
    size: int | None = None
    grade: str | None = None
    options: dict[str, Any] = {}


class PuzzleTaskset(vf.Taskset[PuzzleTask, PuzzleConfig]):  # type: ignore[misc]
    """Puzzles of one family."""

    def __init__(self, config: PuzzleConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.size is None

    def load(self) -> Iterator[PuzzleTask]:
        config = self.config
        source = Dataset(config.family, seed=config.seed, split=config.split, size=config.size, grade=config.grade,
                         **config.options)
        for index in itertools.count() if config.size is None else range(config.size):
            item = source[index]
            data = PuzzleData(id=f"{source.key}/{index}", name=f"{config.family} {index}", prompt=item.question,
                              family=config.family, puzzle=item.metadata["puzzle"], answer=item.answer)
            yield PuzzleTask(data, config.task)
