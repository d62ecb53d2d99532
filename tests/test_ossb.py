"""OSSB: its rounds by hand, its conventions, and its twin in every state that it reaches."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import ossb
from lipbandits.engine.families import family_of
from lipbandits.explorers.chapters.ossb import HIGHEST, LOWEST
from lipbandits.explorers.chapters.runs import ends_wrong
from lipbandits.play import twins
from lipbandits.study import data, statistics
from lipbandits.study.recipes import EXPERIMENTS
from lipbandits.study.recorded import record
from tests.compiled import cases, rounds
from tests.test_engine_of_families import every_family, random_problem

# So large that no arm informs about another one.
ALONE = 1000.0
COINS = lb.Bernoulli()


def after(plays, sums, *settings, lipschitz=ALONE, arms=None, family=COINS):
    """A policy that has seen this."""
    policy = lb.OSSB(*settings)
    policy.reset(lb.Geometry(np.linspace(0, 1, len(plays)) if arms is None else arms, lipschitz, family), None)
    policy.plays[:], policy.sums[:] = plays, sums
    return policy


def test_averages_too_far_apart_for_a_float_are_refused_by_the_policy_and_played_by_its_twin():
    bandit = lb.LipschitzBandit([0.0, 1e200], lipschitz=1e201, family=lb.Gaussian())
    rewards = np.repeat(bandit.theta[:, None], 20, axis=1)
    with pytest.raises(ValueError, match="of arm 0 a single play says inf nats; expected means less far apart"):
        lb.replay(bandit, lb.OSSB(), rewards, engine=False)
    assert lb.replay(bandit, lb.OSSB(), rewards).tolist() == [0] + [1] * 19
    near = lb.LipschitzBandit([0.0, 1e150], lipschitz=1e151, family=lb.Gaussian())
    rewards = np.repeat(near.theta[:, None], 20, axis=1)
    assert np.array_equal(lb.replay(near, lb.OSSB(), rewards, engine=False), lb.replay(near, lb.OSSB(), rewards))


def engine_choice(policy, n):
    """What the twin plays in round n, and its s after it."""
    plays, sums, explored = policy.plays.astype(float), policy.sums.astype(float), np.array([float(policy.explored)])
    played = np.zeros(n, dtype=np.int32)
    stock = np.zeros((len(plays), 1), np.uint8), np.zeros(len(plays), np.int64)
    settings = twins._reach(policy), policy.epsilon, policy.gamma, explored
    ossb.advance(family_of(policy.geometry.family), plays, sums, *stock, n, n, played, *settings)
    return played[n - 1], explored[0]


def choice(policy, n):
    """(arm, rule) of the policy, which its twin chooses too."""
    report = policy.explain(n)
    assert engine_choice(policy, n) == (report["arm"], report["explored"])
    return report["arm"], report["rule"].partition(":")[0]


EXPLOIT, ESTIMATE, EXPLORE = "every arm has its target", "least played of all", "furthest below its target"


def test_without_structure_an_arm_is_wanted_log_n_over_its_divergence_times():
    n, averages = 1000, np.array([0.8, 0.5, 0.6])
    wanted = np.log(n) / lb.kl(averages[1:], 0.8)
    enough = np.array([500, *np.ceil(wanted)])
    assert choice(after(enough, enough * averages, 0, 0), n) == (0, EXPLOIT)
    few = np.array([500, 20, 20])
    assert wanted[0] > 20 and wanted[1] > wanted[0]
    # Of both the same plays: the one that is wanted more often has the smaller share.
    assert choice(after(few, few * averages, 0, 0), n) == (2, EXPLORE)
    report = after(few, few * averages, 0, 0).explain(n)
    assert report["target"][1:] == pytest.approx(wanted) and report["target"][0] == 0
    assert report["shares"] == pytest.approx([np.inf, *(20 / wanted)])
    # With γ more is wanted of every arm.
    assert choice(after(enough, enough * averages, 0, 0.2), n) != (0, EXPLOIT)


def test_with_structure_an_arm_that_others_inform_about_has_no_target():
    # A play of arm 2 costs more than one of arm 1, and says so much more that it pays.
    arms, n = [0, 0.9, 0.91], 1000
    rate = 1 / lb.kl(0.3, 0.8 - 0.01)
    for plays, rule in ((10, (2, EXPLORE)), (50, (0, EXPLOIT))):
        policy = after([900, 4, plays], [720, 3, 0.3 * plays], 0, 0, lipschitz=1.0, arms=arms)
        assert choice(policy, n) == rule
        report = policy.explain(n)
        assert report["target"] == pytest.approx([0, 0, rate * np.log(n)]) and report["shares"][1] == np.inf
    assert choice(after([900, 4, 50], [720, 3, 15], 0, 0, arms=arms), n) == (1, EXPLORE)


def test_every_arm_is_played_before_the_program_is_solved_and_that_does_not_count_in_s():
    for family in (lb.Bernoulli(), lb.Gaussian(), lb.Poisson(), lb.Exponential()):
        policy = after([0, 3, 0], [0, 1.0, 0], 0.5, family=family)
        assert choice(policy, 4) == (0, "not played yet")
        assert "bound" not in policy.explain(4) and policy.explain(4)["explored"] == 0


def test_one_arm_is_played_always():
    policy = after([0], [0])
    for n in range(1, 30):
        assert choice(policy, n)[0] == 0
        policy.update(policy.select(n), 0)
    assert policy.explored == 0


@pytest.mark.parametrize("lipschitz", [0.0, 0.5, ALONE])
def test_where_all_arms_are_equal_the_lowest_is_played(lipschitz):
    assert choice(after([4, 2, 8], [2, 1, 4], lipschitz=lipschitz), 15) == (0, EXPLOIT)
    for family in (lb.Poisson(), lb.Exponential(), lb.Gaussian()):
        assert choice(after([4, 2, 8], [2, 1, 4], lipschitz=lipschitz, family=family), 15) == (0, EXPLOIT)


def test_a_coin_that_never_lost_is_played_on():
    assert choice(after([5, 3, 3], [4, 3, 0], 0.9), 12) == (1, EXPLOIT)
    assert choice(after([5, 5, 3], [5, 5, 0], 0.9), 14) == (0, EXPLOIT)
    # Of other families no average is the largest mean: nothing is certain.
    assert choice(after([5, 3, 3], [4, 3, 0], family=lb.Gaussian()), 12)[1] != EXPLOIT


def test_arms_that_tie_with_the_best_have_no_target():
    plays, averages = np.array([40, 1, 30]), np.array([0.75, 0.25, 0.75])
    policy = after(plays, plays * averages, 0, 0)
    assert policy.explain(1000)["target"][[0, 2]].tolist() == [0, 0]
    assert choice(policy, 1000) == (1, EXPLORE)
    plays = np.array([40, 1000, 30])
    assert choice(after(plays, plays * averages, 0, 0), 1000) == (0, EXPLOIT)


def test_two_arms_a_hair_apart_are_told_apart_without_end():
    policy = after([1000, 1000], [500, 501], 0, 0)
    assert policy.explain(2001)["target"][0] > 10**6
    assert choice(policy, 2001) == (0, EXPLORE)


def test_equal_shares_go_to_the_lower_arm_and_plays_that_miss_by_rounding_are_enough():
    for arms in ([0, 0.4, 0.6, 1], [0, 0.3, 0.8, 1]):
        policy = after([15, 100, 15, 15], [6, 80, 6, 6], 0, 0, arms=arms)
        assert choice(policy, 1000) == (0, EXPLORE)
    # A gap of 2 and a variance of 1: the target is log n / 2.
    for missing, rule in ((1e-12, EXPLOIT), (1e-6, EXPLORE)):
        policy = after([10, 10], [20, 0], 0, 0, family=lb.Gaussian())
        policy.plays = np.array([10.0, np.log(10**6) / 2 * (1 - missing)])
        assert choice(policy, 10**6)[1] == rule


def test_the_least_played_arm_is_played_when_it_has_at_most_epsilon_s_plays():
    plays, sums = [100, 20, 3], [80, 10, 0]
    for explored, rule in ((28, EXPLORE), (29, ESTIMATE), (300, ESTIMATE)):
        policy = after(plays, sums, 0.1, 0)
        policy.explored = explored
        # This round is one of s, so that εs is 2.9, 3 and 30.1.
        assert choice(policy, 500)[1] == rule
        assert policy.explain(500)["explored"] == explored + 1
    policy = after(plays, sums, 0, 0)
    policy.explored = 10**6
    assert choice(policy, 500)[1] == EXPLORE


def test_s_counts_the_rounds_of_exploration_that_were_played():
    bandit, rng = lb.triangle(5), np.random.default_rng(0)
    policy, explored = lb.OSSB(0.1, 0.1), 0
    policy.reset(bandit.geometry, None)
    for n in range(1, rounds(150)):
        rule = policy.explain(n)["rule"].partition(":")[0]
        policy.explain(n)
        # To ask twice is to play once.
        assert policy.select(n) == policy.select(n)
        assert policy.explored == explored
        policy.update(policy.select(n), int(rng.random() < 0.6))
        explored += rule in (ESTIMATE, EXPLORE)
        assert policy.explored == explored
    assert explored > 10
    policy.reset(bandit.geometry, None)
    assert policy.explored == 0
    # A play of somebody else's choice is none of exploration.
    policy.update(0, 1)
    assert policy.explored == 0


def test_a_recorded_run_counts_them_too():
    run, explored = record(lb.OSSB(0.1, 0.1), 5, rounds(150)), 0
    for report, _, _ in run.values():
        explored += report["rule"].partition(":")[0] in (ESTIMATE, EXPLORE)
        assert report["explored"] == explored
    assert explored > 10


def test_a_round_is_a_whole_number_from_one():
    for bad, error in ((0, ValueError), (-3, ValueError), (1.5, TypeError), ("1", TypeError)):
        with pytest.raises(error, match="n: "):
            after([1, 1], [0, 1]).explain(bad)


def check_every_state(family, seed, horizon, max_arms):
    """Round by round, the twin's choice in each state that the policy reaches; returns how many were compared."""
    bandit, _, rng = random_problem(family, seed, max_arms)
    settings = float(rng.choice([0, 0.02, 0.3])), float(rng.choice([0, 0.1, 2]))
    policy = lb.OSSB(*settings)
    rewards = family.sample(bandit.theta[:, None], rng, (bandit.n_arms, horizon))
    policy.reset(bandit.geometry, None)
    compared, unique = 0, True
    for n in range(1, horizon + 1):
        report = policy.explain(n)
        # Several optimal plans: any is right, and the two may take different ones.
        if "bound" not in report or report["bound"].unique:
            assert engine_choice(policy, n) == (report["arm"], report["explored"]), f"{bandit}, {policy}: round {n}"
            compared += 1
        else:
            unique = False
        arm = policy.select(n)
        assert arm == report["arm"]
        policy.update(arm, rewards[arm, policy.plays[arm]])
    if unique:
        played = lb.replay(bandit, lb.OSSB(*settings), rewards, engine=True)
        assert np.array_equal(np.bincount(played, minlength=bandit.n_arms), policy.plays)
    return compared


