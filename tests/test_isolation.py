"""Runs share nothing but their bandit, which nobody can change: whatever the backend, and from many threads at once."""

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pytest

import lipbandits as lb


class Thompson:
    """A reader's own policy; all its state is on the object."""

    def reset(self, geometry, rng):
        self.rng = rng
        self.plays, self.sums = np.zeros(geometry.n_arms), np.zeros(geometry.n_arms)

    def select(self, n):
        return int(np.argmax(self.rng.beta(self.sums + 1, self.plays - self.sums + 1)))

    def update(self, arm, reward):
        self.plays[arm] += 1
        self.sums[arm] += reward


class Own(lb.CKLUCB):
    """A subclass, which no twin plays."""


BANDIT = lb.triangle(9, lipschitz=1.0)


@pytest.mark.parametrize(
    ("bandit", "policy"),
    [
        (BANDIT, Thompson()),
        (BANDIT, Own()),
        (BANDIT, lb.CKLUCB()),
        (lb.paper_triangle(), lb.Discretised(Thompson(), lb.even_grid(6))),
        (lb.paper_triangle(), lb.HOO(0.5, 0.5)),
        (lb.travelling_peak(3, 5), lb.PerContext(Thompson())),
    ],
    ids=lambda each: type(each).__name__,
)
def test_threads_change_no_number(bandit, policy):
    def regret(n_jobs):
        return lb.simulate(bandit, {"mine": policy}, 120, runs=6, n_jobs=n_jobs, progress=False)["mine"].regret

    expected = regret(1)
    with joblib.parallel_config(backend="threading"):
        for _ in range(2):
            assert np.array_equal(regret(4), expected)


def many(number):
    """Simulations that share policies, and bandits of different sizes."""
    policies = {"ckl": lb.CKLUCB(), "kl": lb.KLUCB(), "oslb": lb.OSLB(), "uniform": lb.Uniform(), "mine": Thompson()}
    arms = [lb.triangle(n_arms, lipschitz=1.0) for n_arms in (1, 3, 17, 45, 121)]
    contexts = [lb.travelling_peak(J, K) for J, K in ((2, 3), (5, 8), (9, 4))]
    shared = {"alone": lb.PerContext(lb.CKLUCB()), "together": lb.CCKLUCB()}
    line = {"hoo": lb.HOO(0.5, 0.5), "zooming": lb.Zooming(0.5), "grid": lb.Discretised(lb.CKLUCB(), lb.even_grid(7))}
    kinds = [(bandit, policies) for bandit in arms] + [(bandit, shared) for bandit in contexts]
    kinds.append((lb.paper_triangle(), line))
    return [(*kinds[i % len(kinds)], 40 + i % 7, i) for i in range(number)]


def final(task):
    bandit, policies, horizon, seed = task
    results = lb.simulate(bandit, policies, horizon, runs=1, seed=seed, progress=False)
    return {
        name: (each.regret.tobytes(), each.plays is not None and each.plays.tobytes()) for name, each in results.items()
    }


def differences_between_one_thread_and_eight(number):
    tasks = many(number)
    # Compiled once beforehand, since only one thread can.
    expected = [final(task) for task in tasks]
    with ThreadPoolExecutor(8) as pool:
        return sum(one != other for one, other in zip(pool.map(final, tasks), expected, strict=True))


def test_eight_threads_that_share_policies_and_bandits_change_no_number():
    assert differences_between_one_thread_and_eight(90) == 0


@pytest.mark.slow
def test_two_thousand_simulations_from_eight_threads_change_no_number():
    assert differences_between_one_thread_and_eight(2000) == 0


