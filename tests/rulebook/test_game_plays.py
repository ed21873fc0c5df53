"""docs/rules.md, sections 4 to 7: values, take, build, discard. A test names its article."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Phase, Rule, RuleBreakError
from numero_cam.games.numero.rules.calculation import parse_way, value_of
from numero_cam.games.shared.breaks import breaks_no_rule
from tests.tables import broken, table, texts


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


def test_article_4_2_option_no_negative_values() -> None:
    game = table(["/4 -2 x5 1g -4", "2r"], "6r 4b", negative="no")
    assert broken(game.take, "1g", "4b /4 -2 x5 + 6r") is Rule.NEGATIVE_VALUES
    assert broken(game.lay, "4b /4 -2") is Rule.NEGATIVE_VALUES
    assert broken(game.build, "1g", "4b /4 -2 + 6r + 1g") is Rule.NEGATIVE_VALUES
    game.lay("4b -4")  # zero is not negative


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


def test_article_6_2_the_answer_may_be_a_card_that_nobody_has_seen() -> None:
    seen = table(["2r 7g", "2b"], "4b")
    assert broken(seen.build, "2r", "4b + 2r") is Rule.ANSWER_HELD
    hidden = seen.begun_at(replace(seen.state, seats=(replace(seen.state.seat, unknown=1), *seen.state.seats[1:])))
    hidden.build("2r", "4b + 2r")
    assert texts(hidden.state.centre) == "[4b 2r]"


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


def test_article_6_9_a_build_not_said_aloud_is_discarded() -> None:
    game = table(["2r 6g -2", "2b 5b"], "4b 1o", "3o", by="points", verbalising="yes")
    game.build("2r", "4b -2 + 2r", said=False)  # an answer is not asked for: it is no build
    assert sorted(map(str, game.state.centre)) == ["-2", "1o", "2r", "4b"]
    assert texts(game.state.seats[0].hand) == "6g"
    assert game.state.claims == ()
    assert game.state.phase is Phase.DRAW
    aloud = table(["2r 6g", "2b 5b"], "4b", verbalising="yes")
    aloud.build("2r", "4b + 2r")
    assert texts(aloud.state.centre) == "[4b 2r]"


def test_article_6_9_only_where_it_is_a_rule() -> None:
    game = table(["2r 6g", "2b 5b"], "4b")
    assert not breaks_no_rule(game.copy().build, "2r", "4b + 2r", said=False)
    with pytest.raises(RuleBreakError, match="need not be said aloud") as caught:
        game.build("2r", "4b + 2r", said=False)
    assert caught.value.rule is Rule.VERBALISING


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
    assert breaks_no_rule(table(["6g 1r", "2b"], "6r").copy().discard, "6g")
    empty = table(["6g 1r", "2b"], "")
    assert breaks_no_rule(empty.copy().discard, "1r")
