"""The coordinator of one search that several workers share: a best-first proof-number search in memory whose leaves are jobs.

The coordinator knows no rules. A node is named by its *path* from the root, the numbers of the moves, and a worker says what its children are. The
same code drives real workers (``single_problem.py``) and simulated ones (``research/cluster/simulate.py``).

Which leaf is next
------------------
While a job is out, its leaf cannot be chosen. The *virtual numbers* of a node are its numbers if only leaves count that can be chosen: they say
how hard the node is for the next worker. The walk from the root follows them, so a second worker takes what else must be proven (or disproven)
below the most promising node before it takes the second-best alternative. Real numbers are not changed by this.

Repetitions
-----------
A position that repeats on a path is lost for the attacker, so a *disproof* may hold on some paths only. A *proof* never relies on that. The
coordinator is a tree: every node has one path, a job knows the nodes above its leaf, and treats a position that repeats one of them as lost. A
disproof says how far up it reaches (``relies_on``: the depth of the shallowest node above that it needs, ``None`` if it needs none); the
parent's reaches as far as those it is made of, and no longer relies on anything once that is the node itself or below it. The root
has nothing above it, so its value is right.

Equal positions share their work by *aliases*: a node whose position another node has, at the same depth or deeper, stands for that one and
takes its numbers. It takes its value only if that relies on nothing: "no mate from here, with no history" holds with any history, because a
history only takes moves from the attacker; and a mate that was found is a strategy in which every line ends, so it holds wherever the
position is. If the value relies on the path, or if a walk through an alias comes to a position that its own path has already, the alias
becomes a leaf of its own. Aliases lead downwards or stay at a depth, and moves lead downwards, so there is no circle in which
numbers could feed themselves.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from .job import INF, ChildInfo, Job, JobResult, NodeInfo


class Node:
    """A node of the coordinator's tree."""

    __slots__ = (
        "alias", "aliases", "busy", "children", "disproof", "free", "is_or", "key", "kind", "move", "parent", "path", "proof", "relies_on",
        "v_disproof", "v_proof", "value", "visits", "waits_for",
    )  # fmt: skip

    def __init__(self, path: tuple[int, ...], is_or: bool, parent: Optional[Node], info: Optional[ChildInfo] = None):
        self.path = path
        self.is_or = is_or
        self.parent = parent
        self.key = info.key if info else ""
        self.kind = info.kind if info else ""
        self.move = info.move if info else ""
        self.waits_for = info.waits_for if info else None
        self.proof: float = max(info.proof, 0) if info else 1
        self.disproof: float = max(info.disproof, 0) if info else 1
        self.v_proof, self.v_disproof = self.proof, self.disproof
        self.value: Optional[bool] = None
        self.relies_on: Optional[int] = None
        self.children: Optional[list[Node]] = None
        self.alias: Optional[Node] = None
        self.aliases: list[Node] = []
        self.busy = False
        self.free = True
        self.visits = 0

    @property
    def depth(self) -> int:
        return len(self.path)

    def solve(self, value: bool, relies_on: Optional[int]) -> None:
        self.value, self.relies_on = value, None if value else relies_on
        self.proof, self.disproof = (0, INF) if value else (INF, 0)
        self.v_proof, self.v_disproof = self.proof, self.disproof
        self.free = False


@dataclass
class CoordinatorSettings:
    """How the coordinator divides the work."""

    #: Visits of a job.
    job_nodes: int = 50_000
    #: Seconds of a job at most, by the clock.
    job_seconds: float = INF
    #: Visits of the first job, at the root, which one worker does alone.
    first_nodes: int = 20_000
    #: A job may run until its leaf is worse than the next best by this factor; ``None`` lets it use up its visits.
    slack: Optional[float] = None
    #: Visits at a leaf after which its children become leaves.
    expand_nodes: int = 0


@dataclass
class CoordinatorFigures:
    """What the coordinator did so far."""

    jobs: int = 0
    visits: int = 0
    job_seconds: float = 0.0
    expanded: int = 0
    nodes: int = 1
    aliases: int = 0
    splits: int = 0
    lost: int = 0


