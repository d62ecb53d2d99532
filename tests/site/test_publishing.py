"""The site in other hands: built by a fork, and unpacked from a zip file."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import types
import zipfile
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
FORK = {"BOOK_REPOSITORY": "someone/a-fork", "BOOK_BRANCH": "teach", "BOOK_URL": "https://someone.github.io/a-fork"}
# Two pages are enough to see the buttons, one of them a notebook.
TOC = "format: jb-book\nroot: intro\nchapters:\n  - file: notation\n"


def links(page):
    return {tag["href"] for tag in BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("a[href]")}


def meta(page):
    tags = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("meta[content]")
    return {tag.get("property") or tag.get("name"): tag["content"] for tag in tags}


@pytest.fixture(scope="module")
def fork(tmp_path_factory):
    """The site of a fork that names its own release: `make address`, then two pages built as publish.yml does."""
    root = tmp_path_factory.mktemp("fork")
    for name in ("book", "lipbandits", "tools"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("_config.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    (root / "_toc.yml").write_text(TOC)
    environment = {
        **os.environ,
        **FORK,
        "PYTHONPATH": str(root),
        "LIPBANDITS_BAKE": str(ROOT / "_build" / "explorers"),
    }
    options = ["--config", root / "_config.yml", "--toc", root / "_toc.yml", "--path-output", root, "--keep-going"]
    for command in (
        [sys.executable, root / "tools" / "address.py", FORK["BOOK_REPOSITORY"]],
        [Path(sys.executable).with_name("jupyter-book"), "build", root / "book", *options],
    ):
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return root / "_build" / "html"


@pytest.mark.release
def test_a_fork_has_buttons_of_its_own(fork):
    assert {
        "https://mybinder.org/v2/gh/someone/a-fork/teach?urlpath=lab/tree/book/intro.ipynb",
        "https://colab.research.google.com/github/someone/a-fork/blob/teach/book/intro.ipynb",
        "https://github.com/someone/a-fork",
        "_sources/intro.ipynb",
    } <= links(fork / "intro.html")


@pytest.mark.release
def test_the_notebook_that_a_fork_offers_installs_its_own_release(fork):
    (name,) = [link for link in links(fork / "intro.html") if link.endswith("_sources/intro.ipynb")]
    first = json.loads((fork / name).read_text(encoding="utf-8"))["cells"][0]
    assert 'RELEASE = "https://github.com/someone/a-fork/archive/refs/tags/v' in "".join(first["source"])


@pytest.mark.release
def test_a_link_to_a_fork_is_shown_with_its_picture_and_first_sentence(fork):
    said = meta(fork / "intro.html")
    assert said["og:url"] == "https://someone.github.io/a-fork/intro.html"
    assert said["og:image"] == "https://someone.github.io/a-fork/_static/card.png"
    assert (fork / "_static" / "card.png").is_file() and said["og:image:alt"]
    first = (
        "A small ferry sets a price each morning and learns in the evening whether the day was good. "
        "Which of nine prices has the most good days, and how many days does it cost to find out?"
    )
    assert said["description"] == said["og:description"] == first


@pytest.mark.release
def test_the_buttons_of_a_fork_fetch_nothing_by_themselves(fork, blocked_page):
    blocked_page((fork / "intro.html").as_uri()).check()


def publishing():
    spec = importlib.util.spec_from_file_location("publishing", ROOT / "book" / "_ext" / "publishing.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def options(monkeypatch, released, **environment):
    """The theme's options in such an environment."""
    module = publishing()
    for name in FORK:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(module, "has_release", lambda: released)
    config = types.SimpleNamespace(html_theme_options={"launch_buttons": {"thebe": False}})
    module.set_addresses(None, config)
    return config.html_theme_options


def test_without_a_repository_there_is_no_button_that_leads_nowhere(monkeypatch):
    assert options(monkeypatch, True) == {"launch_buttons": {"thebe": False}}
    assert options(monkeypatch, True, BOOK_REPOSITORY="") == {"launch_buttons": {"thebe": False}}


def test_without_a_release_there_is_no_button_for_colab(monkeypatch):
    buttons = [options(monkeypatch, released, **FORK)["launch_buttons"] for released in (False, True)]
    assert ["colab_url" in each for each in buttons] == [False, True]


def test_a_wrong_repository_is_refused(monkeypatch):
    with pytest.raises(ValueError, match=r"BOOK_REPOSITORY: 'no-owner' is not owner/name"):
        options(monkeypatch, True, BOOK_REPOSITORY="no-owner")


@pytest.mark.parametrize("page", ["intro.html", "notation.html"])
def test_a_book_built_here_offers_the_download_only(page, site):
    header = BeautifulSoup((site / page).read_text(encoding="utf-8"), "html.parser").select_one(
        ".article-header-buttons"
    )
    buttons = {tag["href"] for tag in header.select("a[href]")}
    assert {link for link in buttons if "//" in link} == set()
    assert ("_sources/intro.ipynb" in buttons) == (page == "intro.html")


def test_the_zip_file_opens_from_any_folder_with_everything_inside(site, tmp_path, blocked_page):
    files = [tmp_path / name / "a book.zip" for name in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        subprocess.run([sys.executable, ROOT / "tools" / "zip_site.py", site, file], check=True, capture_output=True)
    assert files[0].read_bytes() == files[1].read_bytes()
    with zipfile.ZipFile(files[0]) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "a book"

    def contents(root):
        return {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    assert contents(folder) == contents(site)
    visit = blocked_page((folder / "oslb.html").as_uri(), formulas=False)
    slider = visit.page.locator("#epsilon input[type=range]").first
    status = visit.page.locator("#epsilon .lb-status")
    before = status.inner_text()
    slider.focus()
    visit.page.keyboard.press("End")
    expect(status).not_to_have_text(before)
    visit.check()
