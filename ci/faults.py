"""What can happen to a host, each in a process of its own: what it is promised then, within
five seconds of the processor, and how many it took.

    python3 ci/faults.py STAGE              STAGE: a prefix that `make stage` has installed to
    EXITS=1000 python3 ci/faults.py STAGE   only how processes end among searches, that often, with the shared library
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "faults.cpp"
FLAGS = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"]
# Each case with the exit code that it has to end with, and what has to be on standard error.
CASES = {
    "no-threads": (0, ""),
    "throw-out-of-cpp": (0, ""),
    "throw-out-of-c": (-signal.SIGABRT, "Rust cannot catch foreign exceptions"),
    "throw-at-the-end": (0, ""),
    "wait-for-ever": (0, ""),
    "no-memory": (-signal.SIGABRT, "memory allocation of"),
    "fork": (0, ""),
    "fork-among-searches": (0, ""),
    "fork-while-loading": (0, ""),
    "exit-among-searches": (0, ""),
    "exit-frees-searches": (0, ""),
    "exit-while-loading": (0, ""),
    "fork-exec": (0, ""),
    "signals": (0, ""),
    "host-logger": (0, ""),
    "passing-fault": (0, ""),
    "little-memory": (0, ""),
    "handles": (0, ""),
    "runs": (0, ""),
}
# A program of its own, in C: it does not link the library.
UNLOAD = "unload"
# What is promised is a status within five seconds. On a machine that others use too, only the seconds of the
# processor are ours: a process that takes more of them is ended by the system.
MOST = 5
# One that hangs takes none, and is ended by this. It is no promise: others use the machine, too.
LONG = 30
# Processes that end while networks are at work, in all, where it is about them only.
EXITS = int(os.environ.get("EXITS", 0))
ENDS = ["exit-among-searches", "exit-frees-searches", "exit-while-loading"]
# Many processes, one after the other, each of which ends itself after as many seconds.
MANY = dict.fromkeys(["fork-among-searches", "fork-while-loading", "exit-among-searches", "exit-frees-searches",
                      "exit-while-loading", "little-memory"], 120)


def build(stage, program, libraries):
    compiler = os.environ.get("CXX", "g++")
    model = f'-DMODEL="{HERE.parent / "models/words-decode.onnx"}"'
    command = [compiler, *FLAGS, model, f"-I{stage / 'include'}", SOURCE, *libraries, "-ldl", "-lm", "-o", program]
    subprocess.run([str(part) for part in command], check=True)
    return program


def build_unload(stage, program):
    flags = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"]
    command = [os.environ.get("CC", "cc"), *flags, f"-I{stage / 'include'}", HERE / "unload.c", "-ldl", "-o", program]
    subprocess.run([str(part) for part in command], check=True)
    return program


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST))


def run(program, case):
    """What is wrong, or nothing; and the seconds of the processor that it took, with its children."""
    (code, said), long = CASES.get(case, (0, "")), MANY.get(case, LONG) + 10 * EXITS
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A group of its own, so that children that hang go with it.
    child = subprocess.Popen([program, case], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             preexec_fn=limit, start_new_session=True)
    try:
        output, errors = child.communicate(timeout=long)
        problem = None
        if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            problem = f"it takes more than {MOST} seconds of the processor"
        elif child.returncode != code or said not in errors or (not said and errors):
            problem = f"exit code {child.returncode}, and {code} was expected\n{output}{errors}"
    except subprocess.TimeoutExpired:
        problem = f"it hangs: nothing after {long} seconds"
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if EXITS and not problem:
        print(output, end="")
    return problem, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    stage, failed = Path(sys.argv[1]).resolve(), 0
    lib = stage / "lib"
    libraries = {
        "shared": [f"-L{lib}", "-lblicket", f"-Wl,-rpath,{lib}"],
        "static": [lib / "libblicket.a"],
    }
    # Networks are found beside the shared library; the static one is told where they are.
    runtime = lib / "blicket/libonnxruntime.so.1"
    if runtime.exists():
        os.environ.setdefault("BLICKET_ONNXRUNTIME", str(runtime))
    else:
        print("*** LEFT OUT: networks in the faults; `make runtime` fetches ONNX Runtime ***")
        failed += "BLICKET_NOTHING_LEFT_OUT" in os.environ
    def check(name, program, case):
        nonlocal failed
        problem, seconds = run(program, case)
        failed += problem is not None
        print(f"{'FAILED' if problem else 'ok':7} {name}: {seconds:.1f} s", flush=True)
        if problem:
            print(problem, flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        if EXITS:
            program = build(stage, Path(scratch) / "ends", libraries["shared"])
            os.environ["EXITS"] = str(-(-EXITS // len(ENDS)))
            for case in ENDS:
                check(case, program, case)
            sys.exit(1 if failed else 0)
        for kind, flags in libraries.items():
            program = build(stage, Path(scratch) / kind, flags)
            for case in CASES:
                check(f"{case}, {kind}", program, case)
        check(UNLOAD, build_unload(stage, Path(scratch) / UNLOAD), lib / "libblicket.so")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
