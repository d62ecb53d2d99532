"""Commit, then reveal: each figure of a chapter is asked about before it is seen, and right answers are what it says.

A new question needs its line in `ANSWERS`: what computes the right one from the package or from the figure's own words.
"""

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import nbformat
import numpy as np
import pytest

import lipbandits as lb
from lipbandits.explorers import Explorer, catalogue
from lipbandits.explorers.empty import ASKED as CURVES
from lipbandits.explorers.empty import empty_panel
from lipbandits.explorers.svg import Drawing
from lipbandits.labs import Lab, curves, ferries, own, races, tails, tents
from lipbandits.labs.rounds import SEED
from lipbandits.play import counter
from lipbandits.study import recipes, recorded
from lipbandits.study.ferry import SEASONS, possible_range, rewards_of, score, season
from lipbandits.study.similar import apart, similar
from lipbandits.study.structure import share_left
from lipbandits.theory import concentration
from tests.book import CHAPTERS, DEEPER, path_of, source

PAGES = [*CHAPTERS, *DEEPER, "reproduction", "own_data"]
STAGED = re.compile(r"^:{4,}\{stages\} (\S+)$", re.MULTILINE)
BLOCK = re.compile(r"^:::\{(predict|shows)\} (\S+)\n(.*?)^:::$", re.MULTILINE | re.DOTALL)
ROOMS = ("lipbandits.explorers", "lipbandits.labs")


@dataclass(frozen=True)
class Question:
    """What a page asks about a figure."""

    page: str
    figure: str
    options: tuple[str, ...]
    settings: dict[str, str]
    truth: str | None

    def __str__(self):
        return f"{self.page}-{self.figure}"


def settings_of(body):
    return dict(re.findall(r"^:(\w+): *(.*)$", body, re.MULTILINE))


def words(text):
    """An option as it is read: its formulas without dollars, and ε for its name."""
    return text.replace("$", "").replace(r"\varepsilon", "ε").strip()


@cache
def questions(page):
    found = {"predict": {}, "shows": {}}
    for kind, figure, body in BLOCK.findall(source(page)):
        assert figure not in found[kind], f"{page}: {kind} {figure} is there twice"
        found[kind][figure] = body
    assert found["predict"].keys() == found["shows"].keys(), page
    return [
        Question(
            page,
            figure,
            tuple(words(option) for option in re.findall(r"^- (.*)$", body, re.MULTILINE)),
            settings_of(body),
            words(settings_of(found["shows"][figure]).get("truth", "")) or None,
        )
        for figure, body in found["predict"].items()
    ]


ALL = [question for page in PAGES for question in questions(page)]
ASKED = [question for question in ALL if question.truth is not None]
DRAWN = [question for question in ALL if question.truth is None]


def shown_by(cell):
    """The explorer or lab that a cell shows, if its last line is one."""
    tree = ast.parse(re.sub(r"^( *)[!%].*", r"\1pass", cell.source, flags=re.MULTILINE))
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or not isinstance(last.value, ast.Name):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith(ROOMS):
            for each in node.names:
                if (each.asname or each.name) == last.value.id:
                    value = getattr(import_module(node.module), each.name)
                    return value if isinstance(value, Explorer | Lab) else None
    return None


def events(page):
    """("predict", id), ("figure", id) and ("shows", id) of a page, in the order in which they are read."""
    seen = {}
    for cell in nbformat.read(path_of(page), as_version=4).cells:
        if cell.cell_type == "markdown":
            yield from ((kind, figure) for kind, figure, _ in BLOCK.findall(cell.source))
        elif cell.cell_type == "code" and (figure := shown_by(cell)):
            name = figure.name
            seen[name] = seen.get(name, 0) + 1
            yield "figure", name if seen[name] == 1 else f"{name}-{seen[name]}"


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_has_a_question_before_it_and_what_it_shows_after_it(page):
    order = list(events(page))
    figures = [name for kind, name in order if kind == "figure"]
    assert figures or page == "beyond"
    staged = set(STAGED.findall(source(page)))
    assert staged <= set(figures)
    # A proof in steps may ask nothing, where its text and its picture come together.
    silent = staged - {name for kind, name in order if kind != "figure"}
    for name in set(figures) - silent:
        each = [kind for kind, about in order if about == name]
        assert each == ["predict", "figure", "shows"], (page, name)
    assert {name for kind, name in order if kind != "figure"} == set(figures) - silent


