"""What the tests of bindings share: running commands, fetching tools, saying what was left out."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BINDINGS = ROOT / "bindings"
BUILD = ROOT / "build/engines"
# With it, only what is on the machine is used; without, what is missing is fetched.
HERE = "--here" in sys.argv


class Failed(Exception):
    pass


class LeftOut(Exception):
    """What cannot be tested here, and why."""


def run(*command, **options):
    """The standard output of a command that has to succeed."""
    command = [str(part) for part in command]
    options.setdefault("timeout", 900)
    done = subprocess.run(command, text=True, capture_output=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout


def same(expected, actual, what):
    if expected != actual:
        raise Failed(f"{what}\n--- expected\n{expected}\n--- actual\n{actual}")


def needs(commands, packages):
    """Sees to it that the commands (or files, if they begin with /) are there: by Debian's packages, as root."""
    missing = [one for one in commands if not there(one)]
    if not missing:
        return
    how = f"apt-get install {' '.join(packages)}"
    if HERE:
        raise LeftOut(f"{', '.join(missing)} is not here: {how}")
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise LeftOut(f"{', '.join(missing)} is not here, and this is not root on a Debian: {how}")
    print(f"installing: {how}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-qq", "--no-install-recommends", *packages]
    done = subprocess.run(command, env=quiet, text=True, capture_output=True)
    if done.returncode:  # perhaps the lists are old
        subprocess.run(["apt-get", "update", "-qq"], env=quiet, capture_output=True)
        done = subprocess.run(command, env=quiet, text=True, capture_output=True)
    if done.returncode or [one for one in commands if not there(one)]:
        raise LeftOut(f"{how} failed: {done.stderr.strip()[-300:]}")


def there(one):
    return Path(one).exists() if one.startswith("/") else shutil.which(one) is not None


def fresh(name):
    """An empty folder to build in."""
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def with_library(stage, **more):
    """An environment in which programs find the library."""
    return {**os.environ, "LD_LIBRARY_PATH": str(stage / "lib"), **more}
