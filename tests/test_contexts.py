"""The lab of contexts: its bound is that of theory, its runs are those of `simulate`, natively and in a page."""

import itertools
import json

import matplotlib.pyplot as plt
import numpy as np
import pytest
from playwright.sync_api import sync_playwright

import lipbandits as lb
from lipbandits.engine import context_race, contexts
from lipbandits.labs import contexts as lab_of_contexts
from lipbandits.labs import of_contexts
from lipbandits.labs.live import contexts as live
from lipbandits.labs.live.means import even
from lipbandits.play.regret import recorded_rounds
from lipbandits.study import statistics
from tests.compiled import cases, rounds
from tests.labs_in_pages import chromium
from tests.page_engine import NODE, differences, in_node, instance_with_contexts, native
from tests.page_engine import of_contexts as engine_cases
from tests.test_race import page_of

KINDS = {
    "CCKL-UCB": lb.CCKLUCB(),
    "CKL-UCB": lb.PerContext(lb.CKLUCB()),
    "KL-UCB": lb.PerContext(lb.KLUCB()),
}
LABS = [each for each in vars(of_contexts).values() if isinstance(each, of_contexts.Lab)]
GET = "lipbandits.labs.get('contexts')"
RESET = "lipbanditsExplorers.get('contexts').goTo(lipbanditsExplorers.get('contexts').spec.start)"


def bandit_of(given):
    return lb.ContextualBandit(
        *(given["theta"], given["arms"], given["contexts"], given["lipschitz"], given["weight"]),
        distribution=given.get("distribution"),
    )


# ---- natively


def check_bound(given, j, k, sharing):
    bandit, found = bandit_of(given), native({"kind": "contextual", **given, "j": j, "k": k, "sharing": sharing})
    bound = lb.contextual_lower_bound(bandit)
    alone = [lb.lower_bound(bandit.alone(i)) for i in range(bandit.n_contexts)]
    assert found["value"] == pytest.approx(bound.value, rel=1e-9, abs=1e-9)
    assert found["apart"] == pytest.approx(sum(each.value for each in alone), rel=1e-9, abs=1e-9)
    assert found["free"] == bound.free.tolist()
    # Where there are several optimal plans the program and its twin may find another one each.
    rates, prices = np.array(found["rates"]), np.array(found["prices"])
    assert (rates * bandit.gaps).sum() == pytest.approx(bound.value, rel=1e-9, abs=1e-9)
    assert prices.sum() == pytest.approx(bound.value, rel=1e-7, abs=1e-9)
    if bound.unique:
        np.testing.assert_allclose(rates, bound.rates, rtol=1e-6, atol=1e-6)
    if bandit.gaps[j, k] > 0:
        lie = lb.contextual_confusing_parameter(bandit, j, k)
        others = np.arange(bandit.n_contexts) != j
        expected = lie if sharing else np.where(others[:, None], bandit.theta, lie)
        np.testing.assert_allclose(found["confusing"], expected, atol=1e-12)
        # One that is lifted to 1 would be known for certain at its first failure.
        told = np.where((expected >= 1) & (expected > bandit.theta), np.nan, lb.kl_plus(bandit.theta, expected))
        np.testing.assert_allclose(np.array(found["evidence"], dtype=float), told, rtol=1e-7, atol=1e-12)
    # What a θ needs: a little less breaks it.
    least = lb.ContextualBandit(bandit.theta, bandit.arms, bandit.contexts, context_weight=given["weight"]).lipschitz
    assert found["leastLipschitz"] == pytest.approx(least, rel=1e-12, abs=1e-15)


def random_cases(number, seed):
    rng = np.random.default_rng(seed)
    for _ in cases(number):
        given = {name: value for name, value in instance_with_contexts(rng).items() if name != "distribution"}
        j, k = int(rng.integers(len(given["theta"]))), int(rng.integers(len(given["arms"])))
        yield given, j, k, bool(rng.integers(2))


def test_the_bound_with_its_plan_and_lies_is_that_of_theory():
    for case in random_cases(60, seed=0):
        check_bound(*case)


@pytest.mark.slow
def test_the_bound_of_many_instances_is_that_of_theory():
    for case in random_cases(400, seed=1):
        check_bound(*case)


