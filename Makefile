# blicket. `make` lists what can be made.

PREFIX ?= /usr/local
DESTDIR ?=
CARGO ?= cargo
RUSTC ?= rustc
CXX ?= g++

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ABI := $(shell sed -n 's/^pub const ABI_VERSION: u32 = \(.*\);/\1/p' src/lib.rs)
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release
# The demonstration and the host programs are built against an installed tree, as a host would.
STAGE := build/stage

.PHONY: help
help:
	@echo 'make demo       build the command and a C++ program that links the library, and show both'
	@echo 'make test       formatting, lints, documentation, Rust tests, C and C++ host programs'
	@echo 'make soak [MINUTES=5]'
	@echo '                mixed searches of all kinds for a while: results right, memory flat, nothing left behind'
	@echo 'make growth [TABLES="examples rules length sections threads"]'
	@echo '                time and memory as examples, rules, sentences, sections and threads grow'
	@echo 'make bench      how fast grammars run, and how that grows'
	@echo 'make bench-beside'
	@echo '                the same beside programs that were written for one language each, and crates of others'
	@echo 'make bench-hassil'
	@echo '                commands by sections beside hassil, which is fetched from PyPI'
	@echo 'make bench-speed [ROWS="MiniSCAN words"]'
	@echo '                how long learning takes: at first, the same again, with one more example'
	@echo 'make bench-synthesis [EPISODES=N] [DRAWS=N] [TABLES="miniscan few human scan scan-whole numbers"]'
	@echo '                how often grammars are found, and their answers right'
	@echo 'make bench-proposals [EPISODES=N] [DRAWS=N] [TABLES="miniscan few scan scan-uniform numbers outside noise"]'
	@echo '                the same by what networks propose, and with wrong examples'
	@echo 'make bench-teaching [EPISODES=N] [DRAWS=N] [TABLES="miniscan scan numbers commands"]'
	@echo '                how many answered questions it takes until everything is right, by simulated teachers'
	@echo 'make bench-lint [EPISODES=N] [TABLES="miniscan scan commands"]'
	@echo '                how many false alarms lint by learning raises, and how many slips it finds'
	@echo 'make bench-deadlines [SEARCHES=N]'
	@echo '                how long after its deadline, or after a cancel, a search comes back'
	@echo 'make bench-incremental [EPISODES=N] [TABLES="miniscan scan files numbers commands"]'
	@echo '                how much faster a task with one more example is solved again'
	@echo 'make bench-bases'
	@echo '                how well number words of other bases than ten are learnt'
	@echo 'make bench-calibration, make bench-slips, make bench-anytime'
	@echo '                whether confidence means something, slips are named, and what there is when time is up'
	@echo 'make bench-leave-one-out'
	@echo '                each example asked about, learnt from the others, by strategy'
	@echo 'make bench-commands [FILES=...] [COMMANDS="--half --each"]'
	@echo '                how well real command languages are learnt: right, refused, wrong'
	@echo 'make golden     whether some thousand tasks are still solved exactly as ci/golden.txt says'
	@echo 'make counts     how many instructions a handful of tasks takes, beside ci/counts.txt (needs valgrind);'
	@echo '                with COUNTS=--doubt what a stored grammar takes beside its rules alone'
	@echo 'make baselines  the command with the search baselines of the paper, in $(RELEASE)'
	@echo 'make install    to PREFIX (now $(PREFIX)), under DESTDIR if it is set'
	@echo 'make uninstall  remove what install put there'
	@echo 'make runtime    fetch ONNX Runtime, which runs the networks, into build/runtime; with CUDA=1 the one for NVIDIA cards'
	@echo 'make test-cuda  fetch that one (250 MB) and test what a machine without a card can'
	@echo 'make bench-together'
	@echo '                what searches gain that ask networks together, as they do on a card, here by the processor'
	@echo 'make bench-runtime'
	@echo '                what loading and running the networks costs'
	@echo 'make paper      every table of the paper with our rows in it, in build/paper/report.html (three hours at most)'
	@echo 'make paper-quick'
	@echo '                the same with few episodes (ten minutes), in build/paper-quick'
	@echo 'make paper-look [REPORT=build/paper-quick]'
	@echo '                check the report in a headless browser, and take pictures of it'
	@echo 'make paper-readme'
	@echo '                put the summary table of make paper into BENCHMARKS.md'
	@echo 'make dist       an archive to unpack and use, and a wheel for Python, in build/dist'
	@echo 'make test-dist  make it twice, in two folders, and compare: as long as two releases take'
	@echo 'make test-bare  whether that archive runs on a bare Debian 12 and 13; needs root, debootstrap and a mirror'
	@echo 'make test-exits make a thousand processes end while networks are at work [EXITS=1000]'
	@echo 'make test-nth   let the N-th allocation and the N-th system call fail, for many N [POINTS=60]'
	@echo 'make test-platforms'
	@echo '                compile for WebAssembly, Windows, macOS and ARM, as far as Rust has them here'
	@echo 'make platforms  the same for all of them: what they need is fetched by rustup, or as root from Debian'
	@echo 'make test-cross run the command for ARM and Windows by emulators, which are in Debian'
	@echo 'make test-cmake the sources in a host'"'"'s CMake; make test-conan, test-vcpkg, test-deb, test-crates: other packages'
	@echo 'make sections [LOCALES="en de"]'
	@echo '                learn the ready-made number sections anew, from what ICU spells out'
	@echo 'make test-export'
	@echo '                exported grammars by parsers that others wrote, from PyPI'
	@echo 'make python     the wheel for Python, in build/python/wheels'
	@echo 'make python-manylinux'
	@echo '                the same for systems as old as glibc 2.17'
	@echo 'make test-python'
	@echo '                that wheel, installed and tested; make test-python-cluster also kills workers of Ray and Dask'
	@echo 'make bench-python'
	@echo '                apply and apply_many beside the C calls; make bench-python-cluster one worker and two'
	@echo 'make test-bindings'
	@echo '                C#, LuaJIT, Go, Java and Node, with what they need fetched; one: make test-csharp, test-lua, ...'
	@echo 'make test-engines'
	@echo '                those, and robots and games with their engines, as far as Debian has them: ROS 1, Godot 4'
	@echo 'make unity      the package for Unity; make godot the add-on for Godot 4, make unreal the plugin for Unreal 5'
	@echo 'make test-studio'
	@echo '                the page of `blicket studio` in a real browser; installs Chromium, playwright-core and axe-core'
	@echo 'make wasm       blicket for WebAssembly: a package for npm, and the studio as a static folder, in build/wasm'
	@echo '                (make test-wasm tests the package, make bench-wasm compares it with the native library)'
	@echo 'make licences   collect the licences of what is shipped in THIRD-PARTY.md anew'
	@echo 'make fuzz [SECONDS=60] [TARGETS="grammar_text grammar_tools evaluation doubt episodes learning lint proposals c_abi model_file studio"]'
	@echo '                hostile input by libFuzzer, on nightly Rust; so many seconds each'
	@echo 'make audit      known vulnerabilities, licences and sources of all crates, by cargo-deny'
	@echo 'make audit-offline'
	@echo '                the same without vulnerabilities, which are looked up on GitHub'
	@echo 'make sanitize   Rust tests and C and C++ programs under AddressSanitizer and valgrind; needs nightly Rust'
	@echo 'make header     generate include/blicket/blicket.h anew'
	@echo 'make api        API pages for C, C++, Rust and Python, in build/api'
	@echo 'make pictures   draw the pictures of README.md and docs/LANGUAGE.md anew'
	@echo 'make doc        the documentation of the Rust crate, in target/doc'
	@echo 'make clean      remove what was built'

