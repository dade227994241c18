"""Six small command languages with hidden grammars. Writes own/<name>.jsonl, -open, -out.
drone, music, koch are for looking at; shop, sheet, invite are held out: only their totals are read."""
import json, random, re, sys
L = {}
# section -> list of (left, right, weight). x:sec is a slot; [k] the k-th slot. OPEN sections list shown and unseen values.
L['drone'] = dict(open={'name': (['alpha','bravo','falcon','osprey','kestrel'], ['zulu','heron','merlin','nova'])}, num=True, sections={
 'S': [('x:A','[1]',5),('x:A then x:A','seq ( [1] [2] )',2),('x:A x:N times','repeat ( [2] [1] )',1.5),('if x:C then x:A','if ( [1] [2] )',1.5),('x:name , x:A','tell ( [1] [2] )',1.5)],
 'A': [('fly to x:P','fly ( [1] )',2),('go to x:P','fly ( [1] )',2),('land on x:P','land ( [1] )',1.5),('land','land ( here )',1),('hover for x:N seconds','hover ( [1] s )',1.5),('circle x:P','circle ( [1] )',1.5),('photograph x:P','photo ( [1] )',1.5),('take a picture of x:P','photo ( [1] )',1.5),('climb x:N meters','climb ( [1] m )',1.5),('come back','home ( )',1)],
 'P': [('the x:O','obj ( [1] )',2),('the x:K x:O','obj ( [2] [1] )',3),('the x:O near the x:O','near ( obj ( [1] ) obj ( [2] ) )',1)],
 'O': [('tower','tower',1),('roof','roof',1),('tree','tree',1),('pad','pad',1),('landing pad','pad',.6),('truck','vehicle',1)],
 'K': [('red','RED',1),('blue','BLUE',1),('white','WHITE',1),('green','GREEN',1)],
 'C': [('you see x:P','sees ( [1] )',2),('the battery is low','battery low',1),('it rains','rain',1)]})
L['music'] = dict(open={'artist': (['miles davis','abba','nina simone','radiohead','the beatles'], ['portishead','billie holiday','bjork'])}, num=True, sections={
 'S': [('x:V x:W','do = play ; [2]',4),('x:V x:W x:L','do = play ; [2] ; [3]',2),('please x:V x:W','do = play ; [2]',1),('stop','do = stop',1),('stop the music','do = stop',1),('pause','do = pause',.7),('volume x:N','do = volume ; level = [1]',1),('set the volume to x:N','do = volume ; level = [1]',1),('x:D','do = volume ; [1]',1.5),('skip x:N songs','do = skip ; count = [1]',1),('next song','do = skip ; count = 1',.8)],
 'V': [('play','',2),('put on','',1),('i want to hear','',1)],
 'W': [('x:G','genre = [1]',1),('some x:G','genre = [1]',1),('something by x:artist','artist = [1]',2),('x:G by x:artist','genre = [1] ; artist = [2]',1.5),('the x:Q x:G','genre = [2] ; sort = [1]',1)],
 'Q': [('newest','date',1),('most popular','plays',1)],
 'G': [('jazz','jazz',1),('rock','rock',1),('hip hop','hiphop',1),('opera','opera',1),('blues','blues',1)],
 'L': [('in the x:R','room = [1]',2),('everywhere','room = all',1),('quietly','volume = low',1),('loudly','volume = high',1)],
 'D': [('louder','change = + 10',1),('quieter','change = - 10',1),('much louder','change = + 30',1),('much quieter','change = - 30',1)],
 'R': [('kitchen','kitchen',1),('bathroom','bath',1),('living room','living',1),('garage','garage',1)]})
