"""Puzzles: read, asked, shown, copied; and what goes wrong."""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import quandary

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FAMILIES = ["sudoku", "nonogram", "aquarium", "ballsort"]


def test_a_puzzle_is_solved_with_a_proof() -> None:
    solved = quandary.read(EASY).solve()
    assert (solved.verdict, solved.solutions) == ("unique", [SOLVED])
    assert solved.counters.nodes >= 1
    assert "unique" in repr(solved) and solved.to_dict()["verdict"] == "unique"
    with pytest.raises(AttributeError):
        solved.verdict = "multiple"
    with pytest.raises(AttributeError, match="has no field"):
        solved.verdikt


def test_several_solutions_and_none() -> None:
    two = quandary.read("." * 81).solve()
    assert two.verdict == "multiple" and len(two.solutions) == 2
    none = quandary.read("55" + "." * 79).solve()
    assert none.verdict == "impossible" and none.conflict is not None and none.conflict.message


def test_explanations_hints_grades_checks() -> None:
    puzzle = quandary.read(EASY)
    explained = puzzle.explain()
    assert explained.ending == "complete" and len(explained.steps) == explained.step_count
    assert explained.steps[0].name and explained.steps[0].text
    assert puzzle.hint(depth="where").steps == []
    assert puzzle.grade().grade.word == "easy"
    assert puzzle.check(SOLVED).correct is True
    wrong = puzzle.check("1" * 81)
    assert wrong.correct is False and wrong.violation.rule == "given"
    assert puzzle.check(state=EASY.replace(".", "?")).correct is True


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_drawn_written_graded_and_played(family: str) -> None:
    puzzle = quandary.generate(family, seed=5)
    assert puzzle.family == family
    assert puzzle.svg().startswith("<svg") and puzzle.svg(solution=True) != puzzle.svg()
    assert puzzle.text()
    assert all(quandary.read(text, family=family) == puzzle for text in puzzle.notations().values())
    assert puzzle.canonical() and len(puzzle.fingerprint()) == 16
    assert puzzle.grade().grade.score >= 0
    assert puzzle.explain(last=1).steps
    assert "<answer>" in puzzle.prompt() and puzzle.prompt("board") in puzzle.prompt("short")
    assert len(puzzle.compare(time_limit=0.2).algorithms) >= 2


def test_verdicts_have_certificates() -> None:
    import base64

    certified = quandary.read(EASY).certify()
    assert certified.verdict == "unique" and certified.not_certified is None
    assert certified.certificate.kind == "unique" and certified.certificate.checked and base64.b64decode(certified.qcert)


def test_searches_are_replayed() -> None:
    replay = quandary.read(EASY).replay(events=5)
    assert replay.algorithm and len(replay.events) == 5
    with pytest.raises(quandary.Refused):
        quandary.generate("ballsort", seed=1).replay()


def test_puzzles_are_printed() -> None:
    puzzles = [quandary.generate(family, seed=5) for family in FAMILIES]
    book = quandary.pdf([*puzzles, EASY], title="Five", per_page=2, worked=True)
    assert book.startswith(b"%PDF") and book == quandary.pdf([*puzzles, EASY], title="Five", per_page=2, worked=True)
    assert len(quandary.pdf(puzzles[0])) < len(book)
    with pytest.warns(UserWarning, match="solution"):
        quandary.pdf("." * 81)
    for wrong in [lambda: quandary.pdf(EASY, per_page=0), lambda: quandary.pdf(EASY, paper="a0")]:
        with pytest.raises(quandary.OptionError):
            wrong()
    with pytest.raises(TypeError):
        quandary.pdf([None])


def test_puzzles_are_set_by_hand() -> None:
    empty = quandary.edit("sudoku")
    assert empty.family == "sudoku" and empty.tools
    edited = quandary.edit("sudoku", draft=empty.draft, clues="add")
    assert quandary.read(edited.puzzle).solve().verdict == "unique"
    again = quandary.edit(quandary.read(EASY), clues="remove")
    assert quandary.read(again.puzzle).solve().verdict == "unique"
    with pytest.raises(quandary.QuandaryError):
        quandary.edit("chess")
    with pytest.raises(TypeError):
        quandary.edit(None)


