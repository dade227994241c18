"""Whether an archive of `make dist` runs on a bare Debian: one that debootstrap has just made, without compiler,
Rust or Python.

    python3 ci/bare.py ARCHIVE FOLDER [RELEASE...]     FOLDER: where the Debians are made, and kept

Needs root, debootstrap and a mirror (DEBIAN_MIRROR). The C++ program is compiled here and run there.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from dist import EXAMPLES, needs, same
from hosts import LIBRARY

RELEASES = ["bookworm", "trixie"]
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
HOME = Path("/opt")
TASK = "dax\tRED\nlug\tBLUE\nwif\tGREEN\ndax fep\tRED RED RED\nlug fep\tBLUE BLUE BLUE\n"
ANSWER = "wif fep -> GREEN GREEN GREEN"


def debian(folder, release):
    """The root of a bare Debian; made under another name first, so that half a one is never taken for it."""
    root, draft = folder / release, folder / f"{release}.part"
    if not root.exists():
        shutil.rmtree(draft, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        print(f"debootstrap makes {root}", flush=True)
        done = subprocess.run(["debootstrap", "--variant=minbase", release, draft, MIRROR], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"debootstrap could not make {release} from {MIRROR}:\n{done.stdout[-2000:]}")
        draft.rename(root)
    return root


def inside(root, *command):
    """What a command prints in that Debian, with an empty environment and a /proc that goes with it."""
    script = 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" "$@"'
    command = ["unshare", "--mount", "/bin/sh", "-c", script, "sh", root, *command]
    done = subprocess.run([str(part) for part in command], env={"PATH": os.environ["PATH"]}, cwd="/", text=True,
                          capture_output=True, timeout=300)
    if done.returncode:
        sys.exit(f"in {root}: {command[6:]}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(root, prefix, game):
    """Runs the command and the program in that Debian; gives its glibc."""
    shutil.copy(game, root / "opt/game")
    (root / "opt/task.tsv").write_text(TASK)
    (root / "opt/queries.txt").write_text("wif fep\n")
    command = prefix / "bin/blicket"
    info = json.loads(inside(root, command, "info", "--json"))
    same((None, f"{prefix}/lib/blicket/libonnxruntime.so.1"),
         (info["network_problem"], (info["runtime"] or {}).get("path")), "networks")
    for strategy in ["deduce", "neural"]:
        learnt = inside(root, command, "learn", "/opt/task.tsv", "--queries", "/opt/queries.txt",
                        "--strategy", strategy)
        same(True, ANSWER in learnt, f"whether {strategy} gives {ANSWER!r}\n{learnt}")
    same((EXAMPLES / "game.expected").read_text(), inside(root, "/opt/game"), "what game.cpp prints")
    return inside(root, "getconf", "GNU_LIBC_VERSION").strip()


def main():
    archive, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("this needs root, and debootstrap: apt-get install debootstrap")
    prefix = HOME / archive.name.removesuffix(".tar.gz")
    for release in sys.argv[3:] or RELEASES:
        root = debian(folder, release)
        here = root / prefix.relative_to("/")
        shutil.rmtree(here, ignore_errors=True)
        with tarfile.open(archive) as tar:
            tar.extractall(root / "opt", filter="data")
        with tempfile.TemporaryDirectory() as scratch:
            game = Path(scratch) / "game"
            subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", f"-I{here / 'include'}", EXAMPLES / "game.cpp",
                            f"-L{here / 'lib'}", "-lblicket", f"-Wl,-rpath,{prefix / 'lib'}", "-o", game], check=True)
            glibc = check(root, prefix, game)
        lib = here / "lib"
        major, minor = needs([here / "bin/blicket", lib / LIBRARY, lib / "blicket/libonnxruntime.so.1"])
        print(f"ok      Debian {release}, {glibc}: info, deduction, a network, a C++ program (needs glibc "
              f"{major}.{minor})", flush=True)


if __name__ == "__main__":
    main()
