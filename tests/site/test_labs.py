"""The labs in a real browser: by mouse, by touch, by keyboard, by link and by script.

Most of it on a bare page with two tents, from file://, with every request refused: what a lab needs, it brings. What
the engine says is compared with `lb.lower_bound`.
"""

import re
import statistics

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import awake, centre, page_of, settled, some_looks

import lipbandits as lb
from lipbandits.labs import assets, placed, tent, tents
from lipbandits.labs.tents import SHAPES
from tools.stills import texts

GET = "lipbandits.labs.get('tent')"


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The address of a page with two tents and nothing of the book."""
    return page_of(tmp_path_factory.mktemp("labs"), tent, tent)


@pytest.fixture
def lab(blocked_page, bare):
    """Opens the bare page, perhaps at a link, with the first tent awake."""

    def opened(link="", **looks):
        visit = blocked_page(bare + link, **looks)
        visit.page.evaluate(f"{GET}.results()")
        settled(visit.page)
        return visit

    return opened


def state(page, which="tent"):
    return page.evaluate(f"lipbanditsExplorers.get('{which}').state")


def sentence(page, which="tent"):
    return page.inner_text(f"#{which} .lb-status")


def test_every_first_picture_is_what_the_scripts_draw_today(blocked_page, bare):
    page = blocked_page(bare).page
    for one in placed():
        for name, text in texts(page, one).items():
            assert (placed_file(name)) == text, f"{name} is not up to date: run `make stills`"


def placed_file(name):
    from lipbandits.labs.lab import STILLS

    return (STILLS / name).read_text(encoding="utf-8")


def test_the_first_state_is_drawn_as_its_first_picture(lab):
    page = lab().page
    shown = page.eval_on_selector_all("#tent svg [data-key]", "all => all.map(mark => mark.dataset.key)")
    assert shown == re.findall(r'data-key="([^"]*)"', tent.picture)
    assert sentence(page) == tent.words["status"]
    assert page.inner_text("#tent .lb-of-arm-words") == tent.words["arm"]


def instances():
    """Random θ with ties, means 0 and 1, uneven arms, and few or many of them."""
    rng = np.random.default_rng(17)
    for seed in range(60):
        count = int(rng.choice([1, 2, 3, 5, 17, 46]))
        arms = np.sort(rng.choice(10_000, count, replace=False)) / 10_000 if seed % 2 else np.linspace(0, 1, count)
        theta = np.clip(rng.normal(0.5, 0.35, count), 0, 1).round(int(rng.integers(1, 5)))
        steepest = max(np.abs(np.diff(theta)) / np.diff(arms), default=0.0)
        yield theta, arms, float(steepest * rng.choice([1.0, 1.3, 4.0])), int(rng.integers(count))


def test_a_lab_says_by_script_what_the_package_computes(lab):
    page = lab().page
    for theta, arms, lipschitz, k in instances():
        change = {"theta": theta.tolist(), "arms": arms.tolist(), "lipschitz": lipschitz, "k": k}
        page.evaluate(f"(change) => {GET}.set(change)", change)
        found = page.evaluate(f"{GET}.results()")
        bandit = lb.LipschitzBandit(theta, arms, lipschitz)
        bound = lb.lower_bound(bandit)
        assert np.isclose(found["value"], bound.value, rtol=1e-9, atol=1e-12)
        assert np.isclose(found["laiRobbins"], lb.lai_robbins(bandit).value, rtol=1e-9, atol=1e-12)
        assert np.isclose(np.dot(found["rates"], bandit.gaps), bound.value, rtol=1e-9, atol=1e-12)
        assert np.isclose(sum(found["prices"]), bound.value, rtol=1e-9, atol=1e-12)
        assert state(page)["theta"] == theta.tolist() and state(page)["lipschitz"] == lipschitz
        shown = page.inner_text("#tent")
        assert "NaN" not in shown and "undefined" not in shown and "Infinity" not in shown


def test_singular_cases_say_what_they_are(lab):
    page = lab().page
    for change, words in (
        ({"theta": [0.4, 0.4, 0.4]}, "All arms are equally good"),
        ({"theta": [0.2, 1, 0.3], "lipschitz": 4}, "The best mean is 1"),
        ({"theta": [0.2]}, "One arm"),
        ({"theta": [0.5, 0.2, 0.5], "lipschitz": 2, "k": 1}, "2 arms are best"),
        ({"theta": [0.5, 0.5], "lipschitz": 0}, "All arms are equally good"),
    ):
        page.evaluate(f"(change) => {GET}.set({{k: 0, ...change}})", change)
        assert words in sentence(page)


REFUSED = {
    "{theta: [0.2, NaN]}": "theta[1]: NaN",
    "{theta: [0.2, 1.5]}": "theta[1]: 1.5",
    "{theta: '0.5'}": "theta: 0.5",
    "{theta: []}": "theta: 0 means",
    "{theta: new Array(1e6).fill(0.5)}": "theta: 1000000 means",
    "{theta: [0.1, 0.9], lipschitz: 0.5}": "smallest lipschitz that fits is 0.8",
    "{lipschitz: NaN}": "lipschitz: NaN",
    "{lipschitz: -1}": "lipschitz: -1",
    "{k: 17}": "k: 17",
    "{L: 1}": "L: unknown",
    "{k: 0.5}": "k: 0.5",
    "{theta: [0.1, 0.2], arms: [0.5, 0.5]}": "arms[1]: 0.5",
    "{theta: [0.1, 0.2], arms: [0.5]}": "arms: an array of 1",
}


def test_what_is_not_to_be_had_is_refused_by_name_and_changes_nothing(lab):
    page = lab().page
    before = state(page)
    for change, words in REFUSED.items():
        said = page.evaluate(f"{GET}.set({change}).then(() => 'taken', (error) => error.message)")
        assert words in said and "expected" in said, change
        assert state(page) == before
    assert page.evaluate(f"{GET}.results()")["value"] > 0


@pytest.mark.parametrize("width", [860, 390])
def test_every_mark_can_be_taken_at_its_centre(lab, width):
    page = lab("#tent?shape=triangle&K=46&L=1&k=40", width=width).page
    page.locator("#tent .lb-picture").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    for pointer in ("mouse", "touch"):
        meant = page.evaluate(
            """(pointerType) => {
                const lab = lipbanditsExplorers.get("tent");
                return [...Array(46).keys()].map((i) => {
                    const box = lab.box.querySelector(`[data-key='truth ${i}']`).getBoundingClientRect();
                    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerType };
                    return lab.hands.meant(at).arm;
                });
            }""",
            pointer,
        )
        # An arm whose disc a handle covers is the handle's.
        assert sum(arm == i for i, arm in enumerate(meant)) >= 45, meant
        assert all(arm in (i, None) for i, arm in enumerate(meant)), meant


def test_a_drag_moves_the_arm_its_neighbours_follow_and_going_back_restores_all(lab):
    page = lab().page
    before = state(page)
    x, y = centre(page, "truth 12")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=5)
    settled(page)
    held = state(page)
    assert held["theta"][12] > before["theta"][12] + 0.1 and held["lipschitz"] == 0.5
    assert np.max(np.abs(np.diff(held["theta"]))) <= 0.5 / 16 + 1e-9
    page.mouse.move(x, y, steps=5)
    settled(page)
    assert state(page)["theta"] == pytest.approx(before["theta"], abs=1e-12)
    page.mouse.move(x, y - 40, steps=5)
    page.mouse.up()
    settled(page)
    let_go = state(page)
    assert [round(mean, 4) for mean in let_go["theta"]] == let_go["theta"]
    bandit = lb.LipschitzBandit(let_go["theta"], lipschitz=let_go["lipschitz"])
    assert f"C(θ) = {lb.lower_bound(bandit).value:.3g}" in page.inner_text("#tent .lb-numbers")


@pytest.mark.parametrize("one", [tents.promise, tents.pairs], ids=["promise", "pairs"])
def test_where_the_promise_is_the_question_all_speak_of_the_arm_that_is_held(one, blocked_page, tmp_path):
    page = awake(blocked_page(page_of(tmp_path, one)), "tent").page

    def check(arm):
        settled(page)
        assert state(page)["k"] == arm
        assert page.input_value("#tent-k") == str(arm)
        assert page.text_content("#tent [data-key='means title']").endswith(f"seen from arm {arm}")
        assert page.inner_text("#tent .lb-of-arm-words").startswith(f"arm {arm}:")
        assert one is tents.pairs or f"arm {arm} has mean {state(page)['theta'][arm]:.4f}".rstrip("0") in sentence(page)

    x, y = centre(page, "truth 7")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=5)
    check(7)
    page.mouse.up()
    page.mouse.move(0, 0)
    check(7)
    # There and back is the same θ, seen from another arm; and a tap beside the discs asks for one, too.
    before = state(page)["theta"]
    x, y = centre(page, "truth 3")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=3)
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    page.mouse.move(0, 0)
    check(3)
    assert state(page)["theta"] == pytest.approx(before, abs=1e-12)
    x, y = centre(page, "truth 5")
    page.mouse.click(x, y + 60)
    page.mouse.move(0, 0)
    check(5)
    page.locator("#tent .lb-picture").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    check(4)


def test_a_drag_that_is_cancelled_or_escaped_ends(lab):
    page = lab().page
    x, y = centre(page, "truth 12")
    before = state(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40)
    page.focus("#tent .lb-picture")
    page.keyboard.press("Escape")
    settled(page)
    assert state(page)["theta"] == before["theta"]
    page.mouse.move(x, y - 80)
    settled(page)
    assert state(page)["theta"] == before["theta"]
    page.mouse.up()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40)
    page.evaluate("""() => {
        const { box, hands } = lipbanditsExplorers.get("tent");
        box.dispatchEvent(new PointerEvent("pointercancel", { pointerId: hands.hold.pointer, bubbles: true }));
    }""")
    settled(page)
    after = state(page)
    page.mouse.move(x, y - 120)
    settled(page)
    assert state(page)["theta"] == after["theta"]
    page.mouse.up()


def test_l_follows_where_the_reader_wants_it(lab):
    page = lab().page
    page.select_option("#tent-follows", "L")
    before = state(page)
    x, y = centre(page, "truth 12")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=3)
    page.mouse.up()
    settled(page)
    after = state(page)
    moved = [i for i in range(17) if abs(after["theta"][i] - before["theta"][i]) > 1e-4]
    assert moved == [12] and after["lipschitz"] > before["lipschitz"]
    lb.LipschitzBandit(after["theta"], lipschitz=after["lipschitz"])


def test_the_tents_top_chooses_the_arm_and_its_flank_l(lab):
    page = lab().page
    x, y = centre(page, "top handle")
    there, _ = centre(page, "truth 14")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(there, y, steps=4)
    page.mouse.up()
    settled(page)
    assert state(page)["k"] == 14
    x, y = centre(page, "flank handle")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    page.mouse.up()
    settled(page)
    assert state(page)["lipschitz"] > 0.6
    page.mouse.move(*centre(page, "flank handle"))
    page.mouse.down()
    page.mouse.move(x, y - 200, steps=4)
    page.mouse.up()
    settled(page)
    # Not less than θ needs.
    assert state(page)["lipschitz"] == pytest.approx(0.5)
    assert "needs L = 0.5 at least" in sentence(page)


def test_one_draws_a_curve_of_ones_own(lab):
    page = lab().page
    page.click("#tent .lb-by-hand")
    assert page.get_attribute("#tent .lb-by-hand", "aria-pressed") == "true"
    (left, top), (right, _) = centre(page, "truth 0"), centre(page, "truth 16")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, top - 60, steps=20)
    page.mouse.move(right, top + 60, steps=20)
    page.mouse.up()
    settled(page)
    after = state(page)
    assert np.argmax(after["theta"]) in (7, 8, 9) and after["theta"][16] < after["theta"][0] < after["theta"][8]
    lb.LipschitzBandit(after["theta"], lipschitz=after["lipschitz"])


def test_by_keyboard_the_picture_is_one_stop_and_says_its_value_at_rest(lab):
    page = lab().page
    picture = page.locator("#tent .lb-picture")
    assert page.locator("#tent .lb-picture [tabindex]").count() == 0
    picture.focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    settled(page)
    assert picture.get_attribute("role") == "slider"
    page.wait_for_function(
        "document.querySelector('#tent .lb-picture').getAttribute('aria-valuetext').startsWith('arm 2: mean')"
    )
    mean = state(page)["theta"][2]
    assert picture.get_attribute("aria-valuetext").startswith(f"arm 2: mean {mean:g},")
    assert mean == pytest.approx(tent.spec["shapes"]["triangle"]["theta"][2] + 0.11, abs=1e-4)
    page.wait_for_function("document.querySelector('#tent .lb-heard').innerText.includes('C(θ)')")
    page.keyboard.press("End")
    settled(page)
    assert "arm 16" in page.inner_text("#tent .lb-of-arm-words")


def test_a_link_holds_everything_and_opens_to_the_same_numbers_at_another_size(lab, bare, blocked_page):
    page = lab(width=1280).page
    x, y = centre(page, "truth 5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 37, steps=3)
    page.mouse.up()
    settled(page)
    link = page.get_attribute("#tent .lb-link", "href")
    assert len(link) < 200
    other = lab(link, width=390, theme="dark").page
    settled(other)
    assert {**state(other), "shape": None} == {**state(page), "shape": None}
    assert other.inner_text("#tent .lb-numbers").split() == page.inner_text("#tent .lb-numbers").split()
    assert sentence(other) == sentence(page)


LINKS = {
    "theta=.2_.9_1.7&L=.1&k=8": ["leaves 0 to 1", "breaks the promise L = 0.1", "asks for k = 8; this is 2"],
    "theta=nan_.5": ["no row of numbers"],
    "theta=" + "_".join([".5"] * 100_000): ["more than 46 arms"],
    "shape=blob&K=1e6&L=x": ["shape blob", "K = 1e6; this is 46", "L = x, which is no number"],
    "shape=triangle&L=-3": ["L = -3"],
    "theta=.3_.4_.5&x=.9_.1_.2": ["do not fit its means, or do not increase"],
    "colour=red": ["names “colour”"],
    "shape=constructor": ["shape constructor"],
    "K=NaN&k=NaN&L=NaN": ["K = NaN", "k = NaN", "L = NaN"],
}


def test_a_link_that_asks_for_too_much_goes_to_the_nearest_state_and_says_so(lab):
    visit = lab()
    for link, words in LINKS.items():
        visit.page.evaluate("hash => { location.hash = hash; }", f"tent?{link}")
        visit.page.wait_for_function(
            "words => document.querySelector('#tent .lb-status').innerText.includes(words)", arg=words[0]
        )
        settled(visit.page)
        said = sentence(visit.page)
        assert [each for each in words if each not in said] == [], link
        found = state(visit.page)
        lb.LipschitzBandit(found["theta"], found["arms"], found["lipschitz"])
    visit.check()


def test_presets_say_which_is_on_and_reset_returns(lab):
    page = lab().page
    pressed = "all => all.map(button => button.getAttribute('aria-pressed'))"
    assert page.eval_on_selector_all("#tent .lb-preset", pressed) == ["true", "false", "false", "false"]
    page.click("#tent .lb-preset:nth-of-type(4)")
    settled(page)
    assert page.eval_on_selector_all("#tent .lb-preset", pressed) == ["false", "false", "false", "true"]
    assert state(page)["theta"] == SHAPES["odd"].theta.tolist()
    bound = lb.lower_bound(SHAPES["odd"])
    assert f"C(θ) = {bound.value:.3g}" in page.inner_text("#tent .lb-numbers")
    page.click("#tent .lb-reset")
    settled(page)
    assert page.eval_on_selector_all("#tent .lb-preset", pressed) == ["true", "false", "false", "false"]


def test_another_number_of_arms_keeps_the_shape_and_comes_back(lab):
    page = lab("#tent?theta=.2_.4_.7_.3_.1&L=1.6&k=0").page
    before = state(page)
    for count in (46, 2, 5):
        page.eval_on_selector(
            "#tent-K", "(field, count) => { field.value = count; field.dispatchEvent(new Event('input')); }", count
        )
        settled(page)
        now = state(page)
        assert len(now["theta"]) == count
        assert max(now["theta"]) == pytest.approx(0.7, abs=0.02)
        lb.LipschitzBandit(now["theta"], now["arms"], now["lipschitz"])
    assert state(page)["theta"] == before["theta"]


def test_two_labs_on_a_page_do_not_disturb_each_other(lab):
    page = lab().page
    first = state(page)
    page.evaluate("lipbandits.labs.get('tent-2').set({theta: [0.1, 0.5, 0.3], lipschitz: 2, k: 0})")
    assert state(page) == first
    assert state(page, "tent-2")["theta"] == [0.1, 0.5, 0.3]
    assert page.evaluate("lipbandits.labs.ids()") == ["tent", "tent-2"]


def test_a_figure_may_come_and_go_and_the_script_come_again(lab):
    """As in a notebook, where every lab brings the script."""
    page = lab().page
    page.evaluate(
        """([html, script]) => {
            lipbanditsExplorers.get("tent").close();
            document.querySelector("#tent").remove();
            for (let copy = 0; copy < 2; copy++) {
                document.querySelector("main").insertAdjacentHTML("beforeend", html);
                const element = document.createElement("script");
                element.textContent = script;
                document.body.append(element);
                lipbandits.labs.make(document.querySelector("main > figure:last-of-type"));
            }
        }""",
        [tent.html(), assets.script()],
    )
    assert page.evaluate("[...document.querySelectorAll('.lb-lab')].map(figure => figure.id)") == [
        "tent-2",
        "tent",
        "tent-3",
    ]
    assert set(page.evaluate("lipbandits.labs.ids()")) == {"tent", "tent-2", "tent-3"}
    # The one that was there first goes on, whatever the script was loaded again.
    for name in ("tent-2", "tent", "tent-3"):
        page.evaluate(f"lipbandits.labs.get('{name}').set({{theta: [0.2, 0.6], lipschitz: 1, k: 0}})")
        assert page.evaluate(f"lipbandits.labs.get('{name}').results()")["value"] > 0


def test_as_a_module_it_is_the_same(blocked_page, bare):
    page = blocked_page(bare.rpartition("/")[0] + "/").page
    found = page.evaluate(
        """async (text) => {
            const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const { default: lipbandits } = await import(address);
            await lipbandits.engine.start();
            return lipbandits.engine.tent({ theta: [0.2, 0.6, 0.5], lipschitz: 1, k: 0 }).value;
        }""",
        assets.module(),
    )
    assert np.isclose(found, lb.lower_bound(lb.LipschitzBandit([0.2, 0.6, 0.5], lipschitz=1.0)).value)


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    page = visit.page
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    axe = Axe().run(page, options={"resultTypes": ["violations"], "preload": False})
    assert [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in axe.response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.eval_on_selector_all(
        "#tent .lb-picture text",
        "all => Math.min(...all.map(text => Number.parseFloat(getComputedStyle(text).fontSize)))",
    )
    assert small >= 11
    visit.check()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("delete window.WebAssembly", "WebAssembly is missing"),
        ("WebAssembly.compile = () => Promise.reject(new Error('refused by a policy'))", "refused by a policy"),
    ],
)
def test_without_webassembly_the_picture_stays_and_a_sentence_says_so(blocked_page, bare, script, words):
    visit = blocked_page(bare, script=script)
    page = visit.page
    page.focus("#tent .lb-reset")
    page.wait_for_function("document.querySelector('#tent .lb-status').innerText.includes('This is the first state')")
    assert words in sentence(page)
    assert page.locator("#tent svg [data-key]").count() == tent.picture.count("data-key")
    assert page.locator("#tent input:enabled, #tent select:enabled").count() == 0
    assert words in page.evaluate(f"{GET}.set({{k: 1}}).then(() => 'taken', (error) => error.message)")
    visit.check()


def test_without_scripts_the_first_state_stands_as_a_figure(browser, bare):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(bare)
    assert page.locator("figure.lb-lab >> nth=0 >> [data-key='truth 16']").is_visible()
    assert tent.words["status"] in page.inner_text("figure.lb-lab >> nth=0")
    context.close()


def test_on_a_phone_a_touch_on_the_curve_drags_and_a_swipe_elsewhere_scrolls(browser, bare):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(bare + "#tent?shape=triangle&K=46&L=1&k=40")
    page.evaluate(f"{GET}.results()")
    settled(page)
    page.wait_for_timeout(600)
    client = context.new_cdp_session(page)

    def swipe(x, y, by):
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            touch = {"x": x, "y": y + by * step / 8}
            client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [touch]})
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(500)

    before, place = state(page), page.evaluate("scrollY")
    x, y = centre(page, "truth 10")
    swipe(x, y, -40)
    assert page.evaluate("scrollY") == place
    assert state(page)["theta"][10] > before["theta"][10] + 0.1
    # Low in the same panel nothing is meant.
    moved = state(page)
    x, y = centre(page, "mean 0")
    swipe(x + 150, y - 25, -200)
    assert page.evaluate("scrollY") > place + 50
    assert state(page)["theta"] == moved["theta"]
    # What ◀ and ▶ choose, the next touch near it takes.
    page.evaluate("scrollTo(0, 0)")
    page.tap("#tent .lb-step >> nth=1")
    settled(page)
    chosen = state(page)["k"]
    x, y = centre(page, f"truth {chosen}")
    before = state(page)
    swipe(x + 9, y, 30)
    assert state(page)["theta"][chosen] < before["theta"][chosen] - 0.05
    context.close()


# Marks one disc, and writes down where it is in each of sixty frames.
WATCH = """() => {
    window.first = () => document.querySelector("#tent [data-key='truth 0']");
    first().mine = true;
    window.heights = [];
    window.watch = () => {
        heights.push(first().getAttribute("cy"));
        if (heights.length < 60) requestAnimationFrame(watch);
    };
    watch();
}"""


def test_marks_keep_their_identity_and_glide(lab):
    page = lab().page
    page.evaluate(WATCH)
    page.click("#tent .lb-preset:nth-of-type(3)")
    page.wait_for_timeout(700)
    assert page.evaluate("first().mine")
    assert len(set(page.evaluate("heights"))) > 2
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.heights = []; watch()")
    page.click("#tent .lb-preset:nth-of-type(1)")
    page.wait_for_timeout(500)
    assert len(set(page.evaluate("heights"))) <= 2


# Sixty events a second for two seconds, each moving the pointer that holds an arm.
DRAG = """() => new Promise((done) => {
    const { box, hands } = lipbanditsExplorers.get("tent");
    const disc = box.querySelector("[data-key='truth 20']").getBoundingClientRect();
    const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
    const times = [];
    performance.clearMeasures();
    const step = (now) => {
        times.push(now);
        const clientY = y - 30 * Math.sin(times.length / 10);
        const pointer = { pointerId: hands.hold.pointer, pointerType: "mouse", bubbles: true };
        box.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY, ...pointer }));
        if (times.length < 120) return requestAnimationFrame(step);
        done(times.slice(1).map((time, i) => time - times[i]));
    };
    requestAnimationFrame(step);
})"""


@pytest.mark.alone
def test_dragging_46_arms_drops_no_frame(lab, measure):
    """Printed here, and judged by `make bench`."""
    page = lab("#tent?shape=triangle&K=46&L=1&k=40").page
    x, y = centre(page, "truth 20")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 5)
    between = page.evaluate(DRAG)
    page.mouse.up()
    settled(page)
    frames = sorted(page.evaluate("performance.getEntriesByName('lab-frame').map((entry) => entry.duration)"))
    assert len(frames) >= 100
    measure("lab-frame-p95-ms", "tent, 46 arms", frames[int(0.95 * len(frames))])
    measure("lab-frame-median-ms", "tent, 46 arms", statistics.median(frames))
    measure("lab-frames-dropped", "tent, 46 arms", sum(gap > 25 for gap in between))


@pytest.mark.alone
def test_the_engine_starts_quickly(lab, measure):
    """On a page that has not used it; printed here, and judged by `make bench`."""
    page = lab().page
    took = page.evaluate(
        """async () => {
            const frame = document.createElement("iframe");
            document.body.append(frame);
            frame.contentWindow.eval(document.scripts[document.scripts.length - 1].textContent);
            const began = performance.now();
            await frame.contentWindow.lipbandits.engine.start();
            return performance.now() - began;
        }"""
    )
    measure("engine-start-ms", "first use", took)
