# `make book` and `make test` are all a newcomer needs, with Python >= 3.11 and make; CONTRIBUTING.md tells of the rest.
PYTHON ?= python3
BIN := .venv/bin
SITE := _build/html
PYTEST := $(BIN)/python -m pytest
# On every core, four at most. OMP_NUM_THREADS=1 beside it: each process would otherwise start threads for all of them.
PARALLEL := --numprocesses auto --maxprocesses 4

# Explorers bake every state while the book is built, and keep what they baked here for the next build.
export_bake := LIPBANDITS_BAKE="$(abspath _build/explorers)"

.PHONY: book serve shape lab zip test unit notebooks beside site pages browsers times release-site faults binder slow release-check coverage lint lint-python lint-scripts bench record picture stills engine engine-check address constraints clean
ifndef BESIDE
.NOTPARALLEL:
endif

# From nothing each time: Sphinx sees when a notebook changed, but not when the package that it imports did.
book: .venv/.book-stamp .venv/.twins-stamp
	rm -rf $(SITE) _build/.doctrees _build/jupyter_execute
	$(export_bake) $(BIN)/jupyter-book build book --config "$(abspath _config.yml)" --toc "$(abspath _toc.yml)" \
		--path-output . -W -n --keep-going
	@echo "The book is ready; open file://$(abspath $(SITE))/intro.html"

serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(SITE)

# What each chapter is made of: its length, its code, where it can be touched first.
shape: .venv/.test-stamp book
	$(BIN)/python -m tools.shape $(SITE)

# The book as a folder that opens from disk: a teacher's USB stick, or the file beside a release.
zip: book
	$(BIN)/python tools/zip_site.py $(SITE) _build/lipschitz-bandits-book.zip

lab: .venv/.book-stamp
	$(BIN)/jupyter lab --notebook-dir=book

test: unit beside pages

unit: .venv/.test-stamp .venv/.twins-stamp
	OMP_NUM_THREADS=1 $(PYTEST) $(PARALLEL) -m "not slow" --ignore=tests/site --ignore=tests/browsers

# Only --nbval-lax sees a callback that raises inside a widget; a build of the book does not.
notebooks: .venv/.test-stamp .venv/.twins-stamp
	$(PYTEST) $(PARALLEL) --dist loadfile --nbval-lax book

# The book is built on one core; the notebooks have the other meanwhile.
beside: .venv/.test-stamp .venv/.twins-stamp
	$(MAKE) --jobs=2 --output-sync BESIDE=yes notebooks book

site: book pages

# Of the book that was built last.
pages: .venv/.test-stamp
	OMP_NUM_THREADS=1 $(PYTEST) $(PARALLEL) -m "not release and not binder and not alone" tests/site

# A few pages in Firefox and in WebKit; CONTRIBUTING.md says what they need.
browsers: .venv/.test-stamp .venv/.browsers-stamp book
	$(PYTEST) tests/browsers

# How long chapters take to open, with nothing beside them; `make bench` judges it.
times: .venv/.test-stamp book
	$(PYTEST) -m alone tests/site

# Every page and every explorer in every way, of which `make site` takes samples.
release-site: .venv/.test-stamp book
	$(PYTEST) $(PARALLEL) -m "release and not binder and not alone" tests/site

# What the tests still see: twenty things are broken on purpose, one at a time, in a copy.
faults: .venv/.test-stamp book
	$(BIN)/python -m tests.faults

# All that there is, before a release.
release-check: test slow release-site faults times binder

# An environment from requirements.txt alone, every chapter run in JupyterLab; with the memory that each needs.
binder: .venv/.test-stamp
	$(PYTEST) -m binder tests/site

slow: .venv/.test-stamp .venv/.twins-stamp
	OMP_NUM_THREADS=1 $(PYTEST) $(PARALLEL) -m slow --ignore=tests/site --ignore=tests/browsers

# The lines that unit tests reach; nothing is compiled, so that those of the engine count. The chosen files are enough to
# reach nearly all; explorers are drawn state by state by tests that need compiled code.
# Not measured whole so far: the threshold is what eleven other files reached, 42 %, less a margin. Raise it after a run.
COVERED := $(addprefix tests/test_,$(addsuffix .py,bandits checks concentration contextual continuous engine \
	engine_in_contexts engine_on_points exercises experiments ferry indexes lower_bounds plots policies \
	policies_in_contexts simulation simulation_in_contexts simulation_on_points statistics streams tent))
