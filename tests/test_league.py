"""The stored league is what its command gives, and nothing in it depends on how it was played."""

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.study import data, league
from lipbandits.study.cli import main


@pytest.mark.parametrize("n_arms", league.COUNTS)
def test_the_stored_league_is_whole_and_says_where_it_comes_from(n_arms):
    found, provenance = data.league(n_arms)
    assert found.policies == tuple(league.players(n_arms)) and tuple(found.horizons) == league.HORIZONS
    assert len(found.instances) == 3 * league.COUNTS[n_arms] and found.regret.shape[1] == 1
    assert provenance["about"] == league.ABOUT and provenance["version"] == lb.__version__
    assert provenance["added"] == league.ADDED and set(league.ADDED) <= set(found.policies)
    assert provenance["command"].startswith(f"python -m lipbandits league --arms {n_arms} --instances")
    assert np.isfinite(found.regret).all() and (found.regret >= 0).all() and np.isfinite(found.gaps).all()


@pytest.mark.parametrize("n_arms", league.COUNTS)
def test_a_part_that_is_played_again_agrees_play_for_play(n_arms):
    stored = data.league(n_arms)[0]
    again = league.play(n_arms, 1, league.HORIZONS[:2])
    rows = [stored.instances.index(name) for name in again.instances]
    assert np.array_equal(again.regret, stored.regret[rows][..., :2])
    assert np.array_equal(again.gaps, stored.gaps[rows][..., :2])


def test_the_longer_plays_are_those_of_the_league_played_on():
    short, (longer, provenance) = data.league(200)[0], data.league(200, longer=True)
    assert tuple(longer.horizons) == league.LONGER_HORIZONS and longer.instances == short.instances
    assert longer.policies == short.policies and provenance["added"] == league.ADDED
    rounds = " ".join(map(str, league.LONGER_HORIZONS))
    assert (
        provenance["command"]
        == f"python -m lipbandits league --arms 200 --instances 16 --horizons {rounds} --seed 2014"
    )
    assert np.array_equal(longer.regret[..., :2], short.regret[..., 1:])
    assert np.array_equal(longer.gaps[..., :2], short.gaps[..., 1:])
    with pytest.raises(ValueError, match="longer: with 9 arms; expected n_arms = 200"):
        data.league(9, longer=True)


@pytest.mark.slow
@pytest.mark.parametrize("n_arms", league.COUNTS)
def test_some_of_the_stored_league_is_played_again_to_its_end(n_arms):
    stored, count = data.league(n_arms)[0], {9: 96, 46: 2, 200: 2}[n_arms]
    again = league.play(n_arms, count, n_jobs=2)
    rows = [stored.instances.index(name) for name in again.instances]
    assert np.array_equal(again.regret, stored.regret[rows])


def test_the_command_resumes_and_gives_the_same_files(tmp_path, capsys):
    kept, out, other = (tmp_path / name for name in ("kept", "out", "other"))
    for folder in (kept, out, other):
        folder.mkdir()
    arguments = ["league", "--arms", "9", "--horizons", "50", "200", "--jobs", "1"]
    assert main([*arguments, "--instances", "2", "--out", str(other), "--resume", str(kept)]) == 0
    assert main([*arguments, "--instances", "3", "--out", str(other), "--resume", str(kept)]) == 0
    assert main([*arguments, "--instances", "3", "--out", str(out), "--jobs", "2"]) == 0
    (one, where), (two, there) = (lb.Comparison.load(folder / "league-9.npz") for folder in (other, out))
    assert np.array_equal(one.regret, two.regret) and where == there
    assert where["command"] == "python -m lipbandits league --arms 9 --instances 3 --horizons 50 200 --seed 2014"
    assert "9 arms, prior rough, T = 200" in capsys.readouterr().out
    assert main([*arguments, "--seed", "1", "--instances", "3", "--resume", str(kept), "--out", str(out)]) == 2
    assert "--resume: " in (said := capsys.readouterr().err) and "differs in: seed" in said
    assert main([*arguments, "--out", str(tmp_path / "nowhere")]) == 2
    assert "--out: " in capsys.readouterr().err


def test_each_policy_is_told_the_constant_of_the_prior_and_nothing_is_tuned():
    for n_arms in league.COUNTS:
        every = [bandit for bandits in league.instances(n_arms, 4).values() for bandit in bandits]
        assert {bandit.lipschitz for bandit in every} == {league.LIPSCHITZ}
        assert {bandit.n_arms for bandit in every} == {n_arms}
    set_ = ("CKL-UCB, proved", *league.ADDED)
    defaults = {name: type(policy)() for name, policy in league.POLICIES.items() if name not in set_}
    assert {name: vars(each) for name, each in defaults.items()} == {
        name: vars(league.POLICIES[name]) for name in defaults
    }
    with pytest.raises(ValueError, match="n_arms: 10; expected one of 9, 46, 200"):
        league.play(10)
    with pytest.raises(ValueError, match="n_arms: 10; expected one of 9, 46, 200"):
        data.league(10)


def test_the_tables_say_what_the_comparison_says():
    found = data.league(9)[0]
    before = league.fixed_before(found)
    assert before.policies == tuple(name for name in found.policies if name not in league.ADDED)
    table = league.losses(found, 1_000)
    over_all = before.of(horizon=1_000)
    names = sorted(over_all, key=lambda name: over_all[name].mean())
    assert [row[0] for row in table.rows] == [*map(league.title, names), "IMED-UB, each once (added later)"]
    for name, row in zip((*names, *league.ADDED), table.rows, strict=True):
        for shape, words in zip(("peak", "smooth", "rough"), row[1:], strict=True):
            assert words.startswith(f"{found.of(shape, 1_000)[name].mean():.0f} (")
            assert words.endswith(" (the least)") == (name == before.best(shape, 1_000))
    for shape, best, others, added in league.standing(found):
        least = before.of(shape)[before.best(shape)].mean()
        assert best == f"{league.title(before.best(shape))}: {least:.0f}" and least == min(
            row.mean() for row in before.of(shape).values()
        )
        open_ = [
            league.title(name) for name in before.policies if name not in (before.best(shape), *before.beaten(shape))
        ]
        assert others == ("; ".join(open_) or "nobody")
        assert added.startswith(f"{found.of(shape)['IMED-UB, each once'].mean():.0f} (")


def test_what_was_added_met_the_same_rewards_as_the_others():
    for n_arms, count in ((9, 2), (46, 1), (200, 1)):
        stored = data.league(n_arms)[0]
        with pytest.warns(UserWarning, match="IMED-UB is for means that rise"):
            again = lb.compare(
                {"one": league.POLICIES["IMED-UB, each once"], "MOSS": lb.MOSS()},
                league.instances(n_arms, count),
                [1_000],
                1,
                league.SEED,
            )
        rows = [stored.instances.index(name) for name in again.instances]
        for place, name in enumerate(("IMED-UB, each once", "MOSS")):
            assert np.array_equal(
                again.regret[:, :, place, 0], stored.regret[rows][:, :, stored.policies.index(name), 0]
            )


def test_a_play_is_locked_if_it_loses_a_gap_in_each_round():
    gaps = np.full((3, 1, 1, 2), 0.1)
    gaps[2] = 0
    regret = np.array([[5.0, 95.0], [5.0, 50.0], [5.0, 5.0]]).reshape(3, 1, 1, 2)
    found = lb.Comparison(("one",), ("all",) * 3, ("a", "b", "c"), np.array([100, 1_000]), regret, gaps)
    assert league.locked(found, "one") == (1, 3)
    with pytest.raises(ValueError):
        league.locked(found, "another")
