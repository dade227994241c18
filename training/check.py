"""Self-checks that need no training: what would break silently."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

import command_data
import command_task
import export
import number_wild
from command_data import labels_of
from command_draft import draft, grammar_text
from command_grammar import parse_grammar
from command_network import CommandNetwork
from command_propose import said_by_labels, said_by_network
from data import batches, collate, labelled, lines
from grammar import TYPES, Grammar, Rule, parse, render
from graphs import DEFAULTS, Encode, TorchModel
from library import Inputs
from network import Network
from number_search import NumberProposals, NumberSearch, NumberState, WordChoice
from number_task import NOTHING, WordTargets, encode_numbers, read_number_pairs, targets
from task import encode, read_pairs
from train import load_recipe, make_network

STREAM: dict[str, Any] = {
    "sample": "miniscan --rules 3-5 --support 20",
    "batch": 8,
    "share": 1.0,
    "wild": 0.5,
    "distrust": 0.3,
}


def check_grammars_read_back() -> None:
    for record in lines(["scan", "--support", "5"], 50, 3):
        grammar = parse(record["grammar"])
        assert parse(render(grammar)) == grammar
    rule = Rule(TYPES.index("w x"), (0, "A", 0))
    assert render(Grammar({"w": rule}, None)) == "w x1 -> [x1] A [x1]\n"


def check_true_grammars_satisfy_their_examples() -> None:
    """So the evaluator, the renderer and the wild sampler agree about what a grammar means."""
    rng = random.Random(1)
    for record in lines(["miniscan", "--support", "20"], 30, 4):
        grammar = parse(record["grammar"])
        outputs = Inputs([source for source, _ in record["support"]], 100).run(render(grammar))
        assert outputs == [target for _, target in record["support"]]
        task, changed = labelled(record, {"wild": 1.0}, rng)
        assert task.rows and changed.rules


def choice(true: WordTargets, word: str) -> WordChoice:
    role, value = true.role.get(word, NOTHING), true.value.get(word, 0)
    return WordChoice(true.times.get(word, 0), true.once.get(word, 0), role, value)


def check_number_words_mean_what_their_targets_say() -> None:
    """Grammars made of the targets are right on every example, also after the changes."""
    for change in (None, *number_wild.CHANGES):
        for record in lines(["numbers", "--draw", "test"], 30, 7):
            support, true = read_number_pairs(record["support"]), targets(record["grammar"])
            if change:
                support = change(support, true, random.Random(record["name"]))
            task = encode_numbers(support)
            number = {word: index for index, word in enumerate(task.words)}
            task.pairs = {
                (number[first], number[second]): value
                for (first, second), value in true.pairs.items()
                if first in number and second in number
            }
            words = [[(choice(true, word), 0.0)] for word in task.words]
            texts = [[" ".join(source), str(target)] for source, target in support]
            search = NumberSearch(task, NumberProposals(words, {}), texts, 0)
            state = NumberState([0] * len(words), frozenset(task.pairs))
            assert not search.fails(state), (change, search.text(state))


def check_numbering_changes_nothing() -> None:
    """Nodes numbered otherwise, and rows in another order, give the same outputs, numbered
    otherwise."""
    record = next(lines(["miniscan", "--rules", "5", "--support", "30"], 1, 5))
    model = TorchModel(Network().eval())
    arrays = encode(read_pairs(record["support"])).arrays()
    rng = np.random.default_rng(1)
    number = rng.permutation(len(arrays["kind"]))  # of each node, its new number
    rows = rng.permutation(len(arrays["side"]))
    other = {name: arrays[name][rows] for name in ("side", "slot", "node")}
    other["node"] = np.where(other["node"] >= 0, number[other["node"]], -1)
    other["kind"] = arrays["kind"][np.argsort(number)]
    one, two = model.run("encode", arrays), model.run("encode", other)
    for name in ("nodes", "state", "type"):
        assert np.allclose(one[name], two[name][number], atol=1e-4), name
    assert np.allclose(one["order"], two["order"][number][:, number], atol=1e-4)
    assert np.allclose(one["last"], two["last"], atol=1e-4)


def check_training_and_serving_agree() -> None:
    """Sums by index over a batch, and matrix products for one task, give the same logits."""
    torch.manual_seed(1)
    network = Network().eval()
    for parameter in network.parameters():  # order weights begin at 0: make them count
        torch.nn.init.normal_(parameter, std=0.1)
    rng = random.Random(3)
    episodes = [labelled(record, STREAM, rng) for record in lines(STREAM["sample"].split(), 8, 6)]
    batch = collate(episodes)
    with torch.no_grad():
        rows, nodes = network.read_task(network.chunks(batch), torch.from_numpy(batch.kind))
        order = network.order(batch, rows, nodes)
        last = network.last_logits(batch, rows, len(episodes))
        for index, (task, _) in enumerate(episodes):
            arrays = task.arrays() | DEFAULTS
            out = Encode(network)(*(torch.from_numpy(value) for value in arrays.values()))
            words = len(task.words)
            assert torch.allclose(out[0], nodes[index, : len(task.kinds)], atol=1e-4)
            assert torch.allclose(out[3][:words, :words], order[index, :words, :words], atol=1e-4)
            assert torch.allclose(out[4], last[index], atol=1e-4)


def check_streams_go_on_where_they_stopped() -> None:
    streams = [STREAM, STREAM | {"sample": "scan --support 20", "share": 0.5}]
    whole = batches(streams, 1, 0, 1, 0)
    expected = [next(whole) for _ in range(6)]
    again = batches(streams, 1, 0, 1, 4)
    for batch in expected[4:]:
        other = next(again)
        assert np.array_equal(batch.right, other.right) and np.array_equal(batch.kind, other.kind)
        assert all(np.array_equal(a.node, b.node) for a, b in zip(batch.chunks, other.chunks))


def check_command_labels_come_to_grammars() -> None:
    """Every example is read by the grammar that it was made of, and grammars made of true labels satisfy nearly all:
    chains of values without a word between them are not told apart by the first rule that matches."""
    shown = right = 0
    for record in lines(["commands"], 40, 8):
        support = command_task.read_pairs(record["support"])
        labels = labels_of(support, parse_grammar(record["grammar"]))
        assert labels is not None, record["name"]
        task = command_task.encode(support)
        grammar = grammar_text(draft(task, said_by_labels(task, labels)))
        outputs = Inputs([given for given, _ in record["support"]], 100).run(grammar)
        shown += len(support)
        right += sum(output == made for output, (_, made) in zip(outputs, record["support"]))
    assert right > 0.97 * shown, (right, shown)


def check_words_mean_nothing_to_the_command_network() -> None:
    """Other letters give the same: what counts is which texts are the same or begin alike."""
    record = next(lines(["commands"], 1, 9))
    network = CommandNetwork().eval()
    letters = "abcdefghijklmnopqrstuvwxyzäöüABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
    half = len(letters) // 2
    turned = letters[1:half] + letters[0] + letters[half + 1 :] + letters[half]
    other = [[side.translate(str.maketrans(letters, turned)) for side in pair] for pair in record["support"]]
    said = []
    for pairs in (record["support"], other):
        task = command_task.encode(command_task.read_pairs(pairs))
        said.append(said_by_network(network, task, 1))
    for one, two in zip(said[0].tags + said[0].cause, said[1].tags + said[1].cause):
        assert np.array_equal(one, two)
    assert said[0].kind == said[1].kind


def check_the_command_network_learns() -> None:
    """One batch by heart, as far as some steps go."""
    torch.manual_seed(2)
    network = CommandNetwork()
    batch = command_data.make_batch(list(lines(["commands"], 2, 10)), {}, random.Random(1))
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    losses = []
    for _ in range(40):
        loss, _ = network.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0], (losses[0], losses[-1])


def check_export() -> None:
    """Untrained networks export, and ONNX Runtime agrees with torch."""
    for name in ("words", "numbers"):
        recipe = load_recipe(export.HERE / "recipes" / f"{name}.toml")
        saved = {
            "recipe": recipe,
            "average": make_network(recipe).state_dict(),
            "step": 0,
            "episodes": 0,
            "cpu": 0.0,
            "before": {"episodes": 0, "cpu_seconds": 0.0},
        }
        with tempfile.TemporaryDirectory() as folder:
            export.RUNS = Path(folder)
            torch.save(saved, Path(folder) / f"{name}.pt")
            export.export(name, Path(folder))


def main() -> None:
    torch.set_num_threads(1)
    for name, function in list(globals().items()):
        if name.startswith("check_"):
            function()
            print(f"{name.removeprefix('check_').replace('_', ' ')}: ok", flush=True)


if __name__ == "__main__":
    main()
