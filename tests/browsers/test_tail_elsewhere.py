"""The tail in Firefox and in Safari's engine, in the built book: runs and the exact tail are those of the package."""

import pytest

import lipbandits as lb
from lipbandits.study import of_tails
from lipbandits.theory import concentration

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
ENTER = "\ue007"
STATES = [
    {"theta": [0.5, 0.3], "rule": "round robin", "n": 61, "delta": 2.5, "runs": 500, "seed": 2**53 - 1},
    {"theta": [0.5, 0.3, 0.4], "rule": "CKL-UCB", "n": 101, "delta": 2.0, "runs": 200, "seed": 7},
    {"theta": [0.6], "stops": True, "rule": "uniform", "n": 101, "delta": 3.0, "runs": 300, "seed": 1},
]


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def tail(opened, request):
    page = opened("concentration.html", request.param)
    page.run("lipbanditsExplorers.get('tail').wake().then(() => { window.awake = true; })")
    page.wait("return window.awake === true")
    return page


@pytest.mark.parametrize("state", STATES, ids=["in turn", "CKL-UCB", "one arm that stops"])
def test_its_numbers_are_those_of_the_package(tail, state):
    tail.run(
        "const lab = lipbandits.labs.get('tail'); window.found = undefined; "
        "lab.set(arguments[0]).then(() => lab.run()).then(found => { window.found = found; })",
        state,
    )
    tail.wait("return window.found !== undefined")
    at, played = tail.run("return window.found.at"), tail.run("return lipbandits.labs.get('tail').state()")
    bandit = lb.LipschitzBandit(played["theta"], played["arms"], played["lipschitz"])
    n, delta, stops = played["n"], played["delta"], played["stops"]
    evidence = of_tails.evidence(bandit, played["rule"], n, played["runs"], played["seed"], stops)
    share = of_tails.estimate(evidence, delta)
    assert (at["tail"], at["low"], at["high"]) == pytest.approx((share.value, share.low, share.high), rel=1e-9)
    if stops:
        assert at["exact"] == pytest.approx(concentration.largest_tail(bandit.theta, n, delta), rel=1e-9)
    elif played["rule"] == "round robin":
        assert at["exact"] == pytest.approx(concentration.exact_tail(bandit.theta, [30, 30], delta), rel=1e-9)
    else:
        assert at["exact"] is None


def test_run_is_pressed_by_key(tail):
    tail.run(
        "window.is = undefined; lipbandits.labs.get('tail').set(arguments[0]).then(() => { window.is = true; })",
        {"theta": [0.5, 0.5], "n": 31, "runs": 200},
    )
    tail.wait("return window.is === true")
    tail.focus("#tail .lb-run")
    tail.press(ENTER)
    tail.wait("return lipbanditsExplorers.get('tail').runs.count === 200")
