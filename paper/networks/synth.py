"""The paper's own network: a vector an example, and an LSTM with Luong's attention that writes the
grammar."""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .batch import Examples, GrammarBatch
from .encoder import ExampleEncoder, attend
from .vocabulary import START, Vocabulary


class State(NamedTuple):
    """Programs of one task in the making."""

    hidden: Tensor  # [1, programs, hidden]
    cell: Tensor
    memory: Tensor  # [programs, examples, hidden]
    real: Tensor


class Synth(nn.Module):
    def __init__(self, vocabulary: Vocabulary, embedding: int, hidden: int) -> None:
        super().__init__()
        self.start = vocabulary.fixed[START]
        self.examples = ExampleEncoder(vocabulary, embedding, hidden)
        self.embed = nn.Embedding(vocabulary.tokens, embedding)
        self.decoder = nn.LSTM(embedding, hidden, batch_first=True)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.combine = nn.Linear(2 * hidden, hidden)
        self.out = nn.Linear(hidden, vocabulary.tokens)

    def begin(self, batch: Examples, programs: int) -> State:
        memory, real = self.examples(batch)
        cell = memory.sum(1).repeat_interleave(programs, 0).unsqueeze(0)
        return State(
            torch.tanh(cell),
            cell,
            memory.repeat_interleave(programs, 0),
            real.repeat_interleave(programs, 0),
        )

    def advance(self, state: State, tokens: Tensor) -> tuple[Tensor, State]:
        """[programs, length] tokens give [programs, length, tokens] logits of those after them."""
        outputs, (hidden, cell) = self.decoder(self.embed(tokens), (state.hidden, state.cell))
        context = attend(self.query(outputs), state.memory, state.memory, state.real)
        combined = torch.tanh(self.combine(torch.cat([outputs, context], 2)))
        return self.out(combined), State(hidden, cell, state.memory, state.real)

    def loss(self, batch: GrammarBatch) -> tuple[Tensor, dict[str, float]]:
        """The negative log-likelihood of the grammars, per token."""
        target = torch.from_numpy(batch.grammar)
        logits, _ = self.advance(self.begin(batch, 1), shifted(target, self.start))
        return token_loss(logits, target)


def shifted(target: Tensor, start: int) -> Tensor:
    """What a decoder reads when it should say `target`."""
    first = torch.full_like(target[:, :1], start)
    return torch.cat([first, target[:, :-1].clamp(min=0)], 1)


def token_loss(logits: Tensor, target: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy per token; the share of tokens and of whole targets that are likeliest."""
    loss = F.cross_entropy(logits.flatten(0, -2), target.flatten(), ignore_index=-1)
    real = target >= 0
    right = (logits.argmax(-1) == target) | ~real
    whole = right.all(-1)[real.any(-1)]
    return loss, {
        "token": (right & real).sum().item() / real.sum().item(),
        "exact": whole.float().mean().item(),
    }
