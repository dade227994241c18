"""Self-checks of the paper's networks, without training.

    training/.venv/bin/python -m paper.networks.check
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

import torch
from data import FIRST_TRAINING_SEED, batches, lines
from train import Kind, Run, load_recipe

from .answers import answer
from .batch import coded, examples, grammar_batches
from .run import scored, without_outputs
from .search import Support, search, shown_alone
from .store import load, write
from .systems import MODELS, RECIPES, make_batches, make_network
from .synth import Synth
from .targets import target
from .vocabulary import END, SIZES, TooLarge, Vocabulary, name, spell

SEED = 900_000
assert SEED < FIRST_TRAINING_SEED


def small(path: Path) -> dict[str, Any]:
    """A recipe with a network that is fast and too small for use."""
    recipe = load_recipe(path)
    recipe["network"] = {"embedding": 12, "hidden": 24}
    return recipe


def recipes() -> list[dict[str, Any]]:
    return [small(path) for path in sorted(RECIPES.glob("*.toml"))]


def records(domain: str, count: int, *arguments: str) -> list[dict[str, Any]]:
    return list(lines([domain, *arguments], count, SEED))


def check_targets() -> None:
    """What a network should say satisfies the examples, so it lacks nothing."""
    for domain in SIZES:
        vocabulary = Vocabulary(domain)
        for record in records(domain, 30):
            support = vocabulary.read(record["support"])
            naming = name(vocabulary, support, random.Random(record["name"]))
            tokens = target(vocabulary, naming, support, record["grammar"])
            assert tokens[-1] == vocabulary.fixed[END]
            text = shown_alone(vocabulary, support)
            text += spell(vocabulary, naming, list(tokens[:-1]))
            satisfied = Support(record["support"], vocabulary.numbers).satisfied(text)
            assert satisfied == len(support), (record["name"], satisfied, text)


def check_vocabulary() -> None:
    """A task with too many words is refused; words of queries without a place are left out."""
    vocabulary, rng = Vocabulary("miniscan"), random.Random(1)
    words = tuple(f"w{n}" for n in range(18))
    try:
        name(vocabulary, [(words, ("RED",))], rng)
    except TooLarge:
        pass
    else:
        raise AssertionError("18 words found 17 places")
    naming = name(vocabulary, [(words[:16], ("RED",))], rng, words)
    assert set(naming.words) == set(words[:17]), naming
    assert len(set(naming.words.values())) == 17


def check_padding() -> None:
    """What a network says about a task does not depend on the batch that the task is in."""
    for recipe in recipes():
        torch.manual_seed(1)
        network: Any = make_network(recipe)
        vocabulary = Vocabulary(recipe["domain"])
        pairs = [vocabulary.read(r["support"]) for r in records(recipe["domain"], 3)]
        pairs[0] = pairs[0][:5]
        tasks = [coded(name(vocabulary, support, random.Random(2)), support) for support in pairs]
        if recipe["system"] == "meta-seq2seq":
            continue  # see check_answers
        said = []
        for part in (tasks[:1], tasks):
            batch = examples(vocabulary, part)
            if recipe["system"] == "deepcoder":
                said.append(network(batch)[0])
                continue
            state = network.begin(batch, 1)
            tokens = torch.tensor([[network.start, 2, 3]] * len(part))
            said.append(network.advance(state, tokens)[0][0])
        assert torch.allclose(*said, atol=1e-5), recipe["name"]


def check_answers() -> None:
    """An answer does not depend on what else is asked, and a word without a place has none."""
    recipe = small(RECIPES / "meta-seq2seq-miniscan.toml")
    torch.manual_seed(3)
    network: Any = make_network(recipe)
    network.out.bias.data[network.end] += 0.5  # so that answers end
    vocabulary = Vocabulary("miniscan")
    record = records("miniscan", 1)[0]
    support, asked = record["support"], [source for source, _ in record["queries"]]
    words = " ".join({word for source in asked for word in source.split()})
    alone = answer(network, vocabulary, support, [*asked[:1], words], "1")[0]
    together = answer(network, vocabulary, support, [*asked, words], "1")
    assert together[0] == alone
    unknown = " ".join(f"new{n}" for n in range(17))
    assert answer(network, vocabulary, support, [*asked, unknown], "1")[-1] is None


def check_overfit() -> None:
    """Every network learns one batch by heart, as far as a few steps go."""
    for recipe in recipes():
        torch.manual_seed(4)
        network: Any = make_network(recipe)
        stream = [recipe["stream"][0] | {"batch": 2}]
        batch = next(batches(stream, recipe["seed"], 0, 1, 0, make_batches(recipe)))
        optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
        losses = []
        for _ in range(40):
            loss, report = network.loss(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            assert all(0 <= report[key] <= 1 for key in ("token", "exact")), report
        assert losses[-1] < 0.5 * losses[0], (recipe["name"], losses[0], losses[-1])


def check_store() -> None:
    """What is stored says the same again, up to half precision; a run that was stopped goes on."""
    recipe = load_recipe(RECIPES / "synth-miniscan.toml")
    recipe["stream"][0]["batch"] = 2
    with tempfile.TemporaryDirectory() as folder:
        kind = Kind(make_network, make_batches, Path(folder))
        run = Run(recipe, False, 0, 1, kind)
        run.train(0.2)
        steps = run.step
        assert steps > 0
        write(run, Path(folder) / "models")
        stored = load("synth", "miniscan", Path(folder) / "models")
        for key, value in stored.state_dict().items():
            assert torch.allclose(value, run.average[key], rtol=1e-3, atol=1e-6), key
        again = Run(recipe, False, 0, 1, kind)
        assert again.step == steps and again.cpu == run.cpu
        again.train(again.cpu + 0.1)
        assert again.step > steps


def check_search() -> None:
    """The same seed finds the same; programs are counted and kept to; a memorised task is solved
    without a draw."""
    vocabulary = Vocabulary("miniscan")
    record = records("miniscan", 1)[0]
    torch.manual_seed(5)
    network = Synth(vocabulary, 12, 24)
    found = [search(network, vocabulary, record["support"], "7", 1e9, 70) for _ in range(2)]
    assert found[0] == found[1] and found[0].programs == 70, found
    # The names are those that search will draw.
    support = vocabulary.read(record["support"])
    batch = grammar_batches(vocabulary)([record], {}, random.Random("7"))
    assert len(support) == batch.sources.shape[1]
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
    for _ in range(200):
        loss, report = network.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if report["exact"] == 1.0:
            break
    solved = search(network, vocabulary, record["support"], "7", 1e9, 1)
    assert solved.satisfied == len(support) and solved.programs == 1, solved


def check_scoring() -> None:
    """A system does not see outputs of queries, and only right answers count."""
    record = records("miniscan", 1)[0]
    seen = json.dumps(without_outputs(record)["queries"])
    assert all(target == "" for _, target in json.loads(seen))
    answers = [target for _, target in record["queries"]]
    answers[0], answers[1] = None, "WRONG"
    found = {"grammar": "", "satisfied": 3, "programs": 1, "answers": answers}
    result = scored(record, found)
    assert (result["correct"], result["scored"]) == (len(answers) - 2, len(answers)), result
    assert result["outcome"] == "best"


def check_models() -> None:
    """Every model in the repository is what its recipe says, and all are small."""
    stored = sorted(MODELS.glob("*.pt"))
    for path in stored:
        recipe = load_recipe(RECIPES / f"{path.stem}.toml")
        load(recipe["system"], recipe["domain"])
        made = json.loads(path.with_suffix(".json").read_text())["recipe"]
        assert made["network"] == recipe["network"], path
    assert sum(path.stat().st_size for path in stored) < 8_000_000


def main() -> None:
    torch.set_num_threads(1)
    for title, function in list(globals().items()):
        if title.startswith("check_"):
            function()
            print(f"{title.removeprefix('check_')}: ok", flush=True)


if __name__ == "__main__":
    main()
