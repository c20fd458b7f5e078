"""How one problem scales: the coordinator's own code with a simulated clock and simulated workers, to a thousand of them.

The loop is ``single_problem.drive`` and the tree is ``Coordinator``, unchanged. What is simulated is what is not at hand: workers, their network, and a
problem that is large enough. The *world* is a hidden AND/OR tree. Every node has a value and a cost, the visits that solving it takes; what
a job finds and how long it takes follow from that. Speeds, delays, sizes of batches and numbers of children come from the job log of a real
search (``jobs.jsonl`` in the folder of ``solve_one``). The time that the coordinator takes is not modelled but measured: the clock of the
simulation advances by the CPU time that its code has used.

Three things keep the speed-up below the number of workers, and each is reported: *search overhead* (visits beside those of one worker), *waiting*
(workers without a job, because the coordinator is busy or has no leaf), and *overhead per job* (messages, batches to merge).
"""

from __future__ import annotations

import heapq
import json
import math
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from yomikiri.cluster.arguments import positive
from yomikiri.cluster.coordinator import Coordinator, CoordinatorSettings
from yomikiri.cluster.job import INF, ChildInfo, Job, JobResult, NodeInfo
from yomikiri.cluster.result_batches import Batches
from yomikiri.cluster.settings import ClusterSettings
from yomikiri.cluster.single_problem import drive
from yomikiri.cluster.workers import Done


def positives(text: str) -> list[int]:
    """An argument such as 1,2,4."""
    return [positive(part) for part in text.split(",")]


@dataclass(frozen=True)
class Measured:
    """What was measured of real jobs."""

    #: Visits a second of one worker.
    speed: float = 700_000.0
    #: Seconds from a result to the next job besides the search itself: messages, reading and writing.
    delay: float = 0.004
    #: Bytes of a batch for each visit, and seconds that a worker needs to merge a byte.
    batch_bytes: float = 0.5
    merge: float = 2e-9
    #: Numbers of children of the nodes that were expanded.
    children: tuple[int, ...] = (3, 5, 8, 12, 20)
    #: What a visit takes a process in a team beside one alone, because it tells and is told (``measure --apart``).
    cost: float = 1.17
    #: Visits of a team beside one process alone, by its size: counted by the example ``exchange`` of ``yomikiri-cluster``.
    team_visits: tuple[tuple[int, float], ...] = ((1, 1.0), (2, 1.04), (4, 1.38))
    #: What a visit takes a thread among others on one table beside one alone: measured with two threads, on five million visits of いばらの森.
    thread_cost: float = 1.10
    #: Visits of several threads beside one, by their number: counted by the example ``threads`` of ``yomikiri-lab``, of two on problems of a
    #: million visits and more.
    thread_visits: tuple[tuple[int, float], ...] = ((1, 1.0), (2, 1.01), (8, 0.97), (16, 1.08))

    def visits_of(self, processes: int, threads: int = 1) -> float:
        """Visits of a team of this many processes with this many threads each, beside one thread alone."""
        return counted("processes", self.team_visits, processes) * counted("threads", self.thread_visits, threads)

    @classmethod
    def of_log(cls, log: Path) -> Measured:
        """From the job log of a search."""
        records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        if not records:
            raise ValueError(f"{log}: there is no job in this log")
        visits = sum(record["visits"] for record in records)
        return cls(
            speed=visits / sum(record["seconds"] for record in records),
            delay=max(0.0, statistics.median(record["turnaround"] - record["seconds"] for record in records)),
            batch_bytes=sum(record["batch"] for record in records) / visits,
            children=tuple(record["children"] for record in records if record["children"]) or cls.children,
        )


def counted(what: str, visits: Sequence[tuple[int, float]], wanted: int) -> float:
    """The visits that were counted with this many processes or threads."""
    for count, ratio in visits:
        if count == wanted:
            return ratio
    raise ValueError(f"the visits of {wanted} {what} have not been counted")


def team_speedup(processes: int, measured: Measured, threads: int = 1) -> float:
    """How much faster than one thread alone a team of this many processes with this many threads each is by the model."""
    cost = (measured.cost if processes > 1 else 1.0) * (measured.thread_cost if threads > 1 else 1.0)
    return processes * threads / cost / measured.visits_of(processes, threads)


@dataclass(frozen=True)
class Shape:
    """What the hidden tree is like. The values are those with which simulated workers need about as many visits as real ones (``fit``); see
    ``docs/scaling.md``.
    """

    #: Spread of the costs of siblings that all must be solved, as the deviation of their logarithms.
    spread: float = 0.8
    #: How far the numbers of a leaf are from what its cost would give, as the deviation of the logarithm.
    noise: float = 0.67
    #: The share of a node's cost that its best child has, where one child decides.
    main: tuple[float, float] = (0.53, 0.99)
    #: How often another child would decide as well.
    other: float = 0.15
    #: Numbers grow with the cost to this power.
    power: float = 0.56
    #: The share of a leaf's earlier visits that another worker repeats because it was not sent.
    repeated: float = 0.0


