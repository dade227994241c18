#!/usr/bin/env python3
"""How well real command languages are learnt: right, refused and wrong, on sets of episodes.

    python3 ci/commands.py BLICKET_COMMAND [FILE.jsonl …] [--seeds N] [--half] [--each] [-- OPTION …]

A file is one set. X.jsonl has queries that the examples determine, X-open.jsonl such with names or numbers that no
example shows and a person would copy, X-out.jsonl sentences that are not of the language: their output is null, and
what is right is to refuse them. Without files it takes data/commands. What is printed is the mean over the sets of a
kind, with the standard error over the sets (of their means over the seeds) and the one over the seeds (of the means
over the sets). Time is processor time of the whole process for one task, queries included.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data" / "commands"
KINDS = ["determined", "open", "out"]
# Episodes with at most so many examples are also shown apart.
FEW = 30


def kind_of(path):
    last = path.stem.rsplit("-", 1)[-1]
    return last if last in KINDS else "determined"


def halved(episode):
    """The episode with every other example."""
    return {**episode, "support": episode["support"][::2]}


def can_be_known(support, query, wanted):
    """Whether these examples could tell the answer at all: every word of the query is shown or copied, and so is every
    token of the answer. Constructions that are no longer shown are not looked for, so this is an upper bound."""
    words = {word for given, _ in support for word in given.split()}
    tokens = {token for _, output in support for token in output.split()}
    asked, answer = query.split(), wanted.split()
    return all(word in words or word in answer for word in asked) and all(
        token in tokens or token in asked for token in answer
    )


def bound(path):
    """The share of queries of a set that half of the examples could tell, in per cent: more cannot be right but by luck."""
    known = []
    for line in path.read_text().splitlines():
        episode = halved(json.loads(line))
        known += [can_be_known(episode["support"], query, wanted) for query, wanted in episode["queries"]]
    return 100 * sum(known) / max(1, len(known))


def fault(answer, wanted):
    """What is wrong with an answer; nothing if it is right."""
    if answer is None:
        return wanted is not None and "refused"
    return (wanted is None or answer.split() != wanted.split()) and "WRONG"


def run(command, path, seed, half, options):
    """For each episode: examples, counts of right, refused and wrong, seconds; and lines that say what went wrong."""
    episodes = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for episode in episodes:
            file.write(json.dumps(halved(episode) if half else episode) + "\n")
        file.flush()
        # The clock ends nothing here unless it is asked to: on a busy machine it would decide what is right.
        unlimited = [] if "--timeout" in options else ["--timeout", "900"]
        call = [command, "bench", "--json", "--seed", str(seed), *unlimited, *options, file.name]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
    records = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    rows, lines = [], []
    for episode, record in zip(episodes, records, strict=True):
        for (query, wanted), answer, confidence in zip(
            episode["queries"], record["answers"], record["confidence"], strict=True
        ):
            if name := fault(answer, wanted):
                lines.append(f"  {name} {episode['name']} seed {seed} | {query} => {answer} ({confidence or 0:.2f}), wanted {wanted}")
        counts = [record["correct"], record["refused"], record["wrong"]]
        rows.append((len(episode["support"]), counts, record["cpu_seconds"]))
    return rows, lines


def shares(counts):
    return [100 * count / max(1, sum(counts)) for count in counts]


def added(rows):
    return [sum(counts[i] for _, counts, _ in rows) for i in range(3)]


def error(values):
    return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def summary(name, by_seed):
    """`by_seed` has for each seed the shares of each set."""
    sets = len(by_seed[0])
    if sets == 0:
        return
    per_set = [[statistics.mean(seed[i][j] for seed in by_seed) for j in range(3)] for i in range(sets)]
    per_seed = [[statistics.mean(one[j] for one in seed) for j in range(3)] for seed in by_seed]
    cells = []
    for j in range(3):
        mean = statistics.mean(one[j] for one in per_set)
        cells.append(f"{mean:6.2f} ±{error([one[j] for one in per_set]):5.2f} ±{error([one[j] for one in per_seed]):5.2f}")
    worst = min(one[0] for one in per_set)
    print(f"{name:<26}{sets:>5}  {'   '.join(cells)}   least right {worst:.1f}")


def main():
    arguments = sys.argv[1:]
    options = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--half", action="store_true", help="learn from every other example")
    parser.add_argument("--each", action="store_true", help="print every query that is not right")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    files = asked.files or sorted(DATA.glob("*.jsonl"))
    seeds = range(1, asked.seeds + 1)
    jobs = [(path, seed) for path in files for seed in seeds]
    with ThreadPoolExecutor(asked.jobs) as pool:
        done = list(pool.map(lambda job: run(asked.command, *job, asked.half, options), jobs))
    results = {job: rows for job, (rows, _) in zip(jobs, done, strict=True)}
    if asked.each:
        for _, lines in done:
            print("\n".join(lines))
    print(f"{'set':<16}{'kind':<12}{'right':>7}{'refused':>9}{'wrong':>7}{'median s':>10}{'most s':>8}")
    medians = []
    for path in sorted(files, key=lambda path: KINDS.index(kind_of(path))):
        rows = [row for seed in seeds for row in results[path, seed]]
        seconds = [row[2] for row in rows]
        medians.append(statistics.median(seconds))
        right, refused, wrong = shares(added(rows))
        print(
            f"{path.stem:<16}{kind_of(path):<12}{right:>7.1f}{refused:>9.1f}{wrong:>7.1f}"
            f"{medians[-1]:>10.3f}{max(seconds):>8.3f}"
        )
    print(f"\n{'mean, ± over sets, ± over seeds':<32}{'right':>7}{'refused':>22}{'wrong':>22}")
    for kind in KINDS:
        chosen = [path for path in files if kind_of(path) == kind]
        summary(kind, [[shares(added(results[path, seed])) for path in chosen] for seed in seeds])
        few = lambda path, seed: [row for row in results[path, seed] if row[0] <= FEW]
        chosen = [path for path in chosen if few(path, 1)]
        summary(f"{kind}, at most {FEW} examples", [[shares(added(few(path, seed))) for path in chosen] for seed in seeds])
    if asked.half:
        for kind in KINDS[:2]:
            bounds = [bound(path) for path in files if kind_of(path) == kind]
            if bounds:
                print(f"{kind}: half of the examples show the words and tokens of {statistics.mean(bounds):.1f} % of the queries")
    print(f"\nprocessor time of a task: median of sets {statistics.median(medians):.3f} s, worst set {max(medians):.3f} s")


if __name__ == "__main__":
    main()
