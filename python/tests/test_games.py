"""Games that are written in Python: values against brute force, by every kind of algorithm; exceptions."""

from __future__ import annotations

import random
import threading
from functools import lru_cache

import pytest

import yomikiri
from yomikiri.games import Game, search

ALGORITHMS = [listed["name"] for listed in yomikiri.info()["algorithms"]]


class Sticks(Game[int]):
    """Each player takes one to three sticks; who takes the last one loses."""

    def __init__(self, left: int, first: bool = True) -> None:
        self.left, self.first = left, first

    def key(self) -> tuple[int, bool]:
        return self.left, self.first

    def is_or(self) -> bool:
        return self.first

    def value(self) -> bool | None:
        return self.first if self.left == 0 else None

    def moves(self) -> range:
        return range(1, min(self.left, 3) + 1)

    def play(self, taken: int) -> Sticks:
        return Sticks(self.left - taken, not self.first)


class Chomp(Game["tuple[int, int]"]):
    """Bites off a bar of chocolate, with `make` in place of `play`."""

    def __init__(self, rows: list[int]) -> None:
        self.rows, self.first = rows, True

    def key(self) -> object:
        return tuple(self.rows), self.first

    def is_or(self) -> bool:
        return self.first

    def value(self) -> bool | None:
        return self.first if self.rows[0] == 0 else None

    def moves(self) -> list[tuple[int, int]]:
        return [(row, column) for row, left in enumerate(self.rows) for column in range(left)]

    def make(self, bite: tuple[int, int]) -> None:
        row, column = bite
        self.rows[row:] = [min(left, column) for left in self.rows[row:]]
        self.first = not self.first


class Walk(Game[int]):
    """A random graph with cycles: a play that repeats is lost for the prover."""

    def __init__(self, graph: list[tuple[bool, list[int], bool | None]], node: int = 0) -> None:
        self.graph, self.node = graph, node

    def key(self) -> int:
        return self.node

    def is_or(self) -> bool:
        return self.graph[self.node][0]

    def value(self) -> bool | None:
        return self.graph[self.node][2]

    def moves(self) -> list[int]:
        return self.graph[self.node][1]

    def play(self, move: int) -> Walk:
        return Walk(self.graph, move)


def truth(graph: list[tuple[bool, list[int], bool | None]]) -> bool:
    """The value of node 0: what can be proved in finitely many steps."""
    proven = {node for node, (_, _, value) in enumerate(graph) if value}
    while True:
        more = {
            node
            for node, (is_or, edges, value) in enumerate(graph)
            if value is None and node not in proven and (any if is_or else all)(edge in proven for edge in edges)
        }
        if not more:
            return 0 in proven
        proven |= more


def random_graph(seed: int) -> list[tuple[bool, list[int], bool | None]]:
    draw = random.Random(seed)
    size = draw.randint(3, 30)
    return [
        (
            draw.random() < 0.5,
            draw.sample(range(size), min(size, draw.randint(0, 4))),
            draw.choice([True, False]) if node and draw.random() < 0.25 else None,
        )
        for node in range(size)
    ]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_decides_sticks(algorithm: str) -> None:
    for left in range(1, 14):
        answer = search(Sticks(left), algorithm)
        assert answer.value == (left % 4 != 1), left
        assert answer.stop_reason is None


def test_the_strategy_wins() -> None:
    answer = search(Sticks(20))
    assert (answer.verdict, answer.line[0]) == ("proven", 3)
    assert answer.strategy is not None

    def holds(state: Sticks) -> bool:
        if state.value() is not None:
            return bool(state.value())
        chosen = [answer.strategy[state.key()]] if state.is_or() else state.moves()  # type: ignore[index]
        return all(holds(state.play(move)) for move in chosen)

    assert holds(Sticks(20))
    assert answer.positions <= 42 and answer.proof_size and answer.json["counters"]["visits"] == answer.nodes


def test_random_graphs_have_their_values() -> None:
    values = set()
    for seed in range(300):
        graph = random_graph(seed)
        for algorithm in ("default", "dfpn+tca+snda", "pn"):
            answer = search(Walk(graph), algorithm, nodes=100_000)
            assert answer.value is None and algorithm == "pn" or answer.value == truth(graph), (seed, algorithm)
        values.add(truth(graph))
    assert values == {True, False}


class Domineering(Game[int]):
    """The first player puts dominoes upright on a board of 4×5 squares, the second lying; who cannot move loses."""

    dominoes = (
        [3 << 5 * row + column for row in range(4) for column in range(4)],
        [33 << 5 * row + column for row in range(3) for column in range(5)],
    )

    def __init__(self, occupied: int = 0, first: bool = True) -> None:
        self.occupied, self.first = occupied, first

    def key(self) -> tuple[int, bool]:
        return self.occupied, self.first

    def is_or(self) -> bool:
        return self.first

    def moves(self) -> list[int]:
        return [domino for domino in self.dominoes[self.first] if not domino & self.occupied]

    def play(self, domino: int) -> Domineering:
        return Domineering(self.occupied | domino, not self.first)


