"""Teaching a language: which part of it an episode has, the examples that a person would show, and which further
sentences those examples determine."""
from collections import Counter, defaultdict

SMALL = dict(share=0.55, items=4, numbers=6)  # what an episode of at most 30 examples has of a language
LARGE = dict(share=0.85, items=7, numbers=10)


class Part:
    """The part of a language that an episode teaches: its rules by section, and the values that the support may show."""
    def __init__(self, language, random, examples):
        size = SMALL if examples <= 30 else LARGE
        # One order of all outputs, so that "to rome" and "from rome" are both taught or both not.
        outputs = sorted({' '.join(r.right) for r in language.all_rules() if r.weight and not r.slots})
        random.shuffle(outputs)
        self.rules = {}
        for name, rules in language.rules.items():
            rules = [r for r in rules if r.weight]
            constructions = [r for r in rules if r.slots]
            items = [r for r in rules if not r.slots]
            random.shuffle(constructions)
            constructions.sort(key=lambda r: r.weight < 3)  # what carries the language (weight 3 and more) is always taught
            carrying = sum(r.weight >= 3 for r in constructions)
            count = max(carrying, min(2, len(constructions)), int(len(constructions) * size['share']))
            if len(items) > size['items']:
                kept = [o for o in outputs if any(' '.join(r.right) == o for r in items)][:size['items']]
                items = [r for r in items if ' '.join(r.right) in kept]
            self.rules[name] = [r for r in rules if r in items or r in constructions[:count]]
        self.values, self.fresh = {}, {}
        for name, values in language.open.items():
            self.values[name], self.fresh[name] = values, language.fresh[name]
        for name, numbers in language.digits.items():
            shown = random.sample(numbers, min(size['numbers'], len(numbers) // 2))
            self.values[name] = [(n,) for n in shown]
            self.fresh[name] = [(n,) for n in numbers if n not in shown]
        self._remove_what_ends_nowhere(language)

    def _remove_what_ends_nowhere(self, language):
        ending, before = set(self.values), -1
        while before < len(ending):
            before = len(ending)
            ending |= {n for n, rules in self.rules.items() if any(set(r.slots) <= ending for r in rules)}
        self.rules = {n: [r for r in rules if set(r.slots) <= ending] for n, rules in self.rules.items()}
        reached, new = set(), [language.start]
        while new:
            name = new.pop()
            if name not in reached:
                reached.add(name)
                new += [s for r in self.rules.get(name, []) for s in r.slots]
        self.rules = {n: rules if n in reached else [] for n, rules in self.rules.items()}


def needs(tree):
    """What a support has to show for the tree to be determined: (thing, how often)."""
    for node in tree.nodes():
        if not node.rule:
            continue
        if node.children:
            yield ('construction', node.rule.key), 2
            for k in range(len(node.children)):
                yield ('slot', node.rule.key, k), 2
        else:
            yield ('item', node.rule.key), 1
        for k, choice in enumerate(node.choices):
            yield ('choice', node.rule.key, k, choice), 1


def shows(tree):
    """What a tree shows: (thing, in which words). A thing is shown as often as it has different words."""
    for node in tree.nodes():
        if not node.rule:
            continue
        if node.children:
            yield ('construction', node.rule.key), node.words()
            for k, child in enumerate(node.children):
                yield ('slot', node.rule.key, k), child.words()
        else:
            yield ('item', node.rule.key), node.words()
        for k, choice in enumerate(node.choices):
            yield ('choice', node.rule.key, k, choice), ()


class Shown:
    """What a support shows so far."""
    def __init__(self):
        self.things, self.words = defaultdict(set), set()

    def add(self, tree):
        for thing, words in shows(tree):
            self.things[thing].add(words)
        self.words |= set(tree.words())

    def lacks(self, tree):
        return [thing for thing, count in needs(tree) if len(self.things.get(thing, ())) < count]


def sayable(language, part, random, count, values=None):
    """Different sentences of a part, of which each has one meaning: words -> tree."""
    trees = {}
    for _ in range(count * 4):
        if len(trees) == count:
            break
        try:
            tree = language.say(random, part.rules, values or part.values)
        except RecursionError:
            continue
        words = tree.words()
        if len(words) > language.longest or words in trees or language.repeats(tree) or not language.can_finish(tree.output()):
            continue
        trees[words] = tree
    return {w: t for w, t in trees.items() if len(language.read(w, language.rules, language.is_listed_value)) == 1}


def support(language, part, random, examples):
    """Examples as a person would choose them: most show something new, some do not; short ones mostly first."""
    candidates = list(sayable(language, part, random, 60 * examples).values())
    shown, chosen = Shown(), []
    while len(chosen) < examples and candidates:
        offered = random.sample(candidates, min(40, len(candidates)))
        if random.random() < 0.8:
            best = max(offered, key=lambda t: len(set(shown.lacks(t))) / (1 + len(t.words())))
        else:
            best = offered[0]
        candidates.remove(best)
        chosen.append(best)
        shown.add(best)
    order = {id(t): len(t.words()) + random.uniform(-2, 2) for t in chosen}
    return sorted(chosen, key=lambda t: order[id(t)])


def codes(tree):
    """The items of a tree whose output does not resemble their words: what they mean has to be worked out."""
    return Counter(n.rule.key for n in tree.nodes() if n.rule and not n.children and not resembles(n))


def resembles(node):
    output = [t.split('=')[-1].lower() for t in node.output()]
    return all(any(len(t) >= 2 and w.lower()[:3] == t[:3] or w == t for w in node.words()) for t in output)


def worked_out(support):
    """The codes whose meaning follows from the examples alone: an example has no other unknown code, or differs from
    another in this one; or the code stands in a construction that an example without unknown codes explains."""
    bags = [codes(t) for t in support]
    known, before = set(), -1
    for i, a in enumerate(bags):
        for b in bags[:i]:
            only_a, only_b = a - b, b - a
            if len(only_a) == 1 and len(only_b) == 1:
                known |= set(only_a) | set(only_b)
    while before < len(known):
        before = len(known)
        explained = {n.rule.key for t, bag in zip(support, bags) if set(bag) <= known
                     for n in t.nodes() if n.children}
        for tree, bag in zip(support, bags):
            unknown = set(bag) - known
            if len(unknown) == 1:
                known |= unknown
            for node in tree.nodes():
                if node.children and node.rule.key in explained:
                    known |= {c.rule.key for c in node.children if c.rule and not c.children}
    return known


def is_determined(tree, shown, known):
    """Whether the support shows all that a sentence needs, but for its copied values."""
    return not shown.lacks(tree) and set(codes(tree)) <= known


def evenly(trees, random, count):
    """Some of the trees, with all kinds of sentences among them."""
    kinds = defaultdict(list)
    for tree in trees:
        top = tree
        while top.rule and len(top.children) == 1 and len(top.rule.parts) == 1:  # a rule that only passes on
            top = top.children[0]
        kinds[top.rule.key].append(tree)
    chosen, piles = [], [kinds[k] for k in sorted(kinds)]
    for pile in piles:
        random.shuffle(pile)
    while len(chosen) < count and any(piles):
        for pile in piles:
            if pile:
                chosen.append(pile.pop())
    chosen = chosen[:count]
    random.shuffle(chosen)
    return chosen
