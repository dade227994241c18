"""The report: one HTML file that needs nothing else, and no scripts."""

from html import escape
from pathlib import Path

from paper import figures, text, verdict
from paper.plan import NETWORK_TRIES, REDRAWS, SYSTEMS
from paper.store import ENVIRONMENT
from paper.tables import summary

STYLE = Path(__file__).resolve().parent / "style.css"
COMMANDS = {"full": "make paper", "quick": "make paper-quick"}
QUICK = ('<p class="soft">This is the quick run: a few episodes a cell, to see that everything works. Rows that need '
         "torch have only some of their columns. <code>make paper</code> makes the figures to quote.</p>")
DIFFERENCES = (
    "Systems that are “run here” or “trained here” are our implementations of the paper’s descriptions, on the same "
    "episodes as every other row of their column; slow ones have the first few of them.",
    "Our own rows are strict unless they say otherwise: the queries’ inputs play no part in the search. The paper’s "
    "code passes over a grammar that is stuck on a query’s input. A query’s output is only ever used to score.",
    "The paper answers by the first grammar that satisfies the examples. Ours are answered by a vote of the grammars "
    "that do, weighed by prior and likelihood; the rows “its one grammar” have the answers of the grammar that is "
    "returned, and nothing else.",
    "A program is a whole grammar that was run on the examples. Deduction builds grammars part by part, and runs few "
    "whole ones: SCAN’s table of costs has its steps as well.",
    "New examples of SCAN are also drawn where the first ones lack a word that the training part has, and at most "
    f"{REDRAWS} times.",
    "The paper trained its networks 12 to 48 hours on a graphics card, with states of 200 (RobustFill: 512). The ones "
    "trained here had minutes of one core and states of 128. They write grammars in one canonical form, without rules "
    "that no example shows; their optimizer is AdamW with a falling rate; those for SCAN start from those for MiniSCAN; "
    "attention is not fed back to the decoder. paper/networks/README.md has each one’s size, budget and curve. Their "
    "rows say what that budget gives, not what the method can do.",
    "Search by the paper’s network gets the programs that the paper’s 35 a second make in the paper’s time (1,050 for "
    f"MiniSCAN, 700 a try for SCAN and {NETWORK_TRIES} tries, 1,575 for numbers; 1,050 to 6,300 with SCAN’s fixed budget), "
    "however long that takes.",
    "Sampling from the prior, MCMC, enumeration and DeepCoder draw 4 to 8 primitives, as the paper’s training does (its "
    "prior says 4 to 9), and only words that the examples have.",
    "Episodes of MiniSCAN are sampled anew by the paper’s meta-grammar; those of SCAN are drawn from its commands, "
    "those of number words from what ICU spells out, the forms of a word merged as in the paper: 4,000 numbers a "
    "language, 30 examples beside the basic words (the paper’s code: 25).",
    "Cells run two at a time, one thread each. Search times are processor time; the paper’s are of its own machine.",
)


def anchor(name):
    return f"cell-{name}".replace(".", "-")


def entry_html(entry):
    if entry.missing:
        word = "not run" if entry.missing.startswith("not run") else "failed"
        return f'<td class="none"><a href="#{anchor(entry.cell)}" title="{escape(entry.missing)}">{word}</a></td>'
    shown = escape(text.cell(entry)) or "<span aria-hidden=\"true\">·</span>"
    if entry.cell:
        shown = f'<a href="#{anchor(entry.cell)}">{shown}</a>'
    classes = entry.mark if entry.shown else "none"
    return f'<td class="{classes}">{shown}</td>' if classes else f"<td>{shown}</td>"


def table_html(table):
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    lines = [f'<thead><tr><th scope="col">{escape(table.axis)}</th>{heads}</tr></thead><tbody>']
    for group in table.groups:
        if group.title:
            span = len(table.columns) + 1
            lines.append(f'<tr class="group"><th colspan="{span}" scope="rowgroup">{escape(group.title)}</th></tr>')
        for row in group.rows:
            entries = "".join(entry_html(entry) for entry in row.entries)
            lines.append(f'<tr class="{row.kind}"><th scope="row">{escape(row.label)}</th>{entries}</tr>')
    width = "narrow" if len(table.columns) == 1 else "dense" if len(table.columns) > 7 else "usual"
    return f'<div class="wide"><table class="{width}">{"".join(lines)}</tbody></table></div>'


