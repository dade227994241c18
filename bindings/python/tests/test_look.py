"""What a notebook shows: well-formed, bounded, and without anything that an input could smuggle in."""

import unittest
import xml.etree.ElementTree as tree

import blicket
from blicket import Grammar

SCAN = Grammar("walk -> WALK\nx1 and x2 -> [x1] [x2]\nx1 twice -> [x1] [x1]")


def parsed(html):
    """HTML of ours is XML, too."""
    return tree.fromstring(html.replace("<br>", "<br/>"))


class Looks(unittest.TestCase):
    def test_a_grammar_is_a_table_by_section(self):
        grammar = Grammar("@do\nlight x1:room -> ON ( [x1] )\n@room\nhall -> H\n@level\n%numbers\none -> 1\n")
        rows = list(parsed(grammar._repr_html_()).iter("tr"))
        self.assertEqual(len(rows), 3 + 3)
        self.assertEqual("".join(rows[0].itertext()), "@do")
        self.assertEqual("".join(rows[4].itertext()), "@level (numbers)")

    def test_a_derivation_is_a_tree(self):
        svg = tree.fromstring(SCAN.explain("walk twice and walk").svg())
        space = "{http://www.w3.org/2000/svg}"
        self.assertEqual(len(list(svg.iter(f"{space}rect"))), 4)
        self.assertEqual(len(list(svg.iter(f"{space}line"))), 3)
        texts = ["".join(text.itertext()) for text in svg.iter(f"{space}text")]
        self.assertIn("walk twice and walk", texts)
        self.assertIn("WALK WALK WALK", texts)
        width = float(svg.get("width"))
        for box in svg.iter(f"{space}rect"):
            self.assertGreaterEqual(float(box.get("x")), 0)
            self.assertLessEqual(float(box.get("x")) + float(box.get("width")), width)

    def test_boxes_of_one_level_do_not_overlap(self):
        wide = Grammar("a -> A\nx1 and x2 -> [x1] [x2]\nu1 of u2 -> [u1]\nx1 averyverylongwordindeed -> [x1]")
        for sentence in ("a and a of a and a averyverylongwordindeed", "a averyverylongwordindeed and a averyverylongwordindeed"):
            svg = tree.fromstring(wide.explain(sentence).svg())
            levels = {}
            for box in svg.iter("{http://www.w3.org/2000/svg}rect"):
                levels.setdefault(box.get("y"), []).append((float(box.get("x")), float(box.get("width"))))
            for boxes in levels.values():
                boxes.sort()
                for (left, width), (right, _) in zip(boxes, boxes[1:]):
                    self.assertLessEqual(left + width, right + 1)

    def test_long_ones_are_bounded(self):
        deep = SCAN.explain("walk" + " twice" * 15)
        self.assertLess(len(deep._repr_html_()), 100_000)
        long = SCAN.explain(" and ".join(["walk"] * 2000))
        parsed(long._repr_html_())
        self.assertLess(len(long._repr_html_()), 500_000)
        self.assertIn("more steps", long._repr_html_())
        many = Grammar("\n".join(f"w{index} -> W" for index in range(500)))._repr_html_()
        self.assertTrue(many.endswith("… and 300 more rules</td></tr></table>"), many[-100:])

    def test_nothing_is_smuggled_in(self):
        evil = "<script>alert(1)</script>"
        grammar = Grammar(f'"{evil}" -> "{evil}"\nx1 twice -> [x1] [x1]')
        solution = blicket.learn([(evil, evil), ("a", "B")], [evil, f"{evil} {evil}"])
        for html in (grammar._repr_html_(), grammar.explain(f"{evil} twice")._repr_html_(), solution._repr_html_()):
            self.assertNotIn("<script", html)
            self.assertIn("&lt;script", html)
            parsed(html)

    def test_a_solution_shows_answers_doubt_and_problems(self):
        solution = blicket.learn([("dax", "RED"), ("lug", "BLUE"), ("dax", "BLUE")], ["lug", "zup zup"])
        html = solution._repr_html_()
        parsed(html)
        self.assertIn("contradict", html)
        self.assertIn(" %", html)
        self.assertIn("best", html)
        parsed(blicket.learn([], ["dax"])._repr_html_())

    def test_stuck_ones(self):
        self.assertIn("stuck: no rule matches hop", SCAN.explain("hop")._repr_html_())
        self.assertIn("depth", Grammar("x1 -> [x1]").explain("a")._repr_html_())


if __name__ == "__main__":
    unittest.main()
