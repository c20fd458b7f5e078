"""Where jobs are done: what the driver asks of workers, and workers that share its process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Protocol

from .game import ClusterGame, NativeGame
from .job import Job, JobResult
from .result_batches import Batches, merge_bundles


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

    def finish(
        self, batches: Batches, goal: str, certificate: bool, seconds: Optional[float] = None
    ) -> tuple[dict[str, Any], Optional[bytes]]:
        """Has a worker that knows everything answer the whole problem, within this many seconds."""


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
        merge_bundles(game, bundles)
        result = game.run_job(job)
        learned = game.drain_journal(self._entries)
        self._out[worker] = (self._now + result.visits * 1e-6, job, result, learned)

    def wait(self) -> Iterator[Done]:
        worker = min(self._out, key=lambda worker: self._out[worker][0])
        self._now, job, result, learned = self._out.pop(worker)
        yield Done(worker, job, result, (learned,))

    def pack(self, bundle: bytes) -> bytes:
        return bundle

    def finish(
        self, batches: Batches, goal: str, certificate: bool, seconds: Optional[float] = None
    ) -> tuple[dict[str, Any], Optional[bytes]]:
        game = self._games[0]
        if not isinstance(game, NativeGame):
            raise TypeError("only the built-in games have an answer besides their value")
        merge_bundles(game, batches.take_new(0))
        return game.finish(goal, seconds, certificate)
