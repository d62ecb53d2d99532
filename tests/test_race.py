"""The race in a page: its runs are those of `simulate`, whatever becomes of workers."""

import itertools
import json
import re
import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from playwright.sync_api import sync_playwright
from scipy import stats

import lipbandits as lb
from lipbandits.engine import race as engine
from lipbandits.engine import summary
from lipbandits.labs import assets, race, races
from lipbandits.labs.lab import OFFERED, WITH_RADIUS
from lipbandits.labs.live.families import FAMILIES, LEAST
from lipbandits.play.regret import recorded_rounds
from lipbandits.study import statistics
from lipbandits.theory.indexes import KINDS as LEVELS
from tests.compiled import cases
from tests.labs_in_pages import chromium
from tests.page_engine import instance

RACES = [each for each in vars(races).values() if isinstance(each, races.Lab)]
RUN = """async (states) => {
    const api = lipbandits.labs.get("race"), found = [];
    for (const state of states) {
        await api.set(state);
        const { marks, regret, plays, wrong } = await api.run();
        const raw = lipbanditsExplorers.get("race").raw();
        const rows = Object.entries(raw.policies).map(([name, each]) => [name, [...each.regret], [...each.plays]]);
        found.push({ marks, regret, plays, wrong, rows, state: api.state() });
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
def page_of(browser, *labs, before="", which="race"):
    """A page with some races on it, of which one is awake; `before` is a script that runs first."""
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    scripts = f"<script>{before}</script><script>{assets.script()}</script>"
    page.set_content(f"<!doctype html><style>{assets.style()}</style>{''.join(lab.html() for lab in labs)}{scripts}")
    page.evaluate("async (which) => { await lipbanditsExplorers.get(which).wake(); }", which)
    yield page
    assert errors == []
    page.close()


@pytest.fixture(scope="module")
def page(browser):
    with page_of(browser, race) as found:
        yield found


def python_policy(name, state):
    told = {"lipschitz": state["told"]}
    made = {
        "UCB": lambda: lb.UCB(),
        "KL-UCB": lambda: lb.KLUCB(kind=state["f"]),
        "CKL-UCB": lambda: lb.CKLUCB(kind=state["f"], forced=state["forced"], **told),
        "OSLB": lambda: lb.OSLB(kind=state["f"], **told),
        "Greedy": lambda: lb.Greedy(),
        "Uniform": lambda: lb.Uniform(),
        "Thompson": lambda: lb.ThompsonSampling(),
        "MOSS": lambda: lb.MOSS(state["horizon"]),
        "IMED": lambda: lb.IMED(),
        "OSSB": lambda: lb.OSSB(**told),
        "IMED-UB": lambda: lb.IMEDUB(once=True),
    }
    return made[name]()


def simulated(state):
    """The bandit of a state of the race, and what Python says of its runs."""
    family = FAMILIES[state.get("family", "bernoulli")]
    bandit = lb.LipschitzBandit(state["theta"], state["arms"], state["lipschitz"], family=family)
    policies = {name: python_policy(name, state) for name in state["policies"]}
    with warnings.catch_warnings():
        # Of OSLB and OSSB where several arms are best, and of IMED-UB where there are several peaks.
        warnings.simplefilter("ignore", UserWarning)
        results = lb.simulate(
            bandit, policies, state["horizon"], state["runs"], state["seed"], stream="counter", progress=False
        )
    return bandit, results


def random_state(rng, known=OFFERED):
    given = instance(rng, 46)
    n_arms = len(given["theta"])
    # OSLB and OSSB solve a program in each round.
    names = [name for name in known if name not in ("OSLB", "OSSB") or n_arms <= 20]
    return {
        **given,
        "told": None if rng.random() < 0.5 else float(given["lipschitz"] * rng.choice([0.0, 0.3, 0.8, 2.0, 10.0])),
        "policies": [name for name in names if rng.random() < 0.5] or ["CKL-UCB"],
        "f": str(rng.choice(LEVELS)),
        "forced": bool(rng.random() < 0.5),
        "horizon": int(10 ** rng.uniform(0, 3.3)),
        "runs": int(rng.integers(1, 7)),
        "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
    }


def check_equal(found):
    """Plays, regret at every mark, curves over runs and wrong arms of a state are those of Python."""
    bandit, results = simulated(found["state"])
    assert found["marks"] == recorded_rounds(found["state"]["horizon"]).tolist()
    rows = {name: (np.array(regret), np.array(plays)) for name, regret, plays in found["rows"]}
    assert set(rows) == set(results) == set(found["regret"])
    for name, expected in results.items():
        regret, plays = rows[name]
        assert plays.reshape(expected.plays.shape).tolist() == expected.plays.tolist(), found["state"]
        np.testing.assert_allclose(regret.reshape(expected.regret.shape), expected.regret, rtol=1e-9, atol=1e-9)
        curves = found["regret"][name]
        np.testing.assert_allclose(curves["mean"], expected.mean(), rtol=1e-9, atol=1e-9)
        named = np.array([curves[each] for each in ("low", "median", "high")])
        np.testing.assert_allclose(named, expected.quantile([0.1, 0.5, 0.9]), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(found["plays"][name], expected.plays.mean(axis=0), rtol=1e-12)
        assert found["wrong"][name] == pytest.approx(statistics.wrong_share(bandit, expected))


def of_family(state, family):
    """A state with other rewards, as far as these are played for."""
    theta = np.maximum(state["theta"], LEAST.get(family, 0.0)).tolist()
    there = [name for name in state["policies"] if name not in WITH_RADIUS or FAMILIES[family].width is not None]
    # There indexes are so large that rounding decides.
    free = family == "exponential" and state["f"] == "kaufmann_koolen"
    kept = {"theta": theta, "policies": there or ["CKL-UCB"], "family": family}
    return state | kept | ({"f": "sequential"} if free else {})


def check_random_states(page, number, seed, families=("bernoulli",), known=OFFERED):
    rng = np.random.default_rng(seed)
    states = [of_family(random_state(rng, known), families[each % len(families)]) for each in range(number)]
    for found in page.evaluate(RUN, states):
        check_equal(found)


def test_random_races_are_those_of_simulate(page):
    check_random_states(page, 40, seed=0)


def test_random_races_of_other_rewards_are_those_of_simulate(browser):
    with page_of(browser, race.variant(families=True)) as page:
        check_random_states(page, 24, seed=2, families=tuple(FAMILIES)[1:])
        assert page.evaluate("lipbandits.labs.get('race').set({ policies: ['KL-UCB'], family: 'poisson' })") is None
        ucb = page.get_by_role("button", name="UCB", exact=True)
        assert ucb.is_disabled() and "UCB does not play: it has no" in page.inner_text(".lb-status")
        page.select_option("#race-family", "gaussian")
        page.wait_for_function("lipbandits.labs.get('race').state().family === 'gaussian'")
        page.wait_for_function("document.querySelector('.lb-status').innerText.includes('Gaussian')")
        ucb.click()
        assert page.evaluate("lipbandits.labs.get('race').state().policies") == ["UCB", "KL-UCB"]
        page.select_option("#race-family", "exponential")
        page.wait_for_function("lipbandits.labs.get('race').state().family === 'exponential'")
        assert page.evaluate("lipbandits.labs.get('race').state().policies") == ["KL-UCB"]
        refused = page.evaluate(
            "lipbandits.labs.get('race').set({ policies: ['UCB'] }).catch(({ message }) => message)"
        )
        assert "policies: UCB; expected some of KL-UCB, CKL-UCB" in refused
        lines = page.evaluate("lipbandits.labs.get('race').python()")
        assert "family=lb.Exponential()" in lines


# Whom a race may offer beside those of the paper.
ADDED = engine.POLICIES[6:]


def test_random_races_of_what_came_after_the_paper_are_those_of_simulate(browser):
    with page_of(browser, race.variant(families=True, offers=("KL-UCB", "CKL-UCB", *ADDED))) as page:
        check_random_states(page, 40, seed=6, families=tuple(FAMILIES), known=("KL-UCB", "CKL-UCB", *ADDED))


def test_a_race_offers_those_that_it_names_and_says_who_does_not_play_and_what_is_counted_on(browser):
    with page_of(browser, races.baselines.variant(families=True, presets={})) as page:
        assert page.locator(".lb-policy").all_inner_texts() == list(races.baselines.offers)
        page.evaluate("lipbandits.labs.get('race').set({ family: 'poisson', horizon: 100, runs: 2 })")
        page.locator(".lb-status").filter(has_text="UCB does not play").filter(has_text="MOSS does not play").wait_for()
        assert page.evaluate("lipbandits.labs.get('race').state().policies") == [
            "KL-UCB",
            "IMED",
            "Thompson",
            "CKL-UCB",
        ]
        (found,) = page.evaluate(RUN, [{"policies": ["Thompson", "KL-UCB"]}])
        assert found["state"]["policies"] == ["KL-UCB", "Thompson"]
        refused = page.evaluate(
            "lipbandits.labs.get('race').set({ policies: ['OSLB'] }).catch((error) => error.message)"
        )
        assert refused == "policies: OSLB; expected some of KL-UCB, IMED, Thompson, CKL-UCB, each once"
        assert page.evaluate(AT_LINK, "p=Thompson_OSLB")["note"].endswith("asks for OSLB, which does not play here.")
    with page_of(browser, races.structured) as page:
        one_peak, two_peaks = [0.2, 0.5, 0.4, 0.3], [0.2, 0.5, 0.3, 0.4]
        for theta, said in (
            (one_peak, False),
            (two_peaks, True),
            ([0.5, 0.5, 0.4, 0.4], True),
            ([0.3, 0.3, 0.5, 0.1], True),
        ):
            state = {"theta": theta, "lipschitz": 3, "horizon": 50, "runs": 1}
            page.evaluate("(state) => lipbandits.labs.get('race').set(state)", state)
            page.evaluate("lipbandits.labs.get('race').run()")
            status = page.evaluate("() => { const lab = lipbanditsExplorers.get('race'); return lab.said().words; }")
            assert ("IMED-UB counts on one peak; here arm" in status) == said, theta


def test_where_nobody_who_was_chosen_plays_for_the_rewards_the_first_plays_who_is_offered_and_does(browser):
    start = dict(race.start) | {"policies": ["MOSS"]}
    with page_of(browser, race.variant(families=True, offers=("MOSS", "Thompson"), start=start, presets={})) as page:
        page.select_option("#race-family", "poisson")
        page.wait_for_function("lipbandits.labs.get('race').state().family === 'poisson'")
        assert page.evaluate("lipbandits.labs.get('race').state().policies") == ["Thompson"]
        found = page.evaluate(AT_LINK, "p=MOSS&family=exponential")
        assert found["policies"] == ["Thompson"]


# What a link starts by itself, after a moment, and what it says of time where it starts nothing.
OPEN = """async (query) => {
    const lab = lipbanditsExplorers.get("race");
    lab.runs.stop();
    await lab.openHere(query);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [lab.runs.going || lab.runs.count(lab.state.policies.at(-1)) > 0, lab.runs.guess(lab.state)];
}"""


def test_a_link_starts_no_race_whose_programs_take_long_and_says_how_long(browser):
    with page_of(browser, races.structured) as page:
        asked = "shape=triangle&K=46&L=1&k=1&p={}&T=10000&n=20"
        starts, seconds = page.evaluate(OPEN, asked.format("KL-UCB_CKL-UCB"))
        assert starts and seconds < 1
        starts, seconds = page.evaluate(OPEN, asked.format("KL-UCB_OSSB"))
        assert not starts and seconds > 15, "2e5 programs of 0.1 ms"
        # Fewer rounds in all than those of a race without programs that is worth a word.
        starts, seconds = page.evaluate(OPEN, asked.format("OSSB").replace("T=10000", "T=100000"))
        assert not starts and seconds > 150
        page.locator(".lb-status").filter(has_text="That takes about").wait_for()


def test_a_level_without_a_formula_is_named_and_others_are_equal_to_theirs(page):
    said = page.evaluate(
        "async (kinds) => { const lab = lipbanditsExplorers.get('race'), found = {};"
        " for (const f of kinds) { await lab.set({ f, horizon: 100, runs: 1 }); found[f] = lab.setting(); }"
        " await lab.set({ f: 'log' }); return found; }",
        LEVELS,
    )
    assert ", f(n) = log n + (3K + 1) log log n" in said["paper"] and said["log"].endswith(", f(n) = log n")
    assert said["sequential"].endswith(", level f(n): proved for one arm a round")
    assert said["kaufmann_koolen"].endswith(", level f(n): Kaufmann and Koolen's")


SAID = """async (state) => {
    await lipbandits.labs.get("race").set(state);
    await lipbandits.labs.get("race").run();
    const lab = lipbanditsExplorers.get("race");
    return [lab.said().words, lab.runs.ranking(), lab.finished()];
}"""


def test_a_race_says_what_a_promise_adds_and_that_a_false_one_has_no_bound(browser):
    with page_of(browser, races.baselines.variant(presets={})) as page:
        base = {"theta": [0.55, 0.6, 0.7, 0.8, 0.7, 0.6], "lipschitz": 1, "horizon": 500, "runs": 12}
        for changes in ({}, {"told": 16}, {"told": 0.5}, {"told": 0.1}, {"told": 0.1, "policies": ["UCB", "CKL-UCB"]}):
            words, ranking, state = page.evaluate(SAID, base | {"policies": list(races.baselines.offers)} | changes)
            told = state["told"] or state["lipschitz"]
            assert ("is false: θ needs 0.5. So C(θ) log T is no bound for it." in words) == (told < 0.5)
            free = [name for name in ranking if name != "CKL-UCB"]
            apart = max(ranking.index(name) for name in ("CKL-UCB", free[0])) > 1
            assert (f"than {free[0]}, the best without a promise." in words) == apart
            assert (f"{free[0]} is the best without a promise." in words) == (len(free) > 1 and not apart)
            told_less = 0.5 <= told < state["lipschitz"] and ranking[0] == "CKL-UCB"
            assert ("not one for CKL-UCB, which is told a smaller L" in words) == told_less


@pytest.mark.slow
def test_many_random_races_are_those_of_simulate(page, browser):
    check_random_states(page, 250, seed=1)
    with page_of(browser, race.variant(families=True)) as other:
        check_random_states(other, 250, seed=3, families=tuple(FAMILIES)[1:])
    with page_of(browser, race.variant(families=True, offers=engine.POLICIES)) as every:
        check_random_states(every, 250, seed=7, families=tuple(FAMILIES), known=engine.POLICIES)


# ---- what many runs say together


def test_quantiles_intervals_and_shares_are_those_of_numpy_and_scipy():
    rng = np.random.default_rng(0)
    for _ in cases(60):
        runs = int(rng.integers(1, 120))
        regret = rng.exponential(size=(runs, 3)) * rng.choice([1.0, 1e6])
        curves = np.zeros((4, 3))
        summary.summarise(regret, np.zeros(runs), curves)
        np.testing.assert_allclose(curves[0], regret.mean(axis=0), rtol=1e-12)
        assert np.array_equal(curves[1:], np.quantile(regret, [0.5, 0.1, 0.9], axis=0))
        hits, ends = int(rng.integers(runs + 1)), np.zeros(2)
        summary.share(hits, runs, ends)
        np.testing.assert_allclose(ends, stats.binomtest(hits, runs).proportion_ci(method="exact"), atol=1e-12)
    for freedom in (1, 2, 3, 4, 5, 6, 39, 99, 998, 999):
        assert summary.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-10)


def difference(one, other, parts=(2000,)):
    found, first = np.zeros(5), 0
    for last in parts:
        summary.difference(np.array(one), np.array(other), np.zeros(len(one)), first, last, found)
        first = last
    return found


def test_a_difference_is_that_of_statistics_with_other_chance():
    rng = np.random.default_rng(1)
    for _ in cases(12):
        runs = int(rng.integers(2, 80))
        one, other = rng.exponential(size=(2, runs))
        # In some a single run makes most of the variance.
        one[0] += rng.choice([0.0, 0.0, 300.0])
        value, low, high, worst, held = difference(one, other)
        expected = statistics.paired_difference(one, other)
        assert (value, worst) == pytest.approx((expected.value, expected.worst), rel=1e-9)
        # The same share, from as many other draws: four standard errors of the difference.
        assert held / 2000 == pytest.approx(expected.coverage, abs=0.045)
        if np.isfinite(expected.low):
            assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert difference(one, other, (1, 777, 2000)).tolist() == difference(one, other).tolist()
    # Runs that do not differ.
    assert difference([3.0, 3.0], [1.0, 1.0]).tolist() == [2.0, 2.0, 2.0, 0.0, 2000.0]


def test_marks_are_the_recorded_rounds():
    rng = np.random.default_rng(2)
    horizons = [*range(1, 8), 249, 250, 251, 252, *(n * 10**p for n in (1, 2, 5) for p in range(2, 6)), 10**6]
    for horizon in [*horizons, *(10 ** rng.uniform(2, 9, size=300)).astype(int).tolist()]:
        marks, size = np.zeros(250), np.zeros(1)
        engine.fill_marks(horizon, marks, size)
        assert marks[: int(size[0])].astype(int).tolist() == recorded_rounds(horizon).tolist()


# ---- first pictures


def number(text):
    return float(text.replace(",", ""))


@pytest.mark.parametrize("lab", RACES, ids=lambda lab: lab.still)
def test_the_first_picture_says_what_python_says(lab, page):
    state = page.evaluate("([spec]) => lipbandits.raceStates.stateOf(spec.shapes, spec.start)", [lab.spec])
    bandit, results = simulated(state)
    floor = lb.lower_bound(bandit).value * np.log(state["horizon"])
    assert lab.words["numbers"][0] == f"C(θ) log T = {floor:,.0f}"
    columns, *rows = lab.words["table"]
    assert [row[0] for row in rows] == list(results) and len(columns) == 6
    for (_, mean, median, spread, wrong, _), regret in zip(rows, results.values(), strict=True):
        low, middle, high = regret.quantile([0.1, 0.5, 0.9])[:, -1]
        assert number(mean.split()[0]) == pytest.approx(regret.mean()[-1], rel=6e-3)
        if state["runs"] >= 10:
            assert number(median) == pytest.approx(middle, rel=6e-3)
            assert [number(each) for each in spread.split(" to ")] == pytest.approx([low, high], rel=6e-3)
        else:
            assert median == spread == ""
        share = statistics.wrong_share(bandit, regret)
        assert wrong.splitlines()[0] == f"{share * state['runs']:.0f} of {state['runs']}"


# ---- by hand


def test_a_race_is_paused_goes_on_and_is_stopped_with_what_is_finished(page):
    page.evaluate(
        "lipbandits.labs.get('race').set({ policies: ['KL-UCB', 'CKL-UCB'], horizon: 20000, runs: 200, seed: 5 })"
    )
    go, stop = page.get_by_role("button", name="Run", exact=True), page.get_by_role("button", name="Stop")
    go.click()
    page.wait_for_function("lipbanditsExplorers.get('race').runs.count('CKL-UCB') >= 3")
    page.get_by_role("button", name="Pause").click()
    # Workers end the slice that they are in.
    page.wait_for_timeout(300)
    held = page.evaluate("lipbanditsExplorers.get('race').runs.left")
    page.wait_for_timeout(400)
    assert page.evaluate("lipbanditsExplorers.get('race').runs.left") == held > 0
    assert "Paused" in page.locator(".lb-status").inner_text()
    page.get_by_role("button", name="Go on").click()
    page.wait_for_function(f"lipbanditsExplorers.get('race').runs.left < {held}")
    stop.click()
    state = page.evaluate("lipbandits.labs.get('race').state()")
    assert 3 <= state["runs"] < 200
    # Said with the next frame.
    page.bring_to_front()
    page.locator(".lb-status").filter(has_text=f"Stopped after {state['runs']} runs.").wait_for()
    # What stays is what a race of so many runs says; so does the link.
    (found,) = page.evaluate(RUN, [state])
    check_equal(found)
    assert f"n={state['runs']}" in page.locator(".lb-link").get_attribute("href")


def test_more_runs_add_to_those_there_are_and_policies_keep_theirs(page):
    page.evaluate("lipbandits.labs.get('race').set({ policies: ['UCB'], horizon: 500, runs: 5, seed: 1 })")
    page.evaluate("lipbandits.labs.get('race').run()")
    page.evaluate("() => { window.first = lipbanditsExplorers.get('race').runs.entries.get('UCB').done[4]; }")
    page.get_by_role("button", name="More runs").click()
    page.get_by_role("button", name="Greedy").click()
    page.evaluate("lipbandits.labs.get('race').run()")
    state = page.evaluate("lipbandits.labs.get('race').state()")
    assert (state["runs"], state["policies"]) == (10, ["UCB", "Greedy"])
    assert page.evaluate("lipbanditsExplorers.get('race').runs.entries.get('UCB').done[4] === first")
    page.evaluate("lipbandits.labs.get('race').set({ seed: 2 })")
    assert page.evaluate("lipbanditsExplorers.get('race').runs.ranking()") == []


LONG = {"policies": ["KL-UCB", "CKL-UCB"], "horizon": 20_000, "runs": 60}
RUNNING = """async ([state, script]) => {
    const api = lipbandits.labs.get("race"), { runs } = lipbanditsExplorers.get("race");
    await api.set(state);
    const over = api.run().then((found) => found, (error) => ({ error: error.message }));
    while (state.policies.some((name) => runs.count(name) < 2)) await new Promise((resolve) => setTimeout(resolve, 20));
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const seen = await (new Function("api", "runs", "wait", `return (async () => { ${script} })()`))(api, runs, wait);
    const found = await over, now = api.state();
    return { seen, found, state: now, counts: now.policies.map((name) => runs.count(name)) };
}"""


# Runs that are there need not be played.
SEEDS = itertools.count(1000)


def while_running(page, script, **changes):
    """{seen, found, state, counts} of a race in whose middle a script runs."""
    return page.evaluate(RUNNING, [{**LONG, "seed": next(SEEDS), **changes}, script])


def test_a_race_whose_state_is_changed_ends_and_says_so(page):
    ended = while_running(page, "await api.set({ seed: 22 });")
    assert ended["found"] == {"error": "run: ended before its end; its state was changed"}
    assert ended["counts"] == [0, 0]
    (found,) = page.evaluate(RUN, [{**ended["state"], "runs": 3}])
    check_equal(found)


@pytest.mark.parametrize(("changes", "counts"), [("runs: 70", [70, 70]), ("runs: 4", [4, 4])])
def test_another_number_of_runs_is_played_by_the_race_that_goes_on(page, changes, counts):
    found = while_running(page, f"await api.set({{ {changes} }});")
    assert found["counts"] == counts and "error" not in found["found"]
    assert all(each["low"] is not None for each in found["found"]["intervals"].values() if counts[0] > 10)


def test_policies_come_and_go_while_others_play(page):
    more = while_running(page, "await api.set({ policies: ['UCB', 'KL-UCB', 'CKL-UCB'] });")
    assert more["counts"] == [60, 60, 60] and set(more["found"]["regret"]) == {"UCB", "KL-UCB", "CKL-UCB"}
    fewer = while_running(page, "await api.set({ policies: ['KL-UCB'] });")
    assert fewer["counts"] == [60] and set(fewer["found"]["regret"]) == {"KL-UCB"}


def test_a_paused_race_stays_paused_when_a_policy_goes(page):
    script = "runs.hold(true); await wait(150); await api.set({ policies: ['CKL-UCB'] }); const { left } = runs; "
    paused = while_running(
        page, script + "await wait(300); const then = runs.left; runs.hold(false); return [left, then];"
    )
    assert paused["seen"][0] == paused["seen"][1] > 0 and paused["counts"] == [60]


def test_all_policies_come_forward_while_runs_stream_in(page):
    """One policy a time is summed up, and each has its turn."""
    script = """
        const behind = [];
        while (runs.going) {
            await wait(200);
            const counts = [...runs.entries.values()].map(({ whole, summary }) => [whole, summary?.count ?? 0]);
            if (runs.going) behind.push(Math.max(...counts.map(([whole, shown]) => whole - shown)));
        }
        return behind;"""
    behind = while_running(page, script, policies=["UCB", "KL-UCB", "CKL-UCB"], horizon=50_000, runs=150)["seen"]
    assert len(behind) > 3 and max(behind) < 60


def test_what_follows_at_once_on_finished_runs_hears_of_its_own(page):
    """Intervals of the race before are still being made."""
    found = page.evaluate(
        """async (state) => {
            const api = lipbandits.labs.get("race"), { runs } = lipbanditsExplorers.get("race");
            await api.set(state);
            const first = api.run().catch(() => {});
            while (!runs.comparing) await new Promise((resolve) => setTimeout(resolve, 1));
            await api.set({ seed: 31, runs: 40 });
            const second = await api.run();
            return [Object.keys(second.regret), api.state().policies.map((name) => runs.count(name))];
        }""",
        {"policies": ["UCB", "Greedy"], "horizon": 300, "runs": 600, "seed": 30},
    )
    assert [sorted(found[0]), found[1]] == [["Greedy", "UCB"], [40, 40]]


def test_stop_never_asks_for_more_runs_than_there_were_to_be(page):
    page.evaluate("lipbandits.labs.get('race').set({ policies: ['UCB'], horizon: 500, runs: 30, seed: 24 })")
    page.evaluate("lipbandits.labs.get('race').run()")
    stopped = page.evaluate(
        """async () => {
            const lab = lipbanditsExplorers.get("race");
            await lipbandits.labs.get("race").set({ runs: 10, policies: ["UCB", "OSLB"] });
            lab.startRuns();
            lab.stopRuns();
            return lab.state.runs;
        }"""
    )
    assert stopped <= 10


def test_intervals_are_made_anew_when_the_best_policy_goes(page):
    page.evaluate("lipbandits.labs.get('race').set({ policies: ['UCB', 'KL-UCB', 'CKL-UCB'], horizon: 500, runs: 30 })")
    page.evaluate("lipbandits.labs.get('race').run()")
    best = page.evaluate("lipbanditsExplorers.get('race').runs.ranking()[0]")
    page.evaluate(
        "(best) => lipbandits.labs.get('race').set({ policies: lipbandits.labs.get('race').state().policies"
        ".filter((name) => name !== best) })",
        best,
    )
    page.wait_for_function("lipbanditsExplorers.get('race').runs.compared()")
    page.locator(".lb-status").filter(has_text="paired runs").wait_for()


def test_two_races_share_workers_and_a_paused_one_stands_in_nobodys_way(browser):
    with page_of(browser, race, race) as two:
        found = two.evaluate(
            """async (state) => {
                const [one, other] = ["race", "race-2"].map((id) => lipbandits.labs.get(id));
                await one.set(state);
                const over = one.run(), { runs } = lipbanditsExplorers.get("race");
                while (!runs.going) await null;
                runs.hold(true);
                await other.set({ policies: ["UCB"], horizon: 1000, runs: 5 });
                await other.run();
                const meanwhile = runs.left;
                runs.hold(false);
                await over;
                lipbanditsExplorers.get("race-2").close();
                return [meanwhile, lipbanditsExplorers.get("race-2").runs.entries.size, lipbandits.labs.ids()];
            }""",
            {**LONG, "runs": 8},
        )
        assert found[0] > 0 and found[1:] == [0, ["race"]]


def test_what_a_broken_engine_takes_from_others_is_begun_again(browser):
    """Without workers the page's own engine plays, which another call may break."""
    with page_of(browser, race, before="window.Worker = function () { throw new Error('refused'); };") as alone:
        alone.evaluate("(state) => lipbandits.labs.get('race').set(state)", {**LONG, "runs": 4, "seed": 25})
        alone.evaluate(
            """async () => {
                const over = lipbandits.labs.get("race").run();
                await new Promise((resolve) => setTimeout(resolve, 60));
                // More than its memory holds, so that it is started anew.
                const greedy = { policy: "UCB", theta: Array(200).fill(0.5), marks: [1e6], keepPlays: true };
                try { for (;;) lipbandits.engine.run(greedy); } catch {}
                await over;
            }"""
        )
        (found,) = alone.evaluate(RUN, [alone.evaluate("lipbandits.labs.get('race').state()")])
        check_equal(found)


