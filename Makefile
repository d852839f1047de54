# Mousepost. `make run` plays at once; `make test` checks everything; `make help` lists the rest.
PYTHON ?= python3
VENV ?= .venv
BENCH ?= .venv-bench
PORT ?= 5000
BIND ?= 127.0.0.1:8000
SEED ?= 1
DAYS ?= 30
MATCHES ?= 60

.PHONY: help venv run serve test check simulate soak bench lock

PEERS = chess open-spiel rlcard
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

help:  ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: venv  ## start the service with a local mailbox on http://127.0.0.1:$(PORT)
	@$(VENV)/bin/flask serve --port $(PORT)

serve: venv  ## serve people on BIND=$(BIND): web server and worker as processes of their own
	@exec $(VENV)/bin/flask supervise --bind $(BIND)

test: $(VENV)/.tested check  ## run every check and test
	$(VENV)/bin/python -m pytest -n 2 --dist worksteal

check: $(VENV)/.tested  ## run the linter, the formatter and the type checker
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

simulate: $(VENV)/.tested  ## let people play DAYS=$(DAYS) on a virtual clock, MATCHES=$(MATCHES), all from SEED=$(SEED)
	@$(VENV)/bin/python -m tests.simulation --seed $(SEED) --days $(DAYS) --matches $(MATCHES) \
	  $(if $(TROUBLE),--trouble $(TROUBLE)) $(if $(DEATHS),--deaths $(DEATHS)) \
	  $(if $(LEAKS),--leaks $(LEAKS)) $(if $(FAULT),--fault "$(FAULT)")

soak:  ## simulate at least 10,000 days of matches and print what came of it (docs/reliability.md)
	@$(MAKE) --no-print-directory simulate SEED=$(SEED) DAYS=75 MATCHES=320

venv: $(VENV)/.installed  ## make the environment in $(VENV) from the hashed lock

$(VENV)/.installed: requirements.txt
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not installed. Mousepost needs Python 3.11, 3.12 or 3.13."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "Mousepost needs Python 3.11, 3.12 or 3.13; $(PYTHON) is `$(PYTHON) --version 2>&1`. Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python's venv module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.tested: $(VENV)/.installed requirements-test.txt
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.txt
	@touch $@

bench: $(BENCH)/.installed  ## measure the games beside other engines (ARGS="--rounds 3"), in an environment of its own
	$(BENCH)/bin/python -m benchmarks.engines $(ARGS)

$(BENCH)/.installed: $(PEERS:%=benchmarks/requirements/%.txt)
	$(PYTHON) -m venv $(BENCH)
	@missing=; for peer in $(PEERS); do \
	  $(BENCH)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/requirements/$$peer.txt \
	    || { echo "$$peer cannot be installed; the others are measured without it."; missing=yes; }; \
	done; [ "$$missing" ] || touch $@

lock:  ## renew the locks from the *.in files (needs uv)
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) requirements-channels.in -o requirements-channels.txt
	$(COMPILE) requirements-test.in -o requirements-test.txt
	for peer in $(PEERS); do $(COMPILE) benchmarks/requirements/$$peer.in -o benchmarks/requirements/$$peer.txt; done
