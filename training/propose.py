"""From a task to a distribution over grammars: every word's best rules, with their probabilities.

Given the examples, words decode their rules independently of each other. So each word's right sides
are gone through once, the best first, and to sample a grammar is to draw from tables, without the
network.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from data import END, MAX_RIGHT
from grammar import ARITY, FIRST, SECOND, TYPES, Rule
from graphs import Model
from network import FIXED, LITERAL
from task import Task

CLASS_TYPES = 7  # the first seven types are those of the paper's class
FLOOR = 12.0  # how much less likely, as a logarithm, than the best a rule may be


@dataclass
class Candidate:
    rule: Rule
    log_probability: float


@dataclass
class Proposals:
    """The rules of each word, best first; order logits of the words; log-probabilities of the last
    rule."""

    words: list[list[Candidate]]
    order: np.ndarray
    last: np.ndarray


@dataclass
class _Prefix:
    word: int
    type: int
    items: tuple[int, ...]
    log_probability: float
    state: np.ndarray


def allowed(prefix: _Prefix, nodes: int, words: int, free: bool) -> np.ndarray:
    """Which items may follow: FIRST, SECOND, END, then the nodes."""
    may = np.zeros(FIXED + nodes, bool)
    arity, items = ARITY[prefix.type], prefix.items
    room = len(items) < MAX_RIGHT
    may[FIRST], may[SECOND] = room and arity > 0, room and arity > 1
    if free:
        may[END] = True
        may[FIXED + words :] = room
    else:
        may[END] = all(variable in items for variable in range(arity))
        may[FIXED + words :] = arity == 0 and not items
    return may


def log_softmax(logits: np.ndarray) -> np.ndarray:
    logits = logits - logits.max(-1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(-1, keepdims=True))


def propose(model: Model, task: Task, free: bool = False, width: int = 32) -> Proposals:
    """Every word's `width` most likely rules: of the paper's class or, if `free`, of all types,
    with tokens of their own and without variables. (A beam of that width, so a few may be
    missed.)"""
    arrays = task.arrays()
    read = model.run("encode", arrays)
    count = len(task.words)
    done: list[list[Candidate]] = [[] for _ in range(count)]
    types = read["type"][:count, : len(TYPES) if free else CLASS_TYPES]
    live = [
        _Prefix(word, type_, (), float(value), read["state"][word])
        for word, row in enumerate(log_softmax(types))
        for type_, value in enumerate(row)
    ]
    while live:
        live = _step(model, read, arrays["kind"], live, done, task, free)
        live = _prune(live, done, width)
    for candidates in done:
        candidates.sort(key=lambda candidate: -candidate.log_probability)
        del candidates[width:]
    return Proposals(done, read["order"][:count, :count], log_softmax(read["last"]))


def _step(
    model: Model,
    read: dict[str, np.ndarray],
    kind: np.ndarray,
    live: list[_Prefix],
    done: list[list[Candidate]],
    task: Task,
    free: bool,
) -> list[_Prefix]:
    """Lengthens every prefix by every item that may follow; those that end are done."""
    count, nodes = len(task.words), len(task.kinds)
    fed = [prefix.items[-1] if prefix.items else -1 for prefix in live]
    out = model.run(
        "decode",
        {
            "nodes": read["nodes"],
            "kind": kind,
            "word": np.array([prefix.word for prefix in live]),
            "previous": np.array(
                [
                    prefix.type if item < 0 else min(len(TYPES) + item, LITERAL)
                    for prefix, item in zip(live, fed)
                ]
            ),
            "literal": np.array([max(0, item - FIXED) for item in fed]),
            "state": np.stack([prefix.state for prefix in live]),
        },
    )
    longer = []
    for prefix, logits, state in zip(live, out["logits"], out["next_state"]):
        may = allowed(prefix, nodes, count, free)
        if not may.any():
            continue  # as long as a right side may be, and still without one of its variables
        for item, value in zip(may.nonzero()[0].tolist(), log_softmax(logits[may]).tolist()):
            total = prefix.log_probability + value
            if item == END:
                right = tuple(
                    i if i < END else task.tokens[i - FIXED - count] for i in prefix.items
                )
                done[prefix.word].append(Candidate(Rule(prefix.type, right), total))
            else:
                longer.append(
                    _Prefix(prefix.word, prefix.type, (*prefix.items, item), total, state)
                )
    return longer


def _prune(live: list[_Prefix], done: list[list[Candidate]], width: int) -> list[_Prefix]:
    """Keeps each word's best prefixes, if they can still be among its best rules."""
    kept: list[_Prefix] = []
    counts = [0] * len(done)
    floors = []
    for candidates in done:
        values = sorted((candidate.log_probability for candidate in candidates), reverse=True)
        floor = values[0] - FLOOR if values else -np.inf
        floors.append(max(floor, values[width - 1]) if len(values) >= width else floor)
    for prefix in sorted(live, key=lambda prefix: -prefix.log_probability):
        if counts[prefix.word] < width and prefix.log_probability > floors[prefix.word]:
            counts[prefix.word] += 1
            kept.append(prefix)
    return kept
