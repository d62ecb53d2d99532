"""The ferry in Firefox and in Safari's engine, in the built book: days, glasses, rules, ten thousand days."""

from functools import cache

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study.ferry import DAYS, PLAYERS, PRICES, SEASONS, rewards_of, score, season

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
RIGHT, ENTER = "\ue014", "\ue007"
WHOLE = "3" * 20 + "4" * 20 + "123456789" * 2 + "55"
SEED = 2**53 - 1
GET = "lipbandits.labs.get('ferry')"
VIEW = "lipbanditsExplorers.get('ferry')"
DAYS_ARE = f"return {GET}.state().days === arguments[0]"
# How high the bars are that the glasses show.
BARS = "return [...document.querySelectorAll('#ferry .lab-possible')].map((bar) => Number(bar.getAttribute('height')))"


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def ferry(opened, request):
    page = opened("intro.html", request.param)
    page.run(f"{VIEW}.wake().then(() => {{ window.awake = true; }})")
    page.wait("return window.awake === true")
    return page


def asked(ferry, call, given=None):
    """What a promise of the lab gives."""
    ferry.run(
        "window.found = undefined; const given = arguments[0]; "
        f"{GET}.{call}.then((found) => {{ window.found = found ?? null; }})",
        given,
    )
    ferry.wait("return window.found !== undefined")
    return ferry.run("return window.found")


def press_button(ferry, words):
    ferry.run(
        "const buttons = [...document.querySelectorAll('#ferry button')]; "
        "buttons.find((each) => each.textContent.trim() === arguments[0]).click()",
        words,
    )


@cache
def long_days():
    return lb.simulate(
        season(SEASONS[1]), PLAYERS, horizon=10_000, runs=100, seed=SEED, stream="counter", progress=False
    )


def test_days_are_played_by_key_and_mouse_and_glasses_show_what_is_possible(ferry):
    rewards = rewards_of(season(SEASONS[0]))
    ferry.focus("#ferry .lb-arm")
    for keys, days in (("3", "3"), (RIGHT + ENTER, "34"), ("7", "347")):
        ferry.press(*keys)
        ferry.wait(DAYS_ARE, days)
    ferry.click("#ferry .lb-arm:nth-of-type(1)")
    ferry.wait("return document.querySelector('#ferry .lb-status').innerText.startsWith('Day 4 of 60: ')")
    days = ferry.run(f"return {GET}.state().days")
    found = asked(ferry, "results()")
    used = [days[:i].count(key) for i, key in enumerate(days)]
    expected = [(PRICES[int(key) - 1], bool(rewards[int(key) - 1, n])) for key, n in zip(days, used, strict=True)]
    assert [(day["price"], day["good"]) for day in found["days"]] == expected
    assert max(ferry.run(BARS)) == 0
    press_button(ferry, "own days")
    ferry.wait(f"{BARS}.some((height) => height > 0)")
    own = asked(ferry, "results()")["own"]
    press_button(ferry, "with L")
    ferry.wait(f"return {GET}.state().glasses === 'L'")
    every = asked(ferry, "results()")["all"]
    # After a few days no bar is much shorter, and by the promise one may be longer; tests/test_ferry.py knows which.
    assert own != every and np.all(np.less(every["low"], every["high"]))


def test_the_rules_days_and_ten_thousand_more_are_those_of_python(ferry):
    bandit = season(SEASONS[1])
    rewards = rewards_of(bandit, SEED)
    asked(ferry, "set(given)", {"season": 2, "seed": SEED, "days": WHOLE})
    found = asked(ferry, "results()")
    assert len(found["days"]) == DAYS and found["good"] == score(bandit, rewards, [int(key) - 1 for key in WHOLE]).good
    for name, rule in PLAYERS.items():
        expected = score(bandit, rewards, lb.replay(bandit, rule, rewards, engine=False))
        assert found["rivals"][name]["regret"] == pytest.approx(expected.regret), name
    press_button(ferry, "CKL-UCB")
    ferry.wait("return document.querySelector('#ferry .lb-status').innerText.includes('Why €')")
    long = asked(ferry, "run()")
    for name, regret in long_days().items():
        most = regret.plays.argmax(axis=1)
        assert long[name]["ends"] == np.bincount(most, minlength=9).tolist()
        assert long[name]["lost"] == pytest.approx(regret.final.mean())
    ferry.wait("return document.querySelector('#ferry .lb-status').innerText.includes('of 100')")
