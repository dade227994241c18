"""A canteen in Polish -> key = value: case endings, amounts, optional words, parts in two orders, open names."""
LONGEST = 14
DIFFERENT = 'dish'
CHAT = ['jak się masz', 'pada deszcz', 'mój pies śpi', 'opowiedz mi bajkę', 'która jest godzina', 'dobranoc wszystkim']
ODD = 'banan grzmot parasol drabina gwizdek pieprz aksamit żwir kanion musztarda'.split()
GRAMMAR = """
@start
x1:order -> [x1]                                                             # 4
(proszę|poproszę) x1:order -> [x1]
x1:order , a potem x2:order -> [x1] ; [x2]                                   # 2

@order
(podaj|daj) x1:what -> act = give [x1]                                       # 4
(podaj|daj) x1:what na stolik x2:number -> act = give [x1] table = [x2]      # 3
zamów x1:what dla x2:person -> act = order [x1] for = [x2]                   # 3
dla x2:person zamów x1:what -> act = order [x1] for = [x2]
(odwołaj|skasuj) x1:what -> act = void [x1]
ile kosztuje x1:price -> act = price [x1]                                    # 2
zarezerwuj stolik x1:number na x2:when -> act = book table = [x1] at = [x2]  # 2
zarezerwuj stolik x1:number dla x3:person na x2:when -> act = book table = [x1] for = [x3] at = [x2]
rachunek (do)? stolika x1:number -> act = bill table = [x1]

@what
x1:dish -> item = [x1] n = 1                                                 # 4
x2:count x1:dishes -> item = [x1] n = [x2]
x1:dish bez x2:without -> item = [x1] n = 1 no = [x2]                        # 2
x1:dish i x2:dish -> item = [x1] , [x2] n = 1

@price
zupa -> item = soup
sałatka -> item = salad
kawa -> item = coffee
ryba -> item = fish
pizza -> item = pizza                                          # 0

@dish
zupę -> soup
sałatkę -> salad
kawę -> coffee
rybę -> fish
pizzę -> pizza                                                 # 0

@dishes
zupy -> soup
sałatki -> salad
kawy -> coffee
ryby -> fish
pizze -> pizza                                                 # 0

@without
soli -> salt
cukru -> sugar
mleka -> milk
sosu -> sauce
cebuli -> onion                                                # 0

@count
dwie -> 2
trzy -> 3
cztery -> 4

@when
dziś wieczorem -> d0h19
jutro -> d1
w piątek -> fri
w niedzielę -> sun
w święta -> hol                                                # 0

@number %digits 2 60

@person %open
anny
pana nowaka
ewy
marka
%fresh
zofii
pani wilk
adama
"""
