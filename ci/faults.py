"""What can happen to a host, each in a process of its own: what it is promised then, and how long it took.

    python3 ci/faults.py STAGE     STAGE: a prefix that `make stage` has installed to
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("faults.cpp")
FLAGS = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"]
# Each case with the exit code that it has to end with, and what has to be on standard error.
CASES = {
    "no-threads": (0, ""),
    "throw-out-of-cpp": (0, ""),
    "throw-out-of-c": (-signal.SIGABRT, "Rust cannot catch foreign exceptions"),
    "no-memory": (-signal.SIGABRT, "memory allocation of"),
    "fork": (0, ""),
    "fork-exec": (0, ""),
}
# A case that hangs is ended by this.
LONG = 120


def build(stage, program, libraries):
    compiler = os.environ.get("CXX", "g++")
    command = [compiler, *FLAGS, f"-I{stage / 'include'}", SOURCE, *libraries, "-ldl", "-lm", "-o", program]
    subprocess.run([str(part) for part in command], check=True)
    return program


def run(program, case):
    """What is wrong, or nothing; and the seconds that it took."""
    code, said = CASES[case]
    start = time.monotonic()
    try:
        done = subprocess.run([program, case], text=True, capture_output=True, timeout=LONG)
        problem = None
        if done.returncode != code or said not in done.stderr or (not said and done.stderr):
            problem = f"exit code {done.returncode}, and {code} was expected\n{done.stdout}{done.stderr}"
    except subprocess.TimeoutExpired:
        problem = f"it hangs: nothing after {LONG} seconds"
    return problem, time.monotonic() - start


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
    with tempfile.TemporaryDirectory() as scratch:
        for kind, flags in libraries.items():
            program = build(stage, Path(scratch) / kind, flags)
            for case in CASES:
                problem, seconds = run(program, case)
                failed += problem is not None
                print(f"{'FAILED' if problem else 'ok':7} {case}, {kind}: {seconds:.1f} s", flush=True)
                if problem:
                    print(problem, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
