"""Puzzles made, solved and graded to Parquet by one process, on Ray and on Spark, with a worker killed halfway.

``python tools/clusters.py alone|ray|spark FAMILY ROWS FOLDER [NAME=VALUE …]``, in an environment with pyarrow and the cluster's
library, writes ``FOLDER/alone``, ``FOLDER/ray`` or ``FOLDER/spark`` in parts of a million rows. A part that is complete is not
made again, so a run that was cut off goes on where it was; with ``STOP_AFTER=120`` in the environment no part is begun after so many
seconds. On a cluster a worker is killed with SIGKILL when half of
the files are there. ``compare`` in place of a run compares the clusters' files with those of one process.
``tools/clusters.sh`` does it all. The CPU time is that of all processes.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import quandary
from quandary._beside import beside

COLUMNS = ["index", "puzzle", "answer", "verdict", "solution", "grade_grade", "grade_score"]
PART = 1_000_000
TICK = os.sysconf("SC_CLK_TCK")

#: Writes the items from a number on, so many of them, into a folder.
Work = Callable[[int, int, Path], None]


def rows_per_task(rows: int) -> int:
    return max(500, min(rows, PART) // 20)


def parts(rows: int) -> list[tuple[int, int]]:
    return [(start, min(PART, rows - start)) for start in range(0, rows, PART)]


def files(folder: Path) -> int:
    return sum(1 for path in folder.rglob("*.parquet") if "_temporary" not in path.parts)


class Watch(threading.Thread):
    """Counts the CPU time of all processes below this one, and kills one of them when half of the files are there."""

    def __init__(self, folder: Path, expected: int, mark: str | None, killed: str | None) -> None:
        super().__init__(daemon=True)
        self.used: dict[int, float] = {}
        self.killed = killed
        self.folder, self.expected, self.mark, self.stopped = folder, expected, mark, threading.Event()

    def look(self) -> None:
        parents, times, commands = {}, {}, {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()
                commands[int(name)] = Path(f"/proc/{name}/cmdline").read_text()
            except OSError:
                continue
            parents[int(name)] = int(fields[1])
            times[int(name)] = (int(fields[11]) + int(fields[12])) / TICK
        below = [process for process in parents if self.is_below(process, parents)]
        self.used.update((process, times[process]) for process in below)
        if self.mark is None or self.killed is not None:
            return
        written = files(self.folder)
        # A worker that runs a task, and has run for longest; Ray's own actors are no workers.
        workers = [process for process in below if self.mark in commands[process]]
        if 2 * written >= self.expected and workers:
            busiest = max(workers, key=lambda process: times[process])
            os.kill(busiest, signal.SIGKILL)
            self.killed = f"process {busiest} ({commands[busiest].split(chr(0))[0]}) at {written} of {self.expected} files"

    @staticmethod
    def is_below(process: int, parents: dict[int, int]) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    def total(self) -> float:
        return sum(self.used.values())

    def run(self) -> None:
        while not self.stopped.wait(0.5):
            self.look()


def alone(family: str, step: int, options: dict[str, str]) -> Work:
    source = quandary.Dataset(family, seed=1, **options)

    def work(first: int, count: int, folder: Path) -> None:
        folder.mkdir(parents=True)
        for start in range(first, first + count, step):
            made = pyarrow.table(source.batch(start, min(start + step, first + count), threads=1))
            made = beside(made, pyarrow.table(quandary.solve_batch(made, threads=1)), "solve_")
            made = beside(made, pyarrow.table(quandary.grade_batch(made, threads=1)), "grade_")
            pyarrow.parquet.write_table(made, folder / f"{start:010}.parquet")

    return work


def on_ray(family: str, step: int, options: dict[str, str]) -> Work:
    os.environ["RAY_worker_niceness"] = "0"
    import ray
    import quandary.ray as cluster

    for _ in range(3):
        try:
            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
            break
        except Exception as error:  # noqa: BLE001 - Ray waits for 30 seconds, which is not enough on a busy machine
            print(error, file=sys.stderr)
            ray.shutdown()

    def work(first: int, count: int, folder: Path) -> None:
        made = cluster.generate(family, count, seed=1, start=first, rows_per_task=step, **options)
        for answer in (cluster.solve, cluster.grade):
            made = made.map_batches(answer, batch_format="pyarrow", batch_size=None)
        made.write_parquet(str(folder))

    return work


def on_spark(family: str, step: int, options: dict[str, str]) -> Work:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession
    import quandary.spark as cluster

    session = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536").getOrCreate())

    def work(first: int, count: int, folder: Path) -> None:
        made = cluster.generate(session, family, count, seed=1, start=first, rows_per_task=step,
                                also=(cluster.solve, cluster.grade), **options)
        made.write.parquet(str(folder))

    return work


RUNS = {"alone": (alone, None), "ray": (on_ray, "ray::MapBatches"), "spark": (on_spark, "CoarseGrainedExecutorBackend")}


def run(kind: str, family: str, rows: int, folder: Path, options: dict[str, str]) -> None:
    make, mark = RUNS[kind]
    said = folder / f"{kind}.json"
    report: dict[str, Any] = {"family": family, "options": options, "rows": rows, "seconds": 0.0, "cpu": 0.0,
                              "killed": None, "done": [], "parts": {}}
    if said.exists():
        before = json.loads(said.read_text())
        if all(before[name] == report[name] for name in ("family", "options", "rows")):
            report = before
    left = [part for part in parts(rows) if part[0] not in report["done"]]
    if not left:
        return
    for start, _ in left:
        shutil.rmtree(folder / kind / f"{start:010}", ignore_errors=True)
    step = rows_per_task(rows)
    watch = Watch(folder / kind, sum(-(-count // step) for _, count in parts(rows)), mark, report["killed"])
    watch.start()
    begin = time.perf_counter()
    (folder / kind).mkdir(parents=True, exist_ok=True)
    work = make(family, step, options)
    counted = (0.0, begin)
    limit = float(os.environ.get("STOP_AFTER", "inf"))
    for start, count in left:
        if time.perf_counter() - begin > limit:
            break
        work(start, count, folder / kind / f"{start:010}")
        watch.look()
        now = (watch.total(), time.perf_counter())
        report["cpu"] += now[0] - counted[0]
        report["seconds"] += now[1] - counted[1]
        report["parts"][str(start)] = {"rows": count, "cpu": now[0] - counted[0], "seconds": now[1] - counted[1]}
        report["killed"] = watch.killed
        report["done"].append(start)
        counted = now
        said.write_text(json.dumps(report))
        print(f"{kind}: {start + count:,} rows, {report['seconds']:.0f} s, {report['cpu']:.0f} s of CPU time", flush=True)
    watch.stopped.set()
    watch.join()
    if len(report["done"]) < len(parts(rows)):
        return
    assert mark is None or watch.killed is not None, "no worker was killed"
    print(f"{kind}: {report}", flush=True)


def compare(rows: int, folder: Path) -> None:
    """Compares what the clusters wrote with what one process wrote, column by column."""
    reports = {kind: json.loads((folder / f"{kind}.json").read_text()) for kind in RUNS
               if (folder / f"{kind}.json").exists()}
    cpu = {kind: report["cpu"] for kind, report in reports.items() if len(report["done"]) == len(parts(rows))}
    puzzles = []
    for start, count in parts(rows):
        name = f"{start:010}"
        for kind in cpu:
            order = pyarrow.compute.sort_indices(column(folder / kind / name, "index"))
            assert len(order) == count, f"{kind}: {len(order):,} rows from {start:,} on, not {count:,}"
            for column_name in COLUMNS:
                values = column(folder / kind / name, column_name).take(order)
                if column_name == "index":
                    expected = pyarrow.array(range(start, start + count), pyarrow.int64())
                    assert values.equals(expected), f"{kind}: rows are missing or twice"
                    continue
                assert values.null_count == 0, f"{kind}: {column_name} is missing in {values.null_count} rows"
                alone = column(folder / "alone" / name, column_name)
                assert kind == "alone" or values.equals(alone), f"{kind}: {column_name} differs from {start:,} on"
                if kind == "alone" and column_name == "puzzle":
                    puzzles.append(values)
    different = pyarrow.compute.count_distinct(pyarrow.chunked_array(puzzles)).as_py()
    print(f"one process: {rows:,} rows, {different:,} different puzzles, {cpu['alone'] / rows * 1e6:.1f} s of CPU time for a million")
    for kind in set(cpu) - {"alone"}:
        more = (cpu[kind] - cpu["alone"]) / rows * 1e6
        print(f"{kind}: {rows:,} rows, each once, all equal to those of one process; killed {reports[kind]['killed']}; "
              f"{more:.1f} s of CPU time more for a million rows", flush=True)


def column(folder: Path, name: str) -> pyarrow.Array:
    values = pyarrow.parquet.read_table(folder, columns=[name])[name]
    kinds = {pyarrow.string(): pyarrow.large_string(), pyarrow.uint64(): pyarrow.int64()}
    return values.cast(kinds.get(values.type, values.type)).combine_chunks()


def main() -> None:
    kind, family, rows, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]).absolute()
    if kind == "compare":
        compare(rows, folder)
    else:
        run(kind, family, rows, folder, dict(pair.split("=", 1) for pair in sys.argv[5:]))


if __name__ == "__main__":
    main()