@pytest.mark.parametrize("seed", cases(3))
@every_family
def test_the_twin_chooses_the_same_arm_in_every_state(family, seed):
    assert check_every_state(family, seed, rounds(150), max_arms=8) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1005))
@every_family
def test_the_twin_chooses_the_same_arm_in_a_thousand_states(family, seed):
    assert check_every_state(family, seed, 1000, max_arms=15) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000, 2010))
@every_family
def test_a_million_rounds_agree_in_all_the_first_and_in_a_part_of_the_others(family, seed):
    """The twin plays, a round at a time; the policy is asked in its states: they would be a million linear programs."""
    horizon = 20_000
    bandit, _, rng = random_problem(family, seed, max_arms=10)
    policy = lb.OSSB(float(rng.choice([0, 0.02, 0.3])), float(rng.choice([0, 0.1, 2])))
    rewards = family.sample(bandit.theta[:, None], rng, (bandit.n_arms, horizon))
    policy.reset(bandit.geometry, None)
    policy.plays, explored = np.zeros(bandit.n_arms), np.zeros(1)
    used, played = np.zeros(bandit.n_arms, np.int64), np.zeros(horizon, np.int32)
    state = family_of(family), policy.plays, policy.sums, rewards, used
    settings = played, twins._reach(policy), policy.epsilon, policy.gamma, explored
    for n in range(1, horizon + 1):
        policy.explored, asked = int(explored[0]), rng.random() < (1 if n <= 200 else 0.01)
        report = policy.explain(n) if asked else None
        ossb.advance(*state, n, n, *settings)
        if report is not None and ("bound" not in report or report["bound"].unique):
            assert (played[n - 1], explored[0]) == (report["arm"], report["explored"]), f"{bandit}, {policy}: {n}"


