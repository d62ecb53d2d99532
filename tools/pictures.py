"""Take two pictures from the built book: `make picture`.

explorer.png    the lab of the introduction, for the README
card.png        1200 × 630 pixels, what other sites show beside a link to the book
"""

import base64
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tools.browser import path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "_build" / "html" / "intro.html"
STATIC = ROOT / "book" / "_static"
CARD = """
<style>
  body {{ margin: 0; width: 1200px; height: 630px; background: #fff; color: #1b1b1b; font-family: sans-serif; }}
  h1 {{ margin: 0; padding: 52px 60px 0; font-size: 60px; }}
  p {{ margin: 0; padding: 14px 60px 26px; font-size: 30px; color: #444; }}
  img {{ display: block; width: 1080px; margin: 0 auto; }}
</style>
<h1>Lipschitz bandits, hands on</h1>
<p>Drag an option, and see what it says about its neighbours.</p>
<img src="data:image/png;base64,{picture}">
"""

# Of the picture's height, what the means and the evidence take.
UPPER = 0.64


def lab(browser: Browser, scale: int) -> tuple[Page, Locator]:
    """The introduction, and its lab in a state that shows a tent; `scale` pixels of the picture a pixel of the page."""
    page = browser.new_page(viewport={"width": 1280, "height": 1400}, color_scheme="light", device_scale_factor=scale)
    page.goto(f"{PAGE.as_uri()}#tent?shape=triangle&L=0.6&k=3")
    figure = page.locator("figure[data-lab=tent]")
    figure.locator("input").first.wait_for()
    page.wait_for_timeout(2000)
    return page, figure


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=path(), args=["--no-sandbox", "--disable-background-networking"]
    )
    _, figure = lab(browser, scale=1)
    figure.screenshot(path=STATIC / "explorer.png")
    page, figure = lab(browser, scale=2)
    box = figure.locator(".lb-picture").bounding_box()
    picture = page.screenshot(clip={**box, "height": UPPER * box["height"]})
    card = browser.new_page(viewport={"width": 1200, "height": 630})
    card.set_content(CARD.format(picture=base64.b64encode(picture).decode()))
    card.screenshot(path=STATIC / "card.png")
    browser.close()
