"""What learns: an engine, and searches that it runs."""

from __future__ import annotations

import asyncio
import glob
import importlib.util
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generator, Iterator, List, Optional, Tuple, Type, Union

from . import _native
from ._errors import RuntimeUnavailable
from ._solution import Solution
from ._task import Task

_HINT = "pip install 'blicket[neural]' brings ONNX Runtime"


def installed_runtime() -> Optional[str]:
    """The library of ONNX Runtime out of PyPI's package `onnxruntime`, if that is installed. It is not imported."""
    try:
        spec = importlib.util.find_spec("onnxruntime")
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        found = glob.glob(os.path.join(glob.escape(folder), "capi", "libonnxruntime.so*"))
        if found:
            return os.path.realpath(max(found, key=len))
    return None


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    __module__ = "blicket"

    #: `"waiting"`, `"solving"`, `"ranking"` or `"done"`.
    phase: str
    #: Since it was started.
    seconds: float
    steps: int
    #: How many grammars were run on the examples.
    programs: int
    examples: int
    #: How many examples the best grammar so far satisfies; `None` as long as there is none.
    satisfied: Optional[int]


class Search:
    """A task that is being solved in the background: `Engine.start` makes one.

    Going through it gives its progress until it is over; `await` gives its solution.

    >>> import blicket
    >>> search = blicket.Engine().start(blicket.Task({"walk": "WALK", "hop": "HOP"}, ["hop"]))
    >>> for progress in search:
    ...     assert progress.examples == 2
    >>> search.result()["hop"].text
    'HOP'
    """

    __module__ = "blicket"

    def __init__(self, search: _native.Search, engine: Engine, task: Task) -> None:
        self._search = search
        self._engine = engine
        self.task = task

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self._search.done

    @property
    def progress(self) -> Progress:
        """How far it is now."""
        return Progress(*self._search.poll())

    def __iter__(self) -> Iterator[Progress]:
        return self.every(0.1)

    def every(self, seconds: float) -> Iterator[Progress]:
        """Its progress, so often, and a last time when it is over."""
        while not self.wait(seconds):
            yield self.progress
        yield self.progress

    def wait(self, timeout: Optional[float] = None) -> bool:
        """Waits for its end, so many seconds at most, and says whether it is over. Ctrl-C interrupts the wait."""
        return self._search.wait(timeout)

    def cancel(self) -> None:
        """Ends it, with the best so far, within a moment."""
        self._search.cancel()

    @property
    def best(self) -> Solution:
        """What came of it, or the best so far: then its `stop` is `"running"`."""
        return self._engine._solution(self._search.result(), self.task)

    def result(self, timeout: Optional[float] = None) -> Solution:
        """Waits for its end, and gives what came of it. After so many seconds it raises `TimeoutError`, and the search
        goes on. Ctrl-C cancels it."""
        try:
            over = self.wait(timeout)
        except BaseException:
            self.cancel()
            raise
        if not over:
            raise TimeoutError(f"the search was not over after {timeout} seconds; best has the best so far")
        return self.best

    def __await__(self) -> Generator[Any, None, Solution]:
        return self._wait().__await__()

    async def _wait(self) -> Solution:
        pause = 0.0005
        try:
            while not self._search.wait(0):
                await asyncio.sleep(pause)
                pause = min(2 * pause, 0.05)
        except asyncio.CancelledError:
            self.cancel()
            raise
        return self.best

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.cancel()

    def __repr__(self) -> str:
        return f"<blicket.Search: {self._search.poll()[0]}>"


# Engines of a process that this one was forked from. They are never used again, and never freed.
_of_parents: List[_native.Engine] = []


