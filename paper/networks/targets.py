"""What a network should say: a sampled grammar in one canonical form, as tokens.

The sampler draws the names of variables, and the order of rules where it does not matter; to learn
such draws is to learn noise. So variables are numbered from the left, and rules that no order
relates stand by their places in the vocabulary. Rules that no example shows are left out.
"""

from __future__ import annotations

import grammar as rules

from .vocabulary import ARROW, END, LINE, Naming, Pair, Vocabulary


def target(
    vocabulary: Vocabulary, naming: Naming, support: list[Pair], text: str
) -> tuple[int, ...]:
    """The grammar's tokens, and END."""
    if vocabulary.numbers:
        alone = {source[0] for source, _ in support if len(source) == 1}
        lines = number_lines(text, alone)
    else:
        lines = word_lines(text, naming)
    tokens: list[int] = []
    for line in lines:
        coded = code(vocabulary, naming, line)
        if coded is not None:
            tokens += [*coded, vocabulary.fixed[LINE]]
    return (*tokens, vocabulary.fixed[END])


def code(vocabulary: Vocabulary, naming: Naming, line: str) -> list[int] | None:
    """A rule's tokens; None if it has words or tokens that no example has."""
    left, _, right = line.partition(ARROW)
    coded: list[int] = []
    for names, first, side in (
        (naming.words, len(vocabulary.parts), left.split()),
        (naming.outputs, vocabulary.first_output, right.split()),
    ):
        for part in side:
            if part in vocabulary.fixed:
                coded.append(vocabulary.fixed[part])
            elif part in names:
                coded.append(first + names[part])
            else:
                return None
        if names is naming.words:
            coded.append(vocabulary.fixed[ARROW])
    return coded


def word_lines(text: str, naming: Naming) -> list[str]:
    parsed = rules.parse(text)
    shown = [item for item in parsed.rules.items() if item[0] in naming.words]
    primitives = [item for item in shown if rules.ARITY[item[1].type] == 0]
    waiting = [item for item in shown if rules.ARITY[item[1].type] > 0]
    ordered = sorted(primitives, key=lambda item: naming.words[item[0]])
    while waiting:
        free = [
            item
            for place, item in enumerate(waiting)
            if not any(rules.conflict(other.type, item[1].type) for _, other in waiting[:place])
        ]
        chosen = min(free, key=lambda item: naming.words[item[0]])
        waiting.remove(chosen)
        ordered.append(chosen)
    return rules.render(rules.Grammar(dict(ordered), parsed.last)).splitlines()


def number_lines(text: str, alone: set[str]) -> list[str]:
    """Words that are shown alone become rules before the network is asked, as in the paper."""
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    return [line for line in lines if line.partition(ARROW)[0].strip() not in alone]
