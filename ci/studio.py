"""The studio's page in a real browser: Debian's Chromium, driven by playwright-core, looked at by axe-core.

    python3 ci/studio.py COMMAND    tests the page of this blicket command

What is missing is installed: chromium and npm by apt, as root; the two packages from npm by the hashes of
studio/browser/package-lock.json. Pictures are in build/studio.

The page in WebAssembly is tested where `make wasm` has built it. Where it has not, that is said, and is no failure even
with BLICKET_NOTHING_LEFT_OUT=1: the standard library for wasm32 cannot be had on every machine that runs this.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "studio" / "browser"
STATIC = ROOT / "build" / "wasm" / "studio"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def found(names):
    return next((path for path in map(shutil.which, names) if path), None)


def leave_out(why):
    print(f"LEFT OUT: the studio's page was not tested in a browser: {why}", flush=True)
    sys.exit(1 if os.environ.get("BLICKET_NOTHING_LEFT_OUT") else 0)


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
    start = time.monotonic()
    environment = {**os.environ, "BLICKET": str(Path(sys.argv[1]).resolve()), "BLICKET_CHROMIUM": found(BROWSERS)}
    files = sorted(str(path) for path in HERE.glob("*.test.mjs"))
    done = run("node", "--test", "--test-concurrency=1", "--test-reporter=spec", *files, cwd=ROOT, env=environment)
    if not (STATIC / "index.html").exists():
        print("*** LEFT OUT: the studio in WebAssembly, as a static folder, was not tested: `make wasm` has not built it; "
              "no failure, since the standard library for wasm32 cannot be had everywhere ***", flush=True)
    print(f"the studio in a browser: {'passed' if done else 'FAILED'}, {time.monotonic() - start:.0f} s", flush=True)
    sys.exit(0 if done else 1)


if __name__ == "__main__":
    main()
