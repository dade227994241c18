"""A cluster of Dask: a client that is given, or workers of this machine."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Optional, Tuple, Union

from .._errors import Unavailable
from ._cluster import Failed, Work

_HINT = "Dask is not installed: pip install 'blicket[dask]' brings it"


class Dask:
    """Chunks are futures of Dask. It sends those of a worker that dies to another one itself, some times."""

    def __init__(self, workers: Optional[int], client: Any) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise Unavailable(_HINT) from None
        self._distributed: Any = distributed
        self._started = client is None
        if client is None:
            client = distributed.Client(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            )
        self._client = client
        threads = client.scheduler_info(n_workers=-1)["workers"].values()
        self.workers = max(1, sum(worker["nthreads"] for worker in threads))
        self._done = distributed.as_completed(loop=client.loop)
        self._running: Dict[Any, int] = {}
        self._count = 0

    def submit(self, work: Work, tasks: List[Any]) -> int:
        self._count += 1
        future = self._client.submit(work, tasks, pure=False)
        self._running[future.key] = self._count
        self._done.add(future)
        return self._count

    def next(self) -> Tuple[int, Union[List[str], Failed]]:
        future = next(self._done)
        number = self._running.pop(future.key)
        try:
            return number, future.result()
        except (self._distributed.scheduler.KilledWorker, self._distributed.client.FutureCancelledError) as problem:
            return number, Failed(str(problem).partition("\n")[0])

    def close(self) -> None:
        self._done.clear()
        if self._started:
            self._client.close()
            if self._client.cluster is not None:
                self._client.cluster.close()
