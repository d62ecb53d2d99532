"""The shape of the built chapters, a line each: `python -m tools.shape [SITE]`; `make shape` builds the book first.

At 1280 by 900, as a new reader opens a page:

screens   height of the page in screens
code      share of the height that visible code takes
output    share that printed text takes; tables and figures are none
touch     share that labs and explorers take
first     where the middle of the first of them is, in screens
overflow  visible cells of code that are wider than the column
shift     what moved after the page was drawn, as browsers count it (cumulative layout shift)

The limits are those of tests/site/test_shape.py.
"""

import sys
from dataclasses import astuple, dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser import path

WIDTH, HEIGHT = 1280, 900
SHIFTS = """window.shifted = 0;
new PerformanceObserver(list => list.getEntries().forEach(entry => {
    if (!entry.hadRecentInput) window.shifted += entry.value;
})).observe({ type: "layout-shift", buffered: true });"""
MEASURED = """() => {
    const main = document.querySelector("main");
    const shown = element => element.checkVisibility({ visibilityProperty: true });
    const all = selector => [...main.querySelectorAll(selector)].filter(shown);
    const height = element => element.getBoundingClientRect().height;
    const sum = elements => elements.reduce((total, element) => total + height(element), 0);
    const whole = document.documentElement.scrollHeight;
    const figures = all("figure.lb-explorer");
    const middle = element => element.getBoundingClientRect().top + scrollY + height(element) / 2;
    return {
        screens: whole / innerHeight,
        code: sum(all(".cell_input")) / whole,
        output: sum(all(".cell_output pre")) / whole,
        touch: sum(figures) / whole,
        first: Math.min(...figures.map(middle)) / innerHeight,
        overflow: all(".cell_input pre").filter(pre => pre.scrollWidth > pre.clientWidth + 1).length,
        shift: window.shifted,
    };
}"""


@dataclass
class Shape:
    """What is measured of a page; the head of this file says what each is."""

    screens: float
    code: float
    output: float
    touch: float
    first: float
    overflow: int
    shift: float


def shape(page) -> Shape:
    """Measure an open page of Playwright's, which began with the script SHIFTS, when its formulas are typeset."""
    # Long enough for whatever comes late: what is drawn when it comes into view included.
    page.wait_for_timeout(1000)
    return Shape(**page.evaluate(MEASURED))


def main(site: Path) -> None:
    root = Path(__file__).resolve().parents[1]
    print(f"{'chapter':16}{'screens':>8}{'code':>7}{'output':>8}{'touch':>7}{'first':>7}{'overflow':>10}{'shift':>7}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=["--no-sandbox"])
        for notebook in sorted((root / "book").glob("*.ipynb")):
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.add_init_script(SHIFTS)
            page.goto((site / f"{notebook.stem}.html").as_uri())
            page.evaluate("Promise.resolve(window.MathJax?.startup?.promise).then(() => true)")
            screens, code, output, touch, first, overflow, shift = astuple(shape(page))
            print(f"{notebook.stem:16}{screens:8.1f}{code:7.0%}{output:8.0%}{touch:7.0%}", end="")
            print(f"{first:7.2f}{overflow:10}{shift:7.3f}")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "_build/html").resolve())
