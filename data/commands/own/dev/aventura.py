"""A text adventure in Spanish -> predicates; adjectives follow nouns, clitics after verbs."""
LONGEST = 14
DIFFERENT = 'thing'
ODD = 'plátano trueno paraguas escalera silbato pimienta terciopelo grava cañón mostaza'.split()
CHAT = ['qué tiempo hace hoy', 'tengo mucho sueño', 'me gusta el cine', 'cuánto cuesta el pan', 'hasta luego amigo', 'no entiendo nada']
GRAMMAR = """
@start
x1:action -> [x1]                                                            # 4
x1:action y luego x2:action -> [x1] ; [x2]                                   # 2
primero x1:action y después x2:action -> [x1] ; [x2]
por favor x1:action -> [x1]

@action
(coge|toma|agarra) x1:thing -> TAKE [x1]                                     # 2
(suelta|deja) x1:thing -> DROP [x1]
deja x1:thing (en|sobre) x2:furniture -> PUT [x1] [x2]
mete x1:thing en x2:furniture -> PUT [x1] [x2]
abre x1:furniture -> OPEN [x1] -
abre x1:furniture con x2:thing -> OPEN [x1] [x2]                             # 2
cierra x1:furniture -> CLOSE [x1]
(mira|examina) x1:thing -> LOOK [x1]
(mira|examina) x1:furniture -> LOOK [x1]
da x1:thing a x2:person -> GIVE [x1] [x2]                                    # 2
habla con x1:person -> TALK [x1]
pregunta a x1:person por x2:thing -> ASK [x1] [x2]
ve (al|hacia el) x1:direction -> GO [x1]
sube -> GO U
baja -> GO D
espera x1:number turnos -> WAIT [x1]
espera -> WAIT 1
inventario -> INV
ataca a x1:person con x2:thing -> HIT [x1] [x2]

@thing
la x1:thing_f -> [x1]
la x1:thing_f x2:colour_f -> [x1] [x2]                                       # 2
el x1:thing_m -> [x1]
el x1:thing_m x2:colour_m -> [x1] [x2]                                       # 2

@thing_f
llave -> KEY
espada -> SWORD
vela -> CANDLE
carta -> LETTER
cuerda -> ROPE                                                # 0

@thing_m
libro -> BOOK
anillo -> RING
mapa -> MAP
cuchillo -> KNIFE
espejo -> MIRROR                                              # 0

@colour_f
roja -> red
negra -> black
blanca -> white
amarilla -> yellow                                            # 0

@colour_m
rojo -> red
negro -> black
blanco -> white
amarillo -> yellow                                            # 0

@furniture
la puerta -> DOOR
la mesa -> TABLE
el cofre -> CHEST
el armario -> WARDROBE
la ventana -> WINDOW                                          # 0

@direction
norte -> N
sur -> S
este -> E
oeste -> W

@number %digits 2 40

@person %open
elena
don quijote
tomás
la bruja
%fresh
rocinante
sancho panza
beatriz
"""
