"""Terse shell-like commands with flags, both sides terse -> flat tuples, order of flags free."""
LONGEST = 10
FREE_ORDER = True
DIFFERENT = 'flag'
CHAT = ['how are you', 'nice to meet you', 'what is love', 'lunch at noon maybe', 'the sky is blue', 'see you soon']
GRAMMAR = """
@start
cp x1:file x2:file -> copy from [x1] to [x2]                                 # 2
cp x3:flag x1:file x2:file -> copy [x3] from [x1] to [x2]
mv x1:file x2:file -> move from [x1] to [x2]
rm x1:file -> delete [x1]
rm x1:flag x2:file -> delete [x1] [x2]                                       # 2
ls -> list .
ls x1:flag -> list [x1] .
ls x1:flag x2:dir -> list [x1] [x2]                                          # 2
ls x1:dir -> list [x1]
head x1:file -> first 10 [x1]
head -n x1:number x2:file -> first [x1] [x2]                                 # 2
tail x1:file -> last 10 [x1]
tail -n x1:number x2:file -> last [x1] [x2]
mkdir x1:dir -> new [x1]
kill x1:number -> end [x1] TERM
kill x1:signal x2:number -> end [x2] [x1]                                    # 2
x1:source | x2:filter -> pipe [x1] into [x2]                                 # 3
x1:source > x2:file -> pipe [x1] into [x2]
x1:source | x2:filter | x3:filter -> pipe [x1] into [x2] into [x3]

@source
cat x1:file -> show [x1]
ls -> list .
ls x1:dir -> list [x1]
who -> users

@filter
sort -> sorted
sort -r -> sorted backwards
wc -l -> count lines
uniq -> once
head -n x1:number -> first [x1]

@flag
-r -> recursive
-v -> verbose
-a -> all
-l -> long
-f -> force
-t -> newest                                                  # 0

@signal
-9 -> KILL
-2 -> INT
-1 -> HUP
-3 -> QUIT                                                    # 0

@number %digits 10 99

@file %open
notes.txt
main.c
photo.png
data.csv
%fresh
report.pdf
index.html
song.mp3

@dir %open
/tmp
/home
src/
%fresh
/var/log
docs/
/etc
"""