def test_algorithms_are_compared_on_growing_boards() -> None:
    run = quandary.experiment("sudoku", "box", "2x2,2x3", algorithms=["backtracking", "propagation"], count=1, svg=True)
    assert {row.algorithm for row in run.rows} == {"backtracking", "propagation"} and run.svg.startswith("<svg")
    with pytest.raises(quandary.OptionError):
        quandary.experiment("sudoku", "box", "2x2", count=float("nan"))


def test_boards_are_played() -> None:
    game = quandary.generate("ballsort", seed=1).play()
    before = game.distance()
    game.move(*game.legal()[0])
    assert game.state != game.undo().state and game.distance() == before
    with pytest.raises(ValueError):
        game.move(1, 1)
    plan = game.puzzle.solve().solutions[0]["moves"]
    for step in plan:
        game.move(*step)
    assert game.done and game.solved() and game.distance() == 0
    board = quandary.read(EASY).play()
    for cell, digit in enumerate(SOLVED, start=1):
        if EASY[cell - 1] == ".":
            board.write(cell, digit)
    assert board.done and board.solved()
    with pytest.raises(TypeError):
        board.distance()


def test_a_given_cell_stays_as_it_is() -> None:
    game = quandary.read(EASY).play()
    for value in (4, ""):
        with pytest.raises(ValueError, match="given"):
            game.write(1, value)
    before = game.state
    assert game.write(1, 5).write(3, 4).write(3, 4).undo().undo().undo().state == before


def test_solutions_are_checked_as_they_come() -> None:
    rows = [SOLVED[start:start + 9] for start in range(0, 81, 9)]
    puzzle = quandary.read(EASY)
    assert puzzle.check(rows).correct is True and puzzle.hint(rows).message == "Solved."
    for family in FAMILIES:
        made = quandary.generate(family, seed=2)
        assert made.check(made.solve().solutions[0]).correct is True


def test_copies_of_a_board_share_its_form() -> None:
    puzzle = quandary.read(EASY)
    turned = quandary.read("".join(EASY[column * 9 + row] for row in range(9) for column in range(9)))
    renamed = quandary.read(EASY.translate(str.maketrans("123456789", "234567891")))
    assert puzzle.fingerprint() == turned.fingerprint() == renamed.fingerprint()
    assert puzzle.fingerprint() != quandary.generate("sudoku", seed=1).fingerprint()


def test_errors_say_where_and_what_to_do() -> None:
    with pytest.raises(quandary.ReadError) as caught:
        quandary.read("12..\n..x.\n....\n..43")
    error = caught.value
    assert (error.line, error.column) == (2, 3) and error.help
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, again.help, str(again)) == (2, 3, error.help, str(error))


@pytest.mark.parametrize("text", ["", " ", "\0", "no puzzle", "{", "[]", "é" * 1000, "\n" * 10_000])
def test_texts_that_are_no_puzzles(text: str) -> None:
    with pytest.raises(quandary.ReadError):
        quandary.read(text)


def test_huge_texts_are_refused() -> None:
    with pytest.raises(quandary.QuandaryError):
        quandary.read("1" * 50_000_000)


@pytest.mark.parametrize("value", [None, 5, b"bytes", object(), float("nan"), ["12"]])
def test_wrong_types_are_type_errors(value: object) -> None:
    with pytest.raises(TypeError):
        quandary.read(value)


@pytest.mark.parametrize("value", [None, 1.0, float("nan"), "0", b"0", [], {}, object()])
def test_places_that_are_no_numbers_are_type_errors(value: object) -> None:
    dataset = quandary.Dataset("sudoku", seed=1)
    for wrong in [lambda: dataset[value], lambda: quandary.generate("sudoku", seed=1, index=value),
                  lambda: quandary.read(EASY).play().write(value, 1)]:
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize("value", [5, 1.5, float("nan"), b"12", object()])
def test_states_that_are_no_boards_are_type_errors(value: object) -> None:
    puzzle = quandary.read(EASY)
    for wrong in [puzzle.hint, puzzle.explain, puzzle.check]:
        with pytest.raises(TypeError):
            wrong(value)


def test_half_characters_are_no_puzzle() -> None:
    with pytest.raises(quandary.ReadError, match="surrogate"):
        quandary.read("\ud800")


