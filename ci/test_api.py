"""Headers as doxygen reads them show what is public, and nothing else."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "ci/api"))
import public  # noqa: E402


def shown(name):
    """The lines of a header that doxygen takes notice of."""
    lines, hidden = [], False
    for line in public.public((ROOT / "include/blicket" / name).read_text().splitlines()):
        if line in (public.HIDE, public.SHOW):
            hidden = line == public.HIDE
        elif not hidden:
            lines.append(line)
    return lines


class Headers(unittest.TestCase):
    def test_what_public_classes_are_made_of_is_shown(self):
        for name, line in [("basics.hpp", "class Handle {"), ("basics.hpp", "class Range {"),
                           ("grammar.hpp", "class GrammarOperations {")]:
            self.assertIn(line, shown(name))

    def test_what_is_not_for_hosts_is_hidden(self):
        self.assertFalse([line for line in shown("basics.hpp") if "failure(Call call)" in line])
        self.assertFalse([line for line in shown("solution.hpp") if "struct ProblemPlace" in line])

    def test_a_namespace_that_is_not_closed_is_told(self):
        with self.assertRaises(ValueError):
            public.public(["namespace detail {", "int a;"])


if __name__ == "__main__":
    unittest.main()
