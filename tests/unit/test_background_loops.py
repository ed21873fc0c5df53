"""No loop that runs in the background is ended by an odd input: it says what ended its round, and goes on."""

import ast
import asyncio
import json
import os
import socket
import sqlite3
import struct
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, MutableMapping, Sized
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")
pytest.importorskip("cryptography", reason="the extra phone is not installed")

import sqlalchemy as sa

from numero_cam.base.errors import HallError, StoreError
from numero_cam.base.rounds import Rounds
from numero_cam.capture import sources
from numero_cam.capture.sources import DeviceMessages, LiveSource
from numero_cam.cli.keyboard import TypedLines
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall import database_news
from numero_cam.hall import link as hall_link
from numero_cam.hall import live_board as hall_board
from numero_cam.hall.client import HallDoor
from numero_cam.hall.database_news import DatabaseNews
from numero_cam.hall.link import HallLink, LinkFile
from numero_cam.hall.live_board import HallBoard
from numero_cam.live import live_table
from numero_cam.live.game_commands import new_game_record
from numero_cam.live.hint_worker import HintWorker
from numero_cam.live.inbox import HintReady
from numero_cam.live.live_table import LiveTable, TableSnapshot
from numero_cam.live.table_commands import StartGame, TableRequest
from numero_cam.store.games import GameStore
from numero_cam.web import listener, network_address, serve
from numero_cam.web.auth import AccessControl
from numero_cam.web.certificates import ensure_certificates
from numero_cam.web.listener import CountedConnection, Listener
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.refusal_summary import RefusalSummary
from tests.hall import Hall, Table, match_game, sqlite_address
from tests.scripted_table import ScriptedEyes, picture

ROOT = Path(__file__).parents[2]
STARTERS = {"Thread", "Timer", "ThreadPoolExecutor", "ProcessPoolExecutor", "create_task", "ensure_future", "call_later"}
LOOPS = {
    "numero_cam/capture/sources.py Thread": "test_a_camera_whose_driver_raises_anything_is_opened_again",
    "numero_cam/cli/keyboard.py Thread": "test_the_keyboard_takes_any_bytes",
    "numero_cam/live/live_table.py Thread": "test_the_table_goes_on_after_any_error_and_says_it",
    "numero_cam/live/hint_worker.py ThreadPoolExecutor": "test_a_hint_that_fails_is_said_and_the_next_one_comes",
    "numero_cam/hall/database_news.py Thread": "test_news_come_again_after_anything_that_the_database_sends",
    "numero_cam/hall/link.py Thread": "test_the_way_to_the_hall_outlives_any_answer_and_never_says_joined_meanwhile",
    "numero_cam/hall/site.py create_task": "test_the_board_goes_on_after_any_error",
    "numero_cam/web/listener.py ensure_future": "test_connections_are_let_in_after_any_error",  # accept, sweep, handshake
    "numero_cam/web/live_server.py create_task": "test_a_page_is_heard_and_told_after_any_error",  # sender, receiver
    "numero_cam/web/refusal_summary.py call_later": "test_connections_are_counted_after_a_line_that_could_not_be_said",
    "numero_cam/web/serve.py create_task": "test_the_certificate_is_looked_at_again_after_any_error",
}
ONE_SHOT = {
    "numero_cam/base/ctrl_c.py Thread": "reads the numbers of signals, which Python writes, and ends the program",
    "numero_cam/capture/pdf_child.py Thread": "ends its process where memory runs out or the parent is gone; a new one is begun",
    "numero_cam/capture/pdf_pages.py Timer": "ends the child process",
    "numero_cam/games/shared/tournament.py ProcessPoolExecutor": "who asks waits for each result, and gets its error",
    "numero_cam/web/connection_limits.py call_later": "closes one connection",
    "numero_cam/hall/live_board.py call_later": "sets a mark",
}
ODD = (KeyError("x"), ValueError("two\nlines \x1b[2J"), TypeError(), RecursionError(), MemoryError(), struct.error("x"), UnicodeError())
PATIENCE = 30.0


