"""The lectures of the page for teachers are given as it says: in class mode on a small projector, by keys alone.

A step of a plan is an item of a list: its first link names the lab, `codes` are keys, and what stands in “quotation
marks” must be on the screen then, in the lab.
"""

import re
from html import unescape
from pathlib import Path

import pytest

PLAN = (Path(__file__).resolve().parents[2] / "book" / "teaching.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. \*\*\d+ to \d+\. .*$", re.MULTILINE)
LAB = re.compile(r'<a href="(\w+)\.html#([\w-]+)\?[^"]*">([^<]*)</a>')
TOKEN = re.compile(r"`(?P<key>\w+)`|“(?P<said>[^”]*)”")
# The lab on the screen, by page and id; "" between two of them.
ON_SCREEN = """() => {
    const page = location.pathname.split("/").pop().replace(".html", "");
    const { id } = document.activeElement?.closest("figure.lb-explorer") ?? {};
    return document.querySelector("html.lb-class") && id ? `${page}#${id}` : "";
}"""
# What a class can read of it.
SAYS = """id => [...document.querySelectorAll(`[id='${id}'] :is(.lb-numbers, .lb-status, .lb-shows, .lb-wide)`)]
    .filter(part => part.checkVisibility({ visibilityProperty: true }))
    .map(part => part.innerText).join(" ").replace(/\\s+/g, " ")"""
COVERED = "id => Boolean(lipbandits.predictions.of(document.getElementById(id))?.covered)"


def steps():
    """(page, id, title, tokens) of each step; a token is ("key", name) or ("said", words)."""
    found = []
    for line in STEP.findall(PLAN):
        page, name, title = LAB.search(line).groups()
        found.append(
            (page, name, unescape(title), [(one.lastgroup, one[one.lastgroup]) for one in TOKEN.finditer(line)])
        )
    return found


class Teacher:
    """Somebody who has the plan, the keyboard, and eyes."""

    def __init__(self, page):
        self.page = page

    def goes_to(self, place):
        """Press N until the lab is there; the plan says no more than that."""
        for _ in range(12):
            before = self.page.evaluate(ON_SCREEN)
            if before == place:
                return
            address = self.page.url
            self.page.keyboard.press("n")
            self.page.wait_for_timeout(150)
            if self.page.url.split("?")[0] != address.split("?")[0]:
                self.page.wait_for_load_state("load")
            self.page.wait_for_function(f"({ON_SCREEN})() !== ''")
        pytest.fail(f"N does not lead to {place}")

    def gives(self, page, name, title, tokens):
        self.goes_to(f"{page}#{name}")
        assert self.page.locator(f"[id='{name}'] .lb-question").inner_text() == title
        self.page.evaluate(f"lipbanditsExplorers.get('{name}').wake()")
        for kind, what in tokens if tokens[0] != ("key", "N") else tokens[1:]:
            if kind == "key":
                self.page.keyboard.press(what if what == "Space" else what.lower())
                self.page.wait_for_timeout(100)
            else:
                self.page.wait_for_function(
                    f"([id, words]) => ({SAYS})(id).includes(words)", arg=[name, unescape(what)], timeout=60_000
                )
                self.nothing_is_cut(name)
        assert not self.page.evaluate(COVERED, name)

    def nothing_is_cut(self, name):
        figure = self.page.locator(f"[id='{name}']")
        assert figure.evaluate("figure => figure.scrollHeight <= figure.clientHeight + 1"), f"{name} must be scrolled"


def test_the_plan_has_two_lectures_whose_minutes_follow_on_each_other():
    minutes = [tuple(map(int, re.search(r"(\d+) to (\d+)", line).groups())) for line in STEP.findall(PLAN)]
    assert [begin for begin, _ in minutes] == [0, *(end for _, end in minutes[:-1])]
    assert 60 in [end for _, end in minutes] and minutes[-1][1] <= 90


@pytest.mark.parametrize("last", [3, pytest.param(None, marks=pytest.mark.release)], ids=["beginning", "whole"])
def test_the_lecture_is_given_by_keys_alone(last, blocked_page, site):
    visit = blocked_page(f"{(site / 'intro.html').as_uri()}?class", width=1024, height=768, covers=True)
    teacher = Teacher(visit.page)
    for step in steps()[:last]:
        teacher.gives(*step)
    visit.check()
