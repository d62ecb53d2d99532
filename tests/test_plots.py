import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.figure import Figure

import lipbandits as lb
from lipbandits import plots, style
from lipbandits.study import structure

BANDIT = lb.triangle(5)
OWN = {"CKLUCB": lb.CKLUCB(), "mine": lb.UCB(), "CKL-UCB of mine": lb.CKLUCB(forced=False)}


@pytest.mark.parametrize("draw", [plots.regret, plots.regret_over_log, plots.plays_per_log])
def test_policies_of_any_name_are_drawn_each_in_its_own_colour(draw):
    ax = Figure().add_subplot()
    draw(ax, lb.simulate(BANDIT, OWN, horizon=60, runs=2), BANDIT)
    lines = {line.get_label(): line for line in ax.get_lines()}
    titles = {"CKL-UCB", "mine", "CKL-UCB of mine"}
    assert titles <= set(lines)
    assert lines["CKL-UCB"].get_color() == style.STRUCTURED["color"]
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


def test_twelve_policies_have_twelve_looks():
    policies = {f"policy {place}": lb.UCB() for place in range(12)}
    for draw, bandit in ((plots.regret, [BANDIT]), (plots.regret_over_log, [BANDIT]), (plots.regret_on_points, [])):
        ax = Figure().add_subplot()
        on = BANDIT if bandit else lb.paper_triangle()
        played = policies if bandit else {name: lb.Zooming(0.5) for name in policies}
        draw(ax, lb.simulate(on, played, horizon=60, runs=2), *bandit)
        looks = [(line.get_color(), line.get_marker()) for line in ax.get_lines() if line.get_label() in policies]
        assert len(looks) == len(set(looks)) == 12


@pytest.mark.parametrize(("lipschitz", "parts"), [(0.5, 2), (1.0, 3), (2.0, 5)])
def test_the_arms_that_are_played_speak_half_a_gap_against_all_models_of_a_stretch(lipschitz, parts):
    ax, bandit = Figure().add_subplot(), lb.triangle(257, peak=0.5, slope=0.5, lipschitz=lipschitz)
    plots.stretch(ax, bandit, 1 / 8)
    played = next(line for line in ax.get_lines() if line.get_label() == "arms that are played")
    middles = np.searchsorted(bandit.arms, played.get_xdata())
    assert len(ax.patches) == len(middles) == parts and np.array_equal(played.get_ydata(), bandit.theta[middles])
    for k in np.flatnonzero((bandit.arms >= 5 / 8) & (bandit.arms < 3 / 4)):
        own = middles[int((bandit.arms[k] - 5 / 8) * 8 * parts)]  # the arm in the middle of the part that k is in
        lifted = lb.confusing_parameter(bandit, k)[own] - bandit.theta[own]
        # Up to half a step of the grid, by which the middles are off.
        assert lifted >= bandit.gaps[k] / 2 - (lipschitz + 0.5) / 512
    with pytest.raises(ValueError, match=r"distance: 0\.9; expected"):
        plots.stretch(ax, bandit, 0.9)


def test_the_final_regret_is_drawn_as_boxes():
    ax, results = Figure().add_subplot(), lb.simulate(BANDIT, OWN, horizon=60, runs=5)
    plots.final_regret(ax, results)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["CKL-UCB", "mine", "CKL-UCB of mine"]
    with pytest.raises(TypeError, match="results: a ndarray"):
        plots.final_regret(ax, np.zeros(3))


