"""Exercises that answer in the page: what they say, by mouse and keyboard; progress; and where something is missing."""

import importlib
import json
import sys

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bare_labs import BODY, DARK, some_looks
from tabs import come_again

from lipbandits.exercises import verdict
from lipbandits.exercises.checking import EXERCISES
from lipbandits.labs import assets
from tests.book import BOOK, CHAPTERS, DEEPER
from tests.test_exercises import ANSWERS, NEIGHBOURS

STATIC = BOOK / "_static"
# What a page says that has no kernel, and no Python: the list of contents, as the theme makes it.
CONTENTS = (
    "<nav class='bd-links' aria-label='Main'><ul><li><a class='reference internal' href='model.html'>The model</a></li>"
    "<li><a class='reference internal' href='ckl_ucb.html'>CKL-UCB</a></li></ul></nav>"
)
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
)
NO_WEBASSEMBLY = "delete globalThis.WebAssembly"
CHECK = "([name, answer]) => lipbandits.exercises.check(name, answer)"


@pytest.fixture(scope="module")
def forms():
    """The extension that puts forms into pages."""
    sys.path.insert(0, str(BOOK / "_ext"))
    yield importlib.import_module("answer_forms")
    sys.path.remove(str(BOOK / "_ext"))


@pytest.fixture(scope="module")
def bare(forms, tmp_path_factory):
    """The address of a page with all forms and nothing else of the book."""
    path = tmp_path_factory.mktemp("exercises") / "ckl_ucb.html"
    pages = {}
    for name in EXERCISES:
        pages.setdefault(forms.page_of(name), []).append(name)
    scripts = [f"lipbandits.exercisesOf = {json.dumps(pages)};"]
    scripts += [(STATIC / f"{name}.js").read_text(encoding="utf-8") for name in ("exercises", "progress")]
    style = "\n".join(
        [BODY, DARK, ".bd-links a { color: inherit; }", (STATIC / "exercises.css").read_text(encoding="utf-8")]
    )
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Exercises</title><meta name='viewport' "
        f"content='width=device-width'><style>{style}</style><script>{assets.script()}</script>"
        f"<script>{';'.join(scripts)}</script>{CONTENTS}<main class='bd-content'><h1>Exercises</h1>"
        + "".join(f"<h2>{name}</h2>{forms.form_of(exercise)}" for name, exercise in EXERCISES.items())
        + "</main></html>",
        encoding="utf-8",
    )
    return path.as_uri()


@pytest.fixture
def opened(blocked_page, bare):
    return lambda **looks: blocked_page(bare, **looks)


@pytest.fixture(scope="module")
def kept(tabs, bare):
    """The page, opened once for tests that do nothing but type and check."""
    tab = tabs.take("light", formulas=True, covers=False)
    yield tab.open(bare, 1280, 900).page
    tabs.give_back(tab, again=False)


def form(page, name):
    return page.locator(f"#answer-{name}")


def said(page, name):
    """What a form says, once it says it."""
    page.wait_for_function(f"document.querySelector('#answer-{name} .lb-answered').textContent !== ''")
    return form(page, name).locator(".lb-answered").inner_text()


def answered(page, name, *texts):
    """What a form says of what is typed into its fields."""
    form(page, name).locator(".lb-answered").evaluate("part => part.textContent = ''")
    for field, text in zip(form(page, name).get_by_role("textbox").all(), texts, strict=True):
        field.fill(text)
    form(page, name).get_by_role("button", name="Check").click()
    return said(page, name)


def given():
    """Every answer of the tests that JavaScript can hold."""
    found = []
    for name in EXERCISES:
        for right, wrong in (ANSWERS[name], NEIGHBOURS.get(name, ([], []))):
            for answer in [*right, *(each for each, _ in wrong)]:
                if isinstance(answer, str) or all(not value > 1e300 for value in np.ravel(np.array(answer, object))):
                    found.append((name, answer.tolist() if isinstance(answer, np.ndarray) else answer))
    return found


def test_a_script_in_the_page_hears_what_a_kernel_says(opened):
    visit, wrong = opened(), []
    for name, answer in given():
        if answer is True or answer != answer:
            continue
        here = visit.page.evaluate(CHECK, [name, answer])
        there = verdict(name, answer)
        # A list is shown as each language shows its numbers: 1, or 1.0.
        if here != there and not ("is needed" in there and here.split("this is")[0] == there.split("this is")[0]):
            wrong.append((name, answer, here, there))
    assert wrong == []
    visit.check()


