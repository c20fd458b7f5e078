"""One hard problem on many workers.

Workers on one machine are threads of one process and share a table, if the game has threads. The processes form *teams*. Those of a team search
one leaf together: each keeps its paths and its table, and every few milliseconds they tell each other what they learned and where they are, over
connections of their own. That is like threads on one table, with a delay. If one team has all processes, the leaf is the root, and a job ends
only so that the state can be saved.

With several teams, the driver runs the :mod:`master <yomikiri.cluster.master>` and hands its jobs to teams. What has much work below it comes back
with each result and goes to the other teams with their next jobs.

What is sent are results that hold on every path, and numbers of unsolved nodes, which are estimates whoever made them. At the end the ordinary
solver answers the problem on the table of a worker that has all results: it finds the way quickly, replays the mate against every
defence, and writes a certificate. So no answer rests on what a worker claims.

The driver saves the master's tree every minute and the batches as they come. A worker that dies is replaced when its team begins the next job, and
takes in all batches; the others go on without it. A driver that dies is started again with the same folder and goes on.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Optional, Protocol, Union

from .game import LASTING, THREADED, ClusterGame, NativeGame, Team
from .master import Job, JobResult, Master, MasterSettings

#: How often the tree is saved, in seconds.
SAVE_EVERY = 60.0
#: Bytes after which a bundle of saved batches is large enough.
LARGEST_BUNDLE = 32 << 20


@dataclass
class OneSettings:
    """How a problem is spread over workers."""

    workers: int = 2
    #: Threads of each worker, for games that have them.
    threads: int = 1
    #: Whether every worker is a process with a table of its own. Otherwise those on one machine share both.
    apart: bool = False
    #: The threads of each process, once it is known where they are (:meth:`on_machines`). Empty: a process for each worker.
    crews: tuple[int, ...] = ()
    #: The most processes of a team. Two in a team are better than two with the master's tree between them; four are not (``docs/scaling.md``).
    team: int = 2
    #: Seconds of a job, if one team has all workers. Between two jobs the state is saved, but each costs about a hundredth of a search of a
    #: minute, because the threads leave their paths and forget what holds on these only (``docs/scaling.md``).
    team_seconds: float = SAVE_EVERY
    #: Visits of each thread in such a job, at most.
    team_nodes: int = 1 << 40
    #: Bytes for the table of each worker.
    memory: int = 1 << 30
    #: The most entries that a worker takes in between two jobs, from all other teams together. So the more there are, the fewer each sends:
    #: those with the most work below them.
    round_entries: int = 1_000_000
    #: Visits below a result, and below an unsolved node, from which on it is sent to others.
    share_solved: int = 2
    share_unsolved: int = 8
    master: MasterSettings = field(default_factory=MasterSettings)

    def native(self, problem: dict[str, Any]) -> dict[str, Any]:
        """A problem as workers get it."""
        # A process that is alone has nobody to tell; what has much work below it is saved.
        solved, unsolved = (self.share_solved, self.share_unsolved) if len(self.processes) > 1 else (LASTING, LASTING)
        return {"game": "tsume", **problem, "memory": self.memory, "share_solved": solved, "share_unsolved": unsolved}

    def on_machines(self, processors: Sequence[int]) -> OneSettings:
        """The same with one process on each machine, for machines with these numbers of processors. The largest are used first; workers for
        which there is no place wait for one, each on its own.
        """
        crews: list[int] = []
        left = self.workers
        for places in sorted((count // self.threads for count in processors), reverse=True):
            here = min(left, places)
            left -= here
            crews += [here * self.threads] if here else []
        return replace(self, crews=(*crews, *[self.threads] * left))

    @property
    def processes(self) -> tuple[int, ...]:
        """The threads of each process."""
        return self.crews or (self.threads,) * self.workers

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return max(1, math.ceil(len(self.processes) / self.team))

    @property
    def members(self) -> int:
        """How many processes the largest team has."""
        return math.ceil(len(self.processes) / self.teams)

    @property
    def jobs(self) -> MasterSettings:
        """How the master divides the work. For a team that has all processes, it does not."""
        if self.teams > 1:
            return self.master
        return replace(
            self.master, job_nodes=self.team_nodes, job_seconds=self.team_seconds, first_nodes=self.team_nodes, expand_nodes=sys.maxsize
        )

    @property
    def batch_entries(self) -> int:
        """The most entries that a process sends after a job."""
        return max(16, self.round_entries // max(1, len(self.processes) - 1))

    @property
    def bundle(self) -> int:
        """How many batches go to teams together."""
        return max(1, self.teams // 4)


@dataclass(frozen=True)
class Done:
    """A job that is back: with its result and what the worker learned, or lost."""

    worker: int
    job: Job
    result: Optional[JobResult]
    #: What to send to others and what to keep, from each of its workers.
    batches: tuple[tuple[bytes, bytes], ...] = ()
    #: Whether a worker was replaced.
    replaced: bool = False


class Workers(Protocol):
    """Where jobs are done: workers, or teams of them. The clock is theirs, so that it may be a simulated one."""

    def now(self) -> float:
        """Seconds."""

    def idle(self) -> Sequence[int]:
        """Workers without a job."""

    def submit(self, worker: int, job: Job, bundles: Sequence[Any]) -> None:
        """Gives an idle worker a job, and first the bundles of batches that it does not know."""

    def wait(self) -> Iterator[Done]:
        """Waits until a job is back."""

    def pack(self, bundle: bytes) -> Any:
        """A bundle of batches in the form in which it goes to workers."""

    def finish(self, batches: Batches, goal: str, certificate: bool) -> tuple[dict[str, Any], Optional[bytes]]:
        """Has a worker that knows everything answer the whole problem."""


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


class Batches:
    """What workers learned, in bundles, until every worker has it; and a file of what is worth keeping.

    Every worker gets every batch, so with many workers one message for each would be too many: several travel as one bundle. A worker that
    comes later gets what is in the file.
    """

    def __init__(self, pack: Callable[[bytes], Any], workers: int, bundle: int = 1, log: Optional[Path] = None):
        self._pack = pack
        self._bundle = bundle
        #: Bundles by their numbers. With bundles of one batch: who made it and need not be sent it.
        self._bundles: dict[int, tuple[Any, int]] = {}
        self._first = self._next = 0
        self._loose: list[bytes] = []
        #: The number of the first bundle that each worker does not know, and the workers that need the file first.
        self._known = [0] * workers
        self._new: set[int] = set(range(workers)) if log is not None and log.exists() else set()
        self._path = log
        self._log = open(log, "ab") if log is not None else None
        self.bytes = 0

    def add(self, worker: int, batch: bytes, kept: bytes) -> None:
        """Takes what a worker learned, and the part of it that is worth keeping."""
        if not batch:
            return
        self.bytes += len(batch)
        self._loose.append(batch)
        if len(self._loose) >= self._bundle:
            self._close_bundle(worker)
        if self._log is not None:
            self._log.write(framed(kept))
            self._log.flush()

    def _close_bundle(self, worker: int) -> None:
        self._bundles[self._next] = (self._pack(self._joined(self._loose)), worker if len(self._loose) == 1 else -1)
        self._next += 1
        self._loose.clear()

    def _joined(self, batches: Sequence[bytes]) -> bytes:
        return framed(*batches)

    def take_new(self, worker: int) -> list[Any]:
        """What a worker does not know yet."""
        numbers = range(self._known[worker], self._next)
        new = [bundle for bundle, origin in map(self._bundles.__getitem__, numbers) if origin != worker]
        self._known[worker] = self._next
        if worker in self._new:
            self._new.discard(worker)
            new = self._saved() + new
        for number in range(self._first, min(self._known)):
            del self._bundles[number]
        self._first = min(self._known)
        return new

    def _saved(self) -> list[Any]:
        """What is in the file, in bundles."""
        if self._path is None:
            return []
        bundles: list[Any] = []
        loose: list[bytes] = []
        for batch in read_batches(self._path.read_bytes()):
            loose.append(batch)
            if sum(map(len, loose)) > LARGEST_BUNDLE:
                bundles.append(self._pack(framed(*loose)))
                loose = []
        return [*bundles, self._pack(framed(*loose))] if loose else bundles

    def forget(self, worker: int) -> None:
        """The worker is a new one: it knows nothing."""
        self._known[worker] = self._next
        self._new.add(worker)

    def close(self) -> None:
        """Sends what is left, and closes the file."""
        if self._loose:
            self._close_bundle(-1)
        if self._log is not None:
            self._log.close()


def framed(*batches: bytes) -> bytes:
    """Batches one after the other, each with its size before it."""
    return b"".join(struct.pack("<Q", len(batch)) + batch for batch in batches)


def read_batches(content: bytes) -> Iterator[bytes]:
    """The batches of a bundle or a file. One that is cut off at the end is left out."""
    at = 0
    while at + 8 <= len(content):
        (size,) = struct.unpack_from("<Q", content, at)
        if at + 8 + size > len(content):
            return
        yield content[at + 8 : at + 8 + size]
        at += 8 + size


def _cut_log(log: Path) -> None:
    """Removes a batch that was cut off from the end of a file, so that others can follow."""
    whole = sum(8 + len(batch) for batch in read_batches(log.read_bytes()))
    with open(log, "r+b") as file:
        file.truncate(whole)


def drive(
    master: Master,
    workers: Workers,
    batches: Batches,
    *,
    on_record: Optional[Callable[[JobRecord], None]] = None,
    on_turn: Optional[Callable[[], None]] = None,
) -> None:
    """Hands out jobs until the root is solved. The same loop for real workers and simulated ones."""
    started: dict[int, float] = {}
    while master.value is None:
        for worker in workers.idle():
            job = master.next_job()
            if job is None:
                break
            started[job.number] = workers.now()
            workers.submit(worker, job, batches.take_new(worker))
        if master.out == 0:
            raise RuntimeError("no leaf is left and the root is not solved: this is a bug")
        for done in workers.wait():
            begun = started.pop(done.job.number)
            if done.result is None:
                batches.forget(done.worker)
                master.lost(done.job.number)
                continue
            if done.replaced:
                batches.forget(done.worker)
            for batch, kept in done.batches:
                batches.add(done.worker, batch, kept)
            master.result(done.job.number, done.result)
            if on_record:
                result = done.result
                children = len(result.node.children) if result.node else 0
                on_record(
                    JobRecord(
                        done.job.number, done.worker, len(done.job.way), done.job.nodes, result.visits, result.seconds,
                        workers.now() - begun, result.value, sum(len(batch) for batch, _ in done.batches), children,
                    )
                )  # fmt: skip
        if on_turn:
            on_turn()


def take_in(game: ClusterGame, bundles: Sequence[bytes]) -> None:
    """Takes in the batches of bundles."""
    for bundle in bundles:
        for batch in read_batches(bundle):
            game.take_in(batch)


def machines() -> list[int]:
    """The processors of each machine of the Ray cluster."""
    import ray

    return [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]


def placed(game: str, settings: OneSettings) -> OneSettings:
    """The settings with the workers of each machine of the Ray cluster in one process, where the game has threads and they need not be apart."""
    return settings if settings.apart or game not in THREADED else settings.on_machines(machines())


class Actor:
    """A process as a Ray actor."""

    def __init__(self, problem: dict[str, Any], threads: int, batch_entries: int):
        self._game = NativeGame(problem, threads)
        self._entries = batch_entries

    def listen(self, team: int) -> str:
        """Listens for the others of its team. Returns where."""
        import ray

        return f"{ray.util.get_node_ip_address()}:{self._game.listen(team)}"

    def run(self, job: Job, team: Optional[Team], *bundles: bytes) -> tuple[JobResult, tuple[bytes, bytes]]:
        take_in(self._game, bundles)
        result = self._game.run_job(job, team)
        return result, self._game.take_batch(self._entries)

    def finish(self, goal: str, certificate: bool, *bundles: bytes) -> tuple[dict[str, Any], Optional[bytes]]:
        take_in(self._game, bundles)
        return self._game.finish(goal, None, certificate)

    def process(self) -> int:
        return os.getpid()


@dataclass
class Running:
    """A job of a team: the results so far, and how many are still to come."""

    job: Job
    left: int
    results: list[tuple[int, JobResult]] = field(default_factory=list)
    batches: list[tuple[bytes, bytes]] = field(default_factory=list)


class RayWorkers:
    """Teams of Ray actors; for the driver a team is one worker. An actor that dies is replaced before its team begins the next job."""

    def __init__(self, problem: dict[str, Any], settings: OneSettings):
        import ray

        self._ray = ray
        self._problem, self._settings = problem, settings
        #: What connections say first, so that no other search can be mistaken for this one.
        self._number = secrets.randbits(63)
        #: The threads of each team's processes: as many in one team as in another, as far as possible.
        self._threads = [settings.processes[team :: settings.teams] for team in range(settings.teams)]
        self._teams = [[self._start(threads) for threads in team] for team in self._threads]
        #: Where the actors listen.
        self._addresses: dict[Any, str] = {}
        #: Calls that are out: the team and the place of the actor in it.
        self._out: dict[Any, tuple[int, int]] = {}
        self._running: dict[int, Running] = {}
        #: An actor that has the result of the root, or is as good as any.
        self._best = (0, 0)

    def _start(self, threads: int) -> Any:
        settings = self._settings
        # The machine for which the threads were counted may be gone.
        threads = min(threads, max([settings.threads, *machines()]))
        actor = self._ray.remote(num_cpus=threads, max_restarts=0, max_task_retries=0)(Actor)
        problem = {**self._problem, "memory": settings.memory * (threads // settings.threads)}
        return actor.remote(problem, threads, settings.batch_entries)

    def _replace(self, team: int, place: int) -> Any:
        """A new actor in the place of one that died."""
        self._teams[team][place] = self._start(self._threads[team][place])
        return self._teams[team][place]

    def processes(self) -> list[int]:
        """The processes of the workers."""
        return [self._ray.get(actor.process.remote()) for team in self._teams for actor in team]

    def stop(self) -> None:
        """Ends the workers."""
        for team in self._teams:
            for actor in team:
                self._ray.kill(actor)

    def now(self) -> float:
        return time.monotonic()

    def idle(self) -> list[int]:
        return [team for team in range(len(self._teams)) if team not in self._running]

    def _meet(self, team: int) -> list[str]:
        """The addresses of a team's actors. Those that do not answer are replaced."""
        actors = self._teams[team]
        asked = {place: actor.listen.remote(self._number) for place, actor in enumerate(actors) if actor not in self._addresses}
        while asked:
            place, reference = asked.popitem()
            try:
                self._addresses[actors[place]] = self._ray.get(reference)
            except self._ray.exceptions.RayTaskError:
                raise
            except self._ray.exceptions.RayError:
                asked[place] = self._replace(team, place).listen.remote(self._number)
        return [self._addresses[actor] for actor in actors]

    def submit(self, worker: int, job: Job, bundles: Sequence[Any]) -> None:
        actors = self._teams[worker]
        addresses = tuple(self._meet(worker)) if len(actors) > 1 else ()
        self._running[worker] = Running(job, len(actors))
        for place, actor in enumerate(actors):
            team = Team(job.number, addresses, place) if addresses else None
            self._out[actor.run.remote(job, team, *bundles)] = (worker, place)

    def wait(self) -> Iterator[Done]:
        ready, _ = self._ray.wait(list(self._out), num_returns=1, timeout=5.0)
        for reference in ready:
            worker, place = self._out.pop(reference)
            running = self._running[worker]
            running.left -= 1
            try:
                result, batches = self._ray.get(reference)
                running.results.append((place, result))
                running.batches.append(batches)
            except self._ray.exceptions.RayTaskError:
                raise
            except self._ray.exceptions.RayError:
                self._addresses.pop(self._teams[worker][place], None)
                self._replace(worker, place)
            if running.left == 0:
                del self._running[worker]
                yield from self._done(worker, running)

    def _done(self, worker: int, running: Running) -> Iterator[Done]:
        """What a team found. A new actor in it knows nothing, so the whole team takes in what was saved."""
        if not running.results:
            yield Done(worker, running.job, None)
            return
        place, result = min(running.results, key=lambda found: found[1].value is None)
        if result.value is not None and not running.job.way:
            self._best = (worker, place)
        results = [found for _, found in running.results]
        whole = replace(result, visits=sum(found.visits for found in results), seconds=max(found.seconds for found in results))
        yield Done(worker, running.job, whole, tuple(running.batches), len(results) < len(self._teams[worker]))

    def pack(self, bundle: bytes) -> Any:
        return self._ray.put(bundle)

    def finish(self, batches: Batches, goal: str, certificate: bool) -> tuple[dict[str, Any], Optional[bytes]]:
        # Jobs that are still out are of no use any more; the worker may die here as well.
        team, place = self._best
        for _ in range(3):
            try:
                actor = self._teams[team][place]
                answer: tuple[dict[str, Any], Optional[bytes]] = self._ray.get(
                    actor.finish.remote(goal, certificate, *batches.take_new(team))
                )
                return answer
            except self._ray.exceptions.RayTaskError:
                raise
            except self._ray.exceptions.RayError:
                self._replace(team, place)
                batches.forget(team)
        raise RuntimeError("the worker that answers the problem died three times")


