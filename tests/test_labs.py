"""Labs as Python makes them: complete without scripts, with first pictures and words that agree with the theory."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from bs4 import BeautifulSoup

import lipbandits as lb
from lipbandits.explorers import notebook
from lipbandits.labs import (
    Lab,
    assets,
    curve,
    curves,
    ferries,
    of_contexts,
    own,
    placed,
    race,
    races,
    rounds,
    tails,
    tent,
    tents,
)
from lipbandits.labs.lab import STILLS
from lipbandits.labs.live import curve as live_curve
from lipbandits.labs.live import families as live_families
from lipbandits.labs.live import race as live_race
from lipbandits.labs.live.means import MOST_ARMS
from lipbandits.model.bandits import least_lipschitz
from tests.book import source
from tests.labs_in_pages import PLACES, scripts

ROOT = Path(__file__).resolve().parents[1]
LABS = placed()
# What the ferry says is tested in test_ferry.py.
every_lab = pytest.mark.parametrize("lab", [lab for lab in LABS if lab.name != "ferry"], ids=lambda lab: lab.still)
# Contexts have rows of means: test_contexts.py.
every_lab_of_arms = pytest.mark.parametrize(
    "lab", [lab for lab in LABS if lab.name not in ("contexts", "ferry")], ids=lambda lab: lab.still
)
# What a race says is tested beside its runs, in test_race.py.
# What pairs of arms say is tested in test_pairs.py; what the promise alone says, below.
TENTS = [lab for lab in LABS if lab.name == "tent" and not lab.view]
every_tent = pytest.mark.parametrize("lab", TENTS, ids=lambda lab: lab.still)
ADDRESS = re.compile(r"\bhttps?://[^\s\"'`)]+")
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}


def start_of(lab):
    """The instance of a lab's first state, and its k."""
    shape = lab.shapes[lab.start["shape"]]
    if lab.name == "contexts":
        # That of the context in hand.
        j, k = lab.start["j"], lab.start["k"]
        return lb.LipschitzBandit(shape["theta"][j], lipschitz=shape["lipschitz"]), k
    lipschitz = lab.start.get("lipschitz", shape["lipschitz"])
    bandit = lb.LipschitzBandit(shape["theta"], shape.get("arms"), lipschitz)
    # Of the shapes the triangle alone is shown on another number of arms before anybody asks for it.
    return (lb.triangle(lab.start["K"], lipschitz=lipschitz) if "K" in lab.start else bandit), lab.start["k"]


def shown(value):
    """A number as labs show it: three digits."""
    return f"{value:.{max(0, 3 - len(str(int(value))))}f}" if value >= 1 else f"{value:.3f}"


@every_lab
def test_the_figure_is_well_formed_and_complete_without_scripts(lab):
    figure = BeautifulSoup(lab.html(), "html.parser").select_one(f"figure[data-lab={lab.name}]")
    # As XML an element that is not closed would be an error; the page's own data may hold what it likes.
    ElementTree.fromstring(re.sub(r"<script.*?</script>", "", lab.html(), flags=re.DOTALL))
    assert figure.select_one(".lb-question").text == lab.question
    assert figure.select_one(".lb-hint").text == lab.hint
    assert figure.figcaption.text == lab.caption
    assert figure.select_one(".lb-status span").text == lab.words["status"]
    assert [each.text for each in figure.select(".lb-number")] == lab.words["numbers"]
    picture = figure.select_one(".lb-picture")
    assert picture["aria-label"] == lab.alt and picture["aria-valuetext"] == lab.words["arm"]
    assert len(picture.select("svg circle.lab-truth")) == start_of(lab)[0].n_arms
    assert json.loads(figure.select_one(".lb-spec").text) == lab.spec
    assert "need scripts" in figure.noscript.text
    assert not figure.find("script", src=True) and "NaN" not in lab.html() and "undefined" not in lab.html()


