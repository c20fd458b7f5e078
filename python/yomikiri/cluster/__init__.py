"""Yomikiri on several machines, with Ray.

In a clone of the repository, ``pip install "./python[cluster]"`` installs what this needs.
``run_batch`` answers long lists of problems; ``solve_one`` searches one hard problem with many workers. ``ray.init()`` alone serves on one
machine. On the command line: ``python -m yomikiri.cluster --help``.
"""

from .batch import BatchTask, run_batch
from .coordinator import Coordinator, CoordinatorSettings
from .settings import ClusterSettings
from .single_problem import solve_one

__all__ = ["BatchTask", "ClusterSettings", "Coordinator", "CoordinatorSettings", "run_batch", "solve_one"]
