"""What a browser is given of kept games."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest
from starlette.applications import Starlette

from numero_cam.app.table_games import records, table_games
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.rules.choices import By
from numero_cam.live.people_puzzles import told_of_person
from numero_cam.live.resumable_games import resumable_games
from numero_cam.store.games import GameStore
from numero_cam.text.score_sheet import sheet_csv
from numero_cam.web.auth import AccessControl
from numero_cam.web.game_pages import GamePages
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import Role
from tests.asgi import ask_app
from tests.kept_game import keep, played


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    keep(opened, played(1, names=("Ann", "<b>")))
    yield opened
    opened.close()


def get(store: GameStore, path: str, role: Role = "watcher", *, post: bytes | None = None) -> tuple[int, str, bytes]:
    """Status, kind and body of an answer."""
    pairing = DevicePairing()
    token, _ = pairing.redeem_code(pairing.invite(role).code)
    app = Starlette(routes=GamePages(store, AccessControl(pairing)).routes())
    status, head, body = ask_app(app, "127.0.0.1", path, post, f"numero-0={token}")
    return status, head.get("content-type", ""), body


def test_the_list_and_the_sheets(store: GameStore) -> None:
    game = played(1, names=("Ann", "<b>"))
    status, kind, body = get(store, "/games")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert b'href="/games/1"' in body
    assert b"/people/forget" not in body  # a watcher deletes nothing
    assert b"&lt;b&gt;" in body
    assert b"<b>" not in body
    status, kind, body = get(store, "/games/1")
    assert status == 200
    assert b"Score sheet" in body
    assert b"<style" not in body  # what stands in a page is not run or used by the policy of the server
    assert get(store, "/games/1.csv") == (200, "text/csv; charset=utf-8", sheet_csv(game))
    assert get(store, "/games/1.txt") == (200, "text/plain; charset=utf-8", game_text(game).encode())


def test_the_players_of_a_demonstration_are_no_people(tmp_path: Path) -> None:
    with closing(GameStore(tmp_path / "games.sqlite")) as store:
        for _ in range(2):
            number = keep(store, played(9), demonstration=True)
        games = table_games(store)
        assert [records(games, by).to_dict() for by in get_args(By)] == [
            {"by": by, "best_takes": [], "highest_scores": [], "players": []} for by in get_args(By)
        ]
        assert resumable_games(store) == []
        assert told_of_person(store, {"type": "due", "today": "2026-11-30"})["people"] == []
        listed = get(store, "/games")[2]
        assert b"Nobody has played here yet." in listed
        assert listed.count(b"demonstration") == 2
        assert b"Ann <strong>" in listed
        story = json.loads(get(store, f"/games/{number}/story")[2])
        assert (story["players"], story["series"]["games"], story["records"]) == (["Ann", "Ben"], 0, [])
        assert "Ann" in json.dumps(json.loads(get(store, f"/games/{number}/history")[2]))


def test_no_game_is_given_for_another_that_is_read_meanwhile(store: GameStore) -> None:
    games = {1: played(1, names=("Ann", "<b>")), 2: played(2)}
    keep(store, games[2])
    pairing = DevicePairing()
    token, _ = pairing.redeem_code(pairing.invite("watcher").code)
    app = Starlette(routes=GamePages(store, AccessControl(pairing)).routes())

    def text(number: int) -> bytes:
        return ask_app(app, "127.0.0.1", f"/games/{number}.txt", None, f"numero-0={token}")[2]

    def trace(frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401 - a function like this
        """Ask for the other game before each line of the pages."""
        if not frame.f_code.co_filename.endswith("game_pages.py"):
            return None
        if event == "line":
            meanwhile.append(in_a_thread(2))
        return trace

    def in_a_thread(number: int) -> bytes:
        threading.settrace(None)
        with ThreadPoolExecutor(1) as one:
            found = one.submit(text, number).result()
        threading.settrace(trace)
        return found

    meanwhile: list[bytes] = []
    threading.settrace(trace)
    try:
        first = text(1)
    finally:
        threading.settrace(None)
    assert first == game_text(games[1]).encode()
    assert meanwhile
    assert set(meanwhile) == {game_text(games[2]).encode()}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/games/2", b"there is no game 2"),
        ("/games/0", b"there is no game 0"),
        ("/games/2.csv", b"there is no game 2"),
        ("/games/one", b"there is no such game"),
        ("/games/-1", b"there is no such game"),
        (f"/games/{'9' * 9000}", b"there is no such game"),
        ("/games/9999999999", b"there is no game 9999999999"),
    ],
)
def test_a_game_that_is_not_there_is_a_page_that_says_so(store: GameStore, path: str, words: bytes) -> None:
    status, kind, body = get(store, path)
    assert (status, kind) == (404, "text/html; charset=utf-8")
    assert words in body


def test_the_story_of_a_game(store: GameStore) -> None:
    status, kind, body = get(store, "/games/1/story")
    assert (status, kind) == (200, "application/json")
    story = json.loads(body)
    assert (story["players"], story["over"]) == (["Ann", "<b>"], True)
    assert get(store, "/games/7/story")[0] == 404


def test_another_play_is_tried(store: GameStore) -> None:
    status, kind, body = get(store, "/games/1/try?k=1")
    assert (status, kind) == (200, "application/json")
    answer = json.loads(body)
    assert (answer["player"], answer["tried"]) == ("Ann", None)
    card = next(face for face in answer["hands_of"]["Ann"] if face in answer["draft"]["numbers"])
    assert json.loads(get(store, f"/games/1/try?k=1&line=discard+{card}")[2])["tried"]["beside"].startswith("It is ")
    for query in ("", "?k=0", "?k=x", "?k=1&line=jump", f"?k=1{'&item=8b' * 90}"):
        status, kind, body = get(store, f"/games/1/try{query}")
        assert (status, kind) == (404, "text/plain; charset=utf-8")
        assert len(body.decode().splitlines()) == 1
    assert get(store, "/games/7/try?k=1")[0] == 404
    assert get(store, "/games/1/try?k=1", "camera")[0] == 403


def test_only_a_keeper_deletes_a_game_or_forgets_a_person(store: GameStore) -> None:
    assert get(store, "/games/1/delete", post=b"")[0] == 403
    assert get(store, "/people/forget", post=b"name=Ann")[0] == 403
    assert b"Forget &lt;b&gt;?" in get(store, "/people/forget?name=%3Cb%3E", "keeper")[2]
    assert get(store, "/people/forget", "keeper", post=b"name=%3Cb%3E")[0] == 303
    assert b"&lt;b&gt;" not in get(store, "/games", "keeper")[2]
    assert get(store, "/people/forget", "keeper", post=b"name=" + b"x" * 5000)[0] == 404
    assert get(store, "/games/1/delete", "keeper", post=b"")[0] == 303
    assert store.games() == ()


def test_a_camera_only_gives_pictures(store: GameStore) -> None:
    for path in ("/games", "/games/1", "/games/1.csv", "/games/1.txt", "/games/2"):
        status, _, body = get(store, path, "camera")
        assert status == 403
        assert b"This device was paired as a camera." in body


def test_a_database_that_cannot_be_read_is_named(store: GameStore, tmp_path: Path) -> None:
    store.append(1, [LogEntry("note", "x" * 3000) for _ in range(40)])
    store.close()
    path = tmp_path / "games.sqlite"
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 60_000)
    status, _, body = get(store, "/games/1")
    assert status == 503
    assert b"it is damaged: take a copy that you kept" in body
