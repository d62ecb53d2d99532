"""Each lab as one file: small, alone, at a link, light or dark, and in a frame that may run scripts only."""

import re
from urllib.parse import urlsplit

import pytest
from bare_labs import RESTED

from lipbandits.labs import assets, embed, placed, race, tent

# The engine, which plays every policy of the book, is more than half of it.
MOST_BYTES = 260_000
STATE = "JSON.stringify(lipbandits.labs.get('{}').state())"
# The lab of a link is there, with the link's means.
LOADED = "globalThis.lipbandits?.labs?.get('{0}') && " + STATE.replace("{}", "{0}") + ".includes('[0.5,0.6,0.8]')"
# A page that is not the book's, with a lab in it that may run scripts, and have no storage, no clipboard, no origin.
SLIDE = (
    "<!doctype html><html lang='en'><meta charset='utf-8'><title>Slide</title>"
    "<iframe src='{}' title='A lab' width='100%' height='900' sandbox='allow-scripts'></iframe></html>"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with some labs as files."""
    path = tmp_path_factory.mktemp("slides")
    for lab in (tent, race):
        (path / f"{lab.still}.html").write_text(embed.page(lab), encoding="utf-8")
    return path


@pytest.mark.parametrize("lab", placed(), ids=lambda lab: lab.still)
def test_a_file_is_small_and_is_the_same_each_time(lab):
    text = embed.page(lab)
    assert len(text.encode()) <= MOST_BYTES
    assert text == embed.page(lab)
    assert not re.search(r"(?:src|href)=", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_file_follows_a_link_and_a_theme(blocked_page, folder, theme):
    visit = blocked_page(f"{(folder / 'tent.html').as_uri()}?theme={theme}#tent?theta=.5_.6_.8&L=.8&k=0")
    page = visit.page
    page.wait_for_function(LOADED.format("tent"))
    paper = page.evaluate("getComputedStyle(document.querySelector('figure')).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 30)"}[theme]
    # What the book alone has is not offered.
    assert page.locator(".lb-take button").all_text_contents()[-1] == "Save numbers (CSV)"
    visit.check()


def test_in_a_sandbox_a_lab_is_dragged_and_a_race_is_run(blocked_page, folder):
    for name, file, link in (
        ("tent", "tent", "tent?theta=.5_.6_.8&L=.8&k=0"),
        ("race", "race", "race?theta=.5_.6_.8&L=.8&k=0&p=UCB_CKL-UCB&T=500&n=5"),
    ):
        (folder / f"{name} slide.html").write_text(SLIDE.format(f"{file}.html#{link}"), encoding="utf-8")
        visit = blocked_page((folder / f"{name} slide.html").as_uri())
        page, frame = visit.page, visit.page.frames[1]
        frame.wait_for_function(LOADED.format(name))
        assert frame.evaluate("origin") == "null"
        if name == "race":
            frame.wait_for_function("document.querySelector('.lb-status').textContent.includes('5 paired runs')")
        frame.wait_for_function(RESTED)
        mark = frame.locator(f"#{name} [data-key='truth 1']")
        box = mark.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 30, steps=4)
        page.mouse.up()
        frame.wait_for_function(f"JSON.parse({STATE.format(name)}).theta[1] > 0.62")
        visit.check()


def test_without_unpacking_the_first_state_stays_and_says_so(blocked_page, folder):
    visit = blocked_page((folder / "tent.html").as_uri(), script="delete globalThis.DecompressionStream;")
    visit.page.wait_for_function("document.querySelector('.lb-status').textContent.includes('This is the first state')")
    visit.check()


def test_the_book_gives_lines_that_show_what_the_page_shows(blocked_page, site, tmp_path):
    visit = blocked_page(f"{(site / 'lower_bound.html').as_uri()}#tent-2?theta=.5_.6_.8&L=.8&k=0", formulas=False)
    page = visit.page
    page.wait_for_function(f"{STATE.format('tent-2')}.includes('[0.5,0.6,0.8]')")
    page.click("#tent-2 .lb-take summary")
    page.click("#tent-2 .lb-take button:text-is('Embed')")
    lines = page.locator("#tent-2 .lb-lines").text_content()
    source = re.search(r'src="([^"]*)"', lines)[1].replace("&amp;", "&")
    assert urlsplit(source).path == "worth.html"
    assert urlsplit(source).fragment.startswith("tent?theta=.5_.6_.8&")
    assert page.locator("#tent-2 .lb-take a").get_attribute("download") == "worth.html"
    file = page.evaluate("document.querySelector('#tent-2 .lb-take a').href")
    assert file.startswith(site.as_uri())
    text = (site / file.removeprefix(f"{site.as_uri()}/")).read_text(encoding="utf-8")
    assert text == embed.page(next(lab for lab in placed() if lab.still == "worth"))
    (tmp_path / "worth.html").write_text(text, encoding="utf-8")
    (tmp_path / "plain.html").write_text(f"<!doctype html><title>Plain</title>{lines}", encoding="utf-8")
    other = blocked_page((tmp_path / "plain.html").as_uri())
    frame = other.page.frames[1]
    frame.wait_for_function(LOADED.format("tent"))
    assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    other.check()


def test_every_group_of_scripts_is_of_some_lab():
    assert set(assets.groups_of()) == set(assets.GROUPS)
