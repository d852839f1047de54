# Mousepost. `make run` plays at once; `make test` checks everything; `make help` lists the rest.
PYTHON ?= python3
VENV ?= .venv
PORT ?= 5000
BIND ?= 127.0.0.1:8000

.PHONY: help venv run serve test check lock

help:  ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: venv  ## start the service with a local mailbox on http://127.0.0.1:$(PORT)
	@$(VENV)/bin/flask serve --port $(PORT)

serve: venv  ## serve people on BIND=$(BIND): web server and worker as processes of their own
	@exec $(VENV)/bin/flask supervise --bind $(BIND)

test: $(VENV)/.tested check  ## run every check and test
	$(VENV)/bin/python -m pytest -n 2

check: $(VENV)/.tested  ## run the linter, the formatter and the type checker
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

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

lock:  ## renew the locks from requirements.in and requirements-test.in (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements-test.in -o requirements-test.txt
