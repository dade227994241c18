"""The library from other languages and engines: each binding's own test.

    python3 ci/engines STAGE NAME... [--here]     STAGE: a prefix with the library in lib and the headers in include

What a test needs is fetched, from Debian, npm and PyPI; with --here nothing is, and only what the machine has is tested.
What cannot be tested is said; with BLICKET_NOTHING_LEFT_OUT=1 that is a failure, unless nothing was to be fetched.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path

from common import HERE, Failed, LeftOut


def main():
    stage, *names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    failed, left_out = 0, []
    for name in names:
        try:
            importlib.import_module(name).test(Path(stage).resolve())
            print(f"ok      {name}", flush=True)
        except LeftOut as problem:
            left_out.append(f"{name}: {problem}")
        except (Failed, OSError, subprocess.TimeoutExpired) as problem:
            failed += 1
            print(f"FAILED  {name}\n{problem}", flush=True)
    for part in left_out:
        print(f"*** LEFT OUT: {part} ***", flush=True)
    if left_out and not HERE and os.environ.get("BLICKET_NOTHING_LEFT_OUT"):
        failed += len(left_out)
    print(f"{len(names) - failed - len(left_out)} of {len(names)} bindings tested, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
