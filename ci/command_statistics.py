#!/usr/bin/env python3
"""How like real command languages made-up ones are: python3 ci/command_statistics.py BLICKET_COMMAND [EPISODES].

A row for each set of data/commands and of our own dev languages, their mean, and a row for languages of `blicket sample
commands`: examples, words of an input, tokens of an output, different words and tokens of an episode, the share of tokens
that stand in the input, and the share of examples that share all but one word with another."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = ["examples", "words", "tokens", "vocabulary", "outputs", "copied", "alike"]


def statistics(support):
    pairs = [(given.split(), wanted.split()) for given, wanted in support]
    tokens = [(token, given) for given, wanted in pairs for token in wanted]

    def neighbours(a):
        return any(len(a) == len(b) and sum(x != y for x, y in zip(a, b)) == 1 for b, _ in pairs)

    return [
        len(pairs),
        sum(len(given) for given, _ in pairs) / len(pairs),
        sum(len(wanted) for _, wanted in pairs) / len(pairs),
        len({word for given, _ in pairs for word in given}),
        len({token for token, _ in tokens}),
        sum(token in given for token, given in tokens) / len(tokens),
        sum(neighbours(given) for given, _ in pairs) / len(pairs),
    ]


def mean(rows):
    return [sum(column) / len(rows) for column in zip(*rows)]


def show(name, row):
    print(f"{name:<22}" + "".join(f"{value:>12.1f}" if value > 1 else f"{value:>12.2f}" for value in row))


def main():
    command, *count = sys.argv[1:]
    print(f"{'':<22}" + "".join(f"{name:>12}" for name in COLUMNS))
    languages = []
    for folder in ["data/commands", "data/commands/own/dev"]:
        for path in sorted((ROOT / folder).glob("*.jsonl")):
            if path.stem.endswith(("-open", "-out")):
                continue
            episodes = [json.loads(line)["support"] for line in path.read_text().splitlines()]
            languages.append(mean([statistics(support) for support in episodes]))
            show(path.stem, languages[-1])
    show("mean of these", mean(languages))
    call = [command, "sample", "commands", "--episodes", *(count or ["200"]), "--seed", "8000000"]
    lines = subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines()
    show("made up", mean([statistics(json.loads(line)["support"]) for line in lines]))


if __name__ == "__main__":
    main()
