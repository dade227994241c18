"""How things look in a notebook: HTML and SVG, without any package."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import TYPE_CHECKING, Iterable, List, Optional, Sequence

if TYPE_CHECKING:
    from ._native import Grammar
    from ._results import Derivation, Step
    from ._solution import Answer, Solution

# More than a person reads; a picture or a table with more of them would only be slow.
MOST_ROWS = 200
MOST_NODES = 300
MOST_CHARACTERS = 48

_MONO = "font-family:ui-monospace,monospace"
_CELL = f"text-align:left;vertical-align:top;{_MONO}"


def _clip(text: str, most: int = MOST_CHARACTERS) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _row(cells: Iterable[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f'<{tag} style="{_CELL}">{cell}</{tag}>' for cell in cells) + "</tr>"


def _more(left: int, noun: str) -> str:
    return _row([f"… and {left} more {noun}"]) if left > 0 else ""


def grammar_html(grammar: Grammar) -> str:
    """A table: its sections, each with its rules, what they read on the left and what that gives on the right."""
    rows: List[str] = []
    left = 0
    for section in grammar.sections:
        if section.name is not None:
            kind = " (numbers)" if section.numbers else ""
            rows.append(f'<tr><th colspan="3" style="{_CELL}">@{escape(section.name)}{kind}</th></tr>')
        for rule in section.rules:
            if len(rows) >= MOST_ROWS:
                left += 1
                continue
            reads, _, gives = rule.partition(" -> ")
            rows.append(_row([escape(reads), "→", escape(gives)]))
    return f"<table>{''.join(rows)}{_more(left, 'rules')}</table>"


def _doubt(answer: Answer) -> str:
    """How sure a guess is, as a bar."""
    if answer.guess is None:
        return ""
    share = round(100 * answer.confidence)
    bar = (
        '<span style="display:inline-block;width:4em;height:.6em;border:1px solid currentColor">'
        f'<span style="display:block;width:{share}%;height:100%;background:currentColor;opacity:.5"></span></span>'
    )
    return f"{bar} {share} %"


def _said(answer: Answer) -> str:
    said = escape(_clip(str(answer), 200))
    if answer.text is None and answer.guess is None:
        return f"<em>{said}</em>"
    others = [f"{escape(_clip(text))} ({100 * share:.0f} %)" for text, share in answer.alternatives[:2]]
    doubts = ""
    if answer.stuck is not None:
        doubts = f"<br><small>a guess: no example shows {escape(' '.join(answer.stuck))}</small>"
    elif others:
        doubts = f"<br><small>or {' or '.join(others)}</small>"
    return said + doubts


def solution_html(solution: Solution) -> str:
    """What came of it, the answers with their doubt, and what a person could do."""
    head = f"<b>{solution.outcome}</b>: {solution.satisfied} of {solution.examples} examples satisfied"
    rows = [_row(["query", "answer", "sure"], "th")]
    rows += [_row([escape(_clip(one.query, 200)), _said(one), _doubt(one)]) for one in solution.answers[:MOST_ROWS]]
    rows.append(_more(len(solution.answers) - MOST_ROWS, "answers"))
    table = f"<table>{''.join(rows)}</table>" if solution.answers else ""
    problems = "".join(f"<li>{escape(str(problem))}</li>" for problem in solution.problems)
    problems += "".join(f"<li>{escape(str(question))}</li>" for question in solution.questions)
    problems = f"<ul>{problems}</ul>" if problems else ""
    grammar = ""
    if solution.grammar is not None:
        count = len(solution.grammar)
        grammar = f"<details><summary>{count} rules</summary>{grammar_html(solution.grammar)}</details>"
    return f"<div>{head}{problems}{table}{grammar}</div>"


class _Node:
    """A step in the picture, with what lies below it."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.below: List[_Node] = []
        self.lines = [_clip(" ".join(step.words) or "(no words)"), _clip(_value(step.value))]
        self.width = max(map(_width, self.lines)) + 16.0
        self.centre = 0.0


def _value(value: Optional[str]) -> str:
    return "?" if value is None else value or "(nothing)"


def _width(text: str) -> float:
    """About how wide it is: characters of East Asia take two places."""
    return sum(14.4 if unicodedata.east_asian_width(letter) in "WF" else 7.4 for letter in text)


