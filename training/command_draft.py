"""A grammar read off what was said about each word and token of the examples: values become sections by their kinds,
intents become rules with slots, and what joins commands becomes rules over them. No search."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from command_data import ABOVE, BEGINS, INSIDE
from command_task import CommandTask

SLOT = "\u00a7"


@dataclass
class Said:
    """What was said about the examples of a task: of each row its tags, the word of each token (-1 where there is
    none), and what a value that begins at a word is like."""

    tags: list[np.ndarray]
    cause: list[np.ndarray]
    kind: list[dict[int, int]]  # of each row, the kind of the value that begins at each place


Rule = tuple[int, tuple[str, ...], tuple[str, ...]]


class Tangled(Exception):
    """What was said does not come to a rule."""


def draft(task: CommandTask, said: Said) -> list[Rule]:
    """Rules as (section, left, right), those first that more examples need; a slot is SLOT with its section on the left,
    with its number on the right."""
    rules: Counter[Rule] = Counter()
    for (words, tokens), tags, cause, kinds in zip(task.support, said.tags, said.cause, said.kind):
        try:
            found = Example(words, tokens, tags, cause, kinds).rules()
        except Tangled:
            found = [(0, words, tokens)]
        rules.update(dict.fromkeys(found, 1))
    return [rule for rule, _ in rules.most_common()]


class Example:
    def __init__(self, words, tokens, tags, cause, kinds) -> None:
        self.words, self.tokens, self.kinds = words, tokens, kinds
        split = len(words)
        self.word_tags, self.token_tags = list(tags[:split]), list(tags[split:])
        self.owner = [int(word) for word in cause[split:]]
        # A token that no word is said to bring goes with the one before it, or behind it.
        for order in (range(1, len(tokens)), range(len(tokens) - 2, -1, -1)):
            for at in order:
                if self.owner[at] < 0:
                    beside = at - 1 if order.step > 0 else at + 1
                    self.owner[at] = self.owner[beside]
        if any(word < 0 for word in self.owner):
            raise Tangled
        self.found: list[Rule] = []

    def rules(self) -> list[Rule]:
        """The rules that read this example together."""
        parts: list[tuple[bool, range]] = []
        start = 0
        above = [tag == ABOVE for tag in self.word_tags]
        for at in range(1, len(above) + 1):
            if at == len(above) or above[at] != above[start]:
                parts.append((above[start], range(start, at)))
                start = at
        if all(is_above for is_above, _ in parts):
            raise Tangled
        self.command(parts, range(len(self.tokens)))
        return self.found

    def brought(self, words: range) -> range:
        """The tokens of these words, which have to stand together."""
        places = [at for at, word in enumerate(self.owner) if word in words]
        if not places or places[-1] - places[0] + 1 != len(places):
            raise Tangled
        return range(places[0], places[-1] + 1)

    def command(self, parts: list[tuple[bool, range]], tokens: range) -> None:
        if len(parts) == 1:
            self.step(parts[0][1], tokens)
            return
        left: list[str] = []
        children: list[range] = []
        if not parts[0][0]:
            children.append(self.brought(parts[0][1]))
            left.append(f"{SLOT}0")
            self.command(parts[:1], children[0])
            parts = parts[1:]
        left += [self.words[at] for at in parts[0][1]]
        if rest := parts[1:]:
            children.append(self.brought(range(rest[0][1].start, rest[-1][1].stop)))
            left.append(f"{SLOT}0")
            self.command(rest, children[-1])
        self.found.append((0, tuple(left), self.with_slots(tokens, children)))

    def with_slots(self, tokens: range, children: list[range]) -> tuple[str, ...]:
        right: list[str] = []
        at = tokens.start
        while at < tokens.stop:
            inside = [number for number, child in enumerate(children) if at in child]
            if not inside:
                right.append(self.tokens[at])
                at += 1
                continue
            child = children[inside[0]]
            if child.start != at or child.stop > tokens.stop:
                raise Tangled
            right.append(f"{SLOT}{inside[0]}")
            at = child.stop
        return tuple(right)

    def step(self, words: range, tokens: range) -> None:
        values = self.spans(self.word_tags, words)
        brought: list[list[range]] = [[] for _ in values]
        for span in self.spans(self.token_tags, tokens):
            for number, value in enumerate(values):
                if self.owner[span.start] in value:
                    brought[number].append(span)
        left: list[str] = []
        slots: list[range] = []
        inside: dict[int, int] = {}  # the slot that a token begins
        at = words.start
        while at < words.stop:
            number = next((n for n, value in enumerate(values) if value.start == at and brought[n]), None)
            if number is None:
                left.append(self.words[at])
                at += 1
                continue
            section = 1 + self.kinds.get(at, 0)
            said = self.words[values[number].start : values[number].stop]
            means = [self.tokens[span.start : span.stop] for span in brought[number]]
            for span, meant in zip(brought[number], means):
                if meant == means[0]:
                    inside[span.start] = len(slots)
            self.found.append((section, said, means[0]))
            slots.append(brought[number][0])
            left.append(f"{SLOT}{section}")
            at = values[number].stop
        if left == [f"{SLOT}0"]:
            raise Tangled
        right: list[str] = []
        at = tokens.start
        while at < tokens.stop:
            if at in inside:
                right.append(f"{SLOT}{inside[at]}")
                at += len(slots[inside[at]])
            else:
                right.append(self.tokens[at])
                at += 1
        self.found.append((0, tuple(left), tuple(right)))

    @staticmethod
    def spans(tags: list[int], within: range) -> list[range]:
        found: list[range] = []
        for at in within:
            if tags[at] == BEGINS:
                found.append(range(at, at + 1))
            elif tags[at] == INSIDE and found and found[-1].stop == at:
                found[-1] = range(found[-1].start, at + 1)
        return found


_PLAIN = re.compile(r"(?![uxyon]\d*$)[^\W_][\w'’-]*")


def quoted(word: str) -> str:
    """A word or token as a grammar's text has it."""
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def grammar_text(rules: list[Rule]) -> str:
    """The rules as a grammar that the library reads. The first rule that matches is used, so what joins commands comes
    first and what has more words of its own before what has fewer; a kind all of whose values are copied is open."""
    sections: dict[int, list[Rule]] = {0: []}
    said: set[tuple[int, tuple[str, ...]]] = set()
    for rule in rules:
        # Of two rules that read the same, only the first would ever be used.
        if rule[:2] not in said:
            said.add(rule[:2])
            sections.setdefault(rule[0], []).append(rule)
    lines = []
    for section, members in sections.items():
        lines.append(f"@k{section}")
        members.sort(key=lambda rule: (f"{SLOT}0" not in rule[1], -_fixed(rule[1]), -len(rule[1])))
        copied = section > 0 and all(left == right for _, left, right in members)
        if copied and all(len(left) == 1 and left[0].isdigit() for _, left, _ in members):
            members = []
            lines.append("x1:integer -> {x1}")
        lines += [_line(left, right) for _, left, right in members]
        if copied and members:
            longest = max(len(left) for _, left, _ in members)
            lines.append(f"x1:{'word' if longest == 1 else 'words'} -> {{x1}}")
    return "\n".join(lines) + "\n"


def _fixed(left: tuple[str, ...]) -> int:
    return sum(not part.startswith(SLOT) for part in left)


def _line(left: tuple[str, ...], right: tuple[str, ...]) -> str:
    said, slots = [], 0
    for part in left:
        if part.startswith(SLOT):
            slots += 1
            said.append(f"x{slots}:k{part[1:]}")
        else:
            said.append(quoted(part))
    made = [f"[x{int(part[1:]) + 1}]" if part.startswith(SLOT) else quoted(part) for part in right]
    return f"{' '.join(said)} -> {' '.join(made)}"
