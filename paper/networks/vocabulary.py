"""Fixed vocabularies, as the paper's networks have them, and how a task's own words get places in
them: at random."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

# Words of inputs, and tokens of outputs; a number is its decimal digits. MiniSCAN has a place more
# than it has colours, so that a network for SCAN can start from one for MiniSCAN.
SIZES = {"miniscan": (17, 9), "scan": (17, 9), "numbers": (51, 10)}
START, END, ARROW, LINE = "<start>", "<end>", "->", "\n"

VARIABLES = ("u1", "u2", "x1", "x2", "[u1]", "[u2]", "[x1]", "[x2]")
BASES = (10, 100, 1000, 10_000, 1_000_000)
NUMBER_PARTS = (
    *("u1", "x1", "y1", "[u1]", "[x1]", "[y1]", "+"),
    *(f"[x1]*{base}" for base in BASES),
    *(f"{base}*{count}" for base in BASES for count in range(1, 10)),
    *map(str, sorted({*range(20), *range(20, 100, 10), *range(100, 1000, 100), *BASES})),
)

Words = tuple[str, ...]
Pair = tuple[Words, Words]


class TooLarge(Exception):
    """A task has more words or tokens than the vocabulary has places."""


class Vocabulary:
    """Tokens of grammars are numbered: the fixed ones, then words, then output tokens."""

    def __init__(self, domain: str) -> None:
        self.domain = domain
        self.numbers = domain == "numbers"
        self.words, self.outputs = SIZES[domain]
        parts = NUMBER_PARTS if self.numbers else VARIABLES
        self.fixed = {part: n for n, part in enumerate((START, END, ARROW, LINE, *parts))}
        self.parts = list(self.fixed)
        self.first_output = len(self.parts) + self.words
        self.tokens = self.first_output + (0 if self.numbers else self.outputs)

    def read(self, pairs: list[list[str]]) -> list[Pair]:
        """Examples; the tokens of a number are its digits."""
        return [
            (tuple(source.split()), tuple(target.strip() if self.numbers else target.split()))
            for source, target in pairs
        ]


class Naming(NamedTuple):
    """Which places the words and tokens of a task have."""

    words: dict[str, int]
    outputs: dict[str, int]

    def sequences(self, pair: Pair) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (
            tuple(self.words[word] for word in pair[0]),
            tuple(self.outputs[token] for token in pair[1]),
        )


def name(
    vocabulary: Vocabulary, support: list[Pair], rng: random.Random, also: Words = ()
) -> Naming:
    """`also` are words of queries; those for which no place is left get none."""
    words = list(dict.fromkeys(word for source, _ in support for word in source))
    if len(words) > vocabulary.words:
        raise TooLarge(f"{len(words)} words; the vocabulary has {vocabulary.words}")
    words += [word for word in dict.fromkeys(also) if word not in set(words)]
    places = rng.sample(range(vocabulary.words), vocabulary.words)
    if vocabulary.numbers:
        outputs = {str(digit): digit for digit in range(10)}
        other = {token for _, target in support for token in target} - set(outputs)
        if other:
            raise TooLarge(f"{min(other)!r} in an output; only digits have places")
    else:
        tokens = list(dict.fromkeys(token for _, target in support for token in target))
        if len(tokens) > vocabulary.outputs:
            raise TooLarge(f"{len(tokens)} output tokens; there are {vocabulary.outputs} places")
        numbers = rng.sample(range(vocabulary.outputs), vocabulary.outputs)
        outputs = dict(zip(tokens, numbers))
    return Naming(dict(zip(words, places)), outputs)


_PLAIN = re.compile(r"(?![uxyon]\d)\w[\w'’-]*")


def quoted(word: str) -> str:
    """A word as a grammar's text has it."""
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def spell(vocabulary: Vocabulary, naming: Naming, tokens: list[int]) -> str:
    """The text that tokens of a grammar stand for; it need not be a grammar. A place that has no
    word is spelt as one that no input has."""
    words = {place: quoted(word) for word, place in naming.words.items()}
    outputs = {place: quoted(token) for token, place in naming.outputs.items()}
    text = []
    for token in tokens:
        if token < len(vocabulary.parts):
            text.append(vocabulary.parts[token])
        elif token < vocabulary.first_output:
            place = token - len(vocabulary.parts)
            text.append(words.get(place, f'"?{place}"'))
        else:
            place = token - vocabulary.first_output
            text.append(outputs.get(place, f'"?{place}"'))
    return " ".join(text).replace(" \n ", "\n").strip() + "\n"
