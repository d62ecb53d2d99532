"""Draws the first picture of every lab that the book shows, with its words: `make stills`.

The page's own scripts draw them, in Chromium but without its page, as text.
"""

import json
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from lipbandits.labs import assets, placed
from lipbandits.labs.lab import STILLS, Lab
from tools.browser import path

# In pixels, as a chapter shows it on a wide screen.
SIZE = {"width": 720, "height": 464, "font": 14}


def drawn(page: Page, lab: Lab) -> dict:
    """{picture, words} of a lab's first state, on a page that has the labs' script."""
    return page.evaluate(
        "([kind, spec, size]) => lipbandits.engine.start().then(() => lipbandits.stills[kind](spec, size))",
        [lab.name, lab.spec, SIZE],
    )


def texts(page: Page, lab: Lab) -> dict[str, str]:
    """{file name: text} of a lab's first picture and its words."""
    found = drawn(page, lab)
    words = json.dumps(found["words"], ensure_ascii=False, indent=1) + "\n"
    return {f"{lab.still}.svg": found["picture"], f"{lab.still}.json": words}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=["--no-sandbox"])
        page = browser.new_page()
        page.add_script_tag(content=assets.script())
        for lab in placed():
            for name, text in texts(page, lab).items():
                Path(STILLS, name).write_text(text, encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
