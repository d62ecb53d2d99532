"""The tail in a page: its runs, its exact tail and its bounds are those of the package, in any state."""

from contextlib import contextmanager

import numpy as np
import pytest
from playwright.sync_api import sync_playwright

import lipbandits as lb
from lipbandits.engine import evidence as engine
from lipbandits.engine import streams, summary, tails
from lipbandits.labs import assets, tail
from lipbandits.labs.live import tail as live
from lipbandits.study import of_tails
from lipbandits.theory import concentration
from tests.compiled import cases
from tests.labs_in_pages import chromium

BOUNDS = {name: getattr(concentration, name) for name in tails.BOUNDS}
RUN = """async (states) => {
    const api = lipbandits.labs.get("tail"), found = [];
    for (const state of states) {
        await api.set(state);
        const results = await api.run();
        const evidence = [...lipbanditsExplorers.get("tail").runs.evidence(api.state().runs)];
        found.push({ ...results, evidence, state: api.state() });
    }
    return found;
}"""


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield found
        found.close()


@contextmanager
def page_of(browser, before=""):
    """A page with a tail; `before` is a script that runs first."""
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    scripts = f"<script>{before}</script><script>{assets.script('tail')}</script>"
    page.set_content(f"<!doctype html><style>{assets.style()}</style>{tail.html()}{scripts}")
    page.evaluate("async () => { await lipbanditsExplorers.get('tail').wake(); }")
    yield page
    assert errors == []
    page.close()


@pytest.fixture(scope="module")
def page(browser):
    with page_of(browser) as found:
        yield found


def means(rng, most_arms):
    n_arms = int(rng.integers(1, most_arms + 1))
    return np.where(rng.random(n_arms) < 0.3, rng.choice([0.0, 0.001, 0.5, 0.999, 1.0], n_arms), rng.random(n_arms))


# ---- the engine, natively --------------------------------------------------------------------------------------------


def played_by_hand(theta, told_l, rule, n, seed, run):
    """The evidence at each round, by the rules of the theory, on counted rewards."""
    n_arms, key = len(theta), np.uint64(seed)
    table = np.array(
        [[streams.uniform(key, run, streams.REWARDS, k, s) < theta[k] for s in range(n)] for k in range(n_arms)]
    )
    if rule == "CKL-UCB":
        slope = lb.LipschitzBandit(theta).lipschitz
        bandit = lb.LipschitzBandit(theta, lipschitz=max(slope, told_l))
        order = lb.replay(bandit, lb.CKLUCB(lipschitz=told_l), table[:, : n - 1].astype(np.uint8))
    rules = {"round robin": concentration.round_robin, "least evidence": concentration.least_evidence(theta)}
    plays, sums, seen = np.zeros((1, n_arms), dtype=int), np.zeros((1, n_arms), dtype=int), [0.0]
    for now in range(1, n):
        if rule == "CKL-UCB":
            arm = order[now - 1]
        elif rule == "uniform":
            arm = streams.uniform_arm(key, run, now, n_arms)
        else:
            arm = rules[rule](plays, sums, now, None)[0]
        sums[0, arm] += table[arm, plays[0, arm]]
        plays[0, arm] += 1
        seen.append(concentration.evidence_at(theta, plays[0], sums[0]))
    return seen


@pytest.mark.parametrize("rule", engine.RULES)
def test_evidence_is_that_of_the_theorys_rules_on_the_same_rewards(rule):
    rng = np.random.default_rng(engine.RULES.index(rule))
    for _ in cases(60):
        theta, n, seed = means(rng, 6), int(rng.integers(2, 50)), int(rng.integers(2**53))
        told_l = float(rng.choice([0.0, 0.4, 3.0]))
        bandit = lb.LipschitzBandit(theta, lipschitz=told_l, check=False)
        seen = [played_by_hand(theta, told_l, rule, n, seed, run) for run in range(2)]
        last = of_tails.evidence(bandit, rule, n, 2, seed)
        largest = of_tails.evidence(bandit, rule, n, 2, seed, largest=True)
        assert last == pytest.approx([each[-1] for each in seen], rel=1e-12, abs=1e-12)
        assert largest == pytest.approx([max(each) for each in seen], rel=1e-12, abs=1e-12)


def test_the_compiled_tails_are_those_of_the_theory():
    rng = np.random.default_rng(1)
    for _ in cases(250):
        theta = means(rng, 4)
        plays = rng.integers(0, [400, 60, 10, 10][len(theta) - 1], len(theta))
        deltas = np.sort(rng.random(5) * 20 + 0.01)
        found, status, bracket = np.empty(5), np.zeros(1), np.empty((2, 5))
        tails.exact_tail(theta, plays.astype(float), deltas, found, status)
        assert status[0] == 1
        assert found == pytest.approx([concentration.exact_tail(theta, plays, d) for d in deltas], rel=1e-9, abs=0)
        tails.tail_bracket(theta, plays.astype(float), deltas, 400, bracket)
        expected = np.array(concentration.tail_bracket(theta, plays, deltas, 400))
        assert np.allclose(bracket, expected, rtol=1e-9, atol=0)
        n, one = int(rng.integers(2, 200)), np.empty(1)
        tails.largest_tail(theta[0], n, deltas[0], one)
        assert one[0] == pytest.approx(concentration.largest_tail(theta[:1], n, deltas[0]), rel=1e-9, abs=0)


