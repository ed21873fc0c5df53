"""Renders every HTML page of the program. No other module uses Jinja2.

All pages extend `templates/base.html` and share the style sheet `templates/styles/look.css`. What a page shows is escaped by the
templates, so no caller writes HTML.
"""

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam import catalogue
from numero_cam.catalogue import tr

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")
PACKAGE = Path(__file__).parents[1]  #: An add-on has templates in its own room, such as `hall/templates/board.html`.
STYLES = TEMPLATES / "styles"  #: Folder of the style sheets, which a server serves under `styles/`.


def page_html(template: str, *, at: str | None = None, **values: object) -> str:
    """Return a page as HTML.

    Args:
        template: Name of its file in `templates/`, or its path in the package.
        at: Address under which a server serves `styles/` and the icon, ending with `/`. None for one file that a browser opens
            without a server: it includes styles and scripts, and its policy forbids it to load anything.
        values: The values of the template as text, numbers and records, never as HTML.
    """
    return _environment().get_template(template).render(at=at, **values)


def local_time(when: str) -> str:
    """Return the time of day of a moment, ISO 8601, as the clock of this computer shows it; what is no moment is returned as it is."""
    try:
        return datetime.fromisoformat(when).astimezone().strftime("%H:%M:%S")
    except (ValueError, OverflowError):
        return when


def day(when: str) -> str:
    """Return a day, `2026-11-23`, as the language of the pages writes it; what stands behind it stays as it is."""
    year, month, rest = when.split("-", 2)
    return tr("{year}-{month}-{day}", year=year, month=month, day=rest[:2]) + rest[2:]


@cache
def _environment() -> "Environment":
    """Return the cached environment of the templates. Jinja2 is imported here, because most commands do not need it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415
    from markupsafe import Markup  # noqa: PLC0415

    loader = FileSystemLoader((TEMPLATES, PACKAGE))
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
        """Return the unescaped content of `name`, a style sheet or script of the program, to be included in a page."""
        return Markup(loader.get_source(made, name)[0])  # noqa: S704 - a file of the package, never of a user

    made.globals |= {
        "day": day,
        "local_time": local_time,
        "own_text": own_text,
        "language": catalogue.language,
        "page_messages": catalogue.page_messages,
    }
    return made
