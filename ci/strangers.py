"""Whose code a host runs: ONNX Runtime is looked for, and what a stranger has put somewhere, or says in the
environment, is not run.

    python3 ci/strangers.py STAGE     STAGE: a prefix that `make stage` has installed to
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().with_name("strangers.cpp")
NAME = "libonnxruntime.so.1"
# A library that says that it runs. It is not ONNX Runtime, but that is seen too late.
STRANGER = r"""
#include <unistd.h>
__attribute__((constructor)) static void run(void) { (void)!write(1, "A STRANGER RUNS\n", 16); }
"""
# Users that every Debian has: who owns a program with rights of his own, and who starts it.
OWNER, CALLER = 2, 1


class Strangers:
    def __init__(self, stage, scratch):
        self.scratch, self.failed, self.left_out = scratch, 0, []
        self.program, self.library = scratch / "program", scratch / NAME
        self.runtime, self.command = stage / "lib/blicket" / NAME, stage / "bin/blicket"
        (scratch / "stranger.c").write_text(STRANGER)
        flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{stage / 'include'}"]
        archive = [stage / "lib/libblicket.a", "-lpthread", "-ldl", "-lm"]
        call([os.environ.get("CXX", "g++"), *flags, SOURCE, *archive, "-o", self.program])
        call([os.environ.get("CC", "cc"), "-shared", "-fPIC", scratch / "stranger.c", "-o", self.library])

    def check(self, name, runs, output, said=""):
        """Whether a stranger runs as he should, and what is said."""
        wrong = ("A STRANGER RUNS" in output) != runs or said not in output
        self.failed += wrong
        print(f"{'FAILED ' if wrong else 'ok     '} {name}", flush=True)
        if wrong:
            print(f"expected {'him to run' if runs else 'him not to run'}, and: {said}\n{output}", flush=True)

    def place(self, *folders, library=None):
        """A program in the first folder, and the stranger's library in the last, of a new prefix."""
        prefix = Path(tempfile.mkdtemp(dir=self.scratch))
        prefix.chmod(0o755)
        for folder in folders:
            (prefix / folder).mkdir(parents=True, exist_ok=True)
        program = shutil.copy(self.program, prefix / folders[0])
        library = shutil.copy(library or self.library, prefix / folders[-1] / NAME)
        return Path(program), Path(library)

    def beside_programs(self):
        program, library = self.place("bin", "lib/blicket")
        self.check("in the prefix of a program in bin", True, run([program]))
        library.chmod(0o666)
        self.check("a file that everyone may write to", False, run([program]),
                   f"others could have put it there: everyone may write to {library}")
        library.chmod(0o644)
        library.parent.parent.chmod(0o777)
        self.check("a folder that everyone may write to", False, run([program]),
                   f"others could have put it there: everyone may write to {library.parent.parent}")
        # As it is in the system's folder for temporary files: there, others cannot replace what is mine.
        library.parent.parent.chmod(0o1777)
        self.check("such a folder in which only owners replace", True, run([program]))
        program, library = self.place("game", "lib/blicket")
        self.check("above a program that is not in bin", False, run([program]), "ONNX Runtime cannot be used")
        program, library = self.place("game", "game")
        self.check("beside the program", True, run([program]))
        program.parent.chmod(0o777)
        self.check("beside a program in everyone's folder", False, run([program]), "everyone may write to")

    def of_other_users(self):
        program, library = self.place("bin", "lib/blicket")
        os.chown(library, CALLER, CALLER)
        self.check("a file of another user", False, run([program]), f"{library} belongs to user {CALLER}")
        # Whose program it is can change that, too.
        os.chown(library.parent.parent, CALLER, CALLER)
        os.chown(program.parent, CALLER, CALLER)
        self.check("a file of whoever has the program's folder", True, run([program]))

    def with_rights_of_its_own(self):
        program, _ = self.place("bin", "elsewhere")
        os.chown(program, OWNER, OWNER)
        environment = {**os.environ, "BLICKET_ONNXRUNTIME": str(self.library)}
        self.check("the environment", True, run([program], environment, CALLER))
        program.chmod(0o755 | stat.S_ISUID)
        self.check("the environment, with the set-user-ID bit", False, run([program], environment, CALLER))
        program, library = self.place("bin", "lib/blicket")
        for path in [library, library.parent, program.parent]:
            os.chown(path, CALLER, CALLER)
        os.chown(program, OWNER, OWNER)
        program.chmod(0o755 | stat.S_ISUID)
        self.check("in the caller's folder, with the set-user-ID bit", False, run([program], user=CALLER),
                   f"belongs to user {CALLER}")

    def as_data(self):
        program, _ = self.place("game", "elsewhere")
        self.check("a file that is only read", False, run([program, self.library]), "ONNX Runtime cannot be used")

    def without_proc(self):
        """Where the system tells nothing of a process, all that does not need it works, and what does says so."""
        alone = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        if subprocess.run([*alone, "mount", "-t", "tmpfs", "none", "/proc"], capture_output=True).returncode != 0:
            self.left_out.append("a machine without /proc: this one lets nobody mount anything over it")
            return
        hidden = [*alone, "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" "$@"']
        program, library = self.place("bin", "lib/blicket")
        self.check("without /proc, in a program's prefix", False, run([*hidden, program]),
                   f"{NAME} (beside the program): the system does not say where the program is: no /proc/self/exe")
        environment = {**os.environ, "BLICKET_ONNXRUNTIME": str(library)}
        self.check("without /proc, the environment", True, run([*hidden, program], environment))
        examples = self.scratch / "examples.tsv"
        examples.write_text("dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug fep\tBLUE BLUE BLUE\n")
        with_proc, without = (run([*before, self.command, "learn", examples]) for before in ([], hidden))
        self.check("without /proc, learning", False, without, with_proc if "->" in with_proc else "a grammar")
        if self.runtime.exists():
            environment["BLICKET_ONNXRUNTIME"] = str(self.runtime)
            output = run([*hidden, program], environment)
            # Its own part that looks for the processor says on standard error that it cannot, which nobody can switch off.
            said = [line for line in output.splitlines() if not line.startswith("Error in cpuinfo: ")]
            self.check("without /proc, ONNX Runtime", False, "\n".join(said) + ".", f"{self.runtime}.")
            self.failed += said != [str(self.runtime)]

    def is_found(self):
        """What is vouched for is loaded, and said by its own name."""
        program, library = self.place("bin", "lib/blicket", library=self.runtime)
        shutil.copy(f"{self.runtime}.sha256", f"{library}.sha256")
        self.check("ONNX Runtime, and not a stranger", False, run([program]), f"{library}\n")

    def all(self):
        self.beside_programs()
        self.as_data()
        self.without_proc()
        if os.geteuid() == 0:
            self.of_other_users()
            self.with_rights_of_its_own()
        else:
            self.left_out.append("other users, and programs with rights of their own: only root can make them")
        if self.runtime.exists():
            self.is_found()
        else:
            self.left_out.append("ONNX Runtime itself: `make runtime` fetches it")


def call(command):
    subprocess.run([str(part) for part in command], check=True)


def run(command, environment=None, user=None):
    environment = dict(environment or {name: value for name, value in os.environ.items()
                                       if name != "BLICKET_ONNXRUNTIME"})
    environment.pop("LD_LIBRARY_PATH", None)
    child = subprocess.run([str(part) for part in command], env=environment, user=user, text=True, timeout=60,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return child.stdout if child.returncode == 0 else f"exit code {child.returncode}\n{child.stdout}"


def main():
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o755)
        strangers = Strangers(Path(sys.argv[1]).resolve(), Path(scratch))
        strangers.all()
    for part in strangers.left_out:
        print(f"*** LEFT OUT: {part} ***")
    missing = strangers.left_out if "BLICKET_NOTHING_LEFT_OUT" in os.environ else []
    sys.exit(1 if strangers.failed or missing else 0)


if __name__ == "__main__":
    main()
