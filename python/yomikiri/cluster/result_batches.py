"""What workers learned, in batches, on its way to the others and to the disk.

A *batch* is what one worker learned in one job. Several batches travel as one *bundle*.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Optional

from .game import ClusterGame

#: Bytes after which a bundle of saved batches is large enough.
LARGEST_BUNDLE = 32 << 20


class Batches:
    """What workers learned, in bundles, until every worker has it; and a file of what is worth keeping.

    Every worker gets every batch, so with many workers one message for each would be too many: several travel as one bundle. A worker that
    comes later gets what is in the file.
    """

    def __init__(self, pack: Callable[[bytes], Any], workers: int, bundle: int = 1, log: Optional[Path] = None):
        self._pack = pack
        self._bundle = bundle
        #: Bundles by their numbers. With bundles of one batch: who made it and need not be sent it.
        self._bundles: dict[int, tuple[Any, int]] = {}
        self._first = self._next = 0
        self._loose: list[bytes] = []
        #: The number of the first bundle that each worker does not know, and the workers that need the file first.
        self._known = [0] * workers
        self._new: set[int] = set(range(workers)) if log is not None and log.exists() else set()
        self._path = log
        self._log = open(log, "ab") if log is not None else None
        self.bytes = 0

    def add(self, worker: int, batch: bytes, kept: bytes) -> None:
        """Takes what a worker learned, and the part of it that is worth keeping."""
        if not batch:
            return
        self.bytes += len(batch)
        self._loose.append(batch)
        if len(self._loose) >= self._bundle:
            self._close_bundle(worker)
        if self._log is not None:
            self._log.write(framed(kept))
            self._log.flush()

    def _close_bundle(self, worker: int) -> None:
        self._bundles[self._next] = (self._pack(self._joined(self._loose)), worker if len(self._loose) == 1 else -1)
        self._next += 1
        self._loose.clear()

    def _joined(self, batches: Sequence[bytes]) -> bytes:
        return framed(*batches)

    def take_new(self, worker: int) -> list[Any]:
        """What a worker does not know yet."""
        numbers = range(self._known[worker], self._next)
        new = [bundle for bundle, origin in map(self._bundles.__getitem__, numbers) if origin != worker]
        self._known[worker] = self._next
        if worker in self._new:
            self._new.discard(worker)
            new = self._saved() + new
        for number in range(self._first, min(self._known)):
            del self._bundles[number]
        self._first = min(self._known)
        return new

    def _saved(self) -> list[Any]:
        """What is in the file, in bundles."""
        if self._path is None:
            return []
        bundles: list[Any] = []
        loose: list[bytes] = []
        for batch in read_batches(self._path.read_bytes()):
            loose.append(batch)
            if sum(map(len, loose)) > LARGEST_BUNDLE:
                bundles.append(self._pack(framed(*loose)))
                loose = []
        return [*bundles, self._pack(framed(*loose))] if loose else bundles

    def forget(self, worker: int) -> None:
        """The worker is a new one: it knows nothing."""
        self._known[worker] = self._next
        self._new.add(worker)

    def close(self) -> None:
        """Sends what is left, and closes the file."""
        if self._loose:
            self._close_bundle(-1)
        if self._log is not None:
            self._log.close()


def framed(*batches: bytes) -> bytes:
    """Batches one after the other, each with its size before it."""
    return b"".join(struct.pack("<Q", len(batch)) + batch for batch in batches)


def read_batches(content: bytes) -> Iterator[bytes]:
    """The batches of a bundle or a file. One that is cut off at the end is left out."""
    at = 0
    while at + 8 <= len(content):
        (size,) = struct.unpack_from("<Q", content, at)
        if at + 8 + size > len(content):
            return
        yield content[at + 8 : at + 8 + size]
        at += 8 + size


def cut_log(log: Path) -> None:
    """Removes a batch that was cut off from the end of a file, so that others can follow."""
    whole = sum(8 + len(batch) for batch in read_batches(log.read_bytes()))
    with open(log, "r+b") as file:
        file.truncate(whole)


def merge_bundles(game: ClusterGame, bundles: Sequence[bytes]) -> None:
    """Merges the batches of bundles into the table of a game."""
    for bundle in bundles:
        for batch in read_batches(bundle):
            game.merge_batch(batch)