class Engine:
    """What a program sets up once and shares: it learns grammars from examples. Running a grammar does not need one.

    `threads` may work at once for all searches together, as many as there are processors if it is not said; what is
    found does not depend on it. `memory_limit` is in bytes, for each search. `device` is `"auto"`, `"cpu"`, `"cuda"` or
    `"cuda:1"`. `runtime` is the library of ONNX Runtime, which is looked for in the package `onnxruntime` if it is not
    said, and `models` a folder with other models than those in the package.

    It can be used from any thread. After a fork, and where it is sent to another process, it is made anew.

    >>> import blicket
    >>> engine = blicket.Engine(threads=1)
    >>> engine.solve(blicket.Task({"walk": "WALK", "hop": "HOP"})).outcome
    'solved'
    """

    __module__ = "blicket"

    def __init__(
        self,
        *,
        device: str = "auto",
        threads: Optional[int] = None,
        memory_limit: Optional[int] = None,
        runtime: Union[None, str, "os.PathLike[str]"] = None,
        models: Union[None, str, "os.PathLike[str]"] = None,
    ) -> None:
        self._options: Tuple[Any, ...] = (device, threads, memory_limit, runtime, models)
        self._made: Tuple[int, _native.Engine] = (os.getpid(), self._make())

    def _make(self) -> _native.Engine:
        device, threads, memory_limit, runtime, models = self._options
        if runtime is None and not os.environ.get("BLICKET_ONNXRUNTIME"):
            runtime = installed_runtime()
        return _native.Engine(device, threads, memory_limit, runtime, models)

    @property
    def _native(self) -> _native.Engine:
        process, engine = self._made
        if process != os.getpid():
            _of_parents.append(engine)
            engine = self._make()
            self._made = (os.getpid(), engine)
        return engine

    def __getstate__(self) -> Tuple[Any, ...]:
        return self._options

    def __setstate__(self, options: Tuple[Any, ...]) -> None:
        self._options = options
        self._made = (os.getpid(), self._make())

    def start(self, task: Task) -> Search:
        """Begins to solve a task in the background. Any number of searches may run at once."""
        search = self._native.start(
            task.examples, task.negatives, task.queries, task.question_pool, task._named_options(), task._memo
        )
        return Search(search, self, task)

    def solve(self, task: Task) -> Solution:
        """Solves a task. It comes back when its time is up, at the latest, with the best that was found. Other threads
        of Python go on meanwhile, and Ctrl-C ends it."""
        return self.start(task).result()

    def _solution(self, text: str, task: Task) -> Solution:
        solution = Solution.from_json(text, task.queries)
        for problem in solution.data["problems"]:
            if problem["kind"] == "no_network" and self._lacks_runtime():
                problem["text"] += f"; {_HINT}"
        return solution

    def _lacks_runtime(self) -> bool:
        return self._options[3] is None and not os.environ.get("BLICKET_ONNXRUNTIME") and installed_runtime() is None

    def warm_up(self) -> None:
        """Loads the networks now, so that the first search that needs them does not wait for that."""
        try:
            self._native.warm_up()
        except RuntimeUnavailable as error:
            if self._lacks_runtime():
                raise RuntimeUnavailable(f"{error}; {_HINT}") from None
            raise

    @property
    def threads(self) -> int:
        """How many threads may work at once."""
        return self._native.threads

    @property
    def memory_limit(self) -> int:
        """The bytes that each search may take, about."""
        return self._native.memory_limit

    @property
    def device(self) -> str:
        """The device that networks really run on."""
        return self._native.device

    @property
    def device_reason(self) -> str:
        """Why it is this device."""
        return self._native.device_reason

    @property
    def runtime(self) -> Optional[Tuple[str, str]]:
        """The version of ONNX Runtime and the file that it was loaded from, once networks are loaded."""
        loaded = self._native.runtime
        return None if loaded is None else (loaded[0], os.fspath(loaded[1]))

    @property
    def models(self) -> List[Tuple[str, str]]:
        """The models, each with its SHA-256."""
        return self._native.models

    @property
    def network_error(self) -> Optional[str]:
        """Why there are no networks, if they were needed and could not be loaded."""
        error = self._native.network_error
        return f"{error}; {_HINT}" if error is not None and self._lacks_runtime() else error

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        return f"<blicket.Engine: {self}>"


_shared: Optional[Engine] = None


def shared_engine() -> Engine:
    """The engine of all calls that name none."""
    global _shared
    if _shared is None:
        _shared = Engine()
    return _shared
