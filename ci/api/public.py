"""What a header of C++ looks like to who uses it: doxygen reads headers through this.

    python3 ci/api/public.py HEADER

Prints the header without what stands in `namespace detail`, but for the classes that public ones are made of. What a class
of a template gets from its own specialisation is left out, too: doxygen takes it for a circle.
"""

import sys

# What public classes inherit from, and what their lists are.
PUBLIC_PARTS = ("class GrammarOperations", "class Handle", "class Range")
HIDE, SHOW = "/// @cond", "/// @endcond"


def public(lines):
    """The lines, with marks around what doxygen is to pass over."""
    marked, block = [], None
    for line in lines:
        if line == "namespace detail {":
            block = []
            marked.append(line)
        elif line == "}  // namespace detail":
            marked += [HIDE, *shown_parts(block), SHOW, line]
            block = None
        else:
            (marked if block is None else block).append(line.replace(" : public Result<void>", ""))
    if block is not None:
        raise ValueError("namespace detail is not closed by a line `}  // namespace detail`")
    return marked


def shown_parts(block):
    """Lines of a hidden namespace, with marks around the classes in it that are shown."""
    lines = list(block)
    for at in reversed([at for at, line in enumerate(lines) if line.startswith(PUBLIC_PARTS)]):
        start = at
        while start > 0 and lines[start - 1].startswith(("///", "template")):
            start -= 1
        end = lines.index("};", at)
        lines[start:end + 1] = [SHOW, *without_iterators(lines[start:end + 1]), HIDE]
    return lines


def without_iterators(lines):
    """A class without what the standard library wants of its iterators, which nobody calls by name."""
    begins = [at for at, line in enumerate(lines) if line == "  class iterator {"]
    if not begins:
        return lines
    start, end = begins[0] + 2, lines.index("  };", begins[0])
    return [*lines[:start], HIDE, *lines[start:end], SHOW, *lines[end:]]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as header:
        print("\n".join(public(header.read().splitlines())))
