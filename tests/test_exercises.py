"""Every check accepts its solution and says what is wrong with other answers; every chapter has its exercises."""

import re

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.exercises import check, verdict
from lipbandits.exercises.checking import EXERCISES
from tests.book import CHAPTERS, DEEPER, exercises

NAN = float("nan")
THETA = lb.triangle(5).theta

# name: (right answers, wrong answers with a word of what is said about each)
ANSWERS = {
    "intro-1": (
        [73.0],
        [(10, "Too small"), (-73, "positive"), (260, "compare €10"), ("many", "One number"), ([73], "One number")],
    ),
    "intro-2": ([0.8], [(0.1, "Too small"), (1.6, "smaller constant"), (NAN, "One number"), (True, "One number")]),
    "intro-3": (
        [25],
        [
            (10, "Too few"),
            (100, "fewer"),
            (24, "no whole number"),
            (0, "1 or more"),
            (2.5, "1 or more"),
            (1e300, "1 or"),
        ],
    ),
    "intro-4": ([0.55], [(0.4, "Too small"), (0.7, "rules that out"), ("high", "One number")]),
    "intro-5": ([312], [(100, "Too early"), (1, "not for good"), (365, "earlier day"), (311.5, "1 or more")]),
    "model-1": ([1.0], [(0.4, "Too small"), (2, "steepest pair")]),
    "model-2": ([100.0], [(20, "Too small"), (300, "Too large")]),
    "model-3": (
        [[0.5, 0.6, 0.5, 0.6, 0.5, 0.5, 0.4, 0.4, 0.4]],
        [
            ([0.5, 0.6], "list of 9"),
            ([0.5, 0.6, 0.5, 0.6, 0.5, 0.5, 0.4, 0.4, 0.9], "arms 7 and 8"),
            ([0.5, 0.6, 0.6, 0.5, 0.5, 0.5, 0.4, 0.4, 0.4], "neighbours"),
            ([0.5, 0.6, 0.5, 0.6, 0.5, 0.6, 0.5, 0.4, 0.4], "here 3"),
            ([0.5, 0.6, 0.5, 0.6, 0.5, 0.5, 0.4, 0.4, 1.4], "arm 8 has 1.4; expected means"),
        ],
    ),
    "model-4": ([1.2], [(0.4, "one pair of neighbours more"), (2, "smaller constant")]),
    "model-5": ([0.5], [(0, "no slack"), (1, "both directions"), ([0.5], "One number")]),
    "lower-bound-1": (
        [lb.confusing_parameter(lb.triangle(5), 0)],
        [
            (THETA, "Arm 0 should reach"),
            ([0.8, 0.6, 0.8, 0.675, 0.55], "never lowers"),
            ([0.8, 0.8, 0.8, 0.8, 0.8], "higher than it must be"),
            ([0.8, 0.675, 0.9, 0.675, 0.55], "more than L allows"),
            ([0.8], "list of 5"),
            ([NAN] * 5, "list of 5"),
        ],
    ),
    "lower-bound-2": (
        [lb.lower_bound(lb.triangle(5)).rates],
        [
            (lb.lai_robbins(lb.triangle(5)).rates, "no less than Lai–Robbins"),
            (np.zeros(5), "not ruled out"),
            ([-1, 99, 0, 99, 99], "negative"),
            ([1], "list of 5"),
            ([NAN] * 5, "list of 5"),
            ("12345", "list of 5"),
            (lb.lai_robbins(lb.triangle(5)).rates * (1 - 5e-10), "no less than Lai–Robbins"),
        ],
    ),
    "oslb-1": ([[0.5, 0.75, 1]], [([0.5, 0.5, 0.5], "arm 1 is too low"), ([0.9, 1, 1], "arm 0 is too high")]),
    "oslb-2": ([1.838], [(0.18, "Too small"), (9, "Too large")]),
    "oslb-3": ([20], [(3, "Too small"), (340, "earlier"), (1.5, "1 or more")]),
    "oslb-4": ([7.047, 350 * lb.kl(0.4, 0.5)], [(6.909, "leader is played"), (44.7, "at a lower level")]),
    "ckl-ucb-1": ([1], [(0, "not the largest"), (2, "more plays"), (7, "Name one")]),
    "baselines-1": ([2], [(0, "logarithm of its plays, 4.605"), (1, "more than arm 0 has"), (3, "Name one")]),
    "baselines-2": ([0.0625, 1 / 16], [(0.125, "the prior adds one"), (0.01, "Too small"), (0.5, "Too large")]),
    "baselines-3": (
        [11_112],
        [(11_111, "Too few"), (20_000, "also earlier"), (100_000, "an arm's share"), (1.5, "1 or more")],
    ),
    "baselines-4": ([5.8], [(2.9, "two neighbours"), (7.71, "Too large"), (8.95, "Lai and Robbins")]),
    "ckl-ucb-2": ([0.787], [(0.2, "Too small"), (1.0, "Too large")]),
    "ckl-ucb-3": ([1619], [(100, "Too early"), (1, "Too early"), (5000, "also earlier")]),
    "ckl-ucb-4": (
        [[100, 20, 21, 60, 10, 12]],
        [
            ([100, 20, 20, 60, 12, 10], "Both play arm 1 in round 141"),
            ([100, 1, 21, 60, 1, 12], "Arm 1 is forced in round 123"),
            ([100, 0, 21, 60, 0, 12], "whole numbers from 1"),
            ([100, 20, 21, 60, 30, 12], "at most as often"),
            ([100, 20, 21], "list of 6"),
        ],
    ),
    "concentration-1": ([2**-10, 0.00098], [(2**-11, "Too small"), (11 * 2**-10, "Too large"), ("x", "One number")]),
    "concentration-2": ([17], [(2, "K + 1"), (10, "Too small"), (30, "also earlier"), (17.5, "1 or more")]),
    "concentration-3": (
        [[0.9, 11, 0.01]],
        [
            ([0.5, 3, 1.5], "not below it"),
            ([0.5, 3, 2.5], "0 < δ < 2"),
            ([0.5, 3], "list of 3"),
            ([0.5, 3, 0.01], "find another"),
        ],
    ),
    "concentration-4": ([np.e], [(1, "Too small"), (5, "Too large")]),
    "concentration-5": ([0.553], [(0.1, "Too small"), (2.02, "Too large")]),
    "concentration-6": (
        [2.5, 5 / 2],
        [
            (0.5, "fixed number"),
            (1.5, "One factor of log n is missing"),
            (3, "is enough"),
            (1, "grow with δ"),
            (7, "Too large"),
            ("x", "One number"),
        ],
    ),
    "continuous-1": ([125.0], [(62.5, "half a step"), (250, "Too large"), ("x", "One number")]),
    "continuous-2": ([447], [(100, "Too few"), (448, "fewer"), (446, "Too few"), (1.5, "1 or more")]),
    "continuous-3": ([0.667], [(1 / 3, "width of a ball"), (0.1, "Too small"), (1, "below 1"), (NAN, "One number")]),
    "continuous-4": ([2], [(1, "Too small"), (4, "smaller constant")]),
    "continuous-5": ([0.25, 0.75], [(0.5, "border"), (1 / 6, "No cell"), ("x", "One number")]),
    "continuous-8": ([63], [(62, "Too few"), (64, "fewer"), (1, "Too few"), (62.5, "1 or more")]),
    "continuous-9": (
        [9.24],
        [(9, "Too small"), (10, "Too large"), (2.68, "L = 3.2"), (5.82, "two terms equal"), ("x", "One number")],
    ),
    "adaptive-1": ([0.375], [(0.625, "right half"), (0.125, "already"), (0.5, "depth 2"), ("x", "One number")]),
    "families-1": (
        [10],
        [(0.1, "other way round"), (1, "not as uncertain"), (5, "ten customers"), ("x", "One number")],
    ),
    "families-2": ([5], [(50, "each of them costs the gap"), (0.02, "what one play says"), (0.2, "the gap over")]),
    "families-3": ([1], [(2, "exponential"), (0.5, "Gaussian"), (4, "of a gap"), ("x", "One number")]),
    "families-4": ([538.8, 540], [(8.066, "Gaussian"), (500, "Too low"), (600, "Too high"), ("x", "One number")]),
    "after-1": (
        [0.661, 0.6614],
        [(0.5, "four times as many instances"), (0.4375, "of the variance"), (1, "Only W"), ("x", "One number")],
    ),
    "after-2": ([0.75], [(0.25, "other way round"), (0.5, "on one side"), (2, "on one side"), ("x", "One number")]),
    "after-3": (
        [99.44, 99.4444],
        [(95, "one time in twenty"), (99, "Too low"), (99.9, "Higher than it must be"), ("x", "One number")],
    ),
    "after-4": (
        [93_086, 93_000, 94_000],
        [(1.04, "both are small"), (50_000, "Too early"), (200_000, "also earlier"), ("x", "One number")],
    ),
    "levels-1": (
        [4.858],
        [
            (2.085, "Too small"),
            (5.2, "Too large"),
            (4.86, "Three are asked"),
            (4.85, "Three are asked"),
            (65.85, "4 samples"),
            (67.76, "proved at this round"),
            ("x", "One number"),
        ],
    ),
    "levels-2": (
        [2.59e6],
        [
            (1e6, "Too early"),
            (1e7, "Too late"),
            (4.84, "becomes the lower"),
            (5, "Between rounds 4 and 5"),
            (0, "1 or more"),
            ("x", "One number"),
        ],
    ),
    "levels-3": ([24], [(23, "added to log n"), (1, "not log n"), (47, "which multiple"), ("x", "One number")]),
    "ossb-1": ([2], [(0, "the leader"), (1, "OSLB would choose"), (3, "three arms"), (1.5, "three arms")]),
    "ossb-2": ([300], [(30, "Too few"), (301, "forced already"), (2.5, "A whole number")]),
    "ossb-3": ([1.2375, 1.238], [(1.1, "what γ costs"), (1.21, "make s larger"), (2, "only one"), ("x", "One number")]),
    "contextual-1": ([0.36], [(0.1, "closer than 0.3"), (1, "smaller β"), ("x", "One number")]),
    "contextual-2": (
        [[0.6, 0.6, 0.5, 0.5]],
        [
            ([0.2, 0.6, 0.5, 0.5], "arm 0 in context 0 is too low"),
            ([0.6, 0.6, 0.6, 0.5], "arm 0 in context 1 is too high"),
            ([0.6], "list of 4"),
        ],
    ),
    "contextual-3": (
        [42642, 42600],
        [(1000, "Too early"), (10**6, "earlier would do"), (0, "above 1"), (NAN, "One number")],
    ),
    "contextual-4": ([7.713], [(1, "Too small"), (38.6, "rules out the model in all")]),
    "contextual-5": ([1200], [(917, "Too small"), (20_000, "left alone")]),
    "errata-1": (
        [10],
        [(5, "Too few"), (6, "no whole number of wins"), (15, "fewer would do"), (1.5, "1 or more")],
    ),
    "errata-2": ([414.1, 415], [(100, "Too small"), (953.6, "log n itself"), (500, "smaller power")]),
    "errata-3": ([0.00048, 0.000483], [(0.001, "Too large"), (0.0001, "a larger η"), (0, "above 0")]),
    "own-data-1": ([0.4], [(0.05, "per euro"), (0.22, "between the two ends"), (0.16, "which two neighbours")]),
    "own-data-2": ([0.45], [(0.15, "per factor of ten"), (0.05, "other way round"), (0.6, "count the factors")]),
    "own-data-3": (
        [0.0564, np.sqrt(0.01 / np.pi)],
        [(0.0399, "variance of both"), (0.4, "how uncertain"), (0.0707, "standard deviation of the difference")],
    ),
    "reproduction-1": ([9000], [(3000, "four times"), (100_000, "Too large")]),
    "reproduction-2": ([0.155], [(0.079, "two standard deviations"), (0.31, "whole width")]),
    "reproduction-3": ([0.148, 0.139], [(0.047, "Too small"), (0.953, "in a row"), ("x", "One number")]),
    "lower-bound-5": (
        [0.2241],
        [
            (0.222, "Too small"),
            (0.224, "Too small"),
            (0.2242, "Too large"),
            (0.3, "Too large"),
            (0.22, "Stay between"),
            (0.5, "Stay between"),
        ],
    ),
    "lower-bound-4": ([0.957], [(0.5, "sells below its cost"), (0.956, "sells below its cost"), (1.574, "Too large")]),
    "lower-bound-6": (
        [[8.3, 13.0], [8.2955, 13.0273]],
        [
            ([7.5, 13.0], "itself, which is more"),
            ([8.2, 13.0], "The first number is another one"),
            ([8.3, 12.9], "some η gives more"),
            ([8.3, 41.3], "more than any η gives"),
            ([8.3], "list of 2"),
        ],
    ),
    "lower-bound-7": (
        [[3, 2]],
        [
            ([1, 2], "the lemma"),
            ([3, 4], "holds for all p and q"),
            ([2, 2], "(a)"),
            ([3, 3], "(b)"),
            ([0, 2], "1 to 4"),
            ([3, 2.5], "1 to 4"),
            ([3], "list of 2"),
        ],
    ),
    "lower-bound-8": (
        [[13.3, 55.5], [13.2847, 55.5472]],
        [
            ([17.7, 55.5], "not four"),
            ([4.4, 55.5], "The first number is another one"),
            ([13.3, 42.3], "arm 3 alone"),
            ([13.3, 17.7], "gap is small"),
            ([13.3], "list of 2"),
        ],
    ),
    "lower-bound-9": (
        [[0.01, 0, 0.01, 0.011], [0.001, 0, 0.001, 0.00101], [0.011, 0.01, 0, 0.01]],
        [
            ([0, 0.01, 0.02, 0.03], "not below 0.27"),
            ([0.1, 0, 0.1, 0.11], "not below 0.27"),
            ([0.01, -0.1, 0.01, 0.011], "expected"),
            ([0.5] * 4, "Both bounds are 0"),
            ([1, 0.6, 0.6, 0.6], "Both bounds are 0"),
            ([0.8], "list of 4"),
        ],
    ),
    "lower-bound-3": ([4.0], [(1, "Too small"), (3.997, "Too small"), (4.003, "also for a smaller")]),
}


