"""The built book and a real browser to read it with.

For a test that needs a page:

    def test_something(blocked_page, site):
        visit = blocked_page((site / "intro.html").as_uri(), width=390, theme="dark")
        visit.page.keyboard.press("Tab")
        visit.check()                                   # nothing on the console, no request to anywhere

`visit.page` is a Playwright page (sync API). `measure("explorer-step-ms", "fits", 9.2)` prints a figure when the
run ends and leaves it in _build/timings.json, where `make bench` judges it.
"""

import functools
import http.server
import json
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from samples import spread
from tabs import WITHOUT_COVERS, Tabs, Visit

from tests.labs_in_pages import chromium

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
TIMINGS = ROOT / "_build" / "timings.json"

# Without the last five the browser itself calls its maker's hosts, or hangs where there is no network.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built book."""
    if not (SITE / "intro.html").is_file():
        pytest.fail("there is no built book: run `make book` first")
    return SITE


@pytest.fixture(scope="session")
def address_of(tmp_path_factory, site):
    """The address from which an explorer is opened, from a folder; a bare page is made of those that stand alone."""
    from test_explorers import BARE, samples

    path = tmp_path_factory.mktemp("bare") / BARE
    static = (site / "_static").as_uri()
    scripts = "".join(f"<script src='{static}/{name}.js'></script>" for name in ("still", "frame", "explorer"))
    figures = "<div style='height: 1000px'></div>".join(one.html for one in samples())
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Bare</title><meta name='viewport' "
        f"content='width=device-width'><link rel='stylesheet' href='{static}/explorer.css'>{scripts}{figures}</html>",
        encoding="utf-8",
    )
    return lambda one: path.as_uri() if one.page == BARE else (site / one.page).as_uri()


@pytest.fixture(scope="session")
def served(site) -> str:
    """Address of the built book behind a web server; no slash at its end."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Browser:
    """Headless Chromium or Chrome. Without one tests are skipped, or fail where REQUIRE_BROWSER=1."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tabs(browser) -> Tabs:
    """Tabs that tests use one after the other."""
    return Tabs(browser)


@pytest.fixture
def blocked_page(tabs, request):
    """Factory of visits: every request over a network is refused and recorded, but those below `allow`.

    With formulas=False they are not typeset, half of the time that a chapter takes to open. With covers=True questions
    cover their figures, as for a new reader. A `script` runs before all scripts of the page. A tab was used before, and
    what was stored there is forgotten, unless it is `fresh`.
    """
    taken, failed = [], request.session.testsfailed

    def visit(
        url: str,
        *,
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        allow: str = "",
        formulas: bool = True,
        covers: bool = False,
        script: str = "",
        fresh: bool = False,
    ) -> Visit:
        again = not script and not fresh
        tab = tabs.take(theme, formulas, covers) if again else tabs.new(theme, formulas, covers, script)
        taken.append((tab, again))
        return tab.open(url, width, height, allow)

    yield visit
    for tab, again in taken:
        tabs.give_back(tab, again and request.session.testsfailed == failed)


@pytest.fixture
def phone(browser):
    """A page with the screen of a phone, to be touched."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(WITHOUT_COVERS)
    yield context.new_page()
    context.close()


@pytest.fixture
def measure(request):
    """Keep a figure: measure("explorer-step-ms", "fits", 9.2)."""
    # With the test's report: that is what travels from a worker process to the one that prints.
    return lambda kind, name, value: request.node.user_properties.append((FIGURE, (kind, name, value)))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of a test that is `sampled(n)` keep n of its cases; the others are for a release."""
    cases = {}
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("release"):
            cases.setdefault((item.path, item.originalname), []).append(item)
    for some in cases.values():
        count = some[0].get_closest_marker("sampled").args[0]
        kept = spread([{name: repr(value) for name, value in item.callspec.params.items()} for item in some], count)
        for i, item in enumerate(some):
            if i not in kept:
                item.add_marker("release")


FIGURE = "measured figure"


def pytest_terminal_summary(terminalreporter, config):
    """Print what was measured, and merge it into the file that `make bench` reads."""
    reports = [each for group in terminalreporter.stats.values() for each in group if hasattr(each, "user_properties")]
    figures = {}
    for kind, name, value in [value for each in reports for key, value in each.user_properties if key == FIGURE]:
        figures.setdefault(kind, {})[name] = value
    if not figures:
        return
    terminalreporter.section("measured")
    for kind, values in sorted(figures.items()):
        for name, value in sorted(values.items()):
            terminalreporter.write_line(f"{kind:22} {name:32} {value:10,.1f}")
    kept = json.loads(TIMINGS.read_text()) if TIMINGS.exists() else {}
    for kind, values in figures.items():
        kept.setdefault(kind, {}).update(values)
    TIMINGS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
