"""A music player -> JSON records; titles and artists are copied."""
LONGEST = 15
CHAT = ['where did i park', 'it is getting dark', 'my shoes are wet', 'how old are you', 'we need more bread', 'what a nice picture']
GRAMMAR = """
@start
play (some)? x1:genre -> { cmd : play , genre : [x1] }                       # 2
play x1:title -> { cmd : play , track : [x1] }
play x1:title by x2:artist -> { cmd : play , track : [x1] , artist : [x2] }  # 3
play something by x1:artist -> { cmd : play , artist : [x1] }
play (some)? x1:genre by x2:artist -> { cmd : play , genre : [x1] , artist : [x2] }
play (some)? x1:genre in the x2:room -> { cmd : play , genre : [x1] , zone : [x2] }
(queue|add) x1:title to the queue -> { cmd : queue , track : [x1] }
(queue|add) x1:title by x2:artist to the queue -> { cmd : queue , track : [x1] , artist : [x2] }
put x1:title on (the)? x2:list list -> { cmd : save , track : [x1] , list : [x2] }
shuffle (the)? x1:list list -> { cmd : shuffle , list : [x1] }
volume x1:number -> { cmd : vol , to : [x1] }                                # 2
volume x1:number in the x2:room -> { cmd : vol , to : [x1] , zone : [x2] }
(turn it)? x1:louder -> { cmd : vol , by : [x1] }
(turn it)? x1:louder in the x2:room -> { cmd : vol , by : [x1] , zone : [x2] }
skip x1:number seconds -> { cmd : seek , by : [x1] }
skip (this one|this song) -> { cmd : next }
(stop|silence) -> { cmd : stop }
(stop|silence) in the x1:room -> { cmd : stop , zone : [x1] }
(who|what) is this -> { cmd : info }
stop after x1:number minutes -> { cmd : sleep , min : [x1] }

@genre
jazz -> JAZZ
blues -> BLU
techno -> TEC
classical music -> CLA
heavy metal -> MET
salsa -> SAL
fado -> FAD                                                   # 0
bossa nova -> BOS                                             # 0

@room
kitchen -> z1
bathroom -> z2
living room -> z3
garden -> z4
cellar -> z5                                                  # 0

@louder
louder -> + 10
up a bit -> + 5
quieter -> - 10
down a bit -> - 5

@number %digits 3 90

@title %open
yesterday
blue monday
take five
hurt
%fresh
imagine
paint it black
roxanne

@artist %open
nina simone
abba
miles davis
bjork
%fresh
prince
tom waits
sade

@list %open
party
sunday
long drive
%fresh
winter
gym
road trip
"""
