"""Scores: strict, with reasons, and not to be gamed."""

import json
import random

import pytest

import quandary

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = "\n".join(SOLVED[start:start + 9] for start in range(0, 81, 9))
FAMILIES = ["sudoku", "nonogram", "aquarium", "ballsort"]


@pytest.mark.parametrize("reply, outcome", [
    (SOLVED, "right"),
    (ROWS, "right"),
    (f"<answer>{SOLVED}</answer>", "right"),
    (f"<ANSWER>\n{ROWS}\n", "right"),
    (f"<answer>```\n{ROWS}\n```</answer>", "right"),
    (f"<answer>```text\n{ROWS}\n```</answer>", "right"),
    (f"<answer>```{ROWS}```</answer>", "right"),
    (f"<answer>```{SOLVED}```</answer>", "right"),
    (f"<answer>{[[int(digit) for digit in row] for row in ROWS.split()]}</answer>", "right"),
    (f"<answer>{[[int(digit) for digit in row][:8] for row in ROWS.split()]}</answer>", "wrong_shape"),
    (f"<answer>{[[4, 3, 4]] * 27}</answer>", "changed_givens"),
    (f"<answer>{'[' * 10_000}</answer>", "wrong_shape"),
    (f"I thought 123.\n\n{ROWS}\n\nThat is my answer.", "right"),
    (f"<answer>{SOLVED}</answer> wait <answer>{'1' * 81}</answer>", "changed_givens"),
    (f"<answer>{'1' * 81}</answer> no: <answer>{SOLVED}</answer>", "right"),
    (f"<answer>{SOLVED}</answer> or <answer></answer>", "unparsed"),
    (f"{SOLVED}\n<answer>I do not know</answer>", "unparsed"),
    ("", "unparsed"),
    ("no idea", "unparsed"),
    (f"<answer>{SOLVED[:80]}</answer>", "wrong_shape"),
    (f"<answer>{SOLVED}1</answer>", "wrong_shape"),
    (f"<answer>{EASY}</answer>", "incomplete"),
    (f"<answer>{'4' + SOLVED[1:]}</answer>", "changed_givens"),
    (f"<answer>{EASY.replace('.', '1')}</answer>", "breaks_rule"),
    (f"<answer>{'9' + EASY[1:]}</answer>", "changed_givens"),
])
def test_outcomes(reply: str, outcome: str) -> None:
    score = quandary.score(reply, EASY)
    assert score.outcome == outcome
    assert score.value == (1.0 if outcome == "right" else 0.0)
    assert bool(score.reason) == (outcome != "right")


def test_any_solution_is_right() -> None:
    puzzle = quandary.read("." * 81)
    for solution in puzzle.solve(solutions=5).solutions:
        assert quandary.score(solution, puzzle).value == 1.0


@pytest.mark.parametrize("answer", [None, 5, b"x", [], {}, float("nan"), "\ud800", "\0", "<answer>" * 1000, "9" * 300_000])
def test_strange_replies_are_no_exceptions(answer: object) -> None:
    assert quandary.score(answer, EASY).value == 0.0


@pytest.mark.parametrize("item", [None, 5, {}, {"metadata": {}}, {"metadata": {"puzzle": 5}}, {"metadata": "{"},
                                  {"metadata": "[" * 100_000}])
def test_strange_items_are_errors(item: object) -> None:
    with pytest.raises(quandary.OptionError):
        quandary.score("1", item)


@pytest.mark.parametrize("family", FAMILIES)
def test_items_are_right_after_json_and_corrupted_answers_never(family: str) -> None:
    dataset = quandary.Dataset(family, seed=11, split="test", size=40)
    chance = random.Random(1)
    for item in dataset:
        decoded = json.loads(json.dumps(dict(item)))
        assert quandary.score(decoded["answer"], decoded) == quandary.score(item.answer, item)
        assert quandary.score(item.answer, decoded["metadata"]).value == 1.0
        assert quandary.score(f"thinking… <answer>{item.answer}</answer>", item).value == 1.0
        assert dataset.score_answer(item.answer, decoded) == 1.0
        corrupted = corrupt(item.answer, family, chance)
        assert quandary.score(corrupted, item).value < 1.0, (item.metadata["puzzle"], corrupted)


