"""Questions about one problem, against the data."""

from __future__ import annotations

import base64
import dataclasses
import json
import math
import re
import threading
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import DATA, LONG, NO_MATE, ONE, ZUKO_2

import yomikiri
from yomikiri import Found, InputError, JudgeResult, Position, Progress, Report, SolveResult, StopFlag


def test_solve() -> None:
    answer = yomikiri.solve(ONE)
    assert (answer.verdict, answer.length, answer.length_status) == ("mate", 1, "minimal")
    assert answer.moves == answer.rule_moves == ("G*5b",)
    assert answer.is_mate and answer.is_decided and answer.stop_reason is None
    assert answer.japanese == ["▲５二金"]
    assert answer.position.play(*answer.moves).is_mate
    assert answer.json["counters"]["proof_size"] >= 1 and answer.json["hands"] == "rest"
    assert yomikiri.solve(Position(ONE)).moves == yomikiri.solve(ONE.encode()).moves == ("G*5b",)
    no_mate = yomikiri.solve(NO_MATE)
    assert (no_mate.verdict, no_mate.length, no_mate.moves) == ("nomate", None, ())
    assert "refutation" in no_mate.json


def test_results_are_frozen() -> None:
    answer = yomikiri.solve(ONE)
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.length = 3  # type: ignore[misc]
    assert answer == dataclasses.replace(answer, json={})


def test_answers_that_say_the_same_are_equal() -> None:
    answer = yomikiri.solve(ZUKO_2)
    assert answer == yomikiri.solve(ZUKO_2) == yomikiri.solve(ZUKO_2, algorithm="dfpn+tca")
    assert answer != yomikiri.solve(ONE)
    brinkmate = yomikiri.hisshi("8k/8g/6P1P/9/9/9/9/9/9 b R 1", all_defences=True)
    judged = yomikiri.judge(ONE)
    assert brinkmate.threat and brinkmate.defences
    assert len({answer, judged, brinkmate}) == 3


def test_options_are_those_of_the_command() -> None:
    answer = yomikiri.solve(
        ONE, hands="written", rules="raw", first=True, algorithm="dfpn+tca", memory="8MiB", nodes=1000, time=5
    )
    wanted = {"hands": "written", "rules": "raw", "algorithm": "dfpn+tca", "memory": 8 << 20}
    assert wanted.items() <= answer.json.items()
    every = yomikiri.solve("4k4/9/4P4/9/9/9/9/9/9 b RG 1", all=True)
    assert len(every.json["solutions"]) > 1
    after = yomikiri.solve("4k4/9/4P4/9/9/9/9/9/9 b RG 1", moves=["R*5b", "5a6a"])
    assert after.sfen.startswith("3k5/4R4/4P4/")
    assert yomikiri.solve(ZUKO_2, threads=2).length == 21


@pytest.mark.parametrize(
    "options",
    [{"algorithm": "what"}, {"rules": "what"}, {"hands": "what"}, {"time": -1}, {"memory": "x"}, {"threads": 0}],
)
def test_options_that_cannot_be_followed(options: dict[str, object]) -> None:
    with pytest.raises(InputError) as error:
        yomikiri.solve(ONE, **options)  # type: ignore[arg-type]
    assert next(iter(options)) in str(error.value)


@pytest.mark.parametrize("scalar", [np.int64, np.uint8, np.float32, np.float64])
def test_numbers_of_numpy(scalar: Callable[[int], Any]) -> None:
    answer = yomikiri.solve(ONE, time=scalar(5), first=np.True_, nodes=np.int32(1000), memory=np.int64(8 << 20))  # type: ignore[arg-type]
    assert answer.is_mate and answer.json["memory"] == 8 << 20


@pytest.mark.parametrize("seconds", [math.nan, math.inf, np.float64("nan")])
def test_a_time_is_finite(seconds: float) -> None:
    for ask in (yomikiri.solve, yomikiri.judge, yomikiri.hisshi):
        with pytest.raises(InputError, match="`time`: expected a finite number"):
            ask(ONE, time=seconds)


def test_a_memory_is_a_size() -> None:
    no_sizes: list[Any] = [2e9, [1]]
    for memory in no_sizes:
        with pytest.raises(InputError, match="`memory`: expected a whole number of bytes"):
            yomikiri.solve(ONE, memory=memory)
    certificate = DATA / "certificates/exactly-3.cert"
    sizes: list[Any] = ["1GiB", 1 << 30, np.int64(1 << 30)]
    for memory in sizes:
        assert yomikiri.verify(certificate, memory=memory).holds
    no_sizes = ["1GoB", -1, 0]
    for memory in no_sizes:
        with pytest.raises(InputError, match="`memory`: expected a size such as"):
            yomikiri.verify(certificate, memory=memory)


