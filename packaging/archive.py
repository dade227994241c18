"""Makes FOLDER.tar.gz of a folder: the same bytes for the same files, whoever makes it, where and when.

    python3 packaging/archive.py FOLDER SECONDS     SECONDS: the time that everything in it is given
"""

import gzip
import sys
import tarfile
from pathlib import Path


def archive(folder, seconds):
    def anonymous(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = seconds
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    target = folder.with_name(folder.name + ".tar.gz")
    # Neither the time nor the name of the file is in the header of gzip.
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, path.relative_to(folder.parent), recursive=False, filter=anonymous)
    return target


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(archive(Path(sys.argv[1]), int(sys.argv[2])))


if __name__ == "__main__":
    main()
