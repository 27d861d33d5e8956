"""Arrow batches, with and without an Arrow library."""

import copy
import pickle

import pytest

import quandary

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_lists_of_texts_need_no_arrow_library() -> None:
    solved = quandary.solve_batch([EASY, None, "nonsense", "", EASY])
    assert len(solved) == 5
    assert solved.column("verdict") == ["unique", None, None, None, "unique"]
    assert solved.column("solution")[4] == SOLVED
    errors = solved.column("error")
    assert errors[0] is None and errors[1] == "there is no puzzle in this row" and errors[2] and errors[3]
    graded = quandary.grade_batch([EASY, None, "nonsense"])
    assert graded.column("grade") == ["easy", None, None] and "hidden single" in graded.column("techniques")[0]
    assert graded.column("family") == ["sudoku", None, None] and graded.column("ending")[0] == "complete"
    scored = quandary.score_batch([SOLVED, None, "1"], [EASY, EASY, None])
    assert scored.column("value") == [1.0, 0.0, None] and scored.column("error")[2]
    assert set(solved.to_pydict()) == set(solved.column_names)
    with pytest.raises(ValueError):
        solved.column("nothing")


def test_errors_of_rows_have_their_place() -> None:
    table = quandary.solve_batch(["12..\n..x.\n....\n..43"])
    assert (table.column("error_line"), table.column("error_column")) == ([2], [3]) and table.column("error_help")[0]


@pytest.mark.parametrize("wrong", [None, 5, EASY, [5], [EASY, b"x"], object(), {"puzzle": [EASY]}])
def test_wrong_types_are_type_errors(wrong: object) -> None:
    with pytest.raises(TypeError):
        quandary.solve_batch(wrong)


def test_batches_of_all_families_agree_with_single_calls() -> None:
    for family in ("sudoku", "nonogram", "aquarium", "ballsort"):
        made = quandary.generate_batch(family, 0, 20, seed=3)
        puzzles = made.column("puzzle")
        solved = quandary.solve_batch(puzzles, threads=2)
        graded = quandary.grade_batch(puzzles, threads=2)
        for row, text in enumerate(puzzles):
            puzzle = quandary.read(text, family=family)
            assert solved.column("verdict")[row] == puzzle.solve().verdict
            assert quandary.score(solved.column("solution")[row], puzzle).value == 1.0
            assert graded.column("score")[row] == puzzle.grade().grade.score
        scored = quandary.score_batch(made.column("answer"), puzzles)
        assert scored.column("value") == [1.0] * 20


def test_order_is_kept_over_many_pieces_with_bad_rows() -> None:
    rows = 30_000
    texts = [EASY if row % 7 else f"bad {row}" for row in range(rows)]
    solved = quandary.solve_batch(texts, threads=4)
    assert len(solved) == rows
    assert all((verdict is None) == (row % 7 == 0) for row, verdict in enumerate(solved.column("verdict")))
    assert all((error is not None) == (row % 7 == 0) for row, error in enumerate(solved.column("error")))


def test_a_million_rows_with_bad_ones_among_them() -> None:
    texts = [EASY, "bad", None, EASY, "", EASY, EASY, "5" * 81, EASY, EASY] * 100_000
    table = quandary.solve_batch(texts)
    assert len(table) == 1_000_000
    of_ten = ["unique", None, None, "unique", None, "unique", "unique", "impossible", "unique", "unique"]
    assert table.column("verdict") == of_ten * 100_000
    is_bad = [False, True, True, False, True, False, False, False, False, False]
    assert [error is not None for error in table.column("error")] == is_bad * 100_000


def test_tables_are_pickled_and_copied() -> None:
    made = quandary.Dataset("sudoku", seed=1, graded=True).batch(0, 300)
    for table in (made, quandary.solve_batch([EASY, None, "bad"]), quandary.grade_batch([EASY, "bad"]),
                  quandary.score_batch(["1"], [EASY]), quandary.solve_batch([])):
        again = pickle.loads(pickle.dumps(table))
        assert again.to_pydict() == table.to_pydict() and again.column_names == table.column_names
        assert copy.copy(table).to_pydict() == copy.deepcopy(table).to_pydict() == table.to_pydict()


def test_unequal_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="2 replies, but 1 puzzles"):
        quandary.score_batch(["1", "2"], [EASY])


