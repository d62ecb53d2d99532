"""The built book in Firefox and in WebKit, as Linux distributions have them; `make browsers`.

Playwright, which drives Chromium in tests/site, knows these two only in builds of its own. So each is driven by what
its makers keep for that: Firefox through Marionette, WebKitGTK's MiniBrowser through WebKitWebDriver. Both are asked
for little, since engines differ in what scripts and style sheets do, not in what the book says:

    def test_something(opened):
        page = opened("model.html")                 # once in each browser
        page.press("#tent-2-L", END)
        page.wait("return document.querySelector('#tent-2 .lb-status').innerText.startsWith(arguments[0])", "L = 20:")

After each test a page must have asked nobody else for anything and must have had nothing to complain about.
"""

import functools
import http.server
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"
# Before all scripts of a page: neither WebDriver nor Marionette tells what a page says, or whom it asks.
LISTENER = """
<meta http-equiv="Content-Security-Policy" content="default-src 'self' file: data: blob: 'unsafe-inline' 'unsafe-eval'">
<script>
// No question covers a figure, as for a reader who wants none; at an address with "?covers" all do, as for a new one.
try {
    if (location.search === "?covers") for (const storage of [localStorage, sessionStorage]) storage.clear();
    else localStorage.setItem("lipbandits.covers", '"off"');
} catch { }
window.complaints = [];
for (const kind of ["error", "warn"]) {
    const say = console[kind];
    console[kind] = (...words) => { complaints.push(`${kind}: ${words.join(" ")}`); say.apply(console, words); };
}
addEventListener("error", event => complaints.push(event.message || `cannot load ${event.target.outerHTML}`), true);
addEventListener("unhandledrejection", event => complaints.push(`unhandled ${event.reason}`));
addEventListener("securitypolicyviolation", event => complaints.push(`request ${event.blockedURI}`));
</script>"""
TO_THE_MIDDLE = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center', behavior: 'instant' })"
# MathJax as on every page, but it leaves the formulas as they are: WebKit takes many seconds for those of a chapter.
UNTYPESET = """<script>{
    let config;
    Object.defineProperty(window, "MathJax", {
        configurable: true,
        get: () => config,
        set: value => { config = value.version ? value : { ...value, startup: { ...value.startup, typeset: false } }; },
    });
}</script>"""
TYPESET = "model.html"
CHARSET = '<meta charset="utf-8" />'
# From file:// no browser grants what the theme preloads with `crossorigin`; the icons are SVG.
FONT_PRELOAD = re.compile(r"fontawesome/.*\.woff2")
# Of a WebKit on a busy machine.
PATIENCE = 120


@contextmanager
def firefox():
    """Firefox without a window."""
    path = _needed("firefox-esr", "firefox")
    from marionette_driver import By
    from marionette_driver.marionette import ActionSequence, Marionette

    driver = Marionette(bin=path, headless=True, gecko_log=os.devnull, startup_timeout=PATIENCE)
    driver.start_session()
    driver.timeout.page_load = driver.timeout.script = PATIENCE
    yield Page(
        go=driver.navigate,
        # In the page itself, not in a room of its own that does not see what the page's scripts made.
        run=lambda script, *values: driver.execute_script(script, values, sandbox=None),
        find=lambda selector: driver.find_element(By.CSS_SELECTOR, selector),
        keys=lambda: ActionSequence(driver, "key", "keyboard"),
    )
    driver.quit()


@contextmanager
def webkit():
    """WebKitGTK's MiniBrowser; where there is no screen, on one that only it sees."""
    path = _needed("WebKitWebDriver")
    from selenium.webdriver import ActionChains, WebKitGTK
    from selenium.webdriver.common.by import By
    from selenium.webdriver.webkitgtk.service import Service

    with _screen() as screen:
        driver = WebKitGTK(service=Service(path, env={**os.environ, "DISPLAY": screen}))
        driver.set_page_load_timeout(PATIENCE)
        driver.set_script_timeout(PATIENCE)
        yield Page(
            go=driver.get,
            run=driver.execute_script,
            find=lambda selector: driver.find_element(By.CSS_SELECTOR, selector),
            keys=lambda: ActionChains(driver),
        )
        driver.quit()


@contextmanager
def _screen():
    """The name of a screen: this session's, or a new one."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    command = [_needed("Xvfb"), "-displayfd", "1", "-screen", "0", "1400x1000x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            yield f":{int(server.stdout.readline())}"
        finally:
            server.terminate()


@dataclass
class Page:
    """The page that a browser has open, and what a reader does with it.

    `go` opens an address; `run` is what the body of a function returns in the page, with values as its `arguments`;
    `find` is the element of a selector; `keys` a new series of keys.
    """

    go: Callable
    run: Callable
    find: Callable
    keys: Callable

    def wait(self, script, *values):
        """Run it until what it returns is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(script, *values):
            assert time.monotonic() < end, f"in vain: {script} {values}"
            time.sleep(0.05)

    def click(self, selector):
        # The theme scrolls smoothly, and WebKit's driver does not wait for that.
        self.run(TO_THE_MIDDLE, selector)
        self.find(selector).click()

    def press(self, *keys):
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            self.keys().send_keys(key).perform()

    def focus(self, selector):
        self.run("document.querySelector(arguments[0]).focus()", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector).strip()

    def check(self):
        said = [line for line in self.run("return complaints") if not FONT_PRELOAD.search(line)]
        assert said == [], f"{self.run('return location.href')} complained"


def _needed(*names):
    """The path of the first of these programs that there is."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        say = pytest.fail if os.environ.get("REQUIRE_BROWSER") == "1" else pytest.skip
        say(f"no {' or '.join(names)} here")
    return path


@pytest.fixture(scope="session", params=[firefox, webkit], ids=lambda kind: kind.__name__)
def page(request):
    """The page of each browser in turn. Without the browser tests are skipped, or fail where REQUIRE_BROWSER=1."""
    with request.param() as page:
        yield page


@pytest.fixture(scope="session")
def listening(tmp_path_factory):
    """The built book, each of whose pages has LISTENER at its beginning; formulas are typeset in TYPESET alone."""
    if not (SITE / "intro.html").is_file():
        pytest.fail("there is no built book: run `make book` first")
    folder = tmp_path_factory.mktemp("book") / "html"
    shutil.copytree(SITE, folder)
    for path in folder.glob("*.html"):
        html = path.read_text(encoding="utf-8")
        scripts = LISTENER if path.name == TYPESET else LISTENER + UNTYPESET
        path.write_text(html.replace(CHARSET, CHARSET + scripts, 1), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def served(listening):
    """The address of that book behind a web server; no slash at its end."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=listening)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def opened(page, listening, served):
    """Open a page from the web server, or from its folder."""

    def go(name, folder=False):
        # From elsewhere: a change of the part after "#" alone would not load a page anew.
        page.go("about:blank")
        page.go(f"{listening.as_uri() if folder else served}/{name}")
        page.wait("return document.readyState === 'complete'")
        return page

    yield go
    page.check()
