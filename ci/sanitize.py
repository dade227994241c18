"""Looks for faults of memory by AddressSanitizer, LeakSanitizer, UBSan and valgrind: in the Rust tests, and in the
C and C++ programs. Each begins with faults on purpose (canary.rs, canary.cpp), which it has to find.

    python3 ci/sanitize.py STAGE FOLDER     STAGE: where `make stage` has installed to; FOLDER: for builds of its own

Rust is instrumented by the nightly compiler; its standard library is not, as it comes. A process has one
AddressSanitizer: rustc's in the Rust tests, gcc's in programs, to which the instrumented library is linked.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import faults
import hosts
from hosts import LIBRARY, ROOT, SANITIZERS, STATIC_LIBS, VALGRIND

NIGHTLY = os.environ.get("NIGHTLY", "nightly")
TARGET = "x86_64-unknown-linux-gnu"
RUSTFLAGS = "-Zsanitizer=address -Cdebuginfo=1"
# As they are built, and as they are installed.
LIBRARIES = {"libblicket.so": LIBRARY, "libblicket.a": "libblicket.a",
             "libblicket_cxx.a": "libblicket_cxx.a"}
# Not without memory: AddressSanitizer itself needs more address space than that case leaves. Nor where a forked child goes on:
# a lock of AddressSanitizer's own allocator that another thread had stays locked in it for ever (gcc 12).
SANITIZED_CASES = [case for case in faults.CASES if case not in ("no-memory", "fork", "fork-among-searches", "fork-while-loading")]
# Not where a child is forked, or a signal ends it: memcheck would look at what is left then.
VALGRIND_CASES = ["no-threads", "throw-out-of-cpp"]
# What each canary has to be called. Anything else, or silence, and the tool is not on.
RUST = {"use-after-free": "heap-use-after-free", "overflow": "heap-buffer-overflow", "leak": "detected memory leaks"}
GCC = {**RUST, "undefined": "signed integer overflow", "across-the-edge": "heap-buffer-overflow",
       "handle-not-freed": "detected memory leaks"}
MEMCHECK = {"use-after-free": "Invalid read", "overflow": "Invalid read", "leak": "definitely lost",
            "uninitialised": "uninitialised value", "across-the-edge": "Invalid read",
            "handle-not-freed": "definitely lost"}
LEAK = re.compile("LeakSanitizer|(definitely|indirectly|possibly) lost")
FAULT = re.compile(r"ERROR: AddressSanitizer|runtime error:|^==\d+== ", re.M)
LONG = 1800


def run(command, **options):
    """A finished command, its output and its errors in one text."""
    return subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=LONG, **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode:
        sys.exit(f"{' '.join(str(part) for part in command)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Part:
    """Programs under one tool: how many ran, and what it found."""

    def __init__(self, what, tool, under=()):
        self.what, self.tool, self.under = what, tool, list(under)
        self.canaries = self.runs = self.errors = self.leaks = self.failed = 0
        self.start, self.seconds = time.monotonic(), 0

    def find_canaries(self, program, canaries):
        must([*self.under, program, "nothing"])
        for canary, name in canaries.items():
            done = run([*self.under, program, canary])
            if done.returncode == 0 or name not in done.stdout:
                sys.exit(f"{self.tool} is not on: {canary} was to be reported as {name!r}, and this is what it said "
                         f"(exit code {done.returncode}):\n{done.stdout}")
            self.canaries += 1

    def look(self, name, command, code=0, says="", **options):
        """Runs a program that has to end with `code` and to say `says`, and gives its output."""
        done = run([*self.under, *command], **options)
        self.runs += 1
        if done.returncode != code or says not in done.stdout:
            kind = "leaks" if LEAK.search(done.stdout) else "errors" if FAULT.search(done.stdout) else "failed"
            setattr(self, kind, getattr(self, kind) + 1)
            print(f"FAILED  {name}, {self.tool}: exit code {done.returncode}, and {code} was expected\n{done.stdout}")
        else:
            print(f"ok      {name}, {self.tool}", flush=True)
        self.seconds = time.monotonic() - self.start
        return done.stdout

    def row(self):
        return [self.what, self.tool, self.canaries, self.runs, self.errors, self.leaks, self.failed,
                f"{self.seconds / 60:.1f}"]


def rust_tests(folder, scratch):
    part = Part("Rust tests", "rustc's ASan + LSan")
    canary = scratch / "canary"
    must(["rustc", f"+{NIGHTLY}", "--edition=2024", *RUSTFLAGS.split(), ROOT / "ci/canary.rs", "-o", canary])
    part.find_canaries(canary, RUST)
    listed = cargo(folder, "test", "--no-run", "--lib", "--tests", "--message-format=json")
    passed = 0
    for line in listed.splitlines():
        message = json.loads(line) if line.startswith("{") else {}
        if not message.get("executable") or not message["profile"]["test"]:
            continue
        program = Path(message["executable"])
        if b"__asan_report_load8" not in program.read_bytes():
            sys.exit(f"{program} was built without AddressSanitizer")
        # As cargo runs them: in the folder of their crate.
        # And without a runtime that nobody has named: tests that need one know where it is.
        environment = {name: value for name, value in os.environ.items() if name != "BLICKET_ONNXRUNTIME"}
        output = part.look(message["target"]["src_path"].removeprefix(f"{ROOT}/"), [program, "--quiet"],
                           cwd=Path(message["manifest_path"]).parent, env=environment)
        passed += sum(map(int, re.findall(r"(\d+) passed", output)))
    part.what += f" ({passed} passed)"
    return part


def cargo(folder, *arguments):
    # With optimisation, for time, and with the checks of a debug build.
    environment = {**os.environ, "RUSTFLAGS": RUSTFLAGS, "CARGO_PROFILE_DEV_OPT_LEVEL": "1"}
    command = ["cargo", f"+{NIGHTLY}", *arguments, "--workspace", "--locked", "--target", TARGET,
               "--target-dir", folder / "target"]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def programs(part, stage, scratch, flags, canaries, cases):
    """The examples with the static library; faults, among them networks, with the shared one."""
    host, lib = hosts.Hosts(stage, scratch), stage / "lib"
    shared, static = [f"-L{lib}", "-lblicket", f"-Wl,-rpath,{lib}"], [lib / "libblicket.a", *STATIC_LIBS]
    for name, libraries in [("canary_shared", shared), ("canary_static", static)]:
        command = ["g++", *hosts.CPP, "-g", "-w", *flags, f"-I{stage / 'include'}", ROOT / "ci/canary.cpp", *libraries]
        must([*command, "-o", scratch / name])
        part.find_canaries(scratch / name, canaries)
    for example in hosts.PROGRAMS:
        part.look(example, [host.build(example, True, flags)], says=host.transcript(example))
    program = faults.build(stage, scratch / "faults", [*flags, *shared])
    for case in cases:
        part.look(f"faults.cpp, {case}", [program, case], *faults.CASES[case])
    return part


def sanitized(stage, folder, scratch):
    cargo(folder, "build")
    # As installed, but for the libraries.
    instrumented = folder / "stage"
    shutil.rmtree(instrumented, ignore_errors=True)
    shutil.copytree(stage, instrumented, symlinks=True)
    for name, installed in LIBRARIES.items():
        shutil.copy(folder / "target" / TARGET / "debug" / name, instrumented / "lib" / installed)
    part = Part("C and C++ programs, library instrumented", "gcc's ASan + LSan + UBSan")
    return programs(part, instrumented, scratch, SANITIZERS, GCC, SANITIZED_CASES)


def valgrind(stage, scratch):
    part = Part("C and C++ programs, library as shipped", "valgrind memcheck", VALGRIND)
    return programs(part, stage, scratch, [], MEMCHECK, VALGRIND_CASES)


def table(rows):
    rows = [["what", "under", "canaries found", "runs", "with errors", "with leaks", "failed otherwise", "minutes"],
            *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def main():
    stage, folder = (Path(argument).resolve() for argument in sys.argv[1:3])
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not here: apt-get install valgrind")
    if run(["rustc", f"+{NIGHTLY}", "--version"]).returncode:
        sys.exit(f"Rust's {NIGHTLY} compiler is not here: rustup toolchain install {NIGHTLY}")
    runtime = stage / "lib" / hosts.RUNTIME
    if runtime.exists():
        os.environ.setdefault("BLICKET_ONNXRUNTIME", str(runtime))
    else:
        print("*** LEFT OUT: networks; `make runtime` fetches ONNX Runtime ***")
        if "BLICKET_NOTHING_LEFT_OUT" in os.environ:
            sys.exit(1)
    parts = []
    for looks in [lambda path: rust_tests(folder, path), lambda path: sanitized(stage, folder, path),
                  lambda path: valgrind(stage, path)]:
        with tempfile.TemporaryDirectory() as scratch:
            parts.append(looks(Path(scratch)))
    print(f"\n{table([part.row() for part in parts])}")
    sys.exit(any(part.errors + part.leaks + part.failed for part in parts))


if __name__ == "__main__":
    main()