def test_a_worker_that_is_lost_is_replaced_and_nothing_changes(page):
    state = {"policies": ["KL-UCB", "CKL-UCB"], "horizon": 20_000, "runs": 12, "seed": 9}
    page.evaluate(
        """async (state) => {
            const { crew } = lipbandits;
            await lipbandits.labs.get("race").set(state);
            window.over = lipbandits.labs.get("race").run();
            await new Promise((resolve) => setTimeout(resolve, 100));
            // As a browser ends it: without a word.
            for (const member of crew.members) member.end();
            for (const member of [...crew.members]) crew.replace(member);
            await over;
        }""",
        state,
    )
    assert page.evaluate("lipbandits.crew.lost") >= 1
    (found,) = page.evaluate(RUN, [page.evaluate("lipbandits.labs.get('race').state()")])
    check_equal(found)


LATER = """async () => {
    const asked = (work) => new Promise((resolve) => {
        const heard = ({ done, error, results }) => (done || error) && resolve(error ?? results);
        lipbandits.crew.give([{ job: { owner: {}, work }, heard }]);
    });
    const run = { kind: "run", policy: "UCB", theta: [0.4, 0.5], marks: [3e6] };
    const before = asked(run);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await window.bring();
    const tail = { kind: "evidence", theta: [0.5], rule: "round robin", round: 3, runs: 2, deltas: [1] };
    const later = await asked(tail);
    return [lipbandits.crew.alone, await before, await asked(run), Array.from(later).length];
}"""


