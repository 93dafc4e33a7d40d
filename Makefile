# make          the library, self-contained, in build/lib
# make demo     a short demonstration in C and Python
# make test     all tests; installs missing packages, see scripts/setup
# make docs     the site of the documents, in build/site
# make install  what was built of the library and the Swift modules: PREFIX=/usr/local DESTDIR= LIBDIR=PREFIX/lib
# make uninstall removes it again, with the same variables
# make swift-modules   the module CloudKit for Swift packages that do not depend on MockCloud, in build/swift
# make wheel, make sdist, make deb   packages, in build
# make reproducible   builds the library again in another directory and compares the bytes
#
# With CONFIG=debug, `make lib` builds a library for work on MockCloud itself in build/debug/lib: in a
# minute, with assertions, without optimisation, and only for a machine with the Swift toolchain.
# `make test-python CONFIG=debug` and `make test-c CONFIG=debug` use it (the latter without
# valgrind), and other programs with MOCKCLOUD_LIBRARY=build/debug/lib/libmockcloud.so.
#
# With MOCKCLOUD_LIBRARY=<path of a libmockcloud.so>, or MOCKCLOUD_LIBRARY=installed for the one that
# pkg-config finds, test-c, test-languages, test-python, sequences, determinism, demo, install, wheel and deb use that
# library, and no Swift code is compiled.

PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
# The parts of `make test` run one after the other, regardless of -j.
.NOTPARALLEL:

CC = gcc
SWIFT = swift
PYTHON = .venv/bin/python

CONFIG ?= release
ifeq ($(CONFIG),release)
built := build/lib
else ifeq ($(CONFIG),debug)
built := build/debug/lib
else
$(error CONFIG is release or debug, not $(CONFIG))
endif

ifeq ($(MOCKCLOUD_LIBRARY),)
library := $(CURDIR)/$(built)/libmockcloud.so
library_ready := $(built)/.built
else
ifeq ($(MOCKCLOUD_LIBRARY),installed)
library := $(shell pkg-config --variable=libdir mockcloud)/libmockcloud.so
else
library := $(abspath $(MOCKCLOUD_LIBRARY))
endif
ifeq ($(wildcard $(library)),)
$(error there is no library at $(library), where MOCKCLOUD_LIBRARY is $(MOCKCLOUD_LIBRARY))
endif
library_ready := $(library)
endif
prefix := $(CURDIR)/build/prefix
# Without the module CloudKit and those over it, which are not part of the library.
sources := $(shell find Sources include exports -type f -not -path 'Sources/*CloudKit*/*' \
  -not -path 'Sources/Shims/*') Package.swift \
  $(addprefix scripts/,build-library build-steps write-figures write-spdx wrapped.c collectable.c)
