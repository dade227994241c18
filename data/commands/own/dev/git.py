"""git in words -> shell commands: copied names and messages, two orders of the same arguments, defaults that are left out."""
LONGEST = 16
DIFFERENT = 'branch command'
CHAT = ['i do not like mondays', 'what should i wear today', 'coffee would be great', 'you did a good job',
        'when is the next train', 'the printer is on fire']
GRAMMAR = """
@start
x1:command -> [x1]                                                                  # 5
x1:command and (then)? x2:command -> [x1] && [x2]                                   # 2
please x1:command -> [x1]

@command
commit (everything|all changes) with message x1:message -> git commit -a -m " [x1] "
commit x1:file with message x2:message -> git commit -m " [x2] " [x1]
(switch|go) to (branch)? x1:branch -> git checkout [x1]
(create|make) (a)? new branch x1:branch -> git checkout -b [x1]
(create|make) (a)? new branch x1:branch from x2:branch -> git checkout -b [x1] [x2]
merge x1:branch into x2:branch -> git checkout [x2] && git merge [x1]
merge x1:branch -> git merge [x1]
delete (branch)? x1:branch -> git branch -d [x1]
push x1:branch to x2:remote -> git push [x2] [x1]
push to x1:remote -> git push [x1]
(pull|get) x1:branch from x2:remote -> git pull [x2] [x1]
undo the last x1:number commits -> git reset HEAD~ [x1]
undo the last commit -> git reset HEAD~ 1
show the last x1:number commits -> git log -n [x1]
show the last x1:number commits (by|of) x2:author -> git log -n [x1] --author " [x2] "
show the changes (in|of) x1:file -> git diff [x1]
tell me who changed x1:file -> git blame [x1]
(add|stage) x1:file -> git add [x1]
throw away my changes (in|to) x1:file -> git restore [x1]
tag this as x1:tag -> git tag [x1]
push -> git push
pull -> git pull
stash my work -> git stash
bring my work back -> git stash pop

@number
x1:digits -> [x1]
two -> 2
three -> 3
five -> 5

@digits %digits 2 40

@remote
the server -> origin
my fork -> fork
upstream -> upstream
the backup -> backup
the old server -> legacy                                      # 0
the office machine -> lan                                     # 0

@branch %open
main
develop
fix-login
release-2
feature/search
%fresh
hotfix
dark-mode
release-3
feature/menu

@file %open
main.py
readme.md
src/app.js
notes.txt
%fresh
setup.cfg
index.html
src/lib.rs

@tag %open
v1.0
v1.2
beta
%fresh
v2.1
stable

@author %open
anna
tom berg
li wei
%fresh
sofia
omar khan

@message %open
fix typo
first version
add tests for login
update
remove dead code
%fresh
rename variables
speed up search
cleanup
handle empty input
"""