@every_tent
def test_words_and_numbers_of_the_first_state_agree_with_the_theory(lab):
    bandit, k = start_of(lab)
    bound, plain = lb.lower_bound(bandit), lb.lai_robbins(bandit)
    saved = 1 - bound.value / plain.value
    assert lab.words["numbers"] == [
        f"{'cost' if lab.plain else 'C(θ) ='} {shown(bound.value)}{' log T' * lab.plain}",
        f"without {'promise' if lab.plain else 'structure'} {shown(plain.value)}{' log T' * lab.plain}",
        f"saved {saved:.0%}".replace("%", " %") if saved > 5e-3 else "saved nothing",
        f"L = {bandit.lipschitz:g}",
    ]
    assert lab.words["now"] == bandit.theta[k]
    arm, status = lab.words["arm"], lab.words["status"]
    evidence = lb.kl(bandit.theta, lb.confusing_parameter(bandit, k))
    if lab.plain:
        assert arm == f"option {k}: chance {bandit.theta[k]:.4f}, {bandit.gaps[k] + 1e-12:.4f} below the best"
        assert f"saves {saved:.0%}".replace("%", " %") in status
        assert f"lifts {(evidence > 0).sum() - 1} others" in status
        assert f"The lie shown, that option {k} is as good as the best, lifts" in status
        # The instance is symmetric: of the two dearest lies the first.
        dearest = np.flatnonzero(np.isclose(bound.prices, bound.prices.max()))[0]
        lifted = (lb.confusing_parameter(bandit, dearest) > bandit.theta + 1e-12).sum()
        assert status.endswith(f" The dearest lie to refute, about option {dearest}, lifts {lifted - 1} others.")
        return
    played = (bound.rates[bandit.suboptimal] > 0).sum()
    assert f"plays {played} arms of {len(bandit.suboptimal)}, and {bound.binding.sum()} lies bind" in status
    if bandit.gaps[k] == 0:
        assert arm.endswith("a best arm") and "no lie about it" in status
        return
    rates = f"plan {shown(bound.rates[k])}, alone {shown(plain.rates[k])}; price of its lie {shown(bound.prices[k])}"
    assert f"says {evidence[k]:.3f} nats against the lie" in arm and rates in arm
    lifted = (evidence > 0).sum()
    all_of_them = f"lifts {lifted} arms; one play of each of them says {evidence.sum():.3f} nats"
    assert ("It lifts this arm alone." if lifted == 1 else all_of_them) in status


PROMISE = """([spec, states]) => states.map((state) => {
    const found = lipbandits.engine.tent(state), said = lipbandits.tentWords.saysOf(spec);
    return [said.words(state, found), said.numbers(state, found), said.arm(state, found, state.k)];
})"""


def test_where_the_promise_is_the_question_words_say_which_means_it_allows():
    """Of the first state and of random bandits: of a neighbour, and of the arm that is farthest."""
    rng = np.random.default_rng(7)
    bandits = [(tents.SHAPES["triangle"], tents.promise.start["k"])]
    for _ in range(200):
        bandit = lb.random_bandit(int(rng.integers(2, 30)), lipschitz=rng.uniform(0.1, 4), seed=int(rng.integers(1000)))
        bandits.append((bandit, int(rng.integers(bandit.n_arms))))
    states = [
        {"theta": b.theta.tolist(), "arms": np.linspace(0, 1, b.n_arms).tolist(), "lipschitz": b.lipschitz, "k": k}
        for b, k in bandits
    ]
    with scripts() as page:
        said_of_all = page.evaluate(PROMISE, [tents.promise.spec, states])
    for (bandit, k), (words, numbers, arm) in zip(bandits, said_of_all, strict=True):
        said = [float(n) for pair in re.findall(r"from ([\d.]+\d|\d) to (\d\.\d+|\d)", words) for n in pair]
        arms = [int(n) for n in re.findall(r"that of (?:its neighbour, )?arm (\d+)", words)]
        x = np.linspace(0, 1, bandit.n_arms)
        assert abs(x[arms[-1]] - x[k]) == pytest.approx(np.abs(x - x[k]).max()) and abs(arms[0] - k) == 1
        for at, (low, high) in zip(arms, np.reshape(said, (-1, 2)), strict=True):
            reach = bandit.lipschitz * abs(x[at] - x[k])
            allowed = np.clip([bandit.theta[k] - reach, bandit.theta[k] + reach], 0, 1)
            assert [low, high] == pytest.approx(allowed, abs=6e-5)
            assert low - 6e-5 <= bandit.theta[at] <= high + 6e-5
        best = np.flatnonzero(bandit.gaps == 0)
        assert f", of {f'arm {best[0]}' if len(best) == 1 else f'{len(best)} arms'}." in words
        assert float(numbers[0].removeprefix("best mean ")) == pytest.approx(bandit.theta.max(), abs=6e-5)
        assert arm.endswith(", the best") == (k in best)
        assert not re.search(r"\b(lies?|plan|evidence)\b", words)
    assert said_of_all[0][0] == tents.promise.words["status"]


