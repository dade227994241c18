"""Thousands of tasks at once: on the processors of this machine, or on a cluster of Ray or Dask.

    from blicket import Task, batch

    tasks = {"home": Task("home.tsv", ["lights on"]), ...}
    for name, solution in batch.solve(tasks, on="ray", store="solved.jsonl"):
        print(name, solution.outcome)

Results come as they are ready. What is in the store is not solved again, so that a batch that was interrupted goes on
where it stopped. What a worker was at that dies is done again by another one.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from .._errors import ExamplesError, OptionError, WorkerError
from .._solution import Solution
from .._task import Task
from ._bar import Bar
from ._cluster import Cluster, Failed
from ._store import Store, digest
from ._worker import solve_chunk

__all__ = ["solve"]

#: Tasks with their names, or without: then they are called "0", "1" and so on.
Tasks = Union[Mapping[str, Task], Iterable[Task]]
_log = logging.getLogger("blicket.batch")


def solve(
    tasks: Tasks,
    *,
    on: Any = "processes",
    workers: Optional[int] = None,
    chunk: int = 50,
    store: Union[None, str, "os.PathLike[str]"] = None,
    progress: Union[None, bool, Callable[[int, int], None]] = None,
    retries: int = 3,
) -> Iterator[Tuple[str, Solution]]:
    """Solves tasks, and gives the name and the solution of each as it is ready.

    `on` is `"processes"`, `"ray"`, `"dask"`, or a client of Dask; a Ray that runs already is used. `workers` is how many
    processes are started, as many as there are processors if it is not said; a cluster that runs already has its own.
    Each works with one thread, and is sent `chunk` tasks at a time. `store` is a file, in which solutions are kept.
    `progress` says whether there is a bar, or is called with how many tasks are solved, and of how many; there is one if
    a person is watching. A chunk whose worker dies is done again, `retries` times at most; then `WorkerError` is raised.

    >>> from blicket import Task, batch
    >>> tasks = {"colours": Task({"dax": "RED", "dax fep": "RED RED"}, ["dax fep"])}
    >>> [(name, solution["dax fep"].text) for name, solution in batch.solve(tasks, workers=1)]
    [('colours', 'RED RED')]
    """
    if chunk < 1:
        raise OptionError(f"chunk is {chunk}, expected a number from 1")
    named = _named(tasks)
    kept = Store(store) if store is not None else None
    return _solve(named, on, workers, chunk, kept, Bar(len(named), progress), retries)


def _named(tasks: Tasks) -> Dict[str, Task]:
    if isinstance(tasks, Mapping):
        named = {str(name): task for name, task in tasks.items()}
    else:
        named = {str(index): task for index, task in enumerate(tasks)}
    for name, task in named.items():
        if not isinstance(task, Task):
            raise ExamplesError(f"the task {name} is {task!r}, expected a blicket.Task")
    return named


class _Chunk:
    """Some tasks that are sent together, and how often they have been."""

    def __init__(self, names: List[str]) -> None:
        self.names = names
        self.failures = 0


def _solve(
    tasks: Dict[str, Task],
    on: Any,
    workers: Optional[int],
    chunk: int,
    store: Optional[Store],
    bar: Bar,
    retries: int,
) -> Iterator[Tuple[str, Solution]]:
    digests = {name: digest(task) for name, task in tasks.items()} if store is not None else {}
    left = []
    for name, task in tasks.items():
        known = store.find(name, digests[name]) if store is not None else None
        if known is None:
            left.append(name)
            continue
        bar.add(1)
        yield name, Solution.from_json(known, task.queries)
    waiting = deque(_Chunk(left[start : start + chunk]) for start in range(0, len(left), chunk))
    if not waiting:
        bar.end()
        return
    cluster = _cluster(on, workers)
    try:
        for done, results in _results(cluster, waiting, tasks, retries):
            for name, text in zip(done.names, results):
                if store is not None:
                    store.keep(name, digests[name], text)
            bar.add(len(done.names))
            for name, text in zip(done.names, results):
                yield name, Solution.from_json(text, tasks[name].queries)
    finally:
        cluster.close()
        bar.end()
        if store is not None:
            store.close()


def _results(
    cluster: Cluster, waiting: Deque[_Chunk], tasks: Dict[str, Task], retries: int
) -> Iterator[Tuple[_Chunk, List[str]]]:
    """The chunks as they are ready. Each worker has one to work at and one more to go on with."""
    running: Dict[int, _Chunk] = {}
    while waiting or running:
        while waiting and len(running) < 2 * cluster.workers:
            chunk = waiting.popleft()
            running[cluster.submit(solve_chunk, [tasks[name] for name in chunk.names])] = chunk
        number, results = cluster.next()
        chunk = running.pop(number)
        if not isinstance(results, Failed):
            yield chunk, results
            continue
        chunk.failures += 1
        if chunk.failures > retries:
            names = ", ".join(chunk.names[:5]) + (", …" if len(chunk.names) > 5 else "")
            raise WorkerError(f"the tasks {names} failed {chunk.failures} times, at last because {results.reason}")
        _log.warning("a worker failed (%s); its %d tasks are done again", results.reason, len(chunk.names))
        waiting.appendleft(chunk)


def _cluster(on: Any, workers: Optional[int]) -> Cluster:
    if workers is not None and workers < 1:
        raise OptionError(f"workers is {workers}, expected a number from 1")
    if on == "processes":
        from ._processes import Processes

        return Processes(workers)
    if on == "ray":
        from ._ray import Ray

        return Ray(workers)
    if on == "dask" or (hasattr(on, "submit") and hasattr(on, "scheduler_info")):
        from ._dask import Dask

        return Dask(workers, None if on == "dask" else on)
    raise OptionError(f"on is {on!r}, expected 'processes', 'ray', 'dask' or a client of Dask")
