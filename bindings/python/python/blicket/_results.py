"""What a grammar says about one sentence, and other small results. They are read from the JSON that the core writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from ._native import Grammar


def grammar_from(text: str, steps: int, depth: int, output: int, length: int) -> Grammar:
    """For pickle."""
    return Grammar(text).with_limits(steps=steps, depth=depth, output=output, text=length)


@dataclass(frozen=True)
class Section:
    """A part of a grammar: a name, and its rules in their order."""

    __module__ = "blicket"

    #: What variables such as `x1:room` call it; `None` in a grammar without sections.
    name: Optional[str]
    #: Whether its rules give numbers.
    numbers: bool
    rules: Tuple[str, ...]


def sections_from_json(text: str) -> Tuple[Section, ...]:
    return tuple(Section(one["name"], one["numbers"], tuple(one["rules"])) for one in json.loads(text))


@dataclass(frozen=True)
class Slot:
    """Words that one section read, and what they mean."""

    __module__ = "blicket"

    section: str
    #: The words, with a space between them.
    words: str
    #: The place of the first word in the sentence, and the one behind the last.
    start: int
    stop: int
    #: What they mean; `None` where that could not be found within the limits.
    value: Optional[str]
    #: The same, where the section gives numbers.
    number: Optional[int]
    #: The slot in which it lies, by its index.
    parent: Optional[int]

    @classmethod
    def of(cls, data: Dict[str, Any]) -> Slot:
        return cls(*(data[key] for key in ("section", "words", "from", "to", "value", "number", "parent")))


@dataclass(frozen=True)
class Evaluation:
    """What a sentence gives, or why it gives nothing. It is true where there is a value that is worth acting on.

    >>> import blicket
    >>> grammar = blicket.Grammar("walk -> WALK")
    >>> bool(grammar.evaluate("walk")), bool(grammar.evaluate("hop"))
    (True, False)
    """

    __module__ = "blicket"

    #: The value as text: tokens with a space between them, or a number in digits.
    text: Optional[str]
    #: The value of a grammar of numbers.
    number: Optional[int]
    #: The words that no rule matches, if that is why there is no value.
    stuck: Optional[Tuple[str, ...]]
    #: `"steps"`, `"depth"`, `"length"` or `"overflow"`: the limit that ended it, if one did; or `"refused"`.
    reason: Optional[str]
    #: Which section read which words.
    slots: Tuple[Slot, ...]
    #: The value also where it was refused, because what the grammar was learnt from leaves open what is meant.
    guess: Optional[str] = None
    #: How sure the guess is, from 0 to 1; `None` by a grammar that leaves nothing open.
    confidence: Optional[float] = None

    @classmethod
    def from_json(cls, text: str, number: Optional[int]) -> Evaluation:
        data = json.loads(text)
        stuck = None if data["stuck"] is None else tuple(data["stuck"])
        slots = tuple(map(Slot.of, data["slots"]))
        guess = data.get("guess", data["output"])
        return cls(data["output"], number, stuck, data["reason"], slots, guess, data.get("confidence"))

    def __bool__(self) -> bool:
        return self.text is not None

    @property
    def tokens(self) -> Tuple[str, ...]:
        """The tokens of the value one by one; none where there is no value."""
        return tuple((self.text or "").split())


@dataclass(frozen=True)
class Step:
    """One rule, applied to some words of a sentence."""

    __module__ = "blicket"

    #: 0 for the whole sentence, one more for each variable within.
    depth: int
    #: The variable of the rule around it that matched these words.
    variable: Optional[str]
    words: Tuple[str, ...]
    #: The section whose rule it is, if that has a name.
    section: Optional[str]
    #: The text of the rule.
    rule: str
    #: What the words gave, as text; `None` if that was never known.
    value: Optional[str]


@dataclass(frozen=True, repr=False)
class Derivation:
    """How a sentence is read, rule by rule. `str` gives it as indented text, a notebook shows a tree."""

    __module__ = "blicket"

    words: Tuple[str, ...]
    #: The value as text; `None` where there is none.
    value: Optional[str]
    #: The words that no rule matches, if that is why there is no value.
    stuck: Optional[Tuple[str, ...]]
    #: The limit that ended it, if one did.
    reason: Optional[str]
    #: Each step stands before the steps within.
    steps: Tuple[Step, ...]
    #: How many further steps were left out.
    omitted: int
    text: str

    @classmethod
    def from_json(cls, text: str, shown: str) -> Derivation:
        data = json.loads(text)
        words, tokens, rules = data["words"], data["tokens"], data["rules"]

        def value(part: Dict[str, Any], of: Optional[Tuple[int, int]]) -> Optional[str]:
            if part["number"] is not None:
                return str(part["number"])
            return None if of is None else " ".join(tokens[of[0] : of[1]])

        steps = tuple(
            Step(
                step["depth"],
                step["variable"],
                tuple(words[step["words"][0] : step["words"][1]]),
                step.get("section"),
                rules[str(step["rule"])],
                value(step, step["tokens"]),
            )
            for step in data["steps"]
        )
        stuck = None if data["stuck"] is None else tuple(words[data["stuck"][0] : data["stuck"][1]])
        ended = stuck is not None or data["reason"] is not None
        whole = None if ended else value(data, (0, len(tokens)))
        return cls(tuple(words), whole, stuck, data["reason"], steps, data["omitted"], shown.rstrip("\n"))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        gives = "no value" if self.value is None else repr(self.value)
        return f"<blicket.Derivation: {' '.join(self.words)!r} gives {gives}>"

    def _repr_html_(self) -> str:
        from ._look import derivation_html

        return derivation_html(self)

    def svg(self) -> str:
        """The tree as a picture, to be put into a file."""
        from ._look import derivation_svg

        return derivation_svg(self)


@dataclass(frozen=True)
class Continuation:
    """What may come after the first words of a sentence."""

    __module__ = "blicket"

    #: Whether the words so far are a sentence as they stand.
    complete: bool
    words: Tuple[str, ...]
    #: The sections that may begin here.
    sections: Tuple[str, ...]
    #: Whether any other word may come, too.
    any: bool


@dataclass(frozen=True)
class Suggestion:
    """A sentence that the grammar reads, near one that it does not."""

    __module__ = "blicket"

    text: str
    #: How far it is away; smaller is nearer.
    cost: int


@dataclass(frozen=True)
class Advice:
    """What there is to say about a sentence, for a person who typed it."""

    __module__ = "blicket"

    #: Whether the grammar reads it.
    read: bool
    #: Words that no rule names, each with its place from 0.
    unknown: Tuple[Tuple[str, int], ...]
    #: How many words can be the beginning of a sentence.
    reached: int
    #: What could have come there.
    expected: Continuation
    #: The nearest sentences, cheapest first.
    nearest: Tuple[Suggestion, ...]

    @classmethod
    def from_json(cls, text: str) -> Advice:
        data = json.loads(text)
        follows = data["expected"]
        expected = Continuation(
            follows["complete"], tuple(follows["words"]), tuple(follows["sections"]), follows["any"]
        )
        nearest = tuple(Suggestion(one["text"], one["cost"]) for one in data["nearest"])
        unknown = tuple((one["word"], one["place"]) for one in data["unknown"])
        return cls(data["read"], unknown, data["reached"], expected, nearest)
