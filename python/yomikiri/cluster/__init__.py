"""Yomikiri on several machines, with Ray.

In a clone of the repository, ``pip install "./python[cluster]"`` installs what this needs.
``run_batch`` answers long lists of problems; ``solve_one`` searches one hard problem with many workers. ``ray.init()`` alone serves on one
machine. On the command line: ``python -m yomikiri.cluster --help``.
"""

from .batch import BatchTask, run_batch
from .master import Master, MasterSettings
from .one import solve_one
from .settings import OneSettings

__all__ = ["BatchTask", "Master", "MasterSettings", "OneSettings", "run_batch", "solve_one"]
