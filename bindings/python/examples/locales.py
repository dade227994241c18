"""Learns the number words of eighty languages at once.

    python examples/locales.py FOLDER [--on processes|ray|dask] [--workers N] [--store FILE]

FOLDER has a file `numbers.LOCALE.tsv` for each language, words TAB integer: `data/sections` of the repository. Of each, four
lines of five are examples and the others are asked. Prints for each language how many of those were right, refused and
wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Dict, List, Tuple

from blicket import Task, batch

Pair = Tuple[str, str]


def read(folder: Path) -> Dict[str, List[Pair]]:
    """The lines of each language."""
    languages = {}
    for file in sorted(folder.glob("numbers.*.tsv")):
        lines = file.read_text(encoding="utf-8").splitlines()
        pairs = [line.split("\t") for line in lines if line]
        languages[file.name.split(".")[1]] = [(words, number) for words, number in pairs]
    return languages


def split(pairs: List[Pair]) -> Tuple[List[Pair], List[Pair]]:
    """Examples, and what is asked."""
    asked = pairs[4::5]
    return [pair for index, pair in enumerate(pairs) if index % 5 != 4], asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--on", default="processes")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--store", type=Path)
    arguments = parser.parse_args()

    languages = {name: split(pairs) for name, pairs in read(arguments.folder).items()}
    if not languages:
        sys.exit(f"{arguments.folder} has no files numbers.LOCALE.tsv")
    tasks = {
        name: Task(examples, [words for words, _ in asked], domain="numbers", steps=20_000)
        for name, (examples, asked) in languages.items()
    }
    total = [0, 0, 0]
    going = batch.solve(tasks, on=arguments.on, workers=arguments.workers, chunk=2, store=arguments.store)
    for name, solution in going:
        wanted = [number for _, number in languages[name][1]]
        right = sum(answer.text == number for answer, number in zip(solution.answers, wanted))
        refused = sum(answer.text is None for answer in solution.answers)
        counts = (right, refused, len(wanted) - right - refused)
        total = [before + count for before, count in zip(total, counts)]
        print(f"{name:8} {solution.outcome:7} {right:3} right {refused:3} refused {counts[2]:3} wrong", flush=True)
    print(f"{len(tasks)} languages: {total[0]} right, {total[1]} refused, {total[2]} wrong")


if __name__ == "__main__":
    main()