def corrupt(answer: str, family: str, chance: random.Random) -> str:
    """An answer that is wrong for certain: one cell is changed, or the last move is missing."""
    if family == "ballsort":
        return "\n".join(answer.splitlines()[:-1])
    places = [place for place, sign in enumerate(answer) if sign not in "\n "]
    place = chance.choice(places)
    others = sorted(set(answer) - set("\n ") - {answer[place]})
    return answer[:place] + chance.choice(others) + answer[place + 1:]


@pytest.mark.parametrize("family", FAMILIES)
def test_progress_gives_nothing_for_guessing_and_something_for_most_of_it(family: str) -> None:
    dataset = quandary.Dataset(family, seed=12, split="test", size=40)
    chance = random.Random(2)
    values: dict[str, list[float]] = {}
    for item in dataset:
        puzzle = item.puzzle
        partial = quandary.score(f"<answer>{most_of(item, family, chance)}</answer>", puzzle, reward="progress")
        assert 0.0 <= partial.value < 1.0, (family, partial)
        values.setdefault("most of it", []).append(partial.value)
        for kind, guess in guessed(item, family, chance).items():
            score = quandary.score(f"<answer>{guess}</answer>", puzzle, reward="progress")
            values.setdefault(kind, []).append(score.value)
    means = {kind: sum(each) / len(each) for kind, each in values.items()}
    assert means.pop("most of it") > 0.3 and all(mean <= 0.02 for mean in means.values()), means


def given(item: quandary.Item) -> str:
    return item.metadata["puzzle"].strip() if item.metadata["family"] == "sudoku" else ""


