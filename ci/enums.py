"""The enums of C++ against those of the C header, which a Rust test compares with the library's own.

A program is made that the compiler takes only if every member of every enum has its name and its number in the C++
wrapper, or in the bridge. So a member that was forgotten there fails, and so does one with another number.
"""

import re

# Enums that C++ calls otherwise than the header does.
NAMES = {"blicket_flow": "Flow"}
# Members that would be keywords of C++.
KEYWORDS = {"auto": "automatic", "continue": "go_on"}
# The bridge has exceptions instead of a status, and a watcher instead of a callback.
NOT_IN_BRIDGE = {"blicket_status", "blicket_flow"}


def of_header(header):
    """The enums of the header's text: {"blicket_phase": {"BLICKET_PHASE_DONE": 3, ...}, ...}."""
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    found = re.findall(r"^enum (blicket_\w+)$(.*?)^};", code, flags=re.S | re.M)
    return {name: {member: int(number) for member, number in re.findall(r"(BLICKET_\w+) = (\d+),", body)}
            for name, body in found}


def members(name, enum):
    """The members' names without what all of them begin with, in small letters, and their numbers."""
    prefix = name.upper() + "_"
    return [(member.removeprefix(prefix if member.startswith(prefix) else "BLICKET_").lower(), number)
            for member, number in enum.items()]


def camel(text):
    return "".join(part.capitalize() for part in text.split("_"))


def asserts(space, enums, member_name):
    lines = []
    for name, enum in enums.items():
        type_name = f"{space}::{NAMES.get(name, camel(name.removeprefix('blicket_')))}"
        for member, number in members(name, enum):
            lines.append(f"static_assert(static_cast<unsigned>({type_name}::{member_name(member)}) == {number}, \"\");")
    return lines


def wrapper_program(header):
    lines = asserts("blicket", of_header(header), lambda member: KEYWORDS.get(member, member))
    return "\n".join(["#include <blicket/blicket.hpp>", *lines, "int main() {}", ""])


def bridge_program(header):
    enums = {name: enum for name, enum in of_header(header).items() if name not in NOT_IN_BRIDGE}
    return "\n".join(["#include <blicket/bridge.h>", *asserts("blicket::bridge", enums, camel), "int main() {}", ""])
