"""Orders to a chess program by voice -> moves and settings, flat tuples."""
LONGEST = 12
DIFFERENT = 'square'
CHAT = ['the weather is fine', 'i like cheese', 'where is my hat', 'shall we dance', 'this soup is salty', 'call me later']
GRAMMAR = """
@start
x1:move -> [x1]                                                              # 4
x1:move check -> [x1] +
then x1:move -> [x1]
(take back|undo) (the)? last move -> UNDO 1
(take back|undo) x1:number moves -> UNDO [x1]
(new|start a new) game -> NEW - -
(new|start a new) game as x1:colour -> NEW [x1] -
(new|start a new) game against x1:player -> NEW - [x1]
(new|start a new) game as x1:colour against x2:player -> NEW [x1] [x2]
give me a hint -> HINT
(i)? resign -> RESIGN
(flip|turn) the board -> FLIP
set the clock to x1:number minutes -> CLOCK [x1] 0
set the clock to x1:number minutes plus x2:small seconds -> CLOCK [x1] [x2]
level x1:level -> LEVEL [x1]
play at level x1:level -> LEVEL [x1]

@move
x1:piece to x2:square -> MOVE [x1] [x2]                                      # 4
x1:piece from x2:square to x3:square -> MOVE [x1] [x2] [x3]                  # 3
(move)? the x1:piece to x2:square -> MOVE [x1] [x2]
x1:piece takes (on)? x2:square -> TAKE [x1] [x2]                             # 2
x1:piece takes x2:piece -> TAKE [x1] [x2]
castle (on the)? x1:side -> CASTLE [x1]

@piece
pawn -> p
knight -> n
horse -> n
bishop -> b
rook -> r
queen -> q
king -> k

@square
x1:file x2:rank -> [x1] [x2]                                                 # 3

@file
alpha -> a
bravo -> b
charlie -> c
delta -> d
echo -> e
foxtrot -> f
golf -> g                                                     # 0
hotel -> h                                                    # 0

@rank
one -> 1
two -> 2
three -> 3
four -> 4
five -> 5
six -> 6
seven -> 7
eight -> 8

@side
kingside -> short
queenside -> long

@colour
white -> light
black -> dark

@level
beginner -> 1
club -> 4
master -> 7
grandmaster -> 9                                              # 0

@number %digits 2 60

@small %digits 61 99

@player %open
magnus
viktoria
deep fritz
stockfish
%fresh
judit
leela zero
hikaru
"""
