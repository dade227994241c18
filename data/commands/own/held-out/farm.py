"""A greenhouse: rules with conditions and several clauses, values in several fields, CSV-like output without brackets."""
FIELDS = [('dev', '*'), ('act', '-'), ('val', '-'), ('zone', 'all'), ('if', '1'), ('every', '0')]
LONGEST = 16
FREE_ORDER = True
CHAT = ['have a nice trip', 'i bought a bike', 'where is the cheese', 'that movie was long', 'he plays the violin', 'is it friday yet']
GRAMMAR = """
@start
x1:act -> [x1]                                                               # 4
x1:act in x2:zone -> [x1] zone=[x2]                                          # 3
in x2:zone x1:act -> [x1] zone=[x2]
x1:act (if|when) x2:cond -> [x1] if=[x2]                                     # 2
x1:act in x2:zone (if|when) x3:cond -> [x1] zone=[x2] if=[x3]
every x2:period x1:act -> [x1] every=[x2]                                    # 2
x1:act every x2:period -> [x1] every=[x2]

@act
(turn on|start) (the)? x1:device -> dev=[x1] act=on
(turn off|stop) (the)? x1:device -> dev=[x1] act=off
run (the)? x1:device for x2:number minutes -> dev=[x1] act=run val=[x2]      # 2
set (the)? x1:measure to x2:number (degrees|percent)? -> dev=[x1] act=set val=[x2]   # 2
raise (the)? x1:measure by x2:number -> dev=[x1] act=inc val=[x2]
lower (the)? x1:measure by x2:number -> dev=[x1] act=dec val=[x2]
water (the)? x1:plant -> dev=drip act=on val=[x1]
feed (the)? x1:plant -> dev=dose act=on val=[x1]
(report|tell me) (the)? x1:measure -> dev=[x1] act=get
open (the)? x1:vent -> dev=[x1] act=up
close (the)? x1:vent -> dev=[x1] act=dn

@device
pump -> p1
fan -> f1
heater -> h1
mister -> m1
grow light -> l1
big fan -> f2
alarm -> a1                                                   # 0

@vent
roof -> rf
side window -> sw
shutters -> sh

@measure
temperature -> T
humidity -> H
co2 -> C
acidity -> P                                                  # 0

@zone
zone x1:letter -> [x1]
the nursery -> N
the back -> B

@letter
a -> ZA
c -> ZC
d -> ZD
e -> ZE                                                       # 0

@cond
it is hot -> T>30
it is cold -> T<10
it is dry -> H<40
the tank is empty -> W=0
it is night -> S=0                                            # 0

@period
hour -> 60
day -> 1440
morning -> 6h
x1:number minutes -> [x1]

@number %digits 11 59

@plant %open
tomatoes
basil
sweet peppers
%fresh
orchids
bok choy
mint
"""
