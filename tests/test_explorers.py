"""The rules of explorers that need no browser, for every explorer; then the mechanism, on one made for the purpose."""

import gzip
import json
import random
import re
import subprocess
import sys
import time
import warnings
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
import pytest

import lipbandits as lb
from lipbandits.explorers import Choice, Explorer, Panel, Slider, bake, catalogue, notebook, svg
from lipbandits.study import data, recorded

CATALOGUE = catalogue()
every_explorer = pytest.mark.parametrize("name", CATALOGUE)
# Where `make book` looks: what is drawn here need not be drawn again for the book, nor in the next run.
BAKED = Path(__file__).resolve().parents[1] / "_build" / "explorers"
PHONE = 356  # What a phone of 390 px leaves for a panel.


def draw_strictly(explorer, states):
    """Draw states with warnings as errors; return (pictures, words), the limits of all axes, and seconds on a core."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing = svg.Drawing(explorer)
        drawn, limits = [], set()
        for state in states:
            drawn.append(drawing.draw(state))
            axes = [axes for figure in drawing.figures for axes in figure.axes]
            limits.add(tuple((*each.get_xlim(), *each.get_ylim()) for each in axes))
    return drawn, limits, time.process_time() - start


@cache
def frames(name):
    """The packed pictures of all states of a shipped explorer, drawn unless the same code has drawn them before."""
    explorer = CATALOGUE[name]
    file = bake._file(explorer, BAKED)
    if not file.is_file():
        bake.keep(explorer, bake.pack(draw_strictly(explorer, explorer.states())[0]), BAKED)
    return file.read_bytes()


@cache
def grid(name):
    """What is drawn in each state of a shipped explorer."""
    data = json.loads(gzip.decompress(frames(name)))
    shown = [tuple(panel[i] for panel, i in zip(data["panels"], each, strict=True)) for each in data["frames"]]
    return list(zip(shown, data["status"], strict=True))


@cache
def anew(name, size):
    """(numbers, drawn, limits, seconds on a core) of so many states of a shipped explorer, at random; never kept."""
    numbered = list(enumerate(CATALOGUE[name].states()))
    sample = random.Random(0).sample(numbered, min(size, len(numbered)))
    return [number for number, _ in sample], *draw_strictly(CATALOGUE[name], [state for _, state in sample])


some_states = pytest.mark.parametrize("size", [12, pytest.param(600, marks=pytest.mark.slow)])


def test_there_are_explorers():
    assert CATALOGUE


@some_states
@every_explorer
def test_the_grid_is_drawn_finite_and_without_warnings(name, size, capsys):
    _, drawn, _, seconds = anew(name, size)
    with capsys.disabled():
        print(f"\n  {name}: {len(drawn)} states baked in {seconds:.1f} s on a core (all in at most 20)", end="")
    assert len(grid(name)) == len(CATALOGUE[name])
    odd = re.compile(r"\b(nan|inf|None)\b")
    assert [text for svgs, status in grid(name) for text in (*svgs, status) if odd.search(text)] == []


@every_explorer
def test_explorer_is_small(name, capsys):
    explorer, size = CATALOGUE[name], len(frames(name))
    with capsys.disabled():
        print(f"\n  {name}: {size / 1000:.0f} KB of frames (at most 250)", end="")
    assert len(explorer.controls) <= 3 and len(explorer) <= 600 and size <= 250_000


@every_explorer
def test_status_is_a_sentence_that_tells_states_apart(name):
    words = [status for _, status in grid(name)]
    assert all(re.search(r"\w.*\.$", status) for status in words)
    assert len(set(words)) > 1


@some_states
@every_explorer
def test_axes_are_fixed(name, size):
    assert len(anew(name, size)[2]) == 1


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
@every_explorer
def test_every_marker_lies_inside_its_axes(name, step):
    explorer = CATALOGUE[name]
    drawing = svg.Drawing(explorer)
    for state in list(explorer.states())[::step]:
        drawing.picture.update(**state)
        for axes in drawing.axes.values():
            for line in axes.lines:
                # Rules across the whole axes are placed in its own coordinates.
                if line.get_transform() == axes.transData:
                    points = axes.transAxes.inverted().transform(axes.transData.transform(line.get_xydata()))
                    points = points[np.isfinite(points).all(axis=1)]
                    assert np.all((points >= -1e-9) & (points <= 1 + 1e-9)), state


@every_explorer
def test_presets_tell_a_story_of_two_to_four_different_states(name):
    explorer = CATALOGUE[name]
    states = [explorer.state(**preset) for preset in explorer.presets.values()]
    assert 2 <= len(states) <= 4
    assert len({str(state) for state in states}) == len(states)


@every_explorer
def test_text_in_pictures_is_11_pixels_on_a_phone(name):
    explorer = CATALOGUE[name]
    for panel, picture in zip(explorer.panels, grid(name)[0][0], strict=True):
        sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", picture)]
        assert min(sizes) * min(1, PHONE / panel.width) >= 11, panel.name


@some_states
@every_explorer
def test_same_state_gives_the_same_bytes_whatever_was_drawn_before(name, size):
    numbers, drawn, _, _ = anew(name, size)
    assert drawn == [grid(name)[number] for number in numbers]


def draw_anew(explorer, states):
    """Pictures for which matplotlib draws every axis each time."""
    drawing = svg.Drawing(explorer)
    for figure in drawing.figures:
        for axes in figure.axes:
            for axis in (axes.xaxis, axes.yaxis):
                axis.draw = axis.draw.draw
    return [drawing.draw(state) for state in states]


@pytest.mark.parametrize("size", [2, pytest.param(60, marks=pytest.mark.slow)])
@every_explorer
def test_an_axis_drawn_once_is_what_it_would_be_drawn_anew(name, size):
    explorer = CATALOGUE[name]
    numbered = list(enumerate(explorer.states()))
    sample = random.Random(1).sample(numbered, min(size, len(numbered)))
    drawn = draw_anew(explorer, [state for _, state in sample])
    assert drawn == [grid(name)[number] for number, _ in sample]


@pytest.mark.parametrize("most", [2, pytest.param(600, marks=pytest.mark.slow)])
@every_explorer
def test_every_control_preset_and_reset_works_in_a_kernel(name, most):
    """With so many places of a control at most, both ends among them; what the page asks for is what it would have."""
    explorer = CATALOGUE[name]
    view = explorer()
    pages = sent_to(view)
    spec = json.loads(re.search(r'class="lb-spec">([^<]*)<', view.widget._figure)[1])
    numbers = {tuple(explorer.indexes(state)): number for number, state in enumerate(explorer.states())}

    def show(indexes):
        number = numbers[tuple(indexes)]
        svgs, status = grid(name)[number]
        texts = {control.name: control.texts[i] for control, i in zip(explorer.controls, indexes, strict=True)}
        says(view, draw=number)
        moved(view, texts)
        assert pages[-1] == {"number": number, "panels": svgs, "status": status}
        assert explorer.indexes(view.state) == indexes and view.status == status
        return svgs, status

    start = [control["start"] for control in spec["controls"]]
    for i, control in enumerate(spec["controls"]):
        last = len(control["texts"]) - 1
        places = sorted({round(place) for place in np.linspace(0, last, min(most, last + 1))})
        seen = {show([*start[:i], place, *start[i + 1 :]]) for place in places}
        assert len(seen) > 1, f"{control['name']} changes nothing"
    for preset in spec["presets"]:
        show(preset["state"])
    svgs, status = show(start)
    assert explorer.panels_html(svgs) in view.widget._figure and status in view.widget.words


def says(view, **content):
    """What the page's script sends to the kernel."""
    view.widget._handle_custom_msg(content, [])


