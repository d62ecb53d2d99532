"""A table pasted into the race: what is read, what is refused by row, and that all numbers are Python's."""

import io
import json

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import fixtures_of, settled, some_looks, texts_outside

import lipbandits as lb
from lipbandits.labs import pasted
from lipbandits.model.examples_measured import DOSES
from lipbandits.study.own_data import contenders
from tests.test_measured import BAD

GET = "lipbandits.labs.get('pasted')"
READ = "([text, log]) => lipbandits.pastedTable.read(text, { log, most: 46 })"
GOOD = "price;buys\n9;0,31\n5;0,62\n7;0,52\n"
# Python's tables may have more columns, and quotations with separators in them.
ELSEWHERE = ("one name twice", "two columns of means", "quotes left open", "decimal commas between commas")

bare, lab = fixtures_of(pasted)


def paste(page, text, log=False):
    page.fill("#pasted-table", text)
    page.set_checked("#pasted-logs", log)
    page.get_by_role("button", name="Read these numbers").click()
    settled(page)


@pytest.mark.parametrize(
    ("text", "log"),
    [
        (GOOD, False),
        ("5,0.62\n7,0.52\n9,0.31\n", False),
        ("rate\taccuracy\r\n0.0001\t0.42\r\n0.003\t0.78\r\n0.1\t0.35\r\n", True),
        ("\n".join(f"{i} , {0.3 + 0.01 * (i % 7):.2f}" for i in range(46)), False),
        ("x;y\n\n1e3;.5\n;\n2e3;5e-1\n4e3;0.75\n", False),
    ],
    ids=["decimal commas, out of order", "no heading", "logarithms", "as many rows as there may be", "blank rows"],
)
def test_a_table_gives_the_instance_and_the_numbers_of_python(lab, text, log):
    page = lab().page
    paste(page, text, log)
    measured = lb.read_means(io.StringIO(text), log=log)
    state = page.evaluate(f"{GET}.state()")
    assert state["theta"] == measured.means.tolist()
    assert np.allclose(state["arms"], measured.arms, rtol=0, atol=1e-15)
    assert state["lipschitz"] == pytest.approx(measured.lipschitz, rel=1e-12)
    bandit = measured.bandit()
    floors = [np.log(10_000) * lb.lower_bound(bandit.with_lipschitz(f * bandit.lipschitz)).value for f in (1, 2)]
    numbers = page.locator("#pasted .lb-number").all_inner_texts()
    assert numbers[0] == f"C(θ) log T = {page.evaluate('x => lipbandits.draw.short(x)', floors[0])}"
    assert f"L is {measured.own_lipschitz:.4g} per {'factor of ten' if log else 'unit'} of" in numbers[3]
    one, other = measured.positions[list(measured.pair)]
    assert numbers[4].startswith(f"smallest L that fits: {measured.lipschitz:.4g}, forced by")
    assert numbers[4].endswith(f"{one:g} and {other:g}")
    words = page.inner_text("#pasted .lb-status")
    assert f"With twice this L, C(θ) log T is {floors[1]:.4g}; half of L the means break" in words
    assert f"without a promise it is {np.log(10_000) * lb.lai_robbins(bandit).value:.4g}" in words
    rows = sorted(int(measured.labels[arm][4:]) for arm in measured.pair)
    told = page.inner_text("#pasted-read")
    assert f"Rows {rows[0]} and {rows[1]} force L" in told
    assert ("Row 1 was taken for a heading; read" in told) == (measured.names != ("position", "mean"))
    assert page.inner_text("#pasted-errors") == ""
    one_peak = "IMED-UB" in contenders(bandit)
    assert ("The means have one peak" in told) == ("IMED-UB" in state["policies"]) == one_peak


def test_half_of_a_larger_promise_has_a_floor_too(lab):
    page = lab().page
    page.evaluate(f"({{ lipschitz }}) => {GET}.set({{ lipschitz }})", {"lipschitz": 3})
    settled(page)
    bandit = pasted_bandit()
    half = np.log(10_000) * lb.lower_bound(bandit.with_lipschitz(1.5)).value
    assert f"half of it, {half:.4g}" in page.inner_text("#pasted .lb-status")


