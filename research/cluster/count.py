"""Counts what the coordinator's tree costs: ``python -m cluster.count data/zuko.tsv``. Any machine will do, also a busy one.

Real jobs of the real solver by several workers in one process, on a simulated clock on which a visit is a microsecond
(:class:`~yomikiri.cluster.workers.LocalWorkers`): messages take no time. Each worker has jobs of its own and sends all that it learned after each. For every
problem of the list that one search alone decides with ``--least`` to ``--most`` visits, for every number of workers and every size of jobs, a row says
how many visits they need and how much faster they are, beside that search. At the end come geometric means over the problems, with standard errors:
what ``fit`` makes the simulator's trees like.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from typing import Any

from yomikiri.cluster.arguments import positive, size
from yomikiri.cluster.coordinator import Coordinator, CoordinatorSettings
from yomikiri.cluster.game import NativeGame
from yomikiri.cluster.result_batches import Batches
from yomikiri.cluster.settings import ClusterSettings
from yomikiri.cluster.single_problem import drive
from yomikiri.cluster.sources import read
from yomikiri.cluster.workers import LocalWorkers

from .measure import alone, with_error
from .simulate import positives


def counted(problem: dict[str, Any], settings: ClusterSettings) -> tuple[Coordinator, float]:
    """Searches a problem with all workers in this process. Returns the tree at the end and the time on the simulated clock."""
    native = settings.native(problem)
    workers = LocalWorkers([NativeGame(native) for _ in range(settings.workers)], sys.maxsize)
    coordinator = Coordinator(settings.coordinator)
    drive(coordinator, workers, Batches(workers.pack, settings.workers))
    return coordinator, workers.now()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cluster.count", description=__doc__)
    parser.add_argument("list", help="a file with problems")
    parser.add_argument("--workers", type=positives, default="1,2,4,16,64", help="how many; several with commas")
    parser.add_argument("--parts", type=positives, default="1000", help="how many jobs make the visits of one search alone; several with commas")
    parser.add_argument("--least", type=positive, default=300_000)
    parser.add_argument("--most", type=positive, default=800_000)
    parser.add_argument("--memory", type=size, default=128 << 20, metavar="SIZE", help="table of each worker, such as 512MiB")
    parser.add_argument("--out", default="cluster-count.jsonl")
    options = parser.parse_args()
    ratios: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    with open(options.out, "a", encoding="utf-8") as file:
        for row in read(options.list):
            problem = {"game": "tsume", "position": row.position.split("\t")[0]}
            one = alone(problem, ClusterSettings(1, memory=options.memory), options.most)
            if one["value"] is None or one["visits"] < options.least:
                continue
            for parts in options.parts:
                for workers in options.workers:
                    visits_of_job = max(1, one["visits"] // parts)
                    jobs = CoordinatorSettings(job_nodes=visits_of_job, first_nodes=visits_of_job)
                    settings = ClusterSettings(workers, memory=options.memory, share_solved=1, share_unsolved=1, team=1, coordinator=jobs)
                    coordinator, seconds = counted(problem, settings)
                    if coordinator.value != one["value"]:
                        raise RuntimeError(f"{row.position}: the workers say {coordinator.value}, one alone says {one['value']}: this is a bug")
                    visits, speedup = coordinator.figures.visits / one["visits"], one["visits"] * 1e-6 / seconds
                    ratios[parts, workers].append((visits, speedup))
                    made = {
                        "name": row.name, "alone": one["visits"], "parts": parts, "workers": workers, "visits": visits, "speedup": speedup,
                        "jobs": coordinator.figures.jobs, "nodes": coordinator.figures.nodes,
                    }  # fmt: skip
                    print(json.dumps(made, ensure_ascii=False), flush=True)
                    file.write(json.dumps(made, ensure_ascii=False) + "\n")
                    file.flush()
    for (parts, workers), found in sorted(ratios.items()):
        visits, speedups = (with_error(values) for values in zip(*found))
        print(
            f"{len(found)} problems, {parts} jobs, {workers} workers: {visits[0]:.2f} ± {visits[1]:.2f} times the visits, "
            f"{speedups[0]:.2f} ± {speedups[1]:.2f} times as fast"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
