"""Tasks, engines and searches."""

import asyncio
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import unittest

import blicket
from blicket import Engine, Task, _native

EXAMPLES = [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")]


def endless():
    """A task that keeps a search busy for its 60 seconds: all outputs are of one token, so that nearly every grammar could
    be the one, and of random lengths, so that none is."""
    rng = random.Random(1)
    examples = [(" ".join(rng.choices("abcdefgh", k=12)), " ".join("X" * rng.randint(20, 59))) for _ in range(12)]
    return Task(examples, timeout=60, strategy="deduce")


class Learning(unittest.TestCase):
    def test_learn(self):
        solution = blicket.learn(EXAMPLES, ["lug fep"])
        self.assertTrue(solution)
        self.assertEqual((solution.outcome, solution.stop, solution.satisfied, solution.examples), ("solved", "solved", 3, 3))
        answer = solution.answers[0]
        self.assertEqual((answer.query, answer.text, answer.agrees, answer.stuck), ("lug fep", "BLUE BLUE BLUE", True, None))
        self.assertGreater(answer.confidence, 0.5)
        self.assertEqual(solution.grammar.apply("lug fep"), "BLUE BLUE BLUE")
        with self.assertRaises(KeyError):
            solution["another"]

    def test_answers_have_slots_and_number(self):
        solution = blicket.learn({"one": 1, "two": 2, "twenty": 20, "twenty one": 21}, ["twenty two"])
        self.assertEqual((solution["twenty two"].number, solution["twenty two"].text), (22, "22"))

    def test_further_grammars_have_weights(self):
        solution = blicket.learn([("dax", "RED"), ("lug", "BLUE"), ("dax lug fep", "BLUE RED")], ["lug dax fep"])
        self.assertTrue(all(0 <= weight <= 1 for _, weight in solution.alternatives))
        for text, weight in solution.answers[0].alternatives:
            self.assertNotEqual(text, solution.answers[0].text)
            self.assertGreater(weight, 0)

    def test_contradictions_are_named(self):
        solution = blicket.learn([("dax", "RED"), ("dax", "BLUE")])
        self.assertFalse(solution)
        problem = solution.problems[0]
        self.assertEqual((problem.kind, problem.data["examples"]), ("contradiction", [0, 1]))
        self.assertIn("examples 1 and 2 contradict", str(problem))
        self.assertEqual(len(solution.unsatisfied), 1)

    def test_no_examples(self):
        solution = blicket.learn([], ["dax"])
        self.assertEqual((solution.outcome, solution.grammar, solution.answers[0].text), ("none", None, None))
        self.assertEqual(solution.problems[0].kind, "no_examples")

    def test_a_solution_is_json_and_can_be_pickled(self):
        solution = blicket.learn(EXAMPLES, ["lug fep", "fep"])
        for again in (blicket.Solution.from_json(solution.json(), solution.queries), pickle.loads(pickle.dumps(solution))):
            self.assertEqual(again, solution)
            self.assertEqual(again.answers, solution.answers)

    def test_the_same_seed_and_steps_give_the_same(self):
        def solve(**options):
            return blicket.learn(EXAMPLES, ["lug fep"], steps=5000, seed=3, **options)

        self.assertEqual(solve().answers, solve(engine=Engine(threads=1)).answers)

    def test_options(self):
        for wrong in ({"strategy": "magic"}, {"domain": "tunes"}, {"seed": -1}, {"timeout": -1}, {"normalisation": "x"}):
            with self.assertRaisesRegex(blicket.OptionError, "expected"):
                blicket.learn(EXAMPLES, **wrong)
        with self.assertRaisesRegex(blicket.OptionError, "no option `nois`"):
            blicket.learn(EXAMPLES, nois=True)
        for wrong in ({"device": "gpu"}, {"threads": 0}):
            with self.assertRaisesRegex(blicket.OptionError, "expected"):
                Engine(**wrong)
        # Every option of the core can be given.
        named = {name for name, _ in Task(use_query_inputs=False)._named_options()}
        self.assertLessEqual(named, set(_native.option_names()))
        for name in set(_native.option_names()) - named:
            Task(**{name: 1})

    def test_a_task_that_gets_another_example(self):
        task = Task(EXAMPLES[:2])
        self.assertTrue(task.solve().solved)
        task.add_example(*EXAMPLES[2])
        task.add_query("lug fep")
        self.assertEqual(task.solve()["lug fep"].text, "BLUE BLUE BLUE")
        again = pickle.loads(pickle.dumps(task))
        self.assertEqual(again.solve()["lug fep"].text, "BLUE BLUE BLUE")

    def test_questions_and_what_is_not_so(self):
        task = Task([*EXAMPLES, ("dax kiki lug", "BLUE RED")], steps=20_000, questions=3)
        questions = task.solve().questions
        self.assertGreater(len(questions), 0)
        question = questions[0]
        self.assertGreater(question.worth, 0)
        self.assertGreater(len(question.answers), 1)
        first = question.answers[0]
        if first.text is None:
            task.add_example(question.input, question.answers[1].text)
        else:
            task.add_wrong_output(question.input, first.text)
            task.add_query(question.input)
            self.assertNotEqual(task.solve().answers[0].text, first.text)
        pool = Task(task.examples, questions=2, question_pool=["lug dax fep", "lug"], steps=20_000)
        self.assertLessEqual({one.input for one in pool.solve().questions}, {"lug dax fep", "lug"})
        refused = Task(EXAMPLES, ["lug fep"], steps=20_000)
        refused.add_no_sentence("lug fep")
        # All grammars that satisfy the examples read it: then it is refused by name, and nothing else is.
        solution = refused.solve()
        self.assertIsNone(solution.answers[0].text)
        self.assertIsNone(solution.grammar.apply("lug fep"))
        self.assertEqual(solution.grammar.apply("dax fep"), "RED RED RED")
        self.assertEqual(pickle.loads(pickle.dumps(refused)).negatives, [("lug fep", None)])

    def test_pinned_rules_are_kept_and_disabled_examples_are_not_learnt_from(self):
        task = Task([*EXAMPLES, ("dax", "PINK")], ["lug gazzer"], pinned="u1 gazzer -> [u1] LOUD", steps=20_000)
        task.disabled = {len(EXAMPLES)}
        solution = task.solve()
        self.assertTrue(solution.solved)
        self.assertIn("u1 gazzer -> [u1] LOUD", str(solution.grammar))
        self.assertEqual(solution.answers[0].text, "BLUE LOUD")
        task.pinned = "u1 fep -> [u1]"
        self.assertIn("pinned_against", [problem.kind for problem in task.solve().problems])
        task.pinned = "u1 fep -> [u2]"
        with self.assertRaisesRegex(blicket.OptionError, "line 1, column 11"):
            task.solve()

    def test_noise(self):
        examples = [(f"{a} twice", f"{a.upper()} {a.upper()}") for a in "abcdefgh"] + [(a, a.upper()) for a in "abcdefgh"]
        wrong = examples + [("a twice b", "Q Z Q Z Q")]
        solution = blicket.learn(wrong, noise=True, steps=20_000)
        self.assertIn("given_up", [problem.kind for problem in solution.problems])


class Searches(unittest.TestCase):
    def test_progress_cancel_and_the_best_so_far(self):
        engine = Engine()
        with engine.start(endless()) as search:
            seen = []
            for progress in search.every(0.05):
                seen.append(progress)
                if len(seen) == 3:
                    self.assertEqual(search.best.stop, "running")
                    search.cancel()
            self.assertTrue(search.done)
            self.assertEqual(seen[-1].phase, "done")
            self.assertEqual(search.result().stop, "cancelled")

    def test_timeouts(self):
        search = Engine().start(endless())
        with self.assertRaises(TimeoutError):
            search.result(timeout=0.1)
        self.assertFalse(search.wait(0))
        search.cancel()
        self.assertTrue(search.wait(30))
        task = endless()
        task.timeout = 0.2
        self.assertEqual(task.solve().stop, "timeout")

    def test_await(self):
        async def both():
            engine = Engine()
            first, second = engine.start(Task(EXAMPLES, ["lug fep"])), engine.start(Task(EXAMPLES, ["dax"]))
            solutions = await asyncio.gather(first, second)
            self.assertEqual([one.answers[0].text for one in solutions], ["BLUE BLUE BLUE", "RED"])
            search = engine.start(endless())
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(search._wait(), 0.1)
            self.assertTrue(search.wait(30))
            self.assertEqual(search.best.stop, "cancelled")

        asyncio.run(both())

    def test_other_threads_go_on_during_a_search(self):
        counted = []
        stop = threading.Event()

        def count():
            while not stop.is_set():
                counted.append(1)
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        task = endless()
        task.timeout = 0.5
        before = len(counted)
        task.solve()
        during = len(counted) - before
        stop.set()
        thread.join()
        self.assertGreater(during, 5)

    def test_threads_share_an_engine(self):
        engine, answers = Engine(threads=2), []

        def solve(index):
            answers.append(engine.solve(Task(EXAMPLES + [(f"n{index}", "X")], ["lug fep"])).answers[0].text)

        threads = [threading.Thread(target=solve, args=(index,)) for index in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, ["BLUE BLUE BLUE"] * 8)

    def test_control_c_ends_a_search(self):
        script = (
            "import sys, test_learning\n"
            "print('begins', flush=True)\n"
            "try:\n    test_learning.endless().solve()\n"
            "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
        )
        here = os.path.dirname(os.path.abspath(__file__))
        # As a shell in the background starts it, a process ignores Ctrl-C: this one does not.
        run = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n" + script
        process = subprocess.Popen([sys.executable, "-c", run], cwd=here, stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "begins\n")
        time.sleep(0.3)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=50)
        self.assertEqual((said, process.returncode), ("interrupted\n", 0))
        self.assertLess(time.monotonic() - start, 45, "the search itself has 60 seconds")


