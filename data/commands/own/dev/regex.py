"""Patterns for text in words, in the manner of natural-regex: nested brackets, plurals, literal text that is copied."""
LONGEST = 16
DIFFERENT = 'one kind count'
CHAT = ['what is your name', 'how do i cook rice', 'this is so boring', 'good morning everyone', 'where are my keys',
        'sing me a song']
GRAMMAR = """
@start
x1:sequence -> [x1]                                                     # 5
(match|find) x1:sequence -> [x1]                                        # 2
a line that starts with x1:sequence -> line ( start [x1] )
a line that ends with x1:sequence -> line ( end [x1] )
a line with x1:sequence -> line ( any [x1] )
x1:sequence ignoring case -> nocase ( [x1] )

@sequence
x1:item -> [x1]                                                         # 3
x1:item (then|followed by) x2:item -> cat ( [x1] [x2] )                 # 4
x1:item , x2:item (and then|followed by) x3:item -> cat ( [x1] [x2] [x3] )

@item
x1:one -> [x1]                                                          # 3
x1:count x2:many -> rep ( [x2] [x1] )                                   # 3
at least x1:count x2:many -> rep ( [x2] [x1] inf )
(at most|up to) x1:count x2:many -> rep ( [x2] 0 [x1] )
x1:count to x2:count x3:many -> rep ( [x3] [x1] [x2] )
one or more x1:many -> plus ( [x1] )
any number of x1:many -> star ( [x1] )
an optional x1:kind -> opt ( [x1] )
either x1:one or x2:one -> alt ( [x1] [x2] )
anything but x1:one -> not ( [x1] )

@one
a x1:kind -> [x1]                                                       # 3
the (word|text) x1:literal -> lit ( [x1] )                              # 3

@kind
digit -> num
letter -> alpha
capital letter -> upper
vowel -> vowel
space -> blank
dash -> lit ( - )
comma -> lit ( , )
hash sign -> lit ( # )
tab -> \\t                                                    # 0
question mark -> lit ( ? )                                    # 0

@many
digits -> num
letters -> alpha
capital letters -> upper
vowels -> vowel
spaces -> blank
dashes -> lit ( - )
commas -> lit ( , )
hash signs -> lit ( # )
tabs -> \\t                                                   # 0
question marks -> lit ( ? )                                   # 0

@count
two -> 2
three -> 3
four -> 4
five -> 5
eight -> 8
ten -> 10
twelve -> 12

@literal %open
cat
error
total
new york
not found
%fresh
apple
warning
chapter
san marino
end of file
"""
