"""A live table joins a hall by a code that is typed on its own page, or is told in one sentence why not."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.base.errors import NumeroCamError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall import client as hall_client
from numero_cam.hall import link as hall_link
from numero_cam.hall import seat as hall_seat
from numero_cam.hall import site as hall_site
from numero_cam.hall.client import HallAwayError, HallDoor, HallRefusedError
from numero_cam.hall.codes import table_in
from numero_cam.hall.seat import HallSeat, known_seat, take_seat
from numero_cam.hall.server import HallGuest
from numero_cam.live.live_table import LiveTable
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import TableRequest
from numero_cam.store.games import GameStore
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from tests.asgi import ask_app, cookie_of
from tests.hall import HOME, Hall, match_game, sqlite_address

ADDRESS = f"http://{HOME}"


class NoTable:
    """Stands in for a live table: only what it is asked counts."""

    def __init__(self) -> None:
        self.asked: list[TableRequest] = []
        self.beside = str

    def put(self, request: TableRequest) -> None:
        self.asked.append(request)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(hall_site, "WRONG_CODE_SECONDS", 0.0)
    made = Hall(sqlite_address(tmp_path))
    cookie = made.organiser()
    made.form("/hall/new", cookie, name="Cup", list="Owls\nFoxes", tables=2, level="3", by="points", hands="open")

    def ask(door: HallDoor, method: str, path: str, body: bytes | None = None, **_: object) -> tuple[int, dict[str, str], bytes]:
        if door.address != ADDRESS:
            message = f"the hall at {door.address} does not answer"
            raise HallAwayError(message)
        assert method == "POST"
        return made.ask(path, body, door.cookie)

    monkeypatch.setattr(hall_client, "ask_hall", ask)
    yield made
    made.store.close()


@pytest.fixture
def seat(tmp_path: Path, store: GameStore) -> Iterator[HallSeat]:
    made = HallSeat(store, tmp_path, lambda _: None)
    yield made
    made.close()


def code(hall: Hall, role: str, table: int = 0) -> str:
    return hall.pairing.lasting_code(role, table)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answer", [HallAwayError("the hall does not answer"), HallRefusedError(409, "table 1 is claimed by another device")]
)
def test_a_hall_that_is_away_or_refuses_for_another_reason_wants_no_code(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Exception
) -> None:
    take_seat(tmp_path, ADDRESS, code(hall, "table", 1), 1).unlock()

    def told(*_: object) -> Mapping[str, Any]:
        raise answer

    monkeypatch.setattr(hall_seat, "tell_hall", told)
    again = known_seat(tmp_path, ADDRESS, 1)
    assert again is not None
    again.unlock()


def test_a_code_on_the_page_joins_the_table_that_it_names(hall: Hall, seat: HallSeat, tmp_path: Path) -> None:
    assert seat.words == ""
    heard: list[object] = []

    def make(send: Callable[[Message, int | None], None]) -> LiveTable:
        send({"type": "game", "state": "none"}, None)
        return cast("LiveTable", NoTable())

    seat.joined(make)(lambda message, _: heard.append(message))
    seat.join(f" {ADDRESS}/ ", code(hall, "table", 2).lower())
    assert seat.words == f"Table 2 of the hall {HOME}"
    assert heard == [{"type": "game", "state": "none"}]
    assert json.loads((tmp_path / "hall-table-2.json").read_text())["address"] == ADDRESS
    assert (tmp_path / "hall-table-2.json").stat().st_mode & 0o077 == 0
    with pytest.raises(NumeroCamError, match="has joined a hall"):
        seat.join(ADDRESS, code(hall, "table", 1))


@pytest.mark.parametrize(
    ("address", "typed", "why"),
    [
        (ADDRESS, "AAAAA-AAAAA", "the hall does not know this code"),
        (ADDRESS, "", "the hall does not know this code"),
        ("hall.local:8443", "AAAAA-AAAAA", "does not answer"),
        ("", "AAAAA-AAAAA", "is no address of a hall"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_can_be_mended(hall: Hall, seat: HallSeat, address: str, typed: str, why: str) -> None:
    with pytest.raises(NumeroCamError, match=why) as told:
        seat.join(address, typed)
    assert "\n" not in str(told.value)
    seat.join(ADDRESS, code(hall, "table", 1))
    assert seat.words.startswith("Table 1 ")


def test_a_table_that_joined_on_its_page_joins_again_after_a_restart(hall: Hall, seat: HallSeat, store: GameStore, tmp_path: Path) -> None:
    assert seat.words_before == ""
    with pytest.raises(NumeroCamError, match="wants the code"):
        seat.join_again()
    seat.join(ADDRESS, code(hall, "table", 2))
    seat.close()
    (tmp_path / "hall-table-notes.json").write_text("{}")
    started_again = HallSeat(store, tmp_path, lambda _: None)
    assert started_again.words == ""
    assert started_again.words_before == f"Table 2 of the hall {HOME}"
    started_again.join_again()
    assert started_again.words == started_again.words_before
    with pytest.raises(NumeroCamError, match="has joined a hall"):
        started_again.join_again()
    started_again.close()
    (tmp_path / "hall-table-2.json").write_text("no JSON")
    assert HallSeat(store, tmp_path, lambda _: None).words_before == ""


def test_a_table_that_joins_while_a_question_is_open_has_it_on_the_referees_page(hall: Hall, seat: HallSeat, store: GameStore) -> None:
    cookie = hall.organiser()
    assert hall.form("/hall/round", cookie, event=1, round=1)[0] == 303
    game, setting, lines = match_game(("Owls", "Foxes"))
    number = store.begin(setting, ("Owls", "Foxes"))
    store.append(number, [LogEntry(row["kind"], row["text"]) for row in lines[:5]], 0)  # type: ignore[arg-type]
    told: list[Callable[[Message, int | None], None]] = []

    def make(send: Callable[[Message, int | None], None]) -> LiveTable:
        told.append(send)
        return cast("LiveTable", NoTable())

    scores = {name: each.score for name, each in zip(game.names, game.states[5].seats, strict=True)}
    playing = {"type": "game", "state": "playing", "game": number, "players": ["Owls", "Foxes"], "scores": scores, "plays": []}
    seat.joined(make)(lambda *_: None)
    question = {"type": "ask", "question": "What was played?", "choices": [{"kind": "taken"}, {"kind": "built"}]}
    for message in (playing, {**question, "question": "An older one?"}, {**playing, "game": number + 1}, playing, question):
        told[0](cast("Message", message), None)
    seat.join(ADDRESS, code(hall, "table", 1))
    seat.close()  # sends what there is
    page = hall.ask("/hall/referee", cookie=cookie)[2].decode()
    assert "waits for a person: What was played?" in page
    status = hall.store.match(1).status
    assert status is not None
    assert status.have == 5


def test_a_second_program_of_this_computer_is_told_that_the_table_is_open(
    hall: Hall, seat: HallSeat, store: GameStore, tmp_path: Path
) -> None:
    """A lock is of an open file, so the second program can be this one."""
    seat.join(ADDRESS, code(hall, "table", 1))
    before = (tmp_path / "hall-table-1.json").read_bytes()
    second = HallSeat(store, tmp_path, lambda _: None)
    why = "another program of this computer is table 1; end that one, or join as another table"
    ways: list[Callable[[], object]] = [
        second.join_again,
        lambda: second.join(ADDRESS, code(hall, "table", 1)),
        lambda: known_seat(tmp_path, ADDRESS, 1),
    ]
    for joins in ways:
        with pytest.raises(NumeroCamError, match=why):
            joins()
    assert second.words == ""
    assert (tmp_path / "hall-table-1.json").read_bytes() == before
    second.join(ADDRESS, code(hall, "table", 2))
    seat.close()
    again = known_seat(tmp_path, ADDRESS, 1)
    assert again is not None
    again.unlock()
    second.close()


def test_codes_of_people_and_of_other_tables_are_told(hall: Hall, seat: HallSeat, tmp_path: Path) -> None:
    with pytest.raises(NumeroCamError, match="this code is for a person"):
        seat.join(ADDRESS, code(hall, "watcher"))
    with pytest.raises(NumeroCamError, match="this is the code of table 2, not of table 1"):
        take_seat(tmp_path, ADDRESS, code(hall, "table", 2), 1)


def test_a_table_that_was_joined_needs_its_code_only_where_there_are_new_ones(hall: Hall, tmp_path: Path) -> None:
    assert known_seat(tmp_path, ADDRESS, 1) is None
    take_seat(tmp_path, ADDRESS, code(hall, "table", 1), 1).unlock()
    again = known_seat(tmp_path, ADDRESS, 1)
    assert again is not None
    assert again.table == 1
    again.unlock()
    hall.pairing.renew()
    assert known_seat(tmp_path, ADDRESS, 1) is None


@pytest.mark.parametrize(
    ("cookie", "table"),
    [
        ("numero-8088-hall=table.12.9.ff", 12),
        ("numero-8088-hall=watcher.0.9.ff", None),
        ("numero-8088-hall=table.201.9.ff", None),
        ("numero-8088-hall=table.one.9.ff", None),
        ("", None),
    ],
)
def test_the_table_of_a_cookie(cookie: str, table: int | None) -> None:
    assert table_in(cookie) == table


def test_only_a_page_that_keeps_the_game_joins(hall: Hall, seat: HallSeat, monkeypatch: pytest.MonkeyPatch) -> None:
    pairing = DevicePairing(None)

    def no_table(_: object) -> LiveTable:
        raise AssertionError

    guest = HallGuest()
    guest.seat = seat
    app = LiveServer(no_table, AccessControl(pairing, 8088), lambda _: {}, guests=[guest]).app
    monkeypatch.setattr(hall_link.HallLink, "start", lambda *_: None)
    keeper = cookie_of(ask_app(app, HOME, f"/in?key={pairing.new_key()}")[1])
    typed = urlencode({"code": pairing.invite("watcher").code}).encode()
    watcher = cookie_of(ask_app(app, HOME, "/pair", typed)[1])
    right = urlencode({"address": ADDRESS, "code": code(hall, "table", 1)}).encode()
    assert ask_app(app, HOME, "/hall-seat", right)[0] == 403
    assert ask_app(app, HOME, "/hall-seat", right, watcher)[0] == 403
    assert ask_app(app, HOME, "/hall-seat", None, watcher)[0] == 303
    assert seat.words == ""
    wrong = urlencode({"address": ADDRESS, "code": '<script>"'}).encode()
    status, _, page = ask_app(app, HOME, "/hall-seat", wrong, keeper)
    assert (status, b"does not know this code" in page, b"&lt;script&gt;" in page) == (400, True, True)
    assert ask_app(app, HOME, "/hall-seat", right, keeper)[1]["location"] == "/"
    assert seat.words == f"Table 1 of the hall {HOME}"
