"""The paper's tables with our rows in them.

A table has a column for each condition. Its rows stand in groups, one for each system of the paper: what was published
first, then what was run here and is to be compared with it.
"""

import json
from dataclasses import dataclass, field

from paper import published
from paper.plan import FIXED_SECONDS, LANGUAGES, NETWORK_TRIES, SPLITS, SYSTEMS, TRAINING, TRY_PROGRAMS
from paper.results import Figure

# Systems of the paper, and which of ours is compared with each.
SYNTH = ("hybrid", "hybrid-one", "hybrid-inputs", "deduce", "deduce-inputs", "neural", "neural-one", "synth")
GROUPS = (
    ("synth", "Synth", SYNTH),
    ("no search", "Synth without search", ("greedy", "synth-greedy")),
    ("meta seq2seq", "Meta Seq2Seq", ("meta-seq2seq",)),
    ("robustfill", "RobustFill", ("robustfill",)),
    ("mcmc", "MCMC", ("mcmc",)),
    ("sampling from prior", "Sampling from the prior", ("prior",)),
    ("enumeration", "Enumeration", ("enumerate",)),
    ("deepcoder", "DeepCoder", ("deepcoder",)),
)
PUBLISHED = {name: title for name, title, _ in GROUPS}
# The library's own strategies: where one of them is below the paper, the tables say so.
OURS = ("hybrid", "hybrid-one", "hybrid-inputs", "deduce", "deduce-inputs", "neural", "neural-one", "greedy")
SEARCHED = ("hybrid", "deduce", "neural", "synth")  # whose search is compared with the paper's
COSTS = (("cpu seconds", "Search time, seconds of a processor (paper: seconds)", 2),
         ("programs", "Programs seen: whole grammars run on the examples", 0), ("examples", "Examples used", 1))
STEPS = ("steps", "Steps: nodes of the search and programs", 0)
SOLVED = ("solved", "Runs that ended with a grammar that satisfies its examples, per cent", 1)


@dataclass(frozen=True)
class Entry:
    shown: str = ""
    mark: str = ""  # "", "below" the paper, or "within" its and our standard error
    cell: str = ""  # the cell that it comes from
    partial: str = ""  # episodes done, if it was stopped at its time limit: "7/20"
    missing: str = ""  # why there is no figure
    figure: Figure | None = None


@dataclass(frozen=True)
class Row:
    label: str
    kind: str  # "paper", "ours", or "here": a system of the paper that was run here
    entries: list


@dataclass(frozen=True)
class Group:
    title: str
    rows: list


@dataclass(frozen=True)
class Table:
    key: str
    title: str
    about: str
    axis: str
    columns: list
    groups: list
    notes: list = field(default_factory=list)


def compare(ours, paper, fewer_is_better=False):
    """How a figure stands to a published one, as both are printed: to a tenth."""
    sign = -1 if fewer_is_better else 1
    if paper.bound == "<" and round(ours.value, 1) == paper.value:
        return "within"
    apart = sign * (round(ours.value, 1) - round(paper.value, 1))
    if apart >= 0:
        return ""
    allowed = 2 * ((ours.error or 0) ** 2 + (paper.error or 0) ** 2) ** 0.5
    return "within" if -apart <= allowed else "below"


def entry(results, experiment, condition, system, measure="right", counterpart=None, digits=1):
    outcome = results.outcome(experiment, condition, system)
    if outcome is None:
        return Entry()
    if not outcome.records:
        return Entry(cell=outcome.cell.name, missing=outcome.reason)
    ours = results.figure(experiment, condition, system, "examples" if measure == "share" else measure)
    if measure == "share":
        scale = 100 / TRAINING[condition]
        ours = Figure(ours.value * scale, ours.error and ours.error * scale, ours.count)
    paper = published.figure(experiment, condition, counterpart, measure) if counterpart else None
    mark = ""
    if paper and system in OURS:
        mark = compare(ours, paper, fewer_is_better=measure != "right")
    partial = results.partial(experiment, [condition], system)
    return Entry(ours.shown(digits), mark, outcome.cell.name, partial, figure=ours)


def paper_entry(experiment, condition, system, measure="right", digits=1):
    found = published.figure(experiment, condition, system, measure)
    if found:
        exact = round(found.value, 1) == found.value and round(found.error or 0, 1) == (found.error or 0)
        return Entry(found.shown(min(digits, 1) if exact else 2 if digits else 0), figure=found)
    return Entry()


def kind_of(system):
    return "ours" if system in OURS else "here"


def group(results, experiment, conditions, name, title, systems, measure="right", digits=1):
    """The published row, and ours below it; None if there is neither."""
    rows = []
    above = [paper_entry(experiment, condition, name, measure, digits) for condition in conditions]
    if any(entry.shown for entry in above):
        rows.append(Row(f"{PUBLISHED[name]}, published", "paper", above))
    for system in systems:
        entries = [entry(results, experiment, c, system, measure, name, digits) for c in conditions]
        if any(entry.cell for entry in entries):
            rows.append(Row(SYSTEMS[system].label, kind_of(system), entries))
    return Group(title, rows) if any(row.kind != "paper" for row in rows) else None


