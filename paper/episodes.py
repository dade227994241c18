"""Files for cells that `blicket sample` does not print. Written to standard output.

    python3 -m paper.episodes human --orders N --seed N
    python3 -m paper.episodes training-part length|simple|jump|right --blicket PROGRAM
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

from paper.plan import TRAINING

ROOT = Path(__file__).resolve().parent.parent
JUMPS = 1_467  # how often the split `jump` has the command `jump`


def pairs(path):
    return [line.split("\t") for line in path.read_text().splitlines() if line]


def human(orders, seed):
    """The task that people were given. It is only one: so it is asked with its examples in several orders,
    which is all that there is to vary."""
    support = pairs(ROOT / "data/miniscan/human-support.tsv")
    queries = pairs(ROOT / "data/miniscan/human-queries.tsv")
    for order in range(orders):
        shuffled = random.Random(seed + order).sample(support, len(support))
        yield json.dumps({"name": f"human-{order}", "domain": "words", "support": shuffled, "queries": queries})


def training_part(split, blicket):
    """SCAN's own lines."""
    if split == "simple":
        return (ROOT / "data/scan/tasks_train_simple.txt").read_text().splitlines()
    command = [blicket, "sample", "scan-split", "--split", split, "--support", str(TRAINING[split]),
               "--queries", "0"]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(done.returncode)
    support = json.loads(done.stdout)["support"]
    lines = [f"IN: {command} OUT: {output}" for command, output in support]
    if split == "jump":
        lines += [line for line in lines if line.startswith("IN: jump OUT:")] * (JUMPS - 1)
    return lines


def main():
    parser = argparse.ArgumentParser(prog="python3 -m paper.episodes")
    kinds = parser.add_subparsers(dest="kind", required=True)
    asked = kinds.add_parser("human")
    asked.add_argument("--orders", type=int, required=True)
    asked.add_argument("--seed", type=int, required=True)
    asked = kinds.add_parser("training-part")
    asked.add_argument("split", choices=TRAINING)
    asked.add_argument("--blicket", required=True)
    asked = parser.parse_args()
    lines = human(asked.orders, asked.seed) if asked.kind == "human" else training_part(asked.split, asked.blicket)
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
