"""What matters, for the first screen of the report: where we are below the paper, and what the search costs."""

from html import escape

from paper import published
from paper.plan import SPLITS
from paper.tables import standing

NAMES = {"rules": "{} rules", "support": "any query wrong with {} examples", "human": "the human task", "scan": "SCAN {}", "scan-fixed": "SCAN {} s, 100 examples",
         "numbers": "number words, {}"}


def place(experiment, condition):
    return NAMES[experiment].format(condition.replace("-", ", "))


def card(title, big, rest):
    return (f'<div><dt>{escape(title)}</dt><dd class="big">{escape(big)}</dd>'
            f'<dd class="rest">{rest}</dd></div>')


def against(results, system, title, experiments=None):
    """In how many of the paper's cells a system is at or above its Synth, and where it is not."""
    cells = standing(results, system, experiments)
    # One that was stopped lacks its slow episodes: it proves nothing.
    run = [cell for cell in cells if cell[2].figure and not cell[2].partial]
    good = [cell for cell in run if not cell[2].mark]
    rest = []
    for experiment, condition, entry, paper in run:
        if entry.mark:
            rest.append(f'<span class="{entry.mark}">{escape(place(experiment, condition))}: {escape(entry.shown)}, '
                        f"paper {paper.shown()}</span>")
    if len(run) < len(cells):
        rest.append(f"{len(cells) - len(run)} of {len(cells)} cells have no whole result")
    if not run:
        return card(title, "no result", "<br>".join(rest))
    return card(title, f"{len(good)} of {len(run)} cells", "<br>".join(rest) or "nowhere below")


# Where the paper says what its search took.
COUNTED = [("scan", split) for split in SPLITS] + [("scan-sampled", "simple")]


def ratio(results, system, measure):
    """How many times less than the paper's search: the least and the most. None without figures."""
    ratios = []
    for experiment, condition in COUNTED:
        ours = results.figure(experiment, condition, system, measure)
        paper = published.figure(experiment, condition, "synth", measure)
        if not ours or not ours.value or not paper:
            return None
        ratios.append(paper.value / ours.value)
    return min(ratios), max(ratios)


def times(ratio):
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"


def cost(results, system, title):
    names = (("examples", "examples"), ("cpu seconds", "time"), ("programs", "programs"))
    rest = []
    for measure, name in names:
        found = ratio(results, system, measure)
        rest.append(f"{name}: {times(found[0])} to {times(found[1])} times less" if found else f"{name}: no result")
    runs = [results.figure(*place, system, "programs") for place in COUNTED]
    big = "no result" if None in runs else f"≤ {max(figure.value for figure in runs):,.0f} programs a run"
    return card(title, big, "<br>".join(rest))


def health(results):
    states = [outcome.state for outcome in results.outcomes.values()]
    done = states.count("done") + states.count("partial")
    parts = [(states.count("partial"), "stopped at their time limit"), (states.count("failed"), "failed"),
             (states.count("not run"), "not run")]
    rest = "<br>".join(f"{count} {what}" for count, what in parts if count)
    return card("cells with results", f"{done} of {len(states)}", rest or "none failed")


def html(results):
    cards = (
        against(results, "hybrid", "hybrid, strict: at or above the paper’s Synth in"),
        against(results, "hybrid-one", "the same, answered by its one grammar instead of a vote, in"),
        against(results, "neural", "neural, strict: at or above it, MiniSCAN and SCAN, in",
                ("rules", "support", "human", "scan", "scan-fixed")),
        cost(results, "hybrid", "hybrid, strict: SCAN’s search, mean of each split and of the sampled corpus"),
        cost(results, "neural", "neural, strict: the same"),
        health(results),
    )
    return f'<dl class="verdicts">{"".join(cards)}</dl>'
