"""Number words that the paper's sampler does not have, made from those that it has: what real
languages do besides. Each change takes an episode's examples and what its grammar says, and alters
both."""

from __future__ import annotations

import random
from collections.abc import Callable

from number_task import CONNECTIVE, LEADING, NumberPair, WordTargets

Change = Callable[[list[NumberPair], WordTargets, random.Random], list[NumberPair]]


def twenties(support: list[NumberPair], true: WordTargets, rng: random.Random) -> list[NumberPair]:
    """Says one of the tens by two words, as French says eighty: four twenty."""
    digits = [word for word, value in true.value.items() if 2 <= value <= 9]
    tens = [word for word, value in true.value.items() if value in range(20, 100, 10)]
    if len(tens) < 8 or CONNECTIVE in true.role.values():
        return support  # the tens are regular, or have a word after them that needs them to be one
    gone, left = rng.sample(tens, 2)
    first = rng.choice(digits)
    del true.role[gone]
    true.pairs[first, left] = true.value.pop(gone)

    def say(words: tuple[str, ...]) -> tuple[str, ...]:
        pair = (first, left)
        return tuple(part for word in words for part in (pair if word == gone else (word,)))

    return [(say(words), number) for words, number in support]


def fillers(support: list[NumberPair], true: WordTargets, rng: random.Random) -> list[NumberPair]:
    """Puts a word that means nothing between parts of a sum, as Portuguese and Persian do."""
    if CONNECTIVE in true.role.values():
        return support  # two of them would not be read
    sizes = {word: value for word, value in true.value.items() if value >= 20}
    sizes |= {word: 10**power for word, power in true.times.items()}
    places = {len(str(size)) for size in sizes.values()}
    places = {place for place in sorted(places) if rng.random() < 0.6}
    filler = "and"
    true.role[filler] = LEADING

    def say(words: tuple[str, ...]) -> tuple[str, ...]:
        said: list[str] = []
        for word, after in zip(words, (*words[1:], None)):
            said.append(word)
            ends_part = len(str(sizes.get(word, 0))) in places and word in sizes
            if ends_part and after and after not in true.times and true.value.get(after) != 0:
                said.append(filler)
        return tuple(said)

    return [(say(words), number) for words, number in support]


def forms(support: list[NumberPair], true: WordTargets, rng: random.Random) -> list[NumberPair]:
    """Gives words that multiply several forms, chosen by the word before them, as Slavic languages
    do."""
    chosen = [word for word in true.times if rng.random() < 0.5]
    counts = {word: rng.randint(2, 3) for word in chosen}
    multiplying = {*true.times, *true.once}
    salt = rng.random()

    def form(before: str | None, word: str) -> str:
        if word not in counts or before is None or before in multiplying:
            return word  # nothing multiplies it here
        number = random.Random(f"{salt} {before} {word}").randrange(counts[word])
        return word if number == 0 else f"{word}{number}"

    def say(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(form(before, word) for before, word in zip((None, *words[:-1]), words))

    for word, count in counts.items():
        for number in range(1, count):
            true.times[f"{word}{number}"] = true.times[word]
    true.pairs = {
        (first, form(first, second)): value for (first, second), value in true.pairs.items()
    }
    return [(say(words), number) for words, number in support]


CHANGES: tuple[Change, ...] = (twenties, fillers, forms)
