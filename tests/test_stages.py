"""Staged proofs: each step is a state that its lab has, and the directive refuses what a reader could not use."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from docutils.core import publish_doctree
from docutils.parsers.rst import directives
from docutils.utils import SystemMessage

import lipbandits as lb
from lipbandits.labs import curves, rounds, tents
from lipbandits.study.recorded import standing
from lipbandits.theory.indexes import evidence
from tests.book import source

EXTENSIONS = Path(__file__).resolve().parents[1] / "book" / "_ext"
STEP = re.compile(r"^:::\{stage\} (.+)\n:state: (.+)$", re.MULTILINE)
KNOWN = {"shape", "K", "theta", "x", "L", "k"}
OF_A_RUN = {"T", "round", "seed", "told", "f", "forced"}


@pytest.fixture
def room(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(EXTENSIONS), *sys.path])
    import stages

    monkeypatch.setitem(directives._directives, "stages", stages.Stages)
    monkeypatch.setitem(directives._directives, "stage", stages.Stage)
    return stages


def read(text):
    return publish_doctree(text, settings_overrides={"halt_level": 3, "report_level": 5})


def test_steps_have_their_name_their_state_and_their_text(room):
    step = "   .. stage:: {}\n      :state: k={}\n\n      Text of *{}*.\n\n"
    tree = read(".. stages:: tent-3\n\n" + step.format("The tent", 3, "one") + step.format("The bill", 7, "two"))
    (found,) = tree.findall(room.stages)
    assert found["figure"] == "tent-3"
    steps = [(each["name"], each["state"], each.astext()) for each in found.children]
    assert steps == [("The tent", "k=3", "Text of one."), ("The bill", "k=7", "Text of two.")]


@pytest.mark.parametrize(
    "text",
    [
        ".. stages:: tent\n\n   Words without a step.\n",
        ".. stages:: tent\n\n   .. stage:: One\n      :state: k=1\n\n      Alone.\n",
        ".. stages:: tent\n\n   .. stage:: One\n\n      None.\n\n   .. stage:: B\n      :state: k=1\n\n      Text.\n",
        ".. stages:: tent\n\n   .. stage:: One\n      :state: nothing\n\n      No state.\n",
    ],
)
def test_what_is_no_staged_proof_stops_the_build(room, text):
    with pytest.raises(SystemMessage, match="expected"):
        read(text)


def steps_of(page):
    """The names of a page's steps, and their states."""
    steps = STEP.findall(source(page))
    states = [{name: value for name, (value,) in parse_qs(state, strict_parsing=True).items()} for _, state in steps]
    return [name for name, _ in steps], states


def test_the_lower_bound_has_six_steps_that_start_at_the_labs_first_state():
    names, states = steps_of("lower_bound")
    assert names == ["Claim", "Tent", "Evidence", "Confusion", "Rates", "Bill"]
    for state in states:
        assert set(state) <= KNOWN and state["shape"] in tents.proof.shapes
        shape = tents.proof.shapes[state["shape"]]
        bandit = lb.LipschitzBandit(shape["theta"], lipschitz=float(state["L"]))
        assert int(state["k"]) in bandit.suboptimal
    start = tents.proof.start
    first = states[0]
    assert (first["shape"], float(first["L"]), int(first["k"])) == (start["shape"], start["lipschitz"], start["k"])
    # A reader who goes on sees something move.
    assert all(one != other for one, other in pairwise(states))


def test_hoo_walks_down_its_tree_in_five_steps_of_the_run_of_the_first_lab():
    steps = STEP.findall(source("adaptive"))
    assert len(steps) == 5
    states = [{name: value for name, (value,) in parse_qs(state, strict_parsing=True).items()} for _, state in steps]
    start = curves.walk.start
    assert int(states[0]["r"]) == start["round"]
    assert curves.walk.shapes == curves.hoo.shapes and start["shape"] == curves.hoo.start["shape"]
    for state in states:
        assert (state["shape"], state["w"], state["p"]) == (start["shape"], "HOO", "HOO") and "tuned" not in state
        assert float(state["L"]) == curves.walk.shapes[state["shape"]]["lipschitz"]
    # Later and later in the run, as the first lab ends.
    rounds = [int(state["r"]) for state in states]
    assert rounds == sorted(set(rounds)) and rounds[-1] == 400


def test_a_lock_in_has_five_steps_that_start_at_the_labs_first_state_and_show_what_they_say():
    names, states = steps_of("ckl_ucb")
    assert names == ["The rule", "Bad luck", "A chorus", "The wait", "The way back"]
    assert all(one != other for one, other in pairwise(states))
    start, shape = rounds.lockin.start, rounds.lockin.shapes[rounds.lockin.start["shape"]]
    first = states[0]
    assert (first["shape"], *(int(first[name]) for name in ("k", "round", "seed"))) == (
        *(start[name] for name in ("shape", "k", "round", "seed")),
    )
    bandit = lb.LipschitzBandit(shape["theta"], shape.get("arms"), shape["lipschitz"])
    for name, state in zip(names, states, strict=True):
        assert set(state) <= KNOWN | OF_A_RUN and float(state["L"]) == bandit.lipschitz
        told, best = float(state.get("told", state["L"])), int(state["k"])
        policy, report = standing(bandit, lb.CKLUCB(lipschitz=told), int(state["round"]), int(state["seed"]))
        index = report["indexes"][report["leader"]]
        against = evidence(policy.plays, policy.sums, policy.geometry, best, index)
        shut_out = report["leader"] != best and against > report["level"]
        assert best == bandit.best and shut_out == (name in ("Bad luck", "A chorus", "The wait"))
        assert policy.plays[best] == (4 if shut_out else 0 if name == "The rule" else 455_220)
