# Sitrep's commands. They need python3 (3.11 or later) with pip, make and a POSIX shell; `make test` needs bash too.
#
#   make serve     set up, then serve                make test    set up, then pass the tests
#   make check     format, lint, types, floors       make soak    the tests that run for long
#   make format    put the code in its format        make bench   figures beside a baseline
#   make openapi   write what describes us           make lock    renew requirements/
#   make sentences write all that a player can read
#   make clean     remove all that set-up and tests have made
#
# ARGS adds arguments: `make test ARGS="tests/engine -k dice"`, `make serve ARGS="--port 8765"`.

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
UV := .tools/bin/uv
PIP := $(UV) --quiet pip
COMPILE := $(PIP) compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
# Where no bytecode is written each worker would rewrite and compile every test module anew.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n auto --dist worksteal

export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

# The tests' packages hold all that serving needs: a tree set up for the tests serves with them.
RUN := $(if $(wildcard .venv/.dev-packages),.venv/.dev,.venv/.run)
DEV := .venv/.dev

.PHONY: help serve test check format soak bench openapi sentences lock clean set-up set-up-dev set-up-browser
.DELETE_ON_ERROR:

help:
	@sed -n 's/^# \{0,1\}//p' Makefile

# What one does

serve: set-up
	@$(BIN)/sitrep serve $(ARGS)

test: set-up-dev set-up-browser
	$(PYTEST) $(ARGS)

soak: set-up-dev set-up-browser
	$(PYTEST) -m soak $(ARGS)

bench: set-up-dev
	$(BIN)/python -m bench

check: set-up-dev
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry .
	$(BIN)/djlint --lint --quiet web
	$(BIN)/python -m service.openapi --check

format: set-up-dev
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet

# Every sentence that a player can meet, to be read aloud where it has changed.
sentences: set-up-dev
	$(BIN)/python -m tests.sentences

openapi: set-up-dev
	$(BIN)/python -m service.openapi

# The run lock takes its versions from the dev lock, so that what is tested is what is served.
lock: $(UV)
	$(COMPILE) --upgrade --extra dev --extra mail --extra pictures --extra push --extra postgres --group build pyproject.toml -o requirements/dev.txt
	$(COMPILE) --upgrade --constraints requirements/dev.txt --group build pyproject.toml -o requirements/run.txt
	printf 'psycopg\npsycopg-binary\n' | $(COMPILE) --no-deps --constraints requirements/dev.txt - -o requirements/postgres.txt
	printf 'aiosmtpd\natpublic\n' | $(COMPILE) --no-deps --constraints requirements/dev.txt - -o requirements/mail.txt
	printf 'cryptography\nhttp-ece\npy-vapid\n' | $(COMPILE) --no-deps --constraints requirements/dev.txt - -o requirements/push.txt
	printf 'cssselect2\npillow\nresvg-py\ntinycss2\nwebencodings\n' | $(COMPILE) --no-deps --constraints requirements/dev.txt - -o requirements/pictures.txt
	echo uv | $(COMPILE) --upgrade - -o requirements/uv.txt

clean:
	rm -rf .venv .tools build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Setting up: each stamp stands for a step that need not be done again until what it comes from changes.

set-up: $(RUN)

set-up-dev: $(DEV)

set-up-browser:
	@bash .ci/set-up-browser

$(UV): requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sitrep needs Python 3.11 or later; set PYTHON=...")'
	@$(PYTHON) -m pip install -qq --disable-pip-version-check --upgrade --require-hashes --target .tools -r requirements/uv.txt
	@touch $@

$(BIN)/python: | $(UV)
	@echo "Setting up in .venv (once) ..."
	@$(UV) --quiet venv --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv

.venv/.run-packages .venv/.dev-packages: .venv/.%-packages: requirements/%.txt | $(BIN)/python
	@$(PIP) sync --compile-bytecode --python $(BIN)/python --require-hashes $<
	@touch $@

.venv/.run .venv/.dev: .venv/.%: .venv/.%-packages pyproject.toml
	@$(PIP) install --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@
