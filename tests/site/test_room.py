"""Labs on which policies play keep their room: no state moves what stands below, and no words lie on what is drawn."""

import pytest
from bare_labs import page_of, settled

from lipbandits.labs import curves, lockin, of_contexts, races, rounds, tail

LABS = {
    "steps": rounds.steps,
    "explored": rounds.explored,
    "lockin": lockin,
    "hoo": curves.hoo,
    "race of curves": curves.race_of_curves,
    "contexts": of_contexts.contexts,
    "shared": of_contexts.shared,
    "planned": races.planned,
    "locking": races.locking,
    "tail": tail,
}
RESTED = "lab => !lab.due && !lab.unveiling && !(lab.runs && (lab.runs.going || lab.runs.comparing))"

# Where all that stands below the picture begins, from the top of its figure.
PLACES = """(kind) => {
    const figure = document.getElementById(kind);
    const { top } = figure.getBoundingClientRect();
    const below = [".lb-panels", ".lb-of-arm", ".lb-status", ".lb-buttons", ".lb-controls", "figcaption"];
    return below.map((name) => figure.querySelector(name).getBoundingClientRect().top - top);
}"""

# Words of a picture that lie on other words or on a mark of data, by points along each mark.
COVERED = """(kind) => {
    const svg = document.querySelector(`#${kind} svg`);
    const shown = [...svg.querySelectorAll("text")].filter((text) => text.textContent);
    const texts = shown.map((text) => [text.textContent, text.getBoundingClientRect()]);
    const found = [];
    texts.forEach(([one, a], i) => texts.slice(i + 1).forEach(([other, b]) => {
        const across = a.left < b.right - 1 && b.left < a.right - 1;
        if (across && a.top < b.bottom - 5 && b.top < a.bottom - 5) found.push(`${one} / ${other}`);
    }));
    const ground = /grid|axis|box|band|forbidden|lab-out|lab-row/;
    for (const mark of svg.querySelectorAll("circle, rect, path, polyline, line")) {
        if (ground.test(mark.getAttribute("class")) || !(mark.getTotalLength() > 0)) continue;
        const [length, matrix] = [mark.getTotalLength(), mark.getScreenCTM()];
        for (let i = 0; i <= 300; i++) {
            const { x, y } = mark.getPointAtLength((length * i) / 300).matrixTransform(matrix);
            const on = texts.find(([, { left, right, top, bottom }]) =>
                x > left + 1 && x < right - 1 && y > top + 3.5 && y < bottom - 3.5);
            if (on) {
                found.push(`${on[0]} on ${mark.dataset.key}`);
                break;
            }
        }
    }
    return found;
}"""


@pytest.fixture
def opened(blocked_page, tmp_path):
    """Opens a page with one lab, awake; gives the page and the lab's id."""

    def open_(name, width):
        visit = blocked_page(page_of(tmp_path, LABS[name]), width=width)
        kind = LABS[name].name
        visit.page.evaluate(f"lipbanditsExplorers.get('{kind}').wake()")
        rest(visit.page, kind)
        return visit.page, kind

    return open_


def rest(page, kind):
    page.wait_for_function(f"({RESTED})(lipbanditsExplorers.get('{kind}'))", timeout=120_000)
    settled(page)


def put(page, kind, **changes):
    page.evaluate("([kind, changes]) => lipbandits.labs.get(kind).set(changes)", [kind, changes])
    rest(page, kind)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", LABS)
@pytest.mark.sampled(4)
def test_no_preset_and_no_run_moves_what_stands_below(opened, name, width):
    page, kind = opened(name, width)
    first = pytest.approx(page.evaluate(PLACES, kind), abs=1)
    buttons = page.locator(f"#{kind} .lb-preset")
    for i in range(buttons.count()):
        buttons.nth(i).click()
        rest(page, kind)
        assert page.evaluate(PLACES, kind) == first, buttons.nth(i).inner_text()
        if kind in ("curve", "contexts", "race", "tail"):
            page.locator(f"#{kind} .lb-run").click()
            rest(page, kind)
        else:
            put(page, kind, round=89)
        assert page.evaluate(PLACES, kind) == first, buttons.nth(i).inner_text()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["steps", "explored", "lockin"])
@pytest.mark.sampled(2)
def test_no_words_lie_on_what_is_drawn(opened, name, width):
    page, kind = opened(name, width)
    assert page.evaluate(COVERED, kind) == []
    buttons = page.locator(f"#{kind} .lb-preset")
    for i in range(buttons.count()):
        buttons.nth(i).click()
        rest(page, kind)
        assert page.evaluate(COVERED, kind) == [], buttons.nth(i).inner_text()
    for arms, round_ in ((17, 150), (46, 380)):
        page.evaluate(f"lipbanditsExplorers.get('{kind}').recount({arms})")
        put(page, kind, round=round_)
        assert page.evaluate(COVERED, kind) == [], arms


@pytest.mark.parametrize("name", ["hoo", "shared", "planned", "lockin"])
def test_an_empty_panel_says_what_will_be_drawn_there(opened, name):
    page, kind = opened(name, 1280)
    words = page.locator(f"#{kind} [data-key$='awaited 0']")
    assert " draws here " in words.first.text_content()
    if kind == "lockin":
        put(page, kind, round=1000)
    else:
        page.locator(f"#{kind} .lb-run").click()
        rest(page, kind)
    assert words.first.text_content() == ""


@pytest.mark.parametrize("name", LABS)
def test_on_a_phone_no_row_of_buttons_is_scrolled(opened, name):
    page, kind = opened(name, 390)
    rows = f"#{kind} :is(.lb-buttons, .lb-race, .lb-policies, .lb-row)"
    wide = "(rows) => rows.filter((row) => row.scrollWidth > row.clientWidth + 1).map((row) => row.className)"
    assert page.locator(rows).evaluate_all(wide) == []


@pytest.mark.parametrize("name", ["race of curves", "contexts", "planned", "locking"])
def test_on_a_phone_the_table_is_not_scrolled_and_its_headings_do_not_touch(opened, name):
    page, kind = opened(name, 390)
    page.locator(f"#{kind} .lb-run").click()
    rest(page, kind)
    assert page.locator(f"#{kind} .lb-wide").evaluate("(box) => box.scrollWidth <= box.clientWidth")
    apart = """(heads) => heads.filter((head) => head.offsetWidth).map((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return range.getBoundingClientRect();
    }).every(({ left }, i, all) => i === 0 || left > all[i - 1].right + 3)"""
    assert page.locator(f"#{kind} thead th").evaluate_all(apart)


def test_on_a_phone_no_list_touches_the_next(opened):
    page, kind = opened("planned", 390)
    gaps = """(fields) => fields.map((field) => field.getBoundingClientRect())
        .every(({ top }, i, all) => i === 0 || top >= all[i - 1].bottom + 4)"""
    assert page.locator(f"#{kind} .lb-control :is(select, input[type=number])").evaluate_all(gaps)


def test_what_is_no_set_of_changes_is_refused_by_name(opened):
    for name in ("explored", "lockin", "planned", "tail"):
        page, kind = opened(name, 1280)
        said = page.evaluate(f"lipbandits.labs.get('{kind}').set(null).catch((error) => error.message)")
        assert said.startswith("changes: null; expected {theta, arms, ")
