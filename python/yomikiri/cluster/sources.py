"""Where the positions of a batch come from: lists, folders, CSV and Parquet."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from yomikiri import InputError, read_file

from .._native import text_of
from .arguments import require
from .game import check

#: Names of columns that hold positions, in the order in which they are looked for.
COLUMNS = ("position", "sfen", "problem")

#: What a folder's files may be.
RECORDS = (".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".jkf", ".bod")
LISTS = (".sfen", ".txt", ".tsv", ".usi")


@dataclass(frozen=True)
class Row:
    """A problem of the list: a position in any notation, and what it is called."""

    position: str
    name: str = ""
    #: Why there is no position.
    error: str = ""


def read(source: Union[str, Path, Sequence[str]], column: Optional[str] = None) -> list[Row]:
    """The problems of a list in memory, a file, or a folder with files, in order."""
    if not isinstance(source, (str, Path)):
        return [Row(position) for position in source]
    path = Path(source)
    if path.is_dir():
        known = sorted(file for file in path.rglob("*") if file.is_file() and _is_known(file))
        if not known:
            raise ValueError(f"{path}: no file in this folder is a list or a record")
        return [row for file in known for row in _file(file, column, str(file.relative_to(path)))]
    if not path.exists():
        raise ValueError(f"{path}: there is no such file or folder")
    return list(_file(path, column, path.name))


def position(argument: str, game: str) -> str:
    """The position that an argument of a command means: a text, a file with one position, or ``-`` for standard input."""
    if argument == "-":
        return _only(sys.stdin.buffer.read(), "standard input", game)
    if os.path.exists(argument):
        return _only(Path(argument).read_bytes(), argument, game)
    try:
        check({"game": game, "position": argument})
    except InputError as error:
        # Positions have blanks. An argument without one is more likely a mistyped name of a file.
        if " " in argument.strip():
            raise
        raise InputError(f"{argument}: no such file, and not a position either") from error
    return argument


def _only(content: bytes, name: str, game: str) -> str:
    """The one position of a file. That of a mate problem may be in any notation."""
    try:
        text = text_of(content)
        if game != "tsume":
            rows = list(_rows(text))
            if len(rows) != 1:
                raise InputError(f"expected one position, not {len(rows)}")
            text = rows[0].position.split("\t")[0].strip()
        check({"game": game, "position": text})
    except InputError as error:
        raise InputError(f"{name}: {str(error).removeprefix('position: ')}") from error
    return text


def _is_known(path: Path) -> bool:
    return path.suffix.lower() in (*RECORDS, *LISTS, ".csv", ".parquet")


def _file(path: Path, column: Optional[str], name: str) -> Iterator[Row]:
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        yield from _parquet(path, column)
    elif suffix == ".csv":
        yield from _csv(path, column)
    elif suffix in RECORDS:
        yield from _records(path, name)
    else:
        yield from _list(path)


def _records(path: Path, name: str) -> Iterator[Row]:
    """The first positions of the records of a file. If there are several, each has its number behind the name of the file."""
    try:
        records = read_file(path)
    except InputError as error:
        yield Row("", name, str(error))
        return
    for number, record in enumerate(records, 1):
        called = name if len(records) == 1 else f"{name}:{number}"
        yield Row(record.position.sfen, called) if record.position else Row("", called, record.error or "")


def _list(path: Path) -> Iterator[Row]:
    yield from _rows(_text(path))


def _rows(text: str) -> Iterator[Row]:
    """A line is a position; after a tab may come its length and its name, as in the lists of the command."""
    for line in text.split("\n"):
        row = line.rstrip("\r")
        if row.strip() and not row.startswith("#"):
            yield Row(row, row.split("\t")[2] if row.count("\t") >= 2 else "")


def _text(path: Path) -> str:
    """The text of a file in UTF-8 or Shift-JIS."""
    content = path.read_bytes()
    for encoding in ("utf-8-sig", "cp932"):
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode(encoding)
    raise ValueError(f"{path}: the text is neither UTF-8 nor Shift-JIS")


def _column(path: Path, names: Sequence[str], column: Optional[str]) -> str:
    if column is not None:
        if column not in names:
            raise ValueError(f"{path}: no column {column!r}: there are {', '.join(names)}")
        return column
    for name in COLUMNS:
        if name in names:
            return name
    raise ValueError(f"{path}: expected a column named {' or '.join(COLUMNS)}, or --column")


def _csv(path: Path, column: Optional[str]) -> Iterator[Row]:
    reader = csv.DictReader(io.StringIO(_text(path), newline=""))
    chosen = _column(path, reader.fieldnames or (), column)
    for row in reader:
        yield Row(row[chosen] or "", row.get("name") or "")


def _parquet(path: Path, column: Optional[str]) -> Iterator[Row]:
    require("pyarrow")
    import pyarrow.parquet as parquet

    file = parquet.ParquetFile(path)
    names = file.schema_arrow.names
    chosen = _column(path, names, column)
    columns = [chosen, "name"] if "name" in names and chosen != "name" else [chosen]
    for batch in file.iter_batches(columns=columns):
        labels = batch.column(1).to_pylist() if len(columns) == 2 else [""] * batch.num_rows
        for position, name in zip(batch.column(0).to_pylist(), labels):
            yield Row(position or "", name or "")


def fingerprint(rows: Iterable[Row]) -> str:
    """A digest of the positions and their order."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(row.position.encode())
        digest.update(b"\0")
        digest.update(row.name.encode())
        digest.update(b"\n")
    return digest.hexdigest()
