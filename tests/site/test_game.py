"""The game of the introduction, played in a real browser; what it says is compared with Python's own count."""

import json
import random
from html import escape
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from lipbandits.explorers.game import PAGE, ferry_game
from lipbandits.study.ferry import DAYS

TABLES, LABELS = ferry_game.tables, ferry_game.labels
LAST_DAY = f"Day {DAYS} of {DAYS}: "
# What is drawn on the board, in order: 1 for a good day, 0 for a bad one.
DRAWN = """board => [...board.querySelectorAll(".lb-dots")].map(
    dots => [...dots.children].map(dot => Number(dot.className === "lb-good")))"""

# Whether the dots of an arm lie where the arm has room for them.
INSIDE = """arm => {
    const room = arm.querySelector(".lb-days").getBoundingClientRect();
    return [...arm.querySelectorAll(".lb-dots > *")].map(dot => dot.getBoundingClientRect()).every(dot =>
        dot.top >= room.top && dot.bottom <= room.bottom && dot.left >= room.left && dot.right <= room.right);
}"""


class Played:
    """A game in an open page, and the same game counted here."""

    def __init__(self, page, copy=0):
        self.page = page
        self.figure = page.locator("figure.lb-game").nth(copy)
        self.arms = self.figure.locator(".lb-arm")
        self.sit(0)

    def sit(self, table):
        """Start to count at the beginning of a table."""
        self.table, self.played = TABLES[table], []
        place = self.figure.locator(".lb-place").inner_text()
        assert place == f"Table {table + 1} of {len(TABLES)}"
        assert self.status().startswith(f"Table {table + 1} is new")
        self.agrees()

    def button(self, name):
        return self.figure.get_by_role("button", name=name, exact=True)

    def status(self):
        return self.figure.locator(".lb-status").inner_text()

    def verdict(self):
        return self.figure.locator(".lb-verdict").inner_text()

    def day(self, k):
        """Check what is said of a day at arm k that has just been played."""
        self.played.append(k)
        day, plays, good = len(self.played), self.played.count(k), self.good()
        came = "good" if self.table.rewards[k, plays - 1] else "bad"
        total = f"Good days at {LABELS[k]}: {good[k]} of {plays}. In all: {sum(good)} of {day}."
        assert self.status() == f"Day {day} of {DAYS}: {LABELS[k]}, a {came} day. {total}"

    def good(self):
        return [int(self.table.rewards[k, : self.played.count(k)].sum()) for k in range(len(LABELS))]

    def agrees(self):
        """Check the board: dots, counts and names, and the truth after the last day only."""
        over = len(self.played) == DAYS
        plays = [self.played.count(k) for k in range(len(LABELS))]
        rewards = zip(self.table.rewards.tolist(), plays, strict=True)
        assert self.figure.locator(".lb-board").evaluate(DRAWN) == [row[:n] for row, n in rewards]
        theta = self.table.bandit.theta.tolist()
        names, shares = [], []
        for label, n, good, share in zip(LABELS, plays, self.good(), theta, strict=True):
            best = share == max(theta)
            name = f"{label}: pulled {n} time{'s' * (n != 1)}, {good} good day{'s' * (good != 1)}"
            names.append(name + f"; true share {share:.0%}".replace("%", " %" + ", the best" * best) * over)
            shares.append(f"{'★ ' * best}{100 * share:.0f} %" if over else "")
        assert [arm.get_attribute("aria-label") for arm in self.arms.all()] == names
        assert self.figure.locator(".lb-share").all_inner_texts() == shares
        assert (self.verdict() != "") == over
        assert self.figure.locator("table").count() == over

    def scores(self):
        rows = self.figure.locator("tbody tr").all()
        return [row.locator("th, td").all_inner_texts() for row in rows]

    def ends_as_python_counts(self):
        self.agrees()
        best = int(self.table.bandit.theta.argmax())
        mine = self.table.score(self.played)
        players = {"You": mine, **self.table.rivals}
        assert self.scores() == [
            [name, str(score.good), f"{score.regret:.1f}", str(score.plays[best])] for name, score in players.items()
        ]
        assert f"days at {LABELS[best]}" in self.figure.locator("thead").inner_text()
        verdict = self.verdict()
        assert f"The best price was {LABELS[best]}" in verdict and f"Your regret is {mine.regret:.1f}: " in verdict
        said = verdict.partition(": ")[2].partition(". But")[0]
        for words, holds in {
            "less than": lambda theirs: theirs > round(mine.regret, 1),
            "as much as": lambda theirs: theirs == round(mine.regret, 1),
            "more than": lambda theirs: theirs < round(mine.regret, 1),
        }.items():
            names = [name for name, score in self.table.rivals.items() if holds(round(score.regret, 1))]
            listed = " and ".join([*([", ".join(names[:-1])] * (len(names) > 1)), *names[-1:]])
            assert (f"{words} {listed}" in said) if names else (words not in said)