@every_lab_of_arms
def test_every_state_that_a_lab_names_fits_its_constant(lab):
    for state in (lab.start, *lab.presets.values()):
        shape = lab.shapes[state["shape"]]
        lipschitz = state.get("lipschitz", shape["lipschitz"])
        if state is tents.pairs.presets["Told L = 0.4"]:
            # The lab takes the smallest that fits, and says what this one breaks: test_pairs.py.
            lipschitz = shape["lipschitz"]
        bandit = lb.LipschitzBandit(shape["theta"], shape.get("arms"), lipschitz)
        assert 0 <= state["k"] < bandit.n_arms
    assert len({*lab.presets}) == len(lab.presets) <= 5


def test_shapes_are_the_bandits_of_the_book_with_the_least_constant_that_fits():
    assert set(tents.SHAPES) == set(tent.shapes)
    for name, bandit in tents.SHAPES.items():
        data = tent.shapes[name]
        again = lb.LipschitzBandit(data["theta"], data.get("arms"), data["lipschitz"])
        assert again.theta.tolist() == bandit.theta.tolist()
        assert again.arms == pytest.approx(bandit.arms, abs=1e-12)
        assert data["lipschitz"] == pytest.approx(least_lipschitz(bandit.theta, bandit.geometry))
    assert [name for name, shape in tent.shapes.items() if "arms" in shape] == ["odd"]


def test_every_first_picture_belongs_to_a_lab_and_every_lab_of_the_book_has_one():
    stills = {lab.still for lab in LABS}
    assert len(stills) == len(LABS) and set(PLACES.values()) < set(LABS)
    assert {path.name for path in STILLS.iterdir()} == {f"{name}{end}" for name in stills for end in (".svg", ".json")}


ROOMS = {
    **{"tents": tents, "races": races, "rounds": rounds, "tails": tails},
    **{"of_contexts": of_contexts, "ferries": ferries, "curves": curves, "own": own},
}


@pytest.mark.parametrize("page", sorted({page for page, _ in PLACES}))
def test_the_labs_stand_in_their_chapters_in_the_order_of_their_ids(page):
    shown = re.findall(rf"^from lipbandits\.labs\.({'|'.join(ROOMS)}) import (\w+)\n\n\2$", source(page), re.MULTILINE)
    ids = [name for other, name in PLACES if other == page]
    assert [name for name in ids if name.startswith("tent")] == ["tent", "tent-2", "tent-3"][
        : sum("tent" in each for each in ids)
    ]
    assert [getattr(ROOMS[room], name) for room, name in shown] == [PLACES[page, name] for name in ids]


def test_the_pictures_and_words_are_those_that_the_scripts_draw_today():
    """`make stills` draws them."""
    from tools.stills import texts

    with scripts() as page:
        for lab in LABS:
            for name, text in texts(page, lab).items():
                assert (STILLS / name).read_text(encoding="utf-8") == text, f"{name}: make stills"