COVERAGE := COVERAGE_FILE="$(abspath _build/coverage/data)" $(BIN)/coverage
coverage: .venv/.test-stamp
	rm -rf _build/coverage
	mkdir -p _build/coverage
	NUMBA_DISABLE_JIT=1 OMP_NUM_THREADS=1 $(COVERAGE) run -m pytest $(PARALLEL) --hypothesis-profile=coverage \
		-m "not slow" $(COVERED)
	$(COVERAGE) combine --quiet _build/coverage
	$(COVERAGE) report --fail-under=40

lint: lint-python lint-scripts

lint-python: .venv/.lint-stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/python tools/strip_notebooks.py --check book/*.ipynb

lint-scripts: node_modules/.lint-stamp
	node_modules/.bin/eslint .
	node_modules/.bin/tsc

bench: .venv/.book-stamp .venv/.twins-stamp
	$(BIN)/python bench/bench.py

# Runs every notebook and keeps what is committed: the text outputs of checked cells.
record: .venv/.book-stamp
	$(BIN)/jupyter nbconvert --to notebook --execute --inplace book/*.ipynb
	$(BIN)/python tools/strip_notebooks.py book/*.ipynb

# The pictures of the README and of links to the book.
picture: .venv/.test-stamp book
	$(BIN)/python -m tools.pictures

# The first picture of every lab and its words, drawn by the page's own scripts; after a change of a lab, its scripts or the engine.
stills: .venv/.test-stamp
	$(BIN)/python -m tools.stills

# The engine of the pages, from the functions that lipbandits/engine/page.py names; with Python 3.11, whatever else runs.
engine: .venv/.engine-stamp
	$(BIN)/python tools/engine.py

# Builds it once more, elsewhere, and compares byte for byte.
engine-check: .venv/.engine-stamp
	$(BIN)/python tools/engine.py --check

# Once, before the first release: names the repository whose release Colab installs.
address: .venv/.book-stamp
	$(if $(REPOSITORY),,$(error make address REPOSITORY=owner/name))
	$(BIN)/python tools/address.py $(REPOSITORY)
	$(BIN)/python tools/strip_notebooks.py book/*.ipynb

# Run it with the oldest Python supported: newer ones can then install the same versions.
constraints:
	rm -rf _build/lock
	$(PYTHON) -m venv _build/lock
	grep -v '^-c' requirements.txt > _build/lock/requirements.txt
	_build/lock/bin/pip install -r _build/lock/requirements.txt -e '.[test,lint,browsers,engine]'
	echo "# Written by \`make constraints\`: one set of versions for the reader, the tests and Binder." > constraints.txt
	_build/lock/bin/pip freeze --exclude-editable >> constraints.txt
	rm -rf _build/lock

clean:
	rm -rf _build

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.book-stamp: .venv/bin/python requirements.txt constraints.txt pyproject.toml
	$(BIN)/pip install --disable-pip-version-check --quiet -r requirements.txt
	touch $@

.venv/.test-stamp .venv/.lint-stamp .venv/.browsers-stamp .venv/.engine-stamp: .venv/.%-stamp: .venv/.book-stamp
	$(BIN)/pip install --disable-pip-version-check --quiet -c constraints.txt -e '.[$*]'
	touch $@

# Compiled once for all processes, and anew whenever a file of them changed: numba looks at one file at a time, and would
# keep code that was compiled with another file's old lines in it.
.venv/.twins-stamp: .venv/.book-stamp $(wildcard lipbandits/engine/*.py lipbandits/engine/*/*.py)
	rm -rf lipbandits/engine/__pycache__ lipbandits/engine/*/__pycache__
	$(BIN)/python -m lipbandits.play
	$(BIN)/python -m lipbandits.engine.page
	touch $@

# What reads the page's scripts. Nothing else needs Node: the book is built, read and tested without it.
node_modules/.lint-stamp: package.json package-lock.json
	@node --eval 'process.exit(Number.parseInt(process.versions.node) < 18 ? 1 : 0)' && command -v npm > /dev/null || \
		{ echo "make lint needs Node.js 18 or newer with npm: apt install npm, brew install node, or nodejs.org"; exit 1; }
	npm ci --no-audit --no-fund --loglevel=error
	touch $@
