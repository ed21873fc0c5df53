"""Prints the pages in the language of the process: messages are translated when they are loaded, so each language is a process."""

import json
import sys
from pathlib import Path
from string import Template

from markupsafe import escape

from browser.serve import PORTS
from numero_cam.catalogue import language, page_messages, tr
from numero_cam.text.page_templates import page_html

STATIC = Path(__file__).with_name("static")


def pages(root: str, scripts: dict[str, str], photos: str, guide: str) -> dict[str, str]:
    """Return the pages by their names, `guide`, which says how the folder is put somewhere, and sentences, `needs Python` and `no port`.

    `root` is the way from the pages to the folder of all files, empty or ending with `/`, in which there is a file `guide`; `scripts` are
    the first script of each page; `photos` is empty where they read none.
    """
    values = {
        "root": root,
        "photos": photos,
        "language": language(),
        "catalogue": json.dumps(page_messages(), ensure_ascii=False).replace("<", "\\u003c"),
        "cards": page_html("cards.svg", at=""),
        "no_script": escape(tr("This page needs JavaScript: it solves and plays in the browser itself.")),
        "as_file": escape(tr("Opened as a file this page cannot work: it needs an address.")),
        "not_started": escape(
            tr("This page did not start. Load it again; if that does not help, use a newer browser, or tell whoever put the page here.")
        ),
        "guide": guide,
        "how": escape(tr("How it gets one")),
    }
    index = Template((STATIC / "index.html").read_text(encoding="utf-8"))
    written = {name: index.substitute(values, script=script) for name, script in scripts.items()}
    told = Template((STATIC / "guide.html").read_text(encoding="utf-8")).substitute(guide_words(), language=language())
    needs = tr("This needs Python 3: install it, or ask whoever looks after this computer.")
    no_port = tr("Other programs use the ports {first} to {last} of this computer: close one of them, and start this again.")
    return {**written, "guide": told, "needs Python": needs, "no port": no_port.format(first=PORTS[0], last=PORTS[-1])}


def guide_words() -> dict[str, object]:
    """Return the words of the guide by their names in its template."""
    said = {
        "title": tr("Where this page can stand"),
        "address": tr("Browsers run such a page only from an address, not as a file. After the first visit it needs no network."),
        "school": tr("A school's web space"),
        "school_how": tr("Copy the whole folder there, under any name. The address begins with https. It is ready when the page opens."),
        "newer": tr("For a new version copy the whole folder again; visitors keep the old one until the new one is whole."),
        "github": tr("GitHub Pages"),
        "github_how": tr("Put the files of the folder into a repository, and choose under Settings, Pages: Deploy from a branch."),
        "stick": tr("A stick, for a computer that has Python 3"),
        "stick_how": tr("Open start.bat (Windows) or start.command (macOS), or run: python3 start.py. The browser opens the page."),
        "stick_ends": tr("Close the window that has come with it to end it. Nobody else in the network sees the page."),
        "tablets": tr("Tablets and telephones take it from a web space: on a stick it is for that computer only."),
    }
    return {name: escape(text) for name, text in said.items()}


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(json.dumps(pages(**json.loads(sys.argv[1]))), end="")
