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
    assert set(OWN) <= set(lines)
    assert lines["CKLUCB"].get_color() == plots.STRUCTURED["color"]
    assert len({lines[name].get_color() for name in OWN}) == 3
    assert "Lai–Robbins" in lines


def test_policies_of_any_name_are_drawn_on_points():
    ax, policies = Figure().add_subplot(), {"Adaptive": lb.AdaptiveCKLUCB(0.5), "mine": lb.HOO(0.5, 0.5)}
    plots.regret_on_points(ax, lb.simulate(lb.paper_triangle(), policies, horizon=60, runs=2))
    assert len({line.get_color() for line in ax.get_lines()}) == 2


def test_more_names_than_looks_are_drawn_all_the_same():
    regret = lb.simulate(BANDIT, [lb.UCB()], horizon=60, runs=2)["UCB"]
    ax = Figure().add_subplot()
    plots.regret(ax, {str(place): regret for place in range(9)}, BANDIT)
    bounds = ["C(θ) log T", "Lai–Robbins"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [*map(str, range(9)), *bounds]
