"""Batches on the processors of this machine: results, the store, and workers that die."""

import json
import logging
import os
import tempfile
import unittest
from pathlib import Path

import blicket
from batches import right, solve_and_kill, tasks
from blicket import Task, batch

logging.getLogger("blicket.batch").setLevel(logging.CRITICAL)


class Batches(unittest.TestCase):
    def test_every_task_is_solved_as_it_is_alone(self):
        made = tasks(60)
        seen = []
        solutions = dict(batch.solve(made, workers=2, chunk=7, progress=lambda done, total: seen.append((done, total))))
        self.assertEqual(set(solutions), set(made))
        self.assertEqual((seen[-1], len(seen)), ((60, 60), 9))
        self.assertTrue(all(right(task, solutions[name]) for name, task in made.items()))
        alone = made["task 3"].solve()
        self.assertEqual(solutions["task 3"].answers, alone.answers)

    def test_a_list_is_numbered_and_nothing_is_nothing(self):
        made = list(tasks(3).values())
        self.assertEqual({name for name, _ in batch.solve(made, workers=1)}, {"0", "1", "2"})
        self.assertEqual(list(batch.solve([])), [])

    def test_a_batch_goes_on_where_it_was_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "solved.jsonl")
            made = tasks(30)
            going = batch.solve(made, workers=1, chunk=5, store=store)
            first = [next(going) for _ in range(8)]
            going.close()
            stored = [json.loads(line)["name"] for line in Path(store).read_text(encoding="utf-8").splitlines()]
            self.assertGreaterEqual(len(stored), 8)
            self.assertLess(len(stored), 30)
            # The process may have died in the middle of a line.
            with open(store, "a", encoding="utf-8") as file:
                file.write('{"name": "task 29", "dig')
            counted = []
            again = dict(batch.solve(made, workers=1, chunk=5, store=store, progress=lambda done, _: counted.append(done)))
            self.assertEqual(set(again), set(made))
            self.assertEqual([again[name] for name, _ in first], [solution for _, solution in first])
            self.assertEqual(counted[: len(stored)], list(range(1, len(stored) + 1)), "known ones come first, one by one")
            # Now all are known: no worker is needed.
            self.assertEqual(dict(batch.solve(made, on="processes", workers=1, store=store)), again)
            # A task that has changed is solved anew.
            made["task 0"].add_query("dax")
            self.assertEqual(len(dict(batch.solve(made, workers=1, store=store))["task 0"].answers), 2)

    def test_a_file_that_is_no_store_is_refused_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "letter.txt")
            with open(path, "w") as file:
                file.write("Dear Anna,\n")
            with self.assertRaisesRegex(blicket.ExamplesError, "line 1: found `Dear Anna,`"):
                batch.solve(tasks(1), store=path)
            self.assertEqual(Path(path).read_text(), "Dear Anna,\n")

    def test_a_worker_that_dies_is_replaced_and_its_chunk_done_again(self):
        made = tasks(400)
        solutions, killed = solve_and_kill(
            made, lambda command: "spawn_main" in command, on="processes", workers=2, chunk=20
        )
        self.assertEqual(killed, 1)
        self.assertEqual(set(solutions), set(made))
        self.assertTrue(all(right(task, solutions[name]) for name, task in made.items()))

    def test_what_kills_every_worker_is_given_up(self):
        with self.assertRaisesRegex(blicket.WorkerError, "the tasks 0 failed 2 times"):
            list(batch.solve([Deadly({"dax": "RED"})], workers=1, retries=1))

    def test_mistakes_are_named(self):
        for wrong in ({"on": "moon"}, {"chunk": 0}, {"workers": 0}):
            with self.assertRaises(blicket.OptionError):
                list(batch.solve(tasks(1), **wrong))
        with self.assertRaisesRegex(blicket.ExamplesError, "the task 0 is 'dax'"):
            batch.solve(["dax"])
        # What the work itself raises comes back as it is, and is not tried again.
        with self.assertRaises(blicket.OptionError):
            list(batch.solve([Task({"dax": "RED"}, strategy="magic")], workers=1))


class Deadly(Task):
    """A task that ends whoever takes it."""

    def __setstate__(self, state):
        os._exit(9)


if __name__ == "__main__":
    unittest.main()
