"""What a newcomer reads first says what is so."""

import ast
import doctest
import itertools
import os
import re
import subprocess
import sys

import pytest
import yaml

import lipbandits
from lipbandits.explorers import catalogue
from lipbandits.labs import placed
from tests.book import BOOK, PAGES, ROOT, source
from tests.site.samples import spread

DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
VERSION = lipbandits.__version__


def test_of_cases_those_are_taken_that_have_all_values_of_each_parameter():
    for sizes, count in (((2, 2), 2), ((2, 2, 1), 2), ((2, 3), 3), ((9, 2), 4), ((3, 2), 2), ((2, 3, 4), 4), ((5,), 2)):
        names = [str(each) for each in range(len(sizes))]
        cases = [dict(zip(names, values, strict=True)) for values in itertools.product(*map(range, sizes))]
        kept = spread(cases, count)
        assert len(kept) == count and 0 in kept
        for name, size in zip(names, sizes, strict=True):
            assert len({cases[place][name] for place in kept}) == min(size, count), (sizes, count, name)
    # One parameter evenly, one case alone, and all where fewer are there.
    assert spread([{"page": each} for each in range(12)], 3) == {0, 4, 8}
    assert spread([{"page": 0}], 1) == {0} and spread([{"page": 0}, {"page": 1}], 5) == {0, 1}


def test_what_make_test_has_of_the_pages_is_of_both_widths_and_both_themes():
    asked = [
        "-p",
        "no:xdist",
        "--collect-only",
        "-q",
        "-m",
        "not release",
        "tests/site/test_stages.py",
        "tests/site/test_room.py",
    ]
    done = subprocess.run([sys.executable, "-m", "pytest", *asked], cwd=ROOT, capture_output=True, text=True)
    for test, wanted in (
        ("test_it_is_accessible", ("390", "1280", "light", "dark")),
        ("test_scrolling_sets_the_picture_which_stays_with_the_step", ("390", "1280")),
        ("test_no_preset_and_no_run_moves_what_stands_below", ("390", "1280")),
        ("test_no_words_lie_on_what_is_drawn", ("390", "1280")),
    ):
        (*cases,) = re.findall(rf"::{test}\[(.*)\]", done.stdout)
        assert cases and all(any(value in case.split("-") for case in cases) for value in wanted), (test, cases)


@pytest.mark.parametrize("name", ["README.md", "book/own_policy.md"])
def test_the_examples_of_a_document_print_what_it_says(name, tmp_path, monkeypatch):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert any(">>>" in block for block in blocks), f"{name} shows no ```python block with >>> prompts"
    # Its pictures go where nobody looks.
    monkeypatch.chdir(tmp_path)
    names, report = {"__name__": "example"}, []
    for block in blocks:
        if ">>>" in block:
            example = doctest.DocTestParser().get_doctest(block, names, name, name, 0)
            doctest.DocTestRunner().run(example, out=report.append, clear_globs=False)
            names = example.globs
        else:
            exec(block, names)
    assert report == [], "".join(report)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_named_in_a_document_exists(name):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
    assert named and named <= targets


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_local_link_of_a_document_leads_somewhere(name):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / name).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_page_of_the_table_of_contents_has_a_source():
    assert [page for page in PAGES if not list(BOOK.glob(f"{page}.*"))] == []


def test_constraints_are_versions_only():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[A-Za-z0-9_.\[\]-]+==[A-Za-z0-9.!+]+", line)] == []


def test_every_pinned_requirement_is_what_the_constraints_say():
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    locked = {
        name.lower().replace("_", "-"): version
        for name, version in re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    }
    assert pins and {name: locked.get(name) for name in pins} == pins


def test_the_citation_names_the_paper():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["preferred-citation"]
    assert citation["title"] == "Lipschitz Bandits: Regret Lower Bounds and Optimal Algorithms"
    assert (citation["year"], citation["volume"], citation["start"], citation["end"]) == (2014, 35, 975, 999)


def test_the_citation_has_the_version_and_the_day_of_a_release_once_there_is_one():
    """A tag is a release: it is not published before both files say which day."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    heading = re.search(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert str(citation["version"]) == heading[1] == VERSION
    assert str(citation.get("date-released", "unreleased")) == heading[2]
    if os.environ.get("GITHUB_REF_TYPE") == "tag":
        assert os.environ["GITHUB_REF_NAME"] == f"v{VERSION}" and re.fullmatch(r"\d{4}-\d\d-\d\d", heading[2])


def workflow(name):
    """The triggers and the jobs of a workflow; YAML 1.1 reads the key `on` as true."""
    found = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    return found[True], found["jobs"]


def test_nothing_is_published_before_all_tests_have_passed():
    triggers, checks = workflow("ci")
    assert "workflow_call" in triggers and {"unit", "site", "lint", "binder"} <= set(checks)
    _, jobs = workflow("publish")
    assert jobs["test"]["uses"] == "./.github/workflows/ci.yml" and "if" not in jobs["test"]
    assert jobs["build"]["needs"] == "test" and {jobs[name]["needs"] for name in ("deploy", "release")} == {"build"}


def test_ci_runs_every_stage_of_make_test_and_lint():
    makefile = (ROOT / "Makefile").read_text()
    (stages,) = re.findall(r"^test: (.*)$", makefile, re.MULTILINE)
    (beside,) = re.findall(r"BESIDE=yes (.*)$", makefile, re.MULTILINE)
    here = {*stages.split(), *beside.split()} - {"beside"}
    # There each stage has a machine of its own, and `make site` is these two.
    (parts,) = re.findall(r"^site: (.*)$", makefile, re.MULTILINE)
    _, jobs = workflow("ci")
    run = " ".join(step.get("run", "") for job in jobs.values() for step in job["steps"]).split()
    there = {*run, *(parts.split() if "site" in run else ())}
    assert here >= {"unit", "notebooks", "book", "pages"} and here | {"lint"} <= there
    assert 'make --keep-going "$lint" test' in (ROOT / ".ci" / "run").read_text()


def bibtex(path):
    """{key: {field: value}} of simple BibTeX, without braces."""
    entries = re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return {
        key: {
            name: re.sub(r"[{}]", "", value)
            for name, value in re.findall(r"^\s*(\w+)\s*= (.*?),?$", body, re.MULTILINE)
        }
        for key, body in entries
    }


def test_the_page_on_citing_says_what_the_citation_file_says():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    paper, shown = citation["preferred-citation"], bibtex(BOOK / "citing.md")
    authors = " and ".join(f"{author['family-names']}, {author['given-names']}" for author in paper["authors"])
    assert shown["magureanu2014"] == bibtex(BOOK / "references.bib")["magureanu2014"]
    assert shown["magureanu2014"] == {
        "author": authors,
        "title": paper["title"],
        "booktitle": paper["collection-title"],
        "series": "Proceedings of Machine Learning Research",
        "volume": str(paper["volume"]),
        "pages": f"{paper['start']}--{paper['end']}",
        "year": str(paper["year"]),
    }
    book = shown["lipbandits"]
    assert (book["author"], book["title"]) == (citation["authors"][0]["name"], citation["title"])
    assert f"version {VERSION}" in book["note"]
    year = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["copyright"]
    assert book["year"] == year


def test_the_changelog_begins_with_the_version_of_the_package():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == VERSION


def docs_of(text):
    return re.findall(r"\{doc\}`(\w+)`", text)


def rows_of_the_reading_map():
    """Cells of its two tables: (page, question, needs, minutes) and (reader, pages, minutes, result)."""
    rows = re.findall(r"^\| (.*) \|$", source("reading_map"), re.MULTILINE)
    rows = [row.split(" | ") for row in rows]
    chapters = {docs_of(first)[0]: rest for first, *rest in rows if docs_of(first)}
    return chapters, [row for row in rows if row[0].startswith("a ")]


CHAPTERS, PATHS = rows_of_the_reading_map()


@pytest.mark.parametrize("page", CHAPTERS)
def test_the_reading_map_agrees_with_the_page(page):
    _, needs, minutes = CHAPTERS[page]
    says = re.search(r"\*\*You need\*\*(.*?)\*\*Time:\*\* (\d+) minutes", source(page), re.DOTALL)
    assert (docs_of(needs), minutes) == (docs_of(says[1]), says[2])


def test_the_reading_map_has_every_page_that_states_its_minutes():
    pages = {path.stem for suffix in ("md", "ipynb") for path in BOOK.glob(f"*.{suffix}")}
    assert {page for page in pages if "**Time:**" in source(page)} == set(CHAPTERS)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[0])
def test_a_way_through_lasts_as_long_as_its_pages(path):
    _, pages, minutes, _ = path
    assert sum(int(CHAPTERS[page][2]) for page in docs_of(pages)) == int(minutes)
    assert len(PATHS) == 4


def test_the_reading_map_sends_to_sections_and_explorers_that_exist():
    answers = source("reading_map").partition("## A question and its page")[2]
    headings = {line.lstrip("# ") for page in CHAPTERS for line in source(page).splitlines() if line.startswith("##")}
    questions = {each.question for each in (*catalogue().values(), *placed())}
    named = set(re.findall(r"\*([^*]+)\*", answers))
    assert named and named <= headings | questions


def test_no_room_imports_a_private_name_of_another_one():
    found = []
    for path in sorted((ROOT / "lipbandits").rglob("*.py")):
        room = path.relative_to(ROOT / "lipbandits").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lipbandits."):
                private = [name.name for name in node.names if name.name.startswith("_")]
                found += [(str(path), name) for name in private if node.module.split(".")[1] != room]
    assert found == []


def test_no_function_of_the_package_has_more_than_fifty_lines_beside_its_docstring():
    long = []
    for path in sorted((ROOT / "lipbandits").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                first = node.body[0]
                said = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) else 0
                if node.end_lineno - node.lineno + 1 - said > 50:
                    long.append((str(path), node.name))
    assert long == []


def test_words_are_spelled_as_dictionaries_spell_them():
    done = subprocess.run([sys.executable, "-m", "codespell_lib"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
