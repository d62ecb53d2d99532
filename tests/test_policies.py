import copy
import itertools
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.policies.policy import ContextualPolicy, ContinuousPolicy, least_played, lowest_of_the_largest


def at(policy, entry):
    """A policy in a recorded state."""
    policy.reset(lb.Geometry(entry["x"], entry["L"]), np.random.default_rng(0))
    policy.plays[:], policy.sums[:] = entry["t"], entry["S"]
    return policy


def test_decisions_of_ckl_ucb_and_kl_ucb_agree_with_the_reference(reference):
    for entry in reference["decisions"]:
        n, kind = entry["n"], entry["f_kind"]
        report = at(lb.CKLUCB(kind, forced=True), entry).explain(n)
        assert report["arm"] == entry["ckl_forced"], entry["name"]
        assert report["indexes"] == pytest.approx(entry["b"], abs=1e-9)
        assert at(lb.CKLUCB(kind, forced=False), entry).select(n) == entry["ckl_unforced"], entry["name"]
        assert at(lb.KLUCB(kind), entry).select(n) == entry["klucb"], entry["name"]


def test_decisions_of_oslb_agree_with_the_reference(reference):
    for entry in reference["decisions"]:
        report, expected = at(lb.OSLB(entry["epsilon"], entry["f_kind"]), entry).explain(entry["n"]), entry["oslb"]
        assert (report["leader"], report["arm"]) == (expected["leader"], expected["decision"]), entry["name"]
        assert expected["exploit"] == ("bound" not in report)
        if not expected["exploit"]:
            assert report["underplayed"].tolist() == expected["K_e"], entry["name"]
            assert report["bound"].rates == pytest.approx(expected["c_hat"], rel=1e-8, abs=1e-10)


def test_ties_go_to_the_lowest_arm():
    assert lowest_of_the_largest(np.array([0.5, 0.7 - 1e-10, 0.7])) == 1
    assert lowest_of_the_largest(np.array([0.5, 0.7 - 1e-8, 0.7])) == 2
    assert least_played(np.array([9, 2, 2, 1]), np.array([0, 1, 2])) == 1


EACH_ONCE = [lb.KLUCB(), lb.UCB(), lb.Greedy(), lb.ThompsonSampling(), lb.IMED(), lb.MOSS(), lb.OSSB()]


@pytest.mark.parametrize("policy", EACH_ONCE)
def test_every_arm_is_played_once_before_any_twice(policy):
    bandit = lb.triangle(6)
    rewards = np.random.default_rng(0).integers(0, 2, (6, 20))
    assert lb.replay(bandit, policy, rewards, engine=False)[:6].tolist() == list(range(6))


def test_an_assumed_lipschitz_constant_takes_the_place_of_the_geometrys():
    bandit = lb.triangle(5, slope=0.5)
    for policy in (lb.CKLUCB(lipschitz=3.0), lb.OSLB(lipschitz=3.0), lb.OSSB(lipschitz=3.0)):
        policy.reset(bandit.geometry, np.random.default_rng(0))
        assert policy.geometry.lipschitz == 3.0
    assert bandit.geometry.lipschitz == 0.5


def test_a_policy_says_what_it_is():
    assert repr(lb.CKLUCB("paper", forced=False)) == "CKLUCB(kind='paper', forced=False, lipschitz=None)"
    assert repr(lb.UCB()) == "UCB()"


def test_bad_settings_are_refused_by_name_and_value():
    for make in (lb.KLUCB, lb.CKLUCB, lambda kind: lb.OSLB(kind=kind)):
        with pytest.raises(ValueError, match="kind: 'loglog'"):
            make("loglog")
    for epsilon in (0, -1, np.nan, np.inf):
        with pytest.raises(ValueError, match="epsilon: "):
            lb.OSLB(epsilon)
    with pytest.raises(ValueError, match=r"epsilon: 4\.0 for 3 arms"):
        lb.OSLB(4).reset(lb.Geometry([0, 0.5, 1], 1), None)
    for epsilon in (-0.1, 1, np.nan, np.inf):
        with pytest.raises(ValueError, match=r"epsilon: .*; expected a number in \[0, 1\)"):
            lb.OSSB(epsilon)
    for gamma in (-0.1, np.nan, np.inf):
        with pytest.raises(ValueError, match=r"gamma: .*; expected a finite number ≥ 0"):
            lb.OSSB(gamma=gamma)
    for make in (lb.CKLUCB, lb.OSLB, lb.OSSB):
        with pytest.raises(ValueError, match="lipschitz: -1"):
            make(lipschitz=-1)


