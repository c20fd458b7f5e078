"""``python -m yomikiri.cluster``: batches and single hard problems on a Ray cluster."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Optional

from .arguments import positive, size, start_ray, values
from .batch import COMMANDS, BatchTask, LocalPool, run_batch, show_progress
from .master import Master, MasterSettings
from .one import solve_one
from .settings import OneSettings


def main(arguments: Optional[list[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m yomikiri.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    batch = commands.add_parser("batch", help="answer a list of problems")
    batch.add_argument("source", help="a list, a folder with records, a CSV or a Parquet file")
    batch.add_argument("--out", required=True, help="the folder for the answers; a batch that was stopped goes on from what is there")
    batch.add_argument("--task", choices=COMMANDS, default="solve")
    batch.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the task, such as time=10")
    batch.add_argument("--column", help="the column of a CSV or Parquet file that has the positions")
    batch.add_argument("--chunk-seconds", type=float, default=5.0)
    batch.add_argument("--local", action="store_true", help="work in this process, without Ray")

    one = commands.add_parser("solve", help="search one hard problem with many workers")
    one.add_argument("position")
    one.add_argument("--game", default="tsume", help="tsume, othello4, othello6, othello8 or connect6")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as at_least=4")
    one.add_argument("--workers", type=positive, default=2)
    one.add_argument("--threads", type=positive, default=1, help="threads of each worker")
    one.add_argument("--memory", type=size, default=OneSettings.memory, metavar="SIZE", help="table of each worker, such as 4GiB")
    one.add_argument("--apart", action="store_true", help="a process with a table of its own for each worker, also on one machine")
    one.add_argument("--team", type=positive, default=OneSettings.team, help="the most processes that search one leaf together")
    one.add_argument("--job-nodes", type=positive, default=MasterSettings.job_nodes, help="visits of a job, if there are several teams")
    one.add_argument("--folder", help="where the state is kept; a search that was stopped goes on from what is there")
    one.add_argument("--goal", choices=("first", "shortest", "main"), default="first")
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
    pool = LocalPool(task) if options.local else None
    if pool is None:
        start_ray(options.address)
    path = run_batch(
        options.source,
        options.out,
        task,
        column=options.column,
        chunk_seconds=options.chunk_seconds,
        pool=pool,
        on_progress=None if options.quiet else show_progress,
    )
    print(path)
    return 0


def _solve(options: argparse.Namespace) -> int:
    settings = OneSettings(
        workers=options.workers,
        threads=options.threads,
        apart=options.apart,
        team=options.team,
        memory=options.memory,
        master=MasterSettings(job_nodes=options.job_nodes),
    )
    start_ray(options.address, options.workers * options.threads)
    begun = time.monotonic()

    def show(master: Master) -> None:
        figures, root = master.figures, master.root
        print(
            f"{time.monotonic() - begun:.0f} s, {figures.jobs} jobs, {figures.visits} visits, pn {root.proof}, dn {root.disproof}, {figures.nodes} nodes",
            end="\r",
            file=sys.stderr,
            flush=True,
        )

    solved = solve_one(
        {"game": options.game, "position": options.position, **values(options.option)},
        settings,
        folder=options.folder,
        goal=options.goal,
        certificate=options.certificate is not None,
        on_progress=show if sys.stderr.isatty() and not options.quiet else None,
    )
    if options.certificate and solved.certificate is not None:
        Path(options.certificate).write_bytes(solved.certificate)
    print(
        json.dumps(
            {
                "answer": solved.answer,
                "seconds": round(solved.seconds, 3),
                "finish_seconds": round(solved.finish_seconds, 3),
                "figures": solved.figures,
            },
            ensure_ascii=False,
        )
    )
    codes = {"proven": 10, "mate": 10, "disproven": 20, "nomate": 20}
    return codes.get(str(solved.answer.get("verdict")), 0)


if __name__ == "__main__":
    sys.exit(main())
