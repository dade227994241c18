"""Plots as inline SVG. Colours are variables of the page, so they follow its light or dark scheme."""

import math
from dataclasses import dataclass
from html import escape

# What a series looks like: its colour, whether its line is broken, and its mark. Published ones are hollow.
STYLES = {
    "hybrid": ("--hybrid", "", "circle"),
    "hybrid-inputs": ("--inputs", "", "circle"),
    "neural": ("--neural", "", "square"),
    "greedy": ("--greedy", "", "square"),
    "synth": ("--trained", "", "diamond"),
    "meta-seq2seq": ("--meta", "", "diamond"),
    "published synth": ("--paper", "6 4", "circle"),
    "published no search": ("--paper", "2 4", "square"),
    "published meta seq2seq": ("--faint", "6 4", "diamond"),
}
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 40


@dataclass(frozen=True)
class Series:
    key: str  # of STYLES
    name: str
    figures: list  # a Figure or None for each place on the x axis


def mark(shape, x, y, colour, hollow):
    fill = "var(--page)" if hollow else f"var({colour})"
    look = f'fill="{fill}" stroke="var({colour})" stroke-width="1.8"'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {look}/>'
    if shape == "square":
        return f'<rect x="{x - 3.6:.1f}" y="{y - 3.6:.1f}" width="7.2" height="7.2" {look}/>'
    corners = f"{x:.1f},{y - 5:.1f} {x + 5:.1f},{y:.1f} {x:.1f},{y + 5:.1f} {x - 5:.1f},{y:.1f}"
    return f'<polygon points="{corners}" {look}/>'


def legend(series):
    items = []
    for one in series:
        colour, dash, shape = STYLES[one.key]
        line = f'<line x1="0" y1="7" x2="30" y2="7" stroke="var({colour})" stroke-width="2" stroke-dasharray="{dash}"/>'
        sign = mark(shape, 15, 7, colour, one.key.startswith("published"))
        items.append(f'<li><svg width="30" height="14" aria-hidden="true">{line}{sign}</svg> {escape(one.name)}</li>')
    return f'<ul class="legend">{"".join(items)}</ul>'


class Scale:
    """From a value to a height in the picture."""

    def __init__(self, values, height, log, low=None):
        self.height, self.log = height, log
        if log:
            low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
            self.low, self.high = low, max(high, low + 1)
            self.ticks = [10.0 ** power for power in range(self.low, self.high + 1)]
        else:
            self.low, self.high = max(0, math.floor((min(values) - 3) / 10) * 10) if low is None else low, 100
            step = 20 if self.high - self.low > 50 else 10 if self.high - self.low > 20 else 5
            first = math.ceil(self.low / step) * step
            self.ticks = list(range(first, self.high + 1, step))

    def __call__(self, value):
        value = math.log10(max(value, 10.0 ** self.low)) if self.log else min(max(value, self.low), self.high)
        return TOP + (self.high - value) / (self.high - self.low) * self.height

    def label(self, tick):
        return f"{tick:,.0f}" if tick >= 1 else f"{tick:g}"


def plot(title, x_name, places, series, connect=True, log=False, low=None, width=640, height=300):
    """Figures with their standard errors over places on the x axis; lines between them, or side by side. `low` is
    where the y axis begins; otherwise the figures decide."""
    values = [figure.value for one in series for figure in one.figures if figure and (figure.value > 0 or not log)]
    if not values:
        return ""
    series = [one for one in series if any(one.figures)]
    inner, deep = width - LEFT - RIGHT, height - TOP - BOTTOM
    y = Scale(values, deep, log, low)
    step = inner / len(places)
    parts = []
    for tick in y.ticks:
        at = y(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{at:.1f}" x2="{width - RIGHT}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{at + 4:.1f}" text-anchor="end">{y.label(tick)}</text>')
    for index, place in enumerate(places):
        at = LEFT + step * (index + 0.5)
        parts.append(f'<text x="{at:.1f}" y="{height - 22}" text-anchor="middle">{escape(place)}</text>')
    parts.append(f'<text class="axis" x="{LEFT + inner / 2}" y="{height - 5}" text-anchor="middle">'
                 f"{escape(x_name)}</text>")
    for order, one in enumerate(series):
        parts.append(draw(one, order, len(series), step, y, connect))
    unit = "" if log else "per cent right"
    return (f'<figure><svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
            f'{"".join(parts)}</svg>{legend(series)}<figcaption>{escape(title)}'
            f'{": " + unit if unit else ""}</figcaption></figure>')


def draw(one, order, count, step, y, connect):
    colour, dash, shape = STYLES[one.key]
    hollow = one.key.startswith("published")
    # Side by side, so that marks of the same value do not hide each other.
    aside = (order - (count - 1) / 2) * min(14, step * 0.8 / count) if not connect else (order - (count - 1) / 2) * 2
    points, parts = [], []
    for index, figure in enumerate(one.figures):
        if figure is None or (y.log and figure.value <= 0):
            continue
        x, at = LEFT + step * (index + 0.5) + aside, y(figure.value)
        points.append(f"{x:.1f},{at:.1f}")
        if figure.error:
            high, low = y(figure.value + figure.error), y(max(figure.value - figure.error, 1e-9))
            parts.append(f'<line x1="{x:.1f}" y1="{high:.1f}" x2="{x:.1f}" y2="{low:.1f}" '
                         f'stroke="var({colour})" stroke-width="1.4"/>')
        parts.append(mark(shape, x, at, colour, hollow))
    line = ""
    if connect and len(points) > 1:
        line = (f'<polyline points="{" ".join(points)}" fill="none" stroke="var({colour})" stroke-width="1.8" '
                f'stroke-dasharray="{dash}"/>')
    return line + "".join(parts)