@pytest.fixture
def visit(blocked_page, site):
    """Open the introduction; returns (visit, Played)."""

    def opened(**how):
        visited = blocked_page((site / "intro.html").as_uri(), formulas=False, **how)
        visited.page.locator("figure.lb-game").scroll_into_view_if_needed()
        return visited, Played(visited.page)

    return opened


def press_digit(game, k):
    game.page.keyboard.press(str(k + 1))


def walk_and_press(game, k):
    """Arrow keys from the arm that has the focus, then Enter or the space bar."""
    here = game.arms.evaluate_all("arms => arms.indexOf(document.activeElement)")
    for _ in range(abs(k - here)):
        game.page.keyboard.press(random.choice(["ArrowRight", "ArrowDown"] if k > here else ["ArrowLeft", "ArrowUp"]))
    game.page.keyboard.press("Enter" if k % 2 else "Space")


def click(game, k):
    # Not waiting until the arm is enabled: after the last day it is not.
    game.arms.nth(k).click(force=True)


WAYS = {"digits": press_digit, "arrows": walk_and_press, "mouse": click}


# Each way to play, width and theme in some game; before a release, every way in all of them.
SOME = [("digits", 1280, "light"), ("arrows", 1280, "dark"), ("mouse", 390, "dark")]
GAMES = [
    pytest.param(*game, marks=[pytest.mark.release] * (game not in SOME))
    for game in product(WAYS, (1280, 390), ("light", "dark"))
]


@pytest.mark.parametrize(("way", "width", "theme"), GAMES)
def test_a_whole_game_ends_as_python_counts(way, width, theme, visit):
    visited, game = visit(width=width, theme=theme)
    page = visited.page
    random.seed(f"{way} {width} {theme}")
    if way != "mouse":
        game.button("Same rewards again").focus()
        for _ in ("New table", "Class mode", "the first price"):
            page.keyboard.press("Tab")
        assert game.arms.first.evaluate("arm => arm === document.activeElement")
    height = game.figure.bounding_box()["height"]
    for day in range(DAYS):
        k = random.randrange(9) if day < 30 else day % 2 + 3
        WAYS[way](game, k)
        game.day(k)
        if day in (0, 20, DAYS - 2):
            game.agrees()
            assert game.figure.bounding_box()["height"] == height, "the figure changed its height"
    game.ends_as_python_counts()
    # A day more is not played.
    WAYS[way](game, 0)
    assert game.status().startswith(LAST_DAY)
    game.ends_as_python_counts()
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    axe = Axe().run(page, context="figure.lb-game", options={"resultTypes": ["violations"], "preload": False})
    assert [rule["id"] for rule in axe.response["violations"] if rule["impact"] in ("serious", "critical")] == []
    visited.check()


def test_a_finger_plays_too(site, phone):
    phone.goto((site / "intro.html").as_uri())
    game = Played(phone)
    for k in (4, 4, 8, 0):
        game.arms.nth(k).tap()
        game.day(k)


