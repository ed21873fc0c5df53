"""Every example and sentence of the published text of NUMO about deal, turns, going out and points; names tell article and example."""

from typing import Any

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, Card
from numero_cam.numo.rules.game import Game
from numero_cam.numo.rules.kinds import Kind, MeldRules
from numero_cam.numo.rules.melds import extensions, meld_of
from numero_cam.numo.rules.notation import card_list, parse_cards
from numero_cam.numo.rules.options import Options
from numero_cam.numo.rules.players import play_game
from numero_cam.numo.rules.rulebook import Rule
from numero_cam.numo.rules.state import Phase
from tests.numo_hands import NAMES, dealt, pass_turn, refused

RULES = MeldRules()


# The deal


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_4_1_ten_cards_one_at_a_time_the_next_face_up_the_rest_the_stock(players: int) -> None:
    game = Game(Options(players=players, deck="both"), NAMES[:players])
    cards = game.options.shuffled("1")
    game.deal(cards, dealer=players - 1)
    for player in range(players):
        assert game.state.hands[player] == cards[player : 10 * players : players]
    assert (game.state.pile, game.state.stock) == (cards[10 * players : 10 * players + 1], cards[10 * players + 1 :])


def test_4_1_every_player_may_be_the_first_dealer() -> None:
    for dealer in range(3):
        game = Game(Options(players=3), NAMES[:3])
        game.deal(seed="1", dealer=dealer)
        assert (game.state.dealer, game.state.player) == (dealer, (dealer + 1) % 3)


@pytest.mark.parametrize("players", [2, 3], ids=["alternates between two", "rotates clockwise among three"])
def test_4_1_the_turn_to_deal(players: int) -> None:
    game = play_game(Options(players=players), ["greedy"] * players, "4", hands=5)
    dealers = [after.dealer for before, _, after in game.steps() if before.hand != after.hand]
    assert len(dealers) == 5
    assert dealers == [(dealers[0] + place) % players for place in range(5)]


# The plays of a turn


@pytest.mark.parametrize("card", ["6", "18"])
def test_3_12_to_the_run_9_12_15_a_6_or_18_could_be_added(card: str) -> None:
    game = dealt(parse_cards("9 12 15"), parse_cards(card), level=6)
    drawn = game.draw().card
    game.meld("R", "9 12 15")
    game.discard(drawn)
    game.draw()
    game.lay(0, card)
    assert game.state.table[0].meld.cards == tuple(sorted(parse_cards(f"9 12 15 {card}")))
    assert game.state.table[0].owner == 0


def test_3_12_to_the_run_9_12_15_nothing_else_could_be_added() -> None:
    run = meld_of(Kind.RUN, parse_cards("9 12 15"), RULES)
    fits = {cards[0].number for cards in extensions(run, [card for card in ALL_CARDS if card not in run.cards], RULES) if len(cards) == 1}
    assert fits == {6, 18}


def test_4_2_two_players_begin_with_the_non_dealer_and_alternate() -> None:
    game = dealt((), ())
    assert (game.state.dealer, game.player) == (1, "Anna")
    pass_turn(game)
    assert game.player == "Ben"
    pass_turn(game)
    assert game.player == "Anna"


def test_4_2_three_players_begin_left_of_the_dealer_and_go_clockwise() -> None:
    game = dealt((), (), ())
    seen = []
    for _ in range(4):
        seen.append(game.player)
        pass_turn(game)
    assert seen == ["Anna", "Ben", "Cleo", "Anna"]


@pytest.mark.parametrize("discard", [False, True], ids=["from the stock", "from the discard pile"])
def test_4_3_the_draw(*, discard: bool) -> None:
    game = dealt((), (), up="13", stock="14")
    refused(Rule.DRAW, game.verify_discard, game.state.own[0])
    card = game.draw(discard=discard).card
    assert card == (Card(13) if discard else Card(14))
    assert card in game.state.own
    assert len(game.state.own) == 11


def test_4_4_no_more_than_one_combination_in_a_turn() -> None:
    game = dealt(parse_cards("3 4 7 5 6 11"), (), level=2)
    drawn = game.draw().card
    game.meld("+", "3 4 7")
    refused(Rule.ONE_MELD, game.verify_meld, "+", "5 6 11")
    game.discard(drawn)
    pass_turn(game)
    game.draw()
    game.meld("+", "5 6 11")


def test_4_4_melding_is_optional() -> None:
    game = dealt(parse_cards("3 4 7"), (), level=2)
    pass_turn(game)
    assert (game.state.table, len(game.state.hands[0])) == ((), 10)


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
    card = game.state.own[0]
    game.discard(card)
    assert game.state.pile == (Card(13), card)
    assert (game.player, len(game.state.hands[0])) == ("Ben", 10)


