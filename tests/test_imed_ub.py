"""IMED-UB: its rule on paper and compiled, what it costs, and where it stays; and the bound for unimodal means."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

import lipbandits as lb
from lipbandits.play import twins
from lipbandits.study import data
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.study.statistics import wrong_share
from lipbandits.theory.unimodal import second_peaks
from tests.compiled import COMPILED, cases, rounds
from tests.test_engine_of_families import assert_same, every_family

compiled = pytest.mark.skipif(not COMPILED, reason="half a minute without compiled code")
LINE = lb.Geometry([0.0, 0.1, 0.5, 0.6, 1.0], 1.0)


def after(plays, sums, once=False, geometry=LINE):
    """What the policy explains after so many plays and rewards."""
    policy = lb.IMEDUB(once)
    policy.reset(geometry, None)
    policy.plays[:], policy.sums[:] = plays, sums
    return policy.explain(int(np.sum(plays)) + 1)


def test_the_index_is_that_of_imed():
    report = after([10, 20, 30, 5, 0], [2, 8, 21, 1, 0])
    expected = [t * lb.kl(s / t, 0.7) + np.log(t) for t, s in ((10, 2), (20, 8), (30, 21), (5, 1))]
    assert report["indexes"] == pytest.approx([*expected, -np.inf])
    assert report["leader"] == 2 and report["near"].tolist() == [1, 2, 3]
    assert report["arm"] == 2, "log 30 is the least"


def test_only_the_best_average_and_its_neighbours_are_played():
    # Arm 4 was never played, and arm 0 has the least index of all; neither is next to arm 2.
    report = after([1, 9, 90, 9, 0], [0, 3, 63, 6, 0])
    assert report["indexes"][0] < report["indexes"][3] and report["arm"] == 3
    # A neighbour without plays comes first.
    assert after([1, 9, 90, 0, 0], [0, 3, 63, 0, 0])["arm"] == 3
    assert after([0, 0, 0, 0, 1], [0, 0, 0, 0, 1])["arm"] == 3


def test_of_several_best_averages_all_neighbours_are_in_question():
    report = after([2, 4, 9, 9, 8], [1, 1, 2, 2, 4])
    assert report["leader"] == 0 and report["near"].tolist() == [0, 1, 3, 4]
    # All are 0 at first, played or not: the lowest arm that was not played.
    assert after([0] * 5, [0] * 5)["arm"] == 0
    assert after([1, 1, 0, 0, 0], [0] * 5)["arm"] == 2
    # Without rewards that can be no worse than an unplayed arm's, only what is next to the best that was seen.
    gauss = LINE.with_family(lb.Gaussian())
    assert after([0, 0, 1, 0, 0], [0, 0, -3.0, 0, 0], geometry=gauss)["near"].tolist() == [1, 2, 3]


def test_equal_indexes_go_to_the_lowest_arm():
    assert after([5, 2, 9, 2, 5], [1, 0, 4, 0, 1])["arm"] == 1
    assert after([9] * 5, [4] * 5)["arm"] == 0
    # Up to the tolerance; averages are equal only exactly.
    policy = lb.IMEDUB()
    policy.reset(LINE.with_family(lb.Gaussian()), None)
    policy.plays[:], policy.sums[:] = 1, [0.0, 1.0, 1.0 + 1e-7, 0.0, 0.0]
    report = policy.explain(6)
    assert report["near"].tolist() == [1, 2, 3] and 0 < report["indexes"][1] < 1e-9 and report["arm"] == 1


def test_an_average_of_one_is_left_for_unplayed_neighbours_only():
    assert after([3, 3, 4, 3, 0], [0, 2, 4, 2, 0])["arm"] == 2
    assert after([3, 0, 4, 3, 0], [0, 0, 4, 2, 0])["arm"] == 1
    bandit = lb.LipschitzBandit([0.5, 1.0, 0.5], lipschitz=1.0)
    regret = lb.simulate(bandit, [lb.IMEDUB()], 5000, runs=20)["IMEDUB"]
    assert np.array_equal(regret.regret[:, -1], regret.regret[:, np.searchsorted(regret.rounds, 500)])
    assert lb.unimodal_lower_bound(bandit).value == 0


@pytest.mark.parametrize("once", [False, True])
def test_one_arm_and_equal_arms_cost_nothing(once):
    for theta in ([0.3], [0.5] * 4, [0.0] * 3, [1.0] * 3):
        assert lb.simulate(lb.LipschitzBandit(theta, lipschitz=1.0), lb.IMEDUB(once), 200, runs=3).mean()[-1] == 0


def test_each_arm_is_played_once_first_if_it_shall_be():
    rewards = np.random.default_rng(0).integers(0, 2, (6, 40))
    played = {once: lb.replay(lb.triangle(6), lb.IMEDUB(once), rewards, engine=False) for once in (False, True)}
    assert played[True][:6].tolist() == list(range(6)) and played[False][:6].tolist() != list(range(6))


def test_what_is_no_line_is_refused_by_name():
    tree = lb.Geometry.from_distances([[0, 1, 1], [1, 0, 1], [1, 1, 0]], 1.0)
    with pytest.raises(ValueError, match=r"geometry: Geometry\(3 arms in a metric space.*expected arms on a line"):
        lb.IMEDUB().reset(tree, None)
    with pytest.raises(ValueError, match="expected arms on a line"):
        lb.simulate(lb.LipschitzBandit([0.1, 0.2, 0.3], geometry=tree), lb.IMEDUB(), 10, runs=1)
    with pytest.raises(ValueError, match=r"geometry: PairGeometry.*expected arms on a line"):
        lb.IMEDUB().reset(lb.PairGeometry([0, 1], [0, 1], 1.0), None)
    with pytest.raises(TypeError, match="geometry: Interval"):
        lb.IMEDUB().reset(lb.Interval(1.0), None)
    with pytest.raises(TypeError, match="once: 1"):
        lb.IMEDUB(1)
    policy = lb.IMEDUB()
    policy.reset(LINE, None)
    with pytest.raises(ValueError, match="n: 0"):
        policy.explain(0)


def random_line(family, seed, max_arms):
    """(bandit, policy, generator of its rewards): unimodal or not, with plateaus and means at the ends among them."""
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(1, max_arms + 1))
    theta = rng.choice([0.05, 0.3, 0.5, 0.9, 0.95], n_arms) if rng.random() < 0.3 else rng.uniform(0.02, 0.98, n_arms)
    if rng.random() < 0.6:
        peak = int(rng.integers(n_arms))
        theta = np.concatenate([np.sort(theta[:peak]), np.sort(theta[peak:])[::-1]])
    if isinstance(family, lb.Bernoulli):
        theta = rng.choice([1.0, 0.05], p=[0.8, 0.2]) * theta + rng.choice([0.0, 0.02])
    else:
        theta = float(rng.choice([0.2, 1.0, 8.0])) * theta - 3.0 * (
            isinstance(family, lb.Gaussian) and rng.random() < 0.3
        )
    bandit = lb.LipschitzBandit(theta, lipschitz=1.0, check=False, family=family)
    return bandit, lb.IMEDUB(bool(rng.integers(2))), rng


def check_same_plays(family, seed, horizon, max_arms=25):
    bandit, policy, rng = random_line(family, seed, max_arms)
    assert_same(bandit, policy, family.sample(bandit.theta[:, None], rng, (bandit.n_arms, horizon)))


@pytest.mark.parametrize("seed", cases(12))
@every_family
def test_policy_and_engine_play_the_same_rounds(family, seed):
    check_same_plays(family, seed, rounds(400))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1050))
@every_family
def test_policy_and_engine_play_the_same_5000_rounds(family, seed):
    check_same_plays(family, seed, 5000, max_arms=60)


def test_policy_and_engine_play_the_same_coins_with_means_0_and_1():
    for theta in itertools.product([0.0, 0.5, 1.0], repeat=3):
        bandit = lb.LipschitzBandit(theta, lipschitz=2.0)
        assert_same(bandit, lb.IMEDUB(), (np.random.default_rng(0).random((3, 60)) < bandit.theta[:, None]).astype(int))


def test_within_other_policies_it_has_its_twin():
    rng = np.random.default_rng(0)
    contexts = lb.travelling_peak(3, 6)
    rewards = (rng.random((3, 6, 300)) < contexts.theta[:, :, None]).astype(np.uint8)
    assert twins.has_twin(lb.PerContext(lb.IMEDUB())) and twins.has_twin(lb.IMEDUB())
    assert_same(contexts, lb.PerContext(lb.IMEDUB()), rewards, contexts=rng.integers(0, 3, 300))
    assert_same(lb.paper_triangle(), lb.Discretised(lb.IMEDUB(True), lb.even_grid(9)), rng.random(300))


@compiled
def test_where_an_arm_has_no_better_neighbour_the_simulator_warns_and_the_run_may_stay():
    """Two peaks: the lower one is found first, from the left, and once it looks better than the valley it is kept."""
    bandit = lb.LipschitzBandit([0.6, 0.1, 0.1, 0.9], lipschitz=3.0)
    assert second_peaks(bandit).tolist() == [0]
    with pytest.warns(UserWarning, match=r"policies\['IMEDUB'\]: IMEDUB\(.*\) on means of which arm 0 has no better"):
        regret = lb.simulate(bandit, [lb.IMEDUB()], 40_000, runs=40)["IMEDUB"]
    stayed = regret.plays[:, 0] > 39_000
    assert stayed.mean() > 0.5
    half = np.searchsorted(regret.rounds, 20_000)
    grown = regret.regret[stayed, -1] / regret.regret[stayed, half]
    assert np.all(np.abs(grown / (40_000 / regret.rounds[half]) - 1) < 0.05), "regret in proportion to T"
    assert lb.simulate(bandit, lb.KLUCB(), 40_000, runs=10).mean()[-1] < 100


def test_within_contexts_the_simulator_warns_of_the_first_one_in_which_its_copy_may_stay():
    one, two, equal = [0.1, 0.5, 0.4, 0.2], [0.6, 0.1, 0.1, 0.9], [0.5, 0.1, 0.5, 0.1]
    several = lb.ContextualBandit([one, two, two], contexts=[0.0, 0.5, 1.0], lipschitz=9.0)
    with pytest.warns(
        UserWarning, match=r"PerContext\(.*IMEDUB.*\) on means of which in context 1 arm 0 has no"
    ) as told:
        lb.simulate(several, {"": lb.PerContext(lb.IMEDUB())}, 20, runs=1)
    assert len(told) == 1
    several = lb.ContextualBandit([one, equal], contexts=[0.0, 1.0], lipschitz=9.0)
    for policy in (lb.OSLB(), lb.OSSB()):
        with pytest.warns(UserWarning, match=r"PerContext\(.*\) on 2 best arms in context 1; .* is for one"):
            lb.simulate(several, lb.PerContext(policy), 20, runs=1)
    # Not of copies that are fine, nor of who counts on nothing.
    several = lb.ContextualBandit([one, one], contexts=[0.0, 1.0], lipschitz=9.0)
    lb.simulate(several, {"a": lb.PerContext(lb.IMEDUB()), "b": lb.PerContext(lb.OSSB())}, 20, runs=1)
    lb.simulate(
        lb.ContextualBandit([two, equal], contexts=[0.0, 1.0], lipschitz=9.0), lb.PerContext(lb.KLUCB()), 20, runs=1
    )


def test_means_with_one_peak_are_played_without_a_word(recwarn):
    for theta in ([0.1, 0.5, 0.9, 0.4], [0.9, 0.5], [0.2, 0.7, 0.7, 0.1], [0.5], [0.3, 0.3]):
        bandit = lb.LipschitzBandit(theta, lipschitz=9.0)
        assert len(second_peaks(bandit)) == 0
        lb.simulate(bandit, lb.IMEDUB(), 20, runs=1)
    # Not for others, and not for two equal peaks: whichever is kept is best.
    lb.simulate(lb.LipschitzBandit([0.9, 0.1, 0.5], lipschitz=9.0), lb.KLUCB(), 20, runs=1)
    assert len(second_peaks(lb.LipschitzBandit([0.9, 0.1, 0.9], lipschitz=9.0))) == 0
    assert not [each for each in recwarn if "IMED" in str(each.message)]


@compiled
def test_regret_on_few_arms_is_near_the_bound_for_unimodal_means():
    """Five arms, 20,000 rounds: far below what any policy without the promise can have in the long run."""
    bandit = lb.triangle(5, lipschitz=0.5)
    regret = lb.simulate(bandit, lb.IMEDUB(), 20_000, runs=100, seed=1)
    slope = np.diff(regret.mean()[[np.searchsorted(regret.rounds, 1000), -1]])[0] / np.log(20)
    assert 0.6 < slope / lb.unimodal_lower_bound(bandit).value < 1.4
    assert slope < lb.lai_robbins(bandit).value
    outside = regret.plays[:, [0, 4]].mean()
    assert outside < 30, "arms that are not next to the best are played a bounded number of times"


# Mean regret at T = 5000 over 150 runs, and its standard error, of IMEDUB in hsaber-ai/multimodal_bandits at a4d193a, a
# program of the first author of IMED-UB, with its line on playing each arm once switched on.
THEIRS = [(lb.Bernoulli(), 33.09, 0.86), (lb.Gaussian(0.5), 52.15, 1.74)]


@pytest.mark.slow
@pytest.mark.parametrize(("family", "mean", "error"), THEIRS, ids=repr)
def test_regret_is_that_of_the_first_authors_program(family, mean, error):
    tenths = np.arange(1, 10) / 10
    bandit = lb.LipschitzBandit([*tenths, *tenths[-2::-1]], lipschitz=2.0, family=family)
    ours = lb.simulate(bandit, lb.IMEDUB(once=True), 5000, runs=2000, seed=5).regret[:, -1]
    assert abs(ours.mean() - mean) < 4 * np.hypot(error, ours.std() / np.sqrt(len(ours)))


def unimodal(seed, family=None):
    """A bandit with one strict peak and an L that fits, tight or loose."""
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(2, 9))
    arms, theta = np.sort(rng.random(n_arms)), rng.uniform(0.01, 0.99, n_arms)
    peak = int(rng.integers(n_arms))
    theta = np.concatenate([np.sort(theta[:peak]), np.sort(theta[peak:])[::-1]])
    steps = np.abs(np.diff(theta)) / np.diff(arms)
    lipschitz = float(steps.max() * rng.choice([1.0, 1.2, 4.0])) * (1 + 1e-12)
    return lb.LipschitzBandit(theta, arms, lipschitz, family=family)


@pytest.mark.parametrize("seed", range(40))
def test_the_bound_for_unimodal_means_is_the_sum_over_the_neighbours_of_the_best(seed):
    bandit = unimodal(seed)
    near = [k for k in range(bandit.n_arms) if abs(k - bandit.best) == 1]
    bound = lb.unimodal_lower_bound(bandit)
    assert bound.value == pytest.approx(sum(bandit.gaps[k] / lb.kl(bandit.theta[k], bandit.best_mean) for k in near))
    assert np.flatnonzero(bound.rates).tolist() == near == np.flatnonzero(bound.prices).tolist()
    assert bound.rates @ bandit.gaps == pytest.approx(bound.value)
    # Whatever L the bandit has, 0 too, which is its own business here.
    for lipschitz in (0.0, 100.0):
        other = lb.LipschitzBandit(bandit.theta, bandit.arms, lipschitz, check=False)
        assert lb.unimodal_lower_bound(other).value == pytest.approx(bound.value)


@pytest.mark.parametrize("seed", range(40))
def test_both_promises_cost_no_more_than_either_and_are_the_program_of_two_models(seed):
    bandit = unimodal(seed)
    both = lb.unimodal_lower_bound(bandit, lipschitz=True).value
    assert both <= min(lb.unimodal_lower_bound(bandit).value, lb.lower_bound(bandit).value) * (1 + 1e-9)
    rows = lb.confusing_divergences(bandit)[[k for k in range(bandit.n_arms) if abs(k - bandit.best) == 1]]
    worse = bandit.gaps > 0
    assert both == pytest.approx(linprog(bandit.gaps[worse], -rows[:, worse], -np.ones(len(rows))).fun, rel=1e-6)
    gauss = unimodal(seed, lb.Gaussian())
    told = lb.unimodal_lower_bound(gauss, lipschitz=True).value
    assert told == pytest.approx(lb.unimodal_lower_bound(gauss).value, rel=1e-9), "for Gaussian rewards L adds nothing"


@pytest.mark.parametrize("seed", range(10))
def confusing_models(bandit, lipschitz, rng, size=20_000):
    """Of many candidates, whatever they are, those with one peak, θ* at the best arm and another one better; L fits."""
    theta, distances, n_arms = bandit.theta, bandit.geometry.distances, bandit.n_arms
    models = rng.random((size, n_arms))
    models[::3] = theta + (models[::3] - theta) * 10 ** rng.uniform(-3, 0, (len(models[::3]), 1))
    # Close to the cheapest: θ below a tent, whose peak is somewhere and hardly better.
    tents = models[::2]
    heights = bandit.best_mean + (1 - bandit.best_mean) * 10 ** rng.uniform(-6, 0, (len(tents), 1))
    slopes = bandit.lipschitz * rng.choice([0.1, 0.5, 1.0, 30.0], (len(tents), 1))
    models[::2] = np.maximum(theta, heights - slopes * distances[rng.integers(n_arms, size=len(tents))])
    models[:, bandit.best] = bandit.best_mean
    steps = np.diff(models, axis=1)
    # Once it falls it does not rise.
    fits = ~((np.minimum.accumulate(steps, axis=1)[:, :-1] < 0) & (steps[:, 1:] > 0)).any(axis=1)
    fits &= models.max(axis=1) > bandit.best_mean
    if lipschitz:
        far = np.abs(models[:, :, None] - models[:, None, :]) - bandit.lipschitz * distances
        fits &= far.max(axis=(1, 2)) <= 1e-12
    return models[fits]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("lipschitz", [False, True])
@pytest.mark.parametrize("family", [lb.Bernoulli(), lb.Gaussian()], ids=repr)
def test_the_plan_of_the_bound_tells_every_model_with_one_peak_and_another_best_arm_apart(family, lipschitz, seed):
    bandit = unimodal(seed, family)
    models = confusing_models(bandit, lipschitz, np.random.default_rng(seed))
    rates = lb.unimodal_lower_bound(bandit, lipschitz).rates
    worse = bandit.gaps > 0
    said = family.kl_of(bandit.theta[worse], models[:, worse]) @ rates[worse]
    assert len(models) > 200 and said.min() >= 1 - 1e-9
    assert said.min() < 1.1, "and some of them hardly"


STUDIES = ("few", "triangle", "cliff")


def test_the_stored_studies_are_those_of_the_recipes_and_say_what_each_promise_buys():
    for name in STUDIES:
        experiment, (stored, provenance) = EXPERIMENTS[f"unimodal-{name}"], data.results(f"unimodal-{name}")
        bandit, last = experiment.bandit, {each: regret.regret[:, -1] for each, regret in stored.items()}
        assert provenance["about"] == experiment.about and len(second_peaks(bandit)) == 0
        # One peak is worth more than L, in the long run and, once each arm was seen, at half a million rounds.
        assert lb.unimodal_lower_bound(bandit).value < lb.lower_bound(bandit).value
        assert lb.unimodal_lower_bound(bandit, True).value == pytest.approx(lb.unimodal_lower_bound(bandit).value)
        assert last["IMEDUB, once"].mean() < last["CKLUCB"].mean() < last["KLUCB"].mean()
        assert wrong_share(bandit, stored["IMEDUB"]) == wrong_share(bandit, stored["IMEDUB, once"]) == 0


def test_climbing_the_cliff_costs_more_than_the_promise_saves_and_climbing_the_triangle_does_not():
    for name, saves in (("cliff", False), ("triangle", True)):
        last = {each: regret.regret[:, -1].mean() for each, regret in data.results(f"unimodal-{name}")[0].items()}
        assert EXPERIMENTS[f"unimodal-{name}"].bandit.n_arms == 46
        assert (last["IMEDUB"] < last["KLUCB"]) == saves


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_a_rerun_gives_the_stored_numbers(name):
    again, stored = EXPERIMENTS[f"unimodal-{name}"].run(runs=2, n_jobs=1), data.results(f"unimodal-{name}")[0]
    for each in again:
        assert np.array_equal(stored[each].plays[:2], again[each].plays)


def test_the_bound_is_for_one_peak_on_a_line():
    with pytest.raises(ValueError, match="theta: arm 2 has no better neighbour; expected means that rise to one best"):
        lb.unimodal_lower_bound(lb.LipschitzBandit([0.9, 0.1, 0.5], lipschitz=3.0))
    with pytest.raises(ValueError, match="theta: 2 best arms"):
        lb.unimodal_lower_bound(lb.triangle(6, peak=0.5))
    plane = lb.Geometry.from_distances([[0, 1], [1, 0]], 1.0)
    with pytest.raises(ValueError, match=r"bandit: .*expected arms on a line"):
        lb.unimodal_lower_bound(lb.LipschitzBandit([0.1, 0.5], geometry=plane))
    with pytest.raises(TypeError, match="bandit: 3"):
        lb.unimodal_lower_bound(3)
    with pytest.raises(TypeError, match=r"lipschitz: 0\.5"):
        lb.unimodal_lower_bound(lb.triangle(5), 0.5)
    assert lb.unimodal_lower_bound(lb.LipschitzBandit([0.4], lipschitz=1.0)).value == 0
