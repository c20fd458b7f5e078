"""One hard problem on many workers.

Workers on one machine are threads of one process and share a table, if the game has threads. The processes form *teams*. Those of a team search
one leaf together: each keeps its paths and its table, and every few milliseconds they tell each other what they learned and where they are, over
connections of their own. That is like threads on one table, with a delay. If one team has all processes, the leaf is the root, and a job ends
only so that the state can be saved.

With several teams, the driver runs the :mod:`coordinator <yomikiri.cluster.coordinator>` and hands its jobs to teams. What has much work below it comes back
with each result and goes to the other teams with their next jobs.

What is sent are results that hold on every path, and numbers of unsolved nodes, which are estimates whoever made them. At the end the ordinary
solver answers the problem on the table of a worker that has all results: it finds the way quickly, replays the mate against every
defence, and writes a certificate. So no answer rests on what a worker claims.

The driver saves the coordinator's tree every minute and the batches as they come. A worker that dies is replaced when its team begins the next job, and
merges all batches; the others go on without it. A driver that dies is started again with the same folder and goes on.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Optional, Union

from . import checkpoint
from .coordinator import Coordinator
from .game import check
from .job import INF
from .ray_workers import RayWorkers, placed
from .result_batches import Batches, cut_log
from .settings import SAVE_EVERY, ClusterSettings
from .workers import Workers


#: What the answer is to say: a mate, the shortest one, or the main line.
GOALS = ("first", "shortest", "main")


@dataclass
class JobRecord:
    """What became of a job: what the simulator is fed with."""

    number: int
    worker: int
    depth: int
    budget: int
    visits: int
    seconds: float
    turnaround: float
    value: Optional[bool]
    batch: int
    children: int


def drive(
    coordinator: Coordinator,
    workers: Workers,
    batches: Batches,
    *,
    time: float = INF,
    on_record: Optional[Callable[[JobRecord], None]] = None,
    on_turn: Optional[Callable[[], None]] = None,
) -> None:
    """Hands out jobs until the root is solved or ``time`` seconds are over. Real workers and simulated ones share this loop."""
    started: dict[int, float] = {}
    end = workers.now() + time
    while coordinator.value is None:
        left = end - workers.now()
        for worker in workers.idle() if left > 0 else ():
            job = coordinator.next_job(left)
            if job is None:
                break
            started[job.number] = workers.now()
            workers.submit(worker, job, batches.take_new(worker))
        if coordinator.out == 0:
            if left <= 0:
                return
            raise RuntimeError("no leaf is left and the root is not solved: this is a bug")
        for done in workers.wait():
            begun = started.pop(done.job.number)
            if done.result is None:
                batches.forget(done.worker)
                coordinator.lost(done.job.number)
                continue
            if done.replaced:
                batches.forget(done.worker)
            for batch, kept in done.batches:
                batches.add(done.worker, batch, kept)
            coordinator.result(done.job.number, done.result)
            if on_record:
                result = done.result
                children = len(result.node.children) if result.node else 0
                on_record(
                    JobRecord(
                        done.job.number, done.worker, len(done.job.path), done.job.nodes, result.visits, result.seconds,
                        workers.now() - begun, result.value, sum(len(batch) for batch, _ in done.batches), children,
                    )
                )  # fmt: skip
        if on_turn:
            on_turn()


@dataclass
class ClusterAnswer:
    """The answer to a problem, and what it took."""

    answer: dict[str, Any]
    certificate: Optional[bytes]
    seconds: float
    finish_seconds: float
    figures: dict[str, Any]


def solve_one(
    problem: dict[str, Any],
    settings: Optional[ClusterSettings] = None,
    *,
    folder: Optional[Union[str, Path]] = None,
    goal: str = "first",
    certificate: bool = False,
    time: Optional[float] = None,
    workers: Optional[Workers] = None,
    on_progress: Optional[Callable[[Coordinator], None]] = None,
) -> ClusterAnswer:
    """Searches one problem with many workers: ``{"game": "tsume", "position": …}`` with the options of the game.

    ``folder`` is where the state is kept: what is there already is used. After ``time`` seconds the verdict is "unknown", unless it
    is known by then. ``ray.init()`` must have been called, unless ``workers`` are given.
    """
    if goal not in GOALS:
        raise ValueError(f"goal: expected one of {', '.join(GOALS)}, not {goal!r}")
    settings = settings or ClusterSettings()
    problem = {"game": "tsume", **problem}
    check(problem)
    if workers is None:
        settings = placed(problem["game"], settings)
    begun = monotonic()
    native = settings.native(problem)
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="yomikiri-"))
        state = Path(folder)
        state.mkdir(parents=True, exist_ok=True)
        tree, log = state / "master.json", state / "batches.bin"
        if tree.exists():
            coordinator = checkpoint.load(tree, problem, settings.jobs)
        elif log.exists():
            raise ValueError(f"{state}: there are batches without a tree; choose another folder")
        else:
            coordinator = Coordinator(settings.jobs)
            # Says which problem the folder is about before there is anything else in it.
            checkpoint.save(coordinator, tree, problem)
        if log.exists():
            cut_log(log)
        jobs = stack.enter_context(open(state / "jobs.jsonl", "a", encoding="utf-8"))
        team: Workers = workers or RayWorkers(native, settings)
        batches = Batches(team.pack, len(team.idle()), settings.bundle, log)
        saved = monotonic()

        def record(entry: JobRecord) -> None:
            jobs.write(json.dumps(asdict(entry)) + "\n")

        def turn() -> None:
            nonlocal saved
            if monotonic() - saved >= SAVE_EVERY:
                checkpoint.save(coordinator, tree, problem)
                saved = monotonic()
            if on_progress:
                on_progress(coordinator)

        try:
            drive(coordinator, team, batches, time=INF if time is None else time, on_record=record, on_turn=turn)
        finally:
            checkpoint.save(coordinator, tree, problem)
            batches.close()
        searched = monotonic()
        # The answer does not rest on the tree: the ordinary solver finds it again with all results in its table.
        left = None if time is None else max(0.0, time - (searched - begun))
        answer, proof = team.finish(batches, goal, certificate, left)
        if coordinator.value is not None and answer["verdict"] == "unknown":
            # The time is over before the goal is reached. The value is known, and is checked nevertheless.
            answer, proof = team.finish(batches, "first", certificate)
    figures = {**vars(coordinator.figures), "batch_bytes": batches.bytes, "value": coordinator.value}
    return ClusterAnswer(answer, proof, searched - begun, monotonic() - searched, figures)
