"""What the commands of this package share: kinds of arguments, and a Ray on this machine."""

from __future__ import annotations

import argparse
import json
from typing import Any, Optional

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


def positives(text: str) -> list[int]:
    """An argument such as 1,2,4."""
    return [positive(part) for part in text.split(",")]


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


def start_ray(address: Optional[str] = None, cpus: Optional[int] = None) -> None:
    """Joins the Ray cluster at an address, or starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise ValueError("Ray is not installed: pip install 'yomikiri[cluster]'") from None
    if address:
        ray.init(address=address, log_to_driver=False)
    else:
        ray.init(num_cpus=cpus, object_store_memory=OBJECT_STORE, include_dashboard=False, log_to_driver=False)
