"""The pages of a hall from outside: an event from its list to its winner, who reaches what, and what tables may send."""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine.notation import parse_game
from numero_cam.hall import live_board as hall_board
from numero_cam.hall import store as hall_store
from numero_cam.hall.board import board_sections
from numero_cam.hall.codes import HALL_CODE_LENGTH, HallPairing
from numero_cam.hall.live_board import HallBoard
from numero_cam.hall.replays import HallReplays
from numero_cam.hall.store import delete_event
from numero_cam.text.page_templates import local_time
from numero_cam.web.pairing import CODE_LETTERS, PairingError
from tests.hall import DEVICE, TEAMS, Hall, Table, match_game, sqlite_address

OTHER = "22222222-2222-4222-8222-222222222222"
NEWS_SECONDS = 30.0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(sqlite_address(tmp_path))
    yield made
    made.store.close()


@pytest.fixture
def organiser(hall: Hall) -> str:
    """The organiser's cookie, in a hall whose first round is drawn."""
    cookie = hall.organiser()
    status, head, body = hall.form(
        "/hall/new", cookie, name="Cup", list=TEAMS, tables=2, system="swiss", level="3", by="points", hands="open"
    )
    assert (status, head.get("location")) == (303, "/hall/event?event=1"), body
    assert hall.form("/hall/round", cookie, event=1, round=1)[0] == 303
    return cookie


GREAT_TAKE = 19  #: Number of lines of a game up to its first great take, and the cards drawn after it.


def two_alone(hall: Hall, **shown: str) -> str:
    """The organiser's cookie of an event of two who play alone, whose round is drawn."""
    cookie = hall.organiser()
    hall.form("/hall/new", cookie, name="Cup", list="Ann Lee\nBen Fox", tables=1, people="on")
    hall.form("/hall/change", cookie, event=1, tables=1, **shown)
    hall.form("/hall/round", cookie, event=1, round=1)
    return cookie


def overview(hall: Hall) -> Any:  # noqa: ANN401 - what the board and the referee are told
    return HallReplays(hall.store).overview()


def test_an_event_from_a_list_to_its_winner(hall: Hall, organiser: str) -> None:
    for number in (1, 2):
        table = Table(hall, number, f"{number}" * 36)
        assert [table.match[name] for name in ("event", "round", "level", "done")] == ["Cup", 1, "3", False]
        game, setting, lines = match_game(tuple(table.players), number)
        assert table.tell(lines[:3], "", setting) == (200, {"v": 1, "have": 3, "settled": True})
        scores = [seat.score for seat in game.state.seats]
        for _ in range(2):
            told = table.tell(lines[3:], "", setting, scores=scores, over=True)
            assert told == (200, {"v": 1, "have": len(lines), "settled": True})
        found = hall.store.match(table.number)
        assert found.result is not None
        assert [found.result.home, found.result.away] == scores
    page = hall.ask("/hall/event?event=1", cookie=organiser)[2].decode()
    assert "Draw round 2" in page
    assert hall.form("/hall/round", organiser, event=1, round=2)[0] == 303
    assert hall.form("/hall/round", organiser, event=1, round=2)[0] == 303  # the button pressed twice
    assert [match.round for match in hall.store.matches(1)] == [1, 1, 2, 2]
    door = hall.ask("/hall/door?event=1", cookie=organiser)[2].decode()
    assert "Round 2" in door
    assert "Standings before this round" in door
    assert "Ann" not in door


def test_names_of_children_are_shown_where_the_organiser_turns_them_on(hall: Hall, organiser: str) -> None:
    assert hall.form("/hall/change", organiser, event=1, tables=2, names="on")[0] == 303
    assert "Ann, Ben" in hall.ask("/hall/door?event=1", cookie=organiser)[2].decode()


def test_children_who_play_alone_are_numbers_at_tables_and_boards(hall: Hall) -> None:
    cookie = two_alone(hall)
    assert Table(hall).players == ["No. 1", "No. 2"]
    assert "Ann Lee" not in hall.ask("/hall/door?event=1", cookie=cookie)[2].decode()