def _tree(steps: Sequence[Step]) -> List[_Node]:
    """Steps, each of which stands before those within it, as trees."""
    roots: List[_Node] = []
    open_nodes: List[_Node] = []
    for step in steps:
        node = _Node(step)
        del open_nodes[step.depth :]
        (open_nodes[-1].below if open_nodes else roots).append(node)
        open_nodes.append(node)
    return roots


_GAP, _LEVEL, _HEIGHT = 14.0, 92.0, 44.0


def _place(nodes: Sequence[_Node], start: float) -> float:
    """Gives each node its place from left to right, and says where they end. Deep trees are cut before this."""
    for node in nodes:
        end = _place(node.below, start) if node.below else start
        middle = (node.below[0].centre + node.below[-1].centre) / 2 if node.below else start + node.width / 2
        shift = start + node.width / 2 - middle
        if shift > 0:
            # Wider than what lies below it.
            _move(node.below, shift)
            middle += shift
            end += shift
        node.centre = middle
        start = max(end, middle + node.width / 2 + _GAP)
    return start


def _move(nodes: Sequence[_Node], by: float) -> None:
    for node in nodes:
        node.centre += by
        _move(node.below, by)


def _draw(nodes: Sequence[_Node], depth: int, parts: List[str]) -> int:
    """Draws them, and says how deep they go."""
    deepest = depth
    top = 4 + depth * _LEVEL
    for node in nodes:
        for child in node.below:
            middle = top + (_HEIGHT + _LEVEL) / 2
            parts.append(
                f'<line x1="{node.centre:.0f}" y1="{top + _HEIGHT:.0f}" x2="{child.centre:.0f}" '
                f'y2="{top + _LEVEL:.0f}" stroke="currentColor" opacity=".4"/>'
            )
            if child.step.variable:
                at = (node.centre + child.centre) / 2
                parts.append(
                    f'<text x="{at:.0f}" y="{middle + 4:.0f}" text-anchor="middle" font-size="10" opacity=".8">'
                    f"{escape(child.step.variable)}</text>"
                )
        section = "" if node.step.section is None else f"@{node.step.section}: "
        parts.append(
            f"<g><title>{escape(section + node.step.rule)}</title>"
            f'<rect x="{node.centre - node.width / 2:.0f}" y="{top:.0f}" width="{node.width:.0f}" height="{_HEIGHT:.0f}" '
            'rx="5" fill="currentColor" fill-opacity=".07" stroke="currentColor" stroke-opacity=".5"/>'
            f'<text x="{node.centre:.0f}" y="{top + 18:.0f}" text-anchor="middle">{escape(node.lines[0])}</text>'
            f'<text x="{node.centre:.0f}" y="{top + 36:.0f}" text-anchor="middle" font-weight="bold">'
            f"{escape(node.lines[1])}</text></g>"
        )
        if node.below:
            deepest = max(deepest, _draw(node.below, depth + 1, parts))
    return deepest


# Deeper steps are left out: the picture would be a line down.
_DEEPEST = 40


def derivation_svg(derivation: Derivation) -> str:
    """The tree of a derivation: the words of each step and what they gave; its rule is shown by the mouse."""
    shown = [step for step in derivation.steps[:MOST_NODES] if step.depth < _DEEPEST]
    roots = _tree(shown)
    width = _place(roots, 4.0)
    parts: List[str] = []
    deepest = _draw(roots, 0, parts) if roots else 0
    height = 4 + deepest * _LEVEL + _HEIGHT + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="ui-monospace,monospace" font-size="12" '
        f'fill="currentColor">{"".join(parts)}</svg>'
    )


def derivation_html(derivation: Derivation) -> str:
    """The picture, and why there is no value where there is none."""
    said = ""
    if derivation.stuck is not None:
        said = f"stuck: no rule matches {' '.join(derivation.stuck) or '(no words)'}"
    elif derivation.reason is not None:
        said = f"stopped by the limit: {derivation.reason}"
    deep = sum(step.depth >= _DEEPEST for step in derivation.steps[:MOST_NODES])
    left = derivation.omitted + max(0, len(derivation.steps) - MOST_NODES) + deep
    left_out = f" … and {left} more steps" if left else ""
    said = f"<div><em>{escape(said + left_out)}</em></div>" if said or left_out else ""
    return f'<div style="overflow-x:auto">{derivation_svg(derivation)}{said}</div>'
