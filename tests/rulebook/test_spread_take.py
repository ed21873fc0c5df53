"""A take spread on the table: the worked scoring examples of the sources, and what cards do not tell (docs/adr/0003-game-and-rules.md)."""

from numero_cam.games.numero.rules import parse_card, parse_items
from numero_cam.games.numero.solve import Play, Settings
from numero_cam.games.numero.solve.arrange import Arrangement, Spread, arrange
from numero_cam.text.words import formula

GUIDE_57 = "11r 8o 3b 5r 11g x3 -4 /2"


def spread(text: str, taker: str | None = None, *, cleared: bool | None = None, **settings: str) -> Arrangement:
    return arrange(Spread(parse_items(text), parse_card(taker) if taker else None, cleared), Settings(**settings))  # type: ignore[arg-type]


def play(text: str, taker: str | None = None, *, cleared: bool | None = None, **settings: str) -> Play:
    found = spread(text, taker, cleared=cleared, **settings).play
    assert found
    return found


def items(one: Play) -> dict[str, int]:
    return {item.item: item.points for item in one.breakdown}


def texts(one: Play) -> list[str]:
    return [formula(group.way) for group in one.sets]


def test_spread_guide_recording_bonus_points_the_57_points() -> None:
    found = play(GUIDE_57, "11g", cleared=True, scoring="guide", fractions_in_play="no")
    assert found.points == 57
    assert items(found) == {"takes": 2, "printed": 30, "six": 5, "four_operations": 10, "four_colours": 5, "clear": 5}
    assert [group.taker for group in found.sets] == [False, True]


def test_spread_guide_the_same_cards_need_not_be_arranged_as_they_were_played() -> None:
    # The guide's third play takes 11, 8 + 3 and 5 x 3 - 4 for 28 points; without ÷ 2 these are other cards.
    found = play("11r 8o 3b 5r 11g x3 -4", "11g", cleared=True, scoring="guide", fractions_in_play="no")
    assert texts(found) == ["11", "8 + 3", "5 × 3 − 4"]
    assert found.points == 28


def test_spread_website_scoring_six_points() -> None:
    # "a 10 played to take both a 10 and a 6 + 4 = 10": two takes and four cards.
    found = play("10r 6b 4g 10o", "10o", cleared=False)
    assert items(found) == {"takes": 2, "cards": 4}
    assert found.points == 6
    assert play("10r 6b 4g 10o", "10o", cleared=True).points == 11


def test_spread_the_taking_card_may_be_unknown() -> None:
    assert play("10r 6b 4g 10o").taker.value == 10
    assert spread("10r 6b 4g 10o", "6b").play is None


def test_spread_a_build_counts_by_its_end_value_and_stays_together() -> None:
    assert texts(play("[9r /3 6b /2]=6 6o", "6o")) == ["6"]
    assert play("[7r /2 5b]=9 9g", "9g").cards == 4  # joined otherwise: the named value is binding
    assert spread("[5r 3b] 5g 3o", "5g").play is None


def test_spread_clearing_is_not_judged_unless_it_is_said() -> None:
    found = spread("7r 7b")
    assert [(item.item, item.points) for item in found.unjudged] == [("clear", 5)]
    assert found.play
    assert found.play.points == 3
    assert spread("7r 7b", cleared=True).unjudged == spread("7r 7b", cleared=False).unjudged == ()
    assert play("7r 7b", cleared=True).points == 8


def test_spread_operations_of_the_guide_are_not_judged_where_fraction_cards_may_be_in_play() -> None:
    found = spread(GUIDE_57, "11g", cleared=True, scoring="guide")
    assert [(item.item, item.points) for item in found.unjudged] == [("four_operations", 10)]
    assert found.play
    assert found.play.points == 47
    assert play(GUIDE_57, "11g", cleared=True, scoring="guide", fractions_in_play="yes").points == 47
    assert spread(GUIDE_57, "11g", cleared=True).unjudged == ()  # the website asks for no such thing


def test_spread_a_fraction_card_in_the_take_settles_it() -> None:
    found = spread("3r 2b 9o 9g -4 6o [8r 1/8 x2 4g]", "6o", scoring="guide", cleared=False)
    assert found.unjudged == ()


def test_spread_another_arrangement_with_fraction_cards_in_play_is_named() -> None:
    # With three operations 1 + 5 stands apart for 34 points; without that bonus the four colours of another set bring more.
    cards = "6g 5o 3b 1r 1g 4g /2 x2"
    no = spread(cards, "6g", cleared=False, scoring="guide", fractions_in_play="no")
    yes = spread(cards, "6g", cleared=False, scoring="guide", fractions_in_play="yes")
    auto = spread(cards, "6g", cleared=False, scoring="guide")
    assert no.play
    assert yes.play
    assert auto.play
    assert texts(auto.play) == texts(no.play)
    assert (no.play.points, auto.play.points, yes.play.points) == (34, 29, 31)
    assert auto.better_with_fractions
    assert not no.better_with_fractions
