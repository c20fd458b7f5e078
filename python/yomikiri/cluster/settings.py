"""How one problem is spread over workers."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .coordinator import CoordinatorSettings
from .game import LASTING

#: How often the state of a search is saved, in seconds.
SAVE_EVERY = 60.0


@dataclass
class ClusterSettings:
    """How a problem is spread over workers."""

    workers: int = 2
    #: Threads of each worker, for games that have them.
    threads: int = 1
    #: Whether every worker is a process with a table of its own. Otherwise those on one machine share both.
    apart: bool = False
    #: The threads of each process, once it is known where they are (:meth:`on_machines`). Empty: a process for each worker.
    process_threads: tuple[int, ...] = ()
    #: The most processes of a team. Two in a team are better than two with the coordinator's tree between them; four are not (``docs/scaling.md``).
    team: int = 2
    #: Seconds of a job, if one team has all workers. Between two jobs the state is saved, but each costs about a hundredth of a search of a
    #: minute, because the threads leave their paths and forget what holds on these only (``docs/scaling.md``).
    team_seconds: float = SAVE_EVERY
    #: Visits of each thread in such a job, at most.
    team_nodes: int = 1 << 40
    #: Bytes for the table of each worker.
    memory: int = 1 << 30
    #: The most entries that a worker merges between two jobs, from all other teams together. So the more there are, the fewer each sends:
    #: those with the most work below them.
    round_entries: int = 1_000_000
    #: Visits below a result, and below an unsolved node, from which on it is sent to others.
    share_solved: int = 2
    share_unsolved: int = 8
    coordinator: CoordinatorSettings = field(default_factory=CoordinatorSettings)

    def native(self, problem: dict[str, Any]) -> dict[str, Any]:
        """A problem as workers get it."""
        # A process that is alone has nobody to tell; what has much work below it is saved.
        solved, unsolved = (self.share_solved, self.share_unsolved) if len(self.processes) > 1 else (LASTING, LASTING)
        return {"game": "tsume", **problem, "memory": self.memory, "share_solved": solved, "share_unsolved": unsolved}

    def on_machines(self, processors: Sequence[int]) -> ClusterSettings:
        """The same with one process on each machine, for machines with these numbers of processors. The largest are used first; workers for
        which there is no place wait for one, each on its own.
        """
        process_threads: list[int] = []
        left = self.workers
        for places in sorted((count // self.threads for count in processors), reverse=True):
            here = min(left, places)
            left -= here
            process_threads += [here * self.threads] if here else []
        return replace(self, process_threads=(*process_threads, *[self.threads] * left))

    @property
    def processes(self) -> tuple[int, ...]:
        """The threads of each process."""
        return self.process_threads or (self.threads,) * self.workers

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return max(1, math.ceil(len(self.processes) / self.team))

    @property
    def largest_team(self) -> int:
        """How many processes the largest team has."""
        return math.ceil(len(self.processes) / self.teams)

    @property
    def jobs(self) -> CoordinatorSettings:
        """How the coordinator divides the work. For a team that has all processes, it does not."""
        if self.teams > 1:
            return self.coordinator
        return replace(
            self.coordinator, job_nodes=self.team_nodes, job_seconds=self.team_seconds, first_nodes=self.team_nodes, expand_nodes=sys.maxsize
        )

    @property
    def batch_entries(self) -> int:
        """The most entries that a process sends after a job."""
        return max(16, self.round_entries // max(1, len(self.processes) - 1))

    @property
    def bundle(self) -> int:
        """How many batches go to teams together."""
        return max(1, self.teams // 4)
