"""What the simulator makes of workers that share a process, what it is fitted to, and the commands."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cluster import count, fit, measure, plot, simulate as simulator
from cluster.count import counted
from cluster.fit import Target, misfit, simulated, targets
from cluster.measure import listed
from cluster.simulate import Measured, Shape, simulate, team_speedup

from yomikiri.cluster import ClusterSettings, CoordinatorSettings

ZUKO_2 = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1"
"""将棋図巧 2, a mate in 21."""
NO_MATE = "4k4/9/4P4/9/9/9/9/9/9 b P 1"


def test_the_model_of_two_workers_is_what_was_counted_and_measured() -> None:
    measured = Measured(cost=1.2, thread_cost=1.1)
    assert team_speedup(1, measured) == 1
    assert team_speedup(2, measured) == pytest.approx(2 / (1.2 * 1.04))
    assert team_speedup(1, measured, 2) == pytest.approx(2 / (1.1 * 1.01))
    assert team_speedup(2, measured, 2) == pytest.approx(4 / (1.2 * 1.04 * 1.1 * 1.01))
    with pytest.raises(ValueError, match="3 threads have not been counted"):
        team_speedup(1, measured, 3)


def test_simulated_machines() -> None:
    """The same cores on fewer machines need a smaller tree of the coordinator, and end sooner."""
    one, apart, together = (simulate(workers, 3e7, 20_000, threads=threads) for workers, threads in ((1, 1), (16, 1), (16, 8)))
    assert one.workers == 1 and apart.workers == together.workers == 16
    assert one.seconds > apart.seconds > together.seconds
    assert together.nodes < apart.nodes
    with pytest.raises(ValueError, match="machines of 8"):
        simulate(12, 3e7, 20_000, threads=8)


def test_real_jobs_on_a_simulated_clock() -> None:
    """将棋図巧 2 by the coordinator's tree: two workers visit some more nodes than one, and end sooner."""
    problem = {"position": "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1"}
    jobs = CoordinatorSettings(job_nodes=20, first_nodes=20)
    found = {}
    for workers in (1, 4):
        settings = ClusterSettings(workers, memory=16 << 20, share_solved=1, share_unsolved=1, team=1, coordinator=jobs)
        coordinator, seconds = counted(problem, settings)
        assert coordinator.value is True and coordinator.figures.jobs > 20
        # The jobs that are out when the root is solved do not count.
        assert 0.99 < coordinator.figures.visits * 1e-6 / seconds < workers + 0.01
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


def test_what_is_measured_is_a_position_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "list.tsv"
    path.write_text(f"{ZUKO_2}\t21\t将棋図巧 2\n{NO_MATE}\n", encoding="utf-8")
    assert [listed(ZUKO_2), listed(str(path))] == [[ZUKO_2], [ZUKO_2, NO_MATE]]
