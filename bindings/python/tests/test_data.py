"""Examples and sentences in every form; pandas, polars and numpy where they are installed."""

import importlib
import tempfile
import unittest
from pathlib import Path

import blicket
from blicket import Grammar
from blicket._data import read_examples, read_queries

PAIRS = [("walk", "WALK"), ("jump twice", "JUMP JUMP")]
SCAN = Grammar("walk -> WALK\njump -> JUMP\nx1 twice -> [x1] [x1]")


def package(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"*** LEFT OUT: {name} is not installed ***")


class Reading(unittest.TestCase):
    def test_every_form_gives_the_same_pairs(self):
        rows = [{"input": words, "output": tokens} for words, tokens in PAIRS]
        for form in (PAIRS, dict(PAIRS), rows, map(list, PAIRS), iter(PAIRS), [("walk", ["WALK"]), ("jump twice", "JUMP JUMP")]):
            self.assertEqual(read_examples(form), PAIRS)
        self.assertEqual(read_examples({"twenty": 20}), [("twenty", "20")])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "examples.tsv"
            path.write_bytes("\ufeffwalk\tWALK\r\n\n IN: jump twice OUT: JUMP JUMP\n".encode())
            self.assertEqual(read_examples(path), PAIRS)
            self.assertEqual(read_examples(str(path)), PAIRS)
            self.assertEqual(read_queries(path), ["walk", "jump twice"])
            path.write_text("walk\tWALK\njump\n")
            with self.assertRaisesRegex(blicket.ExamplesError, r"examples.tsv, line 2: found `jump` and no TAB, expected an input, a TAB"):
                read_examples(path)
            path.write_text("# a comment\n#\nwalk\tWALK\n! walk\tRUN\n! fly\n# jump\tJUMP\n")
            task = blicket.Task(path)
            self.assertEqual(task.examples, [("walk", "WALK")])
            self.assertEqual(task.negatives, [("walk", "RUN"), ("fly", None)])
            path.write_text("Input\tOutput\nwalk\tWALK\n")
            with self.assertWarnsRegex(UserWarning, "examples.tsv, line 1: `Input Output` seems to be the heading of a table"):
                self.assertEqual(len(blicket.Task(path).examples), 2)
            path.write_text("a\tb\tc\n")
            with self.assertRaisesRegex(blicket.ExamplesError, "line 1: found 2 TABs"):
                read_examples(path)
            path.write_bytes(b"\xff\xfe")
            with self.assertRaisesRegex(blicket.ExamplesError, "no UTF-8"):
                read_examples(path)
        with self.assertRaises(FileNotFoundError):
            blicket.learn("nowhere.tsv")

    def test_what_is_no_example_is_named(self):
        for wrong, said in (
            ([("walk", "WALK"), "jump"], "example 2 is 'jump'"),
            ([("walk",)], "example 1 is"),
            ([("walk", 1.5)], "the output of example 1 is 1.5"),
            ([("walk", None)], "the output of example 1 is None"),
            ([("walk", True)], "the output of example 1 is True"),
            ([{"in": "walk"}], "example 1 has in; expected input and output"),
        ):
            with self.assertRaisesRegex(blicket.ExamplesError, said):
                read_examples(wrong)
        for wrong in ("walk", ["walk", 3]):
            with self.assertRaises(blicket.ExamplesError):
                read_queries(wrong)


class Many(unittest.TestCase):
    INPUTS = ["walk", "walk twice", "hop", None]
    VALUES = ["WALK", "WALK WALK", None, None]

    def test_lists_and_whatever_can_be_gone_through(self):
        for form in (self.INPUTS, tuple(self.INPUTS), iter(self.INPUTS)):
            self.assertEqual(SCAN.apply_many(form), self.VALUES)
        self.assertEqual(SCAN.apply_many([]), [])
        self.assertEqual(SCAN.apply_many({"walk": 1}), ["WALK"])

    def test_a_sentence_alone_and_what_is_no_text_are_refused(self):
        with self.assertRaisesRegex(TypeError, "many texts"):
            SCAN.apply_many("walk")
        with self.assertRaisesRegex(TypeError, "input 1 is a .*int.*, expected a str or None"):
            SCAN.apply_many(["walk", 3])
        with self.assertRaises(UnicodeEncodeError):
            SCAN.apply_many(["\ud800"])

    def test_large_batches_on_any_number_of_threads_equal_single_calls(self):
        # Few different values, and then all different ones.
        inputs = [f"{'walk' if i % 3 else 'jump'}{' twice' * (i % 5)}" for i in range(40_000)] + ["hop", None] * 50
        wanted = [None if one is None else SCAN.apply(one) for one in inputs]
        names = Grammar("@do\ncall x1:words -> {x1}")
        others = [f"call {i} x" for i in range(40_000)]
        for threads in (1, 2, 7, 0):
            self.assertEqual(SCAN.apply_many(inputs, threads=threads), wanted)
            self.assertEqual(names.apply_many(others, threads=threads), [f"{i} x" for i in range(40_000)])

    def test_numpy(self):
        numpy = package("numpy")
        for dtype in (object, None):
            array = numpy.array([["walk", "walk twice"], ["hop", "jump"]], dtype=dtype)
            values = SCAN.apply_many(array)
            self.assertEqual(values.shape, (2, 2))
            self.assertEqual(values.tolist(), [["WALK", "WALK WALK"], [None, "JUMP"]])
        self.assertEqual(read_examples([("twenty", numpy.int64(20))]), [("twenty", "20")])

    def test_pandas(self):
        pandas = package("pandas")
        for dtype in (object, "string", None):
            series = pandas.Series(self.INPUTS, index=[7, 8, 9, 10], name="said", dtype=dtype)
            values = SCAN.apply_many(series)
            self.assertIsInstance(values, pandas.Series)
            self.assertEqual((list(values.index), values.name), ([7, 8, 9, 10], "said"))
            self.assertEqual([None if pandas.isna(value) else value for value in values], self.VALUES)
        frame = pandas.DataFrame({"n": [1, 2], "output": ["WALK", "JUMP JUMP"], "input": ["walk", "jump twice"]})
        self.assertEqual(read_examples(frame), PAIRS)
        self.assertEqual(read_examples(pandas.DataFrame(PAIRS)), PAIRS)
        self.assertEqual(read_examples(pandas.DataFrame({"words": ["twenty"], "value": [20]})), [("twenty", "20")])
        self.assertEqual(read_queries(frame["input"]), ["walk", "jump twice"])
        with self.assertRaisesRegex(blicket.ExamplesError, "the frame has a, b, c; expected the columns input and output"):
            read_examples(pandas.DataFrame({"a": [], "b": [], "c": []}))

    def test_polars(self):
        polars = package("polars")
        values = SCAN.apply_many(polars.Series("said", self.INPUTS))
        self.assertIsInstance(values, polars.Series)
        self.assertEqual((values.name, values.dtype, values.to_list()), ("said", polars.String, self.VALUES))
        self.assertEqual(SCAN.apply_many(polars.Series("x", ["hop"])).dtype, polars.String)
        frame = polars.DataFrame({"input": ["walk", "jump twice"], "output": ["WALK", "JUMP JUMP"]})
        self.assertEqual(read_examples(frame), PAIRS)
        solution = blicket.learn(polars.DataFrame({"words": ["dax", "lug"], "value": ["RED", "BLUE"]}))
        self.assertTrue(solution.solved)


if __name__ == "__main__":
    unittest.main()
