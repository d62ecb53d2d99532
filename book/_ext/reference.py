"""The page `api` and the pages with its source code, where no setting of Sphinx does it."""

import re

from sphinx.domains.python import PyXRefRole


class Name(PyXRefRole):
    """A name in single backquotes is found by its end, wherever the module is that defines it, as after ``:obj:`.``."""

    def process_link(self, env, refnode, has_explicit_title, title, target):
        refnode["refspecific"] = True
        return super().process_link(env, refnode, has_explicit_title, title, target)


def setup(app):
    app.add_role_to_domain("py", "obj", Name(), override=True)
    app.connect("html-page-context", repair_source_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def repair_source_pages(app, pagename, templatename, context, doctree):
    """What viewcode writes wrongly: lists within lists, and ways back to names that the page knows by longer ones."""
    if pagename == "_modules/index":
        title, _, items = context["body"].partition("<ul>")
        context["body"] = f"{title}<ul>{re.sub('</?ul>', '', items)}</ul>"
    elif pagename.startswith("_modules/"):
        module = pagename.removeprefix("_modules/").replace("/", ".")
        # Less the names by which Sphinx knows the same object elsewhere: these are no places on the page.
        objects = app.env.get_domain("py").get_objects()
        documented = {name for name, _, _, _, place, _ in objects if place == name}

        def known(match):
            name = f"{module}.{match[1].removeprefix('lipbandits.')}"
            return f'#{name}"' if name in documented else match[0]

        context["body"] = re.sub(r'#(lipbandits\.[\w.]+)"', known, context["body"])
