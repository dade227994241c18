"""Every example of a docstring gives what it says; everything public has a docstring."""

import doctest
import inspect
import unittest

import blicket
import blicket.batch


def documented():
    """Everything public with its name: modules, classes, functions, and what classes have."""
    for module in (blicket, blicket.batch):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            if not callable(thing):
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for part, value in vars(thing).items():
                    if not part.startswith("_") and (callable(value) or inspect.isdatadescriptor(value) or isinstance(value, classmethod)):
                        yield f"{module.__name__}.{name}.{part}", value


class Docstrings(unittest.TestCase):
    def test_examples(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        for name, thing in documented():
            text = inspect.getdoc(thing) or ""
            runner.run(parser.get_doctest(text, {}, name, None, 0), out=lambda said: said_wrong.append(said))
        self.assertGreater(runner.tries, 50)
        self.assertEqual([], said_wrong)
        self.assertEqual(runner.failures, 0)

    def test_everything_public_has_a_docstring(self):
        # A field of a result has its explanation beside it, in the source.
        fields = ("from_json", "of")
        missing = [name for name, thing in documented() if not inspect.getdoc(thing) and name.rpartition(".")[2] not in fields]
        self.assertEqual([], missing)


said_wrong = []

if __name__ == "__main__":
    unittest.main()
