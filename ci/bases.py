#!/usr/bin/env python3
"""How well number words of any base are learnt.

    python3 ci/bases.py BLICKET_COMMAND [--episodes 40] [--more 10] [--largest 1000000] [--base 12 ...]

Samples artificial languages by seed: digits, words for powers of the base, and at random words of their own for the
first numbers past the base or for its multiples, a word that joins, multipliers that come first, a one that is left
out. An episode shows the basic words and so many further numbers, and asks for ten others. For each base it prints
how many episodes are answered without a mistake, how many answers are right, refused and wrong, how many of the wrong
ones have a confidence above 0.9, and the median of the processor's time.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys

BASES = [5, 8, 10, 12, 16, 20, 60]
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
QUERIES = 10
SURE = 0.9


class Language:
    """Words for numbers in one base."""

    def __init__(self, base, draw, largest):
        self.base, self.taken = base, set()
        word = lambda: self.new_word(draw)
        self.digits = {digit: word() for digit in range(1, base)}
        powers = [base]
        while powers[-1] * base <= largest:
            powers.append(powers[-1] * base)
        # Above the square, some powers have no word, as ten thousand has none in English.
        self.powers = {power: word() for at, power in enumerate(powers) if at < 2 or draw.random() < 0.7}
        self.says_one = draw.choice(["always", "never", "before large ones"])
        self.multiplier_first = draw.random() < 0.15
        self.first_past_base = {base + number: word() for number in range(1, draw.choice([1, 1, 2, 3]))}
        has_multiples = draw.random() < 0.3
        self.multiples = {base * number: word() for number in range(2, base)} if has_multiples else {}
        self.joins = word() if draw.random() < 0.2 else None

    def new_word(self, draw):
        while True:
            word = "".join(draw.choice(SYLLABLES) for _ in range(draw.choice([2, 2, 3])))
            if word not in self.taken:
                self.taken.add(word)
                return word

    def basic_numbers(self):
        return sorted({*self.digits, *self.first_past_base, *self.multiples})

    def say(self, number):
        if number == 0:
            return []
        for words in (self.digits, self.first_past_base):
            if number in words:
                return [words[number]]
        power = max(power for power in self.powers if power <= number)
        times, rest = divmod(number, power)
        says_one = self.says_one == "always" or (self.says_one == "before large ones" and power > self.base)
        if power == self.base and times * power in self.multiples:
            head = [self.multiples[times * power]]
        elif times == 1 and not says_one:
            head = [self.powers[power]]
        elif self.multiplier_first and times < self.base:
            head = [self.powers[power], *self.say(times)]
        else:
            head = [*self.say(times), self.powers[power]]
        joined = [self.joins] if self.joins and rest and power > self.base else []
        return head + joined + self.say(rest)


def episode(base, seed, more, largest):
    draw = random.Random(f"{base} {seed}")
    language = Language(base, draw, largest)

    def any_number():
        return draw.randrange(1, min(draw.choice([power * base for power in language.powers]), largest))

    shown = set(language.basic_numbers())
    if draw.random() < 0.5:
        shown.add(base)
    wanted = len(shown) + more
    while len(shown) < wanted:
        shown.add(any_number())
    words = {word for number in shown for word in language.say(number)}
    asked = []
    for _ in range(2000):
        number = any_number()
        if len(asked) < QUERIES and number not in shown and number not in asked and words.issuperset(language.say(number)):
            asked.append(number)
    support = sorted(shown)
    draw.shuffle(support)
    pairs = lambda numbers: [[" ".join(language.say(number)), str(number)] for number in numbers]
    return {"name": f"base {base}, {seed}", "domain": "numbers", "support": pairs(support), "queries": pairs(asked)}


def measure(command, episodes):
    """Counts of what came of the queries, episodes without a mistake, and seconds of the processor."""
    lines = "".join(json.dumps(episode) + "\n" for episode in episodes)
    options = ["bench", "-", "--json", "--timeout", "3600", "--strategy", "deduce"]
    printed = subprocess.run([command, *options], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout
    records = [json.loads(line) for line in printed.decode().splitlines()]
    records = [record for record in records if "summary" not in record]
    counts = {"right": 0, "refused": 0, "wrong": 0, "sure": 0, "perfect": 0}
    for episode, record in zip(episodes, records, strict=True):
        mistakes = 0
        for (_, right), answer, confidence in zip(episode["queries"], record["answers"], record["confidence"]):
            outcome = "refused" if answer is None else "right" if answer == right else "wrong"
            counts[outcome] += 1
            counts["sure"] += outcome == "wrong" and confidence > SURE
            mistakes += outcome != "right"
        counts["perfect"] += mistakes == 0
    return counts, [record["cpu_seconds"] for record in records]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--episodes", type=int, default=40)
    parser.add_argument("--more", type=int, default=10, help="numbers that are shown besides the basic words")
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--base", type=int, nargs="*", default=BASES)
    arguments = parser.parse_args()
    print("base  perfect  right  refused  wrong  of those sure      ms")
    for base in arguments.base:
        seeds = range(arguments.episodes)
        episodes = [episode(base, seed, arguments.more, arguments.largest) for seed in seeds]
        counts, seconds = measure(arguments.command, episodes)
        perfect, right, refused, wrong, sure = (
            counts[name] for name in ("perfect", "right", "refused", "wrong", "sure")
        )
        median = 1000 * statistics.median(seconds)
        print(f"{base:4}  {perfect:7}  {right:5}  {refused:7}  {wrong:5}  {sure:13}  {median:6.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
