"""What a reader takes away of a tent: Python lines, a picture and numbers, of the state that is on the screen.

On a bare page from file://, with every request refused. What the race adds is text, and tests/test_take.py has it.
"""

import io
import json
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import DARK, RESTED, some_looks
from PIL import Image

import lipbandits as lb
from lipbandits.labs import assets, tent
from lipbandits.style import PAGE_COLOURS
from tests.labs_in_pages import at_link
from tests.test_take import read

GET = "lipbandits.labs.get('tent')"
PAPER = {"light": (255, 255, 255), "dark": (20, 24, 30)}
BUTTONS = ["Copy as Python", "Save picture (SVG)", "Save picture (PNG)", "Save numbers (CSV)"]
FOLD = "#tent .lb-take"
# Elements and attributes that a picture may have: what any program knows.
TAGS = {"svg", "title", "desc", "rect", "g", "text", "line", "polyline", "polygon", "circle", "path"}
OF_SHEETS = {"class", "style", "id", "data-key", "href"}


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The address of a page with a tent and nothing of the book."""
    path = tmp_path_factory.mktemp("take") / "take away.html"
    body = "body{font:16px/1.5 sans-serif;color:var(--pst-color-text-base,#222);background:var(--pst-color-background)}"
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Labs</title><meta name='viewport' "
        f"content='width=device-width'><style>{body}{DARK}</style><style>{assets.style()}</style><main><h1>Labs</h1>"
        f"{tent.html()}</main><script>{assets.script()}</script></html>",
        encoding="utf-8",
    )
    return path.as_uri()


@pytest.fixture
def lab(blocked_page, bare):
    """Opens the page, perhaps at a link, with the tent awake and the fold open."""

    def opened(link="", theme="light", awake=True, **looks):
        visit = blocked_page(bare + link, theme=theme, **looks)
        page = visit.page
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        if awake:
            page.evaluate(f"{GET}.results()")
            page.wait_for_function(RESTED)
        page.click(f"{FOLD} summary")
        return visit

    return opened


def press(page, label):
    page.click(f"{FOLD} button:text-is('{label}')")


def saved(page, label, tmp_path):
    """The name and the bytes of the file that a press saves."""
    with page.expect_download() as download:
        press(page, label)
    download.value.save_as(tmp_path / "saved")
    name = download.value.suggested_filename
    page.wait_for_function(f"document.querySelector('{FOLD} .lb-taken').innerText === 'Saved as {name}.'")
    return name, (tmp_path / "saved").read_bytes()


def changes():
    """Random states with the digits that a link has, on even arms and others."""
    rng = np.random.default_rng(18)
    for seed in range(60):
        count = int(rng.choice([2, 3, 5, 17, 46]))
        places = np.sort(rng.choice(10_000, count, replace=False)) / 10_000
        # Even ones to the last digit of a page, which a link leaves out.
        arms = places if seed % 3 == 0 else np.arange(count) / (count - 1)
        theta = lb.random_bandit(arms, float(rng.choice([0.3, 1.0, 4.0])), seed, 0.02, 0.98).theta.round(4)
        least = lb.LipschitzBandit(theta, arms).lipschitz
        lipschitz = np.ceil(1e4 * least * rng.choice([1.0, 1.2, 3.0])) / 1e4
        yield {
            "theta": theta.tolist(),
            "arms": arms.tolist(),
            "lipschitz": float(lipschitz),
            "k": int(rng.integers(count)),
        }


def executed(lines, capsys):
    names = {}
    exec(lines, names)
    printed = [float(text) for text in capsys.readouterr().out.split()]
    assert printed == [names["bound"].value, names["alone"].value]
    return names


def check_lines(names, state, results):
    """What they leave is what the lab says, and the bandit has the same digits."""
    bandit, bound = names["bandit"], names["bound"]
    assert bandit.theta.tolist() == state["theta"] and bandit.lipschitz == state["lipschitz"]
    np.testing.assert_allclose(bandit.arms, state["arms"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(bound.value, results["value"], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(names["alone"].value, results["laiRobbins"], rtol=1e-9, atol=1e-12)
    close = {"rtol": 1e-9, "atol": 1e-9 * max(1.0, np.max(bound.rates))}
    np.testing.assert_allclose(names["prices"].sum(), sum(results["prices"]), rtol=1e-9, atol=1e-12)
    if bound.unique:
        np.testing.assert_allclose(names["rates"], results["rates"], **close)
    if bound.unique and only_prices(bound):
        np.testing.assert_allclose(names["prices"], results["prices"], **close)
        assert bound.binding.tolist() == results["binding"]


def only_prices(bound):
    """Whether the prices are the only ones: as many lies bind as arms are played."""
    return bound.binding.sum() == (bound.rates > 0).sum()


def check_table(text, names, state, results):
    head, columns, rows = read(text)
    table = {name: [row[i] for row in rows] for i, name in enumerate(columns)}
    numbers = {name: [float(each) for each in table[name]] for name in columns if name != "binding"}
    assert numbers["arm"] == list(range(len(state["theta"])))
    assert numbers["mean"] == state["theta"] and numbers["position"] == state["arms"]
    assert numbers["rate"] == results["rates"] and numbers["price"] == results["prices"]
    assert table["binding"] == [str(each).lower() for each in results["binding"]]
    kept = {name: json.loads(head[name]) for name in ("theta", "arms", "lipschitz", "k")}
    assert kept == {name: state[name] for name in kept}
    assert (float(head["value"]), float(head["lai_robbins"])) == (results["value"], results["laiRobbins"])
    np.testing.assert_allclose(numbers["alone"], names["alone"].rates, rtol=1e-9)
    if "lie" in names:
        np.testing.assert_allclose(numbers["confusing"], names["lie"], rtol=0, atol=1e-12)
        np.testing.assert_allclose(numbers["evidence"], names["evidence"], rtol=1e-9, atol=1e-15)
    else:
        assert numbers["confusing"] == state["theta"] and not any(numbers["evidence"])
    return head


def taken(page):
    """The lines, the table as CSV, and what the lab says by script."""
    return page.evaluate(
        f"(async () => {{ const lab = {GET}; return [lab.python(), lipbandits.take.csv(await lab.table()), "
        "await lab.results(), lipbanditsExplorers.get('tent').state]; })()"
    )


def check_all(page, capsys, asked=None):
    lines, text, results, state = taken(page)
    if asked:
        assert {name: state[name] for name in asked} == asked
    names = executed(lines, capsys)
    check_lines(names, state, results)
    head = check_table(text, names, state, results)
    assert head["lab"] == "tent" and lines.startswith(f"# {head['link']}\n")
    # From a folder not the names of its folders, but the page and the state.
    page_name, _, query = head["link"].partition("#tent?")
    assert page_name == "take%20away.html"
    opened = at_link(page, tent, query)
    assert opened["note"] == "" and {**opened["state"], "shape": None} == {**state, "shape": None}
    assert opened["numbers"] == page.locator("#tent .lb-number").all_inner_texts()


def test_lines_table_and_link_agree_to_the_last_digit(lab, capsys):
    page = lab().page
    for change in changes():
        page.evaluate(f"(change) => {GET}.set(change)", change)
        check_all(page, capsys, change)
    unique = 0
    for change in changes():
        bound = lb.lower_bound(lb.LipschitzBandit(change["theta"], change["arms"], change["lipschitz"]))
        unique += bound.unique and only_prices(bound)
    assert unique >= 50


@pytest.mark.parametrize(
    "query",
    [
        "shape=smooth&K=23&L=2.5&k=4",
        "shape=odd&k=1",
        *(pytest.param(query, marks=pytest.mark.release) for query in ("shape=cliff&k=4", "shape=between&K=46")),
    ],
)
def test_shapes_keep_all_their_digits(lab, capsys, query):
    page = lab(f"#tent?{query}").page
    page.wait_for_function(RESTED)
    check_all(page, capsys)


def test_without_a_lie_or_with_nothing_to_find_the_lines_run_as_well(lab, capsys):
    page = lab().page
    for change in (
        {"theta": [0.4, 0.4, 0.4], "lipschitz": 0, "k": 1},
        {"theta": [0.2, 1, 0.3], "lipschitz": 4, "k": 0},
        {"theta": [0.2], "k": 0},
        {"theta": [0.5, 0.2, 0.5], "lipschitz": 2, "k": 2},
    ):
        page.evaluate(f"(change) => {GET}.set(change)", change)
        lines, text, results, state = taken(page)
        names = {}
        with np.errstate(all="ignore"):
            exec(lines, names)
        check_lines(names, state, results)
        assert "undefined" not in text and "NaN" not in text and "Infinity" not in text
    capsys.readouterr()


def test_copying_puts_the_lines_that_one_sees_on_the_clipboard(lab):
    visit = lab()
    page = visit.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(f"{GET}.set({{theta: [0.2, 0.6, 0.5], lipschitz: 1.5, k: 0}})")
    press(page, "Copy as Python")
    page.wait_for_function(f"document.querySelector('{FOLD} .lb-taken').innerText === 'Copied.'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.evaluate(f"{GET}.python()") == page.text_content(f"{FOLD} .lb-lines")
    assert "lb.LipschitzBandit([0.2, 0.6, 0.5], lipschitz=1.5)" in copied
    # They follow the state.
    page.evaluate(f"{GET}.set({{k: 2}})")
    assert "lb.confusing_parameter(bandit, 2)" in page.text_content(f"{FOLD} .lb-lines")
    visit.check()


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });",
        "Clipboard.prototype.writeText = () => Promise.reject(new Error('refused'));",
    ],
)
def test_where_copying_is_forbidden_the_lines_are_chosen(lab, script):
    visit = lab(script=script, awake=False)
    page = visit.page
    press(page, "Copy as Python")
    page.wait_for_function(f"document.querySelector('{FOLD} .lb-taken').innerText.includes('copy them')")
    assert page.evaluate("getSelection().toString().trim()") == page.evaluate(f"{GET}.python().trim()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Save picture (SVG)"
    visit.check()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_saved_picture_stands_alone(lab, tmp_path, theme):
    visit = lab("#tent?theta=.3_.4_.5_.62_.8123_.7&L=2.2&k=1", theme=theme)
    page = visit.page
    page.wait_for_function(RESTED)
    name, content = saved(page, "Save picture (SVG)", tmp_path)
    text = content.decode()
    assert name == "tent.svg" and text == page.evaluate(f"{GET}.picture()")
    root = ElementTree.fromstring(text)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= TAGS
    assert not {key for element in root.iter() for key in element.attrib} & OF_SHEETS
    assert "var(" not in text and "url(" not in text and "color(" not in text and "://" not in text.split(">", 1)[1]
    words = " ".join("".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text"))
    # Mixed colours, too, are plain ones with an opacity.
    inks = {element.text: (element.get("fill"), element.get("fill-opacity")) for element in root.findall(".//{*}text")}
    assert inks["0.25"] == (inks["mean reward"][0] or "#000000", "0.72")
    for part in (tent.question, page.inner_text("#tent .lb-status").strip(), "C(θ) = ", "the lie: arm 1"):
        assert part in words
    assert "#tent?theta=.3_.4_.5_.62_.8123_.7&L=2.2&k=1" in root.find("{*}desc").text
    pixels_of(shown_alone(page, text), theme, [int(root.get("width")), int(root.get("height"))])
    visit.check()


def shown_alone(page, text):
    """What a browser shows of it as an image, on a page that has nothing else."""
    alone = page.context.browser.new_page()
    alone.evaluate(
        """async (text) => {
            document.body.style.margin = 0;
            const image = new Image();
            image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
            document.body.append(image);
            await image.decode();
        }""",
        text,
    )
    shot = alone.locator("img").screenshot()
    alone.close()
    return Image.open(io.BytesIO(shot))


def pixels_of(image, theme, size):
    """Check its size, its paper up to the edges, and the colours of what it shows."""
    image = image.convert("RGB")
    assert list(image.size) == size
    pixels = np.asarray(image).astype(np.int16)
    edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (edges == PAPER[theme]).all()
    for role in ("truth", "lie", "plan", "price", "plain"):
        ink = PAGE_COLOURS[role][theme == "dark"].lstrip("#")
        colour = [int(ink[i : i + 2], 16) for i in (0, 2, 4)]
        assert (np.abs(pixels - colour).max(axis=2) <= 2).sum() > 40, role
    assert (pixels != PAPER[theme]).any(axis=2).mean() > 0.05


@pytest.mark.parametrize(("theme", "width"), [pytest.param("light", 1280, marks=pytest.mark.release), ("dark", 390)])
def test_the_picture_is_saved_in_pixels_too(lab, tmp_path, theme, width):
    visit = lab(theme=theme, width=width)
    name, content = saved(visit.page, "Save picture (PNG)", tmp_path)
    root = ElementTree.fromstring(visit.page.evaluate(f"{GET}.picture()"))
    wide, high = int(root.get("width")), int(root.get("height"))
    image = Image.open(io.BytesIO(content))
    assert name == "tent.png" and image.format == "PNG"
    scale = image.size[0] // wide
    assert scale >= 2 and image.size[0] >= 1600
    pixels_of(image, theme, [scale * wide, scale * high])
    visit.check()


def test_a_picture_is_of_the_state_however_far_its_marks_have_come(lab):
    page = lab().page
    early = page.evaluate(
        f"(() => {{ document.querySelectorAll('#tent .lb-preset')[2].click(); return {GET}.picture(); }})()"
    )
    page.wait_for_function(RESTED)
    page.wait_for_timeout(300)
    assert early == page.evaluate(f"{GET}.picture()")
    assert "the lie: arm 12" in early and "shape=cliff" in early


def test_the_numbers_are_saved_as_the_table_says(lab, tmp_path):
    visit = lab("#tent?shape=smooth&k=2")
    name, content = saved(visit.page, "Save numbers (CSV)", tmp_path)
    assert name == "tent.csv"
    assert content.decode() == visit.page.evaluate(f"{GET}.table().then(lipbandits.take.csv)")
    assert b"\n# link: take%20away.html#tent?shape=smooth" in content
    visit.check()


def test_on_the_web_the_link_is_whole(browser, bare):
    context = browser.new_context()
    page = context.new_page()
    text = Path(unquote(urlsplit(bare).path)).read_text(encoding="utf-8")
    page.route("**/*", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto("http://book.test/labs/one.html")
    lines = page.evaluate(f"{GET}.python()")
    assert lines.startswith("# http://book.test/labs/one.html#tent?shape=triangle&L=0.5&k=3\n")
    context.close()


def test_what_fails_is_said(lab):
    page = lab(script="HTMLCanvasElement.prototype.toBlob = (done) => done(null);").page
    press(page, "Save picture (PNG)")
    page.wait_for_function(f"document.querySelector('{FOLD} .lb-taken').innerText.includes('made no pixels')")
    stopped = lab(script="delete window.WebAssembly", awake=False).page
    stopped.focus("#tent .lb-reset")
    stopped.wait_for_function("document.querySelector('#tent .lb-status').innerText.includes('first state')")
    assert stopped.locator(f"{FOLD} button:enabled").count() == 0


def test_by_keyboard_all_of_it_is_reached(lab):
    page = lab().page
    page.click(f"{FOLD} summary")
    page.focus("#tent-follows")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Take it with you"
    page.keyboard.press("Enter")
    reached = []
    for _ in range(5):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        )
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert reached == [*BUTTONS, "Python lines"]


@some_looks
def test_open_it_is_accessible_and_no_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    page = visit.page
    axe = Axe().run(page, options={"resultTypes": ["violations"], "preload": False})
    assert [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in axe.response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = [box["height"] for box in map(lambda part: part.bounding_box(), page.locator(f"{FOLD} button").all())]
    assert min(sizes) >= (44 if width == 390 else 36)
    visit.check()


def test_neither_paper_nor_a_projector_shows_it(lab):
    page = lab().page
    assert page.locator(FOLD).is_visible()
    page.emulate_media(media="print")
    assert not page.locator(FOLD).is_visible()
    page.emulate_media(media="screen")
    page.evaluate("document.documentElement.classList.add('lb-class')")
    assert not page.locator(FOLD).is_visible()
