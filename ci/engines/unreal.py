"""The plugin for Unreal: made whole, compiled with flags of Unreal's builds and stand-ins for its headers, and its class
played frame by frame. Unreal itself is not run."""

import json
import os
import shutil

from common import BINDINGS, fresh, run, same

SOURCE = BINDINGS / "unreal"
COMMANDER = BINDINGS / "commander"
# As Unreal 5 compiles a module with bEnableExceptions on Linux.
FLAGS = ["-std=c++20", "-O1", "-fPIC", "-fno-rtti", "-fexceptions", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-Wshadow",
         "-Wundef", "-Wno-unused-parameter", "-pthread"]


def plugin(stage, folder):
    """The plugin with headers, library and commander in it, as a project wants it in its folder Plugins."""
    shutil.copytree(SOURCE / "Blicket", folder, dirs_exist_ok=True)
    library = folder / "Source/ThirdParty/blicket"
    shutil.copytree(stage / "include/blicket", library / "include/blicket")
    (library / "lib").mkdir()
    shutil.copy(stage / "lib/libblicket.a", library / "lib")
    commander = folder / "Source/Blicket/Private/Commander"
    shutil.copytree(COMMANDER / "include/blicket_commander", commander / "blicket_commander")
    shutil.copy(COMMANDER / "src/commander.cpp", commander)
    return folder


def test(stage):
    build = fresh("unreal")
    made = plugin(stage, build / "Blicket")
    described = json.loads((made / "Blicket.uplugin").read_text())
    for module in described["Modules"]:
        same(True, (made / f"Source/{module['Name']}/{module['Name']}.Build.cs").exists(), "whether the module is there")
    module = made / "Source/Blicket"
    objects = []
    sources = [*sorted(module.glob("Private/**/*.cpp")), SOURCE / "stand_ins/test.cpp"]
    for path in sources:
        objects.append(build / f"{path.stem}.o")
        old = ["-Wno-deprecated-declarations"] if path.name == "test.cpp" else []
        # Unreal's own header comes first in every file, with its macros.
        run(os.environ.get("CXX", "g++"), *FLAGS, *old, "-include", "CoreMinimal.h", f"-I{SOURCE}/stand_ins", f"-I{module}/Public", f"-I{module}/Private/Commander",
            "-isystem", made / "Source/ThirdParty/blicket/include", "-c", path, "-o", objects[-1])
    run(os.environ.get("CXX", "g++"), *objects, made / "Source/ThirdParty/blicket/lib/libblicket.a", "-lpthread", "-ldl", "-lm",
        "-o", build / "test")
    same((SOURCE / "stand_ins/expected.txt").read_text(), run(build / "test", cwd=build), "what the game says")
