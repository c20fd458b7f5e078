"""Long lists of problems on a cluster: every row exactly once, after any kill.

The driver cuts the list into chunks of a few seconds each, by the speed that it has seen. A chunk is a Ray task: it answers its rows one after the
other and comes back with what it has when its time is over, so the rest of a slow chunk is split among all workers and nothing is done twice.
A chunk whose worker or node dies is tried again, in halves; a single row that kills its worker three times becomes a row with an
error. Only the driver writes (see ``parquet_output``), so a batch goes on after the driver was killed as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Protocol, Union

import yomikiri

from .._native import Worker
from . import sources
from .arguments import require
from .sources import Row

if TYPE_CHECKING:
    from .parquet_output import Output, Range

COMMANDS = ("solve", "judge", "hisshi", "certify")

#: How often a chunk is tried before the row that kills its worker is given up.
TRIES = 3


@dataclass(frozen=True)
class BatchTask:
    """What is asked of every row. ``options`` are those of the command, as in ``yomikiri.solve``."""

    command: str = "solve"
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.command not in COMMANDS:
            raise ValueError(f"expected one of {', '.join(COMMANDS)}, not {self.command!r}")
        _check(self.command, self.options)


#: What answers a list, for the commands that ``yomikiri.rows`` knows.
MANY: dict[str, Callable[..., Any]] = {
    "solve": yomikiri.solve_many,
    "judge": yomikiri.judge_many,
    "hisshi": yomikiri.hisshi_many,
}
CERTIFY_OPTIONS = {"algorithm", "hands", "memory", "time", "within"}


def _check(command: str, options: dict[str, Any]) -> None:
    """Raises ``InputError`` if the options cannot be followed, so that no worker meets them."""
    many = MANY.get(command)
    known = set(signature(many).parameters) - {"positions", "jobs", "ordered", "stop"} if many else CERTIFY_OPTIONS
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known))}"
            raise yomikiri.InputError(f"{name} is not an option of {command}: {hint}")
    if many:
        yomikiri.rows(command, [], jobs=1, **options)
    else:
        yomikiri.rows("solve", [], jobs=1, time=options.get("time"))
        _desk("startpos", {name: value for name, value in options.items() if name != "time"})


def _desk(position: str, options: dict[str, Any]) -> Worker:
    """What solves and certifies one position."""
    return Worker(json.dumps({"position": position, "memory": 256 << 20, **options}))


@dataclass(frozen=True)
class BatchProgress:
    """Where a batch stands."""

    done: int
    rows: int
    seconds: float
    out: int
    retries: int


@dataclass(frozen=True)
class Chunk:
    """The rows ``[start, start + len(rows))``, and how often they were tried."""

    start: int
    rows: tuple[Row, ...]
    tries: int = 0

    def halves(self) -> list[Chunk]:
        """Two chunks, or this one again if it has one row."""
        middle = len(self.rows) // 2
        if middle == 0:
            return [Chunk(self.start, self.rows, self.tries + 1)]
        return [
            Chunk(self.start, self.rows[:middle], self.tries),
            Chunk(self.start + middle, self.rows[middle:], self.tries),
        ]


class ChunkLost(Exception):
    """The process that worked on a chunk is gone."""


class Pool(Protocol):
    """Where chunks are answered."""

    def places(self) -> int:
        """How many chunks can be under way."""

    def submit(self, chunk: Chunk, seconds: float) -> None:
        """Starts a chunk, which comes back after about this many seconds at the latest."""

    def finished(self, timeout: float) -> Iterator[tuple[Chunk, Union[list[dict[str, Any]], ChunkLost]]]:
        """Chunks that are back, with the rows that are done."""


def answer_rows(start: int, rows: Sequence[Row], task: BatchTask, seconds: float) -> list[dict[str, Any]]:
    """Answers rows one after the other until the time is over; at least one."""
    end = time.monotonic() + seconds
    answered = []
    readable = [row for row in rows if not row.error]
    answers = _certified(readable, task) if task.command == "certify" else _answers(readable, task)
    for index, row in enumerate(rows, start):
        answer, certificate = ({"error": row.error}, None) if row.error else next(answers)
        answered.append(_result(index, row, answer, certificate))
        if time.monotonic() > end:
            break
    return answered


def _answers(rows: Sequence[Row], task: BatchTask) -> Iterator[tuple[dict[str, Any], Optional[bytes]]]:
    # One row at a time: the generator stops where its reader does.
    positions = (row.position for row in rows)
    for text in yomikiri.rows(task.command, positions, jobs=1, **task.options):
        yield json.loads(text), None


def _certified(rows: Sequence[Row], task: BatchTask) -> Iterator[tuple[dict[str, Any], Optional[bytes]]]:
    """Solves each row, makes its certificate, and has the independent checker read that."""
    options = dict(task.options)
    seconds = options.pop("time", None)
    for row in rows:
        try:
            text, certificate = _desk(row.position.split("\t")[0], options).finish("shortest", seconds, True)
            answer = json.loads(text)
            if certificate is not None:
                answer["certificate"]["holds"] = yomikiri.verify(certificate).holds
            yield answer, certificate
        except yomikiri.InputError as error:
            yield {"error": str(error)}, None


def _result(index: int, row: Row, answer: dict[str, Any], certificate: Optional[bytes]) -> dict[str, Any]:
    moves = answer.get("moves")
    error = answer.get("error")
    return {
        "index": index,
        "name": row.name or answer.get("name") or "",
        "position": row.position,
        "verdict": answer.get("verdict"),
        "length": answer.get("length"),
        "length_status": answer.get("length_status"),
        "moves": " ".join(moves) if isinstance(moves, list) else None,
        "nodes": answer.get("nodes"),
        "seconds": answer.get("cpu_seconds"),
        "error": error if isinstance(error, str) or error is None else json.dumps(error, ensure_ascii=False),
        "certificate": certificate,
        "answer": json.dumps(answer, ensure_ascii=False),
    }


class RayPool:
    """Chunks as Ray tasks of one CPU each."""

    def __init__(self, task: BatchTask, spare: int = 1):
        import ray

        self._ray = ray
        self._task = ray.put(task)
        self._remote = ray.remote(num_cpus=1, max_retries=0)(answer_rows)
        self._out: dict[Any, Chunk] = {}
        self._spare = spare

    def places(self) -> int:
        # A few more than there are CPUs, so that none waits for the driver.
        cpus = int(self._ray.cluster_resources().get("CPU", 1))
        return max(1, cpus) + self._spare - len(self._out)

    def submit(self, chunk: Chunk, seconds: float) -> None:
        self._out[self._remote.remote(chunk.start, chunk.rows, self._task, seconds)] = chunk

    def finished(self, timeout: float) -> Iterator[tuple[Chunk, Union[list[dict[str, Any]], ChunkLost]]]:
        ready, _ = self._ray.wait(list(self._out), num_returns=1, timeout=timeout)
        for reference in ready:
            chunk = self._out.pop(reference)
            try:
                yield chunk, self._ray.get(reference)
            except self._ray.exceptions.RayTaskError:
                # A bug in the task itself: trying again would not help.
                raise
            except self._ray.exceptions.RayError as error:
                yield chunk, ChunkLost(str(error).splitlines()[0])


class LocalPool:
    """Chunks one after the other in this process, for small lists and tests."""

    def __init__(self, task: BatchTask):
        self._task = task
        self._queue: deque[tuple[Chunk, float]] = deque()

    def places(self) -> int:
        return 1 - len(self._queue)

    def submit(self, chunk: Chunk, seconds: float) -> None:
        self._queue.append((chunk, seconds))

    def finished(self, timeout: float) -> Iterator[tuple[Chunk, Union[list[dict[str, Any]], ChunkLost]]]:
        while self._queue:
            chunk, seconds = self._queue.popleft()
            yield chunk, answer_rows(chunk.start, chunk.rows, self._task, seconds)


class Driver:
    """Hands out chunks, takes in rows, writes parts."""

    #: The weight of the latest chunk in the estimate of the speed.
    _WEIGHT = 0.3

    def __init__(self, rows: Sequence[Row], output: Output, pool: Pool, chunk_seconds: float = 5.0):
        self._rows = rows
        self._output = output
        self._pool = pool
        self._seconds = chunk_seconds
        #: Ranges that were not handed out yet, and chunks that come again.
        self._ranges: deque[Range] = deque(output.left())
        self._again: deque[Chunk] = deque()
        self._row_seconds: Optional[float] = None
        self._started: dict[int, float] = {}
        self._retries = 0
        self._done = len(rows) - sum(end - start for start, end in self._ranges)

    def run(self, on_progress: Optional[Callable[[BatchProgress], None]] = None) -> None:
        """Answers everything that is left."""
        start = time.monotonic()
        while True:
            for _ in range(max(0, self._pool.places())):
                chunk = self._next()
                if chunk is None:
                    break
                self._started[chunk.start] = time.monotonic()
                self._pool.submit(chunk, 2 * self._seconds)
            if not self._started:
                return
            for chunk, result in self._pool.finished(1.0):
                self._take(chunk, result)
            if on_progress:
                on_progress(
                    BatchProgress(
                        self._done, len(self._rows), time.monotonic() - start, len(self._started), self._retries
                    )
                )

    def _next(self) -> Optional[Chunk]:
        if self._again:
            return self._again.popleft()
        if not self._ranges:
            return None
        start, end = self._ranges.popleft()
        size = 8 if self._row_seconds is None else max(1, round(self._seconds / max(self._row_seconds, 1e-6)))
        # Towards the end chunks get smaller, so that all workers end together.
        left = end - start + sum(b - a for a, b in self._ranges)
        size = min(size, 50_000, max(1, left // (2 * max(1, len(self._started) + 1))))
        middle = min(end, start + size)
        if middle < end:
            self._ranges.appendleft((middle, end))
        return Chunk(start, tuple(self._rows[start:middle]))

    def _take(self, chunk: Chunk, result: Union[list[dict[str, Any]], ChunkLost]) -> None:
        elapsed = time.monotonic() - self._started.pop(chunk.start)
        if isinstance(result, ChunkLost):
            self._retries += 1
            if len(chunk.rows) > 1:
                self._again.extend(chunk.halves())
            elif chunk.tries + 1 < TRIES:
                self._again.append(Chunk(chunk.start, chunk.rows, chunk.tries + 1))
            else:
                row = _result(chunk.start, chunk.rows[0], {"error": f"the worker died: {result}"}, None)
                self._write(chunk.start, [row])
            return
        self._write(chunk.start, result)
        each = elapsed / max(1, len(result))
        known = self._row_seconds
        self._row_seconds = each if known is None else known + self._WEIGHT * (each - known)
        if len(result) < len(chunk.rows):
            # The time was over: the others share what is left.
            rest = Chunk(chunk.start + len(result), chunk.rows[len(result) :])
            self._again.extend(rest.halves() if len(rest.rows) > 1 else [rest])

    def _write(self, start: int, rows: list[dict[str, Any]]) -> None:
        self._output.write(start, rows)
        self._done += len(rows)


def run_batch(
    source: Union[str, Path, Sequence[str]],
    out: Union[str, Path],
    task: Optional[BatchTask] = None,
    *,
    column: Optional[str] = None,
    chunk_seconds: float = 5.0,
    pool: Optional[Pool] = None,
    on_progress: Optional[Callable[[BatchProgress], None]] = None,
) -> Path:
    """Answers every problem of a list, a folder, a CSV or Parquet file, and returns the Parquet file with the answers.

    ``out`` is a folder. If it has a part of the answers already, the batch goes on from there. ``ray.init()`` must have been called, unless
    ``pool`` says where to work.
    """
    task = task or BatchTask()
    rows = sources.read(source, column)
    require("pyarrow")
    from .parquet_output import Output

    output = Output(Path(out), asdict(task), len(rows), sources.fingerprint(rows))
    if output.left():
        Driver(rows, output, pool or RayPool(task), chunk_seconds).run(on_progress)
    return output.merge()


def show_progress(progress: BatchProgress) -> None:
    """A line on standard error."""
    share = 100 * progress.done / max(1, progress.rows)
    line = f"{progress.done} of {progress.rows} rows ({share:.1f} %), {progress.seconds:.0f} s"
    if progress.retries:
        line += f", {progress.retries} chunks tried again"
    end = "\r" if sys.stderr.isatty() else "\n"
    print(line, end=end, file=sys.stderr, flush=True)
