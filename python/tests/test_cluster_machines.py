"""Which workers share a process, what the simulator makes of it, and what it is fitted to."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import LONG, ZUKO_2

from yomikiri.cluster import __main__, count, fit, measure, plot, simulate as simulator
from yomikiri.cluster.count import counted
from yomikiri.cluster.fit import Target, misfit, simulated, targets
from yomikiri.cluster.game import LASTING, NativeGame
from yomikiri.cluster.master import Master, MasterSettings
from yomikiri.cluster.settings import OneSettings
from yomikiri.cluster.simulate import Measured, Shape, simulate, team_speedup


@pytest.mark.parametrize(
    ("settings", "processors", "processes"),
    [
        (OneSettings(2), [2], (2,)),
        (OneSettings(2), [1, 1], (1, 1)),
        (OneSettings(5), [2, 8], (5,)),
        (OneSettings(11), [2, 8, 4], (8, 3)),
        (OneSettings(3, threads=4), [9, 4, 3], (8, 4)),
        # More workers than places: the others wait for one.
        (OneSettings(4), [2], (2, 1, 1)),
        (OneSettings(2, threads=8), [4, 4], (8, 8)),
    ],
)
def test_workers_of_one_machine_are_one_process(
    settings: OneSettings, processors: list[int], processes: tuple[int, ...]
) -> None:
    placed = settings.on_machines(processors)
    assert placed.processes == processes
    assert sum(placed.processes) == settings.workers * settings.threads


def test_teams_are_of_processes() -> None:
    apart = OneSettings(32)
    assert (apart.teams, apart.members) == (16, 2)
    placed = apart.on_machines([8, 8, 8, 8])
    assert (placed.teams, placed.members) == (2, 2)
    assert placed.native({})["share_unsolved"] == placed.share_unsolved
    # One process has the whole problem: the master has no tree, and only what is saved is noted.
    alone = apart.on_machines([64])
    assert (alone.teams, alone.members) == (1, 1)
    assert (alone.jobs.job_nodes, alone.jobs.job_seconds) == (alone.team_nodes, alone.team_seconds)
    assert placed.jobs.job_seconds == math.inf
    assert alone.batch_entries == alone.round_entries > apart.batch_entries
    assert alone.native({})["share_solved"] == alone.native({})["share_unsolved"] == LASTING


def test_a_job_of_the_only_team_ends_by_the_clock() -> None:
    """So the state is saved in time, however long a visit takes."""
    job = Master(OneSettings(1, team_seconds=0.3).jobs).next_job()
    assert job is not None
    result = NativeGame({"game": "tsume", "position": LONG, "memory": 64 << 20}).run_job(job)
    assert result.value is None and result.visits > 0 and 0.25 < result.seconds < 30


def test_the_model_of_two_workers_is_what_was_counted_and_measured() -> None:
    measured = Measured(cost=1.2, thread_cost=1.1)
    assert team_speedup(1, measured) == 1
    assert team_speedup(2, measured) == pytest.approx(2 / (1.2 * 1.04))
    assert team_speedup(1, measured, 2) == pytest.approx(2 / (1.1 * 1.01))
    assert team_speedup(2, measured, 2) == pytest.approx(4 / (1.2 * 1.04 * 1.1 * 1.01))
    with pytest.raises(ValueError, match="3 threads have not been counted"):
        team_speedup(1, measured, 3)


def test_simulated_machines() -> None:
    """The same cores on fewer machines need a smaller tree of the master, and end sooner."""
    one, apart, together = (simulate(workers, 3e7, 20_000, threads=threads) for workers, threads in ((1, 1), (16, 1), (16, 8)))
    assert one.workers == 1 and apart.workers == together.workers == 16
    assert one.seconds > apart.seconds > together.seconds
    assert together.nodes < apart.nodes
    with pytest.raises(ValueError, match="machines of 8"):
        simulate(12, 3e7, 20_000, threads=8)


def test_real_jobs_on_a_simulated_clock() -> None:
    """将棋図巧 2 by the master's tree: two workers visit some more nodes than one, and end sooner."""
    problem = {"position": "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1"}
    jobs = MasterSettings(job_nodes=20, first_nodes=20)
    found = {}
    for workers in (1, 4):
        settings = OneSettings(workers, memory=16 << 20, share_solved=1, share_unsolved=1, team=1, master=jobs)
        master, seconds = counted(problem, settings)
        assert master.value is True and master.figures.jobs > 20
        # The jobs that are out when the root is solved do not count.
        assert 0.99 < master.figures.visits * 1e-6 / seconds < workers + 0.01
        found[workers] = seconds
    assert found[4] < found[1]