def test_a_figure_that_comes_later_to_a_notebook_is_understood_by_the_workers(browser):
    """They were started before its part of the engine was there; what they were at is begun again."""
    page = browser.new_page()
    page.set_content(f"<!doctype html><title>Later</title><script>{assets.script('ferry')}</script>")
    page.expose_function("bring", lambda: page.add_script_tag(content=assets.script("tail")) and None)
    alone, begun_again, whole, runs = page.evaluate(LATER)
    assert not alone and begun_again == whole and whole["plays"] != [0, 0] and runs == 2
    page.close()


def test_a_silent_worker_is_missed_after_some_seconds(page):
    found = page.evaluate(
        """async () => {
            const { crew } = lipbandits;
            // Workers that have begun: one that never does is another matter.
            await lipbandits.labs.get("race").set({ policies: ["UCB"], horizon: 1000, runs: 4, seed: 10 });
            await lipbandits.labs.get("race").run();
            const before = crew.lost;
            await lipbandits.labs.get("race").set({ horizon: 20000, seed: 11 });
            const over = lipbandits.labs.get("race").run();
            for (const member of crew.members) member.end();
            await over;
            return { lost: crew.lost - before, said: document.querySelector(".lb-status").innerText };
        }"""
    )
    assert found["lost"] >= 1 and "was begun again" in found["said"]


