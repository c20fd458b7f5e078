"""The coordinator on random graphs with circles, beside the truth from retrograde analysis."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Optional

import pytest

from yomikiri.cluster import checkpoint
from yomikiri.cluster.result_batches import Batches
from yomikiri.cluster.game import TeamAssignment
from yomikiri.cluster.job import INF, ChildInfo, Job, JobResult, NodeInfo
from yomikiri.cluster.coordinator import Coordinator, CoordinatorSettings
from yomikiri.cluster.single_problem import drive
from yomikiri.cluster.workers import Done, LocalWorkers


class Graph:
    """A random AND/OR graph. Play that comes back to a node of its own path is lost for the prover."""

    def __init__(self, seed: int, nodes: int = 30, waits: bool = False):
        rng = random.Random(seed)
        self.is_or = [rng.random() < 0.5 for _ in range(nodes)]
        self.children = [rng.sample(range(nodes), rng.randint(2, 4)) for _ in range(nodes)]
        self.end: list[Optional[bool]] = [None] * nodes
        for node in rng.sample(range(1, nodes), nodes // 6):
            self.end[node] = rng.random() < 0.5
        self.waits = waits

    def truth(self) -> list[bool]:
        """What the prover can force in finitely many moves."""
        won = [end is True for end in self.end]
        changed = True
        while changed:
            changed = False
            for node, children in enumerate(self.children):
                if won[node] or self.end[node] is not None:
                    continue
                values = [won[child] for child in children]
                if any(values) if self.is_or[node] else all(values):
                    won[node] = changed = True
        return won


class GraphGame:
    """Jobs are searches to a small depth, which know the path and say on what of it a disproof relies."""

    def __init__(self, graph: Graph, seed: int):
        self.graph = graph
        self.rng = random.Random(seed)

    def _at(self, path: Sequence[int]) -> tuple[int, list[int]]:
        node, above = 0, []
        for index in path:
            above.append(node)
            node = self.graph.children[node][index]
        return node, above

    def node(self, path: Sequence[int]) -> NodeInfo:
        node, above = self._at(path)
        graph = self.graph
        children = []
        for index, child in enumerate(graph.children[node]):
            repeats = max((depth for depth, other in enumerate([*above, node]) if other == child), default=None)
            waits_for = index - 1 if graph.waits and index and not graph.is_or[node] else None
            children.append(
                ChildInfo(str(child), str(child), self.rng.randint(1, 9), self.rng.randint(1, 9), waits_for, repeats)
            )
        # Where the side to move is not that of the parent, the coordinator must take it from here.
        return NodeInfo(graph.is_or[node], str(node), str(node), graph.end[node], tuple(children))

    def run_job(self, job: Job, team: Optional[TeamAssignment] = None) -> JobResult:
        node, above = self._at(job.path)
        value, relies_on = self._search(node, above, self.rng.choice((0, 0, 1, 2)))
        if relies_on is not None and relies_on >= len(above):
            relies_on = None
        numbers = {True: (0, INF), False: (INF, 0), None: (self.rng.randint(1, 9), self.rng.randint(1, 9))}[value]
        return JobResult(*numbers, value, relies_on, 1, 1.0, self.node(job.path))

    def _search(self, node: int, path: list[int], depth: int) -> tuple[Optional[bool], Optional[int]]:
        """The value if it shows within a depth, and the shallowest node of the path on which a disproof relies."""
        graph = self.graph
        if node in path:
            return False, path.index(node)
        if graph.end[node] is not None:
            return graph.end[node], None
        if depth == 0:
            return None, None
        results = [self._search(child, [*path, node], depth - 1) for child in graph.children[node]]
        values = [value for value, _ in results]
        wanted = graph.is_or[node]
        if wanted in values:
            if wanted:
                return True, None
            reaches = [INF if reach is None else reach for value, reach in results if value is False]
            best = max(reaches)
        elif None in values:
            return None, None
        elif not wanted:
            return True, None
        else:
            best = min(INF if reach is None else reach for _, reach in results)
        return False, None if best >= len(path) else int(best)

    def drain_journal(self, most: int) -> tuple[bytes, bytes]:
        return b"", b""

    def merge_batch(self, batch: bytes) -> int:
        return 0


class Unreliable(LocalWorkers):
    """Workers that lose some of their jobs."""

    rng = random.Random(1)

    def wait(self):  # type: ignore[no-untyped-def]
        for done in super().wait():
            yield Done(done.worker, done.job, None) if self.rng.random() < 0.2 else done


def solved(seed: int, workers: int, kind: type[LocalWorkers] = LocalWorkers, waits: bool = False) -> Coordinator:
    graph = Graph(seed, waits=waits)
    games = [GraphGame(graph, seed * 31 + worker) for worker in range(workers)]
    coordinator = Coordinator(CoordinatorSettings(job_nodes=1, first_nodes=1), graph.is_or[0])
    drive(coordinator, kind(games, 0), Batches(lambda batch: batch, 8))
    assert coordinator.value == graph.truth()[0], seed
    truth = graph.truth()
    # Whatever holds on every path must be true of its position, wherever it is in the tree.
    stack = [coordinator.root]
    while stack:
        node = stack.pop()
        if node.value is not None and node.relies_on is None and node.key:
            assert node.value == truth[int(node.key)], (seed, node.path)
        stack.extend(node.children or ())
    return coordinator


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_random_graphs_with_circles(workers: int) -> None:
    coordinators = [solved(seed, workers) for seed in range(400)]
    assert sum(coordinator.figures.aliases for coordinator in coordinators) > 300
    assert sum(coordinator.figures.splits for coordinator in coordinators) > 30
    assert {coordinator.value for coordinator in coordinators} == {True, False}


def test_children_that_wait_for_a_sibling() -> None:
    for seed in range(200):
        solved(seed, 2, waits=True)


def test_lost_jobs_are_done_again() -> None:
    coordinators = [solved(seed, 3, Unreliable) for seed in range(200)]
    assert sum(coordinator.figures.lost for coordinator in coordinators) > 20


def test_a_checkpoint_goes_on_where_it_was(tmp_path: Path) -> None:
    for seed in range(100):
        graph = Graph(seed, 30)
        coordinator = Coordinator(CoordinatorSettings(job_nodes=1, first_nodes=1), graph.is_or[0])
        game = GraphGame(graph, seed)
        for _ in range(5):
            job = coordinator.next_job()
            if job is not None:
                coordinator.result(job.number, game.run_job(job))
        coordinator.next_job()  # a job that will never come back
        file = tmp_path / "master.json"
        checkpoint.save(coordinator, file, {"seed": seed})
        again = checkpoint.load(file, {"seed": seed}, coordinator.settings)
        assert again.figures == coordinator.figures
        assert (again.root.proof, again.root.disproof, again.value) == (coordinator.root.proof, coordinator.root.disproof, coordinator.value)
        drive(again, LocalWorkers([game], 0), Batches(lambda batch: batch, 8))
        assert again.value == graph.truth()[0]
        with pytest.raises(ValueError, match="another problem"):
            checkpoint.load(file, {"seed": -1})


def test_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    graph = Graph(1, 30)
    coordinator = Coordinator(CoordinatorSettings(job_nodes=1, first_nodes=1), graph.is_or[0])
    drive(coordinator, LocalWorkers([GraphGame(graph, 1)], 0), Batches(lambda batch: batch, 1))
    file = tmp_path / "master.json"
    checkpoint.save(coordinator, file, {})
    whole = file.read_text()
    cut = [whole[: len(whole) * part // 7] for part in range(7)]
    for text in (*cut, "[]", "{}", whole.replace("master 1", "master 0"), whole.replace("[null,", "[5,", 1), whole.replace(",true]", "]", 1)):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"master\.json: this is no checkpoint of a master"):
            checkpoint.load(file, {})
