"""A drone flown by voice in German -> calls with brackets; the verb's second part stands at the end."""
LONGEST = 16
DIFFERENT = 'step'
ODD = 'banane donner schirm leiter pfeife pfeffer samt kies schlucht senf'.split()
CHAT = ['wie geht es dir', 'mir ist kalt', 'das essen war gut', 'wer hat gewonnen', 'erzähl etwas lustiges', 'ich gehe schlafen']
GRAMMAR = """
@start
x1:step -> [x1]                                                              # 4
x1:step und dann x2:step -> seq ( [x1] , [x2] )                              # 3
erst x1:step dann x2:step -> seq ( [x1] , [x2] )
wiederhole x1:count mal x2:step -> loop ( [x1] , [x2] )
wenn x1:condition dann x2:step -> if ( [x1] , [x2] )                         # 2
sofort x1:step -> now ( [x1] )

@step
flieg x1:number meter x2:direction -> move ( [x2] , [x1] )                   # 3
flieg x2:direction -> move ( [x2] , 1 )
flieg (zu|zum) x1:place -> goto ( [x1] )
steig (auf)? x1:number meter -> alt ( [x1] )
sink (auf)? x1:number meter -> alt ( [x1] )
dreh dich um x1:number grad -> yaw ( [x1] )
dreh dich nach x1:side -> yaw_to ( [x1] )
nimm ein x1:record auf -> rec ( [x1] )
schalte x1:device ein -> on ( [x1] )
schalte x1:device aus -> off ( [x1] )
halte x1:number sekunden an -> hold ( [x1] )
lande -> land ( )
starte -> takeoff ( )
komm (nach hause|zurück) -> rth ( )

@direction
vorwärts -> fwd
rückwärts -> back
nach links -> lft
nach rechts -> rgt
hoch -> up
runter -> down                                                # 0

@side
links -> w
rechts -> e
norden -> n
süden -> s                                                    # 0

@record
foto -> jpg
video -> mp4
panorama -> pano

@device
die kamera -> cam
das licht -> led
den ton -> audio
die warnblinker -> warn                                       # 0

@condition
der akku (schwach|leer) ist -> bat < 20
der wind stark ist -> wind > 9
ein hindernis kommt -> obst
das signal (weg|schwach) ist -> rssi < 3

@count %digits 2 9

@number %digits 10 99

@place %open
startpunkt
roten turm
scheune
alten mühle
%fresh
brunnen
großen eiche
parkplatz
"""
