"""How the documentation site is made from the pages in this folder; `.ci/docs` makes it."""

import re
from typing import Any

project = "numero-cam"
extensions = ["myst_parser"]
# Furo and Sphinx load nothing from other hosts; a test looks.
html_theme = "furo"
html_title = "numero-cam"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
smartquotes = False  # options and messages are quoted letter by letter
myst_heading_anchors = 4

_OUTSIDE = re.compile(r"\]\(((?:\.\./)+[^)#]+\.md)\)")


def _hand_out(app: Any, name: str, source: list[str]) -> None:  # noqa: ANN401 - Sphinx has its own types
    """Make links to pages outside of this folder, such as the list of changes, into files that the site hands out."""
    here = (app.srcdir / name).parent

    def handed(link: re.Match[str]) -> str:
        inside = (here / link[1]).resolve().is_relative_to(app.srcdir)
        return link[0] if inside else f"](<path:{link[1]}>)"

    source[0] = _OUTSIDE.sub(handed, source[0])


def setup(app: Any) -> None:  # noqa: ANN401 - Sphinx has its own types
    """Let Sphinx know."""
    app.connect("source-read", _hand_out)
