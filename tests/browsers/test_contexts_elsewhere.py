"""Contexts in Firefox and in Safari's engine, in the built book: runs and bound are those of Python."""

import numpy as np
import pytest

import lipbandits as lb

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
PAGE = "contextual.html"
STATE = {
    **{"theta": [[0.3, 0.5, 0.65], [0.35, 0.6, 0.55]], "lipschitz": 0.8, "weight": 0.5, "distribution": [0.75, 0.25]},
    **{"policies": ["CCKL-UCB", "CKL-UCB", "KL-UCB"], "horizon": 1500, "runs": 4, "seed": 2**53 - 1},
}
POLICIES = {
    **{"CCKL-UCB": lb.CCKLUCB(), "CKL-UCB": lb.PerContext(lb.CKLUCB()), "KL-UCB": lb.PerContext(lb.KLUCB())},
}


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def contexts(opened, request):
    page = opened(PAGE, request.param)
    page.run("lipbanditsExplorers.get('contexts').wake().then(() => { window.awake = true; })")
    page.wait("return window.awake === true")
    return page


def test_its_runs_are_those_of_simulate_and_its_bound_that_of_theory(contexts):
    contexts.run(
        "const lab = lipbandits.labs.get('contexts'); window.found = undefined; "
        "lab.set(arguments[0]).then(() => lab.run()).then(found => { window.found = found; })",
        STATE,
    )
    contexts.wait("return window.found !== undefined")
    found = contexts.run("return window.found")
    bandit = lb.ContextualBandit(STATE["theta"], lipschitz=0.8, context_weight=0.5, distribution=STATE["distribution"])
    assert found["bound"]["value"] == pytest.approx(lb.contextual_lower_bound(bandit).value, rel=1e-9)
    options = {"stream": "counter", "progress": False}
    results = lb.simulate(bandit, POLICIES, STATE["horizon"], STATE["runs"], STATE["seed"], **options)
    for name, expected in results.items():
        assert np.array_equal(found["plays"][name], expected.plays.mean(axis=0).ravel())
        assert np.allclose(found["regret"][name]["mean"], expected.mean(), rtol=1e-9, atol=1e-9)
