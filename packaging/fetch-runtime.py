"""Fetches ONNX Runtime, the version in runtime.txt beside this file, unless it is there already.

    python3 packaging/fetch-runtime.py FOLDER [--optional] [--cuda]

Puts libonnxruntime.so.1, its SHA-256 and its licences into FOLDER. With --optional it is no failure if it cannot be
had: networks are left out then, and everything else works. With --cuda it is the build for NVIDIA's cards, the version in
runtime-cuda.txt, with its parts for them; then the libraries of NVIDIA's that it needs are listed, and which are missing.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

CUDA = "--cuda" in sys.argv
PIN = Path(__file__).resolve().parent / ("runtime-cuda.txt" if CUDA else "runtime.txt")
LIBRARY = "libonnxruntime.so.1"
# blicket loads a library that has this beside it only if it is right.
HASH = LIBRARY + ".sha256"
# What runs on a card, and what the library and that have in common. They are found where the library lies.
CARD_PART, SHARED_PART = "libonnxruntime_providers_cuda.so", "libonnxruntime_providers_shared.so"
# Whose libraries they are, by the beginning of their names.
NVIDIA = {"libcuda.so": "NVIDIA's driver", "libcudart": "CUDA's runtime", "libcublas": "cuBLAS", "libcurand": "cuRAND",
          "libcufft": "cuFFT", "libcudnn": "cuDNN", "libnvrtc": "CUDA's compiler at run time"}
# Loaded by name while networks run, so that no list of the file has them.
BY_NAME = ["libcudnn.so.9", "libnvrtc.so.13"]
# Which wheel it is taken from does not depend on the Python that runs this.
WHEEL = ["--only-binary=:all:", "--implementation=cp", "--python-version=3.12", "--abi=cp312",
         f"--platform=manylinux_2_28_{platform.machine()}"]


class Unavailable(Exception):
    pass


def download(folder):
    """The wheel, after pip has checked its hash. pip knows the user's proxies and mirrors."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
               "--retries=2", "--timeout=30", "--no-deps", "--require-hashes", *WHEEL,
               f"--dest={folder}", f"--requirement={PIN}"]
    try:
        done = subprocess.run(command, text=True, capture_output=True, timeout=900)
    except subprocess.TimeoutExpired as problem:
        raise Unavailable("pip takes more than a quarter of an hour") from problem
    if done.returncode != 0:
        raise Unavailable((done.stderr or done.stdout).strip())
    return next(Path(folder).glob("*.whl"))


def extract(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if re.fullmatch(r"onnxruntime/capi/libonnxruntime\.so\.1\.[\d.]+", name):
                to = folder / LIBRARY
            elif CUDA and Path(name).name in (CARD_PART, SHARED_PART):
                to = folder / Path(name).name
            elif name in ("onnxruntime/LICENSE", "onnxruntime/ThirdPartyNotices.txt"):
                to = folder / f"onnxruntime-{Path(name).name}"
            else:
                continue
            with archive.open(name) as source, open(to, "wb") as target:
                shutil.copyfileobj(source, target)
    if not (folder / LIBRARY).exists():
        raise Unavailable(f"{wheel.name} has no libonnxruntime.so")


def write_hash(folder):
    """As sha256sum does. What the library is taken out of has been checked by pip."""
    digest = hashlib.sha256((folder / LIBRARY).read_bytes()).hexdigest()
    (folder / HASH).write_text(f"{digest}  {LIBRARY}\n")


def fetch(target):
    """Puts the folder there whole or not at all. What it was made from is in it, to see changes by."""
    pin = PIN.read_text()
    stamp = target / PIN.name
    if (target / LIBRARY).exists() and stamp.exists() and stamp.read_text() == pin:
        if not (target / HASH).exists():
            # Fetched by a version that wrote none.
            write_hash(target)
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        new = Path(scratch) / "runtime"
        new.mkdir()
        extract(download(scratch), new)
        write_hash(new)
        (new / PIN.name).write_text(pin)
        shutil.rmtree(target, ignore_errors=True)
        new.rename(target)
    return True


def needed(folder):
    """The libraries of NVIDIA's that the part for cards is linked with, and where the system finds each of them, if it does."""
    done = subprocess.run(["ldd", folder / CARD_PART], text=True, stdout=subprocess.PIPE, check=True)
    for line in done.stdout.splitlines():
        name, _, place = line.strip().partition(" => ")
        if any(name.startswith(start) for start in NVIDIA):
            yield name, None if place.startswith("not found") else place.split(" (")[0]


def tell_what_a_card_needs(folder):
    print("It needs these libraries of NVIDIA's, which the system looks for in LD_LIBRARY_PATH, in the loader's cache (ldconfig) and in "
          "its usual folders:")
    found = dict(needed(folder))
    for name in [*found, *BY_NAME]:
        whose = next(whose for start, whose in NVIDIA.items() if name.startswith(start))
        place = found[name] or "MISSING" if name in found else "loaded when it is needed"
        print(f"  {name:20} {whose:28} {place}")
    print(f"`blicket info --runtime {folder / LIBRARY} --device cuda` says whether networks run on a card; docs/NETWORKS.md says more.")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument not in ("--optional", "--cuda")]
    if len(arguments) != 1:
        sys.exit(__doc__)
    version = re.search(r"==(\S+)", PIN.read_text()).group(1)
    try:
        if fetch(Path(arguments[0])):
            print(f"ONNX Runtime {version} is in {arguments[0]}")
        if CUDA:
            tell_what_a_card_needs(Path(arguments[0]))
    except (Unavailable, OSError, zipfile.BadZipFile, subprocess.CalledProcessError) as problem:
        print(f"*** ONNX Runtime {version} could not be fetched from PyPI:\n{problem}\n"
              "*** Without it networks are LEFT OUT; everything else works. `make runtime` tries again.",
              file=sys.stderr)
        # Not to be had is one thing, and something else under its name another.
        tampered = "DO NOT MATCH THE HASHES" in str(problem)
        optional = "--optional" in sys.argv and not os.environ.get("BLICKET_NOTHING_LEFT_OUT")
        sys.exit(0 if optional and not tampered else 1)


if __name__ == "__main__":
    main()
