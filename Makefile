# Three commands matter: `make run`, `make quick` while one works, and `make test` before it is shared.
PYTHON ?= python3
export PYTHON
ATLAS = $(HOME)/.cache/nomic-atlas/environment

.DEFAULT_GOAL := help
.PHONY: help run quick test lint soak bench mutation board picture

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 16

run: ## play: web server and Clerk on http://127.0.0.1:8000 (PORT=… chooses), Ctrl-C stops both
	@tools/environment.sh requirements.txt
	@exec .venv/bin/python manage.py serve

quick: ## in about a minute: linters, types, rules, stories, and the tests next to what has changed
	@tools/environment.sh requirements-dev.txt
	@exec .venv/bin/python -m tools.test --quick

test: ## everything: linters, types, checks, tests on SQLite, on PostgreSQL with Redis, and in Chromium
	@tools/environment.sh requirements-dev.txt
	@exec .venv/bin/python -m tools.test

soak: ## for MINUTES=30: everything that is tried at random, from ever other seeds, and each drill five times as long
	@tools/environment.sh requirements-dev.txt
	@exec .venv/bin/python -m tools.soak $(or $(MINUTES),30)

lint: ## linters, types and checks only
	@tools/environment.sh requirements-dev.txt
	@exec .venv/bin/python -m tools.test --only lint

mutation: ## put small faults into the rules, and say how many of them the pure tests find (half an hour)
	@tools/environment.sh requirements-dev.txt
	@tools/environment.sh requirements-mutation.txt
	@exec .venv/bin/python -m tools.mutation

board: ## draw the spy dynasty's board anew, from outlines that npm fetches
	@$(PYTHON) -m venv $(ATLAS) && $(ATLAS)/bin/pip install --quiet -r tools/atlas/requirements.txt
	@$(ATLAS)/bin/python -m tools.atlas

picture: ## draw docs/house.svg anew, from what imports what
	@tools/environment.sh requirements-dev.txt
	@exec .venv/bin/python -m tools.picture

bench: ## measure requests, sweeps and the referee
	@tools/environment.sh requirements-dev.txt
	@-tools/environment.sh requirements-bench.txt
	@exec .venv/bin/python -m tools.bench
