"""Every binding against the C header: functions that it calls are there, and its enums have the header's numbers."""

import re
import sys

from common import BINDINGS, ROOT, Failed, same

sys.path.insert(0, str(ROOT / "ci"))
import enums  # noqa: E402  (ci/enums.py)

SOURCES = ["csharp", "lua", "go", "java", "node", "godot", "unreal", "ros", "commander"]
KINDS = {".cs", ".lua", ".go", ".java", ".js", ".c", ".h", ".cpp", ".hpp"}
CSHARP_ENUMS = ["status", "outcome", "limit", "domain", "success", "stop_reason", "problem_kind", "phase", "strategy"]


def functions(header):
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    return set(re.findall(r"\b(blicket_\w+)\(", code))


def test(_stage):
    header = (ROOT / "include/blicket/blicket.h").read_text()
    declared, checked, constants = functions(header), 0, 0
    numbers = {member: number for enum in enums.of_header(header).values() for member, number in enum.items()}
    for name in SOURCES:
        for path in sorted((BINDINGS / name).rglob("*")):
            if path.suffix not in KINDS or "node_modules" in path.parts:
                continue
            # A C# declaration that gives a function another name says which one it is.
            code = re.sub(r'EntryPoint = "(blicket_\w+)"\)\].*', r"\1(", path.read_text())
            # Java has functions by their names.
            called = set(re.findall(r'"(blicket_\w+[a-z])"', code)) if path.suffix == ".java" else set()
            called |= set(re.findall(r"\b(blicket_(?!ros|godot|commander|str\b)\w+)\(", code))
            unknown = called - declared
            if unknown:
                raise Failed(f"{path} calls what the header does not declare: {', '.join(sorted(unknown))}")
            checked += len(called)
            for name, number in re.findall(r"\b(BLICKET_\w+) = (\d+)", code):
                same(numbers.get(name), int(number), f"{name} in {path}")
                constants += 1
    same(True, checked > 100, f"whether calls were found: {checked}")
    same(True, constants > 4, f"whether numbers of enums were found: {constants}")
    csharp(enums.of_header(header))


def csharp(of_header):
    code = (BINDINGS / "csharp/Runtime/Enums.cs").read_text()
    found = {name: {member: int(number) for member, number in re.findall(r"(\w+) = (\d+)", body)}
             for name, body in re.findall(r"public enum (\w+) : uint\s*{(.*?)}", code, re.S)}
    for name in CSHARP_ENUMS:
        expected = {enums.camel(member): number for member, number in
                    enums.members(f"blicket_{name}", of_header[f"blicket_{name}"])}
        same(expected, found[enums.camel(name)], f"the enum {name} of C#")
