"""The results of a batch on disk: parts that are whole or not there, and a manifest of what they belong to.

A part holds the rows ``[start, end)`` and is named after them. It is written under another name and renamed, so a part that exists is complete.
What is left to do follows from the names alone: a batch goes on after any kill. Only the driver writes, so no row is written twice.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet

FORM = "yomikiri batch 1"

SCHEMA = arrow.schema(
    [
        ("index", arrow.int64()),
        ("name", arrow.string()),
        ("position", arrow.string()),
        ("verdict", arrow.string()),
        ("length", arrow.int32()),
        ("length_status", arrow.string()),
        ("moves", arrow.string()),
        ("nodes", arrow.int64()),
        ("seconds", arrow.float64()),
        ("error", arrow.string()),
        ("certificate", arrow.binary()),
        ("answer", arrow.string()),
    ]
)

_NAME = re.compile(r"rows-(\d{10})-(\d{10})\.parquet")

Range = tuple[int, int]


class Output:
    """The folder of a batch."""

    def __init__(self, folder: Path, task: dict[str, Any], rows: int, fingerprint: str):
        self.folder = folder
        self.parts = folder / "parts"
        self.merged = folder / "results.parquet"
        self.rows = rows
        self.parts.mkdir(parents=True, exist_ok=True)
        manifest = {"form": FORM, "task": task, "rows": rows, "fingerprint": fingerprint}
        path = folder / "manifest.json"
        if path.exists():
            known = _manifest(path)
            for name, what in (("form", "form"), ("fingerprint", "list of positions"), ("rows", "list of positions"), ("task", "task")):
                if known.get(name) != manifest[name]:
                    raise ValueError(f"{folder}: this folder has the results of another {what}; choose another --out")
        else:
            if any(self.parts.iterdir()):
                raise ValueError(f"{folder}: there are parts without a manifest; choose another --out")
            _write(path, json.dumps(manifest, indent=1, ensure_ascii=False).encode())
        for unfinished in self.parts.glob("*.part"):
            unfinished.unlink()

    def _part(self, start: int, stop: int) -> Path:
        return self.parts / f"rows-{start:010}-{stop:010}.parquet"

    def done(self) -> list[Range]:
        """The ranges of rows that are there, in order."""
        ranges = sorted(
            (int(match[1]), int(match[2])) for match in map(_NAME.fullmatch, os.listdir(self.parts)) if match
        )
        end = 0
        for start, stop in ranges:
            if start < end or stop <= start or stop > self.rows:
                raise ValueError(f"{self.parts}: rows {start} to {stop} are there twice or belong to another list")
            end = stop
        return ranges

    def left(self) -> list[Range]:
        """The ranges of rows that are not there, in order."""
        gaps, end = [], 0
        for start, stop in [*self.done(), (self.rows, self.rows)]:
            if start > end:
                gaps.append((end, start))
            end = stop
        return gaps

    def write(self, start: int, rows: Sequence[dict[str, Any]]) -> None:
        """Writes consecutive rows from ``start`` on as one part."""
        indices = [row["index"] for row in rows]
        if indices != list(range(start, start + len(rows))):
            raise ValueError(f"rows {indices[:1]} … {indices[-1:]} are not those from {start} on")
        table = arrow.Table.from_pylist(list(rows), schema=SCHEMA)
        path = self._part(start, start + len(rows))
        unfinished = path.with_name(path.name + ".part")
        parquet.write_table(table, unfinished, compression="zstd")
        os.replace(unfinished, path)

    def merge(self) -> Path:
        """Writes all parts to one file, in the order of the list."""
        if self.left():
            raise ValueError(f"{self.folder}: some rows are missing")
        unfinished = self.merged.with_name(self.merged.name + ".part")
        with parquet.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
            for start, stop in self.done():
                path = self._part(start, stop)
                try:
                    table = parquet.read_table(path).cast(SCHEMA)
                except ValueError as error:
                    raise ValueError(f"{path}: this part is damaged ({str(error).splitlines()[0]}); remove it and run again") from error
                if table.column("index").to_pylist() != list(range(start, stop)):
                    raise ValueError(f"{path}: this part has other rows; remove it and run again")
                writer.write_table(table)
        os.replace(unfinished, self.merged)
        return self.merged


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: this manifest is damaged: {error}") from error
    if not isinstance(manifest, dict):
        raise ValueError(f"{path}: this is no manifest of a batch")
    return manifest


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_name(path.name + ".part")
    with open(unfinished, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
