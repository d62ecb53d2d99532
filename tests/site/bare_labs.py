"""A page with labs and nothing of the book, and what tests do on it."""

import pytest

from lipbandits.labs import assets

# As the book's dark mode has them.
DARK = (
    "html[data-theme=dark]{--pst-color-text-base:#ced6dd;--pst-color-background:#14181e;--pst-color-surface:#29313d;"
    "--pst-color-border:#48566b;--pst-color-link:#9ccbff}"
)
BODY = (
    "body{font:16px/1.5 sans-serif;margin:0 auto;max-width:50rem;color:var(--pst-color-text-base,#222);"
    "background:var(--pst-color-background,#fff)}"
)
# Narrow and wide, light and dark; in every way before a release.
some_looks = pytest.mark.parametrize(
    ("width", "theme"),
    [
        (390, "light"),
        (1280, "dark"),
        pytest.param(390, "dark", marks=pytest.mark.release),
        pytest.param(1920, "light", marks=pytest.mark.release),
    ],
)
# Waits until a lab has drawn all it has to draw.
RESTED = "() => [...lipbandits.labs.ids()].every((id) => !lipbanditsExplorers.get(id).due)"


def page_of(folder, *labs):
    """The address of a page with these labs, far from each other."""
    path = folder / "labs.html"
    figures = "<div style='height:1500px'></div>".join([*(lab.html() for lab in labs), ""])
    path.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Labs</title><meta name='viewport' "
        f"content='width=device-width'><style>{BODY}{DARK}</style><style>{assets.style()}</style><main><h1>Labs</h1>"
        f"{figures}</main><script>{assets.script()}</script></html>",
        encoding="utf-8",
    )
    return path.as_uri()


def settled(page):
    page.wait_for_function(RESTED)


def centre(page, key, which="tent"):
    """Where a mark is, in the window."""
    mark = page.locator(f"#{which} [data-key='{key}']")
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
