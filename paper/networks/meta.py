"""Meta Seq2Seq (Lake 2019): the support is a memory whose keys are inputs and whose values are
outputs; a query looks things up at each of its words, and its answer is decoded directly."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from .batch import AnswerBatch
from .encoder import Encoder, attend
from .synth import shifted, token_loss
from .vocabulary import Vocabulary


class State(NamedTuple):
    hidden: Tensor  # [1, queries, hidden]
    cell: Tensor
    context: Tensor  # [queries, words, hidden]
    real: Tensor


class MetaSeq2Seq(nn.Module):
    def __init__(self, vocabulary: Vocabulary, embedding: int, hidden: int) -> None:
        super().__init__()
        self.end, self.start = vocabulary.outputs, vocabulary.outputs + 1
        # Queries and keys are read by the same encoder.
        self.inputs = Encoder(vocabulary.words + 1, embedding, hidden // 2)
        self.outputs = Encoder(vocabulary.outputs + 1, embedding, hidden // 2)
        self.context = nn.Linear(2 * hidden, hidden)
        self.embed = nn.Embedding(vocabulary.outputs + 2, embedding)
        self.decoder = nn.LSTM(embedding, hidden, batch_first=True)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.combine = nn.Linear(2 * hidden, hidden)
        self.out = nn.Linear(hidden, vocabulary.outputs + 1)

    def begin(self, batch: AnswerBatch) -> State:
        """The queries of all tasks in a row, those that are not there included."""
        sources = torch.from_numpy(batch.sources)
        targets = torch.from_numpy(batch.targets).clamp(min=0)
        states, real, keys = self.inputs.states(batch.inputs)
        values = self.outputs(batch.outputs)[targets]
        places = torch.from_numpy(batch.queries).clamp(min=0)
        asked = states[places].flatten(1, 2)  # [tasks, queries * words, hidden]
        scaled = asked * asked.shape[-1] ** -0.5
        found = attend(scaled, keys[sources.clamp(min=0)], values, sources >= 0)
        context = torch.tanh(self.context(torch.cat([asked, found], 2)))
        context = context.unflatten(1, (places.shape[1], -1)).flatten(0, 1)
        words = real[places].flatten(0, 1)
        mean = (context * words.unsqueeze(2)).sum(1) / words.sum(1, keepdim=True)
        return State(mean.unsqueeze(0), mean.unsqueeze(0), context, words)

    def advance(self, state: State, tokens: Tensor) -> tuple[Tensor, State]:
        outputs, (hidden, cell) = self.decoder(self.embed(tokens), (state.hidden, state.cell))
        context = attend(self.query(outputs), state.context, state.context, state.real)
        combined = torch.tanh(self.combine(torch.cat([outputs, context], 2)))
        return self.out(combined), state._replace(hidden=hidden, cell=cell)

    def loss(self, batch: AnswerBatch) -> tuple[Tensor, dict[str, float]]:
        """The negative log-likelihood of the answers, per token."""
        target = torch.from_numpy(batch.answers).flatten(0, 1)
        logits, _ = self.advance(self.begin(batch), shifted(target, self.start))
        return token_loss(logits, target)

    @torch.no_grad()
    def answer(self, batch: AnswerBatch, longest: int) -> list[list[int] | None]:
        """The likeliest token after the likeliest token; None if that does not end."""
        state = self.begin(batch)
        count = len(state.context)
        said = torch.full((count, 1), self.start)
        answers: list[list[int] | None] = [None] * count
        spoken = []
        for _ in range(longest + 1):
            logits, state = self.advance(state, said)
            said = logits.argmax(2)
            spoken.append(said)
            if (torch.cat(spoken, 1) == self.end).any(1).all():
                break
        for index, tokens in enumerate(torch.cat(spoken, 1).tolist()):
            if self.end in tokens:
                answers[index] = tokens[: tokens.index(self.end)]
        return answers
