"""The live table of a page in its worker, and the file in which it keeps games: what was told is there, wherever writing was cut off."""

import json
import random
import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest

from browser.kept_games import IN_USE, BrowserGames
from browser.table_desk import PHOTO, TableDesk
from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from tests.kept_game import played

CUTS = 20
START = {"type": "start", "players": ["Ann", "Ben"], "near": "Ann", "hands": "open", "cards": "3", "by": "points", "revision": 0}
HEAD = struct.Struct("<2sBBHIdHHH")


class MemoryFile:
    """A file of the browser, as bytes."""

    def __init__(self, written: bytes = b"", room: int = 10**9, lost: str = "") -> None:
        self.written, self.room, self.lost = written, room, lost

    def read(self) -> str:
        return self.written.decode(errors="replace")

    def append(self, text: str) -> bool:
        fits = len(self.written) + len(text.encode()) <= self.room
        self.written += text.encode() if fits else b""
        return fits


class Page:
    """A page that hears what the table tells."""

    def __init__(self, file: MemoryFile) -> None:
        self.heard: list[dict[str, Any]] = []
        self.desk = TableDesk(lambda text: self.heard.append(json.loads(text)), file)

    def tell(self, **message: object) -> None:
        self.desk.hear(json.dumps(message))

    def newest(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["type"] == kind)


def kept(games: BrowserGames) -> list[tuple[object, ...]]:
    return [(game.game, game.players, [(line.n, line.kind, line.text) for line in games.lines(game.game)]) for game in games.games()]


def test_games_are_there_when_the_file_is_read_anew() -> None:
    file = MemoryFile()
    games = BrowserGames(file)
    assert games.games() == ()
    first, second = (games.begin("{}", names) for names in (("Ann", "Ben"), ("Zoë", "Özil")))
    assert games.append(first, [LogEntry("deal", "deal"), LogEntry("operation", "Ann: pass")], 0) == 2
    assert [game.game for game in games.games()] == [first]  # nothing was kept of the other
    assert games.append(second, [LogEntry("end", by="person")], 0) == 1
    assert games.append(first, [LogEntry("undo")], 2) == 3
    again = BrowserGames(MemoryFile(file.written))
    assert again.games() == games.games()
    assert [(game.game, game.lines, game.ended) for game in again.games(1)] == [(second, 1, True)]
    assert again.lines(first) == games.lines(first)
    assert again.game(3) is None


def test_wherever_the_writing_is_cut_off_all_before_is_there() -> None:
    file = MemoryFile()
    games = BrowserGames(file)
    number = games.begin("{}", ("Ann", "Zoë"))
    whole = [len(file.written)]
    for n in range(CUTS):
        games.append(number, [LogEntry("operation", f"Zoë: {n}"), LogEntry("note", str(n))], 2 * n)
        whole.append(len(file.written))
    chance = random.Random(50)  # noqa: S311 - not for secrets
    for cut in (chance.randrange(whole[1], whole[-1]) for _ in range(CUTS)):
        torn = MemoryFile(file.written[:cut])
        after = BrowserGames(torn)
        assert len(after.lines(number)) == 2 * sum(end <= cut for end in whole[1:])
        after.append(number, [LogEntry("end")])
        assert kept(BrowserGames(torn)) == kept(after)


def test_a_full_device_loses_nothing_and_what_waits_for_room_is_written_once() -> None:
    file = MemoryFile(room=0)
    games = BrowserGames(file)
    number, lines = games.begin("{}", ("Ann", "Ben")), [LogEntry("deal", "deal"), LogEntry("note", "later")]
    for n in (1, 2):
        with pytest.raises(StoreError, match="This device has no room for the game"):
            games.append(number, lines[:n], 0)
        assert len(games.lines(number)) == n
    assert games.problem().startswith("This device has no room for the game")
    file.room = 10**6
    assert games.append(number, lines, 0) == 2
    assert kept(BrowserGames(MemoryFile(file.written))) == kept(games)
    file.room = 0
    with pytest.raises(StoreError):
        games.append(number, [LogEntry("end")], 2)
    file.room = 10**6
    assert games.problem() == ""  # also where no more is written
    assert kept(BrowserGames(MemoryFile(file.written))) == kept(games)


@pytest.mark.parametrize(("lost", "told"), [("", ""), (IN_USE, "another window"), ("SecurityError", "keeps nothing")])
def test_a_browser_that_keeps_nothing_says_so(lost: str, told: str) -> None:
    problem = BrowserGames(MemoryFile(lost=lost)).problem()
    assert told in problem
    assert bool(problem) == bool(lost)


def test_a_table_without_a_camera_says_that_nothing_is_kept_of_its_game() -> None:
    for lost, told in (("", "no camera is in use yet"), ("SecurityError", "keeps nothing")):
        page = Page(MemoryFile(lost=lost))
        page.tell(**START)
        page.tell(type="alive")
        assert told in page.newest("notice")["text"]


