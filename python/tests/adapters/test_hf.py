"""Hugging Face datasets, and TRL's contract for rewards and environments."""

import inspect

import pytest

datasets = pytest.importorskip("datasets")
import quandary  # noqa: E402
import quandary.hf  # noqa: E402
import quandary.trl  # noqa: E402


def test_a_dataset_in_memory_and_through_parquet(tmp_path: object) -> None:
    made = quandary.hf.dataset(quandary.Dataset("sudoku", seed=1, size=20, split="test"))
    assert made.num_rows == 20 and made[3]["prompt"] == quandary.Dataset("sudoku", seed=1, split="test")[3].question
    made.to_parquet(f"{tmp_path}/x.parquet")
    back = datasets.Dataset.from_parquet(f"{tmp_path}/x.parquet", cache_dir=str(tmp_path))
    assert all(quandary.score(row["answer"], row).value == 1.0 for row in back)


def test_forked_workers_of_map() -> None:
    made = quandary.hf.dataset(quandary.Dataset("nonogram", seed=1, size=8))
    scored = made.map(lambda row: {"value": quandary.score(row["answer"], row).value}, num_proc=2)
    assert set(scored["value"]) == {1.0}


def test_a_stream_in_shards() -> None:
    stream = quandary.hf.stream("sudoku", size=10, shards=3, seed=2)
    assert stream.n_shards == 3
    rows = list(stream)
    assert [row["question"] for row in rows] == [item.question for item in quandary.Dataset("sudoku", seed=2, size=10)]
    for wrong in ({"size": -1}, {"size": 2, "shards": 0}, {"size": None}, {"size": 2, "grade": "impossible"}):
        with pytest.raises(quandary.OptionError):
            quandary.hf.stream("sudoku", **wrong)


def test_rewards_have_the_form_that_trl_calls() -> None:
    items = list(quandary.Dataset("sudoku", seed=1, size=3))
    puzzles = [item.metadata["puzzle"] for item in items]
    logged: dict[str, object] = {}
    columns = dict(prompts=[item.question for item in items], completion_ids=[[1]] * 3, trainer_state=None,
                   log_extra=lambda name, values: logged.update({name: values}),
                   log_metric=lambda name, value: logged.update({name: value}))
    replies = [items[0].answer, "no", f"<answer>{items[2].answer}</answer>"]
    assert quandary.trl.strict_reward(completions=replies, puzzle=puzzles, **columns) == [1.0, 0.0, 1.0]
    messages = [[{"role": "assistant", "content": reply}] for reply in replies]
    assert quandary.trl.progress_reward(completions=messages, puzzle=puzzles, **columns) == [1.0, 0.0, 1.0]
    assert logged["outcome"] == ["right", "unparsed", "right"] and logged["solved"] == 2 / 3


def test_the_environment_has_tools_that_trl_finds() -> None:
    public = [name for name, _ in inspect.getmembers(quandary.trl.PuzzleEnvironment, inspect.isfunction)
              if not name.startswith("_")]
    assert sorted(public) == ["get_reward", "move", "reset", "write"]
    item = quandary.Dataset("ballsort", seed=1)[0]
    game = quandary.trl.PuzzleEnvironment()
    assert game.reset(prompt=item.question, **item.metadata)
    assert game.move(1, 1).startswith("Not possible") and game.write(1, 1, "9").startswith("Not possible")
    assert game.get_reward() == 0.0
    for line in item.answer.splitlines():
        source, target = line.split(" -> ")
        last = game.move(int(source), int(target))
    assert last.endswith("Solved.") and game.get_reward() == 1.0


def test_what_a_model_cannot_write_is_an_answer_and_no_exception() -> None:
    game = quandary.trl.PuzzleEnvironment()
    before = game.reset(puzzle=quandary.Dataset("sudoku", seed=1)[0].metadata["puzzle"])
    for row, column, value in [(1, 1, "x"), (0, 0, "1"), (1, 10, "1"), (10, 1, "1"), (-1, 1, "1"), ("a", 1, "1")]:
        assert game.write(row, column, value).startswith("Not possible")
    assert game.move(1, 2).startswith("Not possible") and game.get_reward() == 0.0
    assert before.count("\n") == 8
