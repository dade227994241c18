"""What the standard library of Rust is made of, and which notices there are for it.

A toolchain has notices for its library, COPYRIGHT-library.html, but those of Rust 1.95 do not name all crates in
it. The texts of the others are in packaging/rust, from the crates themselves.
"""

import re
import subprocess
from pathlib import Path

NOTICES = "rust-COPYRIGHT-library.html"
TEXTS = Path(__file__).resolve().parent.parent / "packaging/rust"
# Rust's own parts. Of them, proc_macro, profiler_builtins and test are in nothing that is shipped.
OWN = {"alloc", "core", "panic_abort", "panic_unwind", "proc_macro", "profiler_builtins", "rustc_std_workspace_alloc",
       "rustc_std_workspace_core", "rustc_std_workspace_std", "std", "std_detect", "sysroot", "test", "unwind"}


def texts():
    """The licences of crates that the notices leave out."""
    return {file.stem: file.read_text().strip() for file in sorted(TEXTS.glob("*.txt"))}


def crates():
    """The crates that the library of this toolchain has."""
    command = ["rustc", "--print", "target-libdir"]
    folder = subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout.strip()
    return {re.fullmatch(r"lib(.*)-[0-9a-f]+", file.stem).group(1) for file in Path(folder).glob("*.rlib")}


def uncovered(parts, notices):
    """Those of the crates that neither the notices nor our texts are about."""
    named = re.findall(r"crates\.io/crates/([\w-]+)/", notices)
    return set(parts) - OWN - set(texts()) - {name.replace("-", "_") for name in named}
