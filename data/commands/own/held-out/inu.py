"""Orders to a robot dog in Japanese, in Latin letters: the verb comes last and has another form before a further order."""
LONGEST = 15
FREE_ORDER = True
DIFFERENT = 'te final'
ODD = 'banana kaminari kasa hashigo fue koshou jari tani karashi kabe'.split()
CHAT = ['kyou wa ii tenki desu ne', 'onaka ga suita', 'arigatou gozaimasu', 'namae wa nan desu ka', 'ashita mata aimashou',
        'kono uta ga suki']
GRAMMAR = """
@start
x1:final -> [x1]                                                        # 5
x1:te x2:final -> [x1] [x2]                                             # 3
x1:te kara x2:final -> [x1] [x2]
x1:te x2:te x3:final -> [x1] [x2] [x3]                                  # .5
x1:te kudasai -> [x1]                                                   # 2
x1:te -> [x1]                                                           # 1
x1:name , x2:final -> @ [x1] [x2]                                       # 2
moshi x1:case , x2:final -> IF [x1] [x2]
yukkuri x1:final -> SLOW [x1]

@final
x1:way ni x2:steps aruku -> ( WALK [x1] [x2] )
x1:way ni magaru -> ( TURN [x1] )
x1:place made iku -> ( GO [x1] )
x1:thing o hirou -> ( PICK [x1] )
x1:thing o sagasu -> ( FIND [x1] )
x1:thing o x2:place ni hakobu -> ( CARRY [x1] [x2] )
x1:number byou matsu -> ( WAIT [x1] )
x1:times hoeru -> ( BARK [x1] )
x1:times tobu -> ( JUMP [x1] )
hoeru -> ( BARK 1 )
suwaru -> ( SIT )
fuseru -> ( LIE )

@te
x1:way ni x2:steps aruite -> ( WALK [x1] [x2] )
x1:way ni magatte -> ( TURN [x1] )
x1:place made itte -> ( GO [x1] )
x1:thing o hirotte -> ( PICK [x1] )
x1:thing o sagashite -> ( FIND [x1] )
x1:thing o x2:place ni hakonde -> ( CARRY [x1] [x2] )
x1:number byou matte -> ( WAIT [x1] )
x1:times hoete -> ( BARK [x1] )
x1:times tonde -> ( JUMP [x1] )
suwatte -> ( SIT )
fusete -> ( LIE )

@case
hito ga ireba -> PERSON
neko ga ireba -> CAT
x1:thing ga areba -> [x1]
tori ga ireba -> BIRD                                         # 0

@way
mae -> F
ushiro -> B
migi -> R
hidari -> L
ue -> U                                                       # 0

@steps
x1:ho -> [x1]                                                           # 3
juppo -> 10
juu x1:ho -> = 10 + [x1]

@ho
ippo -> 1
niho -> 2
sanpo -> 3
yonho -> 4
goho -> 5

@times
nikai -> 2
sankai -> 3
gokai -> 5

@thing
x1:object -> [x1]                                                       # 2
x1:colour x2:object -> [x2] [x1]

@object
booru -> ball
hon -> book
fukuro -> bag
kagi -> key
kutsu -> shoe                                                 # 0
tegami -> letter                                              # 0

@colour
akai -> red
aoi -> blue
shiroi -> white
kuroi -> black                                                # 0

@number %digits 3 60

@place %open
genkan
daidokoro
niwa
ima
%fresh
rouka
shinshitsu
kouen

@name %open
pochi
hana
taro
%fresh
koro
sakura
kenta
"""
