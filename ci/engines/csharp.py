"""C#: the library by mono's compiler, its tests and the Unity sample, and whether the Unity package is whole."""

import json
import re
import shutil
import subprocess
import sys
import zipfile

from common import BINDINGS, BUILD, HERE, Failed, LeftOut, fresh, needs, run, same, with_library

SOURCE = BINDINGS / "csharp"
EXPECTED = """\
turn off the lamp then turn on the radio -> OFF LAMP ; ON RADIO
turn on the microwave -> I do not understand that. I do not know: microwave.
turn on the lmap -> I do not understand that. I do not know: lmap. Did you mean: turn on the lamp?
wait then turn off the microwave -> WAIT ; OFF MICROWAVE
"""
CORECLR = "5f076ddc39da0c685e7de20ecb91ee81185928918ec86fbeb3bffc55dd867ab5"
# Where Unity looks for native libraries, and what it is to do with this one.
PLUGIN = "Runtime/Plugins/Linux/x86_64/libblicket.so"
PLUGIN_META = """\
fileFormatVersion: 2
guid: 6f1d0b2f4c8e4f0e9a35d1c7a0b3e551
PluginImporter:
  serializedVersion: 2
  isPreloaded: 0
  platformData:
  - first:
      Any:
    second:
      enabled: 0
  - first:
      Editor: Editor
    second:
      enabled: 1
      settings:
        CPU: x86_64
        OS: Linux
  - first:
      Standalone: Linux64
    second:
      enabled: 1
      settings:
        CPU: x86_64
"""
FOLDER_META = "fileFormatVersion: 2\nguid: {}\nfolderAsset: yes\n"


def package(stage, folder):
    """The Unity package with the library in it."""
    ignore = shutil.ignore_patterns("StandIns~")
    shutil.copytree(SOURCE, folder, ignore=ignore, dirs_exist_ok=True)
    library = folder / PLUGIN
    library.parent.mkdir(parents=True)
    shutil.copy((stage / "lib/libblicket.so").resolve(), library)
    library.with_name("libblicket.so.meta").write_text(PLUGIN_META)
    for number, parent in enumerate(["Runtime/Plugins", "Runtime/Plugins/Linux", "Runtime/Plugins/Linux/x86_64"]):
        (folder / f"{parent}.meta").write_text(FOLDER_META.format(f"6f1d0b2f4c8e4f0e9a35d1c7a0b3e55{number + 2}"))
    check_package(folder)
    return folder


def check_package(folder):
    """Unity gives a file without .meta a new identity on every machine, and refuses one in a package."""
    manifest = json.loads((folder / "package.json").read_text())
    for sample in manifest["samples"]:
        same(True, (folder / sample["path"]).is_dir(), f"whether {sample['path']} is there")
    identities = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix == ".meta":
            same(True, path.with_suffix("").exists(), f"whether {inside} has a file")
            continue
        if any(part.endswith("~") or part.startswith(".") for part in inside.parts):
            continue  # Unity does not look there
        meta = path.with_name(path.name + ".meta")
        if not meta.exists():
            raise Failed(f"{inside} has no .meta")
        identity = re.search(r"^guid: ([0-9a-f]{32})$", meta.read_text(), re.M).group(1)
        same(None, identities.setdefault(identity, inside) if identity in identities else None, f"{inside} has its own guid")
        identities[identity] = inside
    names = {json.loads(path.read_text())["name"] for path in folder.rglob("*.asmdef")}
    for path in folder.rglob("*.asmdef"):
        for reference in json.loads(path.read_text())["references"]:
            same(True, reference in names or reference.startswith("Unity"), f"whether {path.name} refers to {reference} rightly")


def test(stage):
    package(stage, fresh("unity") / "com.blicket")
    needs(["mcs", "mono", "/usr/lib/mono/4.5/System.Core.dll"], ["mono-mcs", "mono-runtime", "libmono-system4.0-cil"])
    build = fresh("csharp")
    strict = ["mcs", "-langversion:7.2", "-warnaserror+"]
    run(*strict, "-target:library", f"-out:{build}/Blicket.dll", *sorted(SOURCE.glob("Runtime/*.cs")))
    programs = [*SOURCE.glob("Tests/*.cs"), *SOURCE.glob("StandIns~/*.cs"), *SOURCE.glob("Samples~/*/*.cs")]
    run(*strict, f"-r:{build}/Blicket.dll", f"-out:{build}/Runner.exe", *sorted(programs))
    environment = with_library(stage)
    print(run("mono", build / "Runner.exe", "tests", env=environment), end="")
    same(EXPECTED, run("mono", build / "Runner.exe", "sample", env=environment), "what the sample says")
    coreclr(build, environment)


def coreclr(build, environment):
    """The same tests, as they were compiled, on another runtime: Microsoft's, out of a wheel of PyPI."""
    place = BUILD / "coreclr"
    dotnet = place / "dotnetcore2/bin/dotnet"
    if not dotnet.exists():
        if HERE:
            raise LeftOut("tested by mono; CoreCLR is not here: make test-csharp")
        print("fetching CoreCLR 3.1 from PyPI, by hash: dotnetcore2", flush=True)
        place.mkdir(parents=True, exist_ok=True)
        (place / "wanted.txt").write_text(f"dotnetcore2==3.1.23 --hash=sha256:{CORECLR}\n")
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                 "--require-hashes", "--only-binary=:all:", "-d", str(place), "-r", str(place / "wanted.txt")]
        if subprocess.run(fetch).returncode:
            raise LeftOut("tested by mono; CoreCLR cannot be had from PyPI")
        with zipfile.ZipFile(next(place.glob("*.whl"))) as wheel:
            wheel.extractall(place)
        dotnet.chmod(0o755)
    framework = {"name": "Microsoft.NETCore.App", "version": "3.1.0"}
    (build / "run.json").write_text(json.dumps({"runtimeOptions": {"framework": framework}}))
    said = run(dotnet, "exec", "--runtimeconfig", build / "run.json", build / "Runner.exe", "tests",
               env={**environment, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"})
    print(f"on CoreCLR 3.1: {said.splitlines()[-1]}")