class World:
    """A hidden tree. Nodes are made when they are looked at, from a random number that follows from their path."""

    def __init__(self, cost: float, measured: Measured, shape: Shape, seed: int = 1, value: bool = True):
        self.measured, self.shape, self.seed = measured, shape, seed
        self._nodes: dict[tuple[int, ...], HiddenNode] = {(): HiddenNode(value, cost, True)}

    def node(self, path: tuple[int, ...]) -> HiddenNode:
        return self._nodes[path]

    def expand(self, path: tuple[int, ...]) -> list[HiddenNode]:
        """The children of a node."""
        node = self._nodes[path]
        if node.children is None:
            node.children = self._children(node, random.Random(f"{self.seed}{path}"))
            for index, child in enumerate(node.children):
                self._nodes[(*path, index)] = child
        return node.children

    def _children(self, node: HiddenNode, rng: random.Random) -> list[HiddenNode]:
        shape = self.shape
        count = rng.choice(self.measured.children)
        left = max(1.0, node.cost - node.spent)
        is_or = not node.is_or
        if node.value != node.is_or:
            # All children must be solved: they share the cost.
            weights = [math.exp(rng.gauss(0, shape.spread)) for _ in range(count)]
            whole = sum(weights)
            return [HiddenNode(node.value, max(1.0, left * weight / whole), is_or) for weight in weights]
        # One child decides. The others are there to be mistaken for it.
        children = [HiddenNode(node.value, max(1.0, left * rng.uniform(*shape.main)), is_or)]
        for _ in range(count - 1):
            same = rng.random() < shape.other
            cost = left * math.exp(rng.gauss(0.7 if same else -0.5, shape.spread))
            children.append(HiddenNode(node.value if same else not node.value, max(1.0, cost), is_or))
        rng.shuffle(children)
        return children

    def numbers(self, node: HiddenNode, path: tuple[int, ...]) -> tuple[float, float]:
        """The proof and disproof number of an unsolved node: what is left to do on one side, what has been seen on the other."""
        shape = self.shape
        rng = random.Random(f"{self.seed}{path}{node.looks}")
        noise = [math.exp(rng.gauss(0, shape.noise)) for _ in range(2)]
        left = max(1.0, node.cost - node.spent)
        right = max(1.0, left**shape.power * noise[0])
        wrong = max(1.0, (node.cost + 2 * node.spent) ** shape.power * 2 * noise[1])
        return (right, wrong) if node.value else (wrong, right)


@dataclass
class HiddenNode:
    """A node of the hidden tree."""

    value: bool
    cost: float
    is_or: bool
    spent: float = 0.0
    looks: int = 0
    last_worker: int = -1
    children: Optional[list[HiddenNode]] = None


class SimulatedWorkers:
    """Teams of processes with a simulated clock. The coordinator's own time is measured and passes on that clock. A team solves what it searches as one
    thread would, as many times faster as :func:`team_speedup` says.
    """

    def __init__(self, world: World, settings: ClusterSettings, coordinator_speed: float = 1.0):
        self._world = world
        self._idle = list(range(settings.teams))
        self._events: list[tuple[float, int, Done]] = []
        self._now = 0.0
        self._cpu = time.thread_time()
        self._coordinator_speed = coordinator_speed
        self.coordinator_seconds = 0.0
        self.busy_seconds = 0.0
        self.job_overhead = 0.0
        self._settings = settings
        self._speed = world.measured.speed * team_speedup(settings.largest_team, world.measured, settings.threads)

    def now(self) -> float:
        self._pass_coordinators_time()
        return self._now

    def _pass_coordinators_time(self) -> None:
        cpu = time.thread_time()
        used = (cpu - self._cpu) / self._coordinator_speed
        self._cpu = cpu
        self.coordinator_seconds += used
        self._now += used

    def idle(self) -> Sequence[int]:
        return tuple(self._idle)

    def submit(self, worker: int, job: Job, bundles: Sequence[Any]) -> None:
        self._pass_coordinators_time()
        self._idle.remove(worker)
        measured = self._world.measured
        result = self._search(worker, job)
        overhead = measured.delay + measured.merge * sum(len(bundle) for bundle in bundles)
        seconds = result.visits / self._speed
        self.busy_seconds += seconds
        self.job_overhead += overhead
        most = 32 * self._settings.batch_entries * self._settings.largest_team
        size = Size(min(most, result.visits * measured.batch_bytes))
        done = Done(worker, job, replace(result, seconds=seconds), ((size, b""),))
        heapq.heappush(self._events, (self._now + overhead + seconds, job.number, done))
        # What the simulation itself took is not the coordinator's time.
        self._cpu = time.thread_time()

    def _search(self, worker: int, job: Job) -> JobResult:
        world = self._world
        node = world.node(job.path)
        again = world.shape.repeated * node.spent if node.last_worker not in (-1, worker) else 0.0
        node.last_worker = worker
        node.looks += 1
        left = node.cost - node.spent + again
        visits = max(1, int(min(left, job.nodes)))
        if left <= job.nodes:
            numbers = (0.0, INF) if node.value else (INF, 0.0)
            return JobResult(*numbers, node.value, None, visits, 0.0, None)
        node.spent += visits - min(again, visits)
        children = []
        for index, child in enumerate(world.expand(job.path)):
            proof, disproof = world.numbers(child, (*job.path, index))
            children.append(ChildInfo(f"{job.path}{index}", "", proof, disproof))
        info = NodeInfo(node.is_or, str(job.path), "", None, tuple(children))
        return JobResult(*world.numbers(node, job.path), None, None, visits, 0.0, info)

    def wait(self) -> Iterator[Done]:
        self._pass_coordinators_time()
        at, _, done = heapq.heappop(self._events)
        # A result that came while the coordinator was busy waits for it.
        self._now = max(self._now, at)
        self._idle.append(done.worker)
        yield done

    def pack(self, bundle: bytes) -> bytes:
        return bundle

    def finish(
        self, batches: Batches, goal: str, certificate: bool, seconds: Optional[float] = None
    ) -> tuple[dict[str, Any], Optional[bytes]]:
        raise NotImplementedError("a simulated search has no answer")


