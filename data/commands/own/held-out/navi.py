"""A car's navigation in French: articles that change with the noun, several phrasings, copied towns, streets and people."""
LONGEST = 16
DIFFERENT = 'goal how'
ODD = 'banane tonnerre parapluie échelle sifflet poivre velours gravier falaise moutarde'.split()
CHAT = ['quel temps fait il', 'raconte moi une histoire', 'merci beaucoup', 'qui a gagné le match', 'je suis fatigué',
        'on mange quoi ce soir']
GRAMMAR = """
@start
x1:go x2:goal -> but : [x2]                                                         # 4
x1:go x2:goal x3:how -> but : [x2] , [x3]                                           # 3
x1:how x2:go x3:goal -> but : [x3] , [x1]
x1:go x2:goal x3:how et x4:how -> but : [x2] , [x3] , [x4]                          # .7
ajoute un arrêt x1:goal -> arrêt : [x1]
(trouve|cherche) x1:need x2:where -> trouver : [x1] , où : [x2]                     # 2
(trouve|cherche) x1:need -> trouver : [x1] , où : ici
combien de temps jusque x1:goal -> question : durée , but : [x1]
quelle distance jusque x1:goal -> question : km , but : [x1]
partage mon trajet avec x1:person -> partage : [x1]
préviens x1:person dans x2:number minutes -> message : [x1] , délai : [x2]
règle le volume à x1:number -> volume : [x1]
annule le trajet -> annuler
coupe le son -> volume : 0

@go
emmène moi ->
conduis moi ->
je veux aller ->
va ->

@goal
à x1:town -> ville ( [x1] )                                                         # 3
au x1:masculine -> [x1]
à la x1:feminine -> [x1]
chez x1:person -> adresse ( [x1] )
x1:house rue x2:street -> rue ( [x2] ; [x1] )

@how
en évitant x1:avoided -> sans : [x1]
sans x1:avoided -> sans : [x1]
en passant par x1:town -> via : [x1]
x1:vehicle -> mode : [x1]

@vehicle
à pied -> marche
à vélo -> vélo
en train -> train
en bus -> bus

@where
près du x1:masculine -> [x1]
près de la x1:feminine -> [x1]
à x1:town -> ville ( [x1] )
sur la route -> trajet

@masculine
musée -> MUS
stade -> STA
marché -> MAR
théâtre -> THE
bureau -> TRAVAIL
lycée -> LYC                                                  # 0
château -> CHA                                                # 0

@feminine
gare -> GAR
poste -> POS
plage -> PLA
piscine -> PIS
maison -> DOMICILE
mairie -> MAI                                                 # 0

@avoided
les péages -> péage
les bouchons -> trafic
les tunnels -> tunnel
les ferries -> bateau
les ponts -> PT                                               # 0

@need
une pharmacie -> PH
un parking -> P
une station service -> ES
un restaurant -> RE
une boulangerie -> BO
un hôtel -> HO                                                # 0
une banque -> BA                                              # 0

@house %digits 2 80

@number %digits 5 95

@town %open
lyon
nantes
saint malo
dijon
%fresh
rennes
clermont ferrand
metz

@street %open
victor hugo
pasteur
des lilas
%fresh
molière
belle vue
voltaire

@person %open
paul
claire martin
sophie
%fresh
luc
nadia benali
hugo petit
"""
