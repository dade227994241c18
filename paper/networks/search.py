"""The paper's search: programs are drawn from the network and run on the support, until one
satisfies it all, or time or programs are used up; then the best so far."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

import torch
from library import Inputs

from .batch import coded, examples
from .sampling import Writer, write
from .vocabulary import Naming, Pair, Vocabulary, name, quoted, spell

AT_ONCE = 64  # programs that are drawn together


@dataclass
class Found:
    grammar: str | None = None
    satisfied: int = 0
    programs: int = 0
    timed_out: bool = False


class Support:
    """Runs grammars on the examples of a task."""

    def __init__(self, pairs: list[list[str]], numbers: bool) -> None:
        wanted = [" ".join(target.split()) for _, target in pairs]
        # A sum is one token.
        longest = 1 if numbers else max(len(target.split()) for target in wanted)
        self._inputs = Inputs([source for source, _ in pairs], longest)
        self._wanted = wanted
        self._seen: dict[str, int | None] = {}

    def satisfied(self, grammar: str) -> int | None:
        """How many examples a grammar satisfies; None if the text is no grammar."""
        if grammar not in self._seen:
            try:
                outputs = self._inputs.run(grammar)
                count = sum(made == wanted for made, wanted in zip(outputs, self._wanted))
                self._seen[grammar] = count
            except ValueError:
                self._seen[grammar] = None
        return self._seen[grammar]


def shown_alone(vocabulary: Vocabulary, support: list[Pair]) -> str:
    """Number words that are shown alone, as rules: the network is not asked for those."""
    if not vocabulary.numbers:
        return ""
    alone: dict[str, str] = {}
    for source, digits in support:
        if len(source) == 1:
            alone.setdefault(source[0], "".join(digits))
    lines = [f"{quoted(word)} -> {number}\n" for word, number in alone.items()]
    return "%numbers\n" + "".join(lines)


def search(
    network: Writer,
    vocabulary: Vocabulary,
    pairs: list[list[str]],
    seed: str,
    timeout: float,
    programs: int,
) -> Found:
    """The likeliest program first, then drawn ones. With `programs` 1 that is no search."""
    deadline = time.monotonic() + timeout
    support = vocabulary.read(pairs)
    rng = random.Random(seed)
    naming: Naming = name(vocabulary, support, rng)
    batch = examples(vocabulary, [coded(naming, support)])
    generator = torch.Generator().manual_seed(rng.getrandbits(63))
    checked = Support(pairs, vocabulary.numbers)
    first = shown_alone(vocabulary, support)
    found = Found()
    while found.programs < programs and not found.timed_out:
        likeliest = found.programs == 0
        count = 1 if likeliest else min(AT_ONCE, programs - found.programs)
        for tokens in write(network, vocabulary, batch, count, None if likeliest else generator):
            found.programs += 1
            if tokens is None:
                continue
            grammar = first + spell(vocabulary, naming, tokens)
            satisfied = checked.satisfied(grammar)
            if satisfied is None:
                continue
            if found.grammar is None or satisfied > found.satisfied:
                found.grammar, found.satisfied = grammar, satisfied
            if satisfied == len(pairs):
                return found
        found.timed_out = time.monotonic() >= deadline and found.programs < programs
    return found
