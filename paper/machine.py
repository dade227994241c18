"""What the figures were made with: the machine, and the version of the sources."""

import os
import platform
import re
import subprocess
from pathlib import Path


def describe():
    """Such as "2 cores, AMD EPYC, Linux x86_64"."""
    try:
        model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        model = None
    name = model.group(1).strip() if model else platform.processor() or "an unknown processor"
    return f"{os.cpu_count()} cores, {name}, {platform.system()} {platform.machine()}"


def version(root):
    """The version, and the commit with a mark if there are changes that it does not have."""
    found = re.search(r'^version = "(.*)"', (root / "Cargo.toml").read_text(), re.M)
    try:
        commit = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=root, text=True,
                                capture_output=True).stdout.strip()
    except OSError:
        commit = ""
    return {"version": found.group(1) if found else "", "commit": commit or "unknown"}
