"""docs/rules.md, sections 8 to 11: challenge, end, points, solitaire. A test names its article."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from numero_cam.game import Entry, Game, Options, Phase, Rule, RuleBreakError, Seat
from numero_cam.rules import PrintedPoints, parse_cards
from tests.tables import table, texts


def broken(call: Callable[..., object], *arguments: object) -> Rule:
    with pytest.raises(RuleBreakError) as caught:
        call(*arguments)
    return caught.value.rule


def items(game: Game, player: int = 0) -> dict[str, int]:
    """Return a player's lines of the score sheet, added by item."""
    found: dict[str, int] = {}
    for entry in game.sheet():
        assert isinstance(entry, Entry)
        if entry.player == player:
            found[entry.item] = found.get(entry.item, 0) + entry.points
    return found


def bluffed(**options: Any) -> Game:  # noqa: ANN401 - any field
    """Return a game in which the first of two players has built 13 without holding it."""
    game = table(["2r 9g 5g", "3b 10b 4b 1b -2"], "11r 8o x2", by="points", **options)
    game.build("2r", "11r + 2r")
    return game


def test_article_8_1_points_only_and_by_another_player() -> None:
    game = bluffed()
    assert broken(game.challenge, 0, "[11r 2r]") is Rule.CHALLENGE_POINTS_ONLY
    assert broken(game.challenge, 7, "[11r 2r]") is Rule.CHALLENGE_POINTS_ONLY
    game.challenge(1, "[11r 2r]")
    cards = table(["2r 13g", "3b"], "11r")
    cards.build("2r", "11r + 2r")
    assert broken(cards.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_POINTS_ONLY


def test_article_8_1_any_of_three_players() -> None:
    game = table(["2r 9g 5g", "3b 10b 4b", "3g 10g"], "11r 8o", by="points")
    game.build("2r", "11r + 2r")
    assert game.can_challenge(1, "[11r 2r]")
    assert game.can_challenge(2, "[11r 2r]")


def test_article_8_2_before_the_challengers_second_turn() -> None:
    game = bluffed()
    game.discard("3b")  # his first turn
    game.discard("5g")
    assert game.can_challenge(1, "[11r 2r]")  # his second has not begun
    game.discard("4b")
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME
    game.undo()
    game.discard("-2")  # a wild card begins it
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME


def test_article_8_2_three_players_each_until_his_second_turn() -> None:
    game = table(["2r 9g 5g 1g", "3b 10b 4b 2b", "3g 10g 4g 2g"], "11r 8o", by="points")
    game.build("2r", "11r + 2r")
    for card in ("3b", "3g", "5g", "4b"):
        game.discard(card)
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME
    assert game.can_challenge(2, "[11r 2r]")
    game.discard("4g")
    assert broken(game.challenge, 2, "[11r 2r]") is Rule.CHALLENGE_IN_TIME


def test_article_8_3_while_the_build_lies_unchanged() -> None:
    game = bluffed()
    game.build("1b", "[11r 2r] + 1b")
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_UNCHANGED
    assert broken(game.challenge, 1, "[8o 2r]") is Rule.CHALLENGE_UNCHANGED


def test_article_8_3_option_challenge_changed() -> None:
    game = bluffed(challenge_changed="yes")
    game.build("1b", "[11r 2r] + 1b")
    game.challenge(1, "[11r 2r]")
    assert game.state.seats[0].score == -20
    assert texts(game.state.centre) == "[11r 2r 1b] 8o x2"


def test_article_8_4_caught_costs_20_and_the_cards_lie_as_before() -> None:
    game = bluffed()
    game.challenge(1, "[11r 2r]")
    assert game.state.seats[0].score == -20
    assert items(game) == {"challenge_caught": -20}
    assert sorted(map(str, game.state.centre)) == ["11r", "2r", "8o", "x2"]
    assert game.state.player == 1  # it costs no turn


def test_article_8_4_builds_inside_lie_again_as_builds() -> None:
    game = table(["2r 9g -2", "3b"], "[5r 6r] 8o", by="points")
    game.build("2r", "[5r 6r] + 2r -2")
    game.challenge(1, "[5r 6r 2r -2]")
    assert texts(game.state.centre) == "8o [5r 6r] 2r -2"


def test_article_8_4_what_was_laid_in_the_turn_lies_as_before_it() -> None:
    game = table(["2r 9g -2 x2", "3b"], "5r 8o", by="points")
    game.lay("5r x2")
    game.lay("[5r x2] -2")
    game.build("2r", "[5r x2 -2] + 2r")
    game.challenge(1, "[5r x2 -2 2r]")
    assert texts(game.state.centre) == "8o 5r 2r -2 x2"


def test_article_8_4_option_caught_wilds() -> None:
    game = table(["2r 9g -2", "3b"], "11r 8o", by="points", caught_wilds="hand")
    game.build("2r", "11r -2 + 2r")
    game.challenge(1, "[11r -2 2r]")
    assert texts(game.state.centre) == "8o 11r 2r"
    assert texts(game.state.seats[0].hand) == "9g -2"


def test_article_8_4_a_hand_that_got_its_wild_cards_back_may_draw_none() -> None:
    game = table(["2r 9g 8g 7g 6g x2 -2", "3b"], "11r 8o", "1b", by="points", caught_wilds="hand")
    game.build("2r", "8o -2 x2 + 2r")
    game.challenge(1, "[8o -2 x2 2r]")
    assert len(game.state.seats[0].hand) == 6
    game.draw()
    assert texts(game.state.stock) == "1b"


def test_article_8_5_shown_costs_the_challenger_10() -> None:
    game = table(["2r 13g", "3b"], "11r", by="points")
    game.build("2r", "11r + 2r")
    game.challenge(1, "[11r 2r]")
    assert [seat.score for seat in game.state.seats] == [0, -10]
    assert items(game, 1) == {"challenge_shown": -10}
    assert texts(game.state.centre) == "[11r 2r]"
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME  # once


@pytest.mark.parametrize(("option", "scores"), [("now", [-20, 0]), ("then", [0, -10])])
def test_article_8_6_when_the_answer_must_be_held(option: str, scores: list[int]) -> None:
    game = table(["2r 13g 4g", "3b 5b 1b"], "11r", by="points", answer_shown=option)
    game.build("2r", "11r + 2r")
    game.discard("3b")
    game.discard("13g")
    game.challenge(1, "[11r 2r]")
    assert [seat.score for seat in game.state.seats] == scores


def test_article_9_1_the_game_goes_on_until_somebody_is_out() -> None:
    game = table(["1r", "2b 3b"], "", stock="9r")
    game.discard("1r")
    game.draw()
    game.discard("2b")
    assert game.can_discard("9r")  # no last chance yet
    game.discard("9r")
    assert game.state.phase is Phase.LAST
    assert game.state.player == 1


def test_article_9_2_one_last_chance_to_take() -> None:
    game = table(["1r", "1b 3b x2"], "7r")
    game.discard("1r")
    assert broken(game.discard, "3b") is Rule.LAST_CHANCE
    assert broken(game.discard, "x2") is Rule.LAST_CHANCE
    assert broken(game.build, "3b", "7r + 3b") is Rule.LAST_CHANCE
    game.take("1b", "1r")
    assert game.state.phase is Phase.OVER
    assert broken(game.take, "3b", "7r") is Rule.TURN


def test_article_9_2_the_last_chance_may_be_left() -> None:
    game = table(["1r", "1b 3b x2"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.phase is Phase.OVER
    assert broken(game.challenge, 0, "[7r 1r]") is Rule.CHALLENGE_POINTS_ONLY


@pytest.mark.parametrize(("option", "order"), [("all", [1, 2, 3]), ("next", [1])])
def test_article_9_2_the_others_in_their_order(option: str, order: list[int]) -> None:
    game = table(["1r", "2b 3b", "4b 5b", "6b 7b"], "7r", last_chances=option)
    game.discard("1r")
    had = []
    while game.state.phase is Phase.LAST:
        had.append(game.state.player)
        game.pass_turn()
    assert had == order


def test_article_9_3_the_centre_goes_to_the_last_taker() -> None:
    game = table(["7g 1r", "2b 3b"], "7r 5r [8b 1b]")
    game.take("7g", "7r")
    game.discard("2b")
    game.discard("1r")
    game.pass_turn()
    assert texts(game.state.seats[0].won) == "7r 7g 5r 8b 1b 2b 1r"
    assert game.state.centre == ()
    assert items(game) == {"cards": 2, "centre": 5}


def test_article_9_3_to_nobody_where_nobody_took() -> None:
    game = table(["1r", "2b 3b"], "7r 5r")
    game.discard("1r")
    game.pass_turn()
    assert texts(game.state.centre) == "7r 5r 1r"
    assert items(game) == {}


@pytest.mark.parametrize(("option", "points"), [("no", 0), ("yes", 1 + 3)])
def test_article_9_4_the_centre_counts_as_cards(option: str, points: int) -> None:
    game = table(["7g", "2b"], "7r 15r", by="points", centre_points=option)
    game.take("7g", "7r")
    game.pass_turn()
    # 15 has 2 printed and is a card; the first player has 3 cards, the other -1.
    assert items(game) == {"takes": 1, "cards": 2, "most_cards": 10} | ({"centre": 3} if points else {})


@pytest.mark.parametrize(("scoring", "penalty"), [("guide", {"hand_printed": -12}), ("website", {"hand_cards": -3, "hand_printed": -12})])
def test_article_9_5_hands_are_subtracted(scoring: str, penalty: dict[str, int]) -> None:
    game = table(["1r", "15b 3b x2"], "7r", by="points", scoring=scoring)
    game.discard("1r")
    game.pass_turn()
    assert items(game, 1) == penalty
    assert [game.state.net_cards(player) for player in (0, 1)] == [0, -3]


def test_article_9_5_hands_are_subtracted_from_the_cards() -> None:
    game = table(["1r", "15b 3b x2"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.seats[1].score == -3


def test_article_9_6_most_cards_bring_10() -> None:
    game = table(["1r", "3b"], "7r", by="points", scoring="guide")
    game.discard("1r")
    game.pass_turn()
    assert items(game) == {"most_cards": 10}  # 0 cards against -1
    assert items(game, 1) == {}


@pytest.mark.parametrize(("option", "points"), [("nobody", 0), ("each", 10)])
def test_article_9_6_where_the_highest_are_equal(option: str, points: int) -> None:
    game = table(["7r", "9b"], "7g 9g", by="points", scoring="guide", most_cards_tie=option)
    game.take("7r", "7g")
    game.take("9b", "9g")
    assert game.state.phase is Phase.OVER
    assert items(game).get("most_cards", 0) == items(game, 1).get("most_cards", 0) == points


def test_article_9_7_who_wins() -> None:
    game = table(["1r", "3b"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.winners() == (0,)


@pytest.mark.parametrize(("option", "winners"), [("none", (0, 1)), ("cards", (0,))])
def test_article_9_7_where_points_are_equal(option: str, winners: tuple[int, ...]) -> None:
    game = Game(Options(tie_break=option))
    seats = (Seat(won=parse_cards("7g 7r 4r"), score=11), Seat(won=parse_cards("8g 8r"), score=11))
    assert replace(game.state, seats=seats).winners() == winners


def test_article_10_1_and_10_2_the_website_example_of_6_points() -> None:
    # 10 takes 10 and 6 + 4: two takes, four cards.
    game = table(["10b", "2r"], "10r 6r 4r 2b", by="points")
    game.take("10b", "10r; 6r + 4r")
    assert items(game) == {"takes": 2, "cards": 4}
    assert game.state.seats[0].score == 6


def test_article_10_1_each_set_is_a_take() -> None:
    game = table(["11g", "2r"], "11r 8o 3b 5r", by="points", scoring="guide")
    game.take("11g", "11r; 8o + 3b")
    assert items(game) == {"takes": 2}


def test_article_10_2_a_card_brings_nothing_by_the_guide() -> None:
    game = table(["10b", "2r"], "10r 6r 4r 2b", by="points", scoring="guide")
    game.take("10b", "10r; 6r + 4r")
    assert items(game) == {"takes": 2}


def test_article_10_3_printed_points() -> None:
    # The guide's build 15 / 5 + 7: "at least 12 bonus points".
    game = table(["10b", "2r"], "[15r /5 7r] 2b", by="points", scoring="guide")
    game.take("10b", "[15r /5 7r]")
    assert items(game) == {"takes": 1, "printed": 12}
    own = table(["15b", "2r"], "15r 2b", by="points", scoring="guide", printed=PrintedPoints({"15": 7}))
    own.take("15b", "15r")
    assert items(own) == {"takes": 1, "printed": 14}


@pytest.mark.parametrize(
    ("way", "taker", "item"), [("2r + 3b + 4g + 3g", "12o", {"five": 2}), ("2r + 3b + 4g + 3g + 2o", "14o", {"six": 5})]
)
def test_article_10_4_five_and_six_cards(way: str, taker: str, item: dict[str, int]) -> None:
    game = table([f"{taker} 1b", "2r"], "2r 3b 4g 3g 2o 10r", by="points", scoring="guide")
    game.take(taker, way)
    assert {key: points for key, points in items(game).items() if key in ("five", "six")} == item


def test_article_10_4_to_10_8_the_57_points_of_the_guide() -> None:
    game = table(["11g x3 -4 /2", "2r"], "11r 8o 3b 5r", by="points", scoring="guide", wilds=Options.level("3").wilds)
    game.take("11g", "11r; (8o + 3b + 5r x3 -4) /2")
    assert items(game) == {"takes": 2, "printed": 30, "six": 5, "four_operations": 10, "four_colours": 5, "clear": 5}
    assert game.state.seats[0].score == 57


def test_article_10_5_operations() -> None:
    taken = {}
    for level in ("3", "fractions"):
        for scoring in ("guide", "website"):
            game = table(["6o -4 x2", "2r"], "3r 2b 9g", by="points", scoring=scoring, wilds=Options.level(level).wilds)
            game.take("6o", "(3r + 2b) x2 -4")
            taken[level, scoring] = items(game).get("three_operations", 0)
    # By the guide not in a game with fraction cards, though none lies in this position.
    assert taken == {("3", "guide"): 5, ("3", "website"): 5, ("fractions", "guide"): 0, ("fractions", "website"): 5}


def test_article_10_6_colours() -> None:
    four = table(["10b", "2r"], "2r 3b 4g 1o 9r", by="points", scoring="guide")
    four.take("10b", "2r + 3b + 4g + 1o")
    assert items(four)["four_colours"] == 5
    one = table(["10b x2 -2", "2r"], "2b 4b 9r", by="points", scoring="guide")
    one.take("10b", "(2b + 4b) x2 -2")
    assert items(one)["one_colour"] == 5


def test_article_10_7_clearing_the_deck() -> None:
    game = table(["10b 1b", "2r 3r"], "[6r 4r]", by="points", scoring="guide")
    game.take("10b", "[6r 4r]")
    assert items(game) == {"takes": 1, "clear": 5}
    hidden = table(["4b -2", "2r"], "6r x2", by="points", scoring="guide")
    hidden.take("4b", "6r -2")
    assert "clear" not in items(hidden)


def test_article_10_8_the_taking_card_counts_where_it_brings_most() -> None:
    game = table(["10b", "2r"], "10r 2r 3b 4g 1o 9r", by="points", scoring="guide")
    game.take("10b", "10r; 2r + 3b + 4g + 1o")
    assert items(game)["five"] == 2


def solitaire(hand: str, centre: str, stock: str = "", **options: Any) -> Game:  # noqa: ANN401 - any field
    return table([hand], centre, stock, **{"by": "points", "scoring": "guide", **options})


def test_article_11_1_five_and_five_and_both_restored() -> None:
    game = Game(Options(players=1))
    game.deal("1r 2r 3r 4r 5r 1b 2b 3b 4b 5b 9r 9b 9g 9o 8r")
    assert texts(game.state.centre) == "1r 2r 3r 4r 5r"
    assert texts(game.state.seat.hand) == "1b 2b 3b 4b 5b"
    game.take("5b", "1r + 4r; 5r; 2r + 3r")
    assert game.state.phase is Phase.DRAW
    game.draw()
    assert texts(game.state.centre) == "9r 9b 9g 9o 8r"
    assert texts(game.state.seat.hand) == "1b 2b 3b 4b"
    assert game.state.turn == 2


def test_article_11_2_takes_only() -> None:
    game = solitaire("1b 2b 3b", "1r 9r")
    assert broken(game.discard, "3b") is Rule.SOLITAIRE
    assert broken(game.build, "2b", "1r + 2b") is Rule.SOLITAIRE
    game.take("1b", "1r")


def test_article_11_3_the_end() -> None:
    game = solitaire("1b 2b 3b", "9r 8r")
    game.pass_turn()
    assert game.state.phase is Phase.OVER
    for hand, centre in (("x2 x3 x4 x5 -2", "1r 2r 3r 4r 5r"), ("1r 2r 3r 4r 5r", "x2 x3 x4 x5 -2")):
        wild = Game(Options(players=1))
        wild.deal(f"{centre} {hand} 6r")
        assert wild.state.phase is Phase.OVER


@pytest.mark.parametrize("scoring", ["guide", "website"])
def test_article_11_4_what_is_printed_on_the_hand_is_subtracted(scoring: str) -> None:
    game = solitaire("1b 15b x2 3b", "9r 8r", "7r", scoring=scoring)
    game.pass_turn()
    assert items(game) == {"hand_printed": -13}


def test_article_11_5_the_whole_pack_and_every_card() -> None:
    left = solitaire("1b 3b", "9r 8r")
    left.pass_turn()
    assert items(left) == {"hand_printed": -1, "whole_pack": 10}
    assert texts(left.state.centre) == "9r 8r"
    won = solitaire("9b", "9r")
    won.take("9b", "9r")
    assert won.state.phase is Phase.OVER
    assert items(won) == {"takes": 1, "clear": 5, "whole_pack": 10, "all_won": 25}
    cards = solitaire("9b", "9r", by="cards")
    cards.take("9b", "9r")
    assert cards.state.seats[0].score == 2
