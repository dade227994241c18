"""Checking examples and grammars."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import List, Optional

from . import _native
from ._data import Examples, read_examples
from ._native import Grammar


@dataclass(frozen=True)
class Remark:
    """Something to be said about an example."""

    __module__ = "blicket"

    #: Such as `"contradiction"`, `"one_letter"` or `"duplicate"`.
    kind: str
    #: `"error"`, `"warning"` or `"note"`; a note need not be acted on.
    severity: str
    message: str
    #: Which example, from 0, and another one that it is compared with.
    example: int
    other: Optional[int]
    #: `"input"` or `"output"`, and which word of it, from 0.
    side: str
    place: Optional[int]
    #: What stands there, and what is probably meant.
    found: str
    suggestion: Optional[str]

    def __str__(self) -> str:
        return f"example {self.example + 1}: {self.severity}: {self.message}"


def lint(examples: Examples, *, notes: bool = True) -> List[Remark]:
    """What is probably not meant in examples: contradictions, slips of the keyboard, lines that are none. Nothing is
    learnt. Without `notes`, only errors and warnings.

    >>> import blicket
    >>> door = [("open door", "OPEN door"), ("open chest", "OPEN chest"), ("open box", "OPNE box"), ("open gate", "OPEN gate")]
    >>> [(remark.found, remark.suggestion) for remark in blicket.lint(door, notes=False)]
    [('OPNE', 'OPEN')]
    """
    found = json.loads(_native.lint(read_examples(examples)))
    remarks = [
        Remark(**{key: one[key] for key in Remark.__dataclass_fields__})
        for one in found
    ]
    return [remark for remark in remarks if notes or remark.severity != "note"]


@dataclass(frozen=True)
class Finding:
    """Something to be said about a line of a grammar's text."""

    __module__ = "blicket"

    line: int
    column: int
    #: `"error"` (the text is no grammar), `"warning"` (a part does nothing) or `"note"`.
    severity: str
    #: Such as `"unreachable-rule"`.
    kind: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message}"


@dataclass(frozen=True)
class Difference:
    """An example that a grammar does not satisfy."""

    __module__ = "blicket"

    #: Which example, from 0.
    example: int
    input: str
    wanted: str
    #: What the grammar gives; `None` where that is nothing.
    instead: Optional[str]


def check(text: str) -> List[Finding]:
    """What is wrong with the text of a grammar, and what does nothing in it. It never fails.

    >>> import blicket
    >>> print(blicket.check("dax -> RED\\ndax -> BLUE")[0])
    2:1: warning: never used: line 1 has the same left side; remove one of them
    """
    return [Finding(**one) for one in json.loads(_native.check(text))]


def differences(grammar: Grammar, examples: Examples) -> List[Difference]:
    """Where a grammar does not give what examples want. For grammars that were edited by hand.

    >>> import blicket
    >>> blicket.differences(blicket.Grammar("dax -> RED"), {"dax": "RED", "lug": "BLUE"})
    [Difference(example=1, input='lug', wanted='BLUE', instead=None)]
    """
    pairs = read_examples(examples)
    given = grammar.apply_many([words for words, _ in pairs])
    return [
        Difference(index, words, wanted, instead)
        for index, ((words, wanted), instead) in enumerate(zip(pairs, given))
        if instead is None or instead.split() != wanted.split()
    ]


def format(text: str) -> str:
    """The text of a grammar, tidied. What it means stays the same.

    >>> import blicket
    >>> blicket.format("dax   ->  RED # a colour")
    'dax -> RED  # a colour\\n'
    """
    return _native.format(text)


def export(grammar: Grammar, to: str) -> str:
    """A grammar in a notation of others: `"jsgf"`, `"gbnf"` or `"hassil"`.

    >>> import blicket
    >>> "public <go> =" in blicket.export(blicket.Grammar("@go\\nwalk -> WALK"), "jsgf")
    True
    """
    return _native.export(grammar, to)


def ready_made() -> List[str]:
    """The names of ready-made rules that `%use` finds, such as `numbers.en`.

    >>> import blicket
    >>> "numbers.en" in blicket.ready_made()
    True
    """
    return _native.ready_made()
