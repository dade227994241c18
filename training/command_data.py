"""Batches of made-up command languages, and what the network should say about their examples."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from command_grammar import Grammar, Node, Parser, parse_grammar
from command_task import CommandTask, Pair, encode, read_pairs

# What an element is: a fixed part of an intent, the first or a further word of a value, or what joins and surrounds
# whole commands.
FIXED, BEGINS, INSIDE, ABOVE = range(4)
TAGS = 4
CHAINS = "command"  # the section that joins


@dataclass
class Labels:
    """Of each example: what its elements are, which word each token comes from, and of each value its first place and
    its kind."""

    tags: list[list[int]]
    causes: list[list[tuple[int, int]]]  # (token, word), as places in the row
    values: list[list[tuple[int, str]]]


def labels_of(support: list[Pair], grammar: Grammar) -> Labels | None:
    """None if some example is read otherwise than it was made, which only happens with names that are also words."""
    labels = Labels([], [], [])
    for words, tokens in support:
        tree = Parser(grammar, words).read(tokens)
        if tree is None:
            return None
        tags, causes, values = label(tree, words)
        labels.tags.append(tags)
        labels.causes.append(causes)
        labels.values.append(values)
    return labels


def label(tree: Node, words: tuple[str, ...]) -> tuple[list[int], list[tuple[int, int]], list[tuple[int, str]]]:
    tags = [FIXED] * len(words)
    values = []
    nodes = [tree]
    for node in nodes:
        nodes += node.children
        own = FIXED
        if node.section == CHAINS:
            own = ABOVE
        for at in node.own_words():
            tags[at] = own
        if node.is_value and node.section not in (CHAINS, "step"):
            tags[node.start : node.end] = [BEGINS] + [INSIDE] * (node.end - node.start - 1)
            values.append((node.start, node.section))
    causes, before = [], None
    for place, (_, node) in enumerate(tree.tokens(words)):
        own_words = node.own_words()
        if node.section == CHAINS:
            tags.append(ABOVE)
        elif node.is_value and node.section != "step":
            tags.append(INSIDE if before is node else BEGINS)
        else:
            tags.append(FIXED)
        before = node
        row_place = len(words) + place
        if node.rule is None:  # it is copied: the same word
            copied = [at for at in own_words if words[at] == tree.tokens(words)[place][0]]
            own_words = copied or own_words
        causes += [(row_place, at) for at in own_words]
    return tags, causes, values


@dataclass
class Part:
    """Rows of about the same length, so that little of it is padding."""

    fields: np.ndarray  # [4, rows, length]: side, slot, node (through the batch), mark
    relation: np.ndarray  # [rows, length, length]
    link: np.ndarray
    tag: np.ndarray  # [rows, length], -1 where nothing is asked
    cause: np.ndarray  # [rows, length, length]: of a token, the share of each word; zeros where there is none


@dataclass
class CommandBatch:
    kind: np.ndarray  # [episodes, nodes]: how often a text is shown, as a class; -1 where there is none
    parts: list[Part]
    place: list[list[tuple[int, int]]]  # of each row of each episode its part, and its row there
    # [pairs, 3]: two values, and whether they are of one kind. A value is where it begins, numbered through all
    # elements of all parts.
    pairs: np.ndarray

    def __len__(self) -> int:
        return len(self.kind)


PAIRS = 150  # pairs of values that are asked for in an episode
SMALL = 24  # rows that are not worth a part of their own


def part_of(rows: list[tuple[int, CommandTask, Labels | None, int]], nodes: int) -> Part:
    """Rows, each with its episode, the task and its number there."""
    count, length = len(rows), max(len(task.rows[number]) for _, task, _, number in rows)
    fields = np.zeros((4, count, length), np.int64)
    fields[2] = -1
    relation = np.zeros((count, length, length), np.int64)
    link = np.zeros((count, length, length), np.float32)
    tag = np.full((count, length), -1, np.int64)
    cause = np.zeros((count, length, length), np.float32)
    for here, (episode, task, labels, number) in enumerate(rows):
        row = task.rows[number]
        size = len(row)
        fields[:, here, :size] = np.array(row, np.int64).T
        fields[2, here, :size] += episode * nodes
        relation[here, :size, :size] = task.relation[number]
        link[here, :size, :size] = task.link[number]
        if labels is not None:
            tag[here, :size] = labels.tags[number]
            for token, word in labels.causes[number]:
                cause[here, token, word] = 1.0
    cause /= np.maximum(cause.sum(2, keepdims=True), 1)
    return Part(fields, relation, link, tag, cause)


def collate(episodes: list[tuple[CommandTask, Labels | None]], rng: random.Random) -> CommandBatch:
    size, nodes = len(episodes), max(len(task.texts) for task, _ in episodes)
    kind = np.full((size, nodes), -1, np.int64)
    for index, (task, _) in enumerate(episodes):
        kind[index, : len(task.texts)] = task.count
    rows = [
        (index, task, labels, number)
        for index, (task, labels) in enumerate(episodes)
        for number in range(len(task.rows))
    ]
    rows.sort(key=lambda row: len(row[1].rows[row[3]]))
    place = [[(0, 0)] * len(task.rows) for task, _ in episodes]
    parts: list[Part] = []
    starts = []  # the number of a part's first element
    start = elements = 0
    while start < len(rows):
        limit = len(rows[start][1].rows[rows[start][3]]) * 1.25
        end = start
        while end < len(rows) and (len(rows[end][1].rows[rows[end][3]]) <= limit or end - start < SMALL):
            end += 1
        for here, (index, _, _, number) in enumerate(rows[start:end]):
            place[index][number] = (len(parts), here)
        parts.append(part_of(rows[start:end], nodes))
        starts.append(elements)
        elements += parts[-1].tag.size
        start = end
    pairs: list[tuple[int, int, int]] = []
    for index, (_, labels) in enumerate(episodes):
        values = []
        for number, found in enumerate(labels.values if labels else []):
            part, here = place[index][number]
            first = starts[part] + here * parts[part].tag.shape[1]
            values += [(first + at, name) for at, name in found]
        for _ in range(min(PAIRS, len(values) ** 2)):
            one, other = rng.choice(values), rng.choice(values)
            pairs.append((one[0], other[0], int(one[1] == other[1])))
    return CommandBatch(kind, parts, place, np.array(pairs, np.int64).reshape(-1, 3))


def make_batch(records: list[dict[str, Any]], _: dict[str, Any], rng: random.Random) -> CommandBatch:
    episodes = []
    for record in records:
        support = read_pairs(record["support"])
        labels = labels_of(support, parse_grammar(record["grammar"]))
        episodes.append((encode(support), labels))
    return collate(episodes, rng)
