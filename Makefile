# make          the library, self-contained, in build/lib
# make demo     what it is, in a minute
# make test     everything that is tested; installs what testing needs, see scripts/setup
# make install  PREFIX=/usr/local DESTDIR=

PREFIX ?= /usr/local
DESTDIR ?=
# The parts of `make test` follow one another, whatever -j says.
.NOTPARALLEL:

CC = gcc
SWIFT = swift
PYTHON = .venv/bin/python

library := build/lib/libmockcloud.so
prefix := $(CURDIR)/build/prefix
sources := $(shell find Sources include exports -type f) Package.swift scripts/build-library scripts/no-scalar-names.c
c_files := $(wildcard include/*.h Tests/c/*.[ch] Tests/abi/*.[ch] Tests/fuzz/*.[ch] scripts/*.c examples/c/*.[ch] examples/c/tasks/*.[ch] benchmarks/*.[ch])
python_files := $(wildcard bindings/python Tests/abi examples/python benchmarks scripts/*.py)
swift_files := Package.swift Sources Tests $(wildcard benchmarks examples)

# Python sees the library that was built, and the package as it stands in the source tree.
python_environment := MOCKCLOUD_LIBRARY=$(CURDIR)/$(library) PYTHONPATH=$(CURDIR)/bindings/python/src
recordings := $(CURDIR)/build/recordings

export PKG_CONFIG_PATH := $(prefix)/lib/pkgconfig

.PHONY: lib install demo test test-swift test-c test-python test-same sequences determinism abi lint format bench fuzz wheel \
  setup clean

lib: build/lib/.built

build/lib/.built: $(sources)
	scripts/setup lib
	env -u PKG_CONFIG_PATH scripts/build-library
	touch $@

install: lib
	scripts/install $(PREFIX) $(DESTDIR)

setup:
	scripts/setup

# ---- Tests ---------------------------------------------------------------------------------------

test: setup test-swift abi test-c test-python test-same

test-swift: $(recordings)
	rm -rf $(recordings)/swift
	env -u PKG_CONFIG_PATH MOCKCLOUD_RECORD=$(recordings)/swift $(SWIFT) test

abi: lib setup
	$(PYTHON) Tests/abi/test_checks.py
	$(PYTHON) Tests/abi/check_abi.py

# Everything in C sees the library as its users do: installed, and through pkg-config alone.
build/prefix/.installed: build/lib/.built scripts/install $(wildcard packaging/*)
	rm -rf $(prefix)
	scripts/install $(prefix)
	touch $@

test-c: lib setup build/prefix/.installed $(recordings)
	$(MAKE) --no-print-directory -C Tests/c test
	$(MAKE) --no-print-directory -C Tests/c record recordings=$(recordings)/c
	$(MAKE) --no-print-directory -C Tests/fuzz test
	$(MAKE) --no-print-directory -C examples/c test

# Makes calls in C that were made in Python.
replay := $(CURDIR)/build/tests/replay
build/tests/replay: build/prefix/.installed Tests/c/replay.c
	$(MAKE) --no-print-directory -C Tests/c ../../build/tests/replay

test-python: lib setup build/prefix/.installed build/tests/replay $(recordings)
	rm -rf $(recordings)/python
	$(python_environment) MOCKCLOUD_RECORD=$(recordings)/python MOCKCLOUD_REPLAY=$(replay) \
	  $(PYTHON) -m pytest -q -rs bindings/python/tests
	$(MAKE) --no-print-directory -C examples/c tool
	$(python_environment) NOTES_TOOL=$(CURDIR)/build/examples/notes_tool \
	  $(PYTHON) -m pytest -q -c bindings/python/pyproject.toml --rootdir . \
	  -p mockcloud.pytest_plugin examples/python

# COUNT random sequences of calls, made from SEED; `make test-python` runs fewer of them.
SEED ?= 1
sequences: COUNT ?= 20000
sequences: lib setup
	$(python_environment) MOCKCLOUD_SEQUENCES=$(COUNT) MOCKCLOUD_SEED=$(SEED) \
	  $(PYTHON) -m pytest -q bindings/python/tests/test_sequences.py

# COUNT random sequences of calls among faults, in two processes and in C: the same journals.
determinism: COUNT ?= 10000
determinism: lib setup build/tests/replay
	$(python_environment) MOCKCLOUD_JOURNALS=$(COUNT) MOCKCLOUD_SEED=$(SEED) MOCKCLOUD_REPLAY=$(replay) \
	  $(PYTHON) -m pytest -q bindings/python/tests/test_determinism.py

# Same scenario, same seed: the same bytes in every language that recorded them.
test-same:
	scripts/compare-recordings $(recordings)

$(recordings):
	mkdir -p $@

# ---- What else ------------------------------------------------------------------------------------

demo: lib build/prefix/.installed
	@scripts/setup demo
	@$(MAKE) --no-print-directory -C examples/c demo
	@echo
	@$(python_environment) python3 examples/python/quickstart.py
	@$(python_environment) python3 examples/python/demo_timezones.py

bench: lib setup build/prefix/.installed
	$(MAKE) --no-print-directory -C benchmarks bench

# Runs libFuzzer on every target for so many seconds; builds the library anew for it.
fuzz: setup
	env -u PKG_CONFIG_PATH $(MAKE) --no-print-directory -C Tests/fuzz fuzz

wheel: lib setup
	cd bindings/python && $(CURDIR)/$(PYTHON) -m build --wheel --no-isolation \
	  --outdir $(CURDIR)/build/wheels .

lint: setup
	$(SWIFT) format lint --strict --recursive $(swift_files)
	clang-format --dry-run -Werror $(c_files)
	$(PYTHON) -m ruff check --config bindings/python/pyproject.toml $(python_files)
	$(PYTHON) -m ruff format --check --config bindings/python/pyproject.toml $(python_files)
	cd bindings/python && $(CURDIR)/$(PYTHON) -m mypy --strict
	cd Tests/abi && $(CURDIR)/$(PYTHON) -m mypy --strict *.py
	$(PYTHON) -m mypy --strict scripts/check_house_arrows.py
	MYPYPATH=bindings/python/src:examples/python/sync $(PYTHON) -m mypy --strict --explicit-package-bases examples/python
	scripts/check-house

format: setup
	$(SWIFT) format --in-place --recursive $(swift_files)
	clang-format -i $(c_files)
	$(PYTHON) -m ruff format --config bindings/python/pyproject.toml $(python_files)

clean:
	rm -rf build .build
