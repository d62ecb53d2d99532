"""The ferry: its seasons, and that the page's days, glasses and rivals are those of the package."""

import json
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

import lipbandits as lb
from lipbandits.engine import account, race
from lipbandits.labs import ferry as lab
from lipbandits.labs.ferries import glasses
from lipbandits.labs.live import ferry as live
from lipbandits.study.ferry import (
    DAYS,
    LEVEL,
    PLAYERS,
    PRICES,
    RIVALS,
    SEASONS,
    ferry,
    possible_alone,
    possible_range,
    rewards_of,
    score,
    season,
)
from tests.compiled import cases
from tests.labs_in_pages import scripts

BANDITS = [season(hills) for hills in SEASONS]
every_season = pytest.mark.parametrize("bandit", BANDITS, ids=[f"season {i + 1}" for i in range(len(SEASONS))])
# What the scripts know of seasons, without a page.
KNOWN = """([spec, states]) => states.map((asked) => {
    const { ferryDays, ferryWords, ferryStates } = lipbandits, state = { ...spec.start, ...asked };
    ferryStates.check(state, spec);
    const mine = ferryDays.mine(state, spec), rivals = {};
    for (const name of ferryStates.RIVALS) {
        const found = ferryDays.rival(state, spec, name);
        const why = found.arms.map((_, n) => ferryWords.why(spec, name, found, n + 1));
        rivals[name] = { ...found, steps: found.steps.map(({ rule }) => rule), why };
    }
    const words = ["none", "own", "L"].map((glasses) => ferryWords.ofSeason({ ...state, glasses }, spec, mine));
    return { mine, rivals, words, finished: ferryDays.finished(state, spec) };
})"""
GO_ON = """([spec, state, runs]) => {
    const { plays, sums } = lipbandits.ferryDays.mine(state, spec), { seed } = state;
    const { theta, lipschitz } = spec.seasons[state.season - 1];
    return Array.from({ length: runs }, (_, run) => {
        const asked = { theta, lipschitz, seed, run, marks: [2000], policy: "Greedy", before: { plays, sums } };
        const played = lipbandits.engine.run({ ...asked, keepPlays: true });
        while (!played.advance(100));
        const { results } = played;
        played.free();
        return results;
    });
}"""


@pytest.fixture(scope="module")
def page():
    with scripts() as opened:
        yield opened


def states(number, seed=0):
    """Seasons, seeds and days of all lengths."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        days = rng.integers(1, 10, int(rng.choice([0, 1, DAYS, rng.integers(DAYS + 1)])))
        # Whoever plays does not play at random: some stay with a few prices.
        days = days if rng.random() < 0.5 else rng.choice(days[:3] if len(days) else [1], len(days))
        yield {
            "season": int(rng.integers(1, len(SEASONS) + 1)),
            "seed": int(rng.choice([0, 2**32, 2**53 - 1, rng.integers(1000)])),
            "days": "".join(map(str, days)),
        }


@every_season
def test_shares_fit_the_constant_that_the_reader_is_told(bandit):
    lb.LipschitzBandit(bandit.theta, lipschitz=0.8, check=True)
    assert bandit.lipschitz == ferry().lipschitz == 0.8
    assert np.abs(np.diff(bandit.theta)).max() <= 0.1 + 1e-9
    assert np.all((bandit.theta > 0) & (bandit.theta < 1))


def test_every_season_has_one_best_price_that_no_other_and_not_the_ferry_has():
    best = [np.flatnonzero(bandit.gaps == 0) for bandit in [ferry(), *BANDITS]]
    assert all(len(arms) == 1 for arms in best)
    assert len({int(arms[0]) for arms in best}) == len(SEASONS) + 1


@every_season
def test_rewards_are_those_of_the_first_run_of_simulate(bandit):
    rewards = rewards_of(bandit, seed=7)
    assert rewards.shape == (len(PRICES), DAYS) and set(np.unique(rewards)) == {0, 1}
    for name, rule in PLAYERS.items():
        played = lb.replay(bandit, rule, rewards)
        found = lb.simulate(bandit, rule, DAYS, runs=1, seed=7, stream="counter")
        assert found.plays[0].tolist() == score(bandit, rewards, played).plays.tolist(), name


def test_a_score_counts_each_day_once_and_the_best_price_costs_nothing():
    bandit = BANDITS[0]
    rewards, best = rewards_of(bandit), int(np.argmax(bandit.theta))
    played = [best] * DAYS
    found = score(bandit, rewards, played)
    assert (found.good, found.regret) == (rewards[best].sum(), 0.0)
    assert score(bandit, rewards, [0, 0, 3]).sums.tolist() == [rewards[0, :2].sum(), 0, 0, rewards[3, 0], *[0] * 5]


def check_account(state, found):
    """What the page says of the reader's days, against the package."""
    bandit = BANDITS[state["season"] - 1]
    played = [int(key) - 1 for key in state["days"]]
    wanted = score(bandit, rewards_of(bandit, state["seed"]), played)
    assert found["plays"] == wanted.plays.tolist() and found["sums"] == wanted.sums.tolist()
    assert found["reward"] == wanted.good == sum(found["paid"])
    assert found["regret"] == pytest.approx(wanted.regret, abs=1e-9)
    bars = {"own": possible_alone(*wanted[:2]), "all": possible_range(bandit, *wanted[:2])}
    for name, (low, high) in bars.items():
        assert found[name]["low"] == pytest.approx(low, abs=1e-9)
        assert found[name]["high"] == pytest.approx(high, abs=1e-9)


