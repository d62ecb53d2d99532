"""What one takes away of a lab as text: Python lines that are run here, and tables that are read back."""

import csv
import json
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine.race import POLICIES
from lipbandits.labs.live.families import FAMILIES, LEAST
from lipbandits.play.regret import recorded_rounds
from lipbandits.study import statistics
from lipbandits.theory.indexes import KINDS as LEVELS
from lipbandits.theory.indexes import level_factor
from tests.compiled import cases
from tests.labs_in_pages import scripts
from tests.page_engine import instance, native
from tests.test_tent import KINDS

KINDS = KINDS | {"Uniform": lb.Uniform, "Thompson": lb.ThompsonSampling, "MOSS": lb.MOSS, "IMED": lb.IMED}
KINDS |= {"OSSB": lb.OSSB, "IMED-UB": lb.IMEDUB}


@pytest.fixture(scope="module")
def page():
    with scripts() as opened:
        yield opened


def read(text):
    """({name: text} of the head, columns, rows) of CSV."""
    lines = text.splitlines()
    head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("#"))
    columns, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    assert text.endswith("\n") and all(len(row) == len(columns) for row in rows)
    return head, columns, rows


def tents():
    """States of a tent, with every family of rewards."""
    rng = np.random.default_rng(7)
    for each in cases(40):
        family = list(FAMILIES)[each % 4]
        given = instance(rng, most_arms=12)
        theta = np.maximum(given["theta"], LEAST.get(family, 0.0)).tolist()
        yield {**given, "theta": theta, "family": family, "k": int(rng.integers(len(theta)))}


def test_the_lines_of_a_tent_give_what_it_shows_of_every_family(page, capsys):
    for state in tents():
        lines, found = page.evaluate(
            "state => [lipbandits.tentTake.python(state), lipbandits.engine.tent(state)]", state
        )
        names = {}
        exec(lines, names)
        bandit = names["bandit"]
        assert bandit.family == FAMILIES[state["family"]] and bandit.theta.tolist() == state["theta"]
        assert names["bound"].value == pytest.approx(found["value"], rel=1e-9)
        assert names["alone"].value == pytest.approx(found["laiRobbins"], rel=1e-9)
        if "lie" in names:
            assert names["lie"].tolist() == pytest.approx(found["confusing"], rel=1e-12)
            # JSON has no infinity, but this way has.
            assert names["evidence"].tolist() == pytest.approx(found["evidence"], rel=1e-9, abs=1e-16)
    assert capsys.readouterr().out


def test_the_table_of_a_tent_names_its_family_where_rewards_are_no_coins(page):
    for state in tents():
        text = page.evaluate(
            "state => lipbandits.take.csv(lipbandits.tentTake.table(state, lipbandits.engine.tent(state)))", state
        )
        head, columns, rows = read(text)
        assert head.get("family", "Bernoulli()") == repr(FAMILIES[state["family"]])
        assert json.loads(head["theta"]) == state["theta"] and columns[:3] == ["arm", "position", "mean"]
        assert len(rows) == len(state["theta"])


def races():
    """States of a race, too short to say anything, with all that a reader can choose."""
    rng = np.random.default_rng(4)
    for _ in cases(40):
        given = instance(rng, most_arms=12)
        chosen = [name for name in POLICIES if rng.random() < 0.5] or ["CKL-UCB"]
        yield {
            **given,
            "told": None if rng.random() < 0.4 else float(rng.choice([0.0, 0.4, given["lipschitz"], 20.0])),
            "policies": list(rng.permutation(chosen)),
            "f": str(rng.choice(LEVELS)),
            "forced": bool(rng.integers(2)),
            "horizon": int(rng.choice([30, 300, 1000])),
            "runs": int(rng.integers(1, 4)),
            "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
        }


def executed(lines, monkeypatch):
    """The names that the lines leave behind, and how they called `simulate`."""
    calls = []
    simulate = lb.simulate

    def noted(*given, **named):
        calls.append((given, named))
        return simulate(*given, **named)

    monkeypatch.setattr(lb, "simulate", noted)
    monkeypatch.setattr(plt, "show", lambda: None)
    names = {}
    with warnings.catch_warnings():
        # OSLB warns where several arms are best.
        warnings.simplefilter("ignore", UserWarning)
        exec(lines, names)
    plt.close("all")
    monkeypatch.undo()
    (call,) = calls
    return names, call


def played(state, name, run):
    """A run as the page's engine plays it."""
    n_arms = len(state["theta"])
    return native(
        {
            "kind": "run",
            "policy": name,
            "theta": state["theta"],
            "arms": state["arms"],
            "lipschitz": state["lipschitz"] if state["told"] is None else state["told"],
            "factor": level_factor(state["f"], n_arms),
            "forced": state["forced"],
            "epsilon": 0.5,
            "seed": state["seed"],
            "run": run,
            "marks": recorded_rounds(state["horizon"]).tolist(),
        }
    )