def pasted_bandit():
    shape = pasted.shapes["prices"]
    return lb.LipschitzBandit(shape["theta"], shape["arms"], shape["lipschitz"])


def test_each_kind_of_bad_row_is_refused_as_python_refuses_it(lab):
    page = lab().page
    for name, (text, _) in BAD.items():
        with pytest.raises(ValueError) as refused:
            lb.read_means(io.StringIO(text))
        found = page.evaluate(READ, [text, False])
        assert found.get("errors"), name
        rows = [word.rstrip(",;:") for word in str(refused.value).partition("row ")[2].split()[:1]]
        if rows and rows[0].isdigit() and name not in ELSEWHERE:
            told = " ".join(error["text"] for error in found["errors"]).lower()
            assert f"row {rows[0]}" in told, (name, told)
    for text, log, said in (
        ("", False, "There is nothing to read"),
        ("price;buys\n", False, "a heading and no row"),
        ("x,y\n0,0.5\n1,0.6\n", True, "Row 2 has the position 0; expected numbers above 0 for logarithms"),
        ("".join(f"{i},0.5\n" for i in range(47)), False, "47 rows; this lab takes at most 46"),
        ("".join(f"{i},0.5\n" for i in range(100_000)), False, "100000 rows; this lab takes at most 46"),
    ):
        assert said in page.evaluate(READ, [text, log])["errors"][0]["text"]


def test_errors_are_listed_by_row_and_the_first_row_that_is_wrong_is_selected(lab):
    visit = lab()
    page = visit.page
    before = page.evaluate(f"{GET}.state()")
    paste(page, "price\tbuys\n5\t0.62\n6\tmany\n7\t\n8\t1.4\n9\t50 %\n10\tx\n11\ty\n12\tz\n")
    told = page.locator("#pasted-errors li").all_inner_texts()
    assert told[0].startswith("Row 3 has the mean many") and told[1].startswith("Row 4 has no mean")
    assert "Row 6 has the mean 50 %" in told[2] and "0.5 for 50 %" in told[2] and "the mean x" in told[3]
    assert told[5:] == ["And 1 more.", "These numbers were not read; below is still the table before (8 rows)."]
    chosen = (
        "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
    )
    assert page.evaluate(chosen) == "6\tmany"
    assert page.get_attribute("#pasted-table", "aria-invalid") == "true"
    assert "pasted-errors" in page.get_attribute("#pasted-table", "aria-describedby")
    assert page.evaluate(f"{GET}.state()") == before
    paste(page, GOOD)
    assert page.get_attribute("#pasted-table", "aria-invalid") == "false"
    assert page.locator("#pasted-errors li").count() == 0
    visit.check()


def test_means_in_per_cent_are_divided_and_one_cause_has_one_error(lab):
    page = lab().page
    paste(page, "rate;share\n1;31,2\n2;62,5\n3;40\n")
    told = page.locator("#pasted-errors li").all_inner_texts()
    assert told[0].startswith("Row 2 has the mean 31.2; 3 of 3 means are above 1") and len(told) == 2
    page.fill("#pasted-largest", "100")
    paste(page, "rate;share\n1;31,2\n2;62,5\n3;40\n")
    assert page.evaluate(f"{GET}.state().theta") == [0.312, 0.625, 0.4]
    page.fill("#pasted-largest", "none")
    paste(page, GOOD)
    assert "largest mean there can be is no number" in page.inner_text("#pasted-errors")


