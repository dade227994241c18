"""A command language written by hand: its grammar, how to say a sentence of it and how to read one.

The grammar is a text in the manner of the library's own sections:

    @start                                   the section of whole sentences comes first
    (go|walk) to (the)? x1:place -> GO [x1]  slots with a section; (a|b) a choice of fixed words, (a)? an optional word
    stop -> STOP            # 2              a weight: said twice as often as others; with 0 it is never taught
    x1:tens x2:unit -> = [x1] + [x2]         after "=" the right side is arithmetic
    a [x1] inside a token                    is replaced there: [x1]=[x2] gives noon=2

    @person %open                            values that are copied; those after %fresh are never in a support
    anna
    %fresh
    bruno

    @n %digits 2 30                          numbers in digits, copied too

A rule without slots is an item, one with slots a construction."""
import functools
import re

ODD = 'banana thunder umbrella ladder whistle pepper velvet gravel canyon mustard'.split()
ANY_NAME = 4  # the most words that a copied name has


class Rule:
    def __init__(self, section, left, right, weight):
        self.section, self.text, self.right, self.weight = section, left, right.split(), weight
        self.parts = []  # ('word', w), ('slot', section) or ('choice', [words, …])
        numbers = []
        for part in re.findall(r'\([^)]*\)\??|\S+', left):
            slot = re.fullmatch(r'x(\d):(\w+)', part)
            if slot:
                numbers.append(int(slot[1]))
                self.parts.append(('slot', slot[2]))
            elif part.startswith('('):
                choices = [tuple(c.split()) for c in part.strip('?')[1:-1].split('|')]
                self.parts.append(('choice', choices + [()] * part.endswith('?')))
            else:
                self.parts.append(('word', part))
        self.slots = [section for kind, section in self.parts if kind == 'slot']
        self.order = numbers  # the k-th slot from the left is called x<order[k]>
        self.key = f'{section}: {left}'

    def output(self, values):
        """The output of the rule, a tuple of tokens, for the outputs of its slots from left to right."""
        named = {f'[x{n}]': value for n, value in zip(self.order, values)}
        if self.right[:1] == ['=']:
            return (str(arithmetic([' '.join(named.get(t, (t,))) for t in self.right[1:]])),)
        tokens = []
        for token in self.right:
            if token in named:
                tokens += named[token]
            else:
                tokens += re.sub(r'\[x\d\]', lambda m: ' '.join(named[m[0]]), token).split()
        return tuple(tokens)

    def is_copy(self):
        """Whether an item says in its output the very words that it has: nobody can tell such a class from names."""
        return not self.slots and bool(self.right) and all(t in self.text.split() for t in self.right)


def arithmetic(tokens):
    """The value of a sum of products of whole numbers."""
    total = 0
    for term in ' '.join(tokens).split('+'):
        product = 1
        for factor in term.split('*'):
            product *= int(factor)
        total += product
    return total


def assignments(tokens):
    """The tokens of a record, each field with all words of its value."""
    together = []
    for token in tokens:
        if '=' in token:
            together.append(token)
        else:
            together[-1] += ' ' + token
    return together


class Node:
    """A derivation: a rule with the choices taken and a node for every slot; or a copied value, with no rule."""
    def __init__(self, section, rule=None, choices=(), children=(), value=()):
        self.section, self.rule, self.choices, self.children, self.value = section, rule, choices, children, value

    def words(self):
        if not self.rule:
            return self.value
        words, choices, children = [], iter(self.choices), iter(self.children)
        for kind, what in self.rule.parts:
            if kind == 'word':
                words.append(what)
            elif kind == 'choice':
                words += what[next(choices)]
            else:
                words += next(children).words()
        return tuple(words)

    def output(self):
        return self.rule.output([c.output() for c in self.children]) if self.rule else self.value

    def nodes(self):
        yield self
        for child in self.children:
            yield from child.nodes()