.PHONY: build
build:
	$(CARGO) build --release --locked -p blicket-c -p blicket-cxx -p blicket-cli

# `make install` builds the command anew, without them.
.PHONY: baselines
baselines:
	$(CARGO) build --release --locked -p blicket-cli --features baselines

.PHONY: bench-bases
bench-bases: build
	python3 ci/bases.py $(RELEASE)/blicket

# FILES may be sets from elsewhere; COMMANDS takes options of ci/commands.py.
.PHONY: bench-commands
bench-commands: build
	python3 ci/commands.py $(RELEASE)/blicket $(FILES) $(COMMANDS)

# Whether confidence means something, over all sets of the data. CALIBRATION takes options of ci/calibration.py.
.PHONY: bench-calibration
bench-calibration: build
	python3 ci/calibration.py $(RELEASE)/blicket $(CALIBRATION)

# What there is when time is up, by strategy.
.PHONY: bench-anytime
bench-anytime: build
	python3 ci/anytime.py $(RELEASE)/blicket $(ANYTIME)

# Each example asked about, learnt from the others, by strategy. LEAVE_ONE_OUT takes options of ci/leave_one_out.py.
.PHONY: bench-leave-one-out
bench-leave-one-out: build
	python3 ci/leave_one_out.py $(RELEASE)/blicket $(LEAVE_ONE_OUT)

