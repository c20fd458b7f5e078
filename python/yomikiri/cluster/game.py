"""What a worker of one problem can do, whatever the game is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional, Protocol

from .job import INF, Job, JobResult, NodeInfo, job_result, node_info


#: Visits below a node from which on it is kept on disk, for workers that come later.
LASTING = 128


@dataclass(frozen=True)
class TeamAssignment:
    """Processes that search one leaf together. They exchange what they learn while they search."""

    #: Another one for each job.
    job: int
    #: Where they listen, IP and port.
    addresses: tuple[str, ...]
    #: Which of them this is.
    process: int


class ClusterGame(Protocol):
    """One problem in one process, with a table that stays between jobs.

    The game itself is behind this: who moves at a node, its children, terminal values, keys of positions, and searches. ``NativeGame`` has mates,
    Othello and Connect6; the simulator has a tree without a game.
    """

    def node(self, path: Sequence[int]) -> NodeInfo:
        """A node: who is to move, its value if it is terminal, its key, its children with keys and numbers."""

    def run_job(self, job: Job, team: Optional[TeamAssignment] = None) -> JobResult:
        """Searches a leaf within the budget of the job, together with others if there is a team."""

    def drain_journal(self, most: int) -> tuple[bytes, bytes]:
        """What was learned since the last call, and the part of it that is worth keeping. Results in it hold on every path."""

    def merge_batch(self, batch: bytes) -> int:
        """Merges what another process learned about the same problem."""


#: Games whose searches can have several threads, which share a table.
THREADED = ("tsume",)


class NativeGame:
    """A problem of one of the built-in games: ``{"game": "tsume", "position": …, "memory": …}``."""

    def __init__(self, problem: dict[str, Any], threads: int = 1):
        from yomikiri._native import Worker

        self._worker = Worker(json.dumps(problem))
        self._threads = threads

    def node(self, path: Sequence[int]) -> NodeInfo:
        return node_info(json.loads(self._worker.node(list(path))))

    def listen(self, team: int) -> int:
        """Listens for the other processes of a team, which all have this number. Returns the port."""
        return self._worker.listen(team, LASTING)

    def run_job(self, job: Job, team: Optional[TeamAssignment] = None) -> JobResult:
        request = {
            "way": job.path,
            # The visits of a job are those of each thread, so that processes with few and with many threads take equally long.
            "nodes": job.nodes * self._threads,
            "least_nodes": job.nodes * self._threads // 4,
            "proof": _finite(job.proof),
            "disproof": _finite(job.disproof),
            "seconds": None if job.seconds == INF else job.seconds,
            "threads": self._threads,
            "team": {"job": team.job, "addresses": team.addresses, "member": team.process} if team else None,
        }
        return job_result(json.loads(self._worker.search(json.dumps(request))))

    def drain_journal(self, most: int) -> tuple[bytes, bytes]:
        return self._worker.drain_journal(most, LASTING)

    def merge_batch(self, batch: bytes) -> int:
        return self._worker.merge_batch(batch)

    def finish(self, goal: str, seconds: Optional[float] = None, certificate: bool = False) -> tuple[dict[str, Any], Optional[bytes]]:
        """The answer to the whole problem from what is known here, checked, and its certificate."""
        text, proof = self._worker.finish(goal, seconds, certificate)
        answer: dict[str, Any] = json.loads(text)
        return answer, proof


def check(problem: dict[str, Any]) -> None:
    """Raises ``InputError`` if a problem cannot be read."""
    NativeGame({"game": "tsume", **problem, "memory": 1 << 20})


def _finite(number: float) -> Optional[int]:
    return None if number == INF else max(1, int(number))