def test_regret_is_drawn_against_a_parameter():
    ax, values = Figure().add_subplot(), [0.5, 1.0, 2.0]
    studies = [lb.simulate(BANDIT.with_lipschitz(L), [lb.CKLUCB()], horizon=60, runs=5) for L in values]
    plots.regret_against(ax, values, studies, "L")
    (mean,) = [line for line in ax.get_lines() if line.get_label() == "CKL-UCB"]
    assert mean.get_xdata().tolist() == values
    assert mean.get_ydata() == pytest.approx([each["CKLUCB"].mean()[-1] for each in studies])
    with pytest.raises(ValueError, match=r"values: shape \(2,\) for 3 studies; expected one for each"):
        plots.regret_against(ax, values[:2], studies)
    with pytest.raises(ValueError, match=r"studies: at 2 of \['UCB'\]; expected \['CKLUCB'\], as at 0\.5"):
        plots.regret_against(ax, values, [*studies[:2], lb.simulate(BANDIT, [lb.UCB()], horizon=60, runs=5)])


def test_pictures_of_what_they_cannot_show_say_why():
    ax, space = Figure().add_subplot(), lb.triangle(np.array([[0.0, 0.5], [0.5, 0.0]]), peak=0)
    results = lb.simulate(space, [lb.UCB()], horizon=40, runs=2)
    for draw in (
        lambda: plots.confusing_parameter(ax, space, 1),
        lambda: plots.indexes(ax, space, [1, 1], [0, 1], 1.0),
        lambda: plots.plays_per_log(ax, results, space),
    ):
        with pytest.raises(ValueError, match="bandit: its arms have distances, but no positions; expected arms"):
            draw()
    with pytest.raises(ValueError, match=r"results\['UCB'\]: 20 rounds; expected at least 30"):
        plots.regret_over_log(ax, lb.simulate(BANDIT, [lb.UCB()], horizon=20, runs=2), BANDIT)
    with pytest.raises(ValueError, match=r"results\['UCB'\]: plays of \(2,\); expected \(5,\), those of the bandit"):
        plots.plays_per_log(ax, results, BANDIT)


def test_names_with_hyphens_have_the_looks_of_the_book():
    ax = Figure().add_subplot()
    results = lb.simulate(BANDIT, {"KL-UCB": lb.KLUCB(), "CKL-UCB": lb.CKLUCB()}, horizon=60, runs=2)
    plots.regret(ax, results, BANDIT)
    colors = {line.get_label(): line.get_color() for line in ax.get_lines()}
    assert (colors["KL-UCB"], colors["CKL-UCB"]) == (style.PLAIN["color"], style.STRUCTURED["color"])


@pytest.mark.parametrize("draw", [plots.regret, plots.regret_over_log, plots.plays_per_log])
def test_pictures_say_what_they_want(draw):
    ax, results = Figure().add_subplot(), lb.simulate(BANDIT, [lb.UCB()], horizon=60, runs=2)
    for wrong in ({}, results["UCB"], ax, np.zeros((2, 3))):
        with pytest.raises(TypeError, match=r"results: .*; expected \{name: Regret\}"):
            draw(ax, wrong, BANDIT)
    with pytest.raises(TypeError, match=r"bandit: .*for \[0, 1\] there is regret_on_points"):
        draw(ax, results, lb.paper_triangle())


def test_where_an_arm_may_be_played_is_drawn_up_to_its_beta():
    ax, bandit = Figure().add_subplot(), lb.LipschitzBandit([0.4, 0.5, 0.8], [0.0, 0.1, 0.35], lipschitz=1.2)
    plots.candidates(ax, bandit, 1)
    points = {line.get_label(): line.get_xydata() for line in ax.get_lines()}
    a = lb.confusing_divergences(bandit)
    corner = np.linalg.solve(a[[1, 0]][:, [1, 0]], [1, 1])
    assert points["β of arm 1"][0] == pytest.approx(corner, rel=1e-3)
    assert points["KL-UCB"][0] == pytest.approx([1 / a[1, 1], 0])
    (region,) = ax.collections
    assert region.get_paths()[0].vertices[:, 0].max() == pytest.approx(corner[0], abs=0.02)
    # With two arms that say nothing to each other nothing is gained.
    ax = Figure().add_subplot()
    plots.candidates(ax, bandit.with_lipschitz(9), 0)
    points = {line.get_label(): line.get_xydata() for line in ax.get_lines()}
    assert points["β of arm 0"][0, 0] == pytest.approx(points["KL-UCB"][0, 0])
    for wrong in (lb.triangle(5), lb.LipschitzBandit([0.4, 0.5, 1.0], lipschitz=2)):
        with pytest.raises(ValueError, match="expected two below a best mean < 1, k among them"):
            plots.candidates(ax, wrong, 1)
    with pytest.raises(ValueError, match="k = 2"):
        plots.candidates(ax, bandit, 2)


