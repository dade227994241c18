"""Go: formatting, go vet and the tests, by cgo and pkg-config."""

from common import BINDINGS, fresh, needs, run, same, with_library

SOURCE = BINDINGS / "go"


def test(stage):
    needs(["go", "gofmt", "gcc", "pkg-config"], ["golang-go", "gcc", "libc6-dev", "pkg-config"])
    same("", run("gofmt", "-l", SOURCE), "files that are not formatted")
    # Whatever the stage has, the headers and the library are found here.
    described = fresh("go") / "blicket.pc"
    described.write_text(f"Name: blicket\nDescription: for the test\nVersion: 0\nCflags: -I{stage}/include\n"
                         f"Libs: -L{stage}/lib -lblicket\n")
    environment = with_library(stage, PKG_CONFIG_PATH=str(described.parent), GOFLAGS="-count=1", GOPROXY="off")
    run("go", "vet", ".", cwd=SOURCE, env=environment)
    print(run("go", "test", ".", cwd=SOURCE, env=environment), end="")