def check_rivals(state, rivals):
    bandit = BANDITS[state["season"] - 1]
    rewards = rewards_of(bandit, state["seed"])
    for name, rule in PLAYERS.items():
        found = rivals[name]
        played = lb.replay(bandit, rule, rewards)
        assert found["arms"] == played.tolist(), (state, name)
        check_account({**state, "days": "".join(str(arm + 1) for arm in played)}, found)
        for n, (arm, why) in enumerate(zip(played, found["why"], strict=True)):
            assert why.startswith(f"Day {n + 1} of {DAYS}. Why €{PRICES[arm]} today, {name}? Because ")
            end = " ▶ Play shows its days from the first." if n == DAYS - 1 else ""
            assert why.endswith(f"It was a {'good' if found['paid'][n] else 'bad'} day.{end}")
            assert "undefined" not in why and "NaN" not in why


def test_days_glasses_and_rivals_of_random_seasons_are_those_of_the_package(page):
    asked = list(states(30))
    for state, found in zip(asked, page.evaluate(KNOWN, [lab.spec, asked]), strict=True):
        check_account(state, found["mine"])
        check_rivals(state, found["rivals"])
        days = found["finished"]
        assert days.startswith(state["days"]) and len(days) == DAYS


@pytest.mark.slow
def test_days_glasses_and_rivals_of_many_more_seasons_are_those_of_the_package(page):
    """Over two hundred of the reader's seasons, with the five rules on their rewards."""
    asked = list(states(400, seed=1))
    for state, found in zip(asked, page.evaluate(KNOWN, [lab.spec, asked]), strict=True):
        check_account(state, found["mine"])
        check_rivals(state, found["rivals"])


def test_the_account_is_the_native_one():
    rng = np.random.default_rng(5)
    for _ in cases(30):
        bandit = lb.random_bandit(np.linspace(0, 1, 9), 0.8, int(rng.integers(1000)))
        played, level = rng.integers(0, 9, int(rng.integers(60))), float(rng.choice([LEVEL, 1.0]))
        paid, totals, rows = np.empty(len(played)), np.empty(2), np.empty((6, 9))
        given = bandit.theta, np.linspace(0, 1, 9), 0.8, 3.0, 0.0, level, played.astype(float)
        account.account(*given, paid, totals, rows)
        wanted = score(bandit, rewards_of(bandit, 3), played)
        assert rows[0].tolist() == wanted.plays.tolist() and rows[1].tolist() == wanted.sums.tolist()
        assert totals == pytest.approx([wanted.good, wanted.regret])
        assert rows[2:4] == pytest.approx(np.array(possible_alone(*wanted[:2], level)), abs=1e-9)
        assert rows[4:] == pytest.approx(np.array(possible_range(bandit, *wanted[:2], level)), abs=1e-9)


GRID = np.linspace(0.0005, 0.9995, 1000)


