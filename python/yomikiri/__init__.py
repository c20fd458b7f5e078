"""Yomikiri (読み切り): solves tsume-shogi exactly, and other AND/OR problems, with proof-number search.

>>> import yomikiri
>>> yomikiri.solve("4k4/9/4P4/9/9/9/9/9/9 b G 1").moves
('G*5b',)
"""

from ._ask import compose, explain, hisshi, info, judge, request, solve, threats, verify
from ._native import InputError, Position, StopFlag
from .batch import hisshi_many, judge_many, rows, solve_many
from .records import Record, read, read_file
from .results import (
    Checked,
    Composed,
    Composition,
    Event,
    Finding,
    Found,
    HisshiResult,
    JudgeResult,
    Progress,
    Report,
    SolveResult,
)

__version__: str = info()["version"]

__all__ = [
    "Checked",
    "Composed",
    "Composition",
    "Event",
    "Finding",
    "Found",
    "HisshiResult",
    "InputError",
    "JudgeResult",
    "Position",
    "Progress",
    "Record",
    "Report",
    "SolveResult",
    "StopFlag",
    "__version__",
    "compose",
    "explain",
    "hisshi",
    "hisshi_many",
    "info",
    "judge",
    "judge_many",
    "read",
    "read_file",
    "request",
    "rows",
    "solve",
    "solve_many",
    "threats",
    "verify",
]
