# blicket. `make` lists what can be made.

PREFIX ?= /usr/local
DESTDIR ?=
CARGO ?= cargo
CXX ?= g++

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ABI := 1
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release
# The demonstration and the host programs are built against an installed tree, as a host would.
STAGE := build/stage

.PHONY: help
help:
	@echo 'make demo       build a C++ program that links the library, and run it'
	@echo 'make test       formatting, lints, documentation, Rust tests, C and C++ host programs'
	@echo 'make bench      how fast grammars run, and how that grows'
	@echo 'make bench-synthesis [EPISODES=N] [DRAWS=N] [TABLES="miniscan few human scan scan-whole"]'
	@echo '                how often grammars are found, and their answers right'
	@echo 'make install    to PREFIX (now $(PREFIX)), under DESTDIR if it is set'
	@echo 'make uninstall  remove what install put there'
	@echo 'make header     generate include/blicket/blicket.h anew'
	@echo 'make doc        the documentation of the Rust crate, in target/doc'
	@echo 'make clean      remove what was built'

.PHONY: build
build:
	$(CARGO) build --release --locked -p blicket-c -p blicket-cxx -p blicket-cli

.PHONY: stage
stage: build
	@$(MAKE) --silent put-files PREFIX=$(CURDIR)/$(STAGE) DESTDIR=

.PHONY: demo
demo: stage
	@mkdir -p build/demo
	$(CXX) -std=c++17 -O2 -Wall -Wextra -I$(STAGE)/include cpp-examples/demo.cpp \
	  -L$(STAGE)/lib -lblicket -Wl,-rpath,$(CURDIR)/$(STAGE)/lib -o build/demo/demo
	@echo; build/demo/demo

.PHONY: test
test: test-rust test-hosts

.PHONY: test-rust
test-rust:
	$(CARGO) fmt --all -- --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --locked --no-deps -p blicket
	$(CARGO) test --locked --workspace

.PHONY: test-hosts
test-hosts: stage
	python3 ci/hosts.py $(STAGE)

.PHONY: bench
bench:
	$(CARGO) bench --locked --bench evaluator

# A quarter of an hour with these numbers on an idle core.
EPISODES ?= 2000
DRAWS ?= 100
TABLES ?=

.PHONY: bench-synthesis
bench-synthesis:
	$(CARGO) bench --locked --bench synthesis -- --episodes $(EPISODES) --draws $(DRAWS) $(TABLES)

.PHONY: header
header:
	BLICKET_WRITE_HEADER=1 $(CARGO) test --locked -p blicket-c --test header

.PHONY: doc
doc:
	$(CARGO) doc --locked --no-deps -p blicket

.PHONY: install
install: build put-files

ROOT = $(DESTDIR)$(PREFIX)

.PHONY: put-files
put-files:
	install -d '$(ROOT)/bin' '$(ROOT)/include/blicket' '$(ROOT)/lib/pkgconfig' '$(ROOT)/lib/cmake/blicket'
	install -d '$(ROOT)/include/blicket-cxx/blicket' '$(ROOT)/include/blicket-cxx/rust'
	install -m 755 $(RELEASE)/blicket '$(ROOT)/bin/blicket'
	install -m 644 include/blicket/*.h include/blicket/*.hpp '$(ROOT)/include/blicket'
	install -m 755 $(RELEASE)/libblicket.so '$(ROOT)/lib/libblicket.so.$(ABI)'
	ln -sf libblicket.so.$(ABI) '$(ROOT)/lib/libblicket.so'
	install -m 644 $(RELEASE)/libblicket.a $(RELEASE)/libblicket_cxx.a '$(ROOT)/lib'
	install -m 644 $(RELEASE)/cxx-include/blicket/bridge.h '$(ROOT)/include/blicket-cxx/blicket'
	install -m 644 $(RELEASE)/cxx-include/rust/cxx.h '$(ROOT)/include/blicket-cxx/rust'
	sed 's/@VERSION@/$(VERSION)/' packaging/blicket.pc.in > '$(ROOT)/lib/pkgconfig/blicket.pc'
	install -m 644 packaging/blicket-config.cmake '$(ROOT)/lib/cmake/blicket'
	sed 's/@VERSION@/$(VERSION)/' packaging/blicket-config-version.cmake.in \
	  > '$(ROOT)/lib/cmake/blicket/blicket-config-version.cmake'

.PHONY: uninstall
uninstall:
	rm -f '$(ROOT)/bin/blicket' '$(ROOT)/lib/libblicket.so' '$(ROOT)/lib/libblicket.so.$(ABI)' \
	  '$(ROOT)/lib/libblicket.a' '$(ROOT)/lib/libblicket_cxx.a' '$(ROOT)/lib/pkgconfig/blicket.pc'
	rm -rf '$(ROOT)/include/blicket' '$(ROOT)/include/blicket-cxx' '$(ROOT)/lib/cmake/blicket'

.PHONY: clean
clean:
	$(CARGO) clean
	rm -rf build
