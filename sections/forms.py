"""The ways in which people write the numbers of one locale, as sequences of words.

ICU gives one text for each of its rule sets. What a person types differs from that text in separators: hyphens, soft
hyphens and zero-width spaces (which show where a long word may be cut), commas, capital letters, and characters that
no keyboard has. A *form* is one rule set together with one way to write its texts.
"""

import re

# Locales that are written without spaces. Every character is a word; a host puts spaces between them.
CHARACTERS = ("ja", "ko", "yue", "zh")

# Characters of ICU's data that people of a locale do not type, and what they type instead.
RESPELLED = {
    "be": {"i": "і"},  # a Latin letter where the Cyrillic one belongs
    "de": {"ß": "ss"},  # as Switzerland writes it
    "ro": {"ş": "ș", "ţ": "ț"},  # cedillas where the standard has commas
}
APOSTROPHES = {"ʼ": "'", "’": "'"}

# What people say at the beginning of a number instead of what ICU says.
SHORTENED = {
    "de": {"ein hundert": "hundert", "ein tausend": "tausend"},
    "en": {f"one {word}": f"a {word}" for word in ("hundred", "thousand", "million", "billion")},
    "nn": {"eitt hundre": "hundre", "eitt tusen": "tusen"},
    "sv": {"ett hundra": "hundra", "et tusen": "tusen"},
}

SEPARATORS = re.compile("[\\s\u00a0\u00ad\u200b\\-‐‑]+")


def language(locale):
    return locale.split("_")[0]


def split(locale, text):
    """A text as words, cut wherever it may be cut. Commas are left out."""
    text = text.replace(",", " ").replace("،", " ")
    if language(locale) in CHARACTERS:
        return [c for c in text if not SEPARATORS.fullmatch(c)]
    return [word for word in SEPARATORS.split(text) if word]


def with_commas(locale, text):
    """The same with every comma as a word of its own."""
    words = []
    for index, part in enumerate(re.split("([,،])", text)):
        words += [part] if index % 2 else split(locale, part)
    return words


def one_word(text):
    """A text as one word, as it is written; nothing if it has a space in it."""
    text = text.replace("\u00ad", "").strip()
    return None if re.search("[\\s\u200b,،]", text) else text


class Joiner:
    """Joins the parts of small numbers to the words that people write: `twenty-one`, `einundzwanzig`, `zweihundert`.

    Numbers below 100 and full hundreds are joined anywhere; full thousands below 10,000 only at the beginning, because
    `hundert zwei tausend` is not `hundert zweitausend`.
    """

    def __init__(self, locale, spell):
        self.anywhere, self.at_start = {}, {}
        # Who writes without spaces writes larger numbers without them too: nothing is gained by joining parts of them.
        self.only_whole = language(locale) in CHARACTERS
        small = list(range(1, 100)) + list(range(100, 1000, 100))
        for numbers, runs in ((small, self.anywhere), (range(1000, 10000, 1000), self.at_start)):
            for number in numbers:
                text = spell(number)
                words, whole = tuple(split(locale, text)), one_word(text)
                if len(words) > 1 and whole is not None:
                    runs[words] = whole
        self.longest = max((len(run) for run in (*self.anywhere, *self.at_start)), default=0)

    def join(self, words):
        if self.only_whole:
            run = tuple(words)
            return [self.anywhere.get(run) or self.at_start.get(run) or " ".join(words)]
        joined, at = [], 0
        while at < len(words):
            for length in range(min(self.longest, len(words) - at), 0, -1):
                run = tuple(words[at : at + length])
                whole = self.anywhere.get(run)
                if whole is None and at == 0:
                    whole = self.at_start.get(run)
                if whole is not None:
                    break
            else:
                length, whole = 1, words[at]
            joined.append(whole)
            at += length
        return joined


class Form:
    """One rule set, written in one way."""

    def __init__(self, locale, spell, rule_set, way):
        self.locale, self.spell, self.rule_set, self.way = locale, spell, rule_set, way
        self.joiner = Joiner(locale, self._text) if way == "joined" else None

    def _text(self, number):
        return self.spell(self.rule_set, number)

    def name(self):
        name = self.rule_set.removeprefix("%spellout-")
        return name if self.way == "split" else f"{name}, {self.way}"

    def words(self, number):
        """The words of a number; nothing where ICU has no words for it, but digits."""
        text = self._text(number)
        if any(c.isdecimal() for c in text):
            return None
        if self.way == "commas":
            words = with_commas(self.locale, text)
        elif self.way == "joined":
            words = self.joiner.join(split(self.locale, text))
        elif self.way == "shortened":
            words = split(self.locale, text)
            shorter = SHORTENED.get(language(self.locale), {}).get(" ".join(words[:2]))
            words = words if shorter is None else shorter.split() + words[2:]
        elif self.way == "lower case":
            words = [word.lower() for word in split(self.locale, text)]
        elif self.way == "respelled":
            table = str.maketrans({**APOSTROPHES, **RESPELLED.get(language(self.locale), {})})
            words = [word.translate(table) for word in split(self.locale, text)]
        else:
            words = split(self.locale, text)
        return " ".join(words)


# The way that says which words there are comes first.
WAYS = ("split", "joined", "shortened", "lower case", "respelled", "commas")


def forms(locale, spell, rule_sets):
    """All forms of a locale, most useful first."""
    all_forms = [Form(locale, spell, rule_set, way) for rule_set in rule_sets for way in WAYS]
    # Of those who write without spaces, only the numbers below 100 and such of the usual rule set are joined.
    unusual = language(locale) in CHARACTERS
    return [form for form in all_forms if not (unusual and form.way == "joined" and form.rule_set != rule_sets[0])]
