"""A Rust that compiles for other systems, where rustup cannot be asked: Debian's, with its sources of the standard library.

    python3 ci/platforms/toolchain.py FOLDER     makes it in FOLDER; needs root and a mirror of Debian

It lies in the Debian that tests of bindings use, too (build/debian); debootstrap is installed where it is missing. The compiler
runs where it lies, by its own loader. For WebAssembly the standard library is a package of Debian's, with a linker; for other
targets it is compiled from its sources, once each.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "engines"))
import debian  # noqa: E402  (ci/engines/debian.py)
from common import LeftOut  # noqa: E402

PACKAGES = ["rustc", "libstd-rust-dev-wasm32", "rust-src", "libc6-dev", "lld"]


class Toolchain:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.debian = debian.FOLDER / debian.RELEASE
        self.libraries = self.debian / "usr/lib/rustlib"
        # Debian's, with the standard libraries that are compiled here beside them.
        self.sysroot = self.folder / "sysroot"
        self.rustc = self.folder / "rustc"
        self.wasm_linker = self.folder / "wasm-ld"

    def exists(self):
        return self.rustc.exists() and self.wasm_linker.exists() and self.libraries.exists()

    def variables(self):
        """By which cargo calls it."""
        return {"RUSTC": str(self.rustc), "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER": str(self.wasm_linker)}

    def make(self):
        debian.root(PACKAGES)
        self.finish()

    def finish(self):
        """The compiler as a program to call, and a place for standard libraries."""
        root, there = self.debian, self.sysroot / "lib/rustlib"
        there.mkdir(parents=True, exist_ok=True)
        for library in self.libraries.iterdir():
            link = there / library.name
            link.unlink(missing_ok=True)
            link.symlink_to(library)
        # Who names another sysroot, as cargo does while it compiles one, gets that.
        self.program(self.wasm_linker, "wasm-ld")
        self.program(self.rustc, "rustc", f"""case " $* " in *" --sysroot "*) ;; *) set -- --sysroot '{self.sysroot}' "$@";; esac""")
        run([self.rustc, "-vV"])

    def program(self, path, name, before=":"):
        """A program of that Debian as one to call: by its own loader, with its own libraries."""
        root = self.debian
        folders = ":".join(str(root / folder) for folder in ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib"])
        draft = path.with_suffix(".new")
        draft.write_text(f"""#!/bin/sh
{before}
exec '{root}/lib64/ld-linux-x86-64.so.2' --library-path '{folders}' '{root}/usr/bin/{name}' "$@"
""")
        draft.chmod(0o755)
        draft.rename(path)

    def add(self, target):
        """The standard library for a target."""
        there = self.sysroot / "lib/rustlib" / target / "lib"
        if there.exists():
            return
        source = self.libraries / "src/rust/library"
        package, out = self.folder / "std", self.folder / "std-target"
        (package / "src").mkdir(parents=True, exist_ok=True)
        (package / "src/lib.rs").write_text("")
        (package / "Cargo.toml").write_text('[package]\nname = "nothing"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n')
        environment = {**os.environ, "RUSTC": str(self.rustc), "RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(out),
                       "__CARGO_TESTS_ONLY_SRC_ROOT": str(source)}
        run(["cargo", "build", "--quiet", "--release", "-Zbuild-std=std,panic_unwind", "--target", target], cwd=package,
            env=environment)
        draft = there.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        for library in (out / target / "release/deps").glob("*.rlib"):
            if not library.name.startswith("libnothing"):
                shutil.copy(library, draft)
        if target.endswith("windows-gnu"):
            # Where tables for unwinding begin and end.
            for part in ["rsbegin", "rsend"]:
                run([self.rustc, "--target", target, "--emit=obj", "--crate-type=lib", "-o", draft / f"{part}.o",
                     source / f"rtstartup/{part}.rs"], env=environment)
        draft.rename(there)


def run(command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


if __name__ == "__main__":
    try:
        Toolchain(sys.argv[1]).make()
    except LeftOut as why:
        sys.exit(f"FAILED  {why}")
