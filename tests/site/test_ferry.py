"""The ferry in a real browser: by mouse, touch and keyboard, by link, on paper; its days as Python counts."""

import json
import random

import matplotlib
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import fixtures_of, page_of, settled, some_looks, texts_outside

import lipbandits as lb
from lipbandits.labs import ferry
from lipbandits.study.ferry import DAYS, PLAYERS, PRICES, SEASONS, rewards_of, score, season

GET = "lipbandits.labs.get('ferry')"
VIEW = "lipbanditsExplorers.get('ferry')"
WHOLE = "3" * 20 + "4" * 20 + "123456789" * 2 + "55"


bare, lab = fixtures_of(ferry)


def status(page):
    settled(page)
    return page.inner_text("#ferry .lb-status")


def press_digit(page, k):
    page.keyboard.press(str(k + 1))


def walk_and_press(page, k):
    """Arrow keys from the price that has the focus, then Enter or the space bar."""
    arms = page.locator("#ferry .lb-arm")
    here = arms.evaluate_all("arms => arms.indexOf(document.activeElement)")
    for _ in range(abs(k - here)):
        page.keyboard.press("ArrowRight" if k > here else "ArrowLeft")
    page.keyboard.press("Enter" if k % 2 else "Space")


def click(page, k):
    page.locator("#ferry .lb-arm").nth(k).click(force=True)


WAYS = {"digits": press_digit, "arrows": walk_and_press, "mouse": click}
LOOKS = [("digits", 1280, "light"), ("arrows", 1280, "dark"), ("mouse", 390, "dark")]


@pytest.mark.parametrize(("way", "width", "theme"), LOOKS)
def test_a_whole_season_ends_as_python_counts(way, width, theme, lab):
    visit = lab(width=width, theme=theme)
    page = visit.page
    random.seed(way)
    page.locator("#ferry .lb-arm").first.focus()
    bandit, played = season(SEASONS[0]), []
    rewards = rewards_of(bandit)
    height = page.locator("#ferry").bounding_box()["height"]
    for day in range(DAYS):
        k = random.randrange(9) if day < 30 else day % 2 + 3
        WAYS[way](page, k)
        played.append(k)
        if day in (0, 20, DAYS - 2):
            now = score(bandit, rewards, played)
            said = f"Day {day + 1} of 60: €{PRICES[k]}, a "
            assert status(page).startswith(said)
            assert (
                f"Good days at €{PRICES[k]}: {now.sums[k]} of {now.plays[k]}. In all: {now.good} of {day + 1}."
                in status(page)
            )
    mine = score(bandit, rewards, played)
    assert f"You lost {mine.regret:.1f} good days" in status(page)
    rows = [row.split("\t") for row in page.locator("#ferry tbody tr").all_inner_texts()]
    for name, *cells in rows:
        rule = PLAYERS.get(name.strip())
        found = score(bandit, rewards, lb.replay(bandit, rule, rewards, engine=False)) if rule else mine
        assert [cell.strip() for cell in cells if cell.strip()][:2] == [str(found.good), f"{found.regret:.1f}"]
    # A day more is not played, and nothing has moved.
    WAYS[way](page, 0)
    assert status(page).startswith("The 60 days are over.")
    assert page.locator("#ferry").bounding_box()["height"] == height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.check()


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    heights = set()
    for change in ({}, {"days": "345", "glasses": "L"}, {"days": WHOLE}, {"who": "OSLB", "day": 14}, {"long": True}):
        visit.page.evaluate(f"(changes) => {GET}.set(changes)", change)
        settled(visit.page)
        found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        heights.add(visit.page.locator("#ferry").bounding_box()["height"])
        assert texts_outside(visit.page, "ferry") == []
    assert len(heights) == 1, "the figure changed its height"
    boxes = [arm.bounding_box() for arm in visit.page.locator("#ferry .lb-arm").all()]
    assert len({box["y"] for box in boxes}) == 1
    assert min(box["width"] for box in boxes) >= 34 and min(box["height"] for box in boxes) >= 44
    visit.check()


def test_a_finger_plays_too(browser, bare):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(bare)
    page.evaluate(f"{VIEW}.wake()")
    for k in (4, 4, 8, 0):
        page.locator("#ferry .lb-arm").nth(k).tap()
    page.wait_for_function(f"{VIEW}.state.days === '5591'")
    context.close()


def test_only_a_plain_key_inside_the_figure_is_a_day_and_a_held_key_is_one(lab):
    page = lab().page
    days = f"{VIEW}.state.days"
    page.keyboard.press("5")
    assert page.evaluate(days) == ""
    page.locator("#ferry figcaption").click()
    page.keyboard.press("5")
    page.wait_for_function(f"{days} === '5'")
    for key in ("Control+5", "Alt+5", "Meta+5", "0", "a"):
        page.keyboard.press(key)
    for key in ("5", "Enter"):
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.up(key)
    page.wait_for_function(f"{days} === '555'")
    for key, k in {"Home": 0, "ArrowLeft": 0, "End": 8, "ArrowRight": 8, "ArrowDown": 7}.items():
        page.keyboard.press(key)
        assert page.locator("#ferry .lb-arm").nth(k).evaluate("arm => arm === document.activeElement")
    # The nine prices are one stop.
    assert page.locator("#ferry .lb-arm[tabindex='0']").count() == 1
    assert page.evaluate(days) == "555"


