"""Sentences that are not of a language, or not of the part of it that was taught: they should be refused."""
PLAN = ['word', 'cut', 'salad', 'construction', 'value', 'word', 'cut', 'construction', 'salad', 'chat', 'value']


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


def strange(language, part, random, support, others, count):
    """Up to `count` strange sentences: words -> why."""
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
        length = random.randrange(1, len(words))
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
        values = {name: part.values[name] for name in part.values}
        tree = language.say(random, language.rules, values)
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
        # A fixed word of the new construction was never shown, so nobody could have guessed it; but "please" is no riddle.
        fixed = [w for n in new if n.rule.right != ['[x1]'] for kind, what in n.rule.parts if kind != 'slot'
                 for w in ([what] if kind == 'word' else [w for c in what for w in c]) if w.isalpha()]
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

    found, makers = {}, dict(word=word, cut=cut, salad=salad, construction=construction, value=value, chat=chat)
    known = {t.words() for t in models}
    for turn in range(count * 300):
        if len(found) == count:
            break
        why = PLAN[turn % len(PLAN)]
        if why == 'chat' and sum(w == 'chat' for w in found.values()) >= 5:
            continue
        if sum(w == why for w in found.values()) >= count * 0.3:
            continue
        words, rules = makers[why]()
        words = tuple(words)
        if not words or words in found or words in known or readable(words, rules):
            continue
        if why not in ('construction', 'value') and readable(words, language.rules):
            continue
        found[words] = why
    return found