def test_one_policy_on_bandits_of_two_sizes_from_eight_threads():
    """What crashed the interpreter: compiled code that used the geometry of another thread's run."""
    policy, sizes = lb.CKLUCB(), (3, 300)
    expected = {K: lb.simulate(lb.triangle(K), [policy], 400, runs=2)["CKLUCB"].regret for K in sizes}
    found, bandits = [], {K: lb.triangle(K) for K in sizes}

    def play(n_arms):
        for _ in range(5):
            found.append((n_arms, lb.simulate(bandits[n_arms], [policy], 400, runs=2)["CKLUCB"].regret))

    threads = [threading.Thread(target=play, args=(sizes[i % 2],)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40 and all(np.array_equal(regret, expected[K]) for K, regret in found)


def test_policies_stay_as_they_were():
    policy = lb.CKLUCB()
    before = dict(vars(policy))
    lb.simulate(BANDIT, [policy], 50, runs=2)
    lb.replay(BANDIT, policy, np.zeros((9, 5)), engine=False)
    assert vars(policy) == before


def test_a_generator_of_the_policys_own_begins_anew_in_each_run_and_process():
    class Random:
        def __init__(self):
            self.own = np.random.default_rng(0)

        def reset(self, geometry, rng):
            self.n_arms = geometry.n_arms

        def select(self, n):
            return int(self.own.integers(self.n_arms))

        def update(self, arm, reward):
            pass

    policy = Random()
    one, two = (lb.simulate(BANDIT, [policy], 50, runs=4, n_jobs=jobs)["Random"].regret for jobs in (1, 2))
    assert np.array_equal(one, two) and np.array_equal(one[0], one[3])


def test_a_policy_that_cannot_be_copied_is_refused_by_name():
    class Locked(Thompson):
        def __init__(self):
            self.lock = threading.Lock()

    with pytest.raises(
        TypeError, match=r"policies\['x'\]: .* cannot be copied .* expected a policy that copy\.deepcopy"
    ):
        lb.simulate(BANDIT, {"x": Locked()}, 10, runs=1)
    with pytest.raises(TypeError, match=r"policy: .* cannot be copied"):
        lb.replay(BANDIT, Locked(), np.zeros((9, 3)))


class Spoiling(lb.CKLUCB):
    """Tries to change what it is given, by every means."""

    def explain(self, n):
        geometry = self.geometry
        for spoil in (
            lambda: setattr(geometry, "lipschitz", 9.0),
            lambda: delattr(geometry, "distances"),
            lambda: geometry.distances.setflags(write=True),
            lambda: geometry.distances.base.setflags(write=True),
            lambda: geometry.distances.__setitem__((0, 1), 0.0),
        ):
            with pytest.raises((AttributeError, ValueError)):
                spoil()
        # Behind the back of every protection; it reaches this run alone.
        object.__setattr__(geometry, "lipschitz", 9.0)
        return super().explain(n)


def test_a_policy_cannot_alter_the_bandit_or_another_policy():
    bandit = lb.triangle(9)
    alone = lb.simulate(bandit, {"b": lb.CKLUCB()}, 200, runs=3)["b"].regret
    results = lb.simulate(bandit, {"a": Spoiling(), "b": lb.CKLUCB(), "c": Own()}, 200, runs=3)
    assert bandit.lipschitz == 0.5
    assert np.array_equal(results["b"].regret, alone) and np.array_equal(results["c"].regret, alone)
    assert not np.array_equal(results["a"].regret, alone)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: lb.triangle(5).geometry, "lipschitz"),
        (lambda: lb.triangle(5).geometry, "arms"),
        (lambda: lb.triangle(5), "theta"),
        (lambda: lb.triangle(5), "geometry"),
        (lambda: lb.paper_triangle(), "lipschitz"),
        (lambda: lb.paper_triangle(), "best_mean"),
        (lambda: lb.travelling_peak(2, 3), "distribution"),
        (lambda: lb.travelling_peak(2, 3).geometry, "context_weight"),
    ],
)
@pytest.mark.parametrize(
    "way", [lambda each: each, copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_bandits_and_geometries_cannot_be_changed_whatever_way_they_came(make, name, way):
    each = way(make())
    before = getattr(each, name)
    with pytest.raises(AttributeError, match=rf"{type(each).__name__}\.{name}: cannot be changed, .*with_lipschitz"):
        setattr(each, name, 0.25)
    assert getattr(each, name) is before
    if isinstance(before, np.ndarray):
        with pytest.raises(ValueError, match="read-only"):
            before[...] = 0
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            before.setflags(write=True)


def test_a_subclass_may_add_attributes_of_its_own():
    class Named(lb.LipschitzBandit):
        def __init__(self, theta, name):
            super().__init__(theta)
            self.name = name

    assert Named([0.2, 0.5], "mine").name == "mine"


@pytest.mark.parametrize("seed", [2**63, 2**127 + 5, np.uint64(2**64 - 1)])
def test_seeds_of_any_size_are_taken(seed):
    one, two = (lb.simulate(BANDIT, [lb.UCB()], 20, runs=1, seed=each)["UCB"].regret for each in (seed, int(seed)))
    assert np.array_equal(one, two)


def test_counts_that_are_too_large_are_told_their_limit():
    with pytest.raises(ValueError, match=rf"horizon: {2**63}; expected a whole number ≥ 1, and at most {2**63 - 1}"):
        lb.simulate(BANDIT, [lb.UCB()], 2**63)


def test_no_more_workers_are_started_than_there_are_runs(monkeypatch):
    asked = []
    parallel = joblib.Parallel

    def noting(n_jobs, **options):
        asked.append(n_jobs)
        return parallel(n_jobs=1, **options)

    monkeypatch.setattr(joblib, "Parallel", noting)
    lb.simulate(BANDIT, [lb.UCB()], 20, runs=4, n_jobs=100)
    assert asked == [4]


def test_oslb_and_ossb_are_not_played_on_equal_arms_without_a_word():
    with pytest.warns(UserWarning, match=r"policies\['OSLB'\]: OSLB\(.*\) on 2 best arms; the paper's Theorem 3 is"):
        lb.simulate(lb.triangle(16, peak=0.5), [lb.OSLB()], 20, runs=1)
    with pytest.warns(UserWarning, match=r"policies\['OSSB'\]: OSSB\(.*\) on 2 best arms; its Theorem 2 is for one"):
        lb.simulate(lb.triangle(16, peak=0.5), [lb.OSSB()], 20, runs=1)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:policies.*Theorem 3 is for one")
def test_even_numbers_of_arms_have_one_best_arm_by_default_and_oslb_settles_on_it():
    """On two equal arms its regret is seven times that of CKL-UCB at 20,000 rounds, and never levels off."""

    def growth(bandit):
        regret = lb.simulate(bandit, [lb.OSLB()], 100_000, runs=4, n_jobs=2)["OSLB"]
        return regret.mean()[-1] / regret.mean()[np.searchsorted(regret.rounds, 20_000)]

    assert np.count_nonzero(lb.triangle(16).gaps == 0) == np.count_nonzero(lb.quadratic(6).gaps == 0) == 1
    assert growth(lb.triangle(16)) < 1.5 and growth(lb.triangle(16, peak=0.5)) > 4
