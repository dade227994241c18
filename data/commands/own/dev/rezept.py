"""Dosage instructions in German -> the line of a medication plan, a record with defaults: name, form, morning, noon,
evening, night, days, hint. The plan of doses (1 0 1 0) is the one that German medication plans have."""
FIELDS = [('name', '-'), ('form', '-'), ('mo', '0'), ('mi', '0'), ('ab', '0'), ('na', '0'), ('tage', '-'), ('hinweis', '-')]
LONGEST = 15
DIFFERENT = 'time'
FREE_ORDER = True
ODD = 'banane donner schirm leiter pfeife pfeffer samt kies schlucht senf'.split()
CHAT = ['wie wird das wetter', 'ich habe hunger', 'wo ist der bahnhof', 'erzähl mir einen witz', 'bis morgen dann',
        'das war ein schönes spiel']
GRAMMAR = """
@start
x1:line -> [x1]                                                           # 4
x1:drug : x2:line -> name=[x1] [x2]                                       # 3
nehmen sie x1:line -> [x1]

@line
x1:dose -> [x1]                                                           # 3
x1:dose x2:days -> [x1] tage=[x2]                                         # 2
x1:dose x2:hint -> [x1] hinweis=[x2]                                      # 2
x1:dose x2:days x3:hint -> [x1] tage=[x2] hinweis=[x3]

@dose
x1:time x2:amount -> [x1]=[x2]                                            # 3
x1:amount x2:time -> [x2]=[x1]
x1:time und x2:time (je)? x3:amount -> [x1]=^ [x2]=[x3]                   # 2
x1:time x2:few und x3:time x4:amount -> [x1]=[x2] [x3]=[x4]               # 2
zweimal täglich x1:amount -> mo=^ ab=[x1]
dreimal (täglich|am tag) x1:amount -> mo=^ mi=^ ab=[x1]

@time
morgens -> mo
mittags -> mi
abends -> ab
nachts -> na
zur nacht -> na

@amount
x1:few x2:one_form -> [x1] form=[x2]                                      # 2
x1:several x2:form -> [x1] form=[x2]                                      # 3

@few
eine -> 1
eine halbe -> 0.5

@several
zwei -> 2
drei -> 3
fünf -> 5
zehn -> 10
zwanzig -> 20

@one_form
tablette -> TAB
kapsel -> KAP
ampulle -> AMP

@form
tabletten -> TAB
kapseln -> KAP
ampullen -> AMP
tropfen -> TRO
pflaster -> PFL                                               # 0
zäpfchen -> ZPF                                               # 0

@days
x1:number tage lang -> [x1]                                               # 2
für x1:number tage -> [x1]                                                # 2
eine woche lang -> 7

@hint
vor dem essen -> VOR
nach dem essen -> NACH
zum essen -> ZU
bei bedarf -> BB
mit viel wasser -> WASSER
mit etwas milch -> MIL                                        # 0
auf leeren magen -> NUE                                       # 0
im liegen -> LIE                                              # 0

@number %digits 3 28

@drug %open
ibuprofen
ramipril
insulin glargin
aspirin
metformin
%fresh
paracetamol
bisoprolol
vitamin d
pantoprazol
"""
