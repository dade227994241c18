"""What was run: each cell's raw results, and beside them what made them.

A step is run again if its command, its program or what it reads has changed; otherwise its file is taken as it is.
"""

import ctypes
import fcntl
import hashlib
import json
import os
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STOPPED, TIME_OVER = "it was stopped", "the time was over; the same command goes on"
NO_TORCH = "no torch: make -C training env"
RUNTIME = "build/runtime/libonnxruntime.so.1"
# One thread each: cells run side by side, and two threads of OpenMP on a busy machine wait for each other.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0",
               "BLICKET_ONNXRUNTIME": RUNTIME}
# Networks are asked by one program, each with what was trained for it: another's training changes nothing.
NETWORKS = "paper/networks"
# What runs the grammars that they write. Not the library as a whole: its searches play no part there.
EVALUATOR = ("src/rule.rs", "src/limits.rs", "src/grammar/*.rs", "src/program/*.rs", "src/evaluate/*.rs")


class Failed(Exception):
    """A command did not do what it should."""


class NotRun(Exception):
    """A cell was not begun, or not ended, for a reason that is not its own."""


def command_line(step):
    """What a person would type to make a step's file, all that it reads included."""
    lines = [line for before in step.inputs for line in command_line(before)]
    return list(dict.fromkeys(lines)) + [f"{shlex.join(step.argv)} > {step.output}"]


def sources_of(argv):
    """Patterns for the files that a command consists of, and for those that it reads but no step makes."""
    if "paper.networks.run" in argv:
        system = argv[argv.index("--system") + 1].removesuffix("-greedy").removesuffix("-hints")
        name = f"{system}-{argv[argv.index('--domain') + 1]}"
        return (f"{NETWORKS}/*.py", f"{NETWORKS}/models/{name}.pt", f"{NETWORKS}/recipes/{name}.toml",
                "training/library.py", *EVALUATOR)
    if "paper.episodes" in argv:
        return ("paper/episodes.py", "data/miniscan/*", "data/scan/*")
    data = tuple(part if Path(part).suffix else f"{part}/*" for part in argv if part.startswith("data/"))
    by_network = (RUNTIME,) if {"neural", "greedy", "hybrid"}.intersection(argv) else ()
    return (argv[0], *data, *by_network)


LIBC, PR_SET_PDEATHSIG = ctypes.CDLL(None), 1


def end_with_us():
    """In a child: it is killed when the runner is, however that ends."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


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
        self.torch, self.torch_lock = None, threading.Lock()

    def claim(self, out):
        """Keeps the folder of results for this process; false if another one has it."""
        (self.root / out).mkdir(parents=True, exist_ok=True)
        self.claimed = os.open(self.root / out / "lock", os.O_CREAT | os.O_WRONLY)
        try:
            fcntl.flock(self.claimed, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            return False

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
        if "training/.venv" in step.argv[0] and not self.has_torch(step.argv[0]):
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
        part.unlink(missing_ok=True)  # whoever still writes to an older one writes into nothing
        with open(part, "wb") as output, open(said, "wb") as errors:
            try:
                child = subprocess.Popen(step.argv, stdout=output, stderr=errors, cwd=self.root,
                                         stdin=subprocess.DEVNULL, env={**os.environ, **ENVIRONMENT},
                                         start_new_session=True,  # Ctrl-C is for us; we end it then
                                         preexec_fn=end_with_us)
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

    def has_torch(self, python):
        """Whether an environment is there, and whole."""
        with self.torch_lock:
            if self.torch is None:
                try:
                    asked = subprocess.run([python, "-c", "import torch, numpy"], cwd=self.root, capture_output=True)
                    self.torch = asked.returncode == 0
                except OSError:
                    self.torch = False
            return self.torch

    def stop(self):
        """Ends what is running; nothing else begins."""
        self.stopped.set()
        for child in list(self.children):
            child.kill()