def test_without_workers_the_page_plays_itself(browser):
    with page_of(browser, race, before="window.Worker = function () { throw new Error('refused'); };") as alone:
        state = {"policies": ["UCB", "CKL-UCB"], "horizon": 2000, "runs": 5, "seed": 3}
        (found,) = alone.evaluate(RUN, [state])
        assert alone.evaluate("lipbandits.crew.alone")
        check_equal(found)


def test_a_race_that_slept_while_the_page_was_hidden_goes_on_and_says_so(page):
    said = page.evaluate(
        """async () => {
            const lab = lipbanditsExplorers.get("race");
            await lipbandits.labs.get("race").set({ policies: ["UCB"], horizon: 20000, runs: 50, seed: 12 });
            const over = lipbandits.labs.get("race").run();
            await new Promise((resolve) => setTimeout(resolve, 50));
            // As if four seconds had passed in which no worker said anything.
            lab.streamed = performance.now() - 4000;
            document.dispatchEvent(new Event("visibilitychange"));
            const said = lab.note;
            await over;
            return [said, lab.runs.count("UCB")];
        }"""
    )
    assert said == ["The browser held the race while nobody saw this page; it goes on.", 50]


@pytest.fixture
def in_front(browser):
    """A page with a race that no other page hides: in one that is hidden nothing is drawn."""
    with page_of(browser, race) as found:
        yield found