@pytest.mark.parametrize("question", ALL, ids=str)
def test_a_question_has_two_to_four_short_options_or_a_range_or_a_panel(question):
    if question.options:
        assert 2 <= len(set(question.options)) == len(question.options) <= 4
        assert all(len(option) <= 100 for option in question.options)
        assert question.truth in question.options
    elif "number" in question.settings:
        low, high = map(float, question.settings["range"].split())
        assert low < float(question.truth) < high
    else:
        assert question.settings["draw"] and question.truth is None


@cache
def drawing(name):
    return Drawing(catalogue()[name])


def said(name, **state):
    """The sentence of an explorer at a state."""
    found = drawing(name)
    return found.picture.update(**catalogue()[name].state(**state))


def number(pattern, text):
    """The number that a text says at a place."""
    return float(re.search(pattern, text)[1].replace(",", ""))


def mean_regret(lab):
    """{policy: mean regret} of a race's first picture."""
    _, *rows = lab.words["table"]
    return {name: number(r"^([\d.,]+)", mean) for name, mean, *_ in rows}


def among(value, **limits):
    """The place of a value among limits that increase: `among(34, few=15, some=25)` is 2."""
    return sum(value > limit for limit in limits.values())


def promise_saves():
    return number(r"saved (\d+) %", " ".join(tents.opening.words["numbers"])) / 100


def counts_over_coins():
    """By how much the bound of the triangle is larger for counts, in logarithms of 2."""
    theta = tents.SHAPES["triangle"].theta
    coins, counts = (
        lb.lower_bound(lb.LipschitzBandit(theta, lipschitz=0.5, family=family)).value
        for family in (lb.Bernoulli(), lb.Poisson())
    )
    return np.log2(counts / coins)


def highest_after_pulling_down(arm):
    """The arm with the highest mean that the promise allows when one is pulled down to 0."""
    bandit = tents.SHAPES["triangle"]
    x = np.linspace(0, 1, bandit.n_arms)
    allowed = np.minimum(bandit.theta, tents.promise.start["lipschitz"] * np.abs(x - x[arm]))
    return int(np.argmax(allowed))


def evidence_of_the_lie(lipschitz):
    """What a play of arm 3 says against the lie about it, in nats."""
    bandit = lb.LipschitzBandit(tents.SHAPES["triangle"].theta, lipschitz=lipschitz)
    lie = lb.confusing_parameter(bandit, 3)
    return lb.kl(bandit.theta[3], lie[3])


def saved(shape, lab=tents.worth):
    """The part of the bound of Lai and Robbins that structure saves, at the smallest L of a shape."""
    shape = lab.shapes[shape]
    return 1 - share_left(shape["theta"], lipschitz=shape["lipschitz"])


def seen_inside(policy, shape, rounds=400):
    """What a policy reports after so many rounds of run 0 on a shape of the curve, as the lab plays it."""
    bandit, uniforms = curves.bandit_of(shape), counter.uniforms(0, 0, 0, 0, range(rounds + 1))
    return recorded.record_points(policy(bandit), bandit, rounds=(rounds + 1,), uniforms=uniforms)[rounds + 1]


def share_of_the_floor(shape, n_arms):
    """The part of CKL-UCB's regret that no policy avoids on a grid of so many arms."""
    bandit = curves.bandit_of(shape)
    arms = lb.grid_off_peak(n_arms, bandit.best)
    found = lb.simulate(bandit, lb.Discretised(lb.CKLUCB(), arms), 25_000, runs=20, stream="counter")
    return lb.linear_floor(bandit, arms, 25_000) / found.final.mean()


def grows_in_the_trap():
    """What the adaptive policy loses in the second half of the rounds over the second quarter: 2 if in proportion."""
    found = lb.simulate(curves.bandit_of("trap"), lb.AdaptiveCKLUCB(0.2), 50_000, runs=3, stream="counter")
    quarter, half, end = found.mean()[np.searchsorted(found.rounds, (12_500, 25_000, 50_000))]
    return (end - half) / (half - quarter)


def policies_that_gain(told):
    """How many of the four policies on the quadratic lose less when they are told so many times L."""
    regrets = [
        [
            float(value)
            for value in re.findall(r"(?:arms|Adaptive|Zooming\+|1/2) (\d+)", said("told-l", c=c, shape="quadratic"))
        ]
        for c in (told, 1.0)
    ]
    assert [len(each) for each in regrets] == [4, 4]
    return sum(other < true for other, true in zip(*regrets, strict=True))


def best_epsilon():
    means = {each: number(r"mean regret (\d+)", said("epsilon", epsilon=each)) for each in recipes.EPSILONS}
    return min(means, key=means.get)


def lost_in_a_million():
    group = "a group and one apart"
    return {policy: number(r"mean regret (\d+)", said("plans", instance=group, policy=policy)) for policy in WITH_PLANS}


