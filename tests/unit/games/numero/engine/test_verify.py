"""What a refusal says of a play: the line names the cards and numbers that are wrong."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.operations import Challenged, Dealt, Drawn, Operation
from numero_cam.games.numero.engine.verify import build_and_sources, is_legal, verify
from numero_cam.games.numero.rules import Build, parse_build, parse_card, parse_cards
from numero_cam.games.numero.rules.calculation import parse_way
from numero_cam.games.shared.breaks import breaks_no_rule
from tests.tables import table


def said(call: Callable[..., object], *arguments: object) -> str:
    """The reason without the article before it."""
    with pytest.raises(RuleBreakError) as caught:
        call(*arguments)
    return str(caught.value.reason)


def refused(state: State, operation: Operation) -> str:
    assert not is_legal(state, operation)
    return said(verify, state, operation)


def deal(*hands: str, centre: str = "6b 7b", stock: str = "", ordered: bool = False, unknown: tuple[int, ...] = ()) -> Dealt:
    return Dealt(tuple(map(parse_cards, hands)), parse_cards(centre), parse_cards(stock), ordered, unknown)


FIVE = "1r 2r 3r 4r 5r"
OTHER_FIVE = "1b 2b 3b 4b 5b"


@pytest.mark.parametrize(
    ("dealt", "why"),
    [
        (deal(FIVE), "1 hands are dealt for 2 players"),
        (deal(FIVE, OTHER_FIVE, "1g 2g 3g 4g 5g"), "3 hands are dealt for 2 players"),
        (deal(FIVE, "1b 2b 3b 4b"), "hand 2 has 4 cards; 5 are dealt"),
        (deal("1r 2r 3r 4r 5r 6r", OTHER_FIVE), "hand 1 has 6 cards; 5 are dealt"),
        (deal(FIVE, "1b 2b", stock=OTHER_FIVE, unknown=(0, 2)), "hand 2 has 4 cards; 5 are dealt"),
        (deal(FIVE, "1b 2b", stock="8r 9r", unknown=(0, 3)), "3 cards of hands are unknown, of 2 that are left"),
        (deal(FIVE, OTHER_FIVE, unknown=(0,)), "unknown cards are counted for each hand"),
        (deal(FIVE, OTHER_FIVE, unknown=(0, 0, 0)), "unknown cards are counted for each hand"),
        (deal(FIVE, "1b 2b 3b 4b 5b 6g", unknown=(0, -1)), "unknown cards are counted for each hand"),
        (
            deal(FIVE, "1b 2b", stock="8r 9r 10r", ordered=True, unknown=(0, 3)),
            "cards are unknown only in hands at a table of two and more",
        ),
        (deal(FIVE, OTHER_FIVE, centre="6b"), "the middle has 1 cards; 2 are turned up"),
        (deal(FIVE, OTHER_FIVE, centre="6b 7b 8b"), "the middle has 3 cards; 2 are turned up"),
    ],
)
def test_article_2_2_a_wrong_deal(dealt: Dealt, why: str) -> None:
    assert refused(State.start(Options(players=2)), dealt) == why


def test_article_2_2_right_deals() -> None:
    start = State.start(Options(players=2))
    verify(start, deal(FIVE, OTHER_FIVE))
    verify(start, deal(FIVE, OTHER_FIVE, unknown=(0, 0)))
    verify(start, deal(FIVE, "1b 2b", stock="8r 9r 10r", unknown=(0, 3)))
    assert refused(replace(start, phase=Phase.PLAY), deal(FIVE, OTHER_FIVE)) == "the cards are dealt already"
    alone = State.start(Options(players=1))
    centre = "6b 7b 8b 9b 10b"
    verify(alone, deal(FIVE, centre=centre, ordered=True))
    assert "at a table of two and more" in refused(alone, deal("1r 2r", centre=centre, stock="1g 2g 3g", unknown=(3,)))


def drawing(hand: str, stock: str, *, ordered: bool = True) -> State:
    return replace(table([hand, "2r"], "9r", stock, ordered=ordered).state, phase=Phase.DRAW)


@pytest.mark.parametrize(
    ("hand", "stock", "draw", "why"),
    [
        ("1r 2r 3r", "4g 5g 6g", Drawn(0, parse_cards("4g")), "the hand is restored with 2 cards, not 1"),
        ("1r 2r 3r", "4g 5g 6g", Drawn(0, parse_cards("4g 5g 6g")), "the hand is restored with 2 cards, not 3"),
        ("1r 2r 3r", "4g 5g 6g", Drawn(0, parse_cards("5g 4g")), "the next cards of the stock are 4g, 5g, not 5g, 4g"),
        ("1r 2r 3r", "4g 5g 6g", Drawn(0, parse_cards("4g"), unknown=1), "the order of the stock is known, so what is drawn is known too"),
        ("1r 2r 3r", "4g", Drawn(0, parse_cards("4g 5g")), "the hand is restored with 1 cards, not 2"),
        ("1r 2r 3r", "4g 5g", Drawn(0, parse_cards("4g 5g"), parse_cards("6g")), "the middle gets 0 cards, not 1"),
        ("1r 2r 3r", "4g 5g", Drawn(1, parse_cards("4g 5g")), "it is another player's turn"),
    ],
)
def test_article_3_3_a_wrong_draw(hand: str, stock: str, draw: Drawn, why: str) -> None:
    assert refused(drawing(hand, stock), draw) == why


def test_article_3_3_what_is_drawn_from_a_stock_in_no_order() -> None:
    state = drawing("1r 2r 3r", "4g 5g 6g", ordered=False)
    verify(state, Drawn(0, parse_cards("6g 4g")))
    verify(state, Drawn(0, parse_cards("6g"), unknown=1))
    assert refused(state, Drawn(0, parse_cards("6g 9g"))) == "9g is not in the stock"
    assert refused(state, Drawn(0, parse_cards("6g 6g"))) == "6g is not in the stock"
    assert refused(replace(state, phase=Phase.PLAY), Drawn(0, parse_cards("6g 4g"))) == "cards are drawn after the whole turn only"


def test_article_3_3_in_solitaire_the_centre_is_restored_first() -> None:
    game = table(["1r 2r 3r 4r"], "6b 7b 8b 9b", "1g 2g 3g")
    state = replace(game.state, phase=Phase.DRAW)
    verify(state, Drawn(0, parse_cards("2g"), parse_cards("1g")))
    assert refused(state, Drawn(0, parse_cards("2g"))) == "the middle gets 1 cards, not 0"
    last = replace(state, stock=parse_cards("1g"))
    verify(last, Drawn(0, (), parse_cards("1g")))
    assert refused(last, Drawn(0, parse_cards("1g"))) == "the middle gets 1 cards, not 0"


def test_articles_5_to_7_name_what_is_wrong() -> None:
    game = table(["9g 1r -2 x2 3o", "2r"], "6r 2b [8b 4r]")
    assert said(game.take, "9g", "6r + 2b") == "6r + 2b is 8, not 9"
    assert said(game.take, "9g", ()) == "a take has at least one set"
    assert said(game.take, "-2", "6r") == "-2 is a wild card; a play is made with a number card of the hand"
    assert said(game.take, "10g", "6r") == "10g is not in the hand"
    assert said(game.take, "9g", "8b") == "8b lies inside a build, which is used whole"
    assert said(game.take, "9g", "6r + 3o") == "3o would be a second number card of the hand"
    assert said(game.take, "9g", "6r + 4g") == "4g is not there to be used (any more)"
    assert said(game.build, "1r", "1r x2") == "1r x2 holds no card of the middle"
    assert said(game.build, "9g", "6r + 1r") == "9g of the hand is not in 6r + 1r; a build uses one number card of the hand"
    assert said(game.build, "9g", "6r + 2b + 9g") == "6r + 2b + 9g is 17; a build ends on a whole number from 1 to 15"
    assert said(game.build, "1r", "6r + 1r") == "no 7 is left in the hand to take the build 6r + 1r"
    assert said(game.discard, "9g 1r") == "9g, 1r are 2 cards; one is discarded at a time"
    assert said(game.discard, "-2 x2") == "-2, x2 are 2 cards; one is discarded at a time"
    assert said(game.discard, "") == "no card is named"
    assert said(game.discard, "7o") == "7o is not in the hand"
    assert said(game.pass_turn) == "a turn is a take, a build or a discard; only a last chance can be passed"
    assert said(game.return_laid) == "no wild card was laid in this turn"


@pytest.mark.parametrize(("way", "numbers", "fits"), [("9r + 6b", 15, True), ("9r + 1b", 10, True), ("9r + 2b", 10, False)])
def test_article_6_3_a_build_may_have_the_highest_number(way: str, numbers: int, *, fits: bool) -> None:
    game = table([f"{way[-2:]} 8g", "2r"], "9r", by="points", numbers=numbers)
    assert breaks_no_rule(game.copy().build, way[-2:], way) is fits


def test_article_6_3_a_build_may_be_1_and_not_0() -> None:
    game = table(["5r -4 -5 8g", "2r"], "1b -2", by="points", values="any")
    assert breaks_no_rule(game.copy().build, "5r", "(1b + 5r) -5")
    assert not breaks_no_rule(game.copy().build, "5r", "(1b + 5r) -4 -2")
    assert said(game.build, "5r", "(1b + 5r) -4 -2") == "(1b + 5r) -4 -2 is 0; a build ends on a whole number from 1 to 15"


def test_article_3_5_how_many_of_a_hand_of_wild_cards() -> None:
    game = table(["-2 x2 x3", "2r"], "6r")
    assert said(game.discard, "-2") == "all 3 cards of a hand of wild cards are discarded, not 1"
    assert breaks_no_rule(game.copy().discard, "-2 x2 x3")
    one = table(["-2 x2 x3 x4", "2r"], "6r", few_wilds="one")
    assert said(one.discard, "-2 x2") == "of fewer than 5 wild cards one is discarded, not 2"
    assert breaks_no_rule(one.copy().discard, "-2")
    whole = table(["-2 x2 x3 x4 x5", "2r"], "6r", few_wilds="one")
    assert said(whole.discard, "-2") == "all 5 cards of a hand of wild cards are discarded, not 1"


def test_article_3_4_what_was_laid_stays_where_wild_cards_are_free_and_a_number_fits() -> None:
    belong = table(["3g x2 7r", "2r"], "4b 6b 7b")
    belong.lay("4b x2")
    assert (
        said(belong.take, "7r", "7b") == "[4b x2] was laid in this turn and belongs to its take or build; return takes its wild cards back"
    )
    free = table(["3g x2 7r", "2r"], "4b 6b 7b", laid_wilds="free")
    free.lay("4b x2")
    assert breaks_no_rule(free.copy().take, "7r", "7b")
    high = table(["3g x2 7r", "2r"], "8b 6b 7b", laid_wilds="free")
    high.lay("8b x2")
    assert said(high.take, "7r", "7b") == "[8b x2] is 16; what stays is a whole number from 1 to 15"
    edge = table(["3g x2 7r", "2r"], "5b 6b 7b", laid_wilds="free", numbers=10)
    edge.lay("5b x2")
    assert breaks_no_rule(edge.copy().take, "7r", "7b")
    above = table(["3g x2 7r", "2r"], "6b 5b 7b", laid_wilds="free", numbers=10)
    above.lay("6b x2")
    assert said(above.take, "7r", "7b") == "[6b x2] is 12; what stays is a whole number from 1 to 10"


def bluffed() -> tuple[Game, Build]:
    """A build of 13 without the answer, by the first of two players."""
    game = table(["2r 9g 8g", "2b 3b 4b"], "11r 6r", by="points")
    game.build("2r", "11r + 2r")
    return game, parse_build("[11r 2r]")


def test_article_8_what_is_wrong_with_a_challenge() -> None:
    game, build = bluffed()
    assert refused(game.state, Challenged(0, build)) == "nobody challenges a build of his own"
    assert refused(game.state, Challenged(2, build)) == "there is no player 3"
    assert refused(game.state, Challenged(-1, build)) == "there is no player 0"
    assert refused(game.state, Challenged(1, parse_build("[6r 1r]"))) == "there is no build [6r 1r] to challenge"
    assert refused(game.state, Challenged(1, build, shown=True)) == "the answer was not in the hand"
    assert is_legal(game.state, Challenged(1, build, shown=False))
    assert is_legal(game.state, Challenged(1, build))
    assert refused(State.start(game.options), Challenged(1, build)) == "the game is not being played"
    held = table(["2r 13g", "2b"], "11r", by="points")
    held.build("2r", "11r + 2r")
    assert refused(held.state, Challenged(1, build, shown=False)) == "the answer was in the hand"
    cards = table(["2r 13g", "2b"], "11r")
    cards.build("2r", "11r + 2r")
    assert refused(cards.state, Challenged(1, build)) == "there is no challenge when playing for cards"


def test_article_8_2_a_challenge_comes_before_the_second_turn_after_the_build() -> None:
    game, build = bluffed()
    (claim,) = game.state.claims
    assert (claim.last_turn(1, 2), claim.last_turn(1, 3), claim.last_turn(2, 3)) == (claim.turn + 3, claim.turn + 4, claim.turn + 5)
    for turn, began, in_time in ((claim.turn + 2, True, True), (claim.turn + 3, False, True), (claim.turn + 3, True, False)):
        assert is_legal(replace(game.state, turn=turn, began=began), Challenged(1, build)) is in_time
    assert not is_legal(replace(game.state, turn=claim.turn + 4), Challenged(1, build))


def test_a_build_and_what_it_uses() -> None:
    game = table(["3r 12g x4", "2r"], "4b 5g")
    build, used = build_and_sources(game.state, parse_way("4b x4 + 3r"), parse_card("3r"))
    assert (str(build), build.value) == ("[4b x4 3r]", Fraction(19))
    assert (list(map(str, used.centre)), list(map(str, used.wilds))) == (["4b"], ["x4"])
