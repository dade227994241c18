"""A calculator and converter: nested expressions without brackets, terse positional outputs, number words and units."""
LONGEST = 13
CHAT = ['the dog is hungry', 'open the window please', 'i am going home', 'that is a big tree', 'who is at the door', 'sing me a song']
GRAMMAR = """
@start
(what is|how much is) x1:term -> EVAL [x1]                                   # 4
(convert)? x1:number x2:unit to x3:unit -> CONV [x1] [x2] [x3]               # 3
x1:number x2:unit in x3:unit -> CONV [x1] [x2] [x3]
how many x3:unit (are)? in x1:number x2:unit -> CONV [x1] [x2] [x3]
(store|save) x1:term as x2:name -> LET [x2] [x1]                             # 2
(store|save) this as x1:name -> LET [x1] ANS
forget x1:name -> DEL [x1]
round to x1:digits (places|digits) -> PREC [x1]
(clear|start over) -> CLR
percent mode -> MODE %
x1:percent percent of x2:number -> EVAL * [x2] / [x1] 100                    # 2

@term
x1:value plus x2:value -> + [x1] [x2]                                        # 2
x1:value minus x2:value -> - [x1] [x2]                                       # 2
x1:value times x2:value -> * [x1] [x2]                                       # 2
x1:value divided by x2:value -> / [x1] [x2]
the square of x1:value -> ^ [x1] 2
the square root of x1:value -> sqrt [x1]
half of x1:value -> / [x1] 2
twice x1:value -> * 2 [x1]

@value
x1:number -> [x1]                                                            # 4
x1:name -> $ [x1]
pi -> PI
the last result -> ANS

@unit
miles -> mi
kilometers -> km
inches -> in
centimeters -> cm
pounds -> lb
kilos -> kg
feet -> ft                                                    # 0
ounces -> oz                                                  # 0

@digits
two -> 2
three -> 3
four -> 4
six -> 6
no -> 0
nine -> 9                                                     # 0

@percent %digits 1 9

@number %digits 11 99

@name %open
rent
tax rate
budget
alpha
%fresh
salary
total cost
height
"""