def test_a_bracket_says_so_where_there_are_too_many_sums_to_list():
    found, status = np.empty(1), np.ones(1)
    tails.exact_tail(np.full(8, 0.5), np.full(8, 125.0), np.array([30.0]), found, status)
    assert status[0] == 0


def test_the_compiled_bounds_are_those_of_the_theory():
    rng = np.random.default_rng(2)
    for _ in cases(200):
        n_arms, n = int(rng.integers(1, 50)), int(10 ** rng.uniform(0.31, 6))
        deltas, found = np.sort(rng.random(4) * 300 + 0.01), np.empty((4, 4))
        tails.bounds(n_arms, n, deltas, found)
        for row, (name, bound) in zip(found, BOUNDS.items(), strict=True):
            for log, delta in zip(row, deltas, strict=True):
                if name == "bound" and delta < n_arms + 1:
                    assert np.isnan(log)
                    continue
                expected = bound(n_arms, n, delta)
                assert expected in (0.0, np.inf) or np.exp(log) == pytest.approx(expected, rel=1e-9)
        chance, levels = float(10 ** rng.uniform(-8, -0.5)), np.empty(4)
        tails.level_for(n_arms, n, chance, levels)
        for level, bound in zip(levels, BOUNDS.values(), strict=True):
            assert level == pytest.approx(concentration.level_for(bound, n_arms, n, chance), rel=1e-9)


def test_an_interval_is_that_of_the_package():
    rng = np.random.default_rng(3)
    for _ in cases(300):
        runs = int(10 ** rng.uniform(0, 5))
        hits = int(rng.choice([0, runs, min(runs, 3), rng.integers(runs + 1)]))
        found = of_tails.estimate(np.repeat([2.0, 0.0], [hits, runs - hits]), 1.0)
        ends = np.zeros(2)
        summary.share(hits, runs, ends)
        assert (found.low, found.high) == tuple(ends) and found.value == hits / runs and found.effective == hits
        expected = interval(hits, runs)
        assert ends == pytest.approx(expected, rel=1e-8, abs=1e-15)


def interval(hits, runs):
    """By scipy's inverse of the incomplete beta function."""
    from scipy.special import betaincinv

    low = betaincinv(hits, runs - hits + 1, 0.025) if hits > 0 else 0.0
    return low, betaincinv(hits + 1, runs - hits, 0.975) if hits < runs else 1.0


# ---- the page --------------------------------------------------------------------------------------------------------


def random_state(rng):
    theta = means(rng, 12)
    return {
        "theta": theta.tolist(),
        "rule": str(rng.choice(engine.RULES)),
        "stops": bool(rng.random() < 0.4),
        "n": int(10 ** rng.uniform(0.31, 2.6)),
        "delta": round(float(rng.uniform(0.1, 12)), 2),
        "runs": int(rng.integers(1, 300)),
        "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
    }


def check_equal(found):
    state = found["state"]
    bandit = lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"])
    n_arms, n, delta = bandit.n_arms, state["n"], state["delta"]
    evidence = of_tails.evidence(bandit, state["rule"], n, state["runs"], state["seed"], state["stops"])
    assert found["evidence"] == pytest.approx(evidence, rel=1e-9, abs=1e-9)
    at = found["at"]
    share = of_tails.estimate(evidence, delta)
    assert [at[name] for name in ("tail", "low", "high")] == pytest.approx(
        [share.value, share.low, share.high], rel=1e-9
    )
    for i in range(0, len(found["deltas"]), 17):
        share = of_tails.estimate(evidence, found["deltas"][i])
        assert [found[name][i] for name in ("tail", "low", "high")] == pytest.approx(
            [share.value, share.low, share.high], rel=1e-9
        )
        for name, bound in BOUNDS.items():
            if name != "bound" or found["deltas"][i] >= n_arms + 1:
                assert found["bounds"][name][i] == pytest.approx(bound(n_arms, n, found["deltas"][i]), rel=1e-9)
    check_known(found, bandit)


def check_known(found, bandit):
    """What the page says without runs: the exact tail, a bracket that holds it, or nothing."""
    state, at, theta = found["state"], found["at"], bandit.theta
    n, delta = state["n"], state["delta"]
    if state["stops"]:
        known = len(theta) == 1
        assert (at["exact"] is not None) == known and found["exact"] is None
        assert not known or at["exact"] == pytest.approx(concentration.largest_tail(theta, n, delta), rel=1e-9)
        return
    if state["rule"] != "round robin" and len(theta) > 1:
        assert at["exact"] is None and at["bracket"] is None and found["exact"] is None and found["bracket"] is None
        return
    plays = [len(range(k, n - 1, len(theta))) for k in range(len(theta))]
    low, high = concentration.tail_bracket(theta, plays, delta, 2000)
    if at["exact"] is not None:
        assert at["exact"] == pytest.approx(concentration.exact_tail(theta, plays, delta), rel=1e-9, abs=1e-300)
    else:
        assert at["bracket"]["low"] <= high * (1 + 1e-9) and low <= at["bracket"]["high"] * (1 + 1e-9)
        assert at["bracket"]["low"] <= at["bracket"]["high"]
    assert (found["exact"] is None) != (found["bracket"] is None)


