"""Batches of training episodes, made in a process beside the trainer.

Episodes come from `blicket sample`, through a pipe. A stream is a setting of that command; the
batches of a stream are numbered, and a batch follows from the recipe's seed and its number alone,
so that a run can go on where it was stopped.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, Full
from typing import Any

import numpy as np

import command_data
import number_data
import wild
from grammar import Grammar, conflict, parse
from library import COMMAND
from rows import Row, chunks
from task import INPUT, Pair, Task, encode, read_pairs

# Seeds below this belong to evaluation. An episode's seed is the one asked for, or one of 64 random
# bits that comes of it.
FIRST_TRAINING_SEED = 1_000_000
BLOCK = 64  # batches that one run of the command makes
END = 2  # among the items of a right side: FIRST, SECOND, END, then the nodes
MAX_RIGHT = 16


@dataclass
class Chunk:
    """Rows of about the same length. `inputs` is the longest input."""

    side: np.ndarray
    slot: np.ndarray
    node: np.ndarray  # numbered through the batch: episode * K + node; -1 is padding
    episode: np.ndarray
    inputs: int


@dataclass
class Batch:
    """Episodes, each with room for K nodes, and what the network should say about them."""

    chunks: list[Chunk]
    kind: np.ndarray  # [B, K], -1 where there is no node
    type: np.ndarray  # [B, K], -1 where there is no rule to learn
    right: np.ndarray  # [B, K, T], items of right sides, -1 behind their END
    before: np.ndarray  # [pairs, 3]: in this episode, this node's rule comes before that node's
    last: np.ndarray  # [B], -1 where there is none

    def __len__(self) -> int:
        return len(self.kind)


Labelled = tuple[Task, Grammar]
AnyBatch = Batch | number_data.NumberBatch | command_data.CommandBatch


def lines(arguments: list[str], episodes: int, seed: int) -> Iterator[dict[str, Any]]:
    """Episodes of one run of `blicket sample`."""
    command = [str(COMMAND), "sample", *arguments, "--episodes", str(episodes), "--seed", str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield from map(json.loads, process.stdout)
        finally:
            process.stdout.close()
            process.kill()


def labelled(record: dict[str, Any], stream: dict[str, Any], rng: random.Random) -> Labelled:
    """An episode with its grammar; a share of them with a changed grammar, without short
    examples, or without trust."""
    support, grammar = read_pairs(record["support"]), parse(record["grammar"])
    changed = grammar
    if rng.random() < stream.get("wild", 0.0):
        changed = wild.change(changed, rng)
    if rng.random() < stream.get("repeats", 0.0):
        changed = wild.repeat(changed, rng)
    if changed is not grammar:
        longest = max(len(side) for pair in support for side in pair)
        if drawn := wild.examples(changed, len(support), max(longest, 5), rng):
            support, grammar = drawn, changed
    if rng.random() < stream.get("long", 0.0):
        support = without_short(support, rng.randint(3, 6))
    return encode(support, rng.random() >= stream.get("distrust", 0.0), rng), grammar


def without_short(support: list[Pair], words: int) -> list[Pair]:
    """Only the examples with so many words, if there are enough of them."""
    long = [pair for pair in support if len(pair[0]) >= words]
    return long if len(long) >= 10 else support


def collate(episodes: list[Labelled]) -> Batch:
    """Pads and sorts what a batch needs."""
    size, nodes = len(episodes), max(len(task.kinds) for task, _ in episodes)
    kind = np.full((size, nodes), -1, np.int64)
    types = np.full((size, nodes), -1, np.int64)
    right = np.full((size, nodes, MAX_RIGHT + 1), -1, np.int64)
    last = np.full(size, -1, np.int64)
    before: list[tuple[int, int, int]] = []
    rows: list[tuple[int, Row]] = []
    for index, (task, grammar) in enumerate(episodes):
        kind[index, : len(task.kinds)] = task.kinds
        rows += [(index, row) for row in task.rows]
        if grammar.last is not None:
            last[index] = grammar.last
        numbers = {word: number for number, word in enumerate(task.words)}
        tokens = {token: len(numbers) + number for number, token in enumerate(task.tokens)}
        earlier: list[tuple[int, int]] = []
        for word, rule in grammar.rules.items():
            number = numbers.get(word)
            if number is None or any(
                isinstance(part, str) and part not in tokens for part in rule.right
            ):
                continue  # nothing shows it
            before += [
                (index, other, number) for other, type_ in earlier if conflict(type_, rule.type)
            ]
            earlier.append((number, rule.type))
            if len(rule.right) <= MAX_RIGHT:
                items = [
                    part if isinstance(part, int) else END + 1 + tokens[part] for part in rule.right
                ]
                types[index, number] = rule.type
                right[index, number, : len(items) + 1] = [*items, END]
    used = max(1, int((right >= 0).sum(2).max()))
    return Batch(
        [
            Chunk(*packed, episode, int((packed[0] == INPUT).sum(1).max()))
            for packed, episode in chunks(rows, 3, nodes)
        ],
        kind,
        types,
        right[:, :, :used],
        np.array(before, np.int64).reshape(-1, 3),
        last,
    )


def make_batch(
    records: list[dict[str, Any]], stream: dict[str, Any], rng: random.Random
) -> AnyBatch:
    """A batch of our own networks."""
    if stream["sample"].startswith("numbers"):
        return number_data.collate([number_data.label(record, stream, rng) for record in records])
    if stream["sample"].startswith("commands"):
        return command_data.make_batch(records, stream, rng)
    return collate([labelled(record, stream, rng) for record in records])


# Makes a batch of a stream's episodes.
Make = Callable[[list[dict[str, Any]], dict[str, Any], random.Random], Any]


def stream_batches(
    stream: dict[str, Any],
    place: int,
    recipe_seed: int,
    rank: int,
    ranks: int,
    first: int,
    make: Make,
) -> Iterator[Any]:
    """The batches of one stream, from number `first` on. Streams, seeds and ranks share no
    episode."""
    block, skip = divmod(first, BLOCK)
    while True:
        seed = FIRST_TRAINING_SEED + ((recipe_seed * 16 + place) * 10**7 + block * ranks + rank)
        episodes = lines(stream["sample"].split(), BLOCK * stream["batch"], seed)
        for number in range(BLOCK):
            records = [next(episodes) for _ in range(stream["batch"])]
            if number < skip:
                continue
            yield make(records, stream, random.Random(seed * BLOCK + number))
        block, skip = block + 1, 0


def schedule(streams: list[dict[str, Any]], seed: int, step: int) -> int:
    """Which stream a step's batch comes from."""
    shares = [stream["share"] for stream in streams]
    return random.Random(f"{seed} {step}").choices(range(len(streams)), shares)[0]


