#!/usr/bin/env python3
"""How many instructions a fixed handful of tasks takes, by valgrind's callgrind: no clock, so that a change which
costs is seen on any machine, however loaded.

    python3 ci/counts.py LIBRARY_FOLDER            compare with ci/counts.txt
    python3 ci/counts.py LIBRARY_FOLDER --write    write ci/counts.txt anew

ci/counts/host.c calls the library over its C ABI, on one thread, so that any two builds can be compared: give the
folder of the other build's libblicket.a. What a program needs that starts and ends is taken off. Counts differ by
about 0.1 % from run to run (hash maps have a random seed), and by more with another compiler or C library, so
this prints, and fails nothing.
"""

import argparse
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
    arguments = parser.parse_args()
    before = kept()
    lines = ["# Instructions, by `make counts COUNTS=--write` (ci/counts.py says how)."]
    with tempfile.TemporaryDirectory() as folder:
        host = compile_host(arguments.library, folder)
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