class Size(bytes):
    """A batch of which only the size counts."""

    _size: int

    def __new__(cls, size: float) -> Size:
        made = super().__new__(cls, b"")
        made._size = int(size)
        return made

    def __len__(self) -> int:
        return self._size


class SimulatedBatches(Batches):
    """Batches of which only the sizes count."""

    def _joined(self, batches: Sequence[bytes]) -> bytes:
        return Size(sum(map(len, batches)))


@dataclass(frozen=True)
class Run:
    """A simulated search."""

    #: All threads of all processes.
    workers: int
    seconds: float
    visits: int
    jobs: int
    #: The share of the workers' time that is search, overhead of jobs, and waiting.
    searching: float
    overhead: float
    waiting: float
    #: The share of the time in which the coordinator is busy.
    master: float
    nodes: int
    batch_bytes: int


def simulate(
    workers: int,
    cost: float,
    job_nodes: int,
    measured: Optional[Measured] = None,
    team: int = ClusterSettings.team,
    threads: int = 1,
    shape: Optional[Shape] = None,
    seed: int = 1,
    value: bool = True,
    coordinator_speed: float = 1.0,
) -> Run:
    """Runs one search of a hidden tree that takes about ``cost`` visits, on machines with ``threads`` workers each."""
    measured = measured or Measured()
    world = World(cost, measured, shape or Shape(), seed, value)
    # One team would have one job after the other at the root, so the coordinator has nothing to do: what is simulated is its tree.
    if workers % threads:
        raise ValueError(f"{workers} workers do not fill machines of {threads}")
    jobs = CoordinatorSettings(job_nodes=job_nodes, first_nodes=min(20_000, job_nodes))
    settings = ClusterSettings(workers=workers // threads, threads=threads, team=team, coordinator=jobs)
    job = replace(settings.jobs, job_nodes=int(settings.jobs.job_nodes * team_speedup(settings.largest_team, measured, threads)))
    workers_of = SimulatedWorkers(world, settings, coordinator_speed)
    coordinator = Coordinator(job)
    batches = SimulatedBatches(workers_of.pack, settings.teams, settings.bundle)
    drive(coordinator, workers_of, batches)
    seconds = workers_of.now()
    all_seconds = seconds * settings.teams
    searching = min(1.0, workers_of.busy_seconds / all_seconds)
    overhead = min(1.0 - searching, workers_of.job_overhead / all_seconds)
    figures = coordinator.figures
    return Run(
        workers, seconds, int(figures.visits * measured.visits_of(settings.largest_team, threads)), figures.jobs, searching, overhead, max(0.0, 1 - searching - overhead),
        workers_of.coordinator_seconds / seconds, figures.nodes, batches.bytes,
    )  # fmt: skip


def main() -> int:
    """Prints a row of JSON for each number of workers and size of jobs."""
    import argparse
    from dataclasses import asdict

    parser = argparse.ArgumentParser(prog="python -m cluster.simulate", description=__doc__)
    parser.add_argument("--workers", type=positives, default="1,2,4,8,16,32,64,128,256,512,1024")
    parser.add_argument("--cost", type=float, default=4e9, help="visits that the problem takes one worker, about")
    parser.add_argument("--job-nodes", type=positives, default="1000000", help="visits of a job; several with commas")
    parser.add_argument("--team", type=positive, default=ClusterSettings.team, help="the most processes of a team")
    parser.add_argument("--threads", type=positive, default=1, help="workers of each machine, which share a process and a table")
    parser.add_argument("--seeds", type=positive, default=1)
    parser.add_argument("--log", type=Path, help="the job log of a real search, for speeds and delays")
    options = parser.parse_args()
    measured = Measured.of_log(options.log) if options.log else Measured()
    for job_nodes in options.job_nodes:
        for workers in options.workers:
            for seed in range(options.seeds):
                run = simulate(workers, options.cost, job_nodes, measured, options.team, options.threads, seed=seed)
                print(json.dumps({"job_nodes": job_nodes, "seed": seed, "threads": options.threads, **asdict(run)}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
