"""Tables of cells (lipbandits/plots/tables.py) on a page."""

import pytest

LOOKS = """table => {
    const looks = element => getComputedStyle(element);
    const sheets = [];
    for (let each = table; !each.matches("article, details"); each = each.parentElement) {
        sheets.push(looks(each).backgroundColor);
    }
    return { sheets, ink: looks(table).color, page: looks(document.querySelector("article p")).color };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_table_lies_on_the_paper_of_the_page_in_the_ink_of_the_page(theme, blocked_page, site):
    page = blocked_page((site / "contextual.html").as_uri(), theme=theme, formulas=False).page
    tables = page.locator("article table.lb-table")
    assert tables.count() >= 3
    for table in tables.all():
        looks = table.evaluate(LOOKS)
        assert set(looks["sheets"]) == {"rgba(0, 0, 0, 0)"} and looks["ink"] == looks["page"]