def level(kind):
    """A level for five arms at round 10,000, as the text has it: log n and some log log n."""
    return np.log(1e4) + kind * np.log(np.log(1e4))


# The place of the right option, or the right number, of each question; computed each time, so a wrong truth fails.
ANSWERS = {
    ("intro", "tent"): lambda: among(promise_saves(), hardly_any=0.15, nearly_half=0.5),
    ("intro", "ferry"): lambda: [(False, False), (True, False), (True, True)].index(
        (greedy_is_good(60), greedy_is_good(10_000))
    ),
    ("intro", "ferry-2"): lambda: among(told_by_forty_days(), none=0, two=7),
    ("model", "tent"): lambda: [8, 16, 0].index(highest_after_pulling_down(12)),
    ("model", "tent-2"): lambda: among(steeper_pairs(0.4), ten=15, twenty=30),
    ("lower_bound", "tent"): lambda: 1 + round(np.sign(evidence_of_the_lie(0.5) - evidence_of_the_lie(4.0)), 9),
    ("lower_bound", "tent-2"): lambda: 2 - among(saved("between") / saved("triangle"), half=0.75, as_much=1.25),
    ("lower_bound_deeper", "tent"): lambda: among(saved("low", tents.most), hardly=0.2, as_much=0.6),
    ("families", "tent"): lambda: int(np.argmin(np.abs(counts_over_coins() - np.log2([1, 0.5, 4])))),
    ("oslb", "steps"): lambda: 2 - among(exploits(), tenth=60, half=300),
    ("oslb", "epsilon"): lambda: among(best_epsilon(), small=0.2, between=1.0),
    ("oslb", "race"): lambda: least({name: -mean for name, mean in mean_regret(races.planned).items()}, *PLANNED),
    ("oslb_ossb", "plans"): lambda: least(lost_in_a_million(), *WITH_PLANS),
    ("oslb_ossb", "race"): lambda: least(mean_regret(races.structured), "CKL-UCB", "OSSB", "IMED-UB", "OSLB", "KL-UCB"),
    ("ckl_ucb", "steps"): lambda: among(leads() / exploits(), fewer=0.8, as_many=5),
    ("ckl_ucb", "lockin"): lambda: locked_run()[races.locking.start["k"]],
    ("ckl_ucb", "race"): lambda: among(
        number(r"most: (\d+) of 20 of CKL-UCB", races.locking.words["status"]), none=0, two_or_three=10
    ),
    ("ckl_ucb_baselines", "race"): lambda: 2 - among(nearer_to_kl_ucb(), before=0, between=0.5),
    ("after", "race"): lambda: [
        {"CKL-UCB", "OSLB", "IMED-UB"},
        {"CKL-UCB", "IMED-UB", "Thompson"},
        {"IMED-UB", "Thompson", "IMED"},
    ].index(three_least(races.everyone)),
    ("concentration", "tail"): lambda: number(r"([\d.]+) by the paper.s Theorem 2", tails.tail.words["status"]),
    ("concentration", "rules"): lambda: among(
        number(r"([\d.]+) times as often", said("rules", rule="CKL-UCB", ending="plays on", n=1001)), less=0.9, as_=1.1
    ),
    ("concentration", "levels"): lambda: among(
        number(r"level of ([\d.]+)", said("levels", K=5, n=10_000)), log=level(0), three=level(3), sixteen=level(16)
    ),
    ("concentration_proof", "tail"): lambda: among(
        concentration.bound(1, 101, 10.0) / concentration.largest_tail([0.5], 101, 10.0), ten=30, hundred=500
    ),
    ("concentration_levels", "proved"): lambda: among(
        number(r"; ([\d.]+), [\d.]+ and", said("proved", K=46, n=500_000)), twice=6, twenty=60
    ),
    ("contextual", "contexts"): lambda: among(-shared(), large=-0.75, half=-0.25),
    ("contextual", "contexts-2"): lambda: among(loses_times_copies(), fifth=0.5, less=1),
    ("contextual", "gain-of-sharing"): lambda: among(alone(50) / alone(5), same=1.5, threefold=5),
    ("contextual", "wrong-beta"): lambda: among(told_beta(0.001) / told_beta(1.0), falls=1, twice=2),
    ("contextual", "rare-context"): lambda: 1 + round(np.sign(rare(0.5) - rare(0.997))),
    ("continuous", "curve"): lambda: among(share_of_the_floor("triangle", 3), tenth=0.25, half=0.75),
    ("adaptive", "curve"): lambda: seen_inside(recorded.HOO_VERSIONS["HOO+"], "quadratic")["depths"].max(),
    ("adaptive", "curve-3"): lambda: among(
        len(seen_inside(lambda bandit: lb.Zooming(bandit.lipschitz), "triangle")["active"]), one=1, ten=30
    ),
    ("adaptive", "told-l"): lambda: {0: 0, 1: 1, 4: 2}[policies_that_gain(0.25)],
    ("adaptive", "curve-4"): lambda: 1 + round(np.sign(cells(2) - cells(1))),
    ("adaptive", "curve-5"): lambda: among(grows_in_the_trap(), level=0.5, late=1.5),
    ("adaptive", "race"): lambda: ["CKLUCB", "HOO+", "Adaptive"].index(
        re.search(r"lowest mean regret (\S+)", said("race", function="needle", horizon=50_000))[1]
    ),
    ("own_data", "pasted"): lambda: among(
        1 - np.divide(*(bound(own.TABLES["prices"].bandit()).value for bound in (lb.lower_bound, lb.lai_robbins))),
        twentieth=0.15,
        third=0.45,
    ),
    ("reproduction", "race"): lambda: among(
        (lambda mean: mean["KL-UCB"] / mean["CKL-UCB"])(mean_regret(races.figure_2)), fifth=1.5, twice=3
    ),
}
PLANNED = ("OSLB", "CKL-UCB", "KL-UCB")
WITH_PLANS = ("OSSB", "OSLB", "CKL-UCB")


