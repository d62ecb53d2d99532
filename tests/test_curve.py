"""The lab Curve: runs on the reader's own mean are those of the policies, and its states, words and files are true."""

from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import curve, inside
from lipbandits.labs import curve as lab
from lipbandits.play.runs import play
from lipbandits.play.simulation import draw_run
from lipbandits.theory.indexes import KINDS, level_factor
from tests.compiled import cases, rounds
from tests.labs_in_pages import scripts
from tests.page_engine import curve_of, curves, polyline


def bandit_of(case):
    knots, means = np.array(case["knots"]), np.array(case["means"])
    least = np.max(np.abs(np.diff(means)) / np.diff(knots))
    peak = float(knots[means.argmax()])
    return lb.ContinuousBandit(partial(np.interp, xp=knots, fp=means), max(least, 1e-9) * (1 + 1e-9), best=peak)


def grid_of(case, bandit):
    return lb.grid_off_peak(case["arms"], bandit.best) if case["quarter"] else lb.even_grid(case["arms"])


def policy_of(case, bandit):
    """What plays a case in Python."""
    told = case["lipschitz"]
    kind = next(kind for kind in KINDS if level_factor(kind, case["arms"]) == case["factor"])
    if case["policy"] == "KL-UCB":
        return lb.Discretised(lb.KLUCB(kind=kind), grid_of(case, bandit))
    if case["policy"] == "CKL-UCB":
        return lb.Discretised(lb.CKLUCB(kind=kind, lipschitz=told), grid_of(case, bandit))
    if case["policy"] == "HOO":
        return lb.HOO(told, 0.5, case["tuned"])
    return lb.Zooming(told, case["tuned"]) if case["policy"] == "Zooming" else lb.AdaptiveCKLUCB(told)


def compare(case, engine):
    """Round for round, by the compiled twin or by the policy as it is."""
    bandit, horizon = bandit_of(case), case["marks"][-1]
    expected = np.zeros(horizon)
    drawn, rng = draw_run(bandit, horizon, case["seed"], case["run"], expected, stream="counter")
    regret = play(policy_of(case, bandit), drawn, rng, case["marks"], engine=engine)
    options = {name: value for name, value in case.items() if name not in ("kind", "blocks")}
    state, played = curve_of(**options)
    for block in case["blocks"]:
        curve.advance(*state, block, played)
    curve.advance(*state, horizon, played)
    assert np.array_equal(played, expected), case
    np.testing.assert_allclose(state[2][1], regret, rtol=1e-9, atol=1e-9, err_msg=str(case))


@pytest.mark.parametrize("part", [(40, 600, 0), pytest.param((400, 4000, 1), marks=pytest.mark.slow)])
def test_the_run_that_a_page_plays_on_an_interval_is_that_of_simulate(part):
    number, horizon, seed = part
    for case in curves(len(cases(number)), rounds(horizon), seed):
        compare(case, engine=True)


@pytest.mark.parametrize("part", [(15, 100, 2), pytest.param((200, 300, 3), marks=pytest.mark.slow)])
def test_the_run_that_a_page_plays_on_an_interval_is_that_of_the_readable_policies(part):
    number, horizon, seed = part
    for case in curves(len(cases(number)), rounds(horizon), seed):
        compare(case, engine=False)


def test_a_mean_and_its_grid_are_those_of_the_model():
    rng = np.random.default_rng(4)
    for _ in cases(200):
        given, _ = polyline(rng)
        bandit, count, quarter = bandit_of(given), int(rng.integers(1, 60)), bool(rng.integers(2))
        numbers, grid = np.zeros(len(curve.DESCRIBED)), np.zeros((2, count))
        curve.describe(np.array([given["knots"], given["means"]]), float(quarter), numbers, grid)
        arms = grid_of({"arms": count, "quarter": quarter}, bandit)
        assert numbers[:2].tolist() == [bandit.best, bandit.best_mean]
        assert np.array_equal(grid[0], arms)
        assert np.array_equal(grid[1], bandit.mean(arms))
        floor = 1000 * (numbers[1] - numbers[2])
        assert np.isclose(floor, lb.linear_floor(bandit, arms, 1000), atol=1e-9)


@pytest.mark.parametrize("name", ["HOO", "Zooming", "Adaptive", "CKL-UCB"])
def test_what_a_policy_knows_is_what_it_explains(name):
    for case in curves(4, 100, 5, policies=(name,)):
        bandit, horizon = bandit_of(case), case["marks"][-1]
        drawn, rng = draw_run(bandit, horizon, case["seed"], case["run"], stream="counter")
        policy = policy_of(case, bandit)
        play(policy, drawn, rng, [horizon], engine=False)
        options = {key: value for key, value in case.items() if key not in ("kind", "blocks")}
        state, played = curve_of(**options)
        curve.advance(*state, horizon, played)
        seen, rows = np.zeros(3), np.zeros((5, 2 ** (inside.DEPTHS + 1)))
        inside.inside(*state, seen, rows)
        size = int(seen[1])
        if name == "HOO":
            assert size == len(policy.plays)
            assert rows[inside.PLAYS, 0] == policy.plays[0]
            assert int(seen[2]) == policy.tree.depths.max()
            continue
        assert rows[inside.PLAYS, :size].tolist() == policy.plays.tolist()
        if name != "CKL-UCB":
            assert rows[inside.POINTS, :size].tolist() == policy.active.tolist()


