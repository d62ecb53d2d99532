"""Tables of measured means: what they are read as, and by which row what is wrong is said."""

import io
import time

import numpy as np
import pytest

import lipbandits as lb
from lipbandits.model.bandits import steepest_pair

GOOD = "price,bought\n5,0.62\n7,0.52\n9,0.31\n"


class Frame:
    """As much of a data frame as is asked for."""

    def __init__(self, columns, index):
        self.columns, self.index, self._cells = list(columns), index, columns

    def __getitem__(self, name):
        return self._cells[name]


def read(text, **options):
    return lb.read_means(io.StringIO(text), **options)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "5,0.62\n7,0.52\n9,0.31\n",
        "price;bought\n5;0,62\n7;0,52\n9;0,31\n",
        "price\tbought\r\n5\t0.62\r\n7\t0.52\r\n9\t0.31\r\n",
        '"price","bought"\n"5","0,62"\n"7","0,52"\n"9","0,31"\n',
        "\ufeffprice, bought\n\n 9 , 0.31\n5,.62\n,\n7,52e-2\n\n".removeprefix("\ufeff"),
        "price;bought;;\n5;0.62;\n7;0.52\n9;0.31;;\n",
        "5;0.62;\n7;0.52;\n9;0.31;\n",
    ],
    ids=[
        *("commas", "no heading", "semicolons and decimal commas", "tabs", "quoted", "blank rows, out of order"),
        *("separators at the end", "separators at the end, no heading"),
    ],
)
def test_a_table_is_read_however_it_is_set_apart(text):
    measured = read(text)
    assert measured.positions.tolist() == [5, 7, 9] and measured.means.tolist() == [0.62, 0.52, 0.31]
    assert measured.arms.tolist() == [0, 0.5, 1]
    assert measured.lipschitz == pytest.approx(0.42) and measured.own_lipschitz == pytest.approx(0.105)
    assert measured.pair == (1, 2)


