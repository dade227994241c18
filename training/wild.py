"""Grammars outside the paper's class, made from sampled ones: tokens on the right, variables that
are dropped, words that come first, primitives of several tokens. `blicket sample` has none of
these."""

from __future__ import annotations

import random

from grammar import ARITY, FIRST, SECOND, TYPES, Grammar, Rule, render
from library import Inputs
from task import Pair

PREFIX = {TYPES.index("u w"): TYPES.index("w u"), TYPES.index("x w"): TYPES.index("w x")}
NEW_TOKENS = ("TICK", "TOCK", "BEEP", "HUM")
TRIES = 300


def change(grammar: Grammar, rng: random.Random) -> Grammar:
    """A grammar with some rules made wild."""
    tokens = sorted(
        {part for rule in grammar.rules.values() for part in rule.right if isinstance(part, str)}
    )

    def token() -> str:
        return rng.choice(tokens if tokens and rng.random() < 0.3 else NEW_TOKENS)

    rules = {}
    for word, (kind, right) in grammar.rules.items():
        parts = list(right)
        if ARITY[kind] == 0:
            if parts and rng.random() < 0.15:
                parts += [token() for _ in range(rng.randint(1, 2))]
        elif rng.random() < 0.6:
            kind = PREFIX.get(kind, kind) if rng.random() < 0.5 else kind
            if rng.random() < 0.25:
                gone = rng.choice((FIRST, SECOND)) if ARITY[kind] == 2 else FIRST
                parts = [part for part in parts if part != gone] or [token()]
            if rng.random() < 0.6:
                for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
                    parts.insert(rng.randint(0, len(parts)), token())
        rules[word] = Rule(kind, tuple(parts))
    return Grammar(rules, grammar.last)


def repeat(grammar: Grammar, rng: random.Random) -> Grammar:
    """A grammar some of whose right sides say the same again and again, as `four times` would. The
    sampler's are shuffled, so that long ones are hardly ever that regular."""
    rules = {}
    for word, (kind, right) in grammar.rules.items():
        if ARITY[kind] and rng.random() < 0.4:
            part = rng.choice(((FIRST, SECOND), (SECOND, FIRST))) if ARITY[kind] == 2 else (FIRST,)
            right = part * rng.randint(2, 4 if ARITY[kind] == 2 else 6)
        rules[word] = Rule(kind, right)
    return Grammar(rules, grammar.last)


def examples(grammar: Grammar, count: int, longest: int, rng: random.Random) -> list[Pair] | None:
    """Examples as the sampler draws them: from the context-free grammar of the left sides. None if
    the grammar does not give as many."""
    single = [word for word, rule in grammar.rules.items() if ARITY[rule.type] == 0]
    longer = [
        [word if part == "w" else part for part in TYPES[rule.type].split()]
        for word, rule in grammar.rules.items()
        if ARITY[rule.type] > 0
    ]
    longer.append(["u", "x"] if grammar.last == 0 else ["u", "u"])
    variables = {"u", "x"}

    def draw() -> tuple[str, ...] | None:
        stack = ["x"]
        words: list[str] = []
        while stack:
            if len(words) + len(stack) > longest:
                return None
            part = stack.pop()
            if part not in variables:
                words.append(part)
            elif part == "u" or (index := rng.randrange(len(longer) + 1)) == 0:
                words.append(rng.choice(single))
            else:
                stack.extend(reversed(longer[index - 1]))
        return tuple(words)

    inputs = list(dict.fromkeys(words for _ in range(TRIES) if (words := draw())))[: 2 * count]
    outputs = Inputs([" ".join(words) for words in inputs], longest).run(render(grammar))
    pairs = [(words, tuple(output.split())) for words, output in zip(inputs, outputs) if output]
    return pairs[:count] if len(pairs) >= count else None
