"""Runs the fuzz targets one after the other, and prints what each has done.

    python3 fuzz/run.py SECONDS [TARGET ...]      all targets, or these, for so many seconds each

Logs are in build/fuzz, inputs that add coverage in fuzz/corpus, inputs that fail in fuzz/artifacts.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "fuzz"
CORPUS = ROOT / "fuzz" / "corpus"
TARGETS = ["grammar_text", "grammar_tools", "evaluation", "doubt", "episodes", "learning", "lint", "proposals", "c_abi", "model_file", "studio"]
# Those that read notation or the files of tasks as text.
WITH_DICTIONARY = {"grammar_text", "grammar_tools", "evaluation", "doubt", "episodes", "learning", "lint", "proposals"}
# The most bytes of an input, where long ones take long.
LONGEST = {"learning": 200, "proposals": 200}
# Seconds after which an input counts as one that hangs, and the memory that a process may take.
TIMEOUT, MEMORY = 60, 2048
COLUMNS = "{:<14}{:>12}{:>9}{:>8}{:>10}{:>9}"


def run(target, seconds):
    """Runs a target; gives whether it failed, and the text that libFuzzer wrote."""
    log = LOGS / f"{target}.log"
    options = [f"-max_total_time={seconds}", f"-timeout={TIMEOUT}", f"-rss_limit_mb={MEMORY}"]
    options += ["-print_final_stats=1", f"-max_len={LONGEST.get(target, 4096)}"]
    if target in WITH_DICTIONARY:
        options.append(f"-dict={ROOT / 'fuzz' / 'notation.dict'}")
    command = ["cargo", "+nightly", "fuzz", "run", target, "--", *options]
    environment = {**os.environ, "LSAN_OPTIONS": f"suppressions={ROOT / 'fuzz' / 'lsan.supp'}",
                   "BLICKET_NOTHING_LEFT_OUT": "1"}
    with open(log, "w") as file:
        failed = subprocess.run(command, cwd=ROOT, env=environment, stderr=file, stdout=file).returncode != 0
    return failed, log.read_text(errors="replace")


def row(target, text):
    """What libFuzzer says of a run, as a line of the table."""
    def last(pattern):
        found = re.findall(pattern, text)
        return found[-1] if found else "?"

    executions, speed = (last(rf"stat::{name}:\s+(\d+)") for name in
                         ("number_of_executed_units", "average_exec_per_sec"))
    inputs = last(r"corp: (\d+)/")
    edges = last(r"\((\d+) inline 8-bit counters\)")
    return COLUMNS.format(target, executions, speed, last(r"cov: (\d+)"), edges, inputs)


def main():
    seconds, targets = sys.argv[1], sys.argv[2:] or TARGETS
    unknown = [target for target in targets if target not in TARGETS]
    if unknown:
        sys.exit(f"no such target: {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    LOGS.mkdir(parents=True, exist_ok=True)
    seeds = ["cargo", "run", "--quiet", "--locked", "-p", "blicket-fuzz", "--example", "seeds", "--", str(CORPUS)]
    subprocess.run(seeds, cwd=ROOT, check=True)
    print(COLUMNS.format("target", "executions", "a second", "edges", "of", "corpus"), flush=True)
    failures = []
    for target in targets:
        failed, text = run(target, seconds)
        print(row(target, text), flush=True)
        if failed:
            failures.append(target)
    for target in failures:
        print(f"{target} FAILED: see build/fuzz/{target}.log; when it is mended, keep the input of fuzz/artifacts/"
              f"{target} in fuzz/regressions/{target}")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
