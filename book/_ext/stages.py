"""A staged proof: steps beside a picture that stays, each step a state of the lab that stands just before them.

    ::::{stages} tent-3
    :::{stage} Claim
    :state: shape=triangle&L=4&k=3

    What the step says, with formulas and references.
    :::
    ::::

The state is the part of the lab's link after "?". All can be read as it is written, in the order of the page; stages.js
in `_static` takes the steps into the figure and shows each one's state when the reader comes to it.
"""

from typing import ClassVar
from urllib.parse import parse_qsl

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)


class stages(nodes.General, nodes.Element):
    """The steps of a figure, `figure`."""


class stage(nodes.General, nodes.Element):
    """A step with its `name` and its `state`."""


class Stages(SphinxDirective):
    """Steps beside a lab."""

    has_content = True
    required_arguments = 1

    def run(self):
        node = stages(figure=self.arguments[0])
        self.set_source_info(node)
        self.state.nested_parse(self.content, self.content_offset, node)
        if len(node.children) < 2 or not all(isinstance(child, stage) for child in node.children):
            raise self.error("stages: expected two or more stages, and nothing between them")
        return [node]


class Stage(SphinxDirective):
    """A step: its name, the lab's state and the text."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"state": directives.unchanged_required}

    def run(self):
        state = self.options.get("state", "")
        if not parse_qsl(state, strict_parsing=False, keep_blank_values=False):
            raise self.error(f"stage: :state: {state!r}; expected what a link to a state has after its '?'")
        node = stage(name=self.arguments[0], state=state)
        self.set_source_info(node)
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def setup(app):
    app.add_node(stages, html=(open_stages, close))
    app.add_node(stage, html=(open_stage, close))
    app.add_directive("stages", Stages)
    app.add_directive("stage", Stage)
    app.connect("html-page-context", find_the_labs)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def find_the_labs(app, pagename, templatename, context, doctree):
    """Warn of steps whose lab does not stand before them."""
    if doctree is None:
        return
    for node in doctree.findall(stages):
        kind, _, count = node["figure"].rpartition("-") if node["figure"][-1].isdigit() else (node["figure"], "", "1")
        before = context["body"].split(f'data-stages="{node["figure"]}"')[0]
        if before.count(f' data-lab="{kind}"') != int(count):
            logger.warning("stages: the lab %r does not stand just before its steps", node["figure"], location=node)


def open_stages(self, node):
    self.body.append(self.starttag(node, "div", CLASS="lb-stages", **{"data-stages": node["figure"]}))


def open_stage(self, node):
    self.body.append(self.starttag(node, "div", CLASS="lb-stage", **{"data-state": node["state"]}))
    name = self.encode(node["name"])
    level = 1 + sum(isinstance(each, nodes.section) for each in ancestors(node))
    self.body.append(f'<p class="lb-stage-name" role="heading" aria-level="{level}">{name}</p>\n')


def ancestors(node):
    """What a node stands in, from the inside out."""
    while node := node.parent:
        yield node


def close(self, node):
    self.body.append("</div>\n")
