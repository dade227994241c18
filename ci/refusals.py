#!/usr/bin/env python3
"""Fits the weights by which answers to commands are refused: src/grammar/doubt/weights.rs.

    python3 ci/refusals.py collect BLICKET_COMMAND ANSWERS.jsonl [--seeds N] [--sampled EPISODES]
    python3 ci/refusals.py fit ANSWERS.jsonl [--write]

`collect` learns every episode of data/commands and data/commands/own/dev with a command that was built with
`--features evidence`, which writes to standard error what speaks against each answer, and keeps that beside what is
right; also made-up languages, if it is told to. `fit` needs numpy: two logistic regressions, for queries with words that no example shows and for others, over
all languages, each (language, kind of queries) with the same weight; then limits. It prints what each language gets by
the weights in the source, by the weights fitted to all languages and by those fitted without it, which is what to
expect of a language that nobody has seen. With --write the file is written anew. Held-out languages are never read.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "data" / "commands", ROOT / "data" / "commands" / "own" / "dev"]
WEIGHTS = ROOT / "src" / "grammar" / "doubt" / "weights.rs"
KINDS = ["determined", "open", "out"]
# What a wrong answer costs beside a right one that is refused, where limits are chosen.
WRONG = 2.0
# How much queries of the language count beside others where weights are fitted: with known words, and with new ones.
OF_THE_LANGUAGE = [3.0, 1.0]
# Made-up languages: a seed that no benchmark uses, and how much each counts beside a real one, for queries with known words
# and with new ones. Where names may stand and what they look like is not made up well enough to learn from.
SAMPLED_SEED = 7_000_000
SAMPLED = [0.4, 0.0]
# Pulls weights towards nothing, in rows of data.
PRIOR = 2.0


def kind_of(path):
    last = path.stem.rsplit("-", 1)[-1]
    return last if last in KINDS else "determined"


def episodes():
    """Episodes with the same examples together: language, examples, and queries with their kinds."""
    together = {}
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.jsonl")):
            language = path.stem.removesuffix("-open").removesuffix("-out")
            for line in path.read_text().splitlines():
                episode = json.loads(line)
                key = (language, json.dumps(episode["support"]))
                _, asked = together.setdefault(key, (episode, []))
                asked += [(query, wanted, kind_of(path)) for query, wanted in episode["queries"]]
    return [(language, episode, asked) for (language, _), (episode, asked) in together.items()]


def sampled(command, count):
    """Episodes of made-up languages (`blicket sample commands`), with seeds that no benchmark uses."""
    found = []
    for kind in KINDS:
        call = [command, "sample", "commands", "--asked", kind, "--episodes", str(count), "--seed", str(SAMPLED_SEED)]
        for line in subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines():
            episode = json.loads(line)
            language = "sampled " + episode["name"].rsplit("-", 1)[-1]
            found.append((language, episode, [(query, wanted, kind) for query, wanted in episode["queries"]]))
    return found


def answers(command, language, episode, asked, seed):
    """What the command weighs for each query, beside what is right."""
    queries = list({query: None for query, _, _ in asked})
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(json.dumps({**episode, "queries": [[query, None] for query in queries]}) + "\n")
        file.flush()
        # The clock ends nothing here, however busy the machine is.
        call = [command, "bench", "--json", "--seed", str(seed), "--timeout", "900", file.name]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
    weighed = {}
    for line in done.stderr.splitlines():
        if line.startswith("{"):
            one = json.loads(line)
            weighed[one["query"]] = one
    given = dict(zip(queries, json.loads(done.stdout.splitlines()[0])["answers"], strict=True))
    for query, wanted, kind in asked:
        one = weighed.get(query)
        row = dict(language=language, kind=kind, episode=episode["name"], seed=seed, query=query, given=given[query])
        if one and one["answer"] is not None:
            right = wanted is not None and one["answer"].split() == wanted.split()
            row.update(right=right, answer=one["answer"], sure=one["sure"],
                       nothing_known=one["nothing_known"], features=one["features"])
        yield row


def collect(asked):
    jobs = [(language, episode, queries, seed) for language, episode, queries in episodes()
            for seed in range(1, asked.seeds + 1)]
    jobs += [(*one, 1) for one in sampled(asked.command, asked.sampled)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool, open(asked.answers, "w") as file:
        for rows in pool.map(lambda job: list(answers(asked.command, *job)), jobs):
            for row in rows:
                file.write(json.dumps(row) + "\n")


class Side:
    """The rows with new words, or those without: features, whether the answer is wrong, and how much a row counts."""

    def __init__(self, rows, names, new):
        import numpy as np
        self.rows = [r for r in rows if "features" in r and (r["features"]["new_words"] > 0) == new]
        self.x = np.array([[r["features"][n] for n in names] for r in self.rows])
        self.y = np.array([not r["right"] for r in self.rows], dtype=float)
        self.language = np.array([r["language"] for r in self.rows])
        self.kind = np.array([r["kind"] for r in self.rows])
        count = {}
        for r in rows:
            count[r["language"], r["kind"]] = count.get((r["language"], r["kind"]), 0) + 1
        self.count = np.array([100.0 / count[r["language"], r["kind"]] for r in self.rows])
        self.count *= np.where([is_sampled(language) for language in self.language], SAMPLED[new], 1.0)
        favour = OF_THE_LANGUAGE[new]
        self.fitted = self.count * np.where(self.kind == "out", 1.0, favour)
        # What the other rules refuse is refused whatever the weights are.
        self.lost = np.array([r["nothing_known"] for r in self.rows])

    def fit(self, chosen):
        """Weights of a logistic regression, none of them below nothing: what speaks against an answer never speaks for
        it. The bias comes first."""
        import numpy as np
        used = list(range(self.x.shape[1]))
        while True:
            x = np.hstack([np.ones((chosen.sum(), 1)), self.x[chosen][:, used]])
            y, c = self.y[chosen], self.fitted[chosen]
            w = np.zeros(x.shape[1])
            prior = np.full(x.shape[1], PRIOR)
            prior[0] = 0.01
            for _ in range(30):
                p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
                gradient = x.T @ (c * (p - y)) + prior * w
                hessian = (x * (c * p * (1 - p))[:, None]).T @ x + np.diag(prior)
                step = np.linalg.solve(hessian, gradient)
                w -= step
                if abs(step).max() < 1e-6:
                    break
            least = w[1:].argmin() if len(used) else None
            if least is None or w[1:][least] >= 0:
                break
            used.pop(int(least))
        full = np.zeros(self.x.shape[1] + 1)
        full[0] = w[0]
        for place, weight in zip(used, w[1:]):
            full[place + 1] = weight
        return full

    def doubt(self, weights):
        return weights[0] + self.x @ weights[1:]

    def limit(self, weights, chosen):
        """The doubt above which refusing costs least."""
        import numpy as np
        z, y, c = self.doubt(weights)[chosen], self.y[chosen], self.count[chosen]
        order = np.argsort(z)
        z, y, c = z[order], y[order], c[order]
        # Refusing all above the k-th: right ones above are lost, wrong ones below are given.
        right_above = np.concatenate([[0], np.cumsum((c * (1 - y))[::-1])])[::-1]
        wrong_below = np.concatenate([[0], np.cumsum(c * y)])
        k = int((right_above + WRONG * wrong_below).argmin())
        if k == 0:
            return float(z[0]) - 0.1
        return float((z[k - 1] + z[k]) / 2) if k < len(z) else float(z[-1]) + 0.1


def score(rows, sides, decided):
    """Right and wrong of each language and kind in per cent; `decided` has for each side whether a row is given."""
    table = {}
    for row in rows:
        entry = table.setdefault((row["language"], row["kind"]), [0, 0, 0])
        entry[2] += 1
    for side, given in zip(sides, decided):
        for row, is_given in zip(side.rows, given):
            if is_given:
                table[row["language"], row["kind"]][0 if row["right"] else 1] += 1
    return {key: (100 * right / n, 100 * wrong / n) for key, (right, wrong, n) in table.items()}


def is_sampled(language):
    return language.startswith("sampled ")


def means(table):
    """Over real languages."""
    import numpy as np
    table = {key: value for key, value in table.items() if not is_sampled(key[0])}
    cells = []
    for kind in KINDS:
        values = np.array([v for (_, k), v in table.items() if k == kind])
        right, wrong = values.mean(axis=0)
        cells.append(f"{kind} {100 - wrong:.2f} refused" if kind == "out" else f"{kind} {right:.2f} right {wrong:.2f} wrong")
    return ", ".join(cells)


def in_source():
    text = WEIGHTS.read_text()
    names = re.findall(r'^    "(\w+)",$', text, re.M)
    found = []
    for part in ["KNOWN", "NEW"]:
        body = re.search(rf"const {part}: Scales = Scales {{(.*?)}};", text, re.S)[1]
        bias, limit = (float(re.search(rf"{n}: (-?[\d.]+)", body)[1]) for n in ("bias", "limit"))
        weights = [float(v) for v in re.search(r"\[(.*?)\]", body, re.S)[1].replace("\n", " ").split(",") if v.strip()]
        found.append((bias, weights, limit))
    return names, found


def write(names, found):
    text = WEIGHTS.read_text()
    for part, (weights, limit) in zip(["KNOWN", "NEW"], found):
        values = ", ".join(f"{w:.2f}" for w in weights[1:])
        body = f"\n    bias: {weights[0]:.2f},\n    weights: [{values}],\n    limit: {limit:.2f},\n"
        text = re.sub(rf"(const {part}: Scales = Scales {{).*?}};", lambda m: m[1] + body + "};", text, flags=re.S)
    WEIGHTS.write_text(text)
    subprocess.run(["rustfmt", "--edition", "2024", str(WEIGHTS)], check=True)


def fit(asked):
    import numpy as np
    rows = [json.loads(line) for line in open(asked.answers)]
    names, source = in_source()
    sides = [Side(rows, names, new) for new in (False, True)]
    old = [np.array([bias, *weights]) for bias, weights, _ in source]
    given = [(s.doubt(w) <= limit) & ~s.lost for s, w, (_, _, limit) in zip(sides, old, source)]
    before = score(rows, sides, given)
    languages = {r["language"] for r in rows}
    print(f"{len(rows)} queries, {len(languages)} languages, {sum(map(is_sampled, languages))} of them made up")
    print("in the source: ", means(before))
    fitted = [s.fit(np.ones(len(s.y), bool)) for s in sides]
    limits = [s.limit(w, np.ones(len(s.y), bool)) for s, w in zip(sides, fitted)]
    given = [(s.doubt(w) <= limit) & ~s.lost for s, w, limit in zip(sides, fitted, limits)]
    everywhere = score(rows, sides, given)
    print("fitted to all: ", means(everywhere))
    given = [np.zeros(len(s.y), bool) for s in sides]
    real = sorted({r["language"] for r in rows if not is_sampled(r["language"])})
    for language in real:
        for side, out in zip(sides, given):
            here = side.language == language
            if here.any():
                weights = side.fit(~here)
                out[here] = (side.doubt(weights) <= side.limit(weights, ~here))[here] & ~side.lost[here]
    without = score(rows, sides, given)
    print("each left out: ", means(without))
    best = score(rows, sides, [s.y == 0 for s in sides])
    print("at best:       ", means(best))
    print(f"\n{'language':<12}" + "".join(f"{k:>24}" for k in KINDS) + "     source / fitted / left out / at best")
    for language in real:
        cells = []
        for kind in KINDS:
            tables = [t.get((language, kind)) for t in (before, everywhere, without, best)]
            cell = "/".join(f"{100 - t[1] if kind == 'out' else t[0]:.1f}" for t in tables if t)
            cells.append(f"{cell:>24}")
        print(f"{language:<12}" + "".join(cells))
    for title, weights, limit in zip(["known words", "new words"], fitted, limits):
        print(f"\n{title}: bias {weights[0]:.2f}, limit {limit:.2f}")
        print("  " + ", ".join(f"{n} {w:.2f}" for n, w in zip(names, weights[1:])))
    if asked.write:
        write(names, list(zip(fitted, limits)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    one = parts.add_parser("collect")
    one.add_argument("command")
    one.add_argument("answers")
    one.add_argument("--seeds", type=int, default=1)
    one.add_argument("--sampled", type=int, default=0, metavar="EPISODES", help="of made-up languages, of each kind of queries")
    one.set_defaults(do=collect)
    two = parts.add_parser("fit")
    two.add_argument("answers")
    two.add_argument("--write", action="store_true")
    two.set_defaults(do=fit)
    asked = parser.parse_args()
    asked.do(asked)


if __name__ == "__main__":
    sys.exit(main())
