"""The commander, on which robots and games are built: plain, and with sanitizers of addresses, undefined behaviour and threads."""

import os

from common import BINDINGS, fresh, run, same

SOURCE = BINDINGS / "commander"
STRICT = ["-std=c++17", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-pthread"]
CHECKERS = {
    "plain": [],
    "addresses": ["-DUNDER_A_CHECKER", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "threads": ["-DUNDER_A_CHECKER", "-fsanitize=thread"],
}


def test(stage):
    folder = fresh("commander")
    # What the library's own threads share is not seen by a sanitizer that has not compiled it.
    (folder / "threads.txt").write_text("race:libblicket\n")
    environment = {**os.environ, "TSAN_OPTIONS": f"suppressions={folder}/threads.txt"}
    for name, flags in CHECKERS.items():
        run(os.environ.get("CXX", "g++"), *STRICT, *flags, f"-I{stage}/include", f"-I{SOURCE}/include",
            SOURCE / "src/commander.cpp", SOURCE / "test/commander_test.cpp", f"-L{stage}/lib", "-lblicket",
            f"-Wl,-rpath,{stage}/lib", "-o", folder / name)
        said = run(folder / name, cwd=folder, env=environment)
        same("all passed", said.splitlines()[-1], f"{name}\n{said}")