def least_evidence_on_a_grid(plays, sums, lipschitz):
    """The least evidence of nine shares that keep the promise and pass through a point, for each: (9, 1000)."""
    of = np.array([s * np.log(GRID) + (t - s) * np.log1p(-GRID) for t, s in zip(plays, sums, strict=True)])
    best = [t * np.log(t) - (s * np.log(s) if s else 0) - ((t - s) * np.log(t - s) if t > s else 0) if t else 0
            for t, s in zip(plays, sums, strict=True)]  # fmt: skip
    own = -of - np.array(best)[:, None]
    reach = round(lipschitz / 8 / (GRID[1] - GRID[0]))

    def within_reach(row):
        padded = np.pad(row, reach, constant_values=np.inf)
        return np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).min(axis=1)

    before, after = np.zeros_like(own), np.zeros_like(own)
    for k in range(1, 9):
        before[k] = within_reach(before[k - 1] + own[k - 1])
        after[8 - k] = within_reach(after[9 - k] + own[9 - k])
    return before + own + after


def test_bars_with_L_are_what_a_search_over_all_shares_that_keep_the_promise_leaves():
    """Over 200 random seasons: to a point of the grid."""
    rng = np.random.default_rng(12)
    denied = 0
    for state in states(240, seed=12):
        bandit = BANDITS[state["season"] - 1].with_lipschitz(float(rng.choice([0.0, 0.4, 0.8, 1.6])), check=False)
        played = [int(key) - 1 for key in state["days"]]
        plays, sums, *_ = score(bandit, rewards_of(bandit, state["seed"]), played)
        level = float(rng.choice([LEVEL, 1.0]))
        low, high = possible_range(bandit, plays, sums, level)
        evidence = least_evidence_on_a_grid(plays, sums, bandit.lipschitz)
        possible = evidence <= evidence.min() + level
        first, last = possible.argmax(axis=1), 999 - possible[:, ::-1].argmax(axis=1)
        assert np.abs(GRID[first] - low).max() < 0.003 and np.abs(GRID[last] - high).max() < 0.003
        assert np.all(low < high)
        averages = sums[plays > 0] / plays[plays > 0]
        denied += np.any((averages < low[plays > 0]) | (averages > high[plays > 0]))
    # The average of a price may be one of the shares that are not possible.
    assert denied >= 20


def test_of_days_at_one_price_the_bars_end_at_the_indexes():
    rng = np.random.default_rng(13)
    for _ in range(200):
        bandit = ferry().with_lipschitz(float(rng.choice([0.0, 0.4, 0.8, 10.0])), check=False)
        plays, sums = np.zeros(9, dtype=int), np.zeros(9, dtype=int)
        k = rng.integers(9)
        plays[k] = rng.integers(1, 700)
        sums[k] = rng.integers(0, plays[k] + 1)
        low, high = possible_range(bandit, plays, sums)
        assert high == pytest.approx(lb.lipschitz_indexes(plays, sums, bandit.geometry, LEVEL), abs=1e-9)
        mirrored = lb.lipschitz_indexes(plays, plays - sums, bandit.geometry, LEVEL)
        assert low == pytest.approx(1 - mirrored, abs=1e-9)


def test_a_bar_seldom_misses_the_true_share():
    """Of six days at each price, fixed beforehand, fewer than one end in a hundred, as the introduction says."""
    missed = 0
    for seed in range(200):
        bandit = BANDITS[seed % len(BANDITS)]
        plays = np.full(9, 6)
        low, high = possible_range(bandit, plays, rewards_of(bandit, seed)[:, :6].sum(axis=1))
        missed += np.sum((bandit.theta < low) | (bandit.theta > high))
    assert missed < 0.01 * 200 * 9


def test_a_season_is_finished_and_gone_on_with_by_the_best_average(page):
    """A reader's run goes on as `Greedy` does that has seen these days."""
    for state in states(12, seed=3):
        bandit = BANDITS[state["season"] - 1]
        (found,) = page.evaluate(KNOWN, [lab.spec, [state]])
        started = [int(key) - 1 for key in state["days"]]
        rewards = rewards_of(bandit, state["seed"])
        assert [int(key) - 1 for key in found["finished"]] == followed(bandit, rewards, started, DAYS)
        whole = {**lab.start, **state, "days": found["finished"]}
        runs = page.evaluate(GO_ON, [lab.spec, whole, 2])
        days = [int(key) - 1 for key in found["finished"]]
        longer = rewards_of(bandit, state["seed"], 2000)
        plays = np.bincount(followed(bandit, longer, days, 2000), minlength=9)
        assert runs[0]["plays"] == plays.tolist()
        assert runs[0]["regret"][-1] == pytest.approx(plays @ bandit.gaps)


