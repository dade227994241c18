"""Compiles the library for other systems, for as many as there are standard libraries of Rust on this machine.

    python3 ci/platforms/check.py FOLDER [all | TARGET ...]     FOLDER: for a Rust of Debian's (ci/platforms/toolchain.py)

Without targets nothing is fetched, and what is left out is said. With targets, or `all`, their standard libraries are fetched:
from rustup, and where that has none, from Debian; what is left out then is a failure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from toolchain import Toolchain  # also makes ci/engines known
from common import LeftOut, needs

ROOT = Path(__file__).resolve().parent.parent.parent
ALL = ["-p", "blicket", "-p", "blicket-c", "-p", "blicket-cli"]
# No threads, no files and no libraries to load: the core, without networks.
CORE = ["-p", "blicket", "--no-default-features", "--features", "suggestions,unicode"]
TARGETS = {
    "wasm32-unknown-unknown": CORE,
    "x86_64-pc-windows-gnu": ALL,
    "x86_64-pc-windows-msvc": ALL,
    "aarch64-apple-darwin": ALL,
    "aarch64-unknown-linux-gnu": ALL,
}
# What compiling the standard library for them takes.
NEEDS = {"x86_64-pc-windows-gnu": (["x86_64-w64-mingw32-dlltool"], ["binutils-mingw-w64-x86-64"])}


def has_library(target):
    """Whether the Rust of this machine has the target's standard library."""
    found = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], text=True, capture_output=True)
    return found.returncode == 0 and any(Path(found.stdout.strip()).glob("libstd-*.rlib"))


def by_rustup(target):
    """Whether rustup has it. It does not on machines that cannot reach its server, nor where Rust came from elsewhere."""
    if not shutil.which("rustup"):
        return False
    print(f"fetching: rustup target add {target}", flush=True)
    try:
        subprocess.run(["rustup", "target", "add", target], cwd=ROOT, capture_output=True, timeout=180)
    except subprocess.TimeoutExpired:
        return False
    return has_library(target)


def environment_for(target, toolchain, fetch=True):
    """The variables to call cargo with; or why it cannot compile for a target."""
    if has_library(target) or (fetch and by_rustup(target)):
        return {**os.environ}, None
    if not (toolchain.exists() or fetch):
        return None, "`make platforms` fetches its standard library, from rustup or from Debian"
    try:
        if not toolchain.exists():
            toolchain.make()
        needs(*NEEDS.get(target, ([], [])))
    except LeftOut as why:
        return None, f"rustup has no standard library for it; from Debian: {why}"
    toolchain.add(target)
    return {**os.environ, **toolchain.variables(), "CARGO_TARGET_DIR": str(toolchain.folder / "target")}, None


def main():
    toolchain, named = Toolchain(sys.argv[1]), sys.argv[2:]
    failed = 0
    for target in TARGETS if named in ([], ["all"]) else named:
        environment, missing = environment_for(target, toolchain, fetch=bool(named))
        if missing:
            print(f"*** LEFT OUT: {target}: {missing} ***", flush=True)
            failed += bool(named)
            continue
        environment["RUSTFLAGS"] = "-D warnings"
        command = ["cargo", "check", "--locked", "--quiet", "--target", target, *TARGETS[target]]
        done = subprocess.run(command, cwd=ROOT, env=environment).returncode == 0
        failed += not done
        print(f"{'ok' if done else 'FAILED':7} compiles for {target}", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
