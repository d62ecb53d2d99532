"""Labs that go through one run, in a browser: what they show at a round is what Python says of it."""

import numpy as np
import pytest

from lipbandits.labs import assets, lockin, steps
from lipbandits.labs.live.means import bandit_of
from lipbandits.labs.live.steps import LiveLockin, LiveSteps, policy_of
from lipbandits.study.recorded import standing
from lipbandits.theory.indexes import KINDS as LEVELS
from lipbandits.theory.indexes import evidence, exploration_level
from tests.labs_in_pages import scripts
from tests.page_engine import instance
from tests.test_steps import rule_of

LOOK = """async ([id, states]) => {
    const api = lipbandits.labs.get(id), found = [];
    for (const state of states) {
        await api.set(state);
        const link = document.getElementById(id).querySelector(".lb-link").getAttribute("href");
        found.push({
            ...await api.results(), state: api.state(), lines: api.python(), table: await api.table(), link,
            words: document.getElementById(id).querySelector(".lb-status").textContent,
        });
    }
    return found;
}"""
REFUSED = """async ([id, changes]) => {
    const api = lipbandits.labs.get(id), before = JSON.stringify(api.state());
    const said = await api.set(changes).then(() => "", (error) => `${error.name}: ${error.message}`);
    return [said, JSON.stringify(api.state()) === before];
}"""


@pytest.fixture(scope="module")
def page():
    with scripts() as other:
        opened, errors = other.context.browser.new_page(), []
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.set_content(
            f"<!doctype html><style>{assets.style()}</style>{steps.html()}{lockin.html()}"
            f"<script>{assets.script()}</script>"
        )
        opened.wait_for_function("() => globalThis.lipbandits?.labs?.ids().length === 2")
        yield opened
        assert errors == []


def random_state(rng, most_arms, horizon, policies):
    given = instance(rng, most_arms)
    return {
        **given,
        "k": int(rng.integers(len(given["theta"]))),
        "told": None if rng.random() < 0.5 else float(given["lipschitz"] * rng.choice([0.0, 0.3, 0.8, 2.0])),
        "f": str(rng.choice(LEVELS)),
        "forced": bool(rng.random() < 0.5),
        "horizon": horizon,
        "round": int(rng.choice([1, 2, horizon, rng.integers(1, horizon + 1)])),
        "seed": int(rng.choice([0, 2**53 - 1, rng.integers(2**53)])),
        **({"policy": str(rng.choice(policies))} if policies else {}),
    }


def check_look(found):
    """What the page says of a round, asked of Python."""
    state = found["state"]
    policy, report = standing(bandit_of(state), policy_of(state), state["round"], state["seed"])
    assert found["plays"] == policy.plays.tolist()
    np.testing.assert_allclose(found["averages"], policy.means, rtol=1e-12)
    if "indexes" in report:
        np.testing.assert_allclose(found["indexes"], report["indexes"], rtol=1e-9, atol=1e-9)
    # Of several optimal plans either is right.
    if "bound" not in report or report["bound"].unique:
        assert (found["arm"], found["rule"]) == (report["arm"], rule_of(report, policy)), state
    return policy, report


def check_lines(found, policy, report):
    """The lines that one copies reproduce the round."""
    space = {}
    exec(found["lines"], space)
    assert space["plays"].tolist() == found["plays"] and space["averages"].tolist() == policy.means.tolist()
    assert space["report"]["arm"] == report["arm"] and space["report"]["rule" if "rule" in report else "arm"]
    if "indexes" in report:
        assert space["indexes"].tolist() == report["indexes"].tolist()


def check_table(found):
    """A row for each arm; the sum of what is said against the index of the arm that is looked at is the level."""
    state, table = found["state"], found["table"]
    column = {name: [row[i] for row in table["rows"]] for i, name in enumerate(table["columns"])}
    assert column["mean"] == state["theta"] and column["plays"] == found["plays"]
    head = dict(table["head"])
    assert head["played"] == str(found["arm"]) and head["rule"] == found["rule"]
    index = found["indexes"][state["k"]] if found["indexes"] else 1.0
    if state["policy"] in ("CKL-UCB", "OSLB") and index < 1:
        geometry = bandit_of(state).geometry
        geometry = geometry if state["told"] is None else geometry.with_lipschitz(state["told"])
        sums = np.round(np.array(found["plays"]) * found["averages"])
        value = evidence(found["plays"], sums, geometry, state["k"], index)
        assert sum(column["evidence"]) == pytest.approx(value, rel=1e-6, abs=1e-8)
        assert value <= found["level"] * (1 + 1e-6) + 1e-6 or index == pytest.approx(found["averages"][state["k"]])


def check_random_rounds(page, number, seed, horizon):
    rng = np.random.default_rng(seed)
    states = [random_state(rng, 14, horizon, LiveSteps.policies) for _ in range(number)]
    for found in page.evaluate(LOOK, ["steps", states]):
        policy, report = check_look(found)
        check_lines(found, policy, report)
        check_table(found)
        assert f"Round {found['state']['round']:,}." in found["words"] and f"rm {found['arm']} " in found["words"]


def test_a_round_of_any_state_is_what_python_says_of_it_and_the_copied_lines_give_it(page):
    check_random_rounds(page, 40, seed=0, horizon=400)


@pytest.mark.slow
def test_rounds_of_many_states_are_what_python_says_of_them(page):
    check_random_rounds(page, 220, seed=1, horizon=2000)


