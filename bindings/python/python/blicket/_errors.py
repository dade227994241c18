"""What can go wrong, each kind an exception of its own. All of them are a `blicket.Error`."""

from __future__ import annotations

from typing import List, Tuple


class Error(Exception):
    """Something that blicket could not do. The text says what was wrong, where, and what would be right."""

    __module__ = "blicket"


class GrammarError(Error, ValueError):
    """The text of a grammar that cannot be read.

    >>> import blicket
    >>> try:
    ...     blicket.Grammar("a => b\\nx1:rom -> [x1]")
    ... except blicket.GrammarError as error:
    ...     print(error.line, error.column, len(error.errors))
    1 3 2
    """

    __module__ = "blicket"

    def __init__(self, message: str, errors: List[Tuple[int, int, str, str]]) -> None:
        super().__init__(message, errors)
        #: All errors: line and column from 1, what stands there, and what would be right.
        self.errors = errors
        self.line, self.column, self.found, self.expected = errors[0]

    def __str__(self) -> str:
        return str(self.args[0])


class ExamplesError(Error, ValueError):
    """Examples, queries or tasks that cannot be read."""

    __module__ = "blicket"


class OptionError(Error, ValueError):
    """An option that there is not, or a value that it cannot have."""

    __module__ = "blicket"


class ExportError(Error, ValueError):
    """A grammar that the other notation has no words for."""

    __module__ = "blicket"


class Unavailable(Error, RuntimeError):
    """Something that this machine does not have, or not now."""

    __module__ = "blicket"


class DeviceUnavailable(Unavailable):
    """A device was asked for that cannot be had."""

    __module__ = "blicket"


class RuntimeUnavailable(Unavailable):
    """ONNX Runtime, which runs networks, was not found or cannot be used. Everything else works without it."""

    __module__ = "blicket"


class ThreadUnavailable(Unavailable):
    """The operating system has no thread to spare for a search."""

    __module__ = "blicket"


class ModelError(Error, RuntimeError):
    """A model's file is damaged, or of another version than this library reads."""

    __module__ = "blicket"


class NetworkError(Error, RuntimeError):
    """A network did not run."""

    __module__ = "blicket"


class WorkerError(Error, RuntimeError):
    """A part of a batch that failed again and again."""

    __module__ = "blicket"


class InternalError(Error, RuntimeError):
    """A defect of blicket. Please report it."""

    __module__ = "blicket"
