"""Rewards from 0 to 1 that are no coins: samples, a function that draws, a quantile; by policies and by their twins."""

import functools

import numpy as np
import pytest
from scipy import stats

import lipbandits as lb
from lipbandits.engine.core import draw
from lipbandits.model.payoffs import OfQuantile
from lipbandits.play.runs import play
from lipbandits.play.simulation import draw_run
from tests.compiled import cases, rounds

THETA = [0.2, 0.35, 0.6, 0.5]
# Each arm has its own shape; the means are those of THETA.
SAMPLES = [
    [0.0, 0.1, 0.2, 0.3, 0.4],
    [0.35],
    [0.3, 0.7, 0.8, 0.4, 0.8],
    np.linspace(0, 1, 11),
]


def beta(u, m):
    """Of a beta distribution."""
    return stats.beta.ppf(u, 4 * m, 4 * (1 - m))


def lumps(u, m):
    """The mean itself in three tenths of all plays, else a coin; without the time that scipy takes."""
    zeros = 0.7 * (1 - m)
    return np.where(u < zeros, 0.0, np.where(u < zeros + 0.3, m, 1.0))


def draws(arm, rng, size):
    return rng.beta(4 * THETA[arm], 4 * (1 - THETA[arm]), size)


BANDITS = {
    "samples": lb.LipschitzBandit(rewards=SAMPLES),
    "a function": lb.LipschitzBandit(THETA, rewards=draws),
    "a quantile": lb.LipschitzBandit(THETA, quantile=lumps),
    "contexts": lb.ContextualBandit([THETA, THETA[::-1]], quantile=lumps),
    "points": lb.ContinuousBandit(lambda x: 0.8 - 0.5 * np.abs(x - 0.4), 0.5, quantile=lumps),
}


def policies_for(bandit):
    if isinstance(bandit, lb.ContinuousBandit):
        arms = lb.even_grid(4)
        return [lb.Discretised(lb.CKLUCB(), arms), lb.HOO(0.5, 0.5), lb.Zooming(0.5), lb.AdaptiveCKLUCB(0.5)]
    if isinstance(bandit, lb.ContextualBandit):
        return [lb.CCKLUCB(), lb.PerContext(lb.KLUCB())]
    return [lb.KLUCB(), lb.CKLUCB(), lb.UCB(), lb.Greedy(), lb.Uniform()]


def streams(kind):
    return ["numpy"] if kind == "a function" else ["numpy", "counter"]


KINDS_AND_STREAMS = [(kind, stream) for kind in BANDITS for stream in streams(kind)]
every_way = pytest.mark.parametrize(("kind", "stream"), KINDS_AND_STREAMS)


def same_plays(bandit, policy, rewards):
    compiled, plain = (lb.replay(bandit, policy, rewards, engine=engine) for engine in (True, False))
    differ = np.flatnonzero(compiled != plain)
    assert len(differ) == 0, f"{bandit}, {policy}: round {differ[0] + 1}"


def check_beta_rewards(policy, seed, horizon):
    """On rewards of random shapes, from nearly constant to nearly coins."""
    rng = np.random.default_rng(seed)
    n_arms = int(rng.integers(2, 8))
    bandit = lb.random_bandit(n_arms, float(rng.choice([0.3, 1.0, 3.0])), int(rng.integers(10**6)), 0.05, 0.95)
    sizes = rng.choice([0.1, 1.0, 20.0], n_arms)
    theta = bandit.theta
    rewards = rng.beta((sizes * theta)[:, None], (sizes * (1 - theta))[:, None], (n_arms, horizon))
    same_plays(bandit, policy, rewards)


POLICIES = [(lb.KLUCB(), 3000), (lb.CKLUCB(), 3000), (lb.UCB(), 3000), (lb.OSLB(), 800)]


@pytest.mark.parametrize("seed", cases(3))
@pytest.mark.parametrize(("policy", "horizon"), POLICIES, ids=repr)
def test_policy_and_engine_play_the_same_on_beta_rewards(policy, horizon, seed):
    check_beta_rewards(policy, seed, rounds(horizon))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1020))
