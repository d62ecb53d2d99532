from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import comb, logsumexp
from scipy.stats import binomtest

import lipbandits as lb
from lipbandits.theory import concentration as c
from lipbandits.theory.concentration import sampling, steps
from lipbandits.theory.levels import calibration

MEANS = st.sampled_from([0.0, 0.001, 0.05, 0.3, 0.5, 0.8, 0.95, 0.999, 1.0])


@st.composite
def fixed_counts(draw, most_arms=3, most_plays=12):
    n_arms = draw(st.integers(1, most_arms))
    theta = [draw(MEANS) for _ in range(n_arms)]
    return theta, [draw(st.integers(0, most_plays)) for _ in range(n_arms)]


def by_enumeration(theta, plays, delta):
    """The tail, outcome by outcome."""
    outcomes = np.array(np.meshgrid(*[np.arange(t + 1) for t in plays], indexing="ij")).reshape(len(plays), -1).T
    chances = np.prod(
        [comb(t, s) * m**s * (1 - m) ** (t - s) for t, s, m in zip(plays, outcomes.T, theta, strict=True)], axis=0
    )
    played = np.flatnonzero(plays)
    means = outcomes[:, played] / np.array(plays)[played]
    evidence = np.array(plays)[played] * lb.kl_plus(means, np.array(theta)[played])
    return chances[evidence.sum(axis=1) >= delta * (1 - 1e-12)].sum()


# The bound of Theorem 2


def test_bounds_and_tails_agree_with_the_reference(reference):
    for case in reference["theorem2_exact"]:
        tail = c.exact_tail(case["theta"], case["t"], case["delta"])
        assert tail == pytest.approx(case["exact_tail"], rel=1e-10)
        for which in ("bandit", "parallel"):
            found = c.bound(case["K"], case[f"n_{which}"], case["delta"])
            assert found == pytest.approx(case[f"thm2_bound_n_{which}"], rel=1e-10)
    for case in reference["theorem2_values"]:
        assert c.bound(case["K"], case["n"], case["delta"]) == pytest.approx(case["bound"], rel=1e-10)


def test_corollary_1_agrees_with_the_reference(reference):
    for case in reference["corollary1"]:
        found = c.corollary_1(case["K"])
        assert found.limit == pytest.approx(case["limit_of_bound_times_n_log_n"], rel=1e-10)
        assert found.log_n0 == pytest.approx(case.get("log_n0", np.inf), rel=1e-5)
        # The bound crosses 1 several times, because of its ceiling; we take the last.
        assert np.exp(found.log_useful) == pytest.approx(case["bound_at_f_n_is_vacuous_until_n_about"], rel=1e-2)
        for n in (1000, 25_000, 10**6):
            level = lb.exploration_level(n, case["K"], "paper")
            assert c.bound(case["K"], n, level) == pytest.approx(case[f"bound_at_f(n)_n={n}"], rel=1e-10)


@pytest.mark.parametrize("n_arms", [1, 2, 3, 4, 5])
def test_the_bound_at_the_level_of_the_paper_is_useful_exactly_from_where_it_is_said(n_arms):
    last = int(np.exp(c.corollary_1(n_arms).log_useful))

    def useful(n):
        return c.bound(n_arms, n, lb.exploration_level(n, n_arms, "paper")) < 1

    assert not useful(last)
    assert all(useful(n) for n in range(last + 1, last + 2000))


def test_a_huge_bound_does_not_overflow():
    assert c.bound(10**4, 10**9, 2 * 10**4) == np.inf
    assert np.isfinite(c.log_bound(10**4, 10**9, 2 * 10**4))