def check_long_runs(page, number, seed):
    rng = np.random.default_rng(seed)
    states = [random_state(rng, 24, 30_000, ()) for _ in range(number)]
    for found in page.evaluate(LOOK, ["lockin", states]):
        state = found["state"]
        check_look(found)
        bandit = bandit_of(state)
        told = bandit.geometry if state["told"] is None else bandit.geometry.with_lipschitz(state["told"])
        marks = found["marks"]
        assert all(mark < state["round"] for mark in marks)
        for m in range(0, len(marks), max(1, len(marks) // 3)):
            policy, report = standing(bandit, policy_of(state), marks[m] + 1, state["seed"])
            assert found["leaders"][m] == report["leader"] and found["playsOfArm"][m] == policy.plays[state["k"]]
            index = float(report["indexes"][report["leader"]])
            assert found["leaderIndexes"][m] == pytest.approx(index, abs=1e-9)
            level = exploration_level(marks[m] + 1, bandit.n_arms, state["f"])
            assert found["levels"][m] == pytest.approx(level)
            if report["leader"] == state["k"] or index >= 1:
                # NaN is null where JSON carries it.
                assert found["evidence"][m] is None or np.isnan(found["evidence"][m])
                continue
            value = evidence(policy.plays, policy.sums, told, state["k"], index)
            assert found["evidence"][m] == pytest.approx(value, rel=1e-5, abs=1e-5)


def test_a_long_run_is_that_of_simulate_and_its_evidence_that_of_the_theory(page):
    check_long_runs(page, 12, seed=2)


@pytest.mark.slow
def test_many_long_runs_are_those_of_simulate(page):
    check_long_runs(page, 220, seed=3)


def test_the_lock_in_of_the_chapter_and_its_end(page):
    end = {"round": 500_000}
    states = [end, {**end, "told": 0.75}, {**end, "told": None, "f": "klucb1"}]
    page.evaluate("() => lipbanditsExplorers.get('lockin').goTo(lipbanditsExplorers.get('lockin').spec.start)")
    locked, loose, higher = page.evaluate(LOOK, ["lockin", states])
    for found in (locked, loose, higher):
        check_look(found)
    assert "Arm 20, the best, was played 4 times" in locked["words"] and "it is shut out" in locked["words"]
    assert "Arm 20, the best, leads" in loose["words"] and "it is shut out" in higher["words"]
    assert locked["link"].endswith("T=500000&round=500000&seed=3")


WRONG = {
    'RangeError: policy: "Best"; expected one of UCB, KL-UCB, CKL-UCB, OSLB': {"policy": "Best"},
    "RangeError: round: 0; expected a whole number from 1 to 400": {"round": 0, "horizon": 400},
    "RangeError: horizon: 2001; expected a whole number from 1 to 2000": {"horizon": 2001},
    'TypeError: seed: "1"; expected a whole number from 0 to 9007199254740991': {"seed": "1"},
    "TypeError: what: unknown; expected theta, arms, lipschitz, k, policy, told, f, forced, horizon, seed, round": {
        "what": 1
    },
}


@pytest.mark.parametrize("message", WRONG)
def test_what_cannot_be_stepped_is_refused_by_name_and_nothing_changes(message, page):
    page.evaluate("() => lipbandits.labs.get('steps').set({ horizon: 400, round: 3 })")
    assert page.evaluate(REFUSED, ["steps", WRONG[message]]) == [message, True]


def test_the_lock_in_has_one_policy(page):
    refused = 'RangeError: policy: "UCB"; expected CKL-UCB'
    assert page.evaluate(REFUSED, ["lockin", {"policy": "UCB"}]) == [refused, True]
    # What a state holds is what `set` takes.
    for name in ("steps", "lockin"):
        assert page.evaluate("(id) => lipbandits.labs.get(id).set(lipbandits.labs.get(id).state())", name) is None


def test_links_are_forgiving_and_say_what_they_changed(page):
    said = page.evaluate("""() => {
        const of = (query) => {
            const lab = lipbanditsExplorers.get("steps");
            const { state, note } = lab.parse(new URLSearchParams(query));
            return [state.policy, state.round, state.horizon, note];
        };
        return ["p=KL-UCB&T=100&round=900", "p=Best&round=x", "round=7"].map(of);
    }""")
    assert said[0] == ["KL-UCB", 100, 100, "The link asks for round = 900; this is 100."]
    assert said[1][:2] == ["OSLB", 3] and "Best" in said[1][3] and "no number" in said[1][3]
    assert said[2] == ["OSLB", 7, 400, ""]


# In a notebook.


def test_a_live_one_says_what_python_says_and_refuses_what_the_page_refuses():
    lab = steps(policy="CKL-UCB", round=89)
    assert isinstance(lab, LiveSteps) and lab.round == 89 and lab.seed == 5
    assert lab.results["arm"] == 3 and lab.results["plays"].sum() == 88
    lab.horizon = 50
    assert lab.round == 50
    for changes, message in (
        ({"policy": "Best"}, "policy: 'Best'; expected UCB or"),
        ({"round": 51}, "round: 51; expected a whole number ≥ 1, and at most 50"),
        ({"horizon": 3000}, "horizon: 3000"),
        ({"f": "no"}, "f: 'no'; expected one of log"),
        ({"told": -1}, "told: -1.0"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            lab.set(**changes)
    assert lab.round == 50 and lab.policy == "CKL-UCB"
    long = lockin(round=1000)
    assert isinstance(long, LiveLockin) and long.results["leader"] in range(46)
    with pytest.raises(ValueError, match="expected CKL-UCB"):
        long.policy = "UCB"