def test_the_same_rewards_again_and_then_each_other_table(visit):
    visited, game = visit()
    everything = []
    for table in [*range(len(TABLES)), 0]:
        before = None
        for again in (False, True) if table == 0 else (False,):
            if again:
                game.button("Same rewards again").click()
                game.sit(table)
            game.arms.first.focus()
            for k in [0, 4, 8] * (DAYS // 3):
                press_digit(game, k)
                game.played.append(k)
            game.ends_as_python_counts()
            drawn = game.figure.locator(".lb-board").evaluate(DRAWN)
            assert before in (None, drawn)
            before = drawn
        everything.append(before)
        game.button("New table").click()
        game.sit((table + 1) % len(TABLES))
    assert everything[0] == everything[-1]
    assert len({str(drawn) for drawn in everything}) == len(TABLES)
    visited.check()


def test_a_season_may_be_broken_off(visit):
    _, game = visit()
    click(game, 3)
    game.day(3)
    game.button("New table").click()
    game.sit(1)
    game.button("Same rewards again").click()
    game.sit(1)


def test_a_click_beside_the_prices_gives_the_game_its_digits(visit):
    visited, game = visit()
    game.figure.locator("figcaption").click()
    press_digit(game, 4)
    game.day(4)
    visited.check()


def test_a_link_leads_to_the_game(blocked_page, site):
    visited = blocked_page((site / "intro.html").as_uri() + "#game", formulas=False)
    place = "document.getElementById('game').getBoundingClientRect().top"
    visited.page.wait_for_function(f"{place} > -1 && {place} < 200")
    visited.check()


def test_only_a_plain_key_inside_the_game_is_a_day_and_a_held_key_is_one(visit):
    visited, game = visit()
    keyboard = visited.page.keyboard
    keyboard.press("5")
    game.agrees()
    game.arms.nth(4).focus()
    for key in ("Control+5", "Alt+5", "Meta+5", "0", "a"):
        keyboard.press(key)
    game.agrees()
    for key in ("5", "Enter"):
        keyboard.down(key)
        keyboard.down(key)
        keyboard.down(key)
        keyboard.up(key)
        game.day(4)
        game.agrees()
    for key, k in {"Home": 0, "ArrowLeft": 0, "End": 8, "ArrowRight": 8, "ArrowUp": 7}.items():
        keyboard.press(key)
        assert game.arms.nth(k).evaluate("arm => arm === document.activeElement")
    assert game.arms.nth(7).evaluate("arm => getComputedStyle(arm).outline").endswith("solid 3px")


def test_one_row_on_a_desk_and_targets_for_a_thumb_on_a_phone(visit):
    _, game = visit()
    boxes = [arm.bounding_box() for arm in game.arms.all()]
    assert len({box["y"] for box in boxes}) == 1 and min(box["width"] for box in boxes) >= 44
    _, game = visit(width=390)
    boxes = [button.bounding_box() for button in game.figure.get_by_role("button").all()]
    assert all(min(box["width"], box["height"]) >= 44 for box in boxes)
    # All sixty days at one price stay inside its arm, once the last one has stopped growing.
    game.page.emulate_media(reduced_motion="reduce")
    game.arms.first.focus()
    for _ in range(DAYS):
        press_digit(game, 8)
    assert game.arms.nth(8).evaluate(INSIDE)
    for width in (320, 700, 1280):
        game.page.set_viewport_size({"width": width, "height": 900})
        assert game.arms.nth(8).evaluate(INSIDE), width


def test_nothing_moves_for_who_asked_for_less_motion(visit):
    visited, game = visit()
    moves = "dot => getComputedStyle(dot).animationName"
    click(game, 0)
    assert game.figure.locator(".lb-dots > *").evaluate(moves) == "lb-day"
    visited.page.emulate_media(reduced_motion="reduce")
    assert game.figure.locator(".lb-dots > *").evaluate(moves) == "none"


def test_without_scripts_and_in_print(site, browser, visit):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "intro.html").as_uri())
    figure = page.locator("figure.lb-game")
    assert figure.locator(".lb-still").inner_text() == ferry_game.still
    assert figure.locator("figcaption").is_visible() and figure.locator("button").count() == 0
    context.close()

    visited, game = visit()
    visited.page.emulate_media(media="print")
    assert game.figure.locator("figcaption").is_visible() and not game.button("New table").is_visible()


def test_the_page_holds_the_tables_of_the_package(site):
    soup = BeautifulSoup((site / "intro.html").read_text(encoding="utf-8"), "html.parser")
    for selector in ("script[src*='game.js']", "link[href*='game.css']"):
        assert len(soup.select(selector)) == 1
    (figure,) = soup.select("figure.lb-game")
    assert json.loads(figure.script.string) == json.loads(json.dumps(ferry_game.data()))
    assert escape(ferry_game.question) == figure.select_one(".lb-question").decode_contents()


@pytest.mark.parametrize("alone", [True, False], ids=["as in a kernel", "as in the book"])
def test_two_games_on_a_page_do_not_disturb_each_other(alone, tmp_path, blocked_page):
    if alone:
        # Every game of a notebook comes with style and script.
        body = 2 * ferry_game._repr_mimebundle_()["text/html"]
    else:
        script = f"<script src='{(PAGE / 'game.js').as_uri()}'></script>"
        body = 2 * script + 2 * ferry_game.html()
    path = tmp_path / "two.html"
    path.write_text(f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Two</title>{body}", encoding="utf-8")
    visited = blocked_page(path.as_uri())
    one, other = Played(visited.page), Played(visited.page, copy=1)
    assert one.arms.count() == other.arms.count() == 9
    click(one, 2)
    one.day(2)
    other.agrees()
    other.button("New table").click()
    other.sit(1)
    for k in (5, 7):
        press_digit(other, k)
        other.day(k)
    one.agrees()
    press_digit(other, 5)
    other.day(5)
    one.arms.first.focus()
    press_digit(one, 1)
    one.day(1)
    one.agrees()
    other.agrees()
    visited.check()
