"""Rules as the network sees them: what a word's left side is, what its right side is made of.

One word has one rule. Its left side is one of `TYPES`; its right side is a tuple of `FIRST` and
`SECOND` (the variables of the left side, from left to right) and of output tokens (strings).
"""

from __future__ import annotations

from typing import NamedTuple

FIRST, SECOND = 0, 1

# The left sides that the network can propose; `w` is the word itself.
TYPES = ("w", "u w", "x w", "u w u", "u w x", "x w u", "x w x", "w u", "w x")
ARITY = tuple(sum(part != "w" for part in shape.split()) for shape in TYPES)

# Two rules need an order only if a sentence can match both. Rules of different classes do, and so
# do two of class 3; those of class 0 match nothing that another rule matches too, among sentences
# whose variables stand for what the grammar can read.
ORDER_CLASS = (0, 0, 1, 0, 2, 1, 3, 0, 2)

# The last rule, which joins what no other rule matches.
LAST = ("u1 x1 -> [u1] [x1]", "u1 u2 -> [u2] [u1]")


class Rule(NamedTuple):
    type: int
    right: tuple[int | str, ...]


class Grammar(NamedTuple):
    """Rules by word, in the order in which they are tried, and the index of the last rule in
    `LAST`."""

    rules: dict[str, Rule]
    last: int | None


def conflict(a: int, b: int) -> bool:
    """Whether the order of two rules of these types can matter."""
    a, b = ORDER_CLASS[a], ORDER_CLASS[b]
    return a > 0 and b > 0 and (a != b or a == 3)


def _is_variable(part: str) -> bool:
    return len(part) == 2 and part[0] in "ux" and part[1].isdigit()


def parse(text: str) -> Grammar:
    """Reads a grammar that `blicket sample` printed."""
    rules: dict[str, Rule] = {}
    last = None
    for line in text.splitlines():
        left, _, right = line.partition("->")
        left_parts = left.split()
        variables = [part for part in left_parts if _is_variable(part)]
        words = [part for part in left_parts if not _is_variable(part)]
        if not words:
            swapped = right.split() == [f"[{variables[1]}]", f"[{variables[0]}]"]
            last = 1 if swapped else 0
            continue
        shape = " ".join(part[0] if _is_variable(part) else "w" for part in left_parts)
        names = {f"[{name}]": place for place, name in enumerate(variables)}
        rules[words[0]] = Rule(
            TYPES.index(shape), tuple(names.get(part, part) for part in right.split())
        )
    return Grammar(rules, last)


def render_rule(word: str, rule: Rule) -> str:
    counts = {"u": 0, "x": 0}
    left, names = [], []
    for part in TYPES[rule.type].split():
        if part == "w":
            left.append(word)
            continue
        counts[part] += 1
        left.append(f"{part}{counts[part]}")
        names.append(f"[{left[-1]}]")
    right = (names[part] if isinstance(part, int) else part for part in rule.right)
    return f"{' '.join(left)} -> {' '.join(right)}".rstrip()


def render(grammar: Grammar) -> str:
    """The grammar's text, as the library reads it."""
    lines = [render_rule(word, rule) for word, rule in grammar.rules.items()]
    if grammar.last is not None:
        lines.append(LAST[grammar.last])
    return "\n".join(lines) + "\n"
