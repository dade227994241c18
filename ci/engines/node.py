"""Node: the test, with koffi from npm by the lock file's hash."""

import shutil
import subprocess

from common import BINDINGS, BUILD, HERE, LeftOut, fresh, needs, run, with_library

SOURCE = BINDINGS / "node"
FILES = ["package.json", "package-lock.json", "blicket.js", "test.js"]


def test(stage):
    needs(["node", "npm"], ["nodejs", "npm"])
    fetched = BUILD / "node-fetched"
    wanted = (SOURCE / "package-lock.json").read_text()
    mark = fetched / "package-lock.json"
    if not (mark.exists() and mark.read_text() == wanted and (fetched / "node_modules").exists()):
        if HERE:
            raise LeftOut("koffi is not here: make test-node")
        print("fetching koffi from npm, by the lock file's hash", flush=True)
        fetch = fresh("node-fetched")
        shutil.copy(SOURCE / "package.json", fetch)
        shutil.copy(SOURCE / "package-lock.json", fetch)
        done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=fetch, text=True, capture_output=True)
        if done.returncode:
            shutil.rmtree(fetch)
            raise LeftOut(f"koffi cannot be had from npm: {done.stderr.strip()[-300:]}")
    build = fresh("node")
    for name in FILES:
        shutil.copy(SOURCE / name, build)
    (build / "node_modules").symlink_to(fetched / "node_modules")
    run("node", "--test", "test.js", cwd=build, env=with_library(stage))
