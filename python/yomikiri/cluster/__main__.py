"""``python -m yomikiri.cluster``: batches and single hard problems on a Ray cluster."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from typing import Optional

from .._files import certificate_file
from . import sources
from .arguments import positive, ray_session, require, seconds, size, values
from .batch import COMMANDS, BatchTask, LocalPool, run_batch, show_progress
from .game import check
from .coordinator import Coordinator, CoordinatorSettings
from .settings import ClusterSettings
from .single_problem import GOALS, solve_one


def main(arguments: Optional[list[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m yomikiri.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    batch = commands.add_parser("batch", help="answer a list of problems")
    batch.add_argument("source", help="a list, a folder with records, a CSV or a Parquet file")
    batch.add_argument("--out", required=True, help="the folder for the answers; a batch that was stopped goes on from what is there")
    batch.add_argument("--task", choices=COMMANDS, default="solve")
    batch.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the task, such as time=10")
    batch.add_argument("--column", help="the column of a CSV or Parquet file that has the positions")
    batch.add_argument("--chunk-seconds", type=seconds, default=5.0)
    batch.add_argument("--local", action="store_true", help="work in this process, without Ray")

    one = commands.add_parser("solve", help="search one hard problem with many workers")
    one.add_argument("position", help="a position in any notation, a file with one, or - for standard input")
    one.add_argument("--game", default="tsume", help="tsume, othello4, othello6, othello8 or connect6")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as at_least=4")
    one.add_argument("--workers", type=positive, default=2)
    one.add_argument("--threads", type=positive, default=1, help="threads of each worker")
    one.add_argument("--memory", type=size, default=ClusterSettings.memory, metavar="SIZE", help="table of each worker, such as 4GiB")
    one.add_argument("--apart", action="store_true", help="a process with a table of its own for each worker, also on one machine")
    one.add_argument("--team", type=positive, default=ClusterSettings.team, help="the most processes that search one leaf together")
    one.add_argument("--job-nodes", type=positive, default=CoordinatorSettings.job_nodes, help="visits of a job, if there are several teams")
    one.add_argument("--folder", help="where the state is kept; a search that was stopped goes on from what is there")
    one.add_argument("--time", type=seconds, metavar="S", help="give up after this many seconds")
    one.add_argument("--goal", choices=GOALS, default="first")
    one.add_argument("--certificate", metavar="FILE.gz", help="write a certificate of the answer")

    for command in (batch, one):
        command.add_argument("--address", help="the Ray cluster; without it, one is started on this machine")
        command.add_argument("--quiet", action="store_true")

    options = parser.parse_args(arguments)
    try:
        return _batch(options) if options.command == "batch" else _solve(options)
    except (ValueError, OSError) as error:
        print(f"error: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = options.out if options.command == "batch" else options.folder
        print(f"stopped; the same command goes on from {kept}" if kept else "stopped; with --folder the state is kept", file=sys.stderr)
        return 130


def _batch(options: argparse.Namespace) -> int:
    task = BatchTask(options.task, values(options.option))
    require("pyarrow", *(() if options.local else ("ray",)))
    with contextlib.nullcontext(sys.stdout) if options.local else ray_session(options.address) as out:
        path = run_batch(
            options.source,
            options.out,
            task,
            column=options.column,
            chunk_seconds=options.chunk_seconds,
            pool=LocalPool(task) if options.local else None,
            on_progress=None if options.quiet else show_progress,
        )
        print(path, file=out)
    return 0


def _solve(options: argparse.Namespace) -> int:
    settings = ClusterSettings(
        workers=options.workers,
        threads=options.threads,
        apart=options.apart,
        team=options.team,
        memory=options.memory,
        coordinator=CoordinatorSettings(job_nodes=options.job_nodes),
    )
    named = values(options.option)
    for name in named:
        if hasattr(options, name):
            raise ValueError(f"--option {name}: not an option of the game; see --help")
    problem = {"game": options.game, "position": sources.position(options.position, options.game), **named}
    # Everything that can be wrong with the arguments is found before a cluster is started.
    check(problem)
    begun = time.monotonic()

    def show(coordinator: Coordinator) -> None:
        figures, root = coordinator.figures, coordinator.root
        print(
            f"{time.monotonic() - begun:.0f} s, {figures.jobs} jobs, {figures.visits} visits, pn {root.proof}, dn {root.disproof}, {figures.nodes} nodes",
            end="\r",
            file=sys.stderr,
            flush=True,
        )

    with contextlib.ExitStack() as stack:
        write = stack.enter_context(certificate_file(options.certificate)) if options.certificate else None
        out = stack.enter_context(ray_session(options.address, options.workers * options.threads))
        solved = solve_one(
            problem,
            settings,
            folder=options.folder,
            goal=options.goal,
            certificate=write is not None,
            time=options.time,
            on_progress=show if sys.stderr.isatty() and not options.quiet else None,
        )
        answer = {
            "answer": solved.answer,
            "seconds": round(solved.seconds, 3),
            "finish_seconds": round(solved.finish_seconds, 3),
            "figures": solved.figures,
        }
        print(json.dumps(answer, ensure_ascii=False), file=out, flush=True)
        if write is not None and solved.certificate is not None:
            write(solved.certificate)
    codes = {"proven": 10, "mate": 10, "disproven": 20, "nomate": 20}
    return codes.get(str(solved.answer.get("verdict")), 0)


if __name__ == "__main__":
    sys.exit(main())
