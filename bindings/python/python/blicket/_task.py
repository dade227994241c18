"""One problem: examples, queries and options."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from . import _native
from ._data import Examples, Negative, Pair, Queries, read_examples, read_queries, read_taught
from ._errors import OptionError

#: No limit of time or steps, as the core writes it.
_NO_LIMIT = 2**64 - 1


class Task:
    """One problem: from examples to a grammar that satisfies all of them, and from it to answers for queries.

    `examples` are pairs, dictionaries with `input` and `output`, one dictionary, a frame of pandas or polars, or the path
    of a file with an input, a TAB and an output a line; its lines that begin with `! ` are `negatives`. `queries` are texts, or a `pathlib.Path` of such a file.

    `timeout` is in seconds, `steps` a limit that ends a search at the same point on every machine; `None` is none. With
    `noise`, examples may be wrong. `domain` is `"auto"`, `"words"` or `"numbers"`; `strategy` is `"hybrid"`, `"deduce"`,
    `"neural"` or `"greedy"`. `use_query_inputs` says whether the inputs of queries help to tell grammars apart (then an
    answer may depend on the other queries; by default they do not), and `normalisation` what is done to words first: `"auto"`, `"none"`, or some of `fold-case`, `punctuation-split`,
    `punctuation-drop` and `nfc` with commas between them. `questions` is how many questions the solution may ask about what
    the examples leave open, and `question_pool` has the inputs that they are taken from, if there are any. `pinned` is
    the text of a grammar whose rules every learnt grammar keeps: those with the comment `# pinned` behind them, or all of
    them where none has it. `disabled` has the indices of examples that are neither learnt from nor checked. What is not
    said is as the core has it.

    A task that was solved before is solved again in a few hundredths of the time.

    >>> import blicket
    >>> task = blicket.Task([("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")], steps=10_000)
    >>> task.add_query("lug fep")
    >>> task.solve()["lug fep"].text
    'BLUE BLUE BLUE'
    """

    __module__ = "blicket"

    def __init__(
        self,
        examples: Examples = (),
        queries: Queries = (),
        *,
        timeout: Optional[float] = 30.0,
        steps: Optional[int] = None,
        seed: int = 0,
        noise: bool = False,
        domain: str = "auto",
        strategy: str = "hybrid",
        use_query_inputs: Optional[bool] = None,
        normalisation: str = "auto",
        questions: int = 0,
        question_pool: Queries = (),
        pinned: str = "",
        disabled: Iterable[int] = (),
        **further: Any,
    ) -> None:
        self.examples: List[Pair]
        self.queries: List[str] = read_queries(queries)
        #: What is known not to be so: an input, and an output that it has not, or `None` if it is no sentence.
        self.negatives: List[Negative]
        self.examples, self.negatives = read_taught(examples)
        self.questions = questions
        self.question_pool: List[str] = read_queries(question_pool)
        self.pinned = pinned
        self.disabled: Set[int] = set(disabled)
        self.timeout = timeout
        self.steps = steps
        self.seed = seed
        self.noise = noise
        self.domain = domain
        self.strategy = strategy
        self.use_query_inputs = use_query_inputs
        self.normalisation = normalisation
        #: Options that the core has and this class does not know, by name.
        self.further: Dict[str, Any] = further
        self._remembered: Tuple[int, _native.Memo] = (os.getpid(), _native.Memo())
        unknown = [name for name in further if name not in _native.option_names()]
        if unknown:
            raise OptionError(f"a task has no option `{unknown[0]}`, expected timeout, steps, {_options()}")

    @property
    def _memo(self) -> _native.Memo:
        """What was worked out for it in this process. One that was forked may find its locks held for ever."""
        process, memo = self._remembered
        if process != os.getpid():
            memo = _native.Memo()
            self._remembered = (os.getpid(), memo)
        return memo

    def add_example(self, words: str, output: Any) -> None:
        """Adds an example."""
        self.examples.extend(read_examples([(words, output)]))

    def add_no_sentence(self, words: str) -> None:
        """Adds an input that is no sentence of the language."""
        self.negatives.append((read_queries([words])[0], None))

    def add_wrong_output(self, words: str, output: Any) -> None:
        """Adds an output that is not the one of an input."""
        self.negatives.extend(read_examples([(words, output)]))

    def add_query(self, words: str) -> None:
        """Adds a query."""
        self.queries.extend(read_queries([words]))

    def solve(self, engine: Optional[Any] = None) -> Any:
        """Solves it, by an engine or by the one that all share: see `Engine.solve`."""
        from ._engine import shared_engine

        return (engine or shared_engine()).solve(self)

    def _named_options(self) -> List[Tuple[str, str]]:
        """Its options as the core reads them."""
        options: Dict[str, Any] = {
            "timeout_ms": _NO_LIMIT if self.timeout is None else _milliseconds(self.timeout),
            "step_limit": _NO_LIMIT if self.steps is None else self.steps,
            "seed": self.seed,
            "noise": self.noise,
            "domain": self.domain,
            "strategy": self.strategy,
            "normalisation": self.normalisation,
            "questions": self.questions,
            "pinned": self.pinned,
            "disabled": ",".join(str(index) for index in sorted(self.disabled)),
            **self.further,
        }
        if self.use_query_inputs is not None:
            options["use_query_inputs"] = self.use_query_inputs
        return [(name, _as_text(value)) for name, value in options.items()]

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_remembered"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._remembered = (os.getpid(), _native.Memo())

    def __repr__(self) -> str:
        return f"<blicket.Task: {len(self.examples)} examples, {len(self.queries)} queries>"


def _milliseconds(seconds: float) -> int:
    if isinstance(seconds, str) or not seconds >= 0:
        raise OptionError(f"timeout is {seconds!r}, expected seconds from 0, or None for no limit")
    return min(_NO_LIMIT, int(min(seconds, 1e15) * 1000))


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _options() -> str:
    own = ("timeout_ms", "step_limit")
    return ", ".join(name for name in _native.option_names() if name not in own)
