"""What the page without a server kept as version c88377b4, read by the program behind the page; tests/live does it in Chromium."""

import json
from pathlib import Path

import pytest

from browser.desk import Desk
from browser.kept_games import BrowserGames
from numero_cam.app.table_games import table_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from tests.unit.browser.test_table_desk import MemoryFile

OLD = json.loads((Path(__file__).parents[2] / "data" / "from_c88377b4" / "browser.json").read_text(encoding="utf-8"))


def test_the_games_of_the_table_are_as_they_were_and_go_on() -> None:
    file = MemoryFile(OLD["games"].encode())
    games = BrowserGames(file)
    assert [line.text for line in games.lines(1) if line.kind == "operation"] == OLD["plays"]
    assert len(table_game(games, 1).require_game().operations) == len(OLD["plays"]) + 1  # the deal
    before = games.lines(1)
    games.append(1, [LogEntry("operation", OLD["next"])])
    again = BrowserGames(file)
    assert again.lines(1) == games.lines(1)
    assert again.lines(1)[:-1] == before
    assert len(table_game(again, 1).require_game().operations) == len(OLD["plays"]) + 2


@pytest.mark.parametrize(("key", "kind"), [("numero-game", "resume"), ("numero-numo", "numo_resume")])
def test_a_game_of_the_page_goes_on_and_one_of_a_later_version_is_one_sentence(key: str, kind: str) -> None:
    text = OLD["page"][key]
    found = json.loads(Desk().answer(json.dumps({"type": kind, "text": text, "seed": "1"})))
    assert found["text"] == text
    head, rest = text.split("\n", 1)
    later = json.loads(Desk().answer(json.dumps({"type": kind, "text": f"{head[:-1]}9\n{rest}", "seed": "1"})))
    assert later.keys() == {"error"}
    assert later["error"].count("\n") == 0
