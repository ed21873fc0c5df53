"""The score sheet as a page and as a table."""

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.engine import Game, parse_game
from numero_cam.text.play_story import bonus_words
from numero_cam.text.plays import reason_words
from numero_cam.text.score_sheet import CSV_COLUMNS, sheet_csv, sheet_html
from numero_cam.text.spreadsheet import as_text
from tests.kept_game import played

GOLDEN = Path(__file__).parents[2] / "golden"
EMPTY = {"meta", "link", "br"}


class Shape(HTMLParser):
    """What a page is made of; fails where an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not [name for name, _ in attrs if name in ("src", "onclick", "style")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def rows(game: Game) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(sheet_csv(game).decode("utf-8-sig"))))


@pytest.mark.parametrize("name", ["points_with_challenge", "level_1_demonstration"])
def test_sheets_stay_as_they_are(name: str, request: pytest.FixtureRequest) -> None:
    game = parse_game((GOLDEN / "games" / f"{name}.txt").read_text(encoding="utf-8"))
    for kind, text in (("csv", sheet_csv(game).decode("utf-8-sig")), ("html", sheet_html(game, f"Numero, {name}"))):
        path = GOLDEN / "sheets" / f"{name}.{kind}"
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text


def test_before_the_deal_there_is_nothing() -> None:
    game = Game(names=("Ann", "Ben"))
    assert sheet_csv(game).decode("utf-8-sig") == ",".join(CSV_COLUMNS) + "\n"
    assert "Nothing was scored yet." in sheet_html(game, "Numero")


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), by=st.sampled_from(["points", "cards"]), stop=st.none() | st.integers(1, 60))
@pytest.mark.slow
def test_every_item_has_its_line_and_they_add_up(seed: int, by: str, stop: int | None) -> None:
    game = played(seed, by, stop=stop)
    told = rows(game)
    assert [(int(row["turn"]), row["player"], row["for"], int(row["points"])) for row in told] == [
        (entry.turn, game.names[entry.player], as_text(reason_words(entry.scored)), entry.points) for entry in game.sheet()
    ]
    for name, seat in zip(game.names, game.state.seats, strict=True):
        own = [row for row in told if row["player"] == name]
        assert sum(int(row["points"]) for row in own) == seat.score
        assert not own or int(own[-1]["total"]) == seat.score
    page = Shape(sheet_html(game, "Numero"))
    assert page.texts.count("+2") + page.texts.count("−2") == sum(abs(entry.points) == 2 for entry in game.sheet())
    for entry in game.sheet():
        assert bonus_words(entry.scored) in page.texts


def test_names_are_only_text() -> None:
    game = played(3, names=('<script>alert("1")</script>', "=1+1&amp;"))
    text = sheet_html(game, "a <b> title")
    page = Shape(text)
    assert "script" not in page.seen
    assert "b" not in page.seen
    assert '<script>alert("1")</script>' in page.texts
    assert {row["player"] for row in rows(game)} == {'<script>alert("1")</script>', "'=1+1&amp;"}


def test_a_page_needs_nothing_from_elsewhere() -> None:
    text = sheet_html(played(3), "Numero")
    assert not re.findall(r"(?:https?:|//|url\(|@import|src=|href=|<script)", text)
    assert "@media print" in text
    linked = sheet_html(played(3), "Numero", "/static/", [("/", "To the table")])
    assert "<style" not in linked
    assert '<link rel="stylesheet" href="/static/styles/sheet.css">' in linked