def test_the_least_weight_is_the_smallest_with_which_theta_keeps_its_constant():
    for given, *_ in random_cases(60, seed=2):
        theta, places = np.ravel(given["theta"]), (np.array(given["arms"]), np.array(given["contexts"]))
        lipschitz = given["lipschitz"]
        least = contexts.least_weight(theta, *places, lipschitz)
        assert least <= given["weight"] * (1 + 1e-9)
        if least > 0:
            assert contexts.least_lipschitz(theta, *places, least) <= lipschitz * (1 + 1e-9)
            assert contexts.least_lipschitz(theta, *places, 0.99 * least) > lipschitz


def test_neighbours_of_all_contexts_follow_as_far_as_they_must():
    for given, j, k, _ in random_cases(60, seed=3):
        mean = float(np.random.default_rng(len(given["arms"])).random())
        moved = np.array(native({"kind": "followPairs", **given, "j": j, "k": k, "mean": mean}))
        assert moved[j, k] == mean
        # It keeps the promise, and whoever need not move does not.
        bandit = bandit_of({**given, "theta": moved})
        reach = bandit.lipschitz * bandit.geometry.distances[j * bandit.n_arms + k].reshape(moved.shape)
        stays = np.abs(np.array(given["theta"]) - mean) <= reach
        assert np.array_equal(moved[stays], np.array(given["theta"])[stays])


def check_run(given, policy, horizon, seed, run):
    bandit = bandit_of(given)
    options = {"runs": run + 1, "seed": seed, "stream": "counter", "progress": False}
    expected = lb.simulate(bandit, KINDS[policy], horizon, **options)
    marks = recorded_rounds(horizon).tolist()
    found = native({"kind": "contextRun", "policy": policy, **given, "seed": seed, "run": run, "marks": marks})
    assert found["plays"] == expected.plays[run].ravel().tolist(), json.dumps(given)
    np.testing.assert_allclose(found["regret"], expected.regret[run], rtol=1e-9, atol=1e-9)


def check_runs(number, most, seed):
    rng = np.random.default_rng(seed)
    policies = itertools.cycle(context_race.POLICIES)
    for policy, _ in zip(policies, cases(number), strict=False):
        horizon = int(rng.integers(1, rounds(most)))
        check_run(instance_with_contexts(rng), policy, horizon, int(rng.integers(2**53)), int(rng.integers(2)))


def test_runs_are_those_of_simulate():
    check_runs(30, 3000, seed=4)


@pytest.mark.slow
def test_many_runs_are_those_of_simulate():
    check_runs(300, 6000, seed=5)


def test_contexts_of_the_stream_come_as_often_as_they_should_and_do_not_depend_on_policy_or_horizon():
    bandit = lb.ContextualBandit([[0.5, 0.6]] * 3, distribution=[0.7, 0.05, 0.25])
    policies = {"shared": lb.CCKLUCB(), "apart": lb.PerContext(lb.KLUCB())}
    long = lb.simulate(bandit, policies, 4000, runs=5, seed=1, stream="counter")
    counts = [regret.plays.sum(axis=-1) for regret in long.values()]
    assert np.array_equal(*counts)
    assert counts[0].mean(axis=0) / 4000 == pytest.approx(bandit.distribution, abs=0.02)
    short = lb.simulate(bandit, policies, 400, runs=5, seed=1, stream="counter")["shared"]
    kept = np.searchsorted(long["shared"].rounds, 300)
    assert long["shared"].regret[:, kept] == pytest.approx(
        [np.interp(long["shared"].rounds[kept], short.rounds, row) for row in short.regret], abs=0.2
    )


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
@pytest.mark.parametrize("part", [(40, 1500, 6), pytest.param((300, 3000, 7), marks=pytest.mark.slow)])
def test_the_engine_of_pages_does_what_the_native_one_does(part):
    given = engine_cases(*part)
    wrong = []
    for case, answer in zip(given, in_node(given), strict=True):
        wrong += [f"{case['kind']}{each}" for each in differences(native(case), answer)]
    assert wrong == []


# ---- in a page


@pytest.fixture(scope="module")
def page():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with page_of(browser, lab_of_contexts, which="contexts") as found:
            yield found
        browser.close()


