"""The processors of this machine, without any package."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Dict, List, Optional, Tuple, Union

from ._cluster import Failed, Work


class Processes:
    """Processes that start from nothing, so that no lock of this one is held in them."""

    def __init__(self, workers: Optional[int]) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._pool: Optional[ProcessPoolExecutor] = None
        self._running: Dict["Future[List[str]]", int] = {}
        self._count = 0

    def submit(self, work: Work, tasks: List[Any]) -> int:
        self._count += 1
        try:
            future = self._live().submit(work, tasks)
        except BrokenProcessPool:
            # A worker died since the last call. What was running is lost, and `next` says so.
            self._drop()
            future = self._live().submit(work, tasks)
        self._running[future] = self._count
        return self._count

    def _live(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    def _drop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def next(self) -> Tuple[int, Union[List[str], Failed]]:
        done = next(iter(wait(self._running, return_when=FIRST_COMPLETED).done))
        number = self._running.pop(done)
        try:
            return number, done.result()
        except BrokenProcessPool as problem:
            self._drop()
            return number, Failed(str(problem))

    def close(self) -> None:
        # Workers that are still at something are ended: nobody waits for it.
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._drop()
        if self._running:
            for process in processes:
                process.terminate()
