"""Measures how problems scale: ``python -m cluster.measure data/minutes.tsv``. For a quiet machine.

For each problem and run: the search by one worker alone, without a coordinator, and real workers under Ray. Prints a row for each and appends it to
``--out``. The one has a table as large as the workers of its machine have together: that is the machine's memory. ``cost`` is the time of a visit of a worker beside one alone, by the clock; the simulator is fed with it. With ``--apart`` every worker has a
process and a table of its own, as workers on different machines have.

With ``--beside``, also as many searches at the same time as there are workers, each in a process of its own and without the others: what the machine
gives. Processes share its caches and its memory, and on a virtual machine the processors themselves, so that is less than their number.

A search is chaotic: the few entries that are lost when a table grows can double its visits. So every run has another size of table, and the last
row has geometric means over all runs, with their standard errors.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from yomikiri.cluster.arguments import positive, ray_session, size, values
from yomikiri.cluster.coordinator import Coordinator, CoordinatorSettings
from yomikiri.cluster.game import NativeGame
from yomikiri.cluster.job import Job
from yomikiri.cluster.ray_workers import RayWorkers, placed
from yomikiri.cluster.result_batches import Batches
from yomikiri.cluster.settings import ClusterSettings
from yomikiri.cluster.single_problem import drive
from yomikiri.cluster.sources import read

from .simulate import Measured, team_speedup

#: Visits below a node from which on it is noted for others: none.
NEVER = (1 << 32) - 1
#: The table of each run beside that of the one before. Tables grow by half, so this gives six runs tables that grow at other moments.
SMALLER = 0.93


def alone(problem: dict[str, Any], settings: ClusterSettings, most: int = 1 << 60) -> dict[str, Any]:
    """One worker, one job of at most this many visits, nothing noted for others: the search as it is without a cluster."""
    memory = settings.memory * (settings.processes[0] // settings.threads)
    native = {**settings.native(problem), "memory": memory, "share_solved": NEVER, "share_unsolved": NEVER}
    game = NativeGame(native)
    begun = time.process_time()
    result = game.run_job(Job(1, (), most))
    cpu = time.process_time() - begun
    return {
        "kind": "alone", "workers": 1, "seconds": result.seconds, "visits": result.visits, "value": result.value, "cpu_seconds": cpu,
    }  # fmt: skip


def beside(problem: dict[str, Any], settings: ClusterSettings) -> dict[str, Any]:
    """As many searches side by side as there are workers; they have nothing to do with each other."""
    with multiprocessing.get_context("spawn").Pool(settings.workers) as pool:
        rows = pool.starmap(alone, [(problem, settings)] * settings.workers)
    return {
        **rows[0],
        "kind": "beside",
        "workers": settings.workers,
        "seconds": max(row["seconds"] for row in rows) / settings.workers,
        "cpu_seconds": statistics.mean(row["cpu_seconds"] for row in rows),
    }


def real(problem: dict[str, Any], settings: ClusterSettings) -> dict[str, Any]:
    """Workers under Ray."""
    team, coordinator = RayWorkers(settings.native(problem), settings), Coordinator(settings.jobs)
    processes = team.processes()  # they are ready
    before = sum(map(cpu_seconds, processes))
    begun = time.monotonic()
    drive(coordinator, team, Batches(team.pack, settings.teams, settings.bundle))
    seconds = time.monotonic() - begun
    cpu = sum(map(cpu_seconds, processes)) - before
    team.stop()
    figures = coordinator.figures
    return {
        "kind": "ray",
        "workers": settings.workers,
        "seconds": seconds,
        "visits": figures.visits,
        "value": coordinator.value,
        "jobs": figures.jobs,
        "job_seconds": figures.job_seconds,
        "cpu_seconds": cpu,
        "nodes": figures.nodes,
    }


def with_error(ratios: Sequence[float]) -> tuple[float, float]:
    """The geometric mean and its standard error."""
    mean = statistics.geometric_mean(ratios)
    deviation = statistics.stdev(map(math.log, ratios)) if len(ratios) > 1 else 0.0
    return mean, mean * deviation / math.sqrt(len(ratios))


def cpu_seconds(process: int) -> float:
    """The CPU time of a process on this machine so far; 0 where that is not known."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def listed(problem: str) -> list[str]:
    """The positions of a file, or the one position that this is."""
    path = Path(problem)
    return [row.position.split("\t")[0] for row in read(path)] if path.suffix and path.exists() else [problem]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cluster.measure", description=__doc__)
    parser.add_argument("problems", nargs="+", metavar="PROBLEM", help="a position, or a file with problems")
    parser.add_argument("--game", default="tsume")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--team", type=positive, default=ClusterSettings.team)
    parser.add_argument("--runs", type=positive, default=3)
    parser.add_argument("--memory", type=size, default=2 << 30, metavar="SIZE")
    parser.add_argument("--job-nodes", type=positive, default=CoordinatorSettings.job_nodes)
    parser.add_argument("--team-nodes", type=positive, default=ClusterSettings.team_nodes)
    parser.add_argument("--out", default="cluster-measure.jsonl")
    options = parser.parse_args()
    with ray_session(cpus=options.workers) as out:
        return _measure(options, out)


def _measure(options: argparse.Namespace, out: TextIO) -> int:
    coordinator = CoordinatorSettings(job_nodes=options.job_nodes)
    settings = ClusterSettings(
        options.workers, apart=options.apart, team=options.team, team_nodes=options.team_nodes, memory=options.memory, coordinator=coordinator
    )
    settings = placed(options.game, settings)
    ratios: dict[str, list[float]] = {"speedup": [], "visits_ratio": [], "cost": []}
    possible: list[float] = []
    positions = [position for problem in options.problems for position in listed(problem)]
    with open(options.out, "a", encoding="utf-8") as file:
        # In turns, because the speed of a shared machine changes within minutes.
        for run in range(options.runs):
            smaller = replace(settings, memory=round(options.memory * SMALLER**run))
            for position in positions:
                problem = {"game": options.game, "position": position, **values(options.option)}
                base = alone(problem, smaller)
                both = [beside(problem, smaller)] if options.beside else []
                for made in (base, *both, real(problem, smaller)):
                    made["speedup"] = base["seconds"] / made["seconds"]
                    made["visits_ratio"] = made["visits"] / base["visits"]
                    made["cost"] = made["workers"] / made["speedup"] / made["visits_ratio"]
                    made["load"] = os.getloadavg()[0]
                    print(json.dumps(made), file=out, flush=True)
                    file.write(json.dumps({"position": position, **made}) + "\n")
                    file.flush()
                for name, of_runs in ratios.items():
                    of_runs.append(made[name])
                possible += [row["speedup"] for row in both]
    means = {name: with_error(of_runs) for name, of_runs in ratios.items()}
    cost = means["cost"][0]
    predicted = team_speedup(settings.largest_team, Measured(cost=cost, thread_cost=cost), settings.processes[0])
    if possible:
        means["beside"] = with_error(possible)
    print(json.dumps({**means, "predicted": predicted}), file=out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
