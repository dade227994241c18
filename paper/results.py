"""Results of cells as figures with standard errors."""

import json
import math
from dataclasses import dataclass

from paper.store import Store


@dataclass(frozen=True)
class Figure:
    value: float
    error: float | None  # the standard error; None of one episode
    count: int  # episodes
    bound: str = ""  # "≥" or "<" where the paper says no more

    def shown(self, digits=1):
        if self.bound:
            return f"{self.bound} {self.value:g}"
        if self.error is None:
            return f"{self.value:,.{digits}f}"
        return f"{self.value:,.{digits}f} ± {self.error:,.{digits}f}"


def share(pairs):
    """Per cent right, of (right, of) for each episode. What one episode asks is right or wrong together, so
    episodes are what is independent: the standard error is that of a ratio of sums over them."""
    pairs = [(right, of) for right, of in pairs if of]
    total = sum(of for _, of in pairs)
    if not total:
        return None
    ratio = sum(right for right, _ in pairs) / total
    error = None
    if len(pairs) > 1:
        squares = sum((right - ratio * of) ** 2 for right, of in pairs)
        error = 100 * math.sqrt(squares * len(pairs) / (len(pairs) - 1)) / total
    return Figure(100 * ratio, error, len(pairs))


def mean(values):
    values = list(values)
    if not values:
        return None
    middle = sum(values) / len(values)
    error = None
    if len(values) > 1:
        squares = sum((value - middle) ** 2 for value in values)
        error = math.sqrt(squares / (len(values) - 1) / len(values))
    return Figure(middle, error, len(values))


def read_records(path):
    """The lines of a results file that are about episodes; a line that was cut off is left out."""
    records = []
    for line in path.read_text(errors="replace").splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if "name" in record:
            records.append(record)
    return records


@dataclass(frozen=True)
class Outcome:
    """What is known of a cell."""
    cell: object
    note: dict
    records: list

    @property
    def state(self):
        return self.note.get("state", "not run")

    @property
    def reason(self):
        """Why there is no figure, in a line."""
        if "error" not in self.note:
            return "not run yet"
        said = self.note["error"].strip().splitlines() or [""]
        error = next((line for line in said if "rror" in line), said[-1])
        return f"{self.state}: {error.strip()}"


class Results:
    """The outcomes of all cells of a plan."""

    def __init__(self, cells, root):
        store = Store(root)
        self.root, self.outcomes = root, {}
        for cell in cells:
            note = store.note_of(cell.step) or {}
            done = note.get("state") in ("done", "partial")
            records = read_records(store.path(cell.step)) if done else []
            self.outcomes[cell.name] = Outcome(cell, note, records)

    def made(self):
        """When, and with which sources: of the cells, which may be older than what is there now."""
        notes = [outcome.note for outcome in self.outcomes.values() if outcome.records]
        dates = sorted({note["date"] for note in notes}) or [""]
        versions, commits, machines = ({note[key]: None for note in notes} for key in ("version", "commit", "machine"))
        return (f"{' to '.join(dict.fromkeys((dates[0], dates[-1])))}, blicket {', '.join(versions)} at "
                f"{', '.join(commits)}, {'; '.join(machines)}") if notes else "no results"

    def outcome(self, experiment, condition, system):
        """None if the plan does not have it."""
        return self.outcomes.get(f"{experiment}-{condition}.{system}")

    def partial(self, experiment, conditions, system):
        """Episodes done of those asked for, such as "7/20", if a cell was stopped at its time limit."""
        outcomes = [self.outcome(experiment, condition, system) for condition in conditions]
        outcomes = [outcome for outcome in outcomes if outcome and outcome.records]
        if all(outcome.state != "partial" for outcome in outcomes):
            return ""
        done, asked = (sum(outcome.note[key] for outcome in outcomes) for key in ("done", "asked"))
        return f"{done}/{asked}"

    def figure(self, experiment, condition, system, measure):
        """A measure over the episodes of a cell; None if there is no such cell, or no result."""
        outcome = self.outcome(experiment, condition, system)
        return MEASURES[measure](outcome.records) if outcome and outcome.records else None

    def by_length(self, experiment, condition, system):
        """Per cent of queries right by the number of tokens in the right output."""
        outcome = self.outcome(experiment, condition, system)
        if not outcome or not outcome.records:
            return {}
        asked = outcome.cell.step.inputs[0].output
        episodes = {episode["name"]: episode for episode in read_records(self.root / asked)}
        counts = {}
        for record in outcome.records:
            queries = episodes.get(record["name"], {}).get("queries", [])
            here = {}
            for (_, wanted), answer in zip(queries, record.get("guess", record["answers"])):
                right, of = here.get(len(wanted.split()), (0, 0))
                here[len(wanted.split())] = (right + is_right(answer, wanted), of + 1)
            for length, pair in here.items():
                counts.setdefault(length, []).append(pair)
        return {length: share(counts[length]) for length in sorted(counts)}


def is_right(answer, wanted):
    return answer is not None and answer.split() == wanted.split()


def guessed(record):
    """Queries that the best guess is right on, refused or not: the paper's systems always answer."""
    return record.get("guessed", record["correct"])


# What can be measured of a cell's records.
MEASURES = {
    "right": lambda records: share((guessed(r), r["scored"]) for r in records),
    "any wrong": lambda records: share((guessed(r) < r["scored"], 1) for r in records),
    "solved": lambda records: share((r.get("outcome") == "solved", 1) for r in records),
    "seconds": lambda records: mean(r["seconds"] for r in records),
    "cpu seconds": lambda records: mean(r.get("cpu_seconds", r["seconds"]) for r in records),
    "programs": lambda records: mean(r.get("programs") or 0 for r in records),
    "steps": lambda records: mean(r.get("steps") or r.get("programs") or 0 for r in records),
    "examples": lambda records: mean(r.get("examples_used", r["support"]) for r in records),
}