def test_a_value_has_its_strategy_or_the_reason_why_not() -> None:
    answers = [search(Domineering(), memory=memory) for memory in ("1KiB", 30_000, "64MiB")]
    for answer in answers:
        assert answer.verdict == "proven" and answer.stop_reason is None
        assert (answer.strategy is None) == (answer.proof_size is None) == (answer.line == ()) == bool(answer.no_solution)
        assert answer.json["no_solution"] == answer.no_solution
    assert [answer.strategy is None for answer in answers] == [True, True, False]
    undecided = search(Domineering(), nodes=10)
    assert undecided.strategy is None and undecided.no_solution is None and undecided.stop_reason == "node limit"


def test_answers_and_limits() -> None:
    assert search(Sticks(20)) == search(Sticks(20), nodes=10_000, memory="1MiB", time=9)
    assert len({search(Sticks(20)), search(Sticks(20)), search(Sticks(21))}) == 2
    for limits in ({"memory": "1GoB"}, {"memory": -1}, {"time": float("nan")}, {"time": -1}):
        with pytest.raises(yomikiri.InputError, match=f"{next(iter(limits))}`?: expected "):
            search(Sticks(3), **limits)


def test_make_in_place_of_play() -> None:
    answer = search(Chomp([4, 4, 4, 4]))
    assert answer.verdict == "proven" and answer.line[0] == (1, 1)


def test_python_is_asked_once_for_each_position_and_move() -> None:
    asked: dict[object, int] = {}

    class Counted(Sticks):
        def moves(self) -> range:
            asked[self.key()] = asked.get(self.key(), 0) + 1
            return super().moves()

        def play(self, taken: int) -> Counted:
            return Counted(self.left - taken, not self.first)

    search(Counted(30))
    assert set(asked.values()) == {1}


def test_limits() -> None:
    class Endless(Sticks):
        def value(self) -> bool | None:
            return None

        def moves(self) -> range:
            return range(1, 4)

        def play(self, taken: int) -> Endless:
            return Endless(self.left + taken, not self.first)

    answer = search(Endless(0), nodes=500)
    assert (answer.verdict, answer.stop_reason, answer.line, answer.strategy) == ("unknown", "node limit", (), None)
    assert search(Endless(0), time=0.2).stop_reason == "time limit"
    stop = yomikiri.StopFlag()
    threading.Timer(0.2, stop.set).start()
    reports: list[yomikiri.Progress] = []
    assert search(Endless(0), stop=stop, on_progress=reports.append).stop_reason == "stopped"
    assert reports and reports[-1].nodes > 0


class Raising(Sticks):
    """Raises in one of its methods."""

    def __init__(self, left: int, where: str, first: bool = True) -> None:
        super().__init__(left, first)
        self.where = where

    def _maybe(self, where: str) -> None:
        if where == self.where and self.left < 17:
            raise ZeroDivisionError(where)

    def key(self) -> tuple[int, bool]:
        self._maybe("key")
        return super().key()

    def is_or(self) -> bool:
        self._maybe("is_or")
        return super().is_or()

    def value(self) -> bool | None:
        self._maybe("value")
        return super().value()

    def moves(self) -> range:
        self._maybe("moves")
        return super().moves()

    def estimate(self) -> tuple[int, int]:
        self._maybe("estimate")
        return super().estimate()

    def play(self, taken: int) -> Raising:
        self._maybe("play")
        return Raising(self.left - taken, self.where, not self.first)


@pytest.mark.parametrize("where", ["key", "is_or", "value", "moves", "estimate", "play"])
@pytest.mark.parametrize("algorithm", ["default", "pn", "pds", "pn-star", "dfpn+tca+snda"])
def test_exceptions_of_the_rules_are_raised(where: str, algorithm: str) -> None:
    with pytest.raises(ZeroDivisionError, match=where):
        search(Raising(20, where), algorithm)


def test_answers_of_the_wrong_kind_are_refused() -> None:
    def variant(**methods: object) -> Sticks:
        return type("Variant", (Sticks,), methods)(20)  # type: ignore[no-any-return]

    variants: list[dict[str, object]] = [
        {"value": lambda self: 0.5},
        {"value": lambda self: "yes"},
        {"key": lambda self: []},
        {"moves": lambda self: 7},
        {"estimate": lambda self: (0, 1)},
        {"estimate": lambda self: 1},
        {"play": lambda self, move: None},
    ]
    for methods in variants:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            search(variant(**methods))
    with pytest.raises(NotImplementedError):
        search(variant(play=Game.play))
    with pytest.raises(yomikiri.InputError):
        search(Sticks(3), "what")
    with pytest.raises(TypeError):
        Game()  # type: ignore[abstract]


@lru_cache(maxsize=None)
def wins(left: int) -> bool:
    return left > 0 and any(not wins(left - taken) for taken in range(1, min(left, 3) + 1)) or left == 0


def test_estimates_change_only_the_effort() -> None:
    class Guessing(Sticks):
        def estimate(self) -> tuple[int, int]:
            return (1, 5) if self.left % 4 == 1 else (5, 1)

        def play(self, taken: int) -> Guessing:
            return Guessing(self.left - taken, not self.first)

    for left in range(1, 16):
        assert search(Guessing(left)).value == wins(left)
