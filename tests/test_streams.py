"""The stream that a page and Python share: Philox4x32-10 by its published answers, and `simulate` on it."""

import json
import subprocess
import sys

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.engine import streams
from lipbandits.engine.families import COINS
from lipbandits.play import counter
from lipbandits.play.checkpoint import identity_of
from lipbandits.play.counter import key_of, uniforms
from lipbandits.play.regret import recorded_rounds
from lipbandits.play.runs import play
from lipbandits.play.simulation import draw_run, play_run
from tests.compiled import cases, rounds
from tests.engine_in_browsers import policy_of
from tests.page_engine import native, runs

BANDIT = lb.LipschitzBandit([0.2, 0.5, 0.75, 0.6, 0.3], lipschitz=1.5)
POLICIES = {
    "ckl": lb.CKLUCB(),
    "greedy": lb.Greedy(),
    "kl": lb.KLUCB(),
    "oslb": lb.OSLB(),
    "ossb": lb.OSSB(),
    "thompson": lb.ThompsonSampling(),
    "ucb": lb.UCB(),
    "uniform": lb.Uniform(),
}

# (counter, key, words) of Random123's kat_vectors, "philox4x32 10".
ANSWERS = (
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
)


def plain_philox(counter, key):
    """The same in whole numbers of Python, as the paper has it: S-P network, ten rounds, the key bumped after each."""
    c, k = list(counter), list(key)
    for _ in range(10):
        one, other = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [other // 2**32 ^ c[1] ^ k[0], other % 2**32, one // 2**32 ^ c[3] ^ k[1], one % 2**32]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


def plain_uniform(key, run, purpose, row, s):
    words = plain_philox((s // 2, row, run, purpose), (key % 2**32, key // 2**32))
    high, low = words[2 * (s % 2) :][:2]
    return ((high // 2**5) * 2**26 + low // 2**6) / 2**53


def words(text):
    return [int(word, 16) for word in text.split()]


def found(counter, key):
    return [int(word) for word in streams.philox(*map(np.uint64, counter), np.uint64(key[0] + 2**32 * key[1]))]


@pytest.mark.parametrize(("counter", "key", "expected"), ANSWERS)
def test_philox_gives_the_answers_that_its_authors_publish(counter, key, expected):
    assert found(words(counter), words(key)) == words(expected)
    assert plain_philox(words(counter), words(key)) == words(expected)


def test_philox_is_that_of_plain_whole_numbers():
    rng = np.random.default_rng(0)
    for _ in range(300):
        counter, key = rng.integers(2**32, size=4).tolist(), rng.integers(2**32, size=2).tolist()
        assert found(counter, key) == plain_philox(counter, key)


def test_a_uniform_is_that_of_its_place_whichever_types_name_it():
    rng = np.random.default_rng(1)
    for _ in range(300):
        key, s = int(rng.integers(2**64, dtype=np.uint64)), int(rng.integers(2**33))
        place = [int(each) for each in rng.integers((2**32, 2, 1000))]
        expected = plain_uniform(key, *place, s)
        assert streams.uniform(np.uint64(key), *place, s) == expected
        assert streams.uniform(np.uint64(key), *map(np.uint32, place), np.int64(s)) == expected
        assert 0 <= expected < 1


@pytest.mark.parametrize("first", [0, 1, 7, 4096, 2**33 - 64])
def test_rewards_fill_a_row_from_any_place(first):
    key, run, arm, theta = 2**63 + 12345, 3, 5, 0.37
    row = np.full(64, 9, dtype=np.uint8)
    streams.fill_rewards(COINS, row, np.uint64(key), run, arm, first, theta)
    assert row.tolist() == [int(plain_uniform(key, run, 0, arm, first + m) < theta) for m in range(64)]
    for theta, pays in ((0.0, 0), (1.0, 1)):
        streams.fill_rewards(COINS, row, np.uint64(key), run, arm, first, theta)
        assert row.tolist() == [pays] * 64


def test_uniform_play_takes_every_arm_and_no_other():
    for n_arms in (1, 2, 3, 17):
        arms = [streams.uniform_arm(np.uint64(7), 0, n, n_arms) for n in range(1, 301)]
        assert arms == [int(plain_uniform(7, 0, 1, 0, n - 1) * n_arms) for n in range(1, 301)]
        assert set(arms) == set(range(n_arms))


def test_uniforms_look_uniform_and_places_beside_each_other_independent():
    size = 100 * rounds(2000)
    row = np.array([streams.uniform(np.uint64(11), 0, 0, 0, s) for s in range(size)])
    others = [np.array([streams.uniform(np.uint64(key), run, purpose, arm, s) for s in range(size)])
              for key, run, purpose, arm in ((12, 0, 0, 0), (11, 1, 0, 0), (11, 0, 1, 0), (11, 0, 0, 1))]  # fmt: skip
    # Six standard deviations of each.
    for each in (row, *others):
        assert abs(each.mean() - 0.5) < 6 / np.sqrt(12 * size)
        counts = np.bincount((each * 64).astype(int), minlength=64)
        assert ((counts - size / 64) ** 2 / (size / 64)).sum() < 63 + 6 * np.sqrt(2 * 63)
    for one, other in [(row[:-1], row[1:]), *((row, other) for other in others)]:
        assert abs(np.mean((one - 0.5) * (other - 0.5)) * 12) < 6 / np.sqrt(len(one))


def counted(horizon=400, runs=3, seed=5, policies=POLICIES, **options):
    """{name: plays} on the stream."""
    results = lb.simulate(BANDIT, policies, horizon, runs=runs, seed=seed, stream="counter", **options)
    return {name: regret.plays.tolist() for name, regret in results.items()}


def test_numpy_draws_what_the_engine_draws():
    rng = np.random.default_rng(2)
    for _ in range(100):
        key, first, size = int(rng.integers(2**64, dtype=np.uint64)), int(rng.integers(2**33 - 40)), rng.integers(1, 40)
        run, purpose, row = (int(each) for each in rng.integers((2**32, 2, 2**32)))
        places = range(first, first + int(size))
        engine = [streams.uniform(np.uint64(key), run, purpose, row, s) for s in places]
        assert uniforms(key, run, purpose, row, places).tolist() == engine


@pytest.mark.parametrize("run", [0, 2**32 - 1])
# What Thompson sampling draws on the stream is compared in test_engine_of_baselines.py.
@pytest.mark.parametrize("name", sorted(POLICIES.keys() - {"thompson"}))
def test_a_run_on_the_stream_is_a_replay_of_what_its_places_say(name, run):
    policy = POLICIES[name]
    horizon, key = rounds(500), 2**63 + 5
    pays = [[plain_uniform(key, run, 0, k, s) < mean for s in range(horizon)] for k, mean in enumerate(BANDIT.theta)]
    expected = lb.replay(BANDIT, policy, np.array(pays, dtype=int))
    if isinstance(policy, lb.Uniform):
        expected = np.array([int(plain_uniform(key, run, 1, 0, n) * 5) for n in range(horizon)])
    for engine in (True, False):
        played = np.empty(horizon, dtype=np.int32)
        played_on, rng = draw_run(BANDIT, horizon, key, run, played, stream="counter")
        play(policy.clone(), played_on, rng, [1, 7, horizon], engine=engine)
        assert played.tolist() == expected.tolist()
    plays = play_run(BANDIT, {"": policy}, [horizon], key, run, stream="counter")[1]
    assert plays.tolist() == [np.bincount(expected, minlength=5).tolist()]


def test_nothing_else_changes_what_the_stream_draws(monkeypatch):
    expected = counted()
    assert counted(n_jobs=2) == expected
    assert {name: plays[:3] for name, plays in counted(runs=5).items()} == expected
    for name, policy in POLICIES.items():
        assert counted(policies={name: policy}) == {name: expected[name]}
    for stock in (1, 7, 500):
        monkeypatch.setattr(counter, "_STOCK", stock)
        assert counted() == expected
    assert counted(seed=6) != expected


def test_a_seed_below_two_to_the_64_is_the_key_and_any_other_gives_one():
    def key(seed):
        return key_of(lb.checks.seed_sequence(seed))

    sequence = np.random.SeedSequence
    assert [key(seed) for seed in (0, 7, np.int64(7), 2**64 - 1)] == [0, 7, 7, 2**64 - 1]
    assert key(sequence(7)) == key(sequence(np.uint64(7))) == 7
    assert key(np.random.default_rng(3)) == np.random.default_rng(3).integers(2**63)
    for other in (sequence(2**64), sequence([7, 8]), sequence(7, spawn_key=(1,)), sequence(7).spawn(2)[1]):
        assert key(other) == other.generate_state(1, np.uint64)[0]
    assert key(2**64) == key(sequence(2**64)) and key(sequence(2**64, pool_size=8)) == key(2**64)
    assert key(None) != key(None)
    assert counted(seed=7) == counted(seed=sequence(7)) != counted(seed=sequence(7).spawn(1)[0])


class Random:
    """A reader's own, which draws as it likes."""

    def reset(self, geometry, rng):
        self.n_arms, self.rng = geometry.n_arms, rng

    def select(self, n):
        return self.rng.integers(0, self.n_arms, dtype=np.int32) if self.rng.random() < 0.9 else 0

    def update(self, arm, reward):
        pass


def test_a_policy_of_the_readers_own_draws_the_same_on_both_streams():
    one, other = (lb.simulate(BANDIT, Random(), 60, runs=3, seed=1, stream=stream) for stream in ("numpy", "counter"))
    assert np.array_equal(one.plays, other.plays)
    child = np.random.SeedSequence(1, spawn_key=(2,)).spawn(3)[2]
    assert draw_run(BANDIT, 60, 1, 2, stream="counter")[1].random() == np.random.default_rng(child).random()


class OfBetas(lb.ThompsonSampling):
    """Thompson sampling as one would write it with numpy alone."""

    def draws(self):
        return self.generator().beta(0.5 + self.ones, 0.5 + self.plays - self.ones)


class Noisy(lb.Uniform):
    """A subclass that asks for more than uniforms, one at a time and in tables."""

    def explain(self, n):
        rng = self.generator()
        return {"arm": int(np.argmax(rng.normal(size=3) + rng.random((2, 3))[0] + rng.random()))}


@pytest.mark.parametrize("policy", [OfBetas(), Noisy()], ids=repr)
def test_a_subclass_of_ours_draws_anew_in_each_run_and_the_same_on_both_streams(policy):
    bandit = lb.LipschitzBandit([0.0, 0.0, 0.0], lipschitz=1.0)
    one, other = (
        lb.simulate(bandit, policy, 60, runs=5, seed=1, stream=stream).plays for stream in ("numpy", "counter")
    )
    assert len({*map(tuple, one.tolist())}) > 1, "no rewards to tell runs apart, only what the policy draws"
    assert np.array_equal(one, other)


def test_what_ours_draw_from_can_be_asked_for_one_uniform_or_a_table():
    source, again = (counter.CounterRewards(np.array([0.5]), 7, 1).generator_of(lb.Uniform(), None) for _ in range(2))
    drawn = again.random(10)
    assert source.random() == drawn[0] and np.array_equal(source.random((2, 3)), drawn[1:7].reshape(2, 3))
    assert source.integers(5) == int(5 * drawn[7]) and source.integers(5, size=(1, 2)).shape == (1, 2)
    assert source.drawn == 10


def test_a_checkpoint_knows_its_stream_and_the_older_one_has_none(tmp_path):
    path, streams_of = tmp_path / "runs.npz", {"seed": 5, "checkpoint": tmp_path / "runs.npz"}
    assert "stream" not in json.loads(identity_of(BANDIT, POLICIES, 10, 0))
    assert json.loads(identity_of(BANDIT, POLICIES, 10, 0, "counter"))["stream"] == "counter"
    assert counted(runs=2, checkpoint=path) == counted(runs=2)
    assert counted(runs=4, checkpoint=path, seed=np.random.SeedSequence(np.int64(5))) == counted(runs=4)
    with pytest.raises(ValueError, match=r"another experiment \(it differs in: stream\)"):
        lb.simulate(BANDIT, POLICIES, 400, runs=2, **streams_of)
    path.unlink()
    lb.simulate(BANDIT, POLICIES, 400, runs=2, **streams_of)
    with pytest.raises(ValueError, match=r"another experiment \(it differs in: stream\)"):
        counted(checkpoint=path)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"stream": "philox"}, ValueError, "stream: 'philox'; expected 'numpy' or 'counter'"),
        ({"stream": None}, TypeError, "stream: None; expected 'numpy' or 'counter'"),
        ({"horizon": 2**33 + 1}, ValueError, "horizon: 8589934593; .* at most 8589934592"),
        ({"runs": 2**32 + 1}, ValueError, "runs: 4294967297; .* at most 4294967296"),
    ],
)
def test_a_stream_that_cannot_be_played_is_refused(settings, error, message):
    with pytest.raises(error, match=message):
        lb.simulate(
            **({"bandit": BANDIT, "policies": lb.UCB(), "horizon": 50, "runs": 1, "stream": "counter"} | settings)
        )


def test_on_an_interval_a_round_has_one_uniform_which_all_policies_share():
    bandit, horizon, key, run = lb.paper_triangle(), 150, 2**64 - 3, 2
    drawn = np.array([plain_uniform(key, run, 0, 0, n) for n in range(horizon)])
    policies = lb.HOO(0.5, 0.5, True), lb.Zooming(0.5, True), lb.Discretised(lb.CKLUCB(), lb.even_grid(5))
    for policy in policies:
        expected = bandit.gap(lb.replay(bandit, policy, drawn)).cumsum()
        regret = lb.simulate(bandit, policy, horizon, runs=run + 1, seed=key, stream="counter")
        np.testing.assert_allclose(regret.regret[run], expected[regret.rounds - 1], atol=1e-9)


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import lipbandits as lb
bandit = lb.LipschitzBandit([0.2, 0.5, 0.75, 0.6, 0.3], lipschitz=1.5)
for policy in lb.Uniform(), lb.KLUCB():
    print(lb.simulate(bandit, policy, 100, runs=2, seed=5, stream="counter", progress=False).plays.tolist())
"""


def test_the_stream_is_the_same_without_numba():
    printed = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], check=True, capture_output=True, text=True).stdout
    found = counted(horizon=100, runs=2, policies={"uniform": lb.Uniform(), "kl": lb.KLUCB()})
    assert printed == f"{found['uniform']}\n{found['kl']}\n"


@pytest.mark.filterwarnings("ignore:.* on [0-9]+ best arms", "ignore:.*has no better neighbour")
@pytest.mark.parametrize("part", [(36, 2000, 40), pytest.param((300, 5000, 41), marks=pytest.mark.slow)])
def test_the_run_that_a_page_plays_is_that_of_simulate(part):
    """By the native engine; tests/site/test_engine.py asks a page."""
    number, most, seed = part
    rng = np.random.default_rng(seed)
    for case in runs(len(cases(number)), rounds(most), seed):
        case |= {"run": int(rng.integers(3)), "marks": recorded_rounds(int(rng.integers(1, rounds(most)))).tolist()}
        # `simulate` begins with nothing played.
        case.pop("before", None)
        bandit, run, where = lb.LipschitzBandit(case["theta"], case["arms"]), case["run"], json.dumps(case)
        options = {"horizon": case["marks"][-1], "runs": run + 1, "seed": case["seed"], "stream": "counter"}
        regret, answer = lb.simulate(bandit, policy_of(case), **options), native(case)
        assert regret.rounds.tolist() == case["marks"], where
        assert answer["plays"] == regret.plays[run].tolist(), where
        assert answer["mostPlayed"] == np.argmax(regret.plays[run]), where
        np.testing.assert_allclose(answer["regret"], regret.regret[run], rtol=1e-9, atol=1e-9, err_msg=where)
