"""The answers of the package to the requests that every host answers: those of the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import yomikiri
from yomikiri import InputError

PARITY = Path(__file__).resolve().parents[2] / "crates" / "service" / "tests" / "parity"
TIMES = {"cpu_seconds", "wall_seconds", "seconds"}
"""The keys whose values depend on the machine and its load."""


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    with open(PARITY / name, encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


def without_times(value: Any) -> Any:
    """The value with 0 for every time in it."""
    if isinstance(value, dict):
        return {
            key: 0 if key in TIMES and isinstance(item, (int, float)) else without_times(item)
            for key, item in value.items()
        }
    return [without_times(item) for item in value] if isinstance(value, list) else value


def events_of(request: dict[str, Any]) -> list[Any]:
    """The events of a request. Of an error there is only the English text."""
    events: list[Any] = []
    try:
        answer = yomikiri.request(request, events.append)
        events.append({"event": "done", "answer": answer})
    except InputError as error:
        events.append({"event": "error", "error": str(error)})
    return [without_times(event) for event in events if event["event"] != "progress"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        pytest.param(request["request"], answer, id=request["name"])
        for request, answer in zip(lines("requests.jsonl"), lines("answers.jsonl"), strict=True)
    ],
)
def test_the_package_answers_as_the_library(asked: dict[str, Any], answer: dict[str, Any]) -> None:
    expected = [
        {key: value for key, value in event.items() if key != "error_ja"} for event in answer["events"]
    ]
    # The texts are compared because the order of keys counts.
    assert json.dumps(events_of(asked)) == json.dumps(expected)
