"""Commit, then reveal: a question before a figure, and what the figure shows, folded until the reader has answered.

    :::{predict} figure-id                  :::{shows} figure-id
    The question.                           :truth: an option

    - an option                             What it shows …
    - another option                        :::
    :::

In place of the list, `:number: unit` with `:range: 0 400` asks for a number, and `:draw: panel` for a curve over the
empty axes of an explorer's panel. `:light:` leaves the upper half of a lab's picture, or the reader's own days at the
ferry, in sight and in the hand, and takes the first press for the answer. `:state:` in `shows` is the part of a link
after the "?": the state that the question asks about, to which the figure goes for whoever answers or skips. All can be
read as it is written, in the order of the page; predictions.js in `_static` puts the question on the figure and covers
it, and the results of the folded checks that follow it, until it is answered.
"""

import json
import re
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from plain_tex import characters, plain
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)
FIGURE = re.compile('<figure class="lb-explorer[^>]*>')
NAME = re.compile(' data-(?:explorer|lab)="([^"]+)"')


class predict(nodes.Admonition, nodes.Element):
    """The question of a figure: `options`, or `unit` and `range`, or the `axes` of a panel to draw on."""


class shows(nodes.Admonition, nodes.Element):
    """What a figure shows; `truth` is the text of an option, or a number, `state` the part of a link after the "?"."""


class Predict(SphinxDirective):
    """A question to answer before a figure answers it."""

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = {
        **dict.fromkeys(("number", "range", "draw"), directives.unchanged_required),
        "light": directives.flag,
    }

    def run(self):
        node = begun(self, predict, "Predict first")
        lists = list(node.findall(nodes.bullet_list))
        if bool(lists) + ("number" in self.options) + ("draw" in self.options) != 1:
            raise self.error("predict: expected a list of options, or :number:, or :draw:, and one of them only")
        if "number" in self.options:
            node["unit"], node["range"] = self.options["number"], self.range()
        elif "draw" in self.options:
            node["axes"] = axes_of(node["figure"], self.options["draw"], self.error)
        else:
            lists[0]["classes"].append("lb-options")
            node["light"] = "light" in self.options
            node["options"] = [plain(item) for item in lists[0].children]
            if len(set(node["options"])) != len(node["options"]) or len(node["options"]) < 2:
                raise self.error(f"predict: options {node['options']}; expected two or more that differ")
        return [node]

    def range(self):
        """The least and the largest number that may be answered."""
        text = self.options.get("range", "")
        try:
            low, high = (float(part) for part in text.split())
        except ValueError:
            low = high = 0
        if not low < high:
            raise self.error(f"predict: :range: {text!r}; expected two numbers, the smaller first")
        return low, high


class Shows(SphinxDirective):
    """What a figure shows, with the right answer."""

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = dict.fromkeys(("truth", "state"), directives.unchanged_required)

    def run(self):
        node = begun(self, shows, "What it shows")
        node["state"] = self.options.get("state", "")
        # Seen while it is folded.
        node[0] += nodes.inline("", " (opens when you have predicted or skipped)", classes=["lb-when"])
        truth = re.sub(r"\$([^$]*)\$", lambda formula: characters(formula[1]), self.options.get("truth", ""))
        node["truth"] = " ".join(truth.split())
        return [node]


def begun(directive, kind, title):
    """A node of a kind with its title and what the directive holds."""
    node = kind(figure=directive.arguments[0], classes=["admonition", f"lb-{kind.__name__}"])
    directive.set_source_info(node)
    node += nodes.title(title, title)
    directive.state.nested_parse(directive.content, directive.content_offset, node)
    return node


def axes_of(figure, panel, error):
    """A panel's empty axes as SVG, and where a curve's numbers lie in them."""
    # Drawn only where a page asks for a curve.
    from lipbandits.explorers import catalogue
    from lipbandits.explorers.empty import empty_panel

    try:
        return empty_panel(catalogue()[re.sub(r"-\d+$", "", figure)], panel)
    except KeyError as missing:
        raise error(f"predict: no explorer or panel is called {missing}") from None