def test_policy_and_twin_play_the_same_round_after_round():
    bandit = lb.LipschitzBandit([0.8, 0.6, 0.4, 0.2, 0.05], lipschitz=0.8)
    rewards = bandit.family.sample(bandit.theta[:, None], np.random.default_rng(4), (5, rounds(250)))
    for policy in (lb.OSSB(), lb.OSSB(0, 0), lb.OSSB(0.1, 0.5, lipschitz=5.0)):
        compiled, plain = (lb.replay(bandit, policy, rewards, engine=engine) for engine in (True, False))
        assert np.array_equal(compiled, plain)


# Mean plays of four coins in 10,000 rounds by OSSB of SMPyBandits at its commit 012fc13, with ε = 0.05 and γ = 0.1, in
# 300 runs, and their standard errors. Its best arm has c = 1/I(θ̂*, θ̂*) = 1/0; for these figures that was set to 0.
FOUR_COINS = [0.8, 0.5, 0.4, 0.3]
THEIRS, THEIR_ERRORS = np.array([9869.35, 76.38, 34.27, 20.00]), np.array([4.76, 3.86, 1.30, 0.54])


@pytest.mark.slow
def test_without_structure_the_plays_are_those_of_another_implementation():
    bandit = lb.LipschitzBandit(FOUR_COINS, lipschitz=ALONE)
    plays = lb.simulate(bandit, [lb.OSSB(0.05, 0.1)], 10_000, runs=4000, seed=0)["OSSB"].plays
    errors = np.hypot(plays.std(axis=0, ddof=1) / np.sqrt(len(plays)), THEIR_ERRORS)
    assert np.all(np.abs(plays.mean(axis=0) - THEIRS) < 4 * errors)