def test_glasses_show_bars_that_shrink_and_no_truth_before_the_end(lab):
    page = lab(width=1280).page

    def lengths():
        settled(page)
        tall = "all => all.map(bar => Number(bar.getAttribute('height')))"
        return page.eval_on_selector_all("#ferry .lab-possible", tall)

    page.evaluate(f"{GET}.set({{ days: '123456789'.repeat(3) }})")
    assert max(lengths()) == 0 and page.locator("#ferry .lab-truth").count() == 0
    page.get_by_role("button", name="own days").click()
    page.wait_for_timeout(300)
    own = lengths()
    page.get_by_role("button", name="all days").click()
    page.wait_for_timeout(300)
    every = lengths()
    assert min(every) > 0 and sum(every) < 0.9 * sum(own)
    assert "by own days alone" in status(page)
    page.get_by_role("button", name="Finish for me").click()
    page.wait_for_function(f"{VIEW}.over")
    settled(page)
    assert page.locator("#ferry .lab-truth").count() == 9


def test_a_rule_is_asked_why_day_by_day_and_stops_when_told(lab):
    page = lab(width=1280).page
    assert page.get_by_role("button", name="CKL-UCB").is_disabled()
    page.evaluate(f"(days) => {GET}.set({{ days }})", WHOLE)
    page.get_by_role("button", name="CKL-UCB").click()
    # It begins where one looks, at the end, and says what Play does.
    assert status(page).startswith("Day 60 of 60. Why ") and "CKL-UCB? Because " in status(page)
    assert status(page).endswith("▶ Play shows its days from the first.")
    page.evaluate(f"{GET}.set({{ day: 1 }})")
    assert status(page).startswith("Day 1 of 60. Why €4 today, CKL-UCB? Because ")
    # Another rule is asked about the same day.
    page.get_by_role("button", name="OSLB").click()
    assert status(page).startswith("Day 1 of 60. Why €6 today, OSLB? Because ")
    page.get_by_role("button", name="CKL-UCB").click()
    day = page.get_by_role("slider", name="day")
    day.focus()
    page.keyboard.press("ArrowRight")
    assert status(page).startswith("Day 2 of 60. Why ")
    page.evaluate(f"{GET}.set({{ day: 12 }})")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(f"{VIEW}.state.day >= 14", timeout=10_000)
    page.get_by_role("button", name="Pause").click()
    now = page.evaluate(f"{VIEW}.state.day")
    page.wait_for_timeout(1800)
    assert page.evaluate(f"{VIEW}.state.day") == now


def test_ten_thousand_days_are_those_of_simulate(lab):
    visit = lab(width=1280)
    page = visit.page
    said = page.evaluate(f"{GET}.run().then(() => '', (error) => error.message)")
    assert said == "days: 0 of 60 are played; ten thousand come after the last"
    page.evaluate(f"(days) => {GET}.set({{ days, season: 2, seed: 5 }})", WHOLE)
    found = page.evaluate(f"{GET}.run()")
    bandit = season(SEASONS[1])
    results = lb.simulate(bandit, PLAYERS, horizon=10_000, runs=100, seed=5, stream="counter")
    for name, regret in results.items():
        most = regret.plays.argmax(axis=1)
        assert found[name]["ends"] == [int((most == k).sum()) for k in range(9)]
        assert found[name]["wrong"] == (bandit.gaps[most] > 0).sum()
        assert found[name]["lost"] == pytest.approx(regret.final.mean())
    assert sum(found["You"]["ends"]) == 100
    settled(page)
    assert f"Greedy {found['Greedy']['wrong']} of 100" in status(page)
    assert "long=1" in page.get_attribute("#ferry .lb-link", "href")
    # What was played is kept when one looks elsewhere and comes back.
    page.get_by_role("button", name="UCB", exact=True).click()
    page.get_by_role("button", name="10,000 days").click()
    assert f"Greedy {found['Greedy']['wrong']} of 100" in status(page)
    visit.check()


def test_a_link_shows_the_same_on_a_phone(lab):
    page = lab(width=1280).page
    page.evaluate(f"(days) => {GET}.set({{ days, who: 'OSLB', day: 33 }})", WHOLE)
    link = page.get_attribute("#ferry .lb-link", "href")
    other = lab(link, width=390, theme="dark").page
    assert status(other) == status(page) and "Why" in status(page)
    assert other.evaluate(f"{GET}.state()") == page.evaluate(f"{GET}.state()")


