"""The add-on for Godot 4: compiled against the interface of the oldest and of the newest Godot that it is for, and run by
Debian's Godot, without a screen."""

import os
import re
import shutil
import subprocess

import debian
from common import BINDINGS, BUILD, HERE, LeftOut, fresh, run, same

SOURCE = BINDINGS / "godot"
# A crate that has the headers of several Godots. It gives pointers types of their own, which is undone.
CRATE = "gdextension-api"
GODOTS = ["4.2", "4.6"]
STRICT = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fPIC", "-fvisibility=hidden",
          "-pthread"]
LIBRARY = "addons/blicket/bin/libblicket_godot.linux.x86_64.so"
INSIDE = "opt/blicket-godot"


def headers():
    """The folder of the crate's headers, fetched by cargo."""
    place = BUILD / "godot-headers"
    if all((place / version / "gdextension_interface.h").exists() for version in GODOTS):
        return place
    if HERE:
        raise LeftOut("Godot's headers are not here: make test-godot")
    print(f"fetching Godot's headers from crates.io, by the lock file's hash: {CRATE}", flush=True)
    project = fresh("godot-fetch")
    (project / "src").mkdir()
    (project / "src/lib.rs").touch()
    shutil.copy(SOURCE / "headers.toml", project / "Cargo.toml")
    shutil.copy(SOURCE / "headers.lock", project / "Cargo.lock")
    done = subprocess.run(["cargo", "vendor", "--locked", "--quiet", "vendor"], cwd=project, text=True, capture_output=True)
    if done.returncode:
        raise LeftOut(f"the crate {CRATE} cannot be had: {done.stderr.strip()[-300:]}")
    for version in GODOTS:
        text = next((project / "vendor").glob(f"{CRATE}*/versions/{version}/res/gdextension_interface.h")).read_text()
        (place / version).mkdir(parents=True, exist_ok=True)
        (place / version / "gdextension_interface.h").write_text(re.sub(r"struct __Gdext\w+ \*", "void *", text))
    return place


def compile_addon(stage, interface, output):
    run(os.environ.get("CXX", "g++"), *STRICT, f"-I{interface}", f"-I{stage}/include", f"-I{BINDINGS}/commander/include",
        *sorted(SOURCE.glob("src/*.cpp")), BINDINGS / "commander/src/commander.cpp", "-shared", stage / "lib/libblicket.a",
        "-lpthread", "-ldl", "-lm", "-Wl,--no-undefined", "-s", "-o", output)


def addon(stage):
    """The add-on to copy into a project."""
    place = fresh("godot-addon")
    shutil.copytree(SOURCE / "project/addons", place / "addons")
    (place / LIBRARY).parent.mkdir(parents=True)
    compile_addon(stage, headers() / GODOTS[0], place / LIBRARY)
    return place


def test(stage):
    place = headers()
    build = fresh("godot")
    for version in GODOTS:
        compile_addon(stage, place / version, build / f"{version}.so")
    print(f"compiled for Godot {' and '.join(GODOTS)}")
    root = debian.root(["godot"])
    project = root / INSIDE
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(SOURCE / "project", project)
    (project / LIBRARY).parent.mkdir(parents=True)
    shutil.copy(build / f"{GODOTS[0]}.so", project / LIBRARY)
    # Otherwise the first run without a screen crashes: godotengine/godot#111048.
    (project / ".godot").mkdir()
    (project / ".godot/extension_list.cfg").write_text("res://addons/blicket/blicket.gdextension\n")
    godot = ["env", "HOME=/tmp", "godot", "--headless", "--path", f"/{INSIDE}", "--quit-after", "100000"]
    said = run(*debian.command(root, godot), timeout=300)
    transcript = "".join(line for line in said.splitlines(True) if line.strip() and not line.startswith("Godot Engine"))
    same((SOURCE / "project/expected.txt").read_text(), transcript, "what the sample prints")