def followed(bandit, rewards, played, horizon):
    """The days of `Greedy` after those that were played, one after the other."""
    played = list(played)
    plays = np.bincount(played, minlength=bandit.n_arms).astype(int) if played else np.zeros(bandit.n_arms, dtype=int)
    sums = np.array([row[:n].sum() for row, n in zip(rewards, plays, strict=True)], dtype=float)
    while len(played) < horizon:
        unplayed = np.flatnonzero(plays == 0)
        arm = int(unplayed[0]) if len(unplayed) else int(np.argmax(sums / plays))
        sums[arm] += rewards[arm, plays[arm]]
        plays[arm] += 1
        played.append(arm)
    return played


def test_every_rule_has_its_reason_and_the_glasses_say_who_is_out(page):
    asked = [{"season": 1, "seed": seed, "days": "123456789" * 6} for seed in range(30)]
    found = page.evaluate(KNOWN, [lab.spec, asked])
    rules = {rule for each in found for rival in each["rivals"].values() for rule in rival["steps"]}
    assert rules >= {"initial", "index", "average", "forced", "leader", "explore"}
    for each in found:
        none, own, promised = each["words"]
        assert none.startswith("Day 54 of 60: €20, a ") and own.startswith(none) and promised.startswith(none)
        for words, bars in ((own, "own"), (promised, "all")):
            low, high = (np.array(each["mine"][bars][end]) for end in ("low", "high"))
            assert f" {100 * np.maximum(high - low, 0).mean():.0f} points long on average" in words
            out = [f"€{PRICES[k]}" for k in np.flatnonzero(high < low.max() - 1e-9)]
            assert all(label in words.split("In all")[1] for label in out)
            assert ("cannot be the best" in words) == bool(out)


END = """([spec, state, covered]) => {
    const { ferryDays, ferryWords } = lipbandits, asked = { ...spec.start, ...state };
    return ferryWords.sentence(asked, spec, ferryDays.known(asked, spec), [], covered);
}"""


def test_the_end_asks_for_an_answer_where_a_question_lies_on_what_follows(page):
    state = {"days": "123456789" * 6 + "123456"}
    open_, covered = (page.evaluate(END, [lab.spec, state, each]) for each in (False, True))
    assert open_.endswith("mostly luck: ask a rule why, or let ten thousand days go by.")
    assert covered.endswith(
        "mostly luck: answer the question below, then ask a rule why, or let ten thousand days go by."
    )
    assert (
        "Greedy" in open_ and "Greedy" not in covered and re.search(r"You lost \d+\.\d good days\. One season", covered)
    )


def test_ceilings_above_all_shares_are_said_to_be_allowed_and_only_those_of_ucb(page):
    found = page.evaluate(KNOWN, [lab.spec, [{"season": 1, "seed": 0, "days": "123456789" * 6 + "123456"}]])[0][
        "rivals"
    ]
    said = {name: [words for words in each["why"] if "above 100 %" in words] for name, each in found.items()}
    assert said["UCB"] and not any(said[name] for name in ("KL-UCB", "CKL-UCB", "OSLB"))
    assert all(int(re.search(r"its ceiling, (\d+) %", words)[1]) >= 100 for words in said["UCB"])


GLASSES = """([spec, states]) => states.map((asked) => {
    const { ferryDays, ferryWords, ferryStates } = lipbandits, state = { ...spec.start, ...asked };
    ferryStates.check(state, spec);
    const mine = ferryDays.mine(state, spec);
    return { low: mine.all.low, high: mine.all.high, words: ferryWords.ofSeason(state, spec, mine) };
})"""


def test_glasses_for_another_promise_are_those_of_the_package_and_say_what_they_narrow_and_miss(page):
    """Where the truth is open; on 240 random seasons' days."""
    bandit = ferry()
    asked = [
        {**each, "season": 1, "days": each["days"][:59], "glasses": name}
        for each in states(60, seed=11)
        for name in ("L", "L=2", "L=0.4", "L=0")
    ]
    for state, found in zip(asked, page.evaluate(GLASSES, [glasses.spec, asked]), strict=True):
        told = bandit.with_lipschitz(float(state["glasses"][2:] or bandit.lipschitz), check=False)
        plays, sums, *_ = score(bandit, rewards_of(bandit, state["seed"]), [int(key) - 1 for key in state["days"]])
        low, high = possible_range(told, plays, sums)
        assert found["low"] == pytest.approx(low, abs=1e-9) and found["high"] == pytest.approx(high, abs=1e-9)
        if not state["days"]:
            continue
        untried = plays == 0
        narrowed = (untried & (high - low < 1 - 1e-9)).sum()
        missed = ((bandit.theta < low - 1e-9) | (bandit.theta > high + 1e-9)).sum()
        other = f"They narrow {narrowed} of the {untried.sum()} price"
        assert (other in found["words"]) == bool(untried.any())
        assert (f"But {missed} of 9 miss the truth." in found["words"]) == bool(missed)


def test_the_second_ferry_begins_after_forty_days_at_one_price_with_its_truth_and_bars(page):
    figure = BeautifulSoup(glasses.html(), "html.parser").figure
    assert len(figure.select(".lab-truth")) == 9 and len(figure.select(".lab-possible")) == 9
    assert "They narrow 8 of the 8 prices never charged." in figure.select_one(".lb-status").text
    link = page.evaluate(LINK, [glasses.spec, "glasses=L%3D0.4&days="])
    assert link["state"] == {**glasses.start, "glasses": "L=0.4", "days": ""} and link["note"] == ""
    assert page.evaluate(LINK, [glasses.spec, link["query"]])["state"] == link["state"]
    assert page.evaluate(LINK, [lab.spec, "glasses=L%3D0.4"])["note"].startswith("The link asks for glasses = L=0.4")
    lines = page.evaluate("(asked) => lipbandits.ferryTake.python(...asked)", [link["state"], glasses.spec])
    assert "bandit = ferry.ferry()" in lines and "bandit.with_lipschitz(0.4, check=False)" in lines
    shown = glasses(glasses="L=2")
    assert shown.bandit.theta.tolist() == ferry().theta.tolist() and shown.results.scores["You"].plays[5] == 40


# The figure and links.


def test_the_figure_is_complete_without_scripts():
    figure = BeautifulSoup(lab.html(), "html.parser").figure
    assert figure.select_one(".lb-question").text == lab.question and figure.figcaption.text == lab.caption
    picture = figure.select_one(".lb-picture")
    assert picture["role"] == "img" and picture["aria-label"] == lab.alt and not picture.has_attr("tabindex")
    assert json.loads(figure.select_one(".lb-spec").text) == json.loads(json.dumps(lab.spec))
    status = figure.select_one(".lb-status").text
    rewards = rewards_of(BANDITS[0])
    for name, rule in PLAYERS.items():
        found = score(BANDITS[0], rewards, lb.replay(BANDITS[0], rule, rewards, engine=False))
        assert f"{name} {found.regret:.1f}" in status
        row = next(row for row in figure.select("tbody tr") if row.th.text == name)
        assert [cell.text for cell in row.select("td")][:2] == [str(found.good), f"{found.regret:.1f}"]
    # The seasons' shares are in the page's data, and nowhere in what is seen.
    assert not picture.select(".lab-truth") and list(PLAYERS)[:4] == list(RIVALS)


LINK = """([spec, query]) => {
    const { parse, queryOf, check } = lipbandits.ferryStates;
    const { state, note } = parse(new URLSearchParams(query), spec);
    check(state, spec);
    return { state, note, query: queryOf(state, spec) };
}"""
LINKS = {
    "": ({}, ""),
    "season=3&seed=9&days=1234&glasses=L": ({"season": 3, "seed": 9, "days": "1234", "glasses": "L"}, ""),
    "season=9": ({"season": 6}, "The link asks for season = 9; this is 6."),
    "seed=x": ({"seed": 0}, "The link asks for seed = x; this is 0."),
    "days=12a0": ({"days": "12"}, "Days are digits from 1 to 9; the link's others are left out."),
    f"days={'5' * 61}": ({"days": "5" * 60}, "The link has more than 60 days; these are the first 60."),
    "glasses=red": ({"glasses": "none"}, "The link asks for glasses = red, which is not here; this is none."),
    "what=1": ({}, "The link names “what”, which is nothing here."),
    "days=5&who=UCB": ({"days": "5", "who": "You"}, "What the link asks for comes after 60 days, and it has 1."),
    f"days={'5' * 60}&who=UCB&day=12": ({"who": "UCB", "day": 12, "days": "5" * 60}, ""),
    f"days={'5' * 60}&long=1": ({"long": True, "days": "5" * 60}, ""),
}