def test_the_proof_s_eta_gives_no_less_than_the_theorem():
    for n_arms, n, delta in ((1, 50, 6.0), (2, 1000, 20.0), (4, 10**5, 60.0), (1, 2, 2.0)):
        value, _ = c.log_peeling_bound(n_arms, n, delta, 1 / (delta - 1))
        assert value <= c.log_bound(n_arms, n, delta) + 1e-9
        best, eta = c.log_peeling_bound(n_arms, n, delta)
        assert best == pytest.approx(c.log_peeling_bound(n_arms, n, delta, eta)[0])
        for other in np.geomspace(1e-3, delta / n_arms - 1, 200):
            assert best <= c.log_peeling_bound(n_arms, n, delta, other)[0] + 1e-9


@pytest.mark.parametrize("eta", [0.05, 0.5, 3.0])
@pytest.mark.parametrize("n", [1, 2, 17, 1000])
def test_slices_cover_every_count(n, eta):
    edges = c.slices(n, eta)
    assert edges[0] == 1
    assert edges[-1] >= n * (1 - 1e-9)
    assert len(edges) == 1 or edges[-2] < n


def test_the_calibration_of_kaufmann_and_koolen_is_near_its_approximation():
    # T(x) is about x + 4 log(1 + x + √(2x)) (their Section 4).
    for x in (5.0, 20.0, 100.0, 1000.0):
        assert calibration(x) == pytest.approx(x + 4 * np.log(1 + x + np.sqrt(2 * x)), rel=0.1)
    assert calibration(1e6) == pytest.approx(1e6, rel=1e-3)


def test_the_calibration_of_kaufmann_and_koolen_adds_three_logarithms_in_the_limit():
    # Not four, as its approximation for moderate x suggests.
    x = 1e12
    assert calibration(x) - calibration(x / np.e) == pytest.approx(x - x / np.e + 3, abs=0.01)


def test_the_mixture_martingale_is_at_least_what_its_bound_needs():
    # Krichevsky and Trofimov: the mixture's likelihood is at least the best likelihood over 2 √t, for every sequence.
    from scipy.special import betaln, xlogy

    t = np.arange(1, 400)[:, None]
    s = np.minimum(np.arange(400)[None, :], t)
    mixture = betaln(s + 0.5, t - s + 0.5) - betaln(0.5, 0.5)
    best = xlogy(s, s / t) + xlogy(t - s, 1 - s / t)
    assert np.all(mixture >= best - np.log(2 * np.sqrt(t)) - 1e-9)


@pytest.mark.parametrize("n_arms", [3, 4, 10, 46])
def test_with_thick_slices_the_corollary_holds_from_its_n0_on_and_not_much_earlier(n_arms):
    def excess(log_n):
        delta = log_n + (3 * n_arms + 1) * np.log(log_n)
        found = steps._log_peeling(n_arms, log_n, delta, n_arms / (delta - n_arms))
        return found + log_n + np.log(log_n)

    start = c.corollary_1(n_arms).log_n0_thick
    assert all(excess(log_n) <= 0 for log_n in start * np.array([1, 1.01, 1.3, 2, 4]))
    assert excess(0.9 * start) > 0


@pytest.mark.parametrize("n_arms", [1, 2, 3])
def test_with_a_cover_by_orthants_the_corollary_holds_from_its_n0_on_and_not_much_earlier(n_arms):
    def excess(log_n):
        delta = log_n + (3 * n_arms + 1) * np.log(log_n)
        cell = c.lattice_bound(n_arms, delta, a=1 - 1 / delta)
        return n_arms * np.log(np.ceil(delta * log_n)) + np.log(cell) + log_n + np.log(log_n)

    start = c.corollary_1(n_arms).log_n0_cover
    assert all(excess(log_n) <= 0 for log_n in start * np.array([1, 1.01, 1.3, 2, 4]))
    assert excess(0.8 * start) > 0


