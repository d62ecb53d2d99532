"""The kinds of f(n) that are proved at every round: what they are, what is proved, and what they cost."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import betaln, xlogy, zeta
from scipy.stats import binom

import lipbandits as lb
from lipbandits.engine import levels as engine
from lipbandits.study import causes, data, of_levels
from lipbandits.theory import concentration as c
from lipbandits.theory import levels
from lipbandits.theory.indexes import KINDS, level_factor
from tests.compiled import cases, rounds
from tests.test_engine import check_same_oslb, table

PROVED = ("sequential", "kaufmann_koolen")
BOUNDS = {"sequential": c.sequential_mixture_bound, "kaufmann_koolen": c.kaufmann_koolen_bound}
both = pytest.mark.parametrize("kind", PROVED)


def chance(n):
    return 1 / (n * max(1.0, np.log(n)))


def naive_price(n_arms, n):
    """The largest sum of log(2 √t_k) over the ways to share at most n − 1 rounds: one by one to who pays most."""
    best = [-np.inf] * n
    best[0] = 0.0
    for _ in range(n_arms):
        best = [max(best[m - t] + (np.log(2 * np.sqrt(t)) if t else 0) for t in range(m + 1)) for m in range(n)]
    return max(best)


def naive_kaufmann_koolen(n_arms, n):
    def h(u):
        return u - np.log(u)

    def inverse(y):
        return brentq(lambda u: h(u) - y, 1.0, 3 * y + 3, xtol=1e-14)

    def h_tilde(z, base=1.5):
        u = inverse(z) if z >= 1 else 1.0
        return np.exp(1 / u) * u if z >= h(1 / np.log(base)) else base * (z - np.log(np.log(base)))

    x = np.log(1 / chance(n)) / n_arms
    return n_arms * 2 * h_tilde((inverse(1 + x) + np.log(2 * zeta(2))) / 2) + 3 * n_arms * np.log(1 + np.log(n - 1))


# What they are


@both
@pytest.mark.parametrize("n_arms", [1, 2, 5, 46, 300])
def test_a_level_is_the_least_at_which_its_bound_allows_the_chance(kind, n_arms):
    for n in (2, 3, 4, 5, 10, 60, 1000, 10**5, 10**7):
        least = c.level_for(BOUNDS[kind], n_arms, n, chance(n))
        if kind == "sequential" and n >= 5:
            least = min(least, lb.exploration_level(n, n_arms, "paper"))
        assert lb.exploration_level(n, n_arms, kind) == pytest.approx(least, rel=1e-8)


@pytest.mark.parametrize("n_arms", [1, 2, 3, 5])
def test_levels_agree_with_naive_code(n_arms):
    for n in (2, 3, 4, 5, 8, 14):
        naive = np.log(1 / chance(n)) + naive_price(n_arms, n)
        level = lb.exploration_level(n, n_arms, "sequential")
        # Whole counts cannot always be equal, which the bound takes them to be.
        paper = lb.exploration_level(n, n_arms, "paper") if n >= 5 else np.inf
        assert naive - 1e-9 <= level <= naive + 0.05 * n_arms or level == paper
        assert lb.exploration_level(n, n_arms, "kaufmann_koolen") == pytest.approx(naive_kaufmann_koolen(n_arms, n))


@both
@pytest.mark.parametrize("n_arms", [1, 2, 7, 46, 1000, 10**6])
def test_a_level_is_0_in_round_1_and_grows(kind, n_arms):
    found = [lb.exploration_level(n, n_arms, kind) for n in [*range(1, 3000), *(10**p for p in range(4, 16))]]
    assert found[0] == 0 and np.all(np.diff(found) > 0) and np.isfinite(found).all()
    more = [lb.exploration_level(100, K, kind) for K in range(1, 300)]
    assert np.all(np.diff(more) >= -1e-9)


def test_the_sequential_level_is_never_above_that_of_the_paper_from_round_5_on():
    rng = np.random.default_rng(0)
    for n in [*range(5, 400), *np.exp(rng.uniform(np.log(5), 35, 400)).astype(int).tolist()]:
        for n_arms in (1, 2, 3, 17, 46, 500):
            paper = lb.exploration_level(n, n_arms, "paper")
            assert lb.exploration_level(n, n_arms, "sequential") <= paper * (1 + 1e-15)


def test_both_levels_are_log_n_to_first_order():
    for n_arms in (1, 5):
        for kind, multiple in (("sequential", 3 * n_arms + 1), ("kaufmann_koolen", 6 * n_arms + 1)):
            # Kaufmann and Koolen's has a constant an arm besides.
            over = [
                lb.exploration_level(n, n_arms, kind) - np.log(n) - multiple * np.log(np.log(n))
                for n in (10**9, 10**12, 10**15)
            ]
            assert max(over) < 10 * n_arms and over[-1] <= over[0] + 1e-9


# What is proved


@both
@pytest.mark.parametrize("theta", [[0.1], [0.5], [0.9], [0.99]])
def test_the_best_rule_for_one_arm_reaches_no_level_more_often_than_is_proved(kind, theta):
    for n in (2, 3, 4, 5, 6, 10, 30, 100, 1000, 4000):
        assert c.largest_tail(theta, n, lb.exploration_level(n, 1, kind)) <= chance(n) * (1 + 1e-9)


@both
@pytest.mark.parametrize("theta", [[0.5, 0.5], [0.2, 0.9], [0.99, 0.7]])
def test_the_best_rule_for_two_arms_reaches_no_level_more_often_than_is_proved(kind, theta):
    for n in (2, 3, 4, 5, 6, 10, 25, 60):
        assert c.largest_tail(theta, n, lb.exploration_level(n, 2, kind)) <= chance(n) * (1 + 1e-9)


def test_where_the_paper_s_level_is_the_lower_one_a_bound_allows_its_chance():
    for n_arms in (1, 2, 5, 17, 46):
        for n in (int(10 ** (p / 4)) for p in range(3, 60)):
            level = lb.exploration_level(n, n_arms, "sequential")
            mixture = c.sequential_mixture_bound(n_arms, n, level)
            assert min(mixture, c.geometric_mixture_bound(n_arms, n, level)) <= chance(n) * (1 + 1e-9)


@pytest.mark.parametrize("n_arms", [3, 8])
def test_simulated_rules_that_stop_reach_the_sequential_level_less_often_than_is_proved(n_arms):
    theta = [0.5, 0.8, 0.3, 0.9, 0.6, 0.2, 0.7, 0.4][:n_arms]
    for n in (10, 40):
        delta = lb.exploration_level(n, n_arms, "sequential")
        for rule in (c.round_robin, c.least_evidence(theta)):
            stopping = c.stop_at(theta, delta, rule)
            found = c.simulate_tail(theta, stopping, n, delta, runs=2000, seed=3, importance=True)
            assert found.low <= chance(n)


@pytest.mark.parametrize("family", [lb.Gaussian(0.5), lb.Poisson(), lb.Exponential()], ids=repr)
def test_kaufmann_and_koolen_s_level_holds_for_other_families(family):
    rng, n_arms, n, runs = np.random.default_rng(5), 2, 12, 20_000
    theta = np.array([0.5, 0.8])
    shape = runs, n_arms, n - 1
    totals = family.sample(np.broadcast_to(theta[:, None], shape), rng, shape).cumsum(axis=-1)
    plays = np.arange(1, n)
    means = np.broadcast_to(theta[:, None], totals.shape)
    # At its most in any of the rounds, arm by arm: more than a rule can have.
    evidence = (plays * family.kl_of(totals / plays, means)).max(axis=-1).sum(axis=-1)
    level = lb.exploration_level(n, n_arms, "kaufmann_koolen")
    assert np.mean(evidence >= level) <= chance(n)
    # Simulation sees smaller levels reached.
    assert np.mean(evidence >= level / 8) > 0.01


def test_the_mixture_is_as_large_as_its_bound_needs_for_sums_that_are_no_whole_numbers():
    for plays in (1, 2, 3, 10, 77, 1000):
        sums = np.linspace(0, plays, 501)
        average = sums / plays
        entropy = -plays * (xlogy(average, average) + xlogy(1 - average, 1 - average))
        quotient = betaln(sums + 0.5, plays - sums + 0.5) - np.log(np.pi) + entropy
        assert quotient.min() >= -np.log(2 * np.sqrt(plays)) - 1e-9
        assert quotient.argmin() in (0, 500)


def test_rounds_of_too_much_evidence_are_few():
    spent = np.cumsum([chance(n) for n in range(1, 200_001)])
    assert np.all(spent[2:] <= np.log(np.log(np.arange(3, 200_001))) + 1.71)


def sum_in_the_proof(theta, delta):
    """Of e^{t I(θ̂, θ − δ)} over the counts t and the sums below t (θ − δ), for one arm."""
    total, lower = 0.0, theta - delta
    for t in range(1, 1500):
        s = np.arange(np.ceil(t * lower - 1e-9))
        total += np.exp(binom.logpmf(s, t, theta) + t * lb.kl(s / t, lower)).sum()
    return total


@pytest.mark.parametrize(("theta", "delta"), [([0.8], 0.2), ([0.9, 0.8], 0.2), ([0.9, 0.4, 0.6], 0.3)])
def test_with_log_n_no_rule_has_more_rounds_with_a_low_index_than_proved(theta, delta):
    proved = (-np.expm1(-2 * delta**2)) ** (-2 * len(theta)) - 1
    between = np.prod([1 + sum_in_the_proof(mean, delta) for mean in theta]) - 1
    assert between <= proved
    for rule in ("one arm", "in turn", "least evidence", "CKL-UCB"):
        found = of_levels.rounds_of_low_indexes(theta, delta, rule, 400, runs=100)
        assert found.mean() + 3 * found.std() / 10 <= between


def test_the_rounds_with_a_low_index_of_one_arm_have_the_mean_that_its_binomial_law_gives():
    theta, delta, exact = 0.8, 0.2, 0.0
    for t in range(1, 300):
        s = np.arange(np.ceil(t * (theta - delta) - 1e-9))
        exact += binom.pmf(s, t, theta)[t * lb.kl(s / t, theta - delta) > np.log(t + 1)].sum()
    found = of_levels.rounds_of_low_indexes([theta], delta, "one arm", 300, runs=4000)
    assert abs(found.mean() - exact) < 4 * found.std() / 4000**0.5


def test_where_the_index_of_ckl_ucb_is_low_the_round_is_counted():
    bandit, delta = lb.LipschitzBandit([0.9, 0.8], np.linspace(0, 1, 2)), 0.1
    for run in range(20):
        _, plays, sums = causes.trajectory(bandit, lb.CKLUCB(), 200, run, 0)
        low = [
            lb.lipschitz_indexes(t, s, bandit.geometry, np.log(n + 1))[0] < 0.9 - delta - 1e-9
            for n, (t, s) in enumerate(zip(plays, sums, strict=True))
        ]
        against = (plays * lb.kl_plus(sums / np.maximum(plays, 1), bandit.theta - delta)).sum(axis=1)
        assert np.all(against[low] > np.log(np.arange(1, 201))[low])


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        *(({"delta": 1.5}, ValueError), ({"delta": "x"}, TypeError), ({"horizon": 0}, ValueError)),
        *(({"rule": "best"}, ValueError), ({"rule": np.zeros(2)}, ValueError), ({"runs": 0.5}, TypeError)),
        *(({"theta": 0.5}, ValueError), ({"theta": []}, ValueError), ({"theta": [[0.5]]}, ValueError)),
        *(({"theta": "ab"}, TypeError), ({"theta": None}, TypeError), ({"theta": [0.5, 1.5]}, ValueError)),
        *(({"seed": "x"}, TypeError), ({"seed": -1}, ValueError), ({"seed": -1, "rule": "CKL-UCB"}, ValueError)),
    ],
    ids=repr,
)
def test_rounds_with_a_low_index_refuse_other_arguments_by_name(bad, kind):
    with pytest.raises(kind, match=rf"^{next(iter(bad))}: .*expected"):
        of_levels.rounds_of_low_indexes(**{"theta": [0.5], "delta": 0.2, "rule": "one arm", "horizon": 10} | bad)


@pytest.mark.parametrize(
    ("asked", "message", "kind"),
    [
        (lambda: of_levels.levels_of(46), "arms: 46", TypeError),
        (lambda: of_levels.levels_of("46"), "arms: '46'", TypeError),
        (lambda: of_levels.levels_of([2, "a"]), r"arms\[1\]: 'a'", TypeError),
        (lambda: of_levels.levels_of([2], 100), "rounds: 100", TypeError),
        (lambda: of_levels.levels_of([2], [0]), r"rounds\[0\]: 0", ValueError),
        (lambda: of_levels.share_of_rounds(10, "a", "log", 0.1), "n_arms: 'a'", TypeError),
        (lambda: of_levels.share_of_rounds("a", 2, "log", 0.1), "n: 'a'", TypeError),
        (lambda: of_levels.share_of_rounds(10, 2, np.zeros(2), 0.1), "kind: ", ValueError),
        (lambda: of_levels.rounds_of_too_much_evidence("a", 10), "n_arms: 'a'", TypeError),
        (lambda: of_levels.rounds_of_too_much_evidence(2, 10, seed="x"), "seed: 'x'", TypeError),
        (lambda: of_levels.rounds_of_too_much_evidence(2, 10, seed=-1), "seed: -1", ValueError),
        (lambda: of_levels.regret_at_levels(np.zeros(2)), "instance: ", ValueError),
    ],
)
def test_what_levels_cannot_be_told_of_is_refused_by_name(asked, message, kind):
    with pytest.raises(kind, match=rf"^{message}.*expected"):
        asked()


# The compiled twin


def check_same_bits(seed, number):
    rng = np.random.default_rng(seed)
    for _ in range(number):
        n, n_arms = int(np.exp(rng.uniform(0, 36))), int(np.exp(rng.uniform(0, 12)))
        for kind in PROVED:
            factor = float(level_factor(kind, n_arms))
            assert engine.level_of(n, factor) == lb.exploration_level(n, n_arms, kind), (n, n_arms)


def test_the_twin_has_the_same_levels_to_the_last_bit():
    check_same_bits(0, 2000)
    for n in range(1, 100):
        for n_arms in (1, 2, n, n + 1):
            for kind in PROVED:
                assert engine.level_of(n, float(level_factor(kind, n_arms))) == lb.exploration_level(n, n_arms, kind)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
def test_the_twin_has_the_same_100_000_levels_to_the_last_bit(seed):
    check_same_bits(seed, 100_000)


def test_a_level_rises_no_faster_than_its_steepness_says():
    rng = np.random.default_rng(1)
    for _ in range(3000):
        n, n_arms = int(np.exp(rng.uniform(0, 20))), int(np.exp(rng.uniform(0, 6)))
        later = n + int(np.exp(rng.uniform(0, np.log(n + 2))))
        for kind in KINDS:
            factor = float(level_factor(kind, n_arms))
            level = engine.level_of(n, factor)
            allowed = engine.steepest(n, level, factor) * np.log(later / n)
            assert engine.level_of(later, factor) - level <= allowed + 1e-9 * level


def problem(seed, most_arms):
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(1, most_arms + 1))
    arms = np.linspace(0, 1, n_arms)
    low, high = [(0.05, 0.95), (0.0, 0.3), (0.7, 1.0)][seed % 3]
    theta = lb.random_bandit(arms, 1.0, seed, low, high).theta
    if seed % 7 == 5:
        theta = np.full(n_arms, [0.5, 1.0][seed % 2])
    bandit = lb.LipschitzBandit(theta, arms, float(rng.choice([0, 0.1, 1, 3])), check=False)
    return bandit, [lb.KLUCB, lb.CKLUCB, lambda kind: lb.CKLUCB(kind, forced=False)][rng.integers(3)]


def check_same_plays(kind, seed, horizon, most_arms=12):
    bandit, made = problem(seed, most_arms)
    rewards = table(bandit, horizon, seed)
    compiled, plain = (lb.replay(bandit, made(kind), rewards, engine=engine) for engine in (True, False))
    differ = np.flatnonzero(compiled != plain)
    assert len(differ) == 0, f"{bandit}, {made(kind)}: round {differ[0] + 1}"


@pytest.mark.parametrize("seed", cases(6))
@both
def test_policy_and_engine_play_the_same_rounds(kind, seed):
    check_same_plays(kind, seed, rounds(400), most_arms=6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 153))
@both
def test_policy_and_engine_play_the_same_10_000_rounds(kind, seed):
    check_same_plays(kind, seed, 10_000, [3, 6, 12][seed % 3])


@pytest.mark.parametrize("seed", cases(2))
@both
def test_oslb_chooses_the_same_arm_in_every_state(kind, seed):
    assert check_same_oslb(seed, rounds(80), max_arms=6, kind=kind) > 0


@both
def test_policies_in_contexts_on_intervals_and_with_other_rewards_play_the_same_rounds(kind):
    rng, horizon = np.random.default_rng(2), rounds(120)
    contextual = lb.ContextualBandit(rng.uniform(0.1, 0.9, (3, 4)), lipschitz=1.0, check=False)
    rewards = (rng.random((3, 4, horizon)) < contextual.theta[:, :, None]).astype(np.uint8)
    shown = rng.integers(0, 3, horizon)
    interval = lb.paper_triangle()
    poisson = lb.LipschitzBandit([0.5, 0.8, 0.6], lipschitz=1.0, family=lb.Poisson())
    counts = poisson.family.sample(poisson.theta[:, None], rng, (3, horizon))
    for policy in (lb.CCKLUCB(kind), lb.PerContext(lb.CKLUCB(kind))):
        both_ways = [lb.replay(contextual, policy, rewards, engine=e, contexts=shown) for e in (True, False)]
        assert np.array_equal(*both_ways)
    for policy in (lb.Discretised(lb.CKLUCB(kind), lb.even_grid(6)), lb.Discretised(lb.KLUCB(kind), lb.even_grid(5))):
        uniforms = rng.random(horizon)
        assert np.array_equal(*(lb.replay(interval, policy, uniforms, engine=e) for e in (True, False)))
    for policy in (lb.CKLUCB(kind), lb.KLUCB(kind)):
        assert np.array_equal(*(lb.replay(poisson, policy, counts, engine=e) for e in (True, False)))


# Policies


@both
def test_every_policy_with_a_kind_reports_its_level(kind):
    bandit = lb.triangle(5)
    for policy in (lb.KLUCB(kind), lb.CKLUCB(kind), lb.OSLB(kind=kind)):
        policy.reset(bandit.geometry, np.random.default_rng(0))
        assert policy.explain(1)["level"] == 0
        policy.update(0, 1.0)
        for n in (2, 3, 1000):
            assert policy.explain(n)["level"] == lb.exploration_level(n, 5, kind)
    policy = lb.CCKLUCB(kind)
    policy.reset(lb.ContextualBandit(np.full((2, 5), 0.5), lipschitz=1.0).geometry, None)
    policy.select(1, 0)
    policy.update(0, 1.0)
    assert policy.explain(50, 1)["level"] == lb.exploration_level(50, 10, kind)


@both
def test_one_arm_is_played_and_equal_arms_share_the_rounds(kind):
    alone = lb.LipschitzBandit([0.5], [0.5], 1.0)
    for policy in (lb.KLUCB(kind), lb.CKLUCB(kind), lb.OSLB(kind=kind)):
        assert not lb.replay(alone, policy, table(alone, 50, 0)).any()
    sure = lb.LipschitzBandit([1.0, 1.0, 1.0], lipschitz=1.0)
    # All indexes are 1: the lowest arm wins the tie.
    assert not lb.replay(sure, lb.KLUCB(kind), np.ones((3, 60), dtype=np.uint8))[3:].any()


@pytest.mark.parametrize("made", [lb.KLUCB, lb.CKLUCB, lb.CCKLUCB, lambda kind: lb.OSLB(kind=kind)])
def test_other_kinds_are_refused_by_name(made):
    for bad in ("mixture", "Sequential", "", None, 3):
        with pytest.raises(ValueError, match=r"kind: .*; expected one of 'log', .*'sequential', 'kaufmann_koolen'"):
            made(bad)


@pytest.mark.parametrize("y", [-1.0, 0.0, 1.0])
def test_what_has_no_inverse_above_1_is_1(y):
    assert levels.inverse_h(y) == engine.inverse_h(y) == 1.0


# What they cost


def test_the_table_has_the_levels_of_all_kinds():
    found = {(row[0], row[1]): dict(zip(of_levels.KINDS, row[2:], strict=True)) for row in of_levels.levels_of()}
    assert len(found) == 15
    rounded = {kind: round(level, 1) for kind, level in found[46, 500_000].items()}
    assert rounded == {"log": 13.1, "paper": 371.0, "sequential": 261.3, "kaufmann_koolen": 714.7}


@pytest.mark.parametrize("instance", of_levels.INSTANCES)
def test_a_higher_level_costs_ckl_ucb_more_on_every_instance_of_figure_2(instance):
    rows = {row[0]: row[1:] for row in of_levels.regret_at_levels(instance)}
    order = ("log", "sequential", "paper", "kaufmann_koolen")
    for lower, higher in pairwise(order):
        assert rows[lower][0] < rows[higher][0]
        assert rows[lower][1] + 6 * (rows[lower][2] + rows[higher][2]) < rows[higher][1]
    # Each proved level costs more than all that structure saves.
    assert rows["log"][3] < 1 < rows["sequential"][3]


@pytest.mark.parametrize("instance", of_levels.INSTANCES)
def test_the_runs_with_log_n_are_those_of_figure_2(instance):
    levels, figure = data.results(f"levels-{instance}")[0], data.results(f"figure-2-{instance}")[0]
    for own, stored in (("KLUCB", "KLUCB"), ("CKLUCB, log", "CKLUCB")):
        last = levels[own].regret[:, -1]
        assert np.array_equal(last, figure[stored].regret[: len(last), -1])


def test_chance_evidence_passes_log_n_with_many_arms_and_a_proved_level_in_round_1_only():
    found = of_levels.rounds_of_too_much_evidence(46, 1000, runs=20)
    assert found["log"].mean() > 900
    assert all(np.all(found[kind] == 1) for kind in PROVED)
    # The paper's level is proved from round 5 on.
    assert np.all(found["paper"] <= 4)
    one = of_levels.rounds_of_too_much_evidence(1, 1, runs=3)
    assert all(np.array_equal(each, [1, 1, 1]) for each in one.values())


def test_the_share_of_the_rounds_is_that_of_the_plays_it_is_made_of():
    level = lb.exploration_level(10_000, 5, "sequential")
    assert of_levels.share_of_rounds(10_000, 5, "sequential", 0.5) == pytest.approx(4 * level / 0.5 / 10_000)
    assert of_levels.share_of_rounds(10, 5, "log", 0.01) == 1.0
    assert of_levels.share_of_rounds(1, 5, "log", 0.5) == of_levels.share_of_rounds(10, 1, "log", 0.5) == 0.0
    for bad in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match=r"nats: .*; expected a number above 0"):
            of_levels.share_of_rounds(10, 5, "log", bad)


def test_an_instance_that_is_not_stored_is_refused():
    with pytest.raises(ValueError, match="instance: 'hill'; expected one of 'cliff', 'triangle', 'smooth'"):
        of_levels.regret_at_levels("hill")