L['koch'] = dict(open={}, num=True, sections={
 'S': [('x:T x:A','[2] [1]',3),('x:T x:Z x:A','[3] [1] [2]',3),('x:T x:A und x:T x:A','[2] [1] , [4] [3]',1.5),('warte x:N minuten','warten [1]',1.5),('x:H ein','ein [1]',1),('x:H aus','aus [1]',1),('schalte x:H ein','ein [1]',1),('schalte x:H aus','aus [1]',1)],
 'T': [('den x:G','[1]',2),('den x:E x:G','[2] . [1]',3),('alle x:M','jeden [1]',1)],
 'Z': [('auf x:H','@ [1]',2),('neben den x:G','~ [1]',1)],
 'A': [('stellen','setze',1),('bringen','hole',1),('waschen','reinige',1),('putzen','reinige',1),('legen','setze',1)],
 'G': [('topf','TOPF',1),('teller','TELLER',1),('becher','BECHER',1),('deckel','DECKEL',1)],
 'M': [('toepfe','TOPF',1),('teller','TELLER',1),('becher','BECHER',1)],
 'E': [('roten','rot',1),('blauen','blau',1),('kleinen','klein',1),('alten','alt',1)],
 'H': [('den herd','HERD',1),('den tisch','TISCH',1),('das regal','REGAL',1),('den ofen','OFEN',1)]})
L['shop'] = dict(open={'brand': (['acme','lumo','vexx','orbit','tarn'], ['quill','zephyr','brava'])}, num=True, sections={
 'S': [('x:I','ADD | [1]',2),('i would like x:I','ADD | [1]',2),('add x:I please','ADD | [1]',1.5),('x:I and x:I','ADD | [1] | [2]',2),('remove the x:C x:T','DEL | * [2] [1] *',2),('remove all x:T','DEL | * [1] * *',1.5),('what does x:I cost','PRICE | [1]',1.5),('ship it to x:Y','SHIP | [1]',1.5),('only x:brand','FILTER | [1]',1.5),('show me x:brand x:T','SHOW | [2] | [1]',1.5),('below x:N euros','MAX | [1]',1)],
 'I': [('x:Q x:T','[1] [2] - -',2),('x:Q x:C x:T','[1] [3] [2] -',2),('x:Q x:Z x:T','[1] [3] - [2]',2),('x:Q x:Z x:C x:T','[1] [4] [3] [2]',2)],
 'Q': [('a','1',2),('two','2',1),('three','3',1),('x:N','[1]',1.5)],
 'T': [('shirt','shirt',1),('shirts','shirt',1),('cap','cap',1),('caps','cap',1),('pair of socks','socks',1),('jackets','jacket',1)],
 'C': [('red','red',1),('black','black',1),('navy blue','navy',1),('yellow','yellow',1)],
 'Z': [('small','S',1),('medium','M',1),('large','L',1),('extra large','XL',1)],
 'Y': [('my home','HOME',1),('the office','WORK',1),('my parents','PARENTS',1)]})
L['sheet'] = dict(open={}, num=True, sections={
 'S': [('x:F x:R','op : [1] , range : [2]',3),('x:F x:R into cell x:X','op : [1] , range : [2] , out : [3]',2),('x:F x:R where x:B','op : [1] , range : [2] , if : [3]',2),('sort x:R by x:K','op : sort , range : [1] , key : [2]',1.5),('sort x:R by x:K descending','op : sort , range : [1] , key : [2] , desc : true',1.5),('make x:R x:Y','op : style , range : [1] , style : [2]',1.5),('clear x:R','op : clear , range : [1]',1),('delete row x:N','op : delete , row : [1]',1),('insert x:N rows','op : insert , count : [1]',1)],
 'F': [('sum','SUM',1),('add up','SUM',1),('average','AVG',1),('count','COUNT',1),('find the largest of','MAX',1)],
 'R': [('column x:K','col [1]',2),('rows x:N to x:N','row [1] .. [2]',1.5),('cells x:X to x:X','[1] .. [2]',1),('everything','all',1)],
 'K': [('a','A',1),('b','B',1),('c','C',1),('d','D',1)],
 'X': [('x:K x:N','[1] [2]',1)],
 'B': [('x:K is empty','[1] = null',1),('x:K is above x:N','[1] > [2]',1.5),('x:K is below x:N','[1] < [2]',1.5)],
 'Y': [('bold','bold',1),('italic','italic',1),('red','color = red',1),('green','color = green',1)]})
