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
import os
import re
import shutil
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
TIMINGS = ROOT / "_build" / "timings.json"

BROWSERS = [
    os.environ.get("CHROMIUM"),
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
]
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
NETWORK = re.compile(r"^(https?|wss?):", re.IGNORECASE)
# From file:// the theme preloads its icon fonts with `crossorigin`, which no browser grants there; the icons are SVG.
FONT_PRELOAD = re.compile(r"fontawesome/.*\.woff2")
# The theme's scripts report that they started, and nothing else is allowed to say anything at all.
THEME_GREETING = re.compile(r"^log: \[(togglebutton|PST)\]: ")


# Without the second promise a MathJax that fails to start would be waited for without end.
MATHEMATICS = """Promise.race([
    Promise.resolve(window.MathJax?.startup?.promise).then(() => true),
    new Promise((_, fail) => setTimeout(() => fail(new Error("MathJax did not start")), 30000)),
])"""

# MathJax as on every page, but it leaves the formulas as they are.
UNTYPESET = """{
    let config;
    Object.defineProperty(window, "MathJax", {
        configurable: true,
        get: () => config,
        set: value => { config = value.version ? value : { ...value, startup: { ...value.startup, typeset: false } }; },
    });
}"""

# As a reader has it who wants no figure covered by a question, which most tests are.
WITHOUT_COVERS = "try { localStorage.setItem('lipbandits.covers', '\"off\"') } catch { }"


@dataclass
class Visit:
    """A page that was opened with the network blocked, and everything it said."""

    page: Page
    requests: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def ready(self) -> "Visit":
        """Wait until scripts have run, the mathematics is typeset and fonts are in."""
        self.page.wait_for_load_state("load")
        self.page.evaluate(MATHEMATICS)
        self.page.evaluate("document.fonts.ready.then(() => true)")
        return self

    def complaints(self) -> list[str]:
        """Return every blocked request, console message and uncaught error that no page of the book may cause."""
        console = [line for line in self.console if not THEME_GREETING.search(line)]
        if self.page.url.startswith("file:"):
            console = [line for line in console if not FONT_PRELOAD.search(line)]
        return [f"request {url}" for url in self.requests] + console + self.errors

    def check(self) -> None:
        """Fail when there is any complaint."""
        assert self.complaints() == [], f"{self.page.url} complained"


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
    executable = next((path for path in BROWSERS if path and shutil.which(path)), None)
    if executable is None:
        say = pytest.fail if os.environ.get("REQUIRE_BROWSER") == "1" else pytest.skip
        say("no Chromium or Chrome found; set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def blocked_page(browser):
    """Factory of visits: every request over a network is refused and recorded, but those below `allow`.

    With formulas=False they are not typeset, half of the time that a chapter takes to open. With covers=True questions
    cover their figures, as for a new reader. A `script` runs before all scripts of the page.
    """
    contexts = []

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
    ) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, service_workers="block"
        )
        contexts.append(context)
        # The theme follows what the reader chose last, and only then the system's colours. A frame may have no storage.
        choose = f"for (const key of ['mode', 'theme']) localStorage.setItem(key, '{theme}')"
        context.add_init_script(f"try {{ {choose} }} catch {{ }}")
        if not formulas:
            context.add_init_script(UNTYPESET)
        if not covers:
            context.add_init_script(WITHOUT_COVERS)
        if script:
            context.add_init_script(script)
        result = Visit(context.new_page())

        def refuse(route):
            if allow and route.request.url.startswith(allow):
                route.continue_()
            else:
                result.requests.append(route.request.url)
                route.abort()

        def refuse_socket(socket):
            result.requests.append(socket.url)
            socket.close()

        context.route(NETWORK, refuse)
        context.route_web_socket(NETWORK, refuse_socket)
        context.on("console", lambda message: result.console.append(_line(message)))
        context.on("weberror", lambda error: result.errors.append(f"uncaught {error.error}"))
        result.page.goto(url)
        return result.ready()

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture
def phone(browser):
    """A page with the screen of a phone, to be touched."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(WITHOUT_COVERS)
    yield context.new_page()
    context.close()


def _line(message) -> str:
    return f"{message.type}: {message.text} ({message.location.get('url', '')})"


@pytest.fixture
def measure(request):
    """Keep a figure: measure("explorer-step-ms", "fits", 9.2)."""
    # With the test's report: that is what travels from a worker process to the one that prints.
    return lambda kind, name, value: request.node.user_properties.append((FIGURE, (kind, name, value)))


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