def test_the_book_shows_the_figure_alone(monkeypatch):
    monkeypatch.setenv("LIPBANDITS_BAKE", "somewhere")
    bundle = tent._repr_mimebundle_()
    assert bundle["text/html"] == tent.html()
    assert tent.words["status"] in bundle["text/plain"] and tent.caption in bundle["text/plain"]
    with pytest.raises(NotImplementedError):
        tent._ipython_display_()


def test_nothing_of_a_lab_names_another_host():
    for text in (assets.script(), assets.style(), *(lab.html() for lab in LABS)):
        assert set(ADDRESS.findall(text)) <= NAMESPACES
        assert not re.search(r"\b(?:fetch|importScripts|XMLHttpRequest)\b|@import|url\((?!#|data:)", text)


IMPORTED = """async text => {
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const { default: own } = await import(address);
    await own.engine.start();
    const { value } = own.engine.tent({ theta: [0.5, 0.6, 0.8], arms: [0, 0.5, 1], lipschitz: 1, k: 0 });
    return [own === globalThis.lipbandits, own.labs.ids(), value];
}"""


def test_the_module_is_an_es_module_whose_default_is_what_a_page_has():
    with scripts() as page:
        bare = page.context.browser.new_page()
        same, ids, value = bare.evaluate(IMPORTED, assets.module())
    assert same and ids == []
    assert value == pytest.approx(lb.lower_bound(lb.LipschitzBandit([0.5, 0.6, 0.8], lipschitz=1)).value)


def test_a_lab_from_another_state_keeps_the_rest():
    other = tent.variant(still="lie", start={"shape": "odd", "k": 2}, question="Why?")
    assert isinstance(other, Lab) and other.question == "Why?" and other.start["k"] == 2
    assert other.shapes is tent.shapes and other.hint == tent.hint and other is not tent
    assert "Why?" in repr(other)


# In a notebook.


@every_lab_of_arms
def test_a_live_lab_begins_where_the_page_does(lab):
    live, (bandit, k) = lab(), start_of(lab)
    assert live.theta == pytest.approx(bandit.theta) and live.lipschitz == bandit.lipschitz and live.k == k
    assert {
        name: value for name, value in lab.start.items() if name not in ("shape", "K")
    }.items() <= live.state.items()
    if lab.name == "curve":
        assert live.bandit.best_mean == bandit.theta.max()
    else:
        assert live.bandit.gaps.tolist() == bandit.gaps.tolist()
    # In a notebook, what shows lies has a choice of rewards.
    families = lab.families or (lab.name in ("tent", "race", "pasted") and not lab.plain and not lab.view)
    assert live._figure == lab.variant(families=families).html() and lab.words["status"] in live.words


def test_a_lab_shows_the_pages_figure_and_a_picture_of_it(monkeypatch):
    monkeypatch.delenv("LIPBANDITS_BAKE", raising=False)
    found = []
    monkeypatch.setattr(notebook, "display", lambda bundle, **_: found.append(bundle))
    tent._ipython_display_()
    still, live = found
    assert list(live) == ["application/vnd.jupyter.widget-view+json"]
    page = BeautifulSoup(still["text/html"], "html.parser")
    assert len(page.select("svg circle.lab-truth")) == 17 and not page.select("script, [data-lab], [id]")
    assert tent.words["status"] in still["text/plain"] and tent.caption in still["text/plain"]


def test_what_is_set_in_python_is_shown_with_what_follows_from_it():
    lab = tent()
    heard = []
    lab.observe(lambda change: heard.append((change.name, change.new)), ["theta", "arms", "lipschitz", "k"])
    lab.lipschitz = 2
    assert heard == [("lipschitz", 2.0)] and lab.bandit.lipschitz == 2
    heard.clear()
    lab.theta = np.array([0.1, 0.9])
    assert [name for name, _ in heard] == ["theta", "arms", "k"] and lab.lipschitz == 2
    assert lab.state == {"theta": [0.1, 0.9], "arms": [0, 1], "lipschitz": 2, "k": 1, "family": "bernoulli"}
    lab.arms = [0.25, 0.5]
    assert lab.lipschitz == pytest.approx(3.2)
    lab.set(theta=[0.5, 0.6, 0.7], lipschitz=1.0, k=0)
    assert lab.results.value == lb.lower_bound(lb.LipschitzBandit([0.5, 0.6, 0.7], lipschitz=1.0)).value
    assert lab.k == 0 and lab.bandit.arms.tolist() == [0, 0.5, 1]


