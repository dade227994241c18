"""What came of a task."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ._native import Grammar
from ._results import Slot


@dataclass(frozen=True)
class Problem:
    """What a person could do about it, where not all is well."""

    __module__ = "blicket"

    #: Its kind, such as `"contradiction"`: what a program tells problems apart by.
    kind: str
    text: str
    #: The data of its kind: which examples, which words.
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Possibility:
    """What the answer to a question could be."""

    __module__ = "blicket"

    #: The meaning; `None` if it is that the input is no sentence.
    text: Optional[str]
    #: Its share of the probability.
    weight: float
    #: The examples that it rests on, from 0.
    examples: Tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """What to ask a person next. Add what they say as an example, or by `Task.add_no_sentence`, and solve again."""

    __module__ = "blicket"

    #: The sentence to ask about.
    input: str
    #: How much the answer would decide, in bits.
    worth: float
    #: What it could be, the most probable first.
    answers: Tuple[Possibility, ...]

    def __str__(self) -> str:
        return f"what does {self.input!r} mean?"


@dataclass(frozen=True)
class Unsatisfied:
    """An example that the grammar does not satisfy."""

    __module__ = "blicket"

    #: Which example, from 0.
    example: int
    #: What the grammar gives instead; `None` where that is nothing.
    instead: Optional[str]


@dataclass(frozen=True)
class Answer:
    """The answer to one query. It is true where there is one.

    >>> import blicket
    >>> answer = blicket.learn([("walk", "WALK"), ("walk twice", "WALK WALK"), ("hop", "HOP")], ["hop twice"]).answers[0]
    >>> answer.text, 0.5 < answer.confidence <= 1
    ('HOP HOP', True)
    """

    __module__ = "blicket"

    query: str
    #: The answer; `None` where there is none that is worth acting on. There may still be a `guess`.
    text: Optional[str]
    #: The answer as a number, in a task of numbers.
    number: Optional[int]
    #: How sure the guess is, from 0 to 1; 0 where there is none.
    confidence: float
    #: The words that the grammar is stuck on; `None` where it is not stuck.
    stuck: Optional[Tuple[str, ...]]
    #: Whether the grammar's rules alone give this guess too. All grammars that satisfy the examples vote on it.
    agrees: bool
    #: All fields that the core's JSON has for it, those of later versions included.
    data: Mapping[str, Any] = field(repr=False, compare=False)
    _grammar: Optional[Grammar] = field(repr=False, compare=False, default=None)
    _others: Tuple[Tuple[Grammar, float], ...] = field(repr=False, compare=False, default=())

    def __bool__(self) -> bool:
        return self.text is not None

    def __str__(self) -> str:
        if self.text is not None:
            return self.text
        if self.guess is not None:
            return f"(not sure; a guess: {self.guess or 'nothing'})"
        return "(no answer)" if self.stuck is None else f"(stuck: no rule matches {' '.join(self.stuck)})"

    @property
    def guess(self) -> Optional[str]:
        """The answer, or what would have been answered if it were not too doubtful; `None` where there is nothing."""
        guess: Optional[str] = self.data.get("guess")
        return guess

    @property
    def slots(self) -> Tuple[Slot, ...]:
        """Which section read which words of the query, by the grammar; none where it gives another answer."""
        if self._grammar is None or not self.agrees:
            return ()
        return self._grammar.evaluate(self.query).slots

    @property
    def alternatives(self) -> List[Tuple[str, float]]:
        """Other answers, by the further grammars that the solution lists, with their shares; the likeliest first."""
        shares: Dict[str, float] = {}
        for grammar, weight in self._others:
            text = grammar.apply(self.query)
            if text is not None and text != self.guess:
                shares[text] = shares.get(text, 0.0) + weight
        return sorted(shares.items(), key=lambda one: -one[1])


class Solution:
    """What came of a task: a grammar, and an answer to each query. It is true where every example is satisfied.

    >>> import blicket
    >>> solution = blicket.learn({"dax": "RED", "lug": "BLUE", "dax fep": "RED RED RED"}, ["lug fep", "fep"])
    >>> solution.outcome, solution.satisfied, [answer.text for answer in solution.answers]
    ('solved', 3, ['BLUE BLUE BLUE', None])
    >>> solution["lug fep"].text
    'BLUE BLUE BLUE'
    """

    __module__ = "blicket"

    def __init__(self, data: Mapping[str, Any], queries: Sequence[str]) -> None:
        #: All fields of the core's JSON, as `blicket learn --json` prints them.
        self.data = data
        self.queries: Tuple[str, ...] = tuple(queries)

    @classmethod
    def from_json(cls, text: str, queries: Sequence[str]) -> Solution:
        """Reads what `json` wrote."""
        return cls(json.loads(text), queries)

    def json(self) -> str:
        """All of it as JSON."""
        return json.dumps(self.data, ensure_ascii=False)

    @property
    def outcome(self) -> str:
        """`"solved"`, `"best"` (the grammar satisfies some of the examples) or `"none"`."""
        return str(self.data["outcome"])

    @property
    def solved(self) -> bool:
        """Whether the grammar satisfies every example. It was run on each of them."""
        return self.outcome == "solved"

    def __bool__(self) -> bool:
        return self.solved

    @property
    def stop(self) -> str:
        """Why it ended: `"solved"`, `"exhausted"`, `"timeout"`, `"steps"`, `"memory"`, `"cancelled"`, `"running"`."""
        return str(self.data["stop"])

    @property
    def examples(self) -> int:
        """How many examples the task had."""
        return int(self.data["support"])

    @property
    def satisfied(self) -> int:
        """How many of them the grammar satisfies."""
        return int(self.data["satisfied"])

    @property
    def steps(self) -> int:
        """What it took, as the option `steps` counts it."""
        return int(self.data["steps"])

    @cached_property
    def grammar(self) -> Optional[Grammar]:
        """The grammar; `None` if there is none."""
        text = self.data["grammar"]
        return None if text is None else Grammar(text)

    @cached_property
    def alternatives(self) -> Tuple[Tuple[Grammar, float], ...]:
        """Further grammars with their shares of the probability, the most probable first."""
        return tuple((Grammar(one["grammar"]), one["weight"]) for one in self.data["alternatives"])

    @cached_property
    def answers(self) -> Tuple[Answer, ...]:
        """An answer for each query, in their order."""
        return tuple(self._answer(index) for index in range(len(self.queries)))

    def _answer(self, index: int) -> Answer:
        # Lists with an entry for each query, whatever later versions call them.
        lists = {key: value for key, value in self.data.items() if isinstance(value, list)}
        count = len(self.queries)
        own = {key: value[index] for key, value in lists.items() if len(value) == count and key not in _OTHER_LISTS}
        text, stuck = self.data["answers"][index], self.data["stuck"][index]
        numbers = self.grammar is not None and self.grammar.domain == "numbers"
        return Answer(
            query=self.queries[index],
            text=text,
            number=int(text) if numbers and text is not None else None,
            confidence=self.data["confidence"][index] or 0.0,
            stuck=None if stuck is None else tuple(stuck),
            agrees=self.data["agrees"][index],
            data=own,
            _grammar=self.grammar,
            _others=self.alternatives,
        )

    def __getitem__(self, query: str) -> Answer:
        """The answer to a query, by its text."""
        try:
            return self.answers[self.queries.index(query)]
        except ValueError:
            raise KeyError(f"{query!r} was none of the task's queries; apply the grammar to it") from None

    @cached_property
    def problems(self) -> Tuple[Problem, ...]:
        """What a person could do about it, where not all is well."""
        return tuple(
            Problem(one["kind"], one["text"], {key: one[key] for key in one if key not in ("kind", "text")})
            for one in self.data["problems"]
        )

    @cached_property
    def questions(self) -> Tuple[Question, ...]:
        """What to ask a person next, the question that would decide the most first: as many as the task wants."""
        return tuple(
            Question(
                one["input"],
                one["worth"],
                tuple(Possibility(may["text"], may["weight"], tuple(may["examples"])) for may in one["answers"]),
            )
            for one in self.data["questions"]
        )

    @cached_property
    def unsatisfied(self) -> Tuple[Unsatisfied, ...]:
        """The examples that the grammar does not satisfy."""
        return tuple(Unsatisfied(one["example"], one["instead"]) for one in self.data["unsatisfied"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and (self.data, self.queries) == (other.data, other.queries)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        answered = sum(answer.text is not None for answer in self.answers)
        return (
            f"<blicket.Solution: {self.outcome}, {self.satisfied} of {self.examples} examples satisfied, "
            f"{answered} of {len(self.queries)} queries answered>"
        )

    def __reduce__(self) -> Tuple[Any, ...]:
        return Solution, (self.data, self.queries)

    def _repr_html_(self) -> str:
        from ._look import solution_html

        return solution_html(self)


# Lists of the JSON that have no entry for each query.
_OTHER_LISTS = frozenset(("unsatisfied", "alternatives", "problems", "questions"))
