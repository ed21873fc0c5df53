"""Articles 4 to 6 of docs/numo-rules.md: the hand, going out and the points."""

from collections.abc import Callable
from typing import Any

import pytest

from numero_cam.games.shared.breaks import BrokenRuleError, breaks_no_rule
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.game_text import game_text, parse_game
from numero_cam.numo.rules.kinds import kinds_at
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.operations import NumoDiscarded, NumoDrawn
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.rulebook import NumoRule, verify
from numero_cam.numo.rules.state import NumoPhase

ANNA = "3 4 7 11 12 13 17 19 23 27"
BEN = "1 2 5 6 8 9 10 14 15 16"


def game_of(anna: str = ANNA, ben: str = BEN, up: str = "18", stock: str = "", **options: Any) -> NumoGame:  # noqa: ANN401 - fields of Options
    """Ben deals, so Anna begins; the rest of the deck follows the named stock."""
    game = NumoGame(NumoOptions(**options), ["Anna", "Ben"])
    first, second, rest = parse_cards(anna), parse_cards(ben), parse_cards(f"{up} {stock}")
    dealt = [card for pair in zip(first, second, strict=True) for card in pair] + list(rest)
    left = [card for card in game.options.pack if card not in dealt]
    game.deal([*dealt, *left], dealer=1)
    return game


def refuses(rule: NumoRule, call: Callable[..., object], *arguments: object, **named: object) -> None:
    with pytest.raises(BrokenRuleError) as caught:
        call(*arguments, **named)
    assert caught.value.rule is rule
    assert f"(article {rule.value}, " in str(caught.value)


def test_article_4_1_the_deal() -> None:
    game = NumoGame(NumoOptions(players=3), ["Anna", "Ben", "Cleo"])
    cards = game.options.pack
    game.deal(cards, dealer=0)
    assert [len(hand) for hand in game.state.hands] == [10, 10, 10]
    assert game.state.hands[1][:2] == (cards[0], cards[3])
    assert game.state.hands[2][:2] == (cards[1], cards[4])
    assert game.state.pile == cards[30:31]
    assert game.state.stock == cards[31:]
    refuses(NumoRule.DEAL, game.deal, cards)
    refuses(NumoRule.DEAL, NumoGame().deal, cards[:-1])
    refuses(NumoRule.DEAL, NumoGame().deal, (*cards, cards[0]))


def test_article_4_2_turns_go_clockwise_from_the_left_of_the_dealer() -> None:
    game = game_of()
    assert game.player == "Anna"
    refuses(NumoRule.TURN, game.verify, NumoDrawn(1, game.state.stock[0]))
    game.draw()
    game.discard("27")
    assert game.player == "Ben"


def test_article_4_3_a_turn_begins_with_one_card() -> None:
    game = game_of(stock="21")
    refuses(NumoRule.DRAW, game.discard, "3")
    game.draw(discard=True)
    assert NumoCard(18) in game.state.own_hand
    refuses(NumoRule.DRAW, game.draw)
    game.discard("3")
    assert game.draw().card == NumoCard(21)


def test_article_4_4_one_meld_a_turn() -> None:
    game = game_of(level=2)
    game.draw()
    game.meld("+", "3 4 7")
    refuses(NumoRule.ONE_MELD, game.meld, "+", "11 12 23")


def test_article_4_5_only_what_the_control_cards_allow() -> None:
    game = game_of(level=2)
    game.draw()
    refuses(NumoRule.MELD, game.meld, "P", "3 7 11")
    refuses(NumoRule.MELD, game.meld, "+", "3 4 11")
    assert breaks_no_rule(game.copy().meld, "+", "3 4 7")
    assert [kind.value for kind in NumoOptions(control="season").kinds] == ["S", "pair"]


def test_article_4_5_a_control_card_is_drawn_for_each_hand() -> None:
    met = set()
    for seed in range(12):
        game = NumoGame(NumoOptions(control="drawn"), ["Anna", "Ben"])
        game.deal(seed=str(seed))
        met.add(game.state.control)
        assert game.state.kinds == kinds_at(1, game.state.control)
        again = parse_game(game_text(game))
        assert again.state == game.state
    assert met == {"season", "character"}
    cards = NumoOptions().pack
    refuses(NumoRule.MELD, NumoGame(NumoOptions(control="drawn")).deal, cards[:], seed="0", control="")
    refuses(NumoRule.MELD, NumoGame(NumoOptions()).deal, cards[:], seed="0", control="season")


def test_article_4_6_laying_off_before_a_meld() -> None:
    for choice in ("yes", "no"):
        game = game_of(level=7, lay_before=choice)
        game.draw()
        game.meld("P", "3 7 11")
        game.discard("12")
        game.draw()
        if choice == "yes":
            assert breaks_no_rule(game.copy().lay, 0, "5")
        else:
            refuses(NumoRule.LAY_BEFORE_MELD, game.lay, 0, "5")


