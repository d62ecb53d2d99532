"""The race in Firefox and in Safari's engine, in the built book: its runs are those of `simulate`, its buttons work."""

import numpy as np
import pytest

import lipbandits as lb

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
ENTER = "\ue007"
PAGE = "ckl_ucb.html"
STATES = [
    {"policies": ["UCB", "KL-UCB", "CKL-UCB"], "horizon": 2000, "runs": 6, "seed": 5, "told": 0.3},
    {"policies": ["OSLB", "Greedy", "Uniform"], "horizon": 300, "runs": 3, "seed": 2**53 - 1, "f": "klucb3"},
]
POLICIES = {
    "UCB": lambda state: lb.UCB(),
    "KL-UCB": lambda state: lb.KLUCB(kind=state["f"]),
    "CKL-UCB": lambda state: lb.CKLUCB(kind=state["f"], forced=state["forced"], lipschitz=state["told"]),
    "OSLB": lambda state: lb.OSLB(kind=state["f"], lipschitz=state["told"]),
    "Greedy": lambda state: lb.Greedy(),
    "Uniform": lambda state: lb.Uniform(),
}


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def race(opened, request):
    page = opened(PAGE, request.param)
    page.run("lipbanditsExplorers.get('race').wake().then(() => { window.awake = true; })")
    page.wait("return window.awake === true")
    return page


def check(found, state):
    bandit = lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])
    policies = {name: POLICIES[name](state) for name in state["policies"]}
    results = lb.simulate(
        bandit, policies, state["horizon"], state["runs"], state["seed"], stream="counter", progress=False
    )
    for name, expected in results.items():
        assert np.array_equal(found["plays"][name], expected.plays.mean(axis=0))
        assert np.allclose(found["regret"][name]["mean"], expected.mean(), rtol=1e-9, atol=1e-9)
        assert np.allclose(found["regret"][name]["median"], expected.quantile(0.5), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("state", STATES, ids=["three policies", "the others"])
def test_its_runs_are_those_of_simulate(race, state):
    race.run(
        "const lab = lipbandits.labs.get('race'); window.found = undefined; "
        "lab.set(arguments[0]).then(() => lab.run()).then(found => { window.found = found; })",
        {"theta": [0.3, 0.5, 0.65, 0.5, 0.45], "lipschitz": 0.8, "f": "log", **state},
    )
    race.wait("return window.found !== undefined")
    check(race.run("return window.found"), race.run("return lipbandits.labs.get('race').state()"))


def test_run_is_pressed_by_key_and_more_runs_follow(race):
    race.run(
        "window.is = undefined; lipbandits.labs.get('race').set(arguments[0]).then(() => { window.is = true; })",
        {"policies": ["UCB"], "horizon": 500, "runs": 5, "seed": 1},
    )
    race.wait("return window.is === true")
    race.focus("#race .lb-run")
    race.press(ENTER)
    over = "return lipbanditsExplorers.get('race').runs.count('UCB') === arguments[0]"
    race.wait(over, 5)
    race.wait("return !document.querySelector('#race .lb-more').disabled")
    race.run("document.querySelector('#race .lb-more').click()")
    race.wait(over, 10)
