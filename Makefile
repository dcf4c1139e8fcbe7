# The developer's whole interface. Every target sets up what it needs; GNU make 3.81 (macOS) is enough.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
SQLITE_VENV := .venv-sqlite
NPM := tests/servers/npm
CONFORMANCE := tests/servers/conformance
AGENTS := tests/servers/agents
CLIENTS := tests/servers/clients
BIN := $(VENV)/bin
# Hundreds of programs start in the tests; each would compile the whole code again where none may keep what it compiled.
unexport PYTHONDONTWRITEBYTECODE
# Locks are made with uv; nothing else needs it.
UV ?= uv
# What the gallery's sheets show above what is now: the last revision before the window's second form. Names: which of it.
BEFORE ?= f475f88
NAMES ?=
# Processes that share the tests, more than cores since many wait for programs; further options for pytest.
WORKERS ?= 4
PYTEST_FLAGS ?=
# A worker that a hang ended is not started again: pytest-xdist would wait for what it had to do, for ever.
LINT_OUTPUT := $(VENV)/lint.txt
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder --max-worker-restart 0 $(PYTEST_FLAGS)

.PHONY: help run setup setup-full test lint-beside pytest unit test-full soak bench gallery lint format catalogue package lock hooks clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/stamp-assent ## Start the demonstration; without a display, on a virtual one
	@$(BIN)/python packaging/desktop.py window
	@$(BIN)/python -m tests.desktop

# --- set-up: a stamp says that an environment stands as its lock wants it ---------------------------------------------

setup: $(VENV)/stamp-assent $(VENV)/stamp-desktop $(NPM)/node_modules/stamp $(CLIENTS)/node_modules/stamp ## Make .venv with the assent command, and fetch what tests talk to
	@command -v git >/dev/null || sh packaging/system.sh git
	@[ "$$(uname)" != Linux ] || command -v bwrap >/dev/null || sh packaging/system.sh bubblewrap || true # tests skip

$(VENV)/stamp-dev: requirements/dev.txt packaging/venv.sh
	@PYTHON="$(PYTHON)" sh packaging/venv.sh $(VENV) requirements/dev.txt
	@touch $@

$(VENV)/stamp-assent: $(VENV)/stamp-dev pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-input --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/stamp-desktop: packaging/desktop.py packaging/system.sh $(VENV)/stamp-dev
	@$(BIN)/python packaging/desktop.py virtual
	@touch $@

# Where Node is missing there will be no stamp, and the tests concerned skip with that reason.
tests/servers/%/node_modules/stamp: tests/servers/%/package.json tests/servers/%/package-lock.json tests/servers/%/.npmrc
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then \
	    echo "setup: Node.js with npm is not installed; tests of npm's servers will skip" >&2; \
	else \
	    echo "setup: installing what tests/servers/$*/package-lock.json names" >&2; \
	    (cd tests/servers/$* && npm ci --loglevel=error >/dev/null) && touch $@; \
	fi

setup-full: setup $(VENV)/stamp-full $(VENV)/stamp-spoken $(VENV)/stamp-browser $(SQLITE_VENV)/stamp \
    $(CONFORMANCE)/node_modules/stamp $(AGENTS)/node_modules/stamp

# Where there is no screen reader there will be no stamp, and the tests concerned skip with that reason.
$(VENV)/stamp-spoken: packaging/desktop.py packaging/system.sh $(VENV)/stamp-desktop
	@if $(BIN)/python packaging/desktop.py spoken; then touch $@; fi

# Likewise where no browser can be had.
$(VENV)/stamp-browser: packaging/desktop.py packaging/system.sh $(VENV)/stamp-dev
	@if $(BIN)/python packaging/desktop.py browser; then touch $@; fi

$(VENV)/stamp-full: requirements/full.txt $(VENV)/stamp-assent
	@PYTHON="$(PYTHON)" sh packaging/venv.sh $(VENV) requirements/full.txt
	@touch $@

$(SQLITE_VENV)/stamp: tests/servers/sqlite/requirements.txt packaging/venv.sh
	@PYTHON="$(PYTHON)" sh packaging/venv.sh $(SQLITE_VENV) tests/servers/sqlite/requirements.txt
	@touch $@

# --- checks -----------------------------------------------------------------------------------------------------------

test: setup ## Lint, types, and every test except the long ones (some 6 minutes on 2 cores)
	@$(MAKE) --no-print-directory -j2 lint-beside pytest || { cat $(LINT_OUTPUT); exit 1; }
	@cat $(LINT_OUTPUT)
	@echo "Coverage of the code that everything rests on:"
	@$(BIN)/coverage report --skip-covered --fail-under=100

# Its output waits in a file, or it would be lost between the tests' dots.
lint-beside: setup
	@$(MAKE) --no-print-directory lint >$(LINT_OUTPUT) 2>&1

pytest: setup
	$(PYTEST) --cov --cov-report=

unit: setup ## The unit tests alone
	$(PYTEST) tests/unit

test-full: setup-full package ## The long tests: third-party servers, every screen, more examples for every property, short soak, the package
	$(PYTEST) -m "full or soak or hypothesis" --hypothesis-profile=full -o faulthandler_timeout=900

soak: setup-full ## Kills and load in their long form, and new random examples for every property
	$(PYTEST) -m "soak or hypothesis" --soak-long --hypothesis-profile=soak -o faulthandler_timeout=7200

bench: setup ## Measure a call: direct, through a forwarder, through Assent; verdicts of many rules, findings, the window
	$(BIN)/python -m tests.bench $(BENCH_FLAGS)
	$(BIN)/python -m tests.bench.policy $(BENCH_FLAGS)
	$(BIN)/python -m tests.bench.findings $(BENCH_FLAGS)
	$(BIN)/python -m tests.bench.neighbours $(BENCH_FLAGS)
	$(BIN)/python -m tests.bench.window $(BENCH_FLAGS)

gallery: setup $(VENV)/stamp-full ## Draw every screen in every look into dist/gallery, and sheets that compare looks and revisions
	$(BIN)/python -m tests.gallery --before "$(BEFORE)" $(NAMES)

lint: setup ## Style, types, and who may import whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

catalogue: setup ## Collect the words of the window for translators
	$(BIN)/python packaging/catalogue.py

format: setup ## Format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

package: setup ## Build the wheel into dist/, twice, and try it
	$(BIN)/python packaging/make_wheel.py

# --- housekeeping -----------------------------------------------------------------------------------------------------

COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV) pip compile --quiet --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-config

lock: ## Renew the locks within what pyproject.toml allows (needs uv; UPGRADE=--upgrade takes newer versions)
	$(COMPILE) $(UPGRADE) --group dev pyproject.toml -o requirements/dev.txt
	$(COMPILE) $(UPGRADE) --group dev --group full -c requirements/dev.txt pyproject.toml -o requirements/full.txt
	$(COMPILE) $(UPGRADE) tests/servers/sqlite/requirements.in -o tests/servers/sqlite/requirements.txt
	cd $(NPM) && npm install --package-lock-only --loglevel=error
	cd $(CONFORMANCE) && npm install --package-lock-only --loglevel=error
	cd $(AGENTS) && npm install --package-lock-only --loglevel=error
	cd $(CLIENTS) && npm install --package-lock-only --loglevel=error

hooks: setup ## Run the quick checks before each commit
	$(BIN)/pre-commit install

clean: ## Remove everything that the other targets made
	rm -rf $(VENV) $(SQLITE_VENV) tests/servers/*/node_modules dist .coverage .coverage.* htmlcov
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find host ui resources tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +
