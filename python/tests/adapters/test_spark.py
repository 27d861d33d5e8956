"""Spark in local-cluster mode with two executors, one of which is killed."""

import os
import shutil
import signal
import sys
import threading
import time

import pytest

pyspark = pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

import quandary  # noqa: E402

ROWS = int(os.environ.get("QUANDARY_CLUSTER_ROWS", "20000"))


@pytest.fixture(scope="module")
def session() -> object:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    made = (pyspark.sql.SparkSession.builder.master("local-cluster[2,1,1024]").appName("quandary")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536").config("spark.ui.enabled", "false")
            .getOrCreate())
    yield made
    made.stop()


def executors() -> list[int]:
    """The executors of this cluster: Java processes under this one."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = open(f"/proc/{name}/cmdline").read()
        except OSError:
            continue
        if "CoarseGrainedExecutorBackend" in command and is_below(int(name), os.getpid()):
            found.append(int(name))
    return found


def is_below(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        try:
            process = int(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return False


def test_made_and_solved_rows_are_those_of_one_process(session: object, tmp_path: object) -> None:
    import pyarrow.parquet as pq

    import quandary.spark as on_spark

    session.range(4, numPartitions=4).count()
    killed: list[int] = []

    def kill_one() -> None:
        time.sleep(1.0)
        for process in executors()[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    made = on_spark.generate(session, "sudoku", ROWS, seed=1, rows_per_task=max(500, ROWS // 40))
    thread = threading.Thread(target=kill_one)
    thread.start()
    on_spark.solve(made).write.parquet(f"{tmp_path}/out")
    thread.join()
    table = pq.read_table(f"{tmp_path}/out").sort_by("index")
    assert killed, "no executor was found to kill"
    assert table["index"].to_pylist() == list(range(ROWS))
    alone = pa.table(quandary.Dataset("sudoku", seed=1, size=ROWS).batch())
    assert table["puzzle"].to_pylist() == alone["puzzle"].to_pylist()
    assert table["solution"].to_pylist() == pa.table(quandary.solve_batch(alone))["solution"].to_pylist()


def test_grades_and_scores(session: object) -> None:
    import quandary.spark as on_spark

    items = list(quandary.Dataset("nonogram", seed=1, size=6))
    rows = [(item.metadata["puzzle"], item.answer if place % 2 else "no") for place, item in enumerate(items)]
    frame = on_spark.score(on_spark.grade(session.createDataFrame(rows, ["puzzle", "reply"]))).toArrow()
    assert sorted(frame["value"].to_pylist()) == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    assert all(frame["grade"].to_pylist())


def test_all_in_one_task_is_the_same_as_one_after_the_other(session: object) -> None:
    import quandary.spark as on_spark

    def rows(**options: object) -> object:
        return on_spark.generate(session, "sudoku", 30, seed=1, start=5, rows_per_task=8, givens="68..72", **options)

    after = on_spark.grade(on_spark.solve(rows())).toArrow().sort_by("index")
    at_once = rows(also=(on_spark.solve, on_spark.grade)).toArrow().sort_by("index")
    assert at_once.to_pydict() == after.to_pydict()
    assert at_once["index"].to_pylist() == list(range(5, 35))
    with pytest.raises(ValueError):
        rows(also=[on_spark.score])


def test_counts_that_count_nothing_are_refused(session: object) -> None:
    import quandary.spark as on_spark

    for count, more in [(-1, {}), (2.5, {}), (5, {"rows_per_task": 0}), (5, {"start": -1}), (5, {"grade": "impossible"})]:
        with pytest.raises(quandary.OptionError):
            on_spark.generate(session, "sudoku", count, seed=1, **more)
