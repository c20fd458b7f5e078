"""Which workers share a process, and when their jobs end."""

from __future__ import annotations

import math

import pytest
from conftest import LONG, ZUKO_2

from yomikiri.cluster.__main__ import main
from yomikiri.cluster.coordinator import Coordinator
from yomikiri.cluster.game import LASTING, NativeGame
from yomikiri.cluster.settings import ClusterSettings


@pytest.mark.parametrize(
    ("settings", "processors", "processes"),
    [
        (ClusterSettings(2), [2], (2,)),
        (ClusterSettings(2), [1, 1], (1, 1)),
        (ClusterSettings(5), [2, 8], (5,)),
        (ClusterSettings(11), [2, 8, 4], (8, 3)),
        (ClusterSettings(3, threads=4), [9, 4, 3], (8, 4)),
        # More workers than places: the others wait for one.
        (ClusterSettings(4), [2], (2, 1, 1)),
        (ClusterSettings(2, threads=8), [4, 4], (8, 8)),
    ],
)
def test_workers_of_one_machine_are_one_process(
    settings: ClusterSettings, processors: list[int], processes: tuple[int, ...]
) -> None:
    placed = settings.on_machines(processors)
    assert placed.processes == processes
    assert sum(placed.processes) == settings.workers * settings.threads


def test_teams_are_of_processes() -> None:
    apart = ClusterSettings(32)
    assert (apart.teams, apart.largest_team) == (16, 2)
    placed = apart.on_machines([8, 8, 8, 8])
    assert (placed.teams, placed.largest_team) == (2, 2)
    assert placed.native({})["share_unsolved"] == placed.share_unsolved
    # One process has the whole problem: the coordinator has no tree, and only what is saved is noted.
    alone = apart.on_machines([64])
    assert (alone.teams, alone.largest_team) == (1, 1)
    assert (alone.jobs.job_nodes, alone.jobs.job_seconds) == (alone.team_nodes, alone.team_seconds)
    assert placed.jobs.job_seconds == math.inf
    assert alone.batch_entries == alone.round_entries > apart.batch_entries
    assert alone.native({})["share_solved"] == alone.native({})["share_unsolved"] == LASTING


def test_a_job_of_the_only_team_ends_by_the_clock() -> None:
    """So the state is saved in time, however long a visit takes."""
    job = Coordinator(ClusterSettings(1, team_seconds=0.3).jobs).next_job()
    assert job is not None
    result = NativeGame({"game": "tsume", "position": LONG, "memory": 64 << 20}).run_job(job)
    assert result.value is None and result.visits > 0 and 0.25 < result.seconds < 30


@pytest.mark.parametrize(
    ("argument", "error"),
    [("--memory=much", "argument --memory: "), ("--workers=0", "argument --workers: expected a number from 1 on, not '0'")],
)
def test_wrong_arguments_are_named(argument: str, error: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", ZUKO_2, argument])
    assert ended.value.code == 2
    assert error in capsys.readouterr().err
