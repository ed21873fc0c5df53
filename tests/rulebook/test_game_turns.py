"""docs/rules.md, sections 1 to 3: cards, deal, turn. A test names its article."""

from collections import Counter

import pytest

from numero_cam.games.numero.engine import LEVELS, Game, Options, OptionsError, Phase, Rule
from numero_cam.games.numero.rules import Kind, parse_cards
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.shared.breaks import breaks_no_rule
from tests.tables import broken, items, table, texts


def test_article_1_1_the_pack() -> None:
    pack = Options().pack()
    assert len(set(pack)) == len(pack) == 89
    assert sum(card.is_number for card in pack) == 60


@pytest.mark.parametrize(
    ("level", "cards"),
    [
        ("1-10", 40),
        ("1", 60),
        ("2", 64),
        ("3", 72),
        ("4", 72),
        ("unit-fractions", 78),
        ("proper-fractions", 83),
        ("fractions", 85),
        ("all", 89),
    ],
)
def test_article_1_2_levels(level: str, cards: int) -> None:
    assert len(Options.level(level).pack()) == cards


def test_article_1_2_own_choice_of_wild_cards() -> None:
    options = Options(wilds=parse_cards("x3 -2"))
    assert texts(options.wilds) == "-2 x3"
    assert len(options.pack()) == 62
    with pytest.raises(OptionsError, match="twice"):
        Options(wilds=parse_cards("x3 x3"))
    with pytest.raises(OptionsError, match="number card"):
        Options(wilds=parse_cards("7r"))
    with pytest.raises(OptionsError, match="choose from 1-10, 1, 2"):
        Options.level("9")


def test_article_1_2_fractions_below_1_come_before_the_mixed_numbers() -> None:
    later = set(LEVELS["fractions"][1]) - set(LEVELS["proper-fractions"][1])
    assert texts(sorted(later, key=str)) == "3/2 5/2"


def test_article_1_2_level_4_is_level_3_for_points() -> None:
    assert Options.level("4") == Options.level("3", by="points")
    with pytest.raises(OptionsError, match="level 4 is level 3 played for points"):
        Options.level("4", by="cards")


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


def test_article_1_5_several_packs() -> None:
    options = Options.level("2", packs=2)
    assert Counter(options.pack()) == Counter(dict.fromkeys(Options.level("2").pack(), 2))
    assert len(Options().pack()) == 89
    for packs in (0, 21):
        with pytest.raises(OptionsError, match="from 1 to 20"):
            Options(packs=packs)


def test_article_1_5_equal_cards_count_each() -> None:
    game = table(["10r 3r x2 1r 2r", "10b 1b 2b 3b 4b"], "5r 5r 10r 10g", "7g 7g", by="points", packs=2)
    assert game.state.problems() == ()
    assert broken(game.take, "10r", "5r + 5r; 10r; 10g; 5r x2") is Rule.CARD_IS_THERE
    game.take("10r", "5r + 5r; 10r; 10g")
    assert texts(game.states[-1].seats[0].won) == "5r 5r 10r 10g 10r"
    assert items(game)["takes"] == 3
    assert broken(table(["10r 1r 2r 3r 4r", "1b"], "5r", packs=2).take, "10r", "5r + 5r") is Rule.CARD_IS_THERE


def test_article_1_5_a_wild_card_is_used_as_often_as_it_is_there() -> None:
    game = table(["8r x2 x2 1r 2r", "1b"], "2b 9b", packs=2)
    assert breaks_no_rule(game.copy().take, "8r", "2b x2 x2")
    with pytest.raises(WayError, match="x2 is used 3 times; 2 packs have it 2 times"):
        breaks_no_rule(game.copy().take, "8r", "1b x2 x2 x2")