# Whether a wrong token in an example is named. SLIPS takes options of ci/slips.py.
.PHONY: bench-slips
bench-slips: build
	python3 ci/slips.py $(RELEASE)/blicket $(SLIPS)

# Also what a change that is meant to change answers is compared with: `make golden GOLDEN=--write`.
.PHONY: golden
golden: baselines runtime
	BLICKET_ONNXRUNTIME=$(CURDIR)/$(RUNTIME)/libonnxruntime.so.1 python3 ci/golden.py $(RELEASE)/blicket $(GOLDEN)

# What a change costs, in instructions: `make counts COUNTS=--write` keeps them. Needs valgrind.
.PHONY: counts
counts: build
	python3 ci/counts.py $(RELEASE) $(COUNTS)

.PHONY: stage
stage: build
	@$(MAKE) --silent put-files PREFIX=$(CURDIR)/$(STAGE) DESTDIR=

# Without the runtime of the networks, and compiled in a fraction of the time of a release.
DEMO := $(or $(CARGO_TARGET_DIR),target)/demo

.PHONY: demo
demo:
	@echo '1 of 4: the library and the command are built (minutes the first time; cargo says how far it is)'
	@$(CARGO) build --profile demo --locked -p blicket-c -p blicket-cli
	@echo '2 of 4: a C++ program is compiled and linked with the library'
	@mkdir -p build/demo
	@cp -f $(DEMO)/libblicket.so build/demo/libblicket.so.$(ABI)
	@ln -sf libblicket.so.$(ABI) build/demo/libblicket.so
	@$(CXX) -std=c++17 -O1 -Wall -Wextra -Iinclude cpp-examples/demo.cpp \
	  -Lbuild/demo -lblicket -Wl,-rpath,'$(CURDIR)/build/demo' -o build/demo/demo
	@echo '3 of 4: what you would type'
	@PATH="$$(realpath $(DEMO)):$$PATH" ci/demo.sh
	@echo; echo '4 of 4: the C++ program, with languages as in the paper'; echo
	@build/demo/demo
	@echo; echo 'Done. `make test` tests all of it, `make install PREFIX=...` installs a release.'

.PHONY: test
test: test-rust test-models test-hosts

# All tests run with what is shipped, the default features. Builds with none of them run all tests of single parts, and
# of others those that differ; every other combination of the library's features is linted, and its unit tests run.
BARE := -p blicket -p blicket-c -p blicket-cxx -p blicket-cli --no-default-features
MEASURED := -p blicket-cli --features baselines
COMBINATIONS := evidence neural suggestions unicode neural,suggestions neural,unicode suggestions,unicode

.PHONY: test-rust
test-rust:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CARGO) clippy --locked $(BARE) --all-targets -- -D warnings
	$(CARGO) clippy --locked $(MEASURED) --all-targets -- -D warnings
	@set -e; for features in $(COMBINATIONS); do echo "clippy and unit tests with $$features"; \
	  $(CARGO) clippy --quiet --locked -p blicket --no-default-features --features $$features -- -D warnings; \
	  $(CARGO) test --quiet --locked -p blicket --no-default-features --features $$features --lib; done
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --locked --no-deps -p blicket -p blicket-lab
	$(CARGO) test --locked --workspace
	$(CARGO) test --locked $(BARE) --lib
	$(CARGO) test --locked $(BARE) --test without_networks --test learn --test messages
	$(CARGO) test --locked $(MEASURED) --test baselines

