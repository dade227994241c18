#!/usr/bin/env python3
"""What is learnt, episode by episode: compared with what was learnt before.

    python3 ci/golden.py BLICKET_COMMAND            compare with ci/golden.txt, exit with 1 if they differ
    python3 ci/golden.py BLICKET_COMMAND --write    write ci/golden.txt anew

Every row of the table below samples episodes by seed and solves them within a number of steps, so that no
clock decides anything. Of each episode, everything that does not depend on the clock is hashed: outcome, stop
reason, steps, grammars run, grammar, answers, confidences, stuck words. The file has six hexadecimal digits
an episode. A change of the design must not change the file; a change that is meant to is committed alone.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden.txt"
DATA = HERE.parent / "data"
# No search comes near it.
TIMEOUT = ["--timeout", "3600"]

MINISCAN = ["miniscan", "--queries", "10"]
FEW = [*MINISCAN, "--rules", "2-4", "--support", "10"]
MANY = [*MINISCAN, "--rules", "5-13", "--support", "30"]
SCAN = ["scan", "--queries", "10"]
NUMBERS = ["numbers", "--queries", "10"]
WRONG = ["--corrupt", "0.1"]


def language(name):
    return [*NUMBERS, "--language", str(DATA / "numbers" / f"{name}.tsv")]


def split(name, selection="paper"):
    data = ["--data", str(DATA / "scan")] if name == "simple" else []
    return ["scan-split", "--split", name, *data, "--selection", selection, "--support", "100", "--queries", "20"]


# Name, what is sampled, how many episodes, how they are solved.
ROWS = [
    ("miniscan few hybrid", FEW, 600, []),
    ("miniscan few query inputs", FEW, 300, ["--query-inputs"]),
    ("miniscan many hybrid", MANY, 300, []),
    ("miniscan many query inputs deduce", MANY, 200, ["--query-inputs", "--strategy", "deduce"]),
    ("miniscan wrong hybrid", [*MANY, *WRONG], 100, ["--steps", "60000"]),
    ("miniscan wrong deduce", [*FEW, *WRONG], 300, ["--strategy", "deduce", "--steps", "20000"]),
    ("miniscan noise", [*MANY, *WRONG], 100, ["--noise", "--steps", "60000"]),
    ("miniscan neural", MANY, 200, ["--strategy", "neural", "--steps", "20000"]),
    ("miniscan neural few steps", FEW, 200, ["--strategy", "neural", "--steps", "700"]),
    ("miniscan greedy", MANY, 300, ["--strategy", "greedy"]),
    ("miniscan out of steps", MANY, 200, ["--steps", "100"]),
    ("miniscan prior", FEW, 60, ["--strategy", "prior", "--steps", "2000"]),
    ("miniscan mcmc", FEW, 60, ["--strategy", "mcmc", "--steps", "2000"]),
    ("miniscan enumerate", FEW, 60, ["--strategy", "enumerate", "--steps", "2000"]),
    ("scan hybrid", SCAN, 200, []),
    ("scan deduce", SCAN, 100, ["--strategy", "deduce", "--query-inputs"]),
    ("scan neural", SCAN, 60, ["--strategy", "neural", "--steps", "5000"]),
    ("scan greedy", SCAN, 100, ["--strategy", "greedy"]),
    ("scan noise", [*SCAN, *WRONG], 30, ["--noise", "--steps", "60000"]),
    ("scan simple", split("simple"), 10, []),
    ("scan length", split("length"), 10, []),
    ("scan jump", split("jump"), 10, []),
    ("scan right", split("right"), 10, []),
    ("scan right uniform", split("right", "uniform"), 20, ["--query-inputs"]),
    ("scan jump neural", split("jump"), 10, ["--strategy", "neural", "--steps", "20000"]),
    ("numbers sampled", NUMBERS, 150, []),
    ("numbers neural", NUMBERS, 60, ["--strategy", "neural", "--steps", "5000"]),
    ("numbers greedy", NUMBERS, 60, ["--strategy", "greedy"]),
    *((f"numbers {name}", language(name), 8, []) for name in "en es zh ja it el ko fr vi de hi ar".split()),
    *((f"numbers {name} query inputs", language(name), 8, ["--query-inputs"]) for name in "en es.raw fr.raw th".split()),
]
CLOCK = ("seconds", "cpu_seconds")
# What follows from the answers, and came later than the file.
FOLLOWS = ("refused", "wrong", "guessed")


def solved(command, sample, episodes, options):
    """What the command learns, a JSON object an episode."""
    drawn = subprocess.run(
        [command, "sample", *sample, "--episodes", str(episodes), "--seed", "16"],
        stdout=subprocess.PIPE, check=True,
    ).stdout
    lines = subprocess.run(
        [command, "bench", "-", "--json", *TIMEOUT, *options],
        input=drawn, stdout=subprocess.PIPE, check=True,
    ).stdout.decode().splitlines()
    records = [json.loads(line) for line in lines]
    return [record for record in records if "summary" not in record]


def digest(record):
    rest = {key: value for key, value in record.items() if key not in CLOCK + FOLLOWS}
    # Sums of floating-point numbers may come out differently in another order, in the last digits.
    rest["confidence"] = [value if value is None else round(value, 6) for value in rest["confidence"]]
    text = json.dumps(rest, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def row(command, name, sample, episodes, options):
    digests = [digest(record) for record in solved(command, sample, episodes, options)]
    assert len(digests) == episodes, f"{name}: {len(digests)} of {episodes} episodes"
    lines = [" ".join(digests[at : at + 16]) for at in range(0, episodes, 16)]
    return "\n".join([f"# {name}", *lines])


def parsed(text):
    rows = {}
    for line in text.splitlines():
        if line.startswith("# "):
            rows[line[2:]] = digests = []
        else:
            digests.extend(line.split())
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="the command, built with the baselines")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", metavar="TEXT", default="", help="only rows whose name has this text")
    parser.add_argument("--show", metavar="FOLDER", type=Path, help="put the records of every row there as JSON lines")
    arguments = parser.parse_args()
    chosen = [one for one in ROWS if arguments.only in one[0]]

    def run(one):
        if arguments.show:
            arguments.show.mkdir(parents=True, exist_ok=True)
            records = solved(arguments.command, *one[1:])
            lines = [json.dumps({k: v for k, v in r.items() if k not in CLOCK}, ensure_ascii=False) for r in records]
            (arguments.show / f"{one[0].replace(' ', '-')}.jsonl").write_text("\n".join(lines) + "\n")
        return row(arguments.command, *one)

    with ThreadPoolExecutor(2) as pool:
        text = "\n".join(pool.map(run, chosen)) + "\n"
    if arguments.write:
        assert not arguments.only, "the file is written whole"
        GOLDEN.write_text(text)
        return 0
    before, now = parsed(GOLDEN.read_text()), parsed(text)
    different = 0
    for name, digests in now.items():
        if name not in before:
            print(f"{name}: not in the file")
            different += len(digests)
            continue
        places = [str(at) for at, pair in enumerate(zip(before[name], digests, strict=True)) if pair[0] != pair[1]]
        different += len(places)
        if places:
            print(f"{name}: {len(places)} of {len(digests)} differ: episodes {', '.join(places[:20])}")
    print(f"{sum(map(len, now.values()))} episodes, {different} different")
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
