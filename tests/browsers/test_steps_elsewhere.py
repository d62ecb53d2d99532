"""One run, round by round, in Firefox and in Safari's engine, in the built book: what is seen is what Python says."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study.recorded import standing

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
ENTER = "\ue007"
PAGE = "ckl_ucb.html"


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def book(opened, request):
    page = opened(PAGE, request.param)
    page.run(
        "Promise.all(['steps', 'lockin'].map(id => lipbanditsExplorers.get(id).wake()))"
        ".then(() => { window.awake = 1; })"
    )
    page.wait("return window.awake === 1")
    return page


def look(book, name, **changes):
    book.run(
        "const lab = lipbandits.labs.get(arguments[0]); window.found = undefined; "
        "lab.set(arguments[1]).then(() => lab.results()).then(found => { window.found = found; })",
        name,
        changes,
    )
    book.wait("return window.found !== undefined")
    return book.run("return window.found"), book.run("return lipbandits.labs.get(arguments[0]).state()", name)


@pytest.mark.parametrize(
    ("name", "policy", "n"), [("steps", "CKL-UCB", 300), ("steps", "OSLB", 120), ("lockin", "CKL-UCB", 20_000)]
)
def test_what_is_seen_in_a_round_is_what_python_says(book, name, policy, n):
    found, state = look(book, name, round=n, **({"policy": policy} if name == "steps" else {}))
    bandit = lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])
    made = {"CKL-UCB": lb.CKLUCB(), "OSLB": lb.OSLB()}[policy]
    stands, report = standing(bandit, made, n, state["seed"])
    assert found["plays"] == stands.plays.tolist() and found["arm"] == report["arm"]
    assert np.allclose(found["indexes"], report["indexes"], rtol=1e-9, atol=1e-9)


def test_a_round_is_stepped_by_key(book):
    look(book, "steps", round=40)
    book.focus("#steps .lb-on")
    book.press(ENTER)
    book.wait("return lipbandits.labs.get('steps').state().round === 41")
