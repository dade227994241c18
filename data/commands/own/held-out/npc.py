"""Scripts for the people of a game in plain words -> JSON: events, actions in a list, spoken lines that are copied."""
LONGEST = 18
DIFFERENT = 'act who whom'
CHAT = ['this level is too hard', 'i am going to bed', 'do you want some tea', 'what a great movie', 'how much does it cost',
        'my brother is a doctor']
GRAMMAR = """
@start
when x1:event , x2:acts -> { "on" : [x1] , "do" : [ [x2] ] }                       # 4
x1:acts when x2:event -> { "on" : [x2] , "do" : [ [x1] ] }
x1:acts as soon as x2:event -> { "on" : [x2] , "do" : [ [x1] ] }
when x1:event and x2:case , x3:acts -> { "on" : [x1] , "if" : [x2] , "do" : [ [x3] ] }
every x1:number seconds x2:acts -> { "every" : [x1] , "do" : [ [x2] ] }
x1:acts -> { "do" : [ [x1] ] }                                                     # 3

@acts
x1:act -> [x1]                                                                     # 3
x1:act and (then)? x2:act -> [x1] , [x2]

@act
x1:who says x2:line -> { "say" : " [x2] " , "by" : [x1] }                          # 2
x1:who (walks|goes) to x2:place -> { "go" : [x2] , "by" : [x1] }
x1:who attacks x2:whom -> { "hit" : [x2] , "by" : [x1] }
x1:who follows x2:whom -> { "follow" : [x2] , "by" : [x1] }
x1:who gives the player x2:goods -> { "give" : [x2] , "by" : [x1] }
x1:who waits x2:number seconds -> { "wait" : [x2] , "by" : [x1] }
(start|begin) the quest x1:quest -> { "quest" : " [x1] " }
open x1:door -> { "door" : [x1] , "state" : 1 }
(close|shut) x1:door -> { "door" : [x1] , "state" : 0 }
the music stops -> { "music" : 0 }

@event
the player enters x1:place -> { "enter" : [x1] }                                   # 2
the player leaves x1:place -> { "leave" : [x1] }
the player talks to x1:who -> { "talk" : [x1] }                                    # 2
the player (takes|picks up) x1:goods -> { "take" : [x1] }
x1:who dies -> { "dead" : [x1] }
x1:who sees x2:whom -> { "see" : [x2] , "by" : [x1] }
it gets dark -> { "clock" : 20 }
the sun rises -> { "clock" : 6 }

@case
the player has x1:goods -> { "has" : [x1] }
the player has no x1:good -> { "lacks" : [x1] }
it is raining -> { "rain" : 1 }

@who
the guard -> "npc_1"
the old man -> "npc_2"
the merchant -> "npc_3"
the trader -> "npc_3"
the wolf -> "npc_4"
the witch -> "npc_6"                                          # 0
the smith -> "npc_5"                                          # 0

@whom
the player -> "me"
the guard -> "npc_1"
the old man -> "npc_2"
the merchant -> "npc_3"
the wolf -> "npc_4"
the witch -> "npc_6"                                          # 0
the smith -> "npc_5"                                          # 0

@place
the cave -> "cave"
the inn -> "tavern"
the harbour -> "port"
the market square -> "market"
the tower -> "keep"                                           # 0
the mill -> "farm"                                            # 0

@door
the gate -> "gate"
the cellar door -> "door_2"
the chest -> "box"
the trapdoor -> "door_3"                                      # 0

@goods
a x1:good -> [x1] , "n" : 1
x1:number x2:goods_of -> [x2] , "n" : [x1]

@good
key -> "key"
coin -> "gold"
potion -> "heal"
sword -> "blade"

@goods_of
keys -> "key"
coins -> "gold"
potions -> "heal"
swords -> "blade"

@number %digits 2 50

@line %open
halt
welcome stranger
go away
good evening
%fresh
follow me quickly
help
nice weather
never come back

@quest %open
lost ring
dragon
last letter
%fresh
golden apple
wedding
broken bridge
"""
