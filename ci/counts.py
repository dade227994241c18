#!/usr/bin/env python3
"""How many instructions a fixed handful of tasks takes, by valgrind's callgrind: no clock, so that a change which
costs is seen on any machine, however loaded.

    python3 ci/counts.py LIBRARY_FOLDER            compare with ci/counts.txt
    python3 ci/counts.py LIBRARY_FOLDER --write    write ci/counts.txt anew
    python3 ci/counts.py LIBRARY_FOLDER --doubt    what doubt costs: a stored grammar beside its rules alone

ci/counts/host.c calls the library over its C ABI, on one thread, so that any two builds can be compared: give the
folder of the other build's libblicket.a. What a program needs that starts and ends is taken off. Counts differ by
about 0.1 % from run to run (hash maps have a random seed), and by more with another compiler or C library, so
this prints, and fails nothing.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KEPT = HERE / "counts.txt"
TASKS = HERE / "counts"
SCAN = ROOT / "data" / "scan" / "grammar.txt"
COMMANDS = ROOT / "data" / "commands"

# Name, and what the host is asked.
ROWS = [
    ("learn README's four examples", "learn", TASKS / "readme.tsv"),
    ("learn MiniSCAN, 4 rules", "learn", TASKS / "miniscan-4.tsv"),
    ("learn MiniSCAN, 13 rules", "learn", TASKS / "miniscan-13.tsv"),
    ("learn SCAN from 100 examples", "learn", TASKS / "scan-100.tsv"),
    ("learn English number words", "learn", TASKS / "english.tsv"),
    ("learn five number words", "learn", TASKS / "five-numbers.tsv"),
    ("parse SCAN's grammar, 100 times", "parse", SCAN),
    ("apply SCAN's grammar to 300 commands", "apply", SCAN, TASKS / "scan-inputs.txt"),
    ("3,000 commands, one evaluation", "loop", SCAN, TASKS / "scan-inputs.txt"),
    ("3,000 commands, an evaluation each", "many", SCAN, TASKS / "scan-inputs.txt"),
    ("3,000 commands, in a batch", "batch", SCAN, TASKS / "scan-inputs.txt"),
    ("apply a robot's sections to its commands", "apply", ROOT / "examples" / "robot.grammar", COMMANDS / "robot.tsv"),
]


# Name, and where examples and queries are: lines with a tab and without, or the first episodes of a file.
DOUBT = [
    ("MiniSCAN, 4 rules", TASKS / "miniscan-4.tsv"),
    ("MiniSCAN, 13 rules", TASKS / "miniscan-13.tsv"),
    ("SCAN from 100 examples", TASKS / "scan-100.tsv"),
    ("a home", ROOT / "examples" / "home.tsv", ROOT / "examples" / "home-queries.txt"),
    *[(name, COMMANDS / f"{name}.jsonl") for name in ("timer", "ha-en-open", "inform", "clevr-out")],
]


def examples_and_queries(*paths):
    """The lines of examples, and those of queries."""
    if paths[0].suffix == ".jsonl":
        episode = json.loads(paths[0].read_text().splitlines()[0])
        return ["\t".join(pair) for pair in episode["support"]], [query for query, *_ in episode["queries"]]
    lines = [line for path in paths for line in path.read_text().splitlines() if line]
    return [line for line in lines if "\t" in line], [line for line in lines if "\t" not in line]


def print_doubt(host, folder):
    """Instructions an input, with memory that is warm: by the rules alone, and with the vote on what they leave open. Then
    lines of the rules, and of what is stored below them, but for the examples."""
    print(f"{'':24} {'instructions an input':>28} {'lines stored':>19}")
    print(f"{'':24} {'rules':>9} {'with doubt':>11} {'ratio':>6} {'rules':>9} {'doubt':>9}")
    task, stored, inputs = (Path(folder) / name for name in ("task", "stored", "inputs"))
    for name, *paths in DOUBT:
        examples, queries = examples_and_queries(*paths)
        task.write_text("\n".join(examples) + "\n")
        inputs.write_text("\n".join(queries) + "\n")
        subprocess.run([host, "store", task, stored], check=True)
        rounds = lambda way, count: counted(host, [way, stored, inputs, count])
        rules, vote = ((rounds(way, 12) - rounds(way, 2)) // (10 * len(queries)) for way in ("rules", "vote"))
        own, _, doubt = stored.read_text().partition("%doubt\n")
        count = lambda text: sum(1 for line in text.splitlines() if line and not line.startswith("%shown"))
        lines = f"{count(own):>9} {count(doubt):>9}"
        print(f"{name:24} {rules:>9,} {vote:>11,} {vote / rules:>6.2f} {lines}", flush=True)


def compile_host(library, folder):
    host = Path(folder) / "host"
    command = ["cc", "-std=c11", "-O1", f"-I{ROOT / 'include'}", str(TASKS / "host.c"), str(library / "libblicket.a")]
    subprocess.run([*command, "-lpthread", "-ldl", "-lm", "-o", str(host)], check=True)
    return host


def counted(host, arguments):
    """The instructions of one run of the host, or None if it fails."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(host), *map(str, arguments)]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    return int(found[1]) if run.returncode == 0 and found else None


def kept():
    if not KEPT.exists():
        return {}
    lines = [line.rsplit(maxsplit=1) for line in KEPT.read_text().splitlines() if not line.startswith("#")]
    return {name.strip(): int(count.replace(",", "")) for name, count in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, help="the folder that has libblicket.a")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", metavar="TEXT", default="", help="only rows whose name has this text")
    parser.add_argument("--doubt", action="store_true", help="stored grammars beside their rules alone")
    arguments = parser.parse_args()
    before = kept()
    lines = ["# Instructions, by `make counts COUNTS=--write` (ci/counts.py says how)."]
    with tempfile.TemporaryDirectory() as folder:
        host = compile_host(arguments.library, folder)
        if arguments.doubt:
            print_doubt(host, folder)
            return 0
        nothing = counted(host, ["nothing"])
        assert nothing, "valgrind cannot run the host"
        for name, *task in ROWS:
            if arguments.only not in name:
                continue
            count = counted(host, task)
            if count is None:
                print(f"{name:42} failed", flush=True)
                continue
            count -= nothing
            change = f"{100 * (count / before[name] - 1):+8.1f} %" if name in before else ""
            print(f"{name:42} {count:>15,} {change}", flush=True)
            lines.append(f"{name:42} {count:>15,}")
    if arguments.write:
        assert len(lines) == len(ROWS) + 1, "the file is written whole"
        KEPT.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