@pytest.mark.parametrize(("policy", "horizon"), POLICIES, ids=repr)
def test_policy_and_engine_play_the_same_on_many_beta_rewards(policy, horizon, seed):
    check_beta_rewards(policy, seed, 4 * horizon)


def test_twins_add_rewards_in_the_order_of_the_policies():
    rewards = np.random.default_rng(0).integers(0, 11, 500) / 10
    plays, sums, used = np.full(1, 3.0), np.full(1, 0.7), np.zeros(1, dtype=int)
    for streak in (1, 120, 379):
        draw(plays, sums, rewards[None, :], used, 0, streak)
    one_by_one = 0.7
    for reward in rewards:
        one_by_one += reward
    assert sums[0] == one_by_one != 0.7 + rewards.sum()


@pytest.mark.parametrize("seed", cases(4))
@pytest.mark.parametrize("policy", [lb.KLUCB(), lb.CKLUCB(), lb.Greedy()], ids=repr)
def test_tenths_tie_for_both_in_the_same_rounds(policy, seed):
    # Sums of tenths depend on their order, and decide between averages that would be equal.
    rng = np.random.default_rng(seed)
    rewards = rng.integers(0, 11, (3, rounds(2000))) / 10
    same_plays(lb.LipschitzBandit([0.5, 0.5, 0.5], lipschitz=float(rng.choice([0.0, 1.0]))), policy, rewards)


@every_way
def test_policies_and_twins_play_the_same_rewards_in_a_simulation(kind, stream):
    bandit, horizon = BANDITS[kind], rounds(400)
    for policy in policies_for(bandit):
        ends = [
            play(policy.clone(), *draw_run(bandit, horizon, 3, 1, stream=stream), [horizon], engine=engine)
            for engine in (None, False)
        ]
        assert ends[0] == pytest.approx(ends[1], abs=1e-9)


@every_way
def test_plays_pay_their_means(kind, stream):
    bandit = BANDITS[kind]
    if kind == "points":
        paid = bandit.payoffs.of_means(np.random.default_rng(0).random(20_000), np.array(0.3))
        assert abs(paid.mean() - 0.3) < 5 * paid.std() / np.sqrt(len(paid))
        return
    stock = draw_run(bandit, 10**4, 5, 0, stream=stream)[0].stock
    for row, mean in enumerate(np.ravel(bandit.theta)):
        paid = np.array([stock.draw(row) for _ in range(9000)])
        assert abs(paid.mean() - mean) < 5 * max(paid.std(), 1e-9) / np.sqrt(len(paid))
        if kind == "samples":
            values, counts = np.unique(paid, return_counts=True)
            there, times = np.unique(SAMPLES[row], return_counts=True)
            assert np.array_equal(values, there)
            assert np.abs(counts / len(paid) - times / times.sum()).max() < 0.03
        if kind == "a function":
            assert paid.var() == pytest.approx(mean * (1 - mean) / 5, rel=0.1)


@pytest.mark.parametrize("stream", ["numpy", "counter"])
def test_samples_of_zeros_and_ones_are_coins(stream):
    coins = lb.LipschitzBandit([0.3, 0.5, 0.4])
    samples = lb.LipschitzBandit(rewards=[[0] * 7 + [1] * 3, [1, 0] * 5, [0, 0, 0, 1, 1]])
    assert np.allclose(samples.theta, coins.theta, atol=1e-12)
    policies, horizon = [lb.KLUCB(), lb.CKLUCB()], rounds(1000)
    one, other = (lb.simulate(each, policies, horizon, runs=150, stream=stream, seed=2) for each in (coins, samples))
    for name in one:
        ends = [result[name].regret[:, -1] for result in (one, other)]
        margin = 5 * np.hypot(*(end.std() / np.sqrt(len(end)) for end in ends))
        assert abs(ends[0].mean() - ends[1].mean()) < margin