EVERY = [lb.Uniform(), lb.Greedy(), lb.UCB(), lb.KLUCB(), lb.CKLUCB(), lb.OSLB(0.5), lb.OSSB(0.1, 0.2)]
EVERY += [lb.ThompsonSampling(), lb.IMED(), lb.MOSS(500), lb.IMEDUB()]
ON_POINTS = [lb.HOO(0.5, 0.5), lb.Zooming(0.5), lb.AdaptiveCKLUCB(0.5), lb.Discretised(lb.CKLUCB(), lb.even_grid(4))]


@pytest.mark.parametrize("policy", [copy.copy(policy) for policy in EVERY + ON_POINTS], ids=repr)
def test_a_policy_that_was_not_reset_says_so(policy):
    with pytest.raises(AttributeError, match="has no attribute"):
        policy.explain(1)
    assert not hasattr(policy, "means")
    assert repr(pickle.loads(pickle.dumps(policy))) == repr(policy)


@pytest.mark.parametrize("policy", EVERY, ids=repr)
@pytest.mark.parametrize(
    ("arm", "reward", "error", "message"),
    [
        (5, 1, ValueError, "arm: 5; expected an arm from 0 to 4"),
        (-1, 1, ValueError, "arm: -1; expected an arm from 0 to 4"),
        (0.5, 1, TypeError, "arm: 0.5"),
        (0, 1.5, ValueError, r"reward: 1\.5; expected a number from 0 to 1"),
        (0, "won", TypeError, "reward: 'won'"),
        (0, np.nan, ValueError, "reward: nan"),
    ],
)
def test_a_play_that_cannot_be_is_not_counted(policy, arm, reward, error, message):
    policy.reset(lb.triangle(5).geometry, np.random.default_rng(0))
    with pytest.raises(error, match=message):
        policy.update(arm, reward)
    assert policy.plays.sum() == policy.sums.sum() == 0
    policy.update(0, True)
    assert policy.plays.sum() == policy.sums.sum() == 1


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lb.HOO(0.5, 0.5), r"update: no cell so far; expected select\(n\) first"),
        (lb.Zooming(0.5), r"point: 0\.3; expected an active point"),
        (lb.AdaptiveCKLUCB(0.5), r"point: 0\.3; expected an active point"),
    ],
    ids=repr,
)
def test_a_point_that_was_not_chosen_is_not_counted(policy, message):
    policy.reset(lb.Interval(0.5), None)
    with pytest.raises(ValueError, match=message):
        policy.update(0.3, 1)
    point = policy.select(1)
    with pytest.raises(ValueError, match="reward: 2"):
        policy.update(point, 2)


@pytest.mark.parametrize("report", [{}, {"point": 0.5}, 3, None])
def test_a_report_without_a_choice_is_refused(report):
    mine = type("Mine", (lb.KLUCB,), {"explain": lambda self, n: report})()
    with pytest.raises(TypeError, match=r"Mine\.explain: .*; expected a dict with the choice under 'arm'"):
        lb.replay(lb.triangle(5), mine, np.zeros((5, 3)))


class OwnOnPoints(ContinuousPolicy):
    """A reader's policy for [0, 1], by the docs."""

    def __init__(self, step=0.25):
        self.step = step

    def reset(self, geometry, rng):
        super().reset(geometry, rng)
        self.total = 0.0

    def explain(self, n):
        return {"point": (n * self.step) % 1}

    def update(self, point, reward):
        self.total += reward


class OwnInContexts(ContextualPolicy):
    """A reader's policy with contexts, which selects by itself."""

    def select(self, n, context):
        self.context = context
        return (n + context) % self.plays.shape[1]


