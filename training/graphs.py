"""The graphs that are shipped, as modules: `encode` reads the examples of a task, or of several that are padded to
the same shape and joined; `decode` takes one step of the right sides of many words. The same weights as in training,
without sums by index."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn

from network import LITERAL, Network
from number_data import HEADS
from number_network import NumberNetwork


@dataclass(frozen=True)
class Graph:
    """A graph's name, and its inputs and outputs with the names of their axes; other axes have one
    size."""

    name: str
    inputs: dict[str, tuple[str, ...]]
    outputs: dict[str, tuple[str, ...]]


_GRID = ("rows", "length")
WORDS = (
    Graph(
        "encode",
        {"kind": ("nodes",), "side": _GRID, "slot": _GRID, "node": _GRID, "tasks": ()},
        {
            "nodes": ("nodes",),
            "state": ("nodes",),
            "type": ("nodes",),
            "order": ("nodes", "others"),
            "last": ("logits",),
        },
    ),
    Graph(
        "decode",
        {
            "nodes": ("nodes",),
            "kind": ("nodes",),
            "word": ("batch",),
            "previous": ("batch",),
            "literal": ("batch",),
            "state": ("batch",),
        },
        {"logits": ("batch", "choices"), "next_state": ("batch",)},
    ),
)
NUMBERS = (
    Graph(
        "encode",
        {
            "digit": ("nodes",),
            "side": _GRID,
            "slot": _GRID,
            "node": _GRID,
            "mark": _GRID,
            "tasks": (),
        },
        {
            "times": ("nodes",),
            "once": ("nodes",),
            "role": ("nodes",),
            "mantissa": ("nodes",),
            "power": ("nodes",),
            "pair": ("nodes", "others"),
        },
    ),
)


# An input that may be left out, and what it is then: how many tasks are joined.
DEFAULTS = {"tasks": np.ones(1, np.int64)}


class OneHot:
    """Where the elements of rows belong, as a matrix for each task: what ONNX Runtime multiplies fastest."""

    def __init__(self, node: Tensor, nodes: Tensor) -> None:
        """`node` [tasks, rows, length] are the nodes of elements, `nodes` [tasks, nodes] what there is for each."""
        self.of = (
            node.unsqueeze(-1) == torch.arange(nodes.shape[1])
        ).float()  # [tasks, rows, length, nodes]

    def to_nodes(self, x: Tensor) -> Tensor:
        of = self.of.flatten(1, 2)
        return (of.transpose(1, 2) @ x.reshape(of.shape[0], -1, x.shape[1])).flatten(0, 1)

    def from_nodes(self, nodes: Tensor, _: int) -> Tensor:
        of = self.of.flatten(1, 2)
        return (of @ nodes.reshape(of.shape[0], -1, nodes.shape[1])).flatten(0, 1)


def apart(x: Tensor, tasks: Tensor) -> Tensor:
    """[tasks * n, ...] -> [tasks, n, ...]"""
    return x.reshape(tasks[0], -1, *x.shape[1:])


class Encode(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, kind: Tensor, side: Tensor, slot: Tensor, node: Tensor, tasks: Tensor
    ) -> tuple[Tensor, ...]:
        network, kinds = self.network, apart(kind, tasks)
        elements = OneHot(apart(node, tasks), kinds)
        (rows,), nodes = network.read_task([(side, slot, elements)], kinds)
        by_rows = apart(network.order_by_rows(rows), tasks)
        pairs = elements.of.transpose(2, 3) @ by_rows @ elements.of
        order = network.order_by_nodes(nodes) + pairs.sum(1)
        sums = apart(network.last_sums(rows, side), tasks).sum(1)
        last = network.last(sums[:, :-1] / (sums[:, -1:] + 1e-6))
        flat = nodes.flatten(0, 1)
        return (
            flat,
            torch.tanh(network.start(flat)),
            network.left(flat),
            (order - order.transpose(1, 2)).flatten(0, 1),
            last.flatten(),
        )


class Decode(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        nodes: Tensor,
        kind: Tensor,
        word: Tensor,
        previous: Tensor,
        literal: Tensor,
        state: Tensor,
    ) -> tuple[Tensor, Tensor]:
        network, own = self.network, nodes[word]
        named = network.literal(nodes[literal]) * (previous == LITERAL).float().unsqueeze(-1)
        next_state = network.step(nodes, own, network.previous(previous) + named, state)
        return network.choose(nodes, kind, own, next_state), next_state


class EncodeNumbers(nn.Module):
    def __init__(self, network: NumberNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        digit: Tensor,
        side: Tensor,
        slot: Tensor,
        node: Tensor,
        mark: Tensor,
        tasks: Tensor,
    ) -> tuple[Tensor, ...]:
        digits = apart(digit, tasks)
        absent = digits[:, :, 0] < 0
        chunk = (side, slot, mark, OneHot(apart(node, tasks), digits))
        nodes = self.network.read_task([chunk], digits.clamp(min=0), absent)
        flat = nodes.flatten(0, 1)
        pairs = self.network.pairs(nodes).flatten(0, 1)
        return (*(self.network.out[head](flat) for head in HEADS), pairs)


Arrays = dict[str, np.ndarray]


class TorchModel:
    """The graphs of a network, run by torch."""

    def __init__(self, network: Network | NumberNetwork) -> None:
        network.eval()
        if isinstance(network, Network):
            modules = zip(WORDS, (Encode(network), Decode(network)))
        else:
            modules = zip(NUMBERS, (EncodeNumbers(network),))
        self.modules = {graph.name: (graph, module) for graph, module in modules}

    @torch.no_grad()
    def run(self, name: str, arrays: Arrays) -> Arrays:
        graph, module = self.modules[name]
        values = module(
            *(torch.from_numpy((DEFAULTS | arrays)[name]) for name in graph.inputs)
        )
        return {name: value.numpy() for name, value in zip(graph.outputs, values)}


class OnnxModel:
    """The graphs of a model, run by ONNX Runtime."""

    def __init__(self, folder: Path, name: str, graphs: tuple[Graph, ...]) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.sessions = {
            graph.name: (
                graph,
                onnxruntime.InferenceSession(
                    str(folder / f"{name}-{graph.name}.onnx"), options, ["CPUExecutionProvider"]
                ),
            )
            for graph in graphs
        }

    def run(self, name: str, arrays: Arrays) -> Arrays:
        graph, session = self.sessions[name]
        return dict(zip(graph.outputs, session.run(list(graph.outputs), arrays)))


Model = TorchModel | OnnxModel
