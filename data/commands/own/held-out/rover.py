"""A rover on Mars -> s-expressions with separate brackets: conditions, nesting, units, chains with and without a separator."""
LONGEST = 16
DIFFERENT = 'act'
CHAT = ['i miss the old days', 'can you whistle', 'my coffee is cold', 'what a strange movie', 'please call my sister', 'good evening everybody']
GRAMMAR = """
@start
x1:act -> [x1]                                                               # 5
x1:act (and|then) x2:act -> ( seq [x1] [x2] )                                # 3
when x1:event x2:act -> ( on [x1] [x2] )                                     # 3
x2:act as soon as x1:event -> ( on [x1] [x2] )
every x1:period x2:act -> ( every [x1] [x2] )                                # 2
x1:act unless x2:event -> ( unless [x2] [x1] )

@act
(drive|roll) to x1:place -> ( goto [x1] )                                    # 4
(drive|roll) x1:distance x2:heading -> ( move [x2] [x1] )                    # 3
turn x1:heading -> ( turn [x1] 90 )
turn x1:number degrees x2:heading -> ( turn [x2] [x1] )
(take|shoot) a picture of x1:place -> ( photo [x1] )                         # 3
(take|shoot) x2:count pictures of x1:place -> ( photo [x1] :n [x2] )
drill into x1:place for x2:period -> ( drill [x1] [x2] )                     # 2
switch (on|off) the x1:device -> ( toggle [x1] )
raise the x1:device -> ( up [x1] )                                           # 2
lower the x1:device -> ( down [x1] )
radio home that x1:report -> ( say [x1] )
wait x1:period -> ( wait [x1] )
sleep -> ( sleep )

@place
the x1:kind -> ( near [x1] )                                                 # 3
the x1:size x2:kind -> ( near [x2] [x1] )                                    # 2
x1:name -> ( at [x1] )                                                       # 3

@kind
rock -> rck
crater -> crt
dune -> dun
lander -> lnd
ridge -> rdg                                                   # 0

@size
small -> s
big -> l
flat -> p
dark -> k
shiny -> y                                                     # 0

@device
mast -> dev1
arm -> dev2
left camera -> dev3
antenna -> dev4
heater -> dev5                                                 # 0

@heading
forward -> fwd
backwards -> rev
left -> lft
right -> rgt

@distance
x1:number meters -> [x1]                                                     # 3
a meter -> 1
half a meter -> 0.5

@period
x1:number minutes -> ( min [x1] )                                            # 3
x1:number seconds -> ( sec [x1] )
an hour -> ( min 60 )
half an hour -> ( min 30 )

@event
the sun rises -> dawn
the sun sets -> dusk
the battery is low -> bat<
you see x1:place -> ( see [x1] )
a storm comes -> storm                                         # 0

@report
all is well -> ok
i am stuck -> stuck
i am tired -> bat<
it is cold -> cold                                             # 0

@count
two -> 2
three -> 3
five -> 5
ten -> 10                                                      # 0

@number %digits 4 90

@name %open
jezero
gale basin
olympus
nili
%fresh
syrtis
elysium
arcadia plain
"""