def test_names_that_no_game_text_has_are_played_all_the_same(hall: Hall) -> None:
    cookie = hall.organiser()
    hall.form("/hall/new", cookie, name="Cup", list="5B\nOwls, the wise #1\n" + "x" * 60 + "\n" + "x" * 59, tables=2)
    hall.form("/hall/round", cookie, event=1, round=1)
    for number in (1, 2):
        table = Table(hall, number, f"{number}" * 36)
        game, setting, lines = match_game(tuple(table.players), number)
        scores = [seat.score for seat in game.state.seats]
        assert table.tell(lines, "", setting, scores=scores, over=True)[0] == 200
        result = hall.store.match(table.number).result
        assert result is not None
        assert [result.home, result.away] == scores
    page = hall.ask("/hall/door?event=1", cookie=cookie)[2].decode()
    assert all(name in page for name in ("5B", "Owls, the wise #1", "x" * 60))


def test_names_that_are_shown_in_the_middle_of_a_match_lose_no_result(hall: Hall) -> None:
    cookie = two_alone(hall)
    table = Table(hall)
    hall.form("/hall/change", cookie, event=1, tables=1, names="on")
    assert table.play()[1]["settled"]
    assert hall.store.match(table.number).result is not None


def test_names_that_are_shown_no_more_are_not_on_the_board_in_what_was_said(hall: Hall) -> None:
    cookie = two_alone(hall, names="on")
    assert Table(hall).play(GREAT_TAKE)[0] == 200
    assert "Ann Lee" in overview(hall)[2][0].status.said
    assert "Ann Lee" in json.dumps(board_sections(*overview(hall)))
    hall.form("/hall/change", cookie, event=1, tables=1)
    assert "Ann" not in json.dumps(board_sections(*overview(hall)))
    assert "No. 1" in overview(hall)[2][0].status.said


def test_a_referee_looks_at_a_game_without_the_names_that_it_was_played_under(hall: Hall) -> None:
    cookie, referee = two_alone(hall, names="on"), hall.by_code(hall.pairing.lasting_code("referee"))
    table, waits = Table(hall), "Was it Ann Lee?"
    assert table.play(waits=waits, over=False)[0] == 200
    looked = f"/hall/game?match={table.number}"

    def pages(who: str) -> str:
        return "".join(hall.ask(path, cookie=who)[2].decode() for path in (looked, "/hall/referee"))

    assert all(said in pages(referee) for said in ("Ann Lee", waits, "All lines as they came"))
    hall.form("/hall/change", cookie, event=1, tables=1)
    shown = pages(referee)
    assert "Ann" not in shown
    assert "Ben" not in shown
    assert shown.count("<tr>") > 20
    assert "No. 1" in shown
    assert "may hold names that this event does not show" in shown
    assert "Ann Lee" in hall.ask(looked, cookie=cookie)[2].decode()  # the organiser has the list of the names
    assert hall.ask(looked, cookie=hall.by_code(hall.pairing.lasting_code("watcher")))[0] == 403


@pytest.mark.parametrize("players", [("Ann Lee", "Else"), ()])
def test_a_referee_sees_no_names_in_a_game_of_others_or_in_lines_that_make_none(hall: Hall, players: tuple[str, ...]) -> None:
    cookie, referee = two_alone(hall), hall.by_code(hall.pairing.lasting_code("referee"))
    table = Table(hall)
    line = {"n": 1, "at": "2026-11-27T09:00:00.000+00:00", "kind": "deal", "text": "Ann Lee is no deal", "by": "eyes"}
    told = table.play(names=[*players]) if players else table.tell([line], over=True)
    assert told[0] == 200
    for path in (f"/hall/game?match={table.number}", "/hall/referee"):
        page = hall.ask(path, cookie=referee)[2].decode()
        assert "Ann" not in page, path
    assert "others play" in page or "make no game" in page
    assert "Ann Lee" in hall.ask(f"/hall/game?match={table.number}", cookie=cookie)[2].decode()


def test_a_result_is_of_two_and_an_entry_that_leaves_is_in_the_event(hall: Hall) -> None:
    cookie = hall.organiser()
    hall.form("/hall/new", cookie, name="Cup", list="Owls\nFoxes\nBears", tables=2)
    hall.form("/hall/round", cookie, event=1, round=1)
    alone = next(match.number for match in hall.store.matches(1) if match.pairing.away is None)
    for name, fields, why in (
        ("result", {"match": alone, "home": 1, "away": 9, "reason": "why"}, "needs no result"),
        ("result", {"match": 1, "home": 1, "away": 9, "reason": "a\0b"}, "needs a reason"),
        ("left", {"event": 1, "number": 77, "left": "yes"}, "no entry of this event has the number 77"),
    ):
        status, _, page = hall.form(f"/hall/{name}", cookie, **fields)
        assert (status, why in page.decode()) == (400, True), why
    assert len(hall.store.log(1)) == 2


