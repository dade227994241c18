"""Learns the rules of a small language from a handful of examples, and applies them exactly.

>>> import blicket
>>> solution = blicket.learn(
...     [("walk", "WALK"), ("jump", "JUMP"), ("walk twice", "WALK WALK"), ("jump left", "LEFT JUMP"),
...      ("jump left twice", "LEFT JUMP LEFT JUMP")],
...     queries=["walk left twice"],
... )
>>> solution["walk left twice"].text
'LEFT WALK LEFT WALK'
>>> solution.grammar.apply("jump left twice")
'LEFT JUMP LEFT JUMP'

`Grammar` applies rules, `learn` makes one from examples, `Task`, `Engine` and `Search` are `learn` in its parts, `lint`
and `check` look at examples and grammars, and `blicket.batch` solves thousands of tasks on many machines.
"""

from __future__ import annotations

from typing import Any, Optional

from ._data import Examples, Queries
from ._engine import Engine, Progress, Search, shared_engine
from ._errors import (
    DeviceUnavailable,
    Error,
    ExamplesError,
    ExportError,
    GrammarError,
    InternalError,
    ModelError,
    NetworkError,
    OptionError,
    RuntimeUnavailable,
    ThreadUnavailable,
    Unavailable,
    WorkerError,
)
from ._native import Grammar, __version__
from ._results import Advice, Continuation, Derivation, Evaluation, Section, Slot, Step, Suggestion
from ._solution import Answer, Possibility, Problem, Question, Solution, Unsatisfied
from ._task import Task
from ._tools import Difference, Finding, Remark, check, differences, export, format, lint, ready_made

__all__ = [
    "Advice",
    "Answer",
    "Continuation",
    "Derivation",
    "DeviceUnavailable",
    "Difference",
    "Engine",
    "Error",
    "Evaluation",
    "ExamplesError",
    "ExportError",
    "Finding",
    "Grammar",
    "GrammarError",
    "InternalError",
    "ModelError",
    "NetworkError",
    "OptionError",
    "Possibility",
    "Problem",
    "Progress",
    "Question",
    "Remark",
    "RuntimeUnavailable",
    "Search",
    "Section",
    "Slot",
    "Solution",
    "Step",
    "Suggestion",
    "Task",
    "ThreadUnavailable",
    "Unavailable",
    "Unsatisfied",
    "WorkerError",
    "__version__",
    "check",
    "differences",
    "export",
    "format",
    "learn",
    "lint",
    "ready_made",
]


def learn(
    examples: Examples, queries: Queries = (), *, engine: Optional[Engine] = None, **options: Any
) -> Solution:
    """Learns a grammar from examples, and answers queries by it. Options are those of `Task`.

    >>> import blicket
    >>> solution = blicket.learn({"one": 1, "two": 2, "twenty": 20, "twenty one": 21}, ["twenty two"])
    >>> solution["twenty two"].number
    22
    """
    return (engine or shared_engine()).solve(Task(examples, queries, **options))