def test_all_loops_are_listed_here() -> None:
    """A new thread, task or timer needs a test here, or a reason why nothing can end it."""
    found = set()
    for path in (*(ROOT / "numero_cam").rglob("*.py"), *(ROOT / "browser").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            if name in STARTERS:
                found.add(f"{path.relative_to(ROOT).as_posix()} {name}")
    assert found == {*LOOPS, *ONE_SHOT}
    assert set(LOOPS.values()) <= set(globals())


def reached(items: Sized, number: int) -> Callable[[], bool]:
    return lambda: len(items) >= number


def until(true: Callable[[], object]) -> None:
    waits = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if true():
            return
        waits.wait(0.01)
    pytest.fail("it did not come")


async def soon(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - of objects that know no events
            await asyncio.sleep(0.01)


def test_what_ended_a_round_is_said_once_on_one_printable_line_and_again_after_a_good_one() -> None:
    said: list[str] = []
    loop = Rounds("the loop", said.append)

    def go(error: Exception | None) -> None:
        with loop.round():
            if error is not None:
                raise error

    for error in (ODD[0], ODD[0], StoreError("the disk is full"), None, ODD[0], ODD[1], ValueError("x" * 100_000)):
        go(error)
        assert bool(loop.trouble) == (error is not None)
    assert [line.split(" (")[0] for line in said[:3]] == [
        "the loop: a fault of this program, please report it: KeyError: 'x'",
        "the loop: the disk is full; it goes on",
        "the loop: a fault of this program, please report it: KeyError: 'x'",
    ]
    assert len(said) == 5
    assert all(line.isprintable() and len(line) < 500 for line in said)


def test_a_line_that_cannot_be_said_ends_no_round_and_ctrl_c_does() -> None:
    def closed(_: str) -> None:
        raise OSError

    loop = Rounds("the loop", closed)
    with loop.round():
        raise KeyError
    assert "KeyError" in loop.trouble
    with pytest.raises(KeyboardInterrupt), loop.round():
        raise KeyboardInterrupt


ASSIGNED = {
    "match": 1, "event": "Cup", "began": "2026", "round": 1, "players": ["Owls", "Foxes"], "level": "3", "by": "points", "hands": "open",
    "done": False,
}  # fmt: skip
ODD_VALUES: Mapping[str, tuple[object, ...]] = {
    "level": ("nonsense", "gold:" + "9" * 3000, "gold:" + "9" * 200, "gold:0", "", None, 3),
    "hands": ("x", None, []),
    "by": ("x", None, {}),
    "players": (["A", "A"], ["A" * 500, "B"], ["A\u202e", "B"], ["", "B"], ["A"], "AB", ["1", "2"], [[], {}]),
    "match": (-5, 0, True, 2**70, "1", None),
    "done": (0, "no", None),
    "began": (7, None, "x" * 10_000),
}
ODD_MATCHES: tuple[object, ...] = (
    *({**ASSIGNED, key: value} for key, values in ODD_VALUES.items() for value in values),
    *({}, [], "x", 7, True),
)


@contextmanager
def linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tell: Callable[..., Any], said: list[str]) -> Iterator[HallLink]:
    monkeypatch.setattr(hall_link, "tell_hall", tell)
    monkeypatch.setattr(hall_link, "HELLO_SECONDS", 0.001)
    monkeypatch.setattr(hall_link, "RETRY_SECONDS", 0.001)
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    link = HallLink(store, LinkFile.read(tmp_path / "hall.json", "http://127.0.0.1:8088", 1), said.append)
    asked: list[TableRequest] = []
    link.start(asked.append)
    try:
        yield link
        assert asked == []
    finally:
        link.close()
        store.close()


def test_the_way_to_the_hall_outlives_any_answer_and_never_says_joined_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Any] = []
    heard, said = threading.Semaphore(0), list[str]()

    def tell(*_: object) -> Mapping[str, Any]:
        heard.release()
        if isinstance(answers[-1], Exception):
            raise answers[-1]
        return cast("Mapping[str, Any]", answers[-1])

    good = {"v": 1, "table": 1, "match": None, "later": {"key": 1}}
    odd: list[object] = [*({**good, "match": match} for match in ODD_MATCHES), *ODD, {**good, "note": "\x1b[2J" * 500}, [], None, 7]
    answers.append(good)
    with linked(tmp_path, monkeypatch, tell, said) as link:
        link.hear({"type": "game", "state": "none", "revision": 0, "games": []})
        for answer in odd:
            answers.append(good)
            until(lambda: link.notice == "")
            before = len(said)
            answers.append(answer)
            until(lambda: link.notice)
            for _ in range(4):  # of which two began after the answer
                assert heard.acquire(timeout=PATIENCE)
            while heard.acquire(blocking=False):
                pass
            assert link.notice, f"after {answer!r} the table says that it is joined"
            new = said[before:]
            assert new, f"nothing was said of {answer!r}"
            assert all(line.isprintable() and len(line) < 900 for line in new)
        answers.append(good)
        until(lambda: said[-1] == "Table 1 is joined to the hall.")


