"""The game: its tables are what they are said to be, and the rivals' scores are those of `replay`."""

import json
import re
from html import unescape

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.explorers.game import PAGE, Game, ferry_game
from lipbandits.study.ferry import DAYS, PRICES, RIVALS, SEASONS, ferry

every_table = pytest.mark.parametrize("table", ferry_game.tables, ids=[f"table {i + 1}" for i in range(len(SEASONS))])


def embedded(html):
    return json.loads(re.search(r'<script type="application/json">([^<]*)</script>', html)[1])


@every_table
def test_a_table_holds_zeros_and_ones_for_every_price_and_day(table):
    assert table.rewards.shape == (len(PRICES), DAYS) and set(np.unique(table.rewards)) == {0, 1}


@every_table
def test_shares_fit_the_constant_that_the_reader_is_told(table):
    lb.LipschitzBandit(table.bandit.theta, lipschitz=0.8, check=True)
    assert table.bandit.lipschitz == ferry().lipschitz == 0.8
    assert np.abs(np.diff(table.bandit.theta)).max() <= 0.1 + 1e-9
    assert np.all((table.bandit.theta > 0) & (table.bandit.theta < 1))


def test_every_season_has_one_best_price_that_no_other_and_not_the_ferry_has():
    best = [np.flatnonzero(bandit.gaps == 0) for bandit in [ferry(), *(table.bandit for table in ferry_game.tables)]]
    assert all(len(arms) == 1 for arms in best)
    assert len({int(arms[0]) for arms in best}) == len(SEASONS) + 1


def test_rewards_are_those_of_the_shares():
    theta = np.array([table.bandit.theta for table in ferry_game.tables])
    seen = np.array([table.rewards.mean(axis=1) for table in ferry_game.tables])
    # The largest of 54 deviations is below 4 standard errors but for one seed in three hundred.
    assert np.abs((seen - theta) / np.sqrt(theta * (1 - theta) / DAYS)).max() < 4


def test_the_same_seed_draws_the_same_rewards_and_another_seed_others():
    bandits = [table.bandit for table in ferry_game.tables]
    again, other = (Game(bandits, ferry_game.labels, seed=seed) for seed in (0, 1))
    for table, same, different in zip(ferry_game.tables, again.tables, other.tables, strict=True):
        assert np.array_equal(table.rewards, same.rewards) and not np.array_equal(table.rewards, different.rewards)


@every_table
@pytest.mark.parametrize("name", RIVALS)
def test_a_rivals_score_is_that_of_its_replay(name, table):
    score = table.rivals[name]
    played = lb.replay(table.bandit, RIVALS[name], table.rewards, engine=False)
    # Played once more, a day at a time.
    used, good = np.zeros(len(PRICES), dtype=int), 0
    for arm in played:
        good += table.rewards[arm, used[arm]]
        used[arm] += 1
    assert score.plays == used.tolist() and sum(score.plays) == DAYS
    assert score.good == good
    assert score.regret == pytest.approx(np.sum(table.bandit.theta.max() - table.bandit.theta[played]))


def test_playing_the_best_price_every_day_costs_no_regret():
    table = ferry_game.tables[0]
    best = int(np.argmax(table.bandit.theta))
    assert table.score([best] * DAYS) == ([DAYS * (k == best) for k in range(9)], table.rewards[best].sum(), 0.0)


def test_the_page_gets_what_python_knows_and_little_more(monkeypatch, capsys):
    monkeypatch.setenv("LIPBANDITS_BAKE", "unused")
    bundle = ferry_game._repr_mimebundle_()
    html = bundle["text/html"]
    data = embedded(html)
    assert data == json.loads(json.dumps(ferry_game.data()))
    assert data["labels"] == [f"€{price}" for price in PRICES] and data["days"] == DAYS
    for given, table in zip(data["tables"], ferry_game.tables, strict=True):
        assert np.array_equal([[int(pays) for pays in row] for row in given["rewards"]], table.rewards)
        assert given["theta"] == table.bandit.theta.tolist()
        for rival in given["rivals"]:
            score = table.rivals[rival["name"]]
            assert (rival["plays"], rival["good"], rival["regret"]) == tuple(score)
    with capsys.disabled():
        print(f"\n  game: {len(html) / 1000:.1f} KB in the page (at most 60)", end="")
    assert len(html) <= 60_000


def test_without_scripts_a_captioned_sentence_stands(monkeypatch):
    monkeypatch.setenv("LIPBANDITS_BAKE", "unused")
    bundle = ferry_game._repr_mimebundle_()
    before, _, after = unescape(bundle["text/html"]).partition("<script")
    assert all(words in before for words in (ferry_game.question, ferry_game.still, ferry_game.caption))
    assert after.count("<script") == 0, "the page has its own script"
    assert bundle["text/plain"] == f"{ferry_game.still}\n{ferry_game.caption}"
    assert f"UCB {ferry_game.tables[0].rivals['UCB'].regret:.1f}," in ferry_game.still


def test_a_kernel_gets_the_script_and_the_style_with_the_game():
    html = ferry_game._repr_mimebundle_()["text/html"]
    script = (PAGE / "game.js").read_text(encoding="utf-8")
    assert script in html and "</script" not in script
    for name in ("explorer.css", "game.css"):
        assert (PAGE / name).read_text(encoding="utf-8") in html
    assert embedded(html) == json.loads(json.dumps(ferry_game.data()))
    assert repr(ferry_game) == "<Game: 6 tables of 9 arms and 60 days>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"labels": []}, "number of labels: 0; expected 1 to 9"),
        ({"labels": "abcdefghij"}, "number of labels: 10; expected 1 to 9"),
        ({"bandits": []}, r"bandits: \[\]; expected at least one"),
        ({"bandits": [lb.triangle(8)]}, "a bandit: .*; expected a LipschitzBandit with 9 arms"),
        ({"bandits": [lb.paper_triangle()]}, "a bandit: .*; expected a LipschitzBandit with 9 arms"),
    ],
)
def test_a_bad_game_is_refused_with_the_value_and_what_is_expected(arguments, message):
    with pytest.raises(ValueError, match=message):
        Game(**{"bandits": [ferry()], "labels": PRICES, **arguments})
