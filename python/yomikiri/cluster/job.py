"""What the coordinator and the workers say to each other about one leaf."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional

INF = math.inf


@dataclass(frozen=True)
class ChildInfo:
    """A child as a worker sees it. An infinite number means that the node is solved."""

    key: str
    kind: str
    proof: float
    disproof: float
    waits_for: Optional[int] = None
    repeats: Optional[int] = None
    move: str = ""
    visits: int = 0


@dataclass(frozen=True)
class NodeInfo:
    """A node as a worker sees it."""

    is_or: bool
    key: str
    kind: str
    value: Optional[bool]
    children: tuple[ChildInfo, ...]


@dataclass(frozen=True)
class JobResult:
    """What a worker found at a leaf."""

    proof: float
    disproof: float
    value: Optional[bool]
    relies_on: Optional[int]
    visits: int
    seconds: float
    node: Optional[NodeInfo]


@dataclass(frozen=True)
class Job:
    """A leaf to be searched: by at most ``nodes`` visits, for at most ``seconds``, and until a number reaches its threshold."""

    number: int
    path: tuple[int, ...]
    nodes: int
    proof: float = INF
    disproof: float = INF
    seconds: float = INF


def _number(value: Optional[float]) -> float:
    return INF if value is None else value


def node_info(info: dict[str, Any]) -> NodeInfo:
    """A node from its JSON."""
    children = tuple(
        ChildInfo(
            child["key"], child["class"], _number(child["proof"]), _number(child["disproof"]),
            child.get("waits_for"), child.get("repeats"), child["move"], child["visits"],
        )
        for child in info["children"]
    )  # fmt: skip
    return NodeInfo(info["or"], info["key"], info["class"], info["value"], children)


def job_result(info: dict[str, Any]) -> JobResult:
    """The result of a job from its JSON."""
    return JobResult(
        _number(info["proof"]), _number(info["disproof"]), info["value"], info["relies_on"],
        info["visits"], info["seconds"], node_info(info["node"]),
    )  # fmt: skip
