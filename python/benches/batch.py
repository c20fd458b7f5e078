"""The speed of lists: rows a second of Python beside the command.

    python benches/batch.py [ROWS] [YOMIKIRI] [RUNS]

YOMIKIRI is the command (default: ../target/release/yomikiri). Build both in release: `pip install ./python` and
`cargo build --release`. Prints wall and CPU time for a list of trivial problems, each the best of RUNS (default: 3); with Ray also those of a batch of
`yomikiri.cluster`, from a list to a Parquet file. The CPU time of Ray's processes is not known here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Optional

import yomikiri

JOBS = 2


def positions(count: int) -> list[str]:
    """In turns a mate in one and a position without a mate, the list of BENCHMARKS.md: all that counts is what a row costs besides its search."""
    return [f"4k4/9/4P4/9/9/9/9/9/9 b {'GP'[number % 2]} 1" for number in range(count)]


def measure(name: str, run: Callable[[], int], count: int, runs: int) -> float:
    """The best wall time of some runs."""
    walls, cpus = [], []
    for _ in range(runs):
        start, before = time.perf_counter(), os.times()
        assert run() == count
        after = os.times()
        walls.append(time.perf_counter() - start)
        cpus.append(sum(after[:4]) - sum(before[:4]))
    wall, cpu = min(walls), min(cpus)
    rate = count / wall
    print(f"{name:28} {wall:7.2f} s  {rate:9,.0f} rows/s  CPU {cpu:7.2f} s  {cpu / count * 1e6:6.1f} µs a row", flush=True)
    return wall


def by_cluster(file: Path) -> Optional[Callable[[], int]]:
    """A batch on Ray's workers, if Ray is installed. Starts Ray."""
    try:
        import pyarrow.parquet as parquet
        import ray
    except ImportError:
        return None
    from yomikiri.cluster import BatchTask, run_batch

    ray.init(num_cpus=JOBS, object_store_memory=1 << 29, include_dashboard=False, log_to_driver=False)

    def run() -> int:
        with tempfile.TemporaryDirectory() as out:
            made = run_batch(file, out, BatchTask("solve"))
            return int(parquet.read_metadata(made).num_rows)

    return run


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    default = Path(__file__).parents[2] / "target/release/yomikiri"
    command = sys.argv[2] if len(sys.argv) > 2 else str(default)
    times = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    texts = positions(count)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list.sfen"
        file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")

        def by_command() -> int:
            arguments = [command, "solve", str(file), "--jobs", str(JOBS), "--json"]
            lines = 0
            with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
                while process.stdout is not None and (block := process.stdout.read(1 << 20)):
                    lines += block.count(b"\n")
            return lines

        def by_rows() -> int:
            return sum(1 for _ in yomikiri.rows("solve", texts, jobs=JOBS))

        def by_results() -> int:
            return sum(1 for _ in yomikiri.solve_many(texts, jobs=JOBS))

        least = measure(f"yomikiri solve --jobs {JOBS}", by_command, count, times)
        runs = {"yomikiri.rows": by_rows, "yomikiri.solve_many": by_results}
        for name, run in runs.items():
            print(f"{'':28} {least / measure(name, run, count, times):.2f} of the command's speed")
        batch = by_cluster(file)
        if batch is not None:
            print(f"{'':28} {least / measure('yomikiri.cluster batch', batch, count, times):.2f} of the command's speed")


if __name__ == "__main__":
    main()
