"""A task as the network reads it: nodes for its words and tokens, rows for its examples.

This is the input contract of models/README.md, in Python.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from rows import Row, pack

# Kinds of nodes.
WORD, TOKEN, KNOWN = 0, 1, 2
# Sides of a row's elements; 0 is padding.
INPUT, OUTPUT = 1, 2
# Slots of one kind, and the longest rows: see models/README.md.
SLOTS, MAX_SIDE, MAX_ROWS = 16, 32, 256

Pair = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class Task:
    """Nodes are numbered from 0: first the words whose rules are sought, then the output tokens."""

    words: list[str]
    tokens: list[str]
    kinds: list[int]
    known: dict[str, str]
    rows: list[Row]  # (side, slot, node) of each element

    def arrays(self) -> dict[str, np.ndarray]:
        """The inputs of the `encode` graph."""
        side, slot, node = pack(self.rows, 3)
        return {"kind": np.array(self.kinds, np.int64), "side": side, "slot": slot, "node": node}


def read_pairs(pairs: list[list[str]]) -> list[Pair]:
    return [(tuple(source.split()), tuple(target.split())) for source, target in pairs]


def known_words(support: list[Pair]) -> dict[str, str]:
    """Words that an example shows alone, with one token: rules at once. The first example
    counts."""
    known: dict[str, str] = {}
    for source, target in support:
        if len(source) == 1 and len(target) == 1:
            known.setdefault(source[0], target[0])
    return known


def encode(support: list[Pair], trust: bool = True, rng: random.Random | None = None) -> Task:
    """Numbers a task's words and tokens, and makes rows of its examples.

    Without `trust`, words with an example of their own are learnt as all others are, for examples
    that may be wrong. With `rng`, which only training has, slots begin anywhere, so that all are
    learnt.
    """
    known = known_words(support) if trust else {}
    nodes: dict[tuple[bool, str], int] = {}
    words = dict.fromkeys(word for source, _ in support for word in source if word not in known)
    tokens = dict.fromkeys(known.values())
    tokens.update(dict.fromkeys(token for _, target in support for token in target))
    for word in words:
        nodes[True, word] = len(nodes)
    for token in tokens:
        nodes[False, token] = len(nodes)
    for word, token in known.items():
        nodes[True, word] = nodes[False, token]
    meanings = set(known.values())
    kinds = [WORD] * len(words) + [KNOWN if token in meanings else TOKEN for token in tokens]

    rows: dict[tuple[tuple[int, int], ...], Row] = {}
    for source, target in support:
        if len(source) == 1 and source[0] in known and (known[source[0]],) == target:
            continue
        if not source or len(source) > MAX_SIDE or len(target) > MAX_SIDE or len(rows) == MAX_ROWS:
            continue
        elements = [(INPUT, nodes[True, word]) for word in source]
        elements += [(OUTPUT, nodes[False, token]) for token in target]
        row, key = _slots(elements, kinds, rng)
        rows.setdefault(key, row)
    return Task(list(words), list(tokens), kinds, known, list(rows.values()))


def _slots(
    elements: list[tuple[int, int]], kinds: list[int], rng: random.Random | None
) -> tuple[Row, tuple[tuple[int, int], ...]]:
    """Gives the nodes of one example slots, and says what makes it the same as another example.

    Known words that mean different tokens are as good as each other, so examples that differ only
    in them are the same; but a token that the input has not brought may be one of a rule's own.
    """
    offset = rng.randrange(SLOTS) if rng and rng.random() < 0.25 else 0
    ranks: dict[int, int] = {}
    counts = [0, 0, 0]
    row: Row = []
    key = []
    brought = {node for side, node in elements if side == INPUT}
    for side, node in elements:
        kind = kinds[node]
        if node not in ranks:
            ranks[node] = counts[kind]
            counts[kind] += 1
        row.append((side, kind * SLOTS + (ranks[node] + offset) % SLOTS, node))
        key.append((side, -1 - ranks[node] if kind == KNOWN and node in brought else node))
    return row, tuple(key)
