#!/usr/bin/env python3
"""The way of a call through the code: which files it visits, and how often it goes from one to another.

    python3 ci/way.py LIBRARY_FOLDER [--source FOLDER] [--show]

LIBRARY_FOLDER has libblicket.a of a build with debugging information and without optimisation (target/debug), and
--source says where that was built, if not here. ci/counts/way.c stops at every function of the sources when it is called for
the first time. These first visits, in their order, are the way. A line a call says:

    files     how many source files were visited
    hops      how often the next function stands in another file than the one before
    earlier   hops into a module that stands before, in the order of lib.rs
    back      hops into a module that stands behind
    grammars  how many grammars were compiled
    clones    how many sections of grammars were copied (a clone of a grammar shares its rules)

--show prints the way itself: the functions in their order, with a blank line where it goes to another file.
Needs a C compiler, nm and addr2line, and Linux on x86-64.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

EXAMPLES = "dax\tRED\nlug\tBLUE\nwif\tGREEN\ndax fep\tRED RED RED\nlug kiki wif\tGREEN BLUE\nwif kiki dax fep\n"
# A grammar that says so little beside its examples that no other learner is asked.
SHORT = (
    "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug fep kiki dax\tRED BLUE BLUE BLUE\n"
    "dax kiki lug fep kiki dax kiki lug\tBLUE RED BLUE BLUE BLUE RED\nlug kiki dax fep\n"
)
NUMBERS = "one\t1\ntwo\t2\ntwenty\t20\ntwenty one\t21\ntwo hundred\t200\ntwo hundred twenty one\n"
SCAN = ROOT / "data" / "scan" / "grammar.txt"
CALLS = [
    ("synthesize, by deduction", ["learn"], EXAMPLES, ("blicket_synthesize", "blicket_result_outcome")),
    ("synthesize, deduction only", ["learn"], SHORT, ("blicket_synthesize", "blicket_result_outcome")),
    ("synthesize, number words", ["learn"], NUMBERS, ("blicket_synthesize", "blicket_result_outcome")),
    ("parse and apply", ["apply", str(SCAN)], "walk left twice\n", ("blicket_grammar_parse", "blicket_evaluation_text")),
]
COMPILED = re.compile(r"Program>?::compile(_sections)?$")
CLONED = re.compile(r"<blicket::language::section::Section as core::clone::Clone>::clone$")


def functions_of(host, source):
    """By address: the name and the file of every function of the sources."""
    listed = subprocess.run(["nm", "-C", "--defined-only", str(host)], stdout=subprocess.PIPE, text=True, check=True)
    named = re.findall(r"^([0-9a-f]+) [tTwW] (.*)$", listed.stdout, re.M)
    addresses = "\n".join(address for address, _ in named)
    lines = subprocess.run(["addr2line", "-e", str(host)], input=addresses, stdout=subprocess.PIPE, text=True, check=True)
    functions = {}
    for (address, name), place in zip(named, lines.stdout.splitlines(), strict=True):
        file = place.rsplit(":", 1)[0]
        if file.startswith(f"{source}/") and "/target/" not in file:
            functions[int(address, 16)] = (re.sub(r"::h[0-9a-f]{16}$", "", name), file[len(str(source)) + 1 :])
    return functions


def order_of_modules(source):
    names = re.findall(r"^(?:pub )?mod (\w+);", (source / "src" / "lib.rs").read_text(), re.M)
    return {name: place for place, name in enumerate(names)}


def module(file, order):
    """The place of a file's module in lib.rs; what is outside of the library stands behind all of it."""
    found = re.match(r"src/(\w+)", file)
    return order.get(found[1], len(order)) if found else len(order)


def walk(tracer, host, functions, arguments):
    """The addresses of functions by their first visits, and how often each of those was visited that count."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, walked = Path(folder) / "functions", Path(folder) / "walked"
        counted = lambda name: int(bool(COMPILED.search(name) or CLONED.search(name)))
        wanted.write_text("".join(f"{address:x} {counted(name)}\n" for address, (name, _) in functions.items()))
        subprocess.run([tracer, wanted, walked, host, *arguments], stdout=subprocess.DEVNULL, check=True)
        lines = [line.split() for line in walked.read_text().splitlines()]
        visits = [int(line[0], 16) for line in lines if len(line) == 1]
        return visits, {int(line[1], 16): int(line[2]) for line in lines if len(line) == 3}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, help="the folder that has libblicket.a")
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--only", metavar="TEXT", default="", help="only calls whose name has this text")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    source = arguments.source.resolve()
    order = order_of_modules(source)
    print(f"{'':28}{'files':>9}{'hops':>9}{'earlier':>9}{'back':>9}{'grammars':>9}{'clones':>9}")
    with tempfile.TemporaryDirectory() as folder:
        host, tracer, task = Path(folder) / "host", Path(folder) / "way", Path(folder) / "task.tsv"
        compiler = ["cc", "-std=c11", "-no-pie", f"-I{ROOT / 'include'}", str(HERE / "counts" / "host.c")]
        library = str(arguments.library / "libblicket.a")
        subprocess.run([*compiler, library, "-lpthread", "-ldl", "-lm", "-o", str(host)], check=True)
        subprocess.run(["cc", "-std=gnu11", "-O1", str(HERE / "counts" / "way.c"), "-o", str(tracer)], check=True)
        functions = functions_of(host, source)
        for name, call, text, (first, end) in CALLS:
            if arguments.only not in name:
                continue
            task.write_text(text)
            visits, counts = walk(tracer, host, functions, [*call, str(task)])
            names = [functions[address][0] for address in visits]
            visits = visits[names.index(first) : names.index(end)]
            files = [functions[address][1] for address in visits]
            pairs = [(a, b) for a, b in zip(files, files[1:]) if a != b]
            places = [(module(a, order), module(b, order)) for a, b in pairs]
            count = lambda of: sum(number for at, number in counts.items() if of.search(functions[at][0]))
            row = [len(set(files)), len(pairs), sum(b < a for a, b in places), sum(b > a for a, b in places)]
            print(f"{name:28}" + "".join(f"{number:9}" for number in [*row, count(COMPILED), count(CLONED)]), flush=True)
            if arguments.show:
                before = None
                for address in visits:
                    function, file = functions[address]
                    if file != before:
                        print(f"\n  {file}")
                    print(f"      {function}")
                    before = file
    return 0


if __name__ == "__main__":
    sys.exit(main())
