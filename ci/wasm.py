"""blicket for WebAssembly: a package for npm, and the studio as a static folder.

    python3 ci/wasm.py build     into build/wasm: npm/ and studio/
    python3 ci/wasm.py test      that package, in node
    python3 ci/wasm.py bench     size, and speed beside the native library

The standard library for wasm32 is fetched where it is missing: by rustup, or as root a Rust of Debian's that has it, as `make
platforms` does (ci/platforms).
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "ci/platforms"))
from check import environment_for  # noqa: E402  (ci/platforms/check.py)
from toolchain import Toolchain  # noqa: E402

HERE = ROOT / "bindings" / "wasm"
BUILD = ROOT / "build" / "wasm"
TARGET = "wasm32-unknown-unknown"


def text(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def compile_module():
    environment, missing = environment_for(TARGET, Toolchain(ROOT / "build/platforms"))
    if missing:
        sys.exit(f"NOT BUILT: {missing}. Where rustup works: rustup target add {TARGET}")
    command = ["cargo", "build", "--locked", "-p", "blicket-wasm", "--profile", "wasm", "--target", TARGET,
               "--target-dir", str(BUILD / "target")]
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    return BUILD / "target" / TARGET / "wasm" / "blicket_wasm.wasm"


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def build():
    module = compile_module()
    npm = fresh(BUILD / "npm")
    for name in ("blicket.js", "blicket.d.ts", "README.md"):
        shutil.copy(HERE / "npm" / name, npm)
    version = text("sed", "-n", 's/^version = "\\(.*\\)"/\\1/p', str(ROOT / "Cargo.toml")).splitlines()[0]
    package = json.loads((HERE / "npm" / "package.json").read_text())
    (npm / "package.json").write_text(json.dumps({**package, "version": version}, indent=2) + "\n")
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"):
        shutil.copy(ROOT / name, npm)
    shutil.copy(module, npm / "blicket.wasm")

    page = fresh(BUILD / "studio")
    subprocess.run(["cargo", "run", "--quiet", "--locked", "-p", "blicket-studio", "--example", "page", "--", str(page)],
                   cwd=ROOT, check=True)
    for name in ("host.js", "worker.js"):
        shutil.copy(HERE / "page" / name, page / "js")
    shutil.copy(HERE / "npm" / "blicket.js", page / "js")
    shutil.copy(module, page / "js" / "blicket.wasm")
    # What the server says in a header stands in the page: it loads from its own host alone.
    policy = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
              "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'")
    index = (page / "index.html").read_text()
    before = '<meta charset="utf-8">\n'
    assert index.count(before) == 1
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    (page / "index.html").write_text(index.replace(before, before + meta))
    size, packed = module.stat().st_size, len(gzip.compress(module.read_bytes(), 9))
    print(f"{npm.relative_to(ROOT)}: npm install {npm}")
    print(f"{page.relative_to(ROOT)}: python3 -m http.server -d {page.relative_to(ROOT)}")
    print(f"blicket.wasm: {size / 1e3:,.0f} KB, {packed / 1e3:,.0f} KB gzipped")


def main():
    what = sys.argv[1:]
    if what == ["build"]:
        build()
    elif what == ["test"]:
        subprocess.run(["node", "--test", str(HERE / "tests/")], cwd=ROOT, check=True)
    elif what == ["bench"]:
        subprocess.run(["cargo", "build", "--release", "--locked", "-p", "blicket-wasm", "--example", "lessons"], cwd=ROOT, check=True)
        native = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release/examples/lessons"
        subprocess.run(["node", str(HERE / "bench.mjs"), str(native)], cwd=ROOT, check=True)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
