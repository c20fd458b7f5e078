"""Where a batch's positions come from: every kind of file, in both encodings, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import NO_MATE, ONE, ZUKO_2

from yomikiri import Position
from yomikiri.cluster import sources
from yomikiri.cluster.batch import BatchTask, answer_rows
from yomikiri.cluster.sources import Row


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_lists_have_names_and_comments(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.sfen"
    path.write_bytes(f"# 詰将棋\r\n{ONE}\t1\t一手詰\r\n\r\n{NO_MATE}\n".encode(encoding))
    assert sources.read(path) == [Row(f"{ONE}\t1\t一手詰", "一手詰"), Row(NO_MATE)]


def test_folders_have_all_records_of_their_files(tmp_path: Path) -> None:
    kif = [Position(sfen).write("kif", []) for sfen in (ONE, ZUKO_2)]
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "a.kif").write_bytes(kif[0].encode("cp932"))
    (tmp_path / "b.kif").write_text("\n".join(kif), encoding="utf-8")
    (tmp_path / "c.csa").write_text("V2.2\nPI\n+9999XX\n", encoding="utf-8")
    (below / "d.txt").write_text(f"{NO_MATE}\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("no position", encoding="utf-8")
    rows = sources.read(tmp_path)
    first, second = (Position(sfen).sfen for sfen in (ONE, ZUKO_2))
    assert [(row.position, row.name) for row in rows] == [
        (first, "a.kif"), (first, "b.kif:1"), (second, "b.kif:2"), (NO_MATE, ""), ("", "c.csa"),
    ]  # fmt: skip
    assert [bool(row.error) for row in rows] == [False, False, False, False, True]
    # The faulty record is a row of the answers, and the others are answered.
    answers = answer_rows(10, rows, BatchTask("solve", {"nodes": 100_000, "memory": 4 << 20}), 60.0)
    assert [answer["index"] for answer in answers] == [10, 11, 12, 13, 14]
    assert [answer["verdict"] for answer in answers] == ["mate", "mate", "mate", "nomate", None]
    assert answers[4]["error"] == rows[4].error


def test_tables_have_a_column_of_positions(tmp_path: Path) -> None:
    text = tmp_path / "table.csv"
    text.write_bytes(f'name,sfen\r\n一,"{ONE}"\r\n二,{NO_MATE}\r\n'.encode("cp932"))
    rows = [Row(ONE, "一"), Row(NO_MATE, "二")]
    assert sources.read(text) == rows
    assert [row.position for row in sources.read(text, "name")] == ["一", "二"]
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = tmp_path / "table.parquet"
    parquet.write_table(pyarrow.table({"problem": [ONE, NO_MATE], "name": ["一", "二"]}), table)
    assert sources.read(table) == rows
    for path, columns in ((text, "name, sfen"), (table, "problem, name")):
        with pytest.raises(ValueError, match=f"no column 'x': there are {columns}"):
            sources.read(path, "x")


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    empty, neither = tmp_path / "empty", tmp_path / "neither.sfen"
    empty.mkdir()
    neither.write_bytes(b"\x81 ")
    for path, reason in ((empty, "no file in this folder"), (neither, "neither UTF-8 nor"), (tmp_path / "x", "no such file")):
        with pytest.raises(ValueError, match=f"{path.name}: .*{reason}"):
            sources.read(path)