def setup(app):
    app.add_node(predict, html=(open_predict, close))
    app.add_node(shows, html=(open_shows, close))
    app.add_directive("predict", Predict)
    app.add_directive("shows", Shows)
    app.connect("doctree-read", pair)
    app.connect("html-page-context", mark_figures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def pair(app, doctree):
    """Give each question its right answer, and warn of one that has none."""
    told = {node["figure"]: node for node in doctree.findall(shows)}
    asked = {node["figure"]: node for node in doctree.findall(predict)}
    for figure in told.keys() - asked.keys():
        logger.warning("shows: nothing asks about %r", figure, location=told[figure])
    for figure, node in asked.items():
        if figure not in told:
            logger.warning("predict: nothing shows %r", figure, location=node)
        else:
            node["truth"] = truth_of(node, told[figure])


def truth_of(node, answer):
    """The place of the right option, or the right number; None where a curve is drawn."""
    text, options = answer["truth"], node.get("options")
    if options:
        if text in options:
            return options.index(text)
        logger.warning("shows: truth %r is none of %s", text, options, location=answer)
    elif "range" in node:
        low, high = node["range"]
        if re.fullmatch(r"-?\d+(\.\d+)?", text) and low <= float(text) <= high:
            return float(text)
        logger.warning("shows: truth %r is no number from %g to %g", text, low, high, location=answer)
    elif text:
        logger.warning("shows: truth %r, but the answer is a curve", text, location=answer)
    return None


def mark_figures(app, pagename, templatename, context, doctree):
    """Mark the figures that are asked about, to be covered before they are seen; warn of one that is not there."""
    if doctree is None:
        return
    body, seen, found = context.get("body", ""), {}, {}

    def marked(match):
        name = NAME.search(match[0])
        if name is None:
            # Neither an explorer nor a lab: nobody can ask about it.
            return match[0]
        name = name[1]
        # As frame.js tells the second from the first.
        seen[name] = seen.get(name, 0) + 1
        figure = name if seen[name] == 1 else f"{name}-{seen[name]}"
        found[figure] = match.start()
        return f'{match[0][:-1]} data-predict="{figure}">' if figure in asked else match[0]

    asked = {node["figure"]: node for node in doctree.findall(predict)}
    context["body"] = FIGURE.sub(marked, body)
    for figure, node in asked.items():
        if figure not in found:
            logger.warning("predict: the page has no figure %r, only %s", figure, sorted(found), location=node)
        elif not body.find(f'id="predict-{figure}"') < found[figure] < body.find(f'id="shows-{figure}"'):
            logger.warning("predict: %r does not stand between its question and its answer", figure, location=node)


def open_predict(self, node):
    data = {"data-figure": node["figure"]}
    if node.get("truth") is not None:
        data["data-truth"] = f"{node['truth']:g}"
    if node.get("light"):
        data["data-light"] = ""
    if "options" in node:
        data["data-options"] = json.dumps(node["options"], ensure_ascii=False)
    if "range" in node:
        data |= {"data-unit": node["unit"], "data-min": f"{node['range'][0]:g}", "data-max": f"{node['range'][1]:g}"}
    if "axes" in node:
        data["data-frame"] = json.dumps(node["axes"][1], ensure_ascii=False)
    start(self, node, "predict", "tip", data)


def open_shows(self, node):
    data = {"data-figure": node["figure"]}
    if node["state"]:
        data["data-state"] = node["state"]
    start(self, node, "shows", "note", data)


def start(self, node, name, look, data):
    self.body.append(self.starttag(node, "div", CLASS=look, ids=[f"{name}-{node['figure']}"], **data))


def close(self, node):
    if "axes" in node:
        # For a script to draw on; a reader without scripts has the picture itself.
        self.body.append(f'<div class="lb-axes" aria-hidden="true" hidden>{node["axes"][0]}</div>')
    self.body.append("</div>\n")
