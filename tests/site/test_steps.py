"""One run, round by round, and one in fast-forward, in a real browser: by mouse, touch and keyboard, in class."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import awake, centre, page_of, settled, some_looks, swipe

from lipbandits.labs import lockin, steps

LABS = {"steps": steps, "lockin": lockin}
both = pytest.mark.parametrize("name", LABS)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The addresses of pages with one of the labs and nothing of the book."""
    return {name: page_of(tmp_path_factory.mktemp(name), lab) for name, lab in LABS.items()}


@pytest.fixture
def lab(blocked_page, bare):
    """Opens a page from a folder, perhaps at a link, with its lab awake."""

    def opened(name, link="", **looks):
        return awake(blocked_page(bare[name] + link, **looks), name)

    return opened


def get(page, name="steps"):
    return page.evaluate(f"lipbandits.labs.get('{name}').state()")


def put(page, name, **changes):
    page.evaluate(f"(changes) => lipbandits.labs.get('{name}').set(changes)", changes)
    settled(page)


def test_one_steps_on_and_back_plays_and_scrubs_and_each_sentence_says_why(lab):
    visit = lab("steps", width=1280)
    page = visit.page
    assert get(page)["round"] == 3
    page.get_by_role("button", name="step: one round on").click()
    page.get_by_role("button", name="step: one round on").click()
    page.get_by_role("button", name="one round back").click()
    settled(page)
    assert get(page)["round"] == 4 and "Round 4. Arm " in page.inner_text("#steps .lb-status")
    page.fill("#steps-round", "89")
    settled(page)
    assert get(page)["round"] == 89
    assert "Arm 4 is explored" in page.inner_text("#steps .lb-status")
    assert "round=89&seed=5" in page.get_attribute("#steps .lb-link", "href")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("lipbandits.labs.get('steps').state().round > 92")
    page.get_by_role("button", name="Pause", exact=True).click()
    settled(page)
    stopped = get(page)["round"]
    page.wait_for_timeout(600)
    assert get(page)["round"] == stopped
    visit.check()


def test_a_press_among_the_rounds_goes_there_and_one_on_an_arm_says_what_holds_it_down(lab):
    page = lab("steps", width=1280).page
    put(page, "steps", round=400)
    box = page.locator("[data-key='rounds box']").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(page)
    assert abs(get(page)["round"] - 200) <= 2
    x, y = centre(page, "plays 2", "steps")
    page.mouse.click(x, y)
    settled(page)
    assert get(page)["k"] == 2
    assert page.inner_text("#steps .lb-of-arm-words").startswith("arm 2: mean 0.5;")
    assert "arm 2" in page.locator("[data-key='evidence title']").text_content()


def test_dragging_a_mean_plays_the_run_anew(lab):
    page = lab("steps", width=1280).page
    put(page, "steps", round=300, policy="CKL-UCB")
    before = page.inner_text("#steps .lb-status")
    x, y = centre(page, "truth 5", "steps")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)
    settled(page)
    assert get(page)["theta"][5] < 0.75 and page.inner_text("#steps .lb-status") != before
    assert page.evaluate("lipbandits.labs.get('steps').results()")["plays"] is not None


def test_by_keyboard_alone(lab):
    page = lab("steps").page
    page.focus("#steps .lb-on")
    page.keyboard.press("Enter")
    page.wait_for_function("lipbandits.labs.get('steps').state().round === 4")
    page.focus("#steps-round")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("lipbandits.labs.get('steps').state().round === 5")
    page.focus("#steps .lb-picture")
    for key in ("End", "ArrowUp"):
        page.keyboard.press(key)
    settled(page)
    state = get(page)
    assert state["k"] == 8 and state["theta"][8] > 0.5
    page.wait_for_function("document.querySelector('#steps .lb-heard').innerText.includes('Round 5')")


def test_the_long_run_is_played_in_fast_forward_and_a_looser_constant_lets_the_best_arm_in(lab):
    page = lab("lockin", width=1280).page
    assert "Nothing has been played" in page.inner_text("#lockin .lb-status")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("lipbandits.labs.get('lockin').state().round === 500000", timeout=120_000)
    page.wait_for_function("document.querySelector('#lockin .lb-status').innerText.includes('shut out')")
    page.get_by_role("button", name="Told 1.5 slopes").click()
    page.wait_for_function(
        "document.querySelector('#lockin .lb-status').innerText.includes('best, leads')", timeout=60_000
    )
    settled(page)
    box = page.locator("[data-key='film box']").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(page)
    assert 500 < get(page, "lockin")["round"] < 1000


