"""The files of the pages: text is sent compressed, films and sounds in the parts that a browser asks for."""

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from starlette.applications import Starlette

from numero_cam.web.static_files import static_routes
from tests.asgi import ask_app

HOST = "127.0.0.1:8088"
APP = Starlette(routes=static_routes())


@pytest.mark.parametrize(
    "path", ["static/style.css", "static/mend.css", "static/styles/look.css", "static/js/main.js", "static/vendor/lit-html/lit-html.js"]
)
def test_text_is_sent_compressed(path: str) -> None:
    status, whole, text = ask_app(APP, HOST, f"/{path}")
    again, head, small = ask_app(APP, HOST, f"/{path}", None, "", **{"accept-encoding": "gzip"})
    assert (status, again) == (200, 200)
    assert "content-encoding" not in whole
    assert head["content-encoding"] == "gzip"
    assert len(small) < len(text) / 2


@pytest.mark.parametrize("path", ["static/demo.mp4", "static/clips/1.mp3"])
def test_films_and_sounds_are_sent_as_they_are_and_in_parts(path: str) -> None:
    status, head, part = ask_app(APP, HOST, f"/{path}", None, "", **{"accept-encoding": "gzip", "range": "bytes=0-99"})
    assert (status, len(part)) == (206, 100)
    assert "content-encoding" not in head
