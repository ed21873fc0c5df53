"""`game list`, `show`, `export`, `delete` and `records`."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from numero_cam.app import table_games
from numero_cam.cli import shell
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.store.games import GameStore
from tests.kept_game import keep, played
from tests.test_schemas import SCHEMAS, strict


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path / 'games.sqlite'}"
    monkeypatch.setenv("DATABASE_URL", address)
    store = GameStore.open(address)
    for game in (played(1), played(2, "cards", "2"), played(3, stop=25)):
        keep(store, game)
    store.append(store.begin("{}", ("Ann", "Ben")), [LogEntry("note", "nobody came")])
    store.close()
    return address


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert shell.run(["game", *arguments]) == status
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.err if status else told.out


def test_without_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert "No game of the live table was kept yet" in said(capsys, "list")
    assert said(capsys, "list", "--json") == ""
    assert "There are no records yet" in said(capsys, "records")
    assert json.loads(said(capsys, "records", "--json"))["points"]["players"] == []
    for command in (("replay", "1"), ("export", "1", str(tmp_path / "a.csv")), ("delete", "1", "--yes")):
        assert said(capsys, *command, status=1) == "numero-cam: there is no game 1; the list of games shows which there are\n"


@pytest.mark.usefixtures("games")
def test_list_and_records_fit_their_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "list", "--json").splitlines()
    assert [json.loads(line)["game"] for line in lines] == [4, 3, 2, 1]
    for line in lines:
        jsonschema.validate(json.loads(line), strict(SCHEMAS["game_list"]))
    jsonschema.validate(json.loads(said(capsys, "records", "--json")), strict(SCHEMAS["game_records"]))
    jsonschema.validate(json.loads(said(capsys, "replay", "1", "--json")), strict(SCHEMAS["game"]))


LOADED = """
import sys
from numero_cam.cli import shell
for words in ("list", "replay 1", "records"):
    print("--", words, shell.run(["game", *words.split()]))
print(*sys.modules, file=sys.stderr)
"""


def test_kept_games_are_told_without_eyes_and_watcher(games: str) -> None:
    """Counting them needs neither; a shell that nobody looks at can do it."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, env={**os.environ, "DATABASE_URL": games}
    )
    assert [line for line in done.stdout.splitlines() if line.startswith("--")] == ["-- list 0", "-- replay 1 0", "-- records 0"]
    heavy = ("cv2", "numpy", "onnxruntime", "PIL", "numero_cam.games.numero.watching", "numero_cam.table", "numero_cam.capture")
    assert [name for name in done.stderr.split() if name.startswith(heavy)] == []


@pytest.mark.usefixtures("games")
def test_games_that_were_not_counted_are_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_games, "MAX_LISTED_LINES", 1)
    listed = said(capsys, "list")
    assert "not counted yet" in listed
    assert "this counts all: numero-cam game records" in listed
    told = [json.loads(line) for line in said(capsys, "list", "--json").splitlines()]
    for each in told:
        jsonschema.validate(each, strict(SCHEMAS["game_list"]))
    assert sum("not counted" in (each["error"] or "") for each in told) == 3
    said(capsys, "records")
    assert "not counted" not in said(capsys, "list")


@pytest.mark.usefixtures("games")
def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    game = played(1)
    score = game.state.seats[0].score
    listed = said(capsys, "list")
    assert f"Ann {score}, Ben" in listed
    assert "not dealt" in listed
    shown = said(capsys, "replay", "1")
    assert "The game is over. " in shown
    assert f"= {score}" in shown
    assert re.search(r"\n\nWhat happened, by whom and when:\n[^\n]+ the camera: The cards are dealt\.\n", shown)
    told = said(capsys, "records")
    assert "Best take: " in told
    assert "Games for cards" in told
    assert said(capsys, "replay", "4", status=1) == "numero-cam: game 4: nothing was dealt in it\n"


@pytest.mark.usefixtures("games")
def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, text = tmp_path / "a.html", tmp_path / "a.txt"
    assert said(capsys, "export", "2", str(page), str(text)).count("Game 2 is in ") == 2
    assert "Score sheet" in page.read_text(encoding="utf-8")
    assert shell.run(["game", "replay", str(text)]) == 0
    assert "end its name in .html, .htm, .csv or .txt" in said(capsys, "export", "2", str(tmp_path / "a.doc"), status=2)


def test_delete_asks(games: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "nobody is there to be asked; say --yes" in said(capsys, "delete", "2", status=2)
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    asked = said(capsys, "delete", "2")
    assert "Delete Numero, game 2, " in asked
    assert "Nothing was deleted." in asked
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert "Game 2 was deleted." in said(capsys, "delete", "2")
    assert "Game 1 was deleted." in said(capsys, "delete", "1", "--yes")
    store = GameStore.open(games)
    assert [game.game for game in store.games()] == [4, 3]
    store.close()


def test_an_address_that_cannot_be_used(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://ann@host/games")
    assert "DATABASE_URL: the address of a file has three slashes" in said(capsys, "list", status=1)