def least(means, *names):
    """The place of the smallest among names; no other policy is there."""
    assert set(means) == set(names)
    return names.index(min(names, key=means.get))


def three_least(lab):
    """The three policies with the least means."""
    mean = mean_regret(lab)
    return set(sorted(mean, key=mean.get)[:3])


def nearer_to_kl_ucb():
    """Where Thompson sampling lies between CKL-UCB, 0, and KL-UCB, 1."""
    mean = mean_regret(races.baselines)
    return (mean["Thompson"] - mean["CKL-UCB"]) / (mean["KL-UCB"] - mean["CKL-UCB"])


def exploits():
    """Rounds of 400 in which OSLB solves no program."""
    return sum("bound" not in report for report, _, _ in recorded.record(lb.OSLB(epsilon=0.5), SEED, 400).values())


def leads():
    """Rounds of 400 in which CKL-UCB plays the leader by its rule."""
    return sum("leader" in report["rule"] and "index" in report["rule"] for report in reports(lb.CKLUCB()))


def greedy_is_good(days):
    """Whether greedy loses less on average than KL-UCB in the ferry's first season."""
    bandit = season(SEASONS[0])
    found = lb.simulate(bandit, {"KL-UCB": lb.KLUCB(), "greedy": lb.Greedy()}, days, runs=100)
    return found["greedy"].mean()[-1] < found["KL-UCB"].mean()[-1]


def told_by_forty_days():
    """Prices beside €14 of which its forty days rule out some share."""
    bandit, played = ferries.study.ferry(), [int(key) - 1 for key in ferries.glasses.start["days"]]
    plays, sums, *_ = score(bandit, rewards_of(bandit), played)
    low, high = possible_range(bandit, plays, sums)
    return ((plays == 0) & (high - low < 1 - 1e-9)).sum()


def steeper_pairs(lipschitz):
    """Pairs of arms of the lab's first state that break a promise."""
    means = np.array(tents.pairs.shapes[tents.pairs.start["shape"]]["theta"])
    i, j = np.triu_indices(len(means), 1)
    return (np.abs(means[i] - means[j]) > lipschitz * (j - i) / (len(means) - 1) + 1e-9).sum()


def locked_run():
    """Plays in half a million rounds of the run that shuts the best arm out."""
    bandit = recipes.EXPERIMENTS["lock-in-tight"].bandit
    found = lb.simulate(bandit, {"CKL-UCB": lb.CKLUCB()}, 500_000, runs=1, seed=3, stream="counter")
    return found["CKL-UCB"].plays[0]


def reports(policy):
    return [report for report, _, _ in recorded.record(policy, SEED, 400).values()]


def shared():
    """C′ over the bounds of the contexts added up, where contexts are alike and β is small."""
    bandit = similar(0.001, 0.0)
    return lb.contextual_lower_bound(bandit).value / apart(bandit, bandit.lipschitz)


def loses_times_copies():
    """What CCKL-UCB loses there, in multiples of what copies of CKL-UCB lose."""
    both = {"CCKL-UCB": lb.CCKLUCB(), "copies": lb.PerContext(lb.CKLUCB())}
    found = lb.simulate(similar(0.001, 0.0), both, 20_000, runs=20)
    return found["CCKL-UCB"].mean()[-1] / found["copies"].mean()[-1]


