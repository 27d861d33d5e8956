"""reasoning-gym, the real one."""

import json

import pytest

rg = pytest.importorskip("reasoning_gym")
import quandary.reasoning_gym  # noqa: E402


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_datasets_are_registered_and_scored(family: str) -> None:
    dataset = rg.create_dataset(f"quandary_{family}", seed=1, size=5)
    assert len(dataset) == 5
    for item in dataset:
        assert dataset.score_answer(item["answer"], item) == 1.0
        assert dataset.score_answer("no", item) == 0.0
        assert dataset.score_answer(None, item) == 0.0
        score = rg.get_score_answer_fn(f"quandary_{family}")
        assert score(item["answer"], json.loads(json.dumps(item))) == 1.0
        assert item["metadata"]["source_dataset"] == f"quandary_{family}"
    assert dataset[3] == rg.create_dataset(f"quandary_{family}", seed=1, size=5)[3]


def test_curricula_raise_the_grade() -> None:
    curriculum = rg.factory.create_curriculum("quandary_sudoku")
    base = curriculum.generate_configuration({"size": 2, "seed": 4})
    assert base.grade == "easy"
    curriculum.increment_attr_level("grade")
    config = curriculum.generate_configuration({"size": 2, "seed": 4})
    assert config.grade == "moderate"
    dataset = quandary.reasoning_gym.DATASETS["quandary_sudoku"][0](config)
    assert dataset[0]["metadata"]["grade"] == "moderate"


def test_registering_twice_is_harmless_and_bad_configs_are_refused() -> None:
    quandary.reasoning_gym.register()
    with pytest.raises(AssertionError):
        rg.create_dataset("quandary_sudoku", size=-1)
    with pytest.raises(AssertionError):
        rg.create_dataset("quandary_sudoku", split="secret")


def test_composite_datasets_hold_ours() -> None:
    from reasoning_gym.composite import DatasetSpec

    mixed = rg.create_dataset("composite", seed=1, size=4, datasets=[
        DatasetSpec(name="quandary_sudoku", weight=1, config={}), DatasetSpec(name="quandary_nonogram", weight=1, config={})])
    assert all(mixed.score_answer(item["answer"], item) == 1.0 for item in mixed)