def test_what_varies_less_than_a_coin_is_played_as_well():
    coins, quiet = lb.LipschitzBandit(THETA), lb.LipschitzBandit(THETA, quantile=lambda u, m: m)
    for policy in (lb.KLUCB(), lb.CKLUCB()):
        one, other = (lb.simulate(each, policy, rounds(2000), runs=40).regret[:, -1] for each in (coins, quiet))
        assert other.mean() < one.mean()


@pytest.mark.parametrize("kind", BANDITS)
def test_results_depend_neither_on_processes_nor_on_being_resumed(kind, tmp_path):
    bandit, path = BANDITS[kind], tmp_path / "runs.npz"
    named = {type(policy).__name__: policy for policy in policies_for(bandit)[:2]}
    whole = lb.simulate(bandit, named, 120, runs=5, seed=4)
    lb.simulate(bandit, named, 120, runs=2, seed=4, checkpoint=path)
    for again in (
        lb.simulate(bandit, named, 120, runs=5, seed=4, n_jobs=2),
        lb.simulate(bandit, named, 120, runs=5, seed=4, checkpoint=path),
    ):
        assert all(np.array_equal(whole[name].regret, again[name].regret) for name in named)


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (lb.LipschitzBandit(THETA), "rewards"),
        (lb.LipschitzBandit(THETA, quantile=beta), "rewards"),
        (lb.LipschitzBandit(THETA, rewards=draws), "rewards"),
        (lb.LipschitzBandit(THETA, rewards=[[mean] for mean in THETA]), "rewards"),
        (lb.LipschitzBandit(THETA, family=lb.Gaussian(1.0)), "family, rewards"),
    ],
)
def test_the_checkpoint_of_other_rewards_is_refused(other, word, tmp_path):
    path = tmp_path / "runs.npz"
    lb.simulate(BANDITS["a quantile"], lb.UCB(), 20, runs=1, checkpoint=path)
    with pytest.raises(ValueError, match=rf"another experiment \(it differs in: {word}\)"):
        lb.simulate(other, lb.UCB(), 20, runs=1, checkpoint=path)
    path.unlink()
    lb.simulate(other, lb.UCB(), 20, runs=1, checkpoint=path)
    with pytest.raises(ValueError, match=rf"it differs in: {word}"):
        lb.simulate(BANDITS["a quantile"], lb.UCB(), 20, runs=1, checkpoint=path)


def test_the_checkpoint_of_another_sd_is_refused(tmp_path):
    path = tmp_path / "runs.npz"
    for sd in (1.0, 2.0):
        bandit = lb.LipschitzBandit(THETA, family=lb.Gaussian(sd))
        if sd == 1:
            lb.simulate(bandit, lb.UCB(), 20, runs=1, checkpoint=path)
        else:
            with pytest.raises(ValueError, match="it differs in: family"):
                lb.simulate(bandit, lb.UCB(), 20, runs=1, checkpoint=path)


def test_rewards_that_cannot_be_told_from_others_get_no_checkpoint(tmp_path):
    made = np.frompyfunc(lambda u, m: float(u < m), 2, 1)
    bandit = lb.LipschitzBandit(THETA, quantile=lambda u, m: made(1 - u, m).astype(float))
    assert lb.simulate(bandit, lb.UCB(), 20, runs=1)
    with pytest.raises(ValueError, match="checkpoint: rewards cannot be told from another"):
        lb.simulate(bandit, lb.UCB(), 20, runs=1, checkpoint=tmp_path / "runs.npz")


def test_all_that_is_made_of_a_bandit_keeps_its_quantile():
    for bandit in (
        BANDITS["a quantile"].with_lipschitz(2.0),
        BANDITS["contexts"].with_lipschitz(2.0),
        BANDITS["contexts"].alone(1),
        BANDITS["points"].discretise([0.2, 0.8]),
    ):
        assert isinstance(bandit.payoffs, OfQuantile) and bandit.payoffs.quantile is lumps
        assert "quantile=" in repr(bandit)
    assert BANDITS["samples"].with_lipschitz(2.0).payoffs is BANDITS["samples"].payoffs


