"""Lists: the same rows as the problems alone, in order, whatever is in the list."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import LONG, NO_MATE, ONE, ZUKO_2, rows

import yomikiri
from yomikiri import InputError, Position, StopFlag


@pytest.mark.parametrize("plies", [3, 5])
def test_lengths_are_those_of_the_data(plies: int) -> None:
    too_long = {row[0] for row in rows("claims_too_long.tsv")}
    problems = [row for row in rows(f"yaneuraou_mate{plies}_1000.tsv", 250) if row[0] not in too_long][:200]
    answers = list(yomikiri.solve_many((row[0] for row in problems), jobs=2, hands="written"))
    assert len(answers) == 200
    assert {answer.length for answer in answers} == {plies}
    assert {answer.length_status for answer in answers} == {"minimal"}


def test_problems_without_mate_have_none() -> None:
    problems = [row[0] for row in rows("nomate.tsv", 10)]
    for answer in yomikiri.solve_many(problems, jobs=2, nodes=20_000):
        assert answer.verdict == "nomate" or answer.stop_reason == "node limit"


def test_rows_are_those_of_single_problems() -> None:
    texts = [ONE, NO_MATE, ZUKO_2, "4k4/9/4P4/9/9/9/9/9/9 b RG 1"]
    same = ("position", "verdict", "length", "moves", "rule_length", "rule_moves", "leftover", "hands", "rules")
    for text, row in zip(texts, yomikiri.rows("solve", texts, jobs=2)):
        alone, row = yomikiri.solve(text).json, json.loads(row)
        assert {key: alone[key] for key in same} == {key: row[key] for key in same}
    for text, answer in zip(texts, yomikiri.judge_many(texts, jobs=2)):
        assert answer.grade == yomikiri.judge(text).grade
    for text, brinkmate in zip(texts, yomikiri.hisshi_many(texts[:2], jobs=2)):
        assert brinkmate.verdict == yomikiri.hisshi(text).verdict


def test_moves_are_the_solution_as_in_lists_of_the_command() -> None:
    start = "4k4/9/4P4/9/9/9/9/9/9 b RS 1"
    for answer in yomikiri.solve_many([start, f"{start} moves S*4b", f"position sfen {start} moves S*4b\t3\tthree"]):
        assert (answer.length, answer.json["position"].split()[2][:2]) == (3, "RS")


def test_the_intended_length_is_that_of_the_row_or_of_the_option(tmp_path: Path) -> None:
    file = tmp_path / "three.kif"
    file.write_text("手数：3手詰\n" + Position(ONE).write("kif"), encoding="utf-8")

    def faults(**options: Any) -> list[list[str]]:
        items: list[Any] = [ONE, f"{ONE}\t3", file]
        return [[fault.kind for fault in answer.faults] for answer in yomikiri.judge_many(items, **options)]

    assert faults() == [[], ["shorter-mate"], ["shorter-mate"]]
    assert faults(intended=3) == [["shorter-mate"]] * 3
    assert faults(intended=1) == [[]] * 3
    assert [answer.grade for answer in yomikiri.judge_many(file)] == ["unsound"]


def test_rows_come_in_order_and_each_once() -> None:
    count = 10_000
    texts = (f"{(ONE, NO_MATE)[i % 2]}\t1\tp{i}" for i in range(count))
    answers = list(yomikiri.solve_many(texts, jobs=3))
    assert [answer.name for answer in answers] == [f"p{i}" for i in range(count)]
    assert [answer.verdict for answer in answers[:2]] == ["mate", "nomate"]
    assert [answer.json["line"] for answer in answers] == list(range(1, count + 1))
    unordered = yomikiri.solve_many([ONE] * 1000, jobs=3, ordered=False)
    assert sorted(answer.json["line"] for answer in unordered) == list(range(1, 1001))


def test_what_cannot_be_read_is_a_row_with_an_error() -> None:
    hostile = ["", "what", "9/9/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b 40P 1", "x" * 100_000, "\0", "\n\n", ONE]
    answers = list(yomikiri.solve_many(hostile, jobs=2))
    assert [answer.verdict for answer in answers] == [None] * 7 + ["mate"]
    assert all(answer.error for answer in answers[:7])


def test_positions_and_bytes() -> None:
    answers = yomikiri.solve_many([Position(ONE), ONE.encode(), ONE])
    assert [answer.moves for answer in answers] == [("G*5b",)] * 3
    assert list(yomikiri.solve_many([])) == []


def test_a_bad_item_is_a_row_and_the_list_goes_on(tmp_path: Path) -> None:
    list_file = tmp_path / "list.sfen"
    list_file.write_text(f"{ONE}\n{NO_MATE}\n", encoding="utf-8")
    problem = tmp_path / "one.kif"
    problem.write_text(Position(ONE).write("kif", name="一手詰"), encoding="utf-8")
    good: list[Any] = [ONE, bytearray(ONE.encode()), problem]
    bad: list[Any] = [None, float("nan"), 3, b"\x81 ", "\ud800", tmp_path / "none.kif", list_file]
    answers = list(yomikiri.solve_many([*good, *bad, NO_MATE], jobs=2))
    assert [answer.verdict for answer in answers] == ["mate"] * 3 + [None] * len(bad) + ["nomate"]
    assert [answer.json["line"] for answer in answers] == list(range(1, len(answers) + 1))
    assert answers[2].name == "一手詰"
    errors = [answer.error or "" for answer in answers[3:-1]]
    assert errors[0] == "expected a position as str, bytes, Path or Position, not NoneType"
    assert str(tmp_path / "none.kif") in errors[5] and errors[6].startswith(f"{list_file}: several positions")
    assert all(error and "\n" not in error for error in errors)


def test_files_are_lists(tmp_path: Path) -> None:
    file = tmp_path / "list.sfen"
    file.write_bytes(f"\ufeff# 詰将棋\n\n{ONE}\t1\t一手詰\n  \n  # {ONE}\nwhat\n".encode())
    with open(file, encoding="utf-8") as text, open(file, "rb") as binary:
        for positions in (text, binary, file):
            one, bad = yomikiri.solve_many(positions)
            assert (one.verdict, one.name, one.json["expected_length"], one.json["line"]) == ("mate", "一手詰", 1, 3)
            assert (bad.verdict, bad.json["line"]) == (None, 6) and bad.error
    shift_jis = tmp_path / "shift_jis.sfen"
    shift_jis.write_bytes(f"{ONE}\t1\t一手詰\n".encode("shift_jis"))
    assert [answer.name for answer in yomikiri.solve_many(shift_jis)] == ["一手詰"]
    records = tmp_path / "records.kif"
    records.write_text("\n".join(Position(sfen).write("kif", name=sfen[:3]) for sfen in (ONE, NO_MATE)), encoding="utf-8")
    assert [(answer.name, answer.verdict) for answer in yomikiri.solve_many(records)] == [("4k4"[:3], "mate"), ("4k4"[:3], "nomate")]
    with pytest.raises(FileNotFoundError):
        yomikiri.solve_many(tmp_path / "none.sfen")


def test_every_item_of_a_list_has_its_row() -> None:
    """Blank lines and comments are skipped in files only, so that rows of other lists stand beside their items."""
    answers = list(yomikiri.solve_many(["", "# no position", ONE]))
    assert [answer.verdict for answer in answers] == [None, None, "mate"]


@pytest.mark.parametrize("one", [ONE, ONE.encode(), bytearray(ONE.encode()), Position(ONE)])
def test_one_position_is_no_list(one: Any) -> None:
    for many in (yomikiri.solve_many, yomikiri.judge_many, yomikiri.hisshi_many):
        with pytest.raises(TypeError, match=r"expected a list of positions, not one \w+: \[position\], or Path"):
            many(one)


def test_jobs_are_at_least_one() -> None:
    for jobs in (-1, 0):
        with pytest.raises(InputError, match="`jobs`: expected a number from 1 on"):
            yomikiri.solve_many([ONE], jobs=jobs)
    assert next(yomikiri.solve_many([ONE], jobs=np.int64(1), time=np.int64(9))).is_mate  # type: ignore[arg-type]


def test_options_are_refused_at_once() -> None:
    for options in ({"algorithm": "what"}, {"nodes": -1}, {"what": 1}):
        with pytest.raises(InputError):
            yomikiri.rows("solve", [ONE], **options)
    with pytest.raises(InputError):
        yomikiri.rows("explain", [ONE])


def test_a_list_need_not_end_and_can_be_left() -> None:
    answers = yomikiri.solve_many(itertools.repeat(ONE), jobs=2)
    assert [next(answers).verdict for _ in range(10)] == ["mate"] * 10
    start = time.monotonic()
    hard = yomikiri.solve_many([ONE, LONG], jobs=2, memory="64MiB")
    assert next(hard).is_mate
    hard.close()  # type: ignore[attr-defined]
    del hard
    assert time.monotonic() - start < 20, "the search for the second problem goes on"


def test_an_exception_of_the_source_is_raised() -> None:
    def source() -> Iterator[str]:
        yield ONE
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(yomikiri.solve_many(source()))


def test_ctrl_c_ends_a_list(ctrl_c: None) -> None:
    with pytest.raises(KeyboardInterrupt):
        list(yomikiri.solve_many([LONG] * 3, jobs=2, memory="64MiB"))


def test_a_flag_ends_a_list() -> None:
    stop = StopFlag()
    threading.Timer(0.3, stop.set).start()
    answers = list(yomikiri.solve_many([LONG] * 3, jobs=2, memory="64MiB", stop=stop))
    assert [answer.stop_reason for answer in answers] == ["stopped"] * 3