def test_a_file_a_data_frame_a_mapping_and_two_sequences_give_the_same(tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text("\ufeff" + GOOD, encoding="utf-8")
    columns = {"price": np.array([5, 7, 9]), "bought": [0.62, 0.52, 0.31]}
    tables = (path, str(path), columns, (columns["price"], columns["bought"]), Frame(columns, ["a", "b", "c"]))
    labels = [lb.read_means(table).labels for table in tables]
    assert {lb.read_means(table).lipschitz for table in tables} == {read(GOOD).lipschitz}
    assert labels[0] == ("row 2", "row 3", "row 4") and labels[2] == ("row 0", "row 1", "row 2")
    assert labels[4] == ("row a", "row b", "row c")


def test_pandas_is_read_where_it_is_there(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(io.StringIO(GOOD), index_col=False)
    assert lb.read_means(frame).lipschitz == read(GOOD).lipschitz
    frame.loc[1, "bought"] = None
    with pytest.raises(ValueError, match=r"row 1 has no mean"):
        lb.read_means(frame)


BAD = {
    "empty": ("", "empty"),
    "blank": (" , \n,\n", "blank rows alone"),
    "heading only": ("price,bought\n", "empty"),
    "one column": ("price\n5\n7\n", "set apart by commas"),
    "one row": ("price,bought\n5,0.62\n", "row 2 alone; expected two rows or more"),
    "missing": ("price,bought\n5,0.62\n7,\n9,0.31\n", "row 3 has no mean"),
    "missing by name": ("price,bought\n5,0.62\nNA,0.3\n9,0.31\n", "row 3 has no position"),
    "short": ("price,bought\n5,0.62\n7\n9,0.31\n", "row 3 has 1 entries"),
    "text": ("price,bought\n5,0.62\n7,cheap\n", "row 3 has the mean 'cheap'; expected a finite number"),
    "per cent": ("price,bought\n5,62%\n7,52%\n", "row 2 has the mean '62%'.*0.62 for 62%"),
    "underscore": ("price,bought\n1_000,0.62\n7,0.5\n", "row 2 has the position '1_000'"),
    "repeated": ("price,bought\n5,0.62\n7,0.5\n5,0.6\n", "row 2 and row 4 have the position 5"),
    "indistinct": (
        "x,y\n-1e18,0.1\n1,0.2\n1.0000000000000002,0.3\n",
        "row 3 and row 4 have the positions .* told apart",
    ),
    "infinite": ("price,bought\n5,0.62\ninf,0.5\n", "row 3 has the position inf"),
    "too large": ("price,bought\n5,0.62\n1e999,0.5\n", "position in row 3: inf"),
    "above": ("price,bought\n5,62\n7,0.5\n9,31\n", r"row 2 has the mean 62, and 1 more; expected numbers in \[0, 1\]"),
    "below": (
        "price,bought\n5,0.62\n7,-0.5\n",
        r"row 3 has the mean -0.5; .*Bernoulli\(\); for means below 0 another family=.*Gaussian",
    ),
    "two signs": (
        "price;bought\n5;0,62\n7.5;0,5\n",
        "row 2 has 0,62 as bought and row 3 has 7.5 as price; expected one decimal sign",
    ),
    "thousands": ("dose;y\n1,500;0\n2,500;1\n", "row 2 has 1,500 as dose, with decimals or thousands"),
    "decimal commas between commas": ("price,bought\n5,0,62\n7,0,5\n", "row 2 has 3 entries.*decimal comma"),
    "first row with thousands": (
        "1 000;0.2\n2000;0.4\n3000;0.3\n",
        "row 1 is neither a heading nor numbers: '1 000', '0.2'; .*thousands without a sign",
    ),
    "first row missing": ("1;NA\n2;0.4\n3;0.5\n", "row 1 is neither a heading nor numbers: '1', 'NA'"),
    "first row gap": ("1;\n2;0.4\n3;0.5\n", "row 1 is neither a heading nor numbers: '1', ''"),
    "first row missing twice": ("NA;NA\n2;0.4\n3;0.5\n", "row 1 is neither a heading nor numbers"),
    "first row in per cent": ("1;20%\n2;0.4\n", "row 1 is neither .*0.2 for 20%"),
    "first row in thousands and per cent": ("1 000;20%\n2;0.4\n", "row 1 is neither .*thousands without a sign"),
    "first row with a unit": ("€ 5;0.3\n€ 6;0.2\n", "row 1 is neither a heading nor numbers: '€ 5', '0.3'"),
    "digits in a heading": ("price 2025;bought\n5;0.3\n6;0.2\n", "row 1 is neither .*a heading has no digit"),
    "title": ("My prices\nprice;bought\n5;0.3\n6;0.2\n", "row 1 is 'My prices', a title and no heading"),
    "title with a separator": ("My prices;\nprice;bought\n5;0.3\n6;0.2\n", "rows 1 and 2 have no numbers"),
    "blanks between": ("1 0.2\n2 0.4\n", "row 1 is '1 0.2'; .*not by blanks"),
    "thousands beside decimal commas": (
        "price;sold\n4,90;0,3\n1.024;0,2\n",
        "row 2 has 4,90 as price and row 3 has 1.024 as price; .*thousands without a sign, as 1024",
    ),
    "two signs in a row": ("1,000;0.2\n2,000;0.4\n", "row 1 has 1,000 as position and 0.2 as mean; expected one"),
    "later thousands": ("1;0.2\n1 000;0.4\n", "row 2 has the position '1 000'; .*thousands without a sign"),
    "two columns of means": ("price,bought,returned\n5,0.6,0.1\n7,0.5,0.2\n", "position: not given, of 3 columns"),
    "one name twice": ("price,bought,bought\n5,0.6,0.1\n7,0.5,0.2\n", "2 columns are called 'bought'"),
    "quotes left open": ('price,bought\n5,0.6\n7,"0.5\n', "expected rows with each quotation closed"),
}


def test_a_minus_of_a_printer_is_one():
    for text in ("−1;0.2\n0;0.4\n3;0.3\n", "x;y\n−1;0.2\n0;0.4\n3;0.3\n"):
        assert read(text).positions.tolist() == [-1, 0, 3]


def test_a_name_that_is_asked_for_makes_a_heading():
    measured = read("price 2025,sold\n5,0.3\n6,0.2\n", position="price 2025")
    assert measured.names == ("price 2025", "sold") and measured.n_arms == 2
    assert read(",price,sold\n0,5,0.3\n1,6,0.2\n", position="price", mean="sold").n_arms == 2


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_in_a_table_is_said_by_row(name):
    text, said = BAD[name]
    with pytest.raises(ValueError, match=said):
        read(text)


def test_a_hundred_thousand_rows_are_refused_at_once_with_the_reason():
    text = "x,y\n" + "".join(f"{i},0.5\n" for i in range(100_000))
    with pytest.raises(ValueError, match=r"100000 rows; expected at most 1000.*the bound's program"):
        read(text)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mean": "sold"}, "mean: no column 'sold'; expected one of 'price', 'bought'"),
        ({"mean": 2}, "mean: 2; expected a column from 0 to 1"),
        ({"mean": "bought", "position": "bought"}, "expected different columns"),
        ({"count": "bought"}, "position: not given, of 2 columns"),
        ({"count": "bought", "error": "price"}, "count: given together with error"),
    ],
)
def test_columns_that_are_not_there_are_said_by_name(options, said):
    with pytest.raises(ValueError, match=said):
        read(GOOD, **options)


