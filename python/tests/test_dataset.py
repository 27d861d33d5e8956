"""Datasets: random access, the same everywhere, in splits that share nothing."""

import hashlib
import json
import random

import pytest

import quandary

FAMILIES = ["sudoku", "nonogram", "aquarium", "ballsort"]


@pytest.mark.parametrize("family", FAMILIES)
def test_items_are_the_same_in_any_order_and_in_batches(family: str) -> None:
    dataset = quandary.Dataset(family, seed=7, size=30)
    backwards = [dataset[place] for place in range(29, -1, -1)][::-1]
    again = list(quandary.Dataset(family, seed=7, size=30))
    assert [dict(item) for item in again] == [dict(item) for item in backwards]
    batch = dataset.batch(threads=3)
    assert batch.column("question") == [item.question for item in again]
    assert batch.column("answer") == [item.answer for item in again]
    assert batch.column("puzzle") == [item.metadata["puzzle"] for item in again]
    assert len({item.puzzle.fingerprint() for item in again}) == 30
    assert dataset[-1].question == again[-1].question and [i.question for i in dataset[3:5]] == [
        i.question for i in again[3:5]]


@pytest.mark.parametrize("family", FAMILIES)
def test_items_never_change(family: str) -> None:
    # A promise to everybody who has data of this revision: whoever changes these items must raise a revision
    # (crates/quandary-py/src/series.rs, or the generator's).
    plain = quandary.Dataset(family, seed=0, size=2)
    test = quandary.Dataset(family, seed=0, split="test", size=1, prompt="short")
    ordered = quandary.Dataset(family, seed=0, size=1, grade="moderate")
    texts = [json.dumps(dict(item), sort_keys=True, ensure_ascii=True) for part in (plain, test, ordered) for item in part]
    assert [hashlib.sha256(text.encode()).hexdigest()[:16] for text in texts] == NEVER[family], texts


NEVER: dict[str, list[str]] = {
    "aquarium": ["adf5b8af47cd34a6", "3d517a61cf68475b", "bf702819981fe982", "d95b3ac6a7b6e59b"],
    "ballsort": ["0c9e8c6a4252b6f5", "0e4b31393d6fcfde", "98790214fdf44302", "17e14287305ad9eb"],
    "nonogram": ["d9b265e73f2e5591", "b068069a35ed8fc4", "ded99e5e27079a34", "f9f8164b68c16613"],
    "sudoku": ["0593f26b9239076d", "af8deab560fad98d", "43b6f139368e68c0", "7784cb7d2b937a77"],
}


def test_splits_seeds_and_options_share_nothing() -> None:
    prints: dict[str, str] = {}
    solutions: dict[str, str] = {}
    for split in ("train", "validation", "test"):
        for seed in (0, 1):
            for options in ({}, {"givens": "30..34"}, {"minimal": True}):
                name = f"{split} {seed} {options}"
                for item in quandary.Dataset("sudoku", seed=seed, split=split, size=15, **options):
                    assert prints.setdefault(item.puzzle.fingerprint(), name) == name
                    assert solutions.setdefault(item.answer, name) == name


def test_even_on_small_boards_splits_share_no_copies() -> None:
    seen: dict[str, str] = {}
    for split in ("train", "test"):
        for item in quandary.Dataset("ballsort", seed=1, split=split, size=150, colours=3, capacity=3):
            assert seen.setdefault(item.puzzle.fingerprint(), split) == split
    assert len(set(seen.values())) == 2