THREE = lb.LipschitzBandit([0.4, 0.5, 0.8], [0, 0.1, 0.4], 1.0)
ONLY_THE_WORST = lb.LipschitzBandit([0, 0.01, 0.02], [0, 0.01, 0.02], 1.0)


@pytest.mark.parametrize("bandit", [THREE, ONLY_THE_WORST, THREE.with_lipschitz(9.0)])
def test_the_plane_of_two_rates_shows_the_demands_the_optimum_and_lines_of_equal_cost(bandit):
    ax = Figure().add_subplot()
    plots.program(ax, bandit)
    lines = {line.get_label(): np.transpose(line.get_data()) for line in ax.get_lines()}
    bound, plain = lb.lower_bound(bandit), lb.lai_robbins(bandit)
    for k in (0, 1):
        demand = lines.pop(f"one nat against λᵏ, k = {k}")
        assert demand @ lb.confusing_divergences(bandit)[k, :2] == pytest.approx([1, 1])
    for name, each in (("least cost", bound), ("Lai–Robbins", plain)):
        (point,) = lines.pop(f"{name}, {each.value:.2f}")
        assert point == pytest.approx(each.rates[:2])
        assert ax.get_xlim()[0] <= point[0] < ax.get_xlim()[1] and ax.get_ylim()[0] <= point[1] < ax.get_ylim()[1]
    costs = [line @ bandit.gaps[:2] for line in lines.values()]
    assert costs == [pytest.approx([each.value] * 2) for each in (bound, plain)]
    (area,) = (area for area in ax.collections if area.get_paths())
    allowed, top = area.get_paths()[0].vertices, ax.get_ylim()[1]
    met = allowed @ lb.confusing_divergences(bandit)[:2, :2].T
    assert met.min() >= 1 - 1e-6 and allowed[:, 1].max() == pytest.approx(top)
    assert np.min(allowed @ bandit.gaps[:2]) == pytest.approx(bound.value, rel=1e-2)


def test_a_plane_is_for_two_suboptimal_arms_that_can_be_best():
    for bandit, said in ((BANDIT, "4 suboptimal arms, best mean 0.8"), (lb.LipschitzBandit([0.5, 0.6, 1]), "mean 1;")):
        with pytest.raises(ValueError, match=rf"bandit: .*{said}.*expected two suboptimal arms"):
            plots.program(Figure().add_subplot(), bandit)


def test_shares_are_curves_that_begin_at_the_least_constant_under_their_names():
    shares = {name: structure.shares_by_constant(bandit) for name, bandit in structure.PRICED.items()}
    ax = Figure().add_subplot()
    plots.shares_by_constant(ax, shares)
    curves = [line for line in ax.get_lines() if len(line.get_xdata()) > 2]
    assert len({line.get_linestyle() for line in curves}) == len({line.get_color() for line in curves}) == len(shares)
    for curve, text, (name, bandit) in zip(curves, ax.texts, structure.PRICED.items(), strict=True):
        constants, values = curve.get_xdata(), curve.get_ydata()
        assert text.get_text().replace(",\n", ", ") == name and text.xy == (constants[0], values[0])
        assert constants[0] == pytest.approx(bandit.lipschitz) and (np.diff(constants) > 1e-9).all()
        assert values[0] == pytest.approx(lb.lower_bound(bandit).value / lb.lai_robbins(bandit).value)
        assert values[-1] == pytest.approx(1) and (np.diff(values) > -1e-9).all()
    five = {str(i): {1: 1} for i in range(5)}
    for wrong, said in (({}, "0 curves"), (five, "5 curves"), ({"a": {}}, "at least one")):
        with pytest.raises(ValueError, match=said):
            plots.shares_by_constant(ax, wrong)
    with pytest.raises(ValueError, match="all of them > 0"):
        plots.shares_by_constant(ax, {"a": {0.0: 1.0}})
    with pytest.raises(TypeError, match="shares"):
        plots.shares_by_constant(ax, [1])


