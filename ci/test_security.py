"""What SECURITY.md names as proof is there: files, commands of make. And unsafe code is where it says, nowhere else."""

import os
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.findall(r"`([^`\n]+)`", (ROOT / "SECURITY.md").read_text())
MAKEFILE = (ROOT / "Makefile").read_text()
# Every place with unsafe code, files and whole folders. Who adds one says so here and in SECURITY.md.
UNSAFE = {"bindings/c/src/", "bindings/cxx/src/bridge.rs", "bindings/cxx/src/search.rs", "ci/canary.rs",
          "bindings/wasm/src/clock.rs", "bindings/wasm/src/lib.rs", "fuzz/bodies/c_abi/", "runtime/src/library.rs",
          "runtime/src/process/", "runtime/src/session.rs", "tests/counting/mod.rs"}
# Every file that allows it: it is denied in the whole workspace.
ALLOWING = {"bindings/c/src/lib.rs", "bindings/cxx/src/bridge.rs", "bindings/cxx/src/search.rs", "bindings/wasm/src/clock.rs",
            "bindings/wasm/src/lib.rs", "runtime/src/lib.rs",
            "runtime/src/process/mod.rs", "tests/counting/mod.rs"}
# What does not have the workspace's lints, because it is no part of it.
APART = {"fuzz/Cargo.toml", "fuzz/c/Cargo.toml", "benches/beside/Cargo.toml"}


def sources(suffix):
    """Our own files, and what is in them without comments."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("target", "build") and not name.startswith(".")]
        for path in (Path(folder) / name for name in names if name.endswith(suffix)):
            yield str(path.relative_to(ROOT)), re.sub(r"(?m)(//|^\s*#[^!\[]).*", "", path.read_text())


def have_unsafe_code(files):
    return {name for name, text in files if re.search(r"\bunsafe(\s+\w|\s*[{(])", text)}


def allow_it(files):
    return {name for name, text in files if re.search(r"\b(allow|expect|warn)\s*\([^)]*\bunsafe_code\b", text)}


class Security(unittest.TestCase):
    def test_files(self):
        files = [name for name in NAMED if re.fullmatch(r"[\w.-]+(/[\w.-]*)+|[\w-]+\.(md|lock)", name)]
        self.assertGreater(len(files), 10)
        self.assertEqual([], [name for name in files if not (ROOT / name).exists()])

    def test_commands(self):
        commands = [name.removeprefix("make ") for name in NAMED if name.startswith("make ")]
        self.assertGreater(len(commands), 3)
        self.assertEqual([], [name for name in commands if not re.search(rf"^{name}:", MAKEFILE, re.M)])

    def test_unsafe_code(self):
        def place(name):
            return next((place for place in UNSAFE if place.endswith("/") and name.startswith(place)), name)

        self.assertEqual(UNSAFE, {place(name) for name in have_unsafe_code(sources(".rs"))})
        self.assertEqual(ALLOWING, allow_it(sources(".rs")))

    def test_lints(self):
        manifests = dict(sources("Cargo.toml"))
        self.assertGreater(len(manifests), len(APART))
        self.assertEqual(APART, {name for name, text in manifests.items() if "[lints]\nworkspace = true" not in text})
        levels = [re.findall(r"\bunsafe_code\b.*", text) for text in manifests.values()]
        self.assertEqual(['unsafe_code = "deny"'], sum(levels, []))

    def test_what_is_looked_for(self):
        for code in ["unsafe { x }", "unsafe fn f()", "unsafe impl Send", "#[unsafe(no_mangle)]", "m![unsafe F(a)]"]:
            self.assertEqual({"a"}, have_unsafe_code([("a", code)]), code)
        for code in ["#![forbid(unsafe_code)]", 'reason = "this is unsafe"']:
            self.assertEqual(set(), have_unsafe_code([("a", code)]), code)
        for code in ["#[allow(unsafe_code)]", "#![allow(dead_code, unsafe_code)]", "#[expect(unsafe_code, reason)]"]:
            self.assertEqual({"a"}, allow_it([("a", code)]), code)
        self.assertEqual(set(), allow_it([("a", "#![deny(unsafe_code)]")]))


if __name__ == "__main__":
    unittest.main()
