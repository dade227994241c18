"""Builds the command for other systems and runs it by emulators: ARM by qemu-user, Windows by wine.

    python3 ci/platforms/run.py FOLDER     FOLDER: where ci/platforms/toolchain.py has put a Rust for them

Compilers and emulators that are missing are installed from Debian, as root. What is left out is said, and is a failure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check import environment_for
from toolchain import Toolchain
from common import LeftOut, needs

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = "walk\tWALK\njump\tJUMP\nwalk twice\tWALK WALK\njump twice\tJUMP JUMP\nwalk and jump\tWALK JUMP\njump and walk\tJUMP WALK\n"
INPUT, ANSWER = "jump and jump\n", "JUMP JUMP"
# The linker, what the program is run by, Debian's packages of both, and how a program is called.
SYSTEMS = {
    "aarch64-unknown-linux-gnu": ("aarch64-linux-gnu-gcc", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
                                  "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user", "blicket"),
    "x86_64-pc-windows-gnu": ("x86_64-w64-mingw32-gcc-posix", ["wine"], "gcc-mingw-w64-x86-64-posix wine64 wine", "blicket.exe"),
}

# A cross compiler only recommends the C library that it links with.
FILES = {"aarch64-unknown-linux-gnu": ["/usr/aarch64-linux-gnu/lib/crti.o"]}


def build(target, toolchain, linker, program):
    environment, missing = environment_for(target, toolchain)
    if missing:
        return None, missing
    environment[f"CARGO_TARGET_{target.upper().replace('-', '_')}_LINKER"] = linker
    subprocess.run(["cargo", "build", "--quiet", "--locked", "-p", "blicket-cli", "--target", target], cwd=ROOT,
                   env=environment, check=True)
    folder = Path(environment.get("CARGO_TARGET_DIR", ROOT / "target"))
    return folder / target / "debug" / program, None


# Rust asks Windows for random bytes by a function that wine has since its release 8.9 only; Debian 12 has an earlier one.
RANDOM = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
"""


def beside_wine(program, linker, scratch):
    """The program with that function beside it."""
    source = scratch / "random.c"
    source.write_text(RANDOM)
    subprocess.run([linker, "-shared", "-o", scratch / "bcryptprimitives.dll", source, "-ladvapi32"], check=True)
    return shutil.copy(program, scratch)


def learns(call, scratch):
    """A grammar is learnt, stored, and applied, as on this machine."""
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(scratch / "wine")}

    def run(*arguments, text=None):
        done = subprocess.run([*call, *arguments], input=text, text=True, capture_output=True, cwd=scratch, env=environment)
        if done.returncode != 0:
            sys.exit(f"FAILED  {arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    (scratch / "examples.tsv").write_text(EXAMPLES)
    learnt = run("learn", "examples.tsv")
    (scratch / "grammar.txt").write_text(learnt)
    answer = run("apply", "grammar.txt", text=INPUT)
    return learnt.replace("\r", ""), answer.replace("\r", "").strip()


def main():
    toolchain, failed, texts = Toolchain(sys.argv[1]), 0, {}
    for target, (linker, runner, packages, program) in SYSTEMS.items():
        try:
            needs([linker, runner[0], *FILES.get(target, [])], packages.split())
            built, reason = build(target, toolchain, linker, program)
        except LeftOut as why:
            built, reason = None, why
        if not built:
            print(f"*** LEFT OUT: {target}: {reason} ***", flush=True)
            failed += 1
            continue
        with tempfile.TemporaryDirectory() as scratch:
            if runner == ["wine"]:
                built = beside_wine(built, linker, Path(scratch))
            texts[target], answer = learns([*runner, str(built)], Path(scratch))
        failed += answer != ANSWER
        print(f"{'ok' if answer == ANSWER else 'FAILED':7} {target} by {runner[0]}: {INPUT.strip()} -> {answer}", flush=True)
    if len(set(texts.values())) > 1:
        failed += 1
        print(f"FAILED  other grammars on other systems: {texts}", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
