"""Command languages by the network alone, by search, by both, by a network that is always right, and by Meta Seq2Seq:
right, refused and wrong answers to the queries, tasks all of whose examples are satisfied, and CPU-seconds of a task.

    python command_evaluate.py [RUN.pt] [--episodes N] [--asked determined open out] [--files SET.jsonl ...]

Without files, languages are sampled anew, with seeds that training does not have. For them the labels that the network
is trained on are known, so that there are rows of what could be had from it at best. The baseline is left out where its
run is missing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from command_baseline import Baseline
from command_data import labels_of
from command_draft import draft, grammar_text
from command_grammar import parse_grammar
from command_network import CommandNetwork
from command_propose import proposals, said_by_labels
from command_task import encode, read_pairs
from data import FIRST_TRAINING_SEED, lines
from library import COMMAND, Inputs
from train import RUNS, make_network

SEED = 600_000
assert SEED < FIRST_TRAINING_SEED
DRAWS = 8

Record = dict[str, Any]
Answers = list[str | None]


def ask(grammar: str, inputs: list[str]) -> Answers:
    return Inputs(inputs, 1_000).run(grammar) if inputs else []


def satisfied(grammar: str, record: Record) -> int:
    answers = ask(grammar, [given for given, _ in record["support"]])
    return sum(answer == " ".join(made.split()) for answer, (_, made) in zip(answers, record["support"]))


def searched(record: Record) -> Record:
    """What `blicket bench` says of an episode."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(json.dumps(record) + "\n")
        file.flush()
        call = [str(COMMAND), "bench", "--json", "--seed", "1", "--timeout", "900", file.name]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[0])


class Score:
    def __init__(self) -> None:
        self.counts, self.seconds, self.tasks, self.solved = [0, 0, 0], 0.0, 0, 0

    def add(self, record: Record, answers: Answers, seconds: float, solved: bool) -> None:
        self.tasks += 1
        self.seconds += seconds
        self.solved += solved
        for answer, (_, wanted) in zip(answers, record["queries"]):
            if answer is None:
                self.counts[0 if wanted is None else 1] += 1
            else:
                self.counts[0 if wanted is not None and answer.split() == wanted.split() else 2] += 1

    def line(self, name: str) -> str:
        shares = [100 * count / max(1, sum(self.counts)) for count in self.counts]
        right, refused, wrong = (f"{share:.1f}" for share in shares)
        seconds = f"{self.seconds / max(1, self.tasks):.3f}"
        return f"{name:<46}{right:>7}{refused:>9}{wrong:>7}{100 * self.solved / max(1, self.tasks):>9.1f}{seconds:>9}"


class Agreement:
    """Whether a network that satisfies the examples can tell right answers of search from wrong ones."""

    def __init__(self) -> None:
        self.counts: dict[tuple[bool, bool], list[int]] = {}

    def add(self, record: Record, found: Record, alone: Answers) -> None:
        answers = zip(found["answers"], found["guess"], alone, record["queries"])
        for answer, guess, other, (_, wanted) in answers:
            if guess is not None and wanted is not None:
                agrees = other is not None and other.split() == guess.split()
                count = self.counts.setdefault((answer is not None, agrees), [0, 0])
                count[0] += 1
                count[1] += guess.split() == wanted.split()

    def lines(self) -> list[str]:
        said = []
        for (answered, agrees), (count, right) in sorted(self.counts.items(), reverse=True):
            what = "answers of search" if answered else "guesses that search refuses"
            how = "the same" if agrees else "otherwise, or not at all"
            said.append(f"{what} where the network says {how}: {right} of {count} right")
        return said


def measure(records: list[Record], network: CommandNetwork, baseline: Baseline | None) -> list[str]:
    scores: dict[str, Score] = {}
    agreement = Agreement()

    def note(name: str, record: Record, answers: Answers, seconds: float, solved: bool) -> None:
        scores.setdefault(name, Score()).add(record, answers, seconds, solved)

    for record in records:
        inputs = [query for query, _ in record["queries"]]
        shown = len(record["support"])
        found = searched(record)
        answers, seconds = found["answers"], found["cpu_seconds"]
        is_solved = found["outcome"] == "solved"
        note("search alone", record, answers, seconds, is_solved)
        note("search alone, and nothing refused", record, found["guess"], seconds, is_solved)
        start = time.process_time()
        task = encode(read_pairs(record["support"]))
        grammars = proposals(network, task, 1)
        solved = satisfied(grammars[0], record) == shown
        spent = time.process_time() - start
        note("greedy: the likeliest of everything", record, ask(grammars[0], inputs), spent, solved)
        grammars += proposals(network, task, DRAWS)[1:]
        best = max(grammars, key=lambda grammar: (satisfied(grammar, record), -len(grammar)))
        solved = satisfied(best, record) == shown
        spent = time.process_time() - start
        alone = ask(best, inputs)
        note(f"network alone: the best of {DRAWS} draws", record, alone, spent, solved)
        if solved:
            agreement.add(record, found, alone)
        first, later = (alone, 0.0) if solved else (answers, seconds)
        name = "search only where the network fails examples"
        note(name, record, first, spent + later, solved or is_solved)
        both = where_refused(answers, alone) if solved else answers
        note("the network where search refuses", record, both, seconds + spent, is_solved)
        if baseline:
            start = time.process_time()
            note("Meta Seq2Seq", record, baseline.answers(record), time.process_time() - start, False)
        if record.get("grammar"):
            labels = labels_of(task.support, parse_grammar(record["grammar"]))
            if labels is None:
                continue
            grammar = grammar_text(draft(task, said_by_labels(task, labels)))
            solved = satisfied(grammar, record) == shown
            perfect = ask(grammar, inputs)
            note("a network that is always right, alone", record, perfect, 0.0, solved)
            both = where_refused(answers, perfect) if solved else answers
            note("one that is always right where search refuses", record, both, seconds, is_solved)
    return [score.line(name) for name, score in scores.items()] + agreement.lines()


def where_refused(answers: Answers, others: Answers) -> Answers:
    return [other if answer is None else answer for answer, other in zip(answers, others)]


def load(path: Path) -> CommandNetwork:
    saved = torch.load(path, weights_only=False)
    network = make_network(saved["recipe"])
    network.load_state_dict(saved["average"])
    assert isinstance(network, CommandNetwork)
    return network.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", nargs="?", type=Path, default=RUNS / "commands.pt")
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--asked", nargs="+", default=["determined", "open", "out"])
    parser.add_argument("--files", nargs="+", type=Path, default=[])
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    network = load(arguments.run)
    path = arguments.run.with_name("commands-meta-seq2seq.pt")
    baseline = Baseline(path) if path.exists() else None
    sets: list[tuple[str, Callable[[], list[Record]]]] = [
        (f"sampled, {asked}", lambda asked=asked: list(lines(["commands", "--asked", asked], arguments.episodes, SEED)))
        for asked in arguments.asked
    ]
    if arguments.files:
        read = lambda: [json.loads(line) for path in arguments.files for line in path.read_text().splitlines()]
        sets = [(f"{len(arguments.files)} files", read)]
    for name, records in sets:
        print(f"{name:<46}{'right':>7}{'refused':>9}{'wrong':>7}{'solved':>9}{'seconds':>9}")
        print("\n".join(measure(records(), network, baseline)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
