"""docs/rules.md, sections 1 to 7: cards, deal, turn, values, take, build, discard. A test names its article."""

from collections.abc import Callable

import pytest

from numero_cam.game import LEVELS, Game, Options, OptionsError, Phase, Rule, RuleBreakError
from numero_cam.game.ways import parse_way, value_of
from numero_cam.rules import Kind, parse_cards
from tests.tables import table, texts


def broken(call: Callable[..., object], *arguments: object) -> Rule:
    """Return the rule that a call breaks; its article stands in the message."""
    with pytest.raises(RuleBreakError) as caught:
        call(*arguments)
    assert f"(article {caught.value.rule.value}, " in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.rule


def test_article_1_1_the_pack() -> None:
    pack = Options().pack()
    assert len(set(pack)) == len(pack) == 89
    assert sum(card.is_number for card in pack) == 60


@pytest.mark.parametrize(
    ("level", "cards"), [("1-10", 40), ("1", 60), ("2", 64), ("3", 72), ("unit-fractions", 78), ("fractions", 85), ("all", 89)]
)
def test_article_1_2_levels(level: str, cards: int) -> None:
    assert len(Options.level(level).pack()) == cards


def test_article_1_2_own_choice_of_wild_cards() -> None:
    options = Options(wilds=parse_cards("x3 -2"))
    assert texts(options.wilds) == "-2 x3"
    assert len(options.pack()) == 62
    assert len(LEVELS) == 7
    with pytest.raises(OptionsError, match="twice"):
        Options(wilds=parse_cards("x3 x3"))
    with pytest.raises(OptionsError, match="number card"):
        Options(wilds=parse_cards("7r"))
    with pytest.raises(OptionsError, match="choose from 1-10, 1, 2"):
        Options.level("9")


def test_article_1_3_playing_cards() -> None:
    pack = Options.level("1", playing=True).pack()
    assert len(pack) == 40
    assert all(card.is_playing for card in pack)
    assert {card.face for card in pack} == {str(number) for number in range(1, 11)}
    with pytest.raises(OptionsError, match="from 5 to 10"):
        Options(playing=True, numbers=11)


def test_article_1_4_cards_or_points() -> None:
    for by, score in (("cards", 2), ("points", 2 + 1 + 5)):  # 1 take, 2 cards, clearing
        game = table(["7r 2b 3b 4b 5b", "1r"], "7b", by=by)
        game.take("7r", "7b")
        assert game.state.seats[0].score == score


@pytest.mark.parametrize("players", [2, 3, 4])
def test_article_2_1_two_to_four_players(players: int) -> None:
    game = Game(Options(players=players))
    game.deal()
    assert len(game.state.seats) == players


def test_article_2_1_no_more_players() -> None:
    for players in (0, 5):
        with pytest.raises(OptionsError, match="2 to 4"):
            Options(players=players)
    with pytest.raises(OptionsError, match="3 names are given for 2 players"):
        Game(Options(), ["A", "B", "C"])


def test_article_2_2_five_cards_each_in_turn() -> None:
    game = Game(Options())
    game.deal("1r 1b 2r 2b 3r 3b 4r 4b 5r 5b 9r 9b x2")
    assert [texts(seat.hand) for seat in game.state.seats] == ["1r 2r 3r 4r 5r", "1b 2b 3b 4b 5b"]
    assert broken(game.deal, "1r 1b 2r 2b 3r 3b 4r 4b 5r 5b 9r 9b x2") is Rule.DEAL
    assert broken(Game(Options()).deal, "1r 1b 2r") is Rule.DEAL


@pytest.mark.parametrize("players", [2, 3, 4])
def test_article_2_3_as_many_centre_cards_as_players(players: int) -> None:
    game = Game(Options(players=players))
    game.deal(seed=3)
    assert len(game.state.centre) == players
    assert len(game.state.stock) == 89 - 6 * players


