#!/usr/bin/env python3
"""How long commands take by `blicket apply` and by hassil, with the same grammar, in one run.

    python3 ci/beside_hassil.py BLICKET FOLDER

The grammar is ci/export/home.txt, exported for hassil by `blicket export`. hassil is fetched from PyPI into FOLDER, checked by
hash, as ci/export.py does. What `blicket apply` takes has a process in it that reads lines and writes lines; to start it is
measured apart and taken off. Both have to read every sentence.
"""

import io
import subprocess
import sys
import time
from pathlib import Path

import export

GRAMMAR = Path(__file__).resolve().parent / "export" / "home.txt"
TURNS = 5
LINES = 40_000


def sentences():
    lamps = ["bedside lamp", "night lamp", "living room lamp", "kitchen lamp", "galley lamp", "spot"]
    found = [f"turn {switch} {the}{lamp}" for lamp in lamps for the in ("", "the ") for switch in ("on", "off")]
    found += [f"set the {lamp} to {level}" for lamp in lamps for level in ("half", "20 percent")]
    return found + ["dim everything", "dim everything living room"]


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def by_blicket(blicket, lines):
    """Processor time of a process that applies the grammar to lines."""
    text = "".join(f"{line}\n" for line in lines)
    before = children()
    run = subprocess.run([blicket, "apply", str(GRAMMAR)], input=text, capture_output=True, text=True, check=True)
    assert len(run.stdout.splitlines()) == len(lines), "every sentence has a line"
    return children() - before


def children():
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    blicket, folder = sys.argv[1], Path(sys.argv[2])
    if not export.fetch(folder.resolve()):
        raise SystemExit("hassil cannot be had from PyPI")
    from hassil import Intents, recognize

    text = subprocess.run([blicket, "export", "--to", "hassil", str(GRAMMAR)], capture_output=True, text=True, check=True)
    intents = Intents.from_yaml(io.StringIO(text.stdout))
    all_sentences = sentences()
    assert all(recognize(sentence, intents) is not None for sentence in all_sentences)
    many = [all_sentences[at % len(all_sentences)] for at in range(LINES)]
    ours, theirs, starts = [], [], []
    for _ in range(TURNS):
        starts.append(by_blicket(blicket, many[:1]))
        ours.append(by_blicket(blicket, many))
        theirs.append(seconds(lambda: [recognize(sentence, intents) for sentence in all_sentences]))
    ours = 1e6 * max(min(ours) - min(starts), 0) / LINES
    theirs = 1e6 * min(theirs) / len(all_sentences)
    print(f"{'a home, by sections':40} {'us':>9} {'x':>9}")
    print(f"{'blicket apply, with its lines':40} {ours:>9.2f} {1:>9.2f}")
    print(f"{'hassil':40} {theirs:>9.2f} {theirs / ours:>9.2f}")


if __name__ == "__main__":
    main()
