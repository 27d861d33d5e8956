"""Puzzles made, solved and graded to Parquet by one process, on Ray and on Spark, with a worker killed halfway.

``python tools/clusters.py alone|ray|spark FAMILY ROWS FOLDER [NAME=VALUE …]``, in an environment with pyarrow and the cluster's
library, writes ``FOLDER/alone``, ``FOLDER/ray`` or ``FOLDER/spark``. On a cluster a worker is killed with SIGKILL when half of
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
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import quandary
from quandary._beside import beside

COLUMNS = ["index", "puzzle", "answer", "verdict", "solution", "grade_grade", "grade_score"]
TICK = os.sysconf("SC_CLK_TCK")


def rows_per_task(rows: int) -> int:
    return max(500, rows // 100)


class Watch(threading.Thread):
    """Counts the CPU time of all processes below this one, and kills one of them when half of the files are there."""

    def __init__(self, folder: Path, files: int, mark: str | None) -> None:
        super().__init__(daemon=True)
        self.used: dict[int, float] = {}
        self.killed: str | None = None
        self.folder, self.files, self.mark, self.stopped = folder, files, mark, threading.Event()

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
        if self.mark is None or self.killed is not None or self.written() < self.files / 2:
            return
        workers = [process for process in below if self.mark in commands[process] and "IDLE" not in commands[process]]
        if workers:
            busiest = max(workers, key=lambda process: times[process])
            os.kill(busiest, signal.SIGKILL)
            self.killed = f"process {busiest} ({commands[busiest].split(chr(0))[0]}) at {self.written()} of {self.files} files"

    @staticmethod
    def is_below(process: int, parents: dict[int, int]) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    def written(self) -> int:
        return sum(1 for _ in self.folder.rglob("*.parquet"))

    def total(self) -> float:
        return sum(self.used.values())

    def run(self) -> None:
        while not self.stopped.wait(0.25):
            self.look()


def alone(family: str, rows: int, folder: Path, options: dict[str, str]) -> None:
    source = quandary.Dataset(family, seed=1, **options)
    folder.mkdir(parents=True)
    step = rows_per_task(rows)
    for start in range(0, rows, step):
        made = pyarrow.table(source.batch(start, min(start + step, rows), threads=1))
        made = beside(made, pyarrow.table(quandary.solve_batch(made, threads=1)), "solve_")
        made = beside(made, pyarrow.table(quandary.grade_batch(made, threads=1)), "grade_")
        pyarrow.parquet.write_table(made, folder / f"{start:010}.parquet")


def on_ray(family: str, rows: int, folder: Path, options: dict[str, str]) -> None:
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
    made = cluster.generate(family, rows, seed=1, rows_per_task=rows_per_task(rows), **options)
    for work in (cluster.solve, cluster.grade):
        made = made.map_batches(work, batch_format="pyarrow", batch_size=None)
    made.write_parquet(str(folder))


def on_spark(family: str, rows: int, folder: Path, options: dict[str, str]) -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession
    import quandary.spark as cluster

    session = (SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536").getOrCreate())
    made = cluster.generate(session, family, rows, seed=1, rows_per_task=rows_per_task(rows), **options)
    cluster.grade(cluster.solve(made)).write.parquet(str(folder))


RUNS = {"alone": (alone, None), "ray": (on_ray, "ray::"), "spark": (on_spark, "CoarseGrainedExecutorBackend")}


def run(kind: str, family: str, rows: int, folder: Path, options: dict[str, str]) -> None:
    work, mark = RUNS[kind]
    shutil.rmtree(folder / kind, ignore_errors=True)
    watch = Watch(folder / kind, -(-rows // rows_per_task(rows)), mark)
    watch.start()
    begin = time.perf_counter()
    work(family, rows, folder / kind, options)
    wall = time.perf_counter() - begin
    watch.stopped.set()
    watch.join()
    watch.look()
    assert mark is None or watch.killed is not None, "no worker was killed"
    report = {"family": family, "options": options, "rows": rows, "seconds": wall, "cpu": watch.total(), "killed": watch.killed}
    (folder / f"{kind}.json").write_text(json.dumps(report))
    print(f"{kind}: {report}", flush=True)


def compare(rows: int, folder: Path) -> None:
    """Compares what the clusters wrote with what one process wrote, column by column."""
    cpu = {kind: json.loads((folder / f"{kind}.json").read_text())["cpu"] for kind in RUNS
           if (folder / f"{kind}.json").exists()}
    for kind in cpu:
        order = pyarrow.compute.sort_indices(column(folder / kind, "index"))
        for name in COLUMNS:
            values = column(folder / kind, name).take(order)
            if name == "index":
                assert values.equals(pyarrow.array(range(rows), pyarrow.int64())), f"{kind}: rows are missing or twice"
            elif kind == "alone":
                different = pyarrow.compute.count_distinct(values).as_py()
                print(f"{name}: {different:,} different values, {values.null_count:,} missing")
            else:
                assert values.equals(column(folder / "alone", name)), f"{kind}: {name} differs"
        if kind != "alone":
            more = (cpu[kind] - cpu["alone"]) / rows * 1e6
            print(f"{kind}: {rows:,} rows, each once, all equal to those of one process; {more:.1f} s of CPU time more for a "
                  f"million rows than {cpu['alone'] / rows * 1e6:.1f} s", flush=True)


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
