"""The tent on pairs of arms: what it says of each is what NumPy counts, and a promise that is too small is refused."""

import re
from collections import Counter

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.labs import tents
from tests.compiled import cases
from tests.labs_in_pages import at_link, scripts, state_of

SAID = """(asked) => asked.map(({ theta, arms, lipschitz, small }) => {
    const { engine, tentPairs } = lipbandits, state = { theta, arms, lipschitz, k: 0 };
    const found = engine.tent(state);
    return {
        words: tentPairs.words(state, found), refused: tentPairs.refused(state, small),
        arms: theta.map((_, i) => tentPairs.arm(state, found, i)),
    };
})"""
DRAWN = """([spec, asked]) => {
    const { engine, tentPairs, meansStates } = lipbandits;
    const state = meansStates.ofShape(spec.shapes, spec.start), found = engine.tent(state);
    const drawn = tentPairs.drawn(state, found, { hot: state.k, asked: asked ?? undefined });
    const { marks } = tentPairs.scene(drawn, { width: 720, height: 464, font: 14 });
    const paths = marks.filter(({ tag }) => tag === "path").map(({ key, attributes }) => [key, attributes.d]);
    const counts = marks.flatMap(({ text }) => (/^×/.test(text) ? [Number(text.slice(1))] : []));
    return { ...Object.fromEntries(paths), counts };
}"""


@pytest.fixture(scope="module")
def page():
    with scripts() as opened:
        yield opened


def instances(number, seed=0):
    """Random means on even and on other arms, some of them flat, an L that fits and one that does not."""
    rng = np.random.default_rng(seed)
    for _ in cases(number):
        count = int(rng.integers(2, 13))
        arms = np.linspace(0, 1, count) if rng.random() < 0.5 else np.sort(rng.permutation(100)[:count]) / 99
        theta = rng.integers(0, 11, count) / 10 if rng.random() < 0.9 else np.full(count, 0.3)
        least = lb.LipschitzBandit(theta, arms).lipschitz
        yield {
            "theta": theta.tolist(),
            "arms": arms.tolist(),
            "lipschitz": float(np.ceil(least + 1)),
            "small": round(float(least * rng.random()), 2),
        }


def slopes_of(theta, arms):
    """(pairs, slopes) of all pairs of arms."""
    i, j = np.triu_indices(len(theta), 1)
    return np.stack([i, j], axis=1), np.abs(np.subtract(*np.take(theta, [i, j]))) / np.subtract(*np.take(arms, [j, i]))


def test_steepest_and_broken_pairs_of_random_means_are_those_that_numpy_counts(page):
    asked = list(instances(250))
    for given, said in zip(asked, page.evaluate(SAID, asked), strict=True):
        theta, arms = np.array(given["theta"]), np.array(given["arms"])
        pairs, slopes = slopes_of(theta, arms)
        tight = pairs[np.isclose(slopes, slopes.max(), rtol=1e-9, atol=1e-12)]
        words = said["words"]
        assert words.startswith(f"L = {given['lipschitz']:g}: θ fits, in all {len(pairs)} pair")
        if slopes.max() == 0:
            assert words.endswith("All means are equal: any L will do, also 0.")
            continue
        assert float(re.search(r"smallest L that fits is ([\d.]+):", words)[1]) == pytest.approx(slopes.max(), abs=6e-5)
        neighbours = (np.diff(tight, axis=1) == 1).sum()
        one = f"one pair, arms {tight[0][0]} and {tight[0][1]}, is" if len(tight) == 1 else None
        assert (one or f"{len(tight)} pairs, {neighbours} of them neighbours, are") in words
        assert neighbours >= 1, "on a line neighbours decide"
        broken = (slopes > given["small"] + 1e-8).sum()
        assert f" breaks {broken} of {len(pairs)} pair" in said["refused"]
        check_arms(theta, pairs, slopes, said["arms"])


def check_arms(theta, pairs, slopes, said):
    for arm, words in enumerate(said):
        own = (pairs == arm).any(axis=1)
        assert words.startswith(f"arm {arm}: mean {theta[arm]:g}; its steepest pair, with arm ")
        assert float(words.rsplit(" ", 1)[1]) == pytest.approx(slopes[own].max(), abs=6e-5)


def test_each_pair_is_a_disc_or_a_square_and_those_that_break_the_promise_are_squares(page):
    for asked, squares in ((None, 0), (0.4, 34), (0.65, 30)):
        paths = page.evaluate(DRAWN, [tents.pairs.spec, asked])
        discs = sum(paths[key].count("a") // 2 for key in ("other pairs", "pairs of the arm", "steepest pairs"))
        assert (discs, paths["broken pairs"].count("h") // 2) == (55 - squares, squares)


def test_where_pairs_lie_on_each_other_their_number_stands_beside_the_mark(page):
    pairs, slopes = slopes_of(tents.pairs.shapes["triangle"]["theta"], np.linspace(0, 1, 11))
    far = (pairs[:, 1] - pairs[:, 0]) / 10
    for asked, marked in ((None, np.isclose(slopes, 0.7)), (0.4, slopes > 0.4 + 1e-9)):
        places = Counter(zip(np.round(far[marked], 6), np.round((slopes * far)[marked], 6), strict=True))
        expected = sorted(many for many in places.values() if many > 1)
        assert sorted(page.evaluate(DRAWN, [tents.pairs.spec, asked])["counts"]) == expected and max(expected) == 10


def test_a_preset_or_link_with_too_small_a_promise_gets_the_smallest_that_fits_and_says_why(page):
    told = tents.pairs.presets["Told L = 0.4"]
    assert state_of(page, tents.pairs, dict(told))["lipschitz"] == 0.7
    found = at_link(page, tents.pairs, "shape=triangle&L=0.4&k=5")
    assert found["note"] == "L = 0.4 is too small: it breaks 34 of 55 pairs, drawn as squares."
    assert found["state"]["lipschitz"] == 0.7 and found["numbers"] == ["L = 0.7", "θ needs 0.7", "30 steepest"]
    assert at_link(page, tents.pairs, "shape=triangle&L=0.7&k=5")["note"] == ""
    assert at_link(page, tents.pairs, "shape=triangle&L=x")["note"].startswith("The link asks for L = x")
    assert tents.pairs.words["numbers"] == ["L = 1", "θ needs 0.7", "30 steepest"]
