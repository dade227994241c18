"""A warehouse of boxes: postfix order in the output (a stack machine), chains with commas."""
LONGEST = 16
DIFFERENT = 'task'
CHAT = ['how is your mother', 'i lost my keys', 'the train is late', 'what is for lunch', 'look at that bird', 'it smells funny']
GRAMMAR = """
@start
x1:task -> [x1]                                                              # 4
x1:task , x2:task -> [x1] [x2]                                               # 2
x1:task , then x2:task -> [x1] [x2]
x1:task unless x2:test -> [x2] not [x1] when                                 # 2
if x2:test , x1:task -> [x2] [x1] when                                       # 2
x1:task x2:number times -> [x1] [x2] rep
make x1:plan : x2:task -> [x2] [x1] def

@task
(bring|fetch) x1:goods to x2:spot -> [x1] [x2] haul                          # 3
(bring|fetch) x2:number x1:boxes to x3:spot -> [x1] [x2] pack [x3] haul
stack x1:goods on x2:goods -> [x1] [x2] pile
(scan|read) x1:goods -> [x1] scan
weigh x1:goods -> [x1] mass
seal x1:goods with x2:tape tape -> [x1] [x2] tape
drive to x1:spot -> [x1] go
wait (for)? x1:number (seconds|s) -> [x1] sleep
label x1:goods as x2:name -> [x1] [x2] tag
run x1:plan -> [x1] call
beep -> beep

@test
x1:spot is full -> [x1] full?
x1:spot is empty -> [x1] empty?
x1:goods is heavy -> [x1] heavy?
x1:goods is missing -> [x1] gone?
the door is open -> door?

@goods
the x1:size x2:box -> [x2] [x1]                                              # 3
the x2:box -> [x2] any                                                       # 2
box x1:number -> # [x1]

@size
small -> S
large -> L
huge -> XL
tiny -> XS                                                    # 0

@box
crate -> crt
pallet -> plt
barrel -> brl
drum -> drm
parcel -> pcl
carton -> ctn                                                 # 0

@boxes
crates -> crt
pallets -> plt
barrels -> brl
drums -> drm
parcels -> pcl
cartons -> ctn                                                # 0

@spot
aisle x1:number -> [x1] aisle
the x1:zone -> [x1]

@zone
dock -> DOCK
ramp -> RAMP
cold room -> COLD
office -> OFF                                                 # 0

@tape
red -> RD
clear -> CL
brown -> BN

@number %digits 2 48

@name %open
fragile
for export
urgent
%fresh
organic
do not bend
sample

@plan %open
morning round
cleanup
night
%fresh
refill
last call
audit
"""
