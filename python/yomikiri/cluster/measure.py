"""Measures how one problem scales: ``python -m yomikiri.cluster.measure POSITION``. For a quiet machine.

For each problem and run: the search by one worker alone, without a master; the prediction for several workers, from real jobs on a simulated clock
(``LocalWorkers``); and real workers under Ray. Prints a row for each and appends it to ``--out``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from .__main__ import OBJECT_STORE, values
from .game import NativeGame
from .master import Job, Master, MasterSettings
from .one import Batches, LocalWorkers, OneSettings, RayWorkers, drive


def alone(problem: dict[str, Any], settings: OneSettings) -> dict[str, Any]:
    """One worker, one job: the search as it is without a cluster."""
    result = NativeGame(settings.native(problem)).run_job(Job(1, (), 1 << 60))
    return {"kind": "alone", "workers": 1, "seconds": result.seconds, "visits": result.visits, "value": result.value}


def predicted(problem: dict[str, Any], settings: OneSettings, delay: float) -> dict[str, Any]:
    """Real jobs, one after the other, on the clock of several workers."""
    games = [NativeGame(settings.native(problem)) for _ in range(settings.workers)]
    team, master = LocalWorkers(games, settings.batch_entries, delay), Master(settings.master)
    drive(master, team, Batches(team.pack, settings.workers, settings.bundle))
    return row("predicted", settings, team.now(), master)


def real(problem: dict[str, Any], settings: OneSettings) -> dict[str, Any]:
    """Workers under Ray."""
    team, master = RayWorkers(settings.native(problem), settings), Master(settings.master)
    team.processes()  # they are ready
    begun = time.monotonic()
    drive(master, team, Batches(team.pack, settings.workers, settings.bundle))
    made = row("ray", settings, time.monotonic() - begun, master)
    team.stop()
    return made


def row(kind: str, settings: OneSettings, seconds: float, master: Master) -> dict[str, Any]:
    """A row of the table."""
    figures = master.figures
    return {
        "kind": kind,
        "workers": settings.workers,
        "seconds": seconds,
        "visits": figures.visits,
        "value": master.value,
        "jobs": figures.jobs,
        "job_seconds": figures.job_seconds,
        "nodes": figures.nodes,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m yomikiri.cluster.measure", description=__doc__)
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--game", default="tsume")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--memory", type=int, default=2 << 30)
    parser.add_argument("--job-nodes", type=int, default=MasterSettings.job_nodes)
    parser.add_argument("--delay", type=float, default=0.004, help="seconds of a message, for the prediction")
    parser.add_argument("--out", default="cluster-measure.jsonl")
    options = parser.parse_args()
    import ray

    ray.init(num_cpus=options.workers, object_store_memory=OBJECT_STORE, include_dashboard=False, log_to_driver=False)
    settings = OneSettings(options.workers, memory=options.memory, master=MasterSettings(job_nodes=options.job_nodes))
    with open(options.out, "a", encoding="utf-8") as file:
        for position in options.positions:
            problem = {"game": options.game, "position": position, **values(options.option)}
            for _ in range(options.runs):
                base = alone(problem, settings)
                for made in (base, predicted(problem, settings, options.delay), real(problem, settings)):
                    made["speedup"] = base["seconds"] / made["seconds"]
                    made["visits_ratio"] = made["visits"] / base["visits"]
                    print(json.dumps(made), flush=True)
                    file.write(json.dumps({"position": position, **made}) + "\n")
                    file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
