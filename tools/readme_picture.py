"""Take the README's picture of an explorer from the built book: `make picture`."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "_build" / "html" / "lower_bound.html"
PICTURE = ROOT / "book" / "_static" / "explorer.png"

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
    figure.screenshot(path=PICTURE)
    browser.close()
print(PICTURE.relative_to(ROOT))