@pytest.mark.parametrize(
    ("table", "error", "said"),
    [
        ("nowhere.csv", ValueError, "nowhere.csv.*expected the path"),
        (GOOD, ValueError, r"text of several lines; expected a path, or io.StringIO"),
        (5, TypeError, "table: 5; expected the path"),
        ([1, 2, 3], TypeError, "expected the path"),
        (io.BytesIO(b"a,b\n"), TypeError, "a file of bytes"),
        ({"x": [1, 2], "y": [0.1]}, ValueError, "columns of 2, 1 rows"),
        ({"x": [1, 2], "y": 3}, TypeError, "the column 'y' is 3"),
        ({"x": [], "y": []}, ValueError, "empty"),
        ({}, ValueError, "empty"),
        (([1, 2], [0.1, None]), ValueError, "row 1 has no mean"),
        (([1, 2], [0.1, np.nan]), ValueError, "row 1 has no mean"),
        (([1, 2], [True, 0.5]), ValueError, "row 0 has the mean True"),
        (([1, 2], ["0.5", 0.5]), ValueError, "row 0 has the mean '0.5'"),
        (([1, np.inf], [0.5, 0.5]), ValueError, "position in row 1: inf"),
    ],
)
def test_what_is_no_table_is_refused_by_name(table, error, said):
    with pytest.raises(error, match=said):
        lb.read_means(table)


