"""The teacher's pages in a browser: a frame of the page asks by addresses as it would ask a server, and the class's desk answers."""

import base64
import json
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlsplit

from markupsafe import escape

from browser.desk import Desk, Fields
from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr
from numero_cam.classroom.page_answers import ClassAddress, ClassAnswer, ClassFile, ClassPage, form_fields
from numero_cam.text.page_templates import page_html

if TYPE_CHECKING:
    from numero_cam.classroom.desk import Desk as ClassDesk

#: Where the built folder has what the pages name.
PLACES = {"/static/styles/": "css/", "/static/js/": "js/", "/static/icon.svg": "icons/icon.svg"}

REMINDED = frozenset(("", "table", "week"))  #: Pages that say where the browser may throw a class away; others are projected or printed.
BRAND = '<a class="brand" href="{}">'  #: Of each page's head.
BRAND_OUT = '<a class="brand" target="_top" href="{}"><span aria-hidden="true">‹</span>'  #: The same, which leads out of the frame.


class ClassPages:
    """Answers what the frame asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk: ClassDesk | None = None
        desk.add("class", self._answer)

    def _answer(self, asked: Fields) -> Fields:
        """Answer an `address` behind `/class/`, to which a form or a file was sent or (None) nothing.

        Links lead to addresses below `frame`, files to those below `root`, and the brand to `home`, out of the frame. `forgets` says that
        the browser does not promise to keep the class.
        """
        from numero_cam.classroom.desk import Desk as ClassDesk

        self._desk = self._desk or ClassDesk()
        address, body = urlsplit(asked["address"]), asked["photo"]
        query = dict(parse_qsl(address.query, keep_blank_values=True))
        try:
            answer = _answered(self._desk, address.path, query, None if body is None else bytes(body))
        except NumeroCamError as error:
            answer = ClassPage(page_html("classroom/templates/problem.html", at="/static/", why=str(error)), HTTPStatus.NOT_FOUND)
        match answer:
            case ClassAddress(path):
                return {"go": asked["frame"] + path.removeprefix("/class")}
            case ClassPage(html, status):
                if asked.get("forgets") and address.path in REMINDED:
                    html = html.replace("</main>", _reminder(query.get("class", "")) + "</main>")
                html = html.replace('"/class', f'"{asked["frame"]}')
                html = html.replace(' target="round"', "")  # the frame has one window: another would be a second copy of the whole page
                html = html.replace(BRAND.format(asked["frame"]), BRAND_OUT.format(asked["home"]))
                for place, folder in PLACES.items():
                    html = html.replace(f'"{place}', f'"{asked["root"]}{folder}')
                return _sent(html.encode(), "text/html; charset=utf-8", status)
            case ClassFile(data, kind, name):
                return _sent(data, kind) | {"name": name}


def _reminder(name: str) -> str:
    """Return a line for a page of the class of a name, or (empty) of all classes."""
    why = tr(
        "A browser may throw classes away, some after a week in which nobody came: put this page on the home screen, and keep backups."
    )
    save = f' <a href="/class/backup?class={quote(name)}">{escape(tr("Save a backup of the class"))}</a>' if name else ""
    return f'<p class="hint" id="forgets">{escape(why)}{save}</p>'


def _answered(desk: "ClassDesk", view: str, query: Fields, body: bytes | None) -> ClassAnswer:
    if body is None:
        return ClassPage(desk.photo_page(is_telephone=False)) if view == "photos" else desk.show(view, query)
    if view == "photos":
        found = desk.mark_file(Path(query.get("name", "")).name or tr("the photo"), body, may_be_cards="cards" in query)
        return _json(found)
    if view == "invite":
        return _json({"why": tr("Here no telephone comes in: open this page on it, bring the class there by its backup, and mark there.")})
    if view.startswith("upload/"):
        return desk.upload(view.removeprefix("upload/"), query, body)
    return desk.change(view, form_fields(body))


def _json(found: object) -> ClassFile:
    return ClassFile(json.dumps(found, ensure_ascii=False).encode(), "application/json")


def _sent(data: bytes, kind: str, status: int = HTTPStatus.OK) -> Fields:
    return {"data": base64.b64encode(data).decode(), "kind": kind, "status": status, "name": ""}
