"""verifiers v1, the real one: tasks are loaded, validated and scored by its own code."""

import asyncio
import itertools
from types import SimpleNamespace

import pytest

vf = pytest.importorskip("verifiers.v1")
from quandary.verifiers import PuzzleConfig, PuzzleTaskset  # noqa: E402


class Reply(SimpleNamespace):
    """A trace with a reply, as far as scoring uses one."""

    def __init__(self, reply: str) -> None:
        super().__init__(last_reply=reply, info={}, rewards={}, metrics={})

    def record_reward(self, name: str, value: float, weight: float = 1.0) -> None:
        self.rewards[name] = value * weight


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_tasks_are_loaded_validated_and_scored(family: str) -> None:
    taskset = PuzzleTaskset(PuzzleConfig(family=family, seed=1, size=3))
    tasks = list(taskset)
    assert [task.data.idx for task in tasks] == [0, 1, 2] and taskset.bounded
    for task in tasks:
        assert asyncio.run(task.validate(None)) is True
        for reply, value in ((f"<answer>{task.data.answer}</answer>", 1.0), ("no", 0.0)):
            trace = Reply(reply)
            asyncio.run(task.score(trace))
            assert trace.rewards == {"solved": value} and trace.info["outcome"]
    assert len({task.key for task in tasks}) == 3


def test_without_a_size_there_is_no_end() -> None:
    taskset = PuzzleTaskset(PuzzleConfig(family="sudoku"))
    assert not taskset.bounded and len(list(itertools.islice(taskset, 5))) == 5
    assert len(list(taskset.take(2))) == 2
