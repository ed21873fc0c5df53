"""A card that lies in the centre and belongs to a hand: nothing was played with it."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.notation import parse_game
from numero_cam.games.numero.watching import Begun, Event, Setting, TakenBack, Unexplained, Watching
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.shared.sight import Sight
from tests.unit.games.numero.watching.test_watching import ANN, BEN, CENTRE, Table, said


def told(table: Table, line: str) -> list[Event]:
    return list(table.watching.execute(parse_command(line)))


def number(table: Table, card: str) -> int:
    return table.cards[card].id


def nudged(table: Table, card: str, widths: float) -> None:
    table.cards[card] = replace(table.cards[card], x=table.cards[card].x + widths)


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_a_play_that_was_none_is_taken_back_and_seen_no_more_until_the_card_is_moved(hands: str) -> None:
    table = Table(hands)  # type: ignore[arg-type]
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert said(table.look(3)) == ["1 Ann: discard 7o"]
    before = table.watching.game.state.seats[0].score
    (back,) = told(table, f"card {number(table, '7o')} hand ann")
    assert back == TakenBack(back.t, "1 Ann: discard 7o")
    assert table.watching.held == {number(table, "7o"): 0}
    assert table.watching.game.player == "Ann"
    assert table.watching.game.state.seats[0].score == before
    table.look(2, CENTRE, ANN)
    nudged(table, "7o", 0.3)  # a hand touched it
    assert table.look(20) == []
    table.look(2, CENTRE, ANN)
    nudged(table, "7o", 0.3)  # now it is played
    assert said(table.look(3)) == ["1 Ann: discard 7o"]
    assert table.watching.held == {}
    assert parse_game(game_text(table.watching.game)) == table.watching.game


def test_what_was_really_played_is_scored_after_it() -> None:
    table = Table()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)  # it slipped out of the row
    assert said(table.look(3)) == ["1 Ann: discard 7o"]
    told(table, f"card {number(table, '7o')} hand Ann")
    table.take_away("6r", "4b", "10b")
    assert said(table.look(4)) == ["1 Ann: take 10b: 6r + 4b"]
    assert table.watching.game.state.seats[0].score > 0


def test_the_deal_is_seen_when_a_card_of_a_hand_lies_too_near_to_the_centre() -> None:
    begun = Table()
    watching = Watching(Setting(begun.watching.setting.options, ("Ann", "Ben")))
    begun.lay("7o", CENTRE)
    cards = tuple(begun.cards.values())
    assert [event for n in range(9) for event in watching.see(Sight(n / 10, cards))] == []
    assert watching.execute(parse_command(f"card {number(begun, '7o')} hand Ann")) == ()
    (event,) = watching.see(Sight(1.0, cards))
    assert isinstance(event, Begun)
    assert {str(card) for card in watching.game.state.seats[0].hand} == {"4r", "5g", "6b", "7o", "10b"}


def test_what_cannot_be_is_refused_in_words_and_nothing_is_lost() -> None:
    table = Table()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    table.look(3)
    for line, why in (
        (f"card {number(table, '7o')} hand Ben", "came from the hand of Ann"),
        (f"card {number(table, '6r')} hand Ann", "was dealt to the centre"),
        (f"card {number(table, '7o')} hand Nobody", 'there is no player "Nobody"'),
        ("card 9999 hand Ann", "no card 9999"),
    ):
        (refused,) = told(table, line)
        assert isinstance(refused, Unexplained)
        assert refused.refused
        assert why in refused.text
    table.lay("12g", ANN)
    table.look(3)
    table.look(2, CENTRE, BEN)
    table.lay("8o", CENTRE)
    assert said(table.look(3)) == ["2 Ben: discard 8o"]
    operations = table.watching.game.operations
    (refused,) = told(table, f"card {number(table, '7o')} hand Ann")
    assert isinstance(refused, Unexplained)
    assert "others have played since" in refused.text
    assert table.watching.game.operations == operations
    assert table.watching.held == {}
