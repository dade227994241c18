"""The paper's systems as they were run here, beside their own published figures."""

from paper import published
from paper.plan import SYSTEMS
from paper.results import Figure
from paper.tables import GROUPS, OURS, Entry, Group, Row, Table

# Why a row may differ from the published one.
WHY = {
    "synth": "had minutes of one core instead of 12 to 48 hours of a graphics card, on episodes with 2 to 4 rules. "
             "What a short training lacks first are long grammars: many rules, SCAN, number words.",
    "synth-greedy": "is the same network. One wrong token spoils its one program, so it needs the training most.",
    "meta-seq2seq": "had minutes of one core, too.",
    "robustfill": "costs as many times as there are examples: five episodes a cell, and minutes of training.",
    "mcmc": "takes the grammar that satisfies the most examples. The few queries that it answers are short ones, whose "
            "words it has right.",
    "prior": "needs luck for any query at all.",
    "enumerate": "does not come to grammars as long as SCAN’s.",
    "deepcoder": "as enumeration, by a network of 100 seconds of training.",
}


def compare(ours, paper):
    """Whether a figure is "lower" or "higher" than a published one by more than two standard errors; figures are
    printed to a tenth."""
    apart = ours.value - paper.value
    if abs(apart) <= 0.05 + 2 * ((ours.error or 0) ** 2 + (paper.error or 0) ** 2) ** 0.5:
        return "alike"
    return "lower" if apart < 0 else "higher"


def outcomes(results, name, system):
    """For every cell of a system that the paper has a number for: how it compares."""
    found = []
    for outcome in results.outcomes.values():
        condition = outcome.cell.condition
        if outcome.cell.system.key != system or not outcome.records:
            continue
        paper = published.figure(condition.experiment, condition.key, name)
        if isinstance(paper, Figure):
            ours = results.figure(condition.experiment, condition.key, system, "right")
            found.append(compare(ours, paper))
    return found


def table(results):
    rows, notes = [], []
    for name, title, systems in GROUPS:
        for system in systems:
            found = [] if system in OURS else outcomes(results, name, system)
            if not found:
                continue
            counts = [len(found)] + [found.count(kind) for kind in ("alike", "lower", "higher")]
            rows.append(Row(title, "here", [Entry(str(count)) for count in counts]))
            if found.count("alike") < len(found):
                notes.append(f"{title} ({SYSTEMS[system].label}) {WHY[system]}")
    about = ("Each system as it was run or trained here against its own published figures, cell by cell: alike if they "
             "are within two standard errors of each other.")
    return Table("reproduction", "The paper’s systems, published and here", about, "",
                 ["cells with a published figure", "alike", "lower here", "higher here"],
                 [Group("", rows)] if rows else [], notes)
