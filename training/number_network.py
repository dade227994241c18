"""The network for number words: for each word, which power of ten it multiplies by, and what else
it is."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from number_data import HEADS, NumberBatch
from number_task import PLACES, SLOTS
from reader import Belonging, Elements, Reader


class NumberNetwork(Reader):
    def __init__(self, width: int = 64, rounds: int = 2, heads: int = 2) -> None:
        super().__init__(width, rounds, heads)
        self.slot, self.mark = nn.Embedding(SLOTS, width), nn.Embedding(1 + 10 * PLACES, width)
        self.digit = nn.Embedding(12 * PLACES, width)
        for table in (self.slot, self.mark, self.digit):
            nn.init.normal_(table.weight, std=0.3)
        self.out = nn.ModuleDict(
            {
                head: nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, count))
                for head, count in HEADS.items()
            }
        )
        self.pair_first, self.pair_second = nn.Linear(width, width), nn.Linear(width, width)

    def read_task(
        self, chunks: list[tuple[Tensor, Tensor, Tensor, Belonging]], digit: Tensor, absent: Tensor
    ) -> Tensor:
        """`chunks` has side, slot, mark and elements; `digit` [episodes, nodes, PLACES]."""
        nodes = self.digit(digit + 12 * torch.arange(PLACES)).sum(2)
        flat = nodes.reshape(-1, self.width)
        rows = []
        for side, slot, mark, elements in chunks:
            words = elements.from_nodes(flat, side.shape[0] * side.shape[1]).reshape(
                *side.shape, self.width
            )
            rows.append(words + self.slot(slot) + self.mark(mark) + self.places(side))
        return self.read(
            rows, [chunk[0] for chunk in chunks], [chunk[3] for chunk in chunks], nodes, absent
        )[1]

    def pairs(self, nodes: Tensor) -> Tensor:
        """[..., nodes, nodes]: the log-odds that a word and the next have a rule of their own."""
        return self.pair_first(nodes) @ self.pair_second(nodes).transpose(-1, -2) * self.width**-0.5

    def loss(self, batch: NumberBatch) -> tuple[Tensor, dict[str, float]]:
        """The negative log-likelihood of the true roles, per episode, and its parts."""
        kind = torch.from_numpy(batch.kind)
        size = len(kind)
        chunks: list[tuple[Tensor, Tensor, Tensor, Belonging]] = [
            (
                torch.from_numpy(side),
                torch.from_numpy(slot),
                torch.from_numpy(mark),
                Elements(torch.from_numpy(node), kind.numel()),
            )
            for side, slot, node, mark in batch.chunks
        ]
        nodes = self.read_task(chunks, torch.from_numpy(batch.digit), kind < 0)
        parts, right = {}, torch.ones(size, dtype=torch.bool)
        for head, wanted in batch.wanted.items():
            target = torch.from_numpy(wanted)
            asked = target >= 0
            logits = self.out[head](nodes[asked])
            parts[head] = (
                F.cross_entropy(logits, target[asked], reduction="sum")
                if len(logits)
                else logits.sum()
            )
            right[asked.nonzero()[:, 0][logits.argmax(1) != target[asked]]] = False
        episode, first, second, paired = torch.from_numpy(batch.pairs).unbind(1)
        logits = self.pairs(nodes)[episode, first, second]
        parts["pair"] = F.binary_cross_entropy_with_logits(logits, paired.float(), reduction="sum")
        right[episode[(logits > 0).long() != paired]] = False
        report = {head: part.item() / size for head, part in parts.items()}
        report["exact"] = right.float().mean().item()
        return torch.stack(list(parts.values())).sum() / size, report
