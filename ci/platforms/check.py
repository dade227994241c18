"""Compiles the library for other systems, for as many as there are standard libraries of Rust on this machine.

    python3 ci/platforms/check.py FOLDER [all | TARGET ...]     FOLDER: where ci/platforms/toolchain.py has put one, or nothing

What is left out is said, and is a failure where targets are named, or `all`. Not otherwise: no machine has all of them by
itself, also not that of the tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from toolchain import Toolchain

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
NEEDS = {"x86_64-pc-windows-gnu": ("x86_64-w64-mingw32-dlltool", "binutils-mingw-w64-x86-64")}


def has_library(target):
    """Whether the Rust of this machine has the target's standard library."""
    found = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], text=True, capture_output=True)
    return found.returncode == 0 and any(Path(found.stdout.strip()).glob("libstd-*.rlib"))


def environment_for(target, toolchain):
    """The variables to call cargo with; or why it cannot compile for a target."""
    if has_library(target):
        return {**os.environ}, None
    if not toolchain.exists():
        return None, "`rustup target add` it, or `make platforms`, which fetches a Rust from Debian"
    program, package = NEEDS.get(target, ("cargo", ""))
    if not shutil.which(program):
        return None, f"needs {program}: apt-get install {package}"
    toolchain.add(target)
    return {**os.environ, "RUSTC": str(toolchain.rustc), "CARGO_TARGET_DIR": str(toolchain.folder / "target")}, None


def main():
    toolchain, named = Toolchain(sys.argv[1]), sys.argv[2:]
    failed = 0
    for target in TARGETS if named in ([], ["all"]) else named:
        environment, missing = environment_for(target, toolchain)
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
