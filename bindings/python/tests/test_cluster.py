"""Batches on Ray and on Dask, and what happens when a worker is killed. `make test-python-cluster` runs this."""

import logging
import os
import tempfile
import unittest

import blicket
from batches import right, solve_and_kill, tasks
from blicket import Task, batch

logging.getLogger("blicket.batch").setLevel(logging.CRITICAL)
# How the processes of workers are called.
WORKERS = {"ray": lambda command: "ray::" in command, "dask": lambda command: "spawn_main" in command}


class Clusters(unittest.TestCase):
    def test_a_killed_worker(self):
        for on, is_worker in WORKERS.items():
            with self.subTest(on):
                made = tasks(600)
                solutions, killed = solve_and_kill(made, is_worker, on=on, workers=2, chunk=25)
                self.assertEqual(killed, 1)
                self.assertEqual(set(solutions), set(made))
                self.assertTrue(all(right(task, solutions[name]) for name, task in made.items()))

    def test_the_store_is_the_same_for_all(self):
        made = tasks(40)
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "solved.jsonl")
            going = batch.solve(made, on="ray", workers=1, chunk=5, store=store)
            next(going)
            going.close()
            there = dict(batch.solve(made, on="dask", workers=1, chunk=5, store=store))
        here = dict(batch.solve(made, workers=1))
        self.assertEqual({name: one.answers for name, one in there.items()}, {name: one.answers for name, one in here.items()})

    def test_a_client_that_is_there_is_used_and_left_alone(self):
        import distributed

        with distributed.Client(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50) as client:
            for _ in range(2):
                self.assertEqual(len(list(batch.solve(tasks(5), on=client))), 5)
            self.assertEqual(client.status, "running")

    def test_what_the_work_raises_comes_back(self):
        for on in WORKERS:
            with self.subTest(on), self.assertRaises(blicket.OptionError):
                list(batch.solve([Task({"dax": "RED"}, strategy="magic")], on=on, workers=1))


if __name__ == "__main__":
    unittest.main()
