"""The word-slot network: examples in, a distribution over each word's rule out.

It has no vocabulary. Within an example, words and tokens are slots that input and output share;
across examples, every word and token of the task is a node that gathers from its occurrences and
hands back to them. Each word's node then decodes its own rule. Renaming words changes nothing but
the names, and nothing bounds their number.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from data import END, Batch
from grammar import LAST, TYPES
from reader import Belonging, Elements, Reader
from task import SLOTS

# What the right-side decoder was fed last: a type at first, then FIRST, SECOND or a token of the
# task.
PREVIOUS = len(TYPES) + 3
LITERAL = PREVIOUS - 1
FIXED = END + 1  # outputs of the decoder that are no nodes


class Network(Reader):
    def __init__(self, width: int = 64, rounds: int = 3, heads: int = 2) -> None:
        super().__init__(width, rounds, heads)
        self.slot = nn.Embedding(3 * SLOTS, width)
        self.kind = nn.Embedding(3, width)
        nn.init.normal_(self.slot.weight, std=0.3)
        nn.init.normal_(self.kind.weight, std=0.3)

        self.left = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, len(TYPES)))
        self.start = nn.Linear(width, width)
        self.previous = nn.Embedding(PREVIOUS, width)
        self.literal = nn.Linear(width, width, bias=False)
        self.gates_in, self.gates_state = nn.Linear(2 * width, 3 * width), nn.Linear(
            width, 3 * width
        )
        self.fixed = nn.Linear(2 * width, FIXED)
        self.point_from, self.point_to = nn.Linear(2 * width, width), nn.Linear(width, width)

        self.order_row = nn.Linear(width, 2 * width, bias=False)
        self.order_node = nn.Linear(width, 2 * width, bias=False)
        for layer in (self.order_row, self.order_node):
            nn.init.zeros_(layer.weight[:width])  # at first every order is as likely as the other
        self.last_score, self.last = nn.Linear(width, 1), nn.Linear(width, len(LAST))

    # --- the examples

    def read_task(
        self, chunks: list[tuple[Tensor, Tensor, Belonging]], kind: Tensor
    ) -> tuple[list[Tensor], Tensor]:
        """`chunks` has side, slot and elements; `kind` [episodes, nodes] is -1 where there is no
        node."""
        rows = [self.slot(slot) + self.places(side) for side, slot, _ in chunks]
        return self.read(
            rows,
            [side for side, _, _ in chunks],
            [elements for _, _, elements in chunks],
            self.kind(kind.clamp(min=0)),
            kind < 0,
        )

    def order_by_nodes(self, nodes: Tensor) -> Tensor:
        q, k = self.order_node(nodes).chunk(2, -1)
        return q @ k.transpose(-1, -2) * self.width**-0.5

    def order_by_rows(self, rows: Tensor) -> Tensor:
        q, k = self.order_row(rows).chunk(2, -1)
        return q @ k.transpose(-1, -2) * self.width**-0.5

    # --- the right sides

    def step(self, nodes: Tensor, word: Tensor, previous: Tensor, state: Tensor) -> Tensor:
        """The decoder's next state: a gated recurrent unit that always sees its word.

        `previous` is the embedding of what was chosen last.
        """
        r_in, z_in, n_in = self.gates_in(torch.cat([previous, word], -1)).chunk(3, -1)
        r_state, z_state, n_state = self.gates_state(state).chunk(3, -1)
        keep = torch.sigmoid(z_in + z_state)
        new = torch.tanh(n_in + torch.sigmoid(r_in + r_state) * n_state)
        return keep * state + (1 - keep) * new

    def choose(self, nodes: Tensor, kind: Tensor, word: Tensor, state: Tensor) -> Tensor:
        """Logits of FIRST, SECOND, END and every node; words cannot be chosen.

        `nodes` [..., K, width] and `state` [..., Q, width] share their leading dimensions.
        """
        both = torch.cat([state, word], -1)
        point = self.point_from(both) @ self.point_to(nodes).transpose(-1, -2) * self.width**-0.5
        point = point + ((kind <= 0).float() * -1e4).unsqueeze(-2)
        return torch.cat([self.fixed(both), point], -1)

    # --- training

    def loss(self, batch: Batch) -> tuple[Tensor, dict[str, float]]:
        """The negative log-likelihood of the true grammars, per episode, and its parts."""
        kind = torch.from_numpy(batch.kind)
        size = len(kind)
        rows, nodes = self.read_task(self.chunks(batch), kind)
        types, right = torch.from_numpy(batch.type), torch.from_numpy(batch.right)
        episode, place = (types >= 0).nonzero(as_tuple=True)
        word, target = nodes[episode, place], right[episode, place]
        type_logits = self.left(word)
        parts = {"type": F.cross_entropy(type_logits, types[episode, place], reduction="sum")}
        logits = self._decode(nodes, kind, episode, word, types[episode, place], target)
        parts["right"] = F.cross_entropy(
            logits.reshape(-1, logits.shape[-1]),
            target.reshape(-1),
            ignore_index=-1,
            reduction="sum",
        )
        before, first, second = torch.from_numpy(batch.before).unbind(1)
        parts["order"] = F.softplus(-self.order(batch, rows, nodes)[before, first, second]).sum()
        last = torch.from_numpy(batch.last)
        parts["last"] = F.cross_entropy(
            self.last_logits(batch, rows, size)[last >= 0], last[last >= 0], reduction="sum"
        )
        exact = ((logits.argmax(-1) == target) | (target < 0)).all(1)
        exact &= type_logits.argmax(-1) == types[episode, place]
        report = {name: part.item() / size for name, part in parts.items()}
        report["exact"] = exact.float().mean().item()
        return torch.stack(list(parts.values())).sum() / size, report

    def _decode(
        self,
        nodes: Tensor,
        kind: Tensor,
        episode: Tensor,
        word: Tensor,
        types: Tensor,
        target: Tensor,
    ) -> Tensor:
        """Logits of all steps [words, steps, FIXED + K], fed with the true right sides."""
        fed = target[:, :-1]
        literal = fed >= FIXED
        index = torch.cat([types[:, None], (len(TYPES) + fed.clamp(min=0)).clamp(max=LITERAL)], 1)
        previous = self.previous(index)
        named = (
            self.literal(nodes[episode[:, None], (fed - FIXED).clamp(min=0)]) * literal[..., None]
        )
        previous = previous + F.pad(named, (0, 0, 1, 0))
        state = torch.tanh(self.start(word))
        states = []
        for step in range(target.shape[1]):
            state = self.step(nodes, word, previous[:, step], state)
            states.append(state)
        wide = word[:, None].expand(-1, len(states), -1)
        return self.choose(nodes[episode], kind[episode], wide, torch.stack(states, 1))

    def chunks(self, batch: Batch) -> list[tuple[Tensor, Tensor, Belonging]]:
        return [
            (
                torch.from_numpy(chunk.side),
                torch.from_numpy(chunk.slot),
                Elements(torch.from_numpy(chunk.node), batch.kind.size),
            )
            for chunk in batch.chunks
        ]

    def order(self, batch: Batch, rows: list[Tensor], nodes: Tensor) -> Tensor:
        """[episodes, nodes, nodes]: the log-odds that one rule comes before another. Every example
        with both words adds what it shows."""
        size, count, _ = nodes.shape
        logits = self.order_by_nodes(nodes).reshape(-1)
        for x, chunk in zip(rows, batch.chunks):
            node = torch.from_numpy(chunk.node[:, : chunk.inputs])
            pair = node[:, :, None] * count + node[:, None, :] % count
            here = ((node >= 0)[:, :, None] & (node >= 0)[:, None, :]).reshape(-1).nonzero()[:, 0]
            scores = self.order_by_rows(x[:, : chunk.inputs]).reshape(-1)
            logits = logits.index_add(0, pair.reshape(-1)[here], scores[here])
        logits = logits.reshape(size, count, count)
        return logits - logits.transpose(1, 2)

    def last_logits(self, batch: Batch, rows: list[Tensor], size: int) -> Tensor:
        """The logits of the last rule, from all elements of an episode."""
        total = torch.zeros(size, self.width + 1)
        for x, chunk in zip(rows, batch.chunks):
            total = total.index_add(
                0, torch.from_numpy(chunk.episode), self.last_sums(x, torch.from_numpy(chunk.side))
            )
        return self.last(total[:, :-1] / (total[:, -1:] + 1e-6))

    def last_sums(self, x: Tensor, side: Tensor) -> Tensor:
        """What each row says about the last rule: a weighted sum, and the weight."""
        weight = self.last_score(x).clamp(-10.0, 10.0).exp() * (side > 0).float()[:, :, None]
        return torch.cat([(x * weight).sum(1), weight.sum(1)], 1)
