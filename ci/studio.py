"""The studio's page in a real browser: Debian's Chromium, driven by playwright-core, looked at by axe-core.

    python3 ci/studio.py STAGE      tests the page of the blicket command of an installed tree

What is missing is installed: chromium, npm and mono by apt, as root; the two packages from npm by the hashes of
studio/browser/package-lock.json. Pictures are in build/studio. Exported programs are run: C++ with the library of the tree,
C# by mono, Python where `make test-python` has installed the package.

The page in WebAssembly is tested where `make wasm` has built it. Where it has not, that is said, and is no failure even
with BLICKET_NOTHING_LEFT_OUT=1: the standard library for wasm32 cannot be had on every machine that runs this.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from engines.common import LeftOut, needs

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "studio" / "browser"
STATIC = ROOT / "build" / "wasm" / "studio"
PYTHON = ROOT / "build/python/fresh/bin/python"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def found(names):
    return next((path for path in map(shutil.which, names) if path), None)


def leave_out(why):
    print(f"LEFT OUT: the studio's page was not tested in a browser: {why}", flush=True)
    sys.exit(1 if os.environ.get("BLICKET_NOTHING_LEFT_OUT") else 0)


def languages(stage):
    """What exported programs are run with, as variables of the tests; and what is missing."""
    there, missing = {"BLICKET_STAGE": str(stage)}, []
    if PYTHON.exists():
        there["BLICKET_PYTHON"] = str(PYTHON)
    else:
        missing.append("exported programs in Python were not run: `make test-python` installs the package")
    try:
        needs(["mcs", "mono", "/usr/lib/mono/4.5/System.Core.dll"], ["mono-mcs", "mono-runtime", "libmono-system4.0-cil"])
        there["BLICKET_MONO"] = ":".join(map(str, sorted((ROOT / "bindings/csharp/Runtime").glob("*.cs"))))
    except LeftOut as why:
        missing.append(f"exported programs in C# were not run: {why}")
    return there, missing


def run(*command, **options):
    return subprocess.run(command, **options).returncode == 0


def main():
    missing = [] if found(BROWSERS) else ["chromium"]
    missing += [] if found(["node"]) else ["nodejs"]
    missing += [] if found(["npm"]) else ["npm"]
    if missing:
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            leave_out(f"install {' '.join(missing)}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
        quiet = {"env": environment, "stdout": subprocess.DEVNULL}
        if not (run(*install, **quiet) or (run("apt-get", "update", "-qq", **quiet) and run(*install, **quiet))):
            leave_out(f"apt-get could not install {' '.join(missing)}")
    if not (HERE / "node_modules" / ".package-lock.json").exists():
        if not run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", cwd=HERE):
            leave_out("npm could not fetch playwright-core and axe-core")
    stage = Path(sys.argv[1]).resolve()
    programs, left_out = languages(stage)
    start = time.monotonic()
    environment = {**os.environ, **programs, "BLICKET": str(stage / "bin/blicket"), "BLICKET_CHROMIUM": found(BROWSERS)}
    files = sorted(str(path) for path in HERE.glob("*.test.mjs"))
    done = run("node", "--test", "--test-concurrency=1", "--test-reporter=spec", *files, cwd=ROOT, env=environment)
    if not (STATIC / "index.html").exists():
        print("*** LEFT OUT: the studio in WebAssembly, as a static folder, was not tested: `make wasm` has not built it; "
              "no failure, since the standard library for wasm32 cannot be had everywhere ***", flush=True)
    for part in left_out:
        print(f"*** LEFT OUT: {part} ***", flush=True)
    done = done and not (left_out and os.environ.get("BLICKET_NOTHING_LEFT_OUT"))
    print(f"the studio in a browser: {'passed' if done else 'FAILED'}, {time.monotonic() - start:.0f} s", flush=True)
    sys.exit(0 if done else 1)


if __name__ == "__main__":
    main()
