"""A task of command languages as the network reads it. It knows no vocabulary: what a word is follows from where it
stands, from what else has the same text or begins alike, and from how surely the examples link it with a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rows import Row

INPUT, OUTPUT = 1, 2
NO, ALIKE, SAME = 0, 1, 2
PLAIN, DIGITS, OPENS, CLOSES, SIGN = range(5)
MARKS = 15  # what a text looks like, times what the other side of its example has of it
COUNTS = 6
ROUNDS = 6

Pair = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class CommandTask:
    """Every different text is a node, be it word or token, in order of first appearance."""

    texts: list[str]
    count: list[int]  # in how many examples, as a class
    support: list[Pair]
    rows: list[Row]  # (side, slot, node, mark) of each element
    relation: list[np.ndarray]  # of each row [length, length]: NO, ALIKE, SAME
    link: list[np.ndarray]  # of each row [length, length]: how surely a word brings a token


def look_of(text: str) -> int:
    if text.lstrip("-").replace(".", "", 1).isdigit():
        return DIGITS
    if text[-1] in "([{":
        return OPENS
    if text[0] in ")]}":
        return CLOSES
    return PLAIN if any(letter.isalnum() for letter in text) else SIGN


def relation_of(one: str, other: str) -> int:
    """As the learner sees it: the same, or a common start of three letters and more than half of the longer."""
    one, other = one.lower(), other.lower()
    common = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    longer = max(len(one), len(other))
    return SAME if common == longer else ALIKE if common >= 3 and 2 * common > longer else NO


def links(support: list[Pair], number: dict[str, int]) -> np.ndarray:
    """[texts, texts]: how surely a word brings a token, by IBM model 1 over sets, as in src/length/align.rs."""
    size = len(number)
    weight = np.zeros((size + 1, size))
    sets = [
        (np.array(sorted({number[w] for w in given})), np.array(sorted({number[t] for t in made})))
        for given, made in support
        if given and made
    ]
    texts = list(number)
    start = {NO: 1.0, ALIKE: 6.0, SAME: 20.0}
    for words, tokens in sets:
        for word in words:
            for token in tokens:
                if not weight[word, token]:
                    weight[word, token] = start[relation_of(texts[word], texts[token])]
        weight[size, tokens] = 1.0
    both = np.zeros((size, size))
    for words, tokens in sets:
        both[np.ix_(words, tokens)] += 1
    expected = weight
    for round_ in range(ROUNDS):
        expected = np.zeros_like(weight)
        for words, tokens in sets:
            place = np.ix_(np.append(words, size), tokens)
            part = weight[place]
            expected[place] += part / part.sum(0)
        if round_ + 1 < ROUNDS:
            total = expected.sum(1, keepdims=True)
            weight = np.where(total > 0, expected / np.maximum(total, 1e-9), weight)
    return np.where(both > 0, expected[:size] / np.maximum(both, 1), 0.0)


def encode(support: list[Pair]) -> CommandTask:
    texts = list(dict.fromkeys(text for pair in support for side in pair for text in side))
    number = {text: index for index, text in enumerate(texts)}
    look = [look_of(text) for text in texts]
    link = links(support, number)
    known: dict[tuple[int, int], int] = {}
    count = [0] * len(texts)
    rows, relations, row_links = [], [], []
    for given, made in support:
        nodes = [number[text] for text in (*given, *made)]
        for node in set(nodes):
            count[node] += 1
        length, split = len(nodes), len(given)
        relation = np.zeros((length, length), np.int64)
        for a, one in enumerate(nodes):
            for b, other in enumerate(nodes):
                key = (one, other)
                if key not in known:
                    known[key] = known[other, one] = relation_of(texts[one], texts[other])
                relation[a, b] = known[key]
        row_link = np.zeros((length, length), np.float32)
        row_link[:split, split:] = link[np.ix_(nodes[:split], nodes[split:])]
        row_link[split:, :split] = row_link[:split, split:].T
        row: Row = []
        for at, node in enumerate(nodes):
            is_input = at < split
            beside = relation[at, split:] if is_input else relation[at, :split]
            mark = 3 * look[node] + int(beside.max(initial=0))
            row.append((INPUT if is_input else OUTPUT, 0, node, mark))
        rows.append(row)
        relations.append(relation)
        row_links.append(row_link)
    classes = [min(COUNTS - 1, int(np.log2(many)) if many > 1 else 0) for many in count]
    return CommandTask(texts, classes, support, rows, relations, row_links)


def read_pairs(pairs: list[list[str]]) -> list[Pair]:
    return [(tuple(given.split()), tuple(made.split())) for given, made in pairs]