def test_an_assignment_of_a_later_version_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    monkeypatch.setattr(hall_link, "tell_hall", lambda *_: {"v": 1, "table": 1, "match": {**ASSIGNED, "clock": {"minutes": 7}}, "x": []})
    link = HallLink(store, LinkFile.read(tmp_path / "hall.json", "http://127.0.0.1:8088", 1), lambda _: None)
    asked: list[TableRequest] = []
    link.put = asked.append
    link.hear({"type": "game", "state": "none", "revision": 0, "games": []})
    link.step()
    assert [type(request.command) for request in asked] == [StartGame]
    store.close()


@pytest.mark.parametrize("have", [-1, 7, 10**6, 2**70, "1", 1.0, True, None, [], {}])
def test_a_hall_that_says_it_has_lines_that_nobody_sent_is_refused_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, have: object
) -> None:
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    told: list[tuple[str, Mapping[str, Any]]] = []

    def tell(_: HallDoor, what: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
        told.append((what, message))
        return {"v": 1, "match": ASSIGNED} if what == "hello" else {"v": 1, "have": have, "settled": True}

    monkeypatch.setattr(hall_link, "tell_hall", tell)
    file = LinkFile.read(tmp_path / "hall.json", "http://127.0.0.1:8088", 1)
    link = HallLink(store, file, lambda _: None)
    _, setting, lines = match_game(("Owls", "Foxes"))
    number = store.begin(setting, ("Owls", "Foxes"))
    store.append(number, [live_line(row) for row in lines[:6]], 0)
    link.hear({"type": "game", "state": "none", "revision": 0, "games": []})
    link.step()
    link.hear({"type": "game", "state": "playing", "game": number, "players": ["Owls", "Foxes"], "scores": {}, "plays": []})
    with pytest.raises(HallError, match="of different versions"):
        link.step()
    assert (file.games[0].have, file.games[0].settled) == (0, False)
    monkeypatch.setattr(hall_link, "tell_hall", lambda *_: {"v": 1, "match": ASSIGNED, "have": 6, "settled": True})
    link.step()
    assert (file.games[0].have, file.games[0].settled) == (6, True)
    store.close()


def live_line(row: Mapping[str, Any]) -> LogEntry:
    return LogEntry(row["kind"], row["text"], at=row["at"])


def board_of(store: object) -> HallBoard:
    return HallBoard(cast("Any", store))


async def told(news: AsyncIterator[str], text: str) -> str:
    """Wait until the board tells something."""
    while text not in (message := await anext(news)):
        pass
    return message


def test_the_board_goes_on_after_any_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_board, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(hall_board, "GATHER_SECONDS", 0.001)
    hall = Hall(sqlite_address(tmp_path))
    errors: list[Exception] = []

    class Failing:
        damage = ()

        def subscribe(self, changed: Callable[[], None]) -> None:
            self.changed = changed

        def overview(self) -> object:
            if errors:
                raise errors[-1]
            return hall.store.overview()

    async def follow() -> None:
        store = Failing()
        board = board_of(store)
        following = asyncio.create_task(board.follow())
        news = board.news()
        await told(news, "No event is open.")
        for error in (*ODD, StoreError("the database is away")):
            errors.append(error)
            store.changed()
            await told(news, "cannot be read anew just now")
            errors.clear()
            await told(news, '"trouble": ""')
        assert not following.done()
        following.cancel()

    asyncio.run(asyncio.wait_for(follow(), PATIENCE))
    hall.store.close()


def damaged_hall(tmp_path: Path, statement: str) -> Hall:
    """A hall with an event of four teams in its first round, of which a table played three lines; then its file was damaged."""
    address = sqlite_address(tmp_path)
    hall = Hall(address)
    organiser = hall.organiser()
    hall.form("/hall/new", organiser, name="Cup", list="Owls: Ann\nFoxes\nBears\nWolves", tables=2, level="3", by="points", hands="open")
    hall.form("/hall/round", organiser, event=1, round=1)
    assert Table(hall).play(3)[0] == 200
    hall.store.close()
    with sqlite3.connect(tmp_path / "hall.sqlite") as file:
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute(statement)
    file.close()
    return Hall(address)


DAMAGE = {
    "update numero_cam_hall_games set stand='{}'": "how the game of match 1 stands is damaged",
    "update numero_cam_hall_games set stand=x'ff'": "how the game of match 1 stands is damaged",
    "update numero_cam_hall_entrants set members='5' where number=1": "entry 1 in the hall's database is damaged",
    "update numero_cam_hall_entrants set members='[7]', name='a'||char(10) where number=2": "entry 2 in the hall's database is damaged",
    "update numero_cam_hall_entrants set joined='soon' where number=3": "entry 3 in the hall's database is damaged",
    "update numero_cam_hall_matches set home=77 where match=2": "match 2 in the hall's database is damaged",
    "update numero_cam_hall_matches set away=home where match=2": "match 2 in the hall's database is damaged",
    "update numero_cam_hall_matches set round='x' where match=2": "match 2 in the hall's database is damaged",
    "insert into numero_cam_hall_results values(2, 1, 'a', 0, 'table', '', '')": "match 2 in the hall's database is damaged",
    "insert into numero_cam_hall_results values(2, 1, 5, 0, 'nobody', '', '')": "match 2 in the hall's database is damaged",
    "update numero_cam_hall_events set setting='[1]'": "event 1 in the hall's database is damaged",
    "update numero_cam_hall_events set setting='{\"name\":1}'": "event 1 in the hall's database is damaged",
    'update numero_cam_hall_events set setting=\'{"name":"Cup","tables":"x"}\'': "event 1 in the hall's database is damaged",
    'update numero_cam_hall_events set setting=\'{"name":"Cup","system":"x"}\'': "event 1 in the hall's database is damaged",
    'update numero_cam_hall_events set setting=\'{"name":"Cup","later":1}\'': "",
    "update numero_cam_hall_plays set text=7, by=x'00'": "",
    "update numero_cam_hall_log set text=x'ff'": "",
}


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_row_is_named_on_the_board_and_the_rest_goes_on(tmp_path: Path, statement: str) -> None:
    hall = damaged_hall(tmp_path, statement)

    async def first() -> str:
        board = HallBoard(hall.store)
        following = asyncio.create_task(board.follow())
        message = await told(board.news(), "trouble")
        assert not following.done()
        following.cancel()
        return message

    head = json.loads(asyncio.run(asyncio.wait_for(first(), PATIENCE)).removeprefix("data: "))["head"]
    wanted = DAMAGE[statement]
    assert wanted in head["trouble"]
    assert bool(wanted) == bool(head["trouble"])
    assert "Ann" not in head["trouble"]
    assert head["title"] == ("No event is open." if wanted.startswith("event") else "Cup")
    organiser = hall.organiser()
    for page in ("", "/referee", "/event?event=1", "/door?event=1", "/winner?event=1", "/game?match=1", "/codes", "/export?event=1"):
        status = hall.ask(f"/hall{page}", cookie=organiser)[0]
        assert status == (200 if not wanted.startswith("event") else status), page
        assert status < 500, page
    assert hall.tell("hello", hall.table(1))[0] == 200
    hall.store.close()


def test_events_are_listed_though_one_of_them_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from numero_cam.cli import shell  # noqa: PLC0415 - of this test alone

    hall = damaged_hall(tmp_path, "update numero_cam_hall_events set setting='[1]'")
    organiser = hall.organiser()
    assert hall.form("/hall/new", organiser, name="Second", list="Owls\nFoxes", tables=1)[0] == 303
    assert b"event 1 in the hall&#39;s database is damaged" in hall.ask("/hall", cookie=organiser)[2]
    hall.store.close()
    assert shell.run(["hall", "events", "--database", sqlite_address(tmp_path)]) == 0
    out, told = capsys.readouterr()
    assert "Second" in out
    assert told == "event 1 in the hall's database is damaged, and is left out.\n"
    assert shell.run(["hall", "delete", "1", "--database", sqlite_address(tmp_path)]) == 0


def test_news_come_again_after_anything_that_the_database_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_news, "RECONNECT_SECONDS", 0.001)
    told: list[str] = []
    waiting = list(ODD)

    @contextmanager
    def connected(_: sa.URL) -> Iterator[tuple[object, socket.socket]]:
        if waiting:
            raise waiting.pop()
        ours, theirs = socket.socketpair()
        theirs.close()
        with ours:  # is readable, and then the connection has no cursor
            yield SimpleNamespace(notifications=[]), ours

    monkeypatch.setattr(database_news, "connected", connected)
    news = DatabaseNews(sa.make_url("postgresql://nobody@127.0.0.1/none"))

    def falls() -> None:
        raise KeyError

    news.subscribe(falls)
    news.subscribe(lambda: told.append("changed"))
    until(lambda: len(told) > 3)
    assert waiting == []
    news.close()


