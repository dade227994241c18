"""Tasks as arrays. A sequence that a batch has several times is encoded once, and sequences are
grouped by length, so that nothing is padded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .targets import target
from .vocabulary import Naming, Pair, Vocabulary, name

Sequence = tuple[int, ...]
# The sequences of a batch, those of each length together; rows are numbered through all of them.
Strings = list[np.ndarray]


class Pool:
    """Collects sequences. An empty one becomes the token `empty`."""

    def __init__(self, sequences: Iterable[Sequence], empty: int) -> None:
        self._empty: Sequence = (empty,)
        unique = {sequence or self._empty for sequence in sequences}
        ordered = sorted(unique, key=lambda sequence: (len(sequence), sequence))
        self._rows = {sequence: row for row, sequence in enumerate(ordered)}
        groups: dict[int, list[Sequence]] = {}
        for sequence in ordered:
            groups.setdefault(len(sequence), []).append(sequence)
        self.strings: Strings = [np.array(group, np.int64) for group in groups.values()]

    def places(self, rows: list[list[Sequence]]) -> np.ndarray:
        """[tasks, most sequences]: the row of each sequence, -1 behind a task's last."""
        places = np.full((len(rows), max(map(len, rows))), -1, np.int64)
        for index, row in enumerate(rows):
            places[index, : len(row)] = [self._rows[sequence or self._empty] for sequence in row]
        return places


@dataclass
class Examples:
    """The support of each task: the rows of its inputs and outputs, -1 behind the last."""

    inputs: Strings
    outputs: Strings
    sources: np.ndarray
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.sources)


@dataclass
class GrammarBatch(Examples):
    grammar: np.ndarray  # [tasks, tokens], -1 behind END


@dataclass
class AnswerBatch(Examples):
    """Queries are rows of `inputs` too."""

    queries: np.ndarray
    answers: np.ndarray  # [tasks, queries, tokens], -1 behind END


Coded = list[tuple[Sequence, Sequence]]


def examples(vocabulary: Vocabulary, tasks: list[Coded]) -> Examples:
    inputs = Pool((source for task in tasks for source, _ in task), vocabulary.words)
    outputs = Pool((made for task in tasks for _, made in task), vocabulary.outputs)
    return Examples(
        inputs.strings,
        outputs.strings,
        inputs.places([[source for source, _ in task] for task in tasks]),
        outputs.places([[made for _, made in task] for task in tasks]),
    )


def with_queries(vocabulary: Vocabulary, tasks: list[Coded], queries: list[Coded]) -> AnswerBatch:
    """Without answers, which are not known, `queries` have empty ones."""
    all_inputs = (source for pairs in (*tasks, *queries) for source, _ in pairs)
    inputs = Pool(all_inputs, vocabulary.words)
    outputs = Pool((made for task in tasks for _, made in task), vocabulary.outputs)
    longest = max(len(made) for pairs in queries for _, made in pairs)
    answers = np.full((len(tasks), max(map(len, queries)), longest + 1), -1, np.int64)
    for index, pairs in enumerate(queries):
        for number, (_, made) in enumerate(pairs):
            answers[index, number, : len(made) + 1] = [*made, vocabulary.outputs]  # its END
    return AnswerBatch(
        inputs.strings,
        outputs.strings,
        inputs.places([[source for source, _ in task] for task in tasks]),
        outputs.places([[made for _, made in task] for task in tasks]),
        inputs.places([[source for source, _ in pairs] for pairs in queries]),
        answers,
    )


Record = dict[str, Any]
Make = Callable[[list[Record], dict[str, Any], random.Random], Examples]


def grammar_batches(vocabulary: Vocabulary) -> Make:
    """For the networks that say something about the grammar."""

    def make(records: list[Record], _: dict[str, Any], rng: random.Random) -> GrammarBatch:
        tasks, grammars = [], []
        for record in records:
            support = vocabulary.read(record["support"])
            naming = name(vocabulary, support, rng)
            tasks.append(coded(naming, support))
            grammars.append(target(vocabulary, naming, support, record["grammar"]))
        grammar = np.full((len(records), max(map(len, grammars))), -1, np.int64)
        for index, tokens in enumerate(grammars):
            grammar[index, : len(tokens)] = tokens
        return GrammarBatch(**vars(examples(vocabulary, tasks)), grammar=grammar)

    return make


def answer_batches(vocabulary: Vocabulary) -> Make:
    """For the network that answers. Half as many examples are asked for as well, as Lake does: they
    teach it to look things up."""

    def make(records: list[Record], _: dict[str, Any], rng: random.Random) -> AnswerBatch:
        tasks, queries = [], []
        for record in records:
            support, asked = (vocabulary.read(record[key]) for key in ("support", "queries"))
            naming = name(vocabulary, support, rng, tuple(w for source, _ in asked for w in source))
            shown = coded(naming, support)
            asked = [pair for pair in asked if all(token in naming.outputs for token in pair[1])]
            tasks.append(shown)
            again = rng.sample(shown, min(len(shown), (len(asked) + 1) // 2 or 1))
            queries.append(coded(naming, asked) + again)
        return with_queries(vocabulary, tasks, queries)

    return make


def coded(naming: Naming, pairs: list[Pair]) -> Coded:
    return [naming.sequences(pair) for pair in pairs]