# The page's own form, without a hand for each of some hundred answers.
TYPED = """async (cases) => {
    const said = [];
    for (const [name, texts] of cases) {
        const place = document.getElementById(`answer-${name}`), verdict = place.querySelector(".lb-answered");
        verdict.textContent = "";
        place.querySelectorAll("input").forEach((input, i) => (input.value = texts[i]));
        place.querySelector("form").requestSubmit();
        while (verdict.textContent === "") await new Promise((done) => setTimeout(done));
        said.push(verdict.textContent);
    }
    return said;
}"""


def typed(exercise, answer):
    """What one types into the fields for an answer; None where that cannot be."""
    values = np.ravel(np.array(answer, dtype=object)).tolist()
    if any(isinstance(value, str | bool) or value != value for value in values) or len(values) != exercise.count:
        return None
    if np.ndim(answer) != (exercise.count > 1) or any(field.choices for field in exercise.fields):
        return None
    ends = np.cumsum([field.count for field in exercise.fields])
    parts = [values[end - field.count : end] for field, end in zip(exercise.fields, ends, strict=True)]
    return [", ".join(repr(float(value)) for value in part) for part in parts]


def test_every_solution_that_is_typed_is_right_and_every_wrong_answer_gets_its_sentence(opened):
    cases = [(name, answer, typed(EXERCISES[name], answer)) for name, answer in given()]
    cases = [case for case in cases if case[2] is not None]
    assert len(cases) > 250
    here = opened().page.evaluate(TYPED, [[name, texts] for name, _, texts in cases])
    wrong = []
    for (name, answer, texts), words in zip(cases, here, strict=True):
        there = verdict(name, answer)
        if words != there and not ("is needed" in there and words.split("this is")[0] == there.split("this is")[0]):
            wrong.append((name, texts, words, there))
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        ("model-5", ["1/2"], "Right."),
        ("model-5", [" 50 % "], "Right."),
        ("model-4", ["+1.2e0"], "Right."),
        ("intro-1", ["−73"], "Too small"),
        ("concentration-1", ["2^-10"], "Right."),
        ("concentration-1", ["2**-10"], "Right."),
        ("concentration-1", ["9.765625·10^-4"], "Right."),
        ("levels-2", ["2.59·10^6"], "Right."),
        ("levels-2", ["2.59 * 10**6"], "Right."),
        ("levels-2", ["2,590,000"], "Right."),
        ("levels-2", ["2·5^6"], "One number is needed; this is '2·5^6'."),
        ("concentration-4", ["e"], "Right."),
        ("errata-2", ["10^414"], "That is n itself."),
        ("intro-1", ["73,0,1"], "One number is needed; this is '73,0,1'."),
        ("intro-1", ["73 days"], "One number is needed; this is '73 days'."),
        ("intro-1", ["1/0"], "One number is needed; this is '1/0'."),
        ("intro-1", [" "], "No answer yet: “Good days lost” is empty."),
        ("baselines-3", ["11,112"], "Right."),
        ("baselines-3", ["plays = 11 112"], "Right."),
        ("baselines-3", ["11\u2009112"], "Right."),
        ("baselines-3", ["11.112"], "A whole number of 1 or more, and at most a million, is needed; this is 11.112."),
        ("baselines-3", ["11,1"], "A whole number of 1 or more, and at most a million, is needed; this is 11.1."),
        ("model-5", ["0,5"], "Right."),
        ("intro-3", ["2.5"], "A whole number of 1 or more, and at most a million, is needed; this is 2.5."),
        ("oslb-1", ["[0.5; 3/4 1]"], "Right."),
        ("oslb-1", ["0.5, 0.75"], "A list of 3 numbers is needed; this is '0.5, 0.75'."),
        ("concentration-3", ["0.9", "", "0.01"], "No answer yet: “Round n” is empty."),
        ("concentration-3", ["0.9", "x", "0.01"], "Round n: One number is needed; this is 'x'."),
        ("model-3", ["0 0 0 0 0 0 0 0 <b>"], "A list of 9 numbers is needed; this is '0 0 0 0 0 0 0 0 <b>'."),
    ],
)
def test_what_may_be_typed(kept, name, texts, words):
    assert answered(kept, name, *texts).startswith(words)