class Broken:
    """Something that promises Arrow and does not keep it."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class BrokenArray(Broken):
    __arrow_c_stream__ = property()
    __arrow_c_array__ = Broken.__arrow_c_stream__


def test_promises_of_arrow_that_are_not_kept() -> None:
    stream = quandary.solve_batch([EASY]).__arrow_c_stream__()
    schema = quandary.solve_batch([EASY]).__arrow_c_schema__()
    for answer in (None, 5, "text", (), (1, 2), schema, (schema, schema), (stream, stream)):
        for kind in (Broken, BrokenArray):
            with pytest.raises((TypeError, ValueError)):
                quandary.solve_batch(kind(answer))
    with pytest.raises(KeyError):
        quandary.solve_batch(Broken(KeyError("gone")))
    # A stream is read once: the next reader finds it empty.
    assert len(quandary.solve_batch(Broken(stream), column="verdict")) == 1
    with pytest.raises(ValueError):
        quandary.solve_batch(Broken(stream), column="verdict")


def test_huge_replies_are_scored() -> None:
    huge = "x" * (3 << 20)
    scored = quandary.score_batch([huge, f"<answer>{huge}</answer>", f"{huge}\n<answer>{SOLVED}</answer>"], [EASY] * 3)
    assert scored.column("value") == [0.0, 0.0, 1.0]


class TestPyarrow:
    @pytest.fixture(autouse=True)
    def _pyarrow(self) -> None:
        self.pa = pytest.importorskip("pyarrow")

    def test_all_layouts_of_texts(self) -> None:
        pa = self.pa
        texts = ["bad", EASY, None, EASY, "longer than twelve bytes, so not inside a view"]
        plain = pa.array(texts)
        layouts = [plain, pa.array(texts, pa.large_string()), pa.array(texts, pa.string_view()),
                   plain.dictionary_encode(), pa.chunked_array([texts[:2], [], texts[2:]]),
                   pa.array(["x", *texts, "y"])[1:6], pa.table({"puzzle": texts}),
                   pa.table({"other": range(5), "puzzle": texts}), pa.record_batch({"only": texts}),
                   pa.table({"puzzle": ["x", *texts]}).slice(1)]
        for layout in layouts:
            solved = pa.table(quandary.solve_batch(layout))
            assert solved["verdict"].to_pylist() == [None, "unique", None, "unique", None], layout
            assert solved["solution"][1].as_py() == SOLVED

    def test_dictionaries_and_missing_rows(self) -> None:
        pa = self.pa
        empty = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int32()), pa.array([], pa.string()))
        assert quandary.solve_batch(empty).column("error") == ["there is no puzzle in this row"] * 2
        entries = pa.array([None, EASY, "bad"])
        keys = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 2, 1], pa.int8()), entries)
        assert quandary.solve_batch(keys).column("verdict") == ["unique", None, None, None, "unique"]
        assert quandary.solve_batch(keys.slice(3)).column("verdict") == [None, "unique"]
        # More than two gigabytes of texts, but there is only one of them.
        long = pa.DictionaryArray.from_arrays(pa.array([0] * 360, pa.int32()), pa.array(["x" * 6_000_000]))
        assert quandary.solve_batch(long).column("verdict") == [None] * 360
        # Missing as a whole, whatever the column holds there.
        for column in (pa.array([EASY, EASY]), pa.array([EASY, EASY]).dictionary_encode()):
            rows = pa.StructArray.from_arrays([column], names=["puzzle"], mask=pa.array([False, True]))
            assert quandary.solve_batch(rows).column("verdict") == ["unique", None]

    def test_wrong_arrow_is_refused(self) -> None:
        pa = self.pa
        for wrong, kind in [(pa.array([1, 2]), TypeError), (pa.table({"a": [1], "b": ["x"]}), ValueError),
                            (pa.table({"puzzle": [1.5]}), TypeError), (pa.array([[EASY]]), TypeError)]:
            with pytest.raises(kind):
                quandary.solve_batch(wrong)
        assert pa.table(quandary.solve_batch(pa.nulls(3)))["error"].null_count == 0
        assert len(quandary.solve_batch(pa.array([], pa.string()))) == 0

    def test_broken_buffers_are_refused(self) -> None:
        pa = self.pa
        import struct

        offsets = pa.py_buffer(struct.pack("<3i", 0, 1000, 2))
        broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"ab")])
        with pytest.raises(ValueError):
            quandary.solve_batch(broken)
        bytes_ = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(struct.pack("<2i", 0, 2)),
                                                        pa.py_buffer(b"\xff\xfe")])
        with pytest.raises(ValueError):
            quandary.solve_batch(bytes_)

    def test_a_round_trip_through_parquet_keeps_items_right(self, tmp_path: object) -> None:
        pq = pytest.importorskip("pyarrow.parquet")
        for family in ("sudoku", "nonogram", "aquarium", "ballsort"):
            path = f"{tmp_path}/{family}.parquet"
            pq.write_table(self.pa.table(quandary.generate_batch(family, 0, 100, seed=1, split="test")), path)
            back = pq.read_table(path)
            assert set(quandary.score_batch(back["answer"], back["puzzle"]).column("value")) == {1.0}

    def test_a_table_is_read_more_than_once(self) -> None:
        table = quandary.solve_batch([EASY])
        assert self.pa.table(table) == self.pa.table(table)


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"puzzle": [EASY, None, "x"]})
    assert pl.DataFrame(quandary.solve_batch(frame))["verdict"].to_list() == ["unique", None, None]
    assert pl.DataFrame(quandary.solve_batch(frame["puzzle"]))["error"].null_count() == 1
    assert quandary.solve_batch(pl.Series([None], dtype=pl.Categorical)).column("verdict") == [None]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    with duckdb.connect() as connection:
        relation = connection.sql(f"select '{EASY}' as puzzle union all select 'x'")
        assert sorted(map(str, quandary.solve_batch(relation).column("verdict"))) == ["None", "unique"]
        solved = quandary.solve_batch([EASY])
        assert connection.sql("select verdict from solved").fetchall() == [("unique",)]


def test_arro3() -> None:
    arro3 = pytest.importorskip("arro3.core")
    pa = pytest.importorskip("pyarrow")
    array = arro3.Array.from_arrow(pa.array([EASY, None]))
    assert arro3.Table.from_arrow(quandary.solve_batch(array)).num_rows == 2
