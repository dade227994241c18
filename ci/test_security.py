"""What SECURITY.md names as proof is there: files, commands of make."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.findall(r"`([^`\n]+)`", (ROOT / "SECURITY.md").read_text())
MAKEFILE = (ROOT / "Makefile").read_text()


class Security(unittest.TestCase):
    def test_files(self):
        files = [name for name in NAMED if re.fullmatch(r"[\w.-]+(/[\w.-]*)+|[\w-]+\.(md|lock)", name)]
        self.assertGreater(len(files), 10)
        self.assertEqual([], [name for name in files if not (ROOT / name).exists()])

    def test_commands(self):
        commands = [name.removeprefix("make ") for name in NAMED if name.startswith("make ")]
        self.assertGreater(len(commands), 3)
        self.assertEqual([], [name for name in commands if not re.search(rf"^{name}:", MAKEFILE, re.M)])


if __name__ == "__main__":
    unittest.main()