def notes_html(table, results):
    """Notes, and why figures are missing: each reason once."""
    entries = [entry for group in table.groups for row in group.rows for entry in row.entries]
    notes = list(table.notes)
    if any(entry.mark or entry.partial for entry in entries):
        notes.append(text.LEGEND + ".")
    reasons = {}
    for entry in entries:
        if entry.missing:
            key = results.outcomes[entry.cell].cell.system.key
            reasons.setdefault(entry.missing, {})[SYSTEMS[key].label + f" ({key})"] = None
    notes += [f"{', '.join(systems)}: {reason}" for reason, systems in reasons.items()]
    return "".join(f'<p class="notes">{escape(note)}</p>' for note in notes)


def cell_html(outcome):
    note, cell = outcome.note, outcome.cell
    lines = [f'<h4 id="{anchor(cell.name)}">{escape(cell.name)}</h4>']
    if outcome.records:
        made = (f"{note['done']} of {note['asked']} episodes in {note['seconds']} s on {note['date']}; seeds "
                f"{', '.join(note['seed'])}; version {note['version']}, commit {note['commit']}")
        ended = sum(record.get("timed_out", False) for record in outcome.records)
        made += f"; the clock ended {ended} of them" if ended else ""
        lines.append(f"<p>{escape(made)}</p>")
    else:
        lines.append(f'<p class="below">{escape(outcome.state)}: {escape(note.get("error", "not run yet"))}</p>')
    if note.get("command"):
        lines.append(f"<pre>{escape(chr(10).join(note['command']))}</pre>")
    return "".join(lines)


def cells_html(table, results, told):
    """The cells of a table that no table before it had."""
    names = dict.fromkeys(entry.cell for group in table.groups for row in group.rows for entry in row.entries
                          if entry.cell and entry.cell not in told)
    told.update(names)
    if not names:
        return ""
    cells = "".join(cell_html(results.outcomes[name]) for name in names)
    return f"<details><summary>The {len(names)} cells: command, seed and version of each</summary>{cells}</details>"


def section(table, results, told):
    return (f'<section id="{table.key}"><h2>{escape(table.title)}</h2><p>{escape(table.about)}</p>'
            f"{figures.of_table(table.key, results)}{table_html(table)}{notes_html(table, results)}"
            f"{cells_html(table, results, told)}</section>")


def page(scale, results, tables):
    told = set()
    made = (f"{COMMANDS[scale]}, {results.made()}; "
            f"environment {' '.join(f'{name}={value}' for name, value in ENVIRONMENT.items())}")
    links = "".join(f'<li><a href="#{table.key}">{escape(table.title)}</a></li>' for table in tables)
    short = summary(results)
    quick = QUICK if scale == "quick" else ""
    sections = "".join(section(table, results, told) for table in tables)
    differences = "".join(f"<li>{escape(line)}</li>" for line in DIFFERENCES)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>blicket beside the paper</title>
<style>{STYLE.read_text()}</style>
</head>
<body>
<header>
<h1>The paper’s tables, with our rows in them</h1>
<p>Nye, Solar-Lezama, Tenenbaum and Lake, “Learning Compositional Rules via Neural Program Synthesis” (NeurIPS 2020):
every experiment, run by blicket. Published rows are shaded; every figure of ours in a table below leads to the command
that made it.</p>
{quick}
{verdict.html(results)}
{table_html(short)}
<p class="notes">{escape(short.about)} {escape(text.LEGEND)}.</p>
<p class="notes">{escape(made)}</p>
<nav aria-label="Tables"><ol>{links}<li><a href="#differences">What differs from the paper</a></li></ol></nav>
</header>
<main>
{sections}
<section id="differences"><h2>What differs from the paper</h2><ul>{differences}</ul></section>
</main>
</body>
</html>
"""
