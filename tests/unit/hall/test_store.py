"""The store of a hall on both databases: nothing lost, nothing doubled, old data kept, a copy that is the same."""

import json
import math
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from numero_cam.base.errors import HallError, StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall import store as hall_store
from numero_cam.hall.engine import open_engine, parse_address
from numero_cam.hall.messages import GameSent, line_json, parse_line
from numero_cam.hall.records import (
    MAX_GAME_BYTES,
    MAX_GAMES_OF_MATCH,
    MAX_MATCH_BYTES,
    Entrant,
    EventSetting,
    GameStatus,
    MatchScore,
    Pairing,
    line_bytes,
)
from numero_cam.hall.rights import EventGoneError, NotTakenError, TableTakenError
from numero_cam.hall.schema import META, STEPS, VERSION, current_version, upgrade
from numero_cam.hall.store import HallStore
from numero_cam.store.games import GameStore

DEVICE = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"
GAME = "33333333-3333-4333-8333-333333333333"
ENTRANTS = (Entrant(1, "Owls", ("Ann", "Ben")), Entrant(2, "Foxes"), Entrant(3, "Bears"))
NEWS_SECONDS = 20.0
#: For what the program decides from what it read, in the same way on each database.
ON_A_FILE = pytest.mark.parametrize("address", ["sqlite"], indirect=True)
hall_began: list[str] = []  #: When the event of the running test was made.


@pytest.fixture
def hall(address: str) -> Iterator[HallStore]:
    store = HallStore.open(address)
    yield store
    store.close()


@pytest.fixture
def match(hall: HallStore) -> int:
    """The match of table 1, which `DEVICE` has."""
    event = hall.new_event(EventSetting("Cup"), ENTRANTS)
    hall.open_round(event, 1, [Pairing(1, 2), Pairing(3, None)])
    hall.claim(1, DEVICE)
    found = hall.assignment(1)
    assert found is not None
    hall_began.append(found.event.began)
    assert found.entrants == ENTRANTS[:2]
    return found.match.number


def line(n: int, text: str = "") -> LogEntry:
    return LogEntry("operation", text or f"line {n}", n=n, at=f"2026-11-27T09:00:{n:02}.000+00:00")


def part(match: int, *numbers: int, game: str = GAME, over: bool = False) -> GameSent:
    return GameSent(
        game, match, hall_began[-1], "{}", tuple(line(n) for n in numbers), GameStatus(scores=(3, 4), said="Owls take 12", over=over)
    )


def texts(hall: HallStore) -> list[str]:
    return [each.text for each in hall.game_lines(GAME)]


def test_lines_that_come_twice_are_there_once(hall: HallStore, match: int) -> None:
    assert hall.take_game(1, DEVICE, part(match, 1, 2)) == 2
    assert hall.take_game(1, DEVICE, part(match, 1, 2)) == 2
    assert hall.take_game(1, DEVICE, part(match, 2, 3, 4)) == 4
    assert texts(hall) == ["line 1", "line 2", "line 3", "line 4"]
    status = hall.match(match).status
    assert status is not None
    assert (status.have, status.scores, status.said, status.points) == (4, None, "", 0)  # what a table claims is not kept


def test_nothing_is_kept_after_a_gap(hall: HallStore, match: int) -> None:
    assert hall.take_game(1, DEVICE, part(match, 1)) == 1
    assert hall.take_game(1, DEVICE, part(match, 3, 4)) == 1
    assert texts(hall) == ["line 1"]


@ON_A_FILE
@pytest.mark.parametrize("column", ["at", "kind", "text", "by"])
def test_a_line_that_differs_in_any_column_is_refused_and_the_first_stays(hall: HallStore, match: int, column: str) -> None:
    hall.take_game(1, DEVICE, part(match, 1))
    before = hall.game_lines(GAME)
    forged = replace(part(match, 2), lines=(parse_line({**line_json(line(1)), column: "forged"}), line(2)))
    with pytest.raises(HallError, match="line 1 of this game came before with another text"):
        hall.take_game(1, DEVICE, forged)
    assert hall.game_lines(GAME) == before


