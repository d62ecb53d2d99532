"""Gates on every page of the built book, read as text and in a real browser."""

import gzip
import re
from copy import copy
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from tests.book import PAGES as CONTENTS
from tests.test_grammar import bare_numbers

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
# index.html only forwards to the first page.
PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)
READ = [page for page in PAGES if page != "index.html"]
# Pages with the source of a module are all made alike: a browser looks at the list of them and at the longest.
SOURCES = [page for page in READ if page.startswith("_modules/lipbandits")]
LONGEST = max(SOURCES, key=lambda page: (SITE / page).stat().st_size, default=None)
OPENED = [page for page in READ if page not in SOURCES or page == LONGEST]

CHAPTERS = [path.stem for path in (ROOT / "book").glob("*.ipynb")]

every_page = pytest.mark.parametrize("page", PAGES)
every_read_page = pytest.mark.parametrize("page", READ)
every_opened_page = pytest.mark.parametrize("page", OPENED)

# What makes a browser fetch something, and in which attribute.
FETCHED = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "track": "src",
    "embed": "src",
    "object": "data",
    "input": "src",
    "form": "action",
    "image": "href",
    "use": "href",
}
ELSEWHERE = re.compile(r"^\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
CSS_ELSEWHERE = re.compile(r"(?:url\(|@import)\s*['\"]?\s*(?:https?:)?//[^'\")]*", re.IGNORECASE)
# The look-behind keeps a frame's base64 from looking like a path.
# Markup that was meant for Sphinx and reached the reader, such as a fence that a backtick in its title has closed.
MARKUP = re.compile(r"NBVAL_CHECK_OUTPUT|(?:```|:::)\{|\{(?:prf|cite|doc|ref|eq|numref)[:a-z]*\}`")
MACHINE_PATH = re.compile(r"(?<![\w+/=.-])/(?:work|tmp|home|root|Users|private|var|opt)/[\w.-]+|file://+[\w/]+")
FILE_NAME = re.compile(r"\S+\.(?:png|svg|jpe?g|gif|webp)$|_images/", re.IGNORECASE)


@cache
def soup(page: str) -> BeautifulSoup:
    return BeautifulSoup((SITE / page).read_text(encoding="utf-8"), "html.parser")


@cache
def names(page: str) -> set[str]:
    """Every fragment that a link may point at in the page; read without a parser, since pages link to many others."""
    html = (SITE / page).read_text(encoding="utf-8")
    return {unescape(name) for name in re.findall(r'<[^<>]*\s(?:id|name)="([^"]*)"', html)}


@cache
def explorers(page):
    """The ids of explorers and labs; the second of a name has its number, as frame.js gives it."""
    html = (SITE / page).read_text(encoding="utf-8")
    found = [unescape(name) for name in re.findall(r'\sdata-(?:explorer|lab)="([^"]*)"', html)]
    return {name if (copy := found[:i].count(name)) == 0 else f"{name}-{copy + 1}" for i, name in enumerate(found)}


def broken_link(page: str, link: str) -> str | None:
    """Say what is wrong with an internal link of the page, or return None."""
    path, fragment = unquote(urlsplit(link).path), unquote(urlsplit(link).fragment)
    target = (SITE / page).parent.joinpath(path) if path else SITE / page
    target = target.resolve()
    if not target.is_relative_to(SITE.resolve()) or path.startswith("/"):
        return f"{link} leaves the book"
    if not target.is_file():
        return f"{link}: no such file"
    if not fragment:
        return None
    name = target.relative_to(SITE.resolve()).as_posix()
    if "?" in fragment:
        explorer = fragment.partition("?")[0]
        return None if explorer in explorers(name) else f"{link}: no explorer {explorer!r} there"
    return None if fragment in names(name) else f"{link}: no such place on the page"


def test_the_book_has_every_page_of_its_table_of_contents(site):
    assert {f"{page}.html" for page in CONTENTS} <= set(READ)


@every_page
def test_no_internal_link_or_anchor_is_dead(page):
    links = [
        tag[name] for tag in soup(page).find_all(True) for name in ("href", "src", "data", "action") if tag.get(name)
    ]
    links += [tag["content"].partition("url=")[2] for tag in soup(page).select("meta[http-equiv=Refresh]")]
    internal = [link for link in links if not urlsplit(link).scheme and not ELSEWHERE.match(link)]
    assert [fault for fault in (broken_link(page, link) for link in internal) if fault] == []


@every_read_page
def test_no_page_says_theorem_2_for_ours_and_the_papers(page):
    """What Sphinx numbers has a chapter's number before its dot; listings of the package are not looked at."""
    main = None if page in SOURCES else soup(page).select_one("main")
    assert main is None or bare_numbers(main.get_text(" ")) == []


@every_page
def test_nothing_is_fetched_from_another_host(page):
    fetched = [tag[FETCHED[tag.name]] for tag in soup(page).find_all(list(FETCHED)) if tag.get(FETCHED[tag.name])]
    fetched += [part.split()[0] for tag in soup(page).select("[srcset]") for part in tag["srcset"].split(",")]
    assert [link for link in fetched if ELSEWHERE.match(link)] == []
    styles = [tag.get_text() for tag in soup(page).find_all("style")] + [
        tag["style"] for tag in soup(page).select("[style]")
    ]
    assert [found for style in styles for found in CSS_ELSEWHERE.findall(style)] == []


def test_no_style_sheet_fetches_from_another_host(site):
    found = {path.name: CSS_ELSEWHERE.findall(path.read_text(encoding="utf-8")) for path in site.rglob("*.css")}
    assert {name: links for name, links in found.items() if links} == {}


@every_page
def test_links_to_other_hosts_stand_in_prose_only(page):
    links = [tag for tag in soup(page).select("a[href]") if ELSEWHERE.match(tag["href"])]
    assert [tag["href"] for tag in links if not tag.find_parent("article")] == []


@every_page
def test_every_image_says_what_it_shows(page):
    silent = [
        str(tag)[:160]
        for tag in soup(page).find_all("img")
        if not tag.get("alt", "").strip() or FILE_NAME.search(tag["alt"].strip())
    ]
    assert silent == []


@every_read_page
def test_every_drawing_says_what_it_shows(page):
    def speaks(svg):
        line = [svg, *svg.parents]
        return any(
            tag.get("aria-hidden") == "true" or (tag.get("role") == "img" and tag.get("aria-label")) for tag in line
        )

    assert [str(svg)[:160] for svg in soup(page).select("article svg") if not speaks(svg)] == []


@every_read_page
def test_every_figure_of_a_cell_has_the_colours_and_the_ink_of_its_page(page):
    """No picture of dots, which would stay light in the dark, and no colour that is written into it alone."""
    assert soup(page).select(".cell_output img") == []
    shades = re.compile(r"(?<!, )#[0-9a-f]{3,6}\b", re.IGNORECASE)
    for figure in soup(page).select("svg.lb-drawn"):
        assert [shade for tag in figure.find_all(style=True) for shade in shades.findall(tag["style"])] == []


@every_read_page
def test_every_column_is_named_in_words(page):
    """Also to who hears the table, and to who does not know the symbol yet."""
    heads = [copy(head) for head in soup(page).select("article th")]
    for head in heads:
        for formula in head.select(".math"):
            formula.extract()
    assert [str(head) for head in heads if not head.get_text().strip()] == []


@every_read_page
def test_no_meaning_is_in_a_colour_alone(page):
    """A patch of colour is nothing where style sheets are not read, or paper is printed without backgrounds."""
    patches = soup(page).select("article :is(span, i, b, em)[class]:not([aria-hidden=true], [aria-hidden=true] *)")
    assert [str(tag) for tag in patches if not tag.contents] == []


@every_read_page
def test_no_output_is_an_error_or_a_leftover(page):
    outputs = soup(page).select(".cell_output")
    bad = [tag for output in outputs for tag in output.select(".stderr, .traceback, .output_error")]
    bad += [tag for tag in outputs if re.search(r"Traceback \(most recent|\bat 0x[0-9a-f]+>", tag.get_text())]
    assert [tag.get_text()[:200] for tag in bad] == []


@every_page
def test_no_path_of_a_machine_is_left(page):
    html = (SITE / page).read_text(encoding="utf-8")
    assert MACHINE_PATH.findall(html) == []
    assert str(ROOT) not in html


@every_page
def test_no_kernel_script_is_loaded(page):
    tags = [tag for tag in soup(page).find_all("script") if not tag.get("type", "").startswith("application/")]
    scripts = " ".join(map(str, tags)).lower()
    assert [word for word in ("thebe", "require.js", "html-manager") if word in scripts] == []


@every_read_page
def test_no_widget_is_left_that_would_need_a_kernel(page):
    assert "application/vnd.jupyter.widget" not in (SITE / page).read_text(encoding="utf-8")
    assert soup(page).select("article :is(.widget-interact, .jupyter-widgets)") == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_plain_interact_is_its_code_and_one_answer(chapter):
    """What its function draws or says at the first values of the sliders, where a notebook has these."""
    cells = [cell for cell in soup(f"{chapter}.html").select(".cell") if "import interact" in cell.get_text()]
    [(code, answer)] = [(cell.select_one(".cell_input"), cell.select_one(".cell_output")) for cell in cells]
    fold = code.find_parent("details")
    assert answer is not None and (fold is None or fold.summary.get_text().strip().startswith("Code of this "))
    pictures, text = answer.select("svg.lb-drawn[aria-label]"), answer.get_text().strip()
    assert len(pictures) == 1 or (not pictures and text and "interactive(" not in text)
    assert not answer.select("input")


@every_read_page
def test_the_scripts_and_styles_of_explorers_are_loaded_once(page):
    scripts = [f"script[src*='/{name}.js']" for name in ("frame", "explorer", "still", "class", "qr")]
    for selector in [*scripts, "link[href*='/explorer.css']", "link[href*='/class.css']"]:
        assert len(soup(page).select(selector)) == 1, selector


@every_read_page
def test_the_labs_script_and_style_are_loaded_where_a_lab_is(page):
    labs, forms = (bool(soup(page).select(what)) for what in ("figure[data-lab]", ".lb-exercise"))
    # Figures of cells and explorers take their colours from there, too.
    drawn = labs or bool(soup(page).select(".lb-drawn, .lb-panel"))
    for selector, wanted in {"script[src*='/labs.js']": labs or forms, "link[href*='/labs.css']": drawn}.items():
        assert len(soup(page).select(selector)) == wanted, selector


def test_every_page_has_a_title_of_its_own(site):
    titles = [soup(page).title.get_text().strip() for page in READ]
    assert all(titles) and len(set(titles)) == len(titles), titles


@every_read_page
def test_the_page_is_weighed(page, site, measure):
    html = (site / page).read_bytes()
    measure("page-kb", page, len(html) / 1024)
    measure("page-gzipped-kb", page, len(gzip.compress(html)) / 1024)


def test_the_book_is_weighed(site, measure):
    measure("book-mb", "everything", sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 2**20)


def test_the_folder_opens_at_the_first_page(site, browser):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.wait_for_url("**/intro.html")
    page.close()


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FETCHES = "performance.getEntriesByType('resource').map(entry => entry.name)"


def fits(page, widths=(1920, 1280, 768, 390, 360, 320)):
    """Check that nothing scrolls sideways, on desks and on telephones, and nothing is cut off on paper."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SIDEWAYS) <= 0, f"the page scrolls sideways at {width}"
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})
    assert page.evaluate(SIDEWAYS) <= 0, "what is printed is cut off"


@every_opened_page
def test_the_page_opens_from_a_folder_without_a_network_and_fits(page, site, blocked_page):
    visit = blocked_page((site / page).as_uri())
    assert visit.page.locator("mjx-merror").count() == 0
    assert visit.page.locator("article .math:not(:has(mjx-container))").count() == 0, "mathematics not typeset"
    fits(visit.page, widths=(1280, 768, 320))
    visit.check()


# Marks three visible elements with text for each pair of ink and ground and each size, on which alone contrast depends:
# more than one, since of what something lies over no contrast is told.
SAMPLE = """() => {
    document.querySelectorAll("[data-sample]").forEach(element => element.removeAttribute("data-sample"));
    const grounds = new Map([[null, ""]]), known = new Map();
    const ground = element => {
        if (!grounds.has(element)) {
            const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
            const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
            const above = ground(element.parentElement);
            grounds.set(element, own === "rgba(0, 0, 0, 0) none 1" ? above : `${above} > ${own}`);
        }
        return grounds.get(element);
    };
    for (const element of document.querySelectorAll("body *")) {
        if (![...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const key = [color, fontSize, fontWeight, ground(element)].join();
        if (known.get(key) > 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
        known.set(key, (known.get(key) || 0) + 1);
        element.setAttribute("data-sample", "");
    }
    return known.size;
}"""


def put_on(page, theme):
    page.locator("html").evaluate("(html, theme) => { html.dataset.theme = theme; html.dataset.mode = theme; }", theme)


# The heaviest first, and another: `make test` has these two of one page of each kind. The next test has them all.
@pytest.mark.parametrize("page", [LONGEST, "intro.html", "ckl_ucb.html", "api.html", "glossary.html", "search.html"])
@pytest.mark.sampled(2)
def test_the_served_page_is_quiet_light_and_accessible(page, served, blocked_page, measure):
    """Structure once and contrast in both themes; formulas, which have the colours of their text, are left out."""
    visit = blocked_page(f"{served}/{page}", allow=served, formulas=False)
    fetched = {page, *(urlsplit(name).path.lstrip("/") for name in visit.page.evaluate(FETCHES))}
    weight = sum(gzipped_kb(name) for name in fetched)
    measure("page-with-all-kb", page, weight)
    assert weight <= 2500
    assert visit.page.locator("html").get_attribute("data-theme") == "light"
    # A colour on its way from one theme to the other belongs to neither.
    visit.page.add_style_tag(content="*, ::before, ::after { transition: none !important; }")
    assert serious_violations(visit.page, rules={"color-contrast": {"enabled": False}}) == []
    for theme in ("light", "dark"):
        put_on(visit.page, theme)
        assert visit.page.evaluate(SAMPLE) > 3
        assert serious_violations(visit.page, "[data-sample]", runOnly=["color-contrast"]) == [], theme
    visit.check()


@pytest.mark.release
@pytest.mark.parametrize("width", [1280, 390])
@every_opened_page
def test_the_whole_served_page_is_accessible_at_both_widths(page, width, served, blocked_page):
    first, second = ("light", "dark") if width == 1280 else ("dark", "light")
    visit = blocked_page(f"{served}/{page}", width=width, theme=first, allow=served)
    assert visit.page.locator("html").get_attribute("data-theme") == first
    visit.page.add_style_tag(content="*, ::before, ::after { transition: none !important; }")
    for theme in (first, second):
        put_on(visit.page, theme)
        assert serious_violations(visit.page) == [], theme
    fits(visit.page)
    visit.check()


@cache
def gzipped_kb(name):
    return len(gzip.compress((SITE / unquote(name)).read_bytes())) / 1000


def serious_violations(page, where=None, **options):
    # Without preload: it asks the server for imported style sheets at addresses that do not exist.
    options = {"resultTypes": ["violations"], "preload": False, **options}
    violations = Axe().run(page, context=where, options=options).response["violations"]
    return [
        f"{rule['impact']} {rule['id']}: {node['target']} {node['html'][:120]}"
        for rule in violations
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


# What a reader can use at last: the first explorer's controls, or else the page itself, which is typeset by then.
USABLE = """() => {
    const first = document.querySelector("[data-explorer]");
    return !first || first.querySelector("input, select") ? performance.now() : null;
}"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@pytest.mark.alone
@pytest.mark.parametrize("page", [page for page in OPENED if page.removesuffix(".html") in CHAPTERS])
def test_a_chapter_is_timed(page, served, blocked_page, measure):
    """From the click to the first paint, and to controls and formulas that stand; `make bench` judges the figures."""
    visit = blocked_page(f"{served}/{page}", allow=served, fresh=True)
    measure("page-usable-ms", page, visit.page.wait_for_function(USABLE).json_value())
    measure("page-painted-ms", page, visit.page.evaluate(PAINTED))


@every_read_page
def test_a_page_is_described_by_words(page):
    """In a list of search results or beside a link; labels and formulas cannot be shown there."""
    described = [tag["content"] for tag in soup(page).select("meta[name=description], meta[property='og:description']")]
    if page not in ("search.html", "genindex.html", "py-modindex.html") and not page.startswith("_modules"):
        assert len(described) == 2 and described[0] == described[1]
    assert [text for text in described if re.search(r"[\\$]|Question\.", text)] == []


@every_read_page
def test_no_markup_reached_the_reader(page):
    text = soup(page).select_one("main").get_text()
    assert MARKUP.findall(text) == []


# How many meanings a page has, and which of them its excerpt in a search could contain.
EXCERPTED = """async () => {
    const html = await (await fetch("beyond.html")).text();
    const page = new DOMParser().parseFromString(html, "text/html");
    const meanings = [...page.querySelectorAll(".lb-tip")].map(tip => tip.textContent);
    const said = Search.htmlToText(html, null);
    return [meanings.length, meanings.filter(meaning => said.includes(meaning))];
}"""


CHAPTER_OF = {"lock-in": "ckl_ucb", "confusing": "lower_bound", "Lipschitz": "model"}
a_word = pytest.mark.parametrize(
    "word", [pytest.param(word, marks=[pytest.mark.release] * (word != "lock-in")) for word in CHAPTER_OF]
)


@a_word
@pytest.mark.parametrize("where", ["served", "a folder"])
def test_a_search_finds_the_chapter(word, where, site, served, blocked_page):
    address, allow = (served, served) if where == "served" else (site.as_uri(), None)
    visit = blocked_page(f"{address}/intro.html", allow=allow, formulas=False)
    visit.page.keyboard.press("Control+k")
    visit.page.keyboard.type(word)
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search.html?*")
    visit.page.wait_for_selector(f"#search-results a[href^='{CHAPTER_OF[word]}.html']")
    # Excerpts of the pages found cannot be fetched from a folder; that must not be said to the console either.
    visit.page.wait_for_selector("#search-results p.search-summary")
    visit.check()


def test_excerpts_of_a_search_are_without_hover_text(served, blocked_page):
    page = blocked_page(f"{served}/search.html?q=lock-in", allow=served).page
    page.wait_for_selector("#search-results p.context")
    count, left = page.evaluate(EXCERPTED)
    assert count > 3 and left == []