def test_a_choice_is_made_by_mouse(opened):
    page = opened().page
    form(page, "ckl-ucb-1").get_by_role("button", name="Check").click()
    assert said(page, "ckl-ucb-1") == "No answer yet: choose one."
    form(page, "ckl-ucb-1").get_by_label("arm 2").check()
    form(page, "ckl-ucb-1").get_by_role("button", name="Check").click()
    page.wait_for_function(
        "document.querySelector('#answer-ckl-ucb-1 .lb-answered').textContent.startsWith('That one')"
    )
    form(page, "ckl-ucb-1").get_by_text("arm 1").click()
    form(page, "ckl-ucb-1").get_by_role("button", name="Check").click()
    page.wait_for_function("document.querySelector('#answer-ckl-ucb-1 .lb-answered').textContent === 'Right.'")


def test_by_keyboard_alone_fields_are_filled_and_checked(opened):
    page = opened().page
    page.focus("#answer-lower-bound-7 input")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    page.keyboard.press("Enter")
    assert said(page, "lower-bound-7") == "Right."
    page.keyboard.press("Tab")
    page.keyboard.type("13.3")
    page.keyboard.press("Tab")
    page.keyboard.type("55.5")
    page.keyboard.press("Enter")
    assert said(page, "lower-bound-8") == "Right."
    # What is said is heard.
    assert form(page, "lower-bound-8").locator(".lb-answered").get_attribute("role") == "status"


@some_looks
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(opened, width, theme):
    visit = opened(width=width, theme=theme)
    visit.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    answered(visit.page, "model-1", "2")
    answered(visit.page, "model-2", "100")
    found = Axe().run(visit.page, options={"resultTypes": ["violations"]})
    # This page has no landmarks of the book for its list of contents.
    serious = [each for each in found.response["violations"] if each["id"] != "region"]
    assert serious == [], json.dumps(serious, indent=1)[:2000]
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = "all => all.filter(each => each.getBoundingClientRect().height < 36).length"
    assert visit.page.eval_on_selector_all(".lb-exercise :is(button, input[type=text])", small) == 0
    visit.check()


def test_what_is_right_is_marked_in_the_contents_kept_and_erased(opened, bare):
    visit = opened(fresh=True)
    page = visit.page
    assert page.locator(".lb-done").count() == 0 and page.locator(".lb-progress").count() == 0
    answered(page, "model-1", "3")
    assert page.locator(".lb-done").count() == 0
    answered(page, "model-1", "1")
    marks = page.locator(".bd-links a")
    assert marks.first.text_content() == "The model1/5, 1 of 5 exercises right"
    for number in range(2, 5):
        texts = {2: ["0.787"], 3: ["1619"], 4: ["100, 20, 21", "60, 10, 12"]}[number]
        assert answered(page, f"ckl-ucb-{number}", *texts) == "Right."
    assert "3/4" in marks.last.inner_text()
    assert page.inner_text(".lb-progress p") == f"Exercises right: 4 of {len(EXERCISES)}. Kept in this browser only."
    come_again(page, bare, "[...document.querySelectorAll('.bd-links a')].pop().innerText.includes('3/4')")
    assert "3/4" in marks.last.inner_text() and said(page, "model-1") == "You had this one right."
    page.get_by_role("button", name="Erase my progress").click()
    assert page.locator(".lb-done").count() == 0 and page.inner_text(".lb-progress p") == "Erased."
    assert page.evaluate("Object.keys(localStorage).filter(key => key.includes('exercises'))") == []
    page.get_by_role("button", name="Put it back").click()
    assert "3/4" in marks.last.inner_text()
    page.get_by_role("button", name="Erase my progress").click()
    page.goto(bare)
    assert page.locator(".lb-done").count() == 0 and form(page, "model-1").locator(".lb-answered").inner_text() == ""
    visit.check()


def test_other_tabs_hear_of_it_and_what_somebody_else_stored_is_no_harm(opened, bare):
    page = opened().page
    page.evaluate("localStorage.setItem('lipbandits exercises answered', '{not ours')")
    page.reload()
    assert answered(page, "model-1", "1") == "Right."
    other = page.context.new_page()
    other.goto(bare)
    page.evaluate("lipbandits.progress.mark('ckl-ucb-1')")
    other.wait_for_function("document.querySelectorAll('.lb-done').length === 2")


def test_where_nothing_may_be_stored_answers_are_checked_and_the_page_says_so(browser, bare):
    context = browser.new_context()
    context.add_init_script(NO_STORAGE)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(bare)
    words = answered(page, "model-1", "1")
    assert words.startswith("Right.") and "keeps nothing" in words
    assert "keeps nothing" in page.inner_text(".lb-progress p") and page.locator(".lb-done").count() == 1
    assert errors == []
    context.close()


