"""DeepCoder (Balog et al. 2017) as the paper's baseline: which tokens a grammar has, each by
itself."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .batch import Examples, GrammarBatch
from .encoder import ExampleEncoder
from .vocabulary import Vocabulary


class DeepCoder(nn.Module):
    def __init__(self, vocabulary: Vocabulary, embedding: int, hidden: int) -> None:
        super().__init__()
        self.examples = ExampleEncoder(vocabulary, embedding, hidden)
        self.out = nn.Sequential(
            nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, vocabulary.tokens)
        )

    def forward(self, batch: Examples) -> Tensor:
        """[tasks, tokens]: the log-odds of each token."""
        vectors, real = self.examples(batch)
        return self.out(vectors.sum(1) / real.sum(1, keepdim=True))

    def loss(self, batch: GrammarBatch) -> tuple[Tensor, dict[str, float]]:
        """The cross-entropy of whether the grammar has a token, per token."""
        target = torch.from_numpy(batch.grammar)
        logits = self(batch)
        has = torch.zeros_like(logits)
        has.scatter_(1, target.clamp(min=0), 1.0)  # padding counts as START,
        has[:, 0] = 0.0  # which no grammar has
        right = (logits > 0) == (has > 0)
        report = {
            "token": right.float().mean().item(),
            "exact": right.all(1).float().mean().item(),
        }
        return F.binary_cross_entropy_with_logits(logits, has), report
