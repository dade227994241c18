"""Packages for other people's tools, each used by a program outside the tree.

    python3 ci/packages.py FOLDER cmake     the sources in a host's CMake: FetchContent and add_subdirectory
    python3 ci/packages.py FOLDER vcpkg     the archive of `make dist` as a port of vcpkg, run by CMake with stand-ins for vcpkg's functions
    python3 ci/packages.py FOLDER crates    the crates that others would depend on, as crates.io would get them
"""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

from engines.common import LeftOut, needs

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE, EXPECTED = ROOT / "cpp-examples/game.cpp", (ROOT / "cpp-examples/game.expected").read_text()
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)


def run(*command, check=True, both=False, **options):
    """What it prints; with `both`, also what it complains of."""
    done = subprocess.run([str(part) for part in command], text=True, capture_output=True, **options)
    if check and done.returncode != 0:
        sys.exit(f"FAILED  {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr if both else done.stdout


def same(actual, what):
    if actual != EXPECTED:
        sys.exit(f"FAILED  {what}\n--- expected\n{EXPECTED}\n--- actual\n{actual}")
    print(f"ok      {what}", flush=True)


def anew(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def consumer(folder, how, target):
    """A host of its own: a CMakeLists.txt and a program."""
    anew(folder)
    shutil.copy(EXAMPLE, folder / "game.cpp")
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.15)\nproject(game CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        f"{how}\nadd_executable(game game.cpp)\ntarget_link_libraries(game {target})\n")
    return folder


def built(folder, *options):
    run("cmake", "-S", folder, "-B", folder / "build", *options)
    run("cmake", "--build", folder / "build")
    return run(folder / "build/game")


def cmake(folder):
    needs(["cmake", "g++"], ["cmake", "g++"])
    # What a host would fetch: what git has, in an archive.
    archive = anew(folder / "fetched") / "blicket.tar.gz"
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT)
    run("tar", "-czf", archive, "--null", "-T", "-", cwd=ROOT, input=files)
    options = ["-DBLICKET_PROFILE=demo", f"-DBLICKET_TARGET_DIR={folder / 'cargo'}"]
    fetch = ("include(FetchContent)\nFetchContent_Declare(blicket URL \"" + str(archive) + "\" URL_HASH SHA256="
             + hashlib.sha256(archive.read_bytes()).hexdigest() + ")\nFetchContent_MakeAvailable(blicket)")
    same(built(consumer(folder / "by-fetch", fetch, "blicket::blicket"), *options), "CMake, FetchContent, shared")
    source = f'add_subdirectory("{folder}/by-fetch/build/_deps/blicket-src" blicket)'
    same(built(consumer(folder / "by-folder", source, "blicket::static"), *options), "CMake, add_subdirectory, static")


def archive_of_dist():
    archives = sorted((ROOT / "build/dist").glob(f"blicket-{VERSION}-linux-*.tar.gz"))
    if not archives:
        sys.exit("there is no archive: make dist")
    return archives[0]


def vcpkg(folder):
    """vcpkg itself is not to be had from a registry: the port is run by CMake, as vcpkg runs it."""
    needs(["cmake", "g++"], ["cmake", "g++"])
    archive, scratch = archive_of_dist(), anew(folder / "vcpkg")
    run("cmake", f"-DARCHIVE={archive}", f"-DCURRENT_PACKAGES_DIR={scratch / 'packages'}",
        f"-DCURRENT_BUILDTREES_DIR={scratch / 'buildtrees'}", f"-DVERSION={VERSION}", f"-DPORT_FOLDER={ROOT / 'packaging/vcpkg/blicket'}",
        "-P", ROOT / "packaging/vcpkg/stand-ins.cmake")
    find = "find_package(blicket CONFIG REQUIRED)"
    for target in ["blicket::blicket", "blicket::static"]:
        host = consumer(scratch / "host", find, target)
        out = built(host, f"-DCMAKE_PREFIX_PATH={scratch / 'packages'}")
        same(out, f"vcpkg's port (by stand-ins for vcpkg, which was not run), {target}")


def crates(folder):
    """Packed, unpacked and compiled from what is in the packages alone."""
    names = ["blicket-runtime", "blicket"]
    options = [part for name in names for part in ["-p", name]]
    run("cargo", "publish", "--dry-run", "--locked", "--allow-dirty", *options, "--target-dir", folder / "crates", cwd=ROOT)
    for name in names:
        file = next((folder / "crates").rglob(f"{name}-{VERSION}.crate"))
        print(f"ok      {file.name}: {file.stat().st_size / 1e6:.1f} MB, compiles by itself", flush=True)


if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    place.mkdir(parents=True, exist_ok=True)
    try:
        for name in sys.argv[2:]:
            {"cmake": cmake, "vcpkg": vcpkg, "crates": crates}[name](place)
    except LeftOut as why:
        sys.exit(f"FAILED  {why}")
