"""Staged proofs: by scrolling, by buttons and keys, in class mode, under a cover, without scripts and on paper."""

from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

AT = "([id, at]) => lipbandits.stages.of(document.getElementById(id)).at === at"
STATE = "id => lipbandits.labs.get(id).state()"
IS = """([id, asked]) => {
    const now = lipbandits.labs.get(id).state();
    return Object.entries(asked).every(([name, value]) => now[name] === value);
}"""
# Moves a step under the picture, as a reader scrolls; farther than by a line, which a sentence may have more or less.
UNDER = """([id, i]) => {
    const staged = lipbandits.stages.of(document.getElementById(id));
    scrollBy({ top: staged.steps[i].getBoundingClientRect().top - staged.line() + 24, behavior: "instant" });
}"""
# How much of the picture, and where a step begins, in the window.
SEEN = """([id, i]) => {
    const picture = document.getElementById(id).querySelector(".lb-picture").getBoundingClientRect();
    const step = document.querySelectorAll(`#${id} .lb-stage`)[i].getBoundingClientRect();
    return [picture.top, picture.bottom, step.top, step.height, innerHeight];
}"""


@dataclass(frozen=True)
class Proof:
    """Where it is, the names of its steps, what of its lab's state each of them asks for, and a change of it."""

    page: str
    lab: str
    names: tuple[str, ...]
    asked: tuple[dict, ...]
    own: dict

    def __str__(self):
        return f"{self.page}-{self.lab}"


def locked(round_, told=None):
    return {"round": round_, "told": told, "k": 20}


BOUND = Proof(
    "lower_bound",
    "tent-3",
    ("Claim", "Tent", "Evidence", "Confusion", "Rates", "Bill"),
    tuple({"lipschitz": L, "k": k} for L, k in [(4, 3), (1, 3), (0.5, 3), (0.5, 7), (0.5, 3), (0.5, 7)]),
    {"k": 11},
)
LOCK_IN = Proof(
    "ckl_ucb",
    "lockin",
    ("The rule", "Bad luck", "A chorus", "The wait", "The way back"),
    (locked(1), locked(200), locked(2000), locked(500_000), locked(500_000, 0.75)),
    {"round": 47},
)
WALK = Proof(
    "adaptive",
    "curve-2",
    (
        "What is not in the tree",
        "Down the larger bound",
        "Bounds grow while nobody looks",
        "The smaller of two bounds",
        "Where the depth goes",
    ),
    tuple({"round": round_} for round_ in (2, 3, 6, 9, 400)),
    {"round": 47},
)
every_proof = pytest.mark.parametrize("proof", [BOUND, LOCK_IN, WALK], ids=str)


@pytest.fixture
def opened(blocked_page, site):
    def visit(proof, query="", **how):
        found = blocked_page(f"{(site / f'{proof.page}.html').as_uri()}{query}", formulas=False, **how)
        found.page.evaluate("id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })", proof.lab)
        if not how.get("covers"):
            found.page.evaluate(f"lipbandits.labs.get('{proof.lab}').results()")
        return found

    return visit


def shows(page, proof, i):
    page.wait_for_function(AT, arg=[proof.lab, i])
    page.wait_for_function(IS, arg=[proof.lab, proof.asked[i]])
    said = page.inner_text(f"#{proof.lab} .lb-stage-nav span")
    assert said == f"Step {i + 1} of {len(proof.names)}: {proof.names[i]}"


@every_proof
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.sampled(2)
def test_scrolling_sets_the_picture_which_stays_with_the_step(width, height, proof, opened):
    visit = opened(proof, width=width, height=height)
    page = visit.page
    for i in [*range(len(proof.names)), 2]:
        page.evaluate(UNDER, [proof.lab, i])
        shows(page, proof, i)
        top, bottom, step, _, window = page.evaluate(SEEN, [proof.lab, i])
        assert top >= 0 and bottom <= step + 60 and step < window - 60
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.check()


@every_proof
@pytest.mark.sampled(1)
def test_buttons_and_keys_go_from_step_to_step(proof, opened):
    visit = opened(proof)
    page = visit.page
    page.emulate_media(reduced_motion="reduce")
    nav = page.locator(f"#{proof.lab} .lb-stage-nav")
    assert nav.get_by_role("button", name="Previous").is_disabled()
    nav.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    shows(page, proof, 1)
    page.keyboard.press("n")
    shows(page, proof, 2)
    page.keyboard.press("P")
    shows(page, proof, 1)
    for i in range(2, len(proof.names)):
        page.keyboard.press("Enter")
        shows(page, proof, i)
    assert nav.get_by_role("button", name="Next").is_disabled()
    assert page.evaluate("document.activeElement.textContent") == "Next"
    visit.check()


