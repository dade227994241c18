"""Figures, standard errors, and how they stand to the published ones."""

import unittest

from paper import published, reproduction
from paper.results import Figure, mean, share
from paper.tables import average, compare


class Figures(unittest.TestCase):
    def test_a_share_counts_episodes_by_their_size(self):
        equal = share([(10, 10), (5, 10), (0, 0), (9, 10)])
        self.assertAlmostEqual(equal.value, 80)
        variance = (0.2 ** 2 + 0.3 ** 2 + 0.1 ** 2) / 2
        self.assertAlmostEqual(equal.error, 100 * (variance / 3) ** 0.5)
        self.assertEqual(equal.count, 3)
        self.assertAlmostEqual(share([(1, 1), (0, 3)]).value, 25)
        self.assertIsNone(share([(3, 4)]).error)
        self.assertIsNone(share([]))

    def test_a_mean_has_its_standard_error(self):
        found = mean([1.0, 2.0, 6.0])
        self.assertAlmostEqual(found.value, 3)
        self.assertAlmostEqual(found.error, (7 / 3) ** 0.5)
        self.assertIsNone(mean([]))

    def test_a_figure_below_the_papers_is_said_to_be(self):
        paper = Figure(96.0, 1.3, 0)
        self.assertEqual(compare(Figure(95.96, 0.1, 200), paper), "")
        self.assertEqual(compare(Figure(95.9, 0.1, 200), paper), "within")
        self.assertEqual(compare(Figure(93.0, 0.1, 200), paper), "below")
        self.assertEqual(compare(Figure(99.9, 0.0, 200), Figure(100.0, None, 0)), "below")
        self.assertEqual(compare(Figure(3.0, 0.1, 20), Figure(39.1, 11.9, 0), fewer_is_better=True), "")
        below = Figure(1, None, 0, "<")
        for value, error, mark in ((0.9, 0.1, ""), (1.0, 0.1, "within"), (1.5, 0.9, "within"), (1.5, 0.1, "below")):
            self.assertEqual(compare(Figure(value, error, 200), below, fewer_is_better=True), mark, value)

    def test_a_figure_is_alike_within_two_standard_errors(self):
        paper = Figure(58.5, 3.6, 0)
        for value, error, kind in ((50, 2.5, "alike"), (49, 2.5, "lower"), (70, 2.5, "higher"), (65, None, "alike")):
            self.assertEqual(reproduction.compare(Figure(value, error, 50), paper), kind, value)
        self.assertEqual(reproduction.compare(Figure(0.4, 0.1, 20), Figure(0, None, 0)), "higher")
        for value, kind in ((54, "lower"), (88, "alike"), (99, "alike")):
            self.assertEqual(reproduction.compare(Figure(value, 2.5, 50), Figure(89, None, 0, "≥")), kind, value)

    def test_an_average_needs_all_its_figures(self):
        self.assertEqual(average([Figure(90, 3, 5), Figure(100, 4, 5)]), Figure(95, 2.5, 10))
        self.assertIsNone(average([Figure(90, 3, 5), None]))


class Published(unittest.TestCase):
    def test_figures_are_where_the_paper_has_them(self):
        for asked, value, error in (
            (("rules", "13", "synth"), 77.5, 3.1),
            (("rules", "7", "no search"), 59.5, 5.7),
            (("rules", "6", "robustfill"), 3.5, None),
            (("human", "human", "synth"), 98.75, None),
            (("scan", "simple", "no search"), 13.3, 3.3),
            (("scan", "jump", "seq2seq (quoted)"), 0.08, None),
            (("scan", "length", "synth", "programs"), 1516, 547),
            (("scan", "right", "synth", "share"), 0.94, None),
            (("scan-fixed", "right-60", "synth"), 80.75, 6.8),
            (("scan-sampled", "simple", "synth", "examples"), 255.8, 39.0),
            (("numbers", "fr", "meta seq2seq"), 40.0, 5.3),
        ):
            found = published.figure(*asked)
            self.assertEqual((found.value, found.error), (value, error), asked)
        self.assertIsNone(published.figure("support", "10", "synth"))
        for asked, shown in ((("rules", "3", "synth"), "≥ 89"), (("support", "70", "synth", "any wrong"), "< 1")):
            self.assertEqual(published.figure(*asked).shown(), shown)


if __name__ == "__main__":
    unittest.main()