def test_article_2_4_turns_go_round() -> None:
    game = table(["1r 9r", "2r 9b", "3r 9g"], "", players=3)
    for player in (0, 1, 2, 0):
        assert game.state.player == player
        game.discard([game.state.seat.hand[0]])
    assert broken(game.do, game.operations[0]) is Rule.TURN


def test_article_3_1_one_number_card_a_turn() -> None:
    game = table(["7r 3b 8g 5o 1r", "2r"], "4r")
    assert broken(game.build, "3b", "4r + 3b + 1r") is Rule.ONE_NUMBER_CARD
    assert broken(game.take, "8g", "4r + 3b + 1r") is Rule.ONE_NUMBER_CARD
    assert broken(game.discard, "7r 3b") is Rule.ONE_NUMBER_CARD
    game.build("3b", "4r + 3b")
    assert game.state.player == 1
    wild = table(["x2 8g", "2r"], "4r")
    assert broken(wild.take, "x2", "4r") is Rule.ONE_NUMBER_CARD


def test_article_3_1_a_build_holds_its_number_card() -> None:
    game = table(["7r 3b 4g", "2r"], "4r 3r")
    assert broken(game.build, "3b", "4r + 3r") is Rule.ONE_NUMBER_CARD


def test_article_3_2_wild_cards_give_extra_turns() -> None:
    game = table(["-5 -4 6r 1b 2b", "2r"], "15r")
    game.take("6r", "15r -5 -4")
    assert len(game.state.seats[0].won) == 4


def test_article_3_3_the_hand_is_restored_after_the_whole_turn() -> None:
    game = table(["-2 11r 3b 4b 5b", "2r"], "13r 6b", stock="15g 12g 1g")
    game.discard("-2")
    assert broken(game.draw) is Rule.REFILL
    game.discard("3b")
    assert game.state.phase is Phase.DRAW
    assert broken(game.discard, "4b") is Rule.REFILL
    assert broken(game.draw, "12g 15g") is Rule.REFILL  # not the order of the stock
    assert broken(game.draw, "15g") is Rule.REFILL
    game.draw()
    assert texts(game.state.seats[0].hand) == "11r 4b 5b 15g 12g"
    assert game.state.player == 1


def test_article_3_3_as_long_as_there_is_a_stock() -> None:
    game = table(["1r 2r 3r", "2g"], "", stock="9g")
    game.discard("1r")
    game.draw()
    assert len(game.state.seats[0].hand) == 3


def test_article_3_3_cards_of_an_unknown_order() -> None:
    game = table(["1r 2r 3r 4r 5r", "2g"], "", stock="9g 8g", ordered=False)
    game.discard("1r")
    assert broken(game.draw, "7g") is Rule.CARD_IS_THERE
    game.draw("8g")
    assert texts(game.state.stock) == "9g"


def test_article_3_4_laid_wild_cards_belong_to_the_turn() -> None:
    game = table(["-3 7r 1b 9b", "2r"], "10r 4g")
    game.lay("10r -3")
    assert texts(game.state.centre) == "[10r -3] 4g"
    assert broken(game.discard, "1b") is Rule.LAID_WILDS_BELONG
    assert broken(game.build, "1b", "4g + 1b") is Rule.LAID_WILDS_BELONG
    assert game.can_build("1b", "[10r -3] + 1b") is False  # no 8 in the hand
    game.take("7r", "[10r -3]")
    assert texts(game.state.seats[0].won) == "10r -3 7r"


def test_article_3_4_laid_on_what_lies_in_the_centre() -> None:
    game = table(["-3 x2 7r 1b", "2r"], "10r 4g -2")
    assert broken(game.lay, "10r -2") is Rule.LAID_WILDS_BELONG  # both of the centre
    assert broken(game.lay, "7r -3") is Rule.ONE_NUMBER_CARD
    game.lay("(10r + 4g) -3")
    game.lay("[10r 4g -3] x2 -2")
    assert texts(game.state.centre) == "[10r 4g -3 x2 -2]"
    assert game.state.centre[0].value == 20
    assert game.state.problems() == ()


