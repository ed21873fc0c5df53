"""What the program changes by itself is an entry with its reason, and what a person takes back it does not do again."""

from dataclasses import replace

from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.game_commands import RedoEntry, UndoEntry
from tests.unit.games.numero.watching.test_game_watcher import ANN, CENTRE, SightTable, decided_lines


def read_as(table: SightTable, card: str, other: str) -> None:
    """From now on the track of a card is read as another card."""
    table.cards[card] = replace(table.cards[card], faces=((other, 0.999),))


def kinds(events: list[LogEntry]) -> list[str]:
    return [event.kind for event in events]


def test_a_card_that_comes_to_be_read_otherwise_is_a_change_with_its_reason() -> None:
    table = SightTable()
    read_as(table, "6r", "6g")
    events = table.look(60)
    change, *parts = [event for event in events if event.kind != "problem"]
    assert (change.kind, change.by, change.parts) == ("change", "eyes", len(parts))
    assert change.text == "the 6r on the table is the 6g: it is read so by now"
    assert kinds(parts) == ["deal"]
    assert {str(card) for card in table.watching.game.state.centre} == {"6g", "4b"}


def test_a_change_of_the_program_that_a_person_takes_back_does_not_come_again() -> None:
    table = SightTable()
    read_as(table, "6r", "6g")
    table.look(60)
    back, deal = table.watching.execute(UndoEntry())
    assert (back.kind, back.by, deal.kind) == ("back", "person", "deal")
    assert {str(card) for card in table.watching.game.state.centre} == {"6r", "4b"}
    assert "change" not in kinds(table.look(60))
    assert {str(card) for card in table.watching.game.state.centre} == {"6r", "4b"}
    assert kinds(list(table.watching.execute(RedoEntry()))) == ["redo", "deal"]
    assert {str(card) for card in table.watching.game.state.centre} == {"6g", "4b"}


def test_what_a_person_said_of_a_track_is_forgotten_when_it_is_taken_back() -> None:
    table = SightTable()
    track = table.cards["7o"].id
    table.watching.execute(parse_command(f"card {track} 7g"))
    assert table.watching.corrected == {track: "7g"}
    table.watching.execute(UndoEntry())
    assert table.watching.corrected == {}
    table.watching.execute(RedoEntry())
    assert table.watching.corrected == {track: "7g"}
    table.watching.execute(parse_command(f"card {track} none"))
    assert table.watching.corrected == {track: None}
    table.watching.execute(UndoEntry())
    assert table.watching.corrected == {track: "7g"}
    assert decided_lines(table.look(20)) == []
    assert {str(card) for card in table.watching.game.state.seats[0].hand} == {"4r", "5g", "6b", "7g", "10b"}


def test_a_play_that_was_taken_back_is_not_told_again_until_it_is_done_again() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    (told,) = [event for event in table.look(10) if event.kind == "operation"]
    table.watching.execute(UndoEntry(1))
    assert decided_lines(table.look(20)) == []
    redo, again = table.watching.execute(RedoEntry(1))
    assert (redo.kind, redo.text, redo.by) == ("redo", told.text, "person")
    assert replace(again, t=told.t) == told  # by whom, and how surely, as before
