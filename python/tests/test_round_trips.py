"""Items are scored with their own answers after a JSON and a Parquet round trip, and with damaged answers.

``QUANDARY_LONG=1`` takes 100,000 items of each family instead of a few.
"""

import importlib.util
import json
import os
import random
from pathlib import Path

import pytest

import quandary

COUNT = 100_000 if os.environ.get("QUANDARY_LONG") else 200
PIECE = 10_000


def damaged(answer: str, family: str, chance: random.Random) -> str:
    """The answer with one cell changed or one move left out."""
    if family == "ballsort":
        moves = answer.splitlines()
        del moves[-1]
        return "\n".join(moves)
    place = chance.choice([place for place, sign in enumerate(answer) if sign != "\n"])
    others = "123456789" if family == "sudoku" else {"nonogram": "#.", "aquarium": "1."}[family]
    return answer[:place] + chance.choice([sign for sign in others if sign != answer[place]]) + answer[place + 1:]


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_answers_are_right_after_a_round_trip_and_damaged_ones_are_wrong(family: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    dataset = quandary.Dataset(family, seed=9)
    has_parquet = importlib.util.find_spec("pyarrow") is not None
    for start in range(0, COUNT, PIECE):
        table = dataset.batch(start, min(start + PIECE, COUNT))
        rows = [json.loads(json.dumps({"puzzle": puzzle, "reply": f"So it is:\n<answer>\n{answer}\n</answer>"}))
                for puzzle, answer in zip(table.column("puzzle"), table.column("answer"))]
        replies, puzzles = [row["reply"] for row in rows], [row["puzzle"] for row in rows]
        assert set(quandary.score_batch(replies, puzzles).column("value")) == {1.0}
        wrong = [damaged(answer, family, chance) for answer in table.column("answer")]
        scores = quandary.score_batch(wrong, puzzles)
        assert set(scores.column("value")) == {0.0} and set(scores.column("error")) == {None}
        if has_parquet:
            import pyarrow
            import pyarrow.parquet

            pyarrow.parquet.write_table(pyarrow.table(table), tmp_path / "items.parquet")
            stored = pyarrow.parquet.read_table(tmp_path / "items.parquet")
            assert set(quandary.score_batch(stored["answer"], stored).column("value")) == {1.0}
    # One by one, with the metadata as it comes back.
    for item in dataset[: 50]:
        decoded = json.loads(json.dumps(dict(item)))
        assert quandary.score(decoded["answer"], decoded).value == 1.0
        assert quandary.score(decoded["answer"], decoded["metadata"]).value == 1.0
