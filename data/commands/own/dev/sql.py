"""Questions about three tables -> SQL: "over 50" means another column in each table, "from" a month, a town or a maker."""
LONGEST = 16
DIFFERENT = 'which_products which_orders which_customers number'
CHAT = ['how do you feel today', 'what is the capital of peru', 'you are very helpful', 'tell me something funny',
        'see you tomorrow', 'it is raining again']
GRAMMAR = """
@start
(show|list) (all)? x1:rows -> SELECT * FROM [x1]                                               # 4
which x1:rows are there -> SELECT * FROM [x1]
how many x1:rows (are there|do we have) -> SELECT COUNT ( * ) FROM [x1]                        # 3
the x1:number x2:best -> SELECT * FROM [x2] LIMIT [x1]
show the x1:best -> SELECT * FROM [x1] LIMIT 1
what is the x1:measure price of (all)? x2:products -> SELECT [x1] ( price ) FROM [x2]
what is the x1:measure total of (all)? x2:orders -> SELECT [x1] ( total ) FROM [x2]
what is the x1:measure age of (all)? x2:customers -> SELECT [x1] ( age ) FROM [x2]
delete (all)? x1:rows -> DELETE FROM [x1]

@rows
x1:products -> [x1]
x1:orders -> [x1]
x1:customers -> [x1]

@products
products -> products
products x1:which_products -> products WHERE [x1]                                              # 3
products x1:which_products and x2:which_products -> products WHERE [x1] AND [x2]

@which_products
over x1:number -> price > [x1]
under x1:number -> price < [x1]
(from|by) x1:maker -> maker = ' [x1] '
in stock -> stock > 0
without a price -> price IS NULL
on sale -> discount > 0                                       # 0
never sold -> sold = 0                                        # 0

@orders
orders -> orders
orders x1:which_orders -> orders WHERE [x1]                                                    # 3
orders x1:which_orders and x2:which_orders -> orders WHERE [x1] AND [x2]
unpaid orders x1:which_orders -> orders WHERE paid = 0 AND [x1]

@which_orders
over x1:number -> total > [x1]
under x1:number -> total < [x1]
from x1:month -> month = [x1]
placed by x1:person -> buyer = ' [x1] '
paid by card -> method = 2                                    # 0
sent back -> returned = 1                                     # 0

@customers
customers -> customers
customers x1:which_customers -> customers WHERE [x1]                                           # 3
customers x1:which_customers and x2:which_customers -> customers WHERE [x1] AND [x2]

@which_customers
over x1:number -> age > [x1]
under x1:number -> age < [x1]
(from|in) x1:town -> town = ' [x1] '
called x1:person -> name = ' [x1] '

@best
cheapest x1:products -> [x1] ORDER BY price ASC
most expensive x1:products -> [x1] ORDER BY price DESC
largest x1:orders -> [x1] ORDER BY total DESC
oldest x1:customers -> [x1] ORDER BY age DESC
youngest x1:customers -> [x1] ORDER BY age ASC

@measure
average -> AVG
mean -> AVG
highest -> MAX
lowest -> MIN
median -> MED                                                 # 0

@month
january -> 1
march -> 3
june -> 6
october -> 10

@number %digits 2 90

@maker %open
acme
lumo
north star
vexel
%fresh
quark
tin box
orvo

@person %open
anna berg
tom
lee chan
maria
%fresh
sofia
ivan petrov
kim

@town %open
oslo
lima
new delhi
graz
%fresh
quito
las palmas
bern
"""