def test_the_lines_of_a_race_run_that_race(page, monkeypatch, capsys):
    for state in races():
        lines = page.evaluate("state => lipbandits.raceTake.python(state)", state)
        assert max(map(len, lines.splitlines())) <= 88
        names, (given, named) = executed(lines, monkeypatch)
        bandit, policies = given
        assert bandit.theta.tolist() == state["theta"] and bandit.lipschitz == state["lipschitz"]
        np.testing.assert_allclose(bandit.arms, state["arms"], rtol=0, atol=1e-12)
        assert named == {"stream": "counter", **{name: state[name] for name in ("horizon", "runs", "seed")}}
        assert list(policies) == list(names["results"]) == state["policies"]
        for name, policy in policies.items():
            check_policy(state, name, policy)
        printed = capsys.readouterr().out.splitlines()
        assert len(printed) == len(policies) + (len(policies) - 1 if state["runs"] > 1 else 0)
        for name, regret, said in zip(policies, names["results"].values(), printed, strict=False):
            wrong = statistics.wrong_share(bandit, regret)
            many = f"mean regret {regret.final.mean():.1f} (", f"wrong {wrong:.0%}"
            one = (f"regret {regret.final[0]:.1f}",)
            assert said.startswith(f"{name}: ")
            assert all(part in said for part in (many if state["runs"] > 1 else one))
            for run in range(state["runs"]):
                expected = played(state, name, run)
                assert regret.regret[run] == pytest.approx(expected["regret"], rel=1e-12, abs=1e-12)
                assert regret.plays[run].tolist() == expected["plays"]


def check_policy(state, name, policy):
    assert type(policy) is KINDS[name]
    if name in ("KL-UCB", "CKL-UCB", "OSLB"):
        assert policy.kind == state["f"]
    if name in ("CKL-UCB", "OSLB", "OSSB"):
        assert policy.lipschitz == state["told"]
    if name == "CKL-UCB":
        assert policy.forced == state["forced"]
    if name == "OSLB":
        assert policy.epsilon == 0.5
    if name == "MOSS":
        assert policy.horizon == state["horizon"]
    if name == "OSSB":
        assert policy.epsilon == policy.gamma == 0.01
    if name == "IMED-UB":
        assert policy.once


def test_long_races_ask_for_all_cores(page):
    state = {"theta": [0.2, 0.6], "arms": [0, 1], "lipschitz": 1, "told": None, "f": "log", "forced": True, "seed": 0}
    for horizon, asks in ((10**4, False), (10**6, True)):
        chosen = {**state, "policies": ["UCB"], "horizon": horizon, "runs": 100}
        lines = page.evaluate("state => lipbandits.raceTake.python(state)", chosen)
        assert ("n_jobs=-1" in lines) == asks
        assert f"horizon={horizon:_}, runs=100, seed=0" in lines


def results_of(state, rng):
    marks = recorded_rounds(state["horizon"]).tolist()
    curves = {
        name: {curve: rng.random(len(marks)).tolist() for curve in ("mean", "median", "low", "high")}
        for name in state["policies"]
    }
    return {
        "marks": marks,
        "regret": curves,
        "plays": {name: rng.random(len(state["theta"])).tolist() for name in curves},
        "wrong": {name: float(rng.random()) for name in curves},
    }


def test_the_table_of_a_race_reads_back_to_the_last_digit(page):
    rng = np.random.default_rng(5)
    for state in races():
        results = results_of(state, rng)
        text = page.evaluate(
            "([state, results]) => lipbandits.take.csv(lipbandits.raceTake.table(state, results))", [state, results]
        )
        head, columns, rows = read(text)
        kept = {name: json.loads(head[name]) for name in state}
        assert kept == state
        assert [int(row[0]) for row in rows] == results["marks"]
        table = dict(zip(columns, np.array(rows, dtype=float).T.tolist(), strict=True))
        for name, curves in results["regret"].items():
            for curve, values in curves.items():
                assert table[f"{name} {curve}"] == values
            assert json.loads(head[f"plays {name}"]) == results["plays"][name]
            assert float(head[f"wrong {name}"]) == results["wrong"][name]


def test_what_is_no_plain_number_is_written_as_readers_know_it(page):
    rows = "[[1, 0.1 + 0.2, 1e-7], [Infinity, -Infinity, NaN], ['a,b', 'say \"no\"', true]]"
    text = page.evaluate(f"lipbandits.take.csv({{head: [['k', '3']], columns: ['a', 'b', 'c'], rows: {rows}}})")
    head, columns, found = read(text)
    assert head == {"k": "3"} and columns == ["a", "b", "c"]
    assert [float(each) for each in found[0]] == [1, 0.1 + 0.2, 1e-7]
    assert [float(each) for each in found[1]] == [np.inf, -np.inf, pytest.approx(np.nan, nan_ok=True)]
    assert found[2] == ["a,b", 'say "no"', "true"]


def test_lines_break_a_long_row_and_read_back(page):
    rng = np.random.default_rng(6)
    for n_arms in (1, 2, 5, 46):
        state = {"theta": rng.random(n_arms).tolist(), "arms": np.sort(rng.random(n_arms)).tolist(), "lipschitz": 1e9}
        lines = page.evaluate("state => lipbandits.take.bandit(state)", state)
        assert max(map(len, lines)) <= 79
        names = {"lb": lb}
        exec("\n".join(lines), names)
        bandit = names["bandit"]
        assert bandit.theta.tolist() == state["theta"] and bandit.arms.tolist() == state["arms"]
        assert bandit.lipschitz == 1e9