# Where OSSB is to attain C(θ), the bound of Lai and Robbins being 1.5 to 4 times as high.
STUDIES = ("group", "sides", "counts")


def slopes(name, policy, first=30_000):
    """(runs,) what regret grows by for each unit of log T, from a first round to the millionth; and both bounds."""
    regret, bandit = data.results(f"ossb-{name}")[0][policy], EXPERIMENTS[f"ossb-{name}"].bandit
    at = int(np.argmin(np.abs(regret.rounds - first)))
    grown = (regret.regret[:, -1] - regret.regret[:, at]) / np.log(regret.rounds[-1] / regret.rounds[at])
    return grown, lb.lower_bound(bandit).value, lb.lai_robbins(bandit).value


@pytest.mark.parametrize("name", [*STUDIES, "line"])
def test_the_stored_instances_have_one_best_arm_one_plan_and_a_bound_well_below_lai_and_robbins(name):
    bandit = EXPERIMENTS[f"ossb-{name}"].bandit
    bound = lb.lower_bound(bandit)
    assert bandit.n_arms <= 9 and np.count_nonzero(bandit.gaps == 0) == 1 and bound.unique
    assert bound.value < 0.7 * lb.lai_robbins(bandit).value
    found, provenance = data.results(f"ossb-{name}")
    assert provenance["command"] == f"python -m lipbandits ossb-{name} --runs 48 --horizon 1000000 --seed 2014"
    assert list(found) == list(EXPERIMENTS[f"ossb-{name}"].policies)
    # What the explorer's axis and its marks take for granted.
    last = [regret.regret[:, -1] for regret in found.values()]
    assert np.min(last) > LOWEST and np.max(last) < HIGHEST
    assert not any(ends_wrong(bandit, regret).any() for regret in found.values())


@pytest.mark.parametrize("name", STUDIES)
def test_in_the_end_regret_grows_as_the_bound_says_and_not_as_that_of_lai_and_robbins(name):
    # Of 48 runs: 2.0 (1.3 to 2.6) for a bound of 1.8, 2.7 (2.1 to 3.3) for 2.8, 4.5 (3.2 to 5.9) for 3.3.
    grown, bound, alone = slopes(name, "OSSB")
    found = statistics.mean(grown)
    assert found.low < bound < found.high < alone
    for policy in ("OSSB", "OSLB", "CKLUCB"):
        assert 0.75 * bound < slopes(name, policy)[0].mean() < 1.5 * bound


def test_a_few_runs_that_go_astray_make_the_mean_where_epsilon_and_gamma_are_zero():
    for name in ("line", "sides"):
        careful, bare = (slopes(name, policy, 1)[0] for policy in ("OSSB", "OSSB, ε = γ = 0"))
        assert np.max(bare) > 5 * np.max(careful) and 2 * np.sort(bare)[-4:].sum() > bare.sum()
        # The others lose as little as with both at 0.01.
        assert np.median(bare) == pytest.approx(np.median(careful), rel=0.1)
    # There is no honest interval for those means, nor for OSSB's own on the line.
    assert np.isnan(statistics.mean(slopes("line", "OSSB")[0]).low)
