"""Games of your own, searched by any algorithm of the family of proof-number searches.

For teaching and for small graphs: the rules are Python's, and so is the speed of everything that is asked for the first time.

>>> from yomikiri.games import Game, search
>>> class Sticks(Game):
...     '''A heap of sticks: each player takes one to three, who takes the last one loses.'''
...     def __init__(self, left, first_to_move=True):
...         self.left, self.first_to_move = left, first_to_move
...     def key(self):
...         return self.left, self.first_to_move
...     def is_or(self):
...         return self.first_to_move
...     def value(self):
...         return self.first_to_move if self.left == 0 else None
...     def moves(self):
...         return range(1, min(self.left, 3) + 1)
...     def play(self, taken):
...         return Sticks(self.left - taken, not self.first_to_move)
>>> answer = search(Sticks(20))
>>> answer.verdict, answer.line[0]
('proven', 3)
"""

from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from . import _native
from ._ask import bytes_of
from ._native import StopFlag
from .results import Json, Progress, event_of

M = TypeVar("M")
"""A move: anything."""
G = TypeVar("G", bound="Game[Any]")


class Game(ABC, Generic[M]):
    """A position of a game, as a node of an AND/OR graph: the prover moves at OR nodes and wants `True`.

    A play that comes back to a position is lost for the prover. Python is asked once for each position and once for each move, and the
    answers are kept: equal keys must mean equal positions.
    """

    @abstractmethod
    def key(self) -> Hashable:
        """The identity of the position, the side to move included."""

    @abstractmethod
    def is_or(self) -> bool:
        """Whether the prover is to move."""

    def value(self) -> bool | None:
        """Whether the prover has won, or `None` if the position must be searched."""
        return None

    @abstractmethod
    def moves(self) -> Iterable[M]:
        """The moves. A player without moves loses. Not called where there is a value."""

    def play(self: G, move: M) -> G:
        """The position after a move. `self` must stay as it is.

        By default `make` is called on a deep copy.
        """
        after = copy.deepcopy(self)
        after.make(move)
        return after

    def make(self, move: M) -> object:
        """Plays a move on this position. Override this, or `play`, which is faster."""
        raise NotImplementedError(f"{type(self).__name__} has neither play nor make")

    def estimate(self) -> tuple[int, int]:
        """The proof and disproof number of an open position that was not searched yet (df-pn+)."""
        return 1, 1


@dataclass(frozen=True)
class SearchResult(Generic[M]):
    """What a search found.

    A value comes with a strategy that was checked by the rules, unless `no_solution` says why there is none.
    """

    verdict: str
    """`proven`, `disproven` or `unknown`."""
    stop_reason: str | None
    """Why nothing was decided."""
    line: tuple[M, ...]
    """The main line: the other side holds out as long as it can."""
    strategy: Mapping[Hashable, M] | None = field(repr=False, hash=False)
    """The winner's move at each position of the solution that is his turn, by the position's key."""
    no_solution: str | None
    """Why a value has no strategy: the table lost a part of the solution, and the limits end the search for it."""
    nodes: int = field(compare=False)
    """Visited nodes."""
    positions: int = field(compare=False)
    """Different positions that Python was asked about."""
    proof_size: int | None
    """Different positions of the solution."""
    wall_seconds: float = field(compare=False)
    json: Json = field(repr=False, compare=False)

    @property
    def value(self) -> bool | None:
        """Whether the prover wins; nothing if that is not decided."""
        return {"proven": True, "disproven": False}.get(self.verdict)


def search(
    game: Game[M],
    algorithm: str = "default",
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    stop: StopFlag | None = None,
) -> SearchResult[M]:
    """Searches from a position. The answer has a checked solution, unless the limits did not suffice for it.

    `algorithm` is a name such as "dfpn+tca+snda", "pn" or "pds"; `yomikiri.info()["algorithms"]` lists them. An exception in the rules
    ends the search and is raised. `memory` is for the tables; the positions that were seen come on top of it.
    """

    def report(event: str) -> None:
        progress = event_of(json.loads(event))
        if on_progress is not None and isinstance(progress, Progress):
            on_progress(progress)

    limit = None if memory is None else bytes_of(memory)
    text, line, strategy = _native.search_game(
        game, algorithm, time, nodes, limit, None if on_progress is None else report, stop
    )
    answer: Json = json.loads(text)
    return SearchResult(
        answer["verdict"],
        answer["stop_reason"],
        tuple(line),
        strategy,
        answer["no_solution"],
        answer["nodes"],
        answer["positions"],
        answer["proof_size"],
        answer["wall_seconds"],
        answer,
    )
