"""What the networks share: rounds in which the elements of examples look at each other, give to the
nodes of the task (its words and tokens), and hear back from them."""

from __future__ import annotations

from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor, nn

POSITIONS = 64  # what is further from the start or the end counts as this far
WAVES = 8


class Block(nn.Module):
    """Attention, then a small feed-forward layer, each on a normalised copy."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """`bias` [rows, 1, 1, length] is 0 where one may look and very negative elsewhere."""
        rows, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(rows, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        weights = torch.softmax(q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5 + bias, -1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(rows, length, width))
        return x + self.down(torch.relu(self.up(self.norm2(x))))


class Belonging(Protocol):
    """Which node each element of some rows belongs to."""

    def to_nodes(self, x: Tensor) -> Tensor:
        """[rows * length, n] -> [nodes, n], sums."""

    def from_nodes(self, nodes: Tensor, count: int) -> Tensor:
        """[nodes, n] -> [rows * length, n], 0 for elements of no node; `count` is rows * length."""


class Elements:
    """Belonging in training: many episodes, sums by index."""

    def __init__(self, node: Tensor, nodes: int) -> None:
        self.place = (node >= 0).reshape(-1).nonzero()[:, 0]
        self.node = node.reshape(-1)[self.place]
        self.nodes = nodes

    def to_nodes(self, x: Tensor) -> Tensor:
        return x.new_zeros(self.nodes, x.shape[1]).index_add(0, self.node, x[self.place])

    def from_nodes(self, nodes: Tensor, count: int) -> Tensor:
        return nodes.new_zeros(count, nodes.shape[1]).index_copy(0, self.place, nodes[self.node])


class Reader(nn.Module):
    """Rounds of reading. Subclasses say what elements and nodes are at first, and what is read off
    them."""

    def __init__(self, width: int, rounds: int, heads: int) -> None:
        super().__init__()
        self.width, self.heads = width, heads
        # Places from the start and from the end, of inputs and of outputs.
        self.position = nn.Linear(2 * WAVES, 4 * width)
        waves = torch.arange(POSITIONS)[:, None] * (1.5 * 0.6 ** torch.arange(WAVES))[None]
        self.register_buffer("waves", torch.cat([waves.sin(), waves.cos()], 1), persistent=False)

        def many(make) -> nn.ModuleList:
            return nn.ModuleList([make() for _ in range(rounds)])

        self.row_block = many(lambda: Block(width, heads))
        self.row_norm = many(lambda: nn.LayerNorm(width))
        self.score = many(lambda: nn.Linear(width, heads))
        self.value = many(lambda: nn.Linear(width, width))
        self.node_block = many(lambda: Block(width, heads))
        self.node_norm = many(lambda: nn.LayerNorm(width))
        self.back = many(lambda: nn.Linear(width, width))
        # Once more, now that nodes know their rules: which of two rules an example used first.
        self.row_last, self.row_final = Block(width, heads), nn.LayerNorm(width)

    def places(self, side: Tensor) -> Tensor:
        """Where each element is, from the start and from the end of its side."""
        table = self.position(self.waves).reshape(POSITIONS, 4, self.width).transpose(0, 1)
        table = table.reshape(4 * POSITIONS, self.width)
        sides = torch.stack([(side == 1).long(), (side == 2).long()])  # [2, rows, length]
        through = sides.cumsum(2)
        from_start = ((through - 1) * sides).sum(0).clamp(0, POSITIONS - 1)
        from_end = ((sides.sum(2, keepdim=True) - through) * sides).sum(0).clamp(0, POSITIONS - 1)
        second = sides[1] * 2 * POSITIONS
        return F.embedding(from_start + second, table) + F.embedding(
            from_end + second + POSITIONS, table
        )

    def gather(self, round_: int, x: Tensor, elements: Belonging) -> tuple[Tensor, Tensor]:
        """What one chunk's elements give to their nodes: a weighted sum, and the weights' sum."""
        flat = self.row_norm[round_](x).reshape(-1, self.width)
        weight = self.score[round_](flat).clamp(-10.0, 10.0).exp()
        value = self.value[round_](flat).reshape(-1, self.heads, self.width // self.heads)
        weighted = (value * weight[:, :, None]).reshape(-1, self.width)
        both = elements.to_nodes(torch.cat([weighted, weight], 1))
        return both[:, : self.width], both[:, self.width :]

    def read(
        self,
        rows: list[Tensor],
        sides: list[Tensor],
        chunks: list[Belonging],
        nodes: Tensor,
        absent: Tensor,
        looks: list[list[Tensor]] | None = None,
    ) -> tuple[list[Tensor], Tensor]:
        """What elements [rows, length, width], in chunks, and nodes [episodes, nodes, width] know
        in the end.

        `absent` [episodes, nodes] says where there is no node. `looks`, for each chunk and round [rows, heads, length,
        length], is how much more elements look at each other than they would.
        """
        masks = [((side == 0).float() * -1e4)[:, None, None, :] for side in sides]

        def biases(round_: int) -> list[Tensor]:
            if looks is None:
                return masks
            return [mask + look[round_] for mask, look in zip(masks, looks)]

        node_bias = (absent.float() * -1e4)[:, None, None, :]
        shape = nodes.shape
        for round_ in range(len(self.row_block)):
            rows = [self.row_block[round_](x, bias) for x, bias in zip(rows, biases(round_))]
            given = [self.gather(round_, x, elements) for x, elements in zip(rows, chunks)]
            value, weight = (torch.stack(part).sum(0) for part in zip(*given))
            value = value.reshape(-1, self.heads, self.width // self.heads)
            mean = value / (weight[:, :, None] + 1e-6)
            nodes = self.node_block[round_](nodes + mean.reshape(shape), node_bias)
            back = self.back[round_](self.node_norm[round_](nodes)).reshape(-1, self.width)
            rows = [
                x + elements.from_nodes(back, x.shape[0] * x.shape[1]).reshape(x.shape)
                for x, elements in zip(rows, chunks)
            ]
        rounds = len(self.row_block)
        rows = [self.row_final(self.row_last(x, bias)) for x, bias in zip(rows, biases(rounds))]
        return rows, self.node_norm[-1](nodes)
