"""Every check accepts its solution and says what is wrong with other answers; every chapter has its exercises."""

import re

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.exercises import check, verdict
from lipbandits.exercises.checking import CHECKS
from tests.book import CHAPTERS, exercises

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
        ],
    ),
    "oslb-1": ([[0.5, 0.75, 1]], [([0.5, 0.5, 0.5], "arm 1 is too low"), ([0.9, 1, 1], "arm 0 is too high")]),
    "oslb-2": ([1.838], [(0.18, "Too small"), (9, "Too large")]),
    "oslb-3": ([20], [(3, "Too small"), (340, "earlier"), (1.5, "1 or more")]),
    "oslb-4": ([7.047, 350 * lb.kl(0.4, 0.5)], [(6.909, "leader is played"), (44.7, "at a lower level")]),
    "ckl-ucb-1": ([1], [(0, "not the largest"), (2, "more plays"), (7, "Name one")]),
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
    "continuous-1": ([125.0], [(62.5, "half a step"), (250, "Too large"), ("x", "One number")]),
    "continuous-2": ([447], [(100, "Too few"), (448, "fewer"), (446, "Too few"), (1.5, "1 or more")]),
    "continuous-3": ([0.667], [(1 / 3, "width of a ball"), (0.1, "Too small"), (1, "below 1"), (NAN, "One number")]),
    "continuous-4": ([2], [(1, "Too small"), (4, "smaller constant")]),
    "continuous-5": ([0.25, 0.75], [(0.5, "border"), (1 / 6, "No cell"), ("x", "One number")]),
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
    "errata-1": ([6], [(5, "Too few"), (50, "fewer would do"), (1.5, "1 or more")]),
    "errata-2": ([414.1, 415], [(100, "Too small"), (953.6, "log n itself"), (500, "smaller power")]),
    "errata-3": ([0.00048, 0.000483], [(0.001, "Too large"), (0.0001, "a larger η"), (0, "above 0")]),
    "reproduction-1": ([9000], [(3000, "four times"), (100_000, "Too large")]),
    "reproduction-2": ([0.155], [(0.079, "two standard deviations"), (0.31, "whole width")]),
    "lower-bound-5": (
        [0.2241],
        [(0.222, "Too small"), (0.3, "Too large"), (0.22, "Stay between"), (0.5, "Stay between")],
    ),
    "lower-bound-4": ([0.957], [(0.5, "sells below its cost"), (1.574, "Too large")]),
    "lower-bound-6": (
        [[0.8, 0.4, 0.4, 0.4, 0.4], [0.5, 0.1, 0.1, 0.1, 0.1]],
        [
            ([0.8, 0.7, 0.7, 0.7, 0.7], "not below 0.27"),
            ([0.8, 0.2, 0.2, 0.2, 0.2], "arms 0 and 1"),
            ([0.5] * 5, "Both bounds are 0"),
            ([1, 0.6, 0.6, 0.6, 0.6], "Both bounds are 0"),
            ([0.8], "list of 5"),
        ],
    ),
    "lower-bound-3": ([4.0], [(1, "Too small"), (10, "also for a smaller")]),
}


def test_every_exercise_is_tried_here():
    assert set(ANSWERS) == set(CHECKS)


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


def test_unknown_exercises_are_refused():
    with pytest.raises(ValueError, match="name: 'model-99'"):
        check("model-99", 1)
    with pytest.raises(ValueError, match="name: "):
        check(["a"], 1)


BACK_MATTER = ["reproduction", "errata"]
RESEARCH = "Research-sized: "


every_chapter = pytest.mark.parametrize("name", CHAPTERS)
every_page = pytest.mark.parametrize("name", CHAPTERS + BACK_MATTER)


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
    sources = "".join(rest for name in CHAPTERS + BACK_MATTER for _, _, rest in exercises(name))
    assert set(re.findall(r'^check\("(.+?)", \.\.\.\)$', sources, flags=re.MULTILINE)) == set(CHECKS)
