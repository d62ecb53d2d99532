"""Tabs of the browser that tests use one after the other: to start a new one takes as long as to open a chapter."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Error, Page

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
# Takes away what was stored; false where a test stopped the clock, which nothing starts again.
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); return !('__pwClock' in window); }"


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


class Tab:
    """A page in a context of its own, which refuses and notes every request over a network but those below `allow`."""

    def __init__(self, browser: Browser, theme: str, scripts: list[str]):
        self.theme, self.allow = theme, ""
        self.context = browser.new_context(color_scheme=theme, service_workers="block")
        # The theme follows what the reader chose last, and only then the system's colours. A frame may have no storage.
        choose = f"for (const key of ['mode', 'theme']) localStorage.setItem(key, '{theme}')"
        for script in (f"try {{ {choose} }} catch {{ }}", *scripts):
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.visit = Visit(self.page)
        self.context.route(NETWORK, self._refuse)
        self.context.route_web_socket(NETWORK, self._refuse_socket)
        self.context.on("console", lambda message: self.visit.console.append(_line(message)))
        self.context.on("weberror", lambda error: self.visit.errors.append(f"uncaught {error.error}"))

    def open(self, url: str, width: int, height: int, allow: str = "") -> Visit:
        """Open an address as if the tab were new."""
        self.visit, self.allow = Visit(self.page), allow
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(url)
        return self.visit.ready()

    def cleared(self) -> bool:
        """Forget all that a test did; False if that cannot be."""
        try:
            for page in self.context.pages:
                if page is not self.page:
                    page.close()
            known = self.page.evaluate(FORGET)
            # Out of the window, so that it points at nothing of the next page.
            self.page.mouse.move(-1, -1)
            self.page.unroute_all()
            self.context.clear_permissions()
            self.page.emulate_media(media="null", reduced_motion="null", color_scheme=self.theme)
            self.page.goto("about:blank")
        except Error:
            return False
        return known

    def _refuse(self, route):
        if self.allow and route.request.url.startswith(self.allow):
            route.continue_()
        else:
            self.visit.requests.append(route.request.url)
            route.abort()

    def _refuse_socket(self, socket):
        self.visit.requests.append(socket.url)
        socket.close()


class Tabs:
    """The tabs of a browser that no test uses at the moment, by what cannot be changed in them."""

    def __init__(self, browser: Browser):
        self.browser, self.free = browser, {}

    def take(self, theme: str, formulas: bool, covers: bool) -> Tab:
        """Return a tab in which nothing was done yet, or all that was is forgotten."""
        free = self.free.setdefault((theme, formulas, covers), [])
        return free.pop() if free else self.new(theme, formulas, covers)

    def new(self, theme: str, formulas: bool, covers: bool, *scripts: str) -> Tab:
        """Return a new tab in which `scripts` run before those of a page."""
        scripts = [*([] if formulas else [UNTYPESET]), *([] if covers else [WITHOUT_COVERS]), *scripts]
        tab = Tab(self.browser, theme, scripts)
        tab.kind = (theme, formulas, covers)
        return tab

    def give_back(self, tab: Tab, again: bool) -> None:
        """Keep a tab for another test, or close it."""
        if again and tab.cleared():
            self.free[tab.kind].append(tab)
        else:
            tab.context.close()


def _line(message) -> str:
    return f"{message.type}: {message.text} ({message.location.get('url', '')})"


def come_again(page: Page, address: str, seen: str) -> None:
    """Open another page until it has `seen`, in JavaScript, what the last one stored.

    That reaches the process of the next page a moment later: sooner than a reader turns it, not a test.
    """
    for _ in range(50):
        page.goto(address)
        if page.evaluate(seen):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{address}: never {seen}")
