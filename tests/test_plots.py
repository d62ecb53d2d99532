import numpy as np
import pytest
from matplotlib.figure import Figure

import lipbandits as lb
from lipbandits import plots

BANDIT = lb.triangle(5)
OWN = {"CKLUCB": lb.CKLUCB(), "mine": lb.UCB(), "CKL-UCB of mine": lb.CKLUCB(forced=False)}


@pytest.mark.parametrize("draw", [plots.regret, plots.regret_over_log, plots.plays_per_log])
def test_policies_of_any_name_are_drawn_each_in_its_own_colour(draw):
    ax = Figure().add_subplot()
    draw(ax, lb.simulate(BANDIT, OWN, horizon=60, runs=2), BANDIT)
    lines = {line.get_label(): line for line in ax.get_lines()}
    titles = {"CKL-UCB", "mine", "CKL-UCB of mine"}
    assert titles <= set(lines)
    assert lines["CKL-UCB"].get_color() == plots.STRUCTURED["color"]
    assert len({lines[name].get_color() for name in titles}) == 3
    assert "Lai–Robbins" in lines


def test_policies_of_any_name_are_drawn_on_points():
    ax, policies = Figure().add_subplot(), {"Adaptive": lb.AdaptiveCKLUCB(0.5), "mine": lb.HOO(0.5, 0.5)}
    plots.regret_on_points(ax, lb.simulate(lb.paper_triangle(), policies, horizon=60, runs=2))
    assert len({line.get_color() for line in ax.get_lines()}) == 2


def test_more_names_than_looks_are_drawn_all_the_same():
    regret = lb.simulate(BANDIT, [lb.UCB()], horizon=60, runs=2)["UCB"]
    ax = Figure().add_subplot()
    plots.regret(ax, {str(place): regret for place in range(9)}, BANDIT)
    others = ["median", "C(θ) log T", "Lai–Robbins"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [*map(str, range(9)), *others]


def test_names_with_hyphens_have_the_looks_of_the_book():
    ax = Figure().add_subplot()
    results = lb.simulate(BANDIT, {"KL-UCB": lb.KLUCB(), "CKL-UCB": lb.CKLUCB()}, horizon=60, runs=2)
    plots.regret(ax, results, BANDIT)
    colors = {line.get_label(): line.get_color() for line in ax.get_lines()}
    assert (colors["KL-UCB"], colors["CKL-UCB"]) == (plots.PLAIN["color"], plots.STRUCTURED["color"])


@pytest.mark.parametrize("draw", [plots.regret, plots.regret_over_log, plots.plays_per_log])
def test_pictures_say_what_they_want(draw):
    ax, results = Figure().add_subplot(), lb.simulate(BANDIT, [lb.UCB()], horizon=60, runs=2)
    for wrong in ({}, results["UCB"], ax, np.zeros((2, 3))):
        with pytest.raises(TypeError, match=r"results: .*; expected \{name: Regret\}"):
            draw(ax, wrong, BANDIT)
    with pytest.raises(TypeError, match=r"bandit: .*for \[0, 1\] there is regret_on_points"):
        draw(ax, results, lb.paper_triangle())