def test_wrong_options_are_option_errors() -> None:
    puzzle = quandary.read(EASY)
    for wrong in [lambda: puzzle.solve(solutions=0), lambda: puzzle.solve(solutions=None),
                  lambda: puzzle.solve(solutions=float("nan")), lambda: puzzle.check([float("nan")]),
                  lambda: puzzle.check([object()]), lambda: quandary.Dataset("sudoku").batch("0", 2),
                  lambda: quandary.Dataset("sudoku", start=5), lambda: quandary.generate("sudoku", seed=1, count=2),
                  lambda: quandary.Dataset("sudoku", minimal=0), lambda: quandary.Dataset("sudoku", minimal="no"),
                  lambda: puzzle.play().write(82, 1), lambda: puzzle.solve(time_limit=float("nan")),
                  lambda: puzzle.solve(time_limit=-1), lambda: puzzle.hint(depth="all"),
                  lambda: puzzle.prompt("rhyme"), lambda: puzzle.check(), lambda: quandary.generate("sudoku", seed=-1),
                  lambda: quandary.generate("sudoku", seed=1, colour="red"),
                  lambda: quandary.generate("sudoku", seed=1, grade="impossible"),
                  lambda: quandary.generate("sudoku", seed=1, grade=float("nan")),
                  lambda: quandary.generate("sudoku", seed=1, split="hidden"),
                  lambda: quandary.Dataset("sudoku", needs=[5]), lambda: quandary.Dataset("sudoku", avoids=[None]),
                  lambda: puzzle.solve(node_limit=-1), lambda: quandary.Dataset("sudoku")[1 << 70],
                  lambda: quandary.Dataset("sudoku").batch(0, 1 << 40),
                  lambda: quandary.Dataset("sudoku").batch(0, 1 << 70),
                  lambda: quandary.Dataset("sudoku").batch(0, 3, threads=-1),
                  lambda: quandary.solve_batch([EASY], threads=-1), lambda: quandary.solve_batch([EASY], solutions=-1),
                  lambda: quandary.solve_batch([EASY], solutions=1 << 70),
                  lambda: quandary.generate("sudoku", seed=1, grade="700..800"),
                  lambda: quandary.generate("sudoku", seed=1, grade="-5..-1"),
                  lambda: puzzle.play().write(-1, 1), lambda: puzzle.play().write((1, 10), 1),
                  lambda: quandary.generate("ballsort", seed=1).play().move(0, 1),
                  lambda: quandary.generate("ballsort", seed=1).play().move(1, 10**9),
                  lambda: quandary.grade_batch([EASY], node_limit=1 << 70)]:
        with pytest.raises(quandary.OptionError):
            wrong()
    for wrong in [lambda: puzzle.to("morse"), lambda: puzzle.compare(["magic"]),
                  lambda: quandary.generate("chess", seed=1)]:
        with pytest.raises(quandary.Refused) as caught:
            wrong()
        assert caught.value.help or "morse" in caught.value.message


def test_options_that_are_words_of_python_end_with_an_underscore() -> None:
    made = quandary.generate("aquarium", seed=1, class_="6x6-easy")
    assert made == quandary.generate("aquarium", seed=1, **{"class": "6x6-easy"}) and made.size.startswith("6×6")


def test_one_technique_may_stand_alone() -> None:
    one = quandary.generate("sudoku", seed=1, needs="X-Wing")
    assert one == quandary.generate("sudoku", seed=1, needs=["X-Wing"]) and "X-Wing" in one.grade().techniques


def test_an_order_that_cannot_be_met_is_refused() -> None:
    with pytest.raises(quandary.Refused, match="could be generated"):
        quandary.generate("sudoku", seed=1, grade="easy", needs=["nested forcing chain"], tries=3)


@pytest.mark.parametrize("family", FAMILIES)
def test_pickle_and_copy(family: str) -> None:
    dataset = quandary.Dataset(family, seed=3, split="test", size=4)
    item = dataset[2]
    puzzle = item.puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == copy.deepcopy(puzzle) == puzzle
    assert hash(pickle.loads(pickle.dumps(puzzle))) == hash(puzzle)
    assert dict(pickle.loads(pickle.dumps(item))) == dict(item)
    assert dict(pickle.loads(pickle.dumps(dataset))[2]) == dict(item)
    solved = puzzle.solve()
    assert pickle.loads(pickle.dumps(solved)) == solved


def _fork_target(number: int) -> str:
    return str(quandary.solve_batch([EASY] * 100, threads=4).column("verdict")[number])