def test_every_exercise_is_tried_here():
    assert set(ANSWERS) == set(EXERCISES)


def test_every_exercise_has_right_and_wrong_answers_here():
    assert [name for name, (right, wrong) in ANSWERS.items() if not (right and wrong)] == []


@pytest.mark.parametrize("name", ANSWERS)
def test_solutions_are_right_and_other_answers_are_told_what_is_wrong(name):
    right, wrong = ANSWERS[name]
    for answer in right:
        assert verdict(name, answer) == "Right."
    for answer, word in wrong:
        assert word in verdict(name, answer)
    assert verdict(name, ...).startswith("no answer yet")


# name: (the answers that are still right, those next to them with a word of what is said)
NEIGHBOURS = {
    "intro-1": ([73.0], [(72.9, "Too small"), (73.1, "Too large")]),
    "intro-2": ([0.8], [(0.799, "Too small"), (0.801, "smaller constant")]),
    "intro-4": ([0.55], [(0.549, "Too small"), (0.551, "Too large")]),
    "intro-5": ([312], [(311, "Too early"), (313, "earlier day")]),
    "model-1": ([1], [(0.999, "Too small"), (1.001, "steepest pair")]),
    "model-2": ([100], [(99.9, "Too small"), (100.1, "Too large")]),
    "model-4": ([1.2], [(1.199, "Too small"), (1.201, "smaller constant")]),
    "model-5": ([0.496, 0.504], [(0.49, "Too small"), (0.51, "Too large")]),
    # Up to rounding no model is left, and nothing is saved.
    "lower-bound-2": ([], [(lb.lai_robbins(lb.triangle(5)).rates * (1 - 1e-10), "no less than Lai–Robbins")]),
    "lower-bound-3": ([4], [(3.999, "Too small"), (4.001, "also for a smaller")]),
    "lower-bound-4": ([0.9568], [(0.956, "Too small"), (0.958, "Too large")]),
    "lower-bound-5": ([0.22407], [(0.224, "Too small"), (0.2242, "Too large"), (0.34995, "0.2201 and 0.3499")]),
    "lower-bound-6": (
        [[8.25, 13.07]],
        [([8.24, 13.0], "another one"), ([8.35, 13.0], "another one"), ([8.3, 12.97], "gives more")],
    ),
    "lower-bound-7": ([[3.0, 2.0]], [([3.001, 2], "1 to 4")]),
    "lower-bound-8": (
        [[13.25, 55.6]],
        [([13.2, 55.5], "another one"), ([13.3, 55.4], "gap is small"), ([13.3, 55.7], "gap is small")],
    ),
    "lower-bound-9": ([[0.06, 0, 0.06, 0.066], [0.005, 0, 0.005, 0.01]], [([0.07, 0, 0.07, 0.077], "not below 0.27")]),
    "oslb-3": ([20], [(19, "Too small"), (21, "earlier"), (20.001, "A whole number")]),
    "oslb-4": ([7.0474], [(7.046, "leader is played"), (7.048, "at a lower level")]),
    "ckl-ucb-2": ([0.7872], [(0.786, "Too small"), (0.788, "Too large")]),
    "ckl-ucb-3": ([1619], [(1618, "Too early"), (1620, "also earlier"), (10**7, "at most a million")]),
    "concentration-1": ([1 / 1024], [(0.00097, "Too small"), (0.00099, "Too large")]),
    "concentration-2": ([17], [(16, "Too small"), (18, "also earlier")]),
    "concentration-4": ([2.718], [(2.715, "Too small"), (2.722, "Too large")]),
    "continuous-1": ([125], [(124.9, "half a step"), (125.1, "Too large")]),
    "continuous-3": ([2 / 3], [(0.66, "Too small"), (0.68, "below 1")]),
    "continuous-4": ([2], [(1.999, "Too small"), (2.001, "smaller constant")]),
    "continuous-9": ([9.2443], [(9.22, "Too small"), (9.26, "Too large")]),
    "baselines-3": ([11_112.0], [(11_113, "also earlier")]),
    "baselines-4": ([5.8, 5.79], [(5.78, "Too small"), (5.82, "Too large")]),
    "families-2": ([5.0], [(4.999, "the gap over"), (5.001, "the gap over")]),
    "families-4": ([], [(535, "Too low"), (542, "Too high")]),
    "after-1": ([0.6615], [(0.66, "Only W"), (0.663, "Only W")]),
    "after-2": ([], [(0.749, "on one side"), (0.751, "on one side")]),
    "after-3": ([99.45], [(99.43, "Too low"), (99.46, "Higher")]),
    "levels-1": ([4.8575, 4.8583], [(4.857, "Too small"), (4.859, "Too large")]),
    "levels-2": ([2_550_000, 2_640_000], [(2_530_000, "Too early"), (2_660_000, "Too late")]),
    "levels-3": ([24], [(23.999, "which multiple"), (24.001, "which multiple")]),
    "ossb-2": ([300], [(299, "Too few"), (301, "forced already"), (300.001, "A whole number")]),
    "ossb-3": ([1.237], [(1.235, "only one"), (1.24, "only one")]),
    "contextual-1": ([0.36], [(0.359, "closer than 0.3"), (0.361, "smaller β")]),
    "contextual-2": ([], [([0.6, 0.6, 0.5, 0.501], "arm 1 in context 1 is too high")]),
    # 0.01 T = 40 log T also holds at 1.00025, which the hint excludes: from there on it does not.
    "contextual-3": (
        [41_800, 43_490],
        [
            *((near, "not from there on") for near in (1.0001, 1.00025, 1.0002501, 1.0003, 1.005)),
            *((low, "Too early") for low in (1.02, 2, 41_700)),
            (43_500, "earlier would do"),
            (1, "above 1"),
            (-42_642, "above 1"),
        ],
    ),
    "contextual-4": ([7.71], [(7.70, "Too small"), (7.73, "rules out the model in all")]),
    "contextual-5": ([1200], [(1199, "Too small"), (1201, "left alone"), (1200.001, "A whole number")]),
    "errata-1": (
        [10],
        [(15, "fewer would do"), (5, "Too few"), (6, "no whole number of wins"), (12, "no whole number")],
    ),
    # log n = 139 log log n also holds near n = e, at the power 0.4375.
    "errata-2": (
        [414, 414.2],
        [
            *((low, "not from there on") for low in (0.4375, 0.3)),
            (413, "Too small"),
            (416, "smaller power"),
            (10**414, "Which power of ten"),
        ],
    ),
    "errata-3": ([0.00048], [(0.00047, "a larger η"), (0.00049, "Too large")]),
}


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_answers_next_to_the_right_one_and_other_solutions_of_the_same_equation_are_told_apart(name):
    right, wrong = NEIGHBOURS[name]
    assert [verdict(name, answer) for answer in right] == ["Right."] * len(right)
    said = [(answer, word, verdict(name, answer)) for answer, word in wrong]
    assert [each for each in said if each[1] not in each[2]] == []