def test_the_table_goes_on_after_any_error_and_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "PAUSE_SECONDS", 0.001)
    sent: list[Mapping[str, Any]] = []
    eyes = ScriptedEyes()
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    table = LiveTable(cast("Any", eyes), store, lambda told, _: sent.append(told), recordings=tmp_path)
    table.start()
    begin, look = new_game_record, eyes.look
    for error in ODD:

        def falls(*_: object, error: Exception = error) -> Any:  # noqa: ANN401 - never returns
            raise error

        sent.clear()
        monkeypatch.setattr(live_table, "new_game_record", falls)
        table.put(TableRequest(StartGame(("Ann", "Ben")), None, 1, "start"))
        until(lambda: any(told["type"] == "refused" and "a fault of this program" in told["why"] for told in list(sent)))
        until(lambda: any(told["type"] == "notice" and "the table: a fault" in told["text"] for told in list(sent)))
        monkeypatch.setattr(live_table, "new_game_record", begin)
        sent.clear()
        monkeypatch.setattr(eyes, "look", falls)
        table.put(picture(1))
        until(lambda: any(told["type"] == "ack" for told in list(sent)))
        monkeypatch.setattr(eyes, "look", look)
    table.put(cast("Any", object()))
    table.put(TableRequest(cast("Any", object()), None, 1, "nothing"))
    table.put(cast("Any", TableRequest(StartGame(cast("Any", 7)), None, 1, "start")))
    sent.clear()
    table.put(TableRequest(StartGame(("Ann", "Ben")), None, 1, "start"))
    until(lambda: any(told["type"] == "game" and told["state"] == "waiting" for told in list(sent)))
    table.close()


