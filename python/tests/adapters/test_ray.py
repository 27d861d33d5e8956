"""Ray Data in a local cluster of two workers, one of which is killed."""

import os

import pytest

ray = pytest.importorskip("ray")
pa = pytest.importorskip("pyarrow")
import quandary  # noqa: E402

ROWS = int(os.environ.get("QUANDARY_CLUSTER_ROWS", "20000"))


@pytest.fixture(scope="module")
def cluster() -> object:
    os.environ["RAY_worker_niceness"] = "0"
    os.environ["RAY_TRAIN_V2_ENABLED"] = "0"
    for attempt in range(4):
        try:
            context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
            break
        except Exception as error:
            # Ray waits for 30 seconds, which is not enough on a busy machine.
            if "timed out during startup" not in str(error) or attempt == 3:
                raise
            ray.shutdown()
    yield context
    ray.shutdown()


def test_made_solved_and_scored_rows_are_those_of_one_process(cluster: object, tmp_path: object) -> None:
    import signal
    import threading
    import time

    import pyarrow.parquet as pq

    import quandary.ray as on_ray

    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            time.sleep(0.05)
            for name in os.listdir("/proc"):
                if not name.isdigit():
                    continue
                try:
                    command = open(f"/proc/{name}/cmdline").read()
                    parent = open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[1]
                    parent_command = open(f"/proc/{parent}/cmdline").read()
                except OSError:
                    continue
                # A worker of this cluster that runs a task of Ray Data.
                if "ray::" in command and "Map" in command and session in parent_command:
                    os.kill(int(name), signal.SIGKILL)
                    killed.append(int(name))
                    return

    session = os.path.basename(ray._private.worker._global_node.get_session_dir_path())
    thread = threading.Thread(target=kill_one)
    made = on_ray.generate("sudoku", ROWS, seed=1, rows_per_task=max(500, ROWS // 40))
    solved = made.map_batches(on_ray.solve, batch_format="pyarrow")
    thread.start()
    solved.write_parquet(f"{tmp_path}/out")
    thread.join()
    table = pq.read_table(f"{tmp_path}/out").sort_by("index")
    assert killed, "no worker was found to kill"
    assert table["index"].to_pylist() == list(range(ROWS))
    alone = pa.table(quandary.Dataset("sudoku", seed=1, size=ROWS).batch())
    assert table["puzzle"].combine_chunks() == alone["puzzle"].combine_chunks()
    assert table["solution"].combine_chunks() == pa.table(quandary.solve_batch(alone))["solution"].combine_chunks()
    assert set(table["verdict"].to_pylist()) == {"unique"}


def test_grades_and_scores(cluster: object) -> None:
    import quandary.ray as on_ray

    items = list(quandary.Dataset("nonogram", seed=1, size=6))
    rows = [{"puzzle": item.metadata["puzzle"], "reply": item.answer if place % 2 else "no"} for place, item in enumerate(items)]
    data = ray.data.from_items(rows).map_batches(on_ray.grade, batch_format="pyarrow")
    back = data.map_batches(on_ray.score, batch_format="pyarrow").take_all()
    assert sorted(row["value"] for row in back) == [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    assert all(row["grade"] for row in back)


def test_counts_that_count_nothing_are_refused(cluster: object) -> None:
    import quandary.ray as on_ray

    for count, more in [(-1, {}), (2.5, {}), (5, {"rows_per_task": 0}), (5, {"start": -1}), (5, {"grade": "impossible"})]:
        with pytest.raises(quandary.OptionError):
            on_ray.generate("sudoku", count, seed=1, **more)
