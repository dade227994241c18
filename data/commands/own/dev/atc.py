"""Air traffic control, after the standard radiotelephony phrases: orders follow each other without a separator."""
LONGEST = 20
DIFFERENT = 'order'
CHAT = ['how was your flight', 'can i have a window seat', 'thank you very much', 'what time is dinner',
        'my suitcase is lost', 'is there snow in zurich']
GRAMMAR = """
@start
x1:callsign x2:orders -> [x1] : [x2]                                   # 4
x1:callsign , x2:orders -> [x1] : [x2]
x1:orders , x2:callsign -> [x2] : [x1]

@callsign
x1:airline x2:digit x3:digit -> [x1] [x2] [x3]                         # 3
x1:airline x2:digit x3:digit x4:digit -> [x1] [x2] [x3] [x4]

@airline
lufthansa -> DLH
speedbird -> BAW
air france -> AFR
scandinavian -> SAS
shamrock -> EIN
swiss -> SWR
turkish -> THY
emirates -> UAE
finnair -> FIN                                                # 0
iberia -> IBE                                                 # 0

@orders
x1:order -> [x1]                                                       # 3
x1:order x2:order -> [x1] / [x2]                                       # 3
x1:order x2:order x3:order -> [x1] / [x2] / [x3]                       # .5

@order
(climb|climb to) flight level x1:three -> UP FL [x1]
(descend|descend to) flight level x1:three -> DOWN FL [x1]
descend to x1:digit thousand feet -> DOWN ALT [x1] 000
turn x1:side heading x2:three -> HDG [x2] [x1]
(fly|continue) heading x1:three -> HDG [x1] -
reduce speed x1:three (knots)? -> SPD - [x1]
increase speed x1:three (knots)? -> SPD + [x1]
(proceed)? direct x1:point -> DCT [x1]
hold (at|over) x1:point -> HOLD [x1]
contact x1:station -> FREQ [x1]
squawk x1:digit x2:three -> XPDR [x1] [x2]
cleared to land runway x1:runway -> LAND [x1]
line up and wait runway x1:runway -> LINEUP [x1]
go around -> GA
expedite -> FAST
report established -> RPT EST

@three
x1:digit x2:digit x3:digit -> [x1] [x2] [x3]

@runway
x1:digit x2:digit -> [x1] [x2]
x1:digit x2:digit x3:which -> [x1] [x2] [x3]

@which
left -> L
right -> R
centre -> C

@side
left -> LT
right -> RT

@station
tower -> TWR
ground -> GND
approach -> APP
departure -> DEP
radar -> RDR                                                  # 0
delivery -> DLV                                               # 0

@digit
zero -> 0
one -> 1
two -> 2
three -> 3
four -> 4
five -> 5
six -> 6
seven -> 7
eight -> 8
niner -> 9
nine -> 9

@point %open
koral
rilax
abeam
tolta
mopar
%fresh
sovat
lamgo
kerax
dinbu
"""
