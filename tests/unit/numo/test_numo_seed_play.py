"""Sentences of the published text of NUMO about deal, turns and points that tests/rulebook does not play; names tell the article."""

from typing import Any

import pytest

from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.notation import card_list, parse_cards
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.players import play_game
from numero_cam.numo.rules.state import NumoPhase
from tests.numo_hands import NAMES, dealt, pass_turn

# The deal


def test_4_1_every_player_may_be_the_first_dealer() -> None:
    for dealer in range(3):
        game = NumoGame(NumoOptions(players=3), NAMES[:3])
        game.deal(seed="1", dealer=dealer)
        assert (game.state.dealer, game.state.player) == (dealer, (dealer + 1) % 3)


@pytest.mark.parametrize("players", [2, 3], ids=["alternates between two", "rotates clockwise among three"])
def test_4_1_the_turn_to_deal(players: int) -> None:
    game = play_game(NumoOptions(players=players), ["greedy"] * players, "4", hands=5)
    dealers = [after.dealer for before, _, after in game.steps() if before.hand != after.hand]
    assert len(dealers) == 5
    assert dealers == [(dealers[0] + place) % players for place in range(5)]


# The plays of a turn


def test_4_2_three_players_begin_left_of_the_dealer_and_go_clockwise() -> None:
    game = dealt((), (), ())
    seen = []
    for _ in range(4):
        seen.append(game.player)
        pass_turn(game)
    assert seen == ["Anna", "Ben", "Cleo", "Anna"]


def test_4_6_cards_are_laid_off_on_ones_own_and_on_others_melds_without_limit() -> None:
    game = dealt(parse_cards("6 8 10 12 14"), parse_cards("4 2 1 3 5 16 18"), level=6)
    drawn = game.draw().card
    game.meld("R", "6 8 10")
    game.lay(0, "12")
    game.lay(0, "14")
    game.discard(drawn)
    drawn = game.draw().card
    for card in ("4", "2", "16", "18"):
        game.lay(0, card)
    game.discard(drawn)
    assert card_list(game.state.table[0].meld.cards) == "2 4 6 8 10 12 14 16 18"


def test_4_8_the_turn_ends_with_one_discard_on_top_of_the_pile() -> None:
    game = dealt((), (), up="13")
    game.draw()
    card = game.state.own_hand[0]
    game.discard(card)
    assert game.state.pile == (NumoCard(13), card)
    assert (game.player, len(game.state.hands[0])) == ("Ben", 10)


def last_turn(own: str, drawn: str, **options: Any) -> NumoGame:  # noqa: ANN401 - fields of Options
    """Anna has melded 1 to 6 as a run and holds what is named; in her second turn she has just drawn a card of the stock."""
    game = dealt(parse_cards(f"1 2 3 4 5 6 {own}"), parse_cards("1.2 2.2 3.2 4.2 5.2 6.2"), stock=f"22 23 {drawn}", level=6, **options)
    game.draw()
    game.meld("R", "1 2 3 4 5 6")
    game.discard("22")
    pass_turn(game)
    game.draw()
    return game


def is_out(game: NumoGame) -> bool:
    return game.state.phase is NumoPhase.DEAL and game.state.hands[0] == ()


def test_5_1_going_out_by_melding() -> None:
    game = last_turn("13 15 17 21", "19")
    game.meld("R", "13 15 17 19 21")
    assert is_out(game)


def test_5_1_going_out_by_laying_off() -> None:
    game = last_turn("13 15 17 19", "21")
    game.meld("R", "13 15 17 19")
    assert not is_out(game)
    game.lay(1, "21")
    assert is_out(game)


# The points


def test_6_1_version_1_further_deals_until_a_score_is_500_or_greater() -> None:
    game = play_game(NumoOptions(scoring="melds"), ["greedy", "greedy"], "3")
    deals = [before.scores for before, _, after in game.steps() if before.hand != after.hand]
    assert len(deals) > 1
    assert max(max(scores) for scores in deals) < 500 <= max(game.state.scores)
    assert game.state.leaders() == (game.state.scores.index(max(game.state.scores)),)
