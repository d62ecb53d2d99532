"""The stream that a page and Python share: Philox4x32-10 by its published answers, and uniforms by their place."""

import numpy as np
import pytest

from lipbandits.engine import streams
from tests.compiled import rounds

# (counter, key, words) of Random123's kat_vectors, "philox4x32 10".
ANSWERS = (
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
)


def plain_philox(counter, key):
    """The same in whole numbers of Python, as the paper has it: S-P network, ten rounds, the key bumped after each."""
    c, k = list(counter), list(key)
    for _ in range(10):
        one, other = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [other // 2**32 ^ c[1] ^ k[0], other % 2**32, one // 2**32 ^ c[3] ^ k[1], one % 2**32]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


def plain_uniform(key, run, purpose, row, s):
    words = plain_philox((s // 2, row, run, purpose), (key % 2**32, key // 2**32))
    high, low = words[2 * (s % 2) :][:2]
    return ((high // 2**5) * 2**26 + low // 2**6) / 2**53


def words(text):
    return [int(word, 16) for word in text.split()]


def found(counter, key):
    return [int(word) for word in streams.philox(*map(np.uint64, counter), np.uint64(key[0] + 2**32 * key[1]))]


@pytest.mark.parametrize(("counter", "key", "expected"), ANSWERS)
def test_philox_gives_the_answers_that_its_authors_publish(counter, key, expected):
    assert found(words(counter), words(key)) == words(expected)
    assert plain_philox(words(counter), words(key)) == words(expected)


def test_philox_is_that_of_plain_whole_numbers():
    rng = np.random.default_rng(0)
    for _ in range(300):
        counter, key = rng.integers(2**32, size=4).tolist(), rng.integers(2**32, size=2).tolist()
        assert found(counter, key) == plain_philox(counter, key)


def test_a_uniform_is_that_of_its_place_whichever_types_name_it():
    rng = np.random.default_rng(1)
    for _ in range(300):
        key, s = int(rng.integers(2**64, dtype=np.uint64)), int(rng.integers(2**33))
        place = [int(each) for each in rng.integers((2**32, 2, 1000))]
        expected = plain_uniform(key, *place, s)
        assert streams.uniform(np.uint64(key), *place, s) == expected
        assert streams.uniform(np.uint64(key), *map(np.uint32, place), np.int64(s)) == expected
        assert 0 <= expected < 1


@pytest.mark.parametrize("first", [0, 1, 7, 4096, 2**33 - 64])
def test_rewards_fill_a_row_from_any_place(first):
    key, run, arm, theta = 2**63 + 12345, 3, 5, 0.37
    row = np.full(64, 9, dtype=np.uint8)
    streams.fill_rewards(row, np.uint64(key), run, arm, first, theta)
    assert row.tolist() == [int(plain_uniform(key, run, 0, arm, first + m) < theta) for m in range(64)]
    for theta, pays in ((0.0, 0), (1.0, 1)):
        streams.fill_rewards(row, np.uint64(key), run, arm, first, theta)
        assert row.tolist() == [pays] * 64


def test_uniform_play_takes_every_arm_and_no_other():
    for n_arms in (1, 2, 3, 17):
        arms = [streams.uniform_arm(np.uint64(7), 0, n, n_arms) for n in range(1, 301)]
        assert arms == [int(plain_uniform(7, 0, 1, 0, n - 1) * n_arms) for n in range(1, 301)]
        assert set(arms) == set(range(n_arms))


def test_uniforms_look_uniform_and_places_beside_each_other_independent():
    size = 100 * rounds(2000)
    row = np.array([streams.uniform(np.uint64(11), 0, 0, 0, s) for s in range(size)])
    others = [np.array([streams.uniform(np.uint64(key), run, purpose, arm, s) for s in range(size)])
              for key, run, purpose, arm in ((12, 0, 0, 0), (11, 1, 0, 0), (11, 0, 1, 0), (11, 0, 0, 1))]  # fmt: skip
    # Six standard deviations of each.
    for each in (row, *others):
        assert abs(each.mean() - 0.5) < 6 / np.sqrt(12 * size)
        counts = np.bincount((each * 64).astype(int), minlength=64)
        assert ((counts - size / 64) ** 2 / (size / 64)).sum() < 63 + 6 * np.sqrt(2 * 63)
    for one, other in [(row[:-1], row[1:]), *((row, other) for other in others)]:
        assert abs(np.mean((one - 0.5) * (other - 0.5)) * 12) < 6 / np.sqrt(len(one))
