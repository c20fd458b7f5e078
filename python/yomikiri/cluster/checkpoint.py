"""The coordinator's tree on disk."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Optional

from .job import INF
from .coordinator import Coordinator, CoordinatorFigures, CoordinatorSettings, Node

#: The version of the file's form.
FORM = "yomikiri master 1"


def save(coordinator: Coordinator, path: Path, problem: dict[str, Any]) -> None:
    """Writes a tree to a file, which is there as a whole or not at all. Jobs that are out will be handed out again."""
    order: list[Node] = []
    stack = [coordinator.root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(node.children or ()))
    numbers = {id(node): number for number, node in enumerate(order)}
    rows = [
        [
            numbers[id(node.parent)] if node.parent else None,
            node.is_or, node.key, node.kind, node.move, _finite(node.proof), _finite(node.disproof), node.value, node.relies_on,
            node.visits, node.waits_for, numbers[id(node.alias)] if node.alias else None, node.children is not None,
        ]
        for node in order
    ]  # fmt: skip
    state = {"form": FORM, "problem": problem, "figures": vars(coordinator.figures), "nodes": rows}
    unfinished = path.with_name(path.name + ".part")
    with open(unfinished, "w", encoding="utf-8") as file:
        json.dump(state, file, separators=(",", ":"))
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)


def load(path: Path, problem: dict[str, Any], settings: Optional[CoordinatorSettings] = None) -> Coordinator:
    """Reads the tree that was saved for this problem."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        if state["form"] != FORM:
            raise ValueError("the form is not known")
        of_problem, figures, nodes = state["problem"], CoordinatorFigures(**state["figures"]), _nodes(state["nodes"])
    except (ValueError, LookupError, TypeError) as error:
        raise ValueError(f"{path}: this is no checkpoint of a master, or it is damaged: {error}") from error
    if of_problem != problem:
        raise ValueError(f"{path}: this is the checkpoint of another problem")
    coordinator = Coordinator(settings)
    coordinator.restore(nodes, figures)
    return coordinator


def _nodes(rows: list[list[Any]]) -> list[Node]:
    """The nodes of the rows: a parent comes before its children."""
    nodes: list[Node] = []
    for row in rows:
        parent, is_or, key, kind, move, proof, disproof, value, relies_on, visits, waits_for, _, expanded = row
        above = nodes[parent] if parent is not None else None
        path = (*above.path, len(above.children or ())) if above else ()
        node = Node(path, is_or, above)
        node.key, node.kind, node.move, node.waits_for, node.visits = key, kind, move, waits_for, visits
        node.proof, node.disproof = (INF if proof is None else proof), (INF if disproof is None else disproof)
        if expanded:
            node.children = []
        if above is not None:
            if above.children is None:
                raise ValueError("a node has a parent without children")
            above.children.append(node)
        if value is not None:
            node.solve(value, relies_on)
        nodes.append(node)
    for node, row in zip(nodes, rows):
        if row[11] is not None:
            node.alias = nodes[row[11]]
            nodes[row[11]].aliases.append(node)
    if not nodes:
        raise ValueError("there is no root")
    return nodes


def _finite(number: float) -> Optional[float]:
    return None if number == INF else number
