"""Makes the number sections: for every locale of ICU a grammar that reads its number words, where one can be learnt
that is right on every line that it is checked on. Usage: make.py BLICKET [--sums] [LOCALE…], or `make sections`. With
--sums, only the lines about sums of the sections that are there are found anew."""

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor

from forms import forms
from icu import Icu
from learner import Blicket

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "numbers")
RECORDS = os.path.join(HERE, "locales.tsv")
TABLE = os.path.join(HERE, "..", "src", "language", "embedded.rs")
SAMPLES = os.path.join(HERE, "..", "data", "sections")
# The sizes that are tried, largest first: a section reads the numbers below the first one for which it is perfect.
CEILINGS = (10**12, 10**9, 10**6, 10**4)
# A section that would be larger takes no further forms.
LARGEST_FILE = 6000
ROUNDS = 12
# What may be said about sums, the strictest first.
SUMS = ("descending", "descending twenties", "either", "either twenties", "any")
# Codes that are another one's, and have its section.
ALIASES = {"no": "nb"}
# Regions whose words the section of their language reads as well.
COVERED = {"de_CH": "de"}


def basic_numbers(ceiling):
    """Numbers whose words are all that a language's other numbers are made of."""
    numbers = set(range(0, 101)) | set(range(100, 1000, 100))
    power = 1000
    while power < ceiling:
        numbers |= {digit * power for digit in range(1, 10)} | {power + 1, 10 * power, 11 * power, 100 * power, 21 * power}
        power *= 10
    return sorted(n for n in numbers if n < ceiling)


def random_numbers(rng, count, ceiling):
    """Numbers of all lengths; half of them with many zeros, because that is where languages are irregular."""
    numbers = []
    while len(numbers) < count:
        digits = rng.randint(3, len(str(ceiling - 1)))
        number = rng.randrange(10 ** (digits - 1), 10**digits)
        if rng.random() < 0.5:
            number = int("".join(d if rng.random() < 0.4 else "0" for d in str(number)))
        if number < ceiling:
            numbers.append(number)
    return numbers


def checked_numbers(ceiling):
    """What a grammar is checked on: all numbers up to 10,000 and several thousand larger ones."""
    rng = random.Random(f"check {ceiling}")
    dense = list(range(min(ceiling, 10_001)))
    return sorted(set(dense + random_numbers(rng, 6000, ceiling) + basic_numbers(ceiling)))


def held_out_numbers(ceiling):
    """What a finished grammar is checked on once more: numbers that no part of its making has seen."""
    rng = random.Random(f"held out {ceiling}")
    used = set(checked_numbers(ceiling))
    return sorted(set(random_numbers(rng, 6000, ceiling)) - used)


def fewer(numbers):
    """A part of them, for the forms that differ little from one that was checked on all."""
    large = [n for n in numbers if n > 10_000]
    return [n for n in numbers if n <= 1000 or (n <= 10_000 and n % 7 == 0)] + large[::4]


def lines(form, numbers):
    """Pairs (words, number) of a form; nothing if the locale has no words for one of the numbers."""
    pairs = []
    for number in numbers:
        words = form.words(number)
        if not words:
            return None
        pairs.append((words, number))
    return pairs


def contradiction(pairs):
    """Two numbers that are written alike."""
    seen = {}
    for words, number in pairs:
        if seen.setdefault(words, number) != number:
            return f"ICU writes {seen[words]} and {number} alike, `{words}`"
    return None


