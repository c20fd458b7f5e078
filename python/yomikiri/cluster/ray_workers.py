"""Workers as actors of Ray, in teams."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Optional

from .game import THREADED, NativeGame, TeamAssignment
from .job import Job, JobResult
from .result_batches import Batches, merge_bundles
from .settings import ClusterSettings
from .workers import Done


def machines() -> list[int]:
    """The processors of each machine of the Ray cluster."""
    import ray

    return [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]


def placed(game: str, settings: ClusterSettings) -> ClusterSettings:
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

    def run(self, job: Job, team: Optional[TeamAssignment], *bundles: bytes) -> tuple[JobResult, tuple[bytes, bytes]]:
        merge_bundles(self._game, bundles)
        result = self._game.run_job(job, team)
        return result, self._game.drain_journal(self._entries)

    def finish(
        self, goal: str, certificate: bool, seconds: Optional[float], *bundles: bytes
    ) -> tuple[dict[str, Any], Optional[bytes]]:
        merge_bundles(self._game, bundles)
        return self._game.finish(goal, seconds, certificate)

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

    def __init__(self, problem: dict[str, Any], settings: ClusterSettings):
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
        #: Why the latest actor that died could not be set up.
        self._refusal: Optional[str] = None
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

    def _note(self, death: Exception) -> None:
        """Notes why an actor died. Gives up if the one before it could not be set up for the same reason."""
        failed = getattr(death, "actor_init_failed", False)
        reason = str(death).rstrip().rpartition("\n")[2] if failed else None
        if reason is not None and reason == self._refusal:
            raise ValueError(f"a worker cannot be set up: {reason}")
        self._refusal = reason

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
            except self._ray.exceptions.RayError as error:
                self._note(error)
                asked[place] = self._replace(team, place).listen.remote(self._number)
        return [self._addresses[actor] for actor in actors]

    def submit(self, worker: int, job: Job, bundles: Sequence[Any]) -> None:
        actors = self._teams[worker]
        addresses = tuple(self._meet(worker)) if len(actors) > 1 else ()
        self._running[worker] = Running(job, len(actors))
        for place, actor in enumerate(actors):
            team = TeamAssignment(job.number, addresses, place) if addresses else None
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
            except self._ray.exceptions.RayError as error:
                self._note(error)
                self._addresses.pop(self._teams[worker][place], None)
                self._replace(worker, place)
            if running.left == 0:
                del self._running[worker]
                yield from self._done(worker, running)

    def _done(self, worker: int, running: Running) -> Iterator[Done]:
        """What a team found. A new actor in it knows nothing, so the whole team merges what was saved."""
        if not running.results:
            yield Done(worker, running.job, None)
            return
        place, result = min(running.results, key=lambda found: found[1].value is None)
        if result.value is not None and not running.job.path:
            self._best = (worker, place)
        results = [found for _, found in running.results]
        whole = replace(result, visits=sum(found.visits for found in results), seconds=max(found.seconds for found in results))
        yield Done(worker, running.job, whole, tuple(running.batches), len(results) < len(self._teams[worker]))

    def pack(self, bundle: bytes) -> Any:
        return self._ray.put(bundle)

    def finish(
        self, batches: Batches, goal: str, certificate: bool, seconds: Optional[float] = None
    ) -> tuple[dict[str, Any], Optional[bytes]]:
        # Jobs that are still out are of no use any more; the worker may die here as well.
        team, place = self._best
        for _ in range(3):
            try:
                actor = self._teams[team][place]
                answer: tuple[dict[str, Any], Optional[bytes]] = self._ray.get(
                    actor.finish.remote(goal, certificate, seconds, *batches.take_new(team))
                )
                return answer
            except self._ray.exceptions.RayTaskError:
                raise
            except self._ray.exceptions.RayError as error:
                self._note(error)
                self._replace(team, place)
                batches.forget(team)
        raise RuntimeError("the worker that answers the problem died three times")