RUN = """async (states) => {
    const api = lipbandits.labs.get("contexts"), found = [];
    for (const state of states) {
        await api.set(state);
        const { marks, regret, plays, wrong, bound } = await api.run();
        found.push({ marks, regret, plays, wrong, bound, state: api.state() });
    }
    return found;
}"""


def random_state(rng):
    return {
        **instance_with_contexts(rng),
        "policies": [name for name in KINDS if rng.random() < 0.6] or ["CCKL-UCB"],
        "sharing": bool(rng.integers(2)),
        "horizon": int(10 ** rng.uniform(0, 3.3)),
        "runs": int(rng.integers(1, 5)),
        "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
    }


def simulated(state):
    bandit = bandit_of(state)
    policies = {name: KINDS[name] for name in state["policies"]}
    options = {"stream": "counter", "progress": False}
    return bandit, lb.simulate(bandit, policies, state["horizon"], state["runs"], state["seed"], **options)


def check_equal(found):
    bandit, results = simulated(found["state"])
    assert found["marks"] == recorded_rounds(found["state"]["horizon"]).tolist()
    assert set(found["regret"]) == set(results)
    for name, expected in results.items():
        assert found["plays"][name] == pytest.approx(expected.plays.mean(axis=0).ravel(), rel=1e-12), found["state"]
        for part, values in (("mean", expected.mean()), ("median", expected.quantile(0.5))):
            np.testing.assert_allclose(found["regret"][name][part], values, rtol=1e-9, atol=1e-9)
        assert found["wrong"][name] == pytest.approx(statistics.wrong_share(bandit, expected))
    assert found["bound"]["value"] == pytest.approx(lb.contextual_lower_bound(bandit).value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("part", [(25, 8), pytest.param((200, 9), marks=pytest.mark.slow)])
def test_random_states_of_the_lab_are_those_of_python(page, part):
    number, seed = part
    rng = np.random.default_rng(seed)
    for found in page.evaluate(RUN, [random_state(rng) for _ in range(number)]):
        check_equal(found)


def test_without_sharing_the_lie_and_the_plan_are_those_of_a_context_alone(page):
    page.evaluate(RESET)
    page.evaluate(f"{GET}.set({{ j: 2, k: 1, sharing: false }})")
    assert page.locator(".lb-number").all_inner_texts()[0].startswith("separate copies")
    behind = page.locator("[data-key='lie behind']").get_attribute("d")
    page.evaluate(f"{GET}.set({{ sharing: true }})")
    assert behind == "" and page.locator(".lb-number").all_inner_texts()[0].startswith("C′(θ) = ")


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.still)
def test_the_first_picture_says_what_python_says(lab, page):
    state = page.evaluate(
        "([spec]) => { const { stateOf, plainOf } = lipbandits.contextsStates;"
        " return plainOf(stateOf(spec.shapes, spec.start)); }",
        [lab.spec],
    )
    assert state == lab.words["state"]
    bandit, j, k = bandit_of(state), state["j"], state["k"]
    bound = lb.contextual_lower_bound(bandit)
    apart = sum(lb.lower_bound(bandit.alone(i)).value for i in range(bandit.n_contexts))
    saved = 1 - bound.value / apart
    assert lab.words["numbers"][:3] == [
        *(f"C′(θ) = {bound.value:.0f}", f"separate copies {apart:.0f}", f"saved {100 * saved:.2g} %"),
    ]
    lifted = lb.contextual_confusing_parameter(bandit, j, k) > bandit.theta + 1e-12
    elsewhere = lifted.sum() - lifted[j].sum()
    assert f"It lifts {lifted.sum()} pairs, {elsewhere} of them in other contexts." in lab.words["status"]
    played = (bound.rates > 1e-9).sum()
    assert f"plays {played} of {(bandit.gaps > 0).sum()} pairs that are not best" in lab.words["status"]


def test_every_state_that_the_lab_names_keeps_its_promise(page):
    for state in (lab_of_contexts.start, *lab_of_contexts.presets.values()):
        found = page.evaluate(
            "([spec, state]) => { const { stateOf, plainOf } = lipbandits.contextsStates;"
            " return plainOf(stateOf(spec.shapes, state)); }",
            [lab_of_contexts.spec, state],
        )
        bandit = bandit_of(found)
        assert found["j"] < bandit.n_contexts and found["k"] < bandit.n_arms
    assert lab_of_contexts.start not in lab_of_contexts.presets.values()


