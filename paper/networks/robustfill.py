"""RobustFill (Devlin et al. 2017) as the paper's baseline: an encoder and a decoder for each
example, whose opinions about the next token are pooled by their maximum."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from .batch import Examples, GrammarBatch
from .encoder import Encoder, attend
from .synth import shifted, token_loss
from .vocabulary import START, Vocabulary


class State(NamedTuple):
    """Each program has a decoder for each example, all of them in a row."""

    hidden: Tensor  # [1, programs * examples, hidden]
    cell: Tensor
    memory: Tensor  # [programs * examples, tokens, hidden]: the example's input and output
    real: Tensor
    shown: Tensor  # [programs, examples]: where there is an example


class RobustFill(nn.Module):
    def __init__(self, vocabulary: Vocabulary, embedding: int, hidden: int) -> None:
        super().__init__()
        self.start = vocabulary.fixed[START]
        self.inputs = Encoder(vocabulary.words + 1, embedding, hidden // 2)
        self.outputs = Encoder(vocabulary.outputs + 1, embedding, hidden // 2)
        self.join = nn.Linear(2 * hidden, hidden)
        self.embed = nn.Embedding(vocabulary.tokens, embedding)
        self.decoder = nn.LSTM(embedding, hidden, batch_first=True)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.combine = nn.Linear(2 * hidden, hidden)
        self.out = nn.Linear(hidden, vocabulary.tokens)

    def begin(self, batch: Examples, programs: int) -> State:
        sources, targets = torch.from_numpy(batch.sources), torch.from_numpy(batch.targets)
        shown = sources >= 0
        rows, lasts, reals = [], [], []
        for encoder, strings, places in (
            (self.inputs, batch.inputs, sources),
            (self.outputs, batch.outputs, targets),
        ):
            states, real, last = encoder.states(strings)
            places = places.clamp(min=0).flatten()  # what is no example is not pooled
            rows.append(states[places])
            reals.append(real[places])
            lasts.append(last[places])
        cell = torch.tanh(self.join(torch.cat(lasts, 1)))

        def repeat(value: Tensor) -> Tensor:
            """For each program of each task, its examples."""
            value = value.unflatten(0, shown.shape)
            return value.repeat_interleave(programs, 0).flatten(0, 1)

        cell = repeat(cell).unsqueeze(0)
        return State(
            cell,
            cell,
            repeat(torch.cat(rows, 1)),
            repeat(torch.cat(reals, 1)),
            shown.repeat_interleave(programs, 0),
        )

    def advance(self, state: State, tokens: Tensor) -> tuple[Tensor, State]:
        """[programs, length] tokens give [programs, length, tokens] logits of those after them."""
        examples = state.shown.shape[1]
        read = self.embed(tokens).repeat_interleave(examples, 0)
        outputs, (hidden, cell) = self.decoder(read, (state.hidden, state.cell))
        context = attend(self.query(outputs), state.memory, state.memory, state.real)
        opinions = torch.tanh(self.combine(torch.cat([outputs, context], 2)))
        opinions = opinions.unflatten(0, state.shown.shape)
        absent = ~state.shown[:, :, None, None]
        pooled = opinions.masked_fill(absent, float("-inf")).amax(1)
        return self.out(pooled), state._replace(hidden=hidden, cell=cell)

    def loss(self, batch: GrammarBatch) -> tuple[Tensor, dict[str, float]]:
        """The negative log-likelihood of the grammars, per token."""
        target = torch.from_numpy(batch.grammar)
        logits, _ = self.advance(self.begin(batch, 1), shifted(target, self.start))
        return token_loss(logits, target)