def test_4_8_the_card_picked_up_from_the_pile_is_not_discarded_in_that_turn() -> None:
    game = dealt((), (), up="13")
    card = game.draw(discard=True).card
    assert "discard another card" in refused(Rule.DISCARD, game.verify_discard, card)
    game.discard(game.state.own[0])


def test_4_8_the_card_picked_up_from_the_pile_is_discarded_at_a_later_turn() -> None:
    game = dealt((), (), up="13")
    game.draw(discard=True)
    game.discard(game.state.own[0])
    pass_turn(game)
    game.draw()
    game.discard("13")
    assert game.state.pile[-1] == Card(13)


def test_4_8_a_card_drawn_from_the_stock_is_discarded_in_the_same_turn() -> None:
    game = dealt((), (), stock="14")
    game.draw()
    game.discard("14")
    assert game.state.pile[-1] == Card(14)


def test_4_9_the_discard_pile_is_turned_over_without_shuffling() -> None:
    game = dealt((), ())
    while game.state.stock:
        refused(Rule.TURN_OVER, game.verify_turn_over)
        pass_turn(game)
    pile = game.state.pile
    assert game.can_draw(discard=True)
    refused(Rule.DRAW, game.verify_draw)
    game.turn_over()
    # The pile lies on its back: what was discarded first is on top.
    assert (game.state.stock, game.state.pile) == (pile, ())
    assert game.draw().card == pile[0]


def last_turn(own: str, drawn: str, **options: Any) -> Game:  # noqa: ANN401 - fields of Options
    """Anna has melded 1 to 6 as a run and holds what is named; in her second turn she has just drawn a card of the stock."""
    game = dealt(parse_cards(f"1 2 3 4 5 6 {own}"), parse_cards("1.2 2.2 3.2 4.2 5.2 6.2"), stock=f"22 23 {drawn}", level=6, **options)
    game.draw()
    game.meld("R", "1 2 3 4 5 6")
    game.discard("22")
    pass_turn(game)
    game.draw()
    return game


def is_out(game: Game) -> bool:
    return game.state.phase is Phase.DEAL and game.state.hands[0] == ()


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


def test_5_1_going_out_by_discarding() -> None:
    game = last_turn("13 15 17 19", "24")
    game.meld("R", "13 15 17 19")
    assert not is_out(game)
    game.discard("24")
    assert is_out(game)


def test_5_1_as_soon_as_someone_goes_out_play_ceases() -> None:
    """Ben holds 1 to 6, a valid run, and can no longer meld or lay off."""
    game = last_turn("13 15 17 19", "24")
    assert {Card(number, 2) for number in range(1, 7)} <= set(game.state.hands[1])
    game.meld("R", "13 15 17 19")
    game.discard("24")
    refused(Rule.DEAL, game.verify_draw)
    refused(Rule.DEAL, game.verify_meld, "R", "1.2 2.2 3.2 4.2 5.2 6.2")


# The points


def test_6_1_version_1_all_melds_of_who_goes_out_are_added() -> None:
    game = last_turn("13 15 17 19", "24", scoring="melds")
    game.meld("R", "13 15 17 19")
    game.discard("24")
    assert game.state.scores == (21 + 64, 0)


def test_6_4_version_2_the_remaining_cards_are_a_negative_score() -> None:
    game = last_turn("13 15 17 19", "24", scoring="leftovers")
    game.meld("R", "13 15 17 19")
    game.discard("24")
    assert game.state.scores == (0, -sum(card.number for card in game.state.hands[1]))
    assert game.state.scores[1] < -21


def test_6_1_version_1_further_deals_until_a_score_is_500_or_greater() -> None:
    game = play_game(Options(scoring="melds"), ["greedy", "greedy"], "3")
    deals = [before.scores for before, _, after in game.steps() if before.hand != after.hand]
    assert len(deals) > 1
    assert max(max(scores) for scores in deals) < 500 <= max(game.state.scores)
    assert game.state.leaders() == (game.state.scores.index(max(game.state.scores)),)


@pytest.mark.slow
def test_6_4_version_2_ends_when_a_score_is_minus_500_or_less_and_the_highest_wins() -> None:
    game = play_game(Options(players=3, deck="both", scoring="leftovers"), ["greedy"] * 3, "3")
    deals = [before.scores for before, _, after in game.steps() if before.hand != after.hand]
    assert min(min(scores) for scores in deals) > -500 >= min(game.state.scores)
    assert game.state.scores[game.state.leaders()[0]] == max(game.state.scores) > min(game.state.scores)