def test_a_replay_takes_all_rewards_in_0_1_and_points_have_their_quantile():
    rewards = np.random.default_rng(0).random((4, 50))
    assert len(lb.replay(BANDITS["samples"], lb.CKLUCB(), rewards)) == 50
    # What pays the mean itself lets the best arm lead from its first play on.
    steady = lb.ContinuousBandit(lambda x: 0.8 - 0.5 * np.abs(x - 0.4), 0.5, quantile=lambda u, m: m)
    greedy = lb.Discretised(lb.Greedy(), [0.1, 0.4, 0.9])
    for engine in (True, False):
        assert lb.replay(steady, greedy, [0.5] * 6, engine=engine).tolist() == [0.1, 0.4, 0.9, 0.4, 0.4, 0.4]


NOT_A_LAW = {
    "two": dict(rewards=SAMPLES, quantile=lumps),
    "another family": dict(rewards=SAMPLES, family=lb.Poisson()),
    "a quantile of another family": dict(quantile=lumps, family=lb.Gaussian()),
    "too few": dict(rewards=SAMPLES[:3]),
    "another mean": dict(rewards=[*SAMPLES[:3], [0.4]]),
    "above 1": dict(rewards=[*SAMPLES[:3], [0.5, 1.5]]),
    "nan": dict(rewards=[*SAMPLES[:3], [0.5, np.nan]]),
    "none": dict(rewards=[*SAMPLES[:3], []]),
    "a table": dict(rewards=[*SAMPLES[:3], [[0.5]]]),
    "falling": dict(quantile=lambda u, m: 1.0 * (1 - u < m)[::-1]),
    "a mean of its own": dict(quantile=lambda u, m: 0.5 * u),
    "a quantile above 1": dict(quantile=lambda u, m: 2 * m * u),
    "a quantile of no number": dict(quantile=lambda u, m: np.where(u < m, 1, np.nan)),
    "one number": dict(quantile=lambda u, m: 0.5),
}
MESSAGES = {
    "two": "rewards: given together with quantile; expected one or the other",
    "another family": r"rewards: given for Poisson\(\); expected no family but Bernoulli\(\)",
    "a quantile of another family": r"quantile: given for Gaussian\(sd=1.0\)",
    "too few": "rewards: samples of 3 arms for 4 means; expected as many",
    "another mean": "theta: arm 3 has 0.5, and its samples have the mean 0.4; expected means that agree to 1e-09",
    "above 1": "rewards: arm 3 has 1.5; expected numbers from 0 to 1",
    "nan": "rewards: arm 3 has nan; expected numbers from 0 to 1",
    "none": r"rewards: arm 3 has shape \(0,\); expected at least one sample",
    "a table": r"rewards: arm 3 has shape \(1, 1\)",
    "falling": "quantile: falls at u = .* for the mean 0.2",
    "a mean of its own": "quantile: pays 0.25 on average for the mean 0.2; expected rewards of that mean",
    "a quantile above 1": "quantile: pays 1.0.* at the mean 0.6; expected numbers from 0 to 1",
    "a quantile of no number": "quantile: pays nan at the mean 0.2; expected numbers from 0 to 1",
    "one number": r"quantile: gives shape \(\); expected \(1000,\), numbers from 0 to 1",
}


