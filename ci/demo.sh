#!/bin/sh
# What a user would type first. `make demo` runs this with the command in the path.
set -e

say() { printf '\n%s\n\n' "$1"; }
type_in() { printf '$ %s\n' "$1"; sh -c "$1"; }

say 'Eleven examples of what a home should understand, a TAB between the two sides:'
type_in 'head -n 3 examples/home.tsv'
say 'Rules are learnt from them, and answer or refuse what nobody has shown:'
type_in 'blicket learn examples/home.tsv --queries examples/home-queries.txt'
say 'Rules are text: to store, to edit, to run. Every answer can be explained:'
type_in 'blicket learn examples/home.tsv > build/demo/home.txt 2> /dev/null'
type_in 'echo "switch off the bedroom heater please" | blicket apply build/demo/home.txt --explain'
say 'A slip is not guessed at:'
type_in 'echo "turn of the kitchen lamp" | blicket apply build/demo/home.txt'
say 'Now you: `target/demo/blicket teach` is a conversation with this home, `target/demo/blicket --help` says the rest.'