def test_a_long_race_says_how_long_it_takes_before_it_is_run(in_front):
    page = in_front
    asked = {"policies": ["CKL-UCB", "OSLB"], "horizon": 10**6, "runs": 1000, "seed": 13}
    page.evaluate("(state) => lipbandits.labs.get('race').set(state)", asked)
    status = page.locator(".lb-status")
    status.filter(has_text="That takes about").wait_for(timeout=20_000)
    assert re.search(r"That takes about \d+ (s|minutes) here, or less; you may stop at any moment", status.inner_text())
    # A short one does not.
    page.evaluate("lipbandits.labs.get('race').set({ horizon: 1000, runs: 10 })")
    page.wait_for_timeout(600)
    assert "takes about" not in status.inner_text() and "Run plays 10 runs of 1,000 rounds" in status.inner_text()


def test_twenty_races_leave_no_more_behind_than_one(page):
    def race_with(seed):
        page.evaluate(
            """async (seed) => {
                await lipbandits.labs.get("race").set({ policies: ["UCB", "KL-UCB"], horizon: 1000, runs: 20, seed });
                await lipbandits.labs.get("race").run();
            }""",
            seed,
        )
        kept = "(() => { const { runs } = lipbanditsExplorers.get('race'); return [runs.entries.size, "
        kept += "lipbandits.crew.open.size, lipbandits.crew.waiting.length, lipbandits.engine.blocks()]; })()"
        return page.evaluate(kept)

    first = race_with(100)
    assert [race_with(seed) for seed in range(101, 121)] == [first] * 20


