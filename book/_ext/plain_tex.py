"""Simple TeX as plain characters, for places where no formula can stand: θ* − θₖ."""

import re

from docutils import nodes

# The longer first where one begins another.
SIGNS = {
    **{
        r"\hat\theta": "θ̂",
        r"\theta": "θ",
        r"\Theta": "Θ",
        r"\lambda": "λ",
        r"\beta": "β",
        r"\delta": "δ",
        r"\eta": "η",
    },
    **{r"\varepsilon": "ε", r"\mu": "μ", r"\nu": "ν", r"\pi": "π", r"\psi": "ψ", r"\rho": "ρ", r"\infty": "∞"},
    **{r"\mathcal{K}": "K", r"\sum": "Σ", r"\log": "log ", r"\max": "max ", r"\lvert": "|", r"\rvert": "|"},
    **{r"\le": "≤", r"\,": " ", r"^\star": "*", "^+": "⁺", "^-": "⁻", "^k": "ᵏ", "-": "−"},
    **{"_k": "ₖ", "_i": "ᵢ", "_j": "ⱼ", "_1": "₁"},
}


def characters(tex):
    """TeX with the signs above and no braces; what has no sign stays as it is."""
    for sign, text in SIGNS.items():
        tex = tex.replace(sign, text)
    return re.sub(r"[{}]", "", tex)


def plain(node):
    """The text of a piece of a page, its formulas as characters."""
    parts = (
        characters(text) if isinstance(text.parent, nodes.math) else text.astext() for text in node.findall(nodes.Text)
    )
    return " ".join("".join(parts).split())