def test_who_reaches_what(hall: Hall, organiser: str) -> None:
    referee, watcher = (hall.by_code(hall.pairing.lasting_code(role)) for role in ("referee", "watcher"))
    reached = {
        "/hall/board": (200, 200, 200),
        "/hall/referee": (200, 200, 403),
        "/hall/game?match=1": (200, 200, 403),
        "/hall/event?event=1": (200, 403, 403),
        "/hall/codes": (200, 403, 403),
        "/hall/door?event=1": (200, 403, 403),
        "/hall/export?event=1": (200, 403, 403),
        "/hall/winner?event=1": (200, 403, 403),
    }
    for path, statuses in reached.items():
        assert tuple(hall.ask(path, cookie=cookie)[0] for cookie in (organiser, referee, watcher)) == statuses, path
        assert hall.ask(path)[0] == 303, path
    forms = {"result": 303, "free": 303, "new": 403, "delete": 403, "round": 403, "left": 403, "add": 403, "change": 403, "codes": 403}
    fields = {"event": 1, "match": 1, "home": 3, "away": 4, "reason": "a card was torn", "table": 1}
    assert {name: hall.form(f"/hall/{name}", referee, **fields)[0] for name in forms} == forms
    assert {hall.form(f"/hall/{name}", watcher, **fields)[0] for name in forms} == {403}
    assert {hall.form(f"/hall/{name}", "", **fields)[0] for name in forms} == {403}
    assert hall.ask("/hall/health")[0] == 200
    assert hall.ask("/board", cookie=watcher)[1]["location"] == "/hall/board"
    assert hall.ask("/hall", cookie=watcher)[1]["location"] == "/hall/board"


def test_a_table_may_send_and_nothing_else_may(hall: Hall, organiser: str) -> None:
    watcher = hall.by_code(hall.pairing.lasting_code("watcher"))
    assert hall.tell("hello", watcher)[0] == 403
    assert hall.tell("hello", organiser)[0] == 403
    assert hall.ask("/hall/table/hello", b"{}")[0] == 403
    assert hall.ask("/hall/event?event=1", cookie=hall.table(1))[0] == 403


def test_two_laptops_that_claim_one_table_are_told(hall: Hall, organiser: str) -> None:
    table = hall.table(1)
    assert hall.tell("hello", table)[0] == 200
    status, told = hall.tell("hello", table, OTHER)
    assert (status, told["why"]) == (409, "table 1 is claimed by another device; the referee's page can free it")
    assert "another device wants this table" in hall.ask("/hall/referee", cookie=organiser)[2].decode()
    hall.form("/hall/free", organiser, table=1)
    assert hall.tell("hello", table, OTHER)[0] == 200
    assert hall.tell("hello", table)[0] == 409


def test_a_referee_enters_a_result_with_a_reason_and_the_log_has_it(hall: Hall, organiser: str) -> None:
    status, _, page = hall.form("/hall/result", organiser, match=1, home=3, away=4, reason="")
    assert (status, b"needs a reason" in page) == (400, True)
    assert hall.form("/hall/result", organiser, match=1, home=3, away="much", reason="why")[0] == 400
    beyond = "write a whole number from 1 to 2147483647"
    for match, why in ((2**31 - 1, "does not have this match any more"), (2**31, beyond), (0, beyond)):
        status, _, page = hall.form("/hall/result", organiser, match=match, home=3, away=4, reason="why")
        assert (status, why in page.decode()) == (400, True), page
    assert hall.form("/hall/result", organiser, match=1, home=3, away=4, reason="the laptop fell")[0] == 303
    assert "the laptop fell" in hall.ask("/hall/referee", cookie=organiser)[2].decode()


