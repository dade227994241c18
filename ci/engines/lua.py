"""Lua: the test under LuaJIT, and the declarations against the header, word by word."""

import re

from common import BINDINGS, ROOT, needs, run, same, with_library

SOURCE = BINDINGS / "lua"


def words(code):
    return " ".join(re.sub(r"([(),;*])", r" \1 ", code).split())


def test(stage):
    header = words(re.sub(r"/\*.*?\*/", "", (ROOT / "include/blicket/blicket.h").read_text(), flags=re.S))
    cdef = re.search(r"ffi\.cdef \[\[(.*?)\]\]", (SOURCE / "blicket.lua").read_text(), re.S).group(1)
    for declaration in re.findall(r"^(?:const )?\w+ \*?blicket_\w+\([^;]*;", cdef, re.M):
        same(True, words(declaration) in header, f"whether the header has: {declaration}")
    needs(["luajit"], ["luajit"])
    same("ok\n", run("luajit", SOURCE / "test.lua", env=with_library(stage, LUA_PATH=f"{SOURCE}/?.lua")), "what it prints")
