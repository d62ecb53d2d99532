"""Where a built book says it comes from: launch buttons, and what other sites show when they link to a page.

A build that publishes names its repository; any other build, on a reader's machine for instance, has no button that
leads nowhere. `publish.yml` sets

    BOOK_REPOSITORY   owner/name on GitHub, a fork's too
    BOOK_BRANCH       the branch whose notebooks the buttons open (main)
    BOOK_URL          the address of the published book
"""

import os
import re
import tomllib
from html import escape
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parents[2]
BINDER, COLAB = "https://mybinder.org", "https://colab.research.google.com"
CARD = ("_static/card.png", "An explorer of the book: means of seventeen arms and the model most easily taken for them")


def setup(app):
    # Before the theme reads its options.
    app.connect("config-inited", set_addresses, priority=100)
    # Before sphinxext-opengraph, at the usual 500, which keeps what it finds.
    app.connect("html-page-context", describe, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def set_addresses(app, config):
    """Give the theme the buttons of the repository that builds the book, and the social tags its address."""
    address = os.environ.get("BOOK_URL", "").rstrip("/")
    if address:
        config.ogp_site_url = f"{address}/"
        config.ogp_image, config.ogp_image_alt = f"{address}/{CARD[0]}", CARD[1]
    if not (name := repository()):
        return
    buttons = {"binderhub_url": BINDER, "notebook_interface": "jupyterlab"}
    if has_release():
        buttons["colab_url"] = COLAB
    config.html_theme_options = config.html_theme_options | {
        "repository_url": f"https://github.com/{name}",
        "repository_branch": branch(),
        "path_to_docs": "book",
        "use_repository_button": True,
        "use_issues_button": True,
        "launch_buttons": buttons,
    }


def repository():
    """The owner/name of the repository that builds the book; empty where none is named."""
    name = os.environ.get("BOOK_REPOSITORY", "")
    if name and not re.fullmatch(r"[\w-]+/[\w.-]+", name):
        raise ValueError(f"BOOK_REPOSITORY: {name!r} is not owner/name")
    return name


def branch():
    """The branch, or the tag of a release, whose notebooks the buttons open."""
    return os.environ.get("BOOK_BRANCH", "main")


def project():
    """What pyproject.toml says of the package."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def has_release():
    """Whether `make address` has named a release, which Colab's first cell installs."""
    return ".invalid/" not in project()["urls"]["Release"]


def describe(app, pagename, templatename, context, doctree):
    """Describe a page by its opening sentence: further on there are labels and formulas, which no card can show."""
    if doctree is None or not (opening := next(doctree.findall(nodes.paragraph), None)):
        return
    text = " ".join(opening.astext().split())
    context["meta"] = (context["meta"] or {}) | {"og:description": text}
    context["metatags"] = context.get("metatags", "") + f'<meta name="description" content="{escape(text)}" />\n'
