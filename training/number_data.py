"""Batches of number-word episodes, and what the network should say about them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

import number_wild
from number_task import (
    MANTISSAS,
    NOTHING,
    PLACES,
    ROLES,
    VALUE,
    NumberTask,
    digits_of,
    encode_numbers,
    read_number_pairs,
    targets,
)
from rows import Row, chunks

# What is read off every word, and how many answers there are.
HEADS = {"times": PLACES, "once": PLACES, "role": ROLES, "mantissa": MANTISSAS, "power": PLACES}


@dataclass
class NumberBatch:
    kind: np.ndarray  # [B, K]: 0, or -1 where there is no word
    digit: np.ndarray  # [B, K, PLACES]
    chunks: list[tuple[np.ndarray, ...]]  # side, slot, node, mark
    wanted: dict[str, np.ndarray]  # of each head [B, K], -1 where it is not asked
    pairs: (
        np.ndarray
    )  # [pairs, 4]: episode, word, next word, whether the two have a rule of their own

    def __len__(self) -> int:
        return len(self.kind)


@dataclass
class NumberLabels:
    wanted: dict[str, np.ndarray]
    pairs: list[tuple[int, int, int]]


def label(
    record: dict[str, Any], stream: dict[str, Any], rng: random.Random
) -> tuple[NumberTask, NumberLabels]:
    """An episode, and what each head should say about each word. A share of them is made wilder, or
    does without some of the words that are shown alone."""
    support, true = read_number_pairs(record["support"]), targets(record["grammar"])
    for change in number_wild.CHANGES:
        if rng.random() < stream.get(change.__name__, 0.0):
            support = change(support, true, rng)
    if rng.random() < stream.get("hidden", 0.0):
        support = [pair for pair in support if len(pair[0]) > 1 or rng.random() < 0.7]
    task = encode_numbers(support)
    wanted = {head: np.full(len(task.words), -1, np.int64) for head in HEADS}
    for index, word in enumerate(task.words):
        wanted["times"][index] = true.times.get(word, 0)
        wanted["once"][index] = true.once.get(word, 0)
        if word in task.values:
            continue
        role = true.role.get(word, NOTHING)
        wanted["role"][index] = role
        if role == VALUE:
            mantissa, power = split(true.value[word])
            if mantissa < MANTISSAS:
                wanted["mantissa"][index], wanted["power"][index] = mantissa, power
    pairs = [
        (first, second, int((task.words[first], task.words[second]) in true.pairs))
        for first, second in task.pairs
    ]
    return task, NumberLabels(wanted, pairs)


def split(value: int) -> tuple[int, int]:
    """A value as a mantissa that ten does not divide, and a power of ten."""
    power = 0
    while value and value % 10 == 0:
        value, power = value // 10, power + 1
    return value, power


def collate(episodes: list[tuple[NumberTask, NumberLabels]]) -> NumberBatch:
    size, nodes = len(episodes), max(len(task.words) for task, _ in episodes)
    kind = np.full((size, nodes), -1, np.int64)
    digit = np.zeros((size, nodes, PLACES), np.int64)
    wanted = {head: np.full((size, nodes), -1, np.int64) for head in HEADS}
    rows: list[tuple[int, Row]] = []
    pairs: list[tuple[int, int, int, int]] = []
    for index, (task, labels) in enumerate(episodes):
        count = len(task.words)
        kind[index, :count] = 0
        digit[index, :count] = digits_of(task)
        for head in HEADS:
            wanted[head][index, :count] = labels.wanted[head]
        pairs += [(index, *pair) for pair in labels.pairs]
        rows += [(index, row) for row in task.rows]
    chunked = [tuple(packed) for packed, _ in chunks(rows, 4, nodes)]
    return NumberBatch(kind, digit, chunked, wanted, np.array(pairs, np.int64).reshape(-1, 4))