def test_what_the_reader_has_moved_is_heard_in_python_as_one_change():
    lab, heard = tent(), []
    state = {"theta": [0.2, 0.4], "arms": [0.0, 0.5], "lipschitz": 0.4, "k": 1}
    lab.observe(lambda change: heard.append(lab.bandit.theta.tolist()), ["theta", "arms", "lipschitz", "k"])
    lab.set_state({"state": state})
    assert heard == [[0.2, 0.4]] * 4 and lab.state == state | {"family": "bernoulli"}


NAMED = "some of UCB, KL-UCB, CKL-UCB, OSLB, Greedy, Uniform, each once"
REFUSED_BY_A_RACE = {
    f"policies: 'UCB'; expected {NAMED}": {"policies": "UCB"},
    rf"policies: \[\]; expected {NAMED}": {"policies": []},
    rf"policies: \['x'\]; expected {NAMED}": {"policies": ["x"]},
    "f: 'no'; expected one of log, klucb1, klucb3, paper": {"f": "no"},
    "told: -1.0; expected a number from 0 to 1000, or None for L": {"told": -1},
    "horizon: 1000001; expected a whole number ≥ 1, and at most 1000000": {"horizon": 10**6 + 1},
    "runs: 0; expected a whole number ≥ 1": {"runs": 0},
    "seed: -1; expected a whole number ≥ 0": {"seed": -1},
    "forced: 1; expected True or False": {"forced": 1},
}


@pytest.mark.parametrize("message", REFUSED_BY_A_RACE)
def test_what_a_race_cannot_play_is_refused_and_nothing_changes(message):
    lab = race()
    before = dict(lab.state)
    with pytest.raises((TypeError, ValueError), match=message):
        lab.set(**REFUSED_BY_A_RACE[message])
    assert lab.state == before


def test_a_race_plays_what_the_pages_script_knows():
    with scripts() as page:
        known = page.evaluate(
            "() => { const { POLICIES, FACTORS, MOST } = lipbandits.raceStates;"
            " return [POLICIES, Object.keys(FACTORS), MOST, lipbandits.meansStates.MOST.arms]; }"
        )
    assert known == [list(live_race.POLICIES), list(live_race.LEVELS), live_race.MOST, MOST_ARMS]