def moved(view, texts):
    """The page has come to rest at another state."""
    view.widget.set_state({"state": texts})


def sent_to(view):
    """A list to which all that the kernel sends to the page is added."""
    sent = []
    view.widget.send = lambda content, buffers=None: sent.append(content)
    return sent


# The mechanism.


class Hill:
    """A parabola and a bar; for three in shape it raises, which no shipped explorer may."""

    updates = 0

    def __init__(self, axes):
        self.grid = np.linspace(0, 1, 11)
        axes["hill"].set(xlim=(0, 1), ylim=(0, 2), xlabel="x < 1", title="θ")
        (self.line,) = axes["hill"].plot(self.grid, self.grid, "o-", color="black", markerfacecolor="white")
        axes["bar"].set(xlim=(0, 1), ylim=(0, 2))
        (self.bar,) = axes["bar"].bar([0.5], [1], color="black")

    def update(self, height, shape):
        Hill.updates += 1
        if shape == "broken":
            raise ArithmeticError("no such hill")
        self.line.set_ydata(height * (1 - (2 * self.grid - 1) ** (2 if shape == "round" else 4)))
        self.bar.set_height(height)
        return f"height = {height:g}: a {shape} hill."


def hill(**changes):
    definition = {
        "name": "hill",
        "question": "How high is the <hill>?",
        "caption": "A hill & its height.",
        "controls": [
            Slider("height", 0.1 * np.arange(13), label="height", unit="m", start=0.3, play=True),
            Choice("shape", ("round", "flat", "broken")),
        ],
        "panels": [Panel("hill", alt='A "hill"'), Panel("bar", alt="Its height", height=200)],
        "picture": Hill,
        "presets": {"low": {"height": 0.1}, "</script> flat": {"shape": "flat", "height": 1}},
    }
    return Explorer(**{**definition, **changes})


