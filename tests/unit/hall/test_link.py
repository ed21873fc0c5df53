"""A table that is joined to a hall: it begins the match, sends its game, works on while the hall is away, and doubles nothing."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.base.errors import HallError, SourceError, StoreError
from numero_cam.games.numero.engine import Game, parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.tournament import player_of
from numero_cam.hall import link as hall_link
from numero_cam.hall.client import HallAwayError, HallDoor, HallRefusedError, check_address, join
from numero_cam.hall.game import newest_plays, replay_match
from numero_cam.hall.link import HallLink, LinkFile, MatchGame, closes_question
from numero_cam.hall.messages import GameSent
from numero_cam.hall.records import GameStatus, MatchScore
from numero_cam.hall.store import HallStore
from numero_cam.live.table_commands import ResumeGame, StartGame, TableRequest
from numero_cam.store.games import GameStore
from tests.hall import Hall, game_lines, match_game, sqlite_address

#: A game that ends at once, and what is left in its hands.
HIDDEN = """numero game 1
players: Owls, Foxes
level: 3
by: points
hand Owls: ? ? ? ? ?
hand Foxes: ? ? ? ? ?
centre: 6b 4g

1 Owls: end
1 Foxes: show -2
1 Foxes: show -3
1 Owls: show -4 8r
"""
ADDRESS = "http://127.0.0.1:8088"


class Network:
    """The way from a table to a hall; it can be cut before a request arrives, or after, before its answer comes back."""

    def __init__(self, hall: Hall) -> None:
        self.lead_to(hall)
        self.cut = ""

    def lead_to(self, hall: Hall) -> None:
        self._hall, self._cookie = hall, hall.table(1)

    def tell(self, door: HallDoor, what: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
        assert door.address == ADDRESS
        if self.cut == "before":
            message = "the hall does not answer"
            raise HallAwayError(message)
        fields = {key: value for key, value in told.items() if key not in ("device", "v")}
        status, answer = self._hall.tell(what, self._cookie, told["device"], told["v"], **fields)
        if self.cut == "after":
            message = "the answer was lost"
            raise HallAwayError(message)
        if status != 200:
            raise HallRefusedError(status, answer["why"])
        return answer


class Table:
    """A table that plays a game which was played before, without a camera."""

    def __init__(self, folder: Path, link: HallLink, store: GameStore) -> None:
        self.folder, self.link, self.store = folder, link, store
        self.asked: list[TableRequest] = []
        self.number = 0

    def begin(self, players: list[str]) -> None:
        self.game, setting, self.lines = match_game(tuple(players))
        self.number = self.store.begin(setting, players)
        self.tell("waiting")

    def play(self, upto: int) -> None:
        """Keep the lines up to a number, and tell the link as the live table does."""
        have = len(self.store.lines(self.number))
        rows = [LogEntry(str(row["kind"]), str(row["text"]), at=str(row["at"])) for row in self.lines[have:upto]]  # type: ignore[arg-type]
        self.store.append(self.number, rows, have)
        self.tell("over" if upto >= len(self.lines) else "playing")

    def sit_down(self) -> None:
        """Begin the match that the hall has for this table."""
        self.idle()
        self.link.step()
        self.begin(["Owls", "Foxes"])

    def begin_match(self, upto: int | None = None) -> None:
        """Begin the match that the hall has for this table, and keep and send the lines up to a number, or all."""
        self.sit_down()
        self.play_and_send(len(self.lines) if upto is None else upto)

    def play_and_send(self, upto: int) -> None:
        """Keep the lines up to a number, and send them to the hall."""
        self.play(upto)
        self.link.step()

    def tell(self, state: str, **others: object) -> None:
        scores = {name: seat.score for name, seat in zip(self.game.names, self.game.state.seats, strict=True)}
        plays = [{"said": "a take", "points": 3}]
        told = {"type": "game", "state": state, "game": self.number, "players": list(self.game.names), "scores": scores, "plays": plays}
        self.link.hear({**told, **others})

    def idle(self) -> None:
        self.link.hear({"type": "game", "state": "none", "revision": 0, "games": []})


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(sqlite_address(tmp_path))
    cookie = made.organiser()
    made.form("/hall/new", cookie, name="Cup", list="Owls\nFoxes", tables=1, level="3", by="points", hands="open")
    made.form("/hall/round", cookie, event=1, round=1)
    yield made
    made.store.close()


@pytest.fixture
def network(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Network:
    made = Network(hall)
    monkeypatch.setattr(hall_link, "tell_hall", made.tell)
    monkeypatch.setattr(hall_link, "HELLO_SECONDS", 0.0)
    monkeypatch.setattr(hall_link, "BEGIN_SECONDS", 0.0)
    return made


def opened(folder: Path) -> Table:
    """A table as it is after a start of the program; what it did before is in its folder."""
    store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
    file = LinkFile.read(folder / "hall.json", ADDRESS, 1)
    file.write()
    table = Table(folder, HallLink(store, file, lambda _: None), store)
    table.link.put = table.asked.append
    return table


@pytest.fixture
def table(tmp_path: Path, network: Network) -> Iterator[Table]:
    network.cut = ""
    made = opened(tmp_path)
    yield made
    made.store.close()


def kept(hall: Hall) -> list[str]:
    """The lines that the hall has of the match."""
    match = hall.store.match(1)
    return [line.text for line in hall.store.game_lines(match.game)] if match.game else []


def texts(table: Table) -> list[str]:
    return [line.text for line in table.store.lines(table.number)]


@pytest.mark.slow
def test_a_table_gets_its_players_and_rules_and_sends_its_game(hall: Hall, table: Table) -> None:
    table.idle()
    table.link.step()
    start = table.asked[0].command
    assert isinstance(start, StartGame)
    assert (sorted(start.players), start.cards, start.by) == (["Foxes", "Owls"], "3", "points")
    table.begin(list(start.players))
    for upto in (1, 40, len(table.lines)):
        table.play_and_send(upto)
        assert kept(hall) == texts(table)
    result = hall.store.match(1).result
    assert result is not None
    assert [result.home, result.away] == [seat.score for seat in table.game.state.seats]
    table.idle()
    table.asked.clear()
    table.link.step()
    assert table.asked == []  # the match is over, so nothing is begun


@pytest.mark.parametrize("cut", ["before", "after"])
@pytest.mark.slow
def test_nothing_is_lost_or_doubled_while_the_network_is_cut(hall: Hall, table: Table, network: Network, cut: str) -> None:
    table.sit_down()
    for upto in (1, 4, 21, 24, 71, len(table.lines)):
        network.cut = cut if upto % 2 else ""
        table.play(upto)
        if network.cut:
            with pytest.raises(HallAwayError):
                table.link.step()
        else:
            table.link.step()
    network.cut = ""
    table.link.step()
    assert kept(hall) == texts(table)


def test_a_table_that_was_killed_goes_on_where_it_was(hall: Hall, table: Table, network: Network) -> None:
    table.begin_match(10)
    network.cut = "before"
    table.play(20)
    with pytest.raises(HallAwayError):
        table.link.step()
    table.store.close()  # killed
    network.cut = ""
    again = opened(table.folder)
    again.idle()
    again.link.step()
    assert len(kept(hall)) == 20
    assert again.asked[0].command == ResumeGame(table.number)
    again.store.close()


def test_a_game_of_the_hall_has_hints_where_the_organiser_gives_them(hall: Hall, table: Table) -> None:
    players, own = ["Foxes", "Owls"], ["Ann", "Ben"]
    assert table.link.gives_hints(players)  # of no hall as far as anybody knows
    table.idle()
    table.link.step()
    assert not table.link.gives_hints(players)
    assert table.link.gives_hints(own)
    event = hall.store.event(1)
    hall.store.change_event(1, replace(event.setting, hints=True), closed=False)
    table.link.step()
    assert table.link.gives_hints(players)
    table.begin(players)
    table.play_and_send(5)
    again = opened(table.folder)  # the laptop is started again, and the hall is away
    assert not again.link.gives_hints(players)
    assert again.link.gives_hints(own)
    again.store.close()


def test_a_game_whose_result_the_hall_has_is_changed_no_more_at_its_table(hall: Hall, table: Table) -> None:
    table.begin_match(5)
    assert table.link.settled_words(table.number) == ""
    table.play_and_send(len(table.lines))
    assert hall.store.match(1).result is not None
    assert table.link.settled_words(table.number) == "the hall has the result of this game; ask the referee to change it"
    assert table.link.settled_words(table.number + 1) == ""


def test_a_table_is_told_that_its_finished_game_was_not_taken(hall: Hall, table: Table) -> None:
    table.begin_match(5)
    known = LinkFile.read(table.folder / "hall.json", ADDRESS, 1)
    sent = GameSent("4" * 36, 1, known.games[0].event, "{}", (), GameStatus())
    assert hall.store.take_game(1, known.device, sent) == 0  # a later game of the same match
    table.play_and_send(len(table.lines))
    assert hall.store.match(1).result is None
    assert table.link.trouble_now() == (
        "the hall did not take the result of this game: a later game of this match was begun; ask the referee"
    )
    assert [line.text for line in hall.store.game_lines(known.games[0].game)] == texts(table)  # its lines are there all the same


def test_a_table_that_writes_to_a_match_that_is_over_is_told_once_and_plays_on(hall: Hall, table: Table) -> None:
    table.begin_match(5)
    hall.store.add_result(1, MatchScore(3, 4, "referee", "time was up"), "referee")
    for lines in (8, 12, len(table.lines)):
        table.play_and_send(lines)
        assert table.link.trouble_now() == "round 1, table 1: nothing more is taken: a referee entered its result; ask the referee"
    assert hall.store.match(1).result == MatchScore(3, 4, "referee", "time was up")
    assert sum(line.who == "table 1" for line in hall.store.log(1)) == 1
    assert len(kept(hall)) == 5
    assert len(table.store.lines(table.number)) == len(table.lines)


@pytest.mark.slow
def test_a_play_that_is_taken_back_is_taken_back_in_the_hall(hall: Hall, table: Table) -> None:
    table.begin_match(8)
    last = table.store.lines(table.number)[-1]
    wrong = operation_lines(table.game, table.game.states[7], table.game.operations[7])[0]
    assert last.text == wrong
    table.store.append(table.number, [LogEntry("undo", last.text, "person")], 8)
    table.tell("playing")
    table.link.step()
    match = hall.store.match(1)
    replayed = replay_match(hall.store.game_lines(match.game))
    assert replayed is not None
    assert len([*newest_plays(replayed)]) == 6


def test_hands_that_are_shown_after_the_end_change_the_result_and_nothing_else_does(hall: Hall, table: Table) -> None:
    table.sit_down()
    table.game = parse_game(HIDDEN)
    table.lines = game_lines(table.game)
    for upto, scores in ((2, (-5, -5)), (4, (-5, -25)), (4, (-5, -25)), (5, (-15, -25))):
        table.game = parse_game(HIDDEN).replayed(upto)
        table.play(upto)
        table.tell("over")
        table.link.step()
        result = hall.store.match(1).result
        assert result is not None
        assert (result.home, result.away, result.by) == (*scores, "table")
        assert table.link.trouble_now() == ""
    assert not [line for line in hall.store.log(1) if "was changed after its result" in line.text]
    undone = [LogEntry("undo", str(row["text"]), "person") for row in table.lines[:2:-1]]
    again = LogEntry("operation", "1 Foxes: show -4", "person")
    table.store.append(table.number, [*undone, again], 5)  # a hand that was shown is taken back
    table.tell("over", scores={"Owls": -5, "Foxes": -25})
    table.link.step()
    assert hall.store.match(1).result == result
    assert [line for line in hall.store.log(1) if "was changed after its result" in line.text]


@pytest.mark.slow
def test_a_correction_after_the_game_is_over_reaches_the_hall_which_keeps_its_result_and_tells_the_referee(
    hall: Hall, table: Table
) -> None:
    table.begin_match()
    before = hall.store.match(1).result
    assert before is not None
    last = next(k for k in range(len(table.lines) - 10, 0, -1) if "discard" in str(table.lines[k - 1]["text"]))  # a turn begins
    undone = [LogEntry("undo", str(row["text"]), "person") for row in table.lines[: last - 1 : -1]]
    table.store.append(table.number, undone, len(table.lines))
    table.tell("playing")
    table.link.step()
    assert hall.store.match(1).result == before  # until the game is over again
    assert hall.store.match(1).status is not None
    mended = _played_otherwise(table.game, last)
    table.store.append(table.number, [LogEntry("operation", text, "person") for text in mended], len(table.lines) + len(undone))
    table.tell("over")
    table.link.step()
    after = hall.store.match(1).result
    assert after == before
    assert kept(hall) == texts(table)
    assert any("was changed after its result" in line.text for line in hall.store.log(1))
    table.link.step()
    assert table.asked[-1].command != ResumeGame(table.number)


def _played_otherwise(game: Game, last: int) -> list[str]:
    """The lines that end a game by another player's choices from a line on."""
    again = play_game(game.replayed(last), [player_of("random", f"otherwise {place}") for place in range(2)])
    played = zip(again.states, again.operations, strict=False)
    return [operation_lines(again, before, operation)[0] for before, operation in played][last:]