def test_forked_workers_solve_in_batches() -> None:
    quandary.solve_batch([EASY] * 10_000, threads=4)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(_fork_target, range(4)) == ["unique"] * 4


def test_a_panic_is_an_exception() -> None:
    from quandary import _quandary

    with pytest.raises(quandary.InternalError, match="on purpose"):
        _quandary.panic_for_tests()


def test_the_interpreter_is_free_while_something_runs() -> None:
    ticks = 0
    done = threading.Event()

    def work() -> None:
        quandary.read("." * 81).solve(count=True, time_limit=0.5)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20


def test_threads_share_puzzles_and_datasets() -> None:
    dataset = quandary.Dataset("sudoku", seed=5)
    expected = [dataset[place].question for place in range(20)]
    seen: list[bool] = []

    def work() -> None:
        for place in range(20):
            item = dataset[place]
            seen.append(item.question == expected[place] and quandary.score(item.answer, item).value == 1.0)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 160


def test_one_algorithm_may_stand_alone() -> None:
    assert len(quandary.read(EASY).compare("backtracking").algorithms) == 1


LONG = {
    "dataset": "quandary.Dataset('sudoku', seed=1, grade='extreme', tries=10**6).batch(0, 10**6)",
    "solve": "quandary.read('.' * 81).solve(count=True)",
    "batch": "quandary.grade_batch([quandary.generate('sudoku', seed=1, grade='very hard').to()] * 10**6)",
    "generate": "quandary.generate('sudoku', seed=1, grade='easy', needs=['nested forcing chain'], tries=10**6)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_works_inside_long_calls(call: str) -> None:
    # A job that a shell put into the background ignores Ctrl-C, and so would its children.
    listen = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    run = f"print('on', flush=True)\ntry:\n    {LONG[call]}\nexcept KeyboardInterrupt:\n    print('interrupted')"
    code = f"{listen}import quandary\n{run}"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "on\n"
    time.sleep(0.7)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "interrupted\n"


def test_budgets_end_calls_with_an_answer_or_an_error() -> None:
    assert quandary.read("." * 81).solve(count=True, time_limit=0.05).verdict in ("unknown", "multiple")
    with pytest.raises(quandary.BudgetError) as caught:
        quandary.Dataset("sudoku", grade="extreme", tries=1 << 20)._maker.make(0, 0.05)
    assert caught.value.stopped


def test_nothing_is_required() -> None:
    code = "import sys, quandary; print([m for m in ('numpy', 'pyarrow', 'pandas') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_pictures_of_one_page_share_no_ids() -> None:
    import re

    puzzle = quandary.read(EASY)
    one, two = (puzzle._repr_mimebundle_()["image/svg+xml"] for _ in range(2))
    ids = [set(re.findall(r'\bid="([^"]*)"', svg)) for svg in (one, two)]
    assert ids[0] and not ids[0] & ids[1]
    assert "prefers-color-scheme:dark" in one
    assert "image/svg+xml" in puzzle.solve(svg=True)._repr_mimebundle_()


def test_the_catalogue_names_all_families() -> None:
    assert [family.name for family in quandary.families().families] == sorted(FAMILIES) or len(
        quandary.families().families) == len(FAMILIES)


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG file."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png.endswith(b"IEND\xaeB`\x82")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.parametrize("family", ["sudoku", "nonogram", "aquarium", "ballsort"])
def test_pictures_are_png_files_too(family: str) -> None:
    puzzle = quandary.Dataset(family, seed=1)[0].puzzle
    small, large = puzzle.png(scale=1), puzzle.png()
    width, height = size_of(small)
    assert size_of(large) == (2 * width, 2 * height) and len(large) > len(small)
    assert puzzle.png(solution=True) != large
    assert puzzle.play().png() == large
    for svg in (puzzle.explain(svg=True).steps[0].svg, puzzle.solve(svg=True).svg):
        assert svg is not None and size_of(quandary.png(svg))[0] > 100


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e9])
def test_a_picture_needs_a_sensible_scale(scale: float) -> None:
    with pytest.raises(quandary.OptionError):
        quandary.generate("sudoku", seed=1).png(scale=scale)


def test_only_our_own_pictures_become_png_files() -> None:
    with pytest.raises(quandary.OptionError):
        quandary.png("nonsense")