@pytest.mark.parametrize("link", LINKS)
def test_a_link_is_read_forgivingly_and_says_what_it_changed(link, page):
    changes, note = LINKS[link]
    found = page.evaluate(LINK, [lab.spec, link])
    assert found["state"] == {**lab.start, **changes} and found["note"] == note
    again = page.evaluate(LINK, [lab.spec, found["query"]])
    assert again["state"] == found["state"] and again["note"] == ""
    assert len(found["query"]) < 140


# In a notebook.

REFUSED = {
    "season: 7; expected a whole number ≥ 1, and at most 6": {"season": 7},
    "seed: -1; expected a whole number ≥ 0": {"seed": -1},
    "days: 5; expected at most 60 digits from 1 to 9, a day each": {"days": 5},
    "days: '0'; expected at most 60 digits from 1 to 9, a day each": {"days": "0"},
    "glasses: 'x'; expected one of none, own, L": {"glasses": "x"},
    "who: 'UCB'; expected one of You, before 60 days are played": {"who": "UCB"},
    "day: 61; expected a whole number ≥ 1, and at most 60": {"day": 61},
    "long: True; expected False, before 60 days are played": {"long": True},
    "what: unknown; expected one of season": {"what": 1},
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_refused_in_the_kernel_and_nothing_changes(message):
    shown = lab()
    before = dict(shown.state)
    with pytest.raises((TypeError, ValueError), match=message):
        shown.set(**REFUSED[message])
    assert shown.state == before


def test_in_a_notebook_results_are_the_days_and_the_scores():
    shown = lab(days="345", season=2)
    rewards = rewards_of(BANDITS[1])
    assert shown.results.days == [(PRICES[k], rewards[k, 0]) for k in (2, 3, 4)]
    assert list(shown.results.scores) == ["You"] and repr(shown) == "<ferry: season 2, seed 0, 3 of 60 days>"
    shown.days = "3" * DAYS
    shown.set(who="CKL-UCB", day=12, long=False)
    scores = shown.results.scores
    assert list(scores) == list(live.WHO) and scores["You"].plays[2] == DAYS
    played = lb.replay(BANDITS[1], lb.CKLUCB(), rewards, engine=False)
    assert scores["CKL-UCB"].regret == score(BANDITS[1], rewards, played).regret
    assert lab().state == lab.start and lab()._figure == lab.html()


def test_a_notebook_knows_what_the_pages_script_knows(page):
    known = page.evaluate(
        "() => [lipbandits.ferryStates.WHO, lipbandits.ferryStates.glassesOf({}), lipbandits.ferryStates.PARTS]"
    )
    assert known == [list(live.WHO), live.GLASSES, list(lab.start)]
    assert set(live.WHO[1:]) < set(race.POLICIES)


def test_the_lines_that_one_copies_give_the_numbers_of_the_page(page, monkeypatch, capsys):
    for state in states(6, seed=8):
        (found,) = page.evaluate(KNOWN, [lab.spec, [state]])
        asked = [{**lab.start, **state}, lab.spec]
        lines = page.evaluate("(asked) => lipbandits.ferryTake.python(...asked)", asked)
        assert max(map(len, lines.splitlines())) <= 120
        space = {}
        # Ten thousand days take their time, and are those of `simulate` in any case.
        monkeypatch.setattr(lb, "simulate", lambda bandit, rules, horizon, **given: {})
        exec(re.sub("runs=100", "runs=1", lines), space)
        monkeypatch.undo()
        mine = found["mine"]
        assert space["mine"].plays.tolist() == mine["plays"] and space["mine"].good == mine["reward"]
        assert np.allclose(space["own"], [mine["own"]["low"], mine["own"]["high"]], atol=1e-9)
        assert np.allclose(space["all_days"], [mine["all"]["low"], mine["all"]["high"]], atol=1e-9)
        for name, each in space["rules"].items():
            assert each.plays.tolist() == found["rivals"][name]["plays"]
        assert f"You: {int(mine['reward'])} good days" in capsys.readouterr().out