def test_readers_policies_of_every_kind_play():
    policy = OwnOnPoints()
    points = lb.replay(lb.paper_triangle(), policy, [0.1, 0.1, 0.1])
    assert (points.tolist(), repr(policy)) == ([0.25, 0.5, 0.75], "OwnOnPoints(step=0.25)")
    policy.reset(lb.Interval(0.5), None)
    for n in (1, 2, 3):
        policy.update(policy.select(n), 1)
    assert policy.total == 3.0
    bandit, policy = lb.ContextualBandit([[0.5, 0.5], [0.5, 0.5]], lipschitz=1.0), OwnInContexts()
    assert lb.replay(bandit, policy, np.ones((2, 2, 3)), contexts=[0, 1, 1]).tolist() == [1, 1, 0]
    policy.reset(bandit.geometry, None)
    for n, context in enumerate([0, 1, 1], start=1):
        policy.update(policy.select(n, context), 1)
    assert policy.plays.tolist() == policy.sums.tolist() == [[0, 1], [1, 1]]


def test_a_select_of_ones_own_that_forgets_the_context_is_told_so():
    policy = type("Mine", (lb.CCKLUCB,), {"select": lambda self, n, context: 0})()
    bandit = lb.ContextualBandit([[0.5, 0.5], [0.5, 0.5]], lipschitz=1.0)
    with pytest.raises(ValueError, match=r"no context so far; expected select.* which sets self\.context"):
        lb.replay(bandit, policy, np.ones((2, 2, 3)), contexts=[0, 1, 1])


def test_a_reset_of_ones_own_that_forgets_the_base_is_told_so():
    policy = type("Mine", (lb.KLUCB,), {"reset": lambda self, geometry, rng: setattr(self, "count", 0)})()
    with pytest.raises(AttributeError, match="'Mine' object has no attribute 'plays'"):
        lb.replay(lb.triangle(5), policy, np.zeros((5, 3)))
    assert repr(policy) == "Mine(kind='log')"


class OneArm(lb.Policy):
    def __init__(self, arm, *, shift=0):
        self.arm, self.shift = arm, shift

    def explain(self, n):
        self.last = n
        return {"arm": self.arm}


def test_settings_are_the_arguments_of_init():
    policy = OneArm(2)
    assert (policy.settings(), repr(policy)) == ({"arm": 2, "shift": 0}, "OneArm(arm=2, shift=0)")
    assert lb.UCB().settings() == {} and lb.CKLUCB().settings() == {"kind": "log", "forced": True, "lipschitz": None}


@pytest.mark.parametrize("policy", EVERY + ON_POINTS + [lb.CCKLUCB(), lb.PerContext(lb.KLUCB())], ids=repr)
def test_a_clone_has_the_settings_and_has_played_nothing(policy):
    one = policy.clone()
    assert type(one) is type(policy) and repr(one) == repr(policy) and "geometry" not in vars(one)
    for name, value in policy.settings().items():
        assert getattr(one, name) is not value or isinstance(value, str | float | bool | int | type(None))


def test_a_clone_shares_nothing():
    policy = OneArm(np.array([1, 2]))
    policy.clone().arm[0] = 7
    assert policy.arm.tolist() == [1, 2]


def test_what_simulate_plays_is_a_clone():
    policy = OneArm(2)
    policy.reset(lb.triangle(5).geometry, None)
    policy.update(policy.select(1), 1)
    lb.simulate(lb.triangle(5), [policy], 10)
    assert policy.plays.tolist() == [0, 0, 1, 0, 0] and policy.last == 1


@pytest.mark.parametrize(
    ("body", "error", "message"),
    [
        ("def __init__(self, arm=1): self._arm = arm", TypeError, r"Mine\.arm: not there; expected __init__ to keep"),
        ("def __init__(self, *arms): self.arms = arms", TypeError, r"Mine\.__init__: has \*arms; expected named"),
        ("def __init__(self, **more): self.more = more", TypeError, r"Mine\.__init__: has \*\*more; expected named"),
        ("def __init__(self, plays=1): self.plays = plays", ValueError, r"Mine\.plays: a setting; expected another"),
    ],
)
def test_settings_that_cannot_be_read_are_refused(body, error, message):
    found = {}
    exec(body, found)
    mine = type("Mine", (lb.KLUCB,), {"__init__": found["__init__"]})()
    with pytest.raises(error, match=message):
        lb.simulate(lb.triangle(5), [mine], 10)


def test_a_setting_that_a_clone_would_lack_is_refused():
    policy = lb.KLUCB()
    policy.bonus = 3
    with pytest.raises(TypeError, match=r"KLUCB\.bonus: set from outside; expected settings to be arguments of KLUCB"):
        lb.simulate(lb.triangle(5), [policy], 10)