def test_article_3_4_option_free() -> None:
    game = table(["-3 x4 7r 1b 8g", "2r"], "10r 4g", laid_wilds="free")
    game.lay("10r -3")
    game.lay("[10r -3] x4")
    assert broken(game.discard, "1b") is Rule.BUILD_VALUE
    game.undo()
    game.discard("1b")
    assert texts(game.state.centre) == "[10r -3] 4g 1b"


def test_article_3_5_a_hand_of_wild_cards_is_discarded() -> None:
    game = table(["-3 x2 x3 /2 N2", "2r"], "10r", stock="1r 2b 3b 4b 5b")
    assert broken(game.discard, "-3") is Rule.WILD_HAND
    assert broken(game.lay, "10r -3") is Rule.WILD_HAND
    game.discard("-3 x2 x3 /2 N2")
    assert game.state.phase is Phase.DRAW
    game.draw()
    assert len(game.state.centre) == 6


def test_article_3_5_fewer_than_five() -> None:
    game = table(["-3 x2", "2r"], "10r")
    assert broken(game.discard, "x2") is Rule.WILD_HAND
    game.discard("-3 x2")
    one = table(["-3 x2", "2r"], "10r", few_wilds="one")
    assert broken(one.discard, "-3 x2") is Rule.WILD_HAND
    one.discard("x2")
    assert one.state.player == 1
    five = table(["-3 x2 x3 /2 N2", "2r"], "10r", few_wilds="one")
    assert broken(five.discard, "x2") is Rule.WILD_HAND


@pytest.mark.parametrize(
    ("way", "value"),
    [
        ("10r + 3b", 13),
        ("[8b 4r] + 2g", 14),
        ("4r x5 -5", 15),
        ("8o + 3b + 5r x3", 26),  # a wild card acts on what stands before it
        ("(8o + 3b + 5r x3 -4) /2", 11),
        ("14g -2 -5", 7),
    ],
)
def test_article_4_1_values(way: str, value: int) -> None:
    assert value_of(parse_way(way), whole=True) == value


def test_article_4_1_a_wild_card_has_no_value() -> None:
    game = table(["7r -2", "2r"], "x2 9r")
    assert broken(game.take, "7r", "x2") is Rule.WILD_ACTS_ON_VALUE
    assert broken(game.take, "7r", "9r + -2") is Rule.WILD_ACTS_ON_VALUE
    assert broken(game.take, "7r", "[x2 x3]") is Rule.CARD_IS_THERE


def test_article_4_2_above_15_zero_and_negative_values() -> None:
    # The guide's "Zero is not nothing": all cards of centre and hand are won.
    game = table(["-2 x3 x4 /2 3g", "2r"], "10r 6b /5 /4")
    game.take("3g", "(10r /5 -2 x4 /4 x3 + 6b) /2")
    assert len(game.state.seats[0].won) == 9
    negative = table(["/4 -2 x5 1g", "2r"], "6r 4b")  # the guide's play for upper primary
    negative.take("1g", "4b /4 -2 x5 + 6r")
    assert len(negative.state.seats[0].won) == 6


def test_article_4_3_whole_numbers_or_any() -> None:
    whole = table(["/2 x4 14r", "2r"], "7r")
    assert broken(whole.take, "14r", "7r /2 x4") is Rule.WHOLE_VALUES
    whole.take("14r", "7r x4 /2")
    table(["/2 x4 14r", "2r"], "7r", values="any").take("14r", "7r /2 x4")


def test_article_4_4_exact_roots_only() -> None:
    game = table(["sqrt -4 3g 2g", "2r"], "9r 10b 3r")
    assert broken(game.take, "3g", "10b sqrt") is Rule.EXACT_ROOT
    assert broken(game.take, "3g", "3r -4 sqrt") is Rule.EXACT_ROOT
    game.take("3g", "9r sqrt")
    cube = table(["cbrt -2 N2 4g", "2r"], "2r -5 -3")
    cube.take("4g", "2r -5 -3 -2 cbrt N2")


