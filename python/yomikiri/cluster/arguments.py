"""What the commands of this package share: kinds of arguments, and a Ray on this machine."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import math
import sys
from collections.abc import Iterator
from typing import Any, Optional, TextIO

from .._native import parse_size

#: The object store of a Ray that is started here, in bytes. Batches of results are small.
OBJECT_STORE = 200_000_000


def size(text: str) -> int:
    """An argument such as 4GiB, in bytes."""
    try:
        return parse_size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """An argument that is a number from 1 on."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """An argument that is a time."""
    with contextlib.suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise argparse.ArgumentTypeError("expected a number of seconds above 0")


def values(pairs: list[str]) -> dict[str, Any]:
    """Options that were given as NAME=VALUE."""
    named: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise ValueError(f"--option {pair}: expected NAME=VALUE")
        try:
            named[name] = json.loads(text)
        except json.JSONDecodeError:
            named[name] = text
    return named


def require(*modules: str) -> None:
    """Fails with a hint if a module of the extra ``cluster`` is not installed."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise ValueError(f"{module} is not installed: pip install './python[cluster]' in a clone of the repository")


@contextlib.contextmanager
def ray_session(address: Optional[str] = None, cpus: Optional[int] = None) -> Iterator[TextIO]:
    """Joins the Ray cluster at an address, or starts one on this machine.

    Ray prints messages, such as that a worker died. They go to standard error until the session is over. Yields standard output, for the answers.
    """
    require("ray")
    import ray

    out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        if address:
            ray.init(address=address, log_to_driver=False)
        else:
            ray.init(num_cpus=cpus, object_store_memory=OBJECT_STORE, include_dashboard=False, log_to_driver=False)
        try:
            yield out
        finally:
            ray.shutdown()
