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
    assert provenance["command"].startswith(f"python -m lipbandits league --arms {n_arms} --instances")
    assert np.isfinite(found.regret).all() and (found.regret >= 0).all() and np.isfinite(found.gaps).all()


@pytest.mark.parametrize("n_arms", league.COUNTS)
def test_a_part_that_is_played_again_agrees_play_for_play(n_arms):
    stored = data.league(n_arms)[0]
    again = league.play(n_arms, 1, league.HORIZONS[:2])
    rows = [stored.instances.index(name) for name in again.instances]
    assert np.array_equal(again.regret, stored.regret[rows][..., :2])
    assert np.array_equal(again.gaps, stored.gaps[rows][..., :2])


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
    defaults = {name: type(policy)() for name, policy in league.POLICIES.items() if name != "CKL-UCB, proved"}
    assert {name: vars(each) for name, each in defaults.items()} == {
        name: vars(league.POLICIES[name]) for name in defaults
    }
    with pytest.raises(ValueError, match="n_arms: 10; expected one of 9, 46, 200"):
        league.play(10)
    with pytest.raises(ValueError, match="n_arms: 10; expected one of 9, 46, 200"):
        data.league(10)


def test_the_tables_say_what_the_comparison_says():
    found = data.league(9)[0]
    table = league.losses(found, 1_000)
    assert [row[0] for row in table.rows] == sorted(
        found.policies, key=lambda name: found.of(horizon=1_000)[name].mean()
    )
    for row in table.rows:
        for place, shape in enumerate(("peak", "smooth", "rough")):
            mean, words = row[1 + 2 * place : 3 + 2 * place]
            assert mean == found.of(shape, 1_000)[row[0]].mean()
            assert (words == "the least") == (row[0] == found.best(shape, 1_000))
    for shape, best, mean, others, often in league.standing(found):
        assert best == found.best(shape) and mean == min(row.mean() for row in found.of(shape).values())
        open_ = [name for name in found.policies if name not in (best, *found.beaten(shape))]
        assert others == (", ".join(open_) or "nobody")
        assert often == "nobody" or set(often.split(", ")) <= set(others.split(", "))