class LocalWorkers:
    """Several workers in this process, whose jobs are done one after the other: for tests, to count visits on any machine, and to predict what as
    many real workers would do.

    The clock is a simulated one, on which the workers do their jobs at the same time. A job takes as long as its visits do, one a microsecond.
    """

    def __init__(self, games: Sequence[ClusterGame], batch_entries: int):
        self._games = games
        self._entries = batch_entries
        self._now = 0.0
        self._out: dict[int, tuple[float, Job, JobResult, tuple[bytes, bytes]]] = {}

    def now(self) -> float:
        return self._now

    def idle(self) -> list[int]:
        return [worker for worker in range(len(self._games)) if worker not in self._out]

    def submit(self, worker: int, job: Job, bundles: Sequence[Any]) -> None:
        game = self._games[worker]
        take_in(game, bundles)
        result = game.run_job(job)
        learned = game.take_batch(self._entries)
        self._out[worker] = (self._now + result.visits * 1e-6, job, result, learned)

    def wait(self) -> Iterator[Done]:
        worker = min(self._out, key=lambda worker: self._out[worker][0])
        self._now, job, result, learned = self._out.pop(worker)
        yield Done(worker, job, result, (learned,))

    def pack(self, bundle: bytes) -> bytes:
        return bundle

    def finish(self, batches: Batches, goal: str, certificate: bool) -> tuple[dict[str, Any], Optional[bytes]]:
        game = self._games[0]
        if not isinstance(game, NativeGame):
            raise TypeError("only the built-in games have an answer besides their value")
        take_in(game, batches.take_new(0))
        return game.finish(goal, None, certificate)