NO_NUMBERS = [
    *(NAN, float("inf"), -float("inf"), True, np.False_, None, "1", b"1", "", 1j, [], {}, {1}, object()),
    *(np.array(True), np.array("1"), np.array([1.0]), np.array(NAN), [[1]], [1, [2]], [None], [NAN], [True]),
]


@pytest.mark.parametrize("name", EXERCISES)
def test_what_is_no_number_is_no_answer(name):
    said = {verdict(name, answer) for answer in NO_NUMBERS}
    assert [words for words in said if not re.match("(One number|A whole number|A list of)", words)] == []


@pytest.mark.parametrize("name", [name for name, (right, _) in ANSWERS.items() if np.ndim(right[0]) == 1])
def test_a_list_with_something_in_it_that_is_no_number_is_no_answer(name):
    right = list(ANSWERS[name][0][0])
    for place in range(len(right)):
        for other in (True, np.True_, NAN, float("inf"), None, str(right[place]), [right[place]]):
            spoilt = [*right[:place], other, *right[place + 1 :]]
            assert verdict(name, spoilt).startswith("A list of"), spoilt


def test_unknown_exercises_are_refused():
    with pytest.raises(ValueError, match="name: 'model-99'"):
        check("model-99", 1)
    with pytest.raises(ValueError, match="name: "):
        check(["a"], 1)


