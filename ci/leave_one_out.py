#!/usr/bin/env python3
"""Leave one out: every example of a task is asked about, learnt from the others; by set and by strategy.

    python3 ci/leave_one_out.py BLICKET_COMMAND [--tasks N] [--set NAME …] [--strategy NAME …] [--timeout SECONDS]

Sets are those of data/commands (the first N tasks of each file), sampled MiniSCAN and SCAN, and the number words of the
languages of data/numbers. A word that only the left out example has cannot be known, so not all can be right; strategies are
compared on the same examples. A row has answers that are right, guesses that are right though they were refused, and wrong
answers, of 100. The default should be nowhere below a part of it: where it is, by right answers or by guesses, the last
lines say so.
"""

import argparse
import json
import subprocess
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
DEFAULT = "hybrid"


def sampled(command, count, *what):
    call = [command, "sample", *what, "--episodes", str(count), "--seed", "7", "--queries", "0"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def tasks(command, count):
    """The sets by their names, each as a function that makes its tasks."""
    sets = {
        "miniscan": lambda: sampled(command, count, "miniscan", "--rules", "3-7", "--support", "20"),
        "scan": lambda: sampled(command, count, "scan", "--support", "40"),
    }
    for path in sorted((DATA / "commands").glob("*.jsonl")):
        if not path.stem.endswith(("-out", "-open")):
            sets[path.stem] = lambda path=path: [
                json.loads(line) for line in path.read_text().splitlines()[:count] if line]
    for path in sorted((DATA / "numbers").glob("??.tsv")):
        what = ("numbers", "--language", str(path))
        sets[f"numbers {path.stem}"] = lambda what=what: sampled(command, count, *what)
    return sets


def left_out(episodes):
    """A task for each example that is left out. One that stands there twice is left out twice."""
    for episode in episodes:
        for at, (input, output) in enumerate(episode["support"]):
            others = [one for one in episode["support"] if one[0] != input]
            if others:
                name = f"{episode['name']} without {at + 1}"
                yield {**episode, "name": name, "support": others, "queries": [[input, output]]}


def shares(command, episodes, strategy, timeout):
    """Of 100: right, right by the best guess, wrong; none if the strategy cannot be had."""
    call = [command, "bench", "--json", "--strategy", strategy, "--timeout", str(timeout), "-"]
    lines = "".join(json.dumps(episode) + "\n" for episode in episodes)
    done = subprocess.run(call, input=lines, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    records = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    scored = max(1, sum(one["scored"] for one in records))
    return [100 * sum(one[key] for one in records) / scored for key in ("correct", "guessed", "wrong")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--tasks", type=int, default=2)
    parser.add_argument("--set", action="append", dest="sets")
    parser.add_argument("--strategy", action="append")
    parser.add_argument("--timeout", type=float, default=10)
    arguments = parser.parse_args()
    strategies = arguments.strategy or [DEFAULT, "deduce", "neural"]
    print("of 100 examples that were left out: right / right by the best guess / wrong")
    print(f"{'':<16} {'examples':>8}" + "".join(f"{name:>22}" for name in strategies))
    below = []
    for name, make in tasks(arguments.command, arguments.tasks).items():
        if arguments.sets and name not in arguments.sets:
            continue
        episodes = list(left_out(make()))
        row = [shares(arguments.command, episodes, strategy, arguments.timeout) for strategy in strategies]
        cells = ["none" if one is None else " / ".join(f"{share:.1f}" for share in one) for one in row]
        print(f"{name:<16} {len(episodes):>8}" + "".join(f"{cell:>22}" for cell in cells), flush=True)
        found = {strategy: one for strategy, one in zip(strategies, row) if one}
        default = found.pop(DEFAULT, None)
        for strategy, one in found.items() if default else []:
            for what, mine, other in zip(("right", "right by the best guess"), default, one):
                if other > mine:
                    below.append(f"{name}: {mine:.1f} {what}, {strategy} {other:.1f}")
    print("\n".join(["", "the default is below a part of it:", *below]) if below else "\nthe default is nowhere below a part of it")


if __name__ == "__main__":
    main()
