"""A lab as one file, for slides and course systems: its figure, style, scripts and engine, and no other request."""

import gzip
import re
from html import escape
from string import Template
from typing import TYPE_CHECKING

from lipbandits.labs import assets

if TYPE_CHECKING:
    from lipbandits.labs.lab import Lab

# The book's own colours, for a page without its theme.
_LIGHT = (
    "--pst-color-text-base:#222832;--pst-color-background:#fff;--pst-color-surface:#f3f4f5;"
    "--pst-color-border:#c9c9c9;--pst-color-link:#0a58ca"
)
_DARK = (
    "--pst-color-text-base:#ced6dd;--pst-color-background:#14181e;--pst-color-surface:#29313d;"
    "--pst-color-border:#48566b;--pst-color-link:#9ccbff"
)
# What may stand in a string of a script on a page: printable, and no quote, bracket or backslash.
_LETTERS = "".join(letter for letter in map(chr, range(32, 127)) if letter not in '"<\\')[:91]
# ?theme=light or ?theme=dark stands before # in the address; without it the system decides. The browser unpacks the
# scripts, so that the file is small; where it cannot, the first state stays.
_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>$question</title>
<meta name="viewport" content="width=device-width">
<style>
:root{$light}
:root[data-theme="dark"]{$dark}
@media (prefers-color-scheme:dark){:root:not([data-theme]){$dark}}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:var(--pst-color-background)}
$style
figure.lb-explorer{margin:0;border:0}
</style>
</head>
<body>
<main>
$figure
</main>
<script>
(() => {
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  // 13 bits in two letters of 91, all that are printable but for three.
  const value = (code) => code - 32 - (code > 34) - (code > 60) - (code > 92);
  const unpacked = (text, length) => {
    const bytes = new Uint8Array(length);
    for (let i = 0, at = 0, held = 0, count = 0; i < text.length; i += 2) {
      held |= (91 * value(text.charCodeAt(i)) + value(text.charCodeAt(i + 1))) << count;
      for (count += 13; count >= 8 && at < bytes.length; count -= 8, held >>>= 8) bytes[at++] = held & 255;
    }
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  };
  const still = () => {
    const figure = document.querySelector("figure");
    figure.querySelector(".lb-status span").textContent += ` $${figure.dataset.still}`;
  };
  const letters = (buffer) => Array.from(new Uint8Array(buffer), (each) => String.fromCharCode(each)).join("");
  Promise.resolve()
    .then(() => Promise.all([unpacked($engine).arrayBuffer(), unpacked($scripts).text()]))
    .then(([engine, text]) => {
      globalThis.lipbandits = { engine: { base64: btoa(letters(engine)) } };
      document.head.append(Object.assign(document.createElement("script"), { text }));
    })
    .catch(still);
})();
</script>
</body>
</html>
""")


def page(lab: "Lab") -> str:
    """The lab as a page of its own that asks nothing of any other file or host.

    It takes the links of the lab (``lie.html#tent?theta=…``) and, before them, ``?theme=light`` or ``?theme=dark``. It
    works in a frame with ``sandbox="allow-scripts"``.

    Parameters
    ----------
    lab : Lab
        Any lab.

    Returns
    -------
    str
        HTML.
    """
    return _PAGE.substitute(
        question=escape(lab.question),
        light=_LIGHT,
        dark=_DARK,
        style=_bare(assets.style()),
        figure=_tenths(lab.html()),
        engine=_packed(assets.WASM.read_bytes()),
        scripts=_packed(assets.script(lab.name, with_engine=False).encode()),
    )


def _tenths(figure: str) -> str:
    """The first picture with curves to a tenth of a pixel; it is drawn anew as soon as the lab is awake."""
    return re.sub(r' (?:points|d)="[^"]*"', lambda curve: re.sub(r"(\.\d)\d+", r"\1", curve[0]), figure)


def _bare(style: str) -> str:
    """A style sheet without its comments, and without space where none is needed."""
    style = re.sub(r"/\*.*?\*/|^\s+", "", style, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r";?\n(?=})|(?<=[{;,])\n| (?={)|(?<=[:,]) (?=[^\"]*$)", "", style, flags=re.MULTILINE)


def _packed(data: bytes) -> str:
    """Data in gzip, the same bytes each time: letters, two for each 13 bits, the lowest first; and how many bytes."""
    packed, pairs = gzip.compress(data, 9, mtime=0), []
    for first in range(0, len(packed), 13):
        bits = int.from_bytes(packed[first : first + 13], "little")
        for _ in range(8):
            bits, rest = divmod(bits, 8192)
            pairs.append(_LETTERS[rest // 91] + _LETTERS[rest % 91])
    return f'"{"".join(pairs)}", {len(packed)}'
