"""The picture of README.md: how a sentence that nobody has shown gets its meaning. `make pictures` calls this.

    python3 ci/derivation_picture.py BLICKET [--check]

Learns examples/home.tsv by the command BLICKET, applies the grammar to SENTENCE, and draws which words were read as what into
docs/pictures/derivation.svg. With --check nothing is written, and it fails if the picture would be another.
"""

import html
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/pictures/derivation.svg"
SENTENCE = "switch off the bedroom heater please"

LETTER, PAD, ROW, BOX = 7.9, 18, 58, 42

STYLE = """
rect { fill: #ddf4ff; stroke: #0969da; stroke-width: 1.4 }
rect.all { fill: #dafbe1; stroke: #1a7f37 }
path { fill: none; stroke: #8c959f; stroke-dasharray: 3 3 }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; text-anchor: middle }
text.name { font-size: 11px; fill: #57606a }
text.word { font-size: 15px; font-weight: 600 }
@media (prefers-color-scheme: dark) {
rect { fill: #0c2d6b; stroke: #58a6ff } rect.all { fill: #033a16; stroke: #3fb950 }
text { fill: #e6edf3 } text.name { fill: #9198a1 } }
"""


def derived(blicket):
    """The words, and for each part of the sentence (name, from, to, value, level): level 1 has no parts of its own."""
    with tempfile.TemporaryDirectory() as folder:
        grammar = Path(folder) / "home.txt"
        with grammar.open("w") as file:
            subprocess.run([blicket, "learn", ROOT / "examples/home.tsv"], stdout=file, stderr=subprocess.DEVNULL, check=True)
        done = subprocess.run([blicket, "apply", grammar, "--json"], input=SENTENCE + "\n", text=True, stdout=subprocess.PIPE,
                              check=True)
    said = json.loads(done.stdout)
    words, slots = SENTENCE.split(), said["slots"]
    levels = [1] * len(slots)
    for index in reversed(range(len(slots))):
        parent = slots[index]["parent"]
        if parent is not None:
            levels[parent] = max(levels[parent], levels[index] + 1)
    parts = [(slot["section"], slot["from"], slot["to"], slot["value"] or "(nothing)", level) for slot, level in zip(slots, levels)]
    return words, [*parts, ("the sentence", 0, len(words), said["output"], max(levels, default=0) + 1)]


def columns(words, parts):
    """How wide the column of each word is: every text fits into the columns of its part."""
    widths = [LETTER * 1.15 * len(word) + PAD for word in words]
    for name, start, end, value, _ in sorted(parts, key=lambda part: part[4]):
        lacking = LETTER * max(len(name), len(value)) + PAD + 8 - sum(widths[start:end])
        if lacking > 0:
            for index in range(start, end):
                widths[index] += lacking / (end - start)
    return widths


def picture(words, parts):
    widths = columns(words, parts)
    lefts = [sum(widths[:index]) + 8 for index in range(len(words) + 1)]
    text = f"{SENTENCE} => {parts[-1][3]}: " + "; ".join(
        f"{' '.join(words[start:end])} is read as {name}, {value}" for name, start, end, value, _ in parts[:-1])
    drawn = []
    height = 34 + ROW * parts[-1][4]
    for index, word in enumerate(words):
        middle = (lefts[index] + lefts[index + 1]) / 2
        drawn.append(f'<path d="M{middle:.1f} 28V{height - BOX:g}"/>')
        drawn.append(f'<text class="word" x="{middle:.1f}" y="20">{html.escape(word)}</text>')
    for name, start, end, value, level in parts:
        left, right, top = lefts[start] + 4, lefts[end] - 4, 34 + ROW * (level - 1) + ROW - BOX - 8
        kind = ' class="all"' if level == parts[-1][4] else ""
        middle = (left + right) / 2
        drawn.append(f'<rect x="{left:.1f}" y="{top:g}" width="{right - left:.1f}" height="{BOX}" rx="6"{kind}/>')
        drawn.append(f'<text class="name" x="{middle:.1f}" y="{top + 15:g}">{html.escape(name)}</text>')
        drawn.append(f'<text x="{middle:.1f}" y="{top + 33:g}">{html.escape(value)}</text>')
    width = lefts[-1] + 8
    label = html.escape(text)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:g}" viewBox="0 0 {width:.0f} {height:g}" '
            f'role="img" aria-label="{label}">\n<title>{label}</title>\n<style>{STYLE}</style>\n' + "\n".join(drawn) + "\n</svg>\n")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = picture(*derived(str(Path(sys.argv[1]).resolve())))
    is_same = PICTURE.exists() and PICTURE.read_text() == wanted
    if "--check" in sys.argv:
        sys.exit(0 if is_same else f"{PICTURE}: not as `make pictures` draws it")
    PICTURE.write_text(wanted)
    print(f"{PICTURE}: {'as it was' if is_same else 'drawn anew'}")


if __name__ == "__main__":
    main()