def batches(
    streams: list[dict[str, Any]],
    seed: int,
    rank: int,
    ranks: int,
    step: int,
    make: Make = make_batch,
) -> Iterator[Any]:
    """The batches of all steps from `step` on."""
    counts = [0] * len(streams)
    for earlier in range(step):
        counts[schedule(streams, seed, earlier)] += 1
    sources = [
        stream_batches(stream, place, seed, rank, ranks, counts[place], make)
        for place, stream in enumerate(streams)
    ]
    while True:
        yield next(sources[schedule(streams, seed, step)])
        step += 1


def _produce(queue: Any, parent: int, arguments: tuple[Any, ...]) -> None:
    """Puts batches until the trainer is gone, however it went."""
    # The trainer's own answer to these signals was inherited.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for batch in batches(*arguments):
        while True:
            try:
                queue.put(batch, timeout=10)
                break
            except Full:
                if os.getppid() != parent:
                    return


class Reader:
    """Batches from a process of its own, a few of them ahead."""

    def __init__(self, *arguments: Any) -> None:
        context = multiprocessing.get_context("fork")
        self._queue = context.Queue(maxsize=8)
        self._process = context.Process(
            target=_produce, args=(self._queue, os.getpid(), arguments), daemon=True
        )
        self._process.start()

    def next(self) -> Any:
        while True:
            try:
                return self._queue.get(timeout=20)
            except Empty:
                if not self._process.is_alive():
                    raise SystemExit(
                        "the process that reads episodes has ended: see above"
                    ) from None

    def close(self) -> None:
        self._process.terminate()