def test_a_challenge_that_nobody_can_answer_waits_for_the_referee_until_the_game_goes_on(hall: Hall, table: Table) -> None:
    table.sit_down()
    table.play(5)
    table.tell("playing", hands="hidden")
    refused = {"type": "refused", "to": "challenge", "why": "it is too late to challenge [6r 4r]"}
    assert _challenges(hall, table) == 0
    table.link.hear(refused)  # the table is told why, and nobody has to come
    assert _challenges(hall, table) == 0
    table.link.hear({**refused, "why": "nobody knows the hand that answers this build", "referee": True})
    assert _challenges(hall, table) == 1
    assert "The referee is called" in table.link.notice
    table.tell("playing", hands="hidden")  # told again, and nothing was played
    assert _challenges(hall, table) == 1
    table.tell("playing", hands="hidden", plays=[{"said": "Foxes challenge.", "points": 0}] * 2)
    assert _challenges(hall, table) == 0
    assert table.link.notice == ""


def _challenges(hall: Hall, table: Table) -> int:
    """The number of challenges on the referee's page."""
    table.link.step()
    page = hall.ask("/hall/referee", cookie=hall.by_code(hall.pairing.lasting_code("referee")))[2].decode()
    return page.count("Was the answer shown?")


def test_a_table_whose_game_was_counted_when_time_was_up_begins_the_next_round(hall: Hall, table: Table) -> None:
    table.begin_match(20)
    asked = len(table.asked)
    table.link.step()
    assert len(table.asked) == asked  # nothing interrupts a game that is played
    cookie = hall.organiser()
    assert hall.form("/hall/count", cookie, reason="time was up")[0] == 303
    table.link.step()
    assert len(table.asked) == asked  # until the next round is drawn
    assert hall.form("/hall/round", cookie, event=1, round=2)[0] == 303
    table.link.step()
    start = table.asked[-1].command
    assert isinstance(start, StartGame)
    first = table.number
    table.begin(list(start.players))
    table.play_and_send(6)
    assert table.number != first
    assert [hall.store.match(number).status.have for number in (1, 2)] == [20, 6]  # type: ignore[union-attr]