def test_what_a_page_says_wrongly_is_refused_and_the_table_goes_on() -> None:
    page = Page(MemoryFile())
    for text in (
        "chess",
        "{}",
        '{"type": "chess"}',
        '{"type": "record", "on": true}',
        '{"type": "level", "level": "loud"}',
        '{"type": "start"}',
    ):
        before = len(page.heard)
        page.desk.hear(text)
        assert [message["type"] for message in page.heard[before:]] == ["refused"], text
    page.desk.look(b"chess")
    assert page.newest("refused")["to"] == "picture"
    page.tell(type="hello", v=1, role="keeper")
    assert page.newest("welcome")["roles"] == []
    page.tell(**START)
    assert page.newest("game")["state"] == "waiting"
    assert json.loads(page.desk.asked("/games/9/story"))["error"].startswith("there is no game 9")
    assert json.loads(page.desk.asked("/games"))["games"] == []


@pytest.mark.slow
def test_an_analysis_goes_on_when_asked_and_stays_when_the_page_is_loaded_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = MemoryFile()
    page = Page(file)
    page.desk.asked("/games", game_text(played(3, stop=14)))
    told: list[dict[str, Any]] = [{"done": 0, "turns": 1}]
    while told[-1]["done"] < told[-1]["turns"]:
        told.append(json.loads(page.desk.asked("/games/1/analysis")))
    asked = told[-1]
    assert told[1]["plays"]
    assert asked["turns"] > 3
    assert all(before["done"] <= after["done"] for before, after in pairwise(told))
    assert len(file.written) < 30_000  # it was written down a few times, not at each step
    again = Page(MemoryFile(file.written))
    monkeypatch.setattr("browser.desk.ANALYSIS_SECONDS", -1.0)
    assert json.loads(again.desk.asked("/games/1/analysis")) == asked
    play = asked["plays"][0]
    answer = json.loads(again.desk.asked(f"/games/1/try?k={play['k']}"))
    assert (answer["played"], answer["tried"]) == (play["said"], None)
    assert "no turn begins" in json.loads(again.desk.asked("/games/1/try?k=999"))["error"]
    full = Page(MemoryFile(file.written, room=len(file.written)))
    assert json.loads(full.desk.asked("/games/1/analysis")) == asked


def test_an_analysis_for_which_there_is_no_room_is_worked_out_again() -> None:
    file = MemoryFile()
    games = BrowserGames(file)
    number = games.begin("{}", ("Ann", "Ben"))
    games.append(number, [LogEntry("deal", "deal")], 0)
    (game,) = games.games()
    file.room = len(file.written)
    games.keep_snapshots({game: "[]"}, "1", "analyses")
    assert games.snapshots([game], "1", "analyses") == {number: "[]"}
    assert games.problem() == ""
    file.room = 10**6
    games.keep_snapshots({game: "[]"}, "1", "analyses")
    games.keep_snapshots({game: "{}"}, "1", "snapshots")
    games.append(number, [LogEntry("note", "later")], 1)
    again = BrowserGames(MemoryFile(file.written))
    assert kept(again) == kept(games)
    assert again.snapshots([game], "1", "analyses") == {number: "[]"}
    assert again.snapshots([game], "1", "snapshots") == {}
    assert again.snapshots([game], "2", "analyses") == {}
    assert again.snapshots(again.games(), "1", "analyses") == {}  # the game has gone on since


@pytest.mark.slow
def test_a_photo_and_pictures_are_read_and_the_game_goes_on_elsewhere(root: Path) -> None:
    file = MemoryFile()
    page = Page(file)
    page.tell(type="hello", v=1, role="keeper")
    page.desk.look_at_photo((root / "sample_images" / "01_kitchen_table.jpg").read_bytes())
    assert len(page.newest("table")["cards"]) > 5
    assert page.newest("table")["number"] is None
    assert not any(message["type"] == "ack" for message in page.heard)  # a photo uses no credit
    page.tell(**START)
    capture = cv2.VideoCapture(str(root / "numero_cam" / "web" / "static" / "demo.mp4"))
    for number in range(1, 160):
        _, pixels = capture.read()
        _, jpeg = cv2.imencode(".jpg", pixels)
        page.desk.look(HEAD.pack(b"NF", 1, 0, 1, number, number * 1000 / 15, 1280, 720, 0) + jpeg.tobytes())
        assert page.newest("ack") == {"type": "ack", "number": number, "credits": 1}
    capture.release()
    dealt = page.newest("game")
    assert dealt["state"] == "playing"
    page.tell(type="level", level="play")
    assert page.newest("hint")["level"] == "play"
    page.tell(type="draft", revision=dealt["revision"], draft=1, k=None, player="Ann", verb="discard", card="", items=[])
    assert page.newest("draft")["draft"] == 1
    elsewhere = Page(MemoryFile(file.written))
    elsewhere.tell(type="hello", v=1, role="keeper")
    after = elsewhere.newest("game")
    told = [{**game, "revision": 0, "changed": {**game["changed"], "at": ""}} for game in (after, dealt)]  # when is known once it is kept
    assert told[0] == told[1]
    text = json.loads(page.desk.asked("/games/1/text"))["text"]
    assert len(json.loads(page.desk.asked("/games", text))["games"]) == 2
    assert "line 1" in json.loads(page.desk.asked("/games", "dear"))["error"]
    assert PHOTO < 0
