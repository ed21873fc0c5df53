"""Every HTML page of the program: the one owner of Jinja2.

All pages extend `templates/base.html` and share the style sheet `templates/styles/look.css`. What a page shows is escaped by the
templates, so no caller writes HTML.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam import catalogue

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")
STYLES = TEMPLATES / "styles"
"""The style sheets, which a server gives under `styles/`."""


def page_html(template: str, *, at: str | None = None, **values: object) -> str:
    """Return a page.

    Args:
        template: Name of its file in `templates/`.
        at: Address under which a server gives `styles/` and the icon, with `/` at its end. None for one file that a browser opens
            without a server: styles and scripts are inside, and its policy lets it load nothing.
        values: What the template shows, as text, numbers and records, never as HTML.

    Raises:
        jinja2.UndefinedError: The template asks for a value that is not given.
    """
    return _environment().get_template(template).render(at=at, **values)


@cache
def _environment() -> "Environment":
    """Return what reads the templates. Jinja2 is loaded here: a typed position and a table of scores are answered without it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415
    from markupsafe import Markup  # noqa: PLC0415

    loader = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(catalogue.tr, catalogue.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False}

    def own_text(name: str) -> "Markup":
        """Return a style sheet or a script of the program as it stands, for inside its element."""
        return Markup(loader.get_source(made, name)[0])  # noqa: S704 - a file of the package, never of a user

    def hash_source(name: str) -> "Markup":
        """Return how a Content-Security-Policy names the one script that may run."""
        digest = hashlib.sha256(own_text(name).encode()).digest()
        return Markup("'sha256-{}'").format(base64.b64encode(digest).decode())

    made.globals |= {
        "own_text": own_text,
        "hash_source": hash_source,
        "language": catalogue.language,
        "page_messages": catalogue.page_messages,
    }
    return made
