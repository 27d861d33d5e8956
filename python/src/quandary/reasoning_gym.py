"""Datasets for reasoning-gym: importing this module registers ``quandary_sudoku`` and the other families.

>>> import quandary.reasoning_gym                                                        # doctest: +SKIP
>>> reasoning_gym.create_dataset("quandary_sudoku", seed=1, size=10, grade="hard")       # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from typing import Any, cast

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from . import Dataset, families
from ._score import Reward, score

GRADES = ["easy", "moderate", "hard", "very hard", "fiendish"]


@dataclass
class Config:
    """What a dataset is made from. Without a seed it is 0: the same items everywhere."""

    seed: int | None = None
    size: int = 500
    split: str = "train"
    grade: str | None = None
    prompt: str = "plain"
    reward: Reward = "strict"
    #: The options of the family's generator.
    options: dict[str, Any] = field(default_factory=dict)

    def validate(self) -> None:
        """Refuses what no dataset has."""
        assert self.size >= 0, "size must not be negative"
        assert self.split in ("train", "validation", "test", "all"), "split must be train, validation, test or all"


class PuzzleDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles of one family. Scoring uses the item's metadata alone."""

    family = ""

    def __init__(self, config: Any) -> None:
        super().__init__(config=config, seed=config.seed or 0, size=config.size)
        self._items: Dataset | None = None

    def __getitem__(self, index: int) -> dict[str, Any]:
        if self._items is None:
            config = self.config
            self._items = Dataset(self.family, seed=config.seed or 0, split=config.split, size=config.size,
                                  grade=config.grade, prompt=config.prompt, **config.options)
        item = self._items[index]
        metadata = {"source_dataset": f"quandary_{self.family}", "source_index": index,
                    "difficulty": {"grade": self.config.grade}, **item.metadata}
        return {"question": item.question, "answer": item.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        return score(answer, entry, reward=self.config.reward).value


def register() -> None:
    """Registers every family that is not registered yet."""
    for family in families().families:
        name = f"quandary_{family.name}"
        if name in DATASETS:
            continue
        title = family.name.title()
        config = cast(Any, make_dataclass(f"Quandary{title}Config", [], bases=(Config,)))
        dataset = type(f"Quandary{title}Dataset", (PuzzleDataset,), {"family": family.name})

        def __init__(self: Any, config: Any = config, title: str = title) -> None:
            BaseCurriculum.__init__(self, f"Quandary{title}Curriculum", config)
            self._define_attributes(ScalarAttributeDefinition(
                name="grade", levels=GRADES, field_name="grade", description="How hard the puzzles are"))

        curriculum = type(f"Quandary{title}Curriculum", (BaseCurriculum,), {"__init__": __init__})
        register_dataset(name, dataset, config, curriculum)


register()
