"""A robot arm in a made-up agglutinative language: one word is verb + object, endings for place; output nested lists."""
LONGEST = 10
DIFFERENT = 'act'
ODD = 'zumpa krel oftig wabbo sint drolly hupf gnar pliss jonk'.split()
CHAT = ['ma lo fani tu', 'wesa wesa gro', 'nik tolo', 'hai bemo ra', 'oso lupi den', 'fra gama tilu']
GRAMMAR = """
@start
x1:act -> ( [x1] )                                                           # 4
x1:act ka x2:act -> ( do [x1] [x2] )                                         # 3
x1:act ko x2:cond -> ( if [x2] [x1] )                                        # 2
x1:num mar x2:act -> ( rep [x1] [x2] )                                       # 2
x1:act sho -> ( not [x1] )
x1:who x2:act -> ( as [x1] [x2] )                                            # 2

@act
x1:ob nemo -> grab [x1]                                                      # 2
x1:ob x2:at nemo -> grab [x1] [x2]                                           # 3
x2:at x1:ob nemo -> grab [x1] [x2]
x1:ob pelo -> drop [x1]
x1:ob x2:at pelo -> drop [x1] [x2]                                           # 2
x1:at x2:to rilo -> go [x1] [x2]
x1:to rilo -> go here [x1]                                                   # 2
x1:ob tuvo -> turn [x1] 90
x1:ob x2:num tuvo -> turn [x1] [x2]                                          # 2
x1:num dolo -> wait [x1]
helo -> home

@ob
x1:stemo -> [x1]                                                             # 2
x1:stemo x2:adj -> [x1] . [x2]

@stemo
kubun -> cube
balun -> ball
konun -> cone
ringun -> ring
stavun -> rod                                                 # 0

@adj
rosun -> red
verun -> green
granun -> big
mikun -> small
blavun -> blue                                                # 0

@at
kubata -> at cube
balata -> at ball
tavlata -> at table
fosata -> at pit
skafata -> at shelf                                           # 0

@to
kubilo -> cube
balilo -> ball
tavlilo -> table
fosilo -> pit
skafilo -> shelf                                              # 0

@cond
kubata vida -> seen cube
balata vida -> seen ball
tavlata vida -> seen table
manu plena -> full
manu vaka -> empty

@num %digits 2 75

@who %open
arobo
bira
tekno duo
%fresh
solano
maxi
robo tri
"""