def improve(blicket, support, checked, grammar=None):
    """Learns, checks, and learns again with some lines that were wrong. Gives a perfect grammar and its support, or
    why there is none."""
    support = list(dict.fromkeys(support))
    why = "not tried"
    for _ in range(ROUNDS):
        grammar = grammar or blicket.learn(support)
        if grammar is None:
            return None, support, f"no grammar satisfies the {len(support)} examples"
        wrong = blicket.wrong(grammar, checked)
        if not wrong:
            return grammar, support, None
        words, number = min(wrong, key=lambda pair: (len(pair[0]), pair))
        why = f"{len(wrong)} of {len(checked)} lines wrong, such as {number} `{words}`"
        # The shortest say most; some others, because the shortest may all be alike.
        by_length = sorted(wrong, key=lambda pair: (len(pair[0].split()), pair[1]))
        new = by_length[:8] + by_length[:: max(1, len(by_length) // 8)][:8]
        size = len(support)
        support = list(dict.fromkeys(support + new))
        if len(support) == size:
            break
        grammar = None
    return None, support, why


def section(blicket, icu, locale):
    """The grammar of a locale and what is to be said about it, or why there is none."""
    speller = icu.speller(locale)
    known = {}

    def spell(rule_set, number):
        if (rule_set, number) not in known:
            speller.use(rule_set)
            known[rule_set, number] = speller.spell(number)
        return known[rule_set, number]

    first, *others = forms(locale, spell, speller.rule_sets())
    reasons = []
    for ceiling in CEILINGS:
        rng = random.Random(f"support {ceiling}")
        numbers = checked_numbers(ceiling)
        checked = lines(first, numbers)
        if checked is None:
            reasons.append(f"below 10^{len(str(ceiling)) - 1}: ICU has no words for some")
            continue
        why = contradiction(checked)
        if why is None:
            support = lines(first, basic_numbers(ceiling) + random_numbers(rng, 200, ceiling))
            grammar, support, why = improve(blicket, support, checked)
        if why is None:
            break
        reasons.append(f"below 10^{len(str(ceiling)) - 1}: {why}")
    else:
        return None, reasons
    held_out = set(lines(first, held_out_numbers(ceiling))) - set(checked)
    wrong = blicket.wrong(grammar, sorted(held_out))
    if wrong:
        return None, [*reasons, mistakes(wrong, held_out)]
    taken, left_out = [first], []
    for form in others:
        more = lines(form, fewer(numbers))
        if more is None:
            left_out.append(f"{form.name()} (digits)")
            continue
        fresh = set(more) - set(checked)
        if not fresh:
            continue
        both = sorted(set(checked) | fresh)
        unseen = (held_out | set(lines(form, held_out_numbers(ceiling)[::4]))) - set(both)
        if contradiction(both):
            left_out.append(f"{form.name()} (means other numbers)")
            continue
        if not blicket.wrong(grammar, sorted(fresh | unseen)):
            taken.append(form)
            checked, held_out = both, unseen
            continue
        few = lines(form, basic_numbers(min(ceiling, 10**4)) + random_numbers(rng, 40, ceiling))
        better, wider, why = improve(blicket, support + few, both)
        if better is None or len(better.encode()) > LARGEST_FILE:
            left_out.append(f"{form.name()} ({'too large' if better else why})")
            continue
        wrong = blicket.wrong(better, sorted(unseen))
        if wrong:
            left_out.append(f"{form.name()} ({mistakes(wrong, unseen)})")
            continue
        grammar, support, checked, held_out = better, wider, both, unseen
        taken.append(form)
    everything = sorted(set(checked) | held_out)
    grammar = well_formed(blicket, grammar, everything)
    return (grammar, ceiling, taken, left_out, everything, len(support)), reasons


def well_formed(blicket, grammar, checked):
    """The grammar with the strictest line about sums with which all lines are still right, or as it is."""
    lines_of = grammar.splitlines(keepends=True)
    lines_of = [line for line in lines_of if not line.startswith("%sums")]
    at = lines_of.index("%numbers\n") + 1
    for sums in SUMS:
        stricter = "".join(lines_of[:at] + [f"%sums {sums}\n"] + lines_of[at:])
        if not blicket.wrong(stricter, checked):
            return stricter
    return "".join(lines_of)


def written_lines(icu, locale, ceiling, grammar, blicket):
    """The lines of all forms that a grammar reads, as those that it was checked on when it was made."""
    speller = icu.speller(locale)

    def spell(rule_set, number):
        speller.use(rule_set)
        return speller.spell(number)

    first, *others = forms(locale, spell, speller.rule_sets())
    numbers, held_out = checked_numbers(ceiling), held_out_numbers(ceiling)
    found = set(lines(first, numbers) + lines(first, held_out))
    for form in others:
        more = lines(form, fewer(numbers) + held_out[::4])
        if more is not None and not blicket.wrong(grammar, more):
            found |= set(more)
    return sorted(found)


def sums_anew(blicket, icu, locale):
    """Finds the line about sums of a section that is there, without learning it again."""
    path = os.path.join(FOLDER, f"{locale}.txt")
    with open(path, encoding="utf-8") as file:
        grammar = file.read()
    with open(RECORDS, encoding="utf-8") as file:
        ceiling = next(int(line.split("\t")[1]) + 1 for line in file if line.startswith(f"{locale}\t"))
    loose = "".join(line for line in grammar.splitlines(keepends=True) if not line.startswith("%sums"))
    checked = written_lines(icu, locale, ceiling, loose, blicket)
    stricter = well_formed(blicket, loose, checked)
    with open(path, "w", encoding="utf-8") as file:
        file.write(stricter)
    found = [line.strip() for line in stricter.splitlines() if line.startswith("%sums")]
    return locale, len(checked), found


def mistakes(wrong, lines_run):
    words, number = min(wrong, key=lambda pair: (len(pair[0]), pair))
    return f"{len(wrong)} of {len(lines_run)} lines held out are wrong, such as {number} `{words}`"


def same(icu, locale, parent):
    """Whether a locale writes its numbers like another one."""
    one, other = icu.speller(locale), icu.speller(parent)
    if one.rule_sets() != other.rule_sets():
        return False
    for rule_set in one.rule_sets():
        one.use(rule_set)
        other.use(rule_set)
        if any(one.spell(n) != other.spell(n) for n in checked_numbers(10**12)[::7]):
            return False
    return True


def header(icu, locale, made):
    _, ceiling, _, _, checked, support = made
    return (
        f"# numbers.{locale}: 0 to {ceiling - 1:,} in words, as ICU {icu.full_version()} spells them (CLDR, Unicode licence).\n"
        f"# By `make sections` from {support} examples; right on all of {len(checked):,} lines. Forms: sections/locales.tsv\n"
    )


def record(locale, made, reasons):
    """The line of a locale in the table of all of them."""
    if made is None:
        return (locale, "none", "", "", "", "", "; ".join(reasons))
    _, ceiling, taken, left_out, checked, support = made
    rule_sets = ", ".join(dict.fromkeys(form.rule_set.removeprefix("%spellout-") for form in taken))
    ways = ", ".join(dict.fromkeys(form.way for form in taken))
    without = "; ".join([*reasons, *(f"without {name}" for name in left_out)])
    return (locale, str(ceiling - 1), str(len(checked)), str(support), rule_sets, ways, without)


def write_records(records):
    """Puts these lines into the table, in place of those of the same locales."""
    known = {}
    if os.path.exists(RECORDS):
        with open(RECORDS, encoding="utf-8") as file:
            known = {line.split("\t")[0]: line for line in file.read().splitlines()[1:]}
    known |= {record[0]: "\t".join(record) for record in records}
    with open(RECORDS, "w", encoding="utf-8") as file:
        file.write("\t".join(("locale", "up to", "lines checked", "examples", "rule sets", "written", "what is missing, and why")) + "\n")
        file.writelines(f"{known[locale]}\n" for locale in sorted(known))


def samples(made):
    """Fifty lines for the tests: small numbers of every form, and large ones."""
    rng = random.Random("samples")
    checked = made[4]
    small = [pair for pair in checked if pair[1] <= 100]
    large = [pair for pair in checked if pair[1] > 100]
    return sorted(rng.sample(small, min(15, len(small))) + rng.sample(large, 35), key=lambda pair: (pair[1], pair[0]))


def make(blicket, icu, locale):
    if locale in COVERED:
        return locale, None, [f"like {COVERED[locale]}"]
    parent = ALIASES.get(locale) or locale.rpartition("_")[0]
    while parent:
        if same(icu, locale, parent):
            return locale, None, [f"like {parent}"]
        parent = parent.rpartition("_")[0]
    made, reasons = section(blicket, icu, locale)
    return locale, made, reasons


def write_table():
    """The table of all sections, as the library has it."""
    files = {name.removesuffix(".txt"): name for name in os.listdir(FOLDER)}
    files |= {alias: files[name] for alias, name in ALIASES.items() if name in files}
    entries = "".join(
        f'    ("numbers.{name}", include_str!("../../sections/numbers/{file}")),\n' for name, file in sorted(files.items())
    )
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(
            "//! The ready-made sections that are part of the library. Written by `make sections`.\n\n"
            "/// Their names, in order, and their texts.\n"
            f"pub(super) const EMBEDDED: &[(&str, &str)] = &[\n{entries}];\n"
        )


def main():
    command, *chosen = sys.argv[1:]
    icu, blicket = Icu(), Blicket(command)
    if chosen[:1] == ["--sums"]:
        locales = chosen[1:] or sorted(name.removesuffix(".txt") for name in os.listdir(FOLDER))
        with ThreadPoolExecutor(2) as pool:
            for found in pool.map(lambda name: sums_anew(blicket, icu, name), locales):
                print(*found, flush=True)
        return
    os.makedirs(FOLDER, exist_ok=True)
    os.makedirs(SAMPLES, exist_ok=True)
    records = []
    with ThreadPoolExecutor(2) as pool:
        for locale, made, reasons in pool.map(lambda name: make(blicket, icu, name), chosen or icu.locales()):
            path = os.path.join(FOLDER, f"{locale}.txt")
            sample = os.path.join(SAMPLES, f"numbers.{locale}.tsv")
            if made is None:
                for old in (path, sample):
                    if os.path.exists(old):
                        os.remove(old)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(header(icu, locale, made) + made[0])
                with open(sample, "w", encoding="utf-8") as file:
                    file.writelines(f"{words}\t{number}\n" for words, number in samples(made))
            records.append(record(locale, made, reasons))
            print("  ".join(records[-1]), flush=True)
    write_records(records)
    write_table()


if __name__ == "__main__":
    main()
