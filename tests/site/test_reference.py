"""Hover text, links to the source and copy buttons, in a real browser."""

import re

import pytest
from bs4 import BeautifulSoup

BUBBLE = "#lb-tip-{}"
FITS = """tip => {
    const box = tip.getBoundingClientRect();
    const page = document.documentElement;
    return box.left >= 0 && box.right <= page.clientWidth && page.scrollWidth <= page.clientWidth;
}"""
# What is at the middle and near the ends of a bubble is the bubble: nothing covers or clips it.
UNCOVERED = """tip => {
    const box = tip.getBoundingClientRect();
    return [0.02, 0.5, 0.98].every(x => [0.1, 0.9].every(y =>
        document.elementFromPoint(box.left + x * box.width, box.top + y * box.height) === tip));
}"""


def test_no_meaning_and_no_name_of_a_symbol_is_left_in_tex(site):
    for path in site.glob("*.html"):
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        said = [tip.get_text() for tip in page.select(".lb-tip")]
        said += [link["aria-label"] for link in page.select(".lb-hover > a[aria-label]")]
        assert [words for words in said if re.search(r"[\\{}$]", words)] == [], path.name
        assert all(link.has_attr("aria-label") for link in page.select(".lb-hover > a:has(.math)"))


def links(page):
    return page.locator("article .lb-hover > a")


# Every link in turn is focused as by a key, and what is wrong with its bubble is noted.
FOCUSED = """([fits, uncovered]) => [...document.querySelectorAll("article .lb-hover > a")].flatMap(link => {
    const tip = document.getElementById(link.getAttribute("aria-describedby"));
    const seen = () => tip.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const faults = seen() ? ["is open before"] : [];
    link.scrollIntoView({ block: "center", behavior: "instant" });
    link.focus();
    if (!seen() || !tip.innerText.trim()) faults.push("does not show");
    if (!eval(fits)(tip)) faults.push("does not fit");
    if (!eval(uncovered)(tip)) faults.push("is covered");
    return faults.map(fault => `${tip.textContent} ${fault}`);
})"""


@pytest.mark.parametrize("name", ["lower_bound", pytest.param("ckl_ucb", marks=pytest.mark.release)])
def test_every_meaning_shows_on_focus_and_fits_the_page(name, site, blocked_page):
    visit = blocked_page((site / f"{name}.html").as_uri())
    page = visit.page
    # A key was pressed, so that focus is shown as to someone who uses the keyboard.
    page.keyboard.press("Tab")
    assert links(page).count() > 10
    for width in (390, 800, 1200, 1280, 1500):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("document.activeElement.blur()")
        assert page.evaluate(FOCUSED, [FITS, UNCOVERED]) == [], width
    visit.check()


def test_a_meaning_shows_under_the_pointer_stays_below_it_and_leaves_on_escape(site, blocked_page):
    page = blocked_page((site / "model.html").as_uri(), formulas=False).page
    link = links(page).first
    tip = page.locator(BUBBLE.format(1))
    link.hover()
    assert tip.is_visible()
    tip.hover()
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.mouse.move(0, 0)
    link.hover()
    assert tip.is_visible()


def test_a_first_tap_shows_the_meaning_and_a_second_one_follows_the_link(site, phone):
    phone.goto((site / "model.html").as_uri())
    link = links(phone).first
    link.tap()
    assert phone.locator(BUBBLE.format(1)).is_visible()
    assert phone.url.endswith("model.html")
    link.tap()
    phone.wait_for_url("**/glossary.html#term-*")


def test_a_screen_reader_hears_a_meaning_once(site, blocked_page):
    page = blocked_page((site / "model.html").as_uri(), formulas=False).page
    session = page.context.new_cdp_session(page)
    for state in ("closed", "open"):
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        said = [node for node in nodes if not node["ignored"] and "description" in node]
        said = [node for node in said if "row of options" in node["description"]["value"]]
        read = [
            node for node in nodes if not node["ignored"] and "row of options" in node.get("name", {}).get("value", "")
        ]
        assert (len(said), read) == (1, []), state
        assert said[0]["name"]["value"] == "bandit problem"
        page.keyboard.press("Tab")
        links(page).first.focus()


def test_no_meaning_is_printed(site, blocked_page):
    page = blocked_page((site / "model.html").as_uri(), formulas=False).page
    links(page).first.hover()
    page.emulate_media(media="print")
    assert not page.locator(BUBBLE.format(1)).is_visible()


def test_sections_of_docstrings_are_lists_and_none_of_their_markup_is_left(site):
    page = BeautifulSoup((site / "api.html").read_text(encoding="utf-8"), "html.parser").select_one("article")
    titles = {title.get_text() for title in page.select("dl.field-list > dt")}
    assert {"Parameters:", "Returns:", "Attributes:", "Raises:"} <= titles
    # A description such as "K." would be the eleventh item of a list.
    assert page.select("dd ol, .problematic, .system-message") == []
    assert not re.search(r"-{5,}|^:\w+:|`", page.get_text(), re.MULTILINE)


def test_a_name_of_the_package_leads_to_its_source_and_back(site, blocked_page):
    visit = blocked_page((site / "api.html").as_uri())
    visit.page.locator("dt[id='lipbandits.lipschitz_indexes'] a", has_text="source").click()
    visit.page.wait_for_url("**/_modules/lipbandits/theory/indexes.html#*")
    source = visit.page.locator("#lipschitz_indexes")
    assert "def lipschitz_indexes(" in source.inner_text()
    source.locator("a", has_text="docs").click()
    visit.page.wait_for_url("**/api.html#lipbandits.lipschitz_indexes")
    visit.check()


@pytest.mark.parametrize(
    ("name", "starts", "without"),
    [("citing", "@inproceedings{magureanu2014,", ">>>"), ("own_policy", "policies = {", "mean  147")],
)
def test_a_copy_button_copies_the_block(name, starts, without, site, blocked_page):
    visit = blocked_page((site / f"{name}.html").as_uri())
    page = visit.page
    button = page.locator("article div.highlight", has_text=starts).first.locator("button.copybtn")
    button.scroll_into_view_if_needed()
    button.hover()
    button.click()
    page.evaluate("document.querySelector('article').prepend(document.createElement('textarea'))")
    page.locator("article textarea").focus()
    page.keyboard.press("Control+v")
    text = page.locator("article textarea").input_value()
    assert text.startswith(starts) and without not in text
    visit.check()


def test_tables_of_the_reading_map_are_read_without_scrolling_sideways_on_a_telephone(site, blocked_page):
    page = blocked_page((site / "reading_map.html").as_uri(), width=390).page
    tables = page.locator("table.lb-stacked")
    assert tables.count() == page.locator("article table").count() == 2
    for table in tables.all():
        assert table.evaluate("table => [table, table.parentElement].every(e => e.scrollWidth <= e.clientWidth)")
        second = table.locator("tbody tr").nth(1)
        tops = [cell.bounding_box()["y"] for cell in second.locator("td").all()]
        assert tops == sorted(set(tops)), "cells stand beside each other"
        said = second.locator("td").evaluate_all(
            "cells => cells.map(cell => getComputedStyle(cell, '::before').content)"
        )
        assert '"Minutes: "' in said
