"""Search by repair: the most likely grammar first, then changes to what an example that fails
depends on.

What is not worse is kept. The evaluator judges; nothing is assumed about the grammars.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from library import Inputs

State = TypeVar("State")


@dataclass
class Found:
    grammar: str
    solved: bool
    tried: int  # grammars that were run on the examples


class Repair(ABC, Generic[State]):
    """A search over some kind of states. Subclasses say what a state is and how it changes."""

    def __init__(self, support: list[tuple[str, str]], output_tokens: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.inputs = Inputs([source for source, _ in support], output_tokens)
        self.wanted = [target for _, target in support]
        self.tried = 0

    @abstractmethod
    def best(self) -> State:
        """The most likely state."""

    @abstractmethod
    def text(self, state: State) -> str:
        """Its grammar."""

    @abstractmethod
    def change(self, state: State, failing: int) -> State:
        """A state next to this one, by what may be wrong with one example."""

    def polish(self, state: State) -> State:
        """A more likely state near one that satisfies every example."""
        return state

    def fails(self, state: State) -> list[int]:
        """The examples that a grammar gets wrong."""
        self.tried += 1
        outputs = self.inputs.run(self.text(state))
        return [
            index
            for index, (output, wanted) in enumerate(zip(outputs, self.wanted))
            if output != wanted
        ]

    def search(self, limit: int) -> Found:
        """Searches until a grammar satisfies every example or `limit` grammars were tried."""
        state = self.best()
        failing = self.fails(state)
        best, best_count = state, len(failing)
        while failing and self.tried < limit:
            other = self.change(state, self.rng.choice(failing))
            other_failing = self.fails(other)
            if len(other_failing) <= len(failing) or self.rng.random() < 0.02:
                state, failing = other, other_failing
            if len(failing) < best_count:
                best, best_count = state, len(failing)
        tried = self.tried
        if best_count == 0:
            best = self.polish(best)
        return Found(self.text(best), best_count == 0, tried)
