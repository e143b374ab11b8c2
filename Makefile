# Two commands are all a newcomer needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RULESET ?= ascended-kings
TABLES ?= 200
SUBSCRIBERS ?= 1000
SECONDS ?= 60

unexport PYTHONDONTWRITEBYTECODE  # tests start the program again and again: it is compiled once, wherever that is set

.PHONY: help venv dev demo test quick check docs bench compiled ladder learn scale emulator hardware enclosure hardware-check clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

venv: $(VENV)/.player  ## make .venv with what a player needs
$(VENV)/.player: pyproject.toml scripts/venv
	PYTHON="$(PYTHON)" scripts/venv player

dev: $(VENV)/.developer  ## the same with everything the tests need
$(VENV)/.developer: pyproject.toml scripts/venv
	PYTHON="$(PYTHON)" scripts/venv developer

demo: venv  ## play on a virtual board in the browser
	$(BIN)/immolation demo --ruleset $(RULESET)

test: dev  ## all checks and all tests, with the real parts
	scripts/parts
	scripts/check
	scripts/test
	$(MAKE) -j2 docs hardware-check

quick: dev  ## the inner loop: format, lint, and the short tests of the rules
	scripts/quick

check: dev  ## formatting, lint and types only
	scripts/check

docs: $(VENV)/.docs  ## build docs and API pages into site/; a warning fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --clean

$(VENV)/.docs: $(VENV)/.developer pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	touch $@

bench: $(VENV)/.bench  ## measure speed beside peers and limits
	PYTHONHASHSEED=0 $(BIN)/python -m pytest tests/bench --benchmark-only -p no:xdist -q

compiled: dev  ## build a wheel with the rules of Ascended Kings compiled, into dist/compiled; test and measure it
	scripts/compiled

ladder: dev  ## play each level of bots against the one below it: make ladder [GAMES=400] [SEED=2026] [OUT=var/ladder]
	GAMES="$(GAMES)" SEED="$(SEED)" OUT="$(OUT)" scripts/ladder

learn: $(VENV)/.learn  ## learn anew from games what search:hard prefers in the arena, into its arena_network.json
	$(BIN)/python scripts/learn_arena.py

$(VENV)/.learn: $(VENV)/.developer pyproject.toml
	scripts/compiler $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group learn
	touch $@

scale: dev  ## measure one size: make scale [TABLES=200] [SUBSCRIBERS=1000] [SECONDS=60]
	$(BIN)/python -m tests.bench.test_scale $(TABLES) $(SUBSCRIBERS) $(SECONDS)

emulator: dev  ## measure the firmware on an emulated RP2040: make emulator UF2=PATH [MINUTES=10]
	MINUTES="$(MINUTES)" scripts/emulator "$(UF2)"

$(VENV)/.bench: $(VENV)/.developer pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	touch $@

hardware: .venv-hardware/.ready  ## build circuits, drawings, bills, budgets and the printed board into hardware/out
	hardware/enclosure/build parts  # first: the bills count its screws and weigh its parts
	scripts/hardware build
	hardware/enclosure/build pictures  # last: they show the printed boards
	scripts/hardware check

enclosure:  ## only the enclosure: STL, DXF, STEP and pictures into hardware/enclosure/out
	hardware/enclosure/build

hardware-check: dev .venv-hardware/.ready  ## electrical rules, pins, simulations, freshness, and mutations that must be caught
	$(BIN)/mypy --config-file hardware/mypy.ini
	$(BIN)/python -m pytest -n 2 -q tests/hardware

.venv-hardware/.ready: hardware/requirements.txt scripts/hardware
	scripts/hardware tools

clean:  ## remove everything that was built
	rm -rf $(VENV) .venv-compiled .venv-hardware .venv-enclosure dist build site .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks var
