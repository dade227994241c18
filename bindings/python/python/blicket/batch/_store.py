"""A file of solutions, one a line, so that a batch goes on where it was interrupted."""

from __future__ import annotations

import hashlib
import json
import os
from typing import IO, Dict, Optional, Tuple, Union

from .._errors import ExamplesError
from .._native import __version__
from .._task import Task


def digest(task: Task) -> str:
    """What a solution follows from: the task, its options, and the version of this library."""
    inputs = [task.examples, task.negatives, task.queries, task.question_pool]
    whole = json.dumps([__version__, inputs, sorted(task._named_options())])
    return hashlib.sha256(whole.encode()).hexdigest()


class Store:
    """Solutions by the name of their task. A task that has changed since is not found."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._path = os.fspath(path)
        self._known: Dict[str, Tuple[str, str]] = {}
        self._file: Optional[IO[bytes]] = None
        if os.path.exists(self._path):
            self._read()

    def _read(self) -> None:
        with open(self._path, "rb") as file:
            content = file.read()
        # A last line without an end was being written when the process died.
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) != len(content):
            os.truncate(self._path, len(whole))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                entry = json.loads(line)
                self._known[entry["name"]] = (entry["digest"], json.dumps(entry["solution"], ensure_ascii=False))
            except (ValueError, KeyError, TypeError):
                found = line[:60].decode(errors="replace")
                expected = "a solution that blicket.batch has stored; give another file, or remove the line"
                raise ExamplesError(f"{self._path}, line {number}: found `{found}`, expected {expected}") from None

    def find(self, name: str, digest: str) -> Optional[str]:
        """The solution of a task as JSON, if it is there."""
        known = self._known.get(name)
        return known[1] if known is not None and known[0] == digest else None

    def keep(self, name: str, digest: str, solution: str) -> None:
        """Writes a solution down."""
        if self._file is None:
            self._file = open(self._path, "ab")
        entry = {"name": name, "digest": digest, "solution": json.loads(solution)}
        self._file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
