"""The command of the cluster: what is wrong with its arguments is said in one line, before anything is started."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import LONG, NO_MATE, ONE

pytest.importorskip("pyarrow")

from yomikiri import InputError, Position  # noqa: E402
from yomikiri.cluster import solve_one, sources  # noqa: E402
from yomikiri.cluster.__main__ import main  # noqa: E402
from yomikiri.cluster.batch import BatchTask  # noqa: E402
from yomikiri.cluster.game import NativeGame  # noqa: E402
from yomikiri.cluster.settings import ClusterSettings  # noqa: E402
from yomikiri.cluster.workers import Done, LocalWorkers  # noqa: E402

OTHELLO = "-----XO--OX----- X"


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Ray: whoever starts it has another error than that of its arguments."""
    monkeypatch.setitem(sys.modules, "ray", None)


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line in which a command refuses its arguments."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("error: ") and err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nonsense"], "nonsense: no such file, and not a position either"),
        (["none.kif"], "none.kif: no such file, and not a position either"),
        (["4k4/9/9 b - 1"], "3 ranks"),
        ([ONE, "--option", "time=3"], "--option time: not an option of the game"),
        ([ONE, "--option", "tiem=3"], "`tiem` is not an option of tsume"),
        ([ONE, "--option", "tiem"], "expected NAME=VALUE"),
        ([ONE, "--game", "chess"], "`game`: expected one of tsume"),
        ([ONE, "--certificate", "/none/x.gz"], "/none/x.gz"),
        ([OTHELLO, "--game", "othello6"], "position: "),
    ],
)
def test_a_bad_problem_is_refused_at_once(
    arguments: list[str], reason: str, no_ray: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refused(["solve", *arguments], capsys)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--option", "tiem=10"], "tiem is not an option of solve: did you mean time?"),
        (["--option", "xyz=1"], "xyz is not an option of solve: there are algorithm, all, "),
        (["--option", "jobs=2"], "jobs is not an option of solve"),
        (["--option", "time=-1"], "`time`: expected a number of seconds above 0"),
        (["--option", "memory=1GoB"], "`memory`: expected a size"),
        (["--task", "certify", "--option", "tiem=10"], "did you mean time?"),
        (["--task", "certify", "--option", "time=-1"], "`time`: expected"),
        (["--task", "certify", "--option", "hands=no"], "`hands`"),
    ],
)
@pytest.mark.parametrize("local", [[], ["--local"]])
def test_a_bad_task_is_refused_at_once(
    arguments: list[str], reason: str, local: list[str], tmp_path: Path, no_ray: None, capsys: pytest.CaptureFixture[str]
) -> None:
    positions, out = tmp_path / "list.sfen", tmp_path / "out"
    positions.write_text(f"{ONE}\n", encoding="utf-8")
    assert reason in refused(["batch", str(positions), "--out", str(out), *arguments, *local], capsys)
    assert not out.exists()


def test_good_options_are_accepted() -> None:
    BatchTask("solve", {"time": 1, "all": 2, "first": True, "memory": "64MiB"})
    BatchTask("judge", {"strict": True, "rules": "raw"})
    BatchTask("hisshi", {"all_defences": True, "order": 2})
    BatchTask("certify", {"time": 2.5, "hands": "written", "memory": 64 << 20, "within": 9})


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "x"])
def test_a_time_is_a_number_of_seconds(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", ONE, "--time", text])
    assert ended.value.code == 2
    assert "--time: expected a number of seconds above 0" in capsys.readouterr().err


def test_what_is_not_installed_is_named(
    tmp_path: Path, no_ray: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    positions = tmp_path / "list.sfen"
    positions.write_text(f"{ONE}\n", encoding="utf-8")
    batch = ["batch", str(positions), "--out", str(tmp_path / "out")]
    hint = "is not installed: pip install './python[cluster]' in a clone of the repository\n"
    for command in (["solve", ONE], batch):
        assert refused(command, capsys) == f"error: ray {hint}"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert refused([*batch, "--local"], capsys) == f"error: pyarrow {hint}"


def test_a_position_is_a_text_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sources.position(ONE, "tsume") == ONE
    kif, many = tmp_path / "one.kif", tmp_path / "many.sfen"
    kif.write_bytes(Position(ONE).write("kif").encode("shift_jis"))
    assert Position(sources.position(str(kif), "tsume")) == Position(ONE)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(kif.read_bytes())))
    assert Position(sources.position("-", "tsume")) == Position(ONE)
    many.write_text(f"# two\n{ONE}\n{NO_MATE}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"many\.sfen: one position is enough"):
        sources.position(str(many), "tsume")
    board = tmp_path / "othello.txt"
    board.write_text(f"# a board\n{OTHELLO}\tname\n", encoding="utf-8")
    assert sources.position(str(board), "othello4") == OTHELLO
    board.write_text(f"{OTHELLO}\n{OTHELLO}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"othello\.txt: expected one position, not 2"):
        sources.position(str(board), "othello4")
    with pytest.raises(IsADirectoryError):
        sources.position(str(tmp_path), "tsume")


@pytest.mark.parametrize(
    ("problem", "options"),
    [({"position": "nonsense"}, {}), ({"position": ONE, "tiem": 3}, {}), ({"position": ONE}, {"goal": "what"})],
)
def test_a_bad_problem_leaves_nothing_behind(problem: dict[str, Any], options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        solve_one(problem, folder=tmp_path / "state", **options)
    assert not (tmp_path / "state").exists()


class Late(LocalWorkers):
    """Workers whose results come after the time is over."""

    def wait(self) -> Iterator[Done]:
        time.sleep(0.5)
        yield from super().wait()


def test_a_time_limit_does_not_take_back_a_value() -> None:
    settings = ClusterSettings(1, memory=16 << 20)
    for position, verdict in ((ONE, "mate"), (NO_MATE, "nomate"), (LONG, "unknown")):
        workers = Late([NativeGame(settings.native({"position": position}))], 0)
        solved = solve_one({"position": position}, settings, goal="shortest", time=0.4, workers=workers)
        assert solved.answer["verdict"] == verdict
        assert solved.figures["value"] is {"mate": True, "nomate": False, "unknown": None}[verdict]
        assert solved.answer["stop_reason"] == ("time limit" if verdict == "unknown" else None)
