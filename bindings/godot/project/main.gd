# A game that learns its commands while it runs: no frame waits for that. What it does not understand it does not guess at:
# it says so, asks, and is taught. Here the player is a script, so that what is printed is a test.
extends Node

const LESSONS := {
	"turn on the lamp": "ON LAMP",
	"turn on the fan": "ON FAN",
	"turn off the lamp": "OFF LAMP",
	"turn off the radio": "OFF RADIO",
	"wait": "WAIT",
	"wait then turn on the radio": "WAIT ; ON RADIO",
	"turn off the fan then wait": "OFF FAN ; WAIT",
}

var blicket := Blicket.new()
var frames := 0
var busy := false
# What the player does, one after the other, each when everything before it is learnt.
var plays: Array[Callable] = [
	say.bind("turn off the lamp then turn on the radio"),
	say.bind("turn on the lmap"),
	say.bind("turn on the microwave"),
	teach.bind("turn on the microwave", "ON MICROWAVE"),
	say.bind("wait then turn off the microwave"),
	teach.bind("turn off the lamp now", "OFF LMAP"),
	teach.bind("turn off the lamp now", "OFF LAMP"),
	say.bind("turn on the fan now"),
	ask,
	deny.bind("turn on the wait"),
	say.bind("turn on the wait"),
	doubt,
	store,
	wrong_file,
	finish,
]


func _ready() -> void:
	print("before: ", blicket.apply("wait"))
	for command in LESSONS:
		blicket.teach(command, LESSONS[command])


func _process(_delta: float) -> void:
	frames += 1
	if not busy and not blicket.is_learning() and not plays.is_empty():
		plays.pop_front().call()


func say(command: String) -> void:
	var meaning = blicket.apply(command)
	if meaning != null:
		print(command, " -> ", meaning)
	else:
		print(command, " -> not understood. ", blicket.advice(command))


func teach(command: String, meaning: String) -> void:
	blicket.teach(command, meaning)
	print("taught: ", command, " means ", meaning)
	var slips := blicket.slips()
	if slips != "":
		print("a slip? ", slips)


# What the lessons leave open: a command, and what it may mean; an empty line where it may be no command.
func ask() -> void:
	var lines := blicket.question().split("\n")
	print("it asks: ", lines.size() > 2)


func deny(command: String) -> void:
	blicket.deny(command)
	print("taught: ", command, " is no command")


# Other lessons leave something open: it is refused, and there is a guess to ask back with.
func doubt() -> void:
	var other := Blicket.new()
	for lesson in [["dax", "RED"], ["lug", "BLUE"], ["dax fep", "RED RED RED"], ["lug dax", "BLUE RED"]]:
		other.teach(lesson[0], lesson[1])
	busy = true
	while other.is_learning():
		await get_tree().process_frame
	busy = false
	print("open: ", other.apply("lug dax fep"), ", perhaps ", other.guess("lug dax fep").left(8))


func store() -> void:
	var file := ProjectSettings.globalize_path("user://rules.txt")
	print("stored: ", blicket.store(file))
	var other := Blicket.new()
	print("loaded: ", other.load(file), ", ", other.lesson_count(), " lessons, ", other.apply("turn off the microwave"))
	# Without types, GDScript calls another way.
	var untyped = other
	print("untyped: ", untyped.apply("wait"), " ", untyped.apply("größer 二"), " ", untyped.forget("wait"), " ", untyped.is_ready())


func wrong_file() -> void:
	print("no such file: ", blicket.load("/no/such/file"))


func finish() -> void:
	print("frames went on: ", frames >= 15)
	get_tree().quit()
