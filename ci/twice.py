"""Whether `make dist` makes the same bytes of the last commit in two folders, from nothing.

    python3 ci/twice.py FOLDER     FOLDER: where the two are made; as long as two releases take
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(folder, seconds):
    """The archive that a copy of the last commit makes there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    commit = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=commit, check=True)
    # ONNX Runtime is not built but fetched, by hash: once is enough.
    shutil.copytree(ROOT / "build/runtime", folder / "build/runtime")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("CARGO_TARGET", "MAKE"))}
    subprocess.run(["make", "dist"], cwd=folder, env={**environment, "SOURCE_DATE_EPOCH": seconds}, check=True)
    (archive,) = (folder / "build/dist").glob("*.tar.gz")
    return archive


def contents(archive):
    """The hash of each file, and what else the archive says of it."""
    with tarfile.open(archive) as tar:
        return {entry.name: (entry.mode, entry.mtime, entry.linkname, entry.isfile() and
                             hashlib.sha256(tar.extractfile(entry).read()).hexdigest()) for entry in tar}


def differences(one, other):
    one, other = contents(one), contents(other)
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def main():
    folder = Path(sys.argv[1]).resolve()
    seconds = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                             check=True).stdout.strip()
    one, other = build(folder / "one", seconds), build(folder / "a-longer-name/two", seconds)
    different = differences(one, other)
    if different or one.read_bytes() != other.read_bytes():
        sys.exit("Not the same bytes in two folders:\n" + "\n".join(different or ["the archive itself"]))
    print(f"The same bytes in two folders: SHA-256 {hashlib.sha256(one.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
