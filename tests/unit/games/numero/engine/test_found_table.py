"""The operation that takes a table as it was found: how it is read, what is refused, and how many cards are left to draw."""

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, RuleBreakError, game_text, parse_game, read_game
from numero_cam.games.numero.engine.operations import Found
from numero_cam.games.numero.rules import parse_cards

HEAD = "numero game 1\nplayers: Ann, Ben\nlevel: 2\nby: cards\n"
TABLE = HEAD + "hand Ann: 3r 4r 10b 2g 8o\nhand Ben: 9g 7o ? ? ?\ncentre: 6b 4g\n\n"
PACK = len(Options.level("2").pack())


def counts(text: str) -> tuple[int, int, int]:
    """Return how many cards are left to draw, how many of hands are unknown, and of how many nobody knows where they went."""
    state = parse_game(text).state
    return state.stock_size, state.unknown, state.lost


def test_a_game_that_begins_with_a_found_table_is_read_as_it_is_written() -> None:
    text = HEAD + "3 Ben: find 6r [4b 2g]; 4r 5g ?; 1r\n3 Ben: discard 1r\n"
    with pytest.raises(Exception, match="turn 3"):
        parse_game(text)
    game = parse_game(text.replace("3 Ben", "0 Ben", 1).replace("3 Ben", "1 Ben", 1))
    assert parse_game(game_text(game)) == game
    assert (game.state.phase, game.state.lost, game.state.unknown) == (Phase.DRAW, 0, 1)


def test_only_the_word_find_begins_a_game_without_a_deal() -> None:
    assert parse_game(HEAD + "Ben: FIND   6r; 4r; 1r").operations
    reading = read_game(HEAD + "Ben: finder 6r; 4r; 1r")
    assert "the deal is missing" in str(reading.error)


def test_an_unseen_card_of_a_hand_that_is_seen_now_was_not_drawn() -> None:
    before = counts(TABLE)
    assert before == (PACK - 12, 3, 0)
    assert counts(TABLE + "1 Ann: find 6b 4g; 3r 4r 10b 2g 8o; 9g 7o 1r 5g ?") == (PACK - 12, 1, 0)


def test_an_unseen_card_of_the_middle_that_is_seen_now_was_not_drawn() -> None:
    covered = TABLE.replace("6b 4g", "6b ?")
    assert counts(covered) == (PACK - 12, 3, 0)
    assert counts(covered + "1 Ann: find 6b 4g; 3r 4r 10b 2g 8o; 9g 7o ? ? ?") == (PACK - 12, 3, 0)


def test_a_card_of_the_stock_that_lies_there_was_drawn_and_one_that_went_is_lost() -> None:
    assert counts(TABLE + "1 Ben: find 6b 4g 3r; 4r 10b 2g 8o 11g; 9g 7o ? ? ?") == (PACK - 13, 3, 0)
    assert counts(TABLE + "1 Ben: find 6b; 3r 4r 10b 2g 8o; 9g 7o ? ? ?") == (PACK - 12, 3, 1)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("6b 4g; 3r 4r 10b 2g 8o 1r; 9g", "hand 1 has 6 cards"),
        ("6b 4g; 3r 4r", "there are 2 hands"),
        ("6b 6b; 3r; 9g", "a card is there that is not in the pack"),
    ],
)
def test_what_cannot_lie_there_is_refused(table: str, reason: str) -> None:
    reading = read_game(TABLE + f"1 Ann: find {table}")
    assert reading.error is not None
    assert reason in str(reading.error)
    assert reading.game == parse_game(TABLE)


def test_more_unknown_cards_than_are_left_are_refused() -> None:
    options = Options.level("2")
    pack = options.pack()
    centre = tuple(card for card in pack if card not in parse_cards("1r 2g"))
    with pytest.raises(RuleBreakError, match="6 cards of hands are unknown, of 2 that are left"):
        Game(options).do(Found(0, centre, ((), ()), (5, 1)))