def test_a_hint_that_fails_is_said_and_the_next_one_comes() -> None:
    answers: list[Any] = []
    worker = HintWorker(answers.append)

    def hint(error: Exception | None) -> Any:  # noqa: ANN401 - a game as far as hints ask it
        def make() -> Mapping[str, object]:
            if error is not None:
                raise error
            return {"type": "hint", "level": "play", "player": "Ann", "lines": ["7 + 2"], "why": ""}

        return SimpleNamespace(hint=lambda _: make)

    for n, error in enumerate(ODD):
        worker.ask(hint(error), ["play"], 2 * n)
        until(reached(answers, 2 * n + 1))
        assert "a fault of this program" in answers[-1].message["why"]
        assert (answers[-1].position, answers[-1].message["type"], answers[-1].message["lines"]) == (2 * n, "hint", [])
        worker.ask(hint(None), ["play"], 2 * n + 1)
        until(reached(answers, 2 * n + 2))
        assert answers[-1] == HintReady(2 * n + 1, {"type": "hint", "level": "play", "player": "Ann", "lines": ["7 + 2"], "why": ""})

    def no_draft() -> Mapping[str, object]:
        raise KeyError

    worker.draft(7, no_draft)
    until(lambda: len(answers) == 2 * len(ODD) + 1)
    assert (answers[-1].page, answers[-1].message["type"], answers[-1].message["to"]) == (7, "refused", "draft")
    worker.close()


