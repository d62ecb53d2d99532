"""Which Chromium or Chrome the tools drive."""

import os
import shutil


def path() -> str:
    """What CHROMIUM names, or else the first that is installed."""
    named = os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"
    found = next((where for name in named if name and (where := shutil.which(name))), None)
    if found is None:
        raise SystemExit("no Chromium or Chrome found; set CHROMIUM to its path")
    return found
