"""The speed of games that are written in Python: time for each position that Python is asked about, and for each node of the search.

    python benches/games.py

Domineering: the first player puts dominoes upright on a board, the second lying; who cannot move loses.
"""

from __future__ import annotations

import time

from yomikiri.games import Game, search


class Domineering(Game[int]):
    """The occupied squares are the bits of a number, and so is a domino."""

    dominoes: tuple[list[int], list[int]]

    def __init__(self, occupied: int, first: bool = True) -> None:
        self.occupied, self.first = occupied, first

    def key(self) -> int:
        return self.occupied << 1 | self.first

    def is_or(self) -> bool:
        return self.first

    def moves(self) -> list[int]:
        occupied = self.occupied
        return [domino for domino in self.dominoes[self.first] if not domino & occupied]

    def play(self, domino: int) -> Domineering:
        return type(self)(self.occupied | domino, not self.first)


def board(rows: int, columns: int) -> Domineering:
    """An empty board."""

    def domino(row: int, column: int, other: tuple[int, int]) -> int:
        return 1 << row * columns + column | 1 << other[0] * columns + other[1]

    lying = [domino(r, c, (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    upright = [domino(r, c, (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    sized: type[Domineering] = type("Sized", (Domineering,), {"dominoes": (lying, upright)})
    return sized(0)


def main() -> None:
    for rows, columns in ((4, 4), (4, 5), (5, 5)):
        for algorithm in ("default", "pn", "pds"):
            cpu = time.process_time()
            found = search(board(rows, columns), algorithm, nodes=3_000_000)
            cpu = time.process_time() - cpu
            print(
                f"{rows}×{columns} {algorithm:8} {found.verdict:9} {found.positions:8,} positions {found.nodes:9,} nodes "
                f"{cpu:6.2f} s CPU, {cpu / found.positions * 1e6:6.1f} µs a position, {cpu / found.nodes * 1e6:6.1f} µs a node",
                flush=True,
            )


if __name__ == "__main__":
    main()
