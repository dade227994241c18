"""The Python package: its tools, the wheel, and its tests. `make python` and its kin call this.

    python3 ci/python.py wheel              build the wheel into build/python/wheels
    python3 ci/python.py manylinux          the same for systems as old as glibc 2.17, linked by zig
    python3 ci/python.py dist FOLDER        that one into a folder, and whether it runs
    python3 ci/python.py test               install that wheel, also where nothing else is, and test it
    python3 ci/python.py cluster            test batches on Ray and Dask, and kill workers
    python3 ci/python.py notebook           run the notebook, and store what it shows
    python3 ci/python.py bench              apply beside the C calls
    python3 ci/python.py bench-cluster      a batch by one and by two workers

Tools come from PyPI by version and hash (bindings/python/tools), into an environment of their own, build/python/venv. Where
they cannot be had, that is said, and what needs them is left out; with BLICKET_NOTHING_LEFT_OUT=1 that is a failure.
"""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from rust_library import NOTICES

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "bindings/python"
BUILD = ROOT / "build/python"
WHEELS = BUILD / "wheels"
TESTS = ["test_docstrings", "test_hostile", "test_grammar", "test_data", "test_look", "test_learning", "test_processes", "test_batch"]


class LeftOut(Exception):
    """What cannot be done here, and why."""


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def make_environment(folder, **options):
    try:
        venv.create(folder, with_pip=True, clear=True, **options)
    except subprocess.CalledProcessError as problem:
        raise LeftOut("python3 cannot make an environment with pip; on Debian, install python3-venv") from problem
    return folder / "bin/python"


def environment(*lists):
    """The Python of our environment, with the tools of these lists in it."""
    folder = BUILD / "venv"
    python = folder / "bin/python"
    # Another Python, or a repository that was moved: begin anew.
    made_by = folder / "made-by.txt"
    mark = f"{sys.version}\n{folder}\n"
    if not (python.exists() and made_by.exists() and made_by.read_text() == mark):
        make_environment(folder)
        made_by.write_text(mark)
    for name in lists:
        wanted = (SOURCE / f"tools/{name}.txt").read_text()
        done = folder / f"{name}.txt"
        if done.exists() and done.read_text() == wanted:
            continue
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes",
                   "--only-binary=:all:", "--no-compile", "-r", SOURCE / f"tools/{name}.txt"]
        done_by_pip = subprocess.run([str(part) for part in command], text=True, stderr=subprocess.PIPE)
        if done_by_pip.returncode != 0:
            print(done_by_pip.stderr, file=sys.stderr)
            # Not to be had is one thing, and something else under its name another.
            if "DO NOT MATCH THE HASHES" in done_by_pip.stderr:
                sys.exit(1)
            raise LeftOut(f"the tools of bindings/python/tools/{name}.txt cannot be had from PyPI")
        done.write_text(wanted)
    return python


def wheel(folder=WHEELS / "here", *options):
    """Builds the wheel into a folder, and gives its file."""
    python = environment("build", *(["release"] if "--zig" in options else []))
    put_notices()
    for old in folder.glob("*.whl"):
        old.unlink()
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    run(python, "-m", "maturin", "build", "--quiet", "--release", "--locked", "--interpreter", python, "--out", folder,
        *options, cwd=SOURCE, env={**os.environ, "PATH": path})
    made = next(folder.glob("*.whl"))
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return made


def put_notices():
    """Puts the notices of Rust's own library where the wheel takes its licences from. Not every toolchain has them."""
    command = ["rustc", "--print", "sysroot"]
    sysroot = subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout.strip()
    notices = Path(sysroot) / "share/doc/rust/COPYRIGHT-library.html"
    if notices.exists():
        shutil.copyfile(notices, SOURCE / NOTICES)
        return
    print("*** LEFT OUT: the notices of the standard library of Rust, which this toolchain lacks ***")
    (SOURCE / NOTICES).write_text("The toolchain that made this wheel has no notices of the standard library of Rust.\n")


def manylinux(folder=WHEELS / "manylinux"):
    """For systems as old as can be had: manylinux2014, which is glibc 2.17."""
    return wheel(folder, "--zig", "--compatibility", "manylinux2014")


