"""A drawing turtle in French -> postfix for a stack machine: numbers in words and digits, repeats, agreement, optional words."""
LONGEST = 14
DIFFERENT = 'move'
CHAT = ['il fait beau aujourd hui', 'quelle heure est il', 'mon chat dort', 'je voudrais du pain', 'comment vas tu', 'bonne nuit les amis']
ODD = 'banane tonnerre parapluie échelle sifflet poivre velours gravier falaise moutarde'.split()
GRAMMAR = """
@start
x1:move -> [x1]                                                              # 5
x1:move puis x2:move -> [x1] [x2] seq                                        # 3
x1:move , x2:move et enfin x3:move -> [x1] [x2] seq [x3] seq
répète x1:count fois x2:move -> [x2] [x1] times                              # 2
x1:move x2:count fois -> [x1] [x2] times
si x1:test alors x2:move -> [x1] [x2] if                                     # 2

@move
avance (de)? x1:steps -> [x1] fd                                             # 4
recule (de)? x1:steps -> [x1] bk                                             # 3
tourne (à|vers la) x1:side -> 90 [x1]                                        # 3
tourne (à|vers la) x1:side de x2:number degrés -> [x2] [x1]                  # 2
lève le crayon -> up
baisse le crayon -> down
dessine un x1:figure -> 1 [x1] mk                                            # 3
dessine x2:count x1:figures -> [x2] [x1] mk
dessine un x1:figure x2:colour -> 1 [x1] mk [x2] tint                        # 2
écris x1:text -> [x1] txt                                                    # 2
mets la couleur x1:colour -> [x1] pen

@steps
x1:number pas -> [x1]                                                        # 3
x1:count pas -> [x1]
un pas -> 1

@side
droite -> rt
gauche -> lt

@test
le crayon est baissé -> pen?
il y a un mur -> wall?
tu touches un x1:figure -> [x1] hit?

@count
deux -> 2
trois -> 3
quatre -> 4
six -> 6
huit -> 8
douze -> 12                                                     # 0

@figure
carré -> sq
cercle -> ci
triangle -> tr
point -> dot
losange -> rh                                                   # 0

@figures
carrés -> sq
cercles -> ci
triangles -> tr
points -> dot
losanges -> rh                                                  # 0

@colour
rouge -> f00
vert -> 0f0
bleu clair -> 8cf
noir -> 000
jaune -> ff0                                                    # 0

@number %digits 5 99

@text %open
bonjour
salut
merci bien
ma maison
%fresh
coucou
bonne fête
adieu
"""
