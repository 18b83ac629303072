# Two commands: `make demo` and `make test`. Both need only Python 3.11 or later, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.PHONY: help demo test lint types imports sql unit bench test-long fuzz format detection readme clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "neuberg needs Python 3.11 or later; try make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(VENV)/.installed ## run the main job on data/samples; ends with where the report is and the five findings
	$(BIN)/neuberg run data/samples --out demo

test: lint types imports sql unit ## everything that a change must pass, in under ten minutes

lint: $(VENV)/.installed-dev ## style
	$(BIN)/ruff check pipelines tests notebooks
	$(BIN)/ruff format --check pipelines tests notebooks

types: $(VENV)/.installed-dev ## mypy strict
	$(BIN)/mypy

imports: $(VENV)/.installed-dev ## the direction of imports
	$(BIN)/lint-imports

sql: $(VENV)/.installed-dev ## style of the SQL
	$(BIN)/sqlfluff lint --disable-progress-bar sql

unit: $(VENV)/.installed-dev ## the tests
	$(BIN)/python -m pytest -q -n auto --dist loadfile

bench: $(VENV)/.installed-dev ## speed and memory, as ratios within one run; takes minutes
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python tests/bench

test-long: $(VENV)/.installed-dev ## what takes long: fuzzing of every reader, runs killed at any moment
	$(BIN)/python -m pytest -q -n auto -m long tests/long

SECONDS ?= 60
fuzz: $(VENV)/.installed-dev ## atheris on every reader, SECONDS for each: make fuzz SECONDS=600; its findings stay in .fuzz
	$(BIN)/python tests/fuzz --seconds $(SECONDS) --folder .fuzz

format: $(VENV)/.installed-dev ## rewrite the code in the project's style
	$(BIN)/ruff check --fix pipelines tests notebooks
	$(BIN)/ruff format pipelines tests notebooks

detection: $(VENV)/.installed-dev ## measure what detection finds on planted boards, and write its page
	$(BIN)/python tests/detection/page.py

readme: $(VENV)/.installed-dev ## make the README's generated parts anew
	$(BIN)/python tests/readme/render.py

clean: ## remove what the commands made
	rm -rf $(VENV) demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist
