"""Every page says how to run the book: what it offers is right in forks, and where nobody said who builds the book."""

import importlib
import re
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FORK = {"BOOK_REPOSITORY": "someone/a-fork", "BOOK_BRANCH": "teach"}
TOC = '<ul>\n<li><a class="reference internal" href="#">T</a><ul>\n<li><a href="#a">A</a></li>\n</ul>\n</li>\n</ul>\n'


@pytest.fixture
def says(monkeypatch):
    """The text and the links of a page's section, as a build in such an environment writes them."""
    monkeypatch.syspath_prepend(str(ROOT / "book" / "_ext"))
    run_it = importlib.import_module("run_it")

    def built(notebook="", seconds=None, released=True, **environment):
        for name in FORK:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(run_it.publishing, "has_release", lambda: released)
        html = run_it.section(notebook, seconds)
        return unescape(re.sub("<[^>]+>", "", html)), [unescape(each) for each in re.findall('href="([^"]*)"', html)]

    built.module = run_it
    return built


def test_a_chapter_of_a_fork_leads_to_that_fork(says):
    text, links = says("oslb.ipynb", 24.3, **FORK)
    assert links == [
        "https://mybinder.org/v2/gh/someone/a-fork/teach?urlpath=lab/tree/book/oslb.ipynb",
        "https://colab.research.google.com/github/someone/a-fork/blob/teach/book/oslb.ipynb",
        "_sources/oslb.ipynb",
        "https://github.com/someone/a-fork",
    ]
    assert "pip install jupyterlab jupyterlab-myst https://github.com/someone/a-fork/archive/teach.tar.gz" in text
    assert "Its cells took 24 seconds where this page was built." in text


def test_a_page_without_code_leads_to_all_notebooks_and_names_no_time_of_its_own(says):
    text, links = says(**FORK)
    assert links == [
        "https://mybinder.org/v2/gh/someone/a-fork/teach?urlpath=lab/tree/book",
        "https://github.com/someone/a-fork",
    ]
    assert "cells took" not in text and "each chapter ends with a link to its notebook" in text


def test_a_page_built_without_a_repository_says_so(says):
    for released in (True, False):
        text, links = says("oslb.ipynb", 24.3, released=released)
        assert links == ["_sources/oslb.ipynb"]
        assert "built without the name of a repository" in text
        assert ("SOURCE is the folder" in text) == (not released)


def test_without_a_release_there_is_no_link_to_colab(says):
    text, links = says("oslb.ipynb", 24.3, released=False, **FORK)
    assert not any("colab" in link for link in links) and "Colab: not yet" in text


def test_it_is_one_line_until_it_is_opened(says):
    html = says.module.section("oslb.ipynb", 24.3)
    title = re.escape(says.module.TITLE)
    assert re.fullmatch(
        rf"<section [^>]*>\n<details><summary><h2 [^>]*>{title}</h2></summary>\n.*</details>\n</section>\n",
        html,
        re.DOTALL,
    )


def test_the_python_it_asks_for_is_the_packages(says):
    assert f"With Python {says.module.publishing.project()['requires-python'][2:]} or newer" in says()[0]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 second"), (24.3, "24 seconds"), (99.4, "99 seconds"), (130, "2 minutes")]
)
def test_times_are_told_in_words(says, seconds, words):
    assert says.module.duration(seconds) == words


def test_the_list_of_contents_ends_with_it_where_there_is_one(says):
    entry = '<li><a href="#a">A</a></li>\n<li><a class="reference internal" href="#run-it-yourself">Run it yourself</a>'
    assert entry in says.module.with_entry(TOC)
    bare = '<ul>\n<li><a class="reference internal" href="#">T</a></li>\n</ul>\n'
    assert says.module.with_entry(bare) == bare and says.module.with_entry("") == ""