@both
@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, name, width, theme):
    visit = lab(name, width=width, theme=theme)
    for changes in ({}, {"round": 400}):
        put(visit.page, name, **changes)
        found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        outside = visit.page.evaluate(
            """(name) => {
                const box = document.querySelector(`#${name} .lb-picture`).getBoundingClientRect();
                return [...document.querySelectorAll(`#${name} svg text`)].filter((text) => {
                    const { left, right, top, bottom } = text.getBoundingClientRect();
                    const beside = left < box.left - 1 || right > box.right + 1;
                    return text.textContent && (beside || top < box.top - 2 || bottom > box.bottom + 2);
                }).map((text) => text.textContent);
            }""",
            name,
        )
        assert outside == []
    visit.check()


def test_on_a_phone_a_touch_on_a_mean_drags_and_a_swipe_elsewhere_scrolls(browser, bare):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(bare["steps"])
    page.evaluate("lipbanditsExplorers.get('steps').wake()")
    settled(page)
    page.locator("#steps .lb-picture").scroll_into_view_if_needed()
    touch = context.new_cdp_session(page)

    before, top = get(page)["theta"], page.evaluate("scrollY")
    x, y = centre(page, "truth 4", "steps")
    swipe(touch, page, (x, y), up=30)
    after = get(page)["theta"]
    assert after[4] > before[4] + 0.03 and page.evaluate("scrollY") == top
    box = page.locator("[data-key='evidence title']").bounding_box()
    swipe(touch, page, (195, box["y"] + 20), up=150)
    assert get(page)["theta"] == after and page.evaluate("scrollY") > top
    context.close()


@pytest.mark.parametrize(
    ("page", "name", "width", "height"),
    [
        ("oslb.html", "steps", 1280, 720),
        ("ckl_ucb.html", "lockin", 1920, 1080),
        *(
            pytest.param(*each, marks=pytest.mark.release)
            for each in [
                ("oslb.html", "steps", 1920, 1080),
                ("ckl_ucb.html", "steps", 1280, 720),
                ("ckl_ucb.html", "steps", 1920, 1080),
                ("ckl_ucb.html", "lockin", 1280, 720),
            ]
        ),
    ],
)
def test_in_class_it_fills_the_screen_and_keys_choose_presets(page, name, width, height, site, blocked_page):
    visit = blocked_page(f"{(site / page).as_uri()}?class#{name}?", width=width, height=height, formulas=False)
    page = visit.page
    page.wait_for_function(f"lipbanditsExplorers.get('{name}').ready && !lipbanditsExplorers.get('{name}').due")
    fits = f"(() => {{ const f = document.querySelector('#{name}'); return f.scrollHeight <= f.clientHeight + 1; }})()"
    assert page.evaluate(fits)
    assert page.locator(f"#{name} .lb-picture").bounding_box()["height"] > 0.5 * height
    page.keyboard.press("1")
    page.wait_for_function(f"lipbandits.labs.get('{name}').state().round > 3")
    settled(page)
    assert page.evaluate(fits)
    visit.check()


TIMED = """async ([name, changes, rounds]) => {
    const lab = lipbanditsExplorers.get(name);
    await lipbandits.labs.get(name).set(changes);
    performance.clearMeasures();
    for (const round of rounds) {
        lab.scrub(round);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    const frames = performance.getEntriesByName("lab-frame").map((entry) => entry.duration);
    frames.sort((one, other) => one - other);
    return { longest: frames[frames.length - 1], median: frames[Math.floor(frames.length / 2)] };
}"""


@pytest.mark.alone
def test_scrubbing_is_timed(lab, measure):
    """Any round of a run that was played; printed here, and judged by `make bench`."""
    page = lab("steps", width=1280).page
    rounds = [(37 * i) % 2000 + 1 for i in range(60)]
    for policy in ("CKL-UCB", "OSLB"):
        found = page.evaluate(TIMED, ["steps", {"policy": policy, "horizon": 2000, "round": 2000}, rounds])
        measure("steps-scrub-ms", policy, found["median"])
        measure("steps-scrub-longest-ms", policy, found["longest"])
    page = lab("lockin", width=1280).page
    rounds = [(7919 * i) % 500_000 + 1 for i in range(60)]
    found = page.evaluate(TIMED, ["lockin", {"round": 500_000}, rounds])
    measure("lockin-scrub-ms", "half a million", found["median"])
    measure("lockin-scrub-longest-ms", "half a million", found["longest"])