def test_a_curve_plays_what_the_pages_script_knows_and_refuses_the_rest():
    with scripts() as page:
        known = page.evaluate("() => [lipbandits.curveStates.POLICIES, lipbandits.curveStates.MOST]")
    assert known == [list(live_curve.POLICIES), live_curve.MOST]
    lab = curve(policies=["Adaptive", "KL-UCB"], grid=5, watch="HOO", round=30_000)
    assert lab.policies == ("KL-UCB", "Adaptive") and lab.grid == 5 and lab.round == lab.horizon
    before = dict(lab.state)
    for changes, message in (
        ({"policies": ["UCB"]}, "policies: .*; expected some of KL-UCB"),
        ({"told": 0}, "told: 0.*; expected a number above 0"),
        ({"grid": 201}, "grid: 201; expected a whole number ≥ 1, and at most 200"),
        ({"watch": "no"}, "watch: 'no'; expected one of KL-UCB"),
        ({"tuned": 1}, "tuned: 1; expected True or False"),
        ({"horizon": 10**5 + 1}, "horizon: 100001; .* at most 100000"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            lab.set(**changes)
    assert lab.state == before


def test_a_curve_in_a_notebook_has_a_bandit_and_what_the_page_has_played():
    lab = curve(theta=[0.2, 0.9, 0.4], policies=["HOO"], horizon=3)
    assert lab.bandit.best == 0.5 and lab.bandit.best_mean == 0.9 and lab.bandit.mean(0.25) == pytest.approx(0.55)
    regret, plays = np.arange(3.0), np.zeros(40, dtype=np.int32)
    said = {"name": "HOO", "runs": 1, "names": ["HOO"], "state": lab.state}
    lab._handle_custom_msg({"marks": [1, 2, 3], "results": said}, [memoryview(regret.tobytes()), memoryview(plays)])
    assert lab.results["HOO"].regret.tolist() == [[0.0, 1.0, 2.0]] and lab.results["HOO"].plays is None
    lab.round = 2
    assert lab.state["round"] == 2
    lab.grid = 9
    assert lab.results == {}


def test_a_race_is_set_in_the_order_of_the_page_and_keeps_the_rest():
    lab = race(policies=["OSLB", "UCB"], runs=3)
    assert lab.policies == ("UCB", "OSLB") and lab.runs == 3 and lab.horizon == race.start["horizon"]
    lab.told = np.float64(0.75)
    assert lab.state["told"] == 0.75 and lab.results == {}


def test_the_results_of_a_race_are_those_that_the_page_has_said_of_this_state():
    lab = race(theta=[0.2, 0.4], policies=["UCB", "Greedy"], horizon=3)
    regret, plays = np.arange(6.0).reshape(2, 3), np.array([[1.0, 2.0], [3.0, 0.0]])
    said = {"name": "UCB", "runs": 2, "names": ["UCB"], "state": lab.state}
    buffers = [memoryview(regret.tobytes()), memoryview(plays.astype(np.int32).tobytes())]
    # What it said of another state, before it heard of this one, is not taken.
    early = {"marks": [1, 2, 3], "results": {**said, "state": {**lab.state, "seed": 9}}}
    lab._handle_custom_msg(early, buffers)
    assert lab.results == {}
    lab._handle_custom_msg({"marks": [1, 2, 3], "results": said}, buffers)
    (found,) = lab.results.values()
    assert found.rounds.tolist() == [1, 2, 3] and found.regret.tolist() == regret.tolist()
    assert found.plays.tolist() == plays.tolist() and found.plays.dtype.kind == "i"
    # The page says itself which runs it keeps.
    lab.set_state({"state": {**lab.state, "policies": ["UCB"]}})
    assert list(lab.results) == ["UCB"]
    lab.seed = 1
    assert lab.results == {}


REFUSED = {
    "theta: 'x'; expected a sequence of means": {"theta": "x"},
    r"theta: arm 1 has 2.0; expected means in \[0, 1\]": {"theta": [0, 2]},
    "theta: 47 means; expected 1 to 46": {"theta": [0.5] * 47},
    "17 means for 2 arms; expected one for each arm": {"arms": [0, 1]},
    "lipschitz: -1.0; expected a finite number ≥ 0": {"lipschitz": -1},
    "more than lipschitz=0.25 allows; the smallest lipschitz that fits is 0.5": {"lipschitz": 0.25},
    "k: 17; expected an arm ≥ 0, and at most 16": {"k": 17},
    "k: 1.5; expected an arm": {"k": 1.5},
    "family: 'gamma'; expected one of bernoulli, gaussian, poisson, exponential": {"family": "gamma"},
    "what: unknown; expected one of theta, arms, lipschitz, k": {"what": 1},
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_refused_in_the_kernel_and_nothing_changes(message):
    lab = tent()
    before = dict(lab.state)
    heard = []
    lab.observe(heard.append)
    ((name, value),) = REFUSED[message].items()
    with pytest.raises((TypeError, ValueError), match=message):
        lab.set(**{name: value})
    if name != "what":
        with pytest.raises((TypeError, ValueError), match=message):
            setattr(lab, name, value)
    with pytest.raises((TypeError, ValueError), match=message):
        tent(**{name: value})
    assert lab.state == before and heard == []


def test_rewards_of_every_family_in_a_notebook():
    lab = tent()
    for name, family in live_families.FAMILIES.items():
        lab.family = name
        expected = lb.LipschitzBandit(lab.theta, lab.arms, lab.lipschitz, family=family)
        assert lab.bandit.family == family and lab.results.value == lb.lower_bound(expected).value
    assert live_families.FAMILIES["gaussian"].sd == 0.5
    low = tent(theta=[0.0, 0.4, 0.5], family="poisson")
    low.family = "exponential"
    assert low.theta.tolist() == [0.01, 0.4, 0.5] and low.bandit.family == lb.Exponential()
    with pytest.raises(
        ValueError, match=r"theta: arm 1 has 0\.0; expected means from 0\.01 to 1, for rewards that are exp"
    ):
        low.theta = [0.5, 0.0, 0.5]
    with pytest.raises(ValueError, match="family: 'poisson'; expected one of bernoulli"):
        tents.promise().family = "poisson"


SAYS = """([spec, states]) => states.map((state) => {
    const { words, numbers } = lipbandits.tentWords.saysOf(spec), found = lipbandits.engine.tent(state);
    return [words(state, found), numbers(state, found)];
})"""


def test_a_race_in_a_notebook_plays_what_plays_for_its_rewards():
    lab = race(policies=["UCB", "KL-UCB"], family="gaussian")
    assert lab.policies == ("UCB", "KL-UCB") and lab.bandit.family == lb.Gaussian(0.5)
    lab.family = "poisson"
    assert lab.policies == ("KL-UCB",)
    with pytest.raises(ValueError, match="expected some of KL-UCB, CKL-UCB, OSLB, Greedy, Uniform, each once"):
        lab.policies = ["UCB", "OSLB"]
    assert lab.family == "poisson" and race(policies=["UCB"]).policies == ("UCB",)
    alone = race(policies=["UCB"])
    alone.family = "exponential"
    assert alone.policies == ("KL-UCB",)


def test_words_of_every_family_agree_with_the_theory():
    rng = np.random.default_rng(3)
    states = []
    for each in range(24):
        family = list(live_families.FAMILIES)[each % 4]
        theta = rng.uniform(0.01, 1, int(rng.integers(2, 12)))
        if each >= 20:
            # The largest mean in the picture, which is no end but of coins.
            theta[rng.integers(len(theta))] = 1.0
        lipschitz = lb.LipschitzBandit(theta).lipschitz * float(rng.choice([1.0, 1.5])) + 1e-9
        arms = np.linspace(0, 1, len(theta)).tolist()
        states.append({"theta": theta.tolist(), "arms": arms, "lipschitz": lipschitz, "k": int(np.argmin(theta))})
        states[-1]["family"] = family
    with scripts() as page:
        assert page.evaluate("lipbandits.meansFamilies.NAMES") == list(live_families.FAMILIES)
        leasts = page.evaluate("Object.values(lipbandits.meansFamilies.FAMILIES).map(({ least }) => least)")
        assert leasts == [live_families.LEAST.get(name, 0) for name in live_families.FAMILIES]
        said = page.evaluate(SAYS, [tents.worth.spec, states])
    for state, (words, numbers) in zip(states, said, strict=True):
        # Thousands have a comma.
        words, numbers = words.replace(",", ""), [number.replace(",", "") for number in numbers]
        family = live_families.FAMILIES[state["family"]]
        bandit = lb.LipschitzBandit(state["theta"], lipschitz=state["lipschitz"], family=family)
        bound, alone = lb.lower_bound(bandit), lb.lai_robbins(bandit)
        bounds = [shown(value) if value > 0 else "0" for value in (bound.value, alone.value)]
        assert numbers[:2] == [f"C(θ) = {bounds[0]}", f"without structure {bounds[1]}"]
        assert {"bernoulli": "", "gaussian": "Gaussian", "poisson": "Poisson", "exponential": "above 0"}[
            state["family"]
        ] in words
        if bound.value == 0:
            assert "both bounds are 0" in words and max(state["theta"]) == 1 and state["family"] == "bernoulli"
            continue
        evidence = family.kl(bandit.theta, lb.confusing_parameter(bandit, state["k"]))
        assert f"A play of arm {state['k']} says {shown(evidence[state['k']])} nats" in words


LINKED = """([spec, query]) => {
    const least = ({ theta, arms }) => lipbandits.engine.tent({ theta, arms, lipschitz: 1e9, k: 0 }).leastLipschitz;
    const { state, note } = lipbandits.meansFamilies.parse(new URLSearchParams(query), spec, least);
    return [state.family, Math.min(...state.theta), state.shape ?? null, note, lipbandits.meansFamilies.queryOf(state)];
}"""


def test_a_link_names_its_family_where_a_lab_has_a_choice():
    found = {
        "L=0.5": ["bernoulli", 0.55, "triangle", "", ""],
        "L=0.5&family=gaussian": ["gaussian", 0.55, "triangle", "", "&family=gaussian"],
        "theta=0_.5_.6&L=2&family=poisson": ["poisson", 0, None, "", "&family=poisson"],
        "theta=0_.5_.6&L=2&family=exponential": ["exponential", 0.01, None, "", "&family=exponential"],
        "L=0.5&family=gamma": [
            *("bernoulli", 0.55, "triangle"),
            *("The link asks for the family gamma, which is not here; rewards are Bernoulli.", ""),
        ],
    }
    with scripts() as page:
        for query, expected in found.items():
            assert page.evaluate(LINKED, [tents.worth.spec, query]) == expected
        *_, note, again = page.evaluate(LINKED, [tents.lie.spec, "L=0.5&family=gaussian"])
        assert note == "The link names “family”, which is nothing here." and again == ""


def test_a_row_is_not_changed_in_place():
    with pytest.raises(ValueError, match="read-only"):
        tent().theta[3] = 0.5


def test_a_live_lab_may_begin_elsewhere_and_reset_leads_back_there():
    lab = tent(theta=[0.2, 0.5, 0.4])
    assert lab.lipschitz == 0.6 and lab.k == 2
    figure = BeautifulSoup(lab._figure, "html.parser")
    spec = json.loads(figure.select_one(".lb-spec").text)
    assert spec["shapes"][spec["start"]["shape"]]["theta"] == [0.2, 0.5, 0.4] and spec["start"]["k"] == 2
    # Nobody has drawn it yet, and it does not pass for the first picture of another.
    assert not figure.select("svg") and len(figure.select(".lb-number")) == len(tent.words["numbers"])
    assert tent.start == {"shape": "triangle", "lipschitz": 0.5, "k": 3}


def test_a_definition_says_how_to_make_a_live_lab():
    with pytest.raises(AttributeError, match=r"`lab = tent\(\)` is live, and has `lab.bandit`"):
        tent.bandit  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute 'nothing'$"):
        tent.nothing  # noqa: B018


def test_two_live_labs_of_one_definition_do_not_disturb_each_other():
    one, other = tent(), tent()
    one.k = 5
    assert (one.k, other.k) == (5, 3) and one.model_id != other.model_id


def test_the_lines_for_notebooks_in_the_book_run_as_they_stand():
    text = (ROOT / "book" / "labs.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    found = {}
    for block in blocks[:2]:
        exec(block, found)
    assert found["lab"].state == {
        "theta": [0.3, 0.6, 0.5],
        "arms": [0, 0.5, 1],
        "lipschitz": 1,
        "k": 0,
        "family": "bernoulli",
    }
    for block in blocks[2:4]:
        exec(block, found)
    assert found["lab"].runs == 20
    exec(blocks[4], found)
    assert found["lab"].round == 89 and len(blocks) == 5
