"""Which workers share a process, and what the simulator makes of it."""

from __future__ import annotations

import pytest

from yomikiri.cluster.game import LASTING
from yomikiri.cluster.one import OneSettings
from yomikiri.cluster.simulate import Measured, simulate, team_speedup


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
    assert (alone.teams, alone.members) == (1, 1) and alone.jobs.job_nodes == alone.team_nodes
    assert alone.batch_entries == alone.round_entries > apart.batch_entries
    assert alone.native({})["share_solved"] == alone.native({})["share_unsolved"] == LASTING


def test_the_model_of_two_workers_is_what_was_counted_and_measured() -> None:
    measured = Measured(cost=1.2, thread_cost=1.1)
    assert team_speedup(1, measured) == 1
    assert team_speedup(2, measured) == pytest.approx(2 / (1.2 * 1.04))
    assert team_speedup(1, measured, 2) == pytest.approx(2 / (1.1 * 0.94))
    assert team_speedup(2, measured, 2) == pytest.approx(4 / (1.2 * 1.04 * 1.1 * 0.94))
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
