"""Answers that a network gives without a grammar."""

from __future__ import annotations

import random

from .batch import coded, with_queries
from .meta import MetaSeq2Seq
from .vocabulary import TooLarge, Vocabulary, name

LONGEST = 64  # tokens of an answer; one without an end by then is none
AT_ONCE = 128  # queries that are answered together


def answer(
    network: MetaSeq2Seq,
    vocabulary: Vocabulary,
    pairs: list[list[str]],
    inputs: list[str],
    seed: str,
) -> list[str | None]:
    """An answer to each input; None where it does not end, or has no words that have places."""
    support = vocabulary.read(pairs)
    queries = [tuple(source.split()) for source in inputs]
    words = tuple(word for query in queries for word in query)
    answers: list[str | None] = [None] * len(inputs)
    try:
        naming = name(vocabulary, support, random.Random(seed), words)
    except TooLarge:
        return answers
    spelt = {place: token for token, place in naming.outputs.items()}
    asked = [
        index for index, query in enumerate(queries) if all(word in naming.words for word in query)
    ]
    shown = coded(naming, support)
    for first in range(0, len(asked), AT_ONCE):
        part = asked[first : first + AT_ONCE]
        coded_queries = coded(naming, [(queries[index], ()) for index in part])
        batch = with_queries(vocabulary, [shown], [coded_queries])
        for index, tokens in zip(part, network.answer(batch, LONGEST)):
            if tokens is not None and all(token in spelt for token in tokens):
                made = (spelt[token] for token in tokens)
                answers[index] = ("" if vocabulary.numbers else " ").join(made)
    return answers