def test_reset_wants_a_geometry():
    for wrong in (np.random.default_rng(0), lb.triangle(5), None):
        with pytest.raises(TypeError, match=r"geometry: .* expected a Geometry"):
            lb.CKLUCB().reset(wrong, None)


def test_an_index_that_is_no_number_is_refused():
    for indexes in (np.array([1, np.nan, 2]), np.array([])):
        with pytest.raises(ValueError, match=r"indexes: .*; expected numbers, one an arm"):
            lowest_of_the_largest(indexes)
    assert lowest_of_the_largest(np.array([1, np.inf])) == 1


def test_ucb_wants_a_round():
    policy = lb.UCB()
    policy.reset(lb.triangle(5).geometry, None)
    with pytest.raises(ValueError, match="n: 0; expected a whole number ≥ 1"):
        policy.explain(0)


def test_nothing_here_imports_the_engine():
    source = Path(lb.__file__).parent / "policies"
    assert not [path.name for path in source.glob("*.py") if "engine" in path.read_text(encoding="utf-8")]
    assert json.dumps([path.name for path in source.glob("*.py")])


def play(policy, mean, uniforms):
    """The reports and points of a policy for [0, 1], from the rules alone."""
    policy.reset(lb.Interval(0.5), None)
    reports = []
    for n, u in enumerate(uniforms, start=1):
        reports.append(policy.explain(n))
        point = policy.select(n)
        assert point == reports[-1]["point"]
        policy.update(point, int(u < mean(point)))
    return reports


@pytest.mark.parametrize("tuned", [False, True])
def test_a_report_of_hoo_shows_the_way_to_the_cell_that_it_plays(tuned):
    policy, uniforms = lb.HOO(0.5, 0.5, tuned), np.random.default_rng(1).random(200)
    for n, report in enumerate(play(policy, lb.paper_triangle().mean, uniforms), start=1):
        (low, high), depth = report["cell"], len(report["path"])
        assert (low + high) / 2 == report["point"]
        assert high - low == 2.0**-depth
        assert len(report["upper"]) == len(report["bounds"]) == n
        assert np.all(report["bounds"] <= report["upper"])
    tree = policy.tree
    assert policy.plays[0] == 200 and len(tree.centres) == 201
    assert sorted(cell for level in tree.levels for cell in level) == list(range(201))
    for cell, halves in enumerate(tree.children):
        assert policy.plays[cell] == policy.plays[halves[halves >= 0]].sum() + (cell > 0)


@pytest.mark.parametrize("tuned", [False, True])
def test_bounds_of_hoo_are_those_of_its_definition(tuned):
    policy = lb.HOO(2.0, 0.7, tuned)
    play(policy, lb.paper_quadratic().mean, np.random.default_rng(2).random(60))
    upper, bounds = policy.bounds(60)
    for cell, (t, total) in enumerate(zip(policy.plays, policy.sums, strict=True)):
        radius = np.sqrt((0.5 if tuned else 2) * np.log(60) / t)
        assert upper[cell] == pytest.approx(total / t + radius + 2 * 0.7 ** policy.tree.depths[cell])
        halves = [bounds[half] if half >= 0 else np.inf for half in policy.tree.children[cell]]
        assert bounds[cell] == min(upper[cell], max(halves))


@pytest.mark.parametrize("tuned", [False, True])
@pytest.mark.parametrize("peak", [0.0, 0.1, 1.0])
def test_zooming_covers_all_of_the_interval_once_its_activations_pause(peak, tuned):
    policy = lb.Zooming(4.0, tuned, candidates=200)
    uniforms = np.random.default_rng(3).random(1500)
    everywhere = np.linspace(0, 1, 2001)
    pauses = 0
    for report in play(policy, lambda x: max(0.1, 0.9 - 4 * abs(x - peak)), uniforms):
        if report["activated"] is None:
            reach = report["radii"] / 4 + 1 / 400 + 1e-12
            assert np.all((np.abs(everywhere[:, None] - report["active"]) <= reach).any(axis=1))
            pauses += 1
    assert pauses > 1000