BAD = [
    ({"policies": []}, "policies: "),
    ({"policies": ["UCB", "UCB"]}, "policies: UCB,UCB; expected some of UCB"),
    ({"policies": "UCB"}, 'policies: "UCB"; expected'),
    ({"policies": ["Thompson"]}, "policies: Thompson; expected"),
    ({"f": "log log"}, 'f: "log log"; expected one of log, klucb1'),
    ({"forced": 1}, "forced: 1; expected true or false"),
    ({"told": -1}, "told: -1; expected a number from 0"),
    ({"told": "1"}, 'told: "1"; expected'),
    ({"horizon": 0}, "horizon: 0; expected a whole number from 1 to 1000000"),
    ({"horizon": 1.5}, "horizon: 1.5; expected"),
    ({"horizon": 10**7}, "horizon: 10000000; expected"),
    ({"runs": 0}, "runs: 0; expected a whole number from 1 to 1000"),
    ({"runs": 1001}, "runs: 1001; expected"),
    ({"seed": -1}, "seed: -1; expected a whole number from 0"),
    ({"theta": [0.5, 2]}, "theta[1]: 2; expected means from 0 to 1"),
    ({"lipschitz": 0.01}, "theta: arms 0 and 1 differ"),
    ({"rounds": 5}, "rounds: unknown; expected theta, arms, lipschitz, k, told"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=lambda each: json.dumps(each)[:30])
def test_set_refuses_what_cannot_be_played(page, changes, message):
    before = page.evaluate("lipbandits.labs.get('race').state()")
    said = page.evaluate(
        "(changes) => lipbandits.labs.get('race').set(changes).then(() => '', (error) => error.message)", changes
    )
    assert said.startswith(message)
    assert page.evaluate("lipbandits.labs.get('race').state()") == before


AT_LINK = """(query) => {
    const lab = lipbanditsExplorers.get("race"), { state, note } = lab.parse(new URLSearchParams(query));
    return { ...lipbandits.raceStates.playedOf(state), note };
}"""
LINKS = [
    ("p=UCB_OSLB&T=1000&n=7&seed=4&f=klucb3&forced=0&told=0.25", {"policies": ["UCB", "OSLB"], "seed": 4}, ""),
    ("p=OSLB_nobody", {"policies": ["OSLB"]}, "The link asks for nobody, which does not play here."),
    ("T=1e9", {"horizon": 10**6}, "The link asks for T = 1e9; this is 1000000."),
    ("n=0", {"runs": 1}, "The link asks for n = 0; this is 1."),
    ("n=NaN", {"runs": 50}, "The link asks for n = NaN, which is no number; this is 50."),
    ("f=cube", {"f": "log"}, "The link asks for f = cube, which is not here; this is log."),
    ("told=-3", {"told": 0}, "The link asks for told = -3; this is 0."),
    ("seed=2.5", {"seed": 3}, "The link asks for seed = 2.5; this is 3."),
    ("what=1", {}, "The link names “what”, which is nothing here."),
]


@pytest.mark.parametrize(("query", "expected", "note"), LINKS, ids=lambda each: str(each)[:20])
def test_a_link_leads_to_the_nearest_race_and_says_so(page, query, expected, note):
    found = page.evaluate(AT_LINK, query)
    assert found["note"] == note
    assert {name: found[name] for name in expected} == expected


def test_the_link_of_a_state_leads_back_to_it(page):
    rng = np.random.default_rng(4)
    for _ in cases(20):
        state = {**random_state(rng), "k": 0}
        # A link carries four digits, and L rounded up.
        state["theta"] = np.round(state["theta"], 4).tolist()
        state["arms"] = np.linspace(0, 1, len(state["theta"])).tolist()
        if len(state["theta"]) < 2:
            continue
        least = lb.LipschitzBandit(state["theta"], state["arms"]).lipschitz
        state["lipschitz"] = float(np.ceil(least * 1e4 + 1) / 1e4)
        page.evaluate("(state) => lipbandits.labs.get('race').set(state)", state)
        query = page.locator(".lb-link").get_attribute("href").partition("?")[2]
        found = page.evaluate(AT_LINK, query)
        assert found.pop("note") == ""
        assert found == {name: state[name] for name in found}