def test_when_time_is_up_games_count_as_they_stand_by_their_own_lines(hall: Hall, organiser: str) -> None:
    assert organiser
    referee = hall.by_code(hall.pairing.lasting_code("referee"))
    status, _, page = hall.form("/hall/count", referee, reason="time was up")
    assert (status, b"no game can be counted" in page) == (400, True)
    assert hall.form("/hall/count", referee, reason=" ")[0] == 400
    table = Table(hall)
    assert table.play(20, over=False, ended=True)[0] == 200
    assert "ended before the game was over" in hall.ask("/hall/referee", cookie=referee)[2].decode()
    assert hall.form("/hall/count", hall.by_code(hall.pairing.lasting_code("watcher")), reason="mine")[0] == 403
    assert hall.form("/hall/count", referee, reason="time was up")[0] == 303
    result, (game, _, _) = hall.store.match(table.number).result, match_game(tuple(table.players))
    assert result is not None
    assert (result.home, result.away) == tuple(seat.score for seat in game.states[20].seats)  # not what the table claims
    assert (result.by, result.reason) == ("referee", "time was up")
    assert hall.store.match(3 - table.number).result is None


def test_times_are_those_of_this_computers_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "JST-9")
    time.tzset()
    try:
        assert local_time("2026-11-27T09:00:00.000+00:00") == "18:00:00"
    finally:
        monkeypatch.undo()
        time.tzset()
    assert local_time("yesterday") == "yesterday"  # a table may write anything