@every_proof
def test_within_a_step_the_lab_is_the_readers(proof, opened):
    visit = opened(proof)
    page = visit.page
    page.evaluate(UNDER, [proof.lab, 1])
    shows(page, proof, 1)
    page.evaluate("([id, own]) => lipbandits.labs.get(id).set(own)", [proof.lab, proof.own])
    page.mouse.wheel(0, 15)
    page.wait_for_timeout(300)
    state = page.evaluate(STATE, proof.lab)
    assert proof.own.items() <= state.items()
    page.evaluate(UNDER, [proof.lab, 2])
    shows(page, proof, 2)
    visit.check()


@every_proof
@pytest.mark.sampled(1)
def test_in_class_mode_each_step_is_a_slide(proof, opened):
    visit = opened(proof, f"?class#{proof.lab}", width=1280, height=720)
    page = visit.page
    page.wait_for_function("id => document.activeElement.id === id", arg=proof.lab)
    last = len(proof.names) - 1
    for i, name in enumerate(proof.names):
        shows(page, proof, i)
        assert page.locator(f"#{proof.lab} .lb-stage:visible").count() == 1
        top, bottom, step, height, window = page.evaluate(SEEN, [proof.lab, i])
        assert top >= 0 and step >= 0 and max(bottom, step + height) <= window - 40, name
        if i < last:
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shows(page, proof, last - 1)
    visit.check()


@every_proof
@pytest.mark.sampled(1)
def test_without_scripts_and_on_paper_all_steps_are_read_in_order_below_the_picture(proof, site, opened):
    soup = BeautifulSoup((site / f"{proof.page}.html").read_text(encoding="utf-8"), "html.parser")
    block = soup.select_one(f"[data-stages={proof.lab}]")
    assert [name.get_text() for name in block.select(".lb-stage-name")] == list(proof.names)
    assert block.find_previous("figure")["data-lab"] == proof.lab.split("-")[0] and ":::" not in block.get_text()
    visit = opened(proof)
    visit.page.emulate_media(media="print")
    assert visit.page.locator(f"#{proof.lab} .lb-stage:visible").count() == len(proof.names)
    assert visit.page.locator(f"#{proof.lab} .lb-stage-nav").is_hidden()
    visit.check()


@every_proof
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.sampled(2)
def test_it_is_accessible(width, theme, proof, opened):
    visit = opened(proof, width=width, theme=theme)
    found = Axe().run(visit.page, context=f"#{proof.lab}")
    assert found.violations_count == 0, found.generate_report()


def test_steps_come_with_the_answer_to_their_question_and_not_before(opened):
    visit = opened(LOCK_IN, covers=True)
    page, steps = visit.page, visit.page.locator("#lockin .lb-stage:visible")
    assert page.locator("#lockin .lb-stages").evaluate("steps => steps.inert")
    page.locator("#lockin .lb-cover input").first.focus()
    page.keyboard.press("n")
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    assert steps.count() == 0 and page.evaluate("lipbandits.stages.of(document.getElementById('lockin')).at") == 0
    page.locator("#lockin").get_by_role("button", name="Skip").click()
    assert steps.count() == len(LOCK_IN.names)
    for i in (1, 2):
        page.evaluate(UNDER, ["lockin", i])
        shows(page, LOCK_IN, i)
    visit.check()


def test_a_word_in_a_step_sets_the_lab_until_the_next_step_and_leaves_the_reader_there(opened):
    visit = opened(LOCK_IN)
    page = visit.page
    page.evaluate(UNDER, ["lockin", 4])
    shows(page, LOCK_IN, 4)
    before = page.evaluate("scrollY")
    page.locator("#lockin .lb-stage a", has_text="round 30,000").click()
    page.wait_for_function(IS, arg=["lockin", locked(30_000, 0.75)])
    assert page.locator("#lockin .lb-status").inner_text().startswith("Round 30,000. Arm 22 leads")
    page.wait_for_timeout(300)
    assert abs(page.evaluate("scrollY") - before) < 60
    assert page.evaluate(AT, ["lockin", 4])
    page.evaluate(UNDER, ["lockin", 3])
    shows(page, LOCK_IN, 3)
    # The same word once more, which leaves the address as it is, while the step before it is read: its step is shown.
    page.locator("#lockin .lb-stage a", has_text="round 30,000").evaluate("link => link.click()")
    page.wait_for_function(IS, arg=["lockin", locked(30_000, 0.75)])
    assert page.inner_text("#lockin .lb-stage-nav span") == "Step 5 of 5: The way back"
    page.mouse.wheel(0, 15)
    page.wait_for_timeout(300)
    assert page.evaluate(IS, ["lockin", locked(30_000, 0.75)]) and page.evaluate(AT, ["lockin", 4])
    # And from there by the button.
    page.emulate_media(reduced_motion="reduce")
    page.locator("#lockin .lb-stage-nav").get_by_role("button", name="Previous").click()
    shows(page, LOCK_IN, 3)
    visit.check()