@pytest.mark.parametrize(
    ("way", "hand", "centre", "used_of"),
    [
        ("5r x2", True, True, "centre"),
        ("5r x2'", True, True, "hand"),
        ("5r x2", True, False, "hand"),
        ("5r x2'", True, False, "hand"),
        ("5r x2", False, True, "centre"),
        ("5r x2'", False, True, "centre"),
    ],
)
def test_article_1_5_the_mark_of_the_hand_tells_apart_only_what_lies_in_both(way: str, used_of: str, *, hand: bool, centre: bool) -> None:
    game = table(["10r 1r" + " x2" * hand, "1b"], "5r" + " x2" * centre, "7g 7g", by="points", packs=2)
    game.take("10r", way)
    assert texts(game.state.seats[0].hand) == "1r" + " x2" * (hand and used_of == "centre")
    assert texts(game.state.centre) == "x2" * (centre and used_of == "hand")


def test_article_1_5_laying_on_one_of_two_equal_builds() -> None:
    game = table(["8r x2 1r 2r 3r", "1b"], "[4r x2] 4r", packs=2, laid_wilds="free")
    game.lay("4r x2")
    assert texts(game.state.centre) == "[4r x2] [4r x2]"
    game.return_laid()
    assert texts(game.state.centre) == "[4r x2] 4r"
    assert texts(game.state.seat.hand) == "8r 1r 2r 3r x2"


def test_article_1_5_of_two_equal_builds_that_of_another_player_is_challenged() -> None:
    game = table(["4r 1r 2r 3r 7r", "4r 1b 2b 3b 5b"], "5r 5r", by="points", packs=2)
    game.build("4r", "5r + 4r")
    game.build("4r", "5r + 4r")
    assert breaks_no_rule(game.copy().challenge, 0, "[5r 4r]")
    game.challenge(1, "[5r 4r]")
    assert [claim.player for claim in game.state.claims] == [1]
    assert [seat.score for seat in game.state.seats] == [-20, 0]
    assert texts(game.state.centre) == "[5r 4r] 5r 4r"


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


def test_article_3_4_laid_wild_cards_belong_to_the_turn() -> None:
    game = table(["-3 7r 1b 9b", "2r"], "10r 4g")
    game.lay("10r -3")
    assert texts(game.state.centre) == "[10r -3] 4g"
    assert broken(game.discard, "1b") is Rule.LAID_WILDS_BELONG
    assert broken(game.build, "1b", "4g + 1b") is Rule.LAID_WILDS_BELONG
    assert breaks_no_rule(game.copy().build, "1b", "[10r -3] + 1b") is False  # no 8 in the hand
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


def test_article_3_4_laid_wild_cards_go_back_and_nothing_is_a_dead_end() -> None:
    game = table(["-3 x2 7r 1b", "2r"], "10r [4g 1g] 5o")
    before = game.state
    assert broken(game.return_laid) is Rule.LAID_WILDS_BELONG
    game.lay("10r x2")
    game.lay("[10r x2] -3")
    assert broken(game.discard, "1b") is Rule.LAID_WILDS_BELONG
    game.return_laid()
    assert game.state.player == 0
    assert sorted(map(str, game.state.centre)) == sorted(map(str, before.centre))
    assert sorted(map(str, game.state.seat.hand)) == sorted(map(str, before.seat.hand))
    game.discard("1b")


def test_article_3_5_a_hand_of_wild_cards_is_discarded() -> None:
    game = table(["-3 x2 x3 /2 N2", "2r"], "10r", stock="1r 2b 3b 4b 5b")
    assert broken(game.discard, "-3") is Rule.WILD_HAND
    assert broken(game.lay, "10r -3") is Rule.WILD_HAND
    game.discard("-3 x2 x3 /2 N2")
    assert game.state.phase is Phase.DRAW
    game.draw()
    assert len(game.state.centre) == 6


def test_article_1_2_kinds_of_the_levels() -> None:
    assert {card.kind for card in LEVELS["2"][1]} == {Kind.SUBTRACT}
    assert all(card.value.numerator == 1 for card in LEVELS["unit-fractions"][1] if card.kind is Kind.FRACTION)