# All interleavings of the threads that share the engine's workers. A build of its own.
.PHONY: test-models
test-models:
	RUSTFLAGS='--cfg loom' $(CARGO) test --locked --release --lib --target-dir \
	  $(or $(CARGO_TARGET_DIR),target)/loom workers::models

.PHONY: test-hosts
test-hosts: stage
	python3 ci/hosts.py $(STAGE)

# What can happen to a host: no threads, exceptions, fork.
.PHONY: test-faults
test-faults: stage
	python3 ci/faults.py $(STAGE)

test: test-faults

# A thousand processes that end while networks are at work: how many of them crash. Twenty minutes, so not among the tests.
EXITS ?= 1000

.PHONY: test-exits
test-exits: stage
	EXITS=$(EXITS) python3 ci/faults.py $(STAGE)

# The N-th allocation and the N-th system call that fail, each in a process of its own. Some minutes, so not among the
# tests; POINTS=1000 looks closer.
POINTS ?= 60

.PHONY: test-nth
test-nth: stage
	python3 ci/nth.py $(STAGE) $(POINTS)

# Other systems: compiled for, as far as this machine has standard libraries of Rust for them.
PLATFORMS := build/platforms

.PHONY: test-platforms
test-platforms:
	python3 ci/platforms/check.py $(PLATFORMS)

test: test-platforms

# Their standard libraries are fetched by rustup. Where it has none, a Rust of Debian's is, and the libraries are compiled from
# its sources: as root, by a mirror, in minutes.
.PHONY: platforms
platforms:
	python3 ci/platforms/check.py $(PLATFORMS) all

# The command for ARM and Windows, by qemu-user and wine.
.PHONY: test-cross
test-cross: platforms
	python3 ci/platforms/run.py $(PLATFORMS)

# Packages for other people's tools, each used by a program outside the tree. All but the first and the last are made of
# the archive of `make dist`. Conan is fetched from PyPI, and tools of Debian's from Debian, as root; vcpkg itself is to be
# had nowhere here: CMake runs its port.
PACKAGES := build/packages

.PHONY: test-cmake
test-cmake:
	python3 ci/packages.py $(PACKAGES) cmake

.PHONY: test-conan
test-conan: dist
	python3 ci/package_conan.py $(PACKAGES)

.PHONY: test-vcpkg
test-vcpkg: dist
	python3 ci/packages.py $(PACKAGES) vcpkg

.PHONY: test-deb
test-deb: dist
	python3 ci/package_debian.py $(PACKAGES)

# What crates.io would get, as far as that can be told without it.
.PHONY: test-crates
test-crates:
	python3 ci/packages.py $(PACKAGES) crates

# Whose code a host runs when ONNX Runtime is looked for.
.PHONY: test-strangers
test-strangers: stage
	python3 ci/strangers.py $(STAGE)

test: test-strangers

# All kinds of work from several threads, for a while: results right, memory flat, nothing left behind.
MINUTES ?= 5

.PHONY: soak
soak: stage
	python3 ci/soak.py $(STAGE) $$(($(MINUTES) * 60))

.PHONY: test-soak
test-soak: stage
	python3 ci/soak.py $(STAGE) 8

test: test-soak

.PHONY: licences
licences:
	python3 ci/licences.py --write

# The number words of all locales that ICU has rules for, learnt and checked: half an hour. `make sections LOCALES="en de"`
# makes some of them.
LOCALES ?=

.PHONY: sections
sections:
	$(CARGO) build --release --locked -p blicket-cli
	python3 sections/make.py $(RELEASE)/blicket $(LOCALES)

# Exported grammars, read by parsers that others wrote, which are fetched from PyPI.
.PHONY: test-export
test-export:
	$(CARGO) build --locked -p blicket-cli
	python3 ci/export.py $(or $(CARGO_TARGET_DIR),target)/debug/blicket build/export-parsers

.PHONY: test-licences
test-licences:
	python3 -m unittest -q ci/test_licences.py ci/test_security.py
	python3 ci/licences.py

test: test-licences

