"""Writes command languages with number words inside sentences: `python3 numbers.py FOLDER`. The same files every time.

Number words of six languages are those of data/numbers, one language is invented. Queries have numbers that examples do not
show, but no words that they do not show; X-out.jsonl has such sentences with one word replaced by one that no example shows.
"""
import json
import pathlib
import random
import sys

NUMBERS = pathlib.Path(__file__).resolve().parents[2] / 'numbers'
STRANGE = ['umbrella', 'ladder', 'mango', 'thunder']
SIZES = [30, 60, 30, 60]
QUERIES = 45
# Small numbers are said more often than large ones.
BOUNDS = [10, 20, 99, 999]


def spelt(language, most):
    """The words of the numbers from 1."""
    words = {}
    for line in (NUMBERS / f'{language}.tsv').read_text().splitlines():
        number, said = line.split('\t')[:2]
        if 1 <= int(number) <= most:
            words.setdefault(int(number), said.replace('\u00ad', ''))
    return words


def invented(most):
    ones = ['', 'pa', 'tiru', 'kuma', 'mo', 'resk', 'siv', 'fan', 'lodi', 'nep']
    def said(number):
        words = []
        for unit, word in [(100, 'gorn'), (10, 'zul')]:
            many, number = divmod(number, unit)
            words += [ones[many]] * (many > 1) + [word] * (many > 0)
        return ' '.join(words + [ones[number]] * (number > 0))
    return {number: said(number) for number in range(1, most + 1)}


def ordinals():
    ones = ('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth '
            'fifteenth sixteenth seventeenth eighteenth nineteenth').split()
    words = dict(enumerate(ones, 1)) | {20: 'twentieth', 30: 'thirtieth', 31: 'thirty first'}
    return words | {20 + i: f'twenty {ones[i - 1]}' for i in range(1, 10)}


# Number words; sentences with their outputs, in which N and M are numbers and A is a value; values.
LANGUAGES = {
    'it-drone': (spelt('it', 99), [
        ('vai avanti di N metri', 'GO F N'), ('vai indietro di N metri', 'GO B N'), ('gira a A di N gradi', 'TURN A N'),
        ('vola per N secondi a M metri', 'FLY N M'), ('fermati', 'STOP'), ('atterra', 'LAND')],
        {'destra': 'R', 'sinistra': 'L'}),
    'de-home': (spelt('de', 99), [
        ('stelle einen timer auf N minuten', 'TIMER N'), ('stelle den wecker auf N uhr M', 'ALARM N M'),
        ('warte N sekunden', 'WAIT N'), ('stoppe A', 'STOP A'), ('stelle die heizung in A auf N grad', 'HEAT A N')],
        {'küche': 'kitchen', 'bad': 'bath', 'flur': 'hall'}),
    'en-media': (spelt('en', 99), [
        ('set volume to N', 'VOLUME N'), ('set the volume to N percent', 'VOLUME N'), ('skip back N seconds', 'SEEK - N'),
        ('skip N seconds', 'SEEK + N'), ('play the next one', 'NEXT'), ('play that one again', 'REPEAT'),
        ('mute A', 'MUTE A'), ('play track N in A', 'TRACK N A')],
        {'kitchen': 'k', 'bedroom': 'b', 'garage': 'g'}),
    'tr-money': (spelt('tr', 999), [
        ('N lira öde', 'PAY TRY N'), ('N dolar gönder A', 'SEND USD N A'), ('A için N lira ayır', 'KEEP TRY N A'),
        ('bakiye', 'BALANCE')],
        {'anneme': 'mother', 'aliye': 'ali', 'kirayı': 'rent'}),
    'id-store': (spelt('id', 999), [
        ('pesan N kotak A', 'ORDER ( A , N )'), ('kirim N A ke gudang M', 'SHIP ( A , N , M )'),
        ('hapus semua A', 'CLEAR ( A )')],
        {'beras': 'RICE', 'gula': 'SUGAR', 'teh': 'TEA'}),
    'invented': (invented(999), [
        ('brel N dom', 'BUY N'), ('brel N dom vat M kesh', 'BUY N FOR M'), ('hulo A', 'SHOW A'), ('hulo A N', 'SHOW A N')],
        {'ost': 'OST', 'wem': 'WEM'}),
    'en-ordinals': (ordinals(), [
        ('meet on the N of A', 'MEET A N'), ('cancel the N of A', 'CANCEL A N'), ('show A', 'SHOW A'),
        ('open line N', 'LINE N')],
        {'may': 'MAY', 'june': 'JUNE', 'july': 'JULY'}),
}


def say(frame, words, values, numbers, rng):
    """A sentence with its output, and the number words in it."""
    said, meant = {}, {}
    for slot in 'NM':
        number = rng.choice(numbers)
        said[slot], meant[slot] = words[number], str(number)
    value = rng.choice(sorted(values))
    said['A'], meant['A'] = value, values[value]
    fill = lambda side, by: ' '.join(by.get(part, part) for part in side.split())
    spoken = {word for slot in 'NM' if slot in frame[0].split() for word in said[slot].split()}
    return fill(frame[0], said), fill(frame[1], meant), spoken


def episode(name, words, frames, values, size, rng):
    every = sorted(words)
    taught = sorted({rng.choice([n for n in every if n <= rng.choice(BOUNDS)]) for _ in range(size)})
    support, known = {}, set()
    while len(support) < size:
        sentence, output, spoken = say(rng.choice(frames), words, values, taught, rng)
        support[sentence] = output
        known |= spoken
    queries = {}
    counting = [frame for frame in frames if 'N' in frame[0].split()]
    while len(queries) < QUERIES:
        sentence, output, spoken = say(rng.choice(counting), words, values, every, rng)
        if spoken <= known and sentence not in support and all(w in ' '.join(support).split() for w in sentence.split()):
            queries[sentence] = output
    out = []
    for sentence in queries:
        parts = sentence.split()
        parts[rng.randrange(len(parts))] = rng.choice(STRANGE)
        out.append([' '.join(parts), None])
    same = {'domain': 'words', 'support': list(support.items())}
    return {'name': name, **same, 'queries': list(queries.items())}, {'name': f'{name}-out', **same, 'queries': out, 'refuse': True}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (words, frames, values) in LANGUAGES.items():
        pairs = [
            episode(f'{name}-{size}-{i}', words, frames, values, size, random.Random(f'{name} {i}'))
            for i, size in enumerate(SIZES)
        ]
        for kind, episodes in zip(['', '-out'], zip(*pairs)):
            lines = [json.dumps(one, ensure_ascii=False) + '\n' for one in episodes]
            (folder / f'{name}{kind}.jsonl').write_text(''.join(lines))


if __name__ == '__main__':
    main()
