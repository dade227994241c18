"""Hostile calls: whatever is passed to the package, there is a value or an exception that is documented, and never a panic, a
defect or the end of the process. HOSTILE=100000 tries so many calls; SEED is where they begin."""

import os
import random
import unittest

import blicket
from blicket import Engine, Grammar, Task

CALLS = int(os.environ.get("HOSTILE", "3000"))
SEED = int(os.environ.get("SEED", "0"))
# What a caller who passes nonsense has to expect.
EXPECTED = (blicket.Error, TypeError, ValueError, OverflowError, LookupError, AttributeError, OSError)
PIECES = ["dax", "lug", "x1", "u1", "[x1]", "->", "%numbers", "%doubt", "%not", "%shown", "%alternative 0.5", "%rules 1-2", "%use en",
          "@a", "x1:a", "{x1}", "(", ")", "|", "?", "\"", "\\", "#", "\n", "\t", "\0", "\u200b", "\ufeff", "e\u0301", "\U0001f600",
          "9" * 30, "-1", "IN:", "OUT:", "! "]
GRAMMARS = ["dax -> RED\nx1 fep -> [x1] [x1]\n", "%numbers\nten -> 10\none -> 1\nu1 u2 -> [u1] + [u2]\n",
            "@do\ntake x1:thing -> T ( [x1] )\n@thing\nlamp -> L\nx1:unlisted -> {x1}\n", "a -> A\n%doubt\n%not a\n%alternative 1\n"]


class Text(str):
    """A text that is not what it seems."""

    def __len__(self):
        return 1 << 60

    def __hash__(self):
        raise ValueError("no hash")


class Endless:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError("it ends badly")

    def __len__(self):
        return -1

    def __index__(self):
        return 1 << 100


class Changing(list):
    """A list that loses its elements while it is gone through."""

    def __iter__(self):
        for item in self[:]:
            self.clear()
            yield item


class Nonsense:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        joint = self.random.choice(["", " ", "\n"])
        return joint.join(self.random.choices(PIECES, k=self.random.randrange(12)))

    def value(self, depth=0):
        pick = self.random.randrange(16 if depth < 3 else 9)
        if pick < 4:
            return self.text()
        if pick < 9:
            return self.random.choice([None, True, -1, 0, 1 << 64, 1 << 200, 1.5, float("nan"), float("inf"), b"dax", "\ud800", object(),
                                       Text("dax"), Endless(), type, lambda: None, 3 + 4j, range(3), memoryview(b"a")])
        items = [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if pick < 12:
            return self.random.choice([list, tuple, Changing, iter])(items)
        if pick < 14:
            return [(self.text(), self.value(depth + 1)) for _ in items]
        return {self.text(): item for item in items}

    def grammar(self):
        return Grammar(self.random.choice(GRAMMARS))

    def examples(self):
        """Mostly examples, so that what comes behind their reading is reached."""
        if self.random.random() < 0.3:
            return self.value()
        return [(self.random.choice(["dax", "dax fep", "lug", self.text()]), self.text()) for _ in range(self.random.randrange(5))]

    def options(self):
        names = ["strategy", "timeout", "steps", "pinned", "disabled", "normalisation", "question_pool", "seed", "noise",
                 "domain", "questions", "keep_doubt", "use_query_inputs", self.text()]
        return {name: self.value() for name in self.random.sample(names, self.random.randrange(3))}

    def call(self):
        """A call that chance chooses; nothing of its outcome is looked at but whether it is one."""
        any_value, grammar = self.value, self.grammar()
        calls = [
            lambda: Grammar(self.text()),
            lambda: Grammar(any_value()),
            lambda: getattr(grammar, self.random.choice(["apply", "evaluate", "explain", "number", "slots", "votes", "advise"]))(any_value()),
            lambda: grammar.apply(self.text()),
            lambda: grammar.advise(self.text(), self.random.choice([0, 3, 1 << 20, -1, 1 << 100])),
            lambda: grammar.apply_many(any_value(), threads=self.random.choice([0, 1, 3, 1 << 60, -1])),
            lambda: grammar.apply_many([any_value() for _ in range(3)]),
            lambda: grammar.with_limits(steps=any_value(), output=any_value()).apply(self.text()),
            lambda: grammar.with_limits(steps=0, depth=0, output=0, text=0).evaluate(self.text()),
            lambda: grammar == any_value(),
            lambda: blicket.check(any_value()),
            lambda: blicket.format(any_value()),
            lambda: blicket.lint(self.examples()),
            lambda: blicket.export(grammar, any_value()),
            lambda: blicket.differences(grammar, self.examples()),
            lambda: Engine(device=any_value(), threads=any_value(), memory_limit=any_value()),
            lambda: Task(self.examples(), any_value(), **self.options()),
            lambda: self.learn(),
        ]
        return self.random.choice(calls)()

    def learn(self):
        options = {**self.options(), "strategy": "deduce", "steps": 300, "timeout": 1}
        return str(blicket.learn(self.examples(), [self.text()], engine=ENGINE, **options))


ENGINE = Engine(threads=1)


class Hostile(unittest.TestCase):
    def test_calls_by_chance_end_as_they_should(self):
        fine = refused = 0
        for number in range(CALLS):
            nonsense = Nonsense(SEED + number)
            try:
                nonsense.call()
                fine += 1
            except blicket.InternalError as error:
                self.fail(f"SEED={SEED + number} HOSTILE=1: a defect: {error}")
            except EXPECTED:
                refused += 1
            # A panic of Rust is none of Python's usual exceptions.
            except BaseException as error:
                self.fail(f"SEED={SEED + number} HOSTILE=1: {type(error).__module__}.{type(error).__name__}: {error}")
        # Both sides are reached, or this looks at nothing.
        if CALLS >= 1000:
            self.assertGreater(fine, CALLS // 10)
            self.assertGreater(refused, CALLS // 10)
        # And what is right still works.
        self.assertEqual(Grammar(GRAMMARS[0]).apply("dax fep"), "RED RED")


if __name__ == "__main__":
    unittest.main()