def test_what_was_read_stays_beside_the_button_until_another_table_is_shown(lab):
    page = lab().page
    paste(page, "4,0.5\n5,0.7\n6,0.4\n")
    page.evaluate(f"(changes) => {GET}.set(changes)", {"horizon": 100, "runs": 2})
    page.evaluate(f"{GET}.run()")
    button = page.get_by_role("button", name="Read these numbers").bounding_box()
    note = page.locator("#pasted-read").bounding_box()
    assert "Read 3 rows" in page.inner_text("#pasted-read") and 0 < note["y"] - button["y"] < 80
    paste(page, "4,0.5\n5,\n")
    assert page.inner_text("#pasted-read") == "" and "(3 rows)" in page.inner_text("#pasted-errors")
    paste(page, "4,0.5\n5,0.5\n")
    assert "All means are the same: L is 0" in page.inner_text("#pasted-read")


def test_c_log_t_above_what_can_be_lost_is_said_to_be_no_bound(lab):
    page = lab().page
    paste(page, "1,0.5\n2,0.501\n3,0.5\n")
    page.evaluate(f"(changes) => {GET}.set(changes)", {"horizon": 1000})
    settled(page)
    assert "Nobody can lose more than T times the largest gap, 1:" in page.inner_text("#pasted .lb-status")


def test_a_link_brings_means_positions_and_their_unit_back(lab):
    page = lab().page
    paste(page, "rate\taccuracy\n0.0001\t0.42\n0.0003\t0.58\n0.01\t0.8\n0.1\t0.35\n", True)
    link = page.get_attribute("#pasted .lb-link", "href")
    assert "from=0.0001&to=0.1&log=1&axis=rate" in link
    other = lab(link).page
    other.wait_for_function(f"JSON.stringify({GET}.state().theta) === '[0.42,0.58,0.8,0.35]'")
    settled(other)
    ends = [other.locator(f"#pasted [data-key='{key} arm']").text_content() for key in ("first", "last")]
    assert ends == ["0.0001", "0.1"]
    assert other.locator("#pasted [data-key='means title']").text_content() == "mean by rate, log scale"
    other.wait_for_function("document.querySelector('#pasted .lb-status').innerText.includes('paired runs')")
    odd = lab("#pasted?theta=.1_.5_.2&L=2&k=0&from=5&to=x&p=KL-UCB&T=100&n=1").page
    odd.wait_for_function("document.querySelector('#pasted .lb-status').innerText.includes('here they are 0 to 1')")


def test_the_runs_on_a_pasted_table_are_those_of_simulate(lab):
    page = lab().page
    paste(page, "\n".join(",".join(line.split(",")[:2]) for line in DOSES.splitlines()))
    told = {"policies": ["KL-UCB", "CKL-UCB"], "horizon": 1000, "runs": 4, "seed": 5, "told": 1.0}
    page.evaluate(f"(changes) => {GET}.set(changes)", told)
    found = page.evaluate(f"{GET}.run()")
    bandit = lb.read_means(io.StringIO(DOSES), count="patients").bandit()
    policies = {"KL-UCB": lb.KLUCB(), "CKL-UCB": lb.CKLUCB(lipschitz=1.0)}
    expected = lb.simulate(bandit, policies, 1000, 4, 5, stream="counter")
    for name, regret in expected.items():
        assert found["regret"][name]["mean"][-1] == pytest.approx(regret.mean()[-1], rel=1e-9)


def test_by_keyboard_alone_a_table_is_read(lab):
    page = lab().page
    page.focus("#pasted-table")
    page.keyboard.insert_text("4,0.5\n5,0.7\n6,0.4\n")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{GET}.state().theta.length === 3")
    page.wait_for_function("document.querySelector('#pasted-read').innerText.includes('Read 3 rows')")
    assert page.get_attribute("#pasted-read", "role") == "status"


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(lab, width, theme):
    visit = lab(width=width, theme=theme)
    for text in ("a\tb\n1\tx\n", "learning rate of a long name\tb\n0.00015\t.5\n123456\t.7\n"):
        paste(visit.page, text)
        found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], json.dumps(found.response["violations"], indent=1)[:2000]
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert texts_outside(visit.page, "pasted") == []
    visit.check()


def test_on_paper_there_is_no_form(lab):
    page = lab().page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not page.locator("#pasted .lb-paste").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator("#pasted .lb-paste").is_visible()