def test_an_interval_in_a_table_stands_in_one_line():
    table = plots.Table(["K", "95 %"], [("two to 3", "-1.2 to -0.5")])
    assert "1.2\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}" in table._repr_html_() and "two to 3" in table._repr_html_()
    assert "-1.2 to -0.5" in repr(table)


def test_a_table_shows_the_same_numbers_as_text_and_as_html():
    table = plots.Table(["K", "naive", "gain"], [(2, 36.53, -0.25), (1000, None, 12.0)], ["", ".1f", ".2f"])
    assert repr(table).splitlines() == [
        "   K    naive    gain",
        "----  -------  ------",
        "   2     36.5   -0.25",
        "1000            12.00",
    ]
    html = BeautifulSoup(table._repr_html_(), "html.parser")
    assert [cell.text.strip() for cell in html.find_all(["th", "td"])] == [
        *("K", "naive", "gain"),
        *("2", "36.5", "−0.25"),
        *("1000", "", "12.00"),
    ]
    assert [head["scope"] for head in html.find_all("th")] == ["col"] * 3 and "style" not in table._repr_html_()


def test_a_table_asks_for_as_many_entries_and_formats_as_headings():
    with pytest.raises(ValueError, match="rows: row 1 has 1 entries, but there are 2 headings"):
        plots.Table(["a", "b"], [(1, 2), (3,)])
    with pytest.raises(ValueError, match="formats: 1 for 2 columns"):
        plots.Table(["a", "b"], [(1, 2)], [".1f"])


def test_what_is_known_in_a_context_is_drawn_with_its_plays_here_and_elsewhere():
    ax, plays = Figure().add_subplot(), np.array([[2, 0, 1], [3, 0, 5]])
    plots.indexes_in_context(ax, [0.8, 1.0, 0.9], plays, [[0.5, 0.0, 0.25], [0.1, 0.0, 0.2]], context=0)
    points = {line.get_label(): line.get_xydata().tolist() for line in ax.get_lines()}
    # An arm without plays has no average; its stem begins at 0.
    assert points == {"index": [[0, 0.8], [1, 1.0], [2, 0.9]], "average": [[0, 0.5], [2, 0.25]]}
    (stems,) = ax.collections
    assert [stem[:, 1].tolist() for stem in stems.get_segments()] == [[0.5, 0.8], [0, 1], [0.25, 0.9]]
    words = [text.get_text() for text in ax.texts]
    assert words[::2] == ["2 here,\n3 elsewhere", "0 here,\n0 elsewhere", "1 here,\n5 elsewhere"]
    assert words[1::2] == [" 0.80", " 1.00", " 0.90"]
    with pytest.raises(ValueError, match=r"indexes, means: of \(2,\) and \(2, 3\); expected \(3,\) and \(2, 3\)"):
        plots.indexes_in_context(ax, [0.8, 1.0], plays, np.zeros((2, 3)), context=0)


