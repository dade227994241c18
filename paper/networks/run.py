"""Runs a system of the paper's evaluation on episodes, and prints a line of results for each.

    training/.venv/bin/python -m paper.networks.run --system synth --domain miniscan EPISODES.jsonl

The lines have the fields of `blicket bench --json`, as far as they exist here. Outputs of queries
are only used to score.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import torch
from library import Inputs

from .answers import answer
from .batch import coded, examples
from .search import Found, search
from .store import load
from .vocabulary import SIZES, TooLarge, Vocabulary, name

SYSTEMS = ("synth", "synth-greedy", "robustfill", "meta-seq2seq", "deepcoder-hints")
Record = dict[str, Any]
Solve = Callable[[Record, str], Record]
Pairs = list[list[str]]
ANSWER_TOKENS = 10_000


def main() -> None:
    arguments = parse_arguments()
    torch.set_num_threads(1)
    solve = solver(arguments)
    redraws = map(json.loads, arguments.redraws or ())
    for line in arguments.episodes:
        record = json.loads(line)
        further = [one["support"] for one in islice(redraws, arguments.tries - 1)]
        seed = f"{arguments.seed} {record['name']}"
        if arguments.system == "deepcoder-hints":
            result = {"name": record["name"], "odds": solve(record, seed)}
        else:
            start, cpu = time.monotonic(), time.process_time()
            result = tried(solve, record, further, seed)
            result["seconds"] = time.monotonic() - start
            result["cpu_seconds"] = time.process_time() - cpu
        print(json.dumps(result, ensure_ascii=False), flush=True)


def tried(solve: Solve, record: Record, further: list[Pairs], seed: str) -> Record:
    """As the paper does with SCAN: where no grammar satisfies the examples, new ones are drawn. Programs
    are those of all tries, everything else is that of the last."""
    programs, used, tries = 0, set(), 0
    for support in (record["support"], *further):
        record = record | {"support": support}
        result = scored(record, solve(without_outputs(record), f"{seed} {tries}" if tries else seed))
        tries += 1
        programs += result["programs"]
        used.update(source for source, _ in support)
        if result["outcome"] == "solved":
            break
    result["programs"] = programs
    return result | ({"tries": tries, "examples_used": len(used)} if further else {})


def solver(arguments: argparse.Namespace) -> Solve:
    """What to do with an episode whose queries have no outputs."""
    vocabulary = Vocabulary(arguments.domain)
    system = arguments.system.removesuffix("-greedy").removesuffix("-hints")
    network: Any = load(system, arguments.domain)
    if system == "deepcoder":
        return lambda record, seed: odds(network, vocabulary, record, seed)
    if system == "meta-seq2seq":
        return lambda record, seed: answered(network, vocabulary, record, seed)
    programs = 1 if arguments.system == "synth-greedy" else arguments.programs

    def by_grammar(record: Record, seed: str) -> Record:
        support = record["support"]
        try:
            found = search(network, vocabulary, support, seed, arguments.timeout, programs)
        except TooLarge as reason:
            print(f"{record['name']}: {reason}", file=sys.stderr)
            found = Found()
        inputs = [source for source, _ in record["queries"]]
        answers: list[str | None] = [None] * len(inputs)
        if found.grammar is not None and inputs:
            answers = Inputs(inputs, ANSWER_TOKENS).run(found.grammar)
        return vars(found) | {"answers": answers}

    return by_grammar


def answered(network: Any, vocabulary: Vocabulary, record: Record, seed: str) -> Record:
    """The support is asked for as well: what it satisfies."""
    support = record["support"]
    inputs = [source for source, _ in support + record["queries"]]
    answers = answer(network, vocabulary, support, inputs, seed)
    satisfied = sum(
        made is not None and made.split() == wanted.split()
        for made, (_, wanted) in zip(answers, support)
    )
    found = {"grammar": None, "satisfied": satisfied, "programs": 0}
    return found | {"answers": answers[len(support) :]}


def odds(network: Any, vocabulary: Vocabulary, record: Record, seed: str) -> dict[str, float]:
    """How likely the grammar has each token that the task has a name for."""
    support = vocabulary.read(record["support"])
    try:
        naming = name(vocabulary, support, random.Random(seed))
    except TooLarge:
        return {}
    with torch.no_grad():
        batch = examples(vocabulary, [coded(naming, support)])
        shares = network(batch)[0].sigmoid().tolist()
    places = {part: number for part, number in vocabulary.fixed.items() if part not in NO_HINTS}
    first = len(vocabulary.parts)
    places |= {word: first + place for word, place in naming.words.items()}
    first = vocabulary.first_output
    places |= {token: first + place for token, place in naming.outputs.items()}
    return {token: round(shares[place], 4) for token, place in places.items()}


NO_HINTS = ("<start>", "<end>", "->", "\n")


def without_outputs(record: Record) -> Record:
    """What a system may see of an episode."""
    queries = [[source, ""] for source, _ in record["queries"]]
    return {"name": record["name"], "support": record["support"], "queries": queries}


def scored(record: Record, found: Record) -> Record:
    wanted = [target for _, target in record["queries"]]
    answers = found["answers"]
    correct = sum(
        made is not None and target is not None and made.split() == target.split()
        for made, target in zip(answers, wanted)
    )
    support = len(record["support"])
    nothing = found["grammar"] is None and all(made is None for made in answers)
    outcome = "none" if nothing else "solved" if found["satisfied"] == support else "best"
    return {
        "name": record["name"],
        "outcome": outcome,
        "satisfied": found["satisfied"],
        "support": support,
        "correct": correct,
        "scored": sum(target is not None for target in wanted),
        "queries": len(wanted),
        "answers": answers,
        "programs": found["programs"],
        "timed_out": found.get("timed_out", False),
        "grammar": found["grammar"],
    }


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--system", choices=SYSTEMS, required=True)
    parser.add_argument("--domain", choices=tuple(SIZES), required=True)
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--programs", type=int, default=sys.maxsize, metavar="N")
    parser.add_argument(
        "--redraws",
        type=argparse.FileType(),
        metavar="FILE",
        help="episodes whose examples are taken where a try fails: --tries - 1 for each",
    )
    parser.add_argument("--tries", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "episodes", type=argparse.FileType(), help="JSON lines; `-` for standard input"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
