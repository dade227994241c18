"""How far a batch is, for a person."""

from __future__ import annotations

import sys
import time
from typing import Callable, Union

_WIDTH = 30


class Bar:
    """A line on standard error that is written anew, or a function that is called."""

    def __init__(self, total: int, progress: Union[None, bool, Callable[[int, int], None]]) -> None:
        self._total = total
        self._done = 0
        self._start = self._shown = time.monotonic()
        self._call = progress if callable(progress) else None
        watched = sys.stderr is not None and sys.stderr.isatty()
        self._visible = progress is True or (progress is None and watched)

    def add(self, count: int) -> None:
        """So many more tasks are solved."""
        self._done += count
        if self._call is not None:
            self._call(self._done, self._total)
        now = time.monotonic()
        if self._visible and (now - self._shown > 0.1 or self._done == self._total):
            self._shown = now
            self._show(now)

    def _show(self, now: float) -> None:
        filled = _WIDTH * self._done // max(1, self._total)
        speed = self._done / max(now - self._start, 1e-9)
        left = (self._total - self._done) / max(speed, 1e-9)
        line = f"[{'#' * filled}{' ' * (_WIDTH - filled)}] {self._done:,} of {self._total:,}, {speed:,.0f} a second"
        print(f"\r{line}, {left:,.0f} s left  ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leaves the line."""
        if self._visible:
            self._visible = False
            print(file=sys.stderr)
