"""What the network says about the examples of one task, and the grammars that follow from it without any search."""

from __future__ import annotations

import random

import numpy as np
import torch

from command_data import BEGINS, Labels, collate
from command_draft import Said, draft, grammar_text
from command_network import CommandNetwork
from command_task import CommandTask


def said_by_labels(task: CommandTask, labels: Labels) -> Said:
    """As if a network were always right."""
    numbers: dict[str, int] = {}
    causes = []
    for row, brought in zip(task.rows, labels.causes):
        cause = np.full(len(row), -1)
        for token, word in reversed(brought):
            cause[token] = word
        causes.append(cause)
    kinds = [{at: numbers.setdefault(name, len(numbers)) for at, name in values} for values in labels.values]
    return Said([np.array(tags) for tags in labels.tags], causes, kinds)


@torch.no_grad()
def said_by_network(network: CommandNetwork, task: CommandTask, seed: int) -> Said:
    """What is likeliest of everything. `seed` draws what tells texts apart."""
    torch.manual_seed(seed)
    batch = collate([(task, None)], random.Random(0))
    tags, causes, kinds = network(batch)
    said = Said([], [], [])
    leaders: list[torch.Tensor] = []
    members: list[int] = []
    for row, (part, here) in zip(task.rows, batch.place[0]):
        length = len(row)
        said.tags.append(tags[part][here, :length].argmax(1).numpy())
        cause = causes[part][here, :length].argmax(1).numpy()
        said.cause.append(np.where(cause < length, cause, -1))
        found: dict[int, int] = {}
        words = sum(element[0] == 1 for element in row)
        for at in range(words):
            if said.tags[-1][at] != BEGINS:
                continue
            value = kinds[part][here, at]
            # The kind that is most like it, if any is like it; kinds are the means of their values.
            odds = [float(network.same_kind(value, torch.nn.functional.normalize(one, dim=0))) for one in leaders]
            best = int(np.argmax(odds)) if odds else -1
            if best < 0 or odds[best] < 0:
                best = len(leaders)
                leaders.append(torch.zeros_like(value))
                members.append(0)
            leaders[best] = leaders[best] + value
            members[best] += 1
            found[at] = best
        said.kind.append(found)
    return said


def proposals(network: CommandNetwork, task: CommandTask, draws: int) -> list[str]:
    """A grammar for each draw."""
    return [grammar_text(draft(task, said_by_network(network, task, seed))) for seed in range(draws)]