@dataclass
class OneAnswer:
    """The answer to a problem, and what it took."""

    answer: dict[str, Any]
    certificate: Optional[bytes]
    seconds: float
    finish_seconds: float
    figures: dict[str, Any]


def solve_one(
    problem: dict[str, Any],
    settings: Optional[OneSettings] = None,
    *,
    folder: Optional[Union[str, Path]] = None,
    goal: str = "first",
    certificate: bool = False,
    workers: Optional[Workers] = None,
    on_progress: Optional[Callable[[Master], None]] = None,
) -> OneAnswer:
    """Searches one problem with many workers: ``{"game": "tsume", "position": …}`` with the options of the game.

    ``folder`` is where the state is kept: what is there already is used. ``ray.init()`` must have been called, unless ``workers`` are given.
    """
    settings = settings or OneSettings()
    problem = {"game": "tsume", **problem}
    if workers is None:
        settings = placed(problem["game"], settings)
    begun = time.monotonic()
    native = settings.native(problem)
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="yomikiri-"))
        state = Path(folder)
        state.mkdir(parents=True, exist_ok=True)
        tree, log = state / "master.json", state / "batches.bin"
        if tree.exists():
            master = Master.load(tree, problem, settings.jobs)
        elif log.exists():
            raise ValueError(f"{state}: there are batches without a tree; choose another folder")
        else:
            master = Master(settings.jobs)
            # Says which problem the folder is about before there is anything else in it.
            master.save(tree, problem)
        if log.exists():
            _cut_log(log)
        jobs = stack.enter_context(open(state / "jobs.jsonl", "a", encoding="utf-8"))
        team: Workers = workers or RayWorkers(native, settings)
        batches = Batches(team.pack, len(team.idle()), settings.bundle, log)
        saved = time.monotonic()

        def record(entry: JobRecord) -> None:
            jobs.write(json.dumps(asdict(entry)) + "\n")

        def turn() -> None:
            nonlocal saved
            if time.monotonic() - saved >= SAVE_EVERY:
                master.save(tree, problem)
                saved = time.monotonic()
            if on_progress:
                on_progress(master)

        try:
            drive(master, team, batches, on_record=record, on_turn=turn)
        finally:
            master.save(tree, problem)
            batches.close()
        searched = time.monotonic()
        # The answer does not rest on the tree: the ordinary solver finds it again with all results in its table.
        answer, proof = team.finish(batches, goal, certificate)
    figures = {**vars(master.figures), "batch_bytes": batches.bytes, "value": master.value}
    return OneAnswer(answer, proof, searched - begun, time.monotonic() - searched, figures)
