"""What a licence expression allows, and what is refused."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from licences import ALLOWED, CRATES_IO, cargo, is_allowed, problems  # noqa: E402
from rust_library import crates, texts, uncovered  # noqa: E402


class Licences(unittest.TestCase):
    def test_expressions(self):
        for expression in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-3.0) AND Unicode-3.0"]:
            self.assertTrue(is_allowed(expression, ALLOWED), expression)
        for expression in ["none", "GPL-3.0", "MIT AND GPL-3.0", "MIT AND (GPL-3.0 OR LGPL-3.0)",
                           "Apache-2.0 WITH something", "MPL-2.0"]:
            self.assertFalse(is_allowed(expression, ALLOWED), expression)

    def test_what_is_refused(self):
        def refused(name, source, licence, of_shipped=()):
            package = {"name": name, "source": source, "license": licence}
            return len(list(problems([package], of_shipped)))

        self.assertEqual(0, refused("a", CRATES_IO, "MIT"))
        self.assertEqual(1, refused("a", "git+https://example.org/a", "MIT"))
        self.assertEqual(1, refused("a", CRATES_IO, None))
        self.assertEqual(0, refused("cbindgen", CRATES_IO, "MPL-2.0"))
        self.assertEqual(1, refused("cbindgen", CRATES_IO, "MPL-2.0", {"cbindgen"}), "as a part of it")

    def test_the_library_of_rust(self):
        notices = '<a href="https://crates.io/crates/rustc-demangle/0.1.27">'
        self.assertEqual(set(), uncovered({"std", "core", "rustc_demangle", "object"}, notices))
        self.assertEqual({"rustc_demangle", "gimli"}, uncovered({"std", "rustc_demangle", "gimli"}, ""))
        self.assertLessEqual({"std", "core", "compiler_builtins"}, crates())
        self.assertTrue(all("Permission is hereby granted" in text for text in texts().values()))

    def test_libraries_have_no_laboratory(self):
        for library, expected in (("blicket-c", False), ("blicket-cxx", False), ("blicket-cli", True)):
            tree = cargo("tree", "-p", library, "-e", "normal", "--prefix", "none")
            self.assertEqual(expected, "blicket-lab " in tree, library)


if __name__ == "__main__":
    unittest.main()