class Coordinator:
    """The tree, and which leaf is searched next."""

    def __init__(self, settings: Optional[CoordinatorSettings] = None, root_is_or: bool = True):
        self.settings = settings or CoordinatorSettings()
        self.root = Node((), root_is_or, None)
        self.figures = CoordinatorFigures()
        self._by_key: dict[str, Node] = {}
        self._out: dict[int, Node] = {}
        self._next_job = 0

    @property
    def value(self) -> Optional[bool]:
        """The value of the root, if it is known."""
        return self.root.value

    @property
    def out(self) -> int:
        """Jobs that were handed out and have not come back."""
        return len(self._out)

    def next_job(self, seconds: float = INF) -> Optional[Job]:
        """The next job, of at most ``seconds``, or ``None`` if no leaf can be searched until another is back."""
        while self.root.value is None and self.root.free:
            leaf, thresholds = self._walk()
            if leaf is None:
                continue
            leaf.busy = True
            self._refresh(leaf)
            self._next_job += 1
            self._out[self._next_job] = leaf
            nodes = self.settings.job_nodes
            if leaf.parent is None and leaf.visits == 0:
                nodes = min(nodes, self.settings.first_nodes)
            return Job(self._next_job, leaf.path, nodes, *thresholds, min(seconds, self.settings.job_seconds))
        return None

    def _walk(self) -> tuple[Optional[Node], tuple[float, float]]:
        """Goes from the root to the best leaf that can be chosen. Returns no leaf if an alias had to be split on the way down."""
        node, last_alias = self.root, None
        # The positions before the last alias, and those since: below an alias the worker has looked at the path of the other node only.
        before: set[str] = set()
        since: list[str] = []
        proof, disproof = INF, INF
        while True:
            if node.alias is not None:
                last_alias, node = node, node.alias
                before.update(since)
                since = []
            if last_alias is not None and node.kind in before:
                self._split(last_alias)
                return None, (INF, INF)
            since.append(node.kind)
            if node.children is None:
                return node, (proof, disproof)
            best, second = self._best_two(node)
            if self.settings.slack is not None:
                # As in df-pn: the minimised number may grow beyond the second best, the summed one to what the siblings leave.
                stretch = 1 + self.settings.slack
                if node.is_or:
                    others = node.disproof - best.disproof if node.disproof < INF else 0
                    proof = min(proof, second * stretch)
                    disproof = disproof - others if disproof < INF else INF
                else:
                    others = node.proof - best.proof if node.proof < INF else 0
                    disproof = min(disproof, second * stretch)
                    proof = proof - others if proof < INF else INF
            node = best

    def _best_two(self, node: Node) -> tuple[Node, float]:
        """The child to go to, and the number of the next best."""
        assert node.children is not None
        best: Optional[Node] = None
        lowest = second = INF
        for child in node.children:
            if not child.free or self._waits(node, child):
                continue
            number = child.v_proof if node.is_or else child.v_disproof
            if best is None or number < lowest:
                best, lowest, second = child, number, lowest
            elif number < second:
                second = number
        assert best is not None, "a node that can be chosen has a child that can"
        return best, second

    @staticmethod
    def _waits(node: Node, child: Node) -> bool:
        if child.waits_for is None or child.value is not None:
            return False
        assert node.children is not None
        return node.children[child.waits_for].value is None

    def result(self, number: int, result: JobResult) -> None:
        """Takes the result of a job."""
        leaf = self._out.pop(number, None)
        if leaf is None:
            return
        leaf.busy = False
        figures = self.figures
        figures.jobs += 1
        figures.visits += result.visits
        figures.job_seconds += result.seconds
        leaf.visits += result.visits
        if leaf.value is None and leaf.alias is None:
            if result.value is not None:
                leaf.solve(result.value, self._beyond(leaf, result.relies_on))
            else:
                leaf.proof, leaf.disproof = max(result.proof, 1), max(result.disproof, 1)
                if result.node is not None and leaf.visits >= self.settings.expand_nodes:
                    self._expand(leaf, result.node)
        self._refresh(leaf)

    def lost(self, number: int) -> None:
        """A job will not come back: its leaf can be chosen again."""
        leaf = self._out.pop(number, None)
        if leaf is not None:
            leaf.busy = False
            self.figures.lost += 1
            self._refresh(leaf)

    @staticmethod
    def _beyond(node: Node, relies_on: Optional[int]) -> Optional[int]:
        """What a disproof of the node relies on above it."""
        return None if relies_on is None or relies_on >= node.depth else relies_on

    def _expand(self, leaf: Node, info: NodeInfo) -> None:
        leaf.is_or, leaf.key, leaf.kind = info.is_or, leaf.key or info.key, leaf.kind or info.kind
        if info.value is not None:
            leaf.solve(info.value, None)
            return
        leaf.children = []
        self.figures.expanded += 1
        self.figures.nodes += len(info.children)
        for index, child in enumerate(info.children):
            node = Node((*leaf.path, index), not info.is_or, leaf, child)
            leaf.children.append(node)
            if child.repeats is not None:
                node.solve(False, child.repeats)
            elif child.proof <= 0 or child.disproof <= 0:
                # Only results that hold on every path are in a table.
                node.solve(child.proof <= 0, None)
            else:
                self._join(node)

    def _join(self, node: Node) -> None:
        """Lets a new node share the work of another one with the same position."""
        other = self._by_key.get(node.key)
        if other is None:
            self._by_key[node.key] = node
        elif other.value is not None and other.relies_on is None:
            node.solve(other.value, None)
        elif other.value is None and other.alias is None and other.depth >= node.depth:
            node.alias = other
            other.aliases.append(node)
            self.figures.aliases += 1
            self._take_from_alias(node)
        else:
            self._by_key[node.key] = node

    def _split(self, node: Node) -> None:
        """Makes an alias a leaf of its own."""
        other = node.alias
        assert other is not None
        node.alias = None
        other.aliases.remove(node)
        self.figures.splits += 1
        node.free = True
        self._refresh(node)

    @staticmethod
    def _take_from_alias(node: Node) -> None:
        other = node.alias
        assert other is not None
        node.proof, node.disproof = other.proof, other.disproof
        node.v_proof, node.v_disproof, node.free = other.v_proof, other.v_disproof, other.free

    def _refresh(self, start: Node) -> None:
        """Brings a node and all that depends on it up to date, from below."""
        queue: list[tuple[int, int, Node]] = []
        queued: set[int] = set()
        count = 0

        def push(node: Node) -> None:
            nonlocal count
            if id(node) not in queued:
                queued.add(id(node))
                count += 1
                # A node comes after those it depends on: children are deeper, and what an alias stands for is not less deep.
                heapq.heappush(queue, (-2 * node.depth + (node.alias is not None), count, node))

        push(start)
        while queue:
            node = heapq.heappop(queue)[2]
            queued.discard(id(node))
            before = (node.proof, node.disproof, node.v_proof, node.v_disproof, node.free, node.value)
            self._update(node)
            after = (node.proof, node.disproof, node.v_proof, node.v_disproof, node.free, node.value)
            if before == after and node is not start:
                continue
            for alias in list(node.aliases):
                push(alias)
            if node.parent is not None and node.parent.value is None:
                push(node.parent)

    def _update(self, node: Node) -> None:
        """The numbers of a node from those it depends on."""
        if node.value is not None:
            return
        if node.alias is not None:
            other = node.alias
            if other.value is None:
                self._take_from_alias(node)
                return
            node.alias = None
            other.aliases.remove(node)
            if other.relies_on is None:
                node.solve(other.value, None)
                return
            # The disproof relies on the other path: this node is a leaf of its own, with the numbers that it had.
            self.figures.splits += 1
        if node.children is None:
            node.free = not node.busy
            node.v_proof, node.v_disproof = node.proof, node.disproof
            return
        least = v_least = INF
        total: float = 0
        v_total: float = 0
        free = False
        for child in node.children:
            if self._waits(node, child):
                total += 1
                v_total += 1
                continue
            minimised, summed = (child.proof, child.disproof) if node.is_or else (child.disproof, child.proof)
            if minimised < least:
                least = minimised
            total += summed
            if child.free:
                free = True
                v_minimised, v_summed = (
                    (child.v_proof, child.v_disproof) if node.is_or else (child.v_disproof, child.v_proof)
                )
                if v_minimised < v_least:
                    v_least = v_minimised
                v_total += v_summed
            else:
                v_total += summed
        if least == 0 or total == 0:
            self._solve_from_children(node, (least == 0) == node.is_or)
            return
        node.proof, node.disproof = (least, total) if node.is_or else (total, least)
        node.free = free
        if free:
            node.v_proof, node.v_disproof = (v_least, v_total) if node.is_or else (v_total, v_least)
        else:
            node.v_proof, node.v_disproof = node.proof, node.disproof

    def _solve_from_children(self, node: Node, value: bool) -> None:
        assert node.children is not None
        if value:
            node.solve(True, None)
            return
        reaches = [INF if child.relies_on is None else child.relies_on for child in node.children if child.value is False]
        # One refutation is enough at an AND node: the one that relies on least. An OR node needs them all.
        reach = min(reaches) if node.is_or else max(reaches)
        node.solve(False, self._beyond(node, None if reach == INF else int(reach)))

    def restore(self, nodes: Sequence[Node], figures: CoordinatorFigures) -> None:
        """Goes on from the nodes of another coordinator, the root first, whose numbers may be older than those of their children."""
        for node in nodes:
            if node.key and node.alias is None:
                known = self._by_key.get(node.key)
                if known is None or known.depth < node.depth:
                    self._by_key[node.key] = node
        self.root, self.figures = nodes[0], figures
        for node in sorted(nodes, key=lambda node: (-node.depth, node.alias is not None)):
            self._update(node)