def whole(**changes):
    """A hill without the state that raises."""
    return hill(**{"controls": [hill().controls[0], Choice("shape", ("round", "flat"))], **changes})


LONG = Slider("height", range(601))
REFUSED = {
    "name: 'A b'; expected small letters": {"name": "A b"},
    "question: ' '; expected": {"question": " "},
    "caption: ''; expected": {"caption": ""},
    "controls: 0; expected 1 to 3": {"controls": []},
    "controls: 4; expected 1 to 3": {"controls": [Slider(name, (1, 2)) for name in "abcd"]},
    "number of states: 601; expected at most 600": {"controls": [LONG]},
    r"names of controls: \['a', 'a'\]": {"controls": [Slider("a", (1, 2)), Slider("a", (1, 2))]},
    r"panels: \(\); expected": {"panels": []},
    r"names of panels: \['p', 'p'\]": {"panels": [Panel("p", alt="a"), Panel("p", alt="b")]},
    "number of presets: 1; expected 2 to 4": {"presets": {"low": {"height": 0.1}}},
    "preset 'x': height: 0.15; expected one of 0, 0.1": {"presets": {"x": {"height": 0.15}, "y": {}}},
    "preset 'x': control: 'width'; expected one of height, shape": {"presets": {"x": {"width": 1}, "y": {}}},
    "preset 'x': shape: 'cubic'; expected one of round": {"presets": {"x": {"shape": "cubic"}, "y": {}}},
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_bad_explorer_is_refused_with_the_value_and_what_is_expected(message):
    with pytest.raises(ValueError, match=message):
        hill(**REFUSED[message])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Slider("L", (1, 1)), r"values of slider 'L': \(1, 1\); expected increasing finite numbers"),
        (lambda: Slider("L", (1, np.nan)), "increasing finite numbers"),
        (lambda: Slider("L", (1,)), "values of 'L': .*; expected at least two"),
        (lambda: Slider("L", (1, 1.0000001)), "differ when written"),
        (lambda: Slider("L", (1, 2), start=1.5), "L: 1.5; expected one of 1, 2"),
        (lambda: Slider("assumed L", (1, 2)), "name of a control: 'assumed L'; expected a Python name"),
        (lambda: Choice("shape", ("", "flat")), "options of choice 'shape': .*; expected non-empty names"),
        (lambda: Choice("shape", ("round", "flat"), start="cubic"), "shape: 'cubic'; expected one of round, flat"),
        (lambda: Panel("means", alt=" "), "alt of panel 'means': ' '; expected a description"),
        (lambda: Panel("means", alt="a", width=5), "width of panel 'means': 5; expected 100 to 1000 pixels"),
        (lambda: hill()(height=7), "height: 7; expected one of 0, 0.1"),
        (lambda: hill()().set(width=1), "control: 'width'; expected one of height, shape"),
    ],
)
def test_a_bad_part_or_state_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_rounding_errors_of_a_grid_do_not_matter():
    slider = hill().controls[0]
    assert slider.values[3] != 0.3 and slider.start == slider.values[3] and slider.texts[3] == "0.3"
    assert hill()(height=0.1 + 0.2).start["height"] == slider.values[3]