@ON_A_FILE
def test_a_forged_table_fills_no_disk_with_games_of_its_match(hall: HallStore, match: int) -> None:
    for number in range(MAX_GAMES_OF_MATCH):
        assert hall.take_game(1, DEVICE, part(match, 1, game=f"{number:036}")) == 1
    with pytest.raises(HallError, match="this match was begun 50 times; ask the referee"):
        hall.take_game(1, DEVICE, part(match, 1))
    assert hall.take_game(1, DEVICE, part(match, 1, 2, game=f"{1:036}")) == 2  # those that are there go on


@pytest.mark.parametrize("clock", [("10:00", "09:05"), ("10:00", "10:00"), ("09:05", "10:00")])
def test_the_game_that_was_begun_last_counts_whatever_the_clock_says(
    hall: HallStore, match: int, monkeypatch: pytest.MonkeyPatch, clock: tuple[str, str]
) -> None:
    games = ["b" * 36, "a" * 36]
    for time, game in zip(clock, games, strict=True):
        monkeypatch.setattr(hall_store, "timestamp_now", lambda time=time: f"2026-11-28T{time}:00.000+00:00")
        hall.take_game(1, DEVICE, part(match, 1, game=game))
    assert hall.match(match).game == games[1]
    hall.take_game(1, DEVICE, part(match, 2, game=games[0]))
    assert hall.match(match).game == games[1]  # more of the earlier game does not make it the last one


def test_the_result_that_was_told_last_counts(hall: HallStore, match: int) -> None:
    for home in (5, 6, 5):
        hall.add_result(match, MatchScore(home, 3), "table 1")
    assert hall.match(match).result == MatchScore(5, 3)


def shut(hall: HallStore, match: int, how: str) -> None:
    """Bring a match into a state in which its table may write no more."""
    event = hall.match(match).event
    if how == "closed":
        hall.change_event(event, hall.event(event).setting, closed=True)
    elif how == "round":
        hall.add_result(match, MatchScore(3, 4), "table 1")
        hall.open_round(event, 2, [Pairing(1, 3), Pairing(2, None)])
    else:
        hall.add_result(match, MatchScore(3, 4, "referee", "time was up"), "referee")


@ON_A_FILE
@pytest.mark.parametrize(
    ("how", "why"), [("closed", "the event is closed"), ("round", "a later round was drawn"), ("referee", "a referee entered its result")]
)
def test_nothing_is_written_to_a_match_that_is_over(hall: HallStore, match: int, how: str, why: str) -> None:
    hall.take_game(1, DEVICE, part(match, 1, 2))
    shut(hall, match, how)
    before, lines = hall.match(match), hall.game_lines(GAME)
    said = f"round 1, table 1: nothing more is taken: {why}; ask the referee"
    for sent in (part(match, 3), part(match, 2, 3, over=True), part(match, 1, game="4" * 36), part(match, game="4" * 36, over=True)):
        with pytest.raises(NotTakenError) as refused:
            hall.take_game(1, DEVICE, sent)
        assert (str(refused.value), refused.value.event) == (said, before.event)
    with pytest.raises(NotTakenError, match=why):
        hall.add_result(match, MatchScore(99, 0), "table 1")
    assert hall.take_game(1, DEVICE, part(match, 1, 2, over=True)) == 2  # an answer was lost, and the table says it again
    assert (hall.match(match), hall.game_lines(GAME)) == (before, lines)
    end = replace(part(match), lines=(LogEntry("end", n=3, at="2026-11-27T09:01:00.000+00:00"),))
    assert hall.take_game(1, DEVICE, end) == 3  # the table begins its next match
    assert hall.match(match).result == before.result


def test_an_event_that_is_opened_again_and_a_table_that_goes_on(hall: HallStore, match: int) -> None:
    hall.take_game(1, DEVICE, part(match, 1))
    shut(hall, match, "closed")
    event = hall.event(hall.match(match).event)
    hall.change_event(event.number, event.setting, closed=False)
    assert hall.take_game(1, DEVICE, part(match, 2)) == 2


