"""Java: the test, by a Java of the machine if it is new enough, otherwise by one in a Debian of its own."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import debian
from common import BINDINGS, fresh, run, same

SOURCE = BINDINGS / "java"
LEAST = 22


def test(stage):
    library = (stage / "lib/libblicket.so").resolve()
    here = own_java()
    if here:
        folder = fresh("java")
        prefix, inside, start = [], str(folder), [str(here / "javac"), str(here / "java")]
    else:
        root = debian.root(["openjdk-25-jdk-headless"])
        folder = root / "opt/blicket-java"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        prefix, inside, start = debian.command(root, []), "/opt/blicket-java", ["javac", "java"]
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    shutil.copy(library, folder / "libblicket.so.1")
    sources = [f"{inside}/{path.relative_to(SOURCE)}" for path in sorted(SOURCE.rglob("*.java"))]
    lint = "-Xlint:all,-serial,-restricted" if not here else "-Xlint:unchecked"
    run(*prefix, start[0], "--release", LEAST, "-encoding", "UTF-8", lint, "-Werror", "-d", f"{inside}/classes", *sources)
    said = run(*prefix, start[1], "--enable-native-access=ALL-UNNAMED", f"-Dblicket.library={inside}/libblicket.so.1",
               "-cp", f"{inside}/classes", "BlicketTest")
    same("ok\n", said, "what it prints")


def own_java():
    """The folder of a javac of this machine that knows foreign functions, or None."""
    home = os.environ.get("JAVA_HOME")
    javac = f"{home}/bin/javac" if home else shutil.which("javac")
    if not javac:
        return None
    said = subprocess.run([javac, "-version"], text=True, capture_output=True)
    version = re.search(r"javac (\d+)", said.stdout + said.stderr)
    return Path(javac).resolve().parent if version and int(version.group(1)) >= LEAST else None
