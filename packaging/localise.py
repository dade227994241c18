"""Makes a static library that shows nothing but its own functions, as the shared one does.

    python3 packaging/localise.py FROM TO

All of a static library of Rust can be seen by whoever links it, the standard library of Rust included. Beside another one
of the same compiler, linkers then find hundreds of symbols twice. So all members become one, in which only what begins
with blicket_ is global.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

# DW.ref.…: who handles exceptions. Every object of Rust has it, and linkers keep one of them by its name, so it stays.
SHOWN = "blicket_*\nDW.ref.*\n"
# Bitcode of single members, for link-time optimisation. Of all of them together nobody could make anything.
LEFT_OUT = [".llvmbc", ".llvmcmd"]


def call(*command):
    subprocess.run([str(part) for part in command], check=True)


def main():
    source, target = map(Path, sys.argv[1:])
    linker, copier, archiver = (os.environ.get(name, usual) for name, usual in
                                (("LD", "ld"), ("OBJCOPY", "objcopy"), ("AR", "ar")))
    with tempfile.TemporaryDirectory() as scratch:
        whole, shown, member = (Path(scratch) / name for name in ("whole.o", "shown", "blicket.o"))
        call(linker, "-r", "-o", whole, "--whole-archive", source)
        shown.write_text(SHOWN)
        left_out = [f"--remove-section={name}" for name in LEFT_OUT]
        call(copier, "--wildcard", *left_out, f"--keep-global-symbols={shown}", whole, member)
        target.unlink(missing_ok=True)
        # Without dates and owners, so that the same members make the same bytes.
        call(archiver, "rcsD", target, member)
    target.chmod(0o644)


if __name__ == "__main__":
    main()
