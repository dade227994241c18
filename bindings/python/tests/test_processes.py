"""Processes: fork and spawn, with everything that crosses between them."""

import multiprocessing
import threading
import unittest

import blicket
from blicket import Engine, Grammar, Task

EXAMPLES = {"dax": "RED", "lug": "BLUE", "dax fep": "RED RED RED"}
# Used before the processes are made, so that a fork has something to go wrong with.
ENGINE = Engine(threads=2)
TASK = Task(EXAMPLES, ["lug fep"])
GRAMMAR = Grammar("dax -> RED\nu1 fep -> [u1] [u1] [u1]")


def learn(index):
    return blicket.learn(EXAMPLES, ["lug fep"]).answers[0].text


def use_what_was_sent(parts):
    engine, task, grammar = parts
    return engine.solve(task).answers[0].text, task.solve().answers[0].text, grammar.apply("dax fep")


def use_what_was_there(index):
    """The parent's engine, task and grammar, as a fork has them."""
    return ENGINE.solve(TASK).answers[0].text, TASK.solve().answers[0].text, GRAMMAR.apply("dax fep")


def many(grammar):
    return grammar.apply_many(["dax fep", "hop"], threads=2)


class Processes(unittest.TestCase):
    WANTED = ("BLUE BLUE BLUE", "BLUE BLUE BLUE", "RED RED RED")

    def setUp(self):
        ENGINE.solve(TASK)
        blicket.learn(EXAMPLES)

    def test_fork_and_spawn(self):
        for method in ("fork", "spawn"):
            with self.subTest(method), multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(learn, range(4)), ["BLUE BLUE BLUE"] * 4)
                parts = [(ENGINE, TASK, GRAMMAR)] * 2
                self.assertEqual(pool.map(use_what_was_sent, parts), [self.WANTED] * 2)
                self.assertEqual(pool.map(use_what_was_there, range(2)), [self.WANTED] * 2)
                self.assertEqual(pool.map(many, [GRAMMAR]), [["RED RED RED", None]])

    def test_a_fork_while_a_search_of_the_parent_runs(self):
        from test_learning import endless

        search = ENGINE.start(endless())
        try:
            search.wait(0.1)
            with multiprocessing.get_context("fork").Pool(1) as pool:
                self.assertEqual(pool.map(use_what_was_there, range(2)), [self.WANTED] * 2)
            self.assertFalse(search.done, "the parent's goes on")
        finally:
            search.cancel()
        self.assertTrue(search.wait(30))

    def test_solutions_come_back_from_another_process(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            solution = pool.apply(ENGINE.solve, (TASK,))
        self.assertEqual(solution.answers, ENGINE.solve(TASK).answers)

    def test_errors_come_back_too(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            with self.assertRaises(blicket.GrammarError):
                pool.apply(Grammar, ("a => b",))

    def test_the_shared_engine_is_one_for_all_threads(self):
        engines = set()
        threads = [threading.Thread(target=lambda: engines.add(blicket._engine.shared_engine())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(engines), 1)


if __name__ == "__main__":
    unittest.main()