def test_connections_are_let_in_after_any_error(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(listener, "PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(listener, "CLOSING_SECONDS", 0.001)
    errors, gone = list(ODD), list[Exception]()
    served, swept = list[CountedConnection](), list[str]()
    counter = Counter

    def fall(*, odd: bool) -> None:
        if errors and len(errors) % 2 == odd:
            gone.append(errors[-1])
            raise errors.pop()

    def counted(*told: Any) -> Any:  # noqa: ANN401 - as it is called
        fall(odd=False)
        return counter(*told)

    class Protocol(asyncio.Protocol):
        def __init__(self, connection: CountedConnection) -> None:
            fall(odd=True)
            served.append(connection)

    def abort() -> None:
        swept.append("swept")
        raise ZeroDivisionError

    async def come() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            own = Listener(listening, RefusalSummary(lambda _: None), 8)
            monkeypatch.setattr(listener, "Counter", counted)
            own.open(Protocol)
            writers = []
            for n in range(len(ODD) + 2):
                writers.append((await asyncio.open_connection(*listening.getsockname()))[1])
                await soon(reached(gone, min(n + 1, len(ODD))))
            await soon(reached(served, 2))
            assert errors == []
            transport = served[0].transport
            served[0].was_closing, served[0].transport = True, cast("Any", SimpleNamespace(abort=abort, is_closing=lambda: True))
            await soon(reached(swept, 3))
            assert "ZeroDivisionError" in caplog.text
            served[0].transport = transport
            for writer in writers:
                writer.close()
            await own.close()

    asyncio.run(asyncio.wait_for(come(), PATIENCE))


def test_connections_are_counted_after_a_line_that_could_not_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numero_cam.web.refusal_summary.FIRST_SUMMARY_SECONDS", 0.001)
    monkeypatch.setattr("numero_cam.web.refusal_summary.SUMMARY_SECONDS", 0.001)
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if len(said) == 1:
            raise OSError

    async def count() -> None:
        summary = RefusalSummary(say)
        for what, lines in (("{n} came", 1), ("{odd} came", 1), ("{n} came again", 2)):
            summary.count(what)
            await asyncio.sleep(0.05)
            await soon(reached(said, lines))
        assert "1 came again" in said[-1]

    asyncio.run(asyncio.wait_for(count(), PATIENCE))


def test_the_certificate_is_looked_at_again_after_any_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "ADDRESS_CHECK_SECONDS", 0.001)
    said: list[str] = []
    errors = list[Exception]()
    certificates = ensure_certificates(tmp_path, [], [])

    def find(*_: object) -> object:
        if errors:
            raise errors.pop()
        return SimpleNamespace(certificates=certificates)

    monkeypatch.setattr(network_address, "find_network_address", find)

    async def follow() -> None:
        with socket.socket() as https, socket.socket() as plain:
            doors = serve.NetworkListeners(tmp_path, https, plain)
            before = doors.address
            errors.extend([*ODD, StoreError("no network"), OSError("x")])
            follows = asyncio.create_task(doors.renew_certificates(said.append))
            await soon(lambda: not errors and doors.address is not before)
            assert not follows.done()
            follows.cancel()

    asyncio.run(asyncio.wait_for(follow(), PATIENCE))
    assert len(said) == len(ODD) + 2
    assert "no network" in said[1]


def test_a_camera_whose_driver_raises_anything_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "REOPEN_DELAY", 0.001)
    monkeypatch.setattr(sources, "SILENCE_SECONDS", 0.05)
    odd: list[Any] = []
    good = np.full((48, 64, 3), 100, np.uint8)

    class Device:
        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            return True

        def read(self) -> tuple[bool, Any]:
            threading.Event().wait(0.001)
            if odd and isinstance(odd[-1], Exception):
                raise odd[-1]
            return True, odd[-1] if odd else good

        def release(self) -> None:
            pass

    source = LiveSource(cast("Any", Device), DeviceMessages("camera 7", str, "waiting"), first_timeout=PATIENCE, silence_timeout=PATIENCE)
    pictures = [np.zeros(7, np.uint8), np.array(["x"]), np.array([[None]]), np.zeros((2, 2, 9), np.uint8)]
    for told in (*ODD, *pictures):
        odd.append(told)
        until(lambda: "camera 7" in source.notice)
        odd.clear()
        until(lambda: source.newest(0.01) is not None and "gives no pictures" not in source.notice)
    source.close()


