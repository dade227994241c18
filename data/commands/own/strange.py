"""Sentences that are not of a language, or not of the part of it that was taught: they should be refused."""
PLAN = dict(word=10, cut=9, salad=8, construction=8, value=6, chat=4)
JOINING = 'and then und je et kara'.split()  # everybody guesses what they join
TRIES = 1500  # for a sentence of a kind that has few


def fixed_words(tree, offset=0):
    """Places of the words that are not copied: neither names nor words that the output of their rule has too, for which
    a reader might take any word as well."""
    places, at = [], offset
    if not tree.rule:
        return places, at + len(tree.value)
    choices, children = iter(tree.choices), iter(tree.children)
    for kind, what in tree.rule.parts:
        if kind == 'slot':
            inner, at = fixed_words(next(children), at)
            places += inner
        else:
            words = [what] if kind == 'word' else what[next(choices)]
            places += [at + k for k, word in enumerate(words) if word not in tree.rule.right]
            at += len(words)
    return places, at


def leaves(tree, offset=0):
    """Where each copied value and each item begins."""
    if not tree.children:
        return [offset]
    places, at = [], offset
    choices, children = iter(tree.choices), iter(tree.children)
    for kind, what in tree.rule.parts:
        if kind == 'slot':
            child = next(children)
            places += leaves(child, at)
            at += len(child.words())
        else:
            at += 1 if kind == 'word' else len(what[next(choices)])
    return places


def strange(language, part, random, support, others):
    """Strange sentences of all kinds, as many of each as planned if there are; words and cuts for those that lack."""
    shown_words = {w for t in support for w in t.words()}
    pairs = {p for t in support + others for p in zip(t.words(), t.words()[1:])}
    shown_tokens = {token for t in support for token in language.finish(t.output()).split()}
    taught = {r.key for t in support for r in (n.rule for n in t.nodes()) if r}
    models = support + others

    def readable(words, rules):
        return bool(language.read(words, rules, language.is_any_value))

    def word():
        tree = random.choice(models)
        words, places = list(tree.words()), fixed_words(tree)[0]
        if places:
            words[random.choice(places)] = random.choice(language.odd)
        return words, language.rules

    def cut():
        tree = random.choice(models)
        words = tree.words()
        if len(words) < 2:
            return [], language.rules
        length = random.randrange(1 if len(words) < 4 else 2, len(words))
        loses_content = any(place >= length for place in leaves(tree))
        ends_well = words[length - 1] not in (',', ';', ':', '.')
        return (words[:length] if loses_content and ends_well else []), language.rules

    def salad():
        tree = random.choice(models)
        words = list(tree.words())
        random.shuffle(words)
        now = set(zip(words, words[1:]))
        broken = any(p not in now for n in tree.nodes() if not n.children for p in zip(n.words(), n.words()[1:]))
        enough = len(words) > 3 and sum(p not in pairs for p in now) >= 0.8 * (len(words) - 1)
        return (words if enough and (broken or not language.free_order) else []), language.rules

    def unseen():
        tree = language.say(random, language.rules, part.values)
        if len(tree.words()) > language.longest or language.repeats(tree) or not language.can_finish(tree.output()):
            return None
        return tree

    def construction():
        tree = unseen()
        if not tree:
            return [], part.rules
        new = [n for n in tree.nodes() if n.children and n.rule.key not in taught]
        if any(r.section != n.rule.section and r.right == n.rule.right
               for n in new for r in language.all_rules() if r.key in taught):
            return [], part.rules  # another form of a construction that was taught, as "walked" is of "walk"
        # A fixed word of the new construction was never shown, so nobody could have guessed it; but "please" and "and" are no
        # riddles.
        fixed = [w for n in new if n.rule.right != ['[x1]'] for kind, what in n.rule.parts if kind != 'slot'
                 for w in ([what] if kind == 'word' else [w for c in what for w in c])
                 if w.isalpha() and w not in JOINING]
        values = [n for n in tree.nodes() if n.rule and not n.children and n.rule.key not in taught]
        if not new or values or not set(fixed) & set(tree.words()) - shown_words:
            return [], part.rules
        return tree.words(), part.rules

    def value():
        tree = unseen()
        if not tree:
            return [], part.rules
        new = [n for n in tree.nodes() if n.rule and n.rule.key not in taught]
        closed = [n for n in new if not n.children and not n.rule.is_copy() and n.output()
                  and not set(n.words()) <= shown_words and not set(n.output()) <= shown_tokens
                  and not n.output()[0].isdigit()]  # everybody knows number words
        return (tree.words() if len(new) == 1 and closed else []), part.rules

    def chat():
        return random.choice(language.chat).split(), language.rules

    makers = dict(word=word, cut=cut, salad=salad, construction=construction, value=value, chat=chat)
    known = {t.words() for t in models}
    found = {}

    def find(why):
        for _ in range(TRIES):
            words, rules = makers[why]()
            words = tuple(words)
            if words and words not in found and words not in known and not readable(words, rules):
                found[words] = why
                return

    for why, count in PLAN.items():
        for _ in range(count):
            find(why)
    while len(found) < sum(PLAN.values()):
        find(random.choice(['word', 'cut']))
    mixed = list(found.items())
    random.shuffle(mixed)
    return dict(mixed)