def test_a_shape_is_fitted_to_what_was_counted(tmp_path: Path) -> None:
    known = Shape(spread=0.5, other=0.3)
    target = Target(4, 100, 1e5, (0.0, 0.1), (0.0, 0.1))
    visits, speedup = simulated(known, target, 2)
    wanted = [Target(4, 100, 1e5, (visits, 0.1), (speedup, 0.1))]
    assert misfit(known, wanted, 2) == 0 < misfit(Shape(), wanted, 2)
    rows = [{"workers": workers, "parts": 100, "alone": 1e5, "visits": visits, "speedup": 2.0} for workers, visits in ((1, 9.0), (4, 1.0), (4, 4.0))]
    log = tmp_path / "count.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (read,) = targets(log)
    assert read.workers == 4 and read.cost == pytest.approx(1e5) and math.exp(read.visits[0]) == pytest.approx(2.0)
    log.write_text(json.dumps(rows[0]), encoding="utf-8")
    with pytest.raises(ValueError, match="no row is about several workers"):
        targets(log)


def test_the_commands_of_the_page_on_scaling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counts real jobs, fits the simulator's trees to them, simulates, and draws what was simulated."""

    def run(command: Callable[[], int], *arguments: str) -> list[str]:
        monkeypatch.setattr(sys, "argv", ["command", *arguments])
        assert command() == 0
        return capsys.readouterr().out.splitlines()

    problems, log = tmp_path / "problems.tsv", tmp_path / "count.jsonl"
    problems.write_text(f"{ZUKO_2}\t21\t将棋図巧 2\n", encoding="utf-8")
    lines = run(count.main, str(problems), "--least=1", "--workers=1,2", "--parts=50", "--memory=16MiB", f"--out={log}")
    assert [line.split(":")[0] for line in lines[2:]] == ["1 problems, 50 jobs, 1 workers", "1 problems, 50 jobs, 2 workers"]
    assert [json.loads(line)["workers"] for line in log.read_text(encoding="utf-8").splitlines()] == [1, 2]
    assert run(fit.main, str(log), "--tries=1", "--seeds=1")[-1].startswith("50 jobs, 2 workers: ")
    rows, drawn = tmp_path / "rows.jsonl", tmp_path / "picture.svg"
    rows.write_text("\n".join(run(simulator.main, "--cost=1e6", "--job-nodes=20000", "--workers=1,4")), encoding="utf-8")
    assert [line.split("|")[2].strip() for line in run(plot.main, str(rows), str(drawn))[2:]] == ["1", "4"]
    assert drawn.read_text(encoding="utf-8").count("<circle") == 2


@pytest.mark.parametrize(
    ("command", "arguments", "error"),
    [
        (__main__.main, ["solve", ZUKO_2, "--memory=much"], "argument --memory: "),
        (__main__.main, ["solve", ZUKO_2, "--workers=0"], "argument --workers: expected a number from 1 on, not '0'"),
        (measure.main, [ZUKO_2, "--runs=-1"], "argument --runs: expected a number from 1 on, not '-1'"),
        (simulator.main, ["--workers=1,x"], "argument --workers: expected a number from 1 on, not 'x'"),
    ],
)
def test_wrong_arguments_are_named(
    command: Callable[[], int], arguments: list[str], error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["command", *arguments])
    with pytest.raises(SystemExit) as ended:
        command()
    assert ended.value.code == 2
    assert error in capsys.readouterr().err