def test_several_controls_moved_at_once_are_drawn_once():
    view = hill()()
    assert view.status
    before = Hill.updates
    view.set(height=1.0, shape="flat")
    view.set(height=1.0, shape="flat")
    assert Hill.updates == before + 1


def test_two_views_of_an_explorer_do_not_disturb_each_other():
    one, other = (explorer := hill())(), explorer()
    one.set(height=1.0)
    assert (one.status, other.status) == ("height = 1: a round hill.", "height = 0.3: a round hill.")


def test_a_drawing_that_raises_is_told_to_the_reader_and_raised_and_the_next_state_is_drawn_again():
    view = hill()()
    pages = sent_to(view)
    with pytest.raises(ArithmeticError, match="no such hill"):
        view.widget.heard({"draw": 3 * 3 + 2}, [])
    moved(view, {"height": "0.3", "shape": "broken"})
    assert pages[-1]["number"] == 11 and "panels" not in pages[-1]
    assert re.match(r"ArithmeticError at .*'shape': 'broken'.*: no such hill", pages[-1]["error"])
    with pytest.raises(ArithmeticError):
        view.set(height=1.0)
    view.set(shape="flat")
    assert view.status == "height = 1: a flat hill."
    says(view, draw=10 * 3 + 1)
    assert pages[-1]["status"] == view.status


def test_a_state_that_the_page_asks_for_again_is_not_drawn_again():
    view = hill()()
    view.set(height=1.0)
    before = Hill.updates
    says(view, draw=10 * 3)
    assert view.status and Hill.updates == before


def test_an_update_without_a_sentence_is_refused():
    mute = type("Mute", (Hill,), {"update": lambda self, **_: None})
    with pytest.raises(TypeError, match="update of Mute returned None; expected a sentence"):
        assert hill(picture=mute)().status


@pytest.fixture
def displayed(monkeypatch):
    """A list to which all that is displayed is added: (bundle, what else was said)."""
    found = []
    monkeypatch.setattr(notebook, "display", lambda bundle, **named: found.append((bundle, named)))
    return found


def test_a_kernel_shows_the_pages_figure_and_a_picture_of_it(displayed):
    hill()()._ipython_display_()
    (still, _), (live, _) = displayed
    assert still["text/plain"] == "height = 0.3: a round hill.\nA hill & its height."
    assert list(live) == ["application/vnd.jupyter.widget-view+json"]
    html = still["text/html"]
    assert html.count("<svg") == 2 and "A hill &amp; its height." in html and "<script" not in html
    # Nothing that a script would take for an explorer.
    assert not re.search(r"data-(explorer|still)| id=.hill", html)


def test_the_picture_is_what_the_page_has_drawn_last(displayed):
    view = hill()()
    says(view, still="<figure>other</figure>", words="Other words.")
    assert displayed == []
    view._ipython_display_()
    assert "<figure>other</figure>" in displayed[0][0]["text/html"]
    says(view, still="<figure>last</figure>", words="Last words.")
    bundle, named = displayed[-1]
    assert "<figure>last</figure>" in bundle["text/html"] and bundle["text/plain"] == "Last words."
    assert named == {**displayed[0][1], "update": True}


def test_a_figure_in_a_kernel_describes_its_controls_with_their_units():
    spec = json.loads(re.search(r'class="lb-spec">([^<]*)<', hill()(shape="flat").widget._figure)[1])
    assert [(control["label"], control["unit"]) for control in spec["controls"]] == [("height", "m"), ("shape", "")]
    assert [control["start"] for control in spec["controls"]] == [3, 1]


