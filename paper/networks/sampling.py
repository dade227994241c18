"""Programs from a network that writes grammars token by token."""

from __future__ import annotations

from typing import Any, Protocol

import torch
from torch import Tensor

from .batch import Examples
from .vocabulary import END, Vocabulary

LONGEST = 240  # tokens of a program; what is not at its end by then is given up


class Writer(Protocol):
    """What `Synth` and `RobustFill` have in common."""

    start: int

    def begin(self, batch: Examples, programs: int) -> Any: ...

    def advance(self, state: Any, tokens: Tensor) -> tuple[Tensor, Any]: ...


@torch.no_grad()
def write(
    network: Writer,
    vocabulary: Vocabulary,
    batch: Examples,
    programs: int,
    generator: torch.Generator | None,
) -> list[list[int] | None]:
    """Programs for one task, drawn with the network's own probabilities; without `generator`, the
    likeliest token at every step. None is a program without an end."""
    end = vocabulary.fixed[END]
    state = network.begin(batch, programs)
    tokens = torch.full((programs, 1), network.start)
    ended = torch.zeros(programs, dtype=torch.bool)
    written = []
    for _ in range(LONGEST):
        logits, state = network.advance(state, tokens)
        if generator is None:
            tokens = logits[:, -1].argmax(1, keepdim=True)
        else:
            tokens = torch.multinomial(logits[:, -1].softmax(1), 1, generator=generator)
        written.append(tokens)
        ended |= tokens[:, 0] == end
        if ended.all():
            break
    rows = torch.cat(written, 1).tolist()
    return [row[: row.index(end)] if end in row else None for row in rows]