@pytest.mark.parametrize("kind", NOT_A_LAW)
def test_rewards_that_are_none_are_refused_by_name_and_value(kind):
    with pytest.raises(ValueError, match=MESSAGES[kind]):
        lb.LipschitzBandit(THETA, **NOT_A_LAW[kind])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (dict(rewards=draws), "theta: None; expected means, or samples as rewards"),
        (dict(), "theta: None; expected means"),
        (dict(theta=THETA, rewards="beta"), "rewards: 'beta'; expected samples, an array for each arm, or a function"),
        (dict(theta=THETA, rewards=0.5), "rewards: 0.5; expected samples"),
        (dict(theta=THETA, rewards=[]), r"rewards: \[\]; expected samples"),
        (dict(theta=THETA, rewards=lambda arm: 0.5), "rewards: <function .*; expected samples"),
        (dict(theta=THETA, rewards=[["a"]] * 4), "rewards: arm 0: .*; expected samples"),
        (dict(theta=THETA, quantile=lambda u: u), "quantile: <function .*; expected a function quantile"),
        (dict(theta=THETA, quantile=0.5), "quantile: 0.5; expected a function quantile"),
        (dict(theta=THETA, quantile=lambda u, m: "much"), "quantile: 'much'; expected 1000 numbers from 0 to 1"),
    ],
)
def test_what_is_of_another_kind_is_refused(settings, words):
    with pytest.raises(TypeError, match=words):
        lb.LipschitzBandit(**settings)


def wrong(arm, rng, size, kind):
    """Right for arm 0."""
    found = np.full(size, 0.4)
    if arm == 1 and kind == "short":
        return found[1:]
    if arm == 1:
        found[7] = kind
    return found


@pytest.mark.parametrize("policy", [lb.KLUCB(), lb.CKLUCB(), lb.OSLB(), lb.UCB(), lb.Greedy()], ids=repr)
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (1.5, "rewards: arm 1 pays 1.5; expected numbers from 0 to 1"),
        (-0.1, "rewards: arm 1 pays -0.1"),
        (np.nan, "rewards: arm 1 pays nan"),
        ("short", r"rewards: arm 1 gives shape \(4095,\); expected \(4096,\), numbers from 0 to 1"),
    ],
)
def test_what_is_drawn_outside_of_0_1_is_refused_in_play_by_policies_and_twins(policy, kind, words):
    bandit = lb.LipschitzBandit([0.4, 0.3], lipschitz=1.0, rewards=functools.partial(wrong, kind=kind))
    for engine in (None, False):
        with pytest.raises(ValueError, match=words):
            play(policy.clone(), *draw_run(bandit, 30, 0, 0), [30], engine=engine)
    with pytest.raises(ValueError, match=words):
        lb.simulate(lb.LipschitzBandit(bandit.theta, rewards=bandit.payoffs.function), {"it": policy}, 30, runs=1)


@pytest.mark.parametrize("policy", policies_for(BANDITS["points"]), ids=repr)
def test_a_quantile_that_leaves_0_1_between_the_points_where_it_was_tried_is_refused_in_play(policy):
    def mostly(u, m):
        return np.where(np.isin(np.round(m, 12), np.round(tried, 12)), m, 7.0)

    mean = BANDITS["points"].function
    tried = mean(np.linspace(0, 1, 11))
    bandit = lb.ContinuousBandit(mean, 0.5, quantile=mostly)
    with pytest.raises(ValueError, match=r"quantile: pays 7.0 at the mean 0\.\d+; expected numbers from 0 to 1"):
        lb.simulate(bandit, [policy], 50, runs=1)


def test_the_counter_has_no_generator_for_a_function():
    with pytest.raises(ValueError, match="stream: 'counter', which has one uniform for each play"):
        lb.simulate(BANDITS["a function"], lb.UCB(), 20, runs=1, stream="counter")


@pytest.mark.parametrize("policy", [lb.HOO(0.5, 0.5), lb.Zooming(0.5), lb.AdaptiveCKLUCB(0.5)], ids=repr)
def test_a_twin_that_cannot_ask_a_quantile_says_so_where_it_is_asked_for(policy):
    uniforms = np.random.default_rng(0).random(40)
    played = lb.replay(BANDITS["points"], policy, uniforms)
    assert np.array_equal(played, lb.replay(BANDITS["points"], policy, uniforms, engine=False))
    with pytest.raises(ValueError, match="engine: True for a quantile of one's own, which the compiled"):
        lb.replay(BANDITS["points"], policy, uniforms, engine=True)