def test_a_game_of_its_own_goes_on_and_the_table_is_told_what_waits(hall: Hall, table: Table) -> None:
    table.begin(["Ann", "Ben"])
    table.play_and_send(5)
    assert table.asked == []
    assert table.link.trouble_now() == "a match waits for this table: end the game that is on it, then the match begins"
    assert kept(hall) == []
    table.idle()
    table.link.step()
    assert isinstance(table.asked[0].command, StartGame)
    table.begin(["Owls", "Foxes"])
    table.play_and_send(5)
    assert table.link.trouble_now() == ""


def test_an_event_that_is_deleted_while_it_is_played_leaves_the_table_its_game(hall: Hall, table: Table) -> None:
    table.begin_match(5)
    hall.store.delete_event(1)
    table.play_and_send(9)
    assert len(texts(table)) == 9
    table.play(11)
    table.link.step()  # nothing is sent any more


def test_the_hall_restored_from_a_backup_gets_what_it_lacks(hall: Hall, table: Table, tmp_path: Path) -> None:
    table.begin_match(6)
    backup = HallStore.open(f"sqlite:///{tmp_path / 'backup.sqlite'}")
    hall.store.copy_to(backup)
    table.play_and_send(12)
    hall.store.delete_event(1)
    backup.copy_to(hall.store)
    table.play_and_send(15)
    assert kept(hall) == texts(table)
    backup.close()


