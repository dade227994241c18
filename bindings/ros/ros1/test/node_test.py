"""The node as another node sees it: services, topics, diagnostics. `make test-ros1` runs it beside a roscore and the node.

    node_test.py RULES     RULES: the file that the node was told to store to
"""

import queue
import sys

import rospy
from blicket_ros.srv import Apply, Teach
from diagnostic_msgs.msg import DiagnosticArray
from std_msgs.msg import String
from std_srvs.srv import Trigger

SECONDS = 60  # to wait at most; what is waited for comes at once


def check(expected, actual):
    if expected != actual:
        raise AssertionError(f"expected {expected!r}, got {actual!r}")


def main(rules):
    rospy.init_node("blicket_test")
    diagnosed, meanings, refused = queue.Queue(), queue.Queue(), queue.Queue()
    rospy.Subscriber("/diagnostics", DiagnosticArray, diagnosed.put)
    rospy.Subscriber("/blicket/meanings", String, meanings.put)
    rospy.Subscriber("/blicket/refused", String, refused.put)
    commands = rospy.Publisher("/blicket/commands", String, queue_size=10, latch=True)
    for name in ["apply", "teach", "store"]:
        rospy.wait_for_service(f"/blicket/{name}", SECONDS)
    apply, teach = rospy.ServiceProxy("/blicket/apply", Apply), rospy.ServiceProxy("/blicket/teach", Teach)

    # It was started with examples: what it is to do by a sentence that nobody showed.
    while diagnosed.get(timeout=SECONDS).status[0].message != "ready":
        pass
    answer = apply("pick up the cone then put down the cube")
    check((True, "PICK CONE ; PUT CUBE", ""), (answer.understood, answer.meaning, answer.advice))
    # It refuses a word that nobody showed, and says what was probably meant.
    answer = apply("pick up the cbue")
    check((False, ""), (answer.understood, answer.meaning))
    check("Unknown: cbue. Did you mean: pick up the cube?", answer.advice)
    # It is taught while it runs.
    check((False, ""), (apply("pick up the lamp").understood, apply("pick up the lamp").meaning))
    taught = teach("pick up the lamp", "PICK LAMP", False, False)
    check((True, ""), (taught.learnt, taught.message))
    check("PUT LAMP", apply("put down the lamp").meaning)
    # A slip is noticed, and taken back.
    check(True, "PCIK" in teach("grab the lamp", "PCIK LAMP", False, False).message)
    teach("grab the lamp", "", False, True)
    check("there is no lesson for this command", teach("grab the lamp", "", False, True).message)
    # What is no command is none.
    teach("put down the stop", "", True, False)
    check(False, apply("put down the stop").understood)
    # What lessons leave open is refused with a guess, until one decides.
    for command, meaning in [("nod", "NOD"), ("beep", "BEEP"), ("nod thrice", "NOD NOD NOD"), ("nod beep", "NOD BEEP")]:
        teach(command, meaning, False, False)
    answer = apply("beep nod thrice")
    check((False, "", True), (answer.understood, answer.meaning, answer.guess.startswith("BEEP NOD")))
    teach("nod beep thrice", "NOD BEEP BEEP BEEP", False, False)
    check("BEEP NOD NOD NOD", apply("beep nod thrice").meaning)
    for command in ["nod", "beep", "nod thrice", "nod beep", "nod beep thrice"]:
        teach(command, "", False, True)
    # By topics.
    commands.publish("stop then pick up the ball")
    check("STOP ; PICK BALL", meanings.get(timeout=SECONDS).data)
    commands.publish("dance")
    check(True, refused.get(timeout=SECONDS).data.startswith("dance: Unknown: dance."))
    # What was learnt is stored, and diagnosed.
    stored = rospy.ServiceProxy("/blicket/store", Trigger)()
    check((True, rules), (stored.success, stored.message))
    check(True, "pick up the lamp\tPICK LAMP\n" in open(rules + ".lessons.tsv").read())
    while not diagnosed.empty():
        diagnosed.get()
    status = diagnosed.get(timeout=SECONDS).status[0]
    values = {pair.key: pair.value for pair in status.values}
    check((True, "9", "no"), (int(values["refused"]) >= 4, values["lessons"], values["learning"]))
    print("ok")


main(sys.argv[1])
