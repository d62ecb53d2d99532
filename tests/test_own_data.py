"""Advice from measured means: floors, the price of a wrong promise, and a recommendation only where runs bear it."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study import own_data
from lipbandits.study.advice import OFTEN_WRONG
from lipbandits.study.statistics import paired_difference

SHARES = {"price": [4, 5, 6, 7, 8], "revenue": [0.32, 0.44, 0.5, 0.41, 0.2]}
SMALL = {"horizons": [300, 1000], "runs": 12, "seed": 3}


@pytest.fixture(scope="module")
def measured():
    return lb.read_means(SHARES)


@pytest.fixture(scope="module")
def advice(measured):
    return lb.advise(measured, **SMALL)


def test_floors_are_those_of_the_papers_theorem_1_and_of_lai_and_robbins(measured, advice):
    bandit = measured.bandit()
    assert [floor.factor for floor in advice.floors] == [1, 2, 4, np.inf]
    for floor in advice.floors[:-1]:
        assert floor.value == lb.lower_bound(bandit.with_lipschitz(floor.lipschitz)).value
        assert floor.losses == pytest.approx(floor.value * np.log([300, 1000]))
    assert advice.floors[-1].value == lb.lai_robbins(bandit).value
    values = [floor.value for floor in advice.floors]
    assert values == sorted(values)


def test_runs_are_paired_and_are_those_of_simulate(measured, advice):
    told = lb.CKLUCB(lipschitz=0.5 * measured.lipschitz)
    found = lb.simulate(measured.bandit(), {"CKL-UCB": lb.CKLUCB(), "told": told}, 1000, 12, 3)
    assert np.array_equal(found["told"].regret, advice.results[1000]["CKL-UCB, 0.5 L"].regret)
    price = next(each for each in advice.prices if (each.horizon, each.factor) == (1000, 0.5))
    assert price.more == paired_difference(found["told"].regret[:, -1], found["CKL-UCB"].regret[:, -1])
    assert price.lipschitz == 0.5 * measured.lipschitz
    assert [each.more for each in advice.prices if each.factor == 1] == [None, None]


def test_a_policy_is_recommended_only_where_paired_intervals_say_so(advice):
    for choice in advice.choices:
        finals = {name: regret.regret[:, -1] for name, regret in advice.results[choice.horizon].items()}
        others = {*choice.undecided, *choice.behind}
        assert {choice.leader, *others} == set(own_data.contenders(advice.measured.bandit()))
        for name in others:
            found = paired_difference(finals[name], finals[choice.leader])
            assert (name in choice.behind) == (found.low > 0)
        assert ("cannot be told from" in choice.words) == bool(choice.undecided)


def test_runs_alike_decide_nothing_and_heavy_tails_are_named(measured):
    bandit = measured.bandit()
    rounds = np.array([1, 1000])
    plays = np.tile([0, 0, 1000, 0, 0], (40, 1))
    calm = np.random.default_rng(1).normal(20, 3, 40)
    wild = np.where(np.arange(40) == 7, 900.0, 15.0)
    finals = {"calm": calm, "same": calm + 0 * calm, "wild": wild, "far": calm + 30}
    found = {n: lb.Regret(rounds, np.column_stack([np.zeros(40), v]), plays) for n, v in finals.items()}
    choice = own_data._choice(bandit, found, 1000, list(found))
    assert choice.leader == "calm" and choice.heavy == ("wild",)
    assert set(choice.undecided) == {"same", "wild"} and set(choice.behind) == {"far"}
    assert choice.words == "calm, which cannot be told from same, wild"


def test_advice_does_not_depend_on_processes_and_is_resumed(measured, advice, tmp_path):
    path = tmp_path / "runs.npz"
    for _ in range(2):
        again = lb.advise(measured, **SMALL, n_jobs=2, checkpoint=path)
        for horizon, results in advice.results.items():
            for name, regret in results.items():
                assert np.array_equal(regret.regret, again.results[horizon][name].regret)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["runs-1000.npz", "runs-300.npz"]


def test_tables_have_a_row_for_each_case(advice):
    floors, prices, choices = advice.floor(), advice.price(), advice.choice()
    assert len(floors.rows) == 4 and floors.rows[-1][:3] == ["none", None, None]
    assert len(prices.rows) == 8 and len(choices.rows) == 2
    assert [row[1] for row in prices.rows[:4]] == ["0.5 L", "smallest L", "2 L", "4 L"]
    assert "T = 1,000" in repr(advice) and "smallest L" in repr(advice)


def test_what_is_above_all_that_can_be_lost_is_left_out(measured):
    advice = lb.advise(measured, [10, 1000], runs=2)
    found = [row[4:] for row in advice.floor().rows]
    for losses, floor in zip(found, advice.floors, strict=True):
        assert floor.losses[0] > 10 * 0.3 > 0 and losses[0] is None
        assert losses[1] == floor.losses[1] <= 1000 * 0.3
    text, html = repr(advice.floor()), advice.floor()._repr_html_()
    assert text.endswith("nobody can lose.") and "no lower bound at this T" in text and "<p>C(θ) log T is" in html


def test_advice_says_where_L_may_be_noise_and_T_too_short():
    def said(counts, horizon):
        table = SHARES | {"n": [counts] * 5}
        measured = lb.read_means(table, position="price", mean="revenue", count="n")
        return lb.advise(measured, [horizon], {"UCB": lb.UCB()}, [1], runs=20)

    few, many = said(20, 12), said(100_000, 3000)
    assert "L may be noise alone" in repr(few) and "L is above noise" in repr(many)
    assert few.choices[0].wrong > OFTEN_WRONG and "T may be too short" in repr(few)
    assert many.choices[0].wrong <= OFTEN_WRONG and "too short" not in repr(many)
    assert "noise" not in repr(lb.advise(lb.read_means(SHARES), [12], {"UCB": lb.UCB()}, [1], runs=2))


def test_who_plays_depends_on_the_instance():
    two_peaks = lb.LipschitzBandit([0.3, 0.5, 0.3, 0.6])
    assert "IMED-UB" not in own_data.contenders(two_peaks)
    tie = lb.LipschitzBandit([0.5, 0.5, 0.3])
    assert "OSLB" not in own_data.contenders(tie)
    counts = lb.LipschitzBandit([3.0, 5.0, 4.0], family=lb.Poisson())
    assert not {"UCB", "MOSS"} & set(own_data.contenders(counts))
    assert "OSLB" not in own_data.contenders(lb.triangle(47))


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"horizons": []}, ValueError, "horizons: .*expected one number of rounds"),
        ({"horizons": [1]}, ValueError, "horizon: 1; expected a whole number ≥ 2"),
        ({"runs": 1}, ValueError, "runs: 1"),
        ({"factors": [0]}, ValueError, "factors: 0.*> 0"),
        ({"factors": 2}, TypeError, "factors: 2"),
        ({"policies": {}}, ValueError, "policies: none given; expected at least one"),
        ({"policies": "IMED"}, TypeError, "policies: 'IMED'; expected a policy, a list of them or a dict"),
        ({"seed": -1}, ValueError, "seed: -1"),
    ],
)
def test_what_cannot_be_advised_is_refused_by_name(measured, options, error, said):
    with pytest.raises(error, match=said):
        lb.advise(measured, **options)


def test_means_that_are_all_the_same_leave_nothing_to_choose():
    with pytest.raises(ValueError, match=r"all means are 0\.5"):
        lb.advise(lb.read_means(([1, 2], [0.5, 0.5])))
    with pytest.raises(TypeError, match="expected a Measured"):
        lb.advise([0.1, 0.2])