@pytest.mark.slow
def test_the_result_that_a_restored_hall_lacks_is_sent_once_more(hall: Hall, table: Table, tmp_path: Path) -> None:
    table.begin_match(6)
    backup = HallStore.open(f"sqlite:///{tmp_path / 'backup.sqlite'}")
    hall.store.copy_to(backup)
    table.play_and_send(len(table.lines))
    hall.store.delete_event(1)
    backup.copy_to(hall.store)
    backup.close()
    assert hall.store.match(1).result is None
    table.idle()
    table.link.step()
    result = hall.store.match(1).result
    assert result is not None
    assert [result.home, result.away] == [seat.score for seat in table.game.state.seats]
    assert kept(hall) == texts(table)
    assert not any("was not taken" in line.text for line in hall.store.log(1))


def test_a_game_that_was_refused_while_the_hall_had_another_database_is_sent_when_it_has_its_own(
    hall: Hall, table: Table, network: Network, tmp_path: Path
) -> None:
    table.sit_down()
    other = Hall(f"sqlite:///{tmp_path / 'other.sqlite'}")
    for upto in (6, 12):
        table.play(upto)
        network.lead_to(other)
        table.link.step()
        network.lead_to(hall)
        table.link.step()
        assert kept(hall) == texts(table)
    other.store.close()


