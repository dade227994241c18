"""Sequences and examples as vectors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from .batch import Examples, Strings
from .vocabulary import Vocabulary


class Encoder(nn.Module):
    """A BiLSTM over sequences of one side."""

    def __init__(self, tokens: int, embedding: int, hidden: int) -> None:
        super().__init__()
        self.embed = nn.Embedding(tokens, embedding)
        self.lstm = nn.LSTM(embedding, hidden, batch_first=True, bidirectional=True)

    def forward(self, strings: Strings) -> Tensor:
        """[rows, 2 * hidden]: the last states of both directions."""
        return torch.cat([self._run(group)[1] for group in strings])

    def states(self, strings: Strings) -> tuple[Tensor, Tensor, Tensor]:
        """[rows, longest, 2 * hidden]: the states at every token; where there are tokens; and what
        `forward` gives."""
        longest = max(group.shape[1] for group in strings)
        padded, real, lasts = [], [], []
        for group in strings:
            states, last = self._run(group)
            lasts.append(last)
            padded.append(nn.functional.pad(states, (0, 0, 0, longest - states.shape[1])))
            real.append((torch.arange(longest) < group.shape[1]).expand(len(group), -1))
        return torch.cat(padded), torch.cat(real), torch.cat(lasts)

    def _run(self, group: np.ndarray) -> tuple[Tensor, Tensor]:
        states, (last, _) = self.lstm(self.embed(torch.from_numpy(group)))
        return states, last.transpose(0, 1).flatten(1)


class ExampleEncoder(nn.Module):
    """One vector an example: a BiLSTM over its input, one over its output, and a ReLU layer."""

    def __init__(self, vocabulary: Vocabulary, embedding: int, hidden: int) -> None:
        super().__init__()
        # One more for an empty sequence.
        self.inputs = Encoder(vocabulary.words + 1, embedding, hidden)
        self.outputs = Encoder(vocabulary.outputs + 1, embedding, hidden)
        self.join = nn.Linear(4 * hidden, hidden)

    def forward(self, batch: Examples) -> tuple[Tensor, Tensor]:
        """[tasks, examples, hidden], zero where there is no example; and where there are some."""
        sources, targets = torch.from_numpy(batch.sources), torch.from_numpy(batch.targets)
        real = sources >= 0
        both = torch.cat(
            [self.inputs(batch.inputs)[sources], self.outputs(batch.outputs)[targets]], 2
        )
        return torch.relu(self.join(both)) * real.unsqueeze(2), real


def attend(query: Tensor, keys: Tensor, values: Tensor, real: Tensor) -> Tensor:
    """Dot-product attention: [b, q, d], [b, n, d], [b, n, e] and [b, n] give [b, q, e]."""
    scores = (query @ keys.transpose(1, 2)).masked_fill(~real.unsqueeze(1), float("-inf"))
    return scores.softmax(2) @ values