RANGE = "RangeError"
BAD = [
    ({"theta": [0.5]}, TypeError, "theta: 0.5; expected rows of means"),
    ({"theta": [[0.5, 2]]}, RANGE, "theta[0][1]: 2; expected means from 0 to 1"),
    ({"theta": [[0.5]] * 7}, RANGE, "theta: 7 rows of 1 means; expected 1 to 6 rows of 1 to 12 means"),
    ({"theta": [[0.5, 0.6], [0.5]]}, RANGE, "theta: "),
    ({"lipschitz": 0.01}, RANGE, "theta: means that differ by more than lipschitz = 0.01"),
    ({"weight": 0}, RANGE, "weight: 0; expected a number from 0.0001 to 10000"),
    ({"weight": "1"}, TypeError, 'weight: "1"; expected a number > 0'),
    ({"distribution": [1]}, RANGE, "distribution: 1; expected 6 probabilities > 0 of sum 1"),
    ({"sharing": 1}, TypeError, "sharing: 1; expected true or false"),
    ({"j": 6}, RANGE, "j: 6; expected a context from 0 to 5"),
    ({"k": 1.5}, RANGE, "k: 1.5; expected an arm from 0 to 8"),
    ({"policies": ["UCB"]}, RANGE, "policies: UCB; expected some of CCKL-UCB, CKL-UCB, KL-UCB"),
    ({"policies": "KL-UCB"}, TypeError, 'policies: "KL-UCB"; expected some of'),
    ({"horizon": 0}, RANGE, "horizon: 0; expected a whole number from 1 to 1000000"),
    ({"runs": 1001}, RANGE, "runs: 1001; expected"),
    ({"seed": -1}, RANGE, "seed: -1; expected a whole number from 0"),
    ({"beta": 1}, TypeError, "beta: unknown; expected theta, arms, contexts, lipschitz, weight"),
]


@pytest.mark.parametrize(("changes", "kind", "message"), BAD, ids=lambda each: json.dumps(str(each))[:30])
def test_set_refuses_what_cannot_be(page, changes, kind, message):
    page.evaluate(RESET)
    before = page.evaluate(f"{GET}.state()")
    said = page.evaluate(
        f"(changes) => {GET}.set(changes).then(() => [], (error) => [error.name, error.message])", changes
    )
    assert said[0] == (kind if isinstance(kind, str) else kind.__name__) and said[1].startswith(message)
    assert page.evaluate(f"{GET}.state()") == before


AT_LINK = """(query) => {
    const { state, note } = lipbanditsExplorers.get("contexts").parse(new URLSearchParams(query));
    return { ...lipbandits.contextsStates.plainOf(state), note };
}"""
LINKS = [
    ("theta=.5_.6-.4_.5&L=1&b=1&p=KL-UCB&T=1000&n=7&seed=4&share=0", {"runs": 7, "sharing": False, "seed": 4}, ""),
    ("theta=.5_.6-.4_.5&L=1&b=1&psi=.9_.1&j=1", {"distribution": [0.9, 0.1], "j": 1}, ""),
    ("theta=.5_.6-.4_.5&L=0.01&b=1", {"lipschitz": 0.1415}, "This θ breaks the promise L = 0.01, β = 1; this is L ="),
    ("theta=.5_.6-.4", {"theta": [[0.5], [0.4]]}, "The link's contexts do not have the same number of arms"),
    ("theta=.5-.5-.5-.5-.5-.5-.5", {"theta": [[0.5]] * 6}, "The link has more than 6 contexts; these are the first 6."),
    ("theta=a_b", {}, "The link's θ is no row of numbers."),
    ("shape=rare&j=9", {"j": 1}, "The link asks for j = 9; this is 1."),
    ("shape=rare", {"distribution": [0.997, 0.003]}, ""),
    ("shape=nothing", {}, "The link asks for the shape nothing, which is not here."),
    ("theta=.5_.6-.4_.5&L=1&psi=.9_.2", {"distribution": [0.5, 0.5]}, "The link's psi is not 2 probabilities"),
    ("b=0", {"weight": 1e-4}, "The link asks for b = 0; this is 0.0001."),
    ("p=UCB_CKL-UCB", {"policies": ["CKL-UCB"]}, "The link asks for UCB, which does not play here."),
    ("T=1e9&n=0&what=1", {"horizon": 10**6, "runs": 1}, "The link names “what”, which is nothing here."),
]


