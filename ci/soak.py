"""A host that does everything for a while: whether its results stay right and its memory flat.

    python3 ci/soak.py STAGE SECONDS     STAGE: a prefix that `make stage` has installed to

It is run once more for a moment, losing a little at a time: if that passes, the rule is worth nothing.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("soak") / "soak.cpp"
FLAGS = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"]
# How long it takes, in seconds, to see a leak of 256 bytes a piece of work.
MOMENT = 8
# What a busy machine may need besides.
LONG = 600


def main():
    stage, seconds, failed = Path(sys.argv[1]).resolve(), sys.argv[2], 0
    lib = stage / "lib"
    if not (lib / "blicket/libonnxruntime.so.1").exists():
        print("*** LEFT OUT: networks in the soak; `make runtime` fetches ONNX Runtime ***")
        failed += "BLICKET_NOTHING_LEFT_OUT" in os.environ
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "soak"
        subprocess.run([os.environ.get("CXX", "g++"), *FLAGS, f"-I{stage / 'include'}", str(SOURCE),
                        f"-L{lib}", "-lblicket", f"-Wl,-rpath,{lib}", "-o", str(program)], check=True)
        failed += subprocess.run([program, seconds], timeout=float(seconds) + LONG).returncode != 0
        leak = subprocess.run([program, str(MOMENT), "--leak"], text=True, capture_output=True, timeout=LONG)
        caught = leak.returncode == 1 and "FAILED  memory does not grow" in leak.stdout
        print(f"{'ok' if caught else 'FAILED':7} a leak of 256 bytes a piece is seen", flush=True)
        if not caught:
            print(leak.stdout, leak.stderr)
        failed += not caught
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