def test_a_game_of_others_gives_no_result_and_the_log_says_so(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    assert table.play(names=["Somebody", "Else"])[1]["settled"]
    assert hall.store.match(table.number).result is None
    assert "was not taken" in hall.ask("/hall/referee", cookie=organiser)[2].decode()


LATER = "4" * 36


def test_the_game_begun_last_settles_and_an_earlier_one_that_ends_is_said(
    hall: Hall, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misdealt game is begun anew, and meanwhile the hall's clock goes back."""
    table = Table(hall)
    monkeypatch.setattr(hall_store, "timestamp_now", lambda: "2026-11-28T10:00:00.000+00:00")
    assert table.play(5)[0] == 200
    monkeypatch.setattr(hall_store, "timestamp_now", lambda: "2026-11-28T09:05:00.000+00:00")
    assert table.play(5, LATER)[0] == 200
    status, told = table.play()
    assert (status, told["why"]) == (
        200,
        "the hall did not take the result of this game: a later game of this match was begun; ask the referee",
    )
    assert hall.store.match(1).result is None
    page = hall.ask("/hall/referee", cookie=organiser)[2].decode()
    assert "round 1, table 1: the result was not taken: a later game of this match was begun; enter it by hand" in page
    assert "why" not in table.play(None, LATER)[1]
    result = hall.store.match(1).result
    assert result is not None
    assert (result.home, result.away) == (180, 57)
    assert hall.store.match(1).game == LATER


def test_a_game_that_changes_after_its_result_asks_the_referee(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    assert table.play()[1]["settled"]
    result = hall.store.match(1).result
    assert result is not None
    game, setting, lines = match_game(tuple(table.players), 2)
    more = [{**line, "n": n} for n, line in enumerate(lines, 116)]  # the table tells all anew
    scores = [seat.score for seat in game.state.seats]
    assert scores != [result.home, result.away]
    for _ in range(2):
        status, told = table.tell(more, "", setting, scores=scores, over=True)
        assert (status, told["why"]) == (200, "the hall keeps the result that it has of this game; ask the referee to change it")
    assert hall.store.match(1).result == result
    said = [line.text for line in hall.store.log(1) if "changed after its result" in line.text]
    before, after = f"{result.home} to {result.away}", f"{scores[0]} to {scores[1]}"
    changed = f"its game was changed after its result, {before}, and would end {after}; enter that by hand if it is right"
    assert said == [f"round 1, table 1: {changed}"]
    assert "changed after its result" in hall.ask("/hall/referee", cookie=organiser)[2].decode()


def test_a_table_changes_no_result_of_a_past_round_of_a_closed_event_or_of_a_referee(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    assert table.play()[1]["settled"]
    result = hall.store.match(1).result
    states = (
        ({"round": 2}, "a later round was drawn"),
        ({"tables": 2, "closed": "on"}, "the event is closed"),
        ({"tables": 2}, "a later round was drawn"),
    )
    assert hall.form("/hall/result", organiser, match=2, home=5, away=3, reason="the laptop fell")[0] == 303
    for fields, why in states:
        assert hall.form(f"/hall/{'round' if 'round' in fields else 'change'}", organiser, event=1, **fields)[0] == 303
        for _ in range(3):
            status, told = table.play(None, LATER, 2)
            assert (status, told["why"]) == (400, f"round 1, table 1: nothing more is taken: {why}; ask the referee")
        assert table.play() == (200, {"v": 1, "have": 115, "settled": True})  # its answer was lost
        assert hall.store.match(1).result == result
    said = [line.text for line in hall.store.log(1) if line.who == "table 1"]
    assert sorted(said) == sorted(
        ["round 1, table 1: 180 to 57", *(f"round 1, table 1: nothing more is taken: {why}; ask the referee" for _, why in states[:2])]
    )


def test_the_wall_shows_what_lines_say_and_nothing_that_a_table_claims(hall: Hall, organiser: str) -> None:
    table = Table(hall)

    def wall() -> str:
        return json.dumps(board_sections(*overview(hall))) + hall.ask("/hall/referee", cookie=organiser)[2].decode()

    assert table.play(0)[0] == 200
    assert overview(hall)[2][0].status.scores is None
    assert table.play(GREAT_TAKE)[0] == 200
    stand = overview(hall)[2][0].status
    assert (stand.said, stand.points) == ("Owls takes 4 cards with the 15: (6 − 3) × 5.", 27)
    assert stand.scores == tuple(seat.score for seat in match_game(tuple(table.players))[0].states[GREAT_TAKE].seats)
    assert not any(claimed in wall() for claimed in ("greatest", "999"))
    assert table.play(GREAT_TAKE, LATER)[0] == 200  # of others, from here on
    hall.store.delete_event(1)
    assert hall.form("/hall/new", organiser, name="Cup", list=TEAMS, tables=2, level="3", by="points", hands="open")[0] == 303
    number = int(hall.store.events()[0].number)
    assert hall.form("/hall/round", organiser, event=number, round=1)[0] == 303
    assert Table(hall).play(GREAT_TAKE, "5" * 36, names=["Somebody", "Else"])[0] == 200
    assert not any(claimed in wall() for claimed in ("greatest", "999", "Somebody", "takes 4 cards"))


def test_the_newest_great_take_is_that_which_came_last_whatever_the_clock_says(
    hall: Hall, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert organiser
    for number, clock in ((1, "10:00"), (2, "09:05")):
        monkeypatch.setattr(hall_store, "timestamp_now", lambda clock=clock: f"2026-11-28T{clock}:00.000+00:00")
        assert Table(hall, number, f"{number}" * 36).play(GREAT_TAKE, challenge=True)[0] == 200
    assert str(board_sections(*overview(hall))["great"]["words"]).startswith("Table 2: ")
    page = hall.ask("/hall/referee", cookie=organiser)[2].decode()
    waiting = page[page.index("Challenges that wait") : page.index("To look at")]
    assert waiting.index("Table 1") < waiting.index("Table 2")  # in the order in which they came


def test_odd_letters_of_a_table_are_one_printable_line_wherever_they_are_shown(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    _, setting, lines = match_game(tuple(table.players))
    odd = {**lines[3], "text": "x\n\x1b[31m\u202e" * 2400}
    status, answer = table.tell([*lines[:3], odd], LATER, setting, over=True)
    assert status == 200
    assert len(answer["why"]) <= 200
    assert answer["why"].isprintable()
    assert hall.store.log(1)[0].text.endswith("…; enter it by hand")
    assert all(len(line.text) <= 200 and line.text.isprintable() for line in hall.store.log(1))
    for path in ("/hall/referee", "/hall/game?match=1"):
        page = hall.ask(path, cookie=organiser)[2].decode()
        assert len(page) < 40_000
        assert not any(letter in page for letter in "\x1b\u202e")
    with zipfile.ZipFile(io.BytesIO(hall.ask("/hall/export?event=1", cookie=organiser)[2])) as packed:
        rows = packed.read("plays.csv").decode().splitlines()
        whole = json.loads(packed.read("games/round-1-table-1.json"))
    assert len(rows) == 5
    assert all(row.isprintable() and len(row) < 400 for row in rows[1:])
    assert [line["text"] for line in whole] == [*(line["text"] for line in lines[:3]), odd["text"]]  # nothing is lost


def test_the_page_of_a_long_game_shows_its_last_200_lines(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    assert table.play(3)[0] == 200
    for first in (4, 204):
        more = [{"n": n, "at": "t", "kind": "note", "text": f"note {n}", "by": "person"} for n in range(first, first + 200)]
        assert table.tell(more)[0] == 200
    page = hall.ask("/hall/game?match=1", cookie=organiser)[2].decode()
    assert page.count(">note ") == 200
    assert "The last 200 of 403 are shown." in page
    assert "note 403" in page
    assert "note 203" not in page


def test_hints_are_off_in_an_event_unless_the_organiser_turns_them_on(hall: Hall, organiser: str) -> None:
    table = hall.table(1)
    assert hall.tell("hello", table)[1]["match"]["hints"] is False
    assert hall.form("/hall/change", organiser, event=1, tables=2, hints="on")[0] == 303
    assert hall.tell("hello", table)[1]["match"]["hints"] is True
    page = hall.ask("/hall/event?event=1", cookie=organiser)[2].decode()
    assert 'name="hints" checked' in page
    assert hall.form("/hall/change", organiser, event=1, tables=2)[0] == 303
    assert hall.tell("hello", table)[1]["match"]["hints"] is False
    assert hall.form("/hall/new", organiser, name="With", list=TEAMS, tables=2, hints="on")[0] == 303
    assert [event.setting.hints for event in hall.store.events()] == [True, False]


def test_everything_is_exported_and_the_games_can_be_read(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    table.play()
    status, head, body = hall.ask("/hall/export?event=1", cookie=organiser)
    assert (status, head["content-type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    assert sorted(files) == ["games/round-1-table-1.txt", "matches.csv", "plays.csv", "standings.csv"]
    assert parse_game(files["games/round-1-table-1.txt"]).names == tuple(table.players)
    assert files["matches.csv"].count("\n") == 3
    assert all(text.startswith("\ufeff") for name, text in files.items() if name.endswith(".csv"))  # the mark of UTF-8


def test_an_event_is_deleted_by_its_name_and_its_table_is_told(hall: Hall, organiser: str) -> None:
    table = Table(hall)
    assert hall.form("/hall/delete", organiser, event=1, name="Cap")[0] == 400
    assert hall.form("/hall/delete", organiser, event=1, name="Cup")[0] == 303
    status, told = table.play()
    assert status == 410
    assert "its event was deleted, or an older backup restored; the table keeps its games" in told["why"]
    assert hall.tell("hello", table.cookie)[1]["match"] is None


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": "", "list": TEAMS, "tables": 2}, "the event needs a name"),
        ({"name": "Cup", "list": "", "tables": 2}, "the list is empty"),
        ({"name": "Cup", "list": "Owls\nowls", "tables": 2}, "line 2: owls is there twice"),
        ({"name": "Cup", "list": "Owls\n: Ann", "tables": 2}, "line 2: the name is missing"),
        ({"name": "Cup", "list": TEAMS, "tables": "many"}, "the number of tables: write a whole number from 1 to 200"),
    ],
)
def test_a_wrong_form_is_one_sentence_and_nothing_typed_is_lost(hall: Hall, fields: dict[str, object], problem: str) -> None:
    status, _, page = hall.form("/hall/new", hall.organiser(), **fields)
    assert status == 400
    assert problem in page.decode()
    assert ": Ann" not in str(fields["list"]) or ": Ann" in page.decode()
    assert hall.store.events() == ()


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "'; DROP TABLE numero_cam_hall_events; --", "{{ 7777 * 7 }}", "=cmd|' /C calc'!A0"]
)
def test_a_name_that_is_code_is_a_name(hall: Hall, text: str) -> None:
    cookie = hall.organiser()
    hall.form("/hall/new", cookie, name=text, list=f"{text}\nFoxes", tables=1)
    hall.form("/hall/round", cookie, event=1, round=1)
    assert hall.store.entrants(1)[0].name == text
    for path in ("/hall", "/hall/event?event=1", "/hall/door?event=1", "/hall/referee"):
        page = hall.ask(path, cookie=cookie)[2].decode()
        assert "<script>alert" not in page
        assert "54439" not in page
    with zipfile.ZipFile(io.BytesIO(hall.ask("/hall/export?event=1", cookie=cookie)[2])) as packed:
        assert "\n=cmd" not in packed.read("matches.csv").decode().replace(",", "\n")


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (b"no json", 400, "is no JSON"),
        (b"[]", 400, "is no object"),
        (b'{"v": 7, "device": "12345678"}', 400, "different versions"),
        (b'{"v": 1}', 400, "which device"),
        (b'{"v": 1, "device": "12345678", "match": 1}', 400, "cannot be read"),
        (json.dumps({"v": 1, "device": DEVICE, "lines": [[]] * 10}).encode(), 400, "cannot be read"),
        (b"x" * 1_000_001, 413, "too large"),
    ],
)
def test_what_a_table_may_not_send_is_one_sentence(hall: Hall, organiser: str, body: bytes, status: int, why: str) -> None:
    assert organiser
    answer = hall.ask("/hall/table/game", body, hall.table(1))
    assert answer[0] == status
    assert why in json.loads(answer[2])["why"]


def test_a_table_that_the_event_has_not_is_told_in_one_sentence(hall: Hall, organiser: str) -> None:
    assert organiser
    status, told = hall.tell("hello", hall.table(7))
    assert (status, told["match"], told["note"]) == (200, None, "the event has tables 1 to 2, and this is table 7")
    assert "note" not in hall.tell("hello", hall.table(1))[1]


def test_only_the_organiser_is_told_which_database_is_away(hall: Hall, organiser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, referee = hall.table(1), hall.by_code(hall.pairing.lasting_code("referee"))

    def away(*_: object) -> None:
        message = "postgresql://hall@secret/hall: cannot be used"
        raise StoreError(message)

    for name in ("claim", "overview", "check"):
        monkeypatch.setattr(hall.store, name, away)
    assert hall.tell("hello", table) == (503, {"v": 1, "why": "the hall cannot write now"})
    for path, cookie, said in (("/hall/health", "", False), ("/hall/referee", referee, False), ("/hall/referee", organiser, True)):
        status, _, body = hall.ask(path, cookie=cookie)
        assert (status, b"secret" in body) == (503, said), path


def test_a_table_whose_clock_is_off_plays_and_the_referee_is_told(hall: Hall, organiser: str) -> None:
    assert hall.tell("hello", hall.table(1), clock="2020-01-01T00:00:00+00:00")[0] == 200
    assert "days behind; the hall&#39;s counts" in hall.ask("/hall/referee", cookie=organiser)[2].decode()
    assert hall.tell("hello", hall.table(1), clock="yesterday")[0] == 200


def test_ten_thousand_wrong_codes_let_nobody_in_and_the_right_one_still_works(hall: Hall) -> None:
    letters = CODE_LETTERS * HALL_CODE_LENGTH
    for number in range(10_000):
        with pytest.raises(PairingError):
            hall.pairing.redeem_code(letters[number % 300 : number % 300 + 6] + f"{number:04}".replace("0", "A").replace("1", "B"))
    assert hall.pairing.redeem_code(hall.pairing.lasting_code("watcher").lower().replace("-", " "))[1] == "watcher"


def test_codes_last_over_a_restart_and_new_ones_let_everybody_go(tmp_path: Path) -> None:
    place = tmp_path / "hall.secret"
    first = HallPairing(place)
    token, _ = first.redeem_code(first.lasting_code("table", 12))
    again = HallPairing(place)
    assert (again.role_of(token), again.table_of(token)) == ("table", 12)
    assert again.lasting_code("table", 12) == first.lasting_code("table", 12)
    assert place.stat().st_mode & 0o077 == 0
    again.renew()
    assert (again.role_of(token), again.table_of(token)) == (None, None)


def test_a_forged_token_is_nobody() -> None:
    pairing = HallPairing()
    token, _ = pairing.redeem_code(pairing.lasting_code("table", 1))
    assert (pairing.role_of(token), pairing.table_of(token)) == ("table", 1)
    role, number, until, mac = token.split(".")
    forged = [f"{role}.2.{until}.{mac}", f"referee.0.{until}.{mac}", f"{role}.{number}.{int(until) + 1}.{mac}", "." * 100, "A" * 4000, ""]
    forged += [f"{role}.{number}.{until}{end}" for end in ("", ".", "." + mac[:-1] + ("0" if mac[-1] != "0" else "1"))]
    for each in (*forged, "organiser.0.9999999999." + "0" * 64, "é.1.2.ü"):
        assert (pairing.role_of(each), pairing.table_of(each)) == (None, None), each[:60]


def test_a_token_ends_after_its_time() -> None:
    now = [1000.0]
    pairing = HallPairing(now=lambda: now[0])
    token, _ = pairing.redeem_code(pairing.lasting_code("referee"))
    assert pairing.role_of(token) == "referee"
    now[0] += 31 * 24 * 3600
    assert pairing.role_of(token) is None


def test_the_board_sends_everything_first_and_then_what_changed(hall: Hall, organiser: str) -> None:
    assert organiser

    async def watched() -> tuple[dict[str, Any], dict[str, Any]]:
        board = HallBoard(hall.store, overview=HallReplays(hall.store).overview)
        following = asyncio.create_task(board.follow())
        news = board.news()
        first: dict[str, Any] = {}
        while "head" not in first:
            first |= parsed(await anext(news))
        await asyncio.to_thread(play_at_table_1)
        later = parsed(await anext(news))
        following.cancel()
        return first, later

    def play_at_table_1() -> None:
        assert Table(hall).play(GREAT_TAKE)[0] == 200

    def parsed(event: str) -> dict[str, Any]:
        return dict(json.loads(event.removeprefix("data: "))) if event.startswith("data: ") else {}

    first, later = asyncio.run(asyncio.wait_for(watched(), NEWS_SECONDS))
    assert set(first) == {"head", "standings", "table/1", "table/2"}
    assert first["head"]["title"] == "Cup"
    assert set(later) == {"table/1", "great"}
    assert later["great"]["words"] == "Table 1: Owls takes 4 cards with the 15: (6 − 3) × 5. 27 points!"


def test_800_watch_the_board_with_64_places_for_staff_beside_them_and_no_more(hall: Hall) -> None:
    async def watched(board: HallBoard, count: int, *, staff: bool) -> list[str]:
        boards = [board.news(staff=staff) for _ in range(count)]
        told = [await anext(news) for news in boards]
        for news in boards:
            assert isinstance(news, AsyncGenerator)
            await news.aclose()
        return ["" if "Too many look at the board" not in one else one for one in told]

    async def comes() -> None:
        board = HallBoard(hall.store)
        for staff, places in ((False, 800), (True, 64)):
            told = await watched(board, places + 2, staff=staff)
            assert (told[:places], all(told[places:])) == ([""] * places, True)
            assert "retry: 10000" in told[-1]
        kept = [board.news() for _ in range(800)]
        assert all(["Too many" not in await anext(news) for news in kept])
        assert await watched(board, 64, staff=True) == [""] * 64

    asyncio.run(comes())


def test_an_event_that_a_command_deleted_leaves_the_board_although_nobody_tells(
    hall: Hall, organiser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert organiser
    monkeypatch.setattr(hall_board, "REREAD_SECONDS", 0.05)

    async def shown_at_the_end() -> dict[str, Any]:
        board = HallBoard(hall.store)
        following = asyncio.create_task(board.follow())
        shown, deleted = dict[str, Any](), False
        async for event in board.news():
            if event.startswith("data: "):
                shown |= json.loads(event.removeprefix("data: "))  # sections come together or one after the other
            if not deleted and shown.get("table/1"):
                await asyncio.to_thread(delete_event, sqlite_address(tmp_path), 1)
                deleted = True
            if deleted and shown["head"]["title"] == "No event is open." and not shown["table/1"]:
                break
        following.cancel()
        return shown

    shown = asyncio.run(asyncio.wait_for(shown_at_the_end(), NEWS_SECONDS))
    assert "Owls" not in json.dumps(shown)


def test_new_codes_end_the_board_of_a_watcher_who_looks(hall: Hall, organiser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert organiser
    monkeypatch.setattr(hall_board, "ALIVE_SECONDS", 0.02)
    watcher = hall.by_code(hall.pairing.lasting_code("watcher"))
    with ThreadPoolExecutor(1) as looking:
        looks = looking.submit(hall.ask, "/hall/news", cookie=watcher)
        with pytest.raises(TimeoutError):
            looks.result(0.1)
        hall.pairing.renew()
        assert looks.result(NEWS_SECONDS)[0] == 200
    assert hall.ask("/hall/news", cookie=watcher)[0] == 303
