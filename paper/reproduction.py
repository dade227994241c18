"""The paper's systems as they were run here, beside their own published figures."""

from paper import published
from paper.plan import SYSTEMS
from paper.tables import GROUPS, OURS, Entry, Group, Row, Table

SHORT = "it had minutes of one core instead of 12 to 48 hours of a graphics card"
PARTIAL = ("the best of its grammars is scored query by query, though it satisfies only some examples: short queries come "
           "out right by the words that it has right")
# Why a row may be lower or higher than the published one.
WHY = {
    "synth": (f"{SHORT}, on episodes with 2 to 4 rules. What a short training lacks first are long grammars: many rules, "
              "SCAN, number words.", f"{PARTIAL}. It writes grammars in one canonical form, which is easier to learn."),
    "synth-greedy": (f"{SHORT}, and one wrong token spoils its one program.", f"{PARTIAL}."),
    "meta-seq2seq": (f"{SHORT}.", "it is asked for examples of the support as well while it is trained."),
    "robustfill": (f"{SHORT}.", f"{PARTIAL}. It is trained on 10 to 20 examples and on grammars in one canonical form; "
                   "with ten episodes a cell its standard errors are large."),
    "mcmc": ("it needs luck for any query at all.", f"{PARTIAL}."),
    "prior": ("it needs luck for any query at all.", f"{PARTIAL}."),
    "enumerate": ("it does not come to grammars as long as SCAN’s.", f"{PARTIAL}."),
    "deepcoder": ("it does not come to grammars as long as SCAN’s.", f"{PARTIAL}."),
}


def compare(ours, paper):
    """Whether a figure is "lower" or "higher" than a published one by more than two standard errors; figures are
    printed to a tenth."""
    apart = ours.value - paper.value
    if paper.bound:
        apart = min(apart, 0) if paper.bound == "≥" else max(apart, 0)
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
        if paper:
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
            for kind, why in zip(("lower", "higher"), WHY[system]):
                if kind in found:
                    notes.append(f"{title} ({SYSTEMS[system].label}), where it is {kind}: {why}")
    about = ("Each system as it was run or trained here against its own published figures, cell by cell: alike if they "
             "are within two standard errors of each other.")
    return Table("reproduction", "The paper’s systems, published and here", about, "",
                 ["cells with a published figure", "alike", "lower here", "higher here"],
                 [Group("", rows)] if rows else [], notes)
