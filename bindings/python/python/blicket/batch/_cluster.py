"""What a cluster does for a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, List, Protocol, Tuple, Union


@dataclass(frozen=True)
class Failed:
    """Work that did not come back, because its worker died. It can be done again."""

    reason: str


Work = Callable[[List[Any]], List[str]]


class Cluster(Protocol):
    """Workers, on this machine or on others. What the work itself raises, `next` raises, too."""

    #: How many there are.
    workers: int

    def submit(self, work: Work, tasks: List[Any]) -> int:
        """Sends work to a worker, and gives it a number."""

    def next(self) -> Tuple[int, Union[List[str], Failed]]:
        """Waits for the next work that is done."""

    def close(self) -> None:
        """Gives up what is not done, and ends the workers that were started for this."""