def test_article_4_5_each_card_once_and_only_where_it_lies() -> None:
    game = table(["8g 2g -2 x2", "4b x3"], "8r 4g")
    assert broken(game.take, "8g", "8r; 8r") is Rule.CARD_IS_THERE
    assert broken(game.take, "8g", "4g + 4b") is Rule.CARD_IS_THERE
    assert broken(game.take, "8g", "4g x3") is Rule.CARD_IS_THERE
    assert broken(game.take, "9g", "8r") is Rule.CARD_IS_THERE
    assert broken(game.discard, "9g") is Rule.CARD_IS_THERE
    assert broken(game.discard, "") is Rule.CARD_IS_THERE
    assert broken(game.discard, "-2 -2") is Rule.CARD_IS_THERE


def test_article_5_1_a_set_equals_the_taking_card() -> None:
    game = table(["8g 9g -3", "2r"], "6r 2b x2 4r")
    assert broken(game.take, "9g", "6r + 2b") is Rule.SET_EQUALS_TAKER
    assert broken(game.take, "8g", ()) is Rule.SET_EQUALS_TAKER
    game.take("9g", "6r x2 -3")
    assert texts(game.state.seats[0].won) == "6r x2 -3 9g"


def test_article_5_2_several_sets() -> None:
    game = table(["15g 1g", "2r"], "15r 11b 4o")
    game.take("15g", "15r; 11b + 4o")
    assert len(game.state.seats[0].won) == 4
    one = table(["15g 1g", "2r"], "15r 11b 4o")
    assert broken(one.take, "15g", "15r; 11b") is Rule.SET_EQUALS_TAKER


def test_article_5_3_a_number_card_of_the_centre_in_each_set() -> None:
    game = table(["14g 2g", "2r"], "-2 x2 7r")
    assert broken(game.take, "14g", "7r x2; -2") is Rule.WILD_ACTS_ON_VALUE
    assert broken(game.take, "14g", "2g x2") is Rule.ONE_NUMBER_CARD
    game.take("14g", "7r x2")


def test_article_5_4_taken_cards_are_out_of_the_game() -> None:
    game = table(["8g 9g", "2r"], "6r 2b 1r")
    game.take("8g", "6r + 2b")
    assert texts(game.state.seats[0].won) == "6r 2b 8g"
    assert texts(game.state.seats[0].hand) == "9g"
    assert texts(game.state.centre) == "1r"
    assert game.state.player == 1


def test_article_6_1_a_build_uses_the_centre_and_ends_the_turn() -> None:
    game = table(["3r 12g x4 1r", "2r"], "4b 5g")
    assert broken(game.build, "3r", "3r x4") is Rule.BUILD_USES_CENTRE
    game.build("3r", "4b + 5g + 3r")
    assert texts(game.state.centre) == "[4b 5g 3r]"
    assert game.state.player == 1


def test_article_6_2_the_answer_is_held_in_a_single_card() -> None:
    game = table(["2r 6g 4r 1r", "2r"], "4b")
    assert broken(game.build, "4r", "4b + 4r") is Rule.ANSWER_HELD
    assert broken(game.build, "2r", "4b + 2r x2") is Rule.CARD_IS_THERE
    assert broken(game.build, "1r", "4b + 1r") is Rule.ANSWER_HELD  # 4 + 1 are two cards
    game.build("2r", "4b + 2r")


def test_article_6_2_the_card_in_the_build_is_no_answer() -> None:
    game = table(["-4 8g", "2r"], "4b")
    assert broken(game.build, "8g", "4b + 8g -4") is Rule.ANSWER_HELD