def test_a_path_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "one.kif"
    file.write_bytes(Position(ONE).write("kif", ["G*5b"], name="一手詰").encode("shift_jis"))
    answer = yomikiri.solve(file)
    assert (answer.moves, answer.name) == (("G*5b",), "一手詰")
    assert yomikiri.solve(bytearray(file.read_bytes())) == yomikiri.solve(file.read_bytes()) == answer
    for given in (3, [ONE]):
        with pytest.raises(TypeError, match="expected a position as str, bytes, Path or Position"):
            yomikiri.solve(given)  # type: ignore[arg-type]


def test_errors_name_the_file(tmp_path: Path) -> None:
    missing, faulty = tmp_path / "none.kif", tmp_path / "faulty.kif"
    faulty.write_text("手数----指手\n1 ９九歩\n", encoding="utf-8")
    for read in (yomikiri.solve, yomikiri.read_file, yomikiri.verify):
        with pytest.raises(FileNotFoundError) as error:
            read(missing)
        assert error.value.filename == str(missing)
    with pytest.raises(InputError, match=re.escape(f"{faulty}: line 2: ")):
        yomikiri.solve(faulty)
    for certificate in (tmp_path / "none" / "x.cert", tmp_path):
        start = time.monotonic()
        with pytest.raises(OSError) as refused:
            yomikiri.solve(LONG, certificate=certificate)
        assert refused.value.filename == str(certificate)
        assert time.monotonic() - start < 5, "the search was made in vain"


def test_limits_never_turn_into_no_mate() -> None:
    for limits in ({"nodes": 100}, {"time": 0.05}):
        answer = yomikiri.solve(LONG, memory="64MiB", **limits)
        assert answer.verdict == "unknown" and answer.stop_reason in ("node limit", "time limit")
        assert not answer.is_decided


def test_events() -> None:
    events: list[object] = []
    answer = yomikiri.solve(ZUKO_2, on_event=events.append)
    found = [event.result for event in events if isinstance(event, Found)]
    assert found and all(isinstance(result, SolveResult) for result in found)
    assert answer.length == 21
    progress: list[object] = []
    yomikiri.solve(LONG, memory="64MiB", time=0.5, on_event=progress.append)
    figures = [event for event in progress if isinstance(event, Progress)]
    assert len(figures) > 1 and figures[-1].nodes > figures[0].nodes and figures[-1].rate > 0


def test_an_exception_in_a_callback_ends_the_search() -> None:
    class Enough(Exception):
        pass

    def callback(event: object) -> None:
        raise Enough

    start = time.monotonic()
    with pytest.raises(Enough):
        yomikiri.solve(LONG, memory="64MiB", on_event=callback)
    assert time.monotonic() - start < 10


def test_ctrl_c_ends_the_search(ctrl_c: None) -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yomikiri.solve(LONG, memory="64MiB")
    assert time.monotonic() - start < 20


def test_a_flag_stops_the_search_and_other_threads_run_meanwhile() -> None:
    stop = StopFlag()
    answers: list[SolveResult] = []
    thread = threading.Thread(target=lambda: answers.append(yomikiri.solve(LONG, memory="64MiB", stop=stop)))
    thread.start()
    turns = 0
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        turns += 1
    stop.set()
    thread.join(20)
    assert not thread.is_alive()
    assert answers[0].verdict == "unknown" and answers[0].stop_reason == "stopped"
    assert turns > 1000, "the search held the interpreter"
    assert stop.is_set()
    stop.clear()
    assert yomikiri.solve(ONE, stop=stop).is_mate


def test_judge() -> None:
    reports: list[object] = []
    answer = yomikiri.judge("4k4/9/4P4/9/9/9/9/9/9 b RG 1", on_event=reports.append)
    assert (answer.verdict, answer.grade) == ("unsound", "unsound")
    assert [fault.kind for fault in answer.faults] == ["cook", "leftover"]
    assert answer.faults[0].kind_ja == "余詰" and answer.faults[0].move == "R*5b"
    assert any(isinstance(event, Report) and isinstance(event.result, JudgeResult) for event in reports)
    faults = [fault.kind for fault in yomikiri.judge(f"{ONE}\t3").faults]
    assert faults == ["shorter-mate"] == [fault.kind for fault in yomikiri.judge(ONE, intended=3).faults]
    assert yomikiri.judge(f"{ONE}\t3", intended=1).verdict == "sound"
    sound = yomikiri.judge(ZUKO_2)
    assert sound.verdict in ("sound", "unsound") and sound.length == 21