def alone(contexts):
    return number(r"CKL-UCB alone (\d+)", said("gain-of-sharing", contexts=contexts, kind="far apart"))


def told_beta(weight):
    return number(r"mean regret (\d+)", said("wrong-beta", weight=weight, instance="cone, 5 contexts"))


def rare(share):
    return number(r"and ([\d.]+) at n = 300000", said("rare-context", share=share))


def cells(times):
    """Cells of the adaptive policy after 400 rounds on the quadratic, told so many times L."""
    return len(seen_inside(lambda bandit: lb.AdaptiveCKLUCB(times * bandit.lipschitz), "quadratic")["widths"])


@pytest.mark.parametrize("question", ASKED, ids=str)
def test_each_right_answer_is_what_the_figure_says(question):
    compute = ANSWERS.get((question.page, question.figure))
    assert compute, f"{question}: enter into ANSWERS what computes its right answer"
    answer = compute()
    assert (question.options[int(answer)] if question.options else f"{answer:g}") == question.truth


def test_no_answer_is_kept_for_a_question_that_is_gone():
    assert ANSWERS.keys() == {(question.page, question.figure) for question in ASKED}


def path_of_axes(svg):
    """Left, top, right and bottom of the one axes of a picture, as its background has them."""
    corners = re.findall(r'<path d="M ([\d.]+) ([\d.]+) L ([\d.]+) \2 L \3 ([\d.]+) L \1 \4', svg)
    left, bottom, right, top = map(float, corners[1])
    return [left, top, right, bottom]


@pytest.mark.parametrize("question", DRAWN, ids=str)
def test_a_curve_is_drawn_on_the_axes_that_the_picture_has_in_every_preset(question):
    explorer = catalogue()[question.figure]
    svg, frame = empty_panel(explorer, question.settings["draw"])
    found = drawing(question.figure)
    assert explorer.panels[frame["panel"]].name == question.settings["draw"]
    left, top, right, bottom = path_of_axes(svg)
    for state in ({}, *explorer.presets.values()):
        picture = found.draw(explorer.state(**state))[0][frame["panel"]]
        assert path_of_axes(picture) == path_of_axes(svg)
        assert re.search(r'viewBox="0 0 (\d+) (\d+)"', picture).groups() == tuple(map(str, frame["box"]))
        axes = found.axes[question.settings["draw"]]
        # What may be drawn on lies within the axes, at the numbers that it says.
        ends = [[frame["x"][end], frame["y"][end]] for end in ("low", "high")]
        shares = axes.transAxes.inverted().transform(axes.transData.transform(ends))
        assert shares.min() >= -1e-9 and shares.max() <= 1 + 1e-9
        (west, south), (east, north) = shares
        rect = [left + (right - left) * west, bottom - (bottom - top) * north]
        rect += [left + (right - left) * east, bottom - (bottom - top) * south]
        assert rect == pytest.approx(frame["rect"], abs=0.03)


@pytest.mark.parametrize("question", DRAWN, ids=str)
def test_the_right_curve_is_the_one_of_the_picture(question):
    _, frame = empty_panel(catalogue()[question.figure], question.settings["draw"])
    found = drawing(question.figure)
    found.draw(catalogue()[question.figure].state())
    _, lines = CURVES[question.figure]
    data = np.concatenate([line.get_xydata() for line in lines(found.picture)])
    data = data[np.argsort(data[:, 0])]
    x, y = frame["x"], frame["y"]
    places = np.geomspace(x["low"], x["high"], 25) if x["log"] else np.linspace(x["low"], x["high"], 25)
    # On the screen it is straight between the points that are known.
    across, up = (np.log if axis["log"] else np.asarray for axis in (x, y))
    heights = np.interp(across(places), across(data[:, 0]), up(data[:, 1]))
    low, high = up(y["low"]), up(y["high"])
    assert frame["truth"] == pytest.approx(((heights - low) / (high - low)).clip(0, 1), abs=1e-4)


def test_an_explorer_without_a_curve_is_not_drawn_on():
    with pytest.raises(KeyError, match="fits"):
        empty_panel(catalogue()["fits"], catalogue()["fits"].panels[0].name)


@pytest.mark.parametrize("question", DRAWN, ids=str)
def test_the_axes_to_draw_on_show_nothing_of_the_answer(question):
    svg, _ = empty_panel(catalogue()[question.figure], question.settings["draw"])
    assert "#" not in re.sub(r"url\(#\S+|href=\"#\S+", "", svg), "a colour is left, so something is drawn"
    assert len(svg) < 8000
