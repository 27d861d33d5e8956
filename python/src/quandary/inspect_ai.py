"""inspect-ai: ``inspect eval quandary/puzzles -T family=sudoku``."""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

from . import Dataset
from . import score as score_reply
from ._score import Reward


def samples(source: Dataset) -> MemoryDataset:
    """All items of a dataset as samples."""
    return MemoryDataset([
        Sample(input=item.question, target=item.answer, id=item.metadata["index"], metadata=item.metadata)
        for item in source
    ], name=source.key)


@scorer(metrics=[accuracy(), stderr()])
def verified(reward: Reward = "strict") -> Scorer:
    """Scores by the rules of the puzzle; the target is one solution among those that count."""

    async def score(state: TaskState, target: Target) -> Score:
        result = score_reply(state.output.completion, state.metadata, reward=reward)
        return Score(value=result.value, answer=result.extracted, explanation=result.reason or "a solution",
                     metadata={"outcome": result.outcome})

    return score


@task
def puzzles(family: str = "sudoku", seed: int = 0, size: int = 100, grade: str | None = None,
            split: str = "test", reward: Reward = "strict", **options: Any) -> Task:
    """Puzzles of a family."""
    source = Dataset(family, seed=seed, split=split, size=size, grade=grade, **options)
    return Task(dataset=samples(source), solver=generate(), scorer=verified(reward))