@pytest.fixture(scope="module")
def page():
    with scripts() as opened:
        yield opened


def states(number, seed=6):
    """States of the lab, too short to say anything, with all that a reader can choose."""
    rng = np.random.default_rng(seed)
    for case in curves(len(cases(number)), 200, seed):
        given, least = polyline(rng)
        chosen = [name for name in curve.POLICIES if rng.random() < 0.5] or ["HOO"]
        yield {
            **{"theta": given["means"], "arms": given["knots"], "lipschitz": least * (1 + 1e-9), "k": 0},
            **{"policies": chosen, "told": None if rng.random() < 0.4 else case["lipschitz"], "f": "klucb1"},
            **{name: case[name] for name in ("tuned", "quarter", "seed")},
            **{"grid": case["arms"], "horizon": int(rng.choice([30, 300])), "runs": int(rng.integers(1, 3))},
            **{"watch": None, "round": 1},
        }


def test_the_lines_of_a_curve_play_its_runs_and_the_table_reads_back(page, monkeypatch, capsys):
    for state in states(30):
        lines = page.evaluate("state => lipbandits.curveTake.python(state)", state)
        assert max(map(len, lines.splitlines())) <= 100
        monkeypatch.setattr(plt, "show", lambda: plt.close("all"))
        names = {}
        exec(lines, names)
        printed = capsys.readouterr().out.splitlines()
        on_grid = {"KL-UCB", "CKL-UCB"} & {*state["policies"]}
        assert len(printed) == len(state["policies"]) + bool(on_grid)
        assert names["bandit"].mean(np.array(state["arms"])).tolist() == pytest.approx(state["theta"], abs=1e-12)
        told = state["told"] if state["told"] is not None else state["lipschitz"]
        for name, regret in zip(state["policies"], names["results"].values(), strict=True):
            for each in range(state["runs"]):
                run, played = curve_of(
                    name, state["arms"], state["theta"], state["grid"], regret.rounds.tolist(), lipschitz=told,
                    factor=1.0, tuned=state["tuned"], quarter=state["quarter"], seed=state["seed"], run=each,
                )  # fmt: skip
                curve.advance(*run, len(played), played)
                np.testing.assert_allclose(regret.regret[each], run[2][1], rtol=1e-9, atol=1e-9)


def test_a_link_leads_back_to_its_state(page):
    back = """([spec, state]) => {
        const { curveStates, engine } = lipbandits;
        const bound = ({ theta, arms }) => engine.tent({ theta, arms, lipschitz: Number.MAX_VALUE, k: 0 });
        const query = curveStates.queryOf(state, spec.shapes, bound(state).leastLipschitz);
        return curveStates.parse(new URLSearchParams(query), spec, (each) => bound(each).leastLipschitz);
    }"""
    for state in (each for each in states(40, seed=7) if each["lipschitz"] < 19):
        found = page.evaluate(back, [lab.spec, {**state, "watch": "HOO", "round": 7}])
        assert found["note"] == ""
        for name in ("policies", "tuned", "quarter", "grid", "horizon", "runs", "seed", "f"):
            assert found["state"][name] == state[name], name
        assert (found["state"]["watch"], found["state"]["round"]) == ("HOO", 7)
        assert found["state"]["theta"] == pytest.approx(state["theta"], abs=1e-12)
        assert found["state"]["arms"] == pytest.approx(state["arms"], abs=1e-12)


def test_the_words_call_a_difference_by_rounding_none_and_a_floor_that_of_the_grid(page):
    says = """([spec, value]) => {
        const { curveWords, curveStates, engine } = lipbandits;
        const query = new URLSearchParams("T=25000");
        const least = (each) => engine.tent({ ...each, lipschitz: 1e9, k: 0 }).leastLipschitz;
        const { state } = curveStates.parse(query, spec, least);
        const meanOf = (name) => 100 + (name === "KL-UCB" ? value : 0);
        const final = (name) => ({ mean: [meanOf(name)], low: [0], high: [0], count: 20, micros: 0 });
        const runs = {
            count: () => 20, summary: final, seconds: () => 0,
            ranking: () => value === null ? [] : ["CKL-UCB", "KL-UCB"],
            intervalOf: () => ({ value, low: value / 2, high: 2 * value, count: 20 }),
        };
        const found = { bestMean: 0.8, gridBest: 0.7, best: 0.5, leastLipschitz: 0.5 };
        return curveWords.words(state, found, runs, undefined);
    }"""
    assert page.evaluate(says, [lab.spec, 9.1e-14]).endswith("CKL-UCB and KL-UCB lose the same in these runs.")
    assert page.evaluate(says, [lab.spec, 0]).endswith("CKL-UCB and KL-UCB lose the same in these runs.")
    assert "CKL-UCB loses 0.010 less than KL-UCB (paired, 95 %: 0.005 to 0.020)." in page.evaluate(
        says, [lab.spec, 1e-2]
    )
    assert "every policy on this grid loses at least 0.1 a round" in page.evaluate(says, [lab.spec, None])