def dist():
    test_fresh(manylinux(Path(sys.argv[2]).resolve()))


def install(python, file):
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
        "--force-reinstall", file)


def test_fresh(file):
    """Installed by pip where nothing else is, the README's program prints what it says; and so it does by every other
    Python here that the wheel is for, to which it is only unpacked."""
    program = (SOURCE / "README.md").read_text().split("```python\n")[1].split("```")[0]
    said = ["LEFT WALK LEFT WALK True", "LEFT JUMP LEFT JUMP", "['WALK', None]"]

    def check(python, **environment):
        done = subprocess.run([str(python), "-W", "error", "-c", program], cwd=BUILD, check=True, text=True,
                              stdout=subprocess.PIPE, env={**os.environ, **environment})
        assert done.stdout.splitlines()[:3] == said, done.stdout

    folder = BUILD / "fresh"
    python = make_environment(folder)
    install(python, file)
    check(python)
    unpacked = BUILD / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(file) as archive:
        archive.extractall(unpacked)
    others = other_interpreters()
    for python in others.values():
        check(python, PYTHONPATH=str(unpacked))
    versions = ", ".join(f"{major}.{minor}" for major, minor in sorted([sys.version_info[:2], *others]))
    print(f"installed in a fresh environment, the README's program runs; by Python {versions}")


def other_interpreters():
    """Other Pythons of this machine that the wheel is for, by version: those of pyenv."""
    found = {}
    for python in sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3")):
        version = tuple(int(part) for part in python.parts[-3].split(".")[:2] if part.isdigit())
        if version >= (3, 10) and version != sys.version_info[:2]:
            found[version] = python
    return found


def unittest(python, *names):
    run(python, "-W", "default", "-m", "unittest", "--quiet", *names, cwd=SOURCE / "tests")


def test():
    test_fresh(wheel())
    python = prepared("test")
    # Types: the package itself, and the stubs beside what was compiled.
    run(python, "-m", "mypy", "--strict", "--cache-dir", BUILD / "mypy", "-p", "blicket", cwd=BUILD)
    run(python, "-m", "mypy", "--strict", "--cache-dir", BUILD / "mypy", SOURCE / "examples", cwd=BUILD)
    run(python, "-m", "mypy.stubtest", "blicket", cwd=BUILD)
    unittest(python, *TESTS)
    run(python, SOURCE / "tests/notebook.py", SOURCE / "notebook.ipynb")


def notebook():
    run(prepared("test"), SOURCE / "tests/notebook.py", SOURCE / "notebook.ipynb", "--write")


def prepared(*lists):
    """Our Python with these tools and the wheel in it."""
    files = sorted(WHEELS.glob("here/*.whl")) or [wheel()]
    python = environment("build", *lists)
    install(python, files[-1])
    return python


def cluster():
    unittest(prepared("test", "cluster"), "test_cluster")


def bench():
    python = prepared()
    program = BUILD / "beside"
    release = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    run(os.environ.get("CC", "cc"), "-O2", "-Wall", "-Wextra", f"-I{ROOT}/include", SOURCE / "bench/beside.c",
        release / "libblicket.a", "-lm", "-lpthread", "-ldl", "-o", program)
    run(python, SOURCE / "bench/beside.py", program, ROOT)


def bench_cluster():
    run(prepared("test", "cluster"), SOURCE / "bench/cluster.py", ROOT)


COMMANDS = {"wheel": wheel, "manylinux": manylinux, "dist": dist, "test": test, "cluster": cluster, "notebook": notebook,
            "bench": bench, "bench-cluster": bench_cluster}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        COMMANDS[sys.argv[1]]()
    except LeftOut as problem:
        print(f"*** LEFT OUT: the Python package ({sys.argv[1]}): {problem} ***", file=sys.stderr)
        sys.exit(1 if os.environ.get("BLICKET_NOTHING_LEFT_OUT") or sys.argv[1] != "test" else 0)
    except subprocess.CalledProcessError as problem:
        sys.exit(f"failed with {problem.returncode}: {' '.join(map(str, problem.cmd))[:300]}")


if __name__ == "__main__":
    main()
