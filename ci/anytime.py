#!/usr/bin/env python3
"""What there is when time is up: examples satisfied and queries right at 5, 20, 50, 200 and 1,000 ms, by strategy.

    python3 ci/anytime.py BLICKET_COMMAND [--episodes N] [--strategy NAME …] [--steps]

Sets are sampled MiniSCAN (30 examples) and SCAN (60), both also with one wrong token in ten, which makes them awkward, and
the command languages of data/commands. Each deadline is a search of its own, best guesses are scored, and what a search has
loaded before does not count against it. The default should nowhere be below a part of it. With --steps, searches end after
so many steps instead, about as many as an idle core does in that time: the same figures on every machine, however busy.
"""

import argparse
import json
import subprocess
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data" / "commands"
MILLISECONDS = [5, 20, 50, 200, 1000]
STEPS = [200, 800, 2_000, 8_000, 40_000]


def sampled(command, count, *what):
    call = [command, "sample", *what, "--episodes", str(count), "--seed", "5", "--queries", "10"]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout


def sets(command, count):
    miniscan = ("miniscan", "--rules", "3-7", "--support", "30")
    scan = ("scan", "--support", "60")
    files = [path for path in sorted(DATA.glob("*.jsonl")) if not path.stem.endswith(("-out", "-open"))]
    return {
        "miniscan": sampled(command, count, *miniscan),
        "miniscan, 1 in 10 wrong": sampled(command, count, *miniscan, "--corrupt", "0.1"),
        "scan": sampled(command, count, *scan),
        "scan, 1 in 10 wrong": sampled(command, count, *scan, "--corrupt", "0.1"),
        "commands": "".join(path.read_text().splitlines()[0] + "\n" for path in files),
    }


def figures(command, episodes, strategy, limit):
    call = [command, "bench", "--json", "--strategy", strategy, *limit, "-"]
    done = subprocess.run(call, input=episodes, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    records = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    satisfied = sum(one["satisfied"] for one in records) / sum(one["support"] for one in records)
    right = sum(one["guessed"] for one in records) / max(1, sum(one["scored"] for one in records))
    return 100 * satisfied, 100 * right


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--episodes", type=int, default=30)
    parser.add_argument("--strategy", action="append")
    parser.add_argument("--steps", action="store_true")
    arguments = parser.parse_args()
    strategies = arguments.strategy or ["hybrid", "deduce", "neural"]
    if arguments.steps:
        limits = {f"{steps} steps": ["--steps", str(steps), "--timeout", "600"] for steps in STEPS}
    else:
        limits = {f"{time} ms": ["--timeout", str(time / 1000)] for time in MILLISECONDS}
    print("satisfied examples / right queries, %")
    print(f"{'':<26} {'':<8}" + "".join(f"{limit:>14}" for limit in limits))
    below = []
    for name, episodes in sets(arguments.command, arguments.episodes).items():
        best = {}
        for strategy in strategies[::-1]:
            row = [figures(arguments.command, episodes, strategy, limit) for limit in limits.values()]
            shown = "".join("          none" if one is None else f"{one[0]:>8.1f}/{one[1]:>5.1f}" for one in row)
            print(f"{name:<26} {strategy:<8}{shown}", flush=True)
            for limit, one in zip(limits, row):
                if one and strategy == "hybrid" and best.get(limit, 0) > one[0] + 1:
                    below.append(f"{name} at {limit}: {one[0]:.1f} % satisfied, a part of it {best[limit]:.1f}")
                elif one:
                    best[limit] = max(best.get(limit, 0), one[0])
    print("\n".join(["", "the default is below a part of it:", *below]) if below else "\nthe default is nowhere below a part of it")


if __name__ == "__main__":
    main()
