"""The network for command languages: what each word and token of the examples is, which word brings which token, and
which values are of one kind."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from command_data import TAGS, CommandBatch
from command_task import COUNTS, INPUT, MARKS, OUTPUT
from reader import Elements, Reader

NOISE = 16  # what tells the texts of a task apart: random, another one in every batch


class CommandNetwork(Reader):
    def __init__(self, width: int = 64, rounds: int = 3, heads: int = 4) -> None:
        super().__init__(width, rounds, heads)
        self.mark, self.count = nn.Embedding(MARKS, width), nn.Embedding(COUNTS + 1, width)
        for table in (self.mark, self.count):
            nn.init.normal_(table.weight, std=0.3)
        self.noise = nn.Linear(NOISE, width, bias=False)
        # How much heads look at what is the same, alike or linked.
        self.related = nn.Parameter(torch.zeros(rounds + 1, 4, heads))
        self.tag = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, TAGS))
        self.token, self.word = nn.Linear(width, width), nn.Linear(width, width)
        self.nothing = nn.Linear(width, 1)
        self.cause = nn.Parameter(torch.tensor([0.0, 1.0, 2.0, 4.0]))
        self.kind = nn.Linear(width, width // 2)
        self.kind_scale = nn.Parameter(torch.tensor([8.0, -4.0]))

    def forward(self, batch: CommandBatch) -> tuple[list[Tensor], list[Tensor], list[Tensor]]:
        """Of each part, logits of tags [rows, length, TAGS] and of causes [rows, length, length + 1], where the last
        one is none, and kinds [rows, length, …], of length one."""
        count = torch.from_numpy(batch.kind)
        nodes = self.count(count + 1) + self.noise(torch.randn(*count.shape, NOISE))
        flat = nodes.reshape(-1, self.width)
        rows, sides, elements, relations = [], [], [], []
        for part in batch.parts:
            side, _, node, mark = torch.from_numpy(part.fields).unbind(0)
            relation = F.one_hot(torch.from_numpy(part.relation), 3).float()
            relations.append(torch.cat([relation, torch.from_numpy(part.link).unsqueeze(3)], 3))
            belonging = Elements(node, count.numel())
            x = belonging.from_nodes(flat, side.numel()).reshape(*side.shape, self.width)
            rows.append(x + self.mark(mark) + self.places(side))
            sides.append(side)
            elements.append(belonging)
        looks = [[(relation @ one).permute(0, 3, 1, 2) for one in self.related] for relation in relations]
        rows, _ = self.read(rows, sides, elements, nodes, count < 0, looks)
        causes = [self.causes(x, side, relation) for x, side, relation in zip(rows, sides, relations)]
        return [self.tag(x) for x in rows], causes, [F.normalize(self.kind(x), dim=2) for x in rows]

    def causes(self, x: Tensor, side: Tensor, relation: Tensor) -> Tensor:
        logits = self.token(x) @ self.word(x).transpose(1, 2) * self.width**-0.5 + relation @ self.cause
        logits = logits.masked_fill((side != INPUT).unsqueeze(1), -1e4)
        return torch.cat([logits, self.nothing(x)], 2)

    def same_kind(self, one: Tensor, other: Tensor) -> Tensor:
        """The log-odds that two values are of one kind."""
        return (one * other).sum(-1) * self.kind_scale[0] + self.kind_scale[1]

    def loss(self, batch: CommandBatch) -> tuple[Tensor, dict[str, float]]:
        """The mean over what is asked, of tags, causes and kinds, and how often each is right."""
        tags, causes, kinds = self(batch)
        tag, wanted, cause, word = [], [], [], []
        for part, said, brought in zip(batch.parts, tags, causes):
            right = torch.from_numpy(part.tag)
            asked = right >= 0
            tag.append(said[asked])
            wanted.append(right[asked])
            is_token = asked & (torch.from_numpy(part.fields[0]) == OUTPUT)
            shares = torch.from_numpy(part.cause)
            shares = torch.cat([shares, 1 - shares.sum(2, keepdim=True)], 2)[is_token]
            logits = brought[is_token]
            likelihood = (torch.log_softmax(logits, 1) * shares).sum(1)
            cause.append(-likelihood)
            word.append(shares.gather(1, logits.argmax(1, keepdim=True)) > 0)
        tag, wanted = torch.cat(tag), torch.cat(wanted)
        values = torch.cat([kind.flatten(0, 1) for kind in kinds])
        one, other, is_same = torch.from_numpy(batch.pairs).unbind(1)
        same = self.same_kind(values[one], values[other])
        parts = {
            "tag": F.cross_entropy(tag, wanted),
            "cause": torch.cat(cause).mean(),
            "kind": F.binary_cross_entropy_with_logits(same, is_same.float()),
        }
        right = {
            "tag right": (tag.argmax(1) == wanted).float().mean(),
            "cause right": torch.cat(word).float().mean(),
            "kind right": ((same > 0).long() == is_same).float().mean(),
        }
        report = {name: value.item() for name, value in (parts | right).items()}
        return torch.stack(list(parts.values())).sum(), report