def most_of(item: quandary.Item, family: str, chance: random.Random) -> str:
    if family == "ballsort":
        return "\n".join(item.answer.splitlines()[:-2])
    lines = item.answer.splitlines()
    cells = "".join(lines)
    fixed = given(item) or "." * len(cells)
    open_ = [place for place, sign in enumerate(fixed) if sign == "."]
    blank = set(chance.sample(open_, len(open_) // 8))
    return "".join("?" if place in blank else sign for place, sign in enumerate(cells))


def walked(item: quandary.Item, length: int, chance: random.Random) -> str:
    """Legal moves by chance, none of which takes the one before it back."""
    game = item.puzzle.play()
    walk: list[tuple[int, int]] = []
    while len(walk) < length and (legal := [move for move in game.legal() if not walk or move != walk[-1][::-1]]):
        walk.append(chance.choice(legal))
        game.move(*walk[-1])
    return "" if game.solved() else "\n".join(f"{source} -> {target}" for source, target in walk)


def guessed(item: quandary.Item, family: str, chance: random.Random) -> dict[str, str]:
    if family == "ballsort":
        return {f"{length} moves": walked(item, length, chance) for length in (0, 1, 8, 20, 40)}
    lines = item.answer.splitlines()
    width, cells = len(lines[0]), "".join(lines)
    symbols = sorted(set(cells)) if family != "sudoku" else list("123456789")
    fixed = given(item) or "." * len(cells)

    def shuffled(row: int) -> str:
        """The values of a row, each as often as in the solution, by chance."""
        part = slice(row * width, (row + 1) * width)
        open_ = [right for right, sign in zip(cells[part], fixed[part]) if sign == "."]
        chance.shuffle(open_)
        return "".join(open_.pop() if sign == "." else sign for sign in fixed[part])

    fill = lambda make: "".join(make() if sign == "." else sign for sign in fixed)  # noqa: E731
    rows = lambda text: "\n".join(text[start:start + width] for start in range(0, len(text), width))  # noqa: E731
    constant = chance.choice(symbols)
    return {"random": rows(fill(lambda: chance.choice(symbols))), "constant": rows(fill(lambda: constant)),
            "open": rows(fill(lambda: "?")), "shuffled rows": "\n".join(shuffled(row) for row in range(len(lines)))}


def test_steps_are_checked() -> None:
    text = "The 5s block every other cell, so r3c7 is 5. Then r1c3 = 9; r5c5 is 5. Also r1c6 is not 4."
    steps = quandary.score_steps(text, EASY)
    assert [(step.claim, step.value, step.sound) for step in steps] == [
        ("r3c7", "5", True), ("r1c3", "9", False), ("r5c5", "5", True), ("r1c6", "not 4", True)]
    assert steps[0].forced and steps[0].technique == "hidden single" and steps[0].reason in ("row 3", "box 3")
    assert not steps[1].forced


def test_what_is_supposed_or_left_open_is_no_step() -> None:
    for text in ("If r1c3 is 9, then r3c7 is 5.", "Suppose r1c3 = 9", "r1c3 is 1 or 4.", "r1c3 is 1, 2 or 4", "r1c3 is 9 or r3c7 is 5"):
        assert quandary.score_steps(text, EASY) == [], text
    steps = quandary.score_steps("r3c7 is 5, and if r1c3 is 9, r1c4 is 4. r5c5 is 5 and r1c6 is not 4 or 9; \ud800", EASY)
    assert [(step.claim, step.value) for step in steps] == [("r3c7", "5"), ("r5c5", "5"), ("r1c6", "not 4")]
    with pytest.raises(TypeError):
        quandary.score_steps(None, EASY)


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium"])
def test_our_own_explanations_are_sound(family: str) -> None:
    forced = total = 0
    for seed in range(9, 14):
        puzzle = quandary.generate(family, seed=seed, grade="moderate")
        sentences = " ".join(f"{step.brief}." for step in puzzle.explain().steps[:25])
        steps = quandary.score_steps(sentences, puzzle)
        assert steps and all(step.sound for step in steps)
        forced += sum(step.forced for step in steps)
        total += len(steps)
    assert forced > total / 2, (forced, total)


def test_moves_are_checked() -> None:
    item = quandary.Dataset("ballsort", seed=4)[0]
    steps = quandary.score_steps(item.answer, item)
    assert all(step.sound and step.before - step.after == 1 for step in steps) and steps[-1].after == 0
    assert not quandary.score_steps("1 -> 1", item)[0].sound
    assert [step.claim for step in quandary.score_steps("Pour bottle 1 to bottle 7.\nMove 2 to 7", item)] == [
        "1 -> 7", "2 -> 7"]


def test_long_ways_that_lead_nowhere_are_scored() -> None:
    # Back and forth 70,000 times, then a move against the rules, and on for as long again.
    puzzle = quandary.read("2 2\n1 2 2\n2 1 1\n", family="ballsort")
    way = "1 -> 3\n3 -> 1\n" * 35_000
    score = quandary.score(f"<answer>{way}1 -> 1\n{way}</answer>", puzzle, reward="progress")
    assert (score.value, score.outcome) == (0.0, "breaks_rule")


def test_fuzzed_replies_are_no_exceptions() -> None:
    chance = random.Random(3)
    signs = "0123456789.#?|+-\n <>answer/{}[]\"r1c=→é\0\ud7ff"
    for family in FAMILIES:
        item = quandary.Dataset(family, seed=1)[0]
        replies = []
        for _ in range(2500):
            text = item.answer if chance.random() < 0.5 else "".join(chance.choices(signs, k=chance.randrange(200)))
            for _ in range(chance.randrange(4)):
                place = chance.randrange(len(text) + 1)
                text = text[:place] + "".join(chance.choices(signs, k=chance.randrange(5))) + text[place + chance.randrange(9):]
            replies.append(("<answer>" if chance.random() < 0.5 else "") + text)
        for reward in ("strict", "progress"):
            scores = quandary.score_batch(replies, [item.metadata["puzzle"]] * len(replies), reward=reward)
            assert all(error is None for error in scores.column("error"))
            assert all(0.0 <= value <= 1.0 for value in scores.column("value"))
