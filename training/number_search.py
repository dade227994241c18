"""From the number network's answers to grammars of numbers, and repair of what fails."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from number_task import CONNECTIVE, LEADING, NOTHING, VALUE, ZERO, NumberTask
from propose import log_softmax
from repair import Repair

BEST = 16  # candidates that are kept for each word
LIKELY = 4  # answers of each head that candidates are made of


class WordChoice(NamedTuple):
    """What a word is: powers of ten that it multiplies by, 0 for none; its role; its value, if that
    is it."""

    times: int
    once: int
    role: int
    value: int


@dataclass
class NumberProposals:
    words: list[
        list[tuple[WordChoice, float]]
    ]  # each word's candidates with their log-probabilities
    pairs: dict[tuple[int, int], float]  # the log-odds that two words have a rule of their own


def propose_numbers(read: dict[str, np.ndarray], task: NumberTask) -> NumberProposals:
    """Each word's most likely roles, from the outputs of the graph."""
    logs = {
        head: log_softmax(read[head]) for head in ("times", "once", "role", "mantissa", "power")
    }

    def likely(head: str, word: int, count: int = LIKELY) -> list[tuple[int, float]]:
        values = logs[head][word]
        return [(int(index), float(values[index])) for index in np.argsort(-values)[:count]]

    words = []
    for word, text in enumerate(task.words):
        roles = [(NOTHING, 0, 0.0)] if text in task.values else []
        for role, value in [] if roles else likely("role", word, 5):
            if role != VALUE:
                roles.append((role, 0, value))
                continue
            for (mantissa, first), (power, second) in product(
                likely("mantissa", word), likely("power", word)
            ):
                roles.append((VALUE, mantissa * 10**power, value + first + second))
        found = [
            (WordChoice(times, once, role, amount), a + b + c)
            for (times, a), (once, b), (role, amount, c) in product(
                likely("times", word), likely("once", word), roles
            )
        ]
        words.append(sorted(found, key=lambda candidate: -candidate[1])[:BEST])
    return NumberProposals(words, {pair: float(read["pair"][pair]) for pair in task.pairs})


@dataclass
class NumberState:
    choice: list[int]
    pairs: frozenset[tuple[int, int]]


class NumberSearch(Repair[NumberState]):
    def __init__(
        self, task: NumberTask, proposals: NumberProposals, support: list[list[str]], seed: int
    ) -> None:
        super().__init__([(source, target) for source, target in support], 64, seed)
        self.task, self.proposals = task, proposals
        numbers = {word: number for number, word in enumerate(task.words)}
        self.words_of = [
            sorted({numbers[word] for word in source.split()}) for source, _ in support
        ]
        self.pairs_of = [
            [
                pair
                for pair in zip(*[[numbers[word] for word in source.split()][k:] for k in (0, 1)])
                if pair in task.pairs
            ]
            for source, _ in support
        ]

    def text(self, state: NumberState) -> str:
        """Values first, then rules by the size of what they add, larger first; exceptions before
        what they are exceptions of."""
        values, sized, connectives = [], [], []
        for index, word in enumerate(self.task.words):
            choice, name = self.proposals.words[index][state.choice[index]][0], quoted(word)
            if word in self.task.values:
                values.append(f"{name} -> {self.task.values[word]}")
            elif choice.role in (VALUE, ZERO):
                values.append(f"{name} -> {choice.value}")
            elif choice.role == CONNECTIVE:
                connectives.append(f"u1 {name} x1 -> [u1] + [x1]")
            elif choice.role == LEADING:
                values.append(f"{name} x1 -> [x1]")
            if choice.once:
                sized.append((10**choice.once, 1, f"{name} y1 -> {10 ** choice.once}*1 + [y1]"))
            if choice.times:
                sized.append(
                    (10**choice.times, 0, f"x1 {name} y1 -> [x1]*{10 ** choice.times} + [y1]")
                )
        for first, second in sorted(state.pairs):
            value = self.task.pairs[first, second]
            left = f"{quoted(self.task.words[first])} {quoted(self.task.words[second])}"
            sized.append((value, 2, f"{left} y1 -> {value}*1 + [y1]"))
        sized.sort(key=lambda rule: rule[:2], reverse=True)
        rules = values + [rule for _, _, rule in sized] + connectives
        return "\n".join(["%numbers", *rules, "u1 x1 -> [u1] + [x1]"]) + "\n"

    def best(self) -> NumberState:
        pairs = frozenset(pair for pair, logit in self.proposals.pairs.items() if logit > 0)
        return NumberState([0] * len(self.task.words), pairs)

    def change(self, state: NumberState, failing: int) -> NumberState:
        """Other roles for one or two words of the example that fails, or a rule for two words of
        it."""
        rng = self.rng
        if self.pairs_of[failing] and rng.random() < 0.15:
            return NumberState(state.choice, state.pairs ^ {rng.choice(self.pairs_of[failing])})
        choice = list(state.choice)
        words = self.words_of[failing]
        for word in rng.sample(words, min(len(words), 1 if rng.random() < 0.7 else 2)):
            candidates = self.proposals.words[word]
            weights = [np.exp(value) for _, value in candidates]
            choice[word] = (
                rng.choices(range(len(candidates)), weights)[0]
                if rng.random() < 0.6
                else rng.randrange(len(candidates))
            )
        return NumberState(choice, state.pairs)


def quoted(word: str) -> str:
    """A word as the grammar's notation reads it back: languages have words such as `y`."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
