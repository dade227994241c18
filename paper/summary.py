"""The summary table of BENCHMARKS.md, between its markers.

    python3 -m paper.summary SUMMARY.md BENCHMARKS.md
"""

import sys
from pathlib import Path

from paper import text
from paper.plan import MINUTES
from paper.tables import summary

BEGIN, END = "<!-- paper: begin -->", "<!-- paper: end -->"


def markdown(scale, results):
    table = summary(results)
    command = "make paper" if scale == "full" else "make paper-quick"
    about = f"`{command}` ({MINUTES[scale]} minutes at most), {results.made()}. {table.about}"
    lines = [about, "", "| | " + " | ".join(table.columns) + " |", "|---" * (len(table.columns) + 1) + "|"]
    for group in table.groups:
        for row in group.rows:
            lines.append(f"| {row.label} | " + " | ".join(text.cell(entry) for entry in row.entries) + " |")
    if any(entry.mark for group in table.groups for row in group.rows for entry in row.entries):
        lines += ["", text.LEGEND + "."]
    return "\n".join(lines) + "\n"


def put(page, part):
    """A page with this part between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"expected a line {BEGIN}, and after it a line {END}")
    return f"{before}{BEGIN}\n{part.strip()}\n{END}{after}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    made, page = Path(sys.argv[1]), Path(sys.argv[2])
    if not made.exists():
        sys.exit(f"{made} is missing: make paper")
    try:
        page.write_text(put(page.read_text(), made.read_text()))
    except ValueError as problem:
        sys.exit(f"{page}: {problem}")


if __name__ == "__main__":
    main()
