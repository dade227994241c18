"""A Rust that compiles for other systems, where rustup cannot be asked: Debian's, with its sources of the standard library.

    python3 ci/platforms/toolchain.py FOLDER     makes it in FOLDER; needs root, debootstrap and a mirror

The compiler runs where it lies, by its own loader. For WebAssembly the standard library is a package of Debian's; for
other targets it is compiled from its sources, once each.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

RELEASE, MIRROR = "forky", "http://deb.debian.org/debian"
PACKAGES = ["rustc", "libstd-rust-dev-wasm32", "rust-src", "libc6-dev"]
HOST = "x86_64-unknown-linux-gnu"


class Toolchain:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.debian = self.folder / RELEASE
        self.libraries = self.debian / "usr/lib/rustlib"
        # Debian's, with the standard libraries that are compiled here beside them.
        self.sysroot = self.folder / "sysroot"
        self.rustc = self.folder / "rustc"

    def exists(self):
        return self.rustc.exists()

    def make(self):
        if self.exists():
            return
        if os.geteuid() != 0 or not shutil.which("debootstrap"):
            sys.exit("this needs root, and debootstrap: apt-get install debootstrap")
        shutil.rmtree(self.debian, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        # Debian's own script for its newest release does for all.
        run(["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", RELEASE, self.debian, MIRROR, "sid"])
        self.finish()

    def finish(self):
        """The compiler as a program to call, and a place for standard libraries."""
        root, there = self.debian, self.sysroot / "lib/rustlib"
        there.mkdir(parents=True, exist_ok=True)
        for library in self.libraries.iterdir():
            link = there / library.name
            link.unlink(missing_ok=True)
            link.symlink_to(library)
        folders = ":".join(str(root / folder) for folder in ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", "usr/lib"])
        draft = self.rustc.with_suffix(".new")
        # Who names another sysroot, as cargo does while it compiles one, gets that.
        draft.write_text(f"""#!/bin/sh
case " $* " in *" --sysroot "*) ;; *) set -- --sysroot '{self.sysroot}' "$@";; esac
exec '{root}/lib64/ld-linux-x86-64.so.2' --library-path '{folders}' '{root}/usr/bin/rustc' "$@"
""")
        draft.chmod(0o755)
        run([draft, "-vV"])
        draft.rename(self.rustc)

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
    Toolchain(sys.argv[1]).make()
