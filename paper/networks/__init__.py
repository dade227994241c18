"""The networks of the paper's evaluation, for comparison only: the library has none of them."""

import sys
from pathlib import Path

# The trainer's modules are not a package.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "training"))