class Networks(unittest.TestCase):
    def test_with_the_package_onnxruntime(self):
        from blicket._engine import installed_runtime

        if installed_runtime() is None:
            self.skipTest("*** LEFT OUT: onnxruntime is not installed ***")
        self.assertNotIn("onnxruntime", sys.modules, "it is looked for, and not imported")
        engine = Engine(threads=1)
        engine.warm_up()
        version, path = engine.runtime
        self.assertIn("onnxruntime", path)
        self.assertIn(version, str(engine))
        solution = engine.solve(Task(EXAMPLES, ["lug fep"], strategy="neural", steps=2000))
        self.assertNotIn("no_network", [problem.kind for problem in solution.problems])

    def test_without_it_a_clear_word(self):
        script = (
            "import sys, importlib.util, blicket\n"
            "find = importlib.util.find_spec\n"
            "importlib.util.find_spec = lambda name, *a: None if name == 'onnxruntime' else find(name, *a)\n"
            "engine = blicket.Engine()\n"
            "try:\n    engine.warm_up()\n"
            "except blicket.RuntimeUnavailable as error:\n    print(str(error)[-60:])\n"
            "solution = blicket.learn({'dax': 'RED'}, ['dax'], strategy='neural', engine=engine)\n"
            "print(solution.problems[0].kind, str(solution.problems[0])[-60:])\n"
            "print(blicket.learn({'dax': 'RED'}, ['dax'], engine=engine)['dax'].text)\n"
        )
        environment = {key: value for key, value in os.environ.items() if key != "BLICKET_ONNXRUNTIME"}
        done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment, check=True)
        lines = done.stdout.splitlines()
        if len(lines) == 2:
            self.skipTest("the system has an ONNX Runtime of its own")
        hint = "pip install 'blicket[neural]' brings ONNX Runtime"
        self.assertTrue(lines[0].endswith(hint), lines)
        self.assertTrue(lines[1].startswith("no_network") and lines[1].endswith(hint), lines)
        self.assertEqual(lines[2], "RED")

    def test_a_runtime_that_is_named_and_missing(self):
        with self.assertRaisesRegex(blicket.RuntimeUnavailable, "nowhere"):
            Engine(runtime="/nowhere/libonnxruntime.so.1").warm_up()
        with self.assertRaises(blicket.DeviceUnavailable):
            Engine(device="cuda:7")


if __name__ == "__main__":
    unittest.main()
