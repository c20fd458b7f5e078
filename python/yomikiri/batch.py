"""Lists of problems: several at once, results as they are done or in the order of the list."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from . import _native
from ._ask import PositionLike, fields_of, json_of
from ._native import InputError, Position, StopFlag
from .results import HisshiResult, Json, JudgeResult, SolveResult

R = TypeVar("R")

WINDOW = 4096
"""The most positions that are under way, so that a list may be longer than memory."""


def rows(
    command: str,
    positions: Iterable[PositionLike] | os.PathLike[str],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    stop: StopFlag | None = None,
    **options: Any,
) -> Iterator[str]:
    """The rows of `solve`, `judge` or `hisshi` for every position of a list, as JSON texts: the fastest way.

    The rows are those of `yomikiri COMMAND LIST --json`, and `options` are the options of the command. A list is

    - an iterable of positions, each a text, a `Path` or the bytes of a file, or a `Position`. A text may be followed by moves, which are
      the solution, and by its expected length and its name, parted by tabs;
    - an open file with a position a line, of which blank lines and those that begin with `#` are skipped;
    - the `Path` of a file in any notation.

    What cannot be read gives a row with an `error`, and stops nothing. `jobs` threads, by default one for each core, share the `memory`.
    With `ordered=False`, rows come as they are done; `line` is their number in the list or the file.
    """
    fields = fields_of(None, command=command, **options)
    if jobs is None:
        jobs = os.cpu_count() or 1
    elif jobs < 1:
        raise InputError("`jobs`: expected a number from 1 on")
    answers = _answers(_native.Batch(json_of(fields), jobs, stop), _listed(positions))
    return _ordered(answers) if ordered else (row for _, row in answers)


def _answers(batch: _native.Batch, positions: Iterable[tuple[int, PositionLike]]) -> Iterator[tuple[int, str]]:
    """Keeps the queue filled, and hands out rows with the indices of their positions."""
    listed = iter(positions)
    under_way, more = 0, True
    while more or under_way:
        if more and under_way <= WINDOW // 2:
            chunk = list(islice(listed, WINDOW - under_way))
            batch.push(chunk)
            under_way += len(chunk)
            more = bool(chunk)
        if under_way:
            ready = batch.pull()
            under_way -= len(ready)
            yield from ready


def _ordered(answers: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Rows in the order of their positions. Those that are early wait."""
    early: dict[int, str] = {}
    following = 0
    for index, row in answers:
        if index != following:
            early[index] = row
            continue
        yield row
        following += 1
        while following in early:
            yield early.pop(following)
            following += 1


def _listed(positions: Iterable[PositionLike] | os.PathLike[str]) -> Iterable[tuple[int, PositionLike]]:
    """The positions of a list, each with its line."""
    if isinstance(positions, os.PathLike):
        return _native.rows_of(positions)
    if isinstance(positions, (str, bytes, bytearray, Position)):
        given = type(positions).__name__
        raise TypeError(f"expected a list of positions, not one {given}: [position], or Path(name) for a file")
    # What has lines is a file.
    return _rows_of(positions) if hasattr(positions, "readline") else enumerate(positions, 1)


def _rows_of(file: Iterable[Any]) -> Iterator[tuple[int, PositionLike]]:
    """The lines of an open file that are neither blank nor comments."""
    for line, text in enumerate(file, 1):
        mark, comment = (b"\xef\xbb\xbf", b"#") if isinstance(text, bytes) else ("\ufeff", "#")
        row = text.removeprefix(mark).rstrip()
        if row and not row.lstrip().startswith(comment):
            yield line, row


def _many(
    of: Callable[[Json], R],
    command: str,
    positions: Iterable[PositionLike] | os.PathLike[str],
    options: dict[str, Any],
) -> Iterator[R]:
    return (of(json.loads(row)) for row in rows(command, positions, **options))


def solve_many(
    positions: Iterable[PositionLike] | os.PathLike[str],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    hands: str | None = None,
    rules: str | None = None,
    compare_rules: bool = False,
    first: bool = False,
    all: bool | int = False,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    stop: StopFlag | None = None,
) -> Iterator[SolveResult]:
    """Solves every mate problem of a list, as `solve` does, with `jobs` threads. See `rows` for what a list is."""
    options = {name: value for name, value in locals().items() if name != "positions"}
    return _many(SolveResult.of, "solve", positions, options)


def judge_many(
    positions: Iterable[PositionLike] | os.PathLike[str],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    hands: str | None = None,
    rules: str | None = None,
    compare_rules: bool = False,
    strict: bool = False,
    thorough: bool = False,
    allow_two_plies: bool = False,
    intended: int | None = None,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    stop: StopFlag | None = None,
) -> Iterator[JudgeResult]:
    """Judges every mate problem of a list, as `judge` does, with `jobs` threads. See `rows` for what a list is."""
    options = {name: value for name, value in locals().items() if name != "positions"}
    return _many(JudgeResult.of, "judge", positions, options)


def hisshi_many(
    positions: Iterable[PositionLike] | os.PathLike[str],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    hands: str | None = None,
    rules: str | None = None,
    order: int | None = None,
    scheme: str | None = None,
    first: bool = False,
    all_defences: bool = False,
    algorithm: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    stop: StopFlag | None = None,
) -> Iterator[HisshiResult]:
    """Finds the mates and brinkmates of a list, as `hisshi` does, with `jobs` threads. See `rows` for what a list is."""
    options = {name: value for name, value in locals().items() if name != "positions"}
    return _many(HisshiResult.of, "hisshi", positions, options)
