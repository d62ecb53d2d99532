"""The curve in Firefox and in Safari's engine, in the built book: its runs are those of `simulate`."""

from functools import partial

import numpy as np
import pytest

import lipbandits as lb

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
PAGE = "adaptive.html"
STATE = {
    "theta": [0.2, 0.7, 0.55, 0.8, 0.3],
    "lipschitz": 2.5,
    "policies": ["CKL-UCB", "HOO", "Zooming", "Adaptive"],
    "grid": 9,
    "horizon": 600,
    "runs": 3,
    "seed": 2**53 - 1,
}


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def curve(opened, request):
    page = opened(PAGE, request.param)
    page.run("lipbanditsExplorers.get('curve').wake().then(() => { window.awake = true; })")
    page.wait("return window.awake === true")
    return page


def test_its_runs_are_those_of_simulate_and_its_tree_grows(curve):
    curve.run(
        "const lab = lipbandits.labs.get('curve'); window.found = undefined; "
        "lab.set(arguments[0]).then(() => lab.run()).then(async (found) => "
        "{ window.found = { ...found, inside: await lab.watch(200) }; })",
        STATE,
    )
    curve.wait("return window.found !== undefined")
    found = curve.run("return window.found")
    knots = np.arange(5) / 4
    bandit = lb.ContinuousBandit(partial(np.interp, xp=knots, fp=STATE["theta"]), 2.5, best=0.75)
    grid = lb.grid_off_peak(STATE["grid"], bandit.best)
    policies = {
        "CKL-UCB": lb.Discretised(lb.CKLUCB(lipschitz=2.5), grid),
        "HOO": lb.HOO(2.5, 0.5, True),
        "Zooming": lb.Zooming(2.5, True),
        "Adaptive": lb.AdaptiveCKLUCB(2.5),
    }
    results = lb.simulate(bandit, policies, 600, 3, STATE["seed"], stream="counter", progress=False)
    for name, expected in results.items():
        assert np.allclose(found["regret"][name]["mean"], expected.mean(), rtol=1e-9, atol=1e-9)
    assert np.allclose(found["grid"], grid) and found["floor"] == pytest.approx(lb.linear_floor(bandit, grid, 600))
    assert found["inside"]["size"] == 201 and found["inside"]["cells"][0] == 200
