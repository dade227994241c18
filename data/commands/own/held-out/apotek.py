"""Sorting post in a game of Swedish-like phrases: definite endings, doubled determiners, key=value in one flat line."""
LONGEST = 14
DIFFERENT = 'when'
FREE_ORDER = True
ODD = 'banan åska paraply stege visselpipa peppar sammet grus ravin senap'.split()
CHAT = ['hur mår du idag', 'det regnar ute', 'jag är hungrig', 'var är min hatt', 'tack så mycket', 'vi ses imorgon']
GRAMMAR = """
@start
x1:order -> [x1]                                                             # 4
x1:order tack -> [x1]
snälla x1:order -> [x1]
x1:order x2:when -> [x1] tid= [x2]                                           # 3
x2:when x1:order -> [x1] tid= [x2]

@order
(skicka|sänd) x1:item till x2:person -> op= send sak= [x1] mot= [x2]         # 3
(skicka|sänd) x3:number x1:items till x2:person -> op= send sak= [x1] antal= [x3] mot= [x2]   # 2
hämta x1:item från x2:place -> op= get sak= [x1] plats= [x2]                 # 2
lägg x1:item i x2:place -> op= put sak= [x1] plats= [x2]
lägg x1:item på x2:place -> op= put sak= [x1] plats= [x2]
väg x1:item -> op= weigh sak= [x1]
väg x3:number x1:items -> op= weigh sak= [x1] antal= [x3]
öppna x1:place -> op= open plats= [x1]
stäng x1:place -> op= shut plats= [x1]
(ring|väck) x1:person -> op= call mot= [x1]
räkna x1:items i x2:place -> op= count sak= [x1] plats= [x2]
vänta -> op= wait

@item
det x1:size_t x2:thing_t -> [x2] storlek= [x1]
den x1:size_t x2:thing_n -> [x2] storlek= [x1]
x1:thing_t -> [x1]                                                           # 2
x1:thing_n -> [x1]                                                           # 2

@thing_t
paketet -> paket
brevet -> brev
kortet -> kort
häftet -> bok                                                 # 0

@thing_n
lådan -> box
rullen -> rulle
påsen -> bag
tuben -> rör                                                  # 0

@items
paket -> paket
brev -> brev
kort -> kort
lådor -> box
rullar -> rulle
påsar -> bag
tuber -> rör                                                  # 0

@size_t
stora -> L
lilla -> S
tunga -> T
röda -> R                                                     # 0

@place
skåpet -> A1
källaren -> B2
bilen -> C3
hyllan -> D4
garaget -> E5                                                 # 0

@when
nu -> 0
i morgon -> +1d
i kväll -> kv
om x1:number minuter -> + [x1] m
varje måndag -> mån
varje fredag -> fre
nästa vecka -> +7d                                            # 0

@number %digits 2 60

@person %open
astrid
lars olsson
maja
sven
%fresh
ingrid
karl johan
elsa
"""
