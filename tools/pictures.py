"""Take two pictures from the built book: `make picture`.

explorer.png    an explorer, for the README
card.png        1200 × 630 pixels, what other sites show beside a link to the book
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "_build" / "html" / "lower_bound.html"
STATIC = ROOT / "book" / "_static"
CARD = """
<style>
  body {{ margin: 0; width: 1200px; height: 630px; background: #fff; color: #1b1b1b; font-family: sans-serif; }}
  h1 {{ margin: 0; padding: 52px 60px 0; font-size: 60px; }}
  p {{ margin: 0; padding: 14px 60px 26px; font-size: 30px; color: #444; }}
  div {{ display: flex; justify-content: center; gap: 30px; --lb-ink: #1b1b1b; --lb-paper: #fff; }}
  svg {{ height: 360px; width: auto; }}
</style>
<h1>Lipschitz bandits, hands on</h1>
<p>Pull a slider, and see what one option says about its neighbours.</p>
<div>{panels}</div>
"""

browser_path = next(p for p in (os.environ.get("CHROMIUM"), "chromium", "google-chrome") if p and shutil.which(p))
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which(browser_path), args=["--no-sandbox", "--disable-background-networking"]
    )
    page = browser.new_page(viewport={"width": 1280, "height": 1000}, color_scheme="light")
    page.goto(f"{PAGE.as_uri()}#confusing?k=3&L=0.6")
    figure = page.locator("figure[data-explorer=confusing]")
    figure.locator("input").first.wait_for()
    page.wait_for_timeout(2000)
    figure.screenshot(path=STATIC / "explorer.png")
    panels = "".join(figure.locator(".lb-panel svg").evaluate_all("all => all.map(svg => svg.outerHTML)"))
    card = browser.new_page(viewport={"width": 1200, "height": 630})
    card.set_content(CARD.format(panels=panels))
    card.screenshot(path=STATIC / "card.png")
    browser.close()
