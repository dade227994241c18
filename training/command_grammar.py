"""Grammars of made-up command languages, as `blicket sample commands` prints them, and how they read an example: which
rule reads which words and brings which tokens. What the network is trained to say follows from that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

Words = tuple[str, ...]
# A fixed part, as the choices of words that it has, or a slot: the name of the section that reads it.
Part = tuple[Words, ...] | str
# A token, or the number of a slot.
Piece = str | int

NAMES, DIGITS = "words", "integer"
OPEN = (NAMES, DIGITS)
_PART = re.compile(r"\([^()]*\)\??|\S+")
_SLOT = re.compile(r"x\d+:(\S+)")
_PIECE = re.compile(r"[\[{]x(\d+)[\]}]")


@dataclass
class Rule:
    left: list[Part]
    right: list[Piece]
    # Words that every sentence of it has.
    needs: frozenset[str]


@dataclass
class Node:
    """Words that a section read, from `start` to `end`; `rule` is none for what is open."""

    section: str
    start: int
    end: int
    rule: Rule | None
    children: list[Node] = field(default_factory=list)

    @property
    def is_value(self) -> bool:
        return not self.children

    def own_words(self) -> list[int]:
        """The places of the words that are its own and no child's."""
        inside = {at for child in self.children for at in range(child.start, child.end)}
        return [at for at in range(self.start, self.end) if at not in inside]

    def tokens(self, words: Words) -> list[tuple[str, Node]]:
        """What it brings, each token with the node that it comes from."""
        if self.rule is None:
            return [(word, self) for word in words[self.start : self.end]]
        brought: list[tuple[str, Node]] = []
        for piece in self.rule.right:
            brought += [(piece, self)] if isinstance(piece, str) else self.children[piece].tokens(words)
        return brought


Grammar = dict[str, list[Rule]]


def parse_grammar(text: str) -> Grammar:
    """The sections by name; the first one reads whole sentences."""
    grammar: Grammar = {}
    for line in text.splitlines():
        if line.startswith("@"):
            rules = grammar.setdefault(line[1:], [])
        elif line:
            left, right = line.split("->", 1)
            rules.append(_rule(left, right))
    return grammar


def _rule(left: str, right: str) -> Rule:
    parts: list[Part] = []
    for text in _PART.findall(left):
        if slot := _SLOT.fullmatch(text):
            parts.append(slot[1])
        elif text.startswith("("):
            choices = [tuple(choice.split()) for choice in text.strip("()?").split("|")]
            parts.append((*choices, ()) if text.endswith("?") else tuple(choices))
        else:
            parts.append(((text,),))
    pieces: list[Piece] = []
    for text in right.split():
        slot = _PIECE.fullmatch(text)
        pieces.append(int(slot[1]) - 1 if slot else text)
    needs = frozenset(
        word for part in parts if not isinstance(part, str) and len(part) == 1 for word in part[0]
    )
    return Rule(parts, pieces, needs)


class Parser:
    """How one grammar reads one sentence."""

    def __init__(self, grammar: Grammar, words: Words) -> None:
        self.words, self.first = words, next(iter(grammar))
        present = set(words)
        self.grammar = {
            name: [rule for rule in rules if rule.needs <= present] for name, rules in grammar.items()
        }
        self.known: dict[tuple[str, int, int], list[Node]] = {}

    def read(self, tokens: Words) -> Node | None:
        """The derivation whose meaning is this."""
        for node in self._section(self.first, 0, len(self.words)):
            if tuple(token for token, _ in node.tokens(self.words)) == tokens:
                return node
        return None

    def _section(self, name: str, start: int, end: int) -> list[Node]:
        if name == DIGITS:
            is_it = end == start + 1 and self.words[start].isdigit()
            return [Node(name, start, end, None)] if is_it else []
        if name == NAMES:
            return [Node(name, start, end, None)] if end > start else []
        key = (name, start, end)
        if key not in self.known:
            self.known[key] = []  # a section that reads the same words by itself reads nothing
            self.known[key] = [
                Node(name, start, end, rule, children)
                for rule in self.grammar.get(name, [])
                for children in self._parts(rule.left, 0, start, end)
            ]
        return self.known[key]

    def _parts(self, parts: list[Part], number: int, start: int, end: int) -> Iterator[list[Node]]:
        if number == len(parts):
            if start == end:
                yield []
            return
        part = parts[number]
        if not isinstance(part, str):
            for choice in part:
                after = start + len(choice)
                if after <= end and self.words[start:after] == choice:
                    yield from self._parts(parts, number + 1, after, end)
            return
        last = number + 1 == len(parts)
        for middle in range(end if last else start + 1, end + 1):
            for node in self._section(part, start, middle):
                for others in self._parts(parts, number + 1, middle, end):
                    yield [node, *others]
