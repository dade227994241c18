"""A cluster of Ray: the one that runs already, or one of this machine."""

from __future__ import annotations

import importlib
import os
from typing import Any, Dict, List, Optional, Tuple, Union

from .._errors import Unavailable
from ._cluster import Failed, Work

_HINT = "Ray is not installed: pip install 'blicket[ray]' brings it"


class Ray:
    """Chunks are tasks of Ray. It does not try any again: the batch does, and counts."""

    def __init__(self, workers: Optional[int]) -> None:
        try:
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise Unavailable(_HINT) from None
        self._ray: Any = ray
        self._started = not ray.is_initialized()
        if self._started:
            # A cluster of our own tells nobody of itself.
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, configure_logging=False)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._remote: Dict[Work, Any] = {}
        self._running: Dict[Any, int] = {}
        self._count = 0

    def submit(self, work: Work, tasks: List[Any]) -> int:
        if work not in self._remote:
            self._remote[work] = self._ray.remote(max_retries=0)(work)
        self._count += 1
        self._running[self._remote[work].remote(tasks)] = self._count
        return self._count

    def next(self) -> Tuple[int, Union[List[str], Failed]]:
        done = self._ray.wait(list(self._running), num_returns=1)[0][0]
        number = self._running.pop(done)
        try:
            return number, self._ray.get(done)
        except self._ray.exceptions.RayTaskError as problem:
            # The work itself failed, which it would do again.
            raise problem.as_instanceof_cause() from None
        except self._ray.exceptions.RayError as problem:
            return number, Failed(str(problem).partition("\n")[0])

    def close(self) -> None:
        if self._started:
            self._ray.shutdown()
            return
        for work in self._running:
            self._ray.cancel(work, force=True)
