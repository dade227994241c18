"""Spells of a game: chains of short words without separators, order decides, scopes; output an s-expression."""
LONGEST = 12
DIFFERENT = 'spell'
CHAT = ['my cat is asleep', 'did you lock the car', 'i need a pencil', 'what is your name', 'the room is small', 'tell me the news']
GRAMMAR = """
@start
x1:spell -> [x1]                                                             # 4
x1:spell x2:spell -> (chain [x1] [x2] )                                      # 2
x1:spell x2:spell x3:spell -> (chain [x1] [x2] [x3] )
twice x1:spell -> (rep 2 [x1] )
thrice x1:spell -> (rep 3 [x1] )
slowly x1:spell -> (slow [x1] )                                              # 2
x1:spell until x2:event -> (until [x2] [x1] )                                # 2

@spell
x1:element x2:shape -> (cast [x1] [x2] 1 )                                   # 3
x1:force x2:element x3:shape -> (cast [x2] [x3] [x1] )                       # 3
x1:element x2:shape on x3:target -> (cast [x1] [x2] 1 :at [x3] )             # 2
x1:force x2:element x3:shape on x4:target -> (cast [x2] [x3] [x1] :at [x4] )
heal x1:target -> (heal [x1] 10 )
heal x1:target by x2:number -> (heal [x1] [x2] )                             # 2
shield x1:target -> (ward [x1] )
shield x1:target from x2:element -> (ward [x1] [x2] )
summon x1:name -> (call [x1] )                                               # 2
summon x2:number x1:beasts -> (call [x1] :n [x2] )
summon a x1:beast -> (call [x1] :n 1 )
banish x1:name -> (bye [x1] )
rest x1:number -> (rest [x1] )
vanish -> (hide me )

@element
fire -> ign
flame -> ign
ice -> gel
wind -> aer
stone -> lap
shadow -> umb
light -> lux                                                  # 0

@shape
ball -> sph
bolt -> ray
wall -> pla
rain -> pcp
storm -> pcp2
ring -> tor                                                   # 0

@force
great -> 5
weak -> 0
strong -> 3
deadly -> 9

@target
me -> me
myself -> me
the dragon -> drg
the king -> kng
the gate -> gat
my friend -> ally
the orc -> orc                                                # 0

@beast
wolf -> lupus
bat -> vesp
snake -> serp
bear -> urs                                                   # 0

@beasts
wolves -> lupus
bats -> vesp
snakes -> serp
bears -> urs                                                  # 0

@event
dawn -> t6
dusk -> t18
i fall -> hp0
silence -> evt_q

@number %digits 4 60

@name %open
azmodan
old gregor
lilith
%fresh
marduk
queen mab
tiamat
"""