# The Python package. Its tools come from PyPI by hash, into an environment of their own; where that is not to be had,
# `make test` says so and leaves the package out.
.PHONY: python
python:
	python3 ci/python.py wheel

.PHONY: python-manylinux
python-manylinux:
	python3 ci/python.py manylinux

.PHONY: test-python
test-python:
	python3 ci/python.py test

test: test-python

# Ray and Dask are large and take half a minute to start and stop: not among the tests.
.PHONY: test-python-cluster
test-python-cluster: python
	python3 ci/python.py cluster

# The notebook, run and stored anew: after a change that is meant to change what it shows.
.PHONY: python-notebook
python-notebook: python
	python3 ci/python.py notebook

.PHONY: bench-python
bench-python: python
	$(CARGO) build --release --locked -p blicket-c
	python3 ci/python.py bench

.PHONY: bench-python-cluster
bench-python-cluster: python
	python3 ci/python.py bench-cluster

# The page of the studio in a real browser. `.ci/run` runs it after the tests.
.PHONY: test-studio
test-studio: stage
	python3 ci/studio.py $(STAGE)

# What is missing to compile for wasm32 is fetched, as by `make platforms`.
.PHONY: wasm
wasm:
	python3 ci/wasm.py build

.PHONY: test-wasm
test-wasm: wasm
	python3 ci/wasm.py test

.PHONY: bench-wasm
bench-wasm: wasm
	python3 ci/wasm.py bench

# Rust's tests by the nightly compiler, C and C++ programs by gcc, both with AddressSanitizer; then valgrind. Not among
# the tests: it builds everything once more, and takes long.
.PHONY: sanitize
sanitize: stage
	python3 ci/sanitize.py $(STAGE) build/sanitize

# Known vulnerabilities are in RustSec's database on GitHub: where that cannot be reached, the rest is checked, and this
# fails, because nobody has looked. So it is not among the tests.
DENY := 0.20.2

.PHONY: audit
audit: audit-offline
	$(CARGO) deny --locked check advisories || { \
	  echo 'NOT AUDITED, or not clean: advisories need https://github.com/rustsec/advisory-db'; exit 1; }

.PHONY: audit-offline
audit-offline:
	@$(CARGO) deny --version >/dev/null 2>&1 || { \
	  echo 'cargo-deny is not here: cargo install --locked cargo-deny@$(DENY)'; exit 1; }
	$(CARGO) deny --locked --offline check licenses bans sources

# `make test` replays what is kept of this, and runs the same targets shortly on stable Rust.
CARGO_FUZZ := 0.13.2
SECONDS ?= 60
TARGETS ?=

.PHONY: fuzz
fuzz: runtime
	@$(CARGO) fuzz --version >/dev/null 2>&1 || { \
	  echo 'cargo-fuzz is not here: cargo install --locked cargo-fuzz@$(CARGO_FUZZ)'; exit 1; }
	@$(CARGO) +nightly --version >/dev/null 2>&1 || { \
	  echo 'nightly Rust is not here: rustup toolchain install nightly --profile minimal'; exit 1; }
	python3 fuzz/run.py $(SECONDS) $(TARGETS)

.PHONY: bench
bench:
	$(CARGO) bench --locked --bench evaluator

# A workspace of its own, so that no other build needs the crates that are compared.
.PHONY: bench-beside
bench-beside:
	$(CARGO) run --locked --release --manifest-path benches/beside/Cargo.toml --target-dir \
	  $(or $(CARGO_TARGET_DIR),target)/beside

.PHONY: bench-hassil
bench-hassil: build
	python3 ci/beside_hassil.py $(RELEASE)/blicket build/export-parsers

# Two minutes. ROWS: only rows with one of these texts in their names.
.PHONY: bench-speed
bench-speed:
	$(CARGO) bench --locked --bench speed -- $(ROWS)

# All tables take a quarter of an hour on an idle core. Without numbers, every table has its own.
EPISODES ?=
DRAWS ?=
TABLES ?=

.PHONY: bench-synthesis
bench-synthesis:
	$(CARGO) bench --locked --bench synthesis -- \
	  $(if $(EPISODES),--episodes $(EPISODES)) $(if $(DRAWS),--draws $(DRAWS)) $(TABLES)

