"""The library as its hosts see it: what it exports, the headers, the example programs, and programs
outside the tree that find an installed blicket by CMake and by pkg-config.

    python3 ci/hosts.py STAGE     STAGE: a prefix that `make stage` has installed to
"""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import enums

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "cpp-examples"
STRICT = ["-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
C, CPP = ["-std=c11"], ["-std=c++17"]
NO_EXCEPTIONS = ["-fno-exceptions", "-fno-rtti"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
VALGRIND = [
    "valgrind", "--quiet", "--leak-check=full", "--error-exitcode=9",
    "--errors-for-leak-kinds=definite,indirect,possible",
    f"--suppressions={ROOT / 'ci/valgrind.supp'}",
]
STATIC_LIBS = ["-lpthread", "-ldl", "-lm"]

# Each example with the flags that it is built with.
PROGRAMS = {
    "robot.c": C,
    "learn.c": C,
    "learn.cpp": CPP,
    "game.cpp": CPP,
    "player.cpp": CPP,
    "teach.cpp": CPP,
    "engine_room.cpp": CPP + NO_EXCEPTIONS,
    "frames.cpp": CPP + ["-pthread"],
    "restart.cpp": CPP + NO_EXCEPTIONS,
    "threads.cpp": CPP + ["-pthread"],
    "demo.cpp": CPP,
    "bridge.cpp": CPP,
}
RUNTIME = "blicket/libonnxruntime.so.1"  # as it is installed, in lib
# A program that says which ONNX Runtime runs its networks.
RUNS_NETWORKS = """
#include <blicket/blicket.hpp>
#include <cstdio>
int main() {
  const auto engine = blicket::Engine::create();
  engine.warm_up();
  std::printf("%s\\n", std::string(engine.runtime_path()).c_str());
}
"""
# A static library of Rust, and a host that links it beside ours: both have Rust's standard library.
ANOTHER = """
#[unsafe(no_mangle)]
pub extern "C" fn another(count: u64) -> u64 {
    let numbers: std::collections::HashMap<u64, u64> = (0..count).map(|n| (n, 2 * n)).collect();
    std::panic::catch_unwind(|| numbers.values().sum()).unwrap_or(0)
}
"""
BESIDE_ANOTHER = """
#include <blicket/blicket.hpp>
#include <cstdint>
#include <cstdio>
extern "C" std::uint64_t another(std::uint64_t count);
int main() {
  const auto grammar = blicket::Grammar::parse("a -> X\\nu1 twice -> [u1] [u1]");
  std::printf("%s %d\\n", std::string(grammar.apply("a twice").text()).c_str(), int(another(10)));
}
"""
# The number of the ABI: src/lib.rs is the only place that has it.
ABI = re.search(r"^pub const ABI_VERSION: u32 = (\d+);", (ROOT / "src/lib.rs").read_text(), re.M).group(1)
LIBRARY = f"libblicket.so.{ABI}"  # as it is installed, in lib
BRIDGE = "bridge.cpp"  # over cxx, which there is only as a static library


class Failed(Exception):
    pass


def run(command, **options):
    """The standard output of a command that has to succeed."""
    command = [str(part) for part in command]
    done = subprocess.run(command, text=True, capture_output=True, timeout=600, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def fails(command):
    try:
        run(command)
        return False
    except Failed:
        return True


def compiler(source):
    return os.environ.get("CC", "gcc") if source.endswith(".c") else os.environ.get("CXX", "g++")


def same(expected, actual, what):
    if expected != actual:
        raise Failed(f"{what}\n--- expected\n{expected}\n--- actual\n{actual}")


class Hosts:
    def __init__(self, stage, scratch):
        self.stage, self.scratch = stage, scratch
        self.lib, self.include = stage / "lib", stage / "include"
        self.passed = self.failed = 0
        self.left_out = []

    def check(self, name, test, *arguments):
        try:
            test(*arguments)
            self.passed += 1
            print(f"ok      {name}", flush=True)
        except (Failed, OSError, subprocess.TimeoutExpired) as problem:
            self.failed += 1
            print(f"FAILED  {name}\n{problem}", flush=True)

    def leave_out(self, what, how):
        self.left_out.append(f"{what}: {how}")

    # What the shared library shows of itself.

    def only_our_symbols(self):
        library = self.lib / "libblicket.so"
        listed = run(["nm", "-D", "--defined-only", library]).split("\n")
        exported = {line.split()[-1] for line in listed if line}
        header = (self.include / "blicket/blicket.h").read_text()
        code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
        code = re.sub(r"static inline.*?\n}", "", code, flags=re.S)
        declared = set(re.findall(r"\b(blicket_\w+)\(", code))
        same(sorted(declared), sorted(exported), "declared in the header, and exported")

    def needs_only_libc(self):
        dynamic = run(["readelf", "-d", self.lib / "libblicket.so"])
        needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
        allowed = {"libc.so.6", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "libdl.so.2"}
        foreign = {name for name in needed - allowed if not name.startswith("ld-linux")}
        same(set(), foreign, "libraries that it should not need")
        same([LIBRARY], re.findall(r"SONAME.*\[(.*)\]", dynamic), "SONAME")

    # Headers.

    def header_compiles(self, header, language, standard, flags):
        for times in (1, 2):
            source = self.scratch / f"header.{language}"
            source.write_text(f"#include <blicket/{header}>\n" * times + "int main(void) { return 0; }\n")
            command = [compiler(source.name), standard, *STRICT, *flags, f"-I{self.include}"]
            run([*command, "-fsyntax-only", source])

    def an_older_standard_is_refused(self):
        """By one clear line, instead of whatever does not compile first."""
        source = self.scratch / "older.cpp"
        source.write_text("#include <blicket/blicket.hpp>\nint main() {}\n")
        command = [compiler(source.name), "-std=c++14", f"-I{self.include}", "-fsyntax-only", source]
        child = subprocess.run([str(part) for part in command], text=True, capture_output=True, check=False)
        first = next((line for line in child.stderr.splitlines() if "error" in line), "")
        same((True, True), (child.returncode != 0, "blicket needs C++17 or later" in first), child.stderr)

    def enums_are_the_same(self, make_program, include):
        """Every member of the header's enums is in C++ too, by its name and its number."""
        header = (self.include / "blicket/blicket.h").read_text()
        same(True, len(enums.of_header(header)) >= 11, "whether the header's enums were found")
        source = self.scratch / "enums.cpp"
        command = [compiler(source.name), *CPP, *include, "-fsyntax-only", source]
        source.write_text(make_program(header))
        run(command)
        # A member with another number is noticed.
        source.write_text(re.sub(r"== (\d+),", "== 77,", make_program(header), count=1))
        same(True, fails(command), "whether a wrong number fails")

    # Example programs.

    def build(self, source, static, flags=()):
        program = self.scratch / (source.replace(".", "_") + ("_static" if static else ""))
        command = [compiler(source), *STRICT, *PROGRAMS[source], *flags, EXAMPLES / source]
        if source == BRIDGE:
            # Its header is generated by cxx, whose style these warnings are not about.
            command += ["-isystem", self.include / "blicket-cxx"]
            command += [self.lib / "libblicket_cxx.a", *STATIC_LIBS]
        elif static:
            command += [f"-I{self.include}", self.lib / "libblicket.a", *STATIC_LIBS]
        else:
            command += [f"-I{self.include}", f"-L{self.lib}", "-lblicket", f"-Wl,-rpath,{self.lib}"]
        run([*command, "-o", program])
        return program

    def example(self, source, static, flags=()):
        output = run([self.build(source, static, flags)], cwd=self.scratch)
        same(self.transcript(source), output, f"what {source} prints")

    def transcript(self, source):
        """What an example has to print. Where two have the same stem, each has the suffix in it."""
        own = EXAMPLES / f"{source}.expected"
        return (own if own.exists() else (EXAMPLES / source).with_suffix(".expected")).read_text()

    def under_valgrind(self, source):
        run([*VALGRIND, self.build(source, False)])

    def readme_program(self):
        """The program in the README does what its comment says."""
        code = re.search(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(), re.S).group(1)
        source, program = self.scratch / "readme.cpp", self.scratch / "readme"
        source.write_text(code)
        command = [compiler("readme.cpp"), *CPP, *STRICT, f"-I{self.include}", source]
        run([*command, self.lib / "libblicket.a", *STATIC_LIBS, "-o", program])
        same(re.search(r"// (.*)", code).group(1), run([program]).strip(), "what it prints")

    # The command at a terminal.

    def shows_progress_and_stops_on_ctrl_c(self):
        """On a terminal a long search shows how far it is, and Ctrl-C stops it with the best."""
        state, lines = 1, []

        def below(n):
            nonlocal state
            state = (state * 1103515245 + 12345) % (1 << 31)
            return (state >> 16) % n

        # All outputs are of one token and of random lengths, and there are many: a fast machine takes many seconds
        # to say what is best, so that Ctrl-C comes before the end. By deduction: the default would have them by heart.
        for _ in range(40):
            words = " ".join("abcdefghijklmnop"[below(16)] for _ in range(36))
            lines.append(f"{words}\t{' '.join(['X'] * (80 + below(80)))}\n")
        examples = self.scratch / "hard.tsv"
        examples.write_text("".join(lines))
        command = [str(self.stage / "bin/blicket"), "learn", str(examples), "--timeout", "1000", "--strategy", "deduce"]
        child, terminal = pty.fork()
        if child == 0:
            # Whoever runs this may ignore SIGINT, as `nohup make test &` does, and would hand that down.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(command[0], command)
        shown, typed = b"", False
        while True:
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # the other end was closed
                break
            if b"(Ctrl-C stops)" in shown and not typed:
                typed = os.write(terminal, b"\x03") == 1
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
        text = shown.decode()
        same(True, typed, f"whether it was shown\n{text}")
        same(1, code, f"the exit code\n{text}")
        same(True, "this is the best so far" in text, f"whether it says so\n{text}")
        same(True, re.search(r"(solving|ranking): \d+\.\d s, \d+ steps", text) is not None, text)

    # ONNX Runtime.

    def finds_runtime(self, flags, beside_itself=False, under=()):
        """A program somewhere else runs networks by the ONNX Runtime beside the library, or its own."""
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        source, program, expected = folder / "program.cpp", folder / "program", self.lib / RUNTIME
        source.write_text(RUNS_NETWORKS)
        run([compiler(source.name), *CPP, *STRICT, f"-I{self.include}", source, *flags, "-o", program])
        if beside_itself:
            expected = shutil.copy(self.lib / RUNTIME, folder)
        environment = {key: value for key, value in os.environ.items() if key != "BLICKET_ONNXRUNTIME"}
        same(f"{expected}\n", run([*under, program], env=environment), "where it finds ONNX Runtime")

    def command_finds_runtime(self):
        info = json.loads(run([self.stage / "bin/blicket", "info", "--json"]))
        same((None, str(self.lib / RUNTIME)),
             (info["network_problem"], (info["runtime"] or {}).get("path")), "ONNX Runtime")

    # Programs outside the tree.

    def consumer(self):
        """A folder with a copy of an example, and the transcript it has to print."""
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        shutil.copy(EXAMPLES / "game.cpp", folder / "main.cpp")
        return folder, (EXAMPLES / "game.expected").read_text()

    def by_cmake(self, cmake, target):
        folder, expected = self.consumer()
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.13)\nproject(consumer CXX)\n"
            "set(CMAKE_CXX_STANDARD 17)\nfind_package(blicket 0.1 CONFIG REQUIRED)\n"
            f"add_executable(main main.cpp)\ntarget_link_libraries(main PRIVATE {target})\n"
        )
        run([cmake, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.stage}"])
        run([cmake, "--build", folder / "build"])
        same(expected, run([folder / "build/main"]), "what it prints")

    def beside_another(self):
        """Nothing of Rust is found twice, even if a host links all of both libraries."""
        source, other, archive = (self.scratch / name for name in ("beside.cpp", "another.rs", "libanother.a"))
        source.write_text(BESIDE_ANOTHER)
        other.write_text(ANOTHER)
        run([os.environ.get("RUSTC", "rustc"), "--edition=2024", "--crate-type=staticlib", other, "-o", archive])
        both = ["-Wl,--whole-archive", self.lib / "libblicket.a", archive, "-Wl,--no-whole-archive", *STATIC_LIBS]
        program = self.scratch / "beside"
        run([compiler(source.name), *CPP, *STRICT, f"-I{self.include}", source, *both, "-o", program])
        same("X X 90\n", run([program]), "what both libraries say")

    def by_pkg_config(self, pkg_config, static):
        folder, expected = self.consumer()
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.lib / "pkgconfig"))
        flags = run([pkg_config, "--cflags", "--libs", *(["--static"] if static else []), "blicket"],
                    env=environment).split()
        if static:
            flags = ["-l:libblicket.a" if flag == "-lblicket" else flag for flag in flags]
        else:
            flags.append(f"-Wl,-rpath,{self.lib}")
        run([compiler("main.cpp"), "-std=c++17", folder / "main.cpp", *flags, "-o", folder / "main"])
        same(expected, run([folder / "main"]), "what it prints")

    # Installing.

    def install_and_uninstall(self):
        destination = Path(tempfile.mkdtemp(dir=self.scratch))
        make = ["make", "-C", ROOT, f"DESTDIR={destination}", "PREFIX=/opt/blicket"]
        run([*make, "put-files"])
        installed = destination / "opt/blicket"
        command = installed / "bin/blicket"
        same(f"blicket {self.version()}\n", run([command, "--version"]), "the installed command")
        same(LIBRARY, os.readlink(installed / "lib/libblicket.so"), "the link")
        self.pages_are_there(installed)
        run([*make, "uninstall"])
        same([], [path for path in installed.rglob("*") if not path.is_dir()], "what is left")

    def pages_are_there(self, installed):
        """Every command that the first page names has a man page, and every shell completes it."""
        page = run([installed / "bin/blicket", "--help"])
        commands = re.findall(r"^  ([a-z]+) +[A-Z]", page, re.M)
        assert "teach" in commands and "learn" in commands, page
        share = installed / "share"
        completions = ["bash-completion/completions/blicket", "zsh/site-functions/_blicket",
                       "fish/vendor_completions.d/blicket.fish"]
        completions = [(share / path).read_text() for path in completions]
        for command in commands:
            manual = (share / f"man/man1/blicket-{command}.1").read_text()
            assert "Examples:" in manual, f"blicket-{command}.1 has no examples"
            assert all(command in completion for completion in completions), f"no shell completes {command}"
        for shell, path in [("bash", "bash-completion/completions/blicket"), ("zsh", "zsh/site-functions/_blicket")]:
            if shutil.which(shell):
                run([shell, "-n", share / path])

    def version(self):
        return re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)

    def all(self):
        self.check("exports what the header declares, and nothing else", self.only_our_symbols)
        self.check("needs no library but libc and libgcc, and has a SONAME", self.needs_only_libc)
        for header, language, standard, flags in [
            ("blicket.h", "c", "-std=c11", []), ("blicket.h", "cpp", "-std=c++17", []),
            ("blicket.hpp", "cpp", "-std=c++17", []), ("blicket.hpp", "cpp", "-std=c++20", []),
            ("blicket.hpp", "cpp", "-std=c++17", NO_EXCEPTIONS),
        ]:
            name = f"{header} compiles alone and twice, {' '.join([standard, *flags])} (.{language})"
            self.check(name, self.header_compiles, header, language, standard, flags)
        self.check("an older standard is refused by name", self.an_older_standard_is_refused)
        self.check("the enums of the C++ wrapper are those of the header", self.enums_are_the_same,
                   enums.wrapper_program, [f"-I{self.include}"])
        self.check("the enums of the bridge are those of the header", self.enums_are_the_same,
                   enums.bridge_program, ["-isystem", self.include / "blicket-cxx"])
        for source in PROGRAMS:
            if source != BRIDGE:
                self.check(f"{source}, shared", self.example, source, False)
            self.check(f"{source}, static", self.example, source, True)
        self.check("static, beside another static library of Rust", self.beside_another)
        self.check("the program in the README", self.readme_program)
        if shutil.which("valgrind"):
            for source in PROGRAMS:
                self.check(f"{source} under valgrind", self.under_valgrind, source)
        else:
            self.leave_out("the examples under valgrind", "apt-get install valgrind")
        for source in PROGRAMS:
            self.check(f"{source} with sanitizers, static", self.example, source, True, SANITIZERS)
            if source != BRIDGE:
                self.check(f"{source} with sanitizers, shared", self.example, source, False, SANITIZERS)
        if (self.lib / RUNTIME).exists():
            shared = [f"-L{self.lib}", "-lblicket", f"-Wl,-rpath,{self.lib}"]
            static = [self.lib / "libblicket.a", *STATIC_LIBS]
            self.check("ONNX Runtime beside the library", self.finds_runtime, shared)
            self.check("ONNX Runtime beside the program", self.finds_runtime, static, True)
            self.check("networks with sanitizers", self.finds_runtime, [*shared, *SANITIZERS])
            if shutil.which("valgrind"):
                self.check("networks under valgrind", self.finds_runtime, shared, False, VALGRIND)
            self.check("ONNX Runtime in the command's prefix", self.command_finds_runtime)
        else:
            self.leave_out("ONNX Runtime", "make runtime")
        cmake, pkg_config = tool("cmake"), tool("pkg-config", "pkgconf")
        if cmake:
            self.check("CMake finds it, shared", self.by_cmake, cmake, "blicket::blicket")
            self.check("CMake finds it, static", self.by_cmake, cmake, "blicket::static")
        else:
            self.leave_out("a consumer by CMake", "apt-get install cmake")
        if pkg_config:
            self.check("pkg-config finds it, shared", self.by_pkg_config, pkg_config, False)
            self.check("pkg-config finds it, static", self.by_pkg_config, pkg_config, True)
        else:
            self.leave_out("a consumer by pkg-config", "apt-get install pkg-config")
        self.check("progress and Ctrl-C at a terminal", self.shows_progress_and_stops_on_ctrl_c)
        self.check("install and uninstall", self.install_and_uninstall)


def tool(*names):
    """A command of the machine, or one from PyPI that is put into build/tools; None without pip."""
    for name in names:
        if shutil.which(name):
            return name
    tools = ROOT / "build/tools"
    if not tools.exists():
        requirements = ROOT / "ci/requirements.txt"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes",
                   "--no-deps", "--root-user-action=ignore", "--target", tools, "-r", requirements]
        subprocess.run([str(part) for part in command], check=False)
    os.environ["PYTHONPATH"] = str(tools)
    found = [tools / "bin" / name for name in names if (tools / "bin" / name).exists()]
    return found[0] if found else None


def main():
    with tempfile.TemporaryDirectory() as scratch:
        hosts = Hosts(Path(sys.argv[1]).resolve(), Path(scratch))
        hosts.all()
    for part in hosts.left_out:
        print(f"\n*** LEFT OUT: {part}, then run this again ***", flush=True)
    if hosts.left_out and os.environ.get("BLICKET_NOTHING_LEFT_OUT"):
        hosts.failed += len(hosts.left_out)
    print(f"\n{hosts.passed} passed, {hosts.failed} failed")
    sys.exit(1 if hosts.failed else 0)


if __name__ == "__main__":
    main()
