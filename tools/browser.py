"""Which Chromium or Chrome the tools drive."""

import os
import shutil

ON_A_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def path() -> str:
    """What CHROMIUM names, or else the first that is installed."""
    named = os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", *ON_A_MAC
    found = next((where for name in named if name and (where := shutil.which(name))), None)
    if found is None:
        raise SystemExit("no Chromium or Chrome found; set CHROMIUM to its path")
    return found
