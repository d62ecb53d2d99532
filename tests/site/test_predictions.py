"""Commit, then reveal, on the pages of the book: what is covered, for whom, and what comes of an answer."""

from urllib.parse import parse_qsl

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from tabs import come_again

from tests.book import CHAPTERS, DEEPER

PAGES = [*CHAPTERS, *DEEPER, "reproduction", "own_data"]
# The texts that a screen reader comes to in a figure: what is hidden or inert has none.
HEARD = """id => {
    const seen = (part) => getComputedStyle(part).visibility === "visible" && part.getClientRects().length > 0;
    const parts = [...document.getElementById(id).querySelectorAll("*")];
    return parts.filter(part => !part.closest("[inert]") && seen(part)).flatMap(part =>
        [...part.childNodes].filter(node => node.nodeType === 3).map(node => node.data)).join(" ");
}"""
# A covered figure is as high as its question; all else of it stays where it is.
PLACE = """id => {
    const { top, left, width } = document.getElementById(id).getBoundingClientRect();
    return [top, left, width];
}"""
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}"""
# All figures but proofs in steps that ask nothing.
TO_BE_ASKED = """[...document.querySelectorAll("figure.lb-explorer")].map(figure => figure.id).filter(id =>
    !document.getElementById(id).matches(".lb-staged") || document.querySelector(`.lb-predict[data-figure="${id}"]`))"""
TO = "id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })"
FITS = """figure => figure.querySelector(".lb-cover").getBoundingClientRect().bottom
    <= figure.getBoundingClientRect().bottom + 1"""
ON = "!!lipbandits.predictions.get('{}').covered"


# Of a figure and the state that its question asks about: what its lab or explorer says that it had to change.
CHANGED = """([id, state]) => {
    const view = lipbanditsExplorers.get(id);
    if (view.parse) return view.parse(new URLSearchParams(state)).note;
    const known = ([name, text]) => view.controls.some(each => each.name === name && each.texts.includes(text));
    return [...new URLSearchParams(state)].filter(each => !known(each)).join("; ");
}"""
# Where the question is what a constant breaks, that is the answer.
BROKEN = {("model", "tent-2"): "L = 0.4 is too small: it breaks 34 of 55 pairs, drawn as squares."}
# What its link says of the state that it is in.
LINKED = "id => Object.fromEntries(new URLSearchParams(lipbanditsExplorers.get(id).link.hash.split('?')[1]))"


@pytest.fixture
def opened(blocked_page, site):
    """Open a page as a new reader does, with a figure at the top of the window."""

    def visit(name, figure, **how):
        found = blocked_page((site / f"{name}.html").as_uri(), covers=True, formulas=False, **how)
        found.page.evaluate(TO, figure)
        return found

    return visit


def covered(page, figure):
    return page.evaluate(ON.format(figure))


def verdict(page, figure):
    return page.inner_text(f"#{figure} .lb-verdict span")


# What covers the others is alike: it has the same kinds of figures.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.release] * (name in ("lower_bound", "oslb", "reproduction")))
        for name in PAGES
    ],
)
@pytest.mark.sampled(3)
def test_every_figure_is_covered_and_its_answer_is_neither_seen_nor_heard(name, blocked_page, site):
    visit = blocked_page((site / f"{name}.html").as_uri(), covers=True, formulas=False)
    page = visit.page
    page.wait_for_timeout(300)
    figures = page.evaluate(TO_BE_ASKED)
    assert figures and figures == page.evaluate("lipbandits.predictions.ids()")
    for figure in figures:
        light = page.locator(f"#{figure}.lb-light").count()
        heard = page.evaluate(HEARD, figure)
        assert "Skip" in heard
        words = page.locator(f"#{figure} > .lb-status").first.text_content().strip()
        # The reader's own days at the ferry are no answer.
        played = light and figure == "ferry"
        assert played or words[:40] not in heard
        hidden = (".lb-wide",) if played else (".lb-status", ".lb-numbers", ".lb-controls", ".lb-stages", "figcaption")
        for part in (*hidden, *([] if light else [".lb-panels"])):
            for element in page.locator(f"#{figure} > {part}").all():
                assert not element.is_visible(), (figure, part)
                assert element.evaluate("part => part.inert || getComputedStyle(part).visibility === 'hidden'")
        assert page.locator(f"#shows-{figure}").inner_text().startswith("What it shows")
        assert page.locator(f"#shows-{figure} > p:not(.admonition-title)").first.is_hidden()
        for button in ("Skip", "Never cover figures"):
            assert page.locator(f"#{figure}").get_by_role("button", name=button, exact=True).count() == 1
        assert page.locator(f"#{figure}").evaluate(FITS)
    visit.check()


def test_a_choice_is_told_apart_from_the_truth_and_nothing_moves(opened):
    visit = opened("model", "tent-2")
    page = visit.page
    before = page.evaluate(PLACE, "tent-2")
    page.get_by_label("about twenty").check()
    page.locator("#tent-2").get_by_role("button", name="Commit").click()
    assert verdict(page, "tent-2") == "You said “about twenty”; it is “more than thirty”."
    assert page.evaluate("document.activeElement.className").startswith("lb-verdict")
    assert page.evaluate(PLACE, "tent-2") == before
    assert page.locator("#tent-2 .lb-status").is_visible() and page.get_by_label("promise L").last.is_enabled()
    shows = page.locator("#shows-tent-2")
    assert "(your answer)" in shows.locator("li", has_text="about twenty").inner_text()
    assert "(right)" in shows.locator("li", has_text="more than thirty").inner_text()
    assert "34 of the 55" in shows.inner_text()
    # Still so when the page is loaded again in this tab, and forgotten in another one.
    page.reload()
    page.wait_for_function("!lipbandits.predictions.get('tent-2').covered")
    assert verdict(page, "tent-2").startswith("You said “about twenty”")
    assert covered(page, "tent")
    visit.check()


def test_without_an_answer_one_is_asked_for_it_and_skip_opens(opened):
    visit = opened("model", "tent-2")
    page = visit.page
    before = page.evaluate(PLACE, "tent-2")
    page.locator("#tent-2").get_by_role("button", name="Commit").click()
    assert page.locator("#tent-2").get_by_role("alert").inner_text() == "Choose one of the options first, or skip."
    assert covered(page, "tent-2") and page.evaluate(PLACE, "tent-2") == before
    page.locator("#tent-2").get_by_role("button", name="Skip").click()
    assert not covered(page, "tent-2") and verdict(page, "tent-2") == "It is “more than thirty”."
    visit.check()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.sampled(4)
def test_every_state_that_a_question_asks_about_is_one_that_its_figure_has(name, blocked_page, site):
    visit = blocked_page((site / f"{name}.html").as_uri(), covers=True, formulas=False)
    page = visit.page
    shown = page.locator(".lb-shows[data-state]").all()
    asked = {each.get_attribute("data-figure"): each.get_attribute("data-state") for each in shown}
    for figure, state in asked.items():
        assert page.evaluate(CHANGED, [figure, state]) == BROKEN.get((name, figure), ""), (figure, state)
    # And there the figure goes, for whoever skips.
    for figure, state in [each for each in asked.items() if (name, each[0]) not in BROKEN][:1]:
        page.evaluate("id => lipbandits.predictions.get(id).skip()", figure)
        page.wait_for_function(
            f"([id, state]) => Object.entries(state).every(([name, value]) => ({LINKED})(id)[name] === value)",
            # A link rounds means, and an L with them.
            arg=[figure, {name: value for name, value in parse_qsl(state) if name not in ("theta", "L")}],
        )
    visit.check()


ROUND = f"round => ({LINKED})('steps').round === round"


def test_an_answered_figure_is_at_the_state_of_its_question_when_the_page_is_loaded_again(opened, site):
    visit = opened("oslb", "steps")
    page = visit.page
    page.locator("#steps").get_by_role("button", name="Skip").click()
    page.wait_for_function(ROUND, arg="89")
    page.reload()
    page.wait_for_function(ROUND, arg="89")
    # Nobody did anything: nothing is spoken, and nothing has the focus. A lab speaks when it has rested.
    page.wait_for_timeout(1500)
    quiet = "[lipbanditsExplorers.get('steps').touched, document.activeElement === document.body]"
    assert page.evaluate(quiet) == [False, True]
    assert page.locator("#steps .lb-heard").inner_text() == ""
    # Another state that the address names comes first.
    page.evaluate("location.hash = '#steps?shape=nine&L=1.2&k=0&p=OSLB&T=400&round=12&seed=5'")
    page.reload()
    page.wait_for_function(ROUND, arg="12")
    page.wait_for_timeout(500)
    assert page.evaluate(ROUND, "12")
    visit.check()


def test_without_covers_a_figure_begins_as_it_is_drawn(blocked_page, site):
    visit = blocked_page((site / "oslb.html").as_uri(), formulas=False)
    page = visit.page
    page.evaluate(TO, "steps")
    page.wait_for_function("lipbanditsExplorers.get('steps').ready")
    page.wait_for_timeout(300)
    assert page.evaluate(ROUND, "3")
    visit.check()


def test_a_question_holds_the_checks_as_far_as_the_next_heading_or_figure(opened):
    visit = opened("lower_bound", "tent")
    page = visit.page
    sections = """[...document.querySelectorAll("details.lb-held")].map(fold => fold.closest("section").id)"""
    held = page.evaluate(sections)
    assert len(held) == 2 and held[1] == "what-the-promise-is-worth"
    page.evaluate("lipbandits.predictions.get('tent').skip()")
    assert page.evaluate(sections) == held[1:]
    visit.check()


def test_by_keyboard_alone(opened):
    visit = opened("model", "tent-2")
    page = visit.page
    page.locator("#tent-2 input[type=radio]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert verdict(page, "tent-2") == "You said “more than thirty”: right."
    # The next stop is in the figure.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('figure').id") == "tent-2"
    visit.check()


def test_a_number_is_typed_and_out_of_range_refused(opened, site):
    name, figure = number_on(site)
    visit = opened(name, figure)
    page = visit.page
    field, alert = page.locator(f"#{figure} .lb-predict input"), page.locator(f"#{figure}").get_by_role("alert")
    for answer in ("", "-1", "1e9"):
        field.fill(answer)
        field.press("Enter")
        assert "Type a number from" in alert.inner_text()
        assert covered(page, figure)
        alert.evaluate("part => part.textContent = ''")
    field.fill("120")
    field.press("Enter")
    assert verdict(page, figure).startswith("You said 120; it is ")
    visit.check()


def places(site, data):
    """(page, figure) of each question with some attribute, where 120 is in range."""
    for name in PAGES:
        html = BeautifulSoup((site / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
        yield from ((name, block["data-figure"], block) for block in html.select(f".lb-predict[{data}]"))


def number_on(site):
    return next((name, figure) for name, figure, block in places(site, "data-max") if float(block["data-max"]) >= 120)


def drawn_on(site):
    return [(name, figure) for name, figure, _ in places(site, "data-frame")]


FRAME = "id => JSON.parse(document.getElementById(`predict-${id}`).dataset.frame)"
# Where what may be drawn on lies in the picture.
AXES = """([id, { panel, box, rect }]) => {
    const picture = document.querySelectorAll(`#${id} .lb-panel`)[panel].querySelector("svg").getBoundingClientRect();
    const starts = [picture.left, picture.top], sizes = [picture.width / box[0], picture.height / box[1]];
    return rect.map((at, i) => starts[i % 2] + at * sizes[i % 2]);
}"""
CURVE = """id => [...document.querySelectorAll(`#${id} .lb-panels > .lb-guessing .lb-guess`)].map(path => {
    const { left, top, right, bottom } = path.getBoundingClientRect();
    return [left, top, right, bottom];
})"""


@pytest.mark.parametrize(
    ("width", "some"),
    [
        (1280, slice(1)),
        (390, slice(1, 2)),
        *(pytest.param(width, slice(None), marks=pytest.mark.release) for width in (1280, 390)),
    ],
)
def test_a_drawn_curve_lies_on_the_axes_of_the_picture(opened, site, width, some):
    for name, figure in drawn_on(site)[some]:
        visit = opened(name, figure, width=width)
        page = visit.page
        before = page.evaluate(PLACE, figure)
        ground = page.locator(f"#{figure} .lb-draw .lb-axes path").nth(1).bounding_box()
        # From one corner of the axes to the other, beyond what may be drawn on.
        page.mouse.move(ground["x"] - 3, ground["y"] + ground["height"])
        page.mouse.move(ground["x"] + 1, ground["y"] + ground["height"] - 1)
        page.mouse.down()
        page.mouse.move(ground["x"] + ground["width"] + 3, ground["y"] - 3, steps=12)
        page.mouse.up()
        page.locator(f"#{figure}").get_by_role("button", name="Commit").click()
        said = verdict(page, figure)
        assert said.startswith("Your curve lies on the picture, in dashes. It is off by ")
        assert " on average, most at " in said and " and the picture " in said
        assert page.evaluate(PLACE, figure) == before
        frame = page.evaluate(FRAME, figure)
        (curve,) = page.evaluate(CURVE, figure)
        assert curve == pytest.approx(page.evaluate(AXES, [figure, frame]), abs=1.5)
        # It stays where the picture changes, and goes when it is sent away.
        page.locator(f"#{figure} .lb-preset").first.click()
        page.set_viewport_size({"width": width - 40, "height": 900})
        page.wait_for_timeout(200)
        (curve,) = page.evaluate(CURVE, figure)
        assert curve == pytest.approx(page.evaluate(AXES, [figure, frame]), abs=1.5)
        page.locator(f"#{figure}").get_by_role("button", name="Remove my curve").click()
        assert page.evaluate(CURVE, figure) == []
        visit.check()


def test_a_curve_is_drawn_by_keys_too_and_its_numbers_are_said(opened, site):
    name, figure = drawn_on(site)[0]
    visit = opened(name, figure)
    page = visit.page
    box = page.locator(f"#{figure}").get_by_role("slider", name="Your curve")
    box.focus()
    assert "nothing drawn" in box.get_attribute("aria-valuetext")
    page.keyboard.press("Enter")
    assert covered(page, figure)
    page.keyboard.press("PageUp")
    first = box.get_attribute("aria-valuetext")
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    assert box.get_attribute("aria-valuetext") != first and "nothing" not in first
    page.keyboard.press("Enter")
    assert not covered(page, figure) and len(page.evaluate(CURVE, figure)) == 1
    visit.check()


def test_a_link_to_a_state_uncovers_its_figure_and_no_other(blocked_page, site):
    visit = blocked_page((site / "model.html").as_uri() + "#tent-2?L=2&shape=rough", covers=True, formulas=False)
    page = visit.page
    page.wait_for_function("document.querySelector('#tent-2 .lb-status').innerText.startsWith('L = 2')")
    assert not covered(page, "tent-2") and covered(page, "tent") and verdict(page, "tent-2") == ""
    # So does one in the page, as the words of a text are that drive a picture.
    page.evaluate("location.hash = '#tent?k=2'")
    page.wait_for_function("!lipbandits.predictions.get('tent').covered")
    visit.check()


def test_scripts_reach_a_lab_under_its_cover_and_leave_it(opened):
    visit = opened("lower_bound", "tent-2")
    page = visit.page
    value = page.evaluate("lipbandits.labs.get('tent-2').results().then(found => found.value)")
    assert value == pytest.approx(33.6503, abs=1e-3)
    page.evaluate("lipbandits.labs.get('tent-2').set({ lipschitz: 1 })")
    assert covered(page, "tent-2") and not page.locator("#tent-2 .lb-numbers").is_visible()
    visit.check()


def test_who_wants_no_covers_has_none_on_any_page_until_they_want_them_again(opened, site):
    # A new tab: what the last test's reader forgets there must not come after what this one stores.
    visit = opened("model", "tent-2", fresh=True)
    page = visit.page
    page.locator("#tent-2").get_by_role("button", name="Never cover figures").click()
    assert page.evaluate("localStorage.getItem('lipbandits.covers')") == '"off"'
    assert not covered(page, "tent-2") and not covered(page, "tent")
    come_again(page, (site / "lower_bound.html").as_uri(), "lipbandits.predictions.ids().length === 0")
    assert page.evaluate("lipbandits.predictions.ids()") == []
    assert page.locator("#tent .lb-numbers").is_visible() and page.locator("#predict-tent").is_visible()
    assert page.locator("#shows-tent p").nth(1).is_visible()
    page.locator("#predict-tent").get_by_role("button", name="Cover figures until I answer").click()
    assert covered(page, "tent") and not page.locator("#tent .lb-numbers").is_visible()
    visit.check()


def test_without_scripts_all_is_read_in_order_and_storage_may_fail(browser, blocked_page, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "model.html").as_uri())
    tops = [
        page.locator(part).bounding_box()["y"] for part in ("#predict-tent-2", "[data-predict=tent-2]", "#shows-tent-2")
    ]
    assert tops == sorted(tops) and page.locator("[data-predict=tent-2] .lb-status").is_visible()
    assert page.locator("#predict-tent-2 li").count() == 3
    context.close()
    visit = blocked_page((site / "model.html").as_uri(), covers=True, formulas=False, script=NO_STORAGE)
    visit.page.locator("#tent-2").get_by_role("button", name="Skip").click()
    assert not covered(visit.page, "tent-2")


def test_paper_has_all_of_it(opened):
    visit = opened("model", "tent-2")
    page = visit.page
    page.emulate_media(media="print")
    for part in ("#tent-2 .lb-status", "#tent-2 .lb-panels", "#tent-2 .lb-predict", "#shows-tent-2 p:nth-of-type(2)"):
        assert page.locator(part).first.is_visible(), part
    assert not page.locator("#tent-2 .lb-commit").is_visible()
    question, picture = (page.locator(f"#tent-2 {part}").bounding_box() for part in (".lb-predict", ".lb-panels"))
    assert question["y"] + question["height"] <= picture["y"]
    visit.check()


@pytest.mark.parametrize("name", ["model", "ckl_ucb"])
def test_in_class_the_question_is_the_slide_and_keys_choose_and_reveal(blocked_page, site, name):
    visit = blocked_page(f"{(site / name).as_uri()}.html?class", covers=True, formulas=False, width=1280, height=720)
    page = visit.page
    figure = page.evaluate("document.activeElement.closest('figure').id")
    assert covered(page, figure)
    card, bar = page.locator(f"#{figure} .lb-predict").bounding_box(), page.locator(".lb-bar").bounding_box()
    assert card["y"] >= 0 and card["y"] + card["height"] <= bar["y"]
    assert (
        float(page.locator(f"#{figure} .lb-predict p").nth(1).evaluate("p => parseFloat(getComputedStyle(p).fontSize)"))
        >= 18
    )
    page.wait_for_timeout(400)
    # A link from here lets those who follow it predict, too.
    assert page.url.endswith(f"#{figure}")
    assert page.get_by_role("button", name="Show picture").is_visible()
    page.keyboard.press("2")
    assert covered(page, figure) and page.locator(f"#{figure} input").nth(1).is_checked()
    page.keyboard.press("b")
    assert not covered(page, figure) and verdict(page, figure).startswith("You said")
    assert page.locator(f"#{figure}").evaluate("figure => figure.scrollHeight <= figure.clientHeight + 1")
    # From here on the keys are those of the figure.
    page.keyboard.press("b")
    assert not page.locator(f"#{figure} .lb-panels").is_visible()
    visit.check()


@pytest.mark.parametrize(
    ("name", "width", "theme"),
    [
        ("intro", 390, "light"),
        ("model", 1280, "dark"),
        *(
            pytest.param(*each, marks=pytest.mark.release)
            for each in [
                ("intro", 390, "dark"),
                ("model", 1280, "light"),
                ("ckl_ucb", 390, "light"),
                ("ckl_ucb", 390, "dark"),
            ]
        ),
    ],
)
def test_axe_finds_nothing_in_covers_and_nothing_is_wider_than_the_page(blocked_page, site, name, width, theme):
    visit = blocked_page((site / f"{name}.html").as_uri(), covers=True, formulas=False, width=width, theme=theme)
    page = visit.page
    for when in ("covered", "open"):
        axe = Axe().run(page, context="article", options={"resultTypes": ["violations"], "preload": False})
        serious = [rule for rule in axe.response["violations"] if rule["impact"] in ("serious", "critical")]
        assert [(when, rule["id"], node["html"][:150]) for rule in serious for node in rule["nodes"]] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("for (const id of lipbandits.predictions.ids()) lipbandits.predictions.get(id).skip()")
    visit.check()


def test_the_first_screen_invites(blocked_page, site):
    """Of the first figure a part can be touched at once, and one press answers its question."""
    visit = blocked_page((site / "intro.html").as_uri(), covers=True, width=390, height=844)
    page = visit.page
    figure = page.evaluate("lipbandits.predictions.ids()[0]")
    # A button to press is in the first screen, and the question where the picture ends.
    touched = page.locator(f"#{figure}").get_by_role("button", name="own days").bounding_box()
    assert touched["y"] + touched["height"] <= 844
    page.locator(f"#{figure} .lb-commit button").first.click()
    assert verdict(page, figure).startswith("You said")
    visit.check()
