"""Knitting patterns read aloud -> nested brackets: repeats around stitches, number words, copied colours of yarn."""
LONGEST = 17
DIFFERENT = 'stitch'
CHAT = ['what is for lunch today', 'my cat sleeps all day', 'i lost my glasses again', 'that jumper looks great',
        'when does the shop close', 'how old is your sister']
GRAMMAR = """
@start
x1:stitches -> [x1]                                                     # 4
row x1:row : x2:stitches -> ( row [x1] [x2] )                           # 3
on every row x1:stitches -> ( row all [x1] )
(cast on|start with) x1:count stitches -> ( co [x1] )
(bind off|cast off) x1:count stitches -> ( bo [x1] )
bind off all stitches -> ( bo all )
turn the work -> ( turn )

@stitches
x1:stitch -> [x1]                                                       # 3
x1:stitch , x2:stitch -> [x1] [x2]                                      # 3
x1:stitch , x2:stitch , x3:stitch -> [x1] [x2] [x3]                     # .7
repeat x1:group x2:often -> ( rep [x2] [x1] )                           # 2
x1:stitch , then repeat x2:group x3:often -> [x1] ( rep [x3] [x2] )
repeat x1:group x2:often , then x3:stitch -> ( rep [x2] [x1] ) [x3]

@group
x1:stitch -> [x1]
x1:stitch and x2:stitch -> [x1] [x2]                                    # 3

@often
x1:count times -> [x1]                                                  # 3
to the end -> end
until the last x1:count stitches -> ( last [x1] )
across -> end
to the middle -> half                                         # 0

@stitch
knit x1:count -> ( k [x1] )                                             # 2
purl x1:count -> ( p [x1] )                                             # 2
slip x1:count -> ( sl [x1] )
knit x1:count together -> ( dec ( k [x1] ) )
purl x1:count together -> ( dec ( p [x1] ) )
(knit|work) x1:count (in|with) x2:yarn -> ( colour [x2] ( k [x1] ) )
make one x1:side -> ( inc [x1] )
yarn over -> ( yo )
place a marker -> ( pm )
make a bobble -> ( mb )                                       # 0
wrap and turn -> ( wt )                                       # 0

@side
left -> l
right -> r
twisted -> t                                                  # 0

@count
x1:unit -> [x1]                                                         # 4
x1:tens -> [x1]
x1:tens x2:unit -> = [x1] + [x2]

@unit
two -> 2
three -> 3
four -> 4
five -> 5
six -> 6
eight -> 8

@tens
twenty -> 20
thirty -> 30
forty -> 40
sixty -> 60

@row %digits 1 60

@yarn %open
red
navy blue
cream
moss
%fresh
teal
dusty rose
silver
pale grey
"""
