"""Editing photos by voice: steps follow each other without a separator; "right" turns and aligns."""
LONGEST = 16
DIFFERENT = 'step'
CHAT = ['what a lovely day', 'where did you take that', 'my phone is too slow', 'who is that in the corner', 'i need a haircut',
        'call me tomorrow morning']
GRAMMAR = """
@start
(now|please)? x1:steps -> [x1]                                          # 4
on layer x1:layer x2:steps -> layer [x1] : [x2]                         # 1.5
on layer x1:layer , x2:steps -> layer [x1] : [x2]
x1:steps on layer x2:layer -> layer [x2] : [x1]

@steps
x1:step -> [x1]                                                         # 3
x1:step x2:step -> [x1] | [x2]                                          # 4
x1:step x2:step x3:step -> [x1] | [x2] | [x3]                           # 1

@step
(crop|cut) to x1:format -> crop [x1]
(rotate|turn) x1:side -> rotate [x1] 90
(rotate|turn) x1:side x2:number degrees -> rotate [x1] [x2]
flip x1:axis -> flip [x1]
x1:change x2:quality -> adjust [x2] [x1]                                # 3
set (the)? x1:quality to x2:number -> set [x1] [x2]
(resize|scale) to x1:number percent -> scale [x1]
(blur|soften) the x1:area -> blur [x1]
erase the x1:area -> erase [x1]
align x1:place -> align [x1]
apply x1:filter (filter)? -> filter [x1]
undo x1:times -> undo [x1]
undo -> undo 1
black and white -> mono
remove red eyes -> redeye

@change
more -> + 10
a bit more -> + 5
a lot more -> + 30
less -> - 10
a bit less -> - 5
far more -> + 50                                              # 0

@quality
contrast -> con
brightness -> lum
light -> lum
colour -> sat
warmth -> kelvin
sharpness -> usm
haze -> fog                                                   # 0
noise -> iso                                                  # 0

@side
left -> ccw
right -> cw

@place
left -> l
right -> r
centre -> m

@axis
sideways -> h
upside down -> v

@format
square -> 1:1
wide screen -> 16:9
portrait -> 4:5
postcard -> 3:2
panorama -> 3:1                                               # 0
stamp -> 1:2                                                  # 0

@area
background -> bg
sky -> top
faces -> people
left half -> lh
right half -> rh
ground -> bottom                                              # 0
shadows -> dark                                               # 0

@times
twice -> 2
three times -> 3
five times -> 5

@number %digits 5 95

@layer %open
sky
main
top text
frame
%fresh
shadow
logo
lower border

@filter %open
vintage
noir
old film
summer
%fresh
polar
sepia
warm evening
"""
