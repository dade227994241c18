"""Search for grammars of words, from the network's proposals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from grammar import Grammar, Rule, conflict, render
from propose import Proposals
from repair import Repair
from task import Pair, Task


@dataclass
class State:
    """A grammar in the making: each word's candidate, the order of words, and the last rule."""

    choice: list[int]
    order: list[int]
    last: int


class Search(Repair[State]):
    def __init__(self, task: Task, proposals: Proposals, support: list[Pair], seed: int) -> None:
        super().__init__(
            [(" ".join(source), " ".join(target)) for source, target in support],
            max(len(target) for _, target in support),
            seed,
        )
        self.task, self.proposals = task, proposals
        numbers = {word: number for number, word in enumerate(task.words)}
        self.words_of = [
            sorted({numbers[word] for word in source if word in numbers}) for source, _ in support
        ]
        self.weights = [
            [np.exp(candidate.log_probability) for candidate in candidates]
            for candidates in proposals.words
        ]

    def text(self, state: State) -> str:
        rules = {word: Rule(0, (token,)) for word, token in self.task.known.items()}
        for word in state.order:
            rules[self.task.words[word]] = self.proposals.words[word][state.choice[word]].rule
        return render(Grammar(rules, state.last))

    def best(self) -> State:
        """Every word's best rule, ordered."""
        choice = [0] * len(self.task.words)
        return State(choice, self.arrange(choice), int(self.proposals.last.argmax()))

    def arrange(self, choice: list[int]) -> list[int]:
        """Takes next, again and again, the rule that loses to the fewest of those left."""
        left = list(range(len(choice)))
        types = [self.proposals.words[word][index].rule.type for word, index in enumerate(choice)]
        order = []
        while left:

            def losses(word: int) -> tuple[int, float]:
                logits = [
                    float(self.proposals.order[word, other])
                    for other in left
                    if other != word and conflict(types[word], types[other])
                ]
                return sum(logit < 0 for logit in logits), -sum(logits)

            order.append(min(left, key=losses))
            left.remove(order[-1])
        return order

    def change(self, state: State, failing: int) -> State:
        """Other rules, or other places in the order, for words of the example that fails."""
        rng, words = self.rng, self.words_of[failing]
        dice = rng.random()
        if words and dice < 0.65:
            choice = list(state.choice)
            for word in rng.sample(words, min(len(words), 1 if rng.random() < 0.7 else 2)):
                choice[word] = self.draw(word)
            return State(choice, state.order, state.last)
        if words and dice < 0.95:
            order = list(state.order)
            word = rng.choice(words)
            order.remove(word)
            order.insert(rng.randrange(len(order) + 1), word)
            return State(state.choice, order, state.last)
        last = rng.choices(range(len(self.proposals.last)), np.exp(self.proposals.last))[0]
        return State(state.choice, state.order, last)

    def draw(self, word: int) -> int:
        """A rule by its probability or, less often, any of the word's candidates."""
        count = len(self.weights[word])
        if self.rng.random() < 0.7:
            return self.rng.choices(range(count), self.weights[word])[0]
        return self.rng.randrange(count)

    def score(self, state: State) -> float:
        """The log-probability of a grammar by the network."""
        rules = [self.proposals.words[word][index] for word, index in enumerate(state.choice)]
        total = sum(rule.log_probability for rule in rules) + float(self.proposals.last[state.last])
        for place, first in enumerate(state.order):
            for second in state.order[place + 1 :]:
                if conflict(rules[first].rule.type, rules[second].rule.type):
                    total -= float(np.log1p(np.exp(-self.proposals.order[first, second])))
        return total

    def polish(self, state: State) -> State:
        """Tries each word's more likely rules, and the network's own order, once."""
        for word in range(len(state.choice)):
            for index in range(state.choice[word]):
                choice = list(state.choice)
                choice[word] = index
                if not self.fails(State(choice, state.order, state.last)):
                    state = State(choice, state.order, state.last)
                    break
        ordered = State(state.choice, self.arrange(state.choice), state.last)
        if self.score(ordered) > self.score(state) and not self.fails(ordered):
            state = ordered
        return state
