"""The table and the picture of ``docs/scaling.md`` from the rows of ``simulate``: ``python -m cluster.plot rows.jsonl scaling.svg``."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

#: Čížek, Balko and Schmid 2025, arXiv 2511.10339.
PAPER = (1024, 332.9)

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 420, 60, 370
COLORS = ("#1f6f8b", "#4a7d1f", "#7a4a9e")


def table(rows: list[dict[str, Any]]) -> str:
    """Markdown, beside the run with one worker."""
    one = next(row for row in rows if row["workers"] == 1)
    lines = [
        "| of a machine | workers | speed-up | efficiency | visits | overhead of jobs | waiting | master busy | jobs | nodes of the master |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in sorted(rows, key=lambda row: (row["threads"], row["workers"])):
        speedup = one["seconds"] / row["seconds"]
        lines.append(
            f"| {row['threads']} | {row['workers']:,} | {speedup:.1f} | {speedup / row['workers']:.2f} | {row['visits'] / one['visits']:.2f} | "
            f"{100 * row['overhead']:.1f} % | {100 * row['waiting']:.1f} % | {100 * row['master']:.1f} % | "
            f"{row['jobs']:,} | {row['nodes']:,} |"
        )
    return "\n".join(lines)


def picture(rows: list[dict[str, Any]]) -> str:
    """Speed-up by workers, both logarithmic, as SVG: a curve for each number of workers of a machine."""
    one = next(row for row in rows if row["workers"] == 1)

    def x(workers: float) -> float:
        return LEFT + math.log2(workers) / 10 * (WIDTH - LEFT - 20)

    def y(speedup: float) -> float:
        return BOTTOM - math.log2(max(1, speedup)) / 10 * (BOTTOM - 20)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in range(11):
        value = 1 << power
        parts.append(f'<line x1="{x(value):.1f}" y1="20" x2="{x(value):.1f}" y2="{BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<line x1="{LEFT}" y1="{y(value):.1f}" x2="{WIDTH - 20}" y2="{y(value):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x(value):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{value}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    parts.append(f'<line x1="{x(1):.1f}" y1="{y(1):.1f}" x2="{x(1024):.1f}" y2="{y(1024):.1f}" stroke="#999" stroke-dasharray="5 4"/>')
    for color, threads in zip(COLORS, sorted({row["threads"] for row in rows})):
        points = sorted((row["workers"], one["seconds"] / row["seconds"]) for row in rows if row["threads"] == threads)
        path = " ".join(f"{x(workers):.1f},{y(speedup):.1f}" for workers, speedup in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(workers):.1f}" cy="{y(speedup):.1f}" r="4" fill="{color}"/>' for workers, speedup in points]
        at = points[-1]
        parts.append(
            f'<text x="{x(at[0]) - 10:.1f}" y="{y(at[1]) + 60:.1f}" text-anchor="end" fill="{color}">{threads} to a machine: {at[1]:.0f}</text>'
        )
    parts.append(f'<rect x="{x(PAPER[0]) - 5:.1f}" y="{y(PAPER[1]) - 5:.1f}" width="10" height="10" fill="#b5452c"/>')
    parts.append(f'<text x="{x(PAPER[0]) - 10:.1f}" y="{y(PAPER[1]) - 10:.1f}" text-anchor="end">332.9 (2511.10339)</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">workers; speed-up, simulated</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cluster.plot", description=__doc__)
    parser.add_argument("rows", type=Path, help="what `simulate` printed")
    parser.add_argument("picture", type=Path, metavar="FILE.svg", help="where the picture goes")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.rows.read_text(encoding="utf-8").splitlines()]
    options.picture.write_text(picture(rows), encoding="utf-8")
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
