"""Grammars: applying, explaining, keeping."""

import copy
import pickle
import threading
import unittest

import blicket
from blicket import Grammar

SCAN = Grammar("walk -> WALK\njump -> JUMP\nx1 and x2 -> [x1] [x2]\nx1 twice -> [x1] [x1]")
HOME = Grammar("@do\nlight x1:room -> ON ( [x1] )\n@room\nthe? (hall|corridor) -> H\nkitchen -> K")


class Grammars(unittest.TestCase):
    def test_apply_gives_text_or_none(self):
        self.assertEqual(SCAN.apply("walk twice and jump"), "WALK WALK JUMP")
        self.assertIsNone(SCAN.apply("hop"))
        self.assertIsNone(SCAN.apply(""))
        self.assertEqual(Grammar("ünï -> 日本").apply("ünï"), "日本")

    def test_wrong_arguments_are_type_errors_and_lone_surrogates_are_refused(self):
        for wrong in (None, 3, b"walk"):
            with self.assertRaises(TypeError):
                SCAN.apply(wrong)
        with self.assertRaises(UnicodeEncodeError):
            SCAN.apply("\ud800")
        with self.assertRaises(TypeError):
            Grammar(None)

    def test_an_evaluation_says_why_there_is_no_value(self):
        self.assertEqual(SCAN.evaluate("walk hop").stuck, ("walk", "hop"))
        limited = SCAN.with_limits(output=3).evaluate("walk twice twice")
        self.assertEqual((limited.text, limited.stuck, limited.reason), (None, None, "length"))
        self.assertEqual(SCAN.evaluate("walk twice").tokens, ("WALK", "WALK"))

    def test_slots(self):
        slot = HOME.slots("light the hall")[0]
        self.assertEqual((slot.section, slot.words, slot.start, slot.stop, slot.value), ("room", "the hall", 1, 3, "H"))

    def test_numbers(self):
        numbers = Grammar("%use numbers.en")
        self.assertEqual((numbers.domain, numbers.number("twenty one"), numbers.apply("twenty one")), ("numbers", 21, "21"))
        self.assertEqual(numbers.evaluate("twenty one").number, 21)
        self.assertIsNone(SCAN.number("walk"))

    def test_rules_and_sections(self):
        self.assertEqual(SCAN.rules[0], "walk -> WALK")
        self.assertEqual([section.name for section in SCAN.sections], [None])
        self.assertEqual([section.name for section in HOME.sections], ["do", "room"])
        self.assertEqual(sum(len(section.rules) for section in HOME.sections), len(HOME))
        self.assertIn("kitchen", HOME.words)

    def test_the_same_text_is_the_same_grammar(self):
        again = Grammar(SCAN.text)
        self.assertEqual(again, SCAN)
        self.assertEqual(hash(again), hash(SCAN))
        self.assertEqual(len({again, SCAN, HOME}), 2)
        self.assertNotEqual(SCAN, HOME)
        self.assertNotEqual(SCAN, SCAN.with_limits(steps=5))
        self.assertNotEqual(SCAN, SCAN.text)

    def test_pickle_and_copy_keep_text_and_limits(self):
        limited = HOME.with_limits(steps=5)
        for grammar in (SCAN, HOME, limited):
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                self.assertEqual(pickle.loads(pickle.dumps(grammar, protocol)), grammar)
            self.assertEqual(copy.deepcopy(grammar), grammar)
        self.assertEqual(pickle.loads(pickle.dumps(limited)).evaluate("light hall").reason, "steps")

    def test_an_error_has_place_and_expectation(self):
        with self.assertRaises(blicket.GrammarError) as caught:
            Grammar("a -> b\nu1 fep -> [u2]\nx1:rom -> [x1]")
        error = caught.exception
        self.assertEqual((error.line, error.column, error.found), (2, 11, "`[u2]`"))
        self.assertEqual(len(error.errors), 2)
        self.assertIn("line 2, column 11", str(error))
        self.assertIsInstance(error, ValueError)
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_explain(self):
        derivation = SCAN.explain("walk twice and jump")
        self.assertEqual(derivation.value, "WALK WALK JUMP")
        self.assertEqual(derivation.steps[0].words, ("walk", "twice", "and", "jump"))
        self.assertEqual([step.depth for step in derivation.steps], [0, 1, 2, 1])
        self.assertEqual(SCAN.explain("walk hop").stuck, ("walk", "hop"))
        self.assertEqual(Grammar("%numbers\none -> 1").explain("one").value, "1")

    def test_advice(self):
        advice = HOME.advise("light kitchn")
        self.assertFalse(advice.read)
        self.assertEqual(advice.unknown, (("kitchn", 1),))
        self.assertIn("light kitchen", [near.text for near in advice.nearest])
        self.assertTrue(HOME.advise("light hall").read)

    def test_long_inputs_and_many_threads_give_the_same(self):
        sentence = " and ".join(["walk twice"] * 1000)
        wanted = " ".join(["WALK"] * 2000)
        wrong = []

        def work():
            for _ in range(20):
                if SCAN.apply(sentence) != wanted or SCAN.apply("jump twice") != "JUMP JUMP":
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_tools(self):
        self.assertEqual(blicket.format("dax   ->  RED"), "dax -> RED\n")
        self.assertEqual([one.kind for one in blicket.check("a ->\na -> B")], ["duplicate-rule"])
        self.assertEqual(blicket.check("a -> B"), [])
        self.assertEqual([one.severity for one in blicket.check("a => b")], ["error"])
        with self.assertRaises(blicket.OptionError):
            blicket.export(HOME, "latin")
        self.assertIn("root ::=", blicket.export(HOME, "gbnf"))
        remarks = blicket.lint([("a b", "X"), ("a b", "Y")])
        self.assertIn("contradiction", [remark.kind for remark in remarks])
        self.assertTrue(str(remarks[0]).startswith("example "), remarks[0])


if __name__ == "__main__":
    unittest.main()
