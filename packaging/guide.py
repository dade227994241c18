"""Installs README and the guide, with links that lead somewhere there: `make install` calls this.

    python3 packaging/guide.py PREFIX

In the installed tree all pages stand in one folder, and examples and headers elsewhere. What is not installed is named instead of
linked to. It fails if a page links to something that there is neither here nor there.
"""

import os
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
PAGES = [SOURCES / "README.md", SOURCES / "SECURITY.md", *sorted((SOURCES / "docs").glob("*.md"))]
GUIDE = "share/doc/blicket"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def installed(source):
    """Where a file or folder of the sources stands below the prefix, if it does."""
    path = source.relative_to(SOURCES)
    if source in PAGES or path.name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"):
        return Path(GUIDE, path.name)
    for folder, place in (("docs/pictures", f"{GUIDE}/pictures"), ("examples", "share/blicket/examples"), ("include", "include")):
        if path.is_relative_to(folder):
            return Path(place, path.relative_to(folder))
    return None


def page_installed(page):
    """The text of a page, as it is read in the installed tree."""

    def link(match):
        picture, text, target = match.groups()
        name, mark, place = target.partition("#")
        if "://" in target or not name:
            return match[0]
        source = (page.parent / name).resolve()
        if not source.exists():
            sys.exit(f"{page}: there is no {target}")
        there = installed(source)
        if there is None:
            # Where a text names the path already, nothing is to be added.
            path = str(source.relative_to(SOURCES))
            return text if path in text else f"{text} (`{path}` of the sources)"
        return f"{picture}[{text}]({os.path.relpath(there, GUIDE)}{mark}{place})"

    # What stands between backquotes is shown as it is.
    parts = re.split(r"(```.*?```)", page.read_text(), flags=re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def main():
    folder = Path(sys.argv[1], GUIDE)
    for page in PAGES:
        (folder / page.name).write_text(page_installed(page))
        (folder / page.name).chmod(0o644)
    missing = []
    for page in PAGES:
        for _, _, target in LINK.findall(re.sub(r"```.*?```", "", (folder / page.name).read_text(), flags=re.DOTALL)):
            if "://" not in target and not (folder / target.partition("#")[0]).exists():
                missing.append(f"{page.name}: {target}")
    if missing:
        sys.exit("installed pages link to what is not there: " + ", ".join(missing))


if __name__ == "__main__":
    main()