BACK_MATTER = ["reproduction", "errata", "own_data"]
RESEARCH = "Research-sized: "


every_chapter = pytest.mark.parametrize("name", CHAPTERS)
every_page = pytest.mark.parametrize("name", CHAPTERS + DEEPER + BACK_MATTER)


@every_chapter
def test_a_chapter_has_five_exercises_or_more_and_the_last_is_research_sized(name):
    titles = [title for title, *_ in exercises(name)]
    assert len(titles) >= 5
    assert [title for title in titles if title.startswith(RESEARCH)] == titles[-1:]


@every_page
def test_every_exercise_has_a_hidden_hint_and_a_hidden_solution(name):
    for _, label, rest in exercises(name):
        hint = re.search(r"^```\{admonition\} Hint\n:class: dropdown tip\n(?!```).", rest, flags=re.MULTILINE)
        solution = re.search(rf"^```\{{solution\}} {label}\n:class: dropdown\n", rest, flags=re.MULTILINE)
        check = rest.find("check(")
        assert hint and solution, label
        assert hint.start() < (check if check >= 0 else solution.start()) < solution.end(), label


@every_page
def test_every_exercise_has_a_check_unless_it_is_research_sized(name):
    for title, label, rest in exercises(name):
        before_the_solution = rest.split("```{solution}")[0]
        found = re.findall(r'^check\("(.+?)", \.\.\.\)$', before_the_solution, flags=re.MULTILINE)
        expected = label.removeprefix("ex-").replace("ckl-", "ckl-ucb-")
        assert found == [expected] or (title.startswith(RESEARCH) and not found), label


def test_every_check_is_called_by_a_notebook():
    sources = "".join(rest for name in CHAPTERS + DEEPER + BACK_MATTER for _, _, rest in exercises(name))
    assert set(re.findall(r'^check\("(.+?)", \.\.\.\)$', sources, flags=re.MULTILINE)) == set(EXERCISES)
