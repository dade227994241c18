"""Whether an archive of `make dist` is all that a bare machine needs.

    python3 ci/dist.py ARCHIVE

Unpacks it somewhere else, and runs the command and a C++ program from there, with an empty environment.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from hosts import LIBRARY
from rust_library import NOTICES, crates, uncovered

EXAMPLES = Path(__file__).resolve().parent.parent / "cpp-examples"
# What every Debian has, in libc6, libgcc-s1 and libstdc++6.
SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libpthread.so.0", "libdl.so.2",
          "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def run(*command):
    """What a command prints that has to succeed in an empty environment."""
    command = [str(part) for part in command]
    done = subprocess.run(command, env={}, cwd="/", text=True, capture_output=True, timeout=120)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def same(expected, actual, what):
    if expected != actual:
        sys.exit(f"{what}\n--- expected\n{expected}\n--- actual\n{actual}")


def needs(files):
    """The newest glibc that any of these files needs, after a look at what else they need."""
    newest = (0, 0)
    for file in files:
        text = subprocess.run(["readelf", "-dVW", file], text=True, capture_output=True, check=True).stdout
        foreign = set(re.findall(r"\(NEEDED\).*\[(.*)\]", text)) - SYSTEM
        same(set(), foreign, f"libraries that {file.name} needs and a bare Debian lacks")
        versions = re.findall(r"Name: GLIBC_(\d+)\.(\d+)", text)
        newest = max([newest, *((int(major), int(minor)) for major, minor in versions)])
    return newest


def check(prefix, scratch):
    command, lib = prefix / "bin/blicket", prefix / "lib"
    runtime = lib / "blicket/libonnxruntime.so.1"
    info = json.loads(run(command, "info", "--json"))
    same((None, str(runtime)), (info["network_problem"], (info["runtime"] or {}).get("path")), "networks")
    examples = scratch / "examples.tsv"
    examples.write_text("dax\tRED\nlug\tBLUE\ndax fep\tRED RED\n")
    same("dax -> RED\nlug -> BLUE\n", "".join(run(command, "learn", examples).splitlines(True)[:2]), "rules")
    program = scratch / "game"
    compiler = os.environ.get("CXX", "g++")
    subprocess.run([compiler, "-std=c++17", f"-I{prefix / 'include'}", EXAMPLES / "game.cpp", f"-L{lib}",
                    "-lblicket", f"-Wl,-rpath,{lib}", "-o", program], check=True)
    same((EXAMPLES / "game.expected").read_text(), run(program), "what game.cpp prints")
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md", "SECURITY.md", "README.md", "LANGUAGE.md", "TEACHING.md"]:
        same(True, (prefix / "share/doc/blicket" / name).is_file(), name)
    notices = prefix / "share/doc/blicket" / NOTICES
    same(True, notices.is_file(), f"{NOTICES}: a toolchain that has its share/doc/rust")
    same(set(), uncovered(crates(), notices.read_text()), "crates of Rust's library whose licence is in no file")
    for name in ["libonnxruntime.so.1.sha256", "onnxruntime-LICENSE", "onnxruntime-ThirdPartyNotices.txt"]:
        same(True, (lib / "blicket" / name).is_file(), name)
    return needs([command, lib / LIBRARY, runtime])


def main():
    archive = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(archive) as tar:
            tar.extractall(scratch, filter="data")
        major, minor = check(Path(scratch) / archive.name.removesuffix(".tar.gz"), Path(scratch))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    size = archive.stat().st_size / 1e6
    print(f"{archive}: {size:.1f} MB, needs glibc {major}.{minor} or later\nSHA-256 {digest}")


if __name__ == "__main__":
    main()