def grid(results, experiment, conditions):
    groups = (group(results, experiment, conditions, *found) for found in GROUPS)
    return [found for found in groups if found]


def costs(results, experiment, conditions, measures=COSTS):
    found = (group(results, experiment, conditions, "synth", title, SEARCHED, measure, digits)
             for measure, title, digits in measures)
    return [found for found in found if found]


def quoted():
    rows = [Row(label, "paper", [paper_entry("scan", split, name) for split in SPLITS])
            for name, label in published.QUOTED.items()]
    return Group("Quoted in the paper from others", rows)


def by_length(results):
    """Of the condition with four rules."""
    found = {system: results.by_length("rules", "4", system) for system in SYSTEMS}
    lengths = sorted({length for figures in found.values() for length in figures})
    groups = []
    for _, title, systems in GROUPS:
        rows = []
        for system in systems:
            if found[system]:
                figures = [found[system].get(length) for length in lengths]
                partial = results.partial("rules", ["4"], system)
                entries = [Entry(f.shown(), cell=f"rules-4.{system}", partial=partial, figure=f) if f else Entry()
                           for f in figures]
                rows.append(Row(SYSTEMS[system].label, kind_of(system), entries))
        if rows:
            groups.append(Group(title, rows))
    return Table("miniscan-length", "MiniSCAN by length of the query’s output",
                 "The condition with four higher-order rules, its queries by the number of tokens of the right "
                 "output; per cent right. The paper shows this as a figure, without numbers.",
                 "tokens", [str(length) for length in lengths], groups)


def networks(folder):
    """What the networks that were trained here had, as is written beside their weights."""
    rows = []
    for path in sorted(folder.glob("*.json")):
        trained = json.loads(path.read_text())
        shown = (f"{trained['parameters']:,}", f"{trained['episodes']:,}", f"{trained['cpu_seconds'] / 60:.1f}")
        rows.append(Row(path.stem, "here", [Entry(text) for text in shown]))
    about = ("What each had before it was asked. The paper: 12 hours for MiniSCAN, 48 hours and about nine million "
             "grammars for SCAN, 12 hours for numbers, on a GTX 1080 Ti.")
    groups = [Group("", rows)] if rows else []
    return Table("networks", "The networks that were trained here", about, "",
                 ["parameters", "episodes seen", "minutes of one core"], groups)


def all_tables(results):
    per_cent = "Per cent of queries answered right ± standard error over episodes."
    rules = "30 examples, 10 queries, 3-4 primitives, 17 words. " + per_cent
    tables = []

    def add(key, title, about, axis, columns, groups, notes=()):
        tables.append(Table(key, title, about, axis, list(columns), groups, list(notes)))

    within, beyond = [str(n) for n in range(3, 7)], [str(n) for n in range(7, 14)]
    add("miniscan-rules-3-6", "MiniSCAN, 3 to 6 higher-order rules", rules, "rules", within,
        grid(results, "rules", within),
        ["The paper shows these as a figure: 89 or above is all that it says in numbers."])
    add("miniscan-rules-7-13", "MiniSCAN, 7 to 13 higher-order rules", rules, "rules", beyond,
        grid(results, "rules", beyond))
    sizes = ["10", "30", "50", "70"]
    any_wrong = group(results, "support", sizes, "synth", "Episodes with any query wrong, per cent", SYNTH, "any wrong")
    add("miniscan-support", "MiniSCAN by number of examples", "2-4 rules, 10 queries, 12 words. " + per_cent,
        "examples", sizes, grid(results, "support", sizes) + ([any_wrong] if any_wrong else []),
        ["The paper shows shares of queries as a figure, without numbers."])
    primitives = ["3", "4", "5", "6"]
    add("miniscan-primitives", "MiniSCAN by number of primitives", "2-4 rules, 30 examples, 12 words. " + per_cent,
        "primitives", primitives, grid(results, "primitives", primitives),
        ["The paper shows this as a figure, without numbers."])
    tables.append(by_length(results))
    add("human", "The task that people were given", "14 examples, 10 queries; the examples in several orders. "
        "Per cent of queries right ± standard error over orders.", "", ["right"], grid(results, "human", ["human"]),
        ["The paper’s code has 8 of the 10 queries; all 10 are asked here."])
    add("scan", "SCAN, four splits", "100 examples selected as in the paper, 20 seconds a try, then 100 new ones "
        "until a grammar satisfies them; 500 queries of the test part. " + per_cent, "split", SPLITS,
        grid(results, "scan", SPLITS) + [quoted()],
        ["Systems that do not search for a grammar, and those with a budget of programs, have one draw of examples. The "
         f"paper’s network has up to {NETWORK_TRIES}, of 700 programs each.",
         "MCMC and the prior are given 10,800 programs, enumeration and DeepCoder 180,000: as many as they saw in "
         "the paper, or more."])
    counted = (f"A try of neural ends after {TRY_PROGRAMS:,} programs, if it is not solved by then: three times what the "
               "paper’s search sees in its 20 seconds. Programs that weigh the grammars which satisfy the examples are "
               "counted too.")
    all_costs = COSTS + (("share", "Share of the training part used, per cent", 2), STEPS, SOLVED)
    add("scan-cost", "SCAN, what the search took", "The same runs: mean ± standard error a run, all its tries "
        "together.", "split", SPLITS, costs(results, "scan", SPLITS, all_costs),
        ["Times are of two cells at a time on the machine named above; the paper’s are of a graphics card.", counted])
    add("scan-uniform", "SCAN, examples drawn uniformly", "The same, but every training line is as likely as any "
        "other: harder for a network, easier for deduction. Beside the paper’s figures for its own selection.",
        "split", SPLITS,
        grid(results, "scan-uniform", SPLITS) + costs(results, "scan-uniform", SPLITS))
    fixed = [group(results, "scan-fixed", [f"{split}-{seconds}" for split in SPLITS], "synth", f"{seconds} seconds",
                   SYNTH) for seconds in FIXED_SECONDS]
    add("scan-fixed", "SCAN with a fixed budget of 100 examples", "One draw of 100 examples, no others; the best "
        "grammar when the time is over. " + per_cent, "split", SPLITS, [found for found in fixed if found])
    add("scan-sampled", "SCAN’s sampled corpus", "Examples sampled from SCAN’s phrase grammar instead of drawn from "
        "all commands, no selection; 100 a try, tested on the split simple.", "", ["sampled"],
        grid(results, "scan-sampled", ["simple"]) + costs(results, "scan-sampled", ["simple"], COSTS + (STEPS, SOLVED)), [counted])
    add("numbers", "Number words in nine languages", "The basic words and 30 examples, numbers up to 99,999,999, "
        "45 seconds. " + per_cent, "language", [LANGUAGES[key] for key in LANGUAGES],
        grid(results, "numbers", list(LANGUAGES)))
    tables.append(networks(results.root / "paper/networks/models"))
    return tables