@pytest.mark.parametrize(("query", "expected", "note"), LINKS, ids=lambda each: str(each)[:24])
def test_a_link_leads_to_the_nearest_state_and_says_so(page, query, expected, note):
    found = page.evaluate(AT_LINK, query)
    assert found["note"].startswith(note) and (note or found["note"] == "")
    assert {name: found[name] for name in expected} == expected
    # Whatever it was, it is one that Python takes.
    assert bandit_of(found).lipschitz == found["lipschitz"]


def test_the_link_of_a_state_leads_back_to_it(page):
    rng = np.random.default_rng(10)
    for _ in cases(25):
        state = {**random_state(rng), "j": 0, "k": 0}
        state["theta"] = np.round(state["theta"], 4).tolist()
        state["arms"], state["contexts"] = (even(n) for n in np.shape(state["theta"])[::-1])
        state["distribution"] = page.evaluate(
            "([n, share]) => lipbandits.contextsStates.withShare(Array(n).fill(1 / n), 0, share)",
            [len(state["theta"]), float(rng.uniform(0, 1))],
        )
        least = lb.ContextualBandit(state["theta"], context_weight=state["weight"]).lipschitz
        state["lipschitz"] = float(np.ceil(least * 1e4 + 1) / 1e4)
        page.evaluate(f"(state) => {GET}.set(state)", state)
        found = page.evaluate(AT_LINK, page.locator(".lb-link").get_attribute("href").partition("?")[2])
        now = page.evaluate(f"{GET}.state()")
        assert found.pop("note") == "" and found == now
        assert sum(now["distribution"]) == pytest.approx(1, abs=1e-12)


def test_the_lines_that_one_copies_give_the_numbers_of_the_lab(page):
    rng = np.random.default_rng(11)
    for _ in cases(4):
        (found,) = page.evaluate(RUN, [{**random_state(rng), "runs": int(rng.choice([1, 4]))}])
        lines = page.evaluate(f"{GET}.python()")
        assert max(map(len, lines.splitlines()[1:])) <= 88
        space = {}
        exec(lines, space)
        plt.close("all")
        assert space["bound"].value == pytest.approx(found["bound"]["value"], rel=1e-9, abs=1e-9)
        assert sum(each.value for each in space["apart"]) == pytest.approx(found["bound"]["apart"], rel=1e-9, abs=1e-9)
        for name, regret in space["results"].items():
            np.testing.assert_allclose(found["regret"][name]["mean"], regret.mean(), rtol=1e-9, atol=1e-9)
            assert found["plays"][name] == pytest.approx(regret.plays.mean(axis=0).ravel())


def test_the_table_is_one_of_pairs_and_after_a_run_one_of_rounds(page):
    state = {"theta": [[0.5, 0.7, 0.6], [0.6, 0.65, 0.6]], "weight": 0.5, "horizon": 500, "runs": 12, "seed": 3}
    # The tests before it, of which another process may have some, chose others.
    state["policies"] = ["CCKL-UCB", "CKL-UCB"]
    page.evaluate(f"(state) => {GET}.set(state)", state)
    bandit = bandit_of(page.evaluate(f"{GET}.state()"))
    bound, table = lb.contextual_lower_bound(bandit), page.evaluate(f"{GET}.table()")
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert [row["rate"] for row in rows] == pytest.approx(bound.rates.ravel())
    assert [row["price"] for row in rows] == pytest.approx(bound.prices.ravel())
    assert [[row["context"], row["arm"]] for row in rows] == [[j, k] for j in range(2) for k in range(3)]
    found = page.evaluate(f"{GET}.run()")
    table = page.evaluate(f"{GET}.table()")
    head = dict(table["head"])
    assert json.loads(head["theta"]) == state["theta"] and float(head["value"]) == pytest.approx(bound.value)
    assert [row[0] for row in table["rows"]] == found["marks"]
    column = table["columns"].index("CCKL-UCB mean")
    assert [row[column] for row in table["rows"]] == found["regret"]["CCKL-UCB"]["mean"]


