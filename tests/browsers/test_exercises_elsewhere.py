"""Exercises in Firefox and Safari's engine: wrong and right answers, typed and by script; marks in the contents."""

import pytest

from lipbandits.exercises import verdict

# What the drivers use of other packages is their makers' affair.
pytestmark = pytest.mark.filterwarnings("ignore")
ENTER = "\ue007"
SAYS = "return document.querySelector('#answer-model-1 .lb-answered').innerText.trim() === arguments[0]"
MARK = "return document.querySelector('.bd-links a.current .lb-done')?.innerText.trim().startsWith('1/') === true"


@pytest.fixture(params=[False, True], ids=["from a server", "from a folder"])
def model(opened, request):
    page = opened("model.html", request.param)
    page.run("lipbandits.progress.erase()")
    yield page
    page.run("lipbandits.progress.erase()")


def test_answers_are_checked_marked_and_erased(model):
    assert not model.run(MARK)
    model.focus("#answer-model-1 input")
    model.press("2", ENTER)
    wrong = verdict("model-1", 2)
    model.wait(SAYS, wrong)
    assert wrong != "Right." and not model.run(MARK)
    model.run("const field = document.querySelector('#answer-model-1 input'); field.focus(); field.select()")
    model.press("1", ENTER)
    model.wait(SAYS, verdict("model-1", 1))
    model.wait(MARK)
    assert model.text(".lb-progress p").startswith("Exercises right: 1 of ")
    model.click(".lb-progress button")
    assert not model.run(MARK) and model.text(".lb-progress p") == "Erased."


@pytest.mark.parametrize(("name", "answer"), [("model-1", 0.4), ("model-1", 1), ("model-5", 0.5), ("model-5", 2)])
def test_a_script_hears_what_a_kernel_says(model, name, answer):
    model.run(
        "window.said = undefined; lipbandits.exercises.check(...arguments).then((words) => { window.said = words; })",
        name,
        answer,
    )
    model.wait("return window.said !== undefined")
    assert model.run("return window.said") == verdict(name, answer)
