"""Opens a report in a headless browser: checks how it is laid out, and takes pictures.

    python3 -m paper.look REPORT.html FOLDER

Uses a Chromium of the machine, or Debian's chromium-headless-shell, which apt fetches into build/browser (100 MB,
checked by its signatures; nothing is installed and no root is needed).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ROOT / "build/browser"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
DESK, PHONE = (1280, 900), (360, 780)  # a window of Chromium is not narrower than 500: a phone is a frame in it
FRAME = '<!DOCTYPE html><body style="margin:0"><iframe style="border:0" width="{}" height="{}" src="{}"></iframe>'
# What is asked of the page. The report itself has no script: this is put into a copy.
MEASURE = """<script>addEventListener("load", () => {
  const all = (what) => [...document.querySelectorAll(what)];
  const seen = (what) => all(what).filter((e) => e.getBoundingClientRect().width > 1).length;
  const {scrollWidth, scrollHeight} = document.documentElement;
  const said = {width: innerWidth, needed: scrollWidth, height: scrollHeight, tables: seen("table"),
    plots: seen("figure > svg"), sections: seen("section"),
    dead: all("a[href^='#']").filter((a) => !document.getElementById(a.hash.slice(1))).length};
  top.postMessage("MEASURED" + JSON.stringify(said) + "END", "*");
});</script>"""


def fetch():
    """Debian's package and all that it needs, unpacked."""
    state = BROWSER / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    options = ["-o", f"Dir::State::Lists={state}/lists", "-o", f"Dir::Cache={state}/cache", "-o", "Debug::NoLocking=1",
               "-o", "APT::Sandbox::User="]
    print("fetching chromium-headless-shell by apt into build/browser …", flush=True)
    for command in (["update"], ["install", "--download-only", "--no-install-recommends", "-y", NAMES[0]]):
        subprocess.run(["apt-get", "-qq", *options, *command], check=True)
    for package in sorted((state / "cache/archives").glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(package), str(BROWSER / "files")], check=True)
    shutil.rmtree(state)


def browser():
    """The program, and the environment that it needs."""
    for name in NAMES:
        if shutil.which(name):
            return shutil.which(name), dict(os.environ)
    program = BROWSER / "files/usr/lib/chromium" / NAMES[0]
    if not program.exists():
        fetch()
    folders = sorted({str(file.parent) for file in (BROWSER / "files/usr/lib").rglob("*.so*")})
    return str(program), {**os.environ, "LD_LIBRARY_PATH": ":".join(folders)}


def open_page(page, size, *options):
    program, environment = browser()
    with tempfile.TemporaryDirectory() as home:
        command = [program, *FLAGS, f"--user-data-dir={home}", f"--window-size={size[0]},{size[1]}", *options,
                   page.as_uri()]
        done = subprocess.run(command, text=True, capture_output=True, timeout=120, env={**environment, "HOME": home})
    return done.stdout


LISTEN = """<script>addEventListener("message", (said) => { document.body.textContent = said.data; });</script>"""


def framed(page, size, folder):
    """A page that shows another one in a frame of a size."""
    frame = Path(folder) / "frame.html"
    frame.write_text(FRAME.format(*size, page.as_uri()) + LISTEN)
    return frame


def measure(page, size):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "page.html"
        copy.write_text(page.read_text().replace("</head>", MEASURE + "</head>"))
        shown = open_page(framed(copy, size, folder), DESK, "--dump-dom", "--virtual-time-budget=20000")
    found = re.search(r"MEASURED(\{.*?\})END", shown)
    if not found:
        sys.exit(f"the browser did not show {page}:\n{shown[:500]}")
    return json.loads(found.group(1))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    page, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    faults, height = [], DESK[1]
    for name, size in (("desk", DESK), ("phone", PHONE)):
        seen = measure(page, size)
        print(f"{name}: {json.dumps(seen)}")
        height = max(height, seen["height"]) if name == "desk" else height
        if seen["needed"] > seen["width"]:
            faults.append(f"{name}: the page is {seen['needed']} wide, the window {seen['width']}")
        if seen["dead"] or not seen["tables"]:
            faults.append(f"{name}: {seen['dead']} links lead nowhere, {seen['tables']} tables are visible")
    dark = "--blink-settings=preferredColorScheme=0"
    for name, size, *options in (("desk", DESK), ("phone", PHONE), ("dark", DESK, dark),
                                 ("whole", (DESK[0], min(height, 16_000)))):
        picture = folder / f"{name}.png"
        picture.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as beside:
            shown = framed(page, size, beside) if size == PHONE else page
            open_page(shown, size, *options, f"--screenshot={picture.resolve()}")
        print(picture if picture.exists() else f"{picture} could not be taken")
    open_page(page, DESK, f"--print-to-pdf={(folder / 'report.pdf').resolve()}", "--no-pdf-header-footer")
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
