"""A Debian forky in a folder, for what Debian 12 lacks: made by debootstrap and kept in build/debian. Needs root."""

import os
import shutil
import subprocess

from common import HERE, ROOT, LeftOut, needs

RELEASE = "forky"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
FOLDER = ROOT / "build/debian"


def root(packages):
    """The folder, with these packages installed."""
    place, draft = FOLDER / RELEASE, FOLDER / f"{RELEASE}.part"
    known = {path.name.split(":")[0].removesuffix(".list") for path in place.glob("var/lib/dpkg/info/*.list")}
    missing = [one for one in packages if one not in known]
    if not missing:
        return place
    if HERE or os.geteuid() != 0:
        raise LeftOut(f"{', '.join(missing)} of Debian {RELEASE} is not here; it takes root, debootstrap and minutes")
    needs(["debootstrap"], ["debootstrap"])
    if not place.exists():
        shutil.rmtree(draft, ignore_errors=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        print(f"debootstrap makes {place}: some minutes", flush=True)
        # An older debootstrap does not know the name; all of them know sid, which is made in the same way.
        must(["debootstrap", "--variant=minbase", RELEASE, draft, MIRROR, "/usr/share/debootstrap/scripts/sid"])
        draft.rename(place)
    print(f"installing in {place}: apt-get install {' '.join(missing)}", flush=True)
    shutil.copy("/etc/resolv.conf", place / "etc/resolv.conf")
    # A mirror may be some weeks old; what is signed is signed.
    must(command(place, ["apt-get", "-o", "Acquire::Check-Valid-Until=false", "update", "-qq"]))
    must(command(place, ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]))
    return place


def must(parts):
    done = subprocess.run([str(part) for part in parts], text=True, capture_output=True,
                          env={"PATH": os.environ["PATH"], "DEBIAN_FRONTEND": "noninteractive"})
    if done.returncode:
        raise LeftOut(f"Debian {RELEASE} could not be made from {MIRROR}: {(done.stdout + done.stderr)[-600:]}")


def command(place, parts):
    """A command in there, with a /proc of its own."""
    script = 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" "$@"'
    return ["unshare", "--mount", "/bin/sh", "-c", script, "sh", place, *parts]
