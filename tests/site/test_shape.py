"""How long a chapter is, how much of it is code, and where it can be touched first; `make shape` prints the table."""

from pathlib import Path

import pytest

from tools import shape

ROOT = Path(__file__).resolve().parents[2]
# Every page that teaches; `errata` and `reproduction` are looked up.
CHAPTERS = sorted({path.stem for path in (ROOT / "book").glob("*.ipynb")} - {"errata", "reproduction"})


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_short_and_opens_with_something_to_touch(chapter, blocked_page, site):
    address = (site / f"{chapter}.html").as_uri()
    visit = blocked_page(address, covers=True, width=shape.WIDTH, height=shape.HEIGHT, script=shape.SHIFTS)
    found = shape.shape(visit.page)
    assert found.screens <= 18 and found.code + found.output <= 0.15, found
    assert found.first <= 1 and found.overflow == 0 and found.shift < 0.02, found


@pytest.mark.parametrize("page", ["errata", "reading_map", "glossary", "api", "search"])
def test_nothing_moves_on_other_pages_once_they_are_drawn(page, blocked_page, site):
    visit = blocked_page((site / f"{page}.html").as_uri(), width=shape.WIDTH, height=shape.HEIGHT, script=shape.SHIFTS)
    visit.page.wait_for_timeout(1000)
    assert visit.page.evaluate("window.shifted") < 0.02