def test_article_4_7_laying_off_in_the_turn_of_the_first_meld() -> None:
    for choice in ("yes", "no"):
        game = game_of(level=7, lay_same_turn=choice)
        game.draw()
        game.meld("P", "3 7 11")
        if choice == "yes":
            assert breaks_no_rule(game.copy().lay, 0, "13")
        else:
            refuses(NumoRule.LAY_WITH_FIRST_MELD, game.lay, 0, "13")


def test_article_4_8_the_card_from_the_discard_pile_stays() -> None:
    game = game_of()
    game.draw(discard=True)
    refuses(NumoRule.DISCARD, game.discard, "18")
    game.discard("3")
    game.draw(discard=True)
    game.discard("1")
    game.draw()
    assert breaks_no_rule(game.copy().discard, "18")


def test_article_4_9_the_pile_is_turned_over_and_the_hand_is_void_at_last() -> None:
    game = game_of()
    refuses(NumoRule.TURN_OVER, game.turn_over)
    turned = 0
    while game.state.phase is NumoPhase.DRAW:
        if not game.state.stock:
            pile = game.state.pile
            refuses(NumoRule.DRAW, game.draw)
            game.turn_over()
            turned += 1
            if game.state.phase is not NumoPhase.DRAW:
                break
            assert game.state.stock == pile
        game.draw()
        game.discard(game.state.own_hand[0])
    assert turned == 2
    assert game.state.phase is NumoPhase.DEAL
    assert game.state.scores == (0, 0)


def test_article_4_10_cards_come_from_the_hand() -> None:
    game = game_of(level=2)
    game.draw()
    refuses(NumoRule.CARD_IS_THERE, game.meld, "+", "1 2 3")
    refuses(NumoRule.CARD_IS_THERE, game.discard, "16")


def test_article_3_12_what_is_laid_off_leaves_a_meld() -> None:
    game = game_of(anna="9 12 15 6 18 3 4 7 11 13", ben="1 2 5 8 10 14 16 17 19 20", up="21", level=6)
    game.draw()
    game.meld("R", "9 12 15")
    refuses(NumoRule.LAY_OFF, game.lay, 0, "4")
    refuses(NumoRule.LAY_OFF, game.lay, 1, "6")
    game.lay(0, "6")
    game.lay(0, "18")
    assert str(game.state.table[0].meld) == "R 6 9 12 15 18"


def test_article_5_1_the_last_card_ends_the_hand() -> None:
    game = out()
    assert game.state.hands[0] == ()
    assert game.state.phase is NumoPhase.DEAL
    refuses(NumoRule.DEAL, game.draw)


def test_article_5_2_a_meld_of_the_level_is_needed() -> None:
    game = game_of(level=8)
    game.draw()
    state = game.state
    assert not state.is_qualified
    assert state.options.needed[0].value == "F"
    assert NumoOptions(level=1).needed == ()
    lone = type(state)(state.options, ((NumoCard(3),), *state.hands[1:]), state.scores, phase=NumoPhase.PLAY, turn=5)
    with pytest.raises(BrokenRuleError, match="to go out a meld of F is needed"):
        verify(lone, NumoDiscarded(0, NumoCard(3)))


def test_article_5_3_whether_a_pair_is_enough() -> None:
    assert [kind.value for kind in NumoOptions(level=2).needed] == ["+"]
    assert [kind.value for kind in NumoOptions(level=2, pair_goes_out="yes").needed] == ["+", "pair"]


def out(**options: Any) -> NumoGame:  # noqa: ANN401 - the same
    """Anna goes out at level 6 in two turns, with a card of Ben's on her run."""
    game = game_of(anna="1 2 3 4 5 6 13 15 17 19", ben="7 8 9 10 11 12 14 16 18 20", up="21", stock="22 23 24 25", level=6, **options)
    game.draw()
    game.meld("R", "1 2 3 4 5 6")
    game.discard("22")
    game.draw()
    game.lay(0, "7")
    game.discard("23")
    game.draw()
    game.meld("R", "13 15 17 19")
    game.discard("24")
    return game


def test_article_6_1_and_6_2_the_melds_of_whoever_goes_out() -> None:
    assert out().state.scores == (21 + 7 + 64, 0)
    assert out(counted="played").state.scores == (21 + 64, 0)


def test_article_6_3_whether_the_others_score() -> None:
    assert out(counted="played", others_score="yes").state.scores == (85, 7)


def test_article_6_4_leftovers_count_against_their_player() -> None:
    assert out(scoring="leftovers").state.scores == (0, -(8 + 9 + 10 + 11 + 12 + 14 + 16 + 18 + 20))


def test_article_6_5_equal_scores_share() -> None:
    assert NumoGame().state.leaders() == (0, 1)