.PHONY: bench-teaching
bench-teaching:
	$(CARGO) bench --locked --bench teaching -- \
	  $(if $(EPISODES),--episodes $(EPISODES)) $(if $(DRAWS),--draws $(DRAWS)) $(TABLES)

.PHONY: bench-lint
bench-lint:
	$(CARGO) bench --locked --bench lint -- $(if $(EPISODES),--episodes $(EPISODES)) $(TABLES)

.PHONY: bench-proposals
bench-proposals: runtime
	$(CARGO) bench --locked --bench proposals -- \
	  $(if $(EPISODES),--episodes $(EPISODES)) $(if $(DRAWS),--draws $(DRAWS)) $(TABLES)

SEARCHES ?= 1000

.PHONY: bench-deadlines
bench-deadlines:
	$(CARGO) bench --locked --bench deadlines -- --searches $(SEARCHES)

.PHONY: bench-incremental
bench-incremental:
	$(CARGO) bench --locked --bench incremental -- --episodes $(or $(EPISODES),200) $(TABLES)

# All tables take ten minutes on a busy machine.
.PHONY: growth
growth:
	$(CARGO) bench --locked --bench growth -- $(TABLES)

.PHONY: header
header:
	BLICKET_WRITE_HEADER=1 $(CARGO) test --locked -p blicket-c --test header

.PHONY: doc
doc:
	$(CARGO) doc --locked --no-deps -p blicket

# API pages for C, C++, Rust and Python; a warning is an error. Not among the tests: it fetches doxygen (from Debian, as root) and
# pdoc (from PyPI, by hash), and builds the wheel.
.PHONY: api
api:
	python3 ci/api.py build/api

.PHONY: pictures
pictures:
	$(CARGO) build --locked -p blicket-cli
	python3 ci/railroad.py
	python3 ci/derivation_picture.py $(or $(CARGO_TARGET_DIR),target)/debug/blicket

.PHONY: test-docs
test-docs: stage
	python3 ci/railroad.py --check
	python3 ci/derivation_picture.py $(STAGE)/bin/blicket --check
	python3 -m unittest -q ci/test_api.py
	python3 ci/api.py build/api-headers --headers

test: test-docs

.PHONY: install
install: build put-files

ROOT = $(DESTDIR)$(PREFIX)
# Not every toolchain has them. `make dist` needs them.
RUST_NOTICES = $(shell $(RUSTC) --print sysroot)/share/doc/rust/COPYRIGHT-library.html