def test_whatever_is_asked_for_is_what_python_gives(page):
    rng = np.random.default_rng(5)
    states = [random_state(rng) for _ in cases(200)]
    for found in page.evaluate(RUN, states):
        check_equal(found)


def test_without_workers_the_page_draws_the_same(browser):
    rng = np.random.default_rng(6)
    states = [random_state(rng) for _ in range(10)]
    with page_of(browser, "globalThis.Worker = undefined") as page:
        for found in page.evaluate(RUN, states):
            check_equal(found)


def test_a_change_of_level_keeps_the_runs_and_more_runs_add_to_them(page):
    state = {"theta": [0.5, 0.5], "rule": "uniform", "n": 50, "runs": 100, "delta": 2.0, "seed": 1, "stops": False}
    first, second, third = page.evaluate(RUN, [state, {"delta": 3.0}, {"runs": 400}])
    assert first["evidence"] == second["evidence"] == third["evidence"][:100]
    assert third["runs"] == 400


def test_the_page_refuses_what_cannot_be_by_name(page):
    wrong = {
        "rule": ["RangeError", {"rule": "greedy"}],
        "stops": ["TypeError", {"stops": 1}],
        "n": ["RangeError", {"n": 1}],
        "delta": ["RangeError", {"delta": 0}],
        "runs": ["TypeError", {"runs": "9"}],
        "seed": ["RangeError", {"seed": -1}],
        "theta": ["RangeError", {"theta": [0.5] * 13}],
        "horizon": ["TypeError", {"horizon": 5}],
    }
    ask = "(changes) => lipbandits.labs.get('tail').set(changes).then(() => [], (error) => [error.name, error.message])"
    before = page.evaluate("lipbandits.labs.get('tail').state()")
    for name, (kind, changes) in wrong.items():
        said = page.evaluate(ask, changes)
        assert said[0] == kind and said[1].startswith(f"{name}: "), said
    assert page.evaluate("lipbandits.labs.get('tail').state()") == before


def test_links_are_read_forgivingly_and_a_state_comes_back(page):
    page.evaluate("lipbandits.labs.get('tail').set({theta: [0.3, 0.61, 0.5], lipschitz: 0.9, rule: 'CKL-UCB', n: 57})")
    link = page.evaluate("document.querySelector('#tail .lb-link').getAttribute('href')")
    state = page.evaluate("lipbandits.labs.get('tail').state()")
    parse = "(query) => lipbanditsExplorers.get('tail').parse(new URLSearchParams(query))"
    back = page.evaluate(parse, link.split("?")[1])
    assert back["note"] == "" and {name: back["state"][name] for name in state} == state
    odd = page.evaluate(parse, f"theta={'_'.join(['.5'] * 20)}&rule=best&n=1&delta=x&runs=1e9&seed=-1&why=1")
    assert odd["state"]["theta"] == [0.5] * 12 and odd["state"]["n"] == 2 and odd["state"]["runs"] == 100_000
    for word in ("rule", "n =", "delta", "runs", "seed", "why", "12 arms"):
        assert word in odd["note"]


def test_what_the_notebook_accepts_is_what_the_page_does(page):
    most = page.evaluate("lipbandits.tailStates.MOST")
    assert most == live.MOST and page.evaluate("lipbandits.tailStates.LEAST_DELTA") == live.LEAST_DELTA
    assert page.evaluate("Object.keys(lipbandits.tailStates.RULES)") == list(of_tails.RULES) == list(engine.RULES)


def test_a_live_tail_draws_the_same_in_python():
    lab = tail(theta=[0.5, 0.4], rule="uniform", n=31, runs=50, delta=2)
    assert lab.delta == 2.0 and lab.lipschitz == pytest.approx(0.1)
    assert lab.results.tolist() == of_tails.evidence(lab.bandit, "uniform", 31, 50).tolist()
    for changes in ({"rule": "best"}, {"n": 1}, {"delta": 0.0}, {"theta": [0.5] * 13}, {"runs": 0}):
        with pytest.raises(ValueError, match=next(iter(changes))):
            lab.set(**changes)
    with pytest.raises(TypeError, match="stops"):
        lab.set(stops=1)


def test_first_words_are_what_the_theory_says():
    words = tail.words
    levels = [concentration.level_for(bound, 2, 101, 0.01) for bound in BOUNDS.values()]
    for level in levels:
        assert f"{level:.1f} by" in words["status"]
    assert words["numbers"][0] == f"tail {concentration.exact_tail([0.5, 0.5], [50, 50], 3.0):.3g}"
