"""Learns the number words of all languages that ICU spells numbers out in, about a hundred, at once.

    python examples/locales.py REPOSITORY [--on processes|ray|dask] [--workers N] [--store FILE] [--most N] [LOCALE…]

The words come from the ICU of this machine (libicu72 or another version), by `sections/icu.py` of the repository. Examples
are the numbers to 100, the round ones, and thirty others below 10,000; thirty others are asked. Prints for each language how
many of those were right, refused and wrong.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

from blicket import Task, batch

Pair = Tuple[str, int]


def spelled(repository: Path, locales: List[str], most: int) -> Dict[str, Tuple[List[Pair], List[Pair]]]:
    """For each language the examples and what is asked."""
    sys.path.insert(0, str(repository / "sections"))
    split: Any = importlib.import_module("forms").split
    icu: Any = importlib.import_module("icu").Icu()
    rng = random.Random(60)
    basic = sorted({*range(101), *range(100, 1001, 100), *range(1000, 10_000, 1000)})
    drawn = rng.sample([number for number in range(101, 10_000) if number not in basic], 60)
    languages = {}
    for locale in (locales or icu.locales())[:most]:
        speller = icu.speller(locale)
        pairs = [(" ".join(split(locale, speller.spell(number))), number) for number in basic + drawn]
        # Some locales have no words, and write digits.
        if not any(character.isdigit() for words, _ in pairs for character in words):
            languages[locale] = pairs[:-30], pairs[-30:]
    return languages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("locales", nargs="*")
    parser.add_argument("--on", default="processes")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--most", type=int, default=1000)
    arguments = parser.parse_intermixed_args()

    languages = spelled(arguments.repository, arguments.locales, arguments.most)
    tasks = {
        name: Task(examples, [words for words, _ in asked], domain="numbers", steps=20_000, timeout=60)
        for name, (examples, asked) in languages.items()
    }
    total = [0, 0, 0]
    going = batch.solve(tasks, on=arguments.on, workers=arguments.workers, chunk=2, store=arguments.store)
    for name, solution in going:
        wanted = [number for _, number in languages[name][1]]
        right = sum(answer.number == number for answer, number in zip(solution.answers, wanted))
        refused = sum(answer.text is None for answer in solution.answers)
        counts = (right, refused, len(wanted) - right - refused)
        total = [before + count for before, count in zip(total, counts)]
        print(f"{name:8} {solution.outcome:7} {right:3} right {refused:3} refused {counts[2]:3} wrong", flush=True)
    print(f"{len(tasks)} languages: {total[0]} right, {total[1]} refused, {total[2]} wrong")


if __name__ == "__main__":
    main()