def test_zooming_activates_at_most_the_lowest_uncovered_point_a_round():
    reports = play(lb.Zooming(8.0, candidates=50), lambda x: 0.5, np.full(14, 0.9))
    assert reports[0]["activated"] == 0.01 and len(reports[0]["active"]) == 1
    # Round 3 begins phase 2, round 7 phase 3: both forget.
    assert [len(reports[n - 1]["active"]) for n in (3, 7)] == [1, 1]
    assert reports[6]["plays"].tolist() == [0]
    for report in reports:
        assert (report["activated"] is None) or report["activated"] == report["active"][-1]


def test_an_unplayed_point_of_tuned_zooming_covers_everything():
    report = play(lb.Zooming(8.0, tuned=True), lambda x: 0.5, [0.1])[0]
    assert report["radii"].tolist() == [np.inf]


def test_zooming_adds_as_many_radii_as_it_is_told_and_forgets_when_it_is_told():
    uniforms = np.random.default_rng(3).random(40)
    for tuned in (False, True):
        for added in (1, 2.5):
            policy = lb.Zooming(2.0, tuned, candidates=50, radii_added=added, phases=False)
            report = play(policy, lb.paper_triangle().mean, uniforms)[-1]
            averages = report["sums"] / report["plays"]
            assert report["indexes"] == pytest.approx(averages + added * report["radii"])
            assert report["plays"].sum() == 39
        assert not lb.Zooming(2.0, tuned, phases=False).phases and lb.Zooming(2.0, tuned, phases=True).phases
        assert lb.Zooming(2.0, tuned).phases == (not tuned)
    # Round 31 begins phase 5.
    reports = play(lb.Zooming(2.0, tuned=True, candidates=50, phases=True), lambda x: 0.5, uniforms)
    assert reports[30]["plays"].tolist() == [0] and reports[30]["radii"].tolist() == [np.inf]


def test_zooming_in_a_random_order_draws_one_order_a_run():
    policy = lb.Zooming(8.0, tuned=True, candidates=50, order="random")
    everywhere = (np.arange(50) + 0.5) / 50
    firsts = set()
    for seed in range(20):
        policy.reset(lb.Interval(0.5), np.random.default_rng(seed))
        drawn = policy.uncovered(np.zeros(0), np.zeros(0))
        assert np.array_equal(np.sort(drawn), everywhere)
        assert policy.explain(1)["point"] == policy.select(1) == drawn[0]
        firsts.add(drawn[0])
    assert len(firsts) > 10


def test_adaptive_cells_tile_the_interval_and_keep_what_was_seen():
    policy = lb.AdaptiveCKLUCB(3.2)
    uniforms = np.random.default_rng(3).random(600)
    seen = {}
    for n, report in enumerate(play(policy, lb.paper_quadratic().mean, uniforms), start=1):
        active, widths, plays = report["active"], report["widths"], report["plays"]
        edges = np.concatenate([active - widths / 2, [1.0]])
        assert edges[0] == pytest.approx(0, abs=1e-12) and np.allclose(edges[1:], active + widths / 2, atol=1e-12)
        assert plays.sum() == n - 1
        assert {x: t for x, t in zip(active.tolist(), plays.tolist(), strict=True) if t} == seen
        seen[report["point"]] = seen.get(report["point"], 0) + 1
    assert len(active) > 10


def test_adaptive_cuts_a_cell_exactly_when_its_radius_falls_below_l_times_its_width():
    reports = play(lb.AdaptiveCKLUCB(6.0), lb.paper_triangle().mean, np.random.default_rng(0).random(400))
    cuts = 0
    for n, (before, after) in enumerate(itertools.pairwise(reports), start=2):
        played = before["active"] == before["point"]
        plays = before["plays"] + played
        radius = np.sqrt(np.log(n) / (2 * np.maximum(plays, 1)))
        due = (plays > 0) & (radius < 6.0 * before["widths"])
        assert np.isin(before["active"], after["active"]).all()
        kept = after["widths"][np.isin(after["active"], before["active"])]
        cut = np.round(np.log(before["widths"] / kept) / np.log(3))
        assert np.array_equal(cut > 0, due) and np.allclose(kept, before["widths"] / 3**cut, rtol=1e-12)
        # As often as it takes, and no more.
        assert np.all(radius[due] >= 6.0 * kept[due] * (1 - 1e-12)) and after["divided"] == cut.sum()
        cuts += cut.sum()
    assert cuts > 10