def test_the_keyboard_takes_any_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: read))
    typed = TypedLines()
    for part in (b"\xff\xfe\x00\n", b"\xed\xa0\x80" * 5000 + b"\n", b"x" * 300_000, b"\n" * 5000, b"undo\n"):
        os.write(write, part) if len(part) < 60_000 else [os.write(write, part[k : k + 50_000]) for k in range(0, len(part), 50_000)]
    came: list[str] = []

    def has_undo() -> bool:
        came.extend(typed.new())
        return "undo" in came

    until(has_undo)
    os.close(write)


def test_a_page_is_heard_and_told_after_any_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    pairing = DevicePairing()
    token = pairing.redeem_key(pairing.new_key())
    put: list[object] = []
    told: dict[str, Any] = {"store": store, "snapshot": TableSnapshot(), "own_source": False, "put": put.append}
    told |= {"start": lambda: None, "close": store.close}
    send_to_pages: list[Callable[..., None]] = []

    def make(send: Callable[..., None]) -> LiveTable:
        send_to_pages.append(send)
        return cast("LiveTable", SimpleNamespace(**told))

    server = LiveServer(make, AccessControl(pairing, 8088), lambda _: {})
    sent: list[dict[str, Any]] = []
    coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(message: MutableMapping[str, Any]) -> None:
        if "text" in message:
            sent.append(json.loads(message["text"]))

    def says(**message: object) -> None:
        coming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    headers = [(b"host", b"127.0.0.1:8088"), (b"cookie", f"numero-8088={token}".encode())]
    scope = {"type": "websocket", "path": "/table", "raw_path": b"/table", "root_path": "", "query_string": b"", "headers": headers}

    async def visit() -> None:
        async with server.app.router.lifespan_context(server.app):
            coming.put_nowait({"type": "websocket.connect"})
            says(type="hello", v=1, role="keeper")
            page = asyncio.create_task(
                server.app({**scope, "scheme": "ws", "server": ("127.0.0.1", 8088), "subprotocols": []}, coming.get, send)
            )
            await soon(lambda: any(message["type"] == "welcome" for message in sent))
            for n, error in enumerate(ODD):

                def falls(*_: object, error: Exception = error) -> None:
                    raise error

                sent.clear()
                monkeypatch.setattr("numero_cam.web.live_server.command_from_page", falls)
                says(type="stop", revision=0)
                await soon(lambda: any("a fault of this program" in message.get("why", "") for message in sent))
                monkeypatch.undo()
                says(type="rematch", revision=0)
                await soon(reached(put, n + 1))
                for odd in ({"type": "notice", "text": object()}, {"type": "picture", "number": "x"}, {"no": "type"}, {"type": "ack"}):
                    send_to_pages[0](odd, None)
                send_to_pages[0]({"type": "say", "text": f"round {n}", "clips": []}, None)
                await soon(lambda: any(message["type"] == "say" for message in sent))
            assert not page.done()
            coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await page

    asyncio.run(asyncio.wait_for(visit(), 2 * PATIENCE))
