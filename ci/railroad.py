"""Railroad pictures of the language of grammars: `make pictures` calls this.

    python3 ci/railroad.py [--check]

Reads docs/language.ebnf and writes docs/pictures/NAME.svg for each of its rules, and what a picture says in words beside it, where
a page of docs shows it. With --check nothing is written, and it fails if something is not as it would be written.
"""

import html
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
SOURCE = DOCS / "language.ebnf"

RADIUS = 9  # of all curves
GAP = 12  # between what follows each other
BOX = 26  # how high a box is
ROW = 12  # between rows
LETTER = 7.9  # how wide a letter is

STYLE = """
path { fill: none; stroke: #57606a; stroke-width: 1.6 }
rect { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.4 }
rect.text { fill: #ddf4ff; stroke: #0969da }
circle { fill: #57606a }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; text-anchor: middle }
@media (prefers-color-scheme: dark) {
path { stroke: #8b949e } rect { fill: #21262d; stroke: #8b949e } rect.text { fill: #0c2d6b; stroke: #58a6ff }
circle { fill: #8b949e } text { fill: #e6edf3 } }
"""


class Node:
    """A part of a picture. A line enters it at its left and leaves it at its right, both at the same height; `up` and `down`
    say how far it reaches above and below that."""

    up = down = width = 0

    def draw(self, x, y):
        """SVG of it, entered at (x, y)."""
        return line(x, y, self.width)

    def words(self):
        """What it says, for who cannot see it."""
        return "nothing"


def inside(node):
    """What a part says within other words: in brackets, if it has parts of its own."""
    words = node.words()
    return f"({words})" if ", " in words else words


def line(x, y, width):
    return f'<path d="M{x:g} {y:g}h{width:g}"/>' if width else ""


class Box(Node):
    def __init__(self, text, is_text):
        self.text, self.is_text = text, is_text
        self.up = self.down = BOX / 2
        self.width = LETTER * len(text) + 20

    def draw(self, x, y):
        rounding, kind = (BOX / 2, ' class="text"') if self.is_text else (3, "")
        return (f'<rect x="{x:g}" y="{y - BOX / 2:g}" width="{self.width:g}" height="{BOX}" rx="{rounding:g}"{kind}/>'
                f'<text x="{x + self.width / 2:g}" y="{y + 4.5:g}">{html.escape(self.text)}</text>')

    def words(self):
        return f"`{self.text}`" if self.is_text else self.text


class Row(Node):
    """One after the other."""

    def __init__(self, parts):
        self.parts = parts
        self.up, self.down = max(part.up for part in parts), max(part.down for part in parts)
        self.width = sum(part.width for part in parts) + GAP * (len(parts) - 1)

    def draw(self, x, y):
        drawn = []
        for index, part in enumerate(self.parts):
            if index:
                drawn.append(line(x, y, GAP))
                x += GAP
            drawn.append(part.draw(x, y))
            x += part.width
        return "".join(drawn)

    def words(self):
        return ", then ".join(inside(part) for part in self.parts)


class Choice(Node):
    """One of them. The part with the index `through` lies on the line; those before it above, those behind it below."""

    def __init__(self, parts, through=0):
        self.parts, self.through = parts, through
        self.inner = max(part.width for part in parts)
        self.width = self.inner + 4 * RADIUS
        self.heights = [0] * len(parts)
        for index in range(through - 1, -1, -1):
            below = parts[index + 1]
            self.heights[index] = self.heights[index + 1] - max(below.up + ROW + parts[index].down, 2 * RADIUS)
        for index in range(through + 1, len(parts)):
            above = parts[index - 1]
            self.heights[index] = self.heights[index - 1] + max(above.down + ROW + parts[index].up, 2 * RADIUS)
        reach = list(zip(self.heights, parts))
        self.up = max(part.up - height for height, part in reach)
        self.down = max(part.down + height for height, part in reach)

    def draw(self, x, y):
        drawn = []
        for part, height in zip(self.parts, self.heights):
            left, right, end = x + 2 * RADIUS, x + 2 * RADIUS + part.width, x + self.width
            drawn.append(part.draw(left, y + height))
            if height == 0:
                drawn += [line(x, y, left - x), line(right, y, end - right)]
                continue
            turn, rest = (RADIUS, height - 2 * RADIUS) if height > 0 else (-RADIUS, height + 2 * RADIUS)
            drawn.append(f'<path d="M{x:g} {y:g}q{RADIUS} 0 {RADIUS} {turn}v{rest:g}q0 {turn} {RADIUS} {turn}"/>')
            drawn.append(f'<path d="M{right:g} {y + height:g}H{end - 2 * RADIUS:g}q{RADIUS} 0 {RADIUS} {-turn}'
                         f'v{-rest:g}q0 {-turn} {RADIUS} {-turn}"/>')
        return "".join(drawn)

    def words(self):
        parts = [inside(part) for part in self.parts]
        return f"perhaps {parts[1]}" if parts[0] == "nothing" else ", or ".join(parts)


