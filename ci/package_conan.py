"""The archive of `make dist` by Conan, which is fetched from PyPI by hash, into a folder of its own.

    python3 ci/package_conan.py FOLDER

Shared and static: a package is created, and its test_package is built with it and run.
"""

import os
import re
import sys
from pathlib import Path

from engines.common import LeftOut, needs
from packages import ROOT, VERSION, anew, archive_of_dist, run

WANTED = ROOT / "ci/conan-requirements.txt"
CONAN = re.search(r"^conan==(\S+)", WANTED.read_text(), re.M).group(1)


def tool(folder):
    """Conan in a venv, so that nothing of the machine's Python changes."""
    program = folder / "bin/conan"
    if not program.exists() or run(program, "--version").strip() != f"Conan version {CONAN}":
        run(sys.executable, "-m", "venv", "--clear", folder)
        print(f"fetching Conan {CONAN} from PyPI, by hash, into {folder}", flush=True)
        pip, wanted = [folder / "bin/pip", "install", "--quiet", "--require-hashes", "-r"], WANTED.read_text().splitlines(True)
        # What sources are built with comes first, and is then taken from here.
        builders = folder / "builders.txt"
        builders.write_text("".join(line for line in wanted if line.startswith(("setuptools=", "wheel=", "packaging="))))
        run(*pip, builders)
        run(*pip, WANTED, "--no-build-isolation")
    return program


def main(folder):
    needs(["cmake", "g++"], ["cmake", "g++"])
    archive, program = archive_of_dist(), tool(folder / "conan-tools")
    home, scratch = anew(folder / "conan-home"), anew(folder / "conan")
    environment = {**os.environ, "CONAN_HOME": str(home), "BLICKET_ARCHIVE": str(archive), "PYTHONDONTWRITEBYTECODE": "1"}
    run(program, "profile", "detect", env=environment)
    for shared in [True, False]:
        run(program, "create", ROOT / "packaging/conan", "--version", VERSION, "-o", f"blicket/*:shared={shared}",
            "-s", "compiler.cppstd=17", "-c", f"tools.cmake.cmake_layout:test_folder={scratch}", env=environment)
        print(f"ok      Conan {CONAN}, shared={shared}: created, and its test_package prints what it should", flush=True)
    wrong = {**environment, "BLICKET_ARCHIVE": str(scratch / "none.tar.gz")}
    said = run(program, "create", ROOT / "packaging/conan", "--version", VERSION, check=False, both=True, env=wrong)
    if "has to be the archive of `make dist`" not in said:
        sys.exit(f"FAILED  Conan, without an archive, says\n{said}")
    print("ok      Conan, without an archive: says what it needs")
    print("LEFT OUT  an upload to a Conan server; compilers other than that of this machine; the cxx bridge, which is not in the package")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except LeftOut as why:
        sys.exit(f"FAILED  all of it is left out: {why}")
