"""Prints the page in the language of the process: messages are translated when they are loaded, so each language is a process."""

import json
import sys
from pathlib import Path
from string import Template

from markupsafe import escape

from numero_cam.catalogue import language, page_messages, tr
from numero_cam.text.page_templates import page_html

TEMPLATE = Path(__file__).with_name("static") / "index.html"


def page(root: str, script: str, photos: str) -> str:
    """Return the page.

    Args:
        root: The way from the page to the folder of all files, empty or ending with `/`.
        script: The first script.
        photos: Empty where it reads none.
    """
    values = {
        "root": root,
        "script": script,
        "photos": photos,
        "language": language(),
        "catalogue": json.dumps(page_messages(), ensure_ascii=False).replace("<", "\\u003c"),
        "cards": page_html("cards.svg", at=""),
        "no_script": escape(tr("This page needs JavaScript: it solves and plays in the browser itself.")),
    }
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(values)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(page(*sys.argv[1:]), end="")
