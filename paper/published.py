"""The paper's own figures, as in published/*.tsv."""

import csv
from functools import cache
from pathlib import Path

from paper.results import Figure

FOLDER = Path(__file__).resolve().parent / "published"


@cache
def rows(name):
    with open(FOLDER / f"{name}.tsv", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _figure(row, column):
    """A figure with its standard error; None where the paper has nothing."""
    text = (row.get(column) or "").strip()
    if not text:
        return None
    value = float(text)
    error = row.get(f"{column}_se")
    return Figure(value, float(error) if error else None, 0)


def _find(name, column, key, wanted):
    row = next((row for row in rows(name) if row[column] == key), None)
    return _figure(row, wanted) if row else None


def figure(experiment, condition, system, measure="right"):
    """What the paper has for a system in a condition; None where it has nothing."""
    if experiment == "rules":
        if system == "robustfill":
            what = f"{condition} higher-order rules"
            return next((_figure(row, "percent") for row in rows("miniscan_other") if row["what"] == what), None)
        if condition in ("3", "4") and system in ("synth", "no search"):
            return Figure(89, None, 0, "≥")  # read off a figure
        return _find("miniscan_extended", "higher_order_rules", condition, system.replace(" ", "_"))
    if experiment == "support" and measure == "any wrong" and int(condition) >= 50:
        return Figure(1, None, 0, "<") if system == "synth" else None
    if experiment == "human":
        found = [row for row in rows("miniscan_other") if row["what"] == "human task" and row["system"] == system]
        return _figure(found[0], "percent") if found else None
    if experiment in ("scan", "scan-uniform") and measure == "right":
        return _find("scan_accuracy", "system", system, condition)
    if experiment in ("scan", "scan-uniform"):
        return _find("scan_budget", "what", BUDGET.get(measure), condition) if system == "synth" else None
    if experiment == "scan-fixed":
        split, seconds = condition.rsplit("-", 1)
        return _find("scan_fixed_100", "seconds", seconds, split) if system == "synth" else None
    if experiment == "scan-sampled" and measure in BUDGET:
        row = next(row for row in rows("scan_sampled_corpus") if row["what"] == BUDGET[measure])
        return Figure(float(row["value"]), float(row["se"]), 0) if system == "synth" else None
    if experiment == "numbers":
        return _find("numbers", "language", condition, system.replace(" ", "_"))
    return None


BUDGET = {"cpu seconds": "search time, s", "programs": "programs seen", "examples": "examples used",
          "share": "share of examples used, %"}
# Rows that the paper quotes from others.
QUOTED = {"geca (quoted)": "GECA", "syntactic attention (quoted)": "syntactic attention",
          "seq2seq (quoted)": "Seq2Seq", "meta seq2seq, permutations (quoted)": "Meta Seq2Seq, permutations"}
