# make run   play with it      make test   everything a change must pass      make soak   the long ones      make bench      make mutants
PYTHON ?= python3
BIN := .venv/bin
# Three for each core, for a test in a browser mostly waits; twelve at most, for each may take 600 MB. Handed out file by
# file, so that what the tests of a file share is made once, and the longest first (tests/longest.txt), so that nobody is
# left alone with one.
SHARED := -n $(shell n=$$(($$(nproc) * 3)); echo $$((n < 12 ? n : 12))) --dist loadfile --no-loadscope-reorder
LONG = SOAK=1 CONTRACT_EXAMPLES=2000 $(BIN)/python -m pytest $(SHARED)
# An environment belongs to one folder and one Python: in another place, or after an upgrade, it is made anew.
MADE := $(shell { pwd; $(PYTHON) -VV; } 2>/dev/null | cksum | cut -d' ' -f1)
RUNS := .venv/runs-$(MADE)
TESTS := .venv/tests-$(MADE)
CONSTRAINTS ?= deploy/constraints-dev.txt
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS)

.PHONY: run test check bench constraints clean
.PHONY: soak soak-day soak-fuzz soak-engine soak-server soak-power soak-browser soak-kiosk soak-deploy pi steady fresh mutants

run: $(RUNS)
	@exec $(BIN)/cinderbox serve --port "$${PORT:-8000}"

test: $(TESTS) check
	@tests/install-tools browser engines shell database power https voice
	@$(BIN)/python tests/second_look.py $(SHARED)

check: $(TESTS)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --strict engine kiosk server
	@$(BIN)/djlint --lint --quiet server kiosk
	@$(BIN)/oxlint --quiet --deny-warnings server kiosk
	@$(BIN)/python -m tests.devices.compat

# The long ones; each can be run by itself. How long they take is in tests/README.md.
soak: soak-day soak-fuzz soak-engine soak-server soak-power soak-browser soak-kiosk soak-deploy pi steady fresh

# Fifty whole days at a venue, each from its own seed: SEED says which is the first, DAYS how many.
soak-day: $(RUNS)
	@$(BIN)/cinderbox soak --seed $${SEED:-1} --days $${DAYS:-50} --hours 12

# Odd values everywhere, other ones each time: FUZZ_FROM says where the cases begin, FUZZ_CASES how many there are. Some
# take minutes: whoever has nothing left takes one of another's, also of the same file.
soak-fuzz: $(TESTS)
	@FUZZ_FROM=$${FUZZ_FROM:-$$(date +%s)} $(LONG) --dist worksteal tests/fuzz

soak-engine: $(TESTS)
	@$(LONG) tests/engine tests/rulesets tests/journals tests/contract

soak-server: $(TESTS)
	@tests/install-tools database voice
	@$(LONG) tests/server

soak-power: $(TESTS)
	@tests/install-tools power
	@$(LONG) tests/power

soak-browser: $(TESTS)
	@tests/install-tools browser engines voice
	@$(LONG) tests/browser tests/devices

soak-kiosk: $(TESTS)
	@$(LONG) tests/kiosk

soak-deploy: $(TESTS)
	@tests/install-tools browser shell debian https
	@$(LONG) tests/deploy

# The ready image on a Raspberry Pi 3B in QEMU. CINDERBOX_ROOTS is where its Debian is kept, once made.
pi: $(TESTS)
	@tests/install-tools debian pi
	@SOAK=1 $(BIN)/python -m pytest -rs -s tests/pi

# The whole suite ten times (TIMES=3: three times), several at once: each is the load beside the others.
steady: $(TESTS)
	@tests/install-tools browser engines shell database power https voice
	@$(BIN)/python tests/steady.py $${TIMES:-10} -- $(SHARED)

# Both commands of the README on machines that have nothing: bookworm and trixie, made for it. ONLY=trixie-root: only that one.
fresh:
	@tests/install-tools debian
	@$(PYTHON) tests/fresh.py $(ONLY)

# Do the tests bite? Twenty mutants of each module. ONLY="engine/fold.py": only that one; EACH=0: all of its mutants.
mutants: $(TESTS)
	@$(BIN)/python tests/mutants.py $(ONLY) --each $${EACH:-20}

bench: $(TESTS)
	@$(BIN)/cinderbox bench

# The versions that boxes and tests get, made anew from what pyproject.toml allows today.
constraints: $(RUNS)
	@PYTHON=$(BIN)/python deploy/build-constraints

.venv: $(RUNS)

$(RUNS): pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit("Cinderbox needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python has no venv here: install the package python3-venv and run make again."; exit 1; }
	@echo "Installing Cinderbox into .venv: once, 90 MB. Half a minute on a PC, a few minutes on a Raspberry Pi …"
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) --editable .
	@touch $@

$(TESTS): $(RUNS)
	@echo "Installing what the tests need, another 350 MB …"
	@$(PIP) --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf .venv