def test_article_6_3_only_the_end_value_counts() -> None:
    # The guide's two-stage build: 12 - 4 = 8, 8 + 1 = 9 with no 8 in the hand.
    game = table(["14r 10r -4 1r 9r", "2r"], "[6r 4b 2b]")
    game.build("1r", "[6r 4b 2b] -4 + 1r")
    assert texts(game.state.centre) == "[6r 4b 2b -4 1r]"
    assert game.state.centre[0].value == 9


def test_article_6_3_the_end_value_is_whole_and_1_to_15() -> None:
    game = table(["9r 1r /2 -5", "2r"], "7b 4b", by="points", values="any")
    assert broken(game.build, "9r", "7b + 9r") is Rule.BUILD_VALUE
    assert broken(game.build, "1r", "4b + 1r -5") is Rule.BUILD_VALUE
    assert broken(game.build, "1r", "(4b + 1r) /2") is Rule.BUILD_VALUE


def test_article_6_4_builds_of_anybody_are_built_on_and_joined() -> None:
    game = table(["2r 14r 15g", "1b 15b"], "[8b 4b] [7r 1r]")
    game.build("2r", "[8b 4b] + 2r")
    game.build("1b", "[8b 4b 2r] + 1b")
    assert texts(game.state.centre) == "[8b 4b 2r 1b] [7r 1r]"
    joined = table(["15r", "2b"], "[5b 3b] [6r 1r]")
    joined.take("15r", "[5b 3b] + [6r 1r]")
    both = table(["1b 13b", "2b"], "[5b 3b] [3r 1r]")
    both.build("1b", "[5b 3b] + [3r 1r] + 1b")
    assert texts(both.state.centre) == "[5b 3b 3r 1r 1b]"


def test_article_6_5_a_build_is_never_broken() -> None:
    game = table(["8g 9g 1g", "2r"], "[8b 4b]")
    assert broken(game.take, "8g", "8b") is Rule.BUILD_UNBROKEN
    assert broken(game.build, "1g", "8b + 1g") is Rule.BUILD_UNBROKEN


def test_article_6_6_a_number_card_on_wild_cards_of_the_centre() -> None:
    for way, answer in (("14g -2", 12), ("14g -2 -5", 7)):
        game = table(["14g 12b 7b", "2r"], "-2 -5")
        game.build("14g", way)
        assert game.state.centre[0].value == answer


def test_article_6_7_a_bluff_when_playing_for_points() -> None:
    game = table(["2r 9g", "2b"], "11r", by="points")
    game.build("2r", "11r + 2r")
    assert texts(game.state.centre) == "[11r 2r]"
    assert not game.state.claims[0].held


def test_article_6_8_the_answer_need_not_be_kept() -> None:
    game = table(["2r 6g 3r", "2b 5b"], "4b")
    game.build("2r", "4b + 2r")
    game.discard("5b")
    game.discard("6g")
    assert texts(game.state.centre) == "[4b 2r] 5b 6g"


def test_article_7_1_a_discard_lies_apart() -> None:
    game = table(["2r 6g", "2b"], "4b")
    game.discard("2r")
    assert texts(game.state.centre) == "4b 2r"
    assert game.state.player == 1


def test_article_7_2_after_a_wild_discard_the_turn_goes_on() -> None:
    game = table(["-2 x3 6g", "2b"], "4b 6r")
    assert broken(game.discard, "-2 x3") is Rule.WILD_DISCARD
    game.discard("-2")
    assert game.state.player == 0
    assert broken(game.pass_turn) is Rule.TURN
    game.discard("x3")
    game.take("6g", "6r")
    assert game.state.player == 1


def test_article_7_3_a_discard_although_a_take_is_possible() -> None:
    assert table(["6g 1r", "2b"], "6r").can_discard("6g")
    empty = table(["6g 1r", "2b"], "")
    assert empty.can_discard("1r")


def test_kinds_of_the_levels() -> None:
    assert {card.kind for card in LEVELS["2"][1]} == {Kind.SUBTRACT}
    assert all(card.value.numerator == 1 for card in LEVELS["unit-fractions"][1] if card.kind is Kind.FRACTION)