def test_copies_keep_their_runs_where_only_the_weight_changes(page):
    page.evaluate(f"{GET}.set({{ policies: ['CCKL-UCB', 'CKL-UCB'], horizon: 300, runs: 3, seed: 1 }})")
    page.evaluate(f"{GET}.run()")
    page.evaluate(f"{GET}.set({{ weight: 50 }})")
    runs = "lipbanditsExplorers.get('contexts').runs"
    assert page.evaluate(f"['CCKL-UCB', 'CKL-UCB'].map(name => {runs}.count(name))") == [0, 3]


# ---- in a notebook


def test_a_live_lab_begins_where_the_page_does_and_what_is_set_is_shown():
    lab = lab_of_contexts()
    assert lab.state == lab_of_contexts.words["state"] and lab.bandit.theta.shape == (6, 9)
    assert lab.bound.value == lb.contextual_lower_bound(lab.bandit).value and lab.results == {}
    lab.theta = [[0.2, 0.6], [0.5, 0.4], [0.5, 0.5]]
    assert lab.arms.tolist() == [0, 1] and lab.contexts.tolist() == [0, 0.5, 1]
    assert lab.distribution == pytest.approx(np.full(3, 1 / 3)) and (lab.j, lab.k) == (2, 1)
    least = lb.ContextualBandit(lab.theta, context_weight=0.1).lipschitz
    assert lab.lipschitz == pytest.approx(max(0.6, least))
    lab.set(weight=1.0, distribution=[0.5, 0.25, 0.25], sharing=False, policies=["KL-UCB", "CCKL-UCB"])
    assert lab.policies == ("CCKL-UCB", "KL-UCB") and lab.bandit.distribution.tolist() == [0.5, 0.25, 0.25]
    other = lab_of_contexts(theta=[[0.5, 0.7], [0.6, 0.7]], lipschitz=2.0)
    assert other.lipschitz == 2.0 and "3" not in repr(other.bandit.n_contexts)


def test_what_the_page_has_played_is_heard_as_regret():
    lab = lab_of_contexts(theta=[[0.2, 0.4], [0.3, 0.4]], policies=["KL-UCB"], horizon=3)
    regret, plays = np.arange(6.0).reshape(2, 3), np.array([[1, 2, 0, 0], [3, 0, 0, 0]], dtype=np.int32)
    said = {"name": "KL-UCB", "runs": 2, "names": ["KL-UCB"], "state": lab.state}
    buffers = [memoryview(regret.tobytes()), memoryview(plays.tobytes())]
    lab._handle_custom_msg({"marks": [1, 2, 3], "results": said}, buffers)
    (found,) = lab.results.values()
    assert found.plays.tolist() == [[[1, 2], [0, 0]], [[3, 0], [0, 0]]] and found.regret.tolist() == regret.tolist()
    lab.weight = 3.0
    assert lab.results == {}


REFUSED = {
    "theta: 7 rows of 1 means; expected at most 6 rows of 12": {"theta": [[0.5]] * 7},
    "weight: 0.0; expected a number from 0.0001 to 10000": {"weight": 0},
    "more than lipschitz=0.01 allows": {"lipschitz": 0.01},
    "distribution: shape": {"distribution": [1.0]},
    "policies: 'KL-UCB'; expected some of CCKL-UCB": {"policies": "KL-UCB"},
    "j: 6; expected a whole number ≥ 0, and at most 5": {"j": 6},
    "sharing: 1; expected True or False": {"sharing": 1},
    "told: unknown; expected one of theta": {"told": 1.0},
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_refused_in_the_kernel_and_nothing_changes(message):
    lab = lab_of_contexts()
    before = dict(lab.state)
    with pytest.raises((TypeError, ValueError), match=message):
        lab.set(**REFUSED[message])
    assert lab.state == before


def test_the_kernel_knows_what_the_pages_script_knows(page):
    known = page.evaluate(
        "() => { const { POLICIES, MOST, LEAST_WEIGHT, ACCEPTED } = lipbandits.contextsStates;"
        " return [POLICIES, MOST.contexts, MOST.arms, [LEAST_WEIGHT, MOST.weight], ACCEPTED]; }"
    )
    names = list(lab_of_contexts.words["state"])
    assert known == [list(live.POLICIES), live.MOST_CONTEXTS, live.MOST_ARMS, list(live.WEIGHTS), names]
