"""Measures networks on held-out episodes: what the most likely grammar solves, and search with
repair.

    python evaluate.py [RUN] [--rows miniscan few scan split wild numbers languages others]

RUN is a checkpoint; without it, the models in ../models are measured, by ONNX Runtime.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import torch

import wild
from data import FIRST_TRAINING_SEED, lines
from export import GRAPHS, MODELS, load
from grammar import parse, render
from graphs import Model, OnnxModel, TorchModel
from library import ROOT, Inputs
from number_search import NumberSearch, propose_numbers
from number_task import encode_numbers, read_number_pairs
from propose import propose
from repair import Repair
from search import Search
from task import encode, read_pairs

SEED = 500_000
assert SEED < FIRST_TRAINING_SEED

Record = dict[str, Any]
# Those of the paper's table, and others.
LANGUAGES = ("en", "es", "zh", "ja", "it", "el", "ko", "fr", "vi")
OTHERS = ("ar", "da", "de", "fa", "hi", "hu", "id", "nl", "pl", "pt", "ru", "sw", "th", "tr")
WORD_ROWS = ("miniscan", "few", "scan", "split", "wild")
NUMBER_ROWS = ("numbers", "languages", "others")


def rows(names: list[str], episodes: int) -> Iterator[tuple[str, str, Iterator[Record]]]:
    """What is measured: how it is searched, a label, and its episodes."""
    for rules in range(2, 14) if "miniscan" in names else ():
        yield "class", f"MiniSCAN, {rules} rules", lines(
            ["miniscan", "--rules", str(rules)], episodes, SEED + rules
        )
    if "few" in names:
        yield "class", "MiniSCAN, 10 examples", lines(
            ["miniscan", "--support", "10"], episodes, SEED
        )
    if "scan" in names:
        yield "class", "SCAN-like, 50 examples", lines(["scan", "--support", "50"], episodes, SEED)
    for split in ("simple", "length", "jump", "right") if "split" in names else ():
        data = ["--data", str(ROOT / "data/scan")] if split == "simple" else []
        for selection in ("paper", "uniform"):
            arguments = ["scan-split", "--split", split, "--selection", selection, *data]
            yield "class", f"SCAN {split}, {selection}", lines(arguments, min(episodes, 20), SEED)
    for source in ("miniscan", "scan") if "wild" in names else ():
        yield "free", f"outside the class, as {source}", wild_episodes(source, episodes)
    for draw in ("training", "test") if "numbers" in names else ():
        yield "numbers", f"sampled numbers, {draw} draws", lines(
            ["numbers", "--draw", draw], episodes, SEED
        )
    languages = LANGUAGES if "languages" in names else ()
    for language in (*languages, *(OTHERS if "others" in names else ())):
        path = ROOT / "data/numbers" / f"{language}.tsv"
        yield "numbers", f"numbers, {language}", lines(
            ["numbers", "--language", str(path)], 5, SEED
        )


def wild_episodes(source: str, episodes: int) -> Iterator[Record]:
    """Episodes of grammars outside the paper's class, 30 examples and 10 queries each."""
    rng = random.Random(SEED)
    for record in lines([source, "--support", "30"], episodes, SEED + 50):
        longest = 6 if source == "miniscan" else 30
        for _ in range(20):
            grammar = wild.change(parse(record["grammar"]), rng)
            if pairs := wild.examples(grammar, 40, longest, rng):
                break
        else:
            continue  # none of its changes gives as many examples
        texts = [[" ".join(source), " ".join(target)] for source, target in pairs]
        yield {"support": texts[:30], "queries": texts[30:], "grammar": render(grammar)}


def words_search(model: Model, free: bool) -> Callable[[Record, int], Repair]:
    def make(record: Record, seed: int) -> Repair:
        support = read_pairs(record["support"])
        task = encode(support)
        return Search(task, propose(model, task, free), support, seed)

    return make


def numbers_search(model: Model) -> Callable[[Record, int], Repair]:
    def make(record: Record, seed: int) -> Repair:
        task = encode_numbers(read_number_pairs(record["support"]))
        return NumberSearch(
            task, propose_numbers(model.run("encode", task.arrays()), task), record["support"], seed
        )

    return make


def right_answers(grammar: str, queries: list[list[str]]) -> float:
    outputs = Inputs([source for source, _ in queries], 200).run(grammar)
    return sum(output == target for output, (_, target) in zip(outputs, queries)) / len(queries)


def measure(make: Callable[[Record, int], Repair], episodes: Iterator[Record], limit: int) -> str:
    """A row of the table: shares in per cent with standard errors, and what the search cost."""
    shares: list[list[float]] = [[], [], [], []]
    tried, network_time, search_time = [], 0.0, 0.0
    for number, record in enumerate(episodes):
        clock = time.process_time()
        search = make(record, number)
        network_time += time.process_time() - clock
        best = search.best()
        greedy = not search.fails(best)
        greedy_right = right_answers(search.text(best), record["queries"])
        clock, search.tried = time.process_time(), 0
        found = search.search(limit)
        search_time += time.process_time() - clock
        values = (
            greedy,
            greedy_right,
            found.solved,
            right_answers(found.grammar, record["queries"]),
        )
        for share, value in zip(shares, values):
            share.append(float(value))
        tried.append(found.tried)
    count = len(tried)
    cells = []
    for share in shares:
        mean = sum(share) / count
        error = math.sqrt(sum((value - mean) ** 2 for value in share)) / count
        cells.append(f"{100 * mean:.1f} ± {100 * error:.1f}")
    tried.sort()
    cells.append(f"{tried[count // 2]}, {tried[count * 9 // 10]}")
    cells.append(f"{1e3 * network_time / count:.0f}, {1e3 * search_time / count:.0f}")
    return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", nargs="?")
    parser.add_argument("--rows", nargs="*", default=[*WORD_ROWS, *NUMBER_ROWS])
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--limit", type=int, default=3000, help="grammars that a search may try")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    models: dict[str, Model] = {}
    if arguments.run:
        network, saved = load(arguments.run)
        models[saved["recipe"]["domain"]] = TorchModel(network)
    else:
        models = {
            domain: OnnxModel(MODELS, domain, graphs)
            for domain, graphs in GRAPHS.items()
            if (MODELS / f"{domain}-encode.onnx").exists()
        }
    searches: dict[str, Callable[[Record, int], Repair]] = {}
    if "words" in models:
        searches |= {
            "class": words_search(models["words"], False),
            "free": words_search(models["words"], True),
        }
    if "numbers" in models:
        searches["numbers"] = numbers_search(models["numbers"])
    print(
        "| task | most likely grammar solves | its answers | repair solves | its answers "
        "| grammars tried: median, 90 % | ms: network, search |\n|---|---|---|---|---|---|---|"
    )
    for kind, label, episodes in rows(arguments.rows, arguments.episodes):
        if kind in searches:
            print(f"| {label} | {measure(searches[kind], episodes, arguments.limit)} |", flush=True)


if __name__ == "__main__":
    main()