class Language:
    def __init__(self, name, grammar, chat, longest, odd=ODD, fields=None, different='', free_order=False):
        self.name, self.chat, self.longest = name, chat, longest  # sentences off the topic; most words of a sentence
        self.odd = odd                       # words that have no place in the language
        self.fields = fields                 # of a record: (name, default) in the order of the output
        self.different = different.split()   # sections that do not say the same twice in one construction
        self.free_order = free_order         # whether whole phrases may change places without a loss
        self.rules, self.open, self.fresh, self.digits = {}, {}, {}, {}
        section = into = None
        for line in grammar.strip().splitlines():
            line, _, weight = line.partition('  #')
            line = line.strip()
            if not line:
                continue
            if line.startswith('@'):
                section, *options = line[1:].split()
                into = None
                self.start = getattr(self, 'start', section)
                if options[:1] == ['%open']:
                    into = self.open[section] = []
                elif options[:1] == ['%digits']:
                    self.digits[section] = [str(n) for n in range(int(options[1]), int(options[2]) + 1)]
                else:
                    self.rules[section] = []
            elif line == '%fresh':
                into = self.fresh[section] = []
            elif into is not None:
                into.append(tuple(line.split()))
            else:
                left, right = (side.strip() for side in (line + ' ').split(' -> '))
                self.rules[section].append(Rule(section, left, right, float(weight.strip() or 1)))
        for rule in self.all_rules():
            for slot in rule.slots:
                if slot not in self.rules and slot not in self.open and slot not in self.digits:
                    raise ValueError(f'{name}: rule "{rule.text}" has a slot of an unknown section "{slot}"')

    def all_rules(self):
        return [rule for section in self.rules.values() for rule in section]

    def finish(self, tokens):
        """The output as the examples show it: as it is, or the fields of a record in their places."""
        if not self.fields:
            return ' '.join(tokens)
        given, waiting = {}, []
        for assignment in assignments(tokens):
            field, value = assignment.split('=', 1)
            if field in given or field in waiting or field not in dict(self.fields):
                raise ValueError(f'{self.name}: {tokens} has a field twice, or one that the record has not')
            if value == '^':  # the value of the field that is given next
                waiting.append(field)
            else:
                given.update({f: value for f in waiting + [field]})
                waiting = []
        return ' '.join(given.get(field, default) for field, default in self.fields)

    def can_finish(self, tokens):
        """Whether no field of the record is given twice."""
        fields = [a.split('=', 1)[0] for a in assignments(tokens)] if self.fields else []
        return len(set(fields)) == len(fields)

    def repeats(self, tree):
        """Whether a sentence says one thing twice where nobody would: "from rome to rome"."""
        for node in tree.nodes():
            said = [c for c in node.children if c.section in self.different]
            for i, a in enumerate(said):
                if any(a.output() == b.output() or a.children and a.rule is b.rule for b in said[:i]):
                    return True
        return False

    def say(self, random, rules, values, section=None):
        """A derivation at random from the rules and copied values that are given, by section."""
        section = section or self.start
        if section in values:
            return Node(section, value=random.choice(values[section]))
        rule = random.choices(rules[section], [r.weight or 1 for r in rules[section]])[0]
        choices = tuple(random.randrange(len(what)) for kind, what in rule.parts if kind == 'choice')
        return Node(section, rule, choices, [self.say(random, rules, values, s) for s in rule.slots])

    def read(self, words, rules, is_value):
        """All outputs that the words have by these rules. is_value(section, words) says what a copied value may be."""
        return {self.finish(tree.output()) for tree in self.derivations(words, rules, is_value)}

    def derivations(self, words, rules, is_value):
        """A derivation for every output that the words have."""
        words, reading = tuple(words), set()

        @functools.lru_cache(None)
        def section(name, start, end):
            if name not in self.rules:
                value = words[start:end]
                return [Node(name, value=value)] if is_value(name, value) else []
            if (name, start, end) in reading:  # a rule that would read its own words again by itself
                return []
            reading.add((name, start, end))
            found = {}
            for rule in rules[name]:
                for choices, children in parts(rule, 0, start, end):
                    node = Node(name, rule, choices, children)
                    found.setdefault(node.output(), node)
            reading.discard((name, start, end))
            return list(found.values())

        def parts(rule, at, start, end):
            if at == len(rule.parts):
                return [((), ())] if start == end else []
            kind, what = rule.parts[at]
            if kind == 'slot':
                return [(choices, (child,) + children) for middle in range(start + 1, end + 1)
                        for choices, children in parts(rule, at + 1, middle, end)
                        for child in section(what, start, middle)]
            found = []
            for number, taken in enumerate(what if kind == 'choice' else [(what,)]):
                if words[start:start + len(taken)] == taken and start + len(taken) <= end:
                    found += [((number,) * (kind == 'choice') + choices, children)
                              for choices, children in parts(rule, at + 1, start + len(taken), end)]
            return found

        return [tree for tree in section(self.start, 0, len(words)) if self.can_finish(tree.output())]

    def is_listed_value(self, section, words):
        if section in self.digits:
            return len(words) == 1 and words[0].isdigit()
        return words in self.open[section] or words in self.fresh.get(section, [])

    def is_any_value(self, section, words):
        """What a generous reader takes for a name: any few words."""
        if section in self.digits:
            return len(words) == 1 and words[0].isdigit()
        return len(words) <= ANY_NAME and not any(w in (',', ';', ':', '.') for w in words)
