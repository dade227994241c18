"""Where everything that is built comes from, and by which licences.

    python3 ci/licences.py            fails if a crate may not be used, or THIRD-PARTY.md is out of date
    python3 ci/licences.py --write    writes THIRD-PARTY.md: the licences of what is shipped, in one file
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from rust_library import NOTICES, texts as rust_texts

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "THIRD-PARTY.md"
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"
SHIPPED = ["blicket-c", "blicket-cxx", "blicket-cli", "blicket-python"]
# The same list is in deny.toml.
ALLOWED = {"MIT", "Apache-2.0", "BSL-1.0", "ISC", "Zlib", "Unicode-3.0"}
# Tools that leave nothing of their own in what is shipped.
ALLOWED_FOR_TOOLS = {"cbindgen": "MPL-2.0", "target-lexicon": "Apache-2.0 WITH LLVM-exception"}


def cargo(*arguments):
    # What is in the lock file and not here yet, say for another system, is fetched.
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True).stdout


def is_allowed(expression, allowed):
    """Whether a licence expression of SPDX can be satisfied; `/` is an older way to write OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either():
        value = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            value = both() or value
        return value

    def both():
        value = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            value = one() and value
        return value

    def one():
        token = tokens.pop(0)
        if token == "(":
            value = either()
            tokens.pop(0)
            return value
        if tokens and tokens[0] == "WITH":
            token += f" WITH {tokens[1]}"
            del tokens[:2]
        return token in allowed

    return either()


def problems(packages, of_shipped=()):
    """What may not be used, as lines."""
    for package in packages:
        name, source, licence = package["name"], package["source"], package["license"] or "none"
        if source not in (None, CRATES_IO):
            yield f"{name}: from {source}, and only crates.io is allowed"
        allowed = ALLOWED if name in of_shipped else ALLOWED | {ALLOWED_FOR_TOOLS.get(name)}
        if not is_allowed(licence, allowed):
            yield f"{name}: its licence is {licence}, and allowed are {', '.join(sorted(ALLOWED))}"


def shipped(packages):
    """The crates of others that are in the libraries or in the command. Macros leave nothing there."""
    tree = [cargo("tree", "-p", package, "-e", "normal,no-proc-macro", "--prefix", "none",
                  "--target", "x86_64-unknown-linux-gnu", "--format", "{p}") for package in SHIPPED]
    names = {tuple(line.split()[:2]) for line in "".join(tree).splitlines() if line}
    return [package for package in packages
            if package["source"] and (package["name"], f"v{package['version']}") in names]


def texts(package):
    """The texts of the licences that it is used by: MIT's wherever that is offered."""
    folder = Path(package["manifest_path"]).parent
    files = {file.name: file for file in folder.iterdir()}
    wanted = [name for name in ("LICENSE-MIT", "LICENSE-MIT.md", "LICENSE") if name in files][:1]
    wanted += [name for name in files if name == "LICENSE-UNICODE"]
    if not wanted:
        sys.exit(f"{package['name']}: no text of its licence in {folder}")
    return [files[name].read_text().strip().replace("\r\n", "\n") for name in wanted]


def document(packages):
    runtime = re.search(r"==(\S+)", (ROOT / "packaging/runtime.txt").read_text()).group(1)
    by_text = {}
    for package in packages:
        for text in texts(package):
            by_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
    rust = rust_texts()
    for name, text in rust.items():
        by_text.setdefault(text, []).append(f"{name} (of Rust)")
    lines = [
        "# What is shipped with blicket and was written by others", "",
        "For x86-64 Linux, made by `make licences` from the crates themselves. blicket is MIT OR Apache-2.0.", "",
        "- In the libraries, in the command and in the Python package there are the crates of this table; their licences are below.",
        f"- There is also the standard library of Rust, MIT OR Apache-2.0. `{NOTICES}` beside this",
        "  file is from the toolchain that they were built with, and about the library itself, the Unicode data in it,",
        "  and crates that it is made of. Others of those it does not name, and their licences are below, too:",
        f"  {', '.join(rust)}.",
        "  Where a toolchain has no such file, what it installs is without it, and it can make no archive.",
        f"- Beside them there is, as a file of its own, ONNX Runtime {runtime}, copyright Microsoft Corporation,",
        "  MIT: its licence is `lib/blicket/onnxruntime-LICENSE`, and those of its own parts are in",
        "  `lib/blicket/onnxruntime-ThirdPartyNotices.txt`.", "",
        "| crate | version | licence |", "|---|---|---|",
        *(f"| {p['name']} | {p['version']} | {p['license']} |" for p in packages),
    ]
    for text, crates in by_text.items():
        lines += ["", f"## {', '.join(crates)}", "", "```text", text, "```"]
    return "\n".join(lines) + "\n"


def main():
    metadata = json.loads(cargo("metadata", "--format-version", "1"))
    packages = sorted(metadata["packages"], key=lambda package: (package["name"], package["version"]))
    ours = shipped(packages)
    wrong = list(problems(packages, {package["name"] for package in ours}))
    if wrong:
        sys.exit("\n".join(wrong))
    wanted = document(ours)
    if "--write" in sys.argv:
        TARGET.write_text(wanted)
    elif not TARGET.exists() or TARGET.read_text() != wanted:
        sys.exit("THIRD-PARTY.md is not what is shipped: run `make licences`")
    print(f"{len(packages)} crates, all from crates.io and by licences that are allowed")


if __name__ == "__main__":
    main()