def test_a_link_to_a_state_of_a_staged_lab_stays_until_a_step_is_asked_for(opened):
    visit = opened(LOCK_IN, "#lockin?shape=locking&L=0.5&k=20&T=500000&round=47&seed=3")
    page = visit.page
    for i in (1, 2):
        page.evaluate(UNDER, ["lockin", i])
        page.wait_for_function(AT, arg=["lockin", i])
    page.wait_for_function(IS, arg=["lockin", locked(47)])
    page.emulate_media(reduced_motion="reduce")
    page.locator("#lockin .lb-stage-nav").get_by_role("button", name="Next").click()
    shows(page, LOCK_IN, 3)
    visit.check()


def test_what_is_set_by_hand_stays_until_a_step_is_asked_for(opened):
    visit = opened(LOCK_IN)
    page = visit.page
    page.evaluate(UNDER, ["lockin", 2])
    shows(page, LOCK_IN, 2)
    page.locator("#lockin .lb-preset", has_text="3 log log n").evaluate("button => button.click()")
    own = {"round": 500_000, "f": "klucb3"}
    page.wait_for_function(IS, arg=["lockin", own])
    for i in (1, 0):
        page.evaluate(UNDER, ["lockin", i])
        page.wait_for_function(AT, arg=["lockin", i])
    page.wait_for_timeout(300)
    assert page.evaluate(IS, ["lockin", own])
    assert page.inner_text("#lockin .lb-stage-nav span") == "Step 1 of 5: your picture"
    page.emulate_media(reduced_motion="reduce")
    page.locator("#lockin .lb-stage-nav").get_by_role("button", name="Next").click()
    shows(page, LOCK_IN, 1)
    visit.check()


@pytest.mark.parametrize("how", ["arrows", "Reset"])
def test_so_does_what_is_set_in_the_picture(how, opened):
    visit = opened(BOUND)
    page = visit.page
    page.evaluate(UNDER, [BOUND.lab, 1])
    shows(page, BOUND, 1)
    if how == "arrows":
        page.locator(f"#{BOUND.lab} .lb-picture").focus()
        page.keyboard.press("ArrowRight")
    else:
        page.locator(f"#{BOUND.lab} .lb-reset").evaluate("button => button.click()")
    page.wait_for_function(f"lipbandits.stages.of(document.getElementById('{BOUND.lab}')).own")
    before = page.evaluate(STATE, BOUND.lab)
    page.evaluate(UNDER, [BOUND.lab, 2])
    page.wait_for_function(AT, arg=[BOUND.lab, 2])
    page.wait_for_timeout(300)
    assert page.evaluate(STATE, BOUND.lab) == before
    visit.check()


def test_left_in_class_mode_a_step_is_where_the_page_goes_on(opened):
    visit = opened(LOCK_IN, "?class#lockin", width=1280, height=720)
    page = visit.page
    page.wait_for_function("id => document.activeElement.id === id", arg="lockin")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    shows(page, LOCK_IN, 3)
    page.keyboard.press("Escape")
    page.wait_for_function("!document.documentElement.classList.contains('lb-class')")
    page.mouse.wheel(0, 5)
    page.wait_for_timeout(1500)
    page.mouse.wheel(0, 5)
    page.wait_for_timeout(300)
    shows(page, LOCK_IN, 3)
    visit.check()


def test_in_class_a_question_comes_before_its_steps(opened):
    visit = opened(LOCK_IN, "?class#lockin", covers=True, width=1280, height=720)
    page = visit.page
    page.wait_for_function("document.activeElement.closest('figure')?.id === 'lockin'")
    assert page.locator("#lockin .lb-stage:visible").count() == 0
    page.keyboard.press("b")
    shows(page, LOCK_IN, 0)
    page.keyboard.press("ArrowRight")
    shows(page, LOCK_IN, 1)
    # The digits are the lab's presets, as without steps.
    page.keyboard.press("1")
    page.wait_for_function(IS, arg=["lockin", locked(500_000)])
    page.keyboard.press("ArrowRight")
    shows(page, LOCK_IN, 2)
    visit.check()
