"""The ROS 1 node: built by catkin, run beside Debian's roscore, and asked by another node; then by roslaunch and rosservice, as its
README says."""

import os
import signal
import socket
import subprocess
import time

from common import BINDINGS, Failed, fresh, needs, run, same

SOURCE = BINDINGS / "ros/ros1"
PACKAGES = ["catkin", "cmake", "g++", "ros-message-generation", "ros-message-runtime", "libroscpp-dev", "libstd-msgs-dev",
            "libstd-srvs-dev", "libdiagnostic-msgs-dev", "python3-rospy", "python3-rosmaster", "python3-std-msgs",
            "python3-std-srvs", "python3-diagnostic-msgs", "python3-netifaces", "python3-roslaunch", "python3-rosservice"]
PYTHON = "/usr/bin/python3"  # Debian's own, which has rospy


def test(stage):
    # rospy needs netifaces to connect, and its package does not say so.
    needs(["rosmaster", "roslaunch", "rosservice", "/usr/share/doc/python3-netifaces", "/usr/share/catkin/cmake/catkinConfig.cmake",
           "/usr/include/ros/ros.h", "/usr/include/std_srvs/Trigger.h",
           "/usr/share/diagnostic_msgs/cmake/diagnostic_msgsConfig.cmake",
           "/usr/share/message_generation/cmake/message_generationConfig.cmake"], PACKAGES)
    build = fresh("ros1")
    run("cmake", SOURCE, f"-DCMAKE_PREFIX_PATH={stage};/usr", f"-DPYTHON_EXECUTABLE={PYTHON}", cwd=build)
    run("make", cwd=build)
    rules, port = build / "rules.txt", free_port()
    packages = next(build.glob("devel/lib/python3*/*-packages"))
    environment = {**os.environ, "ROS_MASTER_URI": f"http://localhost:{port}", "ROS_LOG_DIR": str(build / "log"),
                   "ROS_HOSTNAME": "localhost", "PYTHONPATH": str(packages), "ROS_PACKAGE_PATH": str(SOURCE),
                   "CMAKE_PREFIX_PATH": f"{build / 'devel'}:/usr", "ROS_HOME": str(build / "home")}
    master = start(build, "master", environment, "rosmaster", "--core", "-p", port)
    node = None
    try:
        wait_for(port, master)
        node = start(build, "node", environment, build / "devel/lib/blicket_ros/blicket_node",
                     f"_examples:={SOURCE}/test/examples.tsv", f"_rules:={rules}")
        said = run(PYTHON, SOURCE / "test/node_test.py", rules, env=environment, timeout=300)
        same("ok", said.splitlines()[-1], "what the test says")
        # Asked to end, it ends; started again, it has what it was taught.
        node.send_signal(signal.SIGINT)  # as roslaunch does
        same(0, node.wait(60), "how the node ends")
        node = start(build, "again", environment, "roslaunch", "blicket_ros", "blicket.launch", f"rules:={rules}")
        wait = "import rospy; rospy.wait_for_service('/blicket/apply', 60)"
        run(PYTHON, "-c", wait, env=environment)
        said = run("rosservice", "call", "/blicket/apply", "command: 'put down the lamp'", env=environment)
        same(True, 'meaning: "PUT LAMP"' in said, f"what was stored\n{said}")
    finally:
        for process in filter(None, [node, master]):
            process.terminate()
            process.wait(60)


def start(build, name, environment, *command):
    with open(build / f"{name}.txt", "w") as log:
        return subprocess.Popen([str(part) for part in command], env=environment, stdout=log, stderr=log)


def free_port():
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return one.getsockname()[1]


def wait_for(port, process):
    """Until somebody listens there; a minute at most."""
    for _ in range(600):
        if process.poll() is not None:
            raise Failed(f"roscore ended with {process.returncode}")
        with socket.socket() as one:
            if one.connect_ex(("localhost", port)) == 0:
                return
        time.sleep(0.1)
    raise Failed("roscore does not listen")
