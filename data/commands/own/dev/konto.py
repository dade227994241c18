"""A bank in German -> JSON in tokens: verbs in two parts, parts in several orders, amounts, optional reasons."""
LONGEST = 15
DIFFERENT = 'account'
CHAT = ['wie geht es dir', 'ich habe hunger', 'morgen wird es regnen', 'erzähl mir einen witz', 'mein hund schläft', 'gute nacht zusammen']
ODD = 'banane donner schirm leiter pfeife pfeffer samt kies schlucht senf'.split()
GRAMMAR = """
@start
x1:order -> { [x1] }                                                           # 4
bitte x1:order -> { [x1] }
x1:order und dann x2:order -> [ { [x1] } , { [x2] } ]
x1:order , aber erst x2:moment -> { [x1] , "when" : [x2] }                     # 2

@order
überweise x1:amount an x2:person -> "op" : "send" , "sum" : [x1] , "to" : " [x2] "                                  # 4
überweise x2:person x1:amount für x3:reason -> "op" : "send" , "sum" : [x1] , "to" : " [x2] " , "why" : [x3]
überweise x1:amount von x2:account auf x3:account -> "op" : "move" , "sum" : [x1] , "from" : [x2] , "into" : [x3]   # 3
(wie viel ist auf|was liegt auf) x1:account -> "op" : "show" , "of" : [x1]     # 3
sperre (sofort)? x1:card -> "op" : "lock" , "card" : [x1]
heb x1:amount von x2:account ab -> "op" : "take" , "sum" : [x1] , "from" : [x2]
(zeig|zeige) mir alle x1:bookings -> "op" : "list" , "kind" : [x1]             # 2
(zeig|zeige) mir alle x1:bookings über x2:amount -> "op" : "list" , "kind" : [x1] , "min" : [x2]

@amount
x1:number euro -> { "eur" : [x1] }                                             # 4
x1:number dollar -> { "usd" : [x1] }
x1:number cent -> { "ct" : [x1] }
alles -> "*"

@account
dem girokonto -> 1
das girokonto -> 1
dem sparkonto -> 2
das sparkonto -> 2
dem konto meiner frau -> 7
das konto meiner frau -> 7
dem depot -> 9
das depot -> 9
dem tagesgeld -> 4                                             # 0

@card
meine kreditkarte -> "cc"
die alte karte -> "old"
meine bankkarte -> "bc"
beide karten -> "both"
die firmenkarte -> "biz"                                       # 0

@bookings
eingänge -> "in"
ausgänge -> "out"
lastschriften -> "debit"
daueraufträge -> "rep"
gebühren -> "fee"                                              # 0

@reason
miete -> "rent"
strom -> "power"
das essen -> "food"
den urlaub -> "trip"
versicherung -> "ins"                                          # 0

@moment
morgen -> "+1d"
am freitag -> "fri"
nächste woche -> "+1w"
heute abend -> "20h"
im mai -> "05"                                                 # 0

@number %digits 3 95

@person %open
paula
herrn klein
tim
oma
dieter braun
%fresh
sabine
frau lang
jonas
"""
