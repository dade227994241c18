"""Tables as text."""

import textwrap

MARKS = {"below": " ▼", "within": " ▽", "": ""}
LEGEND = ("▼ worse than the paper’s figure; ▽ worse, by less than two standard errors; † stopped at its "
          "time limit after so many episodes, so that slow ones are missing")


def cell(entry):
    if entry.missing:
        return "not run" if entry.missing.startswith("not run") else "failed"
    return entry.shown + MARKS[entry.mark] + (f" †{entry.partial}" if entry.partial else "")


def episodes(table):
    """How many episodes each row's figures are of."""
    found = []
    for row in dict.fromkeys(row.label for group in table.groups for row in group.rows):
        counts = {entry.figure.count for group in table.groups for one in group.rows if one.label == row
                  for entry in one.entries if entry.figure and entry.figure.count}
        if counts:
            found.append(f"{row} {'-'.join(str(n) for n in dict.fromkeys((min(counts), max(counts))))}")
    return f"Episodes a cell: {'; '.join(found)}." if found else ""


def render(table, made=""):
    labels = [row.label for group in table.groups for row in group.rows] + [group.title for group in table.groups]
    first = max([len(label) for label in labels] + [len(table.axis)]) + 2
    body = [[cell(entry) for entry in row.entries] for group in table.groups for row in group.rows]
    widths = [max([len(column)] + [len(line[index]) for line in body]) + 2
              for index, column in enumerate(table.columns)]
    lines = [table.title, "", *textwrap.wrap(table.about, 110), ""]
    heads = "".join(column.rjust(width) for column, width in zip(table.columns, widths))
    lines.append((table.axis.ljust(first) + heads).rstrip())
    for group in table.groups:
        lines += ["", group.title] if group.title else [""]
        for row in group.rows:
            figures = "".join(cell(entry).rjust(width) for entry, width in zip(row.entries, widths))
            lines.append((f"  {row.label}".ljust(first) + figures).rstrip())
    missing = {entry.missing: entry.cell for group in table.groups for row in group.rows
               for entry in row.entries if entry.missing}
    lines.append("")
    if any(entry.mark or entry.partial for group in table.groups for row in group.rows for entry in row.entries):
        lines.append(LEGEND)
    lines += [line for note in table.notes for line in textwrap.wrap(note, 110)]
    lines += [f"{name}: {reason}" for reason, name in missing.items()]
    lines += [line for part in (episodes(table), made) for line in textwrap.wrap(part, 110)]
    return "\n".join(lines).rstrip() + "\n"
