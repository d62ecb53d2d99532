"""Hover text: the first use of a glossary term or of a symbol on a page becomes a link that shows its meaning.

Terms and definitions are those of the page `glossary`, symbols those of the tables in `notation`. The link is an
ordinary one, with a bubble that style sheets show under the pointer and on focus; a screen reader reads the bubble
once, as the link's description.
"""

import itertools
import re

from docutils import nodes
from glossary_words import pattern_of, singular
from plain_tex import characters, plain

# Pages of reference: what they are full of needs no explanation there.
NOT_ON = {"glossary", "notation", "api", "bibliography", "changelog", "citing", "reading_map", "own_policy"}
# Tables of `notation` whose symbols belong to some pages, whose names begin so; elsewhere the same letters may mean
# something else.
ONLY_IN = {
    "concentration": ("concentration",),
    "continuous-arms": ("continuous", "adaptive"),
    "contexts": ("contextual",),
}
# Letters of `notation` that a page uses for something else.
NOT_IN = {"concentration_levels": {r"\delta"}}

# Inside these a word is left alone: links, titles, code, pictures, and the bold or slanted word that is introduced.
CLOSED = (nodes.reference, nodes.title, nodes.literal, nodes.FixedTextElement, nodes.math, nodes.raw, nodes.strong)
CLOSED += (nodes.emphasis, nodes.figure, nodes.table, nodes.rubric, nodes.term, nodes.footnote, nodes.citation)
CLOSED_NAMES = re.compile("exercise|solution|pending_xref|toctree|desc")
# What is folded is not read by everyone, so it is no first use; an option to choose is a label.
CLOSED_CLASSES = {"cell", "cell_input", "cell_output", "dropdown", "lb-options", "lb-shows"}


class hover(nodes.Inline, nodes.TextElement):
    """A word or a symbol; `tip` is its meaning, `to` the address of its entry, `number` its place on the page."""


def setup(app):
    app.add_node(hover, html=(open_link, close_link))
    app.connect("doctree-resolved", link_first_uses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def link_first_uses(app, doctree, docname):
    """Make a link of the first use of each term and symbol in the prose of a page."""
    if docname in NOT_ON or not {"glossary", "notation"} <= app.env.found_docs:
        return
    entries = {
        page: {word: (f"{app.builder.get_relative_uri(docname, page)}#{place}", tip) for word, (place, tip) in found}
        for page, found in (
            ("glossary", glossary(app.env.get_doctree("glossary")).items()),
            ("notation", symbols(app.env.get_doctree("notation"), docname).items()),
        )
    }
    explain(doctree, entries["glossary"], entries["notation"])


def explain(doctree, terms, signs):
    """Link first uses; terms and signs are {word: (address, meaning)}."""
    pattern, seen = pattern_of(terms), set()

    def link(shown, entry):
        seen.add(entry)
        return hover("", "", shown, to=entry[0], tip=entry[1], number=len(seen))

    for node in list(doctree.findall(lambda node: isinstance(node, nodes.Text | nodes.math))):
        if not is_prose(node):
            continue
        if isinstance(node, nodes.math):
            entry = signs.get(normal(node.astext()))
            if entry and entry not in seen:
                shown = link(node.deepcopy(), entry)
                # A formula has no text of its own before it is typeset, nor has a link that holds nothing else.
                shown["name"] = characters(node.astext())
                node.parent.replace(node, shown)
            continue
        parts, start, text = [], 0, node.astext()
        for match in pattern.finditer(text):
            entry = terms[singular(match[0], terms)]
            if entry not in seen:
                parts += [nodes.Text(text[start : match.start()]), link(nodes.Text(match[0]), entry)]
                start = match.end()
        if parts:
            node.parent.replace(node, [*parts, nodes.Text(text[start:])])


def is_prose(node):
    """Whether a node stands in running text, and not in a title, a link, code, a figure, a table or an exercise."""
    if in_raw_link(node):
        return False
    while node.parent is not None:
        node = node.parent
        closed = isinstance(node, CLOSED) or CLOSED_NAMES.search(type(node).__name__)
        if closed or CLOSED_CLASSES & set(node.get("classes", ())):
            return False
    # A text that another extension has put into code does not know where it stands.
    return isinstance(node, nodes.document)


def in_raw_link(node):
    """Whether a node stands between the tags of a link that the page writes in HTML."""
    before = itertools.takewhile(lambda each: each is not node, node.parent or ())
    html = "".join(each.astext() for each in before if isinstance(each, nodes.raw))
    return html.count("<a ") > html.count("</a>")


def glossary(doctree):
    """{term: (anchor, first paragraph of its definition)}; the terms of one entry share the anchor of the first."""
    found = {}
    for item in doctree.findall(nodes.definition_list_item):
        terms = list(item.findall(nodes.term))
        tip = plain(next(item.findall(nodes.paragraph)))
        found |= {term.astext(): (terms[0]["ids"][0], tip) for term in terms}
    return found


def symbols(doctree, docname):
    """{symbol: (anchor of its table, meaning)}, as far as the tables speak of the page; its own table comes first."""
    general, own = {}, {}
    for table in doctree.findall(nodes.table):
        place = table.parent["ids"][0]
        if not docname.startswith(ONLY_IN.get(place, (docname,))):
            continue
        for first, meaning, *_ in (row.children for row in table.findall(nodes.row)):
            signs = [normal(sign.astext()) for sign in first.findall(nodes.math)]
            tip = f"{plain(first)}: {plain(meaning)}" if len(signs) > 1 else plain(meaning)
            # A cell with words in it names something, such as OSLB(ε).
            if not re.search(
                r"\w", "".join(t for t in first.findall(nodes.Text) if not isinstance(t.parent, nodes.math))
            ):
                (own if place in ONLY_IN else general).update(dict.fromkeys(signs, (place, tip)))
    return {sign: entry for sign, entry in (general | own).items() if sign not in NOT_IN.get(docname, ())}


def normal(tex):
    """TeX without what does not change a symbol."""
    return re.sub(r"\\[,! ]|\s", "", tex)


def open_link(self, node):
    # Hidden from screen readers as text: as the description of the link they read it all the same, and once.
    tip = f"lb-tip-{node['number']}"
    named = {"aria-label": node["name"]} if "name" in node else {}
    link = self.starttag(node, "a", "", href=node["to"], **{"aria-describedby": tip}, **named)
    bubble = f'<span class="lb-tip" role="tooltip" aria-hidden="true" id="{tip}">{self.encode(node["tip"])}</span>'
    self.body.append(f'<span class="lb-hover">{bubble}{link}')


def close_link(self, node):
    self.body.append("</a></span>")