def test_scripts_play_and_are_refused_by_name(lab):
    page = lab().page
    day = page.evaluate(f"{GET}.play(12)")
    assert day == {"day": 1, "price": 12, "good": bool(rewards_of(season(SEASONS[0]))[4, 0])}
    for call, message in {
        "play(5)": "price: 5; expected one of 4, 6, 8, 10, 12, 14, 16, 18, 20",
        "set({ days: '0' })": 'days: "0"; expected at most 60 digits from 1 to 9, a day each',
        "set({ season: 0 })": "season: 0; expected a whole number from 1 to 6",
        "set({ who: 'UCB' })": 'who: "UCB"; expected You, before 60 days are played',
        "set({ seed: '1' })": 'seed: "1"; expected a whole number from 0 to 9007199254740991',
        "set({ what: 1 })": "what: unknown; expected season, seed, days, glasses, who, day, long",
    }.items():
        assert page.evaluate(f"{GET}.{call}.then(() => '', (error) => error.message)") == message
    assert page.evaluate(f"{GET}.state().days") == "5"
    page.evaluate(f"(days) => {GET}.set({{ days }})", WHOLE)
    said = page.evaluate(f"{GET}.play(4).then(() => '', (error) => error.message)")
    assert said.startswith("price: 4 on day 61; expected a day before the last of 60")


def test_what_one_takes_away_has_the_numbers_of_the_page(lab, monkeypatch):
    page = lab().page
    page.evaluate(f"(days) => {GET}.set({{ days }})", WHOLE)
    table = page.evaluate(f"{GET}.table()")
    found = page.evaluate(f"{GET}.results()")
    columns = {name: [row[i] for row in table["rows"]] for i, name in enumerate(table["columns"])}
    assert columns["you price"] == [day["price"] for day in found["days"]]
    assert columns["UCB good"] == [int(day["good"]) for day in found["rivals"]["UCB"]["days"]]
    assert "Sixty days, nine prices" in page.evaluate(f"{GET}.picture()")
    matplotlib.use("Agg")
    monkeypatch.setattr(lb, "simulate", lambda *args, **named: {})
    space = {}
    exec(page.evaluate(f"{GET}.python()"), space)
    assert space["mine"].good == found["good"]


def test_on_paper_it_has_the_state_of_the_screen_and_no_controls(lab):
    page = lab().page
    page.evaluate(f"(days) => {GET}.set({{ days }})", WHOLE)
    words = status(page)
    page.emulate_media(media="print")
    for hidden in (".lb-buttons", ".lb-board", ".lb-row-glasses", ".lb-row-who", ".lb-row-day"):
        assert not page.locator(f"#ferry {hidden}").is_visible()
    assert page.inner_text("#ferry .lb-status") == words and page.locator("#ferry svg").is_visible()
    # Filled or not: without colours a good day is still another mark than a bad one.
    fills = [
        page.locator(f"#ferry .lab-{kind}").first.evaluate("dot => getComputedStyle(dot).fill")
        for kind in ("good", "bad")
    ]
    assert fills[1] == "none" != fills[0]


def test_without_scripts_a_sentence_and_the_scores_stand(browser, bare):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(bare)
    assert (
        page.inner_text("#ferry .lb-status" if page.locator("#ferry").count() else ".lb-status")
        == ferry.words["status"]
    )
    assert page.locator("tbody tr").count() == 5 and page.locator("button").count() == 0
    context.close()


def test_two_ferries_on_a_page_do_not_disturb_each_other(tmp_path, blocked_page):
    page = blocked_page(page_of(tmp_path, ferry, ferry)).page
    page.evaluate("lipbandits.labs.get('ferry').play(4)")
    page.evaluate("lipbandits.labs.get('ferry-2').play(20)")
    states = [page.evaluate(f"lipbandits.labs.get('{name}').state().days") for name in ("ferry", "ferry-2")]
    assert states == ["1", "9"]


TIMED = """async () => {
    const lab = lipbanditsExplorers.get("ferry");
    performance.clearMeasures();
    for (let day = 0; day < 60; day++) await lipbandits.labs.get("ferry").play([4, 8, 12, 20][day % 4]);
    let first;
    const heard = lab.longRun.heard, began = performance.now();
    lab.longRun.heard = (error) => {
        first = first ?? performance.now() - began;
        heard(error);
    };
    await lipbandits.labs.get("ferry").run();
    const frames = performance.getEntriesByName("lab-frame").map((entry) => entry.duration);
    return { first, all: performance.now() - began, longest: Math.max(...frames) };
}"""


@pytest.mark.alone
def test_ten_thousand_days_are_timed(lab, measure):
    """Six players, a hundred runs each; printed here, and judged by `make bench`."""
    found = lab(width=1280).page.evaluate(TIMED)
    measure("ferry-first-runs-ms", "ten thousand days", found["first"])
    measure("ferry-all-runs-ms", "ten thousand days", found["all"])
    measure("ferry-frame-ms", "the longest", found["longest"])
