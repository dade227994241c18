"""The evaluator, which is that of the library itself: libblicket through its C ABI."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
COMMAND = RELEASE / "blicket"

VALUE = 0  # BLICKET_OUTCOME_VALUE


class _Str(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("len", ctypes.c_size_t)]


class _Text(ctypes.Structure):
    """A text that the library lends: not a c_char_p, which would stop at a NUL."""

    _fields_ = [("data", ctypes.c_void_p), ("len", ctypes.c_size_t)]


class _Limits(ctypes.Structure):
    _fields_ = [
        ("steps", ctypes.c_uint64),
        ("depth", ctypes.c_uint32),
        ("output_tokens", ctypes.c_uint32),
        ("output_bytes", ctypes.c_size_t),
    ]


def _load() -> ctypes.CDLL:
    path = RELEASE / "libblicket.so"
    if not path.exists():
        raise SystemExit(f"{path} is missing: run `make -C training tools` first")
    library = ctypes.CDLL(str(path))
    pointer = ctypes.c_void_p
    library.blicket_grammar_parse.argtypes = [_Str, ctypes.POINTER(pointer), pointer]
    library.blicket_grammar_apply_many.argtypes = [
        pointer,
        ctypes.POINTER(_Str),
        ctypes.c_size_t,
        ctypes.POINTER(pointer),
        pointer,
    ]
    library.blicket_grammar_set_limits.argtypes = [pointer, _Limits, pointer]
    library.blicket_grammar_free.argtypes = [pointer]
    library.blicket_evaluation_outcome.argtypes = [pointer]
    library.blicket_evaluation_text.argtypes = [pointer]
    library.blicket_evaluation_text.restype = _Text
    library.blicket_evaluation_free.argtypes = [pointer]
    return library


_library: ctypes.CDLL | None = None


def _text(value: str) -> _Str:
    data = value.encode()
    return _Str(data, len(data))


class Inputs:
    """Inputs to run grammars on; the memory of their evaluations is used again for every
    grammar."""

    def __init__(self, inputs: list[str], output_tokens: int) -> None:
        """Evaluations stop past `output_tokens`: what is longer is wrong in any case."""
        global _library
        _library = _library or _load()
        self._library = _library
        self._count = len(inputs)
        self._inputs = (_Str * self._count)(*map(_text, inputs))
        self._evaluations = (ctypes.c_void_p * self._count)()
        self._limits = _Limits(20_000, 200, output_tokens, 1 << 16)

    def run(self, grammar: str) -> list[str | None]:
        """The output of every input by this grammar, None where there is none."""
        handle = ctypes.c_void_p()
        if self._library.blicket_grammar_parse(_text(grammar), ctypes.byref(handle), None):
            raise ValueError(f"not a grammar: {grammar!r}")
        try:
            self._library.blicket_grammar_set_limits(handle, self._limits, None)
            failed = self._library.blicket_grammar_apply_many(
                handle, self._inputs, self._count, self._evaluations, None
            )
            if failed:
                raise RuntimeError(f"blicket_grammar_apply_many returned {failed}")
        finally:
            self._library.blicket_grammar_free(handle)
        return [self._output(evaluation) for evaluation in self._evaluations]

    def _output(self, evaluation: int) -> str | None:
        if self._library.blicket_evaluation_outcome(evaluation) != VALUE:
            return None
        text = self._library.blicket_evaluation_text(evaluation)
        return ctypes.string_at(text.data, text.len).decode()

    def __del__(self) -> None:
        for evaluation in self._evaluations:
            if evaluation:
                self._library.blicket_evaluation_free(evaluation)