@pytest.mark.parametrize("box, high, wide", [("2x2", 2, 2), ("2x3", 2, 3), ("3x4", 3, 4), ("4x4", 4, 4)])
def test_copies_of_sudokus_of_other_sizes_are_in_one_split(box: str, high: int, wide: int) -> None:
    side = high * wide
    chance = random.Random(1)
    count = 60 if side < 10 else 6

    def lines(of_band: int) -> list[int]:
        bands = chance.sample(range(side // of_band), side // of_band)
        return [band * of_band + line for band in bands for line in chance.sample(range(of_band), of_band)]

    splits: dict[str, str] = {}
    for split in ("train", "test"):
        for item in quandary.Dataset("sudoku", seed=1, split=split, size=count, box=box):
            cells = json.loads(item.puzzle.to("json"))["cells"]
            names = dict(zip("123456789ABCDEFG"[:side], chance.sample("123456789ABCDEFG"[:side], side))) | {".": "."}
            rows, columns = lines(high), lines(wide)
            copied = "".join(names[cells[row * side + column]] for row in rows for column in columns)
            copy = quandary.read(json.dumps({"family": "sudoku", "box": [high, wide], "cells": copied}))
            assert copy.fingerprint() == item.puzzle.fingerprint()
            assert splits.setdefault(item.puzzle.fingerprint(), split) == split
    assert set(splits.values()) == {"train", "test"}


def test_excluded_boards_and_their_copies_are_left_out() -> None:
    plain = quandary.Dataset("sudoku", seed=2, size=6)
    banned = plain[3].puzzle
    text = banned.to()
    turned = "".join(text[column * 9 + row] for row in range(9) for column in range(9))
    without = quandary.Dataset("sudoku", seed=2, size=6, exclude=[turned])
    assert [place for place in range(6) if plain[place].question != without[place].question] == [3]
    assert without[3].puzzle.fingerprint() != banned.fingerprint()
    assert list(quandary.Dataset("sudoku", seed=2, size=6, exclude=list(plain)).batch().column("error")) == [None] * 6


def test_grades_are_honoured() -> None:
    dataset = quandary.Dataset("sudoku", seed=3, size=3, grade="moderate")
    for item in dataset:
        assert item.metadata["grade"] == "moderate" == item.puzzle.grade().grade.word
        assert item.metadata["techniques"] and 100 <= item.metadata["score"] < 200
    graded = quandary.Dataset("nonogram", seed=3, size=2, graded=True)[0].metadata
    assert graded["grade"] and graded["techniques"]


def test_a_grade_that_cannot_be_met_is_an_error_of_its_row() -> None:
    dataset = quandary.Dataset("sudoku", seed=3, size=2, grade="easy", needs=["nested forcing chain"], tries=2)
    with pytest.raises(quandary.Refused):
        dataset[0]
    assert all(error for error in dataset.batch().column("error"))


def test_other_front_ends_make_the_same_boards() -> None:
    item = quandary.Dataset("sudoku", seed=5)[1]
    assert item.metadata["series_index"] >= 4096 and item.metadata["series_seed"] > 0
    assert item.metadata["key"].startswith("sudoku/3.")


def test_items_are_plain_data() -> None:
    item = quandary.Dataset("sudoku", seed=5)[1]
    assert json.loads(json.dumps(dict(item))) == dict(item)
    assert item["metadata"]["solution"] == item.answer and set(item) == {"question", "answer", "metadata"}
    with pytest.raises(KeyError):
        item["nothing"]


@pytest.mark.parametrize("options", [{"size": -1}, {"size": 2.5}, {"seed": "7"}, {"seed": 1 << 64}, {"prompt": "x"},
                                     {"grade": 5}, {"split": ""}, {"size_": 3}, {"exclude": "x"}, {"givens": object()},
                                     {"givens": float("nan")}])
def test_wrong_options_are_refused_at_once(options: dict[str, object]) -> None:
    with pytest.raises((quandary.OptionError, quandary.ReadError)):
        quandary.Dataset("sudoku", **options)[0]


def test_datasets_without_a_size_have_no_end() -> None:
    dataset = quandary.Dataset("sudoku")
    with pytest.raises(TypeError):
        len(dataset)
    with pytest.raises(quandary.OptionError):
        dataset.batch()
    with pytest.raises(IndexError):
        dataset[-1]
    with pytest.raises(IndexError):
        quandary.Dataset("sudoku", size=3)[3]
    with pytest.raises(quandary.OptionError):
        quandary.Dataset("sudoku", size=3).batch(0, 4)
    with pytest.raises(quandary.OptionError, match="no end"):
        quandary.Dataset("sudoku", exclude=dataset)
    assert next(iter(dataset)).question == dataset[0].question and dataset[10**12].question
    assert dataset and not quandary.Dataset("sudoku", size=0)


class Number:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_numbers_of_other_libraries_are_numbers() -> None:
    ours = quandary.Dataset("sudoku", seed=3, size=4, givens=30)
    theirs = quandary.Dataset("sudoku", seed=Number(3), size=Number(4), givens=Number(30))
    assert theirs.key == ours.key and dict(theirs[Number(2)]) == dict(ours[2])
    assert theirs.batch(Number(1), Number(3)).column("puzzle") == ours.batch(1, 3).column("puzzle")