def test_without_webassembly_a_sentence_leads_to_the_notebook(opened):
    visit = opened(script=NO_WEBASSEMBLY)
    assert visit.page.locator(".lb-exercise form").count() == 0
    assert form(visit.page, "model-1").inner_text().startswith("Answer it in a notebook")
    visit.check()


def test_without_scripts_the_sentence_stands_there(browser, bare):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(bare)
    assert 'check("model-1", ...)' in form(page, "model-1").inner_text()
    context.close()


def test_an_engine_that_does_not_start_is_told(opened):
    page = opened(script="WebAssembly.compile = () => Promise.reject(new Error('forbidden'))").page
    words = answered(page, "model-1", "1")
    assert words == "This page cannot check it (The engine cannot start: forbidden); a notebook can."


def test_an_exercise_that_is_newer_than_the_engine_is_told_in_words_for_readers(opened):
    page = opened().page
    page.evaluate("void (lipbandits.engine.answer = () => { throw new RangeError('exercise: x; expected another') })")
    words = answered(page, "model-1", "1")
    assert words == "This page cannot check it (its engine is older than this exercise); a notebook can."


def test_what_a_script_asks_wrongly_is_refused(opened):
    page = opened().page
    refusal = (
        "([name, answer]) => lipbandits.exercises.check(name, answer).catch(error => `${error.name}: ${error.message}`)"
    )
    assert page.evaluate(refusal, ["model-99", 1]).startswith("RangeError: name: 'model-99'; expected one of '")
    assert page.evaluate(refusal, ["model-1", None]) == "One number is needed; this is null."
    assert page.evaluate("lipbandits.exercises.check('errata-2', 10n ** 414n)").startswith("That is n itself")
    refused = "(options) => { try { lipbandits.engine.answer(options); } catch (error) { return error.message; } }"
    page.evaluate("lipbandits.engine.start()")
    for options, words in (
        ({"exercise": "tent", "numbers": [1]}, 'exercise: "tent"; expected the name of an exercise, such as "model-1"'),
        ({"exercise": "model-1", "numbers": []}, "numbers: an array of 0; expected 1 to 9 numbers"),
        ({"exercise": "model-1", "numbers": ["1"]}, 'numbers[0]: "1"; expected numbers'),
    ):
        assert page.evaluate(refused, options) == words


def test_on_paper_there_is_no_form(opened):
    page = opened().page
    answered(page, "model-1", "1")
    page.emulate_media(media="print")
    for hidden in ("#answer-model-1", ".lb-done", ".lb-progress"):
        assert not page.locator(hidden).first.is_visible()


@pytest.mark.parametrize("name", [*CHAPTERS, *DEEPER, "reproduction", "errata", "own_data"])
def test_in_the_book_every_check_is_a_form_between_hint_and_solution(name, site, forms):
    text = (site / f"{name}.html").read_text(encoding="utf-8")
    assert "no answer yet" not in text
    expected = [each for each in EXERCISES if forms.page_of(each) == name]
    assert expected and text.count(forms.FORM) == len(expected)
    for each in expected:
        # Each stands where its idea is, whatever its number.
        before, after = text.split(f'id="answer-{each}"')
        title = '<p class="admonition-title">'
        assert before.rpartition(title)[2].startswith("Hint<") and after.partition(title)[2].startswith("Solution to ")
    assert 'src="_static/labs.js?v=' in text


def test_a_chapter_marks_its_line_in_the_contents_and_class_mode_leaves_what_is_typed(site, blocked_page):
    visit = blocked_page((site / "ckl_ucb.html").as_uri(), formulas=False)
    page = visit.page
    assert answered(page, "ckl-ucb-2", "0.787") == "Right."
    assert "1/4" in page.locator(".bd-links a.current.reference").inner_text()
    assert form(page, "ckl-ucb-2").locator("form").get_attribute("aria-label").endswith("(A β by hand)")
    page.goto(f"{(site / 'model.html').as_uri()}?class#exercises")
    field = form(page, "model-1").get_by_role("textbox")
    field.click()
    page.keyboard.type("1bnp2")
    assert field.input_value() == "1bnp2" and page.evaluate("document.documentElement.className").count("lb-class") == 1
    assert answered(page, "model-1", "1") == "Right."
    visit.check()
