"""Which plots the report has, and what is in them."""

from paper import published
from paper.plan import FIXED_SECONDS, LANGUAGES, SPLITS
from paper.plots import Series, plot

NAMES = {
    "hybrid": "hybrid, strict", "hybrid-inputs": "hybrid, with query inputs", "neural": "neural, strict",
    "greedy": "greedy, strict", "synth": "the paper’s network, trained here",
    "meta-seq2seq": "Meta Seq2Seq, trained here", "published synth": "Synth, published",
    "published no search": "without search, published", "published meta seq2seq": "Meta Seq2Seq, published",
}
OWN = ("hybrid", "hybrid-inputs", "neural", "greedy", "synth")
PUBLISHED = ("published synth", "published no search", "published meta seq2seq")


def series(results, experiment, conditions, keys, measure="right"):
    found = []
    for key in keys:
        if key.startswith("published "):
            figures = [published.figure(experiment, c, key.removeprefix("published "), measure) for c in conditions]
            figures = [figure if figure and not figure.bound else None for figure in figures]
        else:
            figures = [results.figure(experiment, condition, key, measure) for condition in conditions]
        found.append(Series(key, NAMES[key], figures))
    return found


def by_length(results):
    found = {key: results.by_length("rules", "4", key) for key in OWN}
    lengths = sorted({length for figures in found.values() for length in figures})
    lines = [Series(key, NAMES[key], [figures.get(length) for length in lengths]) for key, figures in found.items()]
    return plot("Four rules, by length of the right output", "tokens of the right output",
                [str(length) for length in lengths], lines)


def fixed(results):
    """One small plot a split."""
    seconds = sorted(FIXED_SECONDS)
    plots = []
    for split in SPLITS:
        conditions = [f"{split}-{s}" for s in seconds]
        lines = series(results, "scan-fixed", conditions, ("hybrid", "neural", "published synth"))
        plots.append(plot(f"Split {split}", "seconds", [str(s) for s in seconds], lines, low=0, width=440, height=230))
    return f'<div class="small">{"".join(plots)}</div>'


def of_table(key, results):
    """The plots that belong to a table, as HTML."""
    rules = [str(n) for n in range(3, 14)]
    match key:
        case "miniscan-rules-7-13":
            lines = series(results, "rules", rules, OWN + PUBLISHED)
            return plot("MiniSCAN by number of higher-order rules", "higher-order rules", rules, lines, height=340)
        case "miniscan-support":
            sizes = ["10", "30", "50", "70"]
            return plot("By number of examples", "examples", sizes, series(results, "support", sizes, OWN))
        case "miniscan-primitives":
            counts = ["3", "4", "5", "6"]
            return plot("By number of primitives", "primitives", counts, series(results, "primitives", counts, OWN))
        case "miniscan-length":
            return by_length(results)
        case "scan-cost":
            keys = ("hybrid", "neural", "synth", "published synth")
            pairs = (("programs", "Programs seen a run"), ("cpu seconds", "Seconds a run"))
            plots = [plot(f"{title} (logarithmic)", "split", SPLITS, series(results, "scan", SPLITS, keys, measure),
                          connect=False, log=True, width=440, height=260) for measure, title in pairs]
            return f'<div class="small">{"".join(plots)}</div>'
        case "scan-fixed":
            return fixed(results)
        case "numbers":
            keys = ("hybrid", "neural", "greedy", "published synth", "published no search", "published meta seq2seq")
            lines = series(results, "numbers", list(LANGUAGES), keys)
            return plot("Number words by language", "language", list(LANGUAGES), lines, connect=False, height=320)
    return ""
