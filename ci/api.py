"""API pages for C, C++, Rust and Python: `make api` calls this.

    python3 ci/api.py FOLDER [--headers]

Pages of C and C++ are by doxygen, which is installed if it is missing and we may; those of Rust by rustdoc; those of Python by
pdoc, which comes from PyPI by version and hash. A warning of any of them is an error. With --headers there are only the pages of C
and C++; where doxygen is not here, that is said, and nothing is done.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import python as package

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include/blicket"

COMMON = """
PROJECT_NAME = "blicket for {language}"
PROJECT_NUMBER = {version}
OUTPUT_DIRECTORY = "{folder}"
HTML_OUTPUT = {name}
GENERATE_LATEX = NO
HAVE_DOT = NO
QUIET = YES
WARNINGS = YES
WARN_IF_UNDOCUMENTED = YES
WARN_AS_ERROR = FAIL_ON_WARNINGS
JAVADOC_AUTOBRIEF = YES
STRIP_FROM_PATH = "{root}"
USE_MDFILE_AS_MAINPAGE = "{manual}"
INPUT = "{manual}" "{parts}" {headers}
"""
# As C++ sees it, so that an enum is not a number besides.
C = "OPTIMIZE_OUTPUT_FOR_C = YES\nPREDEFINED = __cplusplus\nEXCLUDE_SYMBOLS = BLICKET_STR_OF\n"
CPP = f'INLINE_INHERITED_MEMB = YES\nFILTER_PATTERNS = "*.hpp=python3 {ROOT}/ci/api/public.py"\n'

INDEX = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>blicket: API</title>
<style>:root {{ color-scheme: light dark }} body {{ font: 1.1em sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em }}</style>
<h1>blicket {version}</h1>
<ul>
<li><a href="c/index.html">C</a>
<li><a href="cpp/index.html">C++</a>
<li><a href="rust/blicket/index.html">Rust</a>
<li><a href="python/blicket.html">Python</a>
</ul>
</html>
"""


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def need_doxygen():
    if shutil.which("doxygen"):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit("doxygen is not here, which makes the pages of C and C++; on Debian: apt-get install doxygen")
    run("apt-get", "install", "--yes", "--no-install-recommends", "doxygen")


def manual_of(header):
    """The comment at the beginning of a header, as a page: its text is laid out by hand, and stays so."""
    text = header.read_text()
    comment = text[text.index("/*") + 2:text.index("*/")]
    lines = [line.strip().removeprefix("*").removeprefix(" ") for line in comment.splitlines()]
    return "```\n" + "\n".join(lines).strip("\n") + "\n```\n"


def doxygen(folder, name, language, headers, parts, options):
    """Pages of headers into FOLDER/NAME. `parts` says what is a part of them: doxygen passes over the rest."""
    work = folder / "work" / name
    work.mkdir(parents=True)
    manual, described = work / "manual.md", work / "parts.dox"
    manual.write_text(f"# {language}\n\n" + manual_of(headers[0]))
    described.write_text(parts)
    settings = COMMON.format(
        language=language, version=version(), folder=folder, name=name, root=ROOT, manual=manual, parts=described,
        headers=" ".join(f'"{header}"' for header in headers))
    file = work / "Doxyfile"
    file.write_text(settings + options)
    run("doxygen", file)


def version():
    return next(line.split('"')[1] for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("version"))


def rust(folder):
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    run(os.environ.get("CARGO", "cargo"), "doc", "--locked", "--no-deps", "-p", "blicket",
        cwd=ROOT, env={**os.environ, "RUSTDOCFLAGS": "-D warnings"})
    shutil.copytree(target / "doc", folder / "rust")


def python(folder):
    interpreter = package.prepared("api")
    # From a folder of its own, so that the package that is described is the one that is installed.
    run(interpreter, ROOT / "ci/api/python_pages.py", folder / "python", cwd=folder / "work")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--headers"]
    only_headers = "--headers" in sys.argv
    if len(arguments) != 1:
        sys.exit(__doc__)
    folder = Path(arguments[0]).resolve()
    if only_headers and not shutil.which("doxygen"):
        print("*** LEFT OUT: whether every name of the headers has a comment; doxygen is not here, `make api` installs it ***")
        return
    need_doxygen()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    header = HEADERS / "blicket.h"
    parts = '/** @file blicket.h\n * All of the library for C. The <a href="index.html">first page</a> is its manual. */\n'
    doxygen(folder, "c", "C", [header], parts, C)
    main_header = HEADERS / "blicket.hpp"
    headers = [main_header, *sorted(set(HEADERS.glob("*.hpp")) - {main_header})]
    parts = "/** @namespace blicket\n * All of the library for C++. */\n"
    parts += "/** @namespace blicket::detail\n * What public classes are made of. */\n"
    doxygen(folder, "cpp", "C++", headers, parts, CPP)
    if not only_headers:
        rust(folder)
        python(folder)
    shutil.rmtree(folder / "work")
    (folder / "index.html").write_text(INDEX.format(version=version()))
    pages = {part.name: sum(1 for _ in part.rglob("*.html")) for part in sorted(folder.iterdir()) if part.is_dir()}
    print(f"{folder}/index.html: " + ", ".join(f"{count} pages of {name}" for name, count in pages.items()) + ", no warning")


if __name__ == "__main__":
    try:
        main()
    except package.LeftOut as problem:
        sys.exit(f"the pages of Python: {problem}")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"failed with {problem.returncode}: {' '.join(map(str, problem.cmd))[:300]}")
