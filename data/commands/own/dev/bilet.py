"""Train tickets in Turkish: towns and days carry case endings, the verb comes last; a record of keys and values."""
LONGEST = 14
DIFFERENT = 'from to'
FREE_ORDER = True
ODD = 'muz gök şemsiye merdiven düdük biber kadife çakıl uçurum hardal'.split()
CHAT = ['bugün hava nasıl', 'çok teşekkür ederim', 'bana bir hikaye anlat', 'akşam yemeğinde ne var', 'maç kaç kaç bitti',
        'canım sıkılıyor']
GRAMMAR = """
@start
x1:route x2:count bilet (al|ayırt) -> işlem = al ; [x1] ; adet = [x2]                        # 4
x1:route x2:class x3:count bilet (al|ayırt) -> işlem = al ; [x1] ; adet = [x3] ; sınıf = [x2]
x1:day x2:route x3:count bilet (al|ayırt) -> işlem = al ; [x2] ; adet = [x3] ; gün = [x1]    # 3
x1:person adına x2:route x3:count bilet al -> işlem = al ; [x2] ; adet = [x3] ; yolcu = [x1]
x1:day x2:route tren var mı -> işlem = sor ; [x2] ; gün = [x1]
x1:route tren kaçta (kalkıyor)? -> işlem = saat ; [x1]
x1:route bilet (kaç para|ne kadar) -> işlem = fiyat ; [x1]
x1:number numaralı bileti iptal et -> işlem = iptal ; no = [x1]
x1:number numaralı bileti x2:today değiştir -> işlem = değiştir ; no = [x1] ; gün = [x2]
x1:person için x2:number numaralı koltuğu ayırt -> işlem = koltuk ; no = [x2] ; yolcu = [x1]
biletlerimi göster -> işlem = liste

@route
x1:from x2:to -> kalkış = [x1] ; varış = [x2]                                                # 3
x2:to x1:from -> kalkış = [x1] ; varış = [x2]
x1:from x2:to gidiş dönüş -> kalkış = [x1] ; varış = [x2] ; dönüş = evet

@from
ankaradan -> ANK
izmirden -> IZM
istanbuldan -> IST
konyadan -> KON
eskişehirden -> ESK
kayseriden -> KAY
sivastan -> SIV
trabzondan -> TRA                                             # 0

@to
ankaraya -> ANK
izmire -> IZM
istanbula -> IST
konyaya -> KON
eskişehire -> ESK
kayseriye -> KAY
sivasa -> SIV
trabzona -> TRA                                               # 0

@day
bugün -> +0
yarın -> +1
pazartesi günü -> pzt
salı günü -> sal
cuma günü -> cum
pazar günü -> paz
çarşamba günü -> çar                                          # 0

@today
bugüne -> +0
yarına -> +1
pazartesiye -> pzt
salıya -> sal
cumaya -> cum
pazara -> paz
çarşambaya -> çar                                             # 0

@class
birinci sınıf -> 1
ikinci sınıf -> 2
yataklı -> Y
ekonomi -> E                                                  # 0
pencere kenarı -> P                                           # 0

@count
x1:unit -> [x1]                      # 3
on -> 10
on x1:unit -> = 10 + [x1]

@unit
bir -> 1
iki -> 2
üç -> 3
dört -> 4
beş -> 5

@number %digits 11 98

@person %open
ayşe yılmaz
mehmet
zeynep kaya
ali demir
fatma
%fresh
burak
elif şahin
can öztürk
derya
emre aydın
"""