def test_with_one_arm_a_round_the_mixture_pays_for_the_worst_way_to_share_the_rounds():
    for n_arms in (1, 2, 3):
        for n in range(2, 9):
            shares = [t for t in product(range(n), repeat=n_arms) if 0 < sum(t) <= n - 1]
            worst = max(np.prod([2 * np.sqrt(t) for t in share if t > 0]) for share in shares)
            paid = c.sequential_mixture_bound(n_arms, n, 3.0) * np.exp(3.0)
            assert worst <= paid * (1 + 1e-12)
            if (n - 1) % min(n_arms, n - 1) == 0:
                assert worst == pytest.approx(paid)
            assert paid <= c.mixture_bound(n_arms, n, 3.0) * np.exp(3.0) * (1 + 1e-12)


@pytest.mark.parametrize(("n_arms", "n", "delta"), [(1, 2, 0.7), (1, 50, 4.0), (2, 30, 3.0), (3, 1000, 25.0)])
def test_the_wealth_on_a_grid_of_levels_is_at_least_what_its_bound_needs(n_arms, n, delta):
    """One arm's average wealth, for every count and sum, at each of some pairs of x and the number of levels."""
    theta = 0.6
    for share, n_levels in ((0.05, 3), (0.3, 12), (0.9, 200)):
        x = delta / n_arms * share
        step = ((n - 1) * delta / x) ** (1 / n_levels)
        levels = x / (n - 1) * step ** np.arange(n_levels)
        levels = levels[levels < lb.kl(0.0, theta)]
        means = np.array([brentq(lambda q, v=v: float(lb.kl(q, theta)) - v, 0, theta) for v in levels])
        tilts = np.array([c.best_tilt(mean, theta) for mean in means])
        growth = np.log1p(theta * np.expm1(tilts))
        for t in {1, 2, (n - 1) // 2, n - 1} - {0}:
            for s in range(t + 1):
                wealth = logsumexp([*(tilts * s - t * growth), np.log(n_levels - len(levels) + 1)])
                shown = min(t * float(lb.kl_plus(s / t, theta)), delta)
                assert wealth >= (shown - x) / step - 1e-9


def test_with_one_arm_a_round_corollary_1_holds_from_the_fifth_round_on():
    for n_arms in (1, 2, 3, 5, 17, 46, 300):
        for n in [*range(5, 200), *(int(10 ** (p / 8)) for p in range(18, 145))]:
            level = lb.exploration_level(n, n_arms, "paper")
            best = min(f(n_arms, n, level) for f in (c.sequential_mixture_bound, c.geometric_mixture_bound))
            assert best * n * np.log(n) <= 1
    # In the fourth round it does not follow for one arm.
    assert c.sequential_mixture_bound(1, 4, lb.exploration_level(4, 1, "paper")) * 4 * np.log(4) > 1


@pytest.mark.parametrize("theta", [[0.5, 0.5], [0.2, 0.9], [0.99, 0.7], [0.05, 0.02]])
def test_no_rule_of_one_arm_a_round_exceeds_its_mixture_bound(theta):
    for n in (2, 5, 20, 60):
        for delta in (0.5, 2.0, 6.0, 12.0):
            assert c.largest_tail(theta, n, delta) <= c.sequential_mixture_bound(2, n, delta)


@pytest.mark.parametrize("delta", [2.0, 5.0, 9.0])
def test_the_lattice_bound_is_attained_by_mass_on_a_segment(delta):
    assert c.lattice_bound(2, delta) == pytest.approx(delta * np.exp(1 - delta))
    assert c.lattice_bound(1, delta, a=0.5) == pytest.approx(np.exp(-delta / 2))


@given(st.integers(1, 6), st.floats(0.5, 40), st.floats(0.2, 1))
def test_the_lattice_bound_covers_the_gamma_tail_and_beats_moments_where_delta_is_large(n_arms, delta, a):
    assert c.lattice_bound(n_arms, delta, a) >= c.gamma_tail(n_arms, delta, a) * (1 - 1e-12)
    if a * delta >= 8 * n_arms:
        assert c.lattice_bound(n_arms, delta, a) <= c.moment_bound(n_arms, delta, a)


def test_the_level_of_a_bound_is_where_the_bound_is_that_chance():
    for bound in (c.bound, c.union_bound, c.mixture_bound, c.sequential_mixture_bound, c.kaufmann_koolen_bound):
        for n_arms, n, chance in ((1, 2, 0.9), (1, 1000, 0.01), (5, 10_000, 1e-6)):
            level = c.level_for(bound, n_arms, n, chance)
            assert bound(n_arms, n, level * (1 + 1e-9)) <= chance * (1 + 1e-6)
            assert level <= n_arms + 1 or bound(n_arms, n, level * (1 - 1e-6)) > chance * (1 - 1e-3)


def test_the_gamma_tail_is_that_of_a_sum_of_exponentials():
    sums = np.random.default_rng(0).exponential(2.0, size=(200_000, 3)).sum(axis=1)
    assert c.gamma_tail(3, 10.0, a=0.5) == pytest.approx(np.mean(sums >= 10), rel=0.03)
    assert c.gamma_tail(3, 10.0, a=0.5) <= c.moment_bound(3, 10.0, a=0.5)


# Exact tails


@given(fixed_counts(), st.floats(0.01, 12))
def test_the_exact_tail_is_that_of_enumeration(instance, delta):
    theta, plays = instance
    expected = by_enumeration(theta, plays, delta)
    assert c.exact_tail(theta, plays, delta) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(fixed_counts(5, 40), st.floats(0.1, 30))
@settings(max_examples=50)
def test_the_bracket_holds_the_exact_tail(instance, delta):
    theta, plays = instance
    low, high = c.tail_bracket(theta, plays, np.array([delta, 35.0]), cells=1000)
    exact = c.exact_tail(theta, plays, delta)
    assert low[0] <= exact * (1 + 1e-11) and exact <= high[0] * (1 + 1e-11)


def test_evidence_that_just_reaches_delta_counts():
    delta = 20 * lb.kl(0.25, 0.5)
    assert c.exact_tail([0.5], [20], delta) == pytest.approx(by_enumeration([0.5], [20], delta), rel=1e-12)
    assert c.exact_tail([0.5], [20], delta * (1 + 1e-9)) < c.exact_tail([0.5], [20], delta)


def test_eight_arms_of_200_plays_are_exact_and_forty_are_in_a_bracket():
    theta = np.linspace(0.3, 0.7, 8)
    low, high = c.tail_bracket(theta, [200] * 8, 20.0, cells=8000)
    assert low < c.exact_tail(theta, [200] * 8, 20.0) < high < 1.05 * low
    with pytest.raises(ValueError, match="plays: too many different sums"):
        c.exact_tail(np.linspace(0.3, 0.7, 40), [200] * 40, 60.0)


def test_the_largest_tail_is_that_of_the_best_rule():
    # One arm: sample until the evidence is there, by a walk over all paths.
    theta, n, delta = 0.6, 9, 1.7
    alive = {0: 1.0}
    reached = 0.0
    for t in range(1, n):
        after = {}
        for s, chance in alive.items():
            for win, share in ((1, theta), (0, 1 - theta)):
                after[s + win] = after.get(s + win, 0.0) + chance * share
        hits = {s for s in after if t * lb.kl_plus(s / t, theta) >= delta}
        reached += sum(after[s] for s in hits)
        alive = {s: chance for s, chance in after.items() if s not in hits}
    assert c.largest_tail([theta], n, delta) == pytest.approx(reached, rel=1e-12)
    # Two arms: no rule that we can write does better, and fixed counts do worse.
    both = [0.6, 0.4]
    worst = c.largest_tail(both, 31, 4.0)
    clever = c.simulate_tail(both, c.stop_at(both, 4.0, c.least_evidence(both)), 31, 4.0, runs=40_000, seed=1)
    assert c.exact_tail(both, [15, 15], 4.0) < clever.low and clever.low < worst


@given(MEANS, st.integers(1, 60), st.floats(0.01, 12))
@settings(max_examples=60)
def test_an_arm_that_always_loses_at_mean_0_adds_nothing_to_the_largest_tail(mean, n, delta):
    alone, with_it = c.largest_tail([mean], n, delta), c.largest_tail([mean, 0.0], n, delta)
    assert alone == pytest.approx(with_it, rel=1e-10, abs=1e-300)


def test_the_best_rule_for_one_arm_gains_as_brownian_motion_says():
    # In log time the average is an Ornstein–Uhlenbeck process: the tail is that of a fixed count times about δ log n.
    n = 10_000
    for delta in (8.0, 10.0, 12.0):
        gain = c.largest_tail([0.5], n, delta) / c.tail_bracket([0.5], [n - 1], delta)[0]
        assert 0.6 < gain / (delta * np.log(n)) < 1.1


# Simulation


def cases(count, seed=0, smallest=1e-4):
    """Fixed-seed instances with tails that plain simulation can see."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        n_arms = int(rng.integers(1, 5))
        theta, plays = rng.uniform(0.02, 0.98, n_arms), rng.integers(1, 60, n_arms)
        delta = rng.uniform(0.3, 8)
        if c.exact_tail(theta, plays, delta) > smallest:
            found.append((theta, plays, delta))
    return found


def test_simulated_intervals_cover_the_exact_tail():
    for number, (theta, plays, delta) in enumerate(cases(60)):
        found = c.simulate_tail(theta, plays, plays.max() + 1, delta, runs=20_000, seed=number)
        assert found.low <= c.exact_tail(theta, plays, delta) <= found.high


def test_round_robin_is_simulated_round_by_round_as_its_counts_say():
    theta = np.array([0.3, 0.6, 0.9])
    for seed, delta in enumerate((1.0, 2.5, 5.0)):
        found = c.simulate_tail(theta, c.round_robin, 32, delta, runs=20_000, seed=seed)
        assert found.low <= c.exact_tail(theta, [11, 10, 10], delta) <= found.high


@pytest.mark.parametrize(("reached", "runs"), [(0, 40), (1, 40), (17, 40), (40, 40), (250, 100_000)])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_interval_of_plain_simulation_is_that_of_clopper_and_pearson(reached, runs, confidence, monkeypatch):
    evidence = np.where(np.arange(runs) < reached, 2.0, 0.5)
    monkeypatch.setattr(sampling, "simulate_evidence", lambda *arguments: evidence)
    found = c.simulate_tail([0.5], c.round_robin, 9, 1.0, runs, confidence=confidence)
    known = binomtest(reached, runs).proportion_ci(confidence, method="exact")
    assert found.value == reached / runs and (found.low, found.high) == pytest.approx(tuple(known), abs=1e-11)


def level_of_tail(theta, plays, tail):
    low, high = 0.1, 60.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if c.exact_tail(theta, plays, middle) > tail else (low, middle)
    return low


@pytest.mark.parametrize(
    ("theta", "plays"),
    [
        ([0.5, 0.7], [30, 30]),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [([0.5], [200]), ([0.3, 0.9, 0.6], [80, 40, 60]), ([0.2, 0.4, 0.6, 0.8], [50] * 4)]
        ),
    ],
)
def test_importance_sampling_agrees_with_an_exact_tail_of_1e_8(theta, plays):
    delta = level_of_tail(theta, plays, 1e-8)
    found = c.simulate_tail(theta, plays, max(plays) + 1, delta, runs=200_000, seed=3, importance=True)
    assert found.value == pytest.approx(c.exact_tail(theta, plays, delta), rel=0.05)
    assert found.effective > 500


def test_importance_sampling_agrees_with_plain_sampling_under_a_rule_that_adapts():
    theta = [0.5, 0.8]
    rule = c.stop_at(theta, 4.0, c.least_evidence(theta))
    plain = c.simulate_tail(theta, rule, 41, 4.0, runs=40_000, seed=0)
    weighted = c.simulate_tail(theta, rule, 41, 4.0, runs=40_000, seed=1, importance=True)
    assert plain.low < weighted.value < plain.high
    assert weighted.high - weighted.low < (plain.high - plain.low) / 3


def test_stopping_at_the_right_moment_is_the_largest_evidence():
    theta = [0.5, 0.5]
    peaks = c.simulate_evidence(theta, c.round_robin, 41, runs=20_000, seed=5, largest=True)
    stopped = c.simulate_tail(theta, c.stop_at(theta, 3.0, c.round_robin), 41, 3.0, runs=20_000, seed=6)
    assert stopped.low < np.mean(peaks >= 3.0) < stopped.high


@given(fixed_counts(3, 8), st.data())
def test_the_martingale_has_mean_one(instance, data):
    theta, plays = instance
    tilts = np.array([data.draw(st.sampled_from([0.0, -0.3, -2.0, -30.0, -np.inf])) for _ in theta])
    outcomes = np.array(np.meshgrid(*[np.arange(t + 1) for t in plays], indexing="ij")).reshape(len(plays), -1).T
    chances = np.prod(
        [comb(t, s) * m**s * (1 - m) ** (t - s) for t, s, m in zip(plays, outcomes.T, theta, strict=True)], axis=0
    )
    logs = c.log_martingale(theta, tilts, np.broadcast_to(plays, outcomes.shape), outcomes)
    possible = chances > 0
    assert chances[possible] @ np.exp(logs[possible]) == pytest.approx(1.0, rel=1e-9)


def test_the_best_tilt_turns_the_martingale_into_the_divergence():
    for theta, mean in ((0.5, 0.2), (0.9, 0.9), (0.3, 0.0), (1.0, 1.0)):
        tilt = c.best_tilt(mean, theta)
        assert tilt <= 0
        assert c.log_martingale([theta], [tilt], [100], [100 * mean]) == pytest.approx(100 * lb.kl(mean, theta))


# Theorem 2 itself


def tails_under_many_rules(count, seed):
    """(K, n, δ, tail) of random instances and rules, exact or the lower end of a 99.9 % interval."""
    rng = np.random.default_rng(seed)
    edges = (0.0, 1e-9, 1e-3, 0.05, 0.5, 0.95, 0.999, 1 - 1e-9, 1.0)
    for number in range(count):
        n_arms = int(rng.integers(1, 6))
        theta = np.where(rng.random(n_arms) < 0.3, rng.choice(edges, n_arms), rng.random(n_arms))
        kind, n = number % 4, int(rng.integers(2, 40))
        # From where the theorem begins on, and, in two of three cases, from where its bound is below 1.
        least = n_arms + 1 if number % 3 == 0 else c.level_for(c.bound, min(n_arms, 2 if kind == 2 else 5), n, 0.999)
        delta = least + rng.exponential(3.0) * (rng.random() < 0.8)
        if kind == 0:
            plays = rng.integers(1, n, n_arms)
            yield n_arms, n, delta, c.exact_tail(theta, plays, delta)
        elif kind == 1:
            # θ just so that losing every sample is enough.
            theta = np.full(n_arms, -np.expm1(-delta / (n_arms * (n - 1))))
            yield n_arms, n, delta, c.exact_tail(theta, [n - 1] * n_arms, delta)
        elif kind == 2:
            yield min(n_arms, 2), n, delta, c.largest_tail(theta[:2], n, delta)
        else:
            rule = (c.uniform, c.round_robin, c.least_evidence(theta))[number // 4 % 3]
            rule = c.stop_at(theta, delta, rule) if rng.random() < 0.7 else rule
            found = c.simulate_tail(theta, rule, n, delta, runs=2000, seed=number, importance=True)
            yield n_arms, n, delta, found.low


def violations(bound, cases):
    return sum(tail > bound(n_arms, n, delta) for n_arms, n, delta, tail in cases)


@pytest.mark.parametrize("count", [240, pytest.param(1200, marks=pytest.mark.slow)])
def test_no_tail_exceeds_theorem_2_and_the_same_test_catches_a_wrong_bound(count):
    cases = list(tails_under_many_rules(count, seed=0))
    assert sum(c.bound(n_arms, n, delta) < 1 for n_arms, n, delta, _ in cases) >= count * 7 / 12
    for bound in (c.bound, c.union_bound, c.mixture_bound, c.geometric_mixture_bound, c.kaufmann_koolen_bound):
        assert violations(bound, cases) == 0
    assert violations(lambda n_arms, n, delta: np.exp(-delta), cases) > count / 24


def test_below_k_plus_1_the_formula_of_theorem_2_is_wrong():
    n_arms, n, delta = 1, 3, 0.01
    formula = np.exp(n_arms * np.log(np.ceil(delta * np.log(n)) * delta / n_arms) + n_arms + 1 - delta)
    assert c.exact_tail([0.5], [2], delta) > 3 * formula


def test_rewards_that_depend_on_each_other_break_theorem_2():
    # Two arms that pay the same: all 50 samples of each are lost with probability 2^-50.
    delta = 100 * np.log(2)
    assert c.bound(2, 51, delta) < 1e-5 * 2.0**-50


# Bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: c.bound(2, 10, 2.9), r"delta: 2.9; expected δ ≥ K \+ 1 = 3: where the paper's Theorem 2 holds"),
        (lambda: c.bound(0, 10, 5), "n_arms: 0; expected a whole number ≥ 1"),
        (lambda: c.bound(2, 0, 5), "n: 0; expected"),
        (lambda: c.bound(2, 10, np.nan), "delta: nan"),
        (lambda: c.exact_tail([], [], 1.0), "theta: shape"),
        (lambda: c.exact_tail([0.5, 1.2], [1, 1], 1.0), "theta: arm 1 has 1.2; expected means in"),
        (lambda: c.exact_tail([0.5], [-1], 1.0), "plays: arm 0 has -1.0; expected whole numbers ≥ 0"),
        (lambda: c.exact_tail([0.5], [1, 2], 1.0), r"plays: shape \(2,\) for 1 arms"),
        (lambda: c.tail_bracket([0.5], [3], 0.0), "delta: 0.0; expected finite numbers > 0"),
        (lambda: c.largest_tail([0.5] * 3, 9, 2.0), "theta: 3 means; expected one or two"),
        (lambda: c.largest_tail([0.5, 0.5], 151, 2.0), "n: 151; expected at most 150"),
        (lambda: c.largest_tail([0.5], 20_001, 2.0), "n: 20001; expected at most 20000"),
        (lambda: c.log_peeling_bound(2, 10, 4.0, eta=1.5), "eta: 1.5; expected"),
        (lambda: c.slices(10, 0), "eta: 0; expected"),
        (lambda: c.moment_bound(3, 2.0), "delta: 2; expected δ ≥ K/a = 3"),
        (lambda: c.mixture_bound(1, 5, -1), "delta: -1; expected"),
        (lambda: c.sequential_mixture_bound(1, 5, -1), "delta: -1; expected"),
        (lambda: c.simulate_tail([0.5], [9], 9, 1.0), "rule: an arm has 9 plays at round n=9; expected at most 8"),
        (lambda: c.simulate_tail([0.5], lambda *_: 3, 9, 1.0, 10), "rule: returned 3; expected"),
        (lambda: c.simulate_tail([0.5], c.uniform, 9, 1.0, 10, confidence=2), "confidence: 2"),
        (lambda: c.simulate_evidence([0.5], [3], 9, 10, largest=True), "largest: counts fixed in advance"),
        (lambda: c.evidence_at([0.5], [3], [4]), "sums: some lie outside"),
        (lambda: c.evidence_at([0.5], [3, 3], [1, 1]), "plays, sums: shapes"),
        (lambda: c.best_tilt(0.6, 0.5), "mean: some lie outside"),
    ],
)
def test_bad_input_is_explained(call, message):
    with pytest.raises(ValueError, match=message):
        call()
