"""Breaks twenty things on purpose, one at a time, in a copy of the tree: for each, some test must fail.

``make faults`` runs it on the book that was built last. It tells what `make test` would still catch after tests were
made fewer or faster; with numbers behind it, it tries those faults only. Each fault is first shown not to be there: the
tests named pass before it.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT, SITE = "_build/html", "tests/site"
SELECTED = "not slow and not release and not alone and not binder"


@dataclass(frozen=True)
class Fault:
    """What is broken, the file, how its text changes, and the tests that should see it."""

    name: str
    file: str
    change: object
    tests: str
    which: str = ""


def put(new, instead_of):
    """One piece of a text by another."""

    def change(text):
        assert instead_of in text, instead_of
        return text.replace(instead_of, new, 1)

    return change


def below(more):
    return lambda text: text + more


def in_the_page(more):
    return put(more + "</article>", "</article>")


def without_alt_text(text):
    return re.sub(r'(<img alt=")[^"]+', r"\1", text, count=1)


def other_preset(text):
    return re.sub(
        r'("presets":\[\{"label":"[^"]*","state":\[)(\d+)',
        lambda found: f"{found[1]}{int(found[2]) + 1}",
        text,
        count=1,
    )


def other_output(text):
    """A digit of the first printed number of a notebook."""
    notebook = json.loads(text)
    lines = next(cell for cell in notebook["cells"] if cell.get("outputs"))["outputs"][0]["text"]
    place = next(i for i, line in enumerate(lines) if re.search(r"\d", line))
    lines[place] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), lines[place], count=1)
    return json.dumps(notebook)


def raising_cell(text):
    notebook = json.loads(text)
    cell = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][1]
    cell["source"] = [*cell["source"], "\n1 / 0"]
    return json.dumps(notebook)


FAULTS = [
    Fault(
        "a wrong constant in the divergence",
        "lipbandits/theory/divergences.py",
        put("_kl(x, y) * 1.0001)", "_kl(x, y))"),
        "tests/test_divergences.py",
    ),
    Fault(
        "a wrong factor in f(n)",
        "lipbandits/theory/indexes.py",
        put('"klucb3": 2', '"klucb3": 3'),
        "tests/test_indexes.py",
    ),
    Fault(
        "a wrong constant in the lower bound",
        "lipbandits/theory/lower_bounds.py",
        put("return LowerBound(1.001 * float(costs @ plan)", "return LowerBound(float(costs @ plan)"),
        "tests/test_lower_bounds.py",
    ),
    Fault(
        "a twin that explores at another level than its policy",
        "lipbandits/play/twins.py",
        put("1.01 * float(level_factor(", "float(level_factor("),
        "tests/test_engine.py",
        "same_rounds",
    ),
    Fault(
        "an error swallowed in a run",
        "lipbandits/play/simulation.py",
        put('in run {run}.")\n            continue', 'in run {run}.")\n            raise'),
        "tests/test_simulation.py",
        "names_the_policy or note or raises or error",
    ),
    Fault(
        "a seed ignored",
        "lipbandits/play/simulation.py",
        put("np.random.SeedSequence(0,", "np.random.SeedSequence(root.entropy,"),
        "tests/test_simulation.py",
        "seed",
    ),
    Fault(
        "a checkpoint that takes another experiment",
        "lipbandits/play/checkpoint.py",
        put("if False:", "if identity != self.identity:"),
        "tests/test_simulation.py",
        "another_experiment or settings",
    ),
    Fault("a notebook that prints another number", "book/model.ipynb", other_output, "--nbval-lax book/model.ipynb"),
    Fault("a cell that raises", "book/model.ipynb", raising_cell, "--nbval-lax book/model.ipynb"),
    Fault(
        "an image without alt text",
        f"{BUILT}/oslb.html",
        without_alt_text,
        f"{SITE}/test_built_site.py",
        "every_image_says",
    ),
    Fault(
        "a control that does nothing",
        f"{BUILT}/_static/explorer.js",
        put("onabort: moved", "oninput: moved"),
        f"{SITE}/test_explorers.py",
        "chapter_shows and oslb",
    ),
    Fault(
        "a preset that leads elsewhere, by the script",
        f"{BUILT}/_static/frame.js",
        put('button(label, presets[0].state, "lb-preset")', 'button(label, state, "lb-preset")'),
        f"{SITE}/test_explorers.py",
        "chapter_shows and oslb",
    ),
    Fault(
        "a preset that leads elsewhere, by the page",
        f"{BUILT}/oslb.html",
        other_preset,
        f"{SITE}/test_explorers.py",
        "page_holds",
    ),
    Fault(
        "a dead link within the book",
        f"{BUILT}/errata.html",
        put('href="lower_bounds.html', 'href="lower_bound.html'),
        f"{SITE}/test_built_site.py",
        "dead",
    ),
    Fault(
        "a request to another host",
        f"{BUILT}/errata.html",
        in_the_page('<script>fetch("https://example.org/x").catch(() => 0)</script>'),
        f"{SITE}/test_built_site.py",
        "opens_from_a_folder and errata",
    ),
    Fault(
        "an error in the console",
        f"{BUILT}/_static/folds.js",
        below('\nthrow new Error("x");\n'),
        f"{SITE}/test_built_site.py",
        "opens_from_a_folder and errata",
    ),
    Fault(
        "colours too close in the dark theme",
        f"{BUILT}/_static/style.css",
        below('\nhtml[data-theme="dark"] .bd-article p { color: #555; }\n'),
        f"{SITE}/test_built_site.py",
        "is_quiet_light and errata",
    ),
    Fault(
        "text wider than a phone",
        f"{BUILT}/errata.html",
        in_the_page('<div style="width: 330px">x</div>'),
        f"{SITE}/test_built_site.py",
        "opens_from_a_folder and errata",
    ),
    Fault(
        "a key of class mode that does nothing",
        f"{BUILT}/_static/class.js",
        put('z: "reset"', 'r: "reset"'),
        f"{SITE}/test_class_mode.py",
        "fill_the_screen and oslb",
    ),
    Fault(
        "a shared link that loses the state",
        f"{BUILT}/_static/explorer.js",
        put("#${this.figure.id}?", "#${this.figure.id}?${query}"),
        f"{SITE}/test_explorers.py",
        "bare-rare",
    ),
    Fault(
        "a hand that moves another arm of the tent",
        "lipbandits/labs/page/means_hands.js",
        put("hold.before, hold.arm - 1,", "hold.before, hold.arm,"),
        f"{SITE}/test_labs.py",
        "a_drag_moves",
    ),
    Fault(
        "a bound of the page that is not the package's",
        "lipbandits/labs/page/tent.js",
        put("return { value: laiRobbins, rates,", "return { value, rates,"),
        f"{SITE}/test_labs.py",
        "what_the_package_computes",
    ),
    Fault(
        "a rule's days on other rewards than the reader's",
        "lipbandits/labs/page/ferry_days.js",
        put("policy, ...instanceOf(state, spec), seed: 1, marks", "policy, ...instanceOf(state, spec), marks"),
        f"{SITE}/test_ferry.py",
        "as_python_counts",
    ),
    Fault(
        "the meaning of a word that does not show",
        f"{BUILT}/_static/style.css",
        put("focus-visible)) > .lb-tip { display: none; }", "focus-visible)) > .lb-tip { display: inline-block; }"),
        f"{SITE}/test_reference.py",
        "every_meaning and ckl_ucb",
    ),
]


def passes(tree, fault):
    """(whether the fault's tests pass in a tree, what pytest said)."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *fault.tests.split()]
    command += ["-k", fault.which] if fault.which else []
    command += [] if "nbval" in fault.tests else ["-m", SELECTED]
    environment = os.environ | {"PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1", "REQUIRE_BROWSER": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(
            f"{fault.name}: pytest ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-500:]}"
        )
    return done.returncode == 0, done.stdout


def is_caught(tree, fault):
    file = tree / fault.file
    whole = file.read_text(encoding="utf-8")
    ok, said = passes(tree, fault)
    if not ok:
        raise RuntimeError(f"{fault.name}: its tests fail without it\n{said[-2000:]}")
    broken = fault.change(whole)
    assert broken != whole, fault.name
    file.write_text(broken, encoding="utf-8")
    try:
        return not passes(tree, fault)[0]
    finally:
        file.write_text(whole, encoding="utf-8")


def copy_of_the_tree(folder):
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    shutil.copytree(ROOT / BUILT, folder / BUILT)


def main(numbers):
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy_of_the_tree(Path(folder))
        for number, fault in enumerate(FAULTS, start=1):
            if not numbers or number in numbers:
                caught = is_caught(Path(folder), fault)
                missed += [] if caught else [fault.name]
                print(f"{number:2} {'caught' if caught else 'MISSED'}: {fault.name}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main({int(each) for each in sys.argv[1:]}))