L['invite'] = dict(open={'who': (['anna','bob','carla','dmitri','eve'], ['farid','greta','hugo','ines'])}, num=True, sections={
 'S': [('invite x:P to x:M','( new ( event [2] ) ( with [1] ) )',2),('invite x:P to x:M x:W','( new ( event [2] ) ( with [1] ) ( at [3] ) )',3),('x:M with x:P x:W','( new ( event [1] ) ( with [2] ) ( at [3] ) )',2),('cancel x:M x:W','( cancel ( event [1] ) ( at [2] ) )',1.5),('cancel everything x:W','( cancel ( all ) ( at [1] ) )',1),('move x:M to x:W','( move ( event [1] ) ( at [2] ) )',1.5),('when is x:M','( when ( event [1] ) )',1),('when is my next x:J','( when ( next [1] ) )',1),('remind x:P x:W','( remind ( with [1] ) ( at [2] ) )',1.5),('am i free x:W','( free ( at [1] ) )',1.5)],
 'P': [('x:who','[1]',2),('x:who and x:who','[1] [2]',1.5),('everyone','*',.7),('my team','team',.7)],
 'M': [('the x:J','[1]',1),('a x:J','[1]',1),('x:J','[1]',2)],
 'J': [('lunch','lunch',1),('meeting','meeting',1),('review','review',1),('stand up','standup',1),('call','call',1)],
 'W': [('x:D','[1]',2),('x:D at x:N','[1] [2]',2),('tomorrow','+1d',1),('in x:N days','+ [1] d',1),('next x:U','+ 1 [1]',1)],
 'D': [('on monday','mon',1),('on tuesday','tue',1),('on friday','fri',1),('on sunday','sun',1)],
 'U': [('week','w',1),('month','mo',1)]})
CHAT = ['how are you today','what is the meaning of life','tell me a story about dragons','thanks a lot','the weather is nice','who won the game last night','never mind','i am hungry']
def gen(l, sec, r, pools, tree):
    if sec == 'N': v = str(r.choice(pools['N'])); tree.append(('N', 'N', v)); return [v], [v]
    if sec in l['open']: v = r.choice(pools[sec]); tree.append((sec, sec, v)); return v.split(), v.split()
    rules = pools['rules'][sec]; k = r.choices(range(len(rules)), [x[2] for x in rules])[0]
    left, right, _ = rules[k]; subs = []; w = []
    for i, s in enumerate(left.split()):
        if s.startswith('x:'): t = []; a, b = gen(l, s[2:], r, pools, t); subs.append(b); w += a; tree.append((sec + left, len(subs), ' '.join(a))); tree += t
        else: w.append(s)
    o = []
    for s in right.split():
        m = re.fullmatch(r'\[(\d)\]', s)
        o += subs[int(m[1]) - 1] if m else [s]
    tree.append((sec + left, 0, ''))
    return w, o
import functools
def reads(l, sec, w):
    """whether the hidden grammar reads the words (open sections take any unknown word or a listed value)"""
    @functools.lru_cache(None)
    def sect(sec, i, j):
        if i >= j: return False
        if sec == 'N': return j == i + 1 and w[i].isdigit()
        if sec in l['open']: return ' '.join(w[i:j]) in l['open'][sec][0] + l['open'][sec][1] or j == i + 1 and w[i] in ('blorp', 'zint', 'gleef', 'marn', 'tusk')
        return any(rule(sec, tuple(x[0].split()), 0, i, j) for x in l['sections'][sec] if x[0] != 'x:' + sec)
    @functools.lru_cache(None)
    def rule(sec, left, p, i, j):
        if p == len(left): return i == j
        s = left[p]
        if s.startswith('x:'): return any(sect(s[2:], i, k) and rule(sec, left, p + 1, k, j) for k in range(i + 1, j + 1))
        return i < j and w[i] == s and rule(sec, left, p + 1, i + 1, j)
    return sect(sec, 0, len(w))
