"""Puzzles made, solved and graded to Parquet by one process, on Ray and on Spark, with a worker killed halfway.

``python tools/clusters.py alone|ray|spark FAMILY ROWS FOLDER [NAME=VALUE …]``, in an environment with pyarrow and the cluster's
library, writes ``FOLDER/alone``, ``FOLDER/ray`` or ``FOLDER/spark``. Run ``alone`` first: the clusters are compared with it, and
a worker is killed with SIGKILL when they have used half of its CPU time. The CPU time is that of all processes.
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
import pyarrow.parquet

import quandary
from quandary._beside import beside

COLUMNS = ["index", "puzzle", "answer", "verdict", "solution", "grade_grade", "grade_score"]
TICK = os.sysconf("SC_CLK_TCK")


def rows_per_task(rows: int) -> int:
    return max(500, rows // 100)


class Watch(threading.Thread):
    """Counts the CPU time of all processes below this one, and kills one of them halfway."""

    def __init__(self, halfway: float | None, mark: str) -> None:
        super().__init__(daemon=True)
        self.used: dict[int, float] = {}
        self.killed: int | None = None
        self.halfway, self.mark, self.stopped = halfway, mark, threading.Event()

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
        for process in parents:
            above = process
            while above in parents and above != os.getpid():
                above = parents[above]
            if above == os.getpid():
                self.used[process] = times[process]
                is_worker = process != os.getpid() and self.mark in commands[process]
                if is_worker and self.killed is None and self.halfway is not None and self.total() > self.halfway:
                    os.kill(process, signal.SIGKILL)
                    self.killed = process

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


RUNS = {"alone": (alone, ""), "ray": (on_ray, "ray::"), "spark": (on_spark, "CoarseGrainedExecutorBackend")}


def compared(folder: Path, rows: int, reference: Path) -> str:
    table = pyarrow.parquet.read_table(folder, columns=COLUMNS).sort_by("index")
    expected = pyarrow.parquet.read_table(reference, columns=COLUMNS).sort_by("index")
    assert table["index"].to_pylist() == list(range(rows)), "rows are missing or twice"
    for name in COLUMNS[1:]:
        assert table[name].to_pylist() == expected[name].to_pylist(), f"{name} differs"
    return f"{rows:,} rows, each once, all equal to those of one process"


def main() -> None:
    kind, family, rows, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]).absolute()
    options = dict(pair.split("=", 1) for pair in sys.argv[5:])
    run, mark = RUNS[kind]
    report = folder / "alone.json"
    reference = json.loads(report.read_text()) if kind != "alone" else None
    shutil.rmtree(folder / kind, ignore_errors=True)
    watch = Watch(reference["cpu"] / 2 if reference else None, mark)
    watch.start()
    begin = time.perf_counter()
    run(family, rows, folder / kind, options)
    wall = time.perf_counter() - begin
    watch.stopped.set()
    watch.look()
    cpu = watch.total()
    print(f"{kind}: {rows:,} rows of {family} {options}, {wall:.0f} s, {cpu:.0f} s of CPU time", flush=True)
    if reference is None:
        report.write_text(json.dumps({"cpu": cpu, "rows": rows}))
        return
    assert watch.killed is not None, "no worker was killed"
    print(f"process {watch.killed} was killed; {compared(folder / kind, rows, folder / 'alone')}")
    print(f"overhead: {(cpu - reference['cpu']) / rows * 1e6:.0f} s of CPU time for a million rows")


if __name__ == "__main__":
    main()
