"""Every page with hostile words in each place that takes words: they stay text."""

import dataclasses
import json
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the extra live is not installed")
pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.app.table_games import GameSnapshot, TableGame
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.rules import parse_position
from numero_cam.store.games import KeptGame
from numero_cam.text.mark_page import MarkPage, PageCircle, PageRow, PageSlip, mark_html
from numero_cam.text.page_templates import TEMPLATES, page_html
from numero_cam.text.score_sheet import sheet_html
from numero_cam.text.toptake_page import toptake_html
from numero_cam.web.certificate_page import certificate_page_html
from numero_cam.web.certificates import TableCertificates, ensure_certificates
from numero_cam.web.game_pages import games_page_html
from numero_cam.web.network_address import NetworkAddress
from numero_cam.web.redirect_file import RedirectFile
from tests.kept_game import played

PIECES = (
    "<script>alert(1)</script>",
    "</script>",
    "</title>",
    "<!--",
    "]]>",
    "<img src=x onerror=alert(1)>",
    '"',
    "'",
    '" onclick="alert(1)',
    "&lt;b&gt;",
    "{{7*7}}",
    "{% raw %}",
    "{#",
    "javascript:alert(1)",
    "\u202e",
    "\u200f",
    "שלום",
    "Mārama",
    "\\u003c",
)
WORDS = st.lists(st.sampled_from(PIECES) | st.text(min_size=1, max_size=4), min_size=1, max_size=4).map("".join)


class Page(HTMLParser):
    """What a browser makes of a page.

    Attributes:
        shape: Each element with the names of its attributes, in order.
        words: All text and all values of attributes, joined.
        data: What stands in the element that holds JSON.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.shape: list[tuple[str, tuple[str, ...]]] = []
        self.words = ""
        self.data = ""
        self._is_data = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, tuple(name for name, _ in attrs)))
        self.words += "".join(value or "" for _, value in attrs)
        self._is_data = ("type", "application/json") in attrs

    def handle_data(self, data: str) -> None:
        if self._is_data:
            self.data += data
        else:
            self.words += data

    def handle_comment(self, data: str) -> None:
        self.shape.append(("comment", (data,)))


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> TableCertificates:
    return ensure_certificates(tmp_path_factory.mktemp("doors"), (), ("10.0.0.7",))


@cache
def plain_game() -> Game:
    return played(3, stop=16)


def player(words: str) -> str:
    """The words as far as the name of a player may hold them."""
    kept = "".join(letter for letter in words if letter.isprintable() and letter not in ":,#")
    return " ".join(f"P{kept}".split())[:40].strip()


def sheet(words: str) -> str:
    game = Game(plain_game().options, (player(words), "Ben"))
    for operation in plain_game().operations:
        game.do(operation)
    return sheet_html(game, words, links=[(f"/{words}", words)])


def games(words: str) -> str:
    kept = KeptGame(1, "2026-11-23T14:05:00+00:00", (words, "Ben"), "a setting", 9, ended=False)
    return games_page_html((TableGame(kept, GameSnapshot("a text", "points", 3, scores={words: 3, "Ben ": 4})),))


def mark(words: str) -> str:
    circle = PageCircle("centre", 0, words, 1.0, 2.0, 3.0)
    slip = PageSlip(1, 4, 3, words, words, (circle,), (0,), (), None)
    rows = [PageRow((words, words, "3", words, "9", "77", "yes", words), "best")]
    return mark_html(MarkPage(483920, words, f"{words}.csv", (74, 105), {3: words}, [slip], rows, rows))


def redirected(words: str, folder: Path) -> str:
    file = RedirectFile(folder / "open.html")
    file.write(f"http://127.0.0.1/in?key={words}")
    return file.path.read_bytes().decode()


def trusted(words: str, certified: TableCertificates) -> str:
    return certificate_page_html(NetworkAddress(("10.0.0.7",), (), 8443, 8089, dataclasses.replace(certified, replaced=words)))


PAGES: dict[str, Callable[[str, Path, TableCertificates], str]] = {
    "games.html": lambda words, _folder, _certified: games(words),
    "live.html": lambda _words, _folder, _certified: page_html("live.html", at="/static/"),
    "mark.html": lambda words, _folder, _certified: mark(words),
    "pair.html": lambda words, _folder, _certified: page_html("pair.html", at="/static/", problem=words),
    "redirect.html": lambda words, folder, _certified: redirected(words, folder),
    "sheet.html": lambda words, _folder, _certified: sheet(words),
    "toptake.html": lambda words, _folder, _certified: toptake_html(words, parse_position("[8b 4r] 7g", "12o 3/4"), 90),
    "trust.html": lambda words, _folder, certified: trusted(words, certified),
}
"""Each page by its template, made with the words in every place that takes words of somebody."""


def test_every_template_is_looked_at() -> None:
    shared = {"base.html", "parts.html"}
    assert {path.name for path in TEMPLATES.glob("*.html")} == set(PAGES) | shared


@pytest.mark.parametrize("template", PAGES)
@given(words=WORDS)
def test_words_stay_text(template: str, words: str, tmp_path_factory: pytest.TempPathFactory, certified: TableCertificates) -> None:
    make, folder = PAGES[template], tmp_path_factory.getbasetemp()
    page, plain = Page(make(words, folder, certified)), Page(make("Ann", folder, certified))
    assert page.shape == plain.shape
    if template == "live.html":
        return
    assert words in page.words
    if template == "sheet.html":
        assert page.words.count(player(words)) >= plain.words.count("PAnn")
    if template == "mark.html":
        data = json.loads(page.data)
        assert data["pupils"] == {"3": words}
        assert data["waiting"][0]["circles"][0]["face"] == words
        assert data["waiting"][0]["reason"] == words
        assert data["file"] == f"{words}.csv"


def test_a_value_that_is_missing_is_no_empty_place() -> None:
    from jinja2 import UndefinedError  # noqa: PLC0415 - the test of one owner looks at the package alone

    with pytest.raises(UndefinedError, match="problem"):
        page_html("pair.html", at="/static/")
