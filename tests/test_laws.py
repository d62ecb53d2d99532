"""Laws of small experiments: what is computed round by round agrees with formulas and with lists of all histories."""

from itertools import product

import numpy as np
import pytest

from lipbandits.theory.laws import chance_of_a_lead, law_of_plays


@pytest.mark.parametrize("lead", [1, 2, 5])
@pytest.mark.parametrize("win", [0.6, 0.7, 0.9])
def test_losses_get_ahead_as_gamblers_are_ruined(lead, win):
    assert chance_of_a_lead(lead, win, rounds=2000) == pytest.approx(((1 - win) / win) ** lead)


def test_a_lead_is_certain_where_losses_are_more_probable_and_impossible_before_as_many_rounds():
    assert chance_of_a_lead(3, win=0.3) == pytest.approx(1)
    assert chance_of_a_lead(5, win=0.3, rounds=4) == 0
    assert chance_of_a_lead(5, win=0.3, rounds=5) == pytest.approx(0.7**5)


def listed(means, horizon, bonus):
    """The law by a list of what each play of each arm would pay."""
    law = np.zeros(horizon)
    for rewards in product((0, 1), repeat=2 * (horizon - 1)):
        stacks = np.reshape(rewards, (2, -1))
        plays, sums = [1, 1], [stacks[0, 0], stacks[1, 0]]
        for n in range(3, horizon + 1):
            indexes = [sums[k] / plays[k] + bonus * np.sqrt(np.log(n) / plays[k]) for k in (0, 1)]
            k = int(indexes[0] < indexes[1])
            sums[k] += stacks[k, plays[k]]
            plays[k] += 1
        weights = [np.where(stacks[k], means[k], 1 - means[k]).prod() for k in (0, 1)]
        law[plays[0]] += weights[0] * weights[1]
    return law


@pytest.mark.parametrize("bonus", [0, 0.4, 1])
def test_the_law_of_plays_is_that_of_all_histories(bonus):
    assert law_of_plays((0.7, 0.4), 6, bonus) == pytest.approx(listed((0.7, 0.4), 6, bonus))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: chance_of_a_lead(0, 0.5), "lead: 0"),
        (lambda: chance_of_a_lead(1, 1.5), "win: 1.5"),
        (lambda: law_of_plays((0.5, 0.5, 0.5), 5, 0), "two means"),
        (lambda: law_of_plays((0.5, 1.5), 5, 0), "from 0 to 1"),
        (lambda: law_of_plays((0.5, 0.5), 1, 0), "horizon: 1"),
        (lambda: law_of_plays((0.5, 0.5), 5, -1), "bonus: -1"),
    ],
)
def test_what_cannot_be_computed_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
