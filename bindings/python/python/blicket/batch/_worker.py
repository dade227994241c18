"""What a worker does."""

from __future__ import annotations

from typing import List, Optional

from .._engine import Engine
from .._task import Task

# One for each process. Others work beside it, so it has one thread.
_engine: Optional[Engine] = None


def solve_chunk(tasks: List[Task]) -> List[str]:
    """The solutions of some tasks, as JSON."""
    global _engine
    if _engine is None:
        _engine = Engine(threads=1)
    return [_engine.solve(task).json() for task in tasks]
