"""Verifies the files of dev/ and held-out/ from the files alone, with the reader of each language: `python3 check.py
[name …]`. Prints what is wrong and nothing of what a language says; ends with 1 if anything is."""
import json
import sys

from make import languages
from teach import Shown, is_determined, worked_out

WHYS = {'word', 'construction', 'value', 'salad', 'cut', 'chat'}


def only_tree(language, words, output):
    """The derivation of a sentence that has one meaning, the one that the file says; otherwise none."""
    trees = language.derivations(words.split(), language.rules, language.is_listed_value)
    return trees[0] if len(trees) == 1 and language.finish(trees[0].output()) == output else None


def problems(language, suffix, episode):
    pairs, queries = episode['support'], episode['queries']
    inputs, asked = [i for i, _ in pairs], [i for i, _ in queries]
    if len(set(inputs)) < len(inputs) or len(set(asked)) < len(asked):
        yield 'a sentence is there twice'
    if set(inputs) & set(asked):
        yield 'a query is an example'
    support = [only_tree(language, i, o) for i, o in pairs]
    if None in support:
        yield f'example {support.index(None) + 1} does not have the one meaning of its output'
        return
    shown = Shown()
    for tree in support:
        shown.add(tree)
    known = worked_out(support)
    if suffix == '-out':
        yield from strange_problems(language, episode, support, shown)
        return
    for number, (words, output) in enumerate(queries, 1):
        tree = only_tree(language, words, output)
        if not tree:
            yield f'query {number} does not have the one meaning of its output'
            continue
        unseen = [w for w in words.split() if w not in shown.words]
        if not is_determined(tree, shown, known):
            yield f'query {number} is not determined: {shown.lacks(tree)[:2]}'
        if suffix == '' and unseen:
            yield f'query {number} has words that no example shows'
        if suffix == '-open' and not unseen:
            yield f'query {number} has no new name or number'
        copied = {w for n in tree.nodes() if not n.rule for w in n.value}
        if not set(unseen) <= copied or not set(unseen) <= set(output.split()):
            yield f'query {number} has a new word that is not copied'


def strange_problems(language, episode, support, shown):
    if not episode.get('refuse') or len(episode['why']) != len(episode['queries']):
        yield 'refuse or why is missing'
    taught = {node.rule.key for tree in support for node in tree.nodes() if node.rule}
    rules = {name: [r for r in rules if r.key in taught] for name, rules in language.rules.items()}
    for number, ((words, output), why) in enumerate(zip(episode['queries'], episode['why']), 1):
        if output is not None or why not in WHYS:
            yield f'query {number} has an output, or an unknown reason'
        beyond = why in ('construction', 'value')  # of the language, but not of what was taught
        if language.read(words.split(), rules if beyond else language.rules, language.is_any_value):
            yield f'query {number} ({why}) can be read'
        if beyond and set(words.split()) <= shown.words:
            yield f'query {number} ({why}) has no new word'


def main():
    wrong = 0
    for folder, language in languages(sys.argv[1:]):
        counts = []
        for suffix in ('', '-open', '-out'):
            path = folder / f'{language.name}{suffix}.jsonl'
            if not path.exists():
                continue
            episodes = [json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()]
            counts.append(f'{suffix[1:] or "determined"} {len(episodes)} x {min(len(e["queries"]) for e in episodes)}')
            for episode in episodes:
                for problem in problems(language, suffix, episode):
                    print(f'{folder.name}/{episode["name"]}: {problem}')
                    wrong += 1
        print(f'{folder.name}/{language.name}: {", ".join(counts)}')
    print('all right' if not wrong else f'{wrong} problems')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