.PHONY: put-files
put-files:
	install -d '$(ROOT)/bin' '$(ROOT)/include/blicket' '$(ROOT)/lib/pkgconfig' '$(ROOT)/lib/cmake/blicket'
	install -d '$(ROOT)/include/blicket-cxx/blicket' '$(ROOT)/include/blicket-cxx/rust'
	install -m 755 $(RELEASE)/blicket '$(ROOT)/bin/blicket'
	install -m 644 include/blicket/*.h include/blicket/*.hpp '$(ROOT)/include/blicket'
	install -m 755 $(RELEASE)/libblicket.so '$(ROOT)/lib/libblicket.so.$(ABI)'
	ln -sf libblicket.so.$(ABI) '$(ROOT)/lib/libblicket.so'
	python3 packaging/localise.py $(RELEASE)/libblicket.a '$(ROOT)/lib/libblicket.a'
	install -m 644 $(RELEASE)/libblicket_cxx.a '$(ROOT)/lib'
	install -m 644 $(RELEASE)/cxx-include/blicket/*.h '$(ROOT)/include/blicket-cxx/blicket'
	install -m 644 $(RELEASE)/cxx-include/rust/cxx.h '$(ROOT)/include/blicket-cxx/rust'
	install -d '$(ROOT)/share/doc/blicket' '$(ROOT)/share/blicket/sections'
	install -m 644 sections/LICENSE-UNICODE '$(ROOT)/share/blicket/sections'
	@for file in sections/numbers/*.txt; do \
	  install -m 644 "$$file" "$(ROOT)/share/blicket/sections/numbers.$${file##*/}"; done
	install -m 644 LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md '$(ROOT)/share/doc/blicket'
	install -d '$(ROOT)/share/doc/blicket/pictures' '$(ROOT)/share/blicket/examples'
	install -m 644 docs/pictures/* '$(ROOT)/share/doc/blicket/pictures'
	install -m 644 examples/* '$(ROOT)/share/blicket/examples'
	python3 packaging/guide.py '$(ROOT)'
	$(RELEASE)/blicket pages '$(ROOT)'
	@if [ -e '$(RUST_NOTICES)' ]; then \
	  install -m 644 '$(RUST_NOTICES)' '$(ROOT)/share/doc/blicket/rust-COPYRIGHT-library.html'; \
	  else echo '*** LEFT OUT: the notices of the standard library of Rust, which this toolchain lacks ***'; fi
	sed 's/@VERSION@/$(VERSION)/; s/@ABI@/$(ABI)/' packaging/blicket.pc.in > '$(ROOT)/lib/pkgconfig/blicket.pc'
	sed 's/@ABI@/$(ABI)/' packaging/blicket-config.cmake.in > '$(ROOT)/lib/cmake/blicket/blicket-config.cmake'
	sed 's/@VERSION@/$(VERSION)/' packaging/blicket-config-version.cmake.in \
	  > '$(ROOT)/lib/cmake/blicket/blicket-config-version.cmake'

.PHONY: uninstall
uninstall:
	rm -f '$(ROOT)/bin/blicket' '$(ROOT)/lib/libblicket.so' '$(ROOT)/lib/libblicket.so.$(ABI)' \
	  '$(ROOT)/lib/libblicket.a' '$(ROOT)/lib/libblicket_cxx.a' '$(ROOT)/lib/pkgconfig/blicket.pc'
	rm -f '$(ROOT)/share/man/man1/blicket.1' '$(ROOT)'/share/man/man1/blicket-*.1 '$(ROOT)/share/zsh/site-functions/_blicket' \
	  '$(ROOT)/share/bash-completion/completions/blicket' '$(ROOT)/share/fish/vendor_completions.d/blicket.fish'
	rm -rf '$(ROOT)/share/doc/blicket' '$(ROOT)/share/blicket' '$(ROOT)/include/blicket' '$(ROOT)/include/blicket-cxx' '$(ROOT)/lib/cmake/blicket'

# An archive to unpack and use. Built apart, with no folder of this machine in it; dated by the last commit. Optimised as
# one module: ThinLTO gives names (.llvm.NUMBER) to parts of static libraries that differ from folder to folder.
# `make test-dist` says whether two folders give the same bytes.
DIST := build/dist
ARCHIVE := blicket-$(VERSION)-linux-$(shell uname -m)
CARGO_HOME ?= $(HOME)/.cargo

WITHOUT_FOLDERS = RUSTFLAGS='--remap-path-prefix=$(CURDIR)=/blicket --remap-path-prefix=$(CARGO_HOME)=/cargo' \
	  CXXFLAGS='-ffile-prefix-map=$(CURDIR)=/blicket -ffile-prefix-map=$(CARGO_HOME)=/cargo' \
	  CARGO_PROFILE_RELEASE_LTO=fat

.PHONY: dist
dist: runtime
	$(WITHOUT_FOLDERS) $(CARGO) build --release --locked --target-dir $(DIST)/target -p blicket-c -p blicket-cxx -p blicket-cli
	rm -rf '$(DIST)/$(ARCHIVE)'
	@$(MAKE) --silent put-files RELEASE=$(DIST)/target/release PREFIX='$(CURDIR)/$(DIST)/$(ARCHIVE)' DESTDIR=
	python3 packaging/archive.py '$(DIST)/$(ARCHIVE)' \
	  $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),0)
	python3 ci/dist.py '$(DIST)/$(ARCHIVE).tar.gz'
	$(WITHOUT_FOLDERS) CARGO_TARGET_DIR='$(CURDIR)/$(DIST)/target' python3 ci/python.py dist '$(DIST)'

# Two releases from nothing, and what differs between them. Long, so not among the tests.
.PHONY: test-dist
test-dist: runtime
	python3 ci/twice.py build/twice

# Not among the tests: it makes a Debian of each release that the archive is for, from a mirror, as root.
.PHONY: test-bare
test-bare: dist
	python3 ci/bare.py '$(DIST)/$(ARCHIVE).tar.gz' build/bare

.PHONY: clean
clean:
	$(CARGO) clean
	rm -rf build

# ONNX Runtime, which runs the networks, out of the wheel that packaging/runtime.txt names.
# CUDA=1 takes the build for NVIDIA's cards, out of the wheel that packaging/runtime-cuda.txt names, into a folder of its own;
# `make install CUDA=1` installs that one.
CUDA ?=
RUNTIME := build/runtime$(if $(CUDA),-cuda)

.PHONY: runtime
runtime:
	python3 packaging/fetch-runtime.py $(RUNTIME) $(if $(CUDA),--cuda)

# For what works without it too, and then says so.
.PHONY: try-runtime
try-runtime:
	@python3 packaging/fetch-runtime.py $(RUNTIME) --optional $(if $(CUDA),--cuda)

test-rust: try-runtime

.PHONY: put-runtime
put-runtime: try-runtime
	@[ ! -e $(RUNTIME) ] || { install -d '$(ROOT)/lib/blicket' && \
	  find $(RUNTIME) -name 'libonnxruntime*.so*' ! -name '*.sha256' -exec install -m 755 {} '$(ROOT)/lib/blicket' ';' && \
	  install -m 644 $(RUNTIME)/libonnxruntime.so.1.sha256 $(RUNTIME)/onnxruntime-* '$(ROOT)/lib/blicket'; }

put-files: put-runtime

.PHONY: remove-runtime
remove-runtime:
	rm -rf '$(ROOT)/lib/blicket'

uninstall: remove-runtime

# What can be shown without a card: the library is fetched and loaded, and says what is missing in words. Not among the tests: 250 MB.
.PHONY: test-cuda
test-cuda:
	python3 packaging/fetch-runtime.py build/runtime-cuda --cuda
	BLICKET_CUDA_RUNTIME='$(CURDIR)/build/runtime-cuda/libonnxruntime.so.1' $(CARGO) test --locked -p blicket-runtime --test cuda
	BLICKET_CUDA_RUNTIME='$(CURDIR)/build/runtime-cuda/libonnxruntime.so.1' $(CARGO) test --locked -p blicket-cli --test cuda

.PHONY: bench-runtime
bench-runtime: runtime
	$(CARGO) bench --locked -p blicket-runtime --bench sessions

# What searches gain that ask networks together, as they do on a card: here by the processor.
.PHONY: bench-together
bench-together: runtime
	$(CARGO) test --release --locked -p blicket --lib gain_of_ -- --ignored --nocapture --test-threads 1

# The paper's tables. The programs are copied, so that a build does not change what is being measured.
.PHONY: paper-tools
paper-tools: runtime
	$(CARGO) build --release --locked -p blicket-c
	$(CARGO) build --release --locked -p blicket-cli --features baselines
	install -D $(RELEASE)/blicket build/paper/bin/blicket

# Without it the other rows are made all the same, and the report says what is missing.
.PHONY: paper-torch
paper-torch:
	@training/.venv/bin/python -c 'import torch' 2>/dev/null || { \
	  echo 'The networks of the paper need torch: 5.5 GB, fetched once into training/.venv'; \
	  $(MAKE) -C training env || echo 'torch cannot be had: rows that need it are left out'; }

.PHONY: paper
paper: paper-tools paper-torch
	python3 -m paper.run full

.PHONY: paper-quick
paper-quick: paper-tools
	python3 -m paper.run quick

REPORT ?= build/paper

.PHONY: paper-look
paper-look:
	python3 -m paper.look $(REPORT)/report.html $(REPORT)/look

.PHONY: paper-readme
paper-readme:
	python3 -m paper.summary build/paper/summary.md BENCHMARKS.md

.PHONY: test-paper
test-paper:
	python3 -m unittest -q paper.tests.test_figures paper.tests.test_run paper.tests.test_report

test: test-paper

include bindings/engines.mk
