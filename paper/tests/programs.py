"""A small plan whose programs are scripts of a few lines, for tests of the runner and of the report."""

import json
import sys

from paper.plan import SYSTEMS, Cell, Condition, Step

EPISODES = """
import json
for n in range(4):
    print(json.dumps({"name": f"e{n}", "support": [["a", "A"]], "queries": [["a a", "A A"], ["a", "A"]]}))
"""
# Right on one query of each, and on both of the first; leaves a line behind for each run.
ANSWERS = """
import json, sys
open("runs.txt", "a").write(sys.argv[1] + "\\n")
for line in open(sys.argv[1]):
    name = json.loads(line)["name"]
    right = 2 if name == "e0" else 1
    answers = ["A A" if right == 2 else None, "A"]
    print(json.dumps({"name": name, "outcome": "solved", "support": 1, "correct": right, "scored": 2,
                      "answers": answers, "seconds": 0.5, "programs": 3}))
print(json.dumps({"summary": {}}))
"""
FAILS = 'import sys; print("{}"); sys.exit("blicket: no such option --redraw")'
HANGS = 'import json, time; print(json.dumps({"name": "e0", "outcome": "best", "support": 1, "correct": 0, ' \
        '"scored": 2, "answers": [None, None], "seconds": 0.1, "programs": 1}), flush=True); time.sleep(60)'


def step(program, output, *inputs):
    argv = (sys.executable, "-c", program, *(before.output for before in inputs))
    return Step(argv, output, inputs)


def cell(experiment, condition, system, program=ANSWERS, seconds=30):
    place = Condition(experiment, condition, "miniscan", (), 30, (system,))
    asked = step(EPISODES, f"out/episodes/{place.name}.jsonl")
    return Cell(place, SYSTEMS[system], 4, seconds, step(program, f"out/cells/{place.name}.{system}.jsonl", asked))


def root(folder):
    """An empty project."""
    (folder / "Cargo.toml").write_text('version = "9.9.9"\n')
    return folder


def runs(folder):
    path = folder / "runs.txt"
    return len(path.read_text().splitlines()) if path.exists() else 0


def read(path):
    return json.loads(path.read_text())
