"""Examples and sentences, in whatever form people have them. pandas, polars and numpy are recognised, never imported."""

from __future__ import annotations

import json
import os
import sys
import warnings
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import ExamplesError
from ._native import Grammar, lint

Pair = Tuple[str, str]
#: What is not so: an input, and an output that it has not, or `None` if it is no sentence.
Negative = Tuple[str, Optional[str]]
#: A path of a TSV file, pairs, dictionaries with `input` and `output`, one dictionary from inputs to outputs, or a frame
#: of pandas or polars.
Examples = Union[str, "os.PathLike[str]", Mapping[str, Any], Iterable[Any]]
#: Sentences: a list, a Series or an array, or the path of a file with a sentence a line.
Queries = Union["os.PathLike[str]", Iterable[str]]

_EXAMPLE = "an input, a TAB and an output, or SCAN's `IN: … OUT: …`"
_TABLE = "a table with other marks is given by its rows, as pairs, or as a frame of pandas or polars"


def read_examples(examples: Examples) -> List[Pair]:
    """Examples as pairs of an input and an output."""
    return read_taught(examples)[0]


def read_taught(examples: Examples) -> Tuple[List[Pair], List[Negative]]:
    """Examples as pairs, and what a file says is not so: its lines that begin with `! `."""
    if isinstance(examples, (str, os.PathLike)):
        return _of_file(examples)
    if isinstance(examples, Mapping):
        rows: Iterable[Any] = examples.items()
    elif hasattr(examples, "columns") and hasattr(examples, "__getitem__"):
        rows = _rows(examples)
    elif isinstance(examples, Iterable):
        rows = examples
    else:
        raise ExamplesError(f"examples is {examples!r}, expected pairs of an input and an output, or the path of a file")
    return [_pair(index, row) for index, row in enumerate(rows)], []


def read_queries(queries: Queries) -> List[str]:
    """Queries as a list of texts."""
    if isinstance(queries, os.PathLike):
        lines = _lines(queries)
        return [_split(os.fspath(queries), number, line)[0] for number, line in lines]
    if isinstance(queries, (str, bytes)):
        raise ExamplesError(f"queries is the text {queries!r}, expected a list of texts, or a pathlib.Path of a file")
    values = as_list(queries)
    for index, value in enumerate(values):
        if not isinstance(value, str):
            raise ExamplesError(f"query {index + 1} is {value!r}, expected a text")
    return values


def _rows(frame: Any) -> Iterable[Tuple[Any, Any]]:
    """The rows of a frame: its columns `input` and `output`, or both of its two columns."""
    columns = list(frame.columns)
    if {"input", "output"} <= set(columns):
        names: Sequence[Any] = ("input", "output")
    elif len(columns) == 2:
        names = columns
    else:
        found = ", ".join(map(str, columns)) or "no columns"
        raise ExamplesError(f"the frame has {found}; expected the columns input and output, or two columns")
    return zip(as_list(frame[names[0]]), as_list(frame[names[1]]))


def _pair(index: int, row: Any) -> Pair:
    if isinstance(row, Mapping):
        if not {"input", "output"} <= set(row):
            found = ", ".join(map(str, row)) or "nothing"
            raise ExamplesError(f"example {index + 1} has {found}; expected input and output")
        row = (row["input"], row["output"])
    if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != 2:
        raise ExamplesError(f"example {index + 1} is {row!r}, expected an input and an output, such as ('walk', 'WALK')")
    return _text(index, "input", row[0]), _text(index, "output", row[1])


def _text(index: int, side: str, value: Any) -> str:
    """A text; also a whole number, or a list of tokens."""
    if isinstance(value, str):
        return value
    if not isinstance(value, (bool, bytes)):
        if hasattr(value, "__index__"):
            return str(value.__index__())
        if isinstance(value, (list, tuple)) and all(isinstance(token, str) for token in value):
            return " ".join(value)
    raise ExamplesError(f"the {side} of example {index + 1} is {value!r}, expected a text")


