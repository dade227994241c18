"""Orders to a liquid handling robot, after what such robots offer -> a positional record with defaults: what, volume, unit,
from, to, plate, tip, mixing, speed."""
FIELDS = [('op', '-'), ('vol', '-'), ('unit', 'ul'), ('from', '-'), ('to', '-'), ('plate', '1'), ('tip', 'auto'),
          ('mix', '0'), ('speed', 'normal')]
LONGEST = 17
DIFFERENT = 'well extra'
CHAT = ['the coffee machine is broken', 'when is the seminar', 'i left my coat upstairs', 'happy birthday to you',
        'did you see the news', 'lunch was really good']
GRAMMAR = """
@start
x1:order -> [x1]                                                                    # 4
x1:order x2:extra -> [x1] [x2]                                                      # 3
x1:order x2:extra and x3:extra -> [x1] [x2] [x3]
on plate x1:plate , x2:order -> plate=[x1] [x2]                                     # 1.5
x1:order on plate x2:plate -> [x1] plate=[x2]

@order
(transfer|move) x1:volume from x2:well to x3:well -> op=TR [x1] from=[x2] to=[x3]   # 3
spread x1:volume from x2:well over x3:group -> op=DI [x1] from=[x2] to=[x3]
collect x1:volume from x2:group in x3:well -> op=CO [x1] from=[x2] to=[x3]
(fill|top up) x1:well with x2:volume -> op=FI [x2] to=[x1]
(discard|throw away) x1:volume from x2:well -> op=OUT [x1] from=[x2]
add x1:volume of x2:liquid to x3:well -> op=AD [x1] from=[x2] to=[x3]
put x1:liquid in x2:group -> op=AD from=[x1] to=[x2]
stir x1:well x2:times -> op=MX to=[x1] mix=[x2]

@volume
x1:amount microliters -> vol=[x1]                                                   # 3
x1:amount milliliters -> vol=[x1] unit=ml

@amount
x1:number -> [x1]                                                                   # 2
five -> 5
ten -> 10
fifty -> 50
one hundred -> 100

@times
twice -> 2
three times -> 3
x1:number times -> [x1]

@extra
with a new tip -> tip=new
keeping the tip -> tip=same
mixing x1:times -> mix=[x1]
slowly -> speed=slow
very slowly -> speed=min
fast -> speed=max
gently -> speed=low                                           # 0
touching the rim -> tip=touch                                 # 0

@group
row x1:letter -> R [x1]
column x1:plate -> C [x1]
all wells -> ALL
the outer ring -> RIM                                         # 0

@letter
a -> A
b -> B
c -> C
d -> D

@number %digits 12 90

@plate %digits 2 9

@well %open
a1
a5
b2
c7
d4
%fresh
b9
c3
e6
h12

@liquid %open
water
buffer two
enzyme mix
ethanol
%fresh
saline
dye
lysis buffer
"""