def test_adaptive_chooses_as_ckl_ucb_does_on_its_centres():
    for n, report in enumerate(play(lb.AdaptiveCKLUCB(1.0), lb.paper_triangle().mean, np.full(60, 0.7)), start=1):
        chooser = lb.CKLUCB(forced=False)
        chooser.reset(lb.Geometry(report["active"], 1.0), None)
        chooser.plays, chooser.sums = report["plays"], report["sums"]
        assert report["point"] == report["active"][chooser.select(n)]


def test_a_discretised_policy_is_the_policy_on_its_arms():
    arms = lb.even_grid(6)
    discretised, plain = lb.Discretised(lb.CKLUCB(lipschitz=2.0), arms), lb.CKLUCB(lipschitz=2.0)
    discretised.reset(lb.Interval(0.5), None)
    plain.reset(lb.Geometry(arms, 0.5), None)
    rng = np.random.default_rng(0)
    for n in range(1, 200):
        point, arm, reward = discretised.select(n), plain.select(n), int(rng.integers(2))
        assert point == discretised.explain(n)["point"] == arms[arm]
        discretised.update(point, reward)
        plain.update(arm, reward)
    assert discretised.plays.tolist() == plain.plays.tolist()
    assert discretised.sums.tolist() == plain.sums.tolist()
    assert repr(discretised).endswith("lipschitz=2.0), 6 arms in [0.0833333, 0.916667])")


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: lb.HOO(0, 0.5), ValueError, r"nu1: 0\.0; expected a finite number > 0"),
        (lambda: lb.HOO(np.inf, 0.5), ValueError, "nu1: inf"),
        (lambda: lb.HOO(1, 0), ValueError, r"rho: 0\.0; expected a number between 0 and 1"),
        (lambda: lb.HOO(1, 1), ValueError, r"rho: 1\.0"),
        (lambda: lb.HOO(1, None), TypeError, "rho: None"),
        (lambda: lb.Zooming(0), ValueError, r"lipschitz: 0\.0"),
        (lambda: lb.Zooming(-1), ValueError, r"lipschitz: -1\.0"),
        (lambda: lb.AdaptiveCKLUCB(0), ValueError, r"lipschitz: 0\.0; expected a finite number > 0"),
        (lambda: lb.AdaptiveCKLUCB(np.nan), ValueError, "lipschitz: nan"),
        (lambda: lb.AdaptiveCKLUCB("1"), TypeError, "lipschitz: '1'"),
        (lambda: lb.Zooming(1, candidates=0), ValueError, "candidates: 0"),
        (lambda: lb.Zooming(1, candidates=2.5), TypeError, r"candidates: 2\.5"),
        (lambda: lb.Zooming(1, radii_added=0), ValueError, r"radii_added: 0\.0; expected a finite number > 0"),
        (lambda: lb.Zooming(1, phases="no"), TypeError, "phases: 'no'; expected True, False, or None"),
        (lambda: lb.Zooming(1, order="first"), ValueError, "order: 'first'; expected one of 'lowest', 'random'"),
        (lambda: lb.Discretised(lb.HOO(1, 0.5), [0.1]), TypeError, r"policy: HOO\(.*numbered arms"),
        (lambda: lb.Discretised(lb.CKLUCB, [0.1]), TypeError, "such as CKLUCB"),
        (lambda: lb.Discretised(lb.CKLUCB(), [0.2, 0.1]), ValueError, "arms: positions 0 and 1 are out of order"),
        (lambda: lb.Discretised(lb.CKLUCB(), [0.2]).reset(None, None), TypeError, "geometry: None"),
        (
            lambda: lb.HOO(1, 0.5).reset(lb.Geometry([0, 1], 1), None),
            TypeError,
            r"geometry: Geometry.*expected an Interval",
        ),
    ],
)
def test_bad_settings_of_policies_for_the_interval_are_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_a_policy_that_has_played_still_says_only_its_settings():
    for policy in (lb.HOO(0.5, 0.5), lb.Zooming(0.5), lb.AdaptiveCKLUCB(0.5)):
        before = repr(policy)
        play(policy, lambda x: 0.5, [0.2, 0.7])
        assert repr(policy) == before
