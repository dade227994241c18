"""A host that Conan builds with the package: game.cpp of cpp-examples, and what it prints."""

import io
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout


class Host(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "VirtualRunEnv"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    @property
    def example(self):
        return Path(self.recipe_folder).parents[2] / "cpp-examples/game.cpp"

    def generate(self):
        shared = self.dependencies["blicket"].options.shared
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        toolchain.cache_variables["EXAMPLE"] = str(self.example)
        toolchain.cache_variables["TARGET"] = "blicket::blicket" if shared else "blicket::static"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if not can_run(self):
            raise ConanException("what was built cannot be run here, so nothing was tested")
        printed = io.StringIO()
        self.run(str(Path(self.build_folder) / self.cpp.build.bindir / "game"), printed, env="conanrun")
        expected = self.example.with_suffix(".expected").read_text()
        if printed.getvalue() != expected:
            raise ConanException(f"game prints\n{printed.getvalue()}\ninstead of\n{expected}")
