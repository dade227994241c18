"""Writes the episodes of the languages of dev/ and held-out/: `python3 make.py [name …]`. The same files every time."""
import importlib.util
import json
import pathlib
import random
import sys

from language import Language
from strange import strange
from teach import Part, Shown, evenly, is_determined, sayable, support, worked_out

HERE = pathlib.Path(__file__).parent
SIZES = [26, 28, 30, 60, 60, 60]
QUERIES = 45
LEAST_SHARE = 0.5  # of the part that is taught, the examples determine at least this share


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    options = {name.lower(): value for name, value in vars(module).items() if name.isupper()}
    return Language(path.stem, **options)


def languages(names=()):
    for folder in ('dev', 'held-out'):
        for path in sorted((HERE / folder).glob('*.py')):
            if not names or path.stem in names:
                yield path.parent, load(path)


def taught(language, seed, examples):
    """A part of the language, examples of it, and the sentences that they determine. Tries until they are enough."""
    for attempt in range(60):
        rng = random.Random(f'{language.name} {seed} {examples} {attempt}')
        part = Part(language, rng, examples)
        if not part.rules[language.start]:
            continue
        trees = support(language, part, rng, examples)
        shown = Shown()
        for tree in trees:
            shown.add(tree)
        known = worked_out(trees)
        said = sayable(language, part, rng, 1200)
        new = {w: t for w, t in said.items() if w not in {s.words() for s in trees}}
        determined = [t for t in new.values() if set(t.words()) <= shown.words and is_determined(t, shown, known)]
        if len(trees) == examples and len(determined) >= max(QUERIES, LEAST_SHARE * len(new)):
            return rng, part, trees, shown, known, determined
    raise ValueError(f'{language.name}: no support of {examples} examples determines enough')


def fresh_queries(language, part, rng, shown, known):
    """Sentences with a name or a number that no example shows, which have one reading even for who knows no names."""
    def is_value(section, words):
        if section in language.digits or words in language.open[section]:
            return language.is_listed_value(section, words)
        return language.is_any_value(section, words) and any(w not in shown.words for w in words)
    both = {name: part.values[name] + 2 * part.fresh[name] for name in part.values}
    for words, tree in sayable(language, part, rng, 1500, both).items():
        new = [n for n in tree.nodes() if not n.rule and not set(n.value) <= shown.words]
        old = [n for n in tree.nodes() if not n.rule and n not in new and n.value not in part.values[n.section]]
        others = set(words) - {w for n in new for w in n.value}
        copied = {s for s in part.values if sum(set(v) <= shown.words for v in part.values[s]) >= 2}
        # A new name with a word that means something elsewhere might be read in another way.
        names = {s: {w for v in part.values[s] for w in v} for s in part.values}
        clear = all(w not in shown.words or w in names[n.section] for n in new for w in n.value)
        if (new and not old and clear and all(n.section in copied for n in new) and others <= shown.words
                and is_determined(tree, shown, known)
                and len(language.read(words, part.rules, is_value)) == 1):
            yield tree


def write(folder, language):
    files = {'': [], '-open': [], '-out': []}
    for number, examples in enumerate(SIZES, 1):
        rng, part, trees, shown, known, determined = taught(language, number, examples)
        pairs = [[' '.join(t.words()), language.finish(t.output())] for t in trees]

        def episode(suffix, queries, **more):
            files[suffix].append(json.dumps(dict(name=f'{language.name}-{examples}-{number}{suffix}', domain='words',
                                                 support=pairs, queries=queries, **more), ensure_ascii=False))
        asked = evenly(determined, rng, QUERIES)
        episode('', [[' '.join(t.words()), language.finish(t.output())] for t in asked])
        if language.open or language.digits:
            fresh = evenly(list(fresh_queries(language, part, rng, shown, known)), rng, QUERIES)
            if len(fresh) >= 20:
                episode('-open', [[' '.join(t.words()), language.finish(t.output())] for t in fresh])
        odd = strange(language, part, rng, trees, asked)
        episode('-out', [[' '.join(w), None] for w in odd], refuse=True, why=list(odd.values()))
    for suffix, lines in files.items():
        if lines:
            (folder / f'{language.name}{suffix}.jsonl').write_text('\n'.join(lines) + '\n', encoding='utf-8')
    print(language.name, *(f'{s or "determined"} {[len(json.loads(x)["queries"]) for x in lines]}' for s, lines in files.items()))


if __name__ == '__main__':
    for folder, language in languages(sys.argv[1:]):
        write(folder, language)
