"""A calendar -> a record with defaults: action, title, day, hour, minute, length, with."""
FIELDS = [('do', '-'), ('title', '-'), ('day', '-'), ('h', '-'), ('m', '00'), ('len', '60'), ('with', '-')]
LONGEST = 15
CHAT = ['what a lovely day', 'i am so tired', 'do you like music', 'the coffee is cold', 'who won the match', 'good night then']
GRAMMAR = """
@start
x1:book -> [x1]                                                              # 4
(please|could you) x1:book -> [x1]
cancel (everything|all) on x1:day -> do=cancel day=[x1]
cancel (the)? x1:title on x2:day -> do=cancel title=[x1] day=[x2]
cancel (the)? x1:title -> do=cancel title=[x1]
move (the)? x1:title to x2:when -> do=move title=[x1] [x2]                   # 2
when is (the|my)? x1:title -> do=find title=[x1]
am i free on x1:day -> do=free day=[x1]
am i free x1:when -> do=free [x1]

@book
(book|schedule|add) (a|an)? x1:title x2:when -> do=add title=[x1] [x2]        # 4
(book|schedule|add) (a|an)? x1:title with x2:person x3:when -> do=add title=[x1] with=[x2] [x3]   # 3
(book|schedule) x1:length for (a)? x2:title x3:when -> do=add title=[x2] [x3] len=[x1]

@when
on x1:day at x2:time -> day=[x1] [x2]                                        # 3
at x2:time on x1:day -> day=[x1] [x2]
on x1:day -> day=[x1]

@time
x1:hour -> h=[x1]                                                            # 3
half past x1:hour -> h=[x1] m=30
quarter past x1:hour -> h=[x1] m=15
x1:hour o'clock -> h=[x1]
noon -> h=12
midnight -> h=0

@length
x1:minutes minutes -> [x1]                                                   # 3
an hour -> 60
half an hour -> 30
two hours -> 120

@day
monday -> mon
tuesday -> tue
wednesday -> wed
friday -> fri
sunday -> sun
today -> +0
tomorrow -> +1
christmas eve -> 12-24                                        # 0
new year -> 01-01                                             # 0

@hour %digits 1 11

@minutes %digits 5 95

@title %open
dentist
team lunch
yoga
budget review
haircut
%fresh
swimming
car inspection
piano lesson
standup

@person %open
olga
ben carter
nadia
mr huang
%fresh
ravi
lena schmidt
doctor ames
"""
