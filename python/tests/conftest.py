"""The data of the repository: what the tests of the crates use, too."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "data"

ONE = "4k4/9/4P4/9/9/9/9/9/9 b G 1"
"""Mate in one, G*5b."""
NO_MATE = "4k4/9/4P4/9/9/9/9/9/9 b P 1"
ZUKO_2 = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1"
"""将棋図巧 2, a mate in 21."""
LONG = "2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1"
"""メガロポリス, 515 plies: no solver does it in a second."""


def rows(name: str, most: int | None = None) -> Iterator[list[str]]:
    """The columns of the rows of a file."""
    with open(DATA / name, encoding="utf-8") as lines:
        count = 0
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield line.rstrip("\n").split("\t")
                count += 1
                if count == most:
                    return


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C while the test runs. Python ignores it where the shell that started it does, as shells do for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.join()
    signal.signal(signal.SIGINT, before)
