"""What was run: each cell's raw results, and beside them what made them.

A step is run again if its command, its program or what it reads has changed; otherwise its file is taken as it is.
"""

import hashlib
import json
import os
import shlex
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STOPPED, TIME_OVER = "it was stopped", "the time was over; the same command goes on"
NO_TORCH = "no torch: make -C training env"
# One thread each: cells run side by side, and two threads of OpenMP on a busy machine wait for each other.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0",
               "BLICKET_ONNXRUNTIME": "build/runtime/libonnxruntime.so.1"}
# Networks are asked by one program, each with what was trained for it: another's training changes nothing.
NETWORKS = "paper/networks"


class Failed(Exception):
    """A command did not do what it should."""


class NotRun(Exception):
    """A cell was not begun, or not ended, for a reason that is not its own."""


def command_line(step):
    """What a person would type to make a step's file, all that it reads included."""
    lines = [line for before in step.inputs for line in command_line(before)]
    return list(dict.fromkeys(lines)) + [f"{shlex.join(step.argv)} > {step.output}"]


def sources_of(argv):
    """Patterns for the files that a program consists of."""
    if "paper.networks.run" in argv:
        system = argv[argv.index("--system") + 1].removesuffix("-greedy").removesuffix("-hints")
        name = f"{system}-{argv[argv.index('--domain') + 1]}"
        return (f"{NETWORKS}/*.py", f"{NETWORKS}/models/{name}.pt", f"{NETWORKS}/recipes/{name}.toml",
                "training/library.py")
    if "paper.episodes" in argv:
        return ("paper/episodes.py", "data/miniscan/*", "data/scan/*")
    return (argv[0],)


def digest_of(files):
    """Of some files with their names."""
    digest = hashlib.sha256()
    for file in sorted(files):
        if file.is_file():
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


class Store:
    def __init__(self, root=ROOT):
        self.root = root
        self.locks, self.lock = {}, threading.Lock()
        self.programs = {}
        self.children = set()
        self.stopped = threading.Event()

    def program(self, argv):
        """A digest of what a command runs."""
        parts = sources_of(argv)
        with self.lock:
            if parts not in self.programs:
                paths = [self.root / part for part in parts]
                self.programs[parts] = digest_of(file for path in paths for file in path.parent.glob(path.name))
            return self.programs[parts]

    def key(self, step):
        """Changes with everything that the results follow from. What the step reads has to be there."""
        made_from = [list(step.argv), self.program(step.argv)]
        made_from += [digest_of([self.root / before.output]) for before in step.inputs]
        return hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:16]

    def provide(self, step, deadline):
        """Makes the files that a step reads."""
        for before in step.inputs:
            with self.lock:
                lock = self.locks.setdefault(before.output, threading.Lock())
            with lock:
                self.provide(before, deadline)
                key, note = self.key(before), self.note_of(before)
                if not (note and note["key"] == key):
                    self.execute(before, deadline)
                    self.write_note(before, {"key": key})

    def path(self, step):
        return self.root / step.output

    def note_of(self, step):
        """What is known about a step's file; None without it."""
        note = self.path(step).with_suffix(".json")
        if not note.exists() or not self.path(step).exists():
            return None
        return json.loads(note.read_text())

    def write_note(self, step, note):
        path = self.path(step).with_suffix(".json")
        part = path.with_suffix(".part")
        part.write_text(json.dumps(note, indent=1, ensure_ascii=False) + "\n")
        part.rename(path)

    def execute(self, step, deadline, limit=None):
        """Runs a step's command; true if it came to its end, false if its own limit ended it. Its file is there
        whole, or as far as the limit let it."""
        if "training/.venv" in step.argv[0] and not (self.root / step.argv[0]).exists():
            raise NotRun(NO_TORCH)
        target = self.path(step)
        target.parent.mkdir(parents=True, exist_ok=True)
        part, said = target.with_suffix(".out"), target.with_suffix(".err")
        left = deadline - time.monotonic()
        if self.stopped.is_set():
            raise NotRun(STOPPED)
        if left <= 0:
            raise NotRun(TIME_OVER)
        own = limit is not None and limit < left
        with open(part, "wb") as output, open(said, "wb") as errors:
            try:
                child = subprocess.Popen(step.argv, stdout=output, stderr=errors, cwd=self.root,
                                         stdin=subprocess.DEVNULL, env={**os.environ, **ENVIRONMENT},
                                         start_new_session=True)  # Ctrl-C is for us; we end it then
            except OSError as problem:
                raise Failed(f"{step.argv[0]}: {problem.strerror}") from problem
            self.children.add(child)
            try:
                ended = child.wait(limit if own else left)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
                ended = None
            finally:
                self.children.discard(child)
        message = said.read_text(errors="replace").strip()
        said.unlink()
        if self.stopped.is_set():
            raise NotRun(STOPPED)
        if ended is None and not own:
            raise NotRun(TIME_OVER)
        if ended:
            lines = [line for line in message.splitlines() if line.strip()][-12:] or [f"exit code {ended}"]
            raise Failed("\n".join(lines))
        part.rename(target)
        return ended == 0

    def stop(self):
        """Ends what is running; nothing else begins."""
        self.stopped.set()
        for child in list(self.children):
            child.kill()
