"""Rewards of another family in the lower bound's lab, in a real browser; what it says is compared with the package."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import centre, page_of, settled

import lipbandits as lb
from lipbandits.labs import tents
from lipbandits.labs.live.families import FAMILIES

GET = "lipbandits.labs.get('tent')"


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The address of a page with the lab that has a choice of rewards, and one that has none."""
    return page_of(tmp_path_factory.mktemp("families"), tents.worth, tents.lie)


@pytest.fixture
def page(blocked_page, bare):
    def opened(link=""):
        visit = blocked_page(bare + link)
        visit.page.evaluate(f"{GET}.results()")
        settled(visit.page)
        return visit.page

    return opened


def state(page):
    return page.evaluate(f"{GET}.state()")


def sentence(page):
    return page.inner_text("#tent .lb-status")


def bandit_of(page):
    now = state(page)
    return lb.LipschitzBandit(now["theta"], now["arms"], now["lipschitz"], family=FAMILIES[now["family"]])


def check(page):
    """What is shown, by words and by script, is what the package has."""
    bandit, found = bandit_of(page), page.evaluate(f"{GET}.results()")
    bound, alone = lb.lower_bound(bandit), lb.lai_robbins(bandit)
    assert np.isclose(found["value"], bound.value, rtol=1e-9)
    assert np.isclose(found["laiRobbins"], alone.value, rtol=1e-9)
    assert f"C(θ) = {bound.value:.3g}" in page.inner_text("#tent .lb-numbers")


def test_every_family_is_chosen_by_hand_linked_and_taken_away(page):
    shown = page()
    assert shown.locator("#tent-2-family").count() == 0
    values = {}
    for name, family in FAMILIES.items():
        shown.select_option("#tent-family", name)
        settled(shown)
        assert state(shown)["family"] == name
        check(shown)
        values[name] = shown.evaluate(f"{GET}.results()")["value"]
        said = {"bernoulli": "lie bind", "gaussian": "Gaussian", "poisson": "Poisson", "exponential": "exponential"}
        assert said[name].split(" ")[0] in sentence(shown)
        link = shown.get_attribute("#tent .lb-link", "href")
        assert ("family=" in link) == (name != "bernoulli")
        again = page(link)
        assert state(again) == state(shown)
        lines = shown.evaluate(f"{GET}.python()")
        names = {}
        exec(lines, names)
        assert names["bandit"].family == family and np.isclose(names["bound"].value, values[name], rtol=1e-9)
    # Gaussian rewards of standard deviation 1/2 are the hardest of those with a coin's range; counts vary more.
    assert values["bernoulli"] < values["gaussian"] < values["poisson"]


def test_waits_stop_a_little_above_zero_and_the_best_of_means_is_no_end(page):
    shown = page("#tent?shape=triangle&L=4&k=3&family=exponential")
    x, y = centre(shown, "truth 12")
    shown.mouse.move(x, y)
    shown.mouse.down()
    shown.mouse.move(x, y + 600, steps=5)
    shown.mouse.up()
    settled(shown)
    assert min(state(shown)["theta"]) == 0.01 and "at least 0.01" in sentence(shown)
    check(shown)
    shown.evaluate(f"{GET}.set({{ theta: [0.2, 1, 0.5], family: 'poisson', k: 0 }})")
    check(shown)
    assert "both bounds are 0" not in sentence(shown)
    refused = shown.evaluate(f"{GET}.set({{ family: 'gamma' }}).then(() => 'taken', (error) => error.message)")
    assert refused == 'family: "gamma"; expected one of bernoulli, gaussian, poisson, exponential'
    other = "lipbandits.labs.get('tent-2')"
    refused = shown.evaluate(f"{other}.set({{ family: 'poisson' }}).then(() => 'taken', (error) => error.message)")
    assert refused == 'family: "poisson"; expected "bernoulli", the only one of this lab'


def test_a_preset_and_reset_lead_back_to_coins(page):
    shown = page()
    shown.select_option("#tent-family", "gaussian")
    settled(shown)
    assert shown.locator("#tent .lb-preset[aria-pressed=true]").count() == 0
    shown.click("#tent .lb-reset")
    settled(shown)
    assert state(shown)["family"] == "bernoulli" and shown.input_value("#tent-family") == "bernoulli"
    assert shown.locator("#tent .lb-preset[aria-pressed=true]").count() == 1


def test_nothing_stands_in_the_way_of_who_does_not_see_it(page):
    shown = page("#tent?family=poisson")
    assert Axe().run(shown).response["violations"] == []
