"""Makes the simulator's hidden trees like real searches: ``python -m cluster.fit cluster-count.jsonl``.

``count`` says how many visits several workers with a coordinator's tree need on real problems, and how much faster they are than one search. This looks for
the :class:`~cluster.simulate.Shape` with which simulated workers need as many and are as fast: random steps from the shape that was the best
so far. The same random numbers make the trees of each, so that two shapes differ by what they are.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from yomikiri.cluster.arguments import positive

from .measure import with_error
from .simulate import Measured, Shape, simulate

#: Real jobs on a simulated clock have no messages, and neither have those that are fitted to them.
NO_MESSAGES = Measured(delay=0.0, merge=0.0)
#: An error of a mean that is smaller than this is taken for this: no shape fits exactly, and no row is to count for everything.
LEAST_ERROR = 0.05


@dataclass(frozen=True)
class Target:
    """What real workers needed: geometric means over problems, as logarithms with their errors."""

    workers: int
    parts: int
    #: Visits of one search alone.
    cost: float
    visits: tuple[float, float]
    speedup: tuple[float, float]


def targets(log: Path) -> list[Target]:
    """The means of the rows of ``count``. One worker has no part in it: the simulator has no tree for it."""
    groups: dict[tuple[int, int], list[dict[str, float]]] = defaultdict(list)
    for line in log.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["workers"] > 1:
            groups[row["workers"], row["parts"]].append(row)
    if not groups:
        raise ValueError(f"{log}: no row is about several workers")

    def logarithm(rows: Sequence[dict[str, float]], name: str) -> tuple[float, float]:
        mean, error = with_error([row[name] for row in rows])
        return math.log(mean), max(LEAST_ERROR, error / mean)

    return [
        Target(workers, parts, statistics.geometric_mean(row["alone"] for row in rows), logarithm(rows, "visits"), logarithm(rows, "speedup"))
        for (workers, parts), rows in sorted(groups.items())
    ]


def simulated(shape: Shape, target: Target, seeds: int) -> tuple[float, float]:
    """The visits and the speed-up of simulated workers in place of real ones: logarithms, means over trees."""
    visits, speedups = [], []
    for seed in range(seeds):
        run = simulate(
            target.workers, target.cost, max(1, int(target.cost / target.parts)), NO_MESSAGES, team=1, shape=shape, seed=seed, coordinator_speed=math.inf
        )
        visits.append(math.log(run.visits / target.cost))
        speedups.append(math.log(target.cost / NO_MESSAGES.speed / run.seconds))
    return statistics.mean(visits), statistics.mean(speedups)


def misfit(shape: Shape, wanted: Sequence[Target], seeds: int) -> float:
    """The mean squared difference between simulated and real workers, in errors."""
    squares = []
    for target in wanted:
        for made, (mean, error) in zip(simulated(shape, target, seeds), (target.visits, target.speedup)):
            squares.append(((made - mean) / error) ** 2)
    return statistics.mean(squares)


def near(shape: Shape, rng: random.Random, step: float) -> Shape:
    """A shape that differs a little."""

    def scaled(value: float, least: float, most: float) -> float:
        return min(most, max(least, value * math.exp(rng.gauss(0, step))))

    # Of the share of the best child, what is left for others is scaled, which is never all or nothing.
    low, high = (1 - scaled(1 - share, 0.005, 0.9) for share in shape.main)
    return replace(
        shape,
        spread=scaled(shape.spread, 0.1, 4.0),
        noise=scaled(shape.noise, 0.01, 2.0),
        main=(min(low, high), max(low, high)),
        other=scaled(shape.other, 0.005, 0.9),
        power=scaled(shape.power, 0.1, 1.0),
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cluster.fit", description=__doc__)
    parser.add_argument("log", type=Path, help="the rows of `count`")
    parser.add_argument("--tries", type=int, default=70)
    parser.add_argument("--seeds", type=positive, default=2, help="trees of each shape")
    options = parser.parse_args()
    wanted = targets(options.log)
    rng = random.Random(1)
    best = Shape()
    least = misfit(best, wanted, options.seeds)
    print(f"{least:.2f} {best}", flush=True)
    for attempt in range(options.tries):
        # Large steps first.
        shape = near(best, rng, 0.5 * (1 - attempt / options.tries) + 0.05)
        if (found := misfit(shape, wanted, options.seeds)) < least:
            best, least = shape, found
            print(f"{least:.2f} {best}", flush=True)
    for target in wanted:
        visits, speedup = (math.exp(value) for value in simulated(best, target, 2 * options.seeds))
        print(
            f"{target.parts} jobs, {target.workers} workers: {visits:.2f} times the visits ({math.exp(target.visits[0]):.2f} with real jobs), "
            f"{speedup:.2f} times as fast ({math.exp(target.speedup[0]):.2f})"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
