"""The ROS 2 node, as far as a compiler can read it without ROS 2: against stand-ins, of which those of its own services are
made from their descriptions. Nothing is run."""

import os
import re

from common import BINDINGS, fresh, run, same

SOURCE = BINDINGS / "ros/ros2"
TYPES = {"string": "std::string", "bool": "bool", "float64": "double"}


def structs(description):
    """The request and the response of a service, in C++."""
    parts = []
    for name, part in zip(["Request", "Response"], description.split("---\n")):
        fields = re.findall(r"^(\w+) (\w+)", re.sub(r"#.*", "", part), re.M)
        members = "".join(f"    {TYPES[kind]} {field};\n" for kind, field in fields)
        parts.append(f"  struct {name} {{\n    using SharedPtr = std::shared_ptr<{name}>;\n{members}  }};\n")
    return "".join(parts)


def test(stage):
    folder = fresh("ros2")
    (folder / "blicket_ros/srv").mkdir(parents=True)
    for path in sorted(SOURCE.glob("srv/*.srv")):
        same((BINDINGS / "ros/ros1/srv" / path.name).read_text(), path.read_text(), f"{path.name} of ROS 1, and of ROS 2")
        (folder / f"blicket_ros/srv/{path.stem.lower()}.hpp").write_text(
            "#pragma once\n#include <memory>\n#include <string>\nnamespace blicket_ros::srv {\n"
            f"struct {path.stem} {{\n{structs(path.read_text())}}};\n}}\n")
    run(os.environ.get("CXX", "g++"), "-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only",
        f"-I{stage}/include", f"-I{BINDINGS}/commander/include", f"-I{SOURCE}/stand_ins", f"-I{folder}", SOURCE / "src/node.cpp")
