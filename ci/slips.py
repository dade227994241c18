#!/usr/bin/env python3
"""Whether a slip in the examples is named: one output token of one example of a clean task is exchanged for another.

    python3 ci/slips.py BLICKET_COMMAND [--tasks N] [--each] [-- OPTION …]

Tasks are sampled ones (MiniSCAN with 30 examples, SCAN with 100) and those of data/commands, in equal parts. Each is learnt
from twice: as it is, when no example may be named, and with the slip, when the example should be. A task can only be blamed
for what it shows: which token is exchanged is drawn by seed from all of them, also from those that no other example bears
out.
"""

import argparse
import json
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data" / "commands"
NAMED = "probable_slip"


def sampled(command, what, count):
    call = [command, "sample", *what, "--queries", "0", "--episodes", str(count), "--seed", "19"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def tasks(command, count):
    third = count // 3
    commands = [json.loads(line) for path in sorted(DATA.glob("*.jsonl")) if not path.stem.endswith(("-out", "-open"))
                for line in path.read_text().splitlines() if line]
    step = max(1, len(commands) // third)
    return {
        "miniscan": sampled(command, ["miniscan", "--rules", "3-7", "--support", "30"], third),
        "scan": sampled(command, ["scan", "--support", "60"], third),
        "commands": commands[::step][:count - 2 * third],
    }


def slipped(support, seed):
    """The examples with one token exchanged, and which example that is; nothing where that cannot be done."""
    chance = random.Random(seed)
    tokens = sorted({token for _, output in support for token in output.split() if token not in "()[]{},;"})
    for _ in range(1000):
        at = chance.randrange(len(support))
        output = support[at][1].split()
        places = [place for place, token in enumerate(output) if token in tokens]
        if places and len(tokens) > 1:
            place = chance.choice(places)
            output[place] = chance.choice([token for token in tokens if token != output[place]])
            wrong = [[*one] for one in support]
            wrong[at][1] = " ".join(output)
            # An example that stands there twice would contradict itself.
            if sum(one[0] == support[at][0] for one in support) == 1:
                return wrong, at
    return None


def named(command, support, options):
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.writelines(f"{input}\t{output}\n" for input, output in support)
        file.flush()
        done = subprocess.run([command, "learn", "--json", *options, file.name], capture_output=True, text=True)
    problems = json.loads(done.stdout)["problems"]
    return sorted({at for one in problems if one["kind"] == NAMED for at in one["examples"]})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--each", action="store_true", help="name the tasks where it went wrong")
    arguments, options = parser.parse_known_args()
    options = [option for option in options if option != "--"]

    def one(job):
        seed, episode = job
        if not (made := slipped(episode["support"], seed)):
            return None
        wrong, at = made
        return episode["name"], at, named(arguments.command, episode["support"], options), named(
            arguments.command, wrong, options)

    print(f"{'':<10} {'tasks':>6} {'named':>6} {'only it':>8} {'clean accused':>14}")
    for name, episodes in tasks(arguments.command, arguments.tasks).items():
        with ThreadPoolExecutor(2) as pool:
            done = [found for found in pool.map(one, enumerate(episodes)) if found]
        hit = sum(at in found for _, at, _, found in done)
        only = sum([at] == found for _, at, _, found in done)
        accused = sum(bool(clean) for _, _, clean, _ in done)
        print(f"{name:<10} {len(done):>6} {100 * hit / len(done):>5.1f}% {100 * only / len(done):>7.1f}% {accused:>14}")
        for task, at, clean, found in done if arguments.each else []:
            if clean or [at] != found:
                print(f"  {task}: example {at + 1}, named {[one + 1 for one in found]}; clean {[one + 1 for one in clean]}")


if __name__ == "__main__":
    main()