class Loop(Node):
    """One or more, with something between them."""

    def __init__(self, part, between):
        self.part, self.between = part, between
        self.inner = max(part.width, between.width)
        self.width = self.inner + 4 * RADIUS
        self.height = max(part.down + ROW + between.up, 2 * RADIUS)
        self.up, self.down = part.up, max(part.down, self.height + between.down)

    def draw(self, x, y):
        left, end = x + 2 * RADIUS, x + self.width
        back = left + (self.inner - self.between.width) / 2
        bottom, rest = y + self.height, self.height - 2 * RADIUS
        return "".join([
            line(x, y, 2 * RADIUS), self.part.draw(left, y), line(left + self.part.width, y, end - left - self.part.width),
            self.between.draw(back, bottom),
            f'<path d="M{end - 2 * RADIUS:g} {y:g}q{RADIUS} 0 {RADIUS} {RADIUS}v{rest:g}q0 {RADIUS} {-RADIUS} {RADIUS}'
            f'H{back + self.between.width:g}"/>',
            f'<path d="M{back:g} {bottom:g}H{left:g}q{-RADIUS} 0 {-RADIUS} {-RADIUS}v{-rest:g}q0 {-RADIUS} {RADIUS} {-RADIUS}"/>',
        ])

    def words(self):
        between = "" if type(self.between) is Node else f" with {self.between.words()} between them"
        return f"one or more of {inside(self.part)}{between}"


class Reader:
    """Reads the notation at the top of docs/language.ebnf."""

    def __init__(self, text):
        text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
        self.tokens = re.findall(r'"[^"]*"|\w+|[\[\]{}()|/+=;.~]', text)
        if "".join(self.tokens) != re.sub(r"\s", "", text):
            raise SystemExit(f"{SOURCE}: something in it is neither a name, a text in quotes nor one of []{{}}()|/+=;.~")
        # Where spaces stand is not drawn.
        self.tokens = [token for token in self.tokens if token not in (".", "~")]

    def peek(self):
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted=None):
        token = self.tokens.pop(0) if self.tokens else "the end"
        if wanted and token != wanted:
            raise SystemExit(f"{SOURCE}: found `{token}`, expected `{wanted}`")
        return token

    def rules(self):
        rules = {}
        while self.tokens:
            name = self.take()
            self.take("=")
            rules[name] = self.choice()
            self.take(";")
        return rules

    def choice(self):
        parts = [self.row()]
        while self.peek() == "|":
            self.take()
            parts.append(self.row())
        return Choice(parts) if len(parts) > 1 else parts[0]

    def row(self):
        parts = []
        while self.peek() not in ("", "|", ")", "]", "}", "/", ";"):
            parts.append(self.part())
        return Row(parts) if len(parts) > 1 else parts[0]

    def part(self):
        token = self.take()
        if token == "(":
            part = self.choice()
            self.take(")")
            return part
        if token == "[":
            part = self.choice()
            self.take("]")
            return Choice([Node(), part], 1)
        if token == "{":
            part, between = self.choice(), Node()
            if self.peek() == "/":
                self.take()
                between = self.choice()
            self.take("}")
            if self.peek() == "+":
                self.take()
                return Loop(part, between)
            return Choice([Node(), Loop(part, between)], 1)
        return Box(token[1:-1], True) if token.startswith('"') else Box(token.replace("_", " "), False)


def picture(name, node):
    """A rule as SVG, and in words."""
    words = f"{name.replace('_', ' ')}: {node.words()}"
    margin, lead = 8, 22
    width, height = node.width + 2 * (lead + margin), node.up + node.down + 2 * margin
    x, y = margin, margin + node.up
    end = x + lead + node.width + lead
    drawn = "".join([f'<circle cx="{x + 4:g}" cy="{y:g}" r="4"/>', line(x + 4, y, lead - 4), node.draw(x + lead, y),
                     line(end - lead, y, lead - 4), f'<circle cx="{end - 4:g}" cy="{y:g}" r="4"/>'])
    drawn = drawn.replace("><", ">\n<")
    text = html.escape(words)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
            f'role="img" aria-label="{text}">\n<title>{text}</title>\n<style>{STYLE}</style>\n{drawn}\n</svg>\n'), words


def main():
    rules = Reader(SOURCE.read_text()).rules()
    wanted, words = {}, {}
    for name, node in rules.items():
        wanted[DOCS / "pictures" / f"{name}.svg"], words[name] = picture(name, node)
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text()

        def with_words(match):
            return f"![{words[match[1]]}](pictures/{match[1]}.svg)" if match[1] in words else match[0]

        wanted[page] = re.sub(r"!\[[^\n]*?\]\(pictures/(\w+)\.svg\)", with_words, text)
        for name in re.findall(r"\(pictures/(\w+)\.svg\)", text):
            if name not in words:
                sys.exit(f"{page}: there is no picture {name}; docs/language.ebnf has {', '.join(words)}")
    differs = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv and differs:
        sys.exit("\n".join(f"{path}: not as `make pictures` writes it" for path in differs))
    for path in differs:
        path.parent.mkdir(exist_ok=True)
        path.write_text(wanted[path])
    print(f"{len(words)} pictures, {len(differs)} written" if "--check" not in sys.argv else f"{len(words)} pictures are as they should be")


if __name__ == "__main__":
    main()
