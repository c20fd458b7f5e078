"""Records and lists: files in any notation."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from . import _native
from ._ask import PositionLike
from ._native import Position


@dataclass(frozen=True)
class Record:
    """A game or a problem of a file, or a row of a list."""

    name: str | None
    position: Position | None
    """The position before the first move; nothing if the record cannot be read."""
    moves: tuple[str, ...]
    """The main line in USI: the solution of a problem, or the game."""
    length: int | None
    """The length that is expected of its solution, if that is said."""
    error: str | None
    """What is wrong with it."""


def read(source: PositionLike) -> list[Record]:
    """The records of a text, of the bytes of a file, or of a file: KIF, KI2, CSA, JKF, BOD, SFEN, or a list of SFEN.

    Raises `InputError` if the notation is none of these or a record cannot be read. A faulty row of a list is a record with an `error`.
    """
    return [
        Record(name, position, tuple(moves), length, error)
        for name, position, moves, length, error in _native.read_records(source)
    ]


def read_file(path: str | os.PathLike[str]) -> list[Record]:
    """The records of a file, in UTF-8, UTF-16 or Shift-JIS."""
    return read(Path(path))