c_files := $(wildcard include/*.h Sources/CJSONMemory/*.c Sources/CJSONMemory/include/*.h \
  Sources/CMockCloud/*.c Sources/CMockCloud/include/mockcloud_variadic.h Tests/c/*.[ch] Tests/abi/*.[ch] \
  Tests/fuzz/*.[ch] Sources/Shims/os/*.c Sources/Shims/os/include/*.h scripts/*.c examples/c/*.[ch] \
  examples/c/*/*.[ch] examples/languages/*/*.c examples/languages/*/*.cpp benchmarks/*.[ch])
python_files := $(wildcard bindings/python Tests/abi examples/python benchmarks scripts/*.py scripts/docs)
swift_files := Package.swift Sources Tests $(wildcard benchmarks examples)

# Python uses that library, and the package in the source tree.
python_environment := MOCKCLOUD_LIBRARY=$(library) PYTHONPATH=$(CURDIR)/bindings/python/src
recordings := $(CURDIR)/build/recordings

export PKG_CONFIG_PATH := $(prefix)/lib/pkgconfig

.PHONY: lib install uninstall demo test test-swift test-c test-install test-languages test-python test-same sequences determinism bugs abi lint format bench fuzz wheel sdist \
  deb test-deb docs reproducible clean FORCE

lib: $(built)/.built

$(built)/.built: $(sources)
	scripts/setup lib
	env -u PKG_CONFIG_PATH scripts/build-library $(CONFIG)
	touch $@

# Compiles nothing, so that it may be run as root after a build as another user.
install:
	@[ -f "$(library)" ] || [ -f build/swift/hash ] || { \
	  echo "There is no library at $(library) to install. Build it first, with: make" >&2; exit 1; }
	@if [ -f "$(library)" ]; then \
	  MOCKCLOUD_LIBRARY=$(library) scripts/install "$(PREFIX)" "$(DESTDIR)" "$(LIBDIR)" || exit 1; \
	  echo "Programs find it at run time where the loader searches $(LIBDIR): see ldconfig, or link them"; \
	  echo "with -Wl,-rpath,$(LIBDIR)"; \
	fi
	@if [ -f build/swift/hash ]; then \
	  $(MAKE) --no-print-directory -q build/swift/.built 2>/dev/null || \
	    echo "The sources are newer than the Swift modules: make swift-modules builds them again" >&2; \
	  scripts/install-swift "$(PREFIX)" "$(DESTDIR)" "$(LIBDIR)"; \
	fi

uninstall:
	scripts/uninstall "$(PREFIX)" "$(DESTDIR)" "$(LIBDIR)"

# ---- Tests ---------------------------------------------------------------------------------------

test:
	scripts/setup
	$(MAKE) --no-print-directory test-builds test-swift abi test-c test-install test-languages test-python test-same \
	  test-swift-packages docs

# Builds the library, then the Swift modules, and the Swift tests at the same time: each build uses
# one processor for most of its time.
.PHONY: test-builds
test-builds:
	@mkdir -p build
	@echo "Building the library, with its output in build/lib.log, and the Swift tests"
	@setsid make --no-print-directory build/lib/.built build/debug/swift/.built >build/lib.log 2>&1 & library=$$!; \
	  trap 'kill -TERM -$$library 2>/dev/null' EXIT INT TERM; \
	  env -u PKG_CONFIG_PATH $(SWIFT) build --build-tests || exit 1; \
	  wait $$library || { cat build/lib.log; exit 1; }; tail -n 1 build/lib.log

test-swift: $(recordings)
	scripts/setup lib swift
	rm -rf $(recordings)/swift
	env -u PKG_CONFIG_PATH MOCKCLOUD_RECORD=$(recordings)/swift $(SWIFT) test

# The tests of CloudKit's operations, of the harness for Swift and of the example clients under Thread
# Sanitizer, with a build of their own: a quarter of an hour.
.PHONY: test-threads
test-threads:
	scripts/setup lib swift
	env -u PKG_CONFIG_PATH MOCKCLOUD_SANITIZER=thread $(SWIFT) test --sanitize=thread --scratch-path .build/threads \
	  --filter '(Mock)?CloudKit(Framework|Client)?Tests|ExampleClientTests'

# The modules for Swift packages that do not depend on MockCloud.
.PHONY: swift-modules test-swift-flags test-swift-packages
modules_debug := build/debug/swift
modules_release := build/swift
module_sources := $(shell find Sources -type f) Package.swift scripts/build-swift-modules
swift-modules: $(modules_$(CONFIG))/.built

build/swift/.built build/debug/swift/.built: $(module_sources)
	scripts/setup lib
	env -u PKG_CONFIG_PATH scripts/build-swift-modules $(if $(filter build/debug/%,$@),debug,release)
	touch $@

# Packages that know nothing of MockCloud, built and tested with the flags of an installation, in debug
# and in release.
test-swift-flags: $(modules_$(CONFIG))/.built
	MOCKCLOUD_SWIFT=$(modules_$(CONFIG)) scripts/test-swift-flags all

# What `make test` runs of it: modules without optimisation, each package in one configuration.
test-swift-packages: build/debug/swift/.built
	MOCKCLOUD_SWIFT=build/debug/swift scripts/test-swift-flags

# Of the library for distribution.
abi: build/lib/.built
	scripts/setup abi
	python3 -m unittest discover -s Tests/abi
	python3 Tests/abi/check_abi.py

# All C code uses the installed library, found by pkg-config, as users do.
build/prefix/.installed: $(library_ready) build/.library scripts/install $(wildcard packaging/*.in)
	rm -rf $(prefix)
	MOCKCLOUD_LIBRARY=$(library) scripts/install $(prefix)
	touch $@

# Changes if another library is selected.
build/.library: FORCE
	@mkdir -p build
	@echo "$(library)" | cmp -s - $@ || echo "$(library)" >$@

# valgrind uses build/unstripped, the library for distribution with its symbols. Other libraries are
# tested without valgrind, and without the examples, which use it.
ifeq ($(library),$(CURDIR)/build/lib/libmockcloud.so)
c_tests := test
c_examples := test
else
c_tests := native
c_examples := demo tool
endif

test-c: $(library_ready) build/prefix/.installed $(recordings)
	scripts/setup c
	$(MAKE) --no-print-directory -C Tests/c $(c_tests) without=$(if $(filter debug,$(CONFIG)),test_stack)
	$(MAKE) --no-print-directory -C Tests/c record recordings=$(recordings)/c
	$(MAKE) --no-print-directory -C Tests/fuzz test
	$(MAKE) --no-print-directory -C examples/c $(c_examples)

# Repeats in C the calls that were made in Python.
replay := $(CURDIR)/build/tests/replay
build/tests/replay: build/prefix/.installed Tests/c/replay.c
	@scripts/setup python
	$(MAKE) --no-print-directory -C Tests/c ../../build/tests/replay

# Processors share the tests.
in_parallel := -n auto --dist worksteal

# What scripts/install installs, scripts/uninstall removes.
test-install:
	scripts/test-install

# Programs in C++, Rust, Go and JavaScript, in those languages whose compilers are installed.
test-languages: build/prefix/.installed
	scripts/test-languages

test-python: $(library_ready) build/tests/replay $(recordings)
	scripts/setup python
	rm -rf $(recordings)/python
	$(python_environment) MOCKCLOUD_RECORD=$(recordings)/python MOCKCLOUD_REPLAY=$(replay) \
	  $(PYTHON) -m pytest -q -rs $(in_parallel) bindings/python/tests
	$(MAKE) --no-print-directory -C examples/c tool
	$(python_environment) NOTES_TOOL=$(CURDIR)/build/examples/notes_tool \
	  $(PYTHON) -m pytest -q $(in_parallel) -c bindings/python/pyproject.toml --rootdir . \
	  -p mockcloud.pytest_plugin -o mockcloud_fault_check=true examples/python

# COUNT random sequences of calls, generated from SEED; `make test-python` runs fewer of them.
SEED ?= 1
sequences: COUNT ?= 20000
sequences: $(library_ready)
	scripts/setup python
	$(python_environment) MOCKCLOUD_SEQUENCES=$(COUNT) MOCKCLOUD_SEED=$(SEED) \
	  $(PYTHON) -m pytest -q $(in_parallel) bindings/python/tests/test_sequences.py

# COUNT operations by each of 16 threads, in 16 clouds, with cancellations; `make test-swift` runs fewer.
.PHONY: operations
operations: COUNT ?= 10000
operations:
	scripts/setup lib
	env -u PKG_CONFIG_PATH MOCKCLOUD_OPERATIONS=$(COUNT) $(SWIFT) test --filter ConcurrencyTests

# Compares the journals of COUNT random sequences of calls with faults, in two processes and in C.
determinism: COUNT ?= 10000
determinism: $(library_ready) build/tests/replay
	scripts/setup python
	$(python_environment) MOCKCLOUD_WORLDS=$(COUNT) MOCKCLOUD_SEED=$(SEED) MOCKCLOUD_REPLAY=$(replay) \
	  $(PYTHON) -m pytest -q bindings/python/tests/test_determinism.py

# The random tests at full size, which `make test` runs with fewer seeds: overlaps, saved states,
# traces and clients that read changes in Python, the sync clients with 10,000 seeds in three languages,
# the clients of CloudKit with 1,000 seeds and every single fault, and many operations. More than an
# hour of CPU time.
.PHONY: soak
soak: determinism sequences
	scripts/setup python
	$(python_environment) MOCKCLOUD_OVERLAPS=10000 MOCKCLOUD_DOCUMENTS=2000 MOCKCLOUD_TRACES=1000 \
	  MOCKCLOUD_READERS=3000 $(PYTHON) -m pytest -q $(in_parallel) $(addprefix bindings/python/tests/test_,overlap.py \
	  state_documents.py damaged_documents.py traces.py findings_model.py)
	$(python_environment) NOTES_SEEDS=10000 $(PYTHON) -m pytest -q $(in_parallel) \
	  -c bindings/python/pyproject.toml --rootdir . -p mockcloud.pytest_plugin \
	  -k "random_faults or every_case" examples/python/sync/test_faults.py
	$(MAKE) --no-print-directory -C examples/c ../../build/examples/test_sync
	NOTES_SEEDS=10000 build/examples/test_sync
	env -u PKG_CONFIG_PATH NOTES_SEEDS=10000 $(SWIFT) test --filter "SyncTests/(randomFaults|everyCase)"
	env -u PKG_CONFIG_PATH NOTES_SEEDS=1000 $(SWIFT) test --filter ExampleClientTests
	$(MAKE) --no-print-directory operations

# Measures which faults find the planted bugs of the sync clients, and writes the table of
# docs/FAULTS.md. Some minutes.
bugs: $(library_ready) build/prefix/.installed
	scripts/setup python swift
	mkdir -p build/bugs
	$(python_environment) $(PYTHON) examples/python/sync/trials.py >build/bugs/python.tsv
	$(MAKE) --no-print-directory -s -C examples/c table >build/bugs/c.tsv
	env -u PKG_CONFIG_PATH NOTES_TABLE=$(CURDIR)/build/bugs/swift.tsv \
	  $(SWIFT) test --filter SyncTests/writeTable
	$(python_environment) $(PYTHON) bindings/python/tests/bugs_page.py --write

# Checks that each scenario gives the same bytes in every language.
test-same:
	scripts/compare-recordings $(recordings)

$(recordings):
	mkdir -p $@

# ---- Other targets ------------------------------------------------------------------------------------

demo: $(library_ready) build/prefix/.installed
	@scripts/setup demo
	@$(MAKE) --no-print-directory -C examples/c demo
	@echo
	@$(python_environment) python3 examples/python/quickstart.py
	@$(python_environment) python3 examples/python/demo_timezones.py

# With AGAIN=1 compares the figures with those of docs/SPEED.md and does not replace them.
bench: lib build/prefix/.installed
	scripts/setup bench
	$(MAKE) --no-print-directory -C benchmarks bench

# What CloudKit's objects cost in Swift; fails if a limit is missed.
.PHONY: bench-cloudkit
bench-cloudkit:
	scripts/setup lib
	env -u PKG_CONFIG_PATH $(SWIFT) build -c release --product cloudkit-figures
	.build/release/cloudkit-figures
	taskset -c 0 .build/release/cloudkit-figures

# Runs libFuzzer on every target for SECONDS each, with a separate build of the library.
fuzz:
	scripts/setup lib
	env -u PKG_CONFIG_PATH $(MAKE) --no-print-directory -C Tests/fuzz fuzz

# The site, in build/site; SITE_PATH is its path on its server. Warnings are errors.
docs:
	scripts/setup docs
	scripts/docs/build

wheel: $(library_ready)
	scripts/setup wheel
	cd bindings/python && MOCKCLOUD_LIBRARY=$(library) $(CURDIR)/$(PYTHON) -m build --wheel \
	  --no-isolation --outdir $(CURDIR)/build/wheels .

# The Python package with the sources of the library; building a wheel from it requires Swift.
sdist:
	scripts/setup wheel
	cd bindings/python && $(CURDIR)/$(PYTHON) -m build --sdist --no-isolation \
	  --outdir $(CURDIR)/build/wheels .

# Debian packages in build/deb, checked by lintian. Half a minute.
deb: $(library_ready)
	scripts/setup deb
	MOCKCLOUD_LIBRARY=$(library) scripts/build-deb

# Installs and uses the packages in a separate Debian 12. Requires root; takes minutes the first time.
test-deb: deb
	scripts/setup test-deb
	scripts/test-deb

# Builds twice: a quarter of an hour.
reproducible: build/lib/.built
	scripts/check-reproducible

lint:
	scripts/setup lint
	$(SWIFT) format lint --strict --recursive $(swift_files)
	clang-format --dry-run -Werror $(c_files)
	$(PYTHON) -m ruff check --config bindings/python/pyproject.toml $(python_files)
	$(PYTHON) -m ruff format --check --config bindings/python/pyproject.toml $(python_files)
	cd bindings/python && $(CURDIR)/$(PYTHON) -m mypy --strict
	cd Tests/abi && $(CURDIR)/$(PYTHON) -m mypy --strict *.py
	$(PYTHON) -m mypy --strict scripts/check_house_arrows.py
	$(PYTHON) -m mypy --strict --ignore-missing-imports --allow-subclassing-any scripts/docs
	MYPYPATH=bindings/python/src:examples/python/sync $(PYTHON) -m mypy --strict --explicit-package-bases examples/python
	scripts/check-house

format:
	scripts/setup lint
	$(SWIFT) format --in-place --recursive $(swift_files)
	clang-format -i $(c_files)
	$(PYTHON) -m ruff format --config bindings/python/pyproject.toml $(python_files)

clean:
	rm -rf build .build