def test_plays_of_pairs_are_drawn_as_numbers_at_their_places():
    ax, plays = Figure().add_subplot(), np.array([[2, 0, 1], [3, 0, 5]])
    plots.plays_of_pairs(ax, plays, [0, 2], context=1)
    assert {text.get_position(): text.get_text() for text in ax.texts} == {
        (arm, row): str(plays[row, arm]) for row in range(2) for arm in range(3)
    }
    (rings,) = ax.get_lines()
    assert rings.get_xydata().tolist() == [[0, 0], [2, 1]]
    for refused, words in (
        ({"best": [0]}, r"best: \[0\]; expected one of 3 arms for each of 2 contexts"),
        ({"best": [0, 3]}, "best: "),
        ({"context": 2}, "context: 2; expected a context from 0 to 1"),
        ({"plays": [1, 2]}, r"plays: of \(2,\); expected \(contexts, arms\)"),
    ):
        with pytest.raises(ValueError, match=words):
            plots.plays_of_pairs(ax, **{"plays": plays, "best": [0, 2], "context": 1} | refused)


def test_each_change_begins_where_the_last_one_ended():
    ax = Figure().add_subplot()
    plots.changes(ax, ["dearer", "again", "cheaper"], [(100, 90, 110), (50, 45, 55), (-30, -40, -20)])
    assert [(bar.get_x(), bar.get_width()) for bar in ax.patches] == [(0, 100), (100, 50), (150, -30)]
    assert len({bar.get_facecolor() for bar in ax.patches}) == 2
    assert [text.get_text().strip() for text in ax.texts] == ["+100", "+50", "−30"]
    intervals, links = (lines.get_segments() for lines in ax.collections)
    assert [segment[:, 0].tolist() for segment in intervals] == [[90, 110], [145, 155], [110, 130]]
    assert [segment[0, 0] for segment in links] == [100, 150]
    for values in ([(1, 0, 2)], [(1, 0, 2), (1, 0, np.nan)]):
        with pytest.raises(ValueError, match=r"values: of .*; expected \(2, 3\), finite"):
            plots.changes(ax, ["one", "two"], values)


def test_in_slices_the_exponent_falls_no_further_than_their_thickness_lets_it():
    ax = Figure().add_subplot()
    plots.exponent_kept(ax, 201, [0.1, 1.0])
    none, thin, thick = (line.get_ydata() for line in ax.get_lines())
    assert none.min() == pytest.approx(1 / 200)
    for kept, eta in ((thin, 0.1), (thick, 1.0)):
        assert 1 / (1 + eta) - 1e-9 <= kept.min() < 1.01 / (1 + eta) and kept.max() == pytest.approx(1)
        assert (kept >= none * (1 - 1e-9)).all()
    assert [line.get_label() for line in ax.get_lines()] == ["no slices", "56 slices, η = 0.1", "8 slices, η = 1"]


def test_regret_of_instances_has_a_row_for_each_policy_and_a_dot_for_each_instance():
    ax = Figure().add_subplot()
    lost = {"KL-UCB": [20.0, 40.0, 30.0], "mine": [10.0, 200.0, 90.0], "CKL-UCB": [5.0, 6.0, 7.0]}
    plots.regret_of_instances(ax, lost)
    # The least mean is on top.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["mine", "KL-UCB", "CKL-UCB"]
    dots, means = ax.collections[::2], ax.collections[1::2]
    for row, name in enumerate(("mine", "KL-UCB", "CKL-UCB")):
        x, y = dots[row].get_offsets().T
        assert x.tolist() == lost[name] and (np.abs(y - row) < 0.5).all()
        assert means[row].get_offsets()[0, 0] == np.mean(lost[name])
        assert ax.get_lines()[row].get_xdata().tolist() == [np.median(lost[name])] * 2
    assert ax.get_xscale() == "log" and [label.get_text() for label in ax.get_xticklabels()] == ["10", "100"]
    zero = Figure().add_subplot()
    plots.regret_of_instances(zero, {"mine": [0.0, 3.0]})
    assert zero.get_xscale() == "linear"
    for bad in ({}, {"a": [1.0], "b": [1.0, 2.0]}, {"a": []}, {"a": [[1.0]]}, {"a": [np.nan]}):
        with pytest.raises(ValueError, match="regret: "):
            plots.regret_of_instances(ax, bad)
    with pytest.raises(TypeError, match="ax: "):
        plots.regret_of_instances(lost, lost)