@pytest.fixture
def baking(monkeypatch, tmp_path):
    monkeypatch.setenv("LIPBANDITS_BAKE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def unpack(html):
    packed = re.search(r'class="lb-frames">([^<]*)<', html)[1]
    return json.loads(gzip.decompress(bake.base64.b64decode(packed)))


def test_a_baked_page_stands_alone_and_holds_every_state(baking):
    explorer = whole()
    bundle = explorer(shape="flat")._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"] == "height = 0.3: a flat hill.\nA hill & its height."
    html = bundle["text/html"]
    before, _, after = html.partition("<script")
    assert before.count("<svg") == 2 and "height = 0.3: a flat hill." in before and "A hill &amp; its height." in before
    assert "How high is the &lt;hill&gt;?" in before and 'aria-label="A &quot;hill&quot;"' in before
    assert after.count("</script>") == 2, "a label closed the element it stands in"
    frames = unpack(html)
    drawing = svg.Drawing(explorer)
    for number, state in enumerate(explorer.states()):
        svgs, status = drawing.draw(state)
        assert [panel[i] for panel, i in zip(frames["panels"], frames["frames"][number], strict=True)] == list(svgs)
        assert frames["status"][number] == status
    # The bar is the same for both shapes, so half its pictures need not be sent.
    assert [len(panel) for panel in frames["panels"]] == [25, 13]


def test_a_baked_page_describes_its_controls(baking):
    html = whole()()._repr_mimebundle_()["text/html"]
    spec = json.loads(re.search(r'class="lb-spec">([^<]*)<', html)[1])
    assert [control["start"] for control in spec["controls"]] == [3, 0]
    assert spec["controls"][0]["texts"][:3] == ["0", "0.1", "0.2"]
    assert spec["presets"][1] == {"label": "</script> flat", "state": [10, 1]}


def test_frames_are_baked_once_and_again_when_the_definition_changes(baking, monkeypatch):
    first = whole()()._repr_mimebundle_()
    with monkeypatch.context() as patch:
        patch.setattr(bake, "draw_all", lambda *_: pytest.fail("drawn again"))
        assert whole()()._repr_mimebundle_() == first
        assert whole()(height=1.0)._repr_mimebundle_() != first
    Hill.updates = 0
    whole(panels=[Panel("hill", alt="a"), Panel("bar", alt="b", height=300)])()._repr_mimebundle_()
    assert Hill.updates > 0 and len(list(baking.iterdir())) == 2


def test_one_core_and_many_bake_the_same_bytes():
    packed = [bake.pack(bake.draw_all(whole(), n_jobs)) for n_jobs in (1, 2)]
    assert packed[0] == packed[1]


def test_svg_is_clean_and_takes_ink_and_paper_from_the_page():
    pictures, _ = svg.Drawing(hill()).draw({"height": 1.0, "shape": "round"})
    for picture in pictures:
        assert picture.startswith('<svg viewBox="0 0 350 2') and "<style" not in picture and "xmlns" not in picture
        assert not re.search(r"#000|#fff\b(?!\))|metadata|<!--|font-family|\d\.\d{3}|NaN", picture)
        ids = re.findall(r' id="([^"]+)"', picture)
        assert len(set(ids)) == len(ids) and set(ids) == set(re.findall(r'(?:url\(|href=")#([^")]+)', picture))
    assert "currentColor" in pictures[0] and "var(--lb-paper, #fff)" in pictures[0] and "x &lt; 1" in pictures[0]


def test_rounding_touches_coordinates_and_never_labels():
    drawn = '<?xml version="1.0"?><svg viewBox="0 0 9 9" id="x"><text x="1.23456">0.12345</text></svg>'
    assert '<text x="1.23">0.12345</text>' in svg.clean(drawn)


def test_ids_of_different_pictures_never_meet():
    drawing = svg.Drawing(hill())
    ids = [
        set(re.findall(r' id="([^"]+)"', picture))
        for state in ({"height": 1.0}, {"height": 0.5})
        for picture in drawing.draw({**state, "shape": "round"})[0]
    ]
    assert sum(map(len, ids)) == len(set().union(*ids)) > 0


class Restless(Hill):
    """A hill on axes that change, as no shipped explorer's do."""

    def __init__(self, axes):
        super().__init__(axes)
        self.axes = axes["hill"]

    def update(self, height, shape):
        self.axes.set(xlabel=shape, ylim=(0, 1 + height), xticks=[0, height / 2, 1])
        return super().update(height, shape)


def test_an_axis_that_changes_is_drawn_anew():
    explorer = hill(picture=Restless)
    states = [{"height": height, "shape": shape} for height in (0.3, 0.9, 0.3) for shape in ("round", "flat")]
    drawing = svg.Drawing(explorer)
    assert [drawing.draw(state) for state in states] == draw_anew(explorer, states)


def test_the_readers_own_matplotlib_settings_change_nothing():
    plain = svg.Drawing(hill()).draw({"height": 1.0, "shape": "round"})
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        assert svg.Drawing(hill()).draw({"height": 1.0, "shape": "round"}) == plain


def test_a_view_that_starts_elsewhere_draws_the_same_bytes():
    one, other = hill()(), hill()(height=1.0)
    one.set(height=1.0)
    assert one.widget.draw(one.state) == other.widget.draw(other.state)


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, lipbandits; print(sorted({'matplotlib', 'ipywidgets', 'anywidget'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_drawing_never_loads_pyplot():
    code = "import sys; from lipbandits.explorers import svg; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("n", [2, 50, 301])
def test_what_a_policy_has_seen_before_a_round_of_a_run_is_what_it_was_told(n):
    class Told(lb.CKLUCB):
        """Without a compiled twin, so that it keeps its own count; each run plays a copy."""

        def reset(self, geometry, rng):
            super().reset(geometry, rng)
            copies.append(self)

    copies, bandit = [], lb.triangle(5)
    lb.simulate(bandit, [Told()], horizon=n - 1, runs=4, seed=2014)
    plays, sums = recorded.plays_and_sums(bandit, lb.CKLUCB(), n, run=3)
    assert plays.tolist() == copies[3].plays.tolist()
    assert sums.tolist() == copies[3].sums.tolist()


@pytest.mark.parametrize("name", catalogue())
def test_an_explorer_names_the_studies_that_it_reads(name, monkeypatch):
    explorer, read, reading = catalogue()[name], set(), data._read
    monkeypatch.setattr(data, "_read", lambda load, study: read.add(study) or reading(load, study))
    drawing, states = svg.Drawing(explorer), list(explorer.states())
    for state in (*states[:: max(1, len(states) // 8)], states[-1]):
        drawing.draw(state)
    assert read == set(explorer.reads)


def changed(path, monkeypatch):
    """Pretend that a file of the package has another line."""
    reading = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: reading(self) + (b"\n" if self == path else b""))


@cache
def keys():
    """The digests by which pictures are found again, while nothing is changed."""
    return {name: bake._key(explorer) for name, explorer in catalogue().items()}


@pytest.mark.parametrize(
    ("file", "redrawn"),
    [
        ("study/data/epsilon.npz", {"epsilon"}),
        ("study/data/growth.npz", set()),
        ("explorers/chapters/concentration.py", {"rules", "levels"}),
        ("theory/lower_bounds.py", set(catalogue())),
        (
            "theory/contextual_bounds.py",
            {"gain-of-sharing", "wrong-beta", "rare-context"},
        ),
        ("explorers/svg.py", set(catalogue())),
        ("checks.py", set(catalogue())),
        ("explorers/notebook.py", set()),
        ("exercises/oslb.py", set()),
        ("study/cli.py", set()),
        ("explorers/page/explorer.js", set()),
    ],
)
def test_what_a_picture_depends_on_and_nothing_else_draws_it_anew(file, redrawn, monkeypatch):
    before = keys()
    changed(Path(lb.__file__).parent / file, monkeypatch)
    now = {name for name, explorer in catalogue().items() if bake._key(explorer) != before[name]}
    assert now == redrawn
