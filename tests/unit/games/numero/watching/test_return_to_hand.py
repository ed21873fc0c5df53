"""The command that returns a card in the middle to a hand, because it was not played."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import parse_game
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.shared.sight import Sight
from tests.unit.games.numero.watching.test_game_watcher import ANN, BEN, CENTRE, SightTable, decided_lines


def execute(table: SightTable, line: str) -> list[LogEntry]:
    return list(table.watching.execute(parse_command(line)))


def track_id(table: SightTable, card: str) -> int:
    return table.cards[card].id


def shift(table: SightTable, card: str, widths: float) -> None:
    table.cards[card] = replace(table.cards[card], x=table.cards[card].x + widths)


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_the_play_is_taken_back_until_the_card_is_moved(hands: str) -> None:
    table = SightTable(hands)  # type: ignore[arg-type]
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(3)) == ["1 Ann: discard 7o"]
    before = table.watching.game.state.seats[0].score
    change, back = execute(table, f"card {track_id(table, '7o')} hand ann")
    assert (change.kind, change.text, change.by, change.parts) == ("change", "the 7o belongs to the hand of Ann", "person", 1)
    assert (back.kind, back.text, back.by) == ("undo", "1 Ann: discard 7o", "person")
    assert table.watching.held == {track_id(table, "7o"): 0}
    assert table.watching.game.player == "Ann"
    assert table.watching.game.state.seats[0].score == before
    table.look(2, CENTRE, ANN)
    shift(table, "7o", 0.3)  # a hand touched it
    assert table.look(20) == []
    table.look(2, CENTRE, ANN)
    shift(table, "7o", 0.3)  # now it is played
    assert decided_lines(table.look(3)) == ["1 Ann: discard 7o"]
    assert table.watching.held == {}
    assert parse_game(game_text(table.watching.game)) == table.watching.game


def test_the_real_play_is_scored_afterwards() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)  # it slipped out of the row
    assert decided_lines(table.look(3)) == ["1 Ann: discard 7o"]
    execute(table, f"card {track_id(table, '7o')} hand Ann")
    table.take_away("6r", "4b", "10b")
    assert decided_lines(table.look(4)) == ["1 Ann: take 10b: 6r + 4b"]
    assert table.watching.game.state.seats[0].score > 0


def test_a_deal_with_a_hand_card_near_the_centre_is_recognised_after_the_command() -> None:
    begun = SightTable()
    watching = GameWatcher(GameSetup(begun.watching.setup.options, ("Ann", "Ben")))
    begun.lay("7o", CENTRE)
    cards = tuple(begun.cards.values())
    assert [event for n in range(9) for event in watching.see(Sight(n / 10, cards))] == []
    assert watching.execute(parse_command(f"card {track_id(begun, '7o')} hand Ann")) == ()
    (event,) = watching.see(Sight(1.0, cards))
    assert event.kind == "deal"
    assert {str(card) for card in watching.game.state.seats[0].hand} == {"4r", "5g", "6b", "7o", "10b"}


def test_an_impossible_command_is_refused_with_a_reason_and_nothing_is_lost() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    table.look(3)
    for line, why in (
        (f"card {track_id(table, '7o')} hand Ben", "came from the hand of Ann"),
        (f"card {track_id(table, '6r')} hand Ann", "was dealt to the middle"),
        (f"card {track_id(table, '7o')} hand Nobody", 'there is no player "Nobody"'),
        ("card 9999 hand Ann", "no card 9999"),
    ):
        (refused,) = execute(table, line)
        assert refused.kind == "refusal"
        assert why in refused.text
    table.lay("12g", ANN)
    table.look(3)
    table.look(2, CENTRE, BEN)
    table.lay("8o", CENTRE)
    assert decided_lines(table.look(3)) == ["2 Ben: discard 8o"]
    operations = table.watching.game.operations
    (refused,) = execute(table, f"card {track_id(table, '7o')} hand Ann")
    assert refused.kind == "refusal"
    assert "others have played since" in refused.text
    assert table.watching.game.operations == operations
    assert table.watching.held == {}
