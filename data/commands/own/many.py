"""Writes episodes with many examples of the languages of dev/, for measuring time: `python3 many.py FOLDER EXAMPLES …`.
200 queries each, the whole language, sentences at random."""
import json
import pathlib
import random
import sys

from make import languages

NAMES = ['agenda', 'drohne', 'zahlen', 'sql']
QUERIES = 200


def sentences(language, rng, count):
    """Different sentences at random, with what they mean; as many as are found."""
    values = {name: [(number,) for number in numbers] for name, numbers in language.digits.items()} | language.open
    said = {}
    for _ in range(20 * count):
        if len(said) == count:
            break
        try:
            tree = language.say(rng, language.rules, values)
        except RecursionError:
            continue
        words = tree.words()
        if len(words) <= language.longest and not language.repeats(tree) and language.can_finish(tree.output()):
            said[' '.join(words)] = language.finish(tree.output())
    return list(said.items())


if __name__ == '__main__':
    folder = pathlib.Path(sys.argv[1])
    for _, language in languages(NAMES):
        for count in map(int, sys.argv[2:]):
            pairs = sentences(language, random.Random(f'{language.name} {count}'), count + QUERIES)
            name = f'{language.name}_{count}'
            episode = dict(name=name, domain='words', support=pairs[QUERIES:], queries=pairs[:QUERIES])
            (folder / f'{name}.jsonl').write_text(json.dumps(episode, ensure_ascii=False) + '\n', encoding='utf-8')
            print(name, len(pairs) - QUERIES)
