"""What the tests of batches share: small tasks, and how a worker is killed in the middle of one."""

import os
import random
import signal
import threading
import time

from blicket import Task, batch

WORDS = "dax lug wif zup blick tufa gazzer kiki fep".split()
TOKENS = "RED BLUE GREEN PINK".split()


def tasks(count, **options):
    """Small tasks, each another one, with what their query means."""
    rng = random.Random(5)
    made = {}
    for index in range(count):
        a, b, c, twice = rng.sample(WORDS, 4)
        x, y, z = rng.sample(TOKENS, 3)
        examples = [(a, x), (b, y), (c, z), (f"{a} {twice}", f"{x} {x}"), (f"{b} {twice}", f"{y} {y}")]
        made[f"task {index}"] = Task(examples, [f"{c} {twice}"], steps=20_000, **options)
    return made


def right(task, solution):
    """Whether the query is answered as the examples say."""
    token = task.examples[2][1]
    return solution.answers[0].text == f"{token} {token}"


def children(pid):
    """All processes below this one, with what they were started as."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{entry}/cmdline", errors="replace") as file:
                found.append((int(entry), parent, file.read().replace("\0", " ")))
        except (FileNotFoundError, ProcessLookupError):
            pass
    below, known = [], {pid}
    while True:
        more = [one for one in found if one[1] in known and one[0] not in known]
        if not more:
            return below
        known.update(one[0] for one in more)
        below += more


def solve_and_kill(made, is_worker, **options):
    """Solves a batch, kills one worker that is at work, and gives the solutions and how many were killed."""
    killed = []

    def kill():
        while not killed:
            for pid, _, command in children(os.getpid()):
                if is_worker(command) and at_work(pid):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    return
            time.sleep(0.01)

    solutions = {}
    thread = threading.Thread(target=kill, daemon=True)
    for name, solution in batch.solve(made, **options):
        if not solutions:
            # The workers are there, and have more to do.
            thread.start()
        solutions[name] = solution
    thread.join(5)
    return solutions, len(killed)


def at_work(pid):
    """Whether a process has been given blicket's code, which a worker loads with its first chunk."""
    try:
        with open(f"/proc/{pid}/maps", encoding="ascii", errors="replace") as file:
            return "blicket/_native" in file.read()
    except OSError:
        return False
