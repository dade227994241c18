"""The N-th allocation that fails, and the N-th system call, over the C ABI: one N a process, for many N.

    python3 ci/nth.py STAGE [POINTS]     STAGE: a prefix that `make stage` has installed to; POINTS: processes of each row

A host learns, stores what it has learnt, reads it back, applies it and asks for advice. One thing is refused on the way.
What may come of it: all is right; a call has a status that says so; or the process ends with a message about memory,
Rust's or, where a thread begins, the C library's: the one end that SECURITY.md promises. Inside ONNX Runtime, whose code is not ours, a refused allocation
may end the process otherwise, and SECURITY.md says so, too: such ends are counted, and allowed in rows with networks only.
Never: another crash, a wrong answer, a word on standard error beside those, or that it hangs.
"""

import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("nth.cpp")
FLAGS = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"]
WITHOUT_NETWORKS, WITH_NETWORKS = ["deduce", "numbers", "commands"], ["networks", "loading"]
POINTS = 60
LONG = 60
# What is refused, and how the system says so. A break that cannot be moved has no error: it stays where it was.
CALLS = {"mmap": "error=ENOMEM", "mprotect": "error=ENOMEM", "brk": "retval=0", "openat": "error=EMFILE",
         "read": "error=EIO", "clone3": "error=EAGAIN", "lseek": "error=EIO", "readlink": "error=EIO", "statx": "error=EIO",
         "newfstatat": "error=EIO", "getrandom": "error=ENOSYS"}
RIGHT, STATUS, MESSAGE, INSIDE = "right", "a status", "ended by a message", "ended inside ONNX Runtime"
MESSAGES = ["memory allocation of", "failed to register TLS destructor: out of memory"]
COLUMNS = [RIGHT, STATUS, MESSAGE, INSIDE]


def build(stage, program):
    libraries = [f"-L{stage / 'lib'}", "-lblicket", f"-Wl,-rpath,{stage / 'lib'}", "-ldl"]
    command = [os.environ.get("CXX", "g++"), *FLAGS, f"-I{stage / 'include'}", SOURCE, *libraries, "-o", program]
    subprocess.run([str(part) for part in command], check=True)
    return program


def run(command):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUST")}
    try:
        return subprocess.run([str(part) for part in command], text=True, errors="replace", timeout=LONG, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except subprocess.TimeoutExpired:
        return None


def outcome(child, networks):
    """One of the columns, or what is wrong."""
    if child is None:
        return f"hangs: nothing after {LONG} seconds"
    code, lines = child.returncode, child.stderr.splitlines(keepends=True)
    # ONNX Runtime's own part that looks for the processor says so where it cannot, as SECURITY.md tells.
    errors = "".join(line for line in lines if not (networks and line.startswith("Error in cpuinfo: ")))
    # strace ends by the signal that its program ended by.
    code = -(code - 128) if code > 128 else code
    if code in (0, 3) and (not errors or networks and "std::bad_alloc" in errors):
        return RIGHT if code == 0 else STATUS
    if code == -signal.SIGABRT and any(message in errors for message in MESSAGES):
        return MESSAGE
    if networks and code in (-signal.SIGABRT, -signal.SIGSEGV) and "ends inside ONNX Runtime" in errors:
        return INSIDE
    return f"exit code {code}\n{child.stdout}{errors}"


def spread(count, points):
    """So many numbers from 1 to `count`, evenly."""
    return sorted({1 + number * count // points for number in range(points)}) if count > points else range(1, count + 1)


class Rows:
    def __init__(self, program, points):
        self.program, self.points, self.failed = program, points, 0
        print(f"{'':32}{'of':>9}{'tried':>7}" + "".join(f"{column:>27}" for column in COLUMNS), flush=True)

    def row(self, name, count, numbers, command, networks):
        with ThreadPoolExecutor(2) as pool:
            outcomes = list(pool.map(lambda number: outcome(run(command(number)), networks), numbers))
        counted = collections.Counter(outcomes)
        print(f"{name:32}{count:>9}{len(outcomes):>7}" + "".join(f"{counted[column]:>27}" for column in COLUMNS), flush=True)
        wrong = [(number, found) for number, found in zip(numbers, outcomes) if found not in COLUMNS]
        self.failed += len(wrong)
        for number, found in wrong[:3]:
            print(f"FAILED number {number}: {found}", flush=True)

    def allocations(self, what, networks):
        whole = run([self.program, what, 0])
        assert whole and whole.returncode == 0, whole
        count = int(re.match(r"(\d+) allocations", whole.stdout).group(1))
        self.row(f"{what}: allocation", count, spread(count, self.points), lambda n: [self.program, what, n], networks)

    def calls(self, what, networks, scratch):
        log = scratch / "calls"
        traced = ",".join([*CALLS, "getppid"])
        whole = run(["strace", "-f", "-o", log, "-e", f"trace={traced}", self.program, what, 0])
        assert whole and whole.returncode == 0, whole
        lines = [line.split(None, 1) for line in log.read_text().splitlines()]
        names = [line[1].split("(")[0] for line in lines if line[0] == lines[0][0]]
        first, last = (index for index, name in enumerate(names) if name == "getppid")
        for call, error in CALLS.items():
            before, all_of_it = names[:first].count(call), names[:last].count(call)
            if all_of_it == before:
                continue
            numbers = [before + number for number in spread(all_of_it - before, self.points)]
            command = lambda number: ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                                      f"inject={call}:{error}:when={number}", self.program, what, 0]
            self.row(f"{what}: {call}, {error}", all_of_it - before, numbers, command, networks)


def main():
    stage, points = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else POINTS
    left_out = []
    with tempfile.TemporaryDirectory() as scratch:
        rows = Rows(build(stage, Path(scratch) / "nth"), points)
        whats = [(what, False) for what in WITHOUT_NETWORKS]
        if (stage / "lib/blicket/libonnxruntime.so.1").exists():
            whats += [(what, True) for what in WITH_NETWORKS]
        else:
            left_out.append("networks: `make runtime` fetches ONNX Runtime")
        for what, networks in whats:
            rows.allocations(what, networks)
        if shutil.which("strace"):
            for what, networks in whats:
                rows.calls(what, networks, Path(scratch))
        else:
            left_out.append("system calls: strace is not here")
    for part in left_out:
        print(f"*** LEFT OUT: {part} ***")
    missing = left_out if "BLICKET_NOTHING_LEFT_OUT" in os.environ else []
    print(f"{rows.failed} ends that nobody was promised")
    sys.exit(1 if rows.failed or missing else 0)


if __name__ == "__main__":
    main()