def test_hisshi() -> None:
    answer = yomikiri.hisshi("8k/8g/6P1P/9/9/9/9/9/9 b R 1", all_defences=True)
    assert (answer.verdict, answer.order, answer.no_mate) == ("brinkmate", 2, True)
    assert answer.defences and answer.threat is not None
    assert yomikiri.threats("8k/8g/6P1P/9/9/9/9/9/9 b R 1")["count"] >= 1
    assert yomikiri.explain(ONE)["moves"]


def test_compose() -> None:
    found: list[object] = []

    def compose(**options: Any) -> yomikiri.Composed:
        start = "4k4/9/4P4/9/9/9/9/9/9 b GP 1"
        return yomikiri.compose("reverse", start, plies="1..3", count=1, nodes=1000, **options)

    answer = compose(on_event=found.append)
    assert len(answer.problems) == 1 and answer.complete and answer.next > 0
    (problem,) = answer.problems
    assert yomikiri.judge(problem.position).verdict == "sound"
    assert yomikiri.solve(problem.sfen).rule_length == problem.length == len(problem.moves)
    assert [event.result for event in found if isinstance(event, Found)] == [problem]
    assert compose().problems == answer.problems
    assert compose(start=answer.next).problems != answer.problems
    with pytest.raises(InputError, match="needs a start"):
        yomikiri.compose("repair")


def test_verify() -> None:
    checked = 0
    for file in sorted((DATA / "certificates").glob("*.cert*"))[:8]:
        for source in (file, str(file), file.read_bytes()):
            answer = yomikiri.verify(source)
            assert answer.holds and answer.claim and answer.game == "shogi", file
            checked += 1
    assert checked == 24
    text = (DATA / "certificates/exactly-3.cert").read_text(encoding="utf-8")
    forged = yomikiri.verify(text.replace("exactly 3", "exactly 1", 1).encode())
    assert not forged.holds and forged.why
    assert yomikiri.verify(b"what").verdict == "not-a-certificate"
    with pytest.raises(FileNotFoundError):
        yomikiri.verify(DATA / "nothing")


def test_certificates(tmp_path: Path) -> None:
    for ask, claim in (
        (yomikiri.solve, "exactly"),
        (yomikiri.judge, "sound"),
        (yomikiri.hisshi, "exactly"),
    ):
        file = tmp_path / f"{ask.__name__}.cert.gz"
        answer = ask(ONE, certificate=file)
        made = answer.json["certificate"]
        assert made["file"] == str(file) and made["error"] is None and made["bytes"] == file.stat().st_size
        assert claim in made["claim"]
        checked = yomikiri.verify(file)
        assert checked.holds and checked.claim == made["claim"]
    unknown = yomikiri.solve(LONG, nodes=100, memory="64MiB", certificate=tmp_path / "none.cert")
    assert unknown.json["certificate"]["file"] is None and unknown.json["certificate"]["error"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hisshi.cert.gz",
        "judge.cert.gz",
        "solve.cert.gz",
    ], "nothing else is left behind"
    with pytest.raises(OSError):
        yomikiri.solve(LONG, certificate=tmp_path / "nowhere" / "x.cert")
    plain = tmp_path / "plain.cert"
    assert yomikiri.solve(ONE, certificate=plain).json["certificate"]["bytes"] == plain.stat().st_size
    assert yomikiri.verify(plain).holds
    raw = yomikiri.request({"command": "solve", "position": ONE, "certificate": True})["certificate"]
    assert yomikiri.verify(base64.b64decode(raw["base64"])).holds


def test_raw_requests() -> None:
    events: list[dict[str, object]] = []
    answer = yomikiri.request({"command": "solve", "position": ONE}, events.append)
    assert answer["verdict"] == "mate" and events[-1]["event"] == "found"
    assert yomikiri.request(json.dumps({"command": "read", "position": ONE}))["format"] == "sfen"
    othello = yomikiri.request(
        {"command": "othello", "game": "othello4", "position": "-----XO--OX----- X", "threads": 2}
    )
    assert othello["verdict"] in ("proven", "disproven")
    for bad in ("", "[]", {"command": "what"}, {"command": "solve"}, {"command": "solve", "position": ONE, "x": 1}):
        with pytest.raises(InputError):
            yomikiri.request(bad)


def test_info() -> None:
    assert {"solve", "judge", "hisshi"} <= set(yomikiri.info()["commands"])
    assert yomikiri.__version__ == yomikiri.info()["version"] == metadata.version("yomikiri")
