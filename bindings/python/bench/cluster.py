"""How long a batch takes with one worker and with two, on each kind of cluster.

    python bench/cluster.py REPOSITORY

Wall-clock seconds from the first result to the last, after the cluster has started, and tasks a second: workers share the
machine with whatever else runs on it.
"""

import logging
import sys
import time
from pathlib import Path

from blicket import batch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from batches import right, tasks  # noqa: E402

COUNT = 4000
logging.getLogger("blicket.batch").setLevel(logging.CRITICAL)


def measure(on, workers):
    made = tasks(COUNT)
    begun = time.perf_counter()
    first, solved = None, 0
    for name, solution in batch.solve(made, on=on, workers=workers, chunk=50):
        first = first or time.perf_counter()
        solved += right(made[name], solution)
    ended = time.perf_counter()
    return first - begun, ended - first, solved


def main():
    print(f"{COUNT:,} tasks in chunks of 50")
    print(f"{'':12}{'workers':>8}{'start s':>9}{'seconds':>9}{'a second':>10}{'right':>8}")
    for on in ("processes", "ray", "dask"):
        for workers in (1, 2):
            start, took, solved = measure(on, workers)
            print(f"{on:12}{workers:8}{start:9.1f}{took:9.1f}{COUNT / took:10.0f}{solved:8}", flush=True)


if __name__ == "__main__":
    main()