def test_a_file_in_another_encoding_is_refused(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("Größe,Anteil\n1,0.5\n2,0.6\n".encode("latin-1"))
    with pytest.raises(ValueError, match="no text in UTF-8"):
        lb.read_means(path)


def test_conversions_of_visitors_are_shares():
    text = "price;visitors;sold\n5;200;62\n7;100;26\n9;300;0\n"
    found = read(text, successes="sold", count="visitors")
    assert found.means.tolist() == [0.31, 0.26, 0] and found.counts.tolist() == [200, 100, 300]
    assert found.names == ("price", "sold / visitors")
    for options, said in (
        ({"successes": "sold"}, "successes: without count"),
        ({"successes": "sold", "count": "visitors", "mean": "price"}, "or with mean"),
        ({"successes": "visitors", "count": "sold"}, "row 2 has 200 successes of 62"),
        ({"successes": "sold", "count": "visitors", "family": lb.Gaussian()}, "expected the Bernoulli family"),
        ({"position": "price", "successes": "sold", "count": "sold"}, "expected different columns"),
    ):
        with pytest.raises(ValueError, match=said):
            read(text, **options)


def test_means_that_are_all_the_same_force_nothing():
    assert "all means 0.3, so that any L fits" in repr(read("1;0.3\n2;0.3\n"))


def test_counts_and_errors_must_be_some():
    with pytest.raises(ValueError, match=r"row 3 has the count 2\.5; expected whole numbers"):
        read("x,y,n\n1,0.5,10\n2,0.6,2.5\n", count="n")
    with pytest.raises(ValueError, match="row 2 has the error -1; expected numbers ≥ 0"):
        read("x,y,se\n1,0.5,-1\n2,0.6,0.1\n", error="se")
    with pytest.raises(ValueError, match="without counts and standard errors"):
        read(GOOD).resampled()


def test_the_order_of_rows_does_not_matter_and_rows_keep_their_numbers():
    rng = np.random.default_rng(3)
    for _ in range(30):
        count = int(rng.integers(2, 12))
        x, y = rng.choice(50, count, replace=False).astype(float), rng.random(count)
        measured = lb.read_means((x, y))
        assert np.array_equal(measured.positions, np.sort(x)) and np.array_equal(measured.means, y[np.argsort(x)])
        assert [x[int(label[4:])] for label in measured.labels] == measured.positions.tolist()
        i, k = measured.pair
        distances = np.abs(measured.arms[:, None] - measured.arms)
        least, _ = steepest_pair(measured.means, distances)
        assert measured.lipschitz == least == measured.bandit().lipschitz
        assert abs(y[x == measured.positions[i]][0] - measured.means[k]) == pytest.approx(least * distances[i, k])
        own = np.abs(y[:, None] - y) / np.where(np.eye(count), np.inf, np.abs(x[:, None] - x))
        assert measured.own_lipschitz == pytest.approx(own.max())


def test_distances_of_logarithms_do_not_depend_on_the_unit():
    rates = np.array([1e-4, 1e-3, 1e-2, 1e-1])
    one, other = (lb.read_means((unit * rates, [0.3, 0.5, 0.7, 0.4]), log=True) for unit in (1, 7))
    assert np.allclose(one.arms, [0, 1 / 3, 2 / 3, 1]) and np.allclose(one.arms, other.arms)
    assert one.own_lipschitz == pytest.approx(0.3) and one.lipschitz == pytest.approx(0.9)
    assert "per factor of ten" in one.unit
    with pytest.raises(ValueError, match="row 0 has the position 0; expected numbers > 0 with log=True"):
        lb.read_means(([0.0, 1.0], [0.1, 0.2]), log=True)


def test_means_of_another_family_are_taken_and_a_larger_lipschitz_is_told():
    counts = read("x,y\n1,3\n2,5.5\n4,4\n", family=lb.Poisson())
    assert counts.bandit().family == lb.Poisson() and counts.bandit(20).lipschitz == 20
    with pytest.raises(ValueError, match="more than lipschitz=1 allows"):
        counts.bandit(1.0)
    with pytest.raises(ValueError, match=r"row 2 has the mean 0; expected finite numbers > 0 for Exponential\(\)"):
        read("x,y\n1,0\n2,5.5\n", family=lb.Exponential())


def test_positions_at_the_ends_of_floats_are_scaled():
    measured = lb.read_means(([-1.7e308, 0.0, 1.7e308], [0.1, 0.2, 0.3]))
    assert measured.arms.tolist() == [0, 0.5, 1]
    with pytest.raises(ValueError, match="row 0 and row 1 are too close"):
        lb.read_means(([0.0, 1e-300, 1.0], [-1e308, 1e308, 0.0]), family=lb.Gaussian())


def test_noise_makes_the_smallest_lipschitz_larger_and_fewer_counts_more_so():
    rng = np.random.default_rng(5)
    x, truth = np.arange(9.0), np.linspace(0.3, 0.6, 9)
    for count in (50, 5000):
        found = lb.read_means((x, truth)).lipschitz
        drawn = [np.max(np.abs(np.diff(rng.binomial(count, truth) / count))) * 8 for _ in range(2000)]
        table = {"x": x, "y": np.round(truth * count) / count, "n": np.full(9, count)}
        again = lb.read_means(table, count="n").resampled(seed=1)
        assert np.median(again.least) == pytest.approx(np.median(drawn), rel=0.05)
        assert np.median(again.least) > (2 if count == 50 else 1.1) * found
        assert 0 <= again.same_pair <= 1 and "measured again" in repr(again)
    errors = lb.read_means({"x": x, "y": truth, "se": 0 * x}, error="se").resampled(draws=5)
    assert np.allclose(errors.least, errors.measured) and np.all(errors.of_noise == 0)
    same = [lb.read_means(table, count="n").resampled(draws=50, seed=4).least for _ in range(2)]
    assert np.array_equal(*same)
    spread = {"x": x, "y": 1 + truth, "n": np.full(9, 100)}
    normal = lb.read_means(spread, count="n", family=lb.Gaussian(0.1)).resampled(500)
    by_error = lb.read_means(spread | {"n": np.full(9, 0.01)}, error="n", family=lb.Gaussian(0.1)).resampled(500)
    assert np.allclose(normal.least, by_error.least)


@pytest.mark.slow
def test_the_bound_of_as_many_rows_as_are_read_takes_seconds_at_most():
    x = np.linspace(0, 1, 1000)
    began = time.perf_counter()
    lb.lower_bound(lb.read_means((x, 0.5 + 0.3 * np.sin(7 * x) * np.exp(-x))).bandit())
    print(f"{time.perf_counter() - began:.1f} s")
