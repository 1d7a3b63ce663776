# make run   play with it      make test   everything a change must pass      make soak   the long ones      make bench
PYTHON ?= python3
BIN := .venv/bin
BROWSER := chromium fonts-noto-cjk fonts-noto-color-emoji $(shell command -v npm >/dev/null || echo npm)
SHELL_TOOLS := shellcheck $(shell command -v systemd-analyze >/dev/null || echo systemd)
# One more than there are cores: tests in a browser mostly wait. Handed out a few at a time and in order, so that the
# long ones, which are in a browser, come first and nobody is left alone with them.
SHARED := -n $(shell expr $$(nproc) + 1) --dist load --maxschedchunk 2
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run test check soak bench chromium shell-tools debian-tools clean

run: .venv
	@$(BIN)/cinderbox serve --port "$${PORT:-8000}"

test: .venv check chromium shell-tools
	@$(BIN)/python -m pytest $(SHARED)

check: .venv
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --strict engine

soak: .venv chromium shell-tools debian-tools
	@SOAK=1 CONTRACT_EXAMPLES=2000 $(BIN)/python -m pytest $(SHARED)

# The browser tests need Chromium, a few fonts for the names in them, and npm for the accessibility checker. Where
# there is a Chromium without windows, they take that one: it does the same with half of the work.
chromium:
	@command -v chromium >/dev/null && command -v npm >/dev/null || \
		{ $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq $(BROWSER) >/dev/null; }
	@command -v chromium-headless-shell >/dev/null || \
		$(SUDO) apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 || true

# The tests of deploy/ check its scripts and units; without these two they are skipped, and say so.
shell-tools:
	@command -v shellcheck >/dev/null && command -v systemd-analyze >/dev/null || \
		{ $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq $(SHELL_TOOLS) >/dev/null; } || true

# The long run installs into a real bookworm and starts it.
debian-tools:
	@command -v debootstrap >/dev/null && command -v systemd-nspawn >/dev/null || \
		{ $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq debootstrap systemd-container >/dev/null; } || true

bench: .venv
	@$(BIN)/cinderbox bench

.venv: .venv/installed

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Cinderbox needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python has no venv here: install the package python3-venv and run make again."; exit 1; }
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf .venv
