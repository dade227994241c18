"""The archive of `make dist` as packages of Debian's, by dpkg-buildpackage, read by lintian, and used by a program.

    python3 ci/package_debian.py FOLDER

What is not here of Debian's tools is installed from Debian, as root. As root, a bare Debian is made in build/bare, too.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from bare import ANSWER, TASK, debian, inside
from engines.common import LeftOut, needs
from packages import EXAMPLE, ROOT, VERSION, anew, archive_of_dist, built, consumer, run, same

RELEASE = "bookworm"
TOOLS = ["dpkg-buildpackage", "dh", "lintian", "cmake", "g++", "pkg-config"]
PACKAGES = ["dpkg-dev", "debhelper", "lintian", "cmake", "g++", "pkg-config"]


def unpacked(scratch):
    """The archive with debian/ in it, and a changelog, which has the version and the date of the last commit."""
    # Files as of now, which dpkg dates back to the changelog: an archive can have dates before Debian.
    run("tar", "-xmzf", archive_of_dist(), "-C", scratch)
    source = next(scratch.iterdir()).rename(scratch / f"blicket-{VERSION}")
    shutil.copytree(ROOT / "packaging/debian", source / "debian")
    date = run("git", "log", "-1", "--format=%aD", cwd=ROOT).strip()
    author = re.search(r"^Maintainer: (.*)", (source / "debian/control").read_text(), re.M).group(1)
    (source / "debian/changelog").write_text(
        f"blicket ({VERSION}) UNRELEASED; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {author}  {date}\n")
    return source


def read_by_lintian(packages):
    """No error, no warning; what is overridden has its reason beside it, in packaging/debian."""
    done = subprocess.run(["lintian", "--allow-root", "--tag-display-limit", "0", "--show-overrides", *packages],
                          text=True, capture_output=True)
    lines = done.stdout.splitlines()
    bad = [line for line in lines if re.match("[EW]: ", line)]
    if bad or done.returncode != 0:
        sys.exit(f"FAILED  lintian\n{done.stdout}{done.stderr}")
    overridden = sorted({line.split()[2] for line in lines if line.startswith("O: ")})
    print(f"ok      lintian: no errors and no warnings; overridden, with the reason: {', '.join(overridden) or 'nothing'}", flush=True)


def installed(packages, root):
    """By dpkg, in a folder, so that this machine stays as it is. What they depend on is of this machine."""
    for folder in ["info", "updates", "triggers"]:
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").write_text("")
    run("dpkg", f"--root={root}", "--force-depends", "--install", *packages)
    listed = run("dpkg-query", f"--admindir={root / 'var/lib/dpkg'}", "-W", "-f", "${Package} ${Version} ${Status}\n")
    expected = "".join(f"{name} {VERSION} install ok installed\n" for name in ["blicket", "libblicket-dev", "libblicket1"])
    if listed != expected:
        sys.exit(f"FAILED  dpkg --install: expected\n{expected}found\n{listed}")
    # Whether Debian has what they depend on: nothing is installed by this.
    run("apt-get", "install", "--simulate", "--no-install-recommends", *packages)
    print("ok      dpkg installs them in a folder, and apt-get finds what they depend on", flush=True)


def on_a_bare_debian(packages, game):
    """Installed by dpkg on a Debian that debootstrap has made, used there, and taken off again."""
    root = debian(ROOT / "build/bare", RELEASE)
    names = [package.name.partition("_")[0] for package in packages]
    for file in [*packages, game]:
        shutil.copy(file, root / "opt")
    (root / "opt/task.tsv").write_text(TASK)
    (root / "opt/queries.txt").write_text("wif fep\n")
    inside(root, "dpkg", "--install", *[f"/opt/{package.name}" for package in packages])
    learnt = inside(root, "blicket", "learn", "/opt/task.tsv", "--queries", "/opt/queries.txt")
    if ANSWER not in learnt:
        sys.exit(f"FAILED  the command on a bare Debian: {ANSWER!r} is not in\n{learnt}")
    same(inside(root, "/opt/game"), f"a bare Debian {RELEASE}: dpkg installs them, the command learns, the program finds the library")
    inside(root, "dpkg", "--purge", *names)
    left = [path for pattern in ["usr/**/*blicket*", "etc/**/*blicket*", "var/lib/dpkg/info/*blicket*"] for path in root.glob(pattern)]
    if left:
        sys.exit(f"FAILED  left behind on a bare Debian: {left}")
    print("ok      and takes them off without a trace", flush=True)


def main(folder):
    needs(TOOLS, PACKAGES)
    scratch = anew(folder / "debian")
    source = unpacked(scratch)
    run("dpkg-buildpackage", "--build=binary", "--no-sign", cwd=source)
    packages = sorted(scratch.glob("*.deb"))
    for package in packages:
        print(f"ok      {package.name}: {package.stat().st_size / 1e6:.1f} MB", flush=True)
    read_by_lintian(packages)
    root = scratch / "root"
    installed(packages, root)
    for target in ["blicket::blicket", "blicket::static"]:
        host = consumer(scratch / "host", "find_package(blicket CONFIG REQUIRED)", target)
        same(built(host, f"-DCMAKE_PREFIX_PATH={root / 'usr'}"), f"Debian's packages, a program by CMake, {target}")
    pkgconfig = next(root.glob("usr/lib/*/pkgconfig"))
    flags = run("pkg-config", "--cflags", "--libs", "blicket", env={**os.environ, "PKG_CONFIG_LIBDIR": str(pkgconfig)}).split()
    game = scratch / "game"
    run("g++", "-std=c++17", EXAMPLE, *flags, "-o", game)
    same(run(game, env={**os.environ, "LD_LIBRARY_PATH": str(pkgconfig.parent)}), "Debian's packages, a program by pkg-config")
    print("ok     ", run(root / "usr/bin/blicket", "--version").strip(), flush=True)
    left_out = ["ONNX Runtime, which is not in the packages: networks need one from elsewhere",
                "a source package, because the files are compiled already", "other architectures"]
    if os.geteuid() == 0:
        needs(["debootstrap"], ["debootstrap"])
        on_a_bare_debian(packages, game)
    else:
        left_out.append("an installation on a bare Debian, which needs root")
    print("LEFT OUT ", "; ".join(left_out))



if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve())
    except LeftOut as why:
        sys.exit(f"FAILED  all of it is left out: {why}")
