"""How to run the book oneself, and what that takes: one line at the end of every page, which unfolds.

What it offers follows from who builds the book (`publishing.py` knows). The time of a chapter is that of its cells
where the page was built; the other times are in TOOK, with the command that takes them again.
"""

from html import escape
from urllib.parse import quote

import publishing

HERE, TITLE = "run-it-yourself", "Run it yourself"
# What `make binder` times, on two cores: 57 and 28 seconds on 30 November 2026, several times that on a busy machine.
TOOK = {"install": "a minute", "compile": "half a minute"}


def setup(app):
    # Before the theme makes the page's list of contents.
    app.connect("html-page-context", add_section, priority=300)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_section(app, pagename, templatename, context, doctree):
    if doctree is None or "body" not in context:
        return
    notebook = app.env.doc2path(pagename).endswith(".ipynb")
    seconds = app.env.nb_metadata[pagename].get("exec_data", {}).get("runtime") if notebook else None
    context["body"] += section(f"{pagename}.ipynb" if notebook else "", seconds)
    context["toc"] = with_entry(context.get("toc", ""))


def with_entry(toc):
    """The page's list of contents, if it has one, with this section at its end."""
    parts, end = toc.rpartition("</ul>\n</li>\n</ul>")[::2] if toc.count("<ul>") > 1 else ("", "")
    if not parts:
        return toc
    entry = f'<li><a class="reference internal" href="#{HERE}">{TITLE}</a></li>\n'
    return f"{parts}{entry}</ul>\n</li>\n</ul>{end}"


def section(notebook, seconds):
    """The section of a page: of a chapter, by the name of its notebook and the seconds that its cells took."""
    ways = "".join(f"<li>{way}</li>\n" for way in [*in_the_browser(notebook), download(notebook), source()])
    return (
        f'<section class="lb-run-it" id="{HERE}" aria-labelledby="{HERE}-title">\n'
        f'<details><summary><h2 id="{HERE}-title">{TITLE}</h2></summary>\n'
        f"<p>{opening(notebook, seconds)}</p>\n<ul>\n{ways}</ul>\n</details>\n</section>\n"
    )


def opening(notebook, seconds):
    if not notebook:
        return "This page needs nothing but itself. The chapters are notebooks, which you can change and run."
    ran = f" Its cells took {duration(seconds)} where this page was built." if seconds else ""
    return f"The figures above need nothing but this page. Its code is a notebook, which you can change and run.{ran}"


def duration(seconds):
    """A time in words; of a long one, no more than it is good for."""
    if seconds < 100:
        return f"{max(1, round(seconds))} second{'s' * (round(seconds) > 1)}"
    return f"{round(seconds / 60)} minutes"


def link(address, words):
    return f'<a href="{escape(address)}">{words}</a>'


def in_the_browser(notebook):
    """Binder and Colab, or why not."""
    name, branch = publishing.repository(), quote(publishing.branch())
    if not name:
        yield (
            "<strong>In the browser, elsewhere</strong> (Binder, Colab): not from this copy of the book. It was built "
            "without the name of a repository, so there is no place from which they could fetch it."
        )
        return
    place = f"lab/tree/book{'/' * bool(notebook)}{notebook}"
    words = "this notebook in JupyterLab" if notebook else "all notebooks in JupyterLab"
    yield (
        f"<strong>Binder</strong>, nothing to install: "
        f"{link(f'{publishing.BINDER}/v2/gh/{name}/{branch}?urlpath={place}', words)} on a machine of mybinder.org. "
        f"Whoever comes first after a change of the book waits until that machine is built: on two cores of ours, "
        f"{TOOK['install']} to install and {TOOK['compile']} to compile. How long theirs takes was not measured."
    )
    if not publishing.has_release():
        yield "<strong>Colab</strong>: not yet, since it needs a release of the package, and there is none."
    elif notebook:
        address = f"{publishing.COLAB}/github/{name}/blob/{branch}/book/{notebook}"
        yield (
            f"<strong>Colab</strong>, with an account of Google: {link(address, 'this notebook in Colab')}. Its first "
            "cell installs the package. Colab draws no boxes of theorems and folds no solutions. How long it takes "
            "there was not measured."
        )


def download(notebook):
    """A notebook alone, and what it needs."""
    if notebook:
        what = f"{link(f'_sources/{notebook}', notebook)}, which runs alone"
    else:
        what = "each chapter ends with a link to its notebook, which runs alone"
    python = publishing.project()["requires-python"].removeprefix(">=")
    where, note = package()
    lines = f"pip install jupyterlab jupyterlab-myst {where}\njupyter lab {notebook}".rstrip()
    return (
        f"<strong>Download</strong>: {what}. With Python {python} or newer:\n<pre>{escape(lines)}</pre>\n{note}"
        f"Installing takes about {TOOK['install']} with a fast connection. What a chapter plays is compiled when it "
        "is first used, and kept."
    )


def package():
    """What pip installs the package from, and what to say of that."""
    if name := publishing.repository():
        return f"https://github.com/{name}/archive/{quote(publishing.branch())}.tar.gz", ""
    if publishing.has_release():
        return publishing.project()["urls"]["Release"], ""
    return "SOURCE", "<code>SOURCE</code> is the folder of the book's source, in which pyproject.toml is. "


def source():
    """All of it, with make."""
    name = publishing.repository()
    first = f"git clone {link(f'https://github.com/{name}', f'https://github.com/{name}')}, then " if name else ""
    return (
        f"<strong>All chapters and the package</strong>: {first}<code>make lab</code> in the folder of the source. The "
        f"first time it installs everything, in about {TOOK['install']}; later it starts at once."
    )
