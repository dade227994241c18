"""blicket for Conan 2: the files of a release archive, of `make dist`.

    BLICKET_ARCHIVE=$PWD/build/dist/blicket-0.1.0-linux-x86_64.tar.gz conan create packaging/conan --version 0.1.0

`make test-conan` does that, and runs test_package. Nothing is compiled, so no Rust is needed.
"""

import os

from conan import ConanFile
from conan.errors import ConanException, ConanInvalidConfiguration
from conan.tools.files import copy, get, unzip


class Blicket(ConanFile):
    name = "blicket"
    description = "Learns the rules of a small language from a handful of examples, and applies them exactly"
    license = "MIT OR Apache-2.0"
    topics = ("grammar", "command-language", "program-synthesis")
    settings = "os", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": True}
    package_type = "library"

    def validate(self):
        if (self.settings.os, self.settings.arch) != ("Linux", "x86_64"):
            raise ConanInvalidConfiguration("there are archives for Linux on x86_64 only")

    def build(self):
        archive = os.environ.get("BLICKET_ARCHIVE", "")
        if archive.startswith("https://"):
            if "BLICKET_ARCHIVE_SHA256" not in os.environ:
                raise ConanException("BLICKET_ARCHIVE_SHA256 has to be the SHA-256 of what is fetched from BLICKET_ARCHIVE")
            get(self, archive, sha256=os.environ["BLICKET_ARCHIVE_SHA256"], strip_root=True)
        elif os.path.isfile(archive):
            unzip(self, archive, strip_root=True)
        else:
            raise ConanException(f"BLICKET_ARCHIVE is {archive!r}, and has to be the archive of `make dist`: "
                                 "the whole path of a file, or an https address")

    def package(self):
        for pattern in ["include/blicket/*", "share/blicket/*"]:
            copy(self, pattern, self.build_folder, self.package_folder)
        copy(self, "*", os.path.join(self.build_folder, "share/doc/blicket"), os.path.join(self.package_folder, "licenses"))
        # Networks run by the library of ONNX Runtime in lib/blicket, which is looked for beside the shared library.
        libraries = ["libblicket.so*", "blicket/*"] if self.options.shared else ["libblicket.a"]
        for pattern in libraries:
            copy(self, pattern, os.path.join(self.build_folder, "lib"), os.path.join(self.package_folder, "lib"))

    def package_info(self):
        self.cpp_info.libs = ["blicket"]
        # The names of blicket-config.cmake.
        self.cpp_info.set_property("cmake_target_name", "blicket::blicket" if self.options.shared else "blicket::static")
        if not self.options.shared:
            self.cpp_info.system_libs = ["gcc_s", "pthread", "m", "dl"]