def _lines(path: Union[str, "os.PathLike[str]"]) -> List[Tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = file.read().split("\n")
    except UnicodeDecodeError as problem:
        raise ExamplesError(f"{os.fspath(path)}: byte {problem.start} is no UTF-8; store the file as UTF-8") from None
    return [(number, line.rstrip("\r")) for number, line in enumerate(lines, 1) if line.strip()]


def _split(path: str, number: int, line: str) -> Tuple[str, Optional[str]]:
    parts = line.split("\t")
    if len(parts) > 2:
        found = f"found {len(parts) - 1} TABs in `{line[:60]}`"
        raise ExamplesError(f"{path}, line {number}: {found}, expected {_EXAMPLE}")
    if len(parts) == 2:
        return parts[0].strip(), parts[1].strip()
    if line.lstrip().startswith("IN:"):
        sides = line.lstrip()[len("IN:") :].split("OUT:")
        if len(sides) != 2:
            found = f"found `IN:` with {len(sides) - 1} `OUT:` in `{line[:60]}`"
            raise ExamplesError(f"{path}, line {number}: {found}, expected {_EXAMPLE}")
        return sides[0].strip(), sides[1].strip()
    return line.strip(), None


def _of_file(path: Union[str, "os.PathLike[str]"]) -> Tuple[List[Pair], List[Negative]]:
    pairs: List[Pair] = []
    negatives: List[Negative] = []
    first = 0
    for number, line in _lines(path):
        if line.startswith("# ") or line.strip() == "#":
            continue  # A comment, or an example that is disabled.
        if line.startswith("! "):
            denied, _, wrong = line[len("! ") :].partition("\t")
            negatives.append((denied.strip(), wrong.strip() if "\t" in line else None))
            continue
        first = first or number
        words, output = _split(os.fspath(path), number, line)
        if output is None:
            found = f"found `{line[:60]}` and no TAB"
            raise ExamplesError(f"{os.fspath(path)}, line {number}: {found}, expected {_EXAMPLE}; {_TABLE}")
        pairs.append((words, output))
    _warn_of_heading(path, first, pairs)
    return pairs, negatives


def _warn_of_heading(path: Union[str, "os.PathLike[str]"], line: int, pairs: List[Pair]) -> None:
    """A first line that seems to be the heading of a table is told, and learnt from: only who wrote it knows."""
    # Enough of the others to tell: one that has the same output, or any.
    others = [pair for pair in pairs[1:] if pair[1] == pairs[0][1]] or pairs[1:]
    remarks = json.loads(lint([*pairs[:1], *others[:1]]))
    if any(remark["kind"] == "header" for remark in remarks):
        warnings.warn(
            f"{os.fspath(path)}, line {line}: `{' '.join(pairs[0])}` seems to be the heading of a table, and is learnt as an "
            "example: remove the line, or begin it with `# `",
            stacklevel=5,
        )


def as_list(values: Any) -> List[Any]:
    """The values of a Series, an array, or of whatever can be gone through."""
    for name in ("to_list", "to_pylist", "tolist"):
        method = getattr(values, name, None)
        if callable(method):
            return list(method())
    return list(values)


def _is_missing(value: Any) -> bool:
    """Whether it is what pandas has where there is nothing: NaN or NA."""
    return (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")


def apply_many(grammar: Grammar, inputs: Any, threads: int) -> Any:
    """`Grammar.apply_many` of what is no list: the result is of the same kind where that is a Series or an array."""
    if isinstance(inputs, (str, bytes)):
        raise TypeError("apply_many takes many texts, for instance a list of them; apply takes one")
    kind = type(inputs).__module__.partition(".")[0]
    flat = inputs.ravel() if kind == "numpy" else inputs
    values = [None if _is_missing(value) else value for value in as_list(flat)]
    results: Any = grammar.apply_many(values, threads=threads)
    if kind == "pandas" and hasattr(inputs, "index"):
        return type(inputs)(results, index=inputs.index, name=inputs.name, dtype=_dtype(inputs))
    if kind == "polars":
        return type(inputs)(inputs.name, results, dtype=sys.modules["polars"].String)
    if kind == "numpy":
        array = inputs.astype(object).ravel()
        array[:] = results
        return array.reshape(inputs.shape)
    return results


def _dtype(series: Any) -> Any:
    """Texts stay what they were; where a Series holds no texts of its own kind, it holds objects."""
    return series.dtype if "str" in str(series.dtype).lower() else object