@pytest.mark.slow
def test_a_match_that_a_restored_hall_draws_anew_under_the_same_number_is_played(
    hall: Hall, table: Table, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin_match()
    with hall.store.transaction("write") as connection:  # as a backup is that was made before
        for name in ("results", "plays", "games"):
            connection.execute(sa.text(f"DELETE FROM numero_cam_hall_{name}"))  # noqa: S608 - a name of ours
        for old, new in (("Owls", "Bears"), ("Foxes", "Wolves")):
            connection.execute(sa.text(f"UPDATE numero_cam_hall_entrants SET name = '{new}' WHERE name = '{old}'"))  # noqa: S608

    def tell(door: HallDoor, what: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        answer = network.tell(door, what, fields)
        anew = {"players": ["Bears", "Wolves"], "done": False}
        return {**answer, "match": {**answer["match"], **anew}} if what == "hello" else answer

    monkeypatch.setattr(hall_link, "tell_hall", tell)
    table.idle()
    table.link.step()
    start = table.asked[-1].command
    assert isinstance(start, StartGame)
    assert start.players == ("Bears", "Wolves")
    table.begin(["Bears", "Wolves"])
    table.play_and_send(7)
    assert kept(hall) == texts(table)


def test_a_result_that_the_hall_does_not_take_is_sent_once_more_and_no_more(
    hall: Hall, table: Table, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.sit_down()
    table.play(6)
    table.tell("over")  # its lines say that it is not
    table.link.step()
    table.link.step()
    told: list[str] = []

    def tell(door: HallDoor, what: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        told.append(what)
        return network.tell(door, what, fields)

    monkeypatch.setattr(hall_link, "tell_hall", tell)
    table.link.step()
    table.link.step()
    assert told == ["hello", "hello"]
    assert hall.store.match(1).result is None


@pytest.mark.slow
def test_a_new_database_of_the_hall_gets_games_of_matches_whose_numbers_were_used_before(
    hall: Hall, table: Table, network: Network, tmp_path: Path
) -> None:
    table.begin_match()
    assert hall.store.match(1).result is not None
    next_week = Hall(f"sqlite:///{tmp_path / 'next.sqlite'}")
    cookie = next_week.organiser()
    next_week.form("/hall/new", cookie, name="Cup", list="Bears\nWolves", tables=1, level="3", by="points", hands="open")
    next_week.form("/hall/round", cookie, event=1, round=1)
    network.lead_to(next_week)
    table.idle()
    table.link.step()
    table.begin(["Bears", "Wolves"])
    table.play_and_send(len(table.lines))
    assert next_week.store.match(1).result is not None
    assert kept(next_week) == texts(table)
    next_week.store.close()


@pytest.mark.slow
def test_a_game_of_another_file_with_the_same_number_is_not_sent_as_that_of_the_match(hall: Hall, table: Table, tmp_path: Path) -> None:
    table.begin_match(6)
    before = kept(hall)
    table.store.close()
    (tmp_path / "games.sqlite").unlink()
    again = opened(tmp_path)
    again.begin(["Ann", "Ben"])
    assert again.number == table.number
    again.play(9)
    again.link.step()
    assert kept(hall) == before
    again.idle()
    again.link.step()
    assert isinstance(again.asked[-1].command, StartGame)  # it does not go on with the game of Ann and Ben
    again.store.close()


def test_a_question_waits_for_a_person_whatever_else_is_told(hall: Hall, table: Table) -> None:
    table.sit_down()
    table.play(5)
    table.link.hear({"type": "ask", "question": "What was played?", "choices": [{"kind": "taken"}]})
    for told in ({"kind": "camera", "text": "the picture is dark"}, {"kind": "camera", "text": ""}):
        table.link.hear({"type": "notice", **told})
        table.link.step()
        assert _waits(hall) == "What was played?"
    table.link.hear({"type": "ask", "question": "", "choices": []})
    table.link.step()
    assert _waits(hall) == ""
    table.link.hear({"type": "notice", "kind": "problem", "text": "what was played\nis not\u00a0known"})
    table.link.step()
    assert _waits(hall) == "what was played is not known"
    table.link.hear({"type": "notice", "kind": "problem", "text": ""})
    table.link.step()
    assert _waits(hall) == ""


@pytest.mark.parametrize(
    ("state", "game", "closes"),
    [("playing", 7, False), ("playing", 8, True), ("playing", 6, True), ("playing", None, True), ("over", 7, True), ("none", 7, True)],
)
def test_a_question_ends_with_its_game_and_not_before(state: str, game: int | None, *, closes: bool) -> None:
    assert closes_question({"state": "playing", "game": 7}, {"state": state, "game": game}) == closes


def _waits(hall: Hall) -> str:
    status = hall.store.match(1).status
    assert status is not None
    return status.waits


def test_new_codes_and_a_deleted_event_are_told_on_the_page_of_the_table(hall: Hall, table: Table) -> None:
    table.begin_match(5)
    hall.store.delete_event(1)
    table.play(9)
    table.link.start(table.asked.append)
    until(lambda: "its event was deleted" in table.link.trouble)
    hall.pairing.renew()
    until(lambda: "the code of this table again" in table.link.trouble)
    table.link.close()


def until(condition: Callable[[], bool]) -> None:
    """Wait for what the thread of a link does."""
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_thread_tells_what_is_wrong_once_and_ends(table: Table, network: Network) -> None:
    said: list[str] = []
    heard = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        heard.set()

    link = HallLink(table.store, LinkFile.read(table.folder / "hall.json", ADDRESS, 1), say)
    network.cut = "before"
    link.start(table.asked.append)
    assert heard.wait(20), "the link did not say that the hall is away"
    assert link.trouble.startswith("the hall does not answer")
    assert "the game goes on" in link.trouble
    link.close()
    assert said.count(said[0]) == 1


@pytest.mark.parametrize(
    ("address", "short"),
    [
        ("https://192.168.0.5:8443/", "https://192.168.0.5:8443"),
        ("hall.local:8443", "https://hall.local:8443"),
        (ADDRESS, ADDRESS),
        ("https://[fd00::5]:8443", "https://[fd00::5]:8443"),
        ("https://[fd00::5]", "https://[fd00::5]"),
    ],
)
def test_an_address(address: str, short: str) -> None:
    assert check_address(address) == short


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ftp://hall",
        "http://192.168.0.5:8088",
        "https://hall:no",
        "https://hall/board",
        "https://[",
        "the hall",
        "hall\0",
        "https://.hall",
        f"https://{'a' * 64}.de",
    ],
)
def test_no_address_is_one_sentence(address: str) -> None:
    with pytest.raises(SourceError, match=r"is no address of a hall|is reached by https"):
        check_address(address)


def test_a_hall_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(HallError, match="does not answer"):
        join("http://127.0.0.1:9", "AAAAA-AAAAA")


@pytest.mark.parametrize("games", [0, 1, 199, 200, 201, 302])
@pytest.mark.parametrize("unsettled", [0, 3, 250])
def test_of_many_games_only_the_oldest_that_the_hall_has_wholly_are_forgotten(tmp_path: Path, games: int, unsettled: int) -> None:
    file = LinkFile.read(tmp_path / "hall.json", ADDRESS, 1)
    file.games = [MatchGame(n, f"{n}", n, "2026", ("Owls", "Foxes"), settled=n > unsettled) for n in range(1, games + 1)]
    file.write()
    left = [game.number for game in LinkFile.read(tmp_path / "hall.json", ADDRESS, 1).games]
    waiting = list(range(1, min(games, unsettled) + 1))
    room = max(0, min(games, 200) - len(waiting))
    assert left == waiting + list(range(games - room + 1, games + 1))


def test_what_a_table_remembers_of_its_games_is_read_as_it_was_written_up_to_its_borders_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "hall.json"
    file = LinkFile.read(path, ADDRESS, 1)
    most = MatchGame(
        2**31 - 1, "g" * 36, 2**31 - 1, "2026", ("Owls", "Foxes"), 10**6, settled=True, status=GameStatus(have=20_000, over=True)
    )
    file.games = [most, MatchGame(1, "h", 1, "2026", ("Owls", "Foxes"))]
    file.write()
    assert LinkFile.read(path, ADDRESS, 1).games == file.games
    told = json.loads(path.read_text())
    for key, value in (("number", 2**31), ("number", 0), ("match", 2**31), ("match", 0), ("have", 10**6 + 1), ("have", -1), ("have", None)):
        path.write_text(json.dumps({**told, "games": [{**told["games"][0], key: value}]}))
        with pytest.raises(StoreError, match="cannot be read; delete the file, and join the hall again"):
            LinkFile.read(path, ADDRESS, 1)
    for other in (1, 2, "yes", [True], None):  # only what is surely settled is never sent again
        path.write_text(json.dumps({**told, "games": [{**told["games"][0], "settled": other}]}))
        assert [game.settled for game in LinkFile.read(path, ADDRESS, 1).games] == [False]


@pytest.mark.parametrize("have", [0, 100, 200])
def test_a_hall_that_never_gets_on_does_not_keep_the_link_busy(
    tmp_path: Path, network: Network, monkeypatch: pytest.MonkeyPatch, have: int
) -> None:
    table = opened(tmp_path)
    table.sit_down()
    table.lines += [{**table.lines[-1], "kind": "note"} for _ in range(600)]
    table.play(600)
    asked: list[int] = []

    def tell(door: HallDoor, what: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        asked.append(1)
        assert len(asked) < 50
        return {"v": 1, "have": have, "settled": False} if what == "game" else network.tell(door, what, fields)

    monkeypatch.setattr(hall_link, "tell_hall", tell)
    table.link.step()
    table.store.close()