def test_a_match_with_a_result_is_not_played_again_but_its_game_is_mended(hall: HallStore, match: int) -> None:
    hall.take_game(1, DEVICE, part(match, 1, over=True))
    hall.add_result(match, MatchScore(3, 4), "table 1")
    with pytest.raises(NotTakenError, match="it has a result, and this is another game; ask the referee"):
        hall.take_game(1, DEVICE, part(match, 1, game="4" * 36))
    assert hall.take_game(1, DEVICE, part(match, 2, over=True)) == 2
    hall.add_result(match, MatchScore(3, 6), "table 1")
    assert hall.match(match).result == MatchScore(3, 6)


@ON_A_FILE
@pytest.mark.parametrize("letters", [19_000, pytest.param(1, marks=pytest.mark.slow)])
def test_a_game_has_a_budget_of_bytes_and_a_match_one_for_all_its_games(hall: HallStore, match: int, letters: int) -> None:
    def fill(game: str) -> str:
        """Send lines until they are refused, and return why."""
        n = 0
        while True:
            lines = tuple(LogEntry("operation", "é" * (letters // 2) + "z", n=n + k, at="t" * 29) for k in range(1, 51))
            try:
                n = hall.take_game(1, DEVICE, replace(part(match, game=game), lines=lines))
            except NotTakenError as error:
                return str(error)

    said = [fill(f"{number:036}") for number in range(11)]
    assert said[0] == "round 1, table 1: nothing more is taken: its game is larger than 1 MB; ask the referee"
    assert said[-1] == "round 1, table 1: nothing more is taken: its games are larger than 10 MB; ask the referee"
    sizes = [sum(map(line_bytes, hall.game_lines(f"{number:036}"))) for number in range(11)]
    assert max(sizes) <= MAX_GAME_BYTES
    assert 0.9 * MAX_MATCH_BYTES < sum(sizes) <= MAX_MATCH_BYTES


def test_the_log_has_lines_of_200_characters_that_show_themselves(hall: HallStore, match: int) -> None:
    event = hall.match(match).event
    odd = "x\n\x1b[31m\u202eb\u2028c\x85d\t" * 2400
    for _ in range(2):
        hall.log_once(event, "table 1", "\0" + odd)
    hall.add_result(match, MatchScore(1, 2, "referee", odd), "referee")
    told = [each.text for each in hall.log(event) if "x" in each.text]
    assert len(told) == 2
    assert all(len(text) <= 200 and text.isprintable() for text in told)
    assert told[1].startswith("x [31m b c d x")


@ON_A_FILE
def test_what_a_later_version_wrote_beside_is_ignored(hall: HallStore, match: int) -> None:
    hall.take_game(1, DEVICE, part(match, 1))
    event = hall.event(hall.match(match).event)
    with hall.transaction("write") as connection:
        for table, column in (("events", "setting"), ("games", "stand")):
            told = connection.exec_driver_sql(f"SELECT {column} FROM numero_cam_hall_{table}").scalar_one()  # noqa: S608
            later = json.dumps({**json.loads(told), "later": [1]})
            connection.execute(sa.text(f"UPDATE numero_cam_hall_{table} SET {column} = :later"), {"later": later})  # noqa: S608
    assert hall.event(event.number) == event
    status = hall.match(match).status
    assert (status is not None, status and status.have) == (True, 1)


@ON_A_FILE
@pytest.mark.parametrize("stand", ["{}", "[]", "5", "no JSON", '{"scores": 1}', '{"scores": [1, 2], "said": "", "points": "x"}'])
def test_a_damaged_stand_costs_what_the_table_says_again(hall: HallStore, match: int, stand: str) -> None:
    hall.take_game(1, DEVICE, part(match, 1, 2))
    with hall.transaction("write") as connection:
        connection.execute(sa.text("UPDATE numero_cam_hall_games SET stand = :stand"), {"stand": stand})
    found = hall.overview()[2][0].status
    assert found == GameStatus(have=2, serial=1)
    assert hall.take_game(1, DEVICE, part(match, 3)) == 3


def test_a_second_device_is_told_and_takes_nothing(hall: HallStore, match: int) -> None:
    with pytest.raises(TableTakenError, match="table 1 is claimed by another device"):
        hall.claim(1, OTHER)
    with pytest.raises(TableTakenError):
        hall.take_game(1, OTHER, part(match, 1))
    hall.free(1, None)
    hall.claim(1, OTHER)
    assert hall.take_game(1, OTHER, part(match, 1)) == 1


def test_a_table_sends_no_game_of_another_table(hall: HallStore, match: int) -> None:
    hall.claim(2, OTHER)
    with pytest.raises(HallError, match="this match is of another table"):
        hall.take_game(2, OTHER, part(match, 1))


def test_a_game_of_the_event_of_another_database_is_not_taken(hall: HallStore, match: int) -> None:
    """Databases number their matches from 1: when its event was made tells a match from others of its number."""
    with pytest.raises(EventGoneError):
        hall.take_game(1, DEVICE, replace(part(match, 1), event="2026-11-27T09:00:00.000+00:00"))
    assert hall.match(match).game == ""


def test_an_event_that_was_deleted_is_gone_with_all_its_names(hall: HallStore, match: int, address: str) -> None:
    hall.take_game(1, DEVICE, part(match, 1))
    event = hall.match(match).event
    assert hall.delete_event(event)
    with pytest.raises(EventGoneError, match="its event was deleted, or an older backup restored; the table keeps its games"):
        hall.take_game(1, DEVICE, part(match, 2))
    engine = open_engine(parse_address(address))
    with engine.begin() as connection:
        counts = {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in META.sorted_tables
        }
    engine.dispose()
    assert {name for name, count in counts.items() if count} == {"numero_cam_hall_claims"}
    if address.startswith("sqlite"):
        assert b"Owls" not in Path(address.removeprefix("sqlite:///")).read_bytes()


def test_a_result_of_a_referee_counts_and_the_same_again_changes_nothing(hall: HallStore, match: int) -> None:
    hall.add_result(match, MatchScore(5, 7), "table 1")
    hall.add_result(match, MatchScore(5, 7), "table 1")
    hall.add_result(match, MatchScore(9, 7, "referee", "counted anew"), "referee")
    with pytest.raises(NotTakenError, match="round 1, table 1: nothing more is taken: a referee entered its result; ask the referee"):
        hall.add_result(match, MatchScore(6, 7), "table 1")
    hall.add_result(match, MatchScore(5, 7), "table 1")  # a table that was not answered says it again
    assert hall.match(match).result == MatchScore(9, 7, "referee", "counted anew")
    said = [each.text for each in hall.log(hall.match(match).event)]
    assert sum("5 to 7" in text for text in said) == 1
    assert any("counted anew" in text for text in said)


def test_a_round_is_opened_once(hall: HallStore, match: int) -> None:
    event = hall.match(match).event
    with pytest.raises(StoreError):
        hall.open_round(event, 1, [Pairing(1, 3)])
    assert not hall.cannot_write
    assert len(hall.matches(event)) == 2


def test_tables_play_the_newest_event_that_is_open(hall: HallStore, match: int) -> None:
    event = hall.match(match).event
    later = hall.new_event(EventSetting("Later"), ENTRANTS)
    assert hall.assignment(1) is None
    hall.change_event(later, hall.event(later).setting, closed=True)
    found = hall.assignment(1)
    assert found is not None
    assert (found.event.number, found.match.number) == (event, match)


def test_whoever_subscribed_hears_of_another_program(hall: HallStore, address: str) -> None:
    """LISTEN and NOTIFY in PostgreSQL; of a file its own process tells."""
    heard = threading.Event()
    hall.subscribe(heard.set)
    other = HallStore.open(address) if address.startswith("postgresql") else hall
    if other is not hall:
        assert heard.wait(NEWS_SECONDS), "the listening connection was not made"
        heard.clear()
    other.new_event(EventSetting("Cup"), ENTRANTS)
    assert heard.wait(NEWS_SECONDS), "nothing was heard of a new event"
    if other is not hall:
        other.close()


def test_a_backup_is_restored_and_goes_on(hall: HallStore, match: int, tmp_path: Path) -> None:
    """The backup is a file of SQLite; it goes back into a database of either kind."""
    hall.take_game(1, DEVICE, part(match, 1, 2))
    hall.add_result(match, MatchScore(5, 7), "table 1")
    event = hall.match(match).event
    backup = HallStore.open(f"sqlite:///{tmp_path / 'backup.sqlite'}")
    assert hall.copy_to(backup) == 1
    with pytest.raises(HallError, match="holds events already"):
        hall.copy_to(backup)
    hall.delete_event(event)
    assert backup.copy_to(hall) == 1
    check_copy(hall, event, match)
    backup.close()


def check_copy(restored: HallStore, event: int, match: int) -> None:
    assert restored.entrants(event) == ENTRANTS
    assert texts(restored) == ["line 1", "line 2"]
    assert restored.take_game(1, DEVICE, part(match, 3)) == 3
    assert restored.match(match).result == MatchScore(5, 7)
    assert restored.new_event(EventSetting("Next"), ENTRANTS) > event


OLD_GAME = """
INSERT INTO numero_cam_hall_games (game, match, began, setting, have, stand)
VALUES (:game, :match, :began, '{}', 1, '{"scores": null, "said": "", "points": 0, "over": false, "waits": "", "came": "x"}')
"""
OLD_LINE = """
INSERT INTO numero_cam_hall_plays (game, n, at, came, kind, text, by) VALUES (:game, 1, 't', 't', 'operation', :text, 'eyes')
"""


def make_first_version(connection: sa.Connection) -> None:
    """Take back what the step from version 1 does."""
    connection.exec_driver_sql("DROP INDEX ix_numero_cam_hall_games_told")
    for name in ("begun", "told", "size"):
        connection.exec_driver_sql(f"ALTER TABLE numero_cam_hall_games DROP COLUMN {name}")
    connection.execute(VERSION.update().values(version_num="1"))
    assert current_version(connection) == 1


def test_a_database_of_the_first_version_is_opened_and_its_games_keep_their_order(address: str) -> None:
    hall = HallStore.open(address)
    event = hall.new_event(EventSetting("Cup"), ENTRANTS)
    hall.open_round(event, 1, [Pairing(1, 2)])
    hall.claim(1, DEVICE)
    began = hall.event(event).began
    backup = hall.overview()
    with hall.transaction("write") as connection:
        make_first_version(connection)
        for game, time in (("b" * 36, "09"), ("a" * 36, "10")):
            connection.execute(sa.text(OLD_GAME), {"game": game, "match": 1, "began": f"2026-11-27T{time}:00:00.000+00:00"})
            connection.execute(sa.text(OLD_LINE), {"game": game, "text": "z" * 999_000})
    hall.close()
    again = HallStore.open(address)
    assert again.overview()[0] == backup[0]
    assert again.match(1).game == "a" * 36
    hall_began.append(began)
    with pytest.raises(NotTakenError, match="larger than 1 MB"):
        again.take_game(1, DEVICE, part(1, 2, game="a" * 36))
    assert again.take_game(1, DEVICE, part(1, 1, game="0" * 36)) == 1
    assert again.match(1).game == "0" * 36
    again.close()


LATER_STEP = ("ALTER TABLE numero_cam_hall_entrants ADD COLUMN school TEXT NOT NULL DEFAULT 'none'",)


def test_a_later_version_keeps_what_is_there_and_this_one_refuses_it_then(address: str) -> None:
    hall = HallStore.open(address)
    event = hall.new_event(EventSetting("Cup"), ENTRANTS)
    hall.close()
    engine = open_engine(parse_address(address))
    with engine.execution_options(does="write").begin() as connection:
        own = current_version(connection)
        upgrade(connection, "hall", (*STEPS, LATER_STEP))
        assert current_version(connection) == own + 1
        rows = connection.execute(sa.text("SELECT name, school FROM numero_cam_hall_entrants WHERE event = :event"), {"event": event})
        assert [tuple(row) for row in rows] == [(each.name, "none") for each in ENTRANTS]
    engine.dispose()
    with pytest.raises(StoreError, match="was written by a later version of this program"):
        HallStore.open(address)


def tables_in(connection: sa.Connection) -> dict[str, object]:
    """What is in each table of a hall's database: columns, indexes, foreign keys and unique constraints, defaults left out."""
    held = sa.inspect(connection)
    return {
        name: (
            sorted((each["name"], str(each["type"]), each["nullable"]) for each in held.get_columns(name)),
            sorted((str(each["name"]), each["column_names"]) for each in held.get_indexes(name)),
            sorted((each["constrained_columns"], each["referred_table"], each["options"]) for each in held.get_foreign_keys(name)),
            sorted((str(each["name"]), each["column_names"]) for each in held.get_unique_constraints(name)),
        )
        for name in META.tables
    }


def test_the_steps_make_exactly_the_tables_that_the_program_asks(address: str) -> None:
    HallStore.open(address).close()
    engine = open_engine(parse_address(address))
    with engine.execution_options(does="write").begin() as connection:
        wanted = tables_in(connection)
        make_first_version(connection)
        assert tables_in(connection) != wanted
        upgrade(connection, "hall")
        assert tables_in(connection) == wanted
    engine.dispose()


def test_a_version_that_no_program_wrote_is_one_sentence(address: str) -> None:
    HallStore.open(address).close()
    engine = open_engine(parse_address(address))
    with engine.execution_options(does="write").begin() as connection:
        connection.exec_driver_sql("UPDATE numero_cam_hall_version SET version_num = 'mine'")
    engine.dispose()
    with pytest.raises(StoreError, match="its tables are of no version of this program"):
        HallStore.open(address)


def test_a_file_of_games_is_no_hall(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    GameStore.open(url).close()
    with pytest.raises(StoreError, match="is a file of another program"):
        HallStore.open(url)


def test_a_full_disk_is_one_sentence_and_what_was_kept_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of SQLite that may have no more pages says what a full disk says."""
    monkeypatch.setattr(hall_store, "UNWRITTEN_SECONDS", math.inf)
    url = f"sqlite:///{tmp_path / 'hall.sqlite'}"
    hall = HallStore.open(url)
    event = hall.new_event(EventSetting("Cup"), ENTRANTS)
    with hall.transaction("write") as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    many = [Entrant(number, "a long name of a team " * 2) for number in range(4, 400)]
    with pytest.raises(StoreError, match="make room on the disk; what was kept before is unharmed"):
        hall.add_entrants(event, many)
    assert hall.entrants(event) == ENTRANTS
    assert hall.cannot_write
    with hall.transaction("read") as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {10 * pages}")
    assert hall.cannot_write  # until something is written
    hall.add_entrants(event, many)
    assert not hall.cannot_write
    hall.close()


def test_a_database_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is the database running"):
        HallStore.open(f"postgresql://nobody@localhost/none?unix_sock={tmp_path / 'none'}")
    shutil.rmtree(tmp_path)
    with pytest.raises(StoreError, match="cannot be used"):
        HallStore.open(f"sqlite:///{tmp_path / 'gone' / 'hall.sqlite'}")


def test_many_threads_send_the_same_game_and_each_line_is_there_once(hall: HallStore, match: int) -> None:
    def send() -> None:
        for n in range(1, 11):
            attempt(lambda n=n: hall.take_game(1, DEVICE, part(match, *range(1, n + 1))))  # type: ignore[misc]

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert texts(hall) == [f"line {n}" for n in range(1, 11)]


def attempt(send: Callable[[], object]) -> None:
    """Send until the database took it: the first line of a game may come twice at once."""
    for _ in range(20):
        try:
            send()
        except StoreError:
            continue
        return
    pytest.fail("a line could not be kept in 20 tries")
