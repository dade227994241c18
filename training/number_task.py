"""A task of number words as the network reads it, and what its true grammar says about each word.

Numbers have place value: an output is its decimal digits, each marked with its place, and a word
whose value is known begins as the digits of that value. This is the contract `numbers-1` of
models/README.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from rows import Row, pack

PLACES = 12  # 10^0 to 10^11
BLANK, UNKNOWN = 10, 11  # beside the digits 0 to 9: no digit there, and no value known
MAX_WORDS, MAX_ROWS, SLOTS = 32, 256, 16
INPUT, OUTPUT = 1, 2

# What a word can be by itself, if no example shows its value.
NOTHING, VALUE, ZERO, CONNECTIVE, LEADING = range(5)
ROLES = 5
MANTISSAS = (
    100  # a value is a mantissa from 1 to 99, which 10 does not divide, times a power of ten
)

NumberPair = tuple[tuple[str, ...], int]


@dataclass
class NumberTask:
    """Every word of the support is a node, in order of first appearance."""

    words: list[str]
    values: dict[str, int]
    rows: list[Row]  # (side, slot, node, mark) of each element
    pairs: dict[tuple[int, int], int]  # words that an example shows as a pair, with its value

    def arrays(self) -> dict[str, np.ndarray]:
        """The inputs of the graph."""
        side, slot, node, mark = pack(self.rows, 4)
        return {"digit": digits_of(self), "side": side, "slot": slot, "node": node, "mark": mark}


def read_number_pairs(pairs: list[list[str]]) -> list[NumberPair]:
    return [(tuple(source.split()), int(target)) for source, target in pairs]


def digits_of(task: NumberTask) -> np.ndarray:
    """[words, PLACES]: the digits of each word's value from 10^0 up, BLANK above them; UNKNOWN if
    none."""
    digit = np.full((len(task.words), PLACES), UNKNOWN, np.int64)
    for index, word in enumerate(task.words):
        if word in task.values:
            text = str(task.values[word])[::-1]
            digit[index] = [int(d) for d in text] + [BLANK] * (PLACES - len(text))
    return digit


def encode_numbers(support: list[NumberPair]) -> NumberTask:
    """Known are the values of words that an example shows alone; the first example counts."""
    values: dict[str, int] = {}
    for source, target in support:
        if len(source) == 1 and 0 <= target < 10**PLACES:
            values.setdefault(source[0], target)
    nodes = {
        word: number
        for number, word in enumerate(
            dict.fromkeys(word for source, _ in support for word in source)
        )
    }
    rows: list[Row] = []
    for source, target in support:
        if (
            not 2 <= len(source) <= MAX_WORDS
            or not 0 <= target < 10**PLACES
            or len(rows) == MAX_ROWS
        ):
            continue
        ranks: dict[str, int] = {}
        row: Row = []
        for word in source:
            rank = ranks.setdefault(word, len(ranks)) % SLOTS
            row.append((INPUT, rank, nodes[word], 0))
        text = str(target)
        row += [
            (OUTPUT, 0, -1, 1 + 10 * place + int(digit))
            for place, digit in zip(range(len(text) - 1, -1, -1), text)
        ]
        rows.append(row)
    pairs = {
        (nodes[source[0]], nodes[source[1]]): target
        for source, target in reversed(support)
        if len(source) == 2
    }
    return NumberTask(list(nodes), values, rows, pairs)


@dataclass
class WordTargets:
    """What the true grammar says about each word: powers of ten of its rules, 0 where it has
    none."""

    times: dict[str, int]  # x1 w y1 -> [x1]*10^k + [y1]
    once: dict[str, int]  # w y1 -> 10^k*1 + [y1]
    role: dict[str, int]
    value: dict[str, int]
    pairs: dict[tuple[str, str], int]  # a w y1 -> N + [y1]


_RULE = re.compile(r"^(.*?)\s*->\s*(.*)$")


def targets(grammar: str) -> WordTargets:
    """Reads a grammar that `blicket sample numbers` printed."""
    found = WordTargets({}, {}, {}, {}, {})
    for line in grammar.splitlines():
        match = _RULE.match(line)
        if not match:
            continue
        left, right = match[1].split(), match[2]
        words = [part for part in left if part not in ("x1", "y1", "u1")]
        power = [len(number) - 1 for number in re.findall(r"10+", right)]
        if left == words:
            if len(words) == 1:
                found.value[words[0]] = int(right)
                found.role[words[0]] = VALUE if int(right) else ZERO
        elif left[0] == "x1":
            found.times[words[0]] = power[0]
        elif left[0] == "u1" and words:
            found.role[words[0]] = CONNECTIVE
        elif words and len(words) == 1:
            found.once[words[0]] = power[0]
        elif words:
            # `a w y1 -> 1000*3 + [y1]`: a stands for 3, and only before w, so that its value says
            # it all.
            many = int(right.split("+")[0].split("*")[1])
            found.value[words[0]], found.role[words[0]] = many, VALUE
            found.pairs[words[0], words[1]] = many * 10 ** power[0]
    return found