def standing(results, system, experiments=None):
    """Every cell of a system that the paper has a number for, with ours: (experiment, condition, entry, paper)."""
    found = []
    for outcome in results.outcomes.values():
        condition = outcome.cell.condition
        if outcome.cell.system.key != system or condition.experiment == "scan-uniform":
            continue
        if experiments and condition.experiment not in experiments:
            continue
        for measure in ("right", "any wrong"):
            paper = None
            if measure == "right" or condition.experiment == "support":
                paper = published.figure(condition.experiment, condition.key, "synth", measure)
            if paper:
                here = entry(results, condition.experiment, condition.key, system, measure, "synth")
                found.append((condition.experiment, condition.key, here, paper))
    return found


SUMMARY = (
    ("MiniSCAN, 3-6 rules", "rules", [str(n) for n in range(3, 7)]),
    ("MiniSCAN, 7-13 rules", "rules", [str(n) for n in range(7, 14)]),
    ("MiniSCAN, 10-70 examples", "support", ["10", "30", "50", "70"]),
    ("MiniSCAN, 3-6 primitives", "primitives", ["3", "4", "5", "6"]),
    ("the human task", "human", ["human"]),
    ("SCAN, four splits", "scan", SPLITS),
    ("SCAN, 100 examples, 30 s", "scan-fixed", [f"{split}-30" for split in SPLITS]),
    ("number words, nine languages", "numbers", list(LANGUAGES)),
)
SUMMARY_COLUMNS = ((("hybrid", "hybrid-inputs", "neural"), "synth"), (("greedy",), "no search"))


def average(figures):
    """The mean of figures of different conditions; None if one of them is missing."""
    if not figures or any(figure is None or figure.bound for figure in figures):
        return None
    errors = [figure.error for figure in figures]
    error = None if None in errors else sum(e * e for e in errors) ** 0.5 / len(errors)
    return Figure(sum(figure.value for figure in figures) / len(figures), error, sum(f.count for f in figures))


def summary(results):
    """One row an experiment: means over its conditions."""
    rows = []
    for label, experiment, conditions in SUMMARY:
        entries = []
        for systems, counterpart in SUMMARY_COLUMNS:
            paper = average([published.figure(experiment, condition, counterpart) for condition in conditions])
            for system in systems:
                ours = average([results.figure(experiment, condition, system, "right") for condition in conditions])
                mark = compare(ours, paper) if ours and paper else ""
                partial = results.partial(experiment, conditions, system)
                entries.append(Entry(ours.shown() if ours else "", mark, partial=partial if ours else "", figure=ours))
            # Of the other experiments with MiniSCAN the paper shows figures without numbers.
            absent = "figure only" if label.startswith("MiniSCAN") else ""
            entries.append(Entry(f"{paper.value:.1f}" if paper else absent))
        rows.append(Row(label, "ours", entries))
    columns = ["hybrid, strict", "hybrid, query inputs", "neural, strict", "paper: Synth", "greedy, strict",
               "paper: no search"]
    return Table("summary", "Summary", "Per cent of queries right, mean over the conditions of each experiment.", "",
                 columns, [Group("", rows)])