def episode(name, l, n, r):
    hidden = {}
    rules = dict(l['sections'])
    # one construction of S is never shown
    s = rules['S'][:]; r.shuffle(s); gone = s.pop(); rules['S'] = s
    nums = [x for x in range(2, 31)]; r.shuffle(nums)
    pools = {'rules': rules, 'N': nums[:8]}
    for k, (a, b) in l['open'].items(): pools[k] = a
    fresh = dict(pools); fresh['N'] = nums[8:] if l['num'] else nums[:8]
    for k, (a, b) in l['open'].items(): fresh[k] = b
    sup = {}; trees = []
    tries = 0
    use = {}
    while len(sup) < n and tries < 100000:
        tries += 1; t = []; w, o = gen(l, 'S', r, pools, t)
        if len(w) > 14: continue
        top = [x[0] for x in t if x[1] == 0 and x[0][0] == 'S'][0]
        if use.get(top, 0) > 1 + 1.6 * n / len(s): continue
        k = ' '.join(w)
        if k in sup: continue
        use[top] = use.get(top, 0) + 1
        sup[k] = ' '.join(o); trees.append(t)
    words = {w for k in sup for w in k.split()}
    count = {}; fill = {}
    for t in trees:
        for c, i, v in t:
            if i == 0: count[c] = count.get(c, 0) + 1
            else: fill.setdefault((c, i), set()).add(v)
    def shown(t):
        for c, i, v in t:
            if i == 0 and count.get(c, 0) < (2 if ('x:' in c) else 1): return False
            if isinstance(i, int) and i > 0 and len(fill.get((c, i), ())) < 2: return False
        return True
    def dual(w): # an input with two outputs is no query
        return False
    det, opn = {}, {}
    tries = 0
    while len(det) < 40 and tries < 20000:
        tries += 1; t = []; w, o = gen(l, 'S', r, pools, t); k = ' '.join(w)
        if k in sup or k in det or len(w) > 14 or not shown(t) or not set(w) <= words: continue
        det[k] = ' '.join(o)
    tries = 0
    while len(opn) < 40 and tries < 20000:
        tries += 1; t = []; w, o = gen(l, 'S', r, fresh, t); k = ' '.join(w)
        if k in sup or k in opn or len(w) > 14 or not shown(t) or set(w) <= words: continue
        opn[k] = ' '.join(o)
    out = {}; keys = list(det) + list(sup); valid = set(sup) | set(det) | set(opn)
    full = dict(pools); full['rules'] = dict(l['sections'])
    unknown = ('blorp', 'zint', 'gleef', 'marn', 'tusk')
    only = dict(pools); only['rules'] = dict(rules); only['rules']['S'] = [gone]
    tries = 0
    while len(out) < 40 and tries < 5000:
        tries += 1; kind = r.choice(['word', 'construction', 'salad', 'cut', 'cut', 'salad', 'chat', 'value'])
        w = r.choice(keys).split()
        if kind == 'word': w[r.randrange(len(w))] = r.choice(['blorp', 'zint', 'gleef', 'marn', 'tusk']); 
        elif kind == 'salad': r.shuffle(w)
        elif kind == 'cut': w = w[:r.randrange(1, len(w))] if len(w) > 1 else w
        elif kind == 'chat': w = r.choice(CHAT).split()
        elif kind == 'construction': w = gen(l, 'S', r, only, [])[0]
        else: continue
        k = ' '.join(w)
        # an unknown word where an open value may stand is a fair copy, not out of the language
        if kind != 'construction' and reads(l, 'S', tuple(w)) or k in out or k in valid: continue
        out[k] = kind
    mk = lambda q: dict(name=name, domain='words', support=[[a, b] for a, b in sup.items()], queries=q)
    o3 = mk([[k, None] for k in out]); o3['refuse'] = True; o3['why'] = list(out.values())
    return mk([[a, b] for a, b in det.items()]), mk([[a, b] for a, b in opn.items()]), o3
for name, l in L.items():
    r = random.Random('blicket ' + name); files = [[], [], []]
    for i, n in enumerate([25, 30, 60, 60]):
        for f, e in zip(files, episode(f'{name}-{i}', l, n, r)):
            if e['queries']: f.append(json.dumps(e))
    for suffix, f in zip(['', '-open', '-out'], files): open(f'own/{name}{suffix}.jsonl', 'w').write('\n'.join(f) + '\n')
    print(name, [[len(json.loads(x)['queries']) for x in f] for f in files])
