#!/usr/bin/env python3
"""Whether confidence means something: how far what answers claim is from how often they are right.

    python3 ci/calibration.py BLICKET_COMMAND [--episodes N] [--set NAME …] [--bins]

Sets are those of data/commands (X, X-open, X-out), and sampled ones: MiniSCAN with 10 and with 30 examples, SCAN, and
number words of the languages of data/numbers. Every best guess claims its confidence, whether it was given as an answer or
refused; a sentence that is not of the language has no right answer, so that whatever is guessed is wrong. The calibration
error is the mean over ten bins of confidence, by their sizes, of the distance between what is claimed and the share that is
right. Queries without any guess claim nothing and are counted apart. Nothing here is tuned to: samples have seeds of their own.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
SEED = "190"
LANGUAGES = "en es fr it el ja ko vi zh de hi ar sw th tr".split()
SAMPLED = {
    "miniscan 10": ["miniscan", "--rules", "2-4", "--support", "10", "--queries", "10"],
    "miniscan 30": ["miniscan", "--rules", "5-13", "--support", "30", "--queries", "10"],
    "scan": ["scan", "--queries", "10"],
    **{f"numbers {name}": ["numbers", "--queries", "20", "--language", str(DATA / "numbers" / f"{name}.tsv")]
       for name in LANGUAGES},
}
BINS = 10


def episodes(command, name, count):
    if name not in SAMPLED:
        return [json.loads(line) for line in (DATA / "commands" / f"{name}.jsonl").read_text().splitlines() if line]
    count = max(2, count // 10) if name.startswith("numbers") else count
    call = [command, "sample", *SAMPLED[name], "--episodes", str(count), "--seed", SEED]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def claims(command, name, count, options):
    """For each query: (what is claimed, whether the guess is right, whether it was given); None without a guess."""
    asked = episodes(command, name, count)
    call = [command, "bench", "--json", *options, "-"]
    text = "".join(json.dumps(episode) + "\n" for episode in asked)
    done = subprocess.run(call, input=text, capture_output=True, text=True, check=True)
    records = [json.loads(line) for line in done.stdout.splitlines()][:-1]
    found = []
    for episode, record in zip(asked, records, strict=True):
        rows = zip(episode["queries"], record["answers"], record["guess"], record["confidence"], strict=True)
        for (_, wanted), answer, guess, confidence in rows:
            if guess is None:
                found.append(None)
                continue
            right = wanted is not None and guess.split() == wanted.split()
            found.append((confidence, right, answer is not None))
    return found


def bins(rows):
    found = [[] for _ in range(BINS)]
    for claimed, right, _ in rows:
        found[min(BINS - 1, int(claimed * BINS))].append((claimed, right))
    return found


def error(rows):
    off = sum(abs(sum(c for c, _ in one) - sum(r for _, r in one)) for one in bins(rows))
    return off / max(1, len(rows))


def show(name, found):
    rows = [row for row in found if row is not None]
    given = [row for row in rows if row[2]]
    wrong = sum(not right for _, right, _ in given)
    print(f"{name:<16} {len(found):>7} {len(given):>7} {wrong:>6} {100 * wrong / max(1, len(given)):>9.2f} "
          f"{sum(right for _, right, is_given in rows if not is_given):>13} {error(rows):>11.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--episodes", type=int, default=100, help="sampled episodes of a set, a tenth of it for numbers")
    parser.add_argument("--set", action="append", help="only this set")
    parser.add_argument("--bins", action="store_true", help="what is claimed and what is right in each bin, of all sets")
    arguments, options = parser.parse_known_args()
    names = sorted(path.stem for path in (DATA / "commands").glob("*.jsonl")) + list(SAMPLED)
    names = [name for name in names if not arguments.set or name in arguments.set]
    if not names:
        sys.exit(f"no such set; there are {', '.join(SAMPLED)} and those of data/commands")
    print(f"{'':<16} {'queries':>7} {'given':>7} {'wrong':>6} {'of 100':>9} {'right refused':>13} {'calibration':>11}")
    pooled = []
    with ThreadPoolExecutor(2) as pool:
        done = pool.map(lambda name: claims(arguments.command, name, arguments.episodes, options), names)
        for name, found in zip(names, done):
            show(name, found)
            pooled += found
    show("all", pooled)
    if arguments.bins:
        for index, one in enumerate(bins([row for row in pooled if row])):
            if one:
                claimed, right = (sum(x) / len(one) for x in zip(*one))
                print(f"  {index / BINS:.1f} to {(index + 1) / BINS:.1f}: {len(one):>6} claim {claimed:.3f}, right {right:.3f}")


if __name__ == "__main__":
    main()
